"""Small rules and wins that are easy to get wrong: the expected result is written down, and kernel and twin must give it."""

from __future__ import annotations

import pytest

import sikwu
from reference.agreement import disagreement, worth
from reference.judge import Judge
from reference.probes import bare
from sikwu.reading import Place, Shape
from sikwu.rules.changes import Raise
from sikwu.rules.language import (
    ALWAYS,
    NUM,
    SELF,
    WON,
    A,
    B,
    NumberVar,
    by,
    carried,
    chow,
    chow_with,
    chows,
    count,
    dealer,
    flower_sets,
    flowers,
    pair,
    place,
    pung,
    pungs,
    related,
    self_drawn,
    shape,
    streak,
    tiles,
    triplet,
    twice,
    two,
    x,
    y,
)
from sikwu.rules.pattern import Family, FlowerCount, Pattern, PatternRow, Stack
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
from sikwu.win import Win

ONCE, CHOICE = Family("sets used once"), Family("choice", used_once=False)
identical = related(chow(A, x), chow(A, x))
step = related(chow(A, x), chow(A, x + 1))
any_two = related(chow(A, x), chow(A, y))

CHOWS = "123m 123m 234m 345m 9p +9p"
STEPS = "123m 234m 345m 789m 9p +9p"


def rows(**patterns: tuple[int, PatternRow]) -> tuple[list[Pattern], dict[str, int]]:
    """Patterns of one row each, with their prices."""
    return [Pattern(id, rows=(row,)) for id, (_, row) in patterns.items()], {
        id: fan for id, (fan, _) in patterns.items()
    }


# What is asked, the rules, the win, and what counts.
CASES = {
    "sets of flowers count, whatever else there is": (
        rows(series=(2, PatternRow(flower_sets >= 1, each=FlowerCount.SETS))),
        f"{CHOWS} 12345678f",
        {"series": 4},
    ),
    "a tile is counted as often as it is held, though the condition only asks whether it is": (
        rows(eights=(1, PatternRow(tiles.of(NUM(8)) >= 1, each=tiles.of(NUM(8))))),
        "123m 888m 888p 789s 9p +9p",
        {"eights": 7},
    ),
    "a relation may be counted as a number": (
        rows(steps=(1, PatternRow(count(step) >= 1, each=count(step)))),
        CHOWS,
        {"steps": 3},
    ),
    "what is known of a reading may be counted": (
        rows(carried=(1, PatternRow(ALWAYS, each=carried))),
        "345m 345p 345s 456s 5m +5m",
        {"carried": 1},
    ),
    "a row outside every family cannot be waived, even if it drops what is dearer": (
        rows(dear=(5, PatternRow(ALWAYS)), cheap=(1, PatternRow(identical.exists, each=identical, stack=Stack.ONCE, absorbs=("dear",)))),
        CHOWS,
        {"cheap": 1},
    ),
    "a member of a family can be waived for what is dearer": (
        rows(dear=(5, PatternRow(ALWAYS)), cheap=(1, PatternRow(identical.exists, each=identical, family=ONCE, absorbs=("dear",)))),
        CHOWS,
        {"dear": 5},
    ),
    "a member of a family can be waived for dearer rows of the same sets": (
        rows(
            dear=(5, PatternRow(chows >= 1, each=chows)),
            cheap=(1, PatternRow(identical.exists, each=identical, family=CHOICE, absorbs_shared=("dear",))),
        ),
        CHOWS,
        {"dear": 20},
    ),
    "of equal choices the row declared first counts": (
        rows(plain=(2, PatternRow(ALWAYS)), related=(2, PatternRow(identical.exists, each=identical, family=ONCE, absorbs=("plain",)))),
        CHOWS,
        {"plain": 2},
    ),
    "fewer instances come before the declared order": (
        rows(
            pairs=(1, PatternRow(step.exists, each=step, family=ONCE)),
            four=(2, PatternRow(ALWAYS, each=related(*(chow(A, x + n) for n in range(4))), family=ONCE)),
        ),
        "123m 234m 345m 456m 9p +9p",
        {"four": 2},
    ),
    "sets used once serve one member": (
        rows(steps=(1, PatternRow(step.exists, each=step, family=ONCE)), same=(1, PatternRow(identical.exists, each=identical, family=ONCE))),
        CHOWS,
        {"steps": 1, "same": 1},
    ),
    "every instance counts where nothing says otherwise": (rows(steps=(1, PatternRow(ALWAYS, each=step))), CHOWS, {"steps": 3}),
    "as many instances as share no set": (
        rows(steps=(1, PatternRow(ALWAYS, each=step, stack=Stack.DISJOINT))),
        "123m 234m 345m 456m 9p +9p",
        {"steps": 2},
    ),
    "an absorbed row absorbs nothing": (
        rows(
            low=(1, PatternRow(ALWAYS)),
            middle=(2, PatternRow(ALWAYS, absorbs=("low",))),
            high=(4, PatternRow(self_drawn, absorbs=("middle",))),
        ),
        CHOWS,
        {"low": 1, "high": 4},
    ),
    "only what shares a set is dropped": (
        rows(each=(1, PatternRow(ALWAYS, each=chows)), same=(2, PatternRow(ALWAYS, each=identical, absorbs_shared=("each",)))),
        CHOWS,
        {"each": 2, "same": 2},
    ),
    "a row that stands alone spares those beside it": (
        rows(
            gone=(1, PatternRow(ALWAYS)), kept=(1, PatternRow(ALWAYS)), alone=(2, PatternRow(ALWAYS, alone=True, beside=("kept",)))
        ),
        CHOWS,
        {"kept": 1, "alone": 2},
    ),
    "of two rows that stand alone the first does": (
        rows(one=(1, PatternRow(ALWAYS, alone=True)), other=(2, PatternRow(ALWAYS, alone=True))),
        CHOWS,
        {"one": 1},
    ),
    "two instances of different tiles may begin with the same tile": (
        rows(both=(3, PatternRow(ALWAYS, each=twice(any_two, different=True), stack=Stack.ONCE))),
        "123m 123m 456m 789m 9p +9p",
        {"both": 3},
    ),
    "two instances of the same tiles are not different": (
        rows(both=(3, PatternRow(ALWAYS, each=twice(step, different=True), stack=Stack.ONCE))),
        "123m 123m 234m 234m 9p +9p",
        {},
    ),
    "two of a kind are found in sets as well as in pair hands": (
        rows(twos=(1, PatternRow(ALWAYS, each=related(two(A, x), two(A, x + 1))))),
        "111m 222m 456p 789s 3m +3m",
        {"twos": 2},
    ),
    "a number may be counted downwards": (
        rows(down=(1, PatternRow(ALWAYS, each=related(chow(A, x), chow(A, NumberVar(0, -1)))))),
        STEPS,
        {"down": 2},
    ),
    "different suits are different": (
        rows(suits=(1, PatternRow(ALWAYS, each=related(chow(A, x), chow(B, x))))),
        "123m 123m 123p 789s 9p +9p",
        {"suits": 2},
    ),
    "a kong is a pung but no triplet": (
        rows(pungs=(1, PatternRow(ALWAYS, each=related(pung(A, x), pung(A, x + 1)))), triplets=(1, PatternRow(ALWAYS, each=related(triplet(A, x), triplet(A, x + 1))))),
        "111m 333m 456p 9s [2222m] +9s",
        {"pungs": 2},
    ),
    "a chow may hold a number anywhere": (
        rows(through=(1, PatternRow(ALWAYS, each=related(*[chow_with(A, x)] * 4)))),
        "123m 234m 345m 234m 9p +9p",
        {"through": 1},
    ),
    "the discard may be put where it does no harm": (
        rows(closed=(1, PatternRow(ALWAYS, each=related(chow(A, 1), chow(A, 4), chow(A, 7), made=SELF)))),
        "12m 123456789m 99p +3m<S",
        {"closed": 1},
    ),
    "the discard may be put where it counts": (
        rows(won=(1, PatternRow(ALWAYS, each=related(chow(A, 1), made=WON)))),
        "12m 123456789m 99p +3m<S",
        {"won": 1},
    ),
    "pairs of seven pairs are related too": (
        rows(pairs=(1, PatternRow(shape == Shape.PAIRS, each=related(pair(A, x), pair(A, x + 1))))),
        "1122m 4455m 77p 99s E +E",
        {"pairs": 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_what_counts(what: str) -> None:
    (patterns, prices), text, expected = CASES[what]
    rules, win = bare(13, patterns, prices), Win.parse(text)
    assert win.problems() == ()
    best = Judge(rules).judge(win)
    assert best is not None
    assert worth(best) == expected
    assert score(win.pack(), rules).patterns == expected
    assert disagreement(win, rules) == ""


@pytest.mark.parametrize(
    ("name", "options", "text", "patterns"),
    [
        (
            "hk-taiwanese",
            {"flower_set.absorbs_flowers": False},
            "EE 中中 (SSS<W) (發發發<E) (222s<S) (789m<W) +E 1234f seat=N",
            {"flower_set": 10},
        ),
        # 清一色平糊 8 = 清一色三步高 6 + 2: 平糊 is declared first.
        (
            "hk-standard",
            {"full_flush.combo_table": "fixed_8_10", "full_flush.fan": 6, "three_step_chows.enabled": True},
            "123m 234m 345m 789m 9m +9m",
            {"full_flush": 7, "all_chows": 1},
        ),
    ],
)
def test_what_counts_in_the_documents(
    name: str, options: dict[str, object], text: str, patterns: dict[str, int]
) -> None:
    rules, win = sikwu.ruleset(name).with_options(options), Win.parse(text)
    assert win.problems(rules.document.size) == ()
    assert disagreement(win, rules) == ""
    assert patterns.items() <= score(win.pack(), rules).patterns.items()


def test_of_two_readings_the_one_nearer_the_ceiling_counts() -> None:
    patterns, prices = rows(as_chows=(5, PatternRow(chows >= 3)), as_pungs=(2, PatternRow(pungs >= 3)))
    win = Win.parse("222333444m 789p 9s +9s")
    for cap, limit_hands, fan, capped in ((None, (), 5, 5), (10, (), 5, 5), (4, (), 5, 4), (10, ("as_pungs",), 2, 10)):
        rules = bare(13, patterns, prices, cap, limit_hands=limit_hands)
        assert rules.judge(win.pack())[:2] == (fan, capped)
        assert disagreement(win, rules) == ""


@pytest.mark.parametrize(
    ("seat", "counting_dealer", "patterns"),
    [
        ("S", False, {"raised": 5}),
        ("S", True, {"raised": 5}),
        ("E", False, {"raised": 5, "seat": 7}),
        ("E", True, {"one": 1, "seat": 7}),
    ],
)
def test_a_small_total_is_raised(seat: str, counting_dealer: bool, patterns: dict[str, int]) -> None:
    some, prices = rows(
        one=(1, PatternRow(self_drawn)),
        two=(1, PatternRow(flowers >= 1)),
        seat=(1, PatternRow(dealer, each=streak, of_dealer=True)),
    )
    rules = bare(13, some, prices, raised=Raise("raised", 1, 5), counting_dealer=counting_dealer)
    seated = {"seat": 7} if seat == "E" else {}
    for text, expected in ((CHOWS, patterns), (f"{CHOWS} 1f", {"one": 1, "two": 1, **seated})):
        win = Win.parse(f"{text} seat={seat} streak=7")
        assert score(win.pack(), rules).patterns == expected
        assert disagreement(win, rules) == ""


def test_only_the_best_total_is_raised() -> None:
    """A reading of one fan is not raised where another counts two."""
    win = Win.parse("12345m 678p 345s 99s +3m")  # in 123 an edge wait, in 345 an open one
    for where, fan in ((Place.EDGE, 2), (Place.CLOSED, 5)):
        some, prices = rows(always=(1, PatternRow(ALWAYS)), there=(1, PatternRow(place == where)))
        rules = bare(13, some, prices, raised=Raise("raised", 1, 5))
        assert rules.judge(win.pack())[0] == fan
        assert disagreement(win, rules) == ""


def test_dealer_rows_stand_beside_what_stands_alone() -> None:
    some, prices = rows(
        gone=(1, PatternRow(ALWAYS)),
        alone=(2, PatternRow(ALWAYS, alone=True)),
        seat=(1, PatternRow(dealer, each=streak, of_dealer=True)),
    )
    win = Win.parse(f"{CHOWS} seat=E streak=3")
    assert score(win.pack(), bare(13, some, prices)).patterns == {"alone": 2, "seat": 3}
    assert disagreement(win, bare(13, some, prices)) == ""


def legality(rules: Ruleset, text: str) -> bool:
    """Whether it is a win."""
    return rules.judge(Win.parse(text).pack())[0] >= 0


def test_what_is_legal() -> None:
    assert legality(bare(13, (), {}, legal=ALWAYS), CHOWS)
    assert legality(bare(13, (), {}, legal=self_drawn | (flowers == 8)), CHOWS)
    assert not legality(bare(13, (), {}, legal=by == 0), CHOWS)
    assert not legality(bare(13, (), {}, legal=self_drawn & ~self_drawn), CHOWS)
