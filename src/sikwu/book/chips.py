"""Club chips: 200 or 300 each, the pot of fines, players without chips (逛花園) and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sikwu.money.amount import Money
from sikwu.money.payment import Payment
from sikwu.rules.table_terms import ChipTerms


class Chips(NamedTuple):
    """The chips of each seated player, and the pot.

    >>> chips = Chips.issued(ChipTerms(), "ABCD").fined("A", ChipTerms())
    >>> chips.held["A"], chips.pot
    (199, 1)
    >>> chips.collected(("C", "D"), ChipTerms()).held["C"]
    201
    """

    held: Mapping[str, Money]
    pot: Money = 0

    @classmethod
    def issued(cls, terms: ChipTerms, players: Sequence[str]) -> Chips:
        """The chips at the start."""
        return cls(MappingProxyType(dict.fromkeys(players, terms.starting)))

    def paid(
        self, dues: Sequence[Payment[str]], order: Sequence[str], terms: ChipTerms
    ) -> tuple[Chips, tuple[Payment[str], ...]]:
        """Pays the dues; returns the new chips and the amounts really paid.

        A player who cannot pay everything pays what is left, first to the payee next in turn (`order`: seats in turn).
        """
        held = dict(self.held)
        for due in dues:
            held[due.payer] -= due.amount
        # Chips received in the same hand do not count: every player pays from the chips held before.
        short = [] if terms.debt else [player for player in held if held[player] < 0]
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

    def fined(self, player: str, terms: ChipTerms) -> Chips:
        """Takes the fine of a player who called and did not claim, into the pot."""
        amount = terms.fine if terms.debt else min(terms.fine, max(self.held[player], 0))
        return self._moved({player: -amount})

    def collected(self, winners: Sequence[str], terms: ChipTerms) -> Chips:
        """Gives the pot to the winners (`winners`: in turn after the discarder).

        Chips that do not divide go one each to the winners in that order.
        """
        if not terms.pot_splits_on_winners:
            return self._moved({winners[0]: self.pot})
        share, rest = divmod(self.pot, len(winners))
        return self._moved({winner: share + (place < rest) for place, winner in enumerate(winners)})

    def drawn(self, terms: ChipTerms) -> Chips:
        """The chips after a hand that nobody won; if a pot is split, chips that do not divide stay in it."""
        if not terms.pot_splits_on_draw:
            return self
        return self._moved(dict.fromkeys(self.held, self.pot // len(self.held)))

    def _moved(self, change: Mapping[str, Money]) -> Chips:
        held = {player: chips + change.get(player, 0) for player, chips in self.held.items()}
        return Chips(MappingProxyType(held), self.pot - sum(change.values()))

    @property
    def bust(self) -> tuple[str, ...]:
        """The players without chips (逛花園)."""
        return tuple(player for player, chips in self.held.items() if chips <= 0)

    def over(self, terms: ChipTerms) -> bool:
        """Whether the game has ended."""
        return len(self.bust) >= terms.ends_at

    def exchanged(self, leaves: str | None, joins: str | None, terms: ChipTerms) -> Chips:
        """Replaces a player: one takes the chips away, the other is issued new ones."""
        held = {player: chips for player, chips in self.held.items() if player != leaves}
        if joins is not None:
            held[joins] = terms.starting
        return Chips(MappingProxyType(held), self.pot)
