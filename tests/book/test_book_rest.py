"""Long books: reloaded from a snapshot that the hash chain confirms, they equal the whole log; otherwise it is deleted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import sikwu
from reference.samples import many
from sikwu.book import Book, BookError, Store
from sikwu.book import snapshot as snapshot_module
from sikwu.book import store as store_module
from sikwu.book.events import Edit, Result, Reverse, SentEvent, Undo
from sikwu.book.snapshot import FORM, taken
from sikwu.book.steps import Rest
from sikwu.book.verifying import verify
from sikwu.texts import SikwuError
from test_book_laws import random_event, random_rules

AT = "2024-06-01T20:00:00Z"
RULES = sikwu.ruleset("hk-taiwanese")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots of short books, often."""
    monkeypatch.setattr(store_module, "BACK", 6)
    monkeypatch.setattr(store_module, "LONG", 12)


@pytest.fixture
def memory() -> Iterator[Store]:
    with Store(":memory:") as store:
        yield store


def played(store: Store, hands: int = 60, rules: sikwu.Ruleset = RULES) -> Book:
    book = store.create("long", list("ABCD"), rules, at=AT)
    for number in range(hands):
        winner, source = Random(number).sample("ABCD", 2)
        store.append(book, SentEvent(Result("discard", {winner: 3 + number % 5}, source), "Ann", f"k{number}"), AT)
    return book


def light(book: Book) -> bool:
    """Whether only the end of the log was read."""
    return book._rest is not None


def same(one: Book, other: Book) -> None:
    assert (one.head, one.state) == (other.head, other.state)
    assert (one.entries, one.steps, one.start) == (other.entries, other.steps, other.start)


@pytest.mark.usefixtures("short")
def test_a_book_taken_up_says_what_the_whole_log_says() -> None:
    taken_up = 0
    for seed in range(many(25)):
        chance = Random(seed)
        with Store(":memory:") as store:
            book = store.create("walk", list("ABCD"), random_rules(chance), at=AT)
            for _ in range(60):
                try:
                    store.append(book, random_event(chance, book), AT)
                except SikwuError:
                    continue
                if chance.random() < 0.4:  # and it continues from there
                    opened = store.open(book.id)
                    taken_up += light(opened)
                    assert (opened.head, opened.state) == (book.head, book.state), seed
                    if chance.random() < 0.5:
                        book = opened
            same(store.open(book.id), store.open(book.id, whole=True))
            verify(store, book.id)
    assert taken_up > many(25)


@pytest.mark.usefixtures("short")
def test_a_snapshot_of_something_else_is_not_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    # Planted: the snapshot forgets the open pulls.
    real = snapshot_module.taken
    monkeypatch.setattr(
        store_module, "taken", lambda rest, rules: real(Rest(rest.entry, rest.state._replace(hands=7)), rules)
    )
    with pytest.raises((AssertionError, BookError)):
        test_a_book_taken_up_says_what_the_whole_log_says()


@pytest.mark.usefixtures("short")
def test_what_reaches_back_is_read_from_the_log(store: Store) -> None:
    whole = played(store)
    before = store.open("long")
    assert light(before)
    assert len(before.near[1]) < 30
    assert before.recent(3) == whole.steps[-3:]
    assert light(before)
    for event in (Edit(3, Result("draw")), Reverse(4), Undo(63), Undo(62)):
        opened = store.open("long")
        store.append(opened, event, AT)
        whole = store.open("long", whole=True)
        assert opened.state == whole.state, event
        same(opened, whole)
    for key, number in (("k3", 3), ("k59", 59)):  # sent before, in the snapshot or after it
        winner, source = Random(number).sample("ABCD", 2)
        again = SentEvent(Result("discard", {winner: 3 + number % 5}, source), "Ann", key)
        assert store.append(store.open("long"), again).seq == number + 2
        with pytest.raises(BookError) as error:
            store.append(store.open("long"), SentEvent(Result("draw"), "Ann", key))
        assert error.value.code == "book.key_taken"
    with pytest.raises(BookError) as error:
        store.append(store.open("long"), SentEvent(Result("draw"), hand_no=5))
    assert error.value.code == "book.hand_taken"


@pytest.mark.usefixtures("short")
def test_a_group_that_reaches_back_is_written_whole(memory: Store) -> None:
    played(memory)
    opened = memory.open("long")
    memory.append(opened, [Result("draw"), Edit(3, Result("draw")), Result("draw")], AT)
    same(opened, memory.open("long", whole=True))


def test_a_short_book_is_always_read_whole(memory: Store) -> None:
    played(memory, 20)
    assert not light(memory.open("long"))
    assert memory.snapshot(memory.find("long").id) is None


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("column", ["seq", "hash", "form", "state", "digest"])
def test_a_snapshot_in_doubt_is_dropped_and_made_again(memory: Store, column: str) -> None:
    book = played(memory)
    kept = memory.snapshot(book.id)
    assert kept is not None
    text = str(getattr(kept, column))
    other = kept.seq - 1 if column == "seq" else text.replace("1", "2", 1) if "1" in text else text.replace("0", "3", 1)
    assert other != getattr(kept, column)
    with memory.database.writing() as connection:
        connection.change(f"UPDATE snapshots SET {column} = :other", {"other": other})
    again = memory.open("long")
    assert not light(again)
    same(again, book)
    memory.append(again, Result("draw"), AT)
    assert light(memory.open("long"))
    verify(memory, "long")


@pytest.mark.usefixtures("short")
def test_a_false_snapshot_is_found_by_the_check_and_dropped(memory: Store) -> None:
    book = played(memory)
    rest = book.rest(6)
    assert rest is not None
    false = taken(Rest(rest.entry, rest.state._replace(hands=1)), book.ruleset)
    with memory.database.writing() as connection:
        connection.change(
            "UPDATE snapshots SET seq = :seq, hash = :hash, state = :state, digest = :digest",
            {"seq": false.seq, "hash": false.hash, "state": false.state, "digest": false.digest},
        )
    with pytest.raises(BookError) as error:
        verify(memory, "long")
    assert error.value.code == "book.snapshot"
    memory.drop_snapshot(book.id)
    assert verify(memory, "long").state == book.state


@pytest.mark.usefixtures("short")
def test_the_end_of_the_log_is_checked_though_the_beginning_is_not_read(memory: Store) -> None:
    played(memory)
    with memory.database.writing() as connection:
        connection.change("DROP TRIGGER entries_are_kept_update", {})
        connection.change("UPDATE entries SET at = 'x' WHERE seq = 60", {})
    with pytest.raises(BookError) as error:
        memory.open("long")
    assert (error.value.code, error.value.problems[0].facts["seq"]) == ("book.tampered", 60)
    with memory.database.writing() as connection:
        connection.change("UPDATE entries SET at = :at WHERE seq = 60", {"at": AT})
        connection.change("UPDATE entries SET at = 'x' WHERE seq = 2", {})
    opened = memory.open("long")  # nobody has asked for entry 2 yet
    for ask in (lambda: opened.steps, lambda: verify(memory, "long"), lambda: memory.open("long", whole=True)):
        with pytest.raises(BookError) as error:
            ask()
        assert (error.value.code, error.value.problems[0].facts["seq"]) == ("book.tampered", 2)


def test_the_same_entries_fold_to_the_same_state_as_ever() -> None:
    """If this changes, the same log has another meaning than before: increase `FORM` in `book/snapshot.py`, and pin
    the new value.
    """
    digest = hashlib.sha256()
    for seed in range(40):
        chance, rules = Random(seed), sikwu.ruleset(("hk-standard", "hk-taiwanese", "club16")[seed % 3])
        book = Book.new("pin", list("ABCD"), rules, at=AT, id=f"{seed:032}")
        for _ in range(24):
            try:
                book.record(random_event(chance, book), AT)
            except SikwuError:
                continue
        rest = book.rest(1)
        assert rest is not None
        digest.update(taken(rest, book.ruleset).state.encode())
    assert (FORM, digest.hexdigest()[:16]) == (1, "81d2ddc1a83293de")


def test_progress_is_told_and_goes_forward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.book import verifying

    monkeypatch.setattr(verifying, "CHUNK", 7)
    with Store(tmp_path / "books.db") as store:
        played(store)
        told: list[tuple[int, int]] = []
        assert verify(store, "long", lambda done, count: told.append((done, count))).entries == 61
    assert told == sorted(told)
    assert len(told) > 10
    assert {count for _, count in told} == {61}
