"""Scripted phones at live tables over real sockets: each follows its view line by line and checks it by every hash."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from asking import ROOT, bearer, key
from patience import PATIENCE
from sikwu.live.board import Board, after, blank
from sikwu.live.news import (
    AckNews,
    AskNews,
    EventNews,
    EventsNews,
    PongNews,
    RefusalNews,
    ReopenedNews,
    RestNews,
    SeatsNews,
    SnapshotNews,
    WallNews,
    WelcomeNews,
    WindowNews,
)
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.wire.tabled import TABLE_DOWN

DOWN = msgspec.json.Decoder(TABLE_DOWN)
PhoneChooser = Callable[[AskNews, "Phone"], str | None]
"""What a phone answers; None: nothing."""


OPENED: list[ClientConnection] = []
"""Connections of the loop that runs; they are closed with it."""
OPENING: set[asyncio.Task[None]] = set()
"""Phones that are just connecting. A cancelled phone connects to the end, and is closed with the others: nothing is left half open."""
ENDING = threading.Event()
"""Set while `together` ends: no phone connects any more."""


def lazy(ask: AskNews, phone: Phone) -> str:
    """Passes, or discards the first tile it may."""
    return "pass" if "pass" in ask.legal else next((each for each in ask.legal if "discard" in each), ask.legal[0])


class Phone:
    """One member's phone."""

    def __init__(self, url: str, table: str, token: str, rules: Ruleset | str, choose: PhoneChooser = lazy) -> None:
        self.url, self.table, self.token, self.rules, self.choose = url, table, token, rules_of(rules), choose
        self.ws: ClientConnection | None = None
        self.board: Board | None = None
        self.seen: list[Any] = []
        """Every frame, in order."""
        self.frames: list[bytes] = []
        self.acked: list[str] = []
        """Ids of acts of which the server said that they are on the disk."""
        self.refused: list[RefusalNews] = []
        self.waiting: dict[str, dict[str, Any]] = {}
        """Acts without a reply, by id."""
        self.place: int | None = None
        self.timed: bool | None = None
        self.status = self.window = ""
        """`window`: the open one, if this seat has no question in it."""
        self.closed: tuple[int, str] | None = None
        self.again = ""
        self.forgets = False
        """Whether it comes back with nothing."""
        self.ends = False
        """Whether the host says after a deal that the match is over, where the others are ready for the next one."""
        self.repeats = 1
        """How often each act is sent."""
        self.nonce: Callable[[int], str] = lambda deal: secrets.token_hex(16)
        """Empty: none is sent."""
        self.act_id: Callable[[], str] = lambda: secrets.token_hex(8)
        self.on_frame: Callable[[Any, Phone], Awaitable[None]] | None = None

    # --- connecting

    async def open(self, have: bool = True) -> None:
        """Connects with its known version, unless given another."""
        if ENDING.is_set():
            raise asyncio.CancelledError
        opening = asyncio.create_task(self._open(have))
        OPENING.add(opening)
        opening.add_done_callback(OPENING.discard)
        await asyncio.shield(opening)

    async def _open(self, have: bool) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, verify=False) as client:
            answer = await client.post(f"{ROOT}/tables/{self.table}/tickets", headers=bearer(self.token))
            answer.raise_for_status()
        ws = self.url.replace("http", "ws", 1)
        self.closed = None
        self.ws = await connect(
            f"{ws}/ws/tables/{self.table}",
            subprotocols=["sikwu.1"],
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            max_queue=None,
        )  # type: ignore[list-item]
        OPENED.append(self.ws)
        hello: dict[str, Any] = {"type": "hello", "ticket": answer.json()["ticket"]}
        if have and self.board is not None:
            hello["have"] = self.board.v
        await self.send(hello)

    async def send(self, frame: dict[str, Any]) -> None:
        """Sends a frame."""
        assert self.ws is not None
        await self.ws.send(json.dumps(frame))

    async def cut(self) -> None:
        """Ends the connection as a tunnel does: without a word."""
        if self.ws is not None:
            self.ws.transport.abort()
            with suppress(Exception):
                await self.ws.wait_closed()

    async def come_back(self) -> None:
        """Connects again, as soon as a server is there, and sends again what had no reply."""
        if self.forgets:
            self.board, self.forgets = None, False
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self.open()
                    break
                except (OSError, httpx.HTTPError, WebSocketException):
                    await asyncio.sleep(0.05)
        with suppress(ConnectionClosed):
            for act in list(self.waiting.values()):
                await self.send(act)

    async def close(self) -> None:
        """Hangs up."""
        if self.ws is not None:
            await self.ws.close()

    # --- playing

    async def run(self, until: Callable[[Phone], bool] = lambda phone: phone.status == "over") -> None:
        """Plays until something is so, or the socket is closed."""
        while not until(self):
            try:
                await self.next()
            except ConnectionClosed as end:
                self.closed = (end.rcvd.code, end.rcvd.reason) if end.rcvd is not None else (1006, "")
                return

    async def play(self, until: Callable[[Phone], bool] = lambda phone: phone.status == "over") -> None:
        """Connects, plays until something is so, and hangs up."""
        await self.open()
        try:
            await self.run(until)
        finally:
            await self.close()

    async def next(self) -> Any:
        """Takes one frame and does what it asks for."""
        assert self.ws is not None
        async with asyncio.timeout(PATIENCE):
            raw = await self.ws.recv(decode=False)
        self.frames.append(bytes(raw))
        frame = DOWN.decode(raw)
        self.seen.append(frame)
        self._follow(frame)
        await self._react(frame)
        if self.on_frame is not None:
            await self.on_frame(frame, self)
        return frame

    def _follow(self, frame: Any) -> None:
        match frame:
            case WelcomeNews():
                self.place = frame.you.place if isinstance(frame.you.place, int) else None
                if self.board is None:
                    self.board = blank(self.rules)
                if frame.status != "over" or self.board.v == frame.v:  # else what it missed comes first
                    self.status = frame.status
            case SnapshotNews():
                self.board = frame.view
                assert self.board.hash == frame.hash
            case EventsNews():
                assert self.board is not None
                assert frame.start == self.board.v + 1
                for line in frame.lines:
                    self.board = after(self.board, line)
                assert self.board.hash == frame.hash
            case EventNews():
                assert self.board is not None
                if frame.v > self.board.v:
                    assert frame.v == self.board.v + 1
                    self.board = after(self.board, frame.line)
                    assert self.board.hash == frame.hash
            case SeatsNews():
                self.status, self.timed = frame.status, frame.timed
            case WindowNews():
                self.window = frame.id
            case AskNews() if frame.window:
                self.window = ""
            case AckNews():
                self.acked.append(frame.id)
                self.waiting.pop(frame.id, None)
            case RefusalNews():
                self.refused.append(frame)
                self.waiting.pop(frame.id, None)
            case ReopenedNews():
                self.again = frame.table
        if self.board is not None and self.board.ranking:
            self.status = "over"

    async def _react(self, frame: Any) -> None:
        match frame:
            case WallNews() if self.place is not None and (nonce := self.nonce(frame.deal)):
                await self.send({"type": "nonce", "deal": frame.deal, "nonce": nonce})
            case RestNews() if self.place is not None and self.place not in frame.ready:
                await self.send({"type": "end" if self.ends else "ready"})
            case WindowNews() if self.place is not None and not isinstance(frame.left, int):
                await self.send(
                    {"type": "ping", "t": frame.on}
                )  # a question of this window comes before the answer to this
            case PongNews() if self.window == f"w{frame.t}" or self.window == f"o{frame.t}":
                await self.send({"type": "go_on", "window": self.window})
            case AskNews() if not frame.answered:
                action = self.choose(frame, self)
                if action is not None:
                    act = {"type": "act", "id": self.act_id(), "decision": frame.decision, "action": action}
                    self.waiting[act["id"]] = act
                    for _ in range(self.repeats):
                        await self.send(act)


class Host:
    """A table that was opened over HTTP, and what its host does."""

    def __init__(self, ask: Any, rules: Any = "hk-standard", **more: Any) -> None:
        self.ask, self.rules = ask, rules
        answer = ask.post("/tables", {"rules": rules, **more}, headers={"idempotency-key": key()})
        assert answer.status_code == 201, answer.text
        self.opened = answer.json()
        self.table = str(self.opened["table"])
        self.token = str(self.opened["host"]["token"])
        self.secret = str(self.opened["invite"]["secret"])
        self.code = str(self.opened["invite"]["code"])

    def get(self, path: str = "", token: str | None = None) -> httpx.Response:
        """Gets something of the table."""
        path = f"/tables/{self.table}/{path}".rstrip("/")
        answer: httpx.Response = self.ask.get(path, headers=bearer(self.token if token is None else token))
        return answer

    def post(self, path: str, body: Any = None, token: str | None = None, **more: str) -> httpx.Response:
        """Posts something to the table, under a new key unless one is given."""
        headers = {"idempotency-key": key()} | {name.replace("_", "-"): each for name, each in more.items()}
        headers = bearer(self.token if token is None else token, **headers)
        given = {} if body is None else {"json": body}
        answer: httpx.Response = self.ask("POST", f"{ROOT}/tables/{self.table}/{path}", headers=headers, **given)
        return answer

    def delete(self, path: str = "", body: Any = None, token: str | None = None) -> httpx.Response:
        """Deletes something of the table."""
        path = f"/tables/{self.table}/{path}".rstrip("/")
        answer: httpx.Response = self.ask.delete(path, body, headers=bearer(self.token if token is None else token))
        return answer

    def join(self, name: str, place: int | None = None, kind: str = "seat") -> str:
        """A person joins by the link; returns the token."""
        body = {"name": name, "secret": self.secret, "place": place, "kind": kind}
        answer = self.ask.post(f"/tables/{self.table}/join", body, headers={"idempotency-key": key()})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def record(self, token: str | None = None) -> str:
        """The record of the finished deals."""
        answer = self.ask.get(f"/records/{self.table}", headers=bearer(self.token if token is None else token))
        assert answer.status_code == 200, answer.text
        return str(answer.text)


class Seats:
    """A table of four persons, without a clock: nobody is answered for because a machine is busy."""

    def __init__(
        self, live: Any, rules: Any = "hk-standard", *, url: str = "", known: Ruleset | None = None, **more: Any
    ) -> None:
        self.host = Host(live, rules, me="Person 0", **more)
        self._ends = False
        tokens = [self.host.token, *(self.host.join(f"Person {place}", place) for place in (1, 2, 3))]
        self.phones = [Phone(url or live.url, self.host.table, token, known or rules) for token in tokens]

    def play(self, deals: int = 1, beside: Sequence[Phone] = (), comes_back: bool = False) -> None:
        """Plays this many deals, then ends the match."""

        async def play() -> None:
            await self.begin(beside)
            await self.all_play(deals, beside, comes_back)
            await self.close(beside)

        together(play())

    async def begin(self, beside: Sequence[Phone] = ()) -> None:
        """Connects everybody; the clock is switched off before the match starts, and whoever watches is let in before."""
        for phone in (*self.phones, *beside):
            await phone.open()
        for phone in (*beside, *self.phones):
            await phone.run(lambda each: each.timed is not None)
        for phone in self.phones:
            await phone.send({"type": "clock", "off": True})
        await self.phones[0].run(lambda each: each.timed is False)
        if self.phones[0].status == "open":
            await self.phones[0].send({"type": "start"})

    async def close(self, beside: Sequence[Phone] = ()) -> None:
        """Everybody hangs up."""
        for phone in (*self.phones, *beside):
            await phone.close()

    async def all_play(self, deals: int, beside: Sequence[Phone] = (), comes_back: bool = False) -> None:
        """Plays this many deals with connected phones."""
        await asyncio.gather(*(self.deal(phone, deals, comes_back) for phone in (*self.phones, *beside)))

    async def all_play_on(self, deals: int) -> None:
        """Plays until this many deals have begun, and does not end the match."""
        begun = lambda each: each.board is not None and each.board.deal >= deals  # noqa: E731
        await asyncio.gather(*(self._until(phone, begun, comes_back=False) for phone in self.phones))

    async def deal(self, phone: Phone, deals: int, comes_back: bool = False) -> None:
        """One phone's part."""
        await self._until(phone, lambda each: each.board is not None and each.board.deal >= deals, comes_back)
        if phone is self.phones[0]:
            self._ends = True
            await self._end(phone)
        await self._until(phone, lambda each: False, comes_back)

    async def _end(self, phone: Phone) -> None:
        """The host ends the match after this deal; said again after every break, since it may have been lost."""
        if phone.status != "over":
            with suppress(ConnectionClosed):
                await phone.send({"type": "end"})

    async def _until(self, phone: Phone, happens: Callable[[Phone], bool], comes_back: bool) -> None:
        while phone.status != "over" and not happens(phone):
            await phone.run(lambda each: each.status == "over" or happens(each))
            if phone.closed is not None:
                if not comes_back:
                    return
                await phone.come_back()
                if self._ends and phone is self.phones[0]:
                    await self._end(phone)


def together(*work: Awaitable[Any], seconds: float | None = 2 * PATIENCE) -> None:
    """Runs phones at the same time, in a separate event loop; `seconds`: after this time something has gone wrong."""

    async def all_of() -> None:
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*work)
        finally:
            # Where one phone fails, the others of its table still run: they end before the loop does, and open nothing more.
            ENDING.set()
            await asyncio.gather(*OPENING, return_exceptions=True)
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            while OPENED:
                with suppress(Exception):
                    await OPENED.pop().close()

    ENDING.clear()
    asyncio.run(all_of())
