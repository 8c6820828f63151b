"""The paths of books, with their request and answer types and the token each one needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sikwu.book.book import Book
from sikwu.rules.prices import stake
from sikwu.rules.ruleset import Ruleset
from sikwu.server.books.desk import BookDesk
from sikwu.server.books.library import last_entries
from sikwu.server.books.writing import WriteRequest
from sikwu.server.channels.once import Reply
from sikwu.server.channels.tickets import LEFT
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.operation import CSV, LINES, AddressParameter, Call, HttpAnswer, Operation
from sikwu.server.http.refusals import Refusal
from sikwu.wire.book_pages import state_shape
from sikwu.wire.booked import (
    AnswerRequest,
    BookViewShape,
    ConfirmationShape,
    DeleteRequest,
    EntriesShape,
    EntryRequest,
    EventPreviewShape,
    EventRequest,
    InvitationRequest,
    InvitationShape,
    InviteRequest,
    InviteShape,
    JoinAnswerShape,
    JoinRequest,
    NewBookRequest,
    NewBookShape,
    StoredEntryShape,
    TicketShape,
    TokenRequest,
    TokenRoleShape,
    TokenShape,
    TokensShape,
)
from sikwu.wire.shapes import BookStatsShape, SettleUpShape

MOST_ENTRIES = 500
"""The most entries on one page."""
MOST_RUNNING = 256 * 1024
"""The most bytes of the running totals in the statistics of a book."""


def _holder(desk: BookDesk, call: Call, needs: str) -> Holder:
    """The holder of the token, if it allows this."""
    books = desk.books
    with books.storing.told():
        return books.tokens.holder(call.token, needs, call.given.get("id"))


def _read(desk: BookDesk, call: Call) -> Book:
    """A snapshot of the whole book for reading; writers meanwhile work on another object."""
    with desk.books.library.open(_holder(desk, call, "reader").thing) as book:
        book.changes()
        return book


def _replied(reply: Reply) -> HttpAnswer:
    return HttpAnswer(reply.body, reply.status, headers={"idempotent-replay": "true"} if reply.replay else {})


def staked(rules: Ruleset, unit: str | None) -> Ruleset:
    """The rules with the worth of a point, or of a fan in sixteen tiles.

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


def _create(desk: BookDesk, call: Call) -> HttpAnswer:
    rules = staked(desk.references.find(call.asked.rules), call.asked.unit)
    return _replied(desk.books.making.create(call.asked, rules, call.key, call.body, call.address))


def _import(desk: BookDesk, call: Call) -> HttpAnswer:
    return _replied(desk.books.making.take_in(call.body, call.key, call.address))


def _view(desk: BookDesk, call: Call) -> BookViewShape:
    holder = _holder(desk, call, "reader")
    with desk.books.library.open(holder.thing) as book:
        you = TokenRoleShape(holder.kind, holder.name)  # type: ignore[arg-type]
        phones = len(desk.books.hub.phones.get(holder.thing, ()))
        return BookViewShape(you, state_shape(book, call.words), last_entries(book, call.words), phones)


def _preview(desk: BookDesk, call: Call) -> EventPreviewShape:
    holder = _holder(desk, call, "keeper")
    return desk.books.library.preview(holder.thing, call.asked.event, call.asked.for_hand, call.words)


async def _write(desk: BookDesk, call: Call) -> HttpAnswer:
    asked = call.asked
    if not call.token:
        raise Refusal.of("token.missing")
    wanted = WriteRequest(asked.event, call.key, asked.for_hand, asked.written_at, call.match)
    return _replied(await desk.books.library.write(call.token, call.given["id"], wanted, call.words, call.address))


def _entries(desk: BookDesk, call: Call) -> EntriesShape:
    from sikwu.wire.pages import entry_shape

    holder = _holder(desk, call, "reader")
    after, limit = max(0, call.number("after", 0)), call.number("limit", MOST_ENTRIES)
    if not 1 <= limit <= MOST_ENTRIES:
        raise Refusal.of("request.page", most=MOST_ENTRIES)
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


def _exported(form: str) -> Callable[[BookDesk, Call], HttpAnswer]:
    def export(desk: BookDesk, call: Call) -> HttpAnswer:
        from sikwu.book.exchange import to_csv, to_jsonl

        book = _read(desk, call)
        text = to_csv(book) if form == "csv" else to_jsonl(book)
        name = f"sikwu-{book.id[:8]}.{form}"
        # A spreadsheet recognises UTF-8 by the byte order mark; the import accepts it too.
        body = text.encode("utf-8-sig" if form == "csv" else "utf-8")
        return HttpAnswer(
            body, 200, CSV if form == "csv" else LINES, {"content-disposition": f'attachment; filename="{name}"'}
        )

    return export


def _sheet(desk: BookDesk, call: Call) -> HttpAnswer:
    from sikwu.book.sheet import to_sheet

    with desk.books.library.open(_holder(desk, call, "reader").thing) as book:
        text = to_sheet(book, next(iter(call.words), "en"), call.number("ahead", 0))
        name = f"sikwu-{book.id[:8]}-table.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return HttpAnswer(text.encode("utf-8-sig"), 200, CSV, headers)


def _tokens(desk: BookDesk, call: Call) -> TokensShape:
    holder = _holder(desk, call, "host")
    return desk.books.sharing.listed(holder, desk.books.hub.here(holder.thing))


def _give(desk: BookDesk, call: Call) -> HttpAnswer:
    return _replied(desk.books.sharing.give(_holder(desk, call, "host"), call.asked, call.key, call.body))


def _invite(desk: BookDesk, call: Call) -> HttpAnswer:
    return _replied(desk.books.sharing.invite(_holder(desk, call, "host"), call.asked, call.key, call.body))


def _take_back(desk: BookDesk, call: Call) -> ConfirmationShape:
    return desk.books.sharing.take_back(_holder(desk, call, "host"), call.given["token"])


def _answer(desk: BookDesk, call: Call) -> ConfirmationShape:
    return desk.books.sharing.answer(_holder(desk, call, "host"), call.given["ask"], call.asked)


def _erase(desk: BookDesk, call: Call) -> ConfirmationShape:
    return desk.books.making.erase(_holder(desk, call, "host"), call.asked.name)


def _join(desk: BookDesk, call: Call) -> HttpAnswer:
    return _replied(desk.books.sharing.join(call.asked, call.key, call.body, call.address))


def _invited(desk: BookDesk, call: Call) -> InvitationShape:
    return desk.books.sharing.invited(call.asked)


def _asked(desk: BookDesk, call: Call) -> JoinAnswerShape:
    return desk.books.sharing.asked(_holder(desk, call, "any"))


def _ticket(desk: BookDesk, call: Call) -> TicketShape:
    holder = _holder(desk, call, "reader")
    with desk.books.storing.told():
        return TicketShape(desk.books.tickets.ticket(holder), LEFT * 1000)


def _operation(
    id: str, method: str, path: str, says: str, run: Any, gives: Any, takes: Any = None, **options: Any
) -> Operation:
    given = tuple(AddressParameter(name, says, needed=True) for name, says in _NAMES.items() if f"{{{name}}}" in path)
    options["given"] = (*given, *options.get("given", ()))
    return Operation(id, method, path, says, run, gives, takes, pure=False, **options)


_NAMES = {"id": "the id of the book", "token": "the id of the token", "ask": "the id of who asks"}
_PAGE = (
    AddressParameter("after", "the number of an entry: those after it", "integer"),
    AddressParameter("limit", "how many, 500 at most", "integer"),
)
_READER = (
    AddressParameter("words", "the language: yue, zh or en"),
    AddressParameter("ahead", "minutes by which the reader's clock is ahead of Greenwich", "integer"),
)
_WRITES = {"keyed": True, "status": 201}

BOOK_OPERATIONS = (
    _operation(
        "book_new", "POST", "/books", "A new book: its tokens, told this once, an invitation, a code.",
        _create, NewBookShape, NewBookRequest, **_WRITES,
    ),
    _operation(
        "book_import", "POST", "/books/import", "A book from an exported file, checked in full, or nothing.",
        _import, NewBookShape, bytes, file=True, **_WRITES,
    ),
    _operation(
        "book", "GET", "/books/{id}", "The current state of a book, and its last entries.", _view, BookViewShape, token="reader",
    ),
    _operation(
        "book_preview", "POST", "/books/{id}/preview", "What an event would do; nothing is written.",
        _preview, EventPreviewShape, EventRequest, token="keeper",
    ),
    _operation(
        "book_write", "POST", "/books/{id}/entries", "Writes an entry; it is on the disk when this answers.",
        _write, StoredEntryShape, EntryRequest, token="keeper", on_loop=True, **_WRITES,
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
        _take_back, ConfirmationShape, token="host",
    ),
    _operation(
        "book_invite", "POST", "/books/{id}/invite", "A new link and a new code; the older ones are dead.",
        _invite, InviteShape, InviteRequest, token="host", **_WRITES,
    ),
    _operation(
        "book_answer", "POST", "/books/{id}/asks/{ask}", "Lets somebody in who asked, or not.",
        _answer, ConfirmationShape, AnswerRequest, token="host",
    ),
    _operation(
        "book_ticket", "POST", "/books/{id}/tickets", "A ticket for one socket: good once, for 30 seconds.",
        _ticket, TicketShape, token="reader",
    ),
    _operation(
        "book_erase", "DELETE", "/books/{id}", "Erases a book for good; its name must be given.",
        _erase, ConfirmationShape, DeleteRequest, token="host",
    ),
    _operation(
        "join", "POST", "/join", "Joins a book by the secret of a link, or asks by a code.", _join, JoinAnswerShape,
        JoinRequest, **_WRITES,
    ),
    _operation(
        "invited", "POST", "/invited", "Whose book the secret of a link leads to: its title and who sits there.",
        _invited, InvitationShape, InvitationRequest,
    ),
    _operation("joined", "GET", "/join", "What became of somebody who asked.", _asked, JoinAnswerShape, token="any"),
)  # fmt: skip
