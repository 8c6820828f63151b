"""Houses written by earlier versions mean what they meant: files, hashes, a book and a record with every table.

`tests/data/before/houses` is never rewritten: each file was written when its table came.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from matches import objects
from sikwu.book.exchange import read_book, to_jsonl
from sikwu.play.record import read_record, text_of
from sikwu.play.replay import replay, rules_of_record
from sikwu.play.verify import verify
from sikwu.rules.files import TABLES, from_toml, load, to_toml

HOUSES = Path(__file__).parent.parent / "data" / "before" / "houses"
HASHES = {each.split()[0]: each.split()[1] for each in (HOUSES / "hashes.txt").read_text("utf-8").splitlines() if each}
"""The hash that each file had when it was written."""


def test_every_table_has_a_file() -> None:
    told = {table.key for name in HASHES for table in load(HOUSES / f"{name}.toml").tables}
    assert told == {table.key for table in TABLES}
    assert {path.stem for path in HOUSES.glob("*.toml")} == set(HASHES)


@pytest.mark.parametrize("name", HASHES)
def test_files_keep_their_hash_and_their_text(name: str) -> None:
    text = (HOUSES / f"{name}.toml").read_text("utf-8")
    rules = from_toml(text)
    assert rules.hash == HASHES[name]
    assert to_toml(rules) == text


def test_a_book_keeps_its_entries_and_its_money() -> None:
    text = (HOUSES / "book.jsonl").read_text("utf-8")
    book = read_book(text.encode())
    assert to_jsonl(book) == text
    assert book.ruleset.hash == HASHES["all"]
    totals = (HOUSES / "totals.txt").read_text("utf-8").split()
    assert [f"{name or 'pot'}={amount}" for name, amount in book.state.accounts.items()] == totals


def test_a_record_is_replayed_and_verified() -> None:
    text = (HOUSES / "record.jsonl").read_text("utf-8")
    read, cut = read_record(text)
    assert not cut
    assert text_of(read, chain=True) == text
    assert rules_of_record(read).hash == HASHES["all"]
    assert replay(read).ended
    assert not any(each.faults for each in verify(objects(read)))
    assert any("side" in line for line in objects(read))
