"""What the commands of `sikwu book` do: one line typed, one entry written, and what it did shown at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import typer

from sikwu.book.book import Book
from sikwu.book.events import Action, Close, Edit, Redo, Redraw, Result, Reverse, Seats, Sent, Swap, Undo, read_hand
from sikwu.book.exchange import MOST_BYTES, read_book, to_csv, to_jsonl
from sikwu.book.problems import wrong
from sikwu.book.shifts import shifts
from sikwu.book.store import Store
from sikwu.cli import pages
from sikwu.cli.lookup import find_rules
from sikwu.cli.paper import paper, telling
from sikwu.texts import HandError, SikwuError, problem

NO_WIN = ("book.below_minimum", "settle.below_minimum", "win.not_complete", "win.pairs_not_played")


class Typed(NamedTuple):
    """A hand as it was typed."""

    wins: list[str]
    source: str | None
    hands: list[str]
    draw: bool
    false_win: str | None
    robbed: bool
    on_kong: bool
    flowers_by: str | None
    dice: str | None
    kongs: list[str]
    fines: list[str]
    cuts: list[str]
    dead: list[str]
    note: str
    or_false_win: bool

    def hand(self, book: Book) -> Result:
        """The hand that the words say."""
        named, fans = _winners(self.wins, book)
        told: dict[str, object] = {"wins": fans, "from": self.source, "robbed": self.robbed, "note": self.note}
        told |= {
            "kongs": self.kongs,
            "fines": self.fines,
            "dead": self.dead,
            "cuts": [_pair(each) for each in self.cuts],
        }
        if self.dice is not None:
            told["dice"] = _numbers(self.dice)
        if self.draw:
            told["result"] = "draw"
        elif self.false_win is not None:
            told |= {"result": "false_win", "by": self.false_win}
        elif self.flowers_by is not None:
            told |= {"result": "heavenly_and_flowers", "flowers_by": self.flowers_by}
        elif self.source is None:
            told["result"] = "self_draw"
        else:
            told["result"] = "kong_replacement" if self.on_kong else "discard"
        if self.hands:
            told["tiles"] = dict(zip(named, self.hands, strict=False))
        if len(self.hands) > len(named) or set(named) != fans.keys() | set(named[: len(self.hands)]):
            raise wrong("book.no_winner")
        return read_hand(told)


class Stamp(NamedTuple):
    """Who writes, under which key, for which hand."""

    author: str = ""
    key: str = ""
    hand_no: int | None = None


def _winners(words: list[str], book: Book) -> tuple[list[str], dict[str, int]]:
    """The winners in order, and the fan of those that have some: `B 10`, `B=10 D=20`, `B 10番`."""
    named: list[str] = []
    fans: dict[str, int] = {}
    for word in words:
        name, equals, fan = word.rpartition("=")
        if equals and word not in book.state.cash:
            named.append(name)
            fans[name] = _fan(fan)
        elif word not in book.state.cash and named and named[-1] not in fans and _is_number(word):
            fans[named[-1]] = _fan(word)
        else:
            named.append(word)
    return named, fans


def _is_number(word: str) -> bool:
    return word.removesuffix("番").removesuffix("fan").strip().lstrip("-").isdecimal()


def _fan(word: str) -> int:
    if not _is_number(word) or len(word) > 12:
        raise wrong("book.event", why=f"{word} fan")
    return int(word.removesuffix("番").removesuffix("fan"))


def _numbers(text: str) -> list[int]:
    parts = text.replace("-", ",").replace(" ", ",").split(",")
    if len(parts) == 1:
        parts = list(text)
    if len(parts) != 3 or not all(part.isdecimal() and 1 <= int(part) <= 6 for part in parts):
        raise wrong("book.dice")
    return [int(part) for part in parts]


def _pair(text: str) -> list[str]:
    debtor, colon, creditor = text.partition(":")
    if not colon:
        raise wrong("book.event", why=f"{text} (debtor:creditor)")
    return [debtor, creditor]


# --- where the books are


def books_file() -> str:
    """The file of somebody's own books."""
    path = Path(typer.get_app_dir("sikwu")) / "books.db"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise wrong("book.store", where=path, why=error.strerror or error) from None
    return str(path)


@contextmanager
def _store(db: str | None, lang: str) -> Iterator[Store]:
    """The books; whatever is wrong is told, and that an older file was brought up to date."""
    with telling(lang), Store(db or books_file()) as store:
        if store.kept is not None:
            pages.print_kept(paper(err=True), str(store.kept), lang)
        yield store


@contextmanager
def _opened(db: str | None, name: str | None, lang: str) -> Iterator[tuple[Store, Book]]:
    with _store(db, lang) as store:
        yield store, store.open(name or _newest(store))


def _newest(store: Store) -> str:
    known = store.list()
    if not known:
        raise wrong("book.none")
    return known[0].id


def _write(store: Store, book: Book, event: Action | Undo | Redo, lang: str, stamp: Stamp | None = None) -> None:
    """Writes an event, and shows what it did: to everybody, and to the hands after it."""
    stamp = stamp or Stamp(os.environ.get("SIKWU_AUTHOR", ""))
    before, count = tuple(book.steps), len(book.entries)
    entry = store.append(book, Sent(event, *stamp) if any(stamp) else event)
    if isinstance(event, Undo | Redo):
        pages.print_undone(paper(), book, lang)
    elif entry.seq <= count:
        pages.print_known(paper(), entry, lang)
    else:
        pages.print_last(paper(), book, lang)
    pages.print_shifts(paper(), shifts(before, book), lang)


# --- commands


def new_command(
    name: str, players: list[str], rules: str, options: list[str], dealer: str | None, db: str | None, lang: str
) -> None:
    """Opens a book."""
    with _store(db, lang) as store:
        book = store.create(name, players, find_rules(rules, options), dealer)
        pages.print_head(paper(), book, lang)


def list_command(db: str | None, lang: str) -> None:
    """Lists the books."""
    with _store(db, lang) as store:
        pages.print_list(paper(), store.list(), lang)


def add_command(form: Typed, stamp: Stamp, name: str | None, db: str | None, lang: str) -> None:
    """Writes a hand."""
    with _opened(db, name, lang) as (store, book):
        hand = form.hand(book)
        try:
            _write(store, book, hand, lang, stamp)
        except SikwuError as error:
            if not form.or_false_win or error.code not in NO_WIN:
                raise
            _write(store, book, _false_win(form, book), lang, stamp)


def _false_win(form: Typed, book: Book) -> Result:
    named, _ = _winners(form.wins, book)
    return form._replace(wins=[], source=None, hands=[], robbed=False, on_kong=False, false_win=named[0]).hand(book)


def edit_command(entry: int, form: Typed, stamp: Stamp, name: str | None, db: str | None, lang: str) -> None:
    """Replaces a hand."""
    with _opened(db, name, lang) as (store, book):
        try:
            _write(store, book, Edit(entry, form.hand(book)), lang, stamp)
        except SikwuError as error:
            if not form.or_false_win or error.code not in NO_WIN:
                raise
            _write(store, book, Edit(entry, _false_win(form, book)), lang, stamp)


def reverse_command(entry: int, note: str, name: str | None, db: str | None, lang: str) -> None:
    """Takes an entry out of effect."""
    event_command(Reverse(entry, note), name, db, lang)


def event_command(event: Action, name: str | None, db: str | None, lang: str) -> None:
    """Writes any event."""
    with _opened(db, name, lang) as (store, book):
        _write(store, book, event, lang)


def swap_command(
    leaves: str | None,
    joins: str | None,
    seats: str | None,
    redraw: str | None,
    name: str | None,
    db: str | None,
    lang: str,
) -> None:
    """Changes who sits where."""
    order = tuple(each.strip() for each in (seats or redraw or "").split(","))
    with _opened(db, name, lang) as (store, book):
        if not seats and not redraw:
            event: Action = Swap(leaves, joins)
        elif len(order) != 4:
            raise wrong("book.seats_order", seated=book.state.table.seated)
        else:
            event = (Seats if seats else Redraw)((order[0], order[1], order[2], order[3]))
        _write(store, book, event, lang)


def undo_command(again: bool, name: str | None, db: str | None, lang: str) -> None:
    """Undoes, or redoes."""
    with _opened(db, name, lang) as (store, book):
        _write(store, book, book.redoing() if again else book.undoing(), lang)


def show_command(name: str | None, hands: int, log: bool, db: str | None, lang: str) -> None:
    """Shows a book."""
    with _opened(db, name, lang) as (_, book):
        console = paper()
        pages.print_head(console, book, lang)
        pages.print_balances(console, book, lang)
        pages.print_pulls(console, book, lang)
        if log:
            pages.print_log(console, book, lang)
        else:
            pages.print_hands(console, book, lang, hands)


def stats_command(name: str | None, db: str | None, lang: str) -> None:
    """Shows statistics and the chart."""
    with _opened(db, name, lang) as (_, book):
        pages.print_stats(paper(), book, lang)


def settle_command(name: str | None, db: str | None, lang: str) -> None:
    """Shows how to settle up."""
    with _opened(db, name, lang) as (_, book):
        pages.print_settle_up(paper(), book, lang)


def close_command(name: str | None, db: str | None, lang: str) -> None:
    """Closes a book."""
    with _opened(db, name, lang) as (store, book):
        store.append(book, Close())
        pages.print_balances(paper(), book, lang)
        pages.print_settle_up(paper(), book, lang)


def export_command(file: Path | None, format: str | None, name: str | None, db: str | None, lang: str) -> None:
    """Writes a book to a file; the file appears whole or not at all."""
    with _opened(db, name, lang) as (_, book):
        kind = format or ("csv" if file is not None and file.suffix.lower() == ".csv" else "jsonl")
        # A spreadsheet takes a CSV for UTF-8 only if it says so at its start.
        data = b"\xef\xbb\xbf" + to_csv(book).encode() if kind == "csv" else to_jsonl(book).encode()
        if file is None or str(file) == "-":
            sys.stdout.buffer.write(data)
            return
        try:
            part = file.with_name(f"{file.name}.part")
            part.write_bytes(data)
            os.replace(part, file)
        except OSError as error:
            raise _file_error(file, error) from None
        pages.print_exported(paper(), book, str(file), lang)


def import_command(file: Path, db: str | None, lang: str) -> None:
    """Takes a book from a file."""
    with telling(lang):
        try:
            data = _taken(file)
        except (OSError, ValueError) as error:
            raise _file_error(file, error) from None
        book = read_book(data)
        with _store(db, lang) as store:
            store.adopt(book)
        pages.print_head(paper(), book, lang)
        pages.print_balances(paper(), book, lang)


def _taken(file: Path) -> bytes:
    """The bytes of a file, or of the standard input; of one that is too large no more than shows it."""
    if str(file) != "-":
        with file.open("rb") as source:
            return source.read(MOST_BYTES + 1)
    if sys.stdin is None:
        raise OSError(os.strerror(9))
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _file_error(file: Path, error: Exception) -> HandError:
    return HandError([problem("file.unusable", file=file, why=getattr(error, "strerror", None) or error)])
