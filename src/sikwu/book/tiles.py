"""Hands recorded with the winner's tiles: parsed at the table, and scored from the winner's seat when recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec.structs import replace as changed

from sikwu.book.events import Result, StoredWorth
from sikwu.book.problems import BookError
from sikwu.money.amount import money_text
from sikwu.money.settlement import Settlement, settle, winners
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import MOST_FAN
from sikwu.scoring import Score, score
from sikwu.seats import Table
from sikwu.texts.message import say
from sikwu.tiles import Wind
from sikwu.win import By, Replacement, Win


def tell(win: Win, ruleset: Ruleset, winner: str, players: int = 4) -> StoredWorth:
    """The worth of a win under the rules, and its payments at a table of this many players."""
    found = score(win, ruleset)
    if not found.valid:
        raise BookError.of("book.below_minimum", player=winner, fan=found.toward_minimum, minimum=ruleset.minimum)
    return _worth(found, settle(found, players=players))


def _worth(found: Score, paid: Settlement) -> StoredWorth:
    win = found.win
    moves = tuple(
        (int(each.payer), int(each.payee), money_text(each.amount), each.reason.code) for each in paid.transfers
    )
    return StoredWorth(int(win.seat), int(win.round), win.streak, found.own_fan, moves, dict(found.patterns))


def of_scores(scores: Mapping[str, Score], table: Table, paid: Mapping[str, Settlement]) -> Result:
    """The book's hand for wins that a deal has scored and settled, by winner in the order listed; equal to parsing
    their texts.
    """
    first = next(iter(scores.values()))
    win, ruleset = first.win, first.ruleset
    fans = {winner: each.own_fan for winner, each in scores.items()}
    if len(scores) > 1 and win.by is By.SELF_DRAW:  # the dealer's heavenly hand beside another's eight flowers
        heavenly, flowers = scores
        return Result("heavenly_and_flowers", {heavenly: fans[heavenly]}, flowers_by=flowers)
    # A win states the streak only if it counts. The table's streak applies anyway, so nothing is scored again.
    told = {winner: changed(_worth(each, paid[winner]), streak=table.streak) for winner, each in scores.items()}
    hand = Result("self_draw", fans, tiles={winner: each.win.text for winner, each in scores.items()}, told=told)
    if win.by in (By.DISCARD, By.ROB_KONG):
        assert win.feeder is not None
        return changed(hand, result="discard", source=table.at(win.feeder), robbed=win.by is By.ROB_KONG)
    if _kong_is_a_discard(win, ruleset):
        assert win.kong_feeder is not None
        return changed(hand, result="kong_replacement", source=table.at(win.kong_feeder))
    return hand


def reseated(text: str, table: Table, winner: str) -> Win:
    """A win scored from the seat where its winner sits now: an edited book may have moved the deal."""
    win = Win.parse(text)
    seat = table.wind(winner)
    turn = seat - win.seat

    def moved(wind: Wind | None) -> Wind | None:
        return None if wind is None else Wind((wind + turn) % len(table.seats))

    melds = tuple(replace(meld, feeder=moved(meld.feeder)) for meld in win.hand.melds)
    at = replace(win.at, kong_feeder=moved(win.at.kong_feeder), eighth_flower=moved(win.at.eighth_flower))
    hand = replace(win.hand, melds=melds)
    return replace(win, hand=hand, at=at, seat=seat, round=table.round, streak=table.streak, feeder=moved(win.feeder))


def with_tiles(hand: Result, table: Table, ruleset: Ruleset) -> Result:
    """Completes a hand that gives the winners' tiles: how it was won, from whom, and its fan.

    `tiles` may leave out the seat, and the discarder if `from` names that player; everything it states must agree
    with the table.
    """
    wins = {winner: _written(text, table, winner) for winner, text in hand.tiles.items()}
    out = hand
    for winner, win in wins.items():
        if win.by is By.SELF_DRAW and out.source is not None and win.feeder is None:
            win = replace(win, by=By.DISCARD)
        if win.by in (By.DISCARD, By.ROB_KONG):
            source = out.source or (None if win.feeder is None else table.at(win.feeder))
            if source is None:
                raise BookError.of("book.no_source", result=win.by.text)
            if source == winner:
                raise BookError.of("book.win_from_self", player=winner)
            if win.feeder not in (None, table.wind(source)):
                raise BookError.of("book.hand_text", player=winner, what=say("written.feeder", value=win.feeder))
            win = replace(win, feeder=table.wind(source))
            out = changed(out, result="discard", source=source, robbed=win.by is By.ROB_KONG)
        elif _kong_is_a_discard(win, ruleset):
            assert win.kong_feeder is not None
            out = changed(out, result="kong_replacement", source=table.at(win.kong_feeder))
        else:
            out = changed(out, result="self_draw", source=None)
        wins[winner] = win
    count = _shared(out, wins, table, ruleset)
    told = {}
    for winner, win in wins.items():
        wins[winner] = replace(win, at=replace(win.at, winners=count))
        told[winner] = tell(wins[winner], ruleset, winner, len(table.seats))
        if told[winner].fan > MOST_FAN:  # an entry holds no more fan
            raise BookError.of("book.fan_range", player=winner, fan=told[winner].fan, most=MOST_FAN)
    fans = {winner: each.fan for winner, each in told.items()}
    return changed(out, wins={**hand.wins, **fans}, tiles={winner: win.text for winner, win in wins.items()}, told=told)


def _shared(hand: Result, wins: dict[str, Win], table: Table, ruleset: Ruleset) -> int:
    """How many players win on the tile; if some gave only their fan, the settlement adds the extra of a shared win."""
    if hand.source is None or len(wins) < 2 or not hand.wins.keys() <= wins.keys():
        return 1
    return len(winners(ruleset, table.wind(hand.source), [win.seat for win in wins.values()]))


def _kong_is_a_discard(win: Win, ruleset: Ruleset) -> bool:
    """Whether a win on the replacement tile of another player's konged discard counts as a discard (doc004; elsewhere
    a house option).
    """
    if win.at.replacement is not Replacement.KONG or win.kong_feeder is None:
        return False
    return ruleset.money.duties.kong_feeder_alone


def _written(text: str, table: Table, winner: str) -> Win:
    """The win of a text at this table; a seat, round or streak that it states must be the table's."""
    win = Win.parse(text)
    seat = table.wind(winner)
    stated = {word.partition("=")[0] for word in text.replace("＝", "=").split() if "=" in word}
    facts: list[tuple[str, object, object]] = [
        ("seat", win.seat, seat),
        ("round", win.round, table.round),
        ("streak", win.streak, table.streak),
    ]
    for key, value, known in facts:
        if key in stated and value != known:
            raise BookError.of("book.hand_text", player=winner, what=say(f"written.{key}", value=value))
    return replace(win, seat=seat, round=table.round, streak=table.streak)
