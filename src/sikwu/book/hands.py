"""From the result of a hand to who owes whom: players are mapped to seats, and settlement says the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace as changed

from sikwu import settlement
from sikwu.book.events import Hand, Told
from sikwu.book.money import Money, money_text, read_money
from sikwu.book.problems import BookError, wrong
from sikwu.book.table import Table
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.settlement import Settlement
from sikwu.tiles import Wind
from sikwu.win import By, Replacement, Win


class Move(NamedTuple):
    """Money from one to another, and why; the pot is the account without a name."""

    payer: str
    payee: str
    amount: Money
    why: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a hand makes people owe."""

    moves: tuple[Move, ...]
    winners: tuple[str, ...] = ()
    """In turn after the discarder, or after the dealer where there is none."""
    fans: Mapping[str, int] | None = None
    """The own fan of each winning hand."""


def judged(hand: Hand, table: Table, ruleset: Ruleset) -> Verdict:
    """Who owes whom after a hand; the hand has been checked."""
    streak = table.streak
    match hand.result:
        case "draw":
            return Verdict(())
        case "false_win":
            assert hand.by is not None
            return Verdict(_seated(_false_win(ruleset, table.wind(hand.by), streak), table))
        case "heavenly_and_flowers":
            assert hand.flowers_by is not None
            (dealer, fan), flowers = next(iter(hand.wins.items())), ruleset.worth("flower_win_eight") or 0
            moves = _heavenly_and_flowers(ruleset, fan, table.wind(hand.flowers_by), flowers, streak)
            return Verdict(_seated(moves, table), (dealer, hand.flowers_by), {dealer: fan, hand.flowers_by: flowers})
    order = table.after(hand.source) if hand.source else table.turn
    if hand.tiles and len(hand.wins) == 1:
        return _by_tiles(hand, table, ruleset)
    fans = {player: hand.wins[player] for player in order if player in hand.wins}
    source = None if hand.source is None else table.wind(hand.source)
    claims = tuple((table.wind(player), fan) for player, fan in fans.items())
    seats, moves = _by_fan(ruleset, hand.result, claims, source, streak, hand.robbed, _orphans(hand, table))
    winners = tuple(player for player in order if table.wind(player) in seats)
    # A win worth nothing is a trade all the same: the ledger goes by who won from whom.
    due = {(move[0], move[1]) for move in moves}
    payers = [source] if source is not None else [wind for wind in Wind if wind not in seats]
    moves += tuple((p, w, 0, hand.result) for w in seats for p in payers if p != w and not due & {(p, w)})
    return Verdict(_seated(moves, table), winners, {player: fans[player] for player in winners})


SeatMoves = tuple[tuple[Wind, Wind, Money, str], ...]


def _seated(moves: Iterable[tuple[Wind, Wind, Money, str]], table: Table) -> tuple[Move, ...]:
    return tuple(Move(table.at(payer), table.at(payee), amount, why) for payer, payee, amount, why in moves)


def _moves(told: Settlement) -> SeatMoves:
    return tuple((each.payer, each.payee, each.amount, each.why) for each in told.transfers)


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
    if result == "self_draw":
        told = settlement.settle_self_draw(ruleset, winner=winner, fan=fan, streak=streak)
    elif result == "kong_replacement":
        assert source is not None
        told = settlement.settle_kong_replacement(ruleset, winner=winner, feeder=source, fan=fan, streak=streak)
    else:
        assert source is not None
        told = settlement.settle_claims(
            ruleset, discarder=source, claims=dict(claims), streak=streak, robbed=robbed, orphans=orphans
        )
    return told.winners, _moves(told)


def _by_tiles(hand: Hand, table: Table, ruleset: Ruleset) -> Verdict:
    """One winner whose tiles are known: what was told then counts, if the table is as it was."""
    winner = next(iter(hand.wins))
    told = hand.told.get(winner)
    if told is None or (told.seat, told.round, told.streak) != (table.wind(winner), table.round, table.streak):
        told = tell(reseated(hand.tiles[winner], table, winner), ruleset, winner)
    moves = [(Wind(payer), Wind(payee), read_money(amount), why) for payer, payee, amount, why in told.moves]
    return Verdict(_seated(moves, table), (winner,), {winner: told.fan})


def _orphans(hand: Hand, table: Table) -> frozenset[Wind]:
    return frozenset(
        table.wind(player) for player, told in hand.told.items() if "thirteen_orphans" in told.patterns
    )


# --- hands with tiles


def tell(win: Win, ruleset: Ruleset, winner: str) -> Told:
    """What a win is worth under the rules, and who pays."""
    found = score(win, ruleset)
    if not found.valid:
        raise wrong("book.below_minimum", player=winner, fan=found.fan, minimum=ruleset.minimum)
    return _told(found)


def _told(found: Score) -> Told:
    win = found.win
    moves = tuple((int(p), int(w), money_text(a), why) for p, w, a, why in _moves(settlement.settle(found)))
    return Told(int(win.seat), int(win.round), win.streak, found.fan, moves, dict(found.patterns))


def reseated(text: str, table: Table, winner: str) -> Win:
    """The win of a text as seen from where its winner sits now: an edited book may have moved the deal."""
    win = Win.parse(text)
    seat = table.wind(winner)
    turn = seat - win.seat

    def moved(wind: Wind | None) -> Wind | None:
        return None if wind is None else Wind((wind + turn) % 4)

    melds = tuple(replace(meld, feeder=moved(meld.feeder)) for meld in win.hand.melds)
    at = replace(win.at, kong_feeder=moved(win.at.kong_feeder), eighth_flower=moved(win.at.eighth_flower))
    hand = replace(win.hand, melds=melds)
    return replace(
        win, hand=hand, at=at, seat=seat, round=table.round, streak=table.streak, feeder=moved(win.feeder)
    )


def with_tiles(hand: Hand, table: Table, ruleset: Ruleset) -> Hand:
    """A hand whose winners' tiles are written out, completed: how it was won, from whom, and its fan.

    `tiles` may leave out the seat, and the feeder where `from` names him; what it says must agree with the table.
    """
    out = hand
    for winner, text in hand.tiles.items():
        win = _written(text, table, winner)
        if win.by is By.SELF_DRAW and out.source is not None and win.feeder is None:
            win = replace(win, by=By.DISCARD)
        if win.by in (By.DISCARD, By.ROB_KONG):
            source = out.source or (None if win.feeder is None else table.at(win.feeder))
            if source is None:
                raise wrong("book.no_source", result=win.by.text)
            if win.feeder not in (None, table.wind(source)):
                assert win.feeder is not None
                zh, en = f"由{win.feeder.zh}家打出", f"that the tile came from {win.feeder.text}"
                raise wrong("book.hand_text", player=winner, zh_what=zh, en_what=en)
            win = replace(win, feeder=table.wind(source))
            out = changed(out, result="discard", source=source, robbed=win.by is By.ROB_KONG)
        elif _kong_is_a_discard(win, ruleset):
            assert win.at.kong_feeder is not None
            out = changed(out, result="kong_replacement", source=table.at(win.at.kong_feeder))
        else:
            out = changed(out, result="self_draw", source=None)
        told = tell(win, ruleset, winner)
        out = changed(
            out,
            wins={**out.wins, winner: told.fan},
            tiles={**out.tiles, winner: win.text},
            told={**out.told, winner: told},
        )
    return out


def _kong_is_a_discard(win: Win, ruleset: Ruleset) -> bool:
    exposed = win.at.replacement is Replacement.KONG and win.at.kong_feeder is not None
    return exposed and ruleset.settings.get("win_on_replacement.exposed_is_self_draw", True) is False


def _written(text: str, table: Table, winner: str) -> Win:
    """The win of a text at this table; a seat, round or streak that it states must be the table's."""
    win = Win.parse(text)
    seat, words = table.wind(winner), text.replace("＝", "=").split()
    stated = {word.partition("=")[0] for word in words if "=" in word}
    facts: list[tuple[str, object, object, str, str]] = [
        ("seat", win.seat, seat, f"坐{win.seat.zh}", f"seat {win.seat.text}"),
        ("round", win.round, table.round, f"{win.round.zh}圈", f"round {win.round.text}"),
        ("streak", win.streak, table.streak, f"連莊 {win.streak}", f"streak {win.streak}"),
    ]
    for key, said, known, zh, en in facts:
        if key in stated and said != known:
            raise wrong("book.hand_text", player=winner, zh_what=zh, en_what=en)
    return replace(win, seat=seat, round=table.round, streak=table.streak)


def own_dealer_fan(ruleset: Ruleset, streak: int) -> int:
    """The dealer fan that a winning dealer counts towards the minimum (C-10)."""
    settings = ruleset.settings
    if settings.get("dealer.fan_scope", "none") == "none":
        return 0
    return 2 * streak + 1 if streak else int(settings.get("dealer.fan_at_zero", 1))  # type: ignore[arg-type]


__all__ = ["BookError", "Move", "Verdict", "judged", "own_dealer_fan", "reseated", "tell", "with_tiles"]
