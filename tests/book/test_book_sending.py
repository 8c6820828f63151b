"""Entries that four phones send to one book: keys, hand numbers, groups, racing processes, and a book that follows another."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import sikwu
from patience import PATIENCE
from reference.samples import many
from sikwu.book import Book, BookError, Store
from sikwu.book import store as store_module
from sikwu.book.events import Anything, Close, Edit, Entry, Penalty, Result, SentEvent, Undo
from sikwu.book.exchange import from_csv, from_jsonl, to_csv, to_jsonl
from sikwu.texts import SikwuError
from test_book_laws import random_event, random_rules, walk

AT = "2024-06-01T20:00:00Z"
RULES = sikwu.ruleset("hk-standard")
TILES = "123678m 中中中 發發發 白 +白 1f"


def new(rules: sikwu.Ruleset = RULES) -> Book:
    return Book.new("Friday", list("ABCD"), rules, at=AT, id="0" * 32)


def code(call: object, *arguments: object) -> str:
    with pytest.raises(BookError) as error:
        call(*arguments)  # type: ignore[operator]
    assert error.value.message("zh")
    return error.value.code


# --- keys


def test_sent_twice_is_written_once(store: Store) -> None:
    book = store.create("Friday", list("ABCD"), RULES, at=AT)
    sent = SentEvent(Result("discard", {"B": 3}, "A"), "Wing", "key-1", 1)
    entry = store.append(book, sent, AT)
    assert store.append(book, sent, "2024-06-01T20:05:00Z") == entry
    other = store.open("Friday")
    assert store.append(other, sent) == entry
    assert [(each.author, each.key, each.hand_no) for each in other.entries] == [("", "", None), ("Wing", "key-1", 1)]
    for changed in (
        msgspec.structs.replace(sent, event=Result("discard", {"B": 4}, "A")),
        msgspec.structs.replace(sent, author="Fong"),
        msgspec.structs.replace(sent, hand_no=2),
    ):
        assert code(store.append, book, changed) == "book.key_taken"
    assert len(store.open("Friday").entries) == 2


def test_a_hand_with_tiles_sent_twice_is_written_once() -> None:
    book = new()
    book.record(Result("discard", {"B": 3}, "A"), AT)
    sent = SentEvent(Result("discard", source="C", tiles={"B": TILES}), key="tiles")
    entry = book.record(sent, AT)
    assert "told" in entry.text
    book.record(
        Edit(2, Result("discard", {"C": 3}, "A")), AT
    )  # the deal has moved: it is the same request all the same
    assert book.record(sent, AT) == entry
    assert code(
        book.record, msgspec.structs.replace(sent, event=Result("discard", source="D", tiles={"B": TILES}))
    ) == ("book.key_taken")
    again = SentEvent(Edit(2, Result("discard", source="A", tiles={"C": TILES})), key="edit")
    assert book.record(again, AT) == book.record(again, AT)


def test_a_stale_book_learns_that_its_key_was_written(store: Store) -> None:
    store.create("Friday", list("ABCD"), RULES, at=AT)
    first, second = store.open("Friday"), store.open("Friday")
    sent = SentEvent(Result("draw"), key="same")
    entry = store.append(first, sent)
    store.append(first, Result("draw"))
    assert store.append(second, sent) == entry
    assert second.entries == first.entries
    assert second.state == first.state


keys = st.sampled_from(["", "a", "b", "c", "d"])


@settings(max_examples=many(60))
@given(st.lists(st.tuples(keys, st.integers(3, 6), st.booleans()), max_size=14), st.data())
def test_any_sequence_with_repeated_keys_stores_each_once(
    sends: list[tuple[str, int, bool]], data: st.DataObject
) -> None:
    with Store(":memory:") as store:
        store.create("law", list("ABCD"), RULES, at=AT)
        phones = [store.open("law"), store.open("law")]
        first: dict[str, tuple[int, Entry]] = {}
        written = 1
        for key, fan, which in sends:
            sent = (
                SentEvent(Result("discard", {"B": fan}, "A"), "Wing", key)
                if key
                else Result("discard", {"B": fan}, "A")
            )
            phone = phones[which]
            if not key:
                store.refresh(phone)
            known = first.get(key) if key else None
            if known is not None and known[0] != fan:
                assert code(store.append, phone, sent, AT) == "book.key_taken"
                continue
            entry = store.append(phone, sent, AT)
            if known is not None:
                assert entry == known[1]
                continue
            written += 1
            if key:
                first[key] = (fan, entry)
        log = store.entries(phones[0].id)
        assert len(log) == written
        assert sorted(each.key for each in log if each.key) == sorted(first)
        half = data.draw(st.integers(0, len(log)))
        assert log[half:] == store.entries(phones[0], half)


def test_the_law_of_keys_finds_a_book_that_forgets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Book, "known", lambda self, what: None)
    monkeypatch.setattr(Book, "_check_stamp", lambda self, sent: None)
    law = test_any_sequence_with_repeated_keys_stores_each_once
    found = settings(
        law._hypothesis_internal_use_settings, phases=(Phase.generate,)
    )  # not made smaller: that takes minutes
    monkeypatch.setattr(law, "_hypothesis_internal_use_settings", found)
    with pytest.raises((AssertionError, BookError, ExceptionGroup)):
        law()


def test_the_database_alone_keeps_keys_apart(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    book = store.create("Friday", list("ABCD"), RULES, at=AT)
    store.append(book, SentEvent(Result("draw"), key="k"))
    # Planted: the book forgets its keys; the index of the database still refuses the second.
    monkeypatch.setattr(Book, "known", lambda self, what: None)
    monkeypatch.setattr(Book, "_check_stamp", lambda self, sent: None)
    monkeypatch.setattr(store_module, "TRIES", 2)
    assert code(store.append, book, SentEvent(Result("draw"), key="k")) == "book.conflict"
    assert len(store.open("Friday").entries) == 2


@pytest.mark.parametrize(
    "sent",
    [
        SentEvent(Result("draw"), author="x" * 81),
        SentEvent(Result("draw"), author="a\nb"),
        SentEvent(Result("draw"), key="k" * 65),
        SentEvent(Result("draw"), key="a\tb"),
        SentEvent(Result("draw"), hand_no=0),
        SentEvent(Result("draw"), hand_no=True),
        SentEvent(Close(), hand_no=1),
        SentEvent(Result("draw"), author=7),  # type: ignore[arg-type]
    ],
)
def test_stamps_that_cannot_be(sent: SentEvent) -> None:
    book = new()
    assert code(book.record, sent) == "book.event"
    assert len(book.entries) == 1


# --- hand numbers


def test_a_hand_is_booked_once() -> None:
    book = new()
    book.record(SentEvent(Result("discard", {"B": 3}, "A"), "Wing", hand_no=1), AT)
    book.record(Penalty("A", ("B",), "2"), AT)
    with pytest.raises(BookError) as error:
        book.record(SentEvent(Result("discard", {"C": 3}, "A"), hand_no=1), AT)
    assert error.value.code == "book.hand_taken"
    assert "entry 2: B 3 fan from A, by Wing" in error.value.message()
    assert "第 2 條：B 3 番，A 出銃，Wing 寫" in error.value.message("zh")
    assert code(book.record, SentEvent(Result("draw"), hand_no=3)) == "book.hand_ahead"
    book.record(SentEvent(Result("draw"), hand_no=2), AT)
    book.undo(AT)
    book.record(
        SentEvent(Result("discard", {"B": 5}, "A"), hand_no=2), AT
    )  # the number of an undone hand is free again
    assert book.state.hands == 2


def test_a_queued_hand_goes_onto_a_newer_head_if_its_number_is_free(store: Store) -> None:
    store.create("Friday", list("ABCD"), RULES, at=AT)
    first, second = store.open("Friday"), store.open("Friday")
    store.append(first, Penalty("A", ("B",), "2"))
    store.append(second, SentEvent(Result("draw"), hand_no=1))
    assert [each.seq for each in second.entries] == [1, 2, 3]
    assert code(store.append, first, SentEvent(Result("draw"), hand_no=1)) == "book.hand_taken"
    third = store.open("Friday")
    store.append(third, Undo(3))
    store.append(second, SentEvent(Result("draw"), hand_no=1))  # taken in the book it had read, but free on the disk
    assert store.open("Friday").state.hands == 1
    # A sender without a key or a hand number must have seen the newest entry.
    assert code(store.append, first, Result("draw")) == "book.conflict"


RACER = """
import sys
from sikwu.book import BookError, Store
from sikwu.book.events import Result, SentEvent
store = Store(sys.argv[1])
book = store.open("race")
print("ready", flush=True)
for line in sys.stdin:
    number = int(line)
    try:
        store.append(book, SentEvent(Result("draw"), sys.argv[2], f"{sys.argv[2]}-{number}", number))
        print("written", flush=True)
    except BookError as error:
        print(error.code, flush=True)
"""


def raced(where: str, rounds: int, program: str = RACER) -> list[list[str]]:
    """Two processes record the same hands, number by number; returns the answers of each."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    phones = [
        subprocess.Popen(
            [sys.executable, "-c", program, where, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for name in ("Ann", "Ben")
    ]
    try:
        assert all(phone.stdout is not None and phone.stdout.readline() == "ready\n" for phone in phones)
        told = []
        for number in range(1, rounds + 1):
            for phone in phones:
                assert phone.stdin is not None
                phone.stdin.write(f"{number}\n")
                phone.stdin.flush()
            told.append(sorted(phone.stdout.readline().strip() for phone in phones if phone.stdout is not None))
        return told
    finally:
        for phone in phones:
            phone.communicate(timeout=PATIENCE)


def test_two_processes_never_book_one_hand_twice(store: Store, where: str) -> None:
    store.create("race", list("ABCD"), RULES, at=AT)
    rounds = many(20)
    assert raced(where, rounds) == [["book.hand_taken", "written"]] * rounds
    book = store.open("race")
    assert [each.hand_no for each in book.entries[1:]] == list(range(1, rounds + 1))


def test_the_race_finds_a_book_that_takes_any_number(store: Store, where: str) -> None:
    store.create("race", list("ABCD"), RULES, at=AT)
    planted = "from sikwu.book.book import Book\nBook._check_stamp = lambda self, sent: None\n" + RACER
    assert ["written", "written"] in raced(where, 3, planted)


# --- groups


def test_a_group_is_written_whole_or_not_at_all(store: Store) -> None:
    book = store.create("Friday", list("ABCD"), RULES, at=AT)
    group: list[Anything | SentEvent] = [
        Result("discard", {"B": 3}, "A"),
        SentEvent(Penalty("A", ("B",), "2"), "Wing", "p"),
        Result("draw"),
    ]
    entries = store.append(book, group, AT)
    assert [each.seq for each in entries] == [2, 3, 4]
    assert store.open("Friday").entries == book.entries
    before = (list(book.entries), book.state)
    bad: list[Anything | SentEvent] = [Result("draw"), Undo(5), Result("discard", {"B": 2}, "A")]
    assert code(store.append, book, bad, AT) == "book.below_minimum"
    assert (book.entries, book.state) == before
    assert store.open("Friday").entries == book.entries
    again = store.append(
        book, [group[1], SentEvent(Result("draw"), key="d")], AT
    )  # known entries stay, new ones are written
    assert [each.seq for each in again] == [3, 5]
    assert store.append(book, [], AT) == []


def test_a_group_that_fails_half_way_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    book = store.create("Friday", list("ABCD"), RULES, at=AT)
    real = store_module._row

    def planted(book: str, entry: Entry) -> dict[str, object]:
        return {**real(book, entry), "text": None} if entry.seq == 4 else real(book, entry)

    monkeypatch.setattr(store_module, "_row", planted)
    assert code(store.append, book, [Result("draw")] * 4) in ("book.conflict", "book.store")
    monkeypatch.undo()
    assert len(store.open("Friday").entries) == len(book.entries) == 1


# --- following


def test_a_book_that_follows_equals_one_that_is_replayed() -> None:
    for seed in range(many(40)):
        chance = Random(seed)
        book, _ = walk(seed, 24, lambda book: None)
        cut = chance.randrange(1, len(book.entries) + 1)
        behind = Book.replay(book.entries[:cut])
        rest = book.entries[cut:]
        half = chance.randrange(len(rest) + 1)
        behind.follow(rest[:half])
        behind.follow(rest[half:])
        assert behind.entries == book.entries, seed
        assert behind.state == book.state, seed
        assert behind.steps == Book.replay(book.entries).steps, seed
        for _ in range(3):  # and it continues like the other
            try:
                event = random_event(chance, book)
                assert behind.prepare(event, AT) == book.prepare(event, AT), seed
            except SikwuError:
                continue


def test_what_was_undone_may_be_redone_by_a_book_that_follows() -> None:
    book = new()
    book.record(Result("discard", {"B": 3}, "A"), AT)
    book.undo(AT)
    behind = Book.replay(book.entries)
    book.redo(AT)
    behind.follow(book.entries[-1:])
    assert behind.state == book.state


def test_the_law_of_following_finds_a_book_that_forgets_its_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Book.twin

    def planted(self: Book) -> Book:
        twin = real(self)
        twin._undone = []
        return twin

    monkeypatch.setattr(Book, "twin", planted)
    with pytest.raises((AssertionError, SikwuError, IndexError)):
        test_what_was_undone_may_be_redone_by_a_book_that_follows()


def test_only_what_comes_next_is_followed() -> None:
    book = new()
    for _ in range(4):
        book.record(Result("discard", {"B": 3}, "A"), AT)
    behind = Book.replay(book.entries[:2])
    before = (list(behind.entries), behind.state)
    for entries in (
        book.entries[3:],
        book.entries[1:],
        [book.entries[2], book.entries[4]],
        [book.entries[2], msgspec.structs.replace(book.entries[3], at="2024-06-02T20:00:00Z")],
        [book.entries[2], msgspec.structs.replace(book.entries[3], author="X")],
    ):
        assert code(behind.follow, entries) == "book.tampered"
        assert (behind.entries, behind.state) == before
    behind.follow(())
    behind.follow(book.entries[2:])
    assert behind.state == book.state


# --- files, and words on the disk


def test_stamps_go_through_files() -> None:
    book = new(random_rules(Random(3)))
    for number, author in enumerate(["Wing", "=1+1", "'=x", "阿芳", "'"], 1):
        book.record(SentEvent(Result("draw"), author, f"-{number}", number), AT)
    book.record(Result("draw"), AT)
    for again in (from_jsonl(to_jsonl(book)), from_csv(to_csv(book))):
        assert again.entries == book.entries
        assert again.known(SentEvent(Result("draw"), "阿芳", "-4", 4)) == book.entries[4]
    table = to_csv(book)
    assert code(from_csv, table.replace("Wing", "Fong")) == "book.tampered"


def test_every_event_has_its_word_on_the_disk() -> None:
    """A class may be renamed; these words may not."""
    from sikwu.book import events

    found = {each.__struct_config__.tag for each in events.Event.__subclasses__()}
    words = [
        "open",
        "hand",
        "penalty",
        "collect",
        "event",
        "cut",
        "fine",
        "dice",
        "kong",
        "swap",
        "seats",
        "redraw",
        "rename",
        "close",
        "undo",
        "redo",
        "edit",
        "reverse",
    ]
    assert found == set(words)
    assert {each.__struct_config__.tag_field for each in events.Event.__subclasses__()} == {"type"}
    for name, example in {
        "hand": '{"type":"hand","result":"draw","dead":["A"]}',
        "cut": '{"type":"cut","debtor":"A","creditor":"B"}',
        "swap": '{"type":"swap","leaves":"A"}',
        "close": '{"type":"close"}',
        "undo": '{"type":"undo","target":3}',
        "redo": '{"type":"redo","target":3}',
        "edit": '{"type":"edit","target":2,"event":{"type":"hand","result":"draw"}}',
        "reverse": '{"type":"reverse","target":2}',
        "penalty": '{"type":"penalty","payer":"A","payees":["B"],"amount":"3"}',
        "collect": '{"type":"collect","payee":"C","payers":["A","B"],"amount":"3"}',
        "event": '{"type":"event","event":"horse","player":"A"}',
        "fine": '{"type":"fine","player":"A"}',
        "dice": '{"type":"dice","dice":[1,2,3]}',
        "kong": '{"type":"kong","player":"A"}',
        "seats": '{"type":"seats","order":["A","B","C","D"]}',
        "redraw": '{"type":"redraw","order":["A","B","C","D"]}',
    }.items():
        assert events.decode(example).__struct_config__.tag == name
        assert events.encode(events.decode(example)) == example


def test_sqlite_index_of_keys_is_there(store: Store) -> None:
    indexes = {each["name"]: each["unique"] for each in sa.inspect(store.engine).get_indexes("entries")}
    assert indexes["entries_key"]
