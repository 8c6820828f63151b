"""Any bytes: the kernel answers or refuses, and never reads beyond them."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

from reference.facts import related
from reference.judge import Judge
from reference.probes import bare
from sikwu import Win, _kernel, ruleset, score
from sikwu.reading import Shapes
from sikwu.reading import readings as readings_of
from sikwu.rules import language
from sikwu.rules.language import A, Relation, chow_with, twice, x
from sikwu.rules.pattern import Family, Pattern, PatternRow
from sikwu.rules.paying import PayOutcome
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError

ALL_SHAPES = int(sum(Shapes))


@pytest.mark.parametrize("name", ["hk-standard", "all-customs", "hk-taiwanese", "club16"])
def test_any_row_is_judged_or_refused(name: str) -> None:
    program = ruleset(name).lowered.program
    rng = random.Random(name)
    rows = [bytes(rng.choices(range(256), k=64)) for _ in range(2000)]
    # Closer to wins: few copies, known melds, and circumstances in range.
    for _ in range(4000):
        row = bytearray(rng.choices([0, 0, 0, 0, 1, 2, 3, 4], k=34) + [rng.randrange(40)] + [255] * 5 + [0] * 24)
        for i in range(rng.randrange(6)):
            row[35 + i] = rng.randrange(170)
        row[41:48] = bytes(rng.randrange(n) for n in (4, 4, 4, 3, 6, 5, 5))
        rows.append(bytes(row))
    batch = program.judge_many(np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 64), 2)
    for row, fan in zip(rows, batch[0], strict=True):
        single, _, ids = program.judge(row)
        told = program.judge_fully(row)
        assert single == told.fan == fan
        assert (single < 0) == (ids == () and not told.wins)


def test_wrong_sizes_are_refused() -> None:
    program = ruleset("hk-standard").lowered.program
    with pytest.raises(ValueError, match="64 bytes"):
        program.judge(b"short")
    with pytest.raises(ValueError, match="64 bytes wide"):
        program.judge_many(np.zeros((3, 63), np.uint8))
    with pytest.raises(ValueError, match="34 bytes"):
        _kernel.tiles_away(b"short", ALL_SHAPES)
    with pytest.raises(ValueError, match="four copies"):
        _kernel.tiles_away(bytes([5] + [0] * 33), ALL_SHAPES)
    with pytest.raises(ValueError, match="four copies"):
        _kernel.away_many(np.full((2, 34), 5, np.uint8), ALL_SHAPES)


def test_an_empty_batch_is_an_empty_answer() -> None:
    fan, capped, counted = ruleset("hk-standard").lowered.program.judge_many(np.zeros((0, 64), np.uint8))
    assert (fan.shape, capped.shape, counted.shape) == ((0,), (0,), (0, 2))


# --- relations and choices of made-up rules

PRICES = ruleset("hk-taiwanese").paying.table
OVERLAPPING = "123m 123m 123m 345m 456m E +E"
"""Five chows of one suit: those with a number in common are many."""


def made_up(patterns: list[Pattern], fan: int = 1) -> Ruleset:
    """Rules of sixteen tiles with these patterns and no others."""
    return bare(16, patterns, dict.fromkeys([p.id for p in patterns], fan))


def alternatives(count: int) -> Relation:
    """Chows with a number in common, two to five of them, by numbers counted from different places."""
    ways = [tuple([chow_with(A, x + step)] * many) for step in range(-4, 5) for many in range(1, 6)]
    return Relation(tuple(ways[:count]))


@pytest.mark.parametrize("ways", [1, 7, 20, 45])
@pytest.mark.parametrize("twofold", [False, True])
def test_instances_without_room_are_told_not_written(ways: int, twofold: bool) -> None:
    one = alternatives(ways)
    relation = twice(one) if twofold else one
    win = Win.parse(OVERLAPPING)
    row, groups = win.pack(), readings_of(win, sets=5)[0].groups
    too_many = max(len(related(one, groups)), len(related(relation, groups))) > 72
    for asked in (relation.exists, language.count(relation) >= 200, language.ALWAYS):
        rules = made_up([Pattern("p", when=asked, each=relation)])
        batch = rules.judge_many(np.frombuffer(row * 3, np.uint8).reshape(-1, 64), 2)
        amounts, came = PRICES.pay_many(rules.lowered.program, np.frombuffer(row, np.uint8).reshape(-1, 64))
        if too_many:
            assert set(batch.fan.tolist()) == set(batch.capped.tolist()) == {_kernel.TOO_MANY}
            assert (came.tolist(), amounts.any()) == ([PayOutcome.TOO_MANY], False)
            for call in (rules.judge, lambda row, rules=rules: score(row, rules)):
                with pytest.raises(RulesError) as caught:
                    call(row)
                assert caught.value.code == "rules.too_many_ways"
        else:
            best = Judge(rules).judge(win)
            assert best is not None
            assert {rules.judge(row)[0], score(row, rules).fan, *batch.fan.tolist()} == {best.fan}
    assert too_many == (ways > 7)


def test_a_choice_is_not_tried_without_end() -> None:
    """Rows of which no two with a number in common may stand together: an independent set of a large graph."""
    free, chance = Family("free", used_once=False), random.Random(7)
    names = [f"p{i}" for i in range(70)]
    patterns = []
    for i, name in enumerate(names):
        against = tuple(names[j] for j in range(i) if chance.random() < 0.05)
        patterns.append(Pattern(name, rows=(PatternRow(language.ALWAYS, family=free, absorbs=(*against, "last")),)))
    rules = made_up([*patterns, Pattern("last", when=language.ALWAYS)])
    row = Win.parse(OVERLAPPING).pack()
    with pytest.raises(RulesError) as caught:
        rules.judge(row)
    assert caught.value.code == "rules.too_many_ways"
    assert all(rules.id in caught.value.message(lang) for lang in ("yue", "zh", "en"))
    assert rules.judge_many(np.frombuffer(row, np.uint8).reshape(-1, 64)).fan.tolist() == [_kernel.TOO_MANY]
    few = made_up([*patterns[:12], Pattern("last", when=language.ALWAYS)])
    assert few.judge(row)[0] == score(row, few).fan > 3


def test_fan_of_a_batch_do_not_wrap() -> None:
    dear = [Pattern(name, when=language.ALWAYS) for name in ("a", "b", "c")]
    rules = made_up(dear, 30_000)
    row = Win.parse(OVERLAPPING).pack()
    assert rules.judge_many(np.frombuffer(row, np.uint8).reshape(-1, 64)).fan.tolist() == [90_000]
    assert rules.judge(row)[0] == score(row, rules).fan == 90_000
    counted = made_up([Pattern("sum", when=language.ALWAYS, each=language.face_sum)], 1_000)
    assert counted.judge(row)[0] == score(row, counted).fan == 1000 * (6 + 6 + 6 + 12 + 15)


@pytest.mark.parametrize("sets", [-1, 0, 3, 6, 10, 1 << 30])
def test_a_hand_has_four_sets_or_five(sets: int) -> None:
    with pytest.raises(ValueError, match="four sets or five"):
        _kernel.readings(Win.parse(OVERLAPPING).pack(), sets, ALL_SHAPES)


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": -1},
        {"first": 1 << 30},
        {"amounts": []},
        {"amounts": [-1]},
        {"amounts": [1 << 59]},
        {"step": -1},
        {"step": 1 << 59},
        {"step": 1 << 70},
    ],
    ids=str,
)
def test_a_line_of_prices_is_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        _kernel.PriceLine(**{"first": 0, "amounts": [1], "step": 1, "ends": False, **wrong})


@pytest.mark.parametrize("at", range(64))
def test_a_row_that_is_none_is_not_possible(at: int) -> None:
    row = bytearray(Win.parse("123m 456m 789m 123p 5s +5s").pack())
    for value in (200, 254):
        row[at] = value
        _kernel.possible(bytes(row), 13)
    with pytest.raises(ValueError, match="13 tiles or 16"):
        _kernel.possible(bytes(row), 14)


def test_a_program_that_was_never_made_is_refused() -> None:
    bare_one = _kernel.Program.__new__(_kernel.Program)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(TypeError):
            bare_one.judge(bytes(64))


def test_spellings_of_the_wrong_kind_are_refused_in_a_sentence() -> None:
    good: dict[str, Any] = {"numerals": {"1": 1}, "suits": {"m": (0, 1)}, "tiles": {"E": 27}, "pairs": {}}
    good |= {"separators": " ", "words": {"by": {"x": 1}}}
    _kernel.Grammar(**good)
    for name, odd, words in (
        ("numerals", {"1": "one"}, "whole number"),
        ("numerals", {"1": 1 << 70}, "whole number"),
        ("tiles", {"E": None}, "whole number"),
        ("suits", {"m": ("a",)}, "whole number"),
        ("words", {1: {}}, "name of what they mean"),
        ("words", {"by": None}, "dict of spellings"),
    ):
        with pytest.raises(TypeError, match=words):
            _kernel.Grammar(**{**good, name: odd})
