"""Translates what people say about a win (海底, 槓上開花, menu labels, pattern names) into words of a hand line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sikwu.choices import possible
from sikwu.explaining import name_of
from sikwu.money.settlement import settle
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import HandError, SikwuError, Text, say
from sikwu.vocabulary.fold import alike
from sikwu.vocabulary.line import with_replacement, words
from sikwu.win import By, Circumstances, Win
from sikwu.wording import circumstances

_OFFERED = (
    "replacement=kong", "kong_chain=2", "kong_chain=3", "replacement=flower", "last_tile", "last_discard",
    "first_turn=heavenly", "first_turn=earthly", "first_turn=earthly_draw", "first_turn=human",
    "ready=declared", "ready=concealed", "ready=heavenly", "ready=earthly", "one_shot",
    "robbed=concealed", "robbed=exposed", "winners=2", "winners=3",
)  # fmt: skip
SAID: dict[str, tuple[str, ...]] = {word: words()[word] for word in _OFFERED}
"""Circumstances in the order in which they are offered, with the words that people say for them at the table."""
_BETWEEN = re.compile(r"[,，、;；]+")


def at_of(*words: str) -> Circumstances:
    """The circumstances that words describe; kongs in a row end with the replacement tile of a kong.

    >>> at_of("kong_chain=2").replacement.text
    'kong'
    """
    return Win.parse(" ".join(("+?", *with_replacement(words)))).at


def outcome(win: Win, rules: Ruleset) -> object:
    """The result of a win: patterns counted and not counted, and payments; None if the win is impossible."""
    told = _scored(win, rules)
    if told is None:
        return None
    return told.patterns, told.not_counted, settle(told).payments if told.valid else None


def _scored(win: Win, rules: Ruleset) -> Score | None:
    try:
        return score(win, rules)
    except SikwuError:
        return None


@dataclass(frozen=True, slots=True)
class Offer:
    """A circumstance of the menu."""

    names: tuple[str, ...]
    """All its names, including those of the patterns it makes."""
    makes: Text | None = None
    """The first of those patterns."""


def offered(win: Win, rules: Ruleset) -> dict[str, Offer]:
    """The circumstances that are possible and would change the result."""
    plain = replace(win, at=Circumstances())
    usual, choices = outcome(plain, rules), possible(plain, rules)
    before = _scored(plain, rules)
    found = {}
    for word, names in SAID.items():
        if word in choices and not choices[word].asked:
            continue
        then = replace(plain, at=at_of(word))
        told = outcome(then, rules)
        if told is not None and told != usual:
            found[word] = _offer(names, then, before, rules)
    return found


def _offer(names: tuple[str, ...], win: Win, before: Score | None, rules: Ruleset) -> Offer:
    """The names of a circumstance, including patterns that count only with it."""
    told = _scored(win, rules)
    new = [] if told is None or before is None else [id for id in told.patterns if id not in before.patterns]
    patterns = [rules.pattern(id) for id in new]
    made = tuple(name for each in patterns for name in (each.zh, each.en, *each.aka) if name)
    return Offer((*names, *made), name_of(patterns[0]).text if patterns else None)


def menu_lines(win: Win, menu: Mapping[str, Offer], lang: str) -> list[str]:
    """The menu: one line per circumstance, with the pattern that it makes."""
    out = []
    for number, (word, offer) in enumerate(menu.items(), 1):
        makes = None if offer.makes is None else say("told.brackets", what=offer.makes)
        out.append(say("cli.ask.item", number=number, label=label(win, word, lang), makes=makes)(lang))
    return out


def label(win: Win, word: str, lang: str) -> str:
    """A circumstance in words."""
    *_, told = circumstances(replace(win, at=at_of(word)))  # after a kong's replacement tile, the kongs
    return told(lang)


def read_circumstances(text: str, menu: Mapping[str, Offer], win: Win) -> Circumstances:
    """Parses circumstances by their numbers in the menu, by name, or as in a hand line.

    >>> win = Win.parse("123m 456p 789s 77s 白 +白")
    >>> read_circumstances("海底", {"last_tile": Offer(("海底",))}, win).last_tile
    True
    """
    chosen: list[str] = []
    for piece in filter(None, (part.strip() for part in _BETWEEN.split(text))):
        whole = _word(piece, menu, win)
        chosen += [whole] if whole else [_word(part, menu, win) or part for part in piece.split()]
    return at_of(*chosen)


def _word(said: str, menu: Mapping[str, Offer], win: Win) -> str | None:
    """The hand-line word for something said, menu entries first; None: unknown."""
    if said.isdecimal():
        if not 0 < int(said) <= len(menu):
            raise HandError.of("form.number", number=said[:20], count=len(menu))
        return list(menu)[int(said) - 1]
    known = {word: offer.names for word, offer in menu.items()}
    for among in (known, {word: names for word, names in SAID.items() if _fits(word, win)}, SAID):
        for word, names in among.items():
            if alike(said.casefold()) in _names(word, names, win):
                return word
    return None


def _fits(word: str, win: Win) -> bool:
    """Whether the win may have it, given how the tile came."""
    before = replace(win, at=Circumstances()).problems(len(win.hand.concealed) + 3 * len(win.hand.melds))
    after = replace(win, at=at_of(word)).problems(len(win.hand.concealed) + 3 * len(win.hand.melds))
    return win.by is not By.FLOWERS and len(after) <= len(before)


def _names(word: str, names: Iterable[str], win: Win) -> set[str]:
    return {
        word,
        *(alike(name.casefold()) for name in names),
        *(alike(label(win, word, lang).casefold()) for lang in ("yue", "zh", "en")),
    }
