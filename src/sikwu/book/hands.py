"""From the result of a hand to who owes whom: maps players to seats and calls the settlement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from sikwu.book.events import Result, StoredWorth
from sikwu.book.tiles import reseated, tell
from sikwu.money.amount import exact, part
from sikwu.money.payment import Payment, Reason
from sikwu.money.settlement import (
    ClaimedWins,
    Ending,
    FalseWin,
    HeavenlyAndFlowers,
    KongReplacement,
    SelfDraw,
    settle,
    winners,
)
from sikwu.rules.duty import LiabilityShare, Occasion
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import ChipMoney, SeatPayment
from sikwu.seats import WINDS, Table
from sikwu.tiles import Wind

Claims = tuple[tuple[Wind, int], ...]


class HandDebts(NamedTuple):
    """The debts that a hand creates."""

    moves: tuple[Payment[str], ...]
    winners: tuple[str, ...] = ()
    """In turn after the discarder, or after the dealer if there is none."""
    fans: Mapping[str, int] = MappingProxyType({})
    """The own fan of each winning hand."""


class Judge:
    """Judges the results of one table by its ruleset, with a cache: the same few results occur again and again."""

    __slots__ = ("known", "ruleset", "terms")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.terms = ruleset.terms
        self.known: dict[object, Any] = {}
        """A cache of settlements."""

    def verdict(self, hand: Result, table: Table) -> HandDebts:
        """The debts after a hand that has been checked."""
        if hand.tiles:
            return _judged(hand, table, self.ruleset)
        # A long book calls the settlement only once for each distinct result.
        who = (hand.source, hand.by, hand.flowers_by, hand.robbed, hand.liable, hand.liable_share)
        question = (table.seats, table.dealer, table.streak, hand.result, tuple(hand.wins.items()), who)
        found: HandDebts | None = self.known.get(question)
        if found is None:
            found = self.known[question] = _judged(hand, table, self.ruleset)
        return found


def _judged(hand: Result, table: Table, ruleset: Ruleset) -> HandDebts:
    if hand.result == "draw":
        return HandDebts(())
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
            seats = winners(ruleset, source, seats, _orphans(told, table))
        moves = tuple(move for player, each in told.items() if table.wind(player) in seats for move in _read(each))
    else:
        claims = tuple((table.wind(player), fan) for player, fan in fans.items())
        settled = settle(_ending(hand, claims, source, table), ruleset, len(table.seats))
        seats, moves = settled.winners, settled.transfers
        if hand.liable is not None:
            if hand.liable_share == "rest" and source is not None:  # as if the winner had drawn the tile
                drawn = SelfDraw(*claims[0], table.streak)
                moves, source = settle(drawn, ruleset, len(table.seats)).transfers, None
            moves = answered(moves, table.wind(hand.liable), seats[0], source, ruleset, hand.liable_share)
    if hand.result in ("discard", "self_draw", "kong_replacement") and hand.liable is None:
        # A win worth nothing is still a trade: the ledger depends on who won from whom.
        due = {move[:2] for move in moves}
        payers = [source] if source is not None else [wind for wind in WINDS[: len(table.seats)] if wind not in seats]
        why = Reason(hand.result)
        moves += tuple(Payment(p, w, 0, why) for w in seats for p in payers if (p, w) not in due)
    won = [player for player in fans if table.wind(player) in seats]
    return HandDebts(seated(moves, table), tuple(won), {player: fans[player] for player in won})


def seated(moves: Iterable[SeatPayment], table: Table) -> tuple[Payment[str], ...]:
    """Converts payments between seats to payments between players."""
    return tuple(Payment(table.at(payer), table.at(payee), amount, why) for payer, payee, amount, why in moves)


def answered(
    moves: tuple[SeatPayment, ...],
    liable: Wind,
    winner: Wind,
    source: Wind | None,
    ruleset: Ruleset,
    named: str | None = None,
) -> tuple[SeatPayment, ...]:
    """What is owed if the table names a liable player (包): that player pays a self-draw in full.

    For a discard, the liable player pays what a liability rule would make them pay: half, in some houses everything;
    with chips for fan it is everything, because only one player pays there. `named`: the share that the table names.
    """
    why = Reason("liable.named", (("feeder", liable.text), ("winner", winner.text)))
    price = exact(sum(move.amount for move in moves))
    if not price:
        return ()
    if liable is source:
        return (Payment(liable, winner, price, why),)
    if named == "whole" and source is not None:
        return (Payment(liable, winner, price, why),)
    if source is None or (named is None and isinstance(ruleset.money, ChipMoney)):
        own = tuple(move for move in moves if move.payer is liable)
        rest = exact(price - sum(move.amount for move in own))
        return (*own, Payment(liable, winner, rest, why)) if rest else own
    if named is None and _whole_discards(ruleset):
        return (Payment(liable, winner, price, why),)
    discard = next(move for move in moves if move.payer is source)
    return discard._replace(amount=part(price, 2)), Payment(liable, winner, part(price, 2), why)


def _whole_discards(ruleset: Ruleset) -> bool:
    """Whether a liable player of the document pays all of a discard."""
    by_melds = ruleset.money.duties.on[Occasion.DISCARD].by_melds[-1]
    return any(each.lies.share is LiabilityShare.WHOLE and each.duty in ruleset.document.duties for each in by_melds)


def _told(hand: Result, winner: str, table: Table, ruleset: Ruleset) -> StoredWorth:
    """What a winner's tiles are worth: the recorded worth counts if the table is unchanged."""
    told = hand.told.get(winner)
    if told is None or (told.seat, told.round, told.streak) != (table.wind(winner), table.round, table.streak):
        told = tell(reseated(hand.tiles[winner], table, winner), ruleset, winner, len(table.seats))
    return told


def _read(told: StoredWorth) -> tuple[SeatPayment, ...]:
    """The payments as stored in the log, where a reason is only its code."""
    return tuple(
        Payment(Wind(payer), Wind(payee), exact(money), Reason(why)) for payer, payee, money, why in told.moves
    )


def _orphans(told: Mapping[str, StoredWorth], table: Table) -> frozenset[Wind]:
    return frozenset([table.wind(player) for player, each in told.items() if "thirteen_orphans" in each.patterns])


def own_dealer_fan(ruleset: Ruleset, seat: Wind, streak: int) -> int:
    """The dealer fan that counts towards the minimum: the winner's own, not the payer's (C-10, T3)."""
    return ruleset.money.dealer.of_winner(seat, streak)


def _ending(hand: Result, claims: Claims, source: Wind | None, table: Table) -> Ending:
    """The ending of a hand known by its fan; in a false win `source` is the offender."""
    streak = table.streak
    if hand.result == "false_win":
        assert source is not None
        return FalseWin(source)
    winner, fan = claims[0]
    if hand.result == "heavenly_and_flowers":
        return HeavenlyAndFlowers(fan, *claims[1], streak)
    if source is None:
        return SelfDraw(winner, fan, streak)
    if hand.result == "kong_replacement":
        return KongReplacement(winner, source, fan, streak)
    return ClaimedWins(source, dict(claims), streak, hand.robbed, _orphans(hand.told, table))
