"""What a table has agreed about money, read once from the settings of its ruleset."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.book.chips import House
from sikwu.book.ledger import Terms
from sikwu.book.money import Money, exact, read_money
from sikwu.book.table import DealRules
from sikwu.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Agreement:
    """The ruleset of a book with everything its books need."""

    ruleset: Ruleset
    deal: DealRules
    terms: Terms | None
    """The pull ledger, where one is kept."""
    house: House | None
    """Club chips, where they are issued."""
    unit: Money
    """Chips for one fan."""
    kong: Money | None
    """What each of the others pays for a concealed kong; None: such a rule is not played."""
    kong_each: bool
    """For every kong, not once a hand."""
    kong_at_once: bool
    dice: Money | None
    """What a triple or 1-2-3 costs; None: the throw is not played for."""
    dice_each_hand: bool
    false_win_pulled: bool

    @classmethod
    def of(cls, ruleset: Ruleset) -> Agreement:
        """The agreement that a ruleset writes down."""
        settings = ruleset.settings
        base = read_money(settings.get("score.base_chips", 0))
        bases = settings.get("concealed_kong.payment_bases")
        return cls(
            ruleset=ruleset,
            deal=DealRules.of(settings),
            terms=Terms.of(settings),
            house=House.of(settings),
            unit=read_money(settings.get("score.chips_per_fan", 1)),
            kong=None if bases is None else exact(base * read_money(bases)),
            kong_each=settings.get("concealed_kong.payment_per_kong", True) is True,
            kong_at_once=settings.get("concealed_kong.payment_timing", "immediate") == "immediate",
            dice=base if settings.get("dice.side_payments", False) is True else None,
            dice_each_hand=settings.get("dice.payment_per", "round") == "hand",
            false_win_pulled=settings.get("false_win.in_ledger", False) is True,
        )
