"""The state of a book: everything computed from its entries."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sikwu.book.chips import Chips
from sikwu.book.events import Open
from sikwu.book.hands import HandDebts
from sikwu.book.ledger import EMPTY, Ledger, Pair
from sikwu.book.money import POT
from sikwu.book.problems import BookError
from sikwu.money.amount import Money, exact
from sikwu.money.payment import Payment
from sikwu.rules.table_terms import TableTerms
from sikwu.seats import Table
from sikwu.shown import shown_as_html


class BookState(NamedTuple):
    """Everything computed from the entries so far."""

    name: str
    table: Table
    accounts: Mapping[str, Money]
    """The gain or loss of every player who ever sat here, and the content of the pot (`POT`); the sum is zero."""
    ledger: Ledger = EMPTY
    chips: Chips | None = None
    hands: int = 0
    over: bool = False
    """Too many players have no chips: seats must be drawn again."""
    closed: bool = False

    @classmethod
    def opened(cls, event: Open, terms: TableTerms) -> BookState:
        """The state of a new book."""
        players = event.players
        if not 3 <= len(players) <= 5 or len(set(players)) < len(players):
            raise BookError.of("book.players", names=players)
        if len(players) == 5 and (terms.chips is not None or terms.ledger is not None):
            raise BookError.of("book.five")
        if len(players) == 3 and terms.chips is not None:
            raise BookError.of("book.three")
        table = Table(
            players[:4], event.dealer, event.streak, first=event.dealer, opening=event.streak == 0, waiting=players[4:]
        )
        chips = None if terms.chips is None else Chips.issued(terms.chips, players)
        return cls(event.name, table, MappingProxyType(dict.fromkeys((*players, POT), 0)), chips=chips)

    @property
    def players(self) -> tuple[str, ...]:
        """All players with an account, in the order in which they joined."""
        return tuple(player for player in self.accounts if player != POT)

    @property
    def cash(self) -> dict[str, Money]:
        """The gain or loss of every player who ever sat here; with a pot the sum need not be zero."""
        return {player: amount for player, amount in self.accounts.items() if player != POT}

    def _repr_html_(self) -> str:
        return shown_as_html(self)


class Outcome(NamedTuple):
    """The effect of one entry."""

    moves: tuple[Payment[str], ...] = ()
    """The payments."""
    booked: tuple[Payment[str], ...] = ()
    """The fan written into the pull ledger instead."""
    verdict: HandDebts | None = None
    offered: tuple[Pair, ...] = ()
    """The pulls that the debtor may cut after this hand."""
    idle_dice: bool = False
    """Whether a recorded throw has no effect: it opens no round, or the game does not pay for dice."""

    def change(self) -> dict[str, Money]:
        """What every player gained or lost in cash."""
        change: dict[str, Money] = {}
        for move in self.moves:
            change[move.payer] = change.get(move.payer, 0) - move.amount
            change[move.payee] = change.get(move.payee, 0) + move.amount
        return change


def standing(state: BookState, terms: TableTerms) -> dict[str, Money]:
    """What every player would have if all open pulls were paid now."""
    stands = dict(state.accounts)
    if terms.ledger is not None:
        for pair, pull in state.ledger.pulls.items():
            chips = terms.ledger.chips(pull.amount)
            stands[pair.debtor] = exact(stands[pair.debtor] - chips)
            stands[pair.creditor] = exact(stands[pair.creditor] + chips)
    return stands
