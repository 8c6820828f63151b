"""From the result of a hand to who owes whom: players are mapped to seats, and settlement says the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from sikwu import settlement
from sikwu.book.agreement import Agreement
from sikwu.book.events import Hand, Told
from sikwu.book.money import Money, Move, read_money
from sikwu.book.table import WINDS, Table
from sikwu.book.tiles import reseated, tell
from sikwu.rules.ruleset import Ruleset
from sikwu.settlement import Settlement
from sikwu.tiles import Wind

SeatMoves = tuple[tuple[Wind, Wind, Money, str], ...]
Claims = tuple[tuple[Wind, int], ...]


class Verdict(NamedTuple):
    """What a hand makes people owe."""

    moves: tuple[Move, ...]
    winners: tuple[str, ...] = ()
    """In turn after the discarder, or after the dealer where there is none."""
    fans: Mapping[str, int] = MappingProxyType({})
    """The own fan of each winning hand."""


def judged(hand: Hand, table: Table, agreed: Agreement) -> Verdict:
    """Who owes whom after a hand; the hand has been checked."""
    if hand.tiles:
        return _judged(hand, table, agreed.ruleset)
    # The same few results come again and again: a book of thousands of hands asks settlement only once for each.
    who = (hand.source, hand.by, hand.flowers_by, hand.robbed)
    question = (table.seats, table.dealer, table.streak, hand.result, tuple(hand.wins.items()), who)
    found = agreed.known.get(question)
    if found is None:
        found = agreed.known[question] = _judged(hand, table, agreed.ruleset)
    return found


def _judged(hand: Hand, table: Table, ruleset: Ruleset) -> Verdict:
    if hand.result == "draw":
        return Verdict(())
    by = hand.by if hand.result == "false_win" else hand.source
    source = None if by is None else table.wind(by)
    order = table.turn if by is None else table.after(by)
    fans = {player: hand.wins[player] for player in order if player in hand.wins}
    if hand.flowers_by is not None:
        fans[hand.flowers_by] = ruleset.worth("flower_win_eight") or 0
    if fans and hand.tiles.keys() >= fans.keys():
        told = {player: _told(hand, player, table, ruleset) for player in fans}
        fans = {player: each.fan for player, each in told.items()}
        seats = tuple(table.wind(player) for player in fans)
        if source is not None and len(seats) > 1:
            seats = settlement.winners(ruleset, source, seats, _orphans(told, table))
        moves = tuple(move for player, each in told.items() if table.wind(player) in seats for move in _read(each))
    else:
        claims = tuple((table.wind(player), fan) for player, fan in fans.items())
        settled = _settled(hand, claims, source, table, ruleset)
        seats, moves = settled.winners, _moves(settled)
    if hand.result in ("discard", "self_draw", "kong_replacement"):
        # A win worth nothing is a trade all the same: the ledger goes by who won from whom.
        due = {move[:2] for move in moves}
        payers = [source] if source is not None else [wind for wind in WINDS if wind not in seats]
        moves += tuple((p, w, 0, hand.result) for w in seats for p in payers if (p, w) not in due)
    winners = [player for player in fans if table.wind(player) in seats]
    return Verdict(seated(moves, table), tuple(winners), {player: fans[player] for player in winners})


def seated(moves: Iterable[tuple[Wind, Wind, Money, str]], table: Table) -> tuple[Move, ...]:
    """Payments between seats as payments between players."""
    return tuple(Move(table.at(payer), table.at(payee), amount, why) for payer, payee, amount, why in moves)


def side_moves(told: Settlement, table: Table) -> tuple[Move, ...]:
    """A settlement as payments between players."""
    return seated(_moves(told), table)


def _moves(told: Settlement) -> SeatMoves:
    return tuple((each.payer, each.payee, each.amount, each.why) for each in told.transfers)


def _told(hand: Hand, winner: str, table: Table, ruleset: Ruleset) -> Told:
    """What a winner's tiles are worth: what was told then counts, if the table is as it was."""
    told = hand.told.get(winner)
    if told is None or (told.seat, told.round, told.streak) != (table.wind(winner), table.round, table.streak):
        told = tell(reseated(hand.tiles[winner], table, winner), ruleset, winner)
    return told


def _read(told: Told) -> SeatMoves:
    return tuple((Wind(payer), Wind(payee), read_money(amount), why) for payer, payee, amount, why in told.moves)


def _orphans(told: Mapping[str, Told], table: Table) -> frozenset[Wind]:
    return frozenset([table.wind(player) for player, each in told.items() if "thirteen_orphans" in each.patterns])


def own_dealer_fan(ruleset: Ruleset, seat: Wind, streak: int) -> int:
    """The dealer fan that counts towards the minimum: the winner's own, not the payer's (C-10, T3)."""
    if seat is not Wind.EAST:
        return 0
    return settlement.dealer_fan(ruleset, Wind.SOUTH, seat, streak)


def _settled(hand: Hand, claims: Claims, source: Wind | None, table: Table, ruleset: Ruleset) -> Settlement:
    """What settlement says of a hand known by its fan; in a false win `source` is the offender."""
    streak = table.streak
    if hand.result == "false_win":
        assert source is not None
        return settlement.settle_false_win(ruleset, offender=source, streak=streak)
    winner, fan = claims[0]
    if hand.result == "heavenly_and_flowers":
        flowers_by, flowers = claims[1]
        return settlement.settle_heavenly_and_flowers(
            ruleset, dealer_fan=fan, flowers_by=flowers_by, flowers_fan=flowers, streak=streak
        )
    if source is None:
        return settlement.settle_self_draw(ruleset, winner=winner, fan=fan, streak=streak)
    if hand.result == "kong_replacement":
        return settlement.settle_kong_replacement(ruleset, winner=winner, feeder=source, fan=fan, streak=streak)
    orphans = _orphans(hand.told, table)
    return settlement.settle_claims(
        ruleset, discarder=source, claims=dict(claims), streak=streak, robbed=hand.robbed, orphans=orphans
    )
