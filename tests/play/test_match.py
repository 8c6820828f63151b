"""Matches: money sums to zero, the books equal those of a real table, the dealer changes, and the match ends when it must."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from matches import objects, some_match
from reference.samples import many
from sikwu import ruleset
from sikwu.book.answer import books_told
from sikwu.book.book import Book
from sikwu.book.events import Close, Cut, Result
from sikwu.play.lines import Line
from sikwu.play.match import Match, seeded_walls
from sikwu.play.problems import PlayError
from sikwu.play.replay import steps
from sikwu.play.wall import Wall
from sikwu.players import Sitting, player
from sikwu.tiles import Wind
from sikwu.win import Win
from test_play_twin import RULESETS
from test_playthroughs import FILES, ids_of, match_of, wall_of
from test_playthroughs import played as scripted

SEATS = tuple(seat.text for seat in Wind)


def exact(amount: float | str) -> Fraction:
    return Fraction(str(amount))


def by_hand(start: dict[str, Any], deal: list[dict[str, Any]], sixteen: bool) -> Result:
    """What a person at the table would write down of a deal, from nothing but its lines."""
    names = dict(zip(SEATS, start["seats"], strict=True))
    wins = [line for line in deal if line["type"] == "hora"]
    robbed = {(line["target"], line["pai"]) for line in wins if line["case"]["by"] == "rob_kong"}
    kongs = [
        names[line["actor"]]
        for line in deal
        if line["type"] == "ankan" and (line["actor"], line["consumed"][0]) not in robbed
    ]
    more: dict[str, Any] = {"kongs": tuple(kongs) if sixteen else ()}
    if "dice" in start:
        more["dice"] = tuple(start["dice"])
    if not wins:
        end = deal[-1]["result"] if deal[-1]["type"] == "end_kyoku" else ""
        liar = next((names[line["actor"]] for line in deal if line["type"] == "false_win"), None)
        return Result(end, by=liar, **more)
    if len(wins) == 2 and wins[0]["case"]["by"] == "self_draw":
        fan = sum(fan for id, fan in wins[0]["answer"]["patterns"].items() if not id.startswith("dealer"))
        return Result("heavenly_and_flowers", {names["E"]: fan}, flowers_by=names[wins[1]["actor"]], **more)
    told = {names[line["actor"]]: Win.from_case(case_of(line)).text for line in wins}
    source = wins[0]["case"].get("from")
    return Result("self_draw" if source is None else "discard", source=names.get(source), tiles=told, **more)


def case_of(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line["case"].items() if key not in ("id", "kind", "ruleset", "options")}


def told_books(book: Book) -> dict[str, Any]:
    ledger = book.state.ledger
    offered = [pair for pair, _ in ledger.ordered(book.state.table.seated) if pair in ledger.offered]
    told = books_told(book.state, offered, book.ruleset.terms)
    return {"totals": told["cash"]} if "open" not in told and "cash" in told else told


@pytest.mark.parametrize("name", RULESETS)
def test_the_books_of_a_match_are_those_of_a_table_that_writes_down_the_same(name: str) -> None:
    cuts = 0
    for number in range(many(8)):
        match, lines, end = some_match(name, number)
        book = Book.new("by hand", match.players, match.rules)
        for group in map(objects, list(steps(lines))[1:-1]):
            deal = group[: [line["type"] for line in group].index("end_kyoku") + 1]
            book.record(by_hand(group[0], deal, name == "hk-taiwanese"))
            assert told_books(book) == deal[-1]["books"], (number, group[0]["deal"])
            for line in group:
                if line["type"] == "cut":
                    book.record(Cut(line["debtor"], line["creditor"]))
                    assert told_books(book) == line["books"]
                    cuts += 1
        book.record(Close())
        assert told_books(book) == lines[-1].to_dict()["books"]
        assert end.deals == len(book.hands())
    assert cuts > 0 or name != "hk-taiwanese"


@pytest.mark.parametrize("name", RULESETS)
def test_money_sums_to_zero(name: str) -> None:
    side = wins = 0
    for number in range(many(8)):
        match, typed, _ = some_match(name, number)
        lines = objects(typed)
        totals = dict.fromkeys(match.players, Fraction())
        seats: list[str] = []
        for line in lines:
            if line["type"] == "start_kyoku":
                seats = line["seats"]
            if line["type"] != "end_kyoku":
                continue
            for amounts in (line["payments"], line.get("side", dict.fromkeys(SEATS, 0))):
                assert sum(map(exact, amounts.values())) == 0
                for seat, amount in amounts.items():
                    totals[seats[SEATS.index(seat)]] += exact(amount)
            wins += len(line["winners"])
            side += "side" in line
            if "totals" in line["books"]:
                assert {who: exact(amount) for who, amount in line["books"]["totals"].items()} == totals
            if "chips" in line["books"] and match.rules.settings["bust.payment"] == "debt":
                start = match.rules.terms.chips.starting
                assert {who: exact(n) - start for who, n in line["books"]["chips"].items()} == totals
        last = lines[-1]["books"]
        held = last.get("totals") or last.get("cash") or last["chips"]
        start = match.rules.terms.chips.starting if "chips" in last else 0
        assert sum(map(exact, held.values())) == 4 * start
        ranked = [exact(held[who]) for who in lines[-1]["ranking"]]
        assert ranked == sorted(ranked, reverse=True)
    assert wins > 5
    assert side > 0 or name != "hk-taiwanese"


def played(name: str, seed: int, **options: object) -> list[dict[str, Any]]:
    match = Match.new(ruleset(name).with_options(options), table="whole")
    sitting = Sitting(match, [player("quick")] * 4, seed=seed)
    lines: list[Line] = [match.start_line()]
    while not sitting.match.over:
        lines += sitting.deal()
    return objects(lines)


@pytest.mark.parametrize("name", RULESETS)
def test_dealer_round_and_end(name: str) -> None:
    """The place of the dealer, the streak and the wind of every deal, computed again from the results alone."""
    lines = played(name, 4, **{"play.rounds": 2, "hand.min_fan": 0})
    on_draw = ruleset(name).settings["dealer.on_draw"]
    oya, honba, rounds = 0, 0, 0
    starts = [line for line in lines if line["type"] == "start_kyoku"]
    ends = [line for line in lines if line["type"] == "end_kyoku"]
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        told = (start["deal"], start["oya"], start["kyoku"], start["honba"], start["bakaze"])
        assert told == (number, oya, oya + 1, honba, SEATS[rounds])
        assert start["seats"] == [("Ann", "Ben", "Cat", "Dan")[(oya + step) % 4] for step in range(4)]
        if "E" in end["winners"] or (end["result"] == "draw" and on_draw == "stay_and_count"):
            honba += 1
        elif end["result"] != "draw" or on_draw == "pass":
            oya, honba, rounds = (oya + 1) % 4, 0, rounds + (oya == 3)
        over = {"over": "rounds"} if rounds == 2 else {"oya": oya, "honba": honba, "bakaze": SEATS[rounds % 4]}
        assert end["next"] == over or end["next"] == {"over": "bust"}
    assert "over" in ends[-1]["next"]
    assert len({start["honba"] for start in starts}) > 1
    assert [line["type"] for line in lines][-1] == "end_game"


def test_a_match_ends_when_players_have_no_chips() -> None:
    for options, count in (({}, 3), ({"bust.player_continues": False}, 1), ({"bust.end_when": 2}, 2)):
        rules = ruleset("club16").with_options({"chips.starting": 200, **options})
        match = Match.new(rules).started(held={"Ann": 5, "Ben": 3, "Cat": 2})
        sitting = Sitting(match, [player("quick")] * 4, seed=1)
        while not sitting.match.over:
            assert sum(chips <= 0 for chips in sitting.match.held.values()) < count, "it should have ended before"
            lines = objects(sitting.deal())
        end = next(line for line in lines if line["type"] == "end_kyoku")
        assert end["next"] == {"over": "bust"}
        assert sum(chips <= 0 for chips in end["books"]["chips"].values()) >= count
        assert all(chips >= 0 for chips in end["books"]["chips"].values())


def test_dice_are_paid_in_the_first_deal_of_a_round() -> None:
    for each, times in (("round", 1), ("hand", 2)):
        match = Match.new(ruleset("hk-taiwanese").with_options({"dice.payment_per": each}))
        paid = []
        for _ in range(2):
            wall = seeded_walls(1)(match)
            deal, start = match.deal(type(wall).given(wall.ids, dice=(2, 2, 2)))
            while (window := deal.window) is not None:
                deal.apply(window.waiting[0], deal.usual(window.waiting[0]))
            assert start.dice == (2, 2, 2)
            match, end = match.after(deal, type(wall).given(wall.ids, dice=(2, 2, 2)))
            paid.append(end.to_dict().get("side"))
        alike = {"E": 30, "S": -10, "W": -10, "N": -10}
        assert paid == ([alike, None] if times == 1 else [alike, alike])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_playthrough_pays_is_what_the_books_move(path: Path) -> None:
    told, recording = scripted(path)
    rules = recording.deal.ruleset
    if "ledger.enabled" in rules.settings:  # there it is written down, not paid
        return
    match = match_of(told, rules)
    after, line = match.after(recording.deal, Wall.given(ids_of(wall_of(told, rules))))
    before = match.held
    moved = {name: after.held[name] - before[name] for name in match.players}
    assert {name: getattr(line.payments, seat) for seat, name in zip(SEATS, match.seats, strict=True)} == moved


def test_the_same_seed_is_the_same_match() -> None:
    assert played("club16", 3) == played("club16", 3) != played("club16", 4)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("A", "B", "C"), "play.players"),
        (("A", "B", "C", "C"), "play.players"),
        (("A", "B", "C", "public"), "play.player_name"),
    ],
)
def test_bad_players(names: tuple[str, ...], code: str) -> None:
    with pytest.raises(PlayError) as error:
        Match.new("hk-standard", names)
    assert error.value.code == code


def test_a_streak_beside_random() -> None:
    """A match that starts in its middle continues from there."""
    match = Match.new("hk-taiwanese").started(2, 5, Wind.WEST, opening=False, held={"Ann": Fraction(1, 2)})
    assert (match.seats[0], match.streak, match.round, match.held["Ann"]) == ("Cat", 5, Wind.WEST, Fraction(1, 2))
    deal, start = match.deal(seeded_walls(Random(1).random())(match))
    assert (start.dealer, start.streak, start.round) == (2, 5, "W")
    assert deal.round is Wind.WEST
