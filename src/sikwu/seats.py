"""The table from hand to hand: who sits where, the dealer, the streak and the round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sikwu.rules.play import OnDraw, OnWin
from sikwu.rules.table_terms import StreakTerms
from sikwu.tiles import Wind

WINDS = tuple(Wind)


class Table(NamedTuple):
    """The four seats in turn (three, if three play), and the deal; a seat may be empty between two hands.

    If a fifth player waits, they take the seat of every dealer whose deal is over, and that dealer waits.

    >>> table, KEEP = Table(("A", "B", "C", "D")), StreakTerms(told=False)
    >>> table.after_win(["C"], KEEP).dealer_name, table.after_win(["A"], KEEP).streak
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
    waiting: tuple[str, ...] = ()
    """Who sits out this deal and waits for a seat."""

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
        return WINDS[self.rounds % len(self.seats)]

    @property
    def turn(self) -> tuple[str, ...]:
        """The players at the table, the dealer first."""
        order = self.seats[self.dealer :] + self.seats[: self.dealer]
        return tuple(player for player in order if player is not None)

    def wind(self, player: str) -> Wind:
        """The seat wind of a player in this hand; the dealer is East."""
        return WINDS[(self.seats.index(player) - self.dealer) % len(self.seats)]

    def at(self, wind: Wind) -> str:
        """The player with a seat wind in this hand; every seat must be taken."""
        player = self.seats[(self.dealer + wind) % len(self.seats)]
        assert player is not None
        return player

    def after(self, player: str) -> tuple[str, ...]:
        """The other players in turn after a player."""
        place = self.seats.index(player)
        order = self.seats[place + 1 :] + self.seats[:place]
        return tuple(player for player in order if player is not None)

    def after_win(self, winners: Sequence[str], terms: StreakTerms, out: Collection[str] = ()) -> Table:
        """The table after a won hand: usually a winning dealer stays dealer. `winners`: in turn after who discarded; the
        first of them may become dealer.
        """
        if self.dealer_name in winners and terms.on_win is not OnWin.PASS:
            return self._kept(self.streak + 1, terms, out)
        if terms.on_win is OnWin.WINNER:
            return self._dealt_by(self.seats.index(winners[0]))
        return self.passed(out)

    def after_draw(self, terms: StreakTerms, out: Collection[str] = ()) -> Table:
        """The table after a hand that nobody won."""
        if terms.on_draw is OnDraw.PASS:
            return self.passed(out)
        return self._kept(self.streak + (terms.on_draw is OnDraw.STAY_AND_COUNT), terms, out)

    def after_false_win(self, terms: StreakTerms, out: Collection[str] = ()) -> Table:
        """The table after a void hand."""
        return self.passed(out) if terms.false_win_passes else self._kept(self.streak, terms, out)

    def _dealt_by(self, dealer: int) -> Table:
        """The table with another dealer; a round is over when the deal reaches or passes the seat that dealt first."""
        size = len(self.seats)
        over = (dealer - self.first) % size < (self.dealer - self.first) % size
        return self._moved(dealer, self.rounds + over, over)

    def _kept(self, streak: int, terms: StreakTerms, out: Collection[str]) -> Table:
        """The table with the same dealer, unless the house lets no dealer repeat so often; without `_replace`, which is
        slow, and a book has many hands.
        """
        if 0 < terms.most_repeats < streak:
            return self.passed(out)
        return Table(self.seats, self.dealer, streak, self.first, self.rounds, False, self.waiting)

    def passed(self, out: Collection[str] = ()) -> Table:
        """The table with the next player as dealer; players out of the game are skipped."""
        dealer, rounds, opening = self.dealer, self.rounds, False
        for _ in self.seats:
            dealer = (dealer + 1) % len(self.seats)
            if dealer == self.first:
                rounds, opening = rounds + 1, True
            if self.seats[dealer] not in out:
                break
        return self._moved(dealer, rounds, opening)

    def _moved(self, dealer: int, rounds: int, opening: bool) -> Table:
        """The table after a dealer's deal is over; a player who waits takes that dealer's seat."""
        seats, waiting = self.seats, self.waiting
        if waiting and (gone := seats[self.dealer]) is not None:
            seats = (*seats[: self.dealer], waiting[0], *seats[self.dealer + 1 :])
            waiting = (*waiting[1:], gone)
        return Table(seats, dealer, 0, self.first, rounds, opening, waiting)
