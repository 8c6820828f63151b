"""The kernel's parser reads what Python reads, with the same result, and never accepts what Python refuses."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reference.mutants import SIGNS, WORDS, spelt, spoilt, spoilt_case
from reference.samples import many, random_win
from sikwu._kernel import possible
from sikwu.corpus import cases
from sikwu.hand import Hand, Meld, MeldKind
from sikwu.packed import packed, unpacked
from sikwu.texts import SikwuError
from sikwu.tiles import Tile, Wind
from sikwu.vocabulary.line import heard
from sikwu.win import By, Circumstances, FirstTurn, Ready, Replacement, RobbedKong, Win
from sikwu.written import row_of, row_of_case, row_of_text

SIZES = (13, 16)


def told(text: str) -> Win | None:
    """Python's result."""
    try:
        return Win._parsed(text)
    except SikwuError:
        return None


def row_told(win: Win | None, size: int) -> bytes | None:
    """The row that Python packs, if it finds no problem."""
    try:
        return None if win is None or (size and win.problems(size)) else packed(win)
    except SikwuError:
        return None


# --- all that is well written is read


@pytest.mark.parametrize("sets", [4, 5])
def test_wins_are_taken_from_text_case_and_value(sets: int) -> None:
    chance, size = Random(f"reader {sets}"), 3 * sets + 1
    for _ in range(many(300)):
        win = random_win(chance, sets)
        row = packed(win)
        assert row_of_text(win.text, size) == row, win.text
        assert row_of_case(win.to_case(), size) == row, win.to_case()
        assert row_of(win, size) == row, win
        assert win.pack() == row
        assert repr(Win.unpack(row)) == repr(unpacked(row)) == repr(win)
        written = spelt(chance, win)
        assert Win._parsed(written) == win, written
        assert repr(Win.parse(written)) == repr(win)
        assert row_of_text(written, size) == row, written


def test_the_corpus_is_taken() -> None:
    taken = 0
    for case in cases():
        if case.get("kind", "score") != "score" or "fan" not in case.get("expect", {}):
            continue
        size = 16 if case["ruleset"] in ("hk-taiwanese", "club16") else 13
        win = Win.from_case(case)
        if win.problems(size):
            continue  # of another document
        row = packed(win)
        assert row_of_case(case, size) == row, case
        assert row_of_text(win.text, size) == row, win.text
        taken += 1
    assert taken > 800


def test_a_case_may_hold_the_text() -> None:
    text = "123p 333s 567s 678m E +E seat=E round=S 1f 5f"
    assert row_of_case({"id": 1, "text": text}, 13) == packed(Win._parsed(text))
    assert row_of_case({"text": text, "seat": "E"}, 13) is None
    assert row_of_case({"text": text, "hand": ""}, 13) is None


# --- nothing is read that Python refuses, and nothing otherwise


def agree_on_text(text: str, size: int) -> bool:
    """Asserts that the reader says no, or what Python says; whether it said something."""
    row = row_of_text(text, size)
    if row is not None:
        assert row == row_told(told(text), size), text
    return row is not None


def test_spoilt_texts_are_not_read_otherwise() -> None:
    chance, taken = Random("spoilt"), 0
    count = 10_000_000 if os.environ.get("SIKWU_LONG") else 50_000
    texts = [spelt(chance, random_win(chance, 4 + i % 2)) for i in range(200)]
    for i in range(count):
        taken += agree_on_text(spoilt(chance, texts[i % len(texts)]), 13 + 3 * (i % 2) if i % 8 == 0 else 0)
    assert count // 20 < taken < count // 2  # spoilt, but not beyond reading


def test_spoilt_texts_that_python_takes_are_taken() -> None:
    """Except for unusual blanks and letters, which only Python accepts."""
    chance, rare = Random("taken"), set("\x1c\x85\xa0\u2003\u2028ſKéß")
    texts = [spelt(chance, random_win(chance)) for _ in range(50)]
    taken = 0
    for i in range(many(2000)):
        text = spoilt(chance, texts[i % len(texts)])
        win = told(text)
        if win is None or win.problems(13) or rare & set(text):
            continue
        taken += 1
        assert row_of_text(text, 13) is not None, text
    assert taken > 50


@given(st.lists(st.sampled_from((*SIGNS, *WORDS)), max_size=30), st.sampled_from((0, *SIZES)))
@example(["visible=5m:1", ",", "5m:1"], 0)
@example(["+", "5m", "<", "N", " ", "seat=N"], 0)
def test_signs_in_any_order(signs: list[str], size: int) -> None:
    for between in ("", " "):
        agree_on_text(between.join(signs), size)


@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    agree_on_text(text, 0)
    agree_on_text(f"123m {text} EE +E", 0)


def test_every_sign_alone_and_in_company() -> None:
    for code in (*range(0x3100), *range(0x4E00, 0xA000), *range(0xFE00, 0x10000), *range(0x1F000, 0x1F100), 0x10FFFF):
        sign = chr(code)
        for text in (sign, f"1{sign}", f"{sign}m"):
            if row_of_text(text, 0) is not None:
                agree_on_text(text, 0)
        # The kernel knows every sign of the notation.
        if told(sign) is not None and not sign.isspace() and not heard(sign).words:  # spoken words are read in Python
            assert row_of_text(sign, 0) is not None, sign


def test_long_and_crooked_texts() -> None:
    for text in (
        "1m " * 2000,
        " " * 4096,
        " " * 4097,
        "(" * 4096,
        "&" * 4096,
        "visible=" + "5m:1," * 800,
        "+" * 4096,
        "E" * 4096,
        "🀇" * 33,
        "1" * 4096,
    ):
        agree_on_text(text, 0)
    assert row_of_text(" " * 4096, 0) == packed(Win._parsed(" " * 4096))
    assert row_of_text(" " * 4097, 0) is None


def test_spoilt_cases_are_not_read_otherwise() -> None:
    chance, taken = Random("cases"), 0
    good = [random_win(chance, 4 + i % 2).to_case() for i in range(200)]
    for i in range(many(4000)):
        case = spoilt_case(chance, good[i % len(good)])
        size = chance.choice((0, 0, *SIZES))
        row = row_of_case(case, size)
        if row is None:
            continue
        taken += 1
        known = {key: value for key, value in case.items() if key in good[0] or key in ("streak", "win", "from", "at")}
        assert row == row_told(Win.from_case(known), size), case
    assert taken > 300


# --- wins of any values, and the checks


def members(kind: type[Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from(list(kind))


numbers = st.integers(0, 4) | st.integers(-2, 300)
winds, tiles = st.none() | members(Wind), members(Tile)
melds = st.builds(Meld, members(MeldKind), tiles, winds, st.booleans(), st.booleans())
circumstances = st.builds(
    Circumstances,
    members(Replacement),
    numbers,
    winds,
    st.booleans(),
    st.booleans(),
    members(RobbedKong),
    st.booleans(),
    st.booleans(),
    members(FirstTurn),
    members(Ready),
    st.booleans(),
    st.none() | numbers,
    st.lists(st.tuples(tiles, st.integers(-1, 17)), max_size=3).map(tuple),
    winds,
    numbers,
)
hands = st.builds(
    Hand,
    st.lists(tiles, max_size=14).map(tuple),
    st.lists(melds, max_size=6).map(tuple),
    st.lists(tiles, max_size=8).map(tuple),
)
wins = st.builds(
    Win, hands, st.none() | tiles, members(By), members(Wind), members(Wind), winds, numbers, circumstances
)


@given(wins, st.sampled_from((0, *SIZES)))
def test_any_win_is_packed_as_python_packs_it(win: Win, size: int) -> None:
    assert row_of(win, size) == row_told(win, size)


def changed(chance: Random, win: Win) -> Win:
    """The win with one or two things otherwise, possible or not."""
    kinds = {"replacement": Replacement, "robbed": RobbedKong, "first_turn": FirstTurn, "ready": Ready}
    for _ in range(chance.choice((1, 1, 2, 3))):
        at, hand = win.at, win.hand
        name = chance.choice(
            [*(f.name for f in fields(Circumstances)), "by", "seat", "feeder", "tile", "melds", "flowers", "tiles"]
        )
        if name in kinds:
            win = replace(win, at=replace(at, **{name: chance.choice(list(kinds[name]))}))
        elif name in ("kong_feeder", "eighth_flower"):
            win = replace(win, at=replace(at, **{name: chance.choice((None, *Wind))}))
        elif name == "visible":
            win = replace(win, at=replace(at, visible=((chance.choice(list(Tile)[:34]), chance.randrange(5)),)))
        elif isinstance(getattr(at, name, None), bool):
            win = replace(win, at=replace(at, **{name: not getattr(at, name)}))
        elif hasattr(at, name):
            win = replace(win, at=replace(at, **{name: chance.choice((0, 1, 2, 3, 4, 137))}))
        elif name == "by":
            win = replace(win, by=chance.choice(list(By)))
        elif name == "tile":
            win = replace(win, tile=chance.choice((None, *Tile)))
        elif name in ("seat", "feeder"):
            win = replace(win, **{name: chance.choice(list(Wind) if name == "seat" else (None, *Wind))})
        elif name == "melds" and hand.melds:
            i = chance.randrange(len(hand.melds))
            meld = replace(hand.melds[i], **chance.choice((
                {"feeder": chance.choice((None, *Wind))}, {"kind": chance.choice(list(MeldKind))}, {"same_turn": True}, {"tile": chance.choice(list(Tile)[:34])},
            )))  # fmt: skip
            win = replace(win, hand=replace(hand, melds=(*hand.melds[:i], meld, *hand.melds[i + 1 :])))
        elif name == "flowers":
            win = replace(win, hand=replace(hand, flowers=tuple(chance.sample(list(Tile)[34:], chance.randrange(9)))))
        elif name == "tiles":
            win = replace(
                win, hand=replace(hand, concealed=chance.choice(((), hand.concealed[1:], (*hand.concealed, Tile.M1))))
            )
    return win


@pytest.mark.parametrize("sets", [4, 5])
def test_the_kernel_checks_what_python_checks(sets: int) -> None:
    chance, size, found, fine = Random(f"checks {sets}"), 3 * sets + 1, set(), 0
    for _ in range(many(150)):
        good = random_win(chance, sets)
        for _ in range(20):
            win = changed(chance, good)
            problems = win.problems(size)
            found |= {each.code for each in problems}
            fine += not problems
            assert possible(packed(win), size) == (not problems), (win.text, problems)
            assert row_of(win, size) == (None if problems or win.at.left is not None else packed(win))
    assert len(found) > 35, found
    assert fine > 300


def _unpacked_or_wrong(way: Callable[[bytes], Win], row: bytes) -> object:
    try:
        return repr(way(row))
    except SikwuError as wrong:
        return wrong.problems


def test_rows_that_are_none_are_refused_alike() -> None:
    chance = Random("rows")
    rows = [packed(random_win(chance, 4 + i % 2)) for i in range(50)]
    taken = 0
    for i in range(many(4000)):
        row = bytearray(rows[i % len(rows)])
        for _ in range(chance.choice((1, 1, 2))):
            row[chance.randrange(64)] = chance.choice((chance.randrange(256), chance.randrange(6), 255, 0))
        ours, theirs = (_unpacked_or_wrong(way, bytes(row)) for way in (Win.unpack, unpacked))
        assert ours == theirs
        taken += isinstance(ours, str)
    assert many(4000) // 10 < taken < many(4000) * 9 // 10


class Other(Win):
    """Not the very type."""


def test_only_the_very_types_are_packed() -> None:
    win = Win.parse("123p 333s 567s 678m E +E seat=E round=S 1f 5f")
    values = (win.tile, win.by, win.seat, win.round, win.feeder, win.streak, win.at)
    assert row_of(win, 13) is not None
    assert row_of(Other(win.hand, *values), 13) is None
    assert row_of("E", 13) is None  # type: ignore[arg-type]
    for name, value in {
        "tile": 27, "by": 1, "seat": 0, "round": Tile.M1, "feeder": 0, "streak": True, "at": None, "hand": (), "by ": None,
    }.items():  # fmt: skip
        if name in Win.__slots__:
            assert row_of(replace(win, **{name: value}), 0) is None, name  # type: ignore[arg-type]
    for name, value in {"last_tile": 1, "kong_chain": 1.0, "discards": "3", "ready": 1, "winners": Wind.SOUTH}.items():
        assert row_of(replace(win, at=replace(win.at, **{name: value})), 0) is None, name  # type: ignore[arg-type]
