"""Stores the state of a long book, so that it can be reloaded from there if the hash chain confirms it. The log takes precedence."""

from __future__ import annotations

import hashlib
from types import MappingProxyType

import msgspec

from sikwu import __version__
from sikwu.book.chips import Chips
from sikwu.book.events import Entry
from sikwu.book.ledger import Ledger, Pair, Pull
from sikwu.book.state import BookState
from sikwu.book.steps import Rest
from sikwu.money.amount import Money, exact
from sikwu.rules.ruleset import Ruleset
from sikwu.seats import Table

FORM = 1
"""The version of the form: increased whenever the same entries may lead to another state, or a state is written
differently.
"""

_Amounts = list[tuple[str, str]]


class _StoredState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A state as JSON; amounts are texts, so that nothing is rounded."""

    name: str
    table: tuple[tuple[str | None, ...], int, int, int, int, bool]
    cash: _Amounts
    pulls: list[tuple[str, str, str, int]]
    offered: list[tuple[str, str]]
    chips: tuple[_Amounts, str] | None
    hands: int
    over: bool
    closed: bool
    waiting: tuple[str, ...] = ()


class Snapshot(msgspec.Struct, frozen=True):
    """The row of one book: the entry and its hash, the program that wrote it, and the state."""

    seq: int
    hash: str
    form: str
    state: str
    digest: str
    """The checksum of the other fields; a damaged row is not used."""


def form_of(ruleset: Ruleset) -> str:
    """The identity of program and rules: another program may compute another state from the same entries."""
    return f"{FORM} {__version__} {ruleset.hash}"


def taken(rest: Rest, ruleset: Ruleset) -> Snapshot:
    """Makes the snapshot of a rest."""
    state, chips, table = rest.state, rest.state.chips, rest.state.table
    kept = _StoredState(
        state.name,
        (table.seats, table.dealer, table.streak, table.first, table.rounds, table.opening),
        [(player, str(amount)) for player, amount in state.accounts.items()],
        [(*pair, str(pull.amount), pull.hands) for pair, pull in state.ledger.pulls.items()],
        sorted((pair.debtor, pair.creditor) for pair in state.ledger.offered),
        None if chips is None else ([(player, str(held)) for player, held in chips.held.items()], str(chips.pot)),
        state.hands,
        state.over,
        state.closed,
        table.waiting,
    )
    text, form = msgspec.json.encode(kept).decode(), form_of(ruleset)
    seq, hash = rest.entry.seq, rest.entry.hash
    return Snapshot(seq, hash, form, text, _digest(seq, hash, form, text))


def confirmed(found: Snapshot, entry: Entry, ruleset: Ruleset) -> Rest | None:
    """The rest stored in a snapshot; None if it does not belong to this entry, this program or these rules."""
    if (found.seq, found.hash, found.form) != (entry.seq, entry.hash, form_of(ruleset)):
        return None
    if found.digest != _digest(found.seq, found.hash, found.form, found.state):
        return None
    try:
        kept = msgspec.json.decode(found.state, type=_StoredState)
        pulls = {Pair(debtor, creditor): Pull(exact(amount), hands) for debtor, creditor, amount, hands in kept.pulls}
        ledger = Ledger(MappingProxyType(pulls), frozenset(Pair(*pair) for pair in kept.offered))
        chips = None if kept.chips is None else Chips(MappingProxyType(_amounts(kept.chips[0])), exact(kept.chips[1]))
        cash = MappingProxyType(_amounts(kept.cash))
    except (msgspec.DecodeError, ValueError, ArithmeticError):
        return None
    state = BookState(
        kept.name, Table(*kept.table, waiting=kept.waiting), cash, ledger, chips, kept.hands, kept.over, kept.closed
    )
    return Rest(entry, state)


def _amounts(told: _Amounts) -> dict[str, Money]:
    return {player: exact(amount) for player, amount in told}


def _digest(seq: int, hash: str, form: str, state: str) -> str:
    return hashlib.sha256(f"{seq}\n{hash}\n{form}\n{state}".encode("utf-8", "surrogatepass")).hexdigest()
