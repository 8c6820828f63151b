"""Sikwu (食糊): score and explain Hong Kong mahjong hands under documented rules and any house rules.

The way of the data, module by module:

    tiles, notation       tile kinds and the one grammar that reads and writes them
    hand, win             what somebody holds; a win with its circumstances
    reading               every way to read complete tiles; waits; how far from complete
    rules                 patterns as conditions over facts, options, rulesets as values
    scoring               score(win, ruleset): every fan with its reason
    explaining            the same in words, Chinese and English
    money                 who answers for a win, and who pays whom
    cases                 the CASES format: one JSON object a line
    cli                   the command line
"""

# False as in typing, without the cost of importing it; a call, because completion passes over what is plainly false.
TYPE_CHECKING = bool()  # noqa: UP018
if TYPE_CHECKING:
    from sikwu.choices import possible
    from sikwu.comparing import compare
    from sikwu.explaining import explain
    from sikwu.hand import Hand, Meld, MeldKind
    from sikwu.looking import look
    from sikwu.money.liability import liable
    from sikwu.money.payment import Payment
    from sikwu.money.settlement import Settlement, settle
    from sikwu.notation import format_tiles, parse_tiles
    from sikwu.reading import (
        away_many,
        complete_many,
        is_complete,
        readings,
        tiles_away,
        useful_many,
        useful_tiles,
        waits,
    )
    from sikwu.rules.pattern import Pattern
    from sikwu.rules.presets import names, ruleset
    from sikwu.rules.ruleset import Ruleset
    from sikwu.scoring import Score, score
    from sikwu.texts import Problem, SikwuError
    from sikwu.tiles import Tile, Wind
    from sikwu.win import By, Circumstances, Win

__version__ = "0.1.0"
__all__ = [
    "By",
    "Circumstances",
    "Hand",
    "Meld",
    "MeldKind",
    "Pattern",
    "Payment",
    "Problem",
    "Ruleset",
    "Score",
    "Settlement",
    "SikwuError",
    "Tile",
    "Win",
    "Wind",
    "away_many",
    "compare",
    "complete_many",
    "explain",
    "format_tiles",
    "is_complete",
    "liable",
    "look",
    "names",
    "parse_tiles",
    "possible",
    "readings",
    "ruleset",
    "score",
    "settle",
    "tiles_away",
    "useful_many",
    "useful_tiles",
    "waits",
]

# Everything is loaded when it is first asked for: dataclasses alone cost more than half of what importing all of it would.
_LATER = {
    "possible": "sikwu.choices",
    "compare": "sikwu.comparing",
    "explain": "sikwu.explaining",
    "Hand": "sikwu.hand",
    "Meld": "sikwu.hand",
    "MeldKind": "sikwu.hand",
    "look": "sikwu.looking",
    "liable": "sikwu.money.liability",
    "Payment": "sikwu.money.payment",
    "Settlement": "sikwu.money.settlement",
    "settle": "sikwu.money.settlement",
    "format_tiles": "sikwu.notation",
    "parse_tiles": "sikwu.notation",
    "away_many": "sikwu.reading",
    "complete_many": "sikwu.reading",
    "is_complete": "sikwu.reading",
    "readings": "sikwu.reading",
    "tiles_away": "sikwu.reading",
    "useful_many": "sikwu.reading",
    "useful_tiles": "sikwu.reading",
    "waits": "sikwu.reading",
    "Pattern": "sikwu.rules.pattern",
    "names": "sikwu.rules.presets",
    "ruleset": "sikwu.rules.presets",
    "Ruleset": "sikwu.rules.ruleset",
    "Score": "sikwu.scoring",
    "score": "sikwu.scoring",
    "Problem": "sikwu.texts",
    "SikwuError": "sikwu.texts",
    "Tile": "sikwu.tiles",
    "Wind": "sikwu.tiles",
    "By": "sikwu.win",
    "Circumstances": "sikwu.win",
    "Win": "sikwu.win",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'sikwu' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
