"""Laws that hold under any rules: order, suits, options, batches, house patterns, hashes."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sikwu
from reference.agreement import disagreement
from reference.facts import Facts
from reference.judge import Judge, TooMany
from reference.probes import random_pattern
from reference.samples import many, random_options, random_value, random_win
from sikwu.hand import Hand, Meld
from sikwu.notation import format_tiles
from sikwu.reading import Shape
from sikwu.rules.language import NUM, SlotSpec, chows, count, pair, pung, related, tiles, triplet, x
from sikwu.rules.language import A as SUIT
from sikwu.rules.language import B as OTHER
from sikwu.rules.language import chow as a_chow
from sikwu.rules.pattern import Family, FlowerCount, Pattern, PatternRow, Stack, Text
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
from sikwu.tiles import Tile
from sikwu.win import By, Replacement, Win

COLOURS = ("all_green", "red_dot_in_green", "all_blue", "red_peacock")
names = st.sampled_from(sikwu.names())
chances = st.integers(0, 2**40).map(Random)


def examples(count: int) -> settings:
    """Settings for a number of examples, the same ones in every short run."""
    short = not os.environ.get("SIKWU_LONG")
    return settings(
        max_examples=many(count),
        derandomize=short,
        suppress_health_check=list(HealthCheck),
        database=None,
    )


def changed(name: str, chance: Random) -> Ruleset:
    """A ruleset with random options."""
    base = sikwu.ruleset(name)
    return base.with_options(random_options(chance, base))


def judged(win: Win, rules: Ruleset) -> tuple[object, ...]:
    """What the kernel says, without the order of the patterns."""
    fan, capped, ids = rules.judge(win.pack())
    return fan, capped, sorted(ids)


@examples(90)
@given(names, chances)
def test_the_order_of_tiles_and_melds_does_not_matter(name: str, chance: Random) -> None:
    rules = changed(name, chance)
    win = random_win(chance, rules.document.sets)
    concealed, melds = list(win.hand.concealed), list(win.hand.melds)
    chance.shuffle(concealed)
    if win.at.replacement is not Replacement.KONG:  # the order of the melds tells who fed the kong
        chance.shuffle(melds)
    shuffled = replace(win, hand=Hand(tuple(concealed), tuple(melds), win.hand.flowers[::-1]))
    assert judged(shuffled, rules) == judged(win, rules), win.text
    if win.tile is not None:
        words = win.text.split()
        tail = words[next(i for i, word in enumerate(words) if word.startswith("+")) :]
        parts = [format_tiles(concealed), *(m.text for m in melds), format_tiles(win.hand.flowers)]
        assert judged(Win.parse(" ".join((*parts, *tail))), rules) == judged(win, rules), win.text


@examples(90)
@given(names, chances, st.sampled_from(list(permutations(range(3)))))
def test_suits_may_change_places(name: str, chance: Random, order: tuple[int, ...]) -> None:
    rules = changed(name, chance)
    rules = rules.with_options({f"{c}.enabled": False for c in COLOURS if f"{c}.enabled" in rules.settings})
    win = random_win(chance, rules.document.sets)

    def moved(tile: Tile) -> Tile:
        return Tile(9 * order[tile // 9] + tile % 9) if tile.is_suited else tile

    hand = Hand(
        tuple(map(moved, win.hand.concealed)),
        tuple(Meld(m.kind, moved(m.tile), m.feeder) for m in win.hand.melds),
        win.hand.flowers,
    )
    at = replace(win.at, visible=tuple((moved(tile), copies) for tile, copies in win.at.visible))
    other = replace(win, hand=hand, tile=None if win.tile is None else moved(win.tile), at=at)
    assert judged(other, rules) == judged(win, rules), win.text


@examples(90)
@given(names, chances)
def test_no_options_break_the_judging(name: str, chance: Random) -> None:
    rules = changed(name, chance)
    for _ in range(5):
        win = random_win(chance, rules.document.sets)
        fan, capped, _ = rules.judge(win.pack())
        if fan < 0:
            assert win.by in (By.FLOWERS, By.ROB_KONG) or win.at.last_discard or not win.hand.melds
            continue
        told = score(win.pack(), rules)
        assert (told.fan, told.capped) == (fan, capped)
        assert sum(told.patterns.values()) == fan
        assert rules.cap is None or capped <= rules.cap
        assert told.label in (None, *(p.id for p in rules.patterns))


@examples(90)
@given(names, chances)
def test_the_best_reading_is_not_below_any_other(name: str, chance: Random) -> None:
    rules = changed(name, chance)
    win = random_win(chance, rules.document.sets)
    if rules.judge(win.pack())[0] < 0:
        return
    told = score(win.pack(), rules)
    for other in told.others:
        assert (other.capped, other.fan) <= (told.capped, told.fan), win.text


@examples(60)
@given(names, chances)
def test_a_batch_says_the_same_as_one_by_one(name: str, chance: Random) -> None:
    rules = changed(name, chance)
    wins = [random_win(chance, rules.document.sets).pack() for _ in range(12)]
    rows = np.frombuffer(b"".join(wins), np.uint8).reshape(-1, 64)
    for threads, many_rows in ((1, rows), (2, np.tile(rows, (400, 1)))):
        batch = rules.judge_many(many_rows, threads)
        for i, packed in enumerate(wins):
            fan, capped, ids = rules.judge(packed)
            for at in range(i, len(many_rows), 12 * 133):
                assert (batch.fan[at], batch.capped[at], batch.ids(at)) == (fan, capped, ids)
            if fan >= 0:
                told = score(packed, rules)
                assert (told.fan, told.capped) == (fan, capped)
                assert {c.pattern for c in told.counted} == set(ids)
                assert {p for p in ids if batch.has(p)[i]} == set(ids)


@examples(60)
@given(names, chances)
def test_checking_a_pattern_part_by_part_says_what_holds(name: str, chance: Random) -> None:
    rules = changed(name, chance)
    judge = Judge(rules)
    win = random_win(chance, rules.document.sets)
    if rules.judge(win.pack())[0] < 0:
        return
    told = score(win.pack(), rules)
    facts = Facts(win, rules.document.sets, judge.shapes)
    same = {(g.kind, g.tile, g.made) for g in told.reading.groups}
    reading = next(
        r
        for r in facts.readings
        if (r.shape, r.place) == (told.reading.shape, told.reading.place)
        and {(g.kind, g.tile, g.made) for g in r.groups} == same
    )
    for pattern in rules.patterns:
        holds = [
            judge.holds(judge.rows[row].when, facts, reading)
            for row in rules.lowered.rows
            if judge.rows[row].pattern == pattern.id
        ]
        assert [part.holds for part in told.check(pattern.id)] == holds, (win.text, pattern.id)


# --- patterns of the house


@examples(90)
@given(names, chances)
def test_a_pattern_of_the_house_is_judged_as_the_twin_judges_it(name: str, chance: Random) -> None:
    base = sikwu.ruleset(name)
    families = tuple(dict.fromkeys(r.family for p in base.patterns for r in p.rows if r.family is not None))
    rules = base
    for i in range(chance.randrange(1, 4)):
        rules = rules.with_pattern(
            random_pattern(chance, f"house_{i}", base.patterns, families), chance.randrange(1, 6)
        )
    judge = Judge(rules)
    for _ in range(6):
        with suppress(TooMany):
            assert disagreement(random_win(chance, rules.document.sets), rules, judge) == ""


@pytest.mark.parametrize(
    ("relation", "text", "holds"),
    [
        ((pung(SUIT, x), pair(OTHER, x + -1)), "1233445566m (2222p<N) +3m<N", False),
        ((pung(SUIT, x), pair(OTHER, x + 1)), "1233445566m (2222p<N) +3m<N", True),
        ((pung(SUIT, x), triplet(OTHER, x + 1)), "1m (456p<S) (999p+9p<S) (345s<S) (888m<S) +1m seat=W", False),
        ((pung(SUIT, x + 1), triplet(OTHER, x)), "1m (456p<S) (999p+9p<S) (345s<S) (888m<S) +1m seat=W", True),
    ],
)
def test_of_two_unlike_sets_it_is_known_which_is_the_higher(
    relation: tuple[SlotSpec, ...], text: str, holds: bool
) -> None:
    found = related(*relation)
    rules = sikwu.ruleset("hk-standard").with_pattern(
        Pattern("house", rows=(PatternRow(found.exists, "plain", found),)), 3
    )
    win = sikwu.Win.parse(text)
    assert ("house" in rules.judge(win.pack())[2]) is holds
    assert disagreement(win, rules, Judge(rules)) == ""


# --- hashes


@examples(50)
@given(names, chances)
def test_options_of_the_same_value_change_nothing(name: str, chance: Random) -> None:
    rules = changed(name, chance)
    same = rules.with_options(dict(rules.settings))
    assert same == rules
    assert same.hash == rules.hash
    assert same.settings == rules.settings
    assert same.diff(rules) == ()


@examples(50)
@given(names, chances)
def test_another_value_of_an_option_is_another_ruleset(name: str, chance: Random) -> None:
    rules = changed(name, chance)
    option = chance.choice(rules.options)
    value = random_value(chance, option.values, tuple(p.id for p in rules.patterns))
    other = rules.with_options({option.id: value})
    is_same = value == rules.settings[option.id] and type(value) is type(rules.settings[option.id])
    assert (other.hash == rules.hash) == is_same, (option.id, value)
    assert other.with_options({option.id: rules.settings[option.id]}) == rules


EIGHTS = PatternRow(tiles.of(NUM(8)) >= 6, each=count(related(a_chow(SUIT, x), a_chow(SUIT, x))))
BEHAVIOUR = {
    "when": replace(EIGHTS, when=tiles.of(NUM(8)) >= 7),
    "each": replace(EIGHTS, each=chows),
    "no each": replace(EIGHTS, each=None),
    "a relation": replace(EIGHTS, each=related(a_chow(SUIT, x), a_chow(SUIT, x))),
    "stack": replace(EIGHTS, each=related(a_chow(SUIT, x), a_chow(SUIT, x)), stack=Stack.ONCE),
    "flowers": replace(EIGHTS, each=FlowerCount.OTHER),
    "absorbs": replace(EIGHTS, absorbs=("all_chows",)),
    "absorbs shared": replace(EIGHTS, absorbs_shared=("all_chows",)),
    "alone": replace(EIGHTS, alone=True),
    "alone beside": replace(EIGHTS, alone=True, beside=("all_chows",)),
    "family": replace(EIGHTS, family=Family("eights")),
    "another family": replace(EIGHTS, family=Family("eights", used_once=False)),
    "mark": replace(EIGHTS, mark=True),
}


def test_whatever_changes_the_judging_changes_the_hash() -> None:
    base = sikwu.ruleset("hk-standard")
    plain = Pattern("eights", rows=(EIGHTS,), zh="發發發", en="Eights")
    seen = {"without": base.hash, "plain": base.with_pattern(plain, 2).hash, "fan": base.with_pattern(plain, 3).hash}
    seen["two rows"] = base.with_pattern(replace(plain, rows=(EIGHTS, replace(EIGHTS, name="more"))), 2).hash
    seen["opens"] = base.with_pattern(replace(plain, opens=(Shape.PAIRS,)), 2).hash
    for what, row in BEHAVIOUR.items():
        seen[what] = base.with_pattern(replace(plain, rows=(row,)), 2).hash
    twice = {what: code for what, code in seen.items() if list(seen.values()).count(code) > 1}
    assert not twice


def test_words_do_not_change_the_hash() -> None:
    base = sikwu.ruleset("hk-standard")
    one = Pattern("eights", rows=(EIGHTS,), zh="發發發", en="Eights")
    other = replace(
        one, zh="八八大發", en="Lucky eights", jyutping="baat3", aka=("發",), says=Text("八", "8"), source="us"
    )
    assert base.with_pattern(one, 2) == base.with_pattern(other, 2)
    assert replace(base, id="ours", name=Text("我哋", "Ours"), says=Text("", ""), source="") == base


@pytest.mark.parametrize("name", sikwu.names())
def test_a_hash_is_the_same_however_it_was_reached(name: str) -> None:
    rules = sikwu.ruleset(name)
    there = replace(rules, settings=rules.document.defaults)
    for option, value in reversed(list(rules.settings.items())):
        there = there.with_options({option: value})
    assert there.hash == rules.hash
