"""From the result of a hand to who owes whom: players are mapped to seats, and settlement says the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sikwu import settlement
from sikwu.book.events import Hand, Told
from sikwu.book.money import Money, Move, read_money
from sikwu.book.table import Table
from sikwu.book.tiles import reseated, tell
from sikwu.rules.ruleset import Ruleset
from sikwu.settlement import Settlement
from sikwu.tiles import Wind

SeatMoves = tuple[tuple[Wind, Wind, Money, str], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a hand makes people owe."""

    moves: tuple[Move, ...]
    winners: tuple[str, ...] = ()
    """In turn after the discarder, or after the dealer where there is none."""
    fans: Mapping[str, int] = field(default_factory=dict)
    """The own fan of each winning hand."""


def judged(hand: Hand, table: Table, ruleset: Ruleset) -> Verdict:
    """Who owes whom after a hand; the hand has been checked."""
    streak = table.streak
    match hand.result:
        case "draw":
            return Verdict(())
        case "false_win":
            assert hand.by is not None
            return Verdict(seated(_false_win(ruleset, table.wind(hand.by), streak), table))
        case "heavenly_and_flowers":
            assert hand.flowers_by is not None
            (dealer, fan), flowers = next(iter(hand.wins.items())), ruleset.worth("flower_win_eight") or 0
            moves = _heavenly_and_flowers(ruleset, fan, table.wind(hand.flowers_by), flowers, streak)
            return Verdict(seated(moves, table), (dealer, hand.flowers_by), {dealer: fan, hand.flowers_by: flowers})
    order = table.after(hand.source) if hand.source else table.turn
    source = None if hand.source is None else table.wind(hand.source)
    if hand.tiles.keys() >= hand.wins.keys():
        told = {player: _told(hand, player, table, ruleset) for player in order if player in hand.wins}
        fans = {player: each.fan for player, each in told.items()}
        seats = tuple(table.wind(player) for player in told)
        if source is not None and len(told) > 1:
            seats = settlement.winners(ruleset, source, seats, _orphans(told, table))
        moves = tuple(move for player, each in told.items() if table.wind(player) in seats for move in _read(each))
    else:
        fans = {player: hand.wins[player] for player in order if player in hand.wins}
        claims = tuple((table.wind(player), fan) for player, fan in fans.items())
        orphans = _orphans(hand.told, table)
        seats, moves = _by_fan(ruleset, hand.result, claims, source, streak, hand.robbed, orphans)
    winners = tuple(player for player in fans if table.wind(player) in seats)
    # A win worth nothing is a trade all the same: the ledger goes by who won from whom.
    due = {move[:2] for move in moves}
    payers = [source] if source is not None else [wind for wind in Wind if wind not in seats]
    moves += tuple((p, w, 0, hand.result) for w in seats for p in payers if (p, w) not in due)
    return Verdict(seated(moves, table), winners, {player: fans[player] for player in winners})


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
    return frozenset(table.wind(player) for player, each in told.items() if "thirteen_orphans" in each.patterns)


def own_dealer_fan(ruleset: Ruleset, seat: Wind, streak: int) -> int:
    """The dealer fan that counts towards the minimum: the winner's own, not the payer's (C-10)."""
    return settlement.dealer_fan(ruleset, Wind.SOUTH, seat, streak) if seat is Wind.EAST else 0


# The same few results come again and again: a book of thousands of hands asks settlement only once for each.


@lru_cache(4096)
def _false_win(ruleset: Ruleset, offender: Wind, streak: int) -> SeatMoves:
    return _moves(settlement.settle_false_win(ruleset, offender=offender, streak=streak))


@lru_cache(256)
def _heavenly_and_flowers(ruleset: Ruleset, fan: int, by: Wind, flowers: int, streak: int) -> SeatMoves:
    told = settlement.settle_heavenly_and_flowers(
        ruleset, dealer_fan=fan, flowers_by=by, flowers_fan=flowers, streak=streak
    )
    return _moves(told)


@lru_cache(16384)
def _by_fan(
    ruleset: Ruleset,
    result: str,
    claims: tuple[tuple[Wind, int], ...],
    source: Wind | None,
    streak: int,
    robbed: bool,
    orphans: frozenset[Wind],
) -> tuple[tuple[Wind, ...], SeatMoves]:
    winner, fan = claims[0]
    if source is None:
        told = settlement.settle_self_draw(ruleset, winner=winner, fan=fan, streak=streak)
    elif result == "kong_replacement":
        told = settlement.settle_kong_replacement(ruleset, winner=winner, feeder=source, fan=fan, streak=streak)
    else:
        told = settlement.settle_claims(
            ruleset, discarder=source, claims=dict(claims), streak=streak, robbed=robbed, orphans=orphans
        )
    return told.winners, _moves(told)
