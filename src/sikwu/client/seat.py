"""A socket at a live table: it follows its view line by line, proves it by every hash, and connects again by itself.

    async with TableSeat(client, table, token) as seat:
        async for news in seat:
            if isinstance(news, AskNews):
                await seat.act(news, news.legal[0])

What a client does when it is back is decided by `sikwu.live.reconnect.decide`: acts that wait for their reply are sent again with their old
ids, so none is done twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import UNSET

from sikwu.client.closing import after_close, pause, why
from sikwu.client.http import Client, ServerRefusal
from sikwu.client.seen import River, view_of
from sikwu.live.board import Board, after
from sikwu.live.news import (
    AckNews,
    AskNews,
    EventNews,
    EventsNews,
    HandsNews,
    MemberInfo,
    RefusalNews,
    RestNews,
    SeatsNews,
    SnapshotNews,
    WallNews,
    WelcomeNews,
)
from sikwu.live.reconnect import HaveView, ReconnectPlan, ServerSays, WaitingAct, decide
from sikwu.play.lines import Line
from sikwu.play.view import View
from sikwu.rules.files import from_toml
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError
from sikwu.wire.tabled import (
    TABLE_DOWN,
    ActFrame,
    MemberFrame,
    NonceFrame,
    ReadyFrame,
    TableHelloFrame,
    TablePingFrame,
    TableResyncFrame,
)

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

_DOWN: msgspec.json.Decoder[Any] = msgspec.json.Decoder(TABLE_DOWN)
_SILENT = 2.5
"""A server that is silent for this many heartbeats counts as gone."""
_OPENING = 10
_LARGEST = 1 << 20


class TableClosure(SikwuError):
    """The table has closed the socket for good: the token was revoked, the table is gone, or the seat is connected
    elsewhere.
    """


class Connection(NamedTuple):
    """Among the news: the connection was lost, or is back; `waiting` acts have no reply yet."""

    here: bool
    waiting: int


class TableSeat:
    """One member of a table: a seat, a host without a seat, or a spectator."""

    def __init__(self, client: Client, table: str, token: str, rules: Ruleset | None = None) -> None:
        self.client, self.id, self._token, self._rules = client, table, token, rules
        self.board: Board | None = None
        """What this member sees."""
        self.you: MemberInfo | None = None
        self.seats: SeatsNews | None = None
        self.hands: tuple[tuple[str, ...], ...] = ()
        """At a table for learning, open hands of E S W N."""
        self.waiting: dict[str, WaitingAct] = {}
        """Acts without a reply, the oldest first."""
        self.dropped: list[WaitingAct] = []
        """Acts that belong to no table any more."""
        self.plan: ReconnectPlan | None = None
        """What was decided when the socket was opened last."""
        self._river = River()
        self._ws: ClientConnection | None = None
        self._beats: asyncio.Task[None] | None = None
        self._tries = 0
        self._ended = False

    # --- state

    @property
    def place(self) -> int | None:
        """The member's own place, if seated."""
        return None if self.you is None or self.you.place is UNSET else self.you.place

    @property
    def status(self) -> str:
        """open, playing, paused or over; empty before the first message."""
        return "" if self.seats is None else self.seats.status

    async def rules(self) -> Ruleset:
        """The rules of the table."""
        if self._rules is None:
            self._rules = await asyncio.to_thread(table_rules, self.client, self.id, self._token)
        return self._rules

    def view(self, ask: AskNews, rules: Ruleset) -> View:
        """A question as a player's view."""
        assert self.board is not None
        return view_of(self.board, ask, rules, self._river.thrown)

    # --- sending

    async def act(self, ask: AskNews, action: str) -> str:
        """Answers a question; returns the id of the act, whose `ack` or `refused` follows. The act waits until then,
        whatever happens to the socket.
        """
        act = WaitingAct(self.id, secrets.token_hex(8), ask.decision, action)
        self.waiting[act.id] = act
        await self._send_act(act)
        return act.id

    async def ready(self) -> None:
        """Reports that the result was seen; the next deal may begin."""
        await self.say(ReadyFrame())

    async def say(self, frame: MemberFrame) -> None:
        """Sends any other message of `sikwu.wire.tabled`; it is lost if there is no connection."""
        await self._send(frame)

    async def _send_act(self, act: WaitingAct) -> None:
        await self._send(ActFrame(act.id, act.decision, act.action))

    async def _send(self, frame: Any) -> None:
        from websockets.exceptions import ConnectionClosed

        if self._ws is not None:
            with contextlib.suppress(ConnectionClosed):  # the reading side notices it
                await self._ws.send(msgspec.json.encode(frame), text=True)

    # --- the connection

    async def __aenter__(self) -> TableSeat:
        await self._open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnects."""
        self._ended = True
        await self._quiet()
        if self._ws is not None:
            await self._ws.close()

    async def _open(self) -> None:
        from websockets.asyncio.client import connect
        from websockets.typing import Subprotocol

        ticket = await asyncio.to_thread(self.client.ticket, self.id, self._token)
        root = self.client.root.removesuffix("/api/v1").replace("http", "ws", 1)
        self._ws = await connect(
            f"{root}/ws/tables/{self.id}",
            subprotocols=[Subprotocol("sikwu.1")],
            compression=None,
            open_timeout=_OPENING,
            ping_interval=None,
            max_size=_LARGEST,
        )
        await self._send(TableHelloFrame(ticket, None if self.board is None else self.board.v))

    async def _quiet(self) -> None:
        if self._beats is not None:
            self._beats.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._beats
            self._beats = None

    async def _beating(self, every: float) -> None:
        count = 0
        while True:
            await asyncio.sleep(every)
            count += 1
            await self._send(TablePingFrame(count))

    # --- receiving

    async def __aiter__(self) -> AsyncIterator[Any]:
        """All news, each after the view has been updated; interruptions of the connection are bridged."""
        from websockets.exceptions import ConnectionClosed, WebSocketException

        silent: float | None = None
        while not self._ended:
            code = 1006
            try:
                if self._ws is None:
                    await self._open()
                    yield Connection(True, len(self.waiting))
                assert self._ws is not None
                async with asyncio.timeout(silent):
                    raw = await self._ws.recv(decode=False)
                frame = _DOWN.decode(raw)
                if isinstance(frame, WelcomeNews):
                    silent = _SILENT * frame.ping / 1000
                await self._followed(frame)
                yield frame
                continue
            except ConnectionClosed as end:
                code = end.rcvd.code if end.rcvd is not None else 1006
            except ServerRefusal as error:
                if error.status < 500 and error.status != 429:
                    raise
            except (OSError, TimeoutError, WebSocketException):
                pass
            if self._ended:
                return
            lost = self._ws is not None
            await self._lost(code)
            if lost:
                yield Connection(False, len(self.waiting))
            await asyncio.sleep(pause(code, self._tries))
            self._tries += 1

    async def _lost(self, code: int) -> None:
        await self._quiet()
        ws, self._ws = self._ws, None
        if ws is not None:
            ws.transport.abort()
        after = after_close(code)
        if after == "stop" or (after == "ticket" and self._tries):
            raise TableClosure.of(f"table.closed.{why(code)}")

    async def _followed(self, frame: Any) -> None:
        match frame:
            case WelcomeNews():
                await self._welcomed(frame)
            case SnapshotNews():
                self.board = frame.view
                self._river = River.of(frame.view)
                await self._proved(frame.hash)
            case EventNews(v, line, hash):
                await self._events(v, [line], hash)
            case EventsNews(start, lines, hash):
                await self._events(start, lines, hash)
            case SeatsNews():
                self.seats = frame
            case HandsNews():
                self.hands = frame.hands
            case WallNews() if self.place is not None:
                await self._send(NonceFrame(frame.deal, secrets.token_hex(16)))
            case AckNews() | RefusalNews():
                self.waiting.pop(frame.id, None)

    async def _welcomed(self, frame: WelcomeNews) -> None:
        """First the view, then the acts, as `decide` says."""
        self._tries, self.you, self.hands = 0, frame.you, ()
        board = self.board
        have = HaveView(self.id) if board is None else HaveView(self.id, board.v, board.hash)
        self.plan = decide(have, ServerSays(self.id, frame.v, frame.hash), tuple(self.waiting.values()))
        if self.plan.case == 4:  # the server believes that nothing is missing
            await self._send(TableResyncFrame(None))
        for act in self.plan.drop:
            self.dropped.append(self.waiting.pop(act.id))
        for act in self.plan.send:
            await self._send_act(act)
        await self._quiet()
        self._beats = asyncio.create_task(self._beating(frame.ping / 1000))

    async def _events(self, start: int, lines: list[Line], hash: str) -> None:
        board = self.board
        if board is None or start > board.v + 1:
            await self._send(TableResyncFrame(None if board is None else board.v))
            return
        new = lines[board.v + 1 - start :]
        if not new:
            return
        for line in new:
            board = after(board, line)
            self._river.follow(line)
        self.board = board
        await self._proved(hash)

    async def _proved(self, hash: str) -> None:
        """Discards a view that differs from the server's."""
        if self.board is not None and self.board.hash != hash:
            self.board = None
            await self._send(TableResyncFrame(None))


def table_rules(client: Client, table: str, token: str) -> Ruleset:
    """The rules of a table: a document or preset by its name, or rules that the server has seen, by hash."""
    told = client.table(table, token).rules
    with contextlib.suppress(SikwuError):
        named = rules_of(told.id)
        if named.hash == told.hash:
            return named
    return from_toml(client.rules_by_hash(told.hash))


def rests(news: object, place: int | None) -> bool:
    """Whether the table waits between two deals for this place to be ready."""
    return isinstance(news, RestNews) and place is not None and place not in news.ready
