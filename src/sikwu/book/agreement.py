"""What a table has agreed about money, read once from the settings of its ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sikwu.book.chips import House
from sikwu.book.ledger import Terms
from sikwu.rules.ruleset import Ruleset
from sikwu.seats import DealRules


@dataclass(frozen=True, slots=True)
class Agreement:
    """The ruleset of a book with everything that its books need."""

    ruleset: Ruleset
    deal: DealRules
    terms: Terms | None
    """The pull ledger, where one is kept."""
    house: House | None
    """Club chips, where they are issued."""
    kongs: bool
    """Concealed kongs are paid for."""
    kongs_at_once: bool
    """Else with the hand, and not at all if it is void."""
    dice: bool
    """The opening throw is played for."""
    dice_each_hand: bool
    """Else once a round."""
    false_win_pulled: bool
    known: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)
    """What settlement has said before: the same few results come again and again."""

    @classmethod
    def of(cls, ruleset: Ruleset) -> Agreement:
        """The agreement that a ruleset writes down.

        >>> from sikwu import ruleset
        >>> Agreement.of(ruleset("hk-taiwanese")).terms.interval, Agreement.of(ruleset("club16")).house.starting
        (3, 200)
        """
        settings = ruleset.settings
        return cls(
            ruleset=ruleset,
            deal=DealRules.of(settings),
            terms=Terms.of(settings),
            house=House.of(settings),
            kongs="concealed_kong.payment_bases" in settings,
            kongs_at_once=settings.get("concealed_kong.payment_timing", "immediate") == "immediate",
            dice=settings.get("dice.side_payments", False) is True,
            dice_each_hand=settings.get("dice.payment_per", "round") == "hand",
            false_win_pulled=settings.get("false_win.in_ledger", False) is True,
        )
