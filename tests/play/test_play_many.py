"""Native play compared with Python: settlement of whole deals, the player *quick* decision by decision, columns of many deals."""

from __future__ import annotations

import pickle
from collections import Counter
from copy import copy, deepcopy
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import UNSET

from reference.samples import many
from sikwu import ruleset
from sikwu._kernel import NativePlayer
from sikwu.play.actions import ACTIONS
from sikwu.play.deal import Deal
from sikwu.play.lines import DrawLine, Line
from sikwu.play.many import COLUMNS, NOT_PLAYED, USUAL, PlayedDeals, play_many, seen_many, walls_of
from sikwu.play.native import KINDS, native
from sikwu.play.problems import PlayError
from sikwu.play.view import View
from sikwu.players.chance import Chance
from sikwu.players.simple import QuickPlayer
from sikwu.players.simple import RandomPlayer as Random_
from sikwu.scoring import score
from sikwu.texts import RulesError
from sikwu.texts.problem import WrongType
from sikwu.tiles import Wind
from test_pay import house
from test_play_twin import RULESETS, eager, some_rules, some_wall

RANDOM, QUICK = native("random"), native("quick")


def same(one: PlayedDeals, two: PlayedDeals) -> bool:
    return all((getattr(one, name) == getattr(two, name)).all() for name in USUAL)


@pytest.mark.parametrize("name", RULESETS)
def test_a_deal_is_settled_by_the_kernel_as_by_python(name: str) -> None:
    """Random options of play and of prices; wins of all kinds, false wins, draws."""
    told: Counter[str] = Counter()
    for number in range(many(100)):
        chance = Random(f"settle {name} {number}")
        rules = house(chance, name)
        if number % 2:
            chosen = {"hand.min_fan": 0, "play.allow_false_wins": number % 4 == 1, "win.multiple_winners": "all_win"}
            rules = some_rules(name, chance).with_options(chosen)
        deal = Deal.start(some_wall(chance), rules, Wind(number % 4), number % 3)
        shapes = rules.lowered.shapes
        while (window := deal.window) is not None:
            for seat in window.waiting:
                deal.apply(seat, eager(window.legal[seat], deal.kernel.hand(seat), shapes, chance))
        changes, priced = deal.kernel.settle()
        try:
            expected = deal.finished.changes
        except RulesError:
            assert not priced
            continue
        if priced:
            unit = rules.paying.denominator
            assert [Fraction(change, unit) for change in changes] == [Fraction(expected[seat]) for seat in Wind]
        told[f"{deal.result} {len(deal.wins)}"] += 1
        told["priced"] += priced
    assert told["win 1"] > 20
    assert told["false_win 0"] > 0
    assert told["priced"] > 60


@pytest.mark.parametrize("name", RULESETS)
def test_several_winners_are_settled_by_the_kernel_as_by_python(name: str) -> None:
    """Deals of quick players in which more than one wins are looked for, and played again."""
    rules = ruleset(name).with_options({"win.multiple_winners": "all_win", "hand.min_fan": 0})
    played = play_many(2000, "quick", rules, 2, seed=6)
    several = [i for i in range(2000) if int(played.winners[i]).bit_count() > 1]
    assert len(several) > 9
    for i in several[:20]:
        deal = Deal.start(walls_of(6, 1, i)[0].tolist(), rules)
        while (window := deal.window) is not None:
            for seat in window.waiting:
                deal.apply(seat, deal.kernel.choose(QUICK, seat, 6, i, 0))
        assert len(deal.wins) == int(played.winners[i]).bit_count()
        expected = [Fraction(deal.finished.changes[seat]) for seat in Wind]
        assert [Fraction(int(change), played.denominator) for change in played.changes[i]] == expected


def test_a_dealer_beside_eight_flowers_is_settled_by_the_kernel_as_by_python() -> None:
    """天糊 beside eight flowers at the opening: the two do not pay each other."""
    flowers = list(range(34, 42))
    east = [0, 1, 2, 3, 4, 5, 9, 9, 9, 18, 18, 18, 27, 27, 27, 30]
    rest = Counter(dict.fromkeys(range(34), 4))
    rest.subtract(Counter([*east, 30]))
    others = [kind for kind, n in rest.items() for _ in range(n)]
    Random(3).shuffle(others)
    south = flowers + [others.pop() for _ in range(8)]
    hands = [east, south, [others.pop() for _ in range(16)], [others.pop() for _ in range(16)]]
    wall = [tile for packet in range(4) for hand in hands for tile in hand[4 * packet : 4 * packet + 4]] + [30] + others
    deal = Deal.start(wall, "club16", Wind.EAST, 1)
    while (window := deal.window) is not None:
        for seat in window.waiting:
            deal.apply(seat, next(action for action in (1, 2, 0) if action in window.legal[seat]))
    assert len(deal.wins) == 2
    unit = deal.ruleset.paying.denominator
    changes, priced = deal.kernel.settle()
    assert priced
    assert [Fraction(change, unit) for change in changes] == [Fraction(deal.finished.changes[seat]) for seat in Wind]


@pytest.mark.parametrize("name", RULESETS)
def test_quick_is_its_slow_twin(name: str) -> None:
    """Every decision of four quick players, and what they would do in the decisions of players who like kongs and claims.

    The same holds for the players that matches ask; random players draw the same random numbers.
    """
    told: Counter[int] = Counter()
    for number in range(many(12)):
        chance = Random(f"quick {name} {number}")
        rules = some_rules(name, chance) if number % 2 else ruleset(name)
        deal = Deal.start(some_wall(chance), rules)
        shapes = rules.lowered.shapes
        while (window := deal.window) is not None:
            for seat in window.waiting:
                chosen = deal.kernel.choose(QUICK, seat, 1, number, 0)
                view, legal, by_chance = (
                    View.of(deal, seat),
                    window.legal[seat],
                    Chance.of(1, number, seat, told.total()),
                )
                assert chosen == QuickPlayer().choose(view, legal)
                other = deal.kernel.choose(RANDOM, seat, 1, number, told.total())
                assert other == Random_().choose_with(view, legal, by_chance)
                told[chosen] += 1
                if number % 3 == 2:
                    chosen = eager(window.legal[seat], deal.kernel.hand(seat), shapes, chance)
                deal.apply(seat, chosen)
    kinds = {"pass": range(1), "win": range(1, 3), "discard": range(3, 37), "chow": range(72, 75), "pung": (75,)}
    for kind, actions in {**kinds, "kong": range(76, 145)}.items():
        assert sum(told[action] for action in actions) > 0, kind


def test_random_takes_wins_and_else_anything_alike() -> None:
    chance = Random("random")
    tried: Counter[bool] = Counter()
    wins = 0
    for number in range(many(30)):
        deal = Deal.start(some_wall(chance), ruleset("hk-standard").with_options({"hand.min_fan": 0}))
        step = 0
        while (window := deal.window) is not None:
            seat = window.waiting[0]
            legal = window.legal[seat]
            chosen = deal.kernel.choose(RANDOM, seat, 9, number, step)
            assert chosen in legal
            if 1 in legal:
                assert chosen == 1
                wins += 1
            elif len(legal) == 2:
                tried[chosen == legal[1]] += 1
            deal.apply(seat, eager(legal, deal.kernel.hand(seat), deal.ruleset.lowered.shapes, chance))
            step += 1
    assert wins > 5
    assert abs(tried[True] - tried[False]) < 4 * sum(tried.values()) ** 0.5
    with pytest.raises(ValueError, match="not asked"):
        Deal.start(some_wall(chance)).kernel.choose(RANDOM, 3, 1, 1, 0)


def from_the_front(line: Line) -> bool:
    return isinstance(line, DrawLine) and line.replaces is UNSET


@pytest.mark.parametrize("name", RULESETS)
def test_columns_are_what_deals_played_one_by_one_bring(name: str) -> None:
    """The same players, streams and walls, but through `Deal`; wins are scored by Python."""
    players, seed, first, count = ("quick", "random", "quick", "quick"), 11, 5, 12
    rules = ruleset(name)
    walls, rounds = walls_of(seed, count, first), np.arange(count, dtype=np.uint8) % 4
    played = play_many(walls, players, rules, seed=seed, first=first, rounds=rounds, streak=2)
    assert same(played, play_many(count, players, rules, 2, seed=seed, first=first, rounds=rounds, streak=2))
    assert (played.result != NOT_PLAYED).all()
    for i in range(count):
        deal = Deal.start(walls[i].tolist(), rules, Wind(int(rounds[i])), 2)
        asked: Counter[Wind] = Counter()
        draws = sum(map(from_the_front, deal.lines))
        while (window := deal.window) is not None:
            for seat in window.waiting:
                handle = native(players[seat])
                lines = deal.apply(seat, deal.kernel.choose(handle, seat, seed, first + i, asked[seat]))
                draws += sum(map(from_the_front, lines))
                asked[seat] += 1
        scores = [score(win, rules) for win in deal.wins]
        assert int(played.decisions[i]) == asked.total()
        assert int(played.draws[i]) == draws
        assert ("", "win", "draw", "false_win")[int(played.result[i])] == deal.result
        assert [Fraction(int(n), played.denominator) for n in played.changes[i]] == [
            Fraction(deal.finished.changes[seat]) for seat in Wind
        ]
        assert int(played.winners[i]) == sum(1 << scored.win.seat for scored in scores)
        if scores:
            win = scores[0].win
            assert (int(played.winner[i]), int(played.fan[i])) == (win.seat, scores[0].fan)
            assert int(played.feeder[i]) == (-1 if win.feeder is None else win.feeder)
        bits = int(played.patterns[i][0]) | int(played.patterns[i][1]) << 64
        named = {played.names[bit] for bit in range(128) if bits >> bit & 1}
        assert named == {pattern for scored in scores for pattern in scored.patterns}


@pytest.mark.parametrize("name", RULESETS)
def test_threads_and_splits_change_nothing(name: str) -> None:
    players, count = ("random", "quick", "random", "quick"), many(300)
    whole = play_many(count, players, name, seed=3)
    assert same(whole, play_many(count, players, name, 2, seed=3))
    half = count // 2
    parts = [play_many(half, players, name, seed=3), play_many(count - half, players, name, 2, seed=3, first=half)]
    for column in USUAL:
        both = np.concatenate([getattr(part, column) for part in parts])
        assert (both == getattr(whole, column)).all()
    assert not same(whole, play_many(count, players, name, seed=4))


@pytest.mark.parametrize("name", RULESETS)
def test_chosen_columns_are_those_of_all(name: str) -> None:
    """Each alone, none, and some in another order; a column that was not requested raises an error that names it."""
    whole = play_many(40, "quick", name, seed=5, columns=COLUMNS)
    assert whole.columns == COLUMNS
    for wanted in (*((column,) for column in COLUMNS), (), ("ready", "changes", "ready")):
        found = play_many(40, "quick", name, seed=5, columns=wanted)
        assert len(found) == 40
        assert set(found.columns) == set(wanted)
        for column in COLUMNS:
            if column in wanted:
                assert (getattr(found, column) == getattr(whole, column)).all()
                continue
            with pytest.raises(PlayError) as told:
                getattr(found, column)
            assert told.value.problems[0].code == "play.column_not_asked"
            assert column in str(told.value)
    assert play_many(1).columns == USUAL
    copied: PlayedDeals = pickle.loads(pickle.dumps(whole))
    assert same(copied, whole)
    assert len(copied) == 40


def test_every_column_is_told_of_where_people_look() -> None:
    assert tuple(PlayedDeals.__annotations__) == COLUMNS
    assert COLUMNS[:9] == USUAL
    for wrong, hint in (("changs", "changes"), ("zzz", "decisions"), ("", "decisions"), (None, "calm")):
        with pytest.raises(PlayError, match=hint) as told:
            play_many(1, columns=("fan", wrong))  # type: ignore[arg-type]
        assert told.value.problems[0].code == "play.column"
    for mistyped in ("fan", None, 3, {"fan"}):
        with pytest.raises(WrongType):
            play_many(1, columns=mistyped)  # type: ignore[arg-type]


def test_a_handle_plays_as_its_name() -> None:
    for kind in KINDS:
        handle = native(kind, "hk-standard")
        parts = (handle.plans is not None, handle.parameters is not None, handle.network is not None)
        planned, weighed = kind not in ("random", "quick"), kind not in ("random", "quick", "steady")
        assert (handle.kind, *parts) == (handle.kind, planned, weighed, False)
        assert handle.kind == ("careful" if weighed else kind), "a style is careful with other numbers"
        assert same(play_many(50, handle, seed=3), play_many(50, kind, seed=3))
        mixed = play_many(50, (handle, "random", kind, native("quick")), seed=3)
        assert same(mixed, play_many(50, (kind, "random", kind, "quick"), seed=3))
        again = NativePlayer(handle.kind, handle.plans, handle.parameters)
        for other in (pickle.loads(pickle.dumps(handle)), copy(handle), deepcopy(handle), again):
            assert other == handle
            assert hash(other) == hash(handle)
            assert repr(other) == f"NativePlayer('{handle.kind}')"
    assert native("quick") != native("random")
    assert len({native(kind, "hk-standard") for kind in KINDS * 2}) == len(KINDS) == 7
    assert native("careful", "hk-standard") != native("careful", "hk-taiwanese")
    careful = native("careful", "hk-standard")
    for part, given in (("plans", careful.plans), ("parameters", careful.parameters), ("network", b"1")):
        with pytest.raises(ValueError, match=f"quick decides by no {part}"):
            NativePlayer("quick", **{part: given})  # type: ignore[arg-type]
    for kind, has, lacks in (("steady", {}, "plans"), ("careful", {"plans": careful.plans}, "parameters")):
        with pytest.raises(ValueError, match=f"{kind} needs {lacks}"):
            NativePlayer(kind, **has)
    for wrong in ("thinker", "", "Quick"):
        with pytest.raises(ValueError, match="no native player"):
            NativePlayer(wrong)


def test_what_cannot_be_played_is_refused() -> None:
    walls = walls_of(1, 3)
    wrong = walls.copy()
    wrong[1, 0] = wrong[1, 1] = wrong[1, 2] = wrong[1, 3] = wrong[1, 4] = 7
    for bad in (wrong, walls[:, :100], -1, 1 << 40):
        with pytest.raises(PlayError) as told:
            play_many(bad)
        assert told.value.problems[0].code == "play.many"
    for rounds in (np.array([0, 1, 4], np.uint8), np.zeros(2, np.uint8)):
        with pytest.raises(PlayError):
            play_many(walls, rounds=rounds)
    with pytest.raises(PlayError, match="steady or careful"):
        play_many(walls, "thinker")
    with pytest.raises(PlayError, match="you named 3"):
        play_many(walls, ("quick",) * 3)
    odd: tuple[Any, ...] = (None, "two", -1, 1 << 70, 2.5, [[1, 2], [3]])
    for each in odd:
        for call in (play_many, partial(walls_of, 7), partial(walls_of, 7, 1)):
            with pytest.raises(PlayError) as refused:
                call(each)
            assert refused.value.problems[0].code == "play.many"
    deal = Deal.start(walls_of(1, 1)[0].tolist())
    mistyped = (
        lambda: play_many(1, None),  # type: ignore[arg-type]
        lambda: play_many(1, 7),  # type: ignore[arg-type]
        lambda: seen_many(None, [0]),  # type: ignore[arg-type]
        lambda: seen_many([deal, None], [0, 0]),  # type: ignore[list-item]
        lambda: seen_many([deal], [0, 1]),
        lambda: seen_many([deal], [4]),
        lambda: seen_many([deal], ["S"]),  # type: ignore[list-item]
    )
    for wrong in mistyped:
        with pytest.raises(WrongType):
            wrong()
    assert len(play_many(0)) == 0
    assert ACTIONS == 147
