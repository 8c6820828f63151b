"""The paths of live tables, with their types and the token each one needs. The table decides what a member may do."""

from __future__ import annotations

from typing import Any

from sikwu.live.messages import (
    AddBot,
    AnswerSeat,
    ChangeBot,
    LeaveTable,
    MemberMessage,
    RemoveBot,
    StartMatch,
    WantRematch,
)
from sikwu.server.channels.once import Reply
from sikwu.server.channels.tickets import LEFT
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.operation import LINES, AddressParameter, Call, HttpAnswer, Operation
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables import records
from sikwu.server.tables.booking import into_book
from sikwu.server.tables.desk import TableDesk
from sikwu.server.tables.joining import MEMBERS, sits
from sikwu.wire.booked import ConfirmationShape, NewBookShape, TicketShape
from sikwu.wire.tabled import (
    HOST_POWER,
    BotRequest,
    EraseTableRequest,
    JoinTableRequest,
    NewTableRequest,
    NewTableShape,
    ProofsShape,
    SeatAnswerRequest,
    SitRequest,
    TableBookRequest,
    TableInvitationRequest,
    TableInvitationShape,
    TableInviteShape,
    TableJoinAnswerShape,
    TableShape,
    TableTokensShape,
)

ANY = (*MEMBERS, "asking", "refused")


def _replied(reply: Reply) -> HttpAnswer:
    return HttpAnswer(reply.body, reply.status, headers={"idempotent-replay": "true"} if reply.replay else {})


async def _member(desk: TableDesk, call: Call) -> Holder:
    return await desk.tables.holder(call.token, call.given["id"])


async def _said(desk: TableDesk, call: Call, message: MemberMessage, holder: Holder, what: str) -> HttpAnswer:
    """Sends a message to a table; `what` is part of the body, because two operations may get the same key."""
    asked = f"{what} {call.given['id']} ".encode() + call.body
    return _replied(await desk.tables.said(holder, call.given["id"], message, call.key, asked))


def _place(call: Call) -> int:
    text = call.given["place"]
    if text not in ("0", "1", "2", "3"):
        raise Refusal.of("table.place")
    return int(text)


# --- a table


async def _create(desk: TableDesk, call: Call) -> HttpAnswer:
    tables = desk.tables

    def work() -> Reply:
        rules = desk.references.find(call.asked.rules)
        return tables.opening.create(call.asked, rules, call.key, call.body, call.address)

    reply = await tables.run("", work, call.address)
    if call.asked.start and not tables.storing.is_shared:
        tables.hall.keep(tables.hall.owner(records.table_of(reply.body)))
    return _replied(reply)


async def _view(desk: TableDesk, call: Call) -> TableShape:
    holder = await _member(desk, call)
    owner = await desk.tables.hall.owner(call.given["id"], call.address)
    return desk.tables.shape(owner, owner.table, holder.id)


async def _erase(desk: TableDesk, call: Call) -> ConfirmationShape:
    holder, _ = await desk.tables.host(call.token, call.given["id"])
    return await desk.tables.opening.erase(holder, call.given["id"], call.asked.title)


async def _book(desk: TableDesk, call: Call) -> HttpAnswer:
    tables, id = desk.tables, call.given["id"]
    holder, owner = await tables.host(call.token, id)

    def work() -> Reply:
        with tables.storing.told():
            return into_book(tables.books, holder, id, call.asked.name, call.key, call.body)

    reply = await tables.run(id, work, call.address)
    owner.book = records.book_of(reply.body)
    return _replied(reply)


# --- seats and bots


async def _join(desk: TableDesk, call: Call) -> HttpAnswer:
    return _replied(await desk.tables.joining.join(call.asked, call.key, call.body, call.address, call.given.get("id")))


async def _joined(desk: TableDesk, call: Call) -> TableJoinAnswerShape:
    at = call.given.get("id")
    return await desk.tables.joining.joined(await desk.tables.holder(call.token, at, ANY), at)


async def _invited(desk: TableDesk, call: Call) -> TableInvitationShape:
    return await desk.tables.joining.invited(call.asked.secret)


async def _sit(desk: TableDesk, call: Call) -> HttpAnswer:
    holder = await _member(desk, call)
    return await _said(desk, call, sits(holder, call.asked.name, _place(call)), holder, f"sit {_place(call)}")


async def _leave(desk: TableDesk, call: Call) -> ConfirmationShape:
    holder = await _member(desk, call)
    owner = await desk.tables.hall.owner(call.given["id"])
    if owner.table.state.place_of(holder.id) != _place(call):
        raise Refusal.of("table.not_seated")
    await owner.say(LeaveTable(by=holder.id))
    return ConfirmationShape(True)


async def _bot(desk: TableDesk, call: Call) -> HttpAnswer:
    holder, asked = await _member(desk, call), call.asked
    seats = (await desk.tables.hall.owner(call.given["id"])).table.state.seats
    there = 0 <= asked.place < 4 and seats[asked.place].bot and not seats[asked.place].free
    message: MemberMessage = AddBot(by=holder.id, place=asked.place, level=asked.level, name=asked.name)
    if there:
        message = ChangeBot(by=holder.id, place=asked.place, level=asked.level)
    return await _said(desk, call, message, holder, "bot")


async def _no_bot(desk: TableDesk, call: Call) -> ConfirmationShape:
    holder = await _member(desk, call)
    owner = await desk.tables.hall.owner(call.given["id"])
    await owner.say(RemoveBot(by=holder.id, place=_place(call)))
    return ConfirmationShape(True)


# --- the host


async def _start(desk: TableDesk, call: Call) -> HttpAnswer:
    holder = await _member(desk, call)
    return await _said(desk, call, StartMatch(by=holder.id), holder, "start")


async def _host(desk: TableDesk, call: Call) -> HttpAnswer:
    holder = await _member(desk, call)
    return await _said(desk, call, call.asked.said(holder.id), holder, "host")


async def _answer(desk: TableDesk, call: Call) -> HttpAnswer:
    holder, asked = await _member(desk, call), call.asked
    message = AnswerSeat(by=holder.id, member=call.given["ask"], yes=asked.allow, place=asked.place)
    return await _said(desk, call, message, holder, f"answer {call.given['ask']}")


async def _rematch(desk: TableDesk, call: Call) -> HttpAnswer:
    holder = await _member(desk, call)
    return await _said(desk, call, WantRematch(by=holder.id), holder, "rematch")


async def _invite(desk: TableDesk, call: Call) -> HttpAnswer:
    holder, _ = await desk.tables.host(call.token, call.given["id"])
    return _replied(await desk.tables.joining.invite(holder, call.key, call.body))


async def _tokens(desk: TableDesk, call: Call) -> TableTokensShape:
    holder, _ = await desk.tables.host(call.token, call.given["id"])
    here = desk.tables.hub.here(call.given["id"])
    return await desk.tables.run("", lambda: desk.tables.joining.listed(holder, here))


async def _take_back(desk: TableDesk, call: Call) -> ConfirmationShape:
    holder, _ = await desk.tables.host(call.token, call.given["id"])
    return await desk.tables.joining.take_back(holder, call.given["id"], call.given["token"])


async def _ticket(desk: TableDesk, call: Call) -> TicketShape:
    holder, tables = await _member(desk, call), desk.tables

    def work() -> str:
        with tables.storing.told():
            return tables.books.tickets.ticket(holder)

    return TicketShape(await tables.run(call.given["id"], work), LEFT * 1000)


# --- records


async def _record(desk: TableDesk, call: Call) -> HttpAnswer:
    await _member(desk, call)
    tables, id = desk.tables, call.given["id"]

    def work() -> bytes:
        with tables.storing.told():
            return "".join(f"{line}\n" for line in records.record(tables.storing.store, id)).encode()

    name = f'attachment; filename="sikwu-{id}.jsonl"'
    return HttpAnswer(await tables.run(id, work, call.address), 200, LINES, {"content-disposition": name})


async def _proofs(desk: TableDesk, call: Call) -> ProofsShape:
    await _member(desk, call)
    tables, id = desk.tables, call.given["id"]

    def work() -> ProofsShape:
        with tables.storing.told():
            return records.proofs(tables.storing.store, id)

    return await tables.run(id, work, call.address)


def _operation(
    id: str, method: str, path: str, says: str, run: Any, gives: Any, takes: Any = None, **options: Any
) -> Operation:
    given = tuple(AddressParameter(name, says, needed=True) for name, says in _NAMES.items() if f"{{{name}}}" in path)
    return Operation(id, method, path, says, run, gives, takes, given, pure=False, on_loop=True, **options)


_NAMES = {
    "id": "the id of the table",
    "token": "the id of the token",
    "ask": "the id of who asks",
    "place": "a place at the table, 0 to 3",
}
_WRITES = {"keyed": True, "status": 201}
_SAYS = {"keyed": True, "token": "seat"}

TABLE_OPERATIONS = (
    _operation(
        "table_new", "POST", "/tables", "A new live table: its host's token, told this once, an invitation, a code.",
        _create, NewTableShape, NewTableRequest, **_WRITES,
    ),
    _operation(
        "table_join", "POST", "/tables/join", "Joins a table by the secret of a link, or asks for a seat by a code.",
        _join, TableJoinAnswerShape, JoinTableRequest, **_WRITES,
    ),
    _operation(
        "table_joined", "GET", "/tables/joined", "What became of somebody who asked for a seat.",
        _joined, TableJoinAnswerShape, token="any",
    ),
    _operation(
        "table_join_there", "POST", "/tables/{id}/join", "The same at a table that is known: several processes need its id.",
        _join, TableJoinAnswerShape, JoinTableRequest, **_WRITES,
    ),
    _operation(
        "table_joined_there", "GET", "/tables/{id}/joined", "The same at a table that is known.",
        _joined, TableJoinAnswerShape, token="any",
    ),
    _operation(
        "table_invited", "POST", "/tables/invited", "Which table the secret of a link leads to, and who sits there.",
        _invited, TableInvitationShape, TableInvitationRequest,
    ),
    _operation("table", "GET", "/tables/{id}", "A table as its member may know it.", _view, TableShape, token="watch"),
    _operation(
        "table_erase", "DELETE", "/tables/{id}", "Erases a table and its records for good; its title must be given.",
        _erase, ConfirmationShape, EraseTableRequest, token="host",
    ),
    _operation(
        "table_sit", "POST", "/tables/{id}/seats/{place}", "The holder of a token of the table sits down.",
        _sit, TableShape, SitRequest, keyed=True, token="watch",
    ),
    _operation(
        "table_leave", "DELETE", "/tables/{id}/seats/{place}", "Gives the own seat up; a bot plays on.",
        _leave, ConfirmationShape, token="seat",
    ),
    _operation(
        "table_bot", "POST", "/tables/{id}/bots", "A bot for a free place, or another level for a bot.",
        _bot, TableShape, BotRequest, keyed=True, token="host",
    ),
    _operation(
        "table_no_bot", "DELETE", "/tables/{id}/bots/{place}", "A bot's place is free.", _no_bot, ConfirmationShape, token="host",
    ),
    _operation("table_start", "POST", "/tables/{id}/start", "The match begins.", _start, TableShape, keyed=True, token="host"),
    _operation(
        "table_host", "POST", "/tables/{id}/host", "What only the host may say, as over the socket.",
        _host, TableShape, HOST_POWER, keyed=True, token="host",
    ),
    _operation(
        "table_answer", "POST", "/tables/{id}/asks/{ask}", "Lets somebody sit down who asked, or not.",
        _answer, TableShape, SeatAnswerRequest, keyed=True, token="host",
    ),
    _operation(
        "table_rematch", "POST", "/tables/{id}/rematch", "再嚟: wants the same seats, rules and book once more.",
        _rematch, TableShape, **_SAYS,
    ),
    _operation(
        "table_invite", "POST", "/tables/{id}/invite", "A new link and a new code; the older ones are dead.",
        _invite, TableInviteShape, token="host", **_WRITES,
    ),
    _operation("table_tokens", "GET", "/tables/{id}/tokens", "Who has a token.", _tokens, TableTokensShape, token="host"),
    _operation(
        "table_take_back", "DELETE", "/tables/{id}/tokens/{token}", "A token is dead from now on, and its seat is free.",
        _take_back, ConfirmationShape, token="host",
    ),
    _operation(
        "table_ticket", "POST", "/tables/{id}/tickets", "A ticket for one socket: good once, for 30 seconds.",
        _ticket, TicketShape, token="watch",
    ),
    _operation(
        "table_book", "POST", "/tables/{id}/book", "The finished deals become a book, or are added to the one that was made.",
        _book, NewBookShape, TableBookRequest, token="host", **_WRITES,
    ),
    _operation(
        "record", "GET", "/records/{id}", "The record of the finished deals, as JSON Lines; never a deal that is running.",
        _record, bytes, token="watch", media=LINES,
    ),
    _operation(
        "record_proof", "GET", "/records/{id}/proof", "The proofs of the finished deals' walls.",
        _proofs, ProofsShape, token="watch",
    ),
)  # fmt: skip
