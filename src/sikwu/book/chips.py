"""Club chips: 200 or 300 each, the pot of fines, players without chips (逛花園) and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from sikwu.money.amount import Money
from sikwu.money.payment import Payment


@dataclass(frozen=True, slots=True)
class House:
    """What a club has agreed about chips."""

    starting: int = 200
    fine: int = 1
    pot_splits_on_draw: bool = False
    pot_splits_on_winners: bool = False
    debt: bool = False
    """A player without chips goes below zero; else he pays what is left."""
    bust_plays_on: bool = True
    ends_at: int = 3
    """The game ends when so many players have no chips."""

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> House | None:
        """The agreement in the settings of a ruleset; None where no chips are issued.

        >>> House.of({"chips.starting": 300}).starting
        300
        """
        if "chips.starting" not in settings:
            return None

        def get(id: str, usual: object) -> object:
            return settings.get(id, usual)

        return cls(
            starting=int(str(settings["chips.starting"])),
            fine=int(str(get("fines.chips", 1))),
            pot_splits_on_draw=get("fines.pot_on_draw", "carry_over") == "split",
            pot_splits_on_winners=get("fines.pot_multiple_winners", "first_in_turn_after_discarder") == "split",
            debt=get("bust.payment", "pay_what_is_left") == "debt",
            bust_plays_on=get("bust.player_continues", True) is True,
            ends_at=int(str(get("bust.end_when", 3))),
        )


class Chips(NamedTuple):
    """The chips before each seated player, and the pot in the middle.

    >>> chips = Chips.issued(House(), "ABCD").fined("A", House())
    >>> chips.held["A"], chips.pot
    (199, 1)
    >>> chips.collected(("C", "D"), House()).held["C"]
    201
    """

    held: Mapping[str, Money]
    pot: Money = 0

    @classmethod
    def issued(cls, house: House, players: Sequence[str]) -> Chips:
        """The chips at the start."""
        return cls(MappingProxyType(dict.fromkeys(players, house.starting)))

    def paid(
        self, dues: Sequence[Payment[str]], order: Sequence[str], house: House
    ) -> tuple[Chips, tuple[Payment[str], ...]]:
        """After the dues have been paid, and what was really paid.

        A player who cannot pay all pays what is left: the payee next in turn after him first (`order`: seats in turn).
        """
        held = dict(self.held)
        for due in dues:
            held[due.payer] -= due.amount
        # Chips that come in during the same hand are not counted: everybody pays from what he had.
        short = [] if house.debt else [player for player in held if held[player] < 0]
        real = list(dues)
        for payer in short:
            place = {player: turn for turn, player in enumerate(order)}
            own = sorted(
                (due for due in dues if due.payer == payer), key=lambda due: (place[due.payee] - place[due.payer]) % 4
            )
            real = [due for due in real if due.payer != payer]
            left = max(self.held[payer], 0)
            for due in own:
                real.append(due._replace(amount=min(due.amount, left)))
                left -= real[-1].amount
            held[payer] = min(self.held[payer], 0) + left
        for due in real:
            held[due.payee] += due.amount
        return Chips(MappingProxyType(held), self.pot), tuple(real)

    def fined(self, player: str, house: House) -> Chips:
        """After a player who called and did not claim has paid into the pot."""
        amount = house.fine if house.debt else min(house.fine, max(self.held[player], 0))
        return self._moved({player: -amount})

    def collected(self, winners: Sequence[str], house: House) -> Chips:
        """After the winners have taken the pot (`winners`: in turn after the discarder).

        Chips that do not divide go one each to the winners in that order.
        """
        if not house.pot_splits_on_winners:
            return self._moved({winners[0]: self.pot})
        share, rest = divmod(self.pot, len(winners))
        return self._moved({winner: share + (place < rest) for place, winner in enumerate(winners)})

    def drawn(self, house: House) -> Chips:
        """After a hand that nobody won; of a pot that is split, chips that do not divide stay in it."""
        if not house.pot_splits_on_draw:
            return self
        return self._moved(dict.fromkeys(self.held, self.pot // len(self.held)))

    def _moved(self, change: Mapping[str, Money]) -> Chips:
        held = {player: chips + change.get(player, 0) for player, chips in self.held.items()}
        return Chips(MappingProxyType(held), self.pot - sum(change.values()))

    @property
    def bust(self) -> tuple[str, ...]:
        """Players strolling in the garden."""
        return tuple(player for player, chips in self.held.items() if chips <= 0)

    def over(self, house: House) -> bool:
        """Is the game at its end?"""
        return len(self.bust) >= house.ends_at

    def exchanged(self, leaves: str | None, joins: str | None, house: House) -> Chips:
        """After one player has taken his chips away and another has been issued his."""
        held = {player: chips for player, chips in self.held.items() if player != leaves}
        if joins is not None:
            held[joins] = house.starting
        return Chips(MappingProxyType(held), self.pot)
