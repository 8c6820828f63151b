"""The table from hand to hand: who sits where, the dealer, the streak and the round."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sikwu.rules.play import OnDraw
from sikwu.rules.table_terms import StreakTerms
from sikwu.tiles import Wind

WINDS = tuple(Wind)


class Table(NamedTuple):
    """The four seats in turn, and the deal; a seat may be empty between two hands.

    >>> table = Table(("A", "B", "C", "D"))
    >>> table.after_win({"C"}).dealer_name, table.after_win({"A"}).streak
    ('B', 1)
    """

    seats: tuple[str | None, ...]
    dealer: int = 0
    """The place of the dealer among the seats; the deal belongs to the seat."""
    streak: int = 0
    first: int = 0
    """The seat that was dealer first; a round (圈) is over when the deal comes back to it."""
    rounds: int = 0
    """How many rounds are over."""
    opening: bool = True
    """Whether the next hand opens a round."""

    @property
    def seated(self) -> tuple[str, ...]:
        """The players at the table, in seat order."""
        return tuple(player for player in self.seats if player is not None)

    @property
    def dealer_name(self) -> str | None:
        """The dealer."""
        return self.seats[self.dealer]

    @property
    def round(self) -> Wind:
        """The wind of the round."""
        return WINDS[self.rounds % 4]

    @property
    def turn(self) -> tuple[str, ...]:
        """The players at the table, the dealer first."""
        order = self.seats[self.dealer :] + self.seats[: self.dealer]
        return tuple(player for player in order if player is not None)

    def wind(self, player: str) -> Wind:
        """The seat wind of a player in this hand; the dealer is East."""
        return WINDS[(self.seats.index(player) - self.dealer) % 4]

    def at(self, wind: Wind) -> str:
        """The player with a seat wind in this hand; every seat must be taken."""
        player = self.seats[(self.dealer + wind) % 4]
        assert player is not None
        return player

    def after(self, player: str) -> tuple[str, ...]:
        """The other players in turn after a player."""
        place = self.seats.index(player)
        order = self.seats[place + 1 :] + self.seats[:place]
        return tuple(player for player in order if player is not None)

    def after_win(self, winners: Collection[str], out: Collection[str] = ()) -> Table:
        """The table after a won hand: a winning dealer stays dealer."""
        if self.dealer_name in winners:
            return self._kept(self.streak + 1)
        return self.passed(out)

    def after_draw(self, terms: StreakTerms, out: Collection[str] = ()) -> Table:
        """The table after a hand that nobody won."""
        if terms.on_draw is OnDraw.PASS:
            return self.passed(out)
        return self._kept(self.streak + (terms.on_draw is OnDraw.STAY_AND_COUNT))

    def after_false_win(self, terms: StreakTerms, out: Collection[str] = ()) -> Table:
        """The table after a void hand."""
        return self.passed(out) if terms.false_win_passes else self._kept(self.streak)

    def _kept(self, streak: int) -> Table:
        """The table with the same dealer; without `_replace`, which is slow, and a book has many hands."""
        return Table(self.seats, self.dealer, streak, self.first, self.rounds, False)

    def passed(self, out: Collection[str] = ()) -> Table:
        """The table with the next player as dealer; players out of the game are skipped."""
        dealer, rounds, opening = self.dealer, self.rounds, False
        for _ in self.seats:
            dealer = (dealer + 1) % len(self.seats)
            if dealer == self.first:
                rounds, opening = rounds + 1, True
            if self.seats[dealer] not in out:
                break
        return Table(self.seats, dealer, 0, self.first, rounds, opening)
