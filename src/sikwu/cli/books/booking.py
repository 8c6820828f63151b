"""Carries out the commands of `sikwu book`: records one entry per command and shows its effect."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Container, Sequence
from pathlib import Path

import typer

from sikwu.book.book import Book
from sikwu.book.database import needed
from sikwu.book.events import (
    Action,
    Close,
    Collect,
    Edit,
    Penalty,
    Redo,
    Redraw,
    Rename,
    Result,
    Seats,
    Swap,
    TableEvent,
    Undo,
    converted,
    read_hand,
)
from sikwu.book.exchange import MOST_BYTES, read_book, to_csv, to_jsonl
from sikwu.book.problems import BookError
from sikwu.book.store import BookSummary, Store
from sikwu.cli.books import entries, pages
from sikwu.cli.books.desk import (
    BookAccess,
    CommandEvent,
    Stamp,
    newest,
    open_store,
    opened,
    own_file,
    tells_waits,
    uninterrupted,
    write,
)
from sikwu.cli.books.flags import HandFlags
from sikwu.cli.shared.files import check_signature, read_key, signature, signature_file, write_whole
from sikwu.cli.shared.paper import WrappedText, after_commit, paper, telling
from sikwu.cli.shared.places import books_file
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import HandError, Message, SikwuError, say

SHARES = ("rest", "half", "whole")
NO_WIN = ("book.below_minimum", "settle.below_minimum", "win.not_complete", "win.pairs_not_played")


def typed_hand(flags: HandFlags, book: Book) -> Result:
    """The hand that the typed words describe."""
    hands = flags.hand or []
    named, fans = _winners(flags.wins or [], book)
    told: dict[str, object] = {"wins": fans, "from": flags.source, "robbed": flags.robbed, "note": flags.note}
    told |= liable_share(flags.liable, book.state.accounts)
    told["events"] = [typed_event(each) for each in flags.event or []]
    told |= {"kongs": flags.kong or [], "fines": flags.fine or [], "dead": flags.dead or []}
    told["cuts"] = [_pair(each) for each in flags.cut or []]
    if flags.dice is not None:
        told["dice"] = _numbers(flags.dice)
    if flags.draw:
        told["result"] = "draw"
    elif flags.false_win is not None:
        told |= {"result": "false_win", "by": flags.false_win}
    elif flags.flowers_by is not None:
        told |= {"result": "heavenly_and_flowers", "flowers_by": flags.flowers_by}
    elif flags.source is None:
        told["result"] = "self_draw"
    else:
        told["result"] = "kong_replacement" if flags.on_kong else "discard"
    if hands:
        told["tiles"] = dict(zip(named, hands, strict=False))
    if len(hands) > len(named) or set(named) != fans.keys() | set(named[: len(hands)]):
        raise BookError.of("book.no_winner")
    return read_hand(told)


_EVENT = re.compile(r"(?P<event>[^:<=\s]+)(?::(?P<player>[^<=]+))?(?:<(?P<source>[^=]+))?(?:=(?P<count>[0-9]{1,4}))?")


def typed_event(text: str) -> dict[str, object]:
    """An event as typed: `horse`, `horse=2`, `flower:Ann=3`, `kong_exposed:Ann<Ben`.

    >>> typed_event("kong_exposed:Ann<Ben")
    {'event': 'kong_exposed', 'player': 'Ann', 'from': 'Ben'}
    """
    found = _EVENT.fullmatch(text.strip())
    if found is None:
        raise BookError.of("book.event_typed", typed=text[:60])
    told: dict[str, object] = {"event": found["event"]}
    for name, value in (("player", found["player"]), ("from", found["source"])):
        told |= {name: value.strip()} if value else {}
    return told | ({"count": int(found["count"])} if found["count"] else {})


def liable_share(text: str | None, known: Container[str]) -> dict[str, object]:
    """The liable player as typed, with the share that the table names: `Ann`, `Ann=half`.

    >>> liable_share("Ann=half", ["Ann"])
    {'liable': 'Ann', 'liable_share': 'half'}
    """
    name, equals, share = (text or "").rpartition("=")
    if not equals or text in known:
        return {"liable": text}
    if share not in SHARES:
        raise BookError.of("book.share_typed", typed=text)
    return {"liable": name, "liable_share": share}


def _winners(words: list[str], book: Book) -> tuple[list[str], dict[str, int]]:
    """The winners in order, and their fan if given: `B 10`, `B=10 D=20`, `B 10番`."""
    named: list[str] = []
    fans: dict[str, int] = {}
    for word in words:
        name, equals, fan = word.rpartition("=")
        if equals and word not in book.state.accounts:
            named.append(name)
            fans[name] = _fan(fan)
        elif word not in book.state.accounts and named and named[-1] not in fans and _is_number(word):
            fans[named[-1]] = _fan(word)
        elif word not in book.state.cash and named and named[-1] not in fans and named[-1] in book.state.cash:
            raise BookError.of("book.fan_typed", typed=word)
        else:
            named.append(word)
    return named, fans


def _is_number(word: str) -> bool:
    return word.removesuffix("番").removesuffix("fan").strip().lstrip("-").isdecimal()


def _fan(word: str) -> int:
    if not _is_number(word) or len(word) > 12:
        raise BookError.of("book.fan_typed", typed=word)
    return int(word.removesuffix("番").removesuffix("fan"))


def _numbers(text: str) -> list[int]:
    parts = text.replace("-", ",").replace(" ", ",").split(",")
    if len(parts) == 1:
        parts = list(text)
    if len(parts) != 3 or not all(part.isdecimal() and 1 <= int(part) <= 6 for part in parts):
        raise BookError.of("book.dice_typed", typed=text)
    return [int(part) for part in parts]


def _pair(text: str) -> list[str]:
    debtor, colon, creditor = text.partition(":")
    if not colon:
        raise BookError.of("book.pair_typed", typed=text)
    return [debtor, creditor]


# --- commands


def new_command(name: str, players: Sequence[str], ruleset: Ruleset, dealer: str | None, door: BookAccess) -> None:
    """Opens a book."""
    with telling(door.lang, door.json):
        Book.new(name, players, ruleset, dealer)  # an impossible book creates no file
    with open_store(door, make=True) as store:
        with uninterrupted():
            book = store.create(name, players, ruleset, dealer)
        with after_commit(say("cli.book.unshown", seq=1), door.lang):
            if door.json:
                from sikwu.wire import book_page_shape

                door.send(book_page_shape(book, store.where, 0, False))
                return
            entries.print_head(paper(), book, door.lang)
            entries.print_where(paper(), store.where, door.lang)


def list_command(door: BookAccess) -> None:
    """Lists the books, and prints the place of the database."""
    if door.db is None:
        with telling(door.lang, door.json):
            nothing = not books_file()[0].exists()
            needed("sqlalchemy")  # without the packages for books, report this error
        if nothing:
            _listed((), None, door)
            return
    with open_store(door) as store:
        _listed(store.list(), store.where, door)


def _listed(books: Sequence[BookSummary], where: str | None, door: BookAccess) -> None:
    if door.json:
        from sikwu.wire import book_list_shape

        door.send(book_list_shape(books, where))
        return
    entries.print_list(paper(), books, door.lang)
    if where is not None:
        entries.print_where(paper(), where, door.lang)


def where_command(door: BookAccess) -> None:
    """Prints the place of the database, whether or not there are any books yet."""
    with telling(door.lang, door.json):
        file = door.db or str(books_file()[0])
    if not door.json:
        print(file)
        return
    there = door.db is not None or Path(file).exists()
    from sikwu.wire import DatabaseShape

    door.send(DatabaseShape(file, there))


def _tell(store: Store, book: Book, group: Sequence[CommandEvent], door: BookAccess, stamp: Stamp) -> None:
    """Records events, and shows their effect on the totals and on later hands."""
    lang = door.lang
    done = write(store, book, group, lang, stamp)
    with after_commit(say("cli.book.unshown", seq=done.entry.seq), lang):
        if door.json:
            from sikwu.wire import written_shape

            changed = [each.hand for each in done.changed]
            door.send(written_shape(book, done.entry.seq, done.known, changed, (lang,)))
            return
        if done.known:
            pages.print_known(paper(), done.entry, lang)
        elif isinstance(group[-1], Undo | Redo):
            entries.print_undone(paper(), book, group, lang)
        elif isinstance(group[-1], Close):
            pages.print_balances(paper(), book, lang)
            pages.print_settle_up(paper(), book, lang)
        else:
            entries.print_last(paper(), book, lang)
        pages.print_shifts(paper(), done.changed, lang)


def add_command(flags: HandFlags, stamp: Stamp, door: BookAccess) -> None:
    """Records a hand."""
    with opened(door) as (store, book):
        hand = typed_hand(flags, book)
        try:
            _tell(store, book, [hand], door, stamp)
        except SikwuError as error:
            if not flags.or_false_win or error.code not in NO_WIN:
                raise
            _tell(store, book, [_false_win(flags, book)], door, stamp)


def _false_win(flags: HandFlags, book: Book) -> Result:
    named, _ = _winners(flags.wins or [], book)
    bare = flags._replace(event=None, wins=None, source=None, hand=None, robbed=False, on_kong=False, liable=None)
    return typed_hand(bare._replace(false_win=named[0]), book)


def edit_command(entry: int, flags: HandFlags, stamp: Stamp, door: BookAccess) -> None:
    """Replaces a hand."""
    with opened(door) as (store, book):
        try:
            _tell(store, book, [Edit(entry, typed_hand(flags, book))], door, stamp)
        except SikwuError as error:
            if not flags.or_false_win or error.code not in NO_WIN:
                raise
            _tell(store, book, [Edit(entry, _false_win(flags, book))], door, stamp)


def event_command(event: Action, key: str, door: BookAccess) -> None:
    """Records any event."""
    with opened(door) as (store, book):
        _tell(store, book, [event], door, Stamp.here(key))


def penalty_command(payer: str, amount: str, payees: Sequence[str], note: str, key: str, door: BookAccess) -> None:
    """Records a payment from one player to others; says so if the amount stands in another place."""
    with opened(door) as (store, book):
        check_amount(payer, amount, payees, book.state.accounts)
        _tell(store, book, [Penalty(payer, tuple(payees), amount, note)], door, Stamp.here(key))


def check_amount(payer: str, amount: str, payees: Sequence[str], known: Container[str]) -> None:
    """Raises an error that shows the right order if a name stands in the place of the amount."""
    numbers = [each for each in payees if each[:1].isdecimal() and each not in known]
    if amount in known and len(numbers) == 1:
        right = [amount, *(each for each in payees if each not in numbers)]
        raise BookError.of("book.penalty_order", typed=amount, payer=payer, amount=numbers[0], payees=" ".join(right))


def collect_command(payee: str, amount: str, payers: Sequence[str], note: str, key: str, door: BookAccess) -> None:
    """Records a payment from several players, or all others, to one."""
    with opened(door) as (store, book):
        check_amount(payee, amount, payers, book.state.accounts)
        others = tuple(payers) or tuple(each for each in book.state.table.turn if each != payee)
        _tell(store, book, [Collect(payee, others, amount, note)], door, Stamp.here(key))


def happening_command(event: str, player: str | None, source: str | None, key: str, door: BookAccess) -> None:
    """Records something that the house pays for."""
    with opened(door) as (store, book):
        told = {**typed_event(event), "type": "event"}
        told |= {"player": player} if player else {}
        told |= {"from": source} if source else {}
        happening = converted(told)
        assert isinstance(happening, TableEvent)
        _tell(store, book, [happening], door, Stamp.here(key))


def rename_command(name: str, key: str, door: BookAccess) -> None:
    """Renames a book."""
    with opened(door) as (store, book):
        _tell(store, book, [Rename(name)], door, Stamp.here(key))


def swap_command(
    leaves: str | None, joins: str | None, seats: str | None, redraw: str | None, key: str, door: BookAccess
) -> None:
    """Changes the seats."""
    order = tuple(each.strip() for each in (seats or redraw or "").split(","))
    with opened(door) as (store, book):
        if not seats and not redraw:
            event: Action = Swap(leaves, joins)
        elif len(order) != len(book.state.table.seats):
            raise BookError.of("book.order_typed", typed=seats or redraw, seated=book.state.table.seated)
        else:
            event = (Seats if seats else Redraw)(order)
        _tell(store, book, [event], door, Stamp.here(key))


def undo_command(again: bool, count: int, key: str, door: BookAccess) -> None:
    """Undoes or redoes `count` actions; all of them or none."""
    with opened(door) as (store, book):
        kind = Redo if again else Undo
        sent = store.keyed(book.id, key) if key else None
        if sent is not None and isinstance(sent.event, kind):
            # the same command again: what is newest now does not matter
            if door.json:
                from sikwu.wire import written_shape

                door.send(written_shape(book, sent.seq, True, (), (door.lang,)))
            else:
                pages.print_known(paper(), sent, door.lang)
            return
        group: Sequence[CommandEvent] = book.redoings(count) if again else book.undoings(count)
        _tell(store, book, group, door, Stamp.here(key))


def show_command(hands: int, log: bool, door: BookAccess) -> None:
    """Shows a book."""
    from sikwu.cli.books.seen import moved

    lang = door.lang
    with opened(door) as (store, book):
        if door.json:
            from sikwu.wire import book_page_shape

            door.send(book_page_shape(book, store.where, hands, log, (lang,)))
            return
        console = paper()
        entries.print_head(console, book, lang)
        told = moved(book, lambda seq: next(iter(store.entries(book.id, seq - 1, 1)), None))
        if told is not None:
            console.print(WrappedText((told[0](lang), "dim" if told[1] else "bold red")))
        pages.print_balances(console, book, lang)
        pages.print_pulls(console, book, lang)
        if log:
            entries.print_log(console, book, lang)
        else:
            entries.print_hands(console, book, lang, hands)


def stats_command(door: BookAccess) -> None:
    """Shows statistics and the chart."""
    with opened(door) as (_, book):
        if door.json:
            from sikwu.wire import book_stats_shape

            door.send(book_stats_shape(book))
        else:
            pages.print_stats(paper(), book, door.lang)


def settle_command(door: BookAccess) -> None:
    """Shows how to settle up."""
    with opened(door) as (_, book):
        if door.json:
            from sikwu.wire import settle_up_shape

            door.send(settle_up_shape(book, (door.lang,)))
        else:
            pages.print_settle_up(paper(), book, door.lang)


def export_command(file: Path | None, format: str | None, sign: Path | None, door: BookAccess) -> None:
    """Writes a book to a file, and its signature beside it; both files are written atomically."""
    with opened(door) as (_, book):
        kind = format or ("csv" if file is not None and file.suffix.lower() == ".csv" else "jsonl")
        key = None if sign is None else read_key(sign)
        # A spreadsheet reads a CSV as UTF-8 only if it begins with a byte order mark.
        data = b"\xef\xbb\xbf" + to_csv(book).encode() if kind == "csv" else to_jsonl(book).encode()
        if file is None or str(file) == "-":
            if key is not None:
                raise BookError.of("book.signature", file="-", why=say("why.sign_file"))
            sys.stdout.buffer.write(data)
            return
        signed = None if key is None else signature_file(file)
        try:
            write_whole(file, data, private=True)
            if key is not None and signed is not None:
                write_whole(signed, signature(data, key).encode())
        except OSError as error:
            raise _file_error(file, error) from None
        if door.json:
            from sikwu.wire import ExportShape

            door.send(ExportShape(str(file), len(book.entries), None if signed is None else str(signed)))
            return
        pages.print_exported(paper(), book, str(file), door.lang)
        if signed is not None:
            paper().print(WrappedText(say("cli.book.signed", file=str(signed))(door.lang)))


def import_command(file: Path, key: Path | None, door: BookAccess) -> None:
    """Imports a book from a file."""
    with telling(door.lang, door.json):
        book = _from_file(file, key)
        with open_store(door, make=True) as store, uninterrupted():
            store.adopt(book)
        with after_commit(say("cli.book.imported_unshown"), door.lang):
            if door.json:
                from sikwu.wire import book_page_shape

                door.send(book_page_shape(book, store.where, 0, False, (door.lang,)))
                return
            entries.print_head(paper(), book, door.lang)
            pages.print_balances(paper(), book, door.lang)


def _from_file(file: Path, key: Path | None) -> Book:
    """The book of a file; checks its signature if a key is given."""
    try:
        data = _taken(file)
    except (OSError, ValueError) as error:
        raise _file_error(file, error) from None
    if key is not None:
        check_signature(file, data, read_key(key))
    return read_book(data)


def verify_command(file: Path | None, key: Path | None, mend: bool, door: BookAccess) -> None:
    """Checks a book from its first entry, in the database or in a file."""
    try:
        if file is not None:
            _verify_file(file, key, door)
            return
        with open_store(door) as store:
            _verify_stored(store, door.book or newest(store), mend, door)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _verify_stored(store: Store, name: str, mend: bool, door: BookAccess) -> None:
    from sikwu.book.verifying import verify

    told, lang = time.monotonic(), door.lang

    def tell(done: int, count: int) -> None:
        nonlocal told
        if time.monotonic() - told >= 2:
            told = time.monotonic()
            paper(err=True).print(WrappedText(say("cli.book.progress", done=done, count=count)(lang)))

    try:
        found = verify(store, name, tell)
    except SikwuError as error:
        if not mend or error.code != "book.snapshot":
            raise
        store.drop_snapshot(store.find(name).id)
        found = verify(store, name, tell)
    if door.json:
        from sikwu.wire import BookCheckShape

        door.send(BookCheckShape(found.name, found.entries, found.head))
        return
    said = say("cli.book.verified", name=found.name, count=found.entries, hash=found.head)
    paper().print(WrappedText(said(lang)))


def _verify_file(file: Path, key: Path | None, door: BookAccess) -> None:
    """Checks a file as for an import, and compares it with the same book in the database, if there is one."""
    lang = door.lang
    with telling(lang, door.json):
        book = _from_file(file, key)
        said = [say("cli.book.signature_holds")] if key is not None else []
        said.append(say("cli.book.verified", name=book.name, count=book.head.seq, hash=book.head.hash))
        try:
            tells_waits(lang)
            with Store(door.db or own_file(False, lang), make=False) as store:
                there = store.entries(book.id, book.head.seq - 1, 1)
                length = store.find(book.id).entries
        except SikwuError:
            there, length = [], 0
        same = bool(there) and there[0].hash == book.head.hash
        if door.json:
            from msgspec import UNSET

            from sikwu.wire import BookCheckShape, message_shape

            beside = message_shape(_beside(book, same, length), (lang,)) if length else UNSET
            held = UNSET if key is None else True
            door.send(BookCheckShape(book.name, book.head.seq, book.head.hash, held, beside))
            return
        for each in said:
            paper().print(WrappedText(each(lang)))
        if length:
            paper().print(WrappedText(_beside(book, same, length)(lang)))


def _beside(book: Book, same: bool, length: int) -> Message:
    """How the book of a file compares with the same one in the database."""
    if not same:
        return say("cli.book.file_other")
    if length == book.head.seq:
        return say("cli.book.file_same")
    return say("cli.book.file_behind", was=book.head.seq, now=length)


def upgrade_command(door: BookAccess) -> None:
    """Upgrades an older database; does not create a missing one."""
    with open_store(door):
        pass
    with open_store(door, make=True) as store:
        if door.json:
            from sikwu.wire import DatabaseShape

            door.send(DatabaseShape(store.where, True))
        else:
            paper().print(WrappedText(say("cli.book.up_to_date", where=store.where)(door.lang)))


def _taken(file: Path) -> bytes:
    """The bytes of a file or of standard input; reads no more than needed to see that a file is too large."""
    if str(file) != "-":
        with file.open("rb") as source:
            return source.read(MOST_BYTES + 1)
    if sys.stdin is None:
        raise OSError(os.strerror(9))
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _file_error(file: Path, error: Exception) -> HandError:
    return HandError.of("file.unusable", file=file, why=getattr(error, "strerror", None) or error)
