"""Short methods of a book, liability by fan, renaming, several undos at once, head bump, local times."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import pytest

from sikwu import ruleset
from sikwu.book import Book, BookError, Store
from sikwu.book.clock import local
from sikwu.book.events import Close, Rename, Result, Swap, Undo
from sikwu.book.exchange import read_book, to_csv, to_jsonl
from sikwu.book.quick import won
from sikwu.book.stats import stats
from sikwu.book.verifying import verify
from sikwu.book.words import step_words
from sikwu.money.words import reason_name, reason_text

PLAYERS = ("A", "B", "C", "D")


def opened(rules: str = "hk-standard", **options: object) -> Book:
    return Book.new("Friday", PLAYERS, ruleset(rules).with_options(options) if options else ruleset(rules))


def change(book: Book) -> dict[str, object]:
    return {player: amount for player, amount in book.steps[-1].outcome.change().items() if amount}


def test_hands_in_one_call_are_the_events_that_were_always_written() -> None:
    book = opened()
    book.win("B", 3, from_="A")
    book.win("B", 5)
    book.draw()
    book.false_win("A")
    book.win({"B": 3, "D": 5}, from_="A", note="close")
    assert [entry.event for entry in book.entries[1:]] == [
        Result("discard", {"B": 3}, "A"),
        Result("self_draw", {"B": 5}),
        Result("draw"),
        Result("false_win", by="A"),
        Result("discard", {"B": 3, "D": 5}, "A", note="close"),
    ]
    assert won("B", 8, from_="A", on_kong=True).result == "kong_replacement"


@pytest.mark.parametrize("wrong", [("B", "3"), (3, "B"), ("B", None), ("B", 3.5), ({"B": "x"},)])
def test_wrong_types_are_our_errors(wrong: tuple[object, ...]) -> None:
    book = opened()
    with pytest.raises(BookError):
        book.win(*wrong, from_="A")  # type: ignore[arg-type]
    assert len(book.entries) == 1


# --- 包 by fan


def test_who_is_liable_bears_the_self_draw() -> None:
    book = opened()
    book.win("B", 3, liable="C")
    assert change(book) == {"B": 12, "C": -12}
    book.win("B", 3)
    assert change(book) == {"B": 12, "A": -4, "C": -4, "D": -4}


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({}, {"B": 8, "A": -4, "C": -4}),
        ({"score.gun": "half"}, {"B": 8, "A": -4, "C": -4}),
        ({"score.gun": "half", "liability.half_gun_nine_tiles": "feeder_all"}, {"B": 8, "C": -8}),
    ],
)
def test_who_is_liable_bears_of_a_discard_what_a_duty_would_lay_on_him(
    options: dict[str, object], paid: dict[str, int]
) -> None:
    book = opened(**options)
    book.win("B", 3, from_="A", liable="C")
    assert change(book) == paid
    book.undo()
    book.win("B", 3, from_="A", liable="A")  # who discarded it himself
    assert change(book)["A"] == -8


def test_liable_with_chips_pays_what_all_would_have_paid_and_opens_one_pull() -> None:
    book = opened("hk-taiwanese")
    book.win("B", 10, liable="C")
    # A is dealer: A's share includes the dealer's fan, and C pays it.
    assert {(pair.debtor, pair.creditor): pull.amount for pair, pull in book.state.ledger.pulls.items()} == {
        ("C", "B"): 31
    }
    book.win("B", 10, from_="A", liable="D")
    assert {pair.debtor for pair in book.state.ledger.pulls} == {"C", "D"}


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ({"winner": "B", "fan": 3, "liable": "B"}, "book.liable_self"),
        ({"winner": {"B": 3, "C": 3}, "from_": "A", "liable": "D"}, "book.liable_one"),
        ({"winner": "B", "fan": 3, "from_": "A", "robbed": True, "liable": "D"}, "book.extra"),
        ({"winner": "B", "fan": 3, "liable": "Z"}, "book.unknown_player"),
    ],
)
def test_who_cannot_be_liable(call: dict[str, object], code: str) -> None:
    book = opened()
    with pytest.raises(BookError) as refused:
        book.win(**call)  # type: ignore[arg-type]
    assert refused.value.code == code
    with pytest.raises(BookError) as refused:
        book.record(Result("self_draw", {}, tiles={"B": "123678m 中中中 發發發 白 +白 1f"}, liable="C"))
    assert refused.value.code == "book.liable_tiles"


def test_the_reason_names_who_answers_for_whom() -> None:
    book = opened()
    book.win("B", 3, liable="C")
    last = book.steps[-1].outcome.moves[-1]
    assert reason_text(last.reason).en == "W is liable for S's win."
    assert reason_name(last.reason.code).yue == "包"


def test_who_came_too_late_is_told_in_the_entry() -> None:
    book = opened()
    book.win({"B": 3, "D": 5}, from_="A")
    step = book.steps[-1]
    assert step.beaten == ("D",)
    assert step_words(step.shown, False, step.beaten).yue == "B 3 番、D 5 番，A 出銃（截糊，唔計：D）"


# --- another name


def test_a_book_may_be_renamed_and_found_by_its_new_name(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db") as store:
        book = store.create("Friday", PLAYERS, ruleset("hk-standard"))
        store.append(book, Rename(" Moon night "))
        assert book.name == store.open("Moon night").name == store.list()[0].name == "Moon night"
        with pytest.raises(BookError):
            store.open("Friday")
        assert verify(store, "Moon night").entries == 2
        store.append(book, Close())
        store.append(book, Rename("After"))  # a closed book too, and it stays closed
        assert store.open("After").state.closed
        store.append(book, book.undoings(3))
        assert (store.open("Friday").name, store.open("Friday").state.closed) == ("Friday", False)
        store.append(book, Rename("Kept"))
        for text in (to_jsonl(book), to_csv(book)):
            assert read_book(text.encode()).name == "Kept"
        with pytest.raises(BookError) as refused:
            store.append(book, Rename("A\u202eB"))
        assert refused.value.code == "text.control"


def test_a_long_book_keeps_its_new_name_past_a_snapshot(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db") as store:
        book = store.create("Friday", PLAYERS, ruleset("hk-standard"))
        store.append(book, Rename("Long"))
        for _ in range(9):
            store.append(book, [Result("draw")] * 60)
        assert store.snapshot(book.id) is not None
        assert store.open("Long").name == "Long"
        assert verify(store, "Long").name == "Long"


# --- several at once


def test_the_last_so_many_are_undone_together(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db") as store:
        book = store.create("Friday", PLAYERS, ruleset("hk-standard"))
        for fan in (3, 4, 5):
            store.append(book, won("B", fan))
        assert book.undoings(2) == [Undo(4), Undo(3)]
        store.append(book, book.undoings(2))
        assert store.open("Friday").state.hands == 1
        store.append(book, book.redoings(2))
        assert book.state.hands == 3
        for count in (0, 4, -1):
            with pytest.raises(BookError) as refused:
                book.undoings(count)
            assert refused.value.code == "book.undo_count"


# --- who came later


def test_a_latecomer_runs_from_the_hand_he_joined() -> None:
    book = opened()
    book.win("B", 3)
    book.win("B", 3)
    book.record(Swap("D", "E"))
    book.win("E", 3)
    found = stats(book)
    assert (found["E"].joined, found["E"].running) == (3, [12])
    assert (found["A"].joined, len(found["A"].running)) == (1, 3)


def test_times_are_those_of_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        for zone, told in (("HKT-8", "2024-01-06 04:00"), ("UTC0", "2024-01-05 20:00")):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert local("2024-01-05T20:00:00.123456Z") == told
    finally:
        monkeypatch.undo()
        time.tzset()
    assert local("no time at all") == "no time at all"[:16]


def test_amounts_stay_exact() -> None:
    book = opened("hk-standard", **{"score.unit_multiplier": "1/2"})
    book.win("B", 0 + 3, liable="C", from_="A")
    assert change(book) == {"B": 4, "A": -2, "C": -2}
    assert all(isinstance(amount, int | Fraction) for amount in book.state.cash.values())
