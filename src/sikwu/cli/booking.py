"""What the commands of `sikwu book` do: one line typed, one entry written, and what it did shown at once."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
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
from sikwu.cli.files import check_signature, read_key, signature, signature_file, write_whole
from sikwu.cli.lookup import find_rules
from sikwu.cli.paper import Words, after_commit, paper, telling
from sikwu.cli.places import books_file, made_ready
from sikwu.texts import HandError, Message, SikwuError, problem, say

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


@contextmanager
def _store(db: str | None, lang: str, make: bool = False) -> Iterator[Store]:
    """The books; whatever is wrong is told, and that an older file was brought up to date.

    Only who opens or takes in a book makes a file: a path that was mistyped is an error.
    """
    with telling(lang):
        where = db or _own(make, lang)
        with Store(where, make) as store:
            if store.kept is not None:
                pages.print_kept(paper(err=True), str(store.kept), lang)
            yield store


def _own(make: bool, lang: str) -> str:
    """The file of somebody's own books."""
    file, new = books_file()
    if file != new:
        paper(err=True).print(Words((say("cli.book.old_place", old=str(file), new=str(new))(lang), "dim")))
    if make:
        made_ready(file)
    elif not file.exists():
        raise wrong("book.none")
    return str(file)


@contextmanager
def _opened(db: str | None, name: str | None, lang: str) -> Iterator[tuple[Store, Book]]:
    with _store(db, lang) as store:
        yield store, store.open(name or _newest(store))


def _newest(store: Store) -> str:
    known = store.list()
    if not known:
        raise wrong("book.none")
    return known[0].id


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until it is known whether something was written."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _write(store: Store, book: Book, event: Action | Undo | Redo, lang: str, stamp: Stamp) -> None:
    """Writes an event, and shows what it did: to everybody, and to the hands after it."""
    own = stamp.key or secrets.token_hex(8)
    if isinstance(event, Undo | Redo | Edit | Reverse):
        book.recall(event)
    before, count = tuple(book.near[1]), book.head.seq
    try:
        with _uninterrupted():
            # Under a key that nobody gave it is written right after what was seen, as without one.
            entry = store.append(book, Sent(event, stamp.author, own, stamp.hand_no), seen=not stamp.key)
    except SikwuError as error:
        if error.code in ("book.store_unknown", "book.not_stored"):
            paper(err=True).print(Words(say("cli.book.key", key=own)(lang)))
        raise
    with after_commit(say("cli.book.unshown", seq=entry.seq), lang):
        if entry.seq <= count:
            pages.print_known(paper(), entry, lang)
        elif isinstance(event, Undo | Redo):
            pages.print_undone(paper(), book, lang)
        elif isinstance(event, Close):
            pages.print_balances(paper(), book, lang)
            pages.print_settle_up(paper(), book, lang)
        else:
            pages.print_last(paper(), book, lang)
        if isinstance(event, Undo | Redo | Edit | Reverse):
            pages.print_shifts(paper(), shifts(before, book), lang)


# --- commands


def new_command(
    name: str, players: list[str], rules: str, options: list[str], dealer: str | None, db: str | None, lang: str
) -> None:
    """Opens a book."""
    with telling(lang):
        ruleset = find_rules(rules, options)
        Book.new(name, players, ruleset, dealer)  # what cannot be makes no file
    with _store(db, lang, make=True) as store:
        with _uninterrupted():
            book = store.create(name, players, ruleset, dealer)
        with after_commit(say("cli.book.unshown", seq=1), lang):
            pages.print_head(paper(), book, lang)


def list_command(db: str | None, lang: str) -> None:
    """Lists the books."""
    if db is None:
        with telling(lang):
            nothing = not books_file()[0].exists()
        if nothing:
            pages.print_list(paper(), (), lang)
            return
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


def event_command(event: Action, key: str, name: str | None, db: str | None, lang: str) -> None:
    """Writes any event."""
    with _opened(db, name, lang) as (store, book):
        _write(store, book, event, lang, _stamp(key))


def _stamp(key: str) -> Stamp:
    return Stamp(os.environ.get("SIKWU_AUTHOR", ""), key)


def swap_command(
    leaves: str | None,
    joins: str | None,
    seats: str | None,
    redraw: str | None,
    key: str,
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
        _write(store, book, event, lang, _stamp(key))


def undo_command(again: bool, key: str, name: str | None, db: str | None, lang: str) -> None:
    """Undoes, or redoes."""
    with _opened(db, name, lang) as (store, book):
        kind = Redo if again else Undo
        sent = store.keyed(book.id, key) if key else None
        if sent is not None and isinstance(sent.event, kind):  # the same again: what is newest now is another question
            pages.print_known(paper(), sent, lang)
            return
        _write(store, book, book.redoing() if again else book.undoing(), lang, _stamp(key))


def show_command(name: str | None, hands: int, log: bool, db: str | None, lang: str) -> None:
    """Shows a book."""
    from sikwu.cli.seen import moved

    with _opened(db, name, lang) as (store, book):
        console = paper()
        pages.print_head(console, book, lang)
        told = moved(book, lambda seq: next(iter(store.entries(book.id, seq - 1, 1)), None))
        if told is not None:
            console.print(Words((told[0](lang), "dim" if told[1] else "bold red")))
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


def export_command(
    file: Path | None, format: str | None, sign: Path | None, name: str | None, db: str | None, lang: str
) -> None:
    """Writes a book to a file, and its signature beside it; each appears whole or not at all."""
    with _opened(db, name, lang) as (_, book):
        kind = format or ("csv" if file is not None and file.suffix.lower() == ".csv" else "jsonl")
        key = None if sign is None else read_key(sign)
        # A spreadsheet takes a CSV for UTF-8 only if it says so at its start.
        data = b"\xef\xbb\xbf" + to_csv(book).encode() if kind == "csv" else to_jsonl(book).encode()
        if file is None or str(file) == "-":
            if key is not None:
                raise wrong("book.signature", file="-", why=say("why.sign_file"))
            sys.stdout.buffer.write(data)
            return
        try:
            write_whole(file, data)
            if key is not None:
                write_whole(signature_file(file), signature(data, key).encode())
        except OSError as error:
            raise _file_error(file, error) from None
        pages.print_exported(paper(), book, str(file), lang)
        if key is not None:
            paper().print(Words(say("cli.book.signed", file=str(signature_file(file)))(lang)))


def import_command(file: Path, key: Path | None, db: str | None, lang: str) -> None:
    """Takes a book from a file."""
    with telling(lang):
        book = _from_file(file, key)
        with _store(db, lang, make=True) as store, _uninterrupted():
            store.adopt(book)
        with after_commit(say("cli.book.imported_unshown"), lang):
            pages.print_head(paper(), book, lang)
            pages.print_balances(paper(), book, lang)


def _from_file(file: Path, key: Path | None) -> Book:
    """The book of a file, its signature checked where a key is given."""
    try:
        data = _taken(file)
    except (OSError, ValueError) as error:
        raise _file_error(file, error) from None
    if key is not None:
        check_signature(file, data, read_key(key))
    return read_book(data)


def verify_command(
    name: str | None, file: Path | None, key: Path | None, mend: bool, db: str | None, lang: str
) -> None:
    """Checks a book from its first entry on, in the database or in a file."""
    try:
        if file is not None:
            _verify_file(file, key, db, lang)
            return
        with _store(db, lang) as store:
            _verify_stored(store, name or _newest(store), mend, lang)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _verify_stored(store: Store, name: str, mend: bool, lang: str) -> None:
    from sikwu.book.verifying import verify

    told = time.monotonic()

    def tell(done: int, count: int) -> None:
        nonlocal told
        if time.monotonic() - told >= 2:
            told = time.monotonic()
            paper(err=True).print(Words(say("cli.book.progress", done=done, count=count)(lang)))

    try:
        found = verify(store, name, tell)
    except SikwuError as error:
        if not mend or error.code != "book.snapshot":
            raise
        store.drop_snapshot(store.find(name).id)
        found = verify(store, name, tell)
    said = say("cli.book.verified", name=found.name, count=found.entries, hash=found.head)
    paper().print(Words(said(lang)))


def _verify_file(file: Path, key: Path | None, db: str | None, lang: str) -> None:
    """A file as it would be taken in, and how it stands to the same book in the database, where there is one."""
    with telling(lang):
        book = _from_file(file, key)
        said = [say("cli.book.signature_holds")] if key is not None else []
        said.append(say("cli.book.verified", name=book.name, count=book.head.seq, hash=book.head.hash))
        try:
            with Store(db or _own(False, lang), make=False) as store:
                there = store.entries(book.id, book.head.seq - 1, 1)
                length = store.find(book.id).entries
        except SikwuError:
            there, length = [], 0
        for each in said:
            paper().print(Words(each(lang)))
        if length:
            paper().print(Words(_beside(book, bool(there) and there[0].hash == book.head.hash, length)(lang)))


def _beside(book: Book, same: bool, length: int) -> Message:
    """How the book of a file stands to the same one in the database."""
    if not same:
        return say("cli.book.file_other")
    if length == book.head.seq:
        return say("cli.book.file_same")
    return say("cli.book.file_behind", was=book.head.seq, now=length)


def upgrade_command(db: str | None, lang: str) -> None:
    """Brings an older database up to date; one that is not there is not made."""
    with _store(db, lang):
        pass
    with _store(db, lang, make=True) as store:
        paper().print(Words(say("cli.book.up_to_date", where=store.where)(lang)))


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
