"""The paths of books: what each takes, gives, and whose token it needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sikwu.book.book import Book
from sikwu.rules.prices import stake
from sikwu.rules.ruleset import Ruleset
from sikwu.server.books.desk import BookDesk
from sikwu.server.books.library import last_entries
from sikwu.server.books.writing import Writing
from sikwu.server.http.operation import CSV, LINES, Call, Given, Operation, Told
from sikwu.server.http.refusals import refused
from sikwu.server.live.once import Reply
from sikwu.server.live.tickets import LEFT
from sikwu.server.live.tokens import Holder
from sikwu.wire.book_pages import state_shape
from sikwu.wire.booked import (
    AnswerRequest,
    BookViewShape,
    DeleteRequest,
    DoneShape,
    EntriesShape,
    EntryRequest,
    EventRequest,
    InvitedRequest,
    InvitedShape,
    InviteRequest,
    InviteShape,
    JoinedShape,
    JoinRequest,
    NewBookRequest,
    OpenedBookShape,
    PreviewedShape,
    TicketShape,
    TokenRequest,
    TokenShape,
    TokensShape,
    WroteShape,
    YouShape,
)
from sikwu.wire.shapes import BookStatsShape, SettleUpShape

MOST_ENTRIES = 500
"""Entries on one page."""
MOST_RUNNING = 256 * 1024
"""Bytes of the running totals in the statistics of a book."""


def _holder(desk: BookDesk, call: Call, needs: str) -> Holder:
    """Who asks, if he may."""
    books = desk.books
    with books.storing.told():
        return books.tokens.holder(call.token, needs, call.given.get("id"))


def _read(desk: BookDesk, call: Call) -> Book:
    """The whole book as it stands now, for who only reads: whoever writes into it meanwhile has another."""
    with desk.books.library.open(_holder(desk, call, "reader").thing) as book:
        book.changes()
        return book


def _replied(reply: Reply) -> Told:
    return Told(reply.body, reply.status, headers={"idempotent-replay": "true"} if reply.replay else {})


def staked(rules: Ruleset, unit: str | None) -> Ruleset:
    """The rules played for what a point, or a fan of sixteen tiles, is worth.

    >>> from sikwu import ruleset
    >>> staked(ruleset("hk-standard"), "五一").settings["score.unit_multiplier"]
    2
    >>> staked(ruleset("hk-taiwanese"), "0.5").settings["score.chips_per_fan"]
    '1/2'
    """
    if unit is None:
        return rules
    worth = stake(unit).unit
    name = "score.unit_multiplier" if "score.unit_multiplier" in rules.settings else "score.chips_per_fan"
    return rules.with_options({name: worth if isinstance(worth, int) else str(worth)})


def _create(desk: BookDesk, call: Call) -> Told:
    rules = staked(desk.references.find(call.asked.rules), call.asked.unit)
    return _replied(desk.books.making.create(call.asked, rules, call.key, call.body, call.address))


def _import(desk: BookDesk, call: Call) -> Told:
    return _replied(desk.books.making.take_in(call.body, call.key, call.address))


def _view(desk: BookDesk, call: Call) -> BookViewShape:
    holder = _holder(desk, call, "reader")
    with desk.books.library.open(holder.thing) as book:
        you = YouShape(holder.kind, holder.name)  # type: ignore[arg-type]
        phones = len(desk.books.hub.phones.get(holder.thing, ()))
        return BookViewShape(you, state_shape(book, call.words), last_entries(book, call.words), phones)


def _preview(desk: BookDesk, call: Call) -> PreviewedShape:
    holder = _holder(desk, call, "keeper")
    return desk.books.library.preview(holder.thing, call.asked.event, call.asked.for_hand, call.words)


async def _write(desk: BookDesk, call: Call) -> Told:
    asked = call.asked
    if not call.token:
        raise refused("token.missing")
    wanted = Writing(asked.event, call.key, asked.for_hand, asked.written_at, call.match)
    return _replied(await desk.books.library.write(call.token, call.given["id"], wanted, call.words, call.address))


def _entries(desk: BookDesk, call: Call) -> EntriesShape:
    from sikwu.wire.pages import entry_shape

    holder = _holder(desk, call, "reader")
    after, limit = max(0, call.number("after", 0)), call.number("limit", MOST_ENTRIES)
    if not 1 <= limit <= MOST_ENTRIES:
        raise refused("request.page", most=MOST_ENTRIES)
    with desk.books.library.open(holder.thing) as book:
        found = list(book.journal(after, limit))
        head = book.head
        more = found[-1].entry.seq if found and found[-1].entry.seq < head.seq else None
        return EntriesShape(tuple(entry_shape(line, call.words) for line in found), more, head.hash, head.seq)


def _stats(desk: BookDesk, call: Call) -> BookStatsShape:
    from sikwu.wire.pages import book_stats_shape

    return book_stats_shape(_read(desk, call), MOST_RUNNING)


def _settle_up(desk: BookDesk, call: Call) -> SettleUpShape:
    from sikwu.wire.pages import settle_up_shape

    return settle_up_shape(_read(desk, call), call.words)


def _exported(form: str) -> Callable[[BookDesk, Call], Told]:
    def export(desk: BookDesk, call: Call) -> Told:
        from sikwu.book.exchange import to_csv, to_jsonl

        book = _read(desk, call)
        text = to_csv(book) if form == "csv" else to_jsonl(book)
        name = f"sikwu-{book.id[:8]}.{form}"
        # A spreadsheet reads UTF-8 by the mark at its start; the import takes it too.
        body = text.encode("utf-8-sig" if form == "csv" else "utf-8")
        return Told(
            body, 200, CSV if form == "csv" else LINES, {"content-disposition": f'attachment; filename="{name}"'}
        )

    return export


def _sheet(desk: BookDesk, call: Call) -> Told:
    from sikwu.book.sheet import to_sheet

    with desk.books.library.open(_holder(desk, call, "reader").thing) as book:
        text = to_sheet(book, next(iter(call.words), "en"), call.number("ahead", 0))
        name = f"sikwu-{book.id[:8]}-table.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Told(text.encode("utf-8-sig"), 200, CSV, headers)


def _tokens(desk: BookDesk, call: Call) -> TokensShape:
    holder = _holder(desk, call, "host")
    return desk.books.sharing.listed(holder, desk.books.hub.here(holder.thing))


def _give(desk: BookDesk, call: Call) -> Told:
    return _replied(desk.books.sharing.give(_holder(desk, call, "host"), call.asked, call.key, call.body))


def _invite(desk: BookDesk, call: Call) -> Told:
    return _replied(desk.books.sharing.invite(_holder(desk, call, "host"), call.asked, call.key, call.body))


def _take_back(desk: BookDesk, call: Call) -> DoneShape:
    return desk.books.sharing.take_back(_holder(desk, call, "host"), call.given["token"])


def _answer(desk: BookDesk, call: Call) -> DoneShape:
    return desk.books.sharing.answer(_holder(desk, call, "host"), call.given["ask"], call.asked)


def _erase(desk: BookDesk, call: Call) -> DoneShape:
    return desk.books.making.erase(_holder(desk, call, "host"), call.asked.name)


def _join(desk: BookDesk, call: Call) -> Told:
    return _replied(desk.books.sharing.join(call.asked, call.key, call.body, call.address))


def _invited(desk: BookDesk, call: Call) -> InvitedShape:
    return desk.books.sharing.invited(call.asked)


def _asked(desk: BookDesk, call: Call) -> JoinedShape:
    return desk.books.sharing.asked(_holder(desk, call, "any"))


def _ticket(desk: BookDesk, call: Call) -> TicketShape:
    holder = _holder(desk, call, "reader")
    with desk.books.storing.told():
        return TicketShape(desk.books.tickets.ticket(holder), LEFT * 1000)


def _operation(
    id: str, method: str, path: str, says: str, run: Any, gives: Any, takes: Any = None, **options: Any
) -> Operation:
    given = tuple(Given(name, says, needed=True) for name, says in _NAMES.items() if f"{{{name}}}" in path)
    options["given"] = (*given, *options.get("given", ()))
    return Operation(id, method, path, says, run, gives, takes, pure=False, **options)


_NAMES = {"id": "the id of the book", "token": "the id of the token", "ask": "the id of who asks"}
_PAGE = (
    Given("after", "the number of an entry: those after it", "integer"),
    Given("limit", "how many, 500 at most", "integer"),
)
_READER = (
    Given("words", "the language: yue, zh or en"),
    Given("ahead", "minutes by which the reader's clock is ahead of Greenwich", "integer"),
)
_WRITES = {"keyed": True, "status": 201}

BOOK_OPERATIONS = (
    _operation(
        "book_new", "POST", "/books", "A new book: its tokens, told this once, an invitation, a code.",
        _create, OpenedBookShape, NewBookRequest, **_WRITES,
    ),
    _operation(
        "book_import", "POST", "/books/import", "A book from an exported file, checked in full, or nothing.",
        _import, OpenedBookShape, bytes, file=True, **_WRITES,
    ),
    _operation(
        "book", "GET", "/books/{id}", "A book as it stands, and its last entries.", _view, BookViewShape, token="reader",
    ),
    _operation(
        "book_preview", "POST", "/books/{id}/preview", "What an event would do; nothing is written.",
        _preview, PreviewedShape, EventRequest, token="keeper",
    ),
    _operation(
        "book_write", "POST", "/books/{id}/entries", "Writes an entry; it is on the disk when this answers.",
        _write, WroteShape, EntryRequest, token="keeper", on_loop=True, **_WRITES,
    ),
    _operation(
        "book_entries", "GET", "/books/{id}/entries", "The audit trail, page by page.",
        _entries, EntriesShape, token="reader", given=_PAGE,
    ),
    _operation(
        "book_stats", "GET", "/books/{id}/stats", "Statistics, player by player.", _stats, BookStatsShape, token="reader",
    ),
    _operation(
        "book_settle_up", "GET", "/books/{id}/settle-up", "The fewest payments that make everybody even.",
        _settle_up, SettleUpShape, token="reader",
    ),
    _operation(
        "book_jsonl", "GET", "/books/{id}/export.jsonl", "The whole log as a file.", _exported("jsonl"), bytes,
        token="reader", media=LINES,
    ),
    _operation(
        "book_csv", "GET", "/books/{id}/export.csv", "The whole log as a table.", _exported("csv"), bytes,
        token="reader", media=CSV,
    ),
    _operation(
        "book_sheet", "GET", "/books/{id}/sheet.csv", "The book as a table for people; it cannot be taken in again.", _sheet,
        bytes, token="reader", media=CSV, given=_READER,
    ),
    _operation(
        "book_tokens", "GET", "/books/{id}/tokens", "Who has a token, and who asks for one.",
        _tokens, TokensShape, token="host",
    ),
    _operation(
        "book_give", "POST", "/books/{id}/tokens", "A token for somebody.", _give, TokenShape, TokenRequest,
        token="host", **_WRITES,
    ),
    _operation(
        "book_take_back", "DELETE", "/books/{id}/tokens/{token}", "A token is dead from now on.",
        _take_back, DoneShape, token="host",
    ),
    _operation(
        "book_invite", "POST", "/books/{id}/invite", "A new link and a new code; the older ones are dead.",
        _invite, InviteShape, InviteRequest, token="host", **_WRITES,
    ),
    _operation(
        "book_answer", "POST", "/books/{id}/asks/{ask}", "Lets somebody in who asked, or not.",
        _answer, DoneShape, AnswerRequest, token="host",
    ),
    _operation(
        "book_ticket", "POST", "/books/{id}/tickets", "A ticket for one socket: good once, for 30 seconds.",
        _ticket, TicketShape, token="reader",
    ),
    _operation(
        "book_erase", "DELETE", "/books/{id}", "Erases a book for good; its name must be given.",
        _erase, DoneShape, DeleteRequest, token="host",
    ),
    _operation(
        "join", "POST", "/join", "Joins a book by the secret of a link, or asks by a code.", _join, JoinedShape,
        JoinRequest, **_WRITES,
    ),
    _operation(
        "invited", "POST", "/invited", "Whose book the secret of a link leads to: its title and who sits there.",
        _invited, InvitedShape, InvitedRequest,
    ),
    _operation("joined", "GET", "/join", "What became of somebody who asked.", _asked, JoinedShape, token="any"),
)  # fmt: skip
