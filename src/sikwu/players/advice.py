"""What careful thinks of each action, with the reasons: for hints at the table."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.explaining import name_of
from sikwu.plans import plans_of
from sikwu.play.actions import WIN, WIN_FLOWERS
from sikwu.play.native import NativeQuestion, native
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, say
from sikwu.tiles import KINDS, Tile

LEAST_DANGER = 0.05
"""Points below which a discard is called safe."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One action as careful sees it; amounts are points of the settlement."""

    action: int
    value: float
    """What the seat may expect, less the danger."""
    danger: float
    """What the discard costs on average."""
    deal_in: float
    """The chance that somebody wins with the discard."""
    chance: float
    """The chance to win by the best way that is left."""
    price: float
    """What that win would bring."""
    pattern: str | None
    """The pattern of that way; None: any hand, or a hand that is ready."""
    away: int
    """Tiles missing; 1: ready; 0: nothing is left to win with."""
    useful: tuple[Tile, ...]
    """Kinds that help."""
    live: int
    """Copies of them that are left."""
    concealed: bool
    """Whether it must claim nothing."""

    @property
    def reasons(self) -> tuple[Message, ...]:
        """Why, in words."""
        if self.action in (WIN, WIN_FLOWERS):
            return (say("advice.win", points=_points(self.value)),)
        told = [self._way] if self.chance > 0 else [say("advice.none")]
        if self.danger >= LEAST_DANGER:
            told.append(say("advice.danger", points=_points(self.danger), percent=_percent(self.deal_in)))
        return tuple(told)

    @property
    def _way(self) -> Message:
        facts = {"percent": _percent(self.chance), "points": _points(self.price), "left": self.live}
        if self.away <= 1:
            return say("advice.ready", **facts)
        return say("advice.way" if self.pattern else "advice.any", n=self.away, **facts)


def advice(question: NativeQuestion, rules: Ruleset) -> tuple[Advice, ...]:
    """The actions that careful compares, the best first. A question gives no access to hidden tiles.

    >>> from sikwu.play.deal import Deal
    >>> from sikwu.play.many import walls_of
    >>> deal = Deal.start(walls_of(1, 1)[0].tolist(), "hk-standard")
    >>> told = advice(deal.kernel.native_question(0), deal.ruleset)
    >>> told[0].value >= told[-1].value, 3 <= told[0].action < 37, len(told[0].reasons) > 0
    (True, True, True)
    """
    book, units = plans_of(rules), rules.paying.denominator
    out = []
    for told in question.think(native("careful", rules)):
        action, value, danger, deal_in, _, chance, price, plan, away, live, mask, concealed, _ = told
        pattern = None if plan < 0 else book.plans[plan].pattern
        useful = tuple(Tile(kind) for kind in range(KINDS) if mask >> kind & 1)
        amounts = value / units, danger / units, deal_in, chance, price / units
        out.append(Advice(action, *amounts, pattern, away, useful, live, concealed))
    return tuple(out)


def reasons_of(told: Advice, rules: Ruleset, lang: str) -> str:
    """The reasons as one text; the pattern that is aimed at comes first."""
    words = [each(lang) for each in told.reasons]
    if told.pattern is not None and told.away > 1:
        words.insert(0, name_of(rules.pattern(told.pattern)).text(lang))
    return say("list.separator")(lang).join(words)


def _points(value: float) -> str:
    return f"{value:.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}" if share >= 0.01 else f"{100 * share:.1f}"
