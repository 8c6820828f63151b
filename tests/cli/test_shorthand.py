"""The short lines of a book session, as a table: the meaning of each line, and the errors."""

from __future__ import annotations

import pytest

from sikwu.book.events import (
    Close,
    Cut,
    Dice,
    Edit,
    Fine,
    Kong,
    Penalty,
    Redraw,
    Rename,
    Result,
    Reverse,
    Seats,
    Swap,
)
from sikwu.cli.books.shorthand import Ask, LineMeaning, Take, Write, read_line
from sikwu.seats import Table
from sikwu.texts import SikwuError

LATIN = Table(("Ann", "Bob", "Cat", "Dan"))
CHINESE = Table(("阿明", "阿珍", "阿強", "阿芳"), dealer=1)
TRICKY = Table(("Uma", "Xavier", "Rob", "Quin"))
B10 = {"Bob": 10}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("b 10 a", Write(Result("discard", B10, "Ann"))),
        ("B 10 A", Write(Result("discard", B10, "Ann"))),
        ("  bob   10番  < ann ", Write(Result("discard", B10, "Ann"))),
        ("b10a", Write(Result("discard", B10, "Ann"))),
        ("b10", Write(Result("self_draw", B10))),
        ("b 10", Write(Result("self_draw", B10))),
        ("b 10fan", Write(Result("self_draw", B10))),
        ("b 3 c 5 < a", Write(Result("discard", {"Bob": 3, "Cat": 5}, "Ann"))),
        ("b 3 c 5 a", Write(Result("discard", {"Bob": 3, "Cat": 5}, "Ann"))),
        ("b 10 a !c", Write(Result("discard", B10, "Ann", liable="Cat"))),
        ("b 10 ！c", Write(Result("self_draw", B10, liable="Cat"))),
        ("b 10 liable c", Write(Result("self_draw", B10, liable="Cat"))),
        ("b 10 a rob", Write(Result("discard", B10, "Ann", robbed=True))),
        ("b 10 a onkong", Write(Result("kong_replacement", B10, "Ann"))),
        ("b 10 a fine d fine c kong a", Write(Result("discard", B10, "Ann", fines=("Dan", "Cat"), kongs=("Ann",)))),
        ("b 10 dice 444", Write(Result("self_draw", B10, dice=(4, 4, 4)))),
        ("b 10 dice 1 2 3 dead d", Write(Result("self_draw", B10, dice=(1, 2, 3), dead=("Dan",)))),
        ("b 10 a # well played", Write(Result("discard", B10, "Ann", note="well played"))),
        ("=", Write(Result("draw"))),
        ("＝", Write(Result("draw"))),
        ("= fine a", Write(Result("draw", fines=("Ann",)))),
        ("x a", Write(Result("false_win", by="Ann"))),
        ("X A", Write(Result("false_win", by="Ann"))),
        ("u", Take(1)),
        ("u 3", Take(3)),
        ("undo 2", Take(2)),
        ("r", Take(1, True)),
        ("", Ask("look")),
        ("?", Ask("help")),
        ("？", Ask("help")),
        ("q", Ask("end")),
        ("log", Ask("log")),
        ("stats", Ask("stats")),
        ("settle", Ask("settle")),
        ("cut a b", Write(Cut("Ann", "Bob"))),
        ("fine a", Write(Fine("Ann"))),
        ("kong a", Write(Kong("Ann"))),
        ("dice 4-4-4", Write(Dice((4, 4, 4)))),
        ("pay a 2.5 b c", Write(Penalty("Ann", ("Bob", "Cat"), "2.5"))),
        ("swap d Eve Lee", Write(Swap("Dan", "Eve Lee"))),
        ("leave d", Write(Swap("Dan"))),
        ("join Eve", Write(Swap(joins="Eve"))),
        ("seats b a c d", Write(Seats(("Bob", "Ann", "Cat", "Dan")))),
        ("redraw b a c d", Write(Redraw(("Bob", "Ann", "Cat", "Dan")))),
        ("close", Write(Close())),
        ("rename Moon night", Write(Rename("Moon night"))),
        ("reverse 4", Write(Reverse(4))),
        ("edit 4 b 10 a", Write(Edit(4, Result("discard", B10, "Ann")))),
        ("edit 4 =", Write(Edit(4, Result("draw")))),
    ],
)
def test_what_a_line_means(line: str, meant: LineMeaning) -> None:
    assert read_line(line, LATIN) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("珍 10 明", Write(Result("discard", {"阿珍": 10}, "阿明"))),
        ("阿珍10阿明", Write(Result("discard", {"阿珍": 10}, "阿明"))),
        ("珍10番明", Write(Result("discard", {"阿珍": 10}, "阿明"))),
        ("珍 10 明 包 強", Write(Result("discard", {"阿珍": 10}, "阿明", liable="阿強"))),
        # Seats by wind, counted from the dealer: 阿珍 is East.
        ("南 10 東", Write(Result("discard", {"阿強": 10}, "阿珍"))),
        ("流局", Write(Result("draw"))),
        ("詐糊 明", Write(Result("false_win", by="阿明"))),
        ("珍 10 明 搶槓", Write(Result("discard", {"阿珍": 10}, "阿明", robbed=True))),
        ("換人 芳 阿儀", Write(Swap("阿芳", "阿儀"))),
        ("斬 明 珍", Write(Cut("阿明", "阿珍"))),
        ("還原 2", Take(2)),
        ("收工", Ask("end")),
        ("埋數", Write(Close())),
    ],
)
def test_the_same_in_chinese(line: str, meant: LineMeaning) -> None:
    assert read_line(line, CHINESE) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("u 3", Write(Result("self_draw", {"Uma": 3}))),  # a player goes before the short word
        ("undo 3", Take(3)),
        ("u", Take(1)),
        ("x 3 u", Write(Result("discard", {"Xavier": 3}, "Uma"))),
        ("x u", Write(Result("false_win", by="Uma"))),
        ("q 3 rob", Write(Result("discard", {"Quin": 3}, "Rob"))),
        ("q 3 u --rob", Write(Result("discard", {"Quin": 3}, "Uma", robbed=True))),
        ("q", Ask("end")),
    ],
)
def test_names_that_begin_like_commands(line: str, meant: LineMeaning) -> None:
    assert read_line(line, TRICKY) == meant


@pytest.mark.parametrize(
    ("line", "table", "code", "says"),
    [
        ("zed 3", LATIN, "book.unknown_player", '"zed"'),
        ("b 3 zed", LATIN, "book.unknown_player", '"zed"'),
        ("o 3", LATIN, "book.unknown_player", '"o"'),  # inside Bob, but no start
        ("阿 3", CHINESE, "book.ambiguous", "阿明 or 阿珍 or 阿強 or 阿芳"),
        ("珍 3 阿", CHINESE, "book.ambiguous", '"阿"'),
        ("b", LATIN, "book.no_fan", "Bob"),
        ("b x", LATIN, "book.no_fan", '"b x"'),
        ("b 3 b 5 a", LATIN, "book.twice", "Bob"),
        ("b 3 a d", LATIN, "book.line_rest", '"d"'),
        ("b 3 a onkong rubbish", LATIN, "book.line_rest", '"rubbish"'),
        ("b 3 onkong", LATIN, "book.line_rest", '"onkong"'),
        ("blah blah", LATIN, "book.line", '"blah blah"'),
        ("u x", LATIN, "book.line", '"u x"'),
        ("dice 7", LATIN, "book.dice_typed", '"7"'),
        ("b 3 dice 99", LATIN, "book.dice_typed", '"99"'),
        ("cut a", LATIN, "book.line", '"cut a"'),
        ("seats a b", LATIN, "book.seats_order", "Ann"),
        ("edit 4 close", LATIN, "book.line", '"edit 4 close"'),
        ("edit 4", LATIN, "book.line", '"edit 4"'),
        ("swap d", LATIN, "book.line", '"swap d"'),
        ("rename", LATIN, "book.line", '"rename"'),
        ("pay a", LATIN, "book.line", '"pay a"'),
        ("fine a b", LATIN, "book.line_rest", '"b"'),
        ("b 1000000 a", LATIN, "book.fan_range", "1000000"),
    ],
)
def test_what_a_line_cannot_mean(line: str, table: Table, code: str, says: str) -> None:
    with pytest.raises(SikwuError) as refused:
        read_line(line, table)
    assert refused.value.code == code
    assert says in str(refused.value)


def test_two_who_begin_alike_are_told_apart_by_more_or_all_of_the_name() -> None:
    table = Table(("Ann", "Anna", "Bob", "Cat"))
    assert read_line("ann 3 anna", table) == Write(Result("discard", {"Ann": 3}, "Anna"))
    with pytest.raises(SikwuError) as refused:
        read_line("an 3", table)
    assert "Ann or Anna" in str(refused.value)
