"""Data for the kernel in a browser without a network: the spellings, and one bundle per ruleset.

Both are a mark, the length of a JSON head, the head, and bytes for the kernel. The head says what the kernel's numbers mean; app/src/kernel
makes of them the answers that the server gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import pack
from typing import Any

import msgspec

from sikwu.choices import asked_by, decisive
from sikwu.explaining import name_of, stands_alone
from sikwu.hand import MeldKind
from sikwu.money.worth import told_amount
from sikwu.reading import Kind, Made, Place, Shape
from sikwu.reasons import of_the_win, speaks_of
from sikwu.row import LAYOUT
from sikwu.rules.duty import Charge
from sikwu.rules.language import Condition, Op
from sikwu.rules.lowering import PAIRS_DIFFER
from sikwu.rules.pattern import Pattern
from sikwu.rules.paying import lower_paying
from sikwu.rules.prices import ChipPrices
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import HongKongMoney
from sikwu.texts import LANGUAGES, say
from sikwu.texts.tables import table
from sikwu.tiles import Tile, Wind
from sikwu.win import By, FirstTurn, Ready, Replacement, Robbed
from sikwu.wire.pages import rules_shape
from sikwu.written import spellings as kernel_spellings

RULES = b"sikwu rules 1\n"
SPELLINGS = b"sikwu words 1\n"
LIBRARY = b"sikwu books 1\n"
SAID = ("offline.impossible", "offline.not_legal", "offline.no_flower_win")
"""The offline messages for an impossible hand or one that may not win; only the server can say why."""
OF_DEALER, LIMIT, OF_FLOWERS, OF_TILE, OF_WIN, DEAREST = 1, 2, 4, 8, 16, 32
"""What a row is told to be: the dealer's, a limit hand, made of the flowers, made by the winning tile, about how the hand was won
alone, a limit hand that is worth the ceiling."""


def library(every: Iterable[Ruleset]) -> bytes:
    """Many rulesets in one file, each by its id; a text that several say stands there once.

    >>> from sikwu import ruleset
    >>> both = [ruleset("hk-standard"), ruleset("hk-classic")]
    >>> len(library(both)) < sum(len(bundle(each)) for each in both)
    True
    """
    texts: dict[str, int] = {}
    heads, rest = [], b""
    for rules in every:
        head, data = _bundled(rules)
        head["patterns"] = [
            [texts.setdefault(part, len(texts)) if isinstance(part, str) else part for part in pattern]
            for pattern in head["patterns"]
        ]
        heads.append(head)
        rest += data
    return _packed(LIBRARY, {"texts": list(texts), "rules": heads}, rest)


def bundle(rules: Ruleset) -> bytes:
    """A ruleset for the offline kernel: what its rows are called and say, its program, its paying table.

    >>> from sikwu import ruleset
    >>> data = bundle(ruleset("hk-standard"))
    >>> data[:14], len(data) < 40_000
    (b'sikwu rules 1\\n', True)
    """
    return _packed(RULES, *_bundled(rules))


def _bundled(rules: Ruleset) -> tuple[dict[str, Any], bytes]:
    paying = lower_paying(rules, every=True)
    program, paid = rules.lowered.program.to_bytes(), paying.table.to_bytes()
    draft, lowered, dealer = rules.draft, rules.lowered, rules.money.dealer
    ids = list(dict.fromkeys((*lowered.pattern_of, *(p.id for p in rules.patterns if p.only_beside is not None))))
    head: dict[str, Any] = {
        "rules": rules_shape(rules),
        "size": rules.document.size,
        "flowers": draft.flowers_in_play,
        "pairs_differ": bool(lowered.shapes & PAIRS_DIFFER),
        "unify": bool(draft.unify),
        "spicy": rules.plays_spicy,
        "hot": [i for i, row in enumerate(lowered.rows) if row in rules.document.hot],
        "payer_in_minimum": draft.payer_in_minimum,
        "dealer": [dealer.at_zero, dealer.pays, dealer.first, dealer.each],
        "kong_feeder_alone": rules.money.duties.kong_feeder_alone,
        "patterns": [_pattern(rules, rules.pattern(id)) for id in ids],
        "labels": [[ids.index(p.id), *p.only_beside] for p in rules.patterns if p.only_beside is not None],
        "rows": [_row(rules, name, ids.index(of)) for name, of in zip(lowered.rows, lowered.pattern_of, strict=True)],
        "money": _money(rules, paying.denominator),
        "asked": sorted(asked_by(rules)),
        "decisive": None if (decided := decisive(rules)) is None else sorted(decided),
        "program": len(program),
        "paying": len(paid),
    }
    return head, program + paid


def spellings() -> bytes:
    """What every ruleset shares: how tiles and words are written, where a row keeps what, what numbers stand for."""
    tiles = tuple(Tile)
    head = {
        "tiles": [tile.text for tile in tiles],
        "shown": {lang: [say("tiles.text", tiles=(tile,))(lang) for tile in tiles] for lang in LANGUAGES},
        "seats": {lang: [table(lang)[f"seat.{wind.text}"] for wind in Wind] for lang in LANGUAGES},
        "layout": {name: [field.start, field.bits, field.step] for name, field in LAYOUT.items()},
        "words": {
            name: [each.text for each in kind]
            for name, kind in {
                "by": By,
                "meld": MeldKind,
                "replacement": Replacement,
                "robbed": Robbed,
                "first_turn": FirstTurn,
                "ready": Ready,
            }.items()
        },
        "kinds": [kind.name.lower() for kind in Kind],
        "made": [str(made.name).lower() for made in Made],
        "shapes": [shape.name.lower() for shape in Shape],
        "places": [place.name.lower() for place in Place],
    }
    return _packed(SPELLINGS, head, kernel_spellings())


def _packed(mark: bytes, head: Mapping[str, object], rest: bytes) -> bytes:
    told = msgspec.json.encode(head)
    return mark + pack("<I", len(told)) + told + rest


def _pattern(rules: Ruleset, pattern: Pattern) -> list[object]:
    """Id, names, sentence, source; does nothing count beside it? The sentence in Cantonese, if that is another."""
    name, says = name_of(pattern), rules.sentence(pattern.id)
    alone = stands_alone(rules, pattern.id)
    spoken = [] if says.spoken is None else [says.spoken]
    return [pattern.id, name.zh, name.jyutping, name.en, says.zh, says.en, pattern.source, alone, *spoken]


def _row(rules: Ruleset, name: str, pattern: int) -> list[object]:
    """Its pattern, what it is, and the sets it speaks of: kinds (0: the pair), tiles, seat and round winds, how they came."""
    draft, condition = rules.draft, rules.lowered.conditions[name]
    of_dealer = draft.rows[name].row.of_dealer
    limit = name in draft.limit_hands or rules.lowered.pattern_of[rules.lowered.rows.index(name)] in draft.limit_hands
    spoken = _spoken(condition)
    what = OF_DEALER * of_dealer | LIMIT * limit | (spoken if isinstance(spoken, int) else 0)
    what |= OF_WIN * of_the_win(condition) | DEAREST * (
        limit and rules.tells_limit(draft.price(draft.rows[name].worth))
    )
    return [pattern, what, *([] if isinstance(spoken, int) else spoken)]


def _spoken(condition: Condition) -> int | list[list[int]]:
    """The tiles of `reasons.spoken_of`, before the hand is known."""
    about = speaks_of(condition)
    if isinstance(about, str):
        return OF_FLOWERS if about == "flowers" else OF_TILE
    return [
        [0, fact.tiles.mask, fact.tiles.dynamic]
        if fact.op is Op.PAIR_IN
        else [fact.kinds, fact.tiles.mask, fact.tiles.dynamic, int(fact.made_by)]
        for fact in about
    ]


def _money(rules: Ruleset, unit: int) -> dict[str, object]:
    money = rules.money
    return {
        "chips": not isinstance(money, HongKongMoney),
        "half_gun": isinstance(money, HongKongMoney) and money.half_gun,
        "unit": unit,
        "occasions": [int(on) for on in money.occasions],
        "duties": [_duties(rules, (*on.by_melds[-1], *on.at_the_win)) for on in money.duties.on],
        "worth": _worth(rules, unit),
    }


def _worth(rules: Ruleset, unit: int) -> dict[str, object]:
    """What `money.worth` says of prices beside the amounts; the base also in units."""
    prices, pull = rules.money.prices, rules.terms.ledger is not None
    if isinstance(prices, ChipPrices):
        base = prices.win_base
        return {"each": told_amount(prices.per_fan), "base": told_amount(base), "units": int(base * unit), "pull": pull}
    point, full = prices.unit, prices.full_fan
    return {
        "table": prices.table.id,
        "point": [told_amount(point), point.numerator, point.denominator],
        "full": None if full is None else [full, prices.table.price(full)],
        "pull": pull,
    }


def _duties(rules: Ruleset, charges: Iterable[Charge]) -> list[list[str]]:
    """The sentence of each charge: Chinese, English, Cantonese."""
    told = [rules.duty_sentence(each.duty.id) for each in charges]
    return [[text(lang) for lang in ("zh", "en", "yue")] for text in told]
