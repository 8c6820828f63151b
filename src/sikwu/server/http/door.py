"""uvicorn's HTTP and WebSocket protocols with limits on incomplete requests and messages.

A connection has one request at a time: if a client sends a second one before the first is answered, the server
answers the first and closes the connection. Frames of sockets are counted before they are parsed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from sikwu.server.http.closing import FLOOD, NOT_TEXT, PROTOCOL, REASONS
from sikwu.server.http.connections import Connections, ProgressWatch, cut
from sikwu.server.http.files import HEADERS
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal, refusal_shape

log = logging.getLogger("sikwu.server")
DOOR = "sikwu.door"
"""The key under which a request or a socket finds its connection."""
NUMBER = "sikwu.request"
"""The key of its own number, which the answer repeats to the client."""
DRAINED = 64 * 1024 * 1024
"""Bytes of a body that are still read after the answer was sent, so that the client comes to read the answer."""
PIECE = 1024
"""Bytes of frames that are parsed before they are counted."""
LINGER = 0.5
"""Seconds between the last message to a socket that is cut off and its end."""
CLOSING = 2.0
"""Seconds that the other side of a socket has to confirm the close."""


class ReadStop(Exception):
    """The data that came are not read any further."""


class HttpDoor(HttpToolsProtocol):
    """HTTP on one connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits: Limits = _served(self).limits
        self._lines: Connections = _served(self).connections
        self.address = ""
        self.watch = ProgressWatch()
        self.gone = False
        """Whether the client has left: work for this connection is useless."""
        self._waiting: asyncio.TimerHandle | None = None
        self._seen = 0
        self._receiving = False
        """Whether a request has begun and is not complete."""
        self._held = b""
        """The received part of a request that waits for its turn."""
        self._draining: asyncio.TimerHandle | None = None
        self._drained = 0
        self._deaf = False
        self._hold = 0.0
        self._why: Refusal | None = None

    # --- from the first byte to the last

    def connection_made(self, transport: Any) -> None:
        """A connection opens; a request should follow soon."""
        super().connection_made(transport)
        if not self._lines.enter(self, self.client[0] if self.client else ""):
            self._deaf = True
            self._refuse(Refusal.of("limit.connections").after(5_000), 429)
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self.gone, self._held = True, b""
        self._come()
        self._drop_drain()
        self._lines.leave(self)
        super().connection_lost(exc)
        self.pipeline.clear()
        # Request and door refer to each other: without this, only the garbage collector would free them.
        self.scope = self.cycle = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Takes a piece of a request; the first piece waits if many requests arrive at once."""
        if self._deaf:
            return
        if self._held:
            self._held += data
        elif self._begins() and not self._lines.entrance.come(self.address, self._begin):
            self._held = data
            self.flow.pause_reading()
        else:
            self._take(data)

    def _begins(self) -> bool:
        """Whether this is the first piece of a request."""
        if self._draining is not None or self._receiving:
            return False
        if self._waiting is None and self.is_idle():
            self._wait()  # the head of another request begins
        return self._waiting is not None and self._seen == 0

    def _begin(self) -> None:
        """Continues with the data that were held back."""
        data, self._held = self._held, b""
        if data and not self.gone and not self.transport.is_closing():
            self.flow.resume_reading()
            self._take(data)

    def _take(self, data: bytes) -> None:
        if self._draining is not None:
            self._drained += len(data)
            if self._drained > DRAINED:
                self.transport.close()
                return
        self._seen += len(data)
        super().data_received(data)
        if self._waiting is not None and self._seen > self._limits.header_bytes and not self.transport.is_closing():
            self._refuse(Refusal.of("request.too_long", most=self._limits.header_bytes), 431)

    # --- what the parser finds

    def on_message_begin(self) -> None:
        """A request begins. If another is still being answered, that one is the last."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
            self._deaf = True
            self._lines.counts["pipeline"] += 1
            raise ReadStop
        self._receiving = True
        super().on_message_begin()
        _noted(self.scope)[DOOR] = self
        self._lines.used(self)

    def on_headers_complete(self) -> None:
        """The head is complete."""
        most = self._limits.header_bytes
        if self._seen > most and len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > most:
            self._why = Refusal.of("request.too_long", most=most)
            raise ReadStop
        self._come()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._receiving = False
        if self._draining is not None:
            self._drop_drain()
            self._unset_keepalive_if_required()
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket."""
        self._come()
        super().handle_websocket_upgrade()
        other = self.transport.get_protocol()
        if isinstance(other, SocketDoor):
            self._lines.became(self, other)
        self.scope = self.cycle = None  # type: ignore[assignment]

    # --- what is answered

    def on_response_complete(self) -> None:
        """An answer was sent. A client that asked too often has to wait before it is read again; a body that still
        arrives is read to its end.
        """
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self._receiving:
            self._drained = 0
            self._draining = self.loop.call_later(self._limits.body_time, self.transport.close)
        elif self._hold:
            self.flow.pause_reading()
            self.loop.call_later(self._hold, self._heard)
        self._hold = 0.0

    def hold(self, seconds: float) -> None:
        """Pauses reading for some time after the current answer. A proxy's connection is never paused, because others
        share it.
        """
        if self.client is None or not self._lines.is_trusted(self.client[0]):
            self._hold = seconds

    def _heard(self) -> None:
        if not self.gone and not self.transport.is_closing():
            self.flow.resume_reading()

    def is_idle(self) -> bool:
        """Whether no request is being answered and the client has read all answers."""
        if self._held or (self.cycle is not None and not self.cycle.response_complete):
            return False
        return not self.transport.get_write_buffer_size()

    def evict(self) -> None:
        """Closes it to make room for another."""
        self.transport.close()

    # --- what is refused

    def send_400_response(self, msg: str) -> None:
        """Answers data that are no HTTP in the usual shape; data that came too early get no answer."""
        if self._deaf:
            return
        why, self._why = self._why, None
        if why is not None:
            self._refuse(why, 431)
        else:
            self._refuse(Refusal.of("request.not_http"), 400)

    def _wait(self) -> None:
        self._seen = 0
        self._waiting = self.loop.call_later(self._limits.header_time, self._late)

    def _come(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _drop_drain(self) -> None:
        if self._draining is not None:
            self._draining.cancel()
            self._draining = None

    def _late(self) -> None:
        self._waiting = None
        if not self.transport.is_closing():
            self._refuse(Refusal.of("request.slow", seconds=self._limits.header_time), 408)

    def _refuse(self, error: Refusal, status: int) -> None:
        self._deaf = True
        self._lines.counts[error.code] += 1
        facts = tuple(error.problems[0].facts.items())
        self.transport.write(_refusal_bytes(error.code, facts, error.wait, status))
        self.transport.close()


@lru_cache(64)
def _refusal_bytes(code: str, facts: tuple[tuple[str, Any], ...], wait: int | None, status: int) -> bytes:
    """An error answer with its head, cached: a thousand slow clients get the same one."""
    body = msgspec.json.encode(refusal_shape(Refusal.of(code, **dict(facts)).after(wait), ""))
    head = [b"HTTP/1.1 %d \r\n" % status, b"content-type: application/json\r\nconnection: close\r\n"]
    head += [b"%s: %s\r\n" % each for each in HEADERS]
    if wait is not None:
        head.append(b"retry-after: %d\r\n" % max(1, -(-wait // 1000)))
    return b"".join([*head, b"content-length: %d\r\n\r\n" % len(body), body])


class ConnectionHost(Protocol):
    """What a connection knows about its server."""

    limits: Limits
    connections: Connections


def _served(protocol: Any) -> ConnectionHost:
    found: ConnectionHost = protocol.config.app.server
    return found


def _noted(scope: Any) -> dict[str, Any]:
    """The number of a request, for our own log."""
    found: dict[str, Any] = scope
    return found


class Flood:
    """Counts recent frames.

    >>> flood = Flood(Limits(frames_second=2, frames_minute=5))
    >>> [flood.is_over(1, now) for now in (0, 0.5, 0.9, 2, 4, 8, 70)]
    [False, False, True, False, False, True, False]
    """

    def __init__(self, limits: Limits) -> None:
        self.second, self.minute = limits.frames_second, limits.frames_minute
        self._times: deque[float] = deque(maxlen=self.minute + 1)

    def is_over(self, count: int, now: float) -> bool:
        """Adds frames; returns whether there are too many."""
        times = self._times
        if count > self.second:
            return True
        for _ in range(count):
            times.append(now)
        if len(times) > self.minute and times[0] > now - 60:
            return True
        return len(times) > self.second and times[-self.second - 1] > now - 1


def text_head(size: int) -> bytes:
    """The bytes before an unmasked, uncompressed text frame.

    >>> text_head(5), text_head(126), text_head(65_536)
    (b'\\x81\\x05', b'\\x81~\\x00~', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00')
    """
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big")
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 65_536 else b"\x81\x7f" + size.to_bytes(8, "big")


class SocketDoor(WebSocketsSansIOProtocol):
    """A WebSocket on one connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits: Limits = _served(self).limits
        self._lines: Connections = _served(self).connections
        self.close_timeout = CLOSING
        self.address = ""
        self.watch = ProgressWatch()
        self.gone = False
        self.greeted = False
        """Whether it has shown a valid ticket."""
        self._flood = Flood(self._limits)
        self._unheard = 0
        self._deaf = False

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self.gone = True
        self._lines.leave(self)
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            _noted(self.scope).pop(DOOR, None)

    def greet(self) -> None:
        """The socket has shown a valid ticket: it may send as much as members do, and counts for its token."""
        self.greeted = True
        self._lines.vouch(self)

    # --- what comes

    def data_received(self, data: bytes) -> None:
        """Takes frames or pieces of them; parses no more bytes than the limit allows."""
        if self._deaf:
            return
        if self.handshake_initiated and (self.close_sent or not self.greeted):
            self._unheard += len(data)
            if self._unheard > 2 * self._limits.frame_up:
                self.end(FLOOD)
                return
        try:
            if not self.handshake_initiated:
                super().data_received(data)
                return
            for start in range(0, len(data), PIECE):
                if self._deaf:
                    return
                super().data_received(data[start : start + PIECE])
        except Exception as error:  # a handshake on which the library itself fails
            log.warning("A socket was refused: its handshake could not be read (%s).", type(error).__name__)
            self._lines.counts["handshake"] += 1
            self._deaf = True
            cut(self.transport)

    def handle_events(self) -> None:
        """Counts frames before they are parsed."""
        count = len(self.conn.events) if self.handshake_initiated and not self.close_sent else 0
        if count and self._flood.is_over(count, time.monotonic()):
            self.end(FLOOD)
        else:
            super().handle_events()

    def handle_connect(self, event: Any) -> None:
        """The handshake is complete."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            _noted(self.scope)[DOOR] = self

    def send_receive_event_to_app(self) -> None:
        """A message is complete; one that is no text closes the socket without a log line."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.end(NOT_TEXT)
                return
        super().send_receive_event_to_app()

    # --- how it ends

    def end(self, code: int) -> None:
        """Sends the reason, reads nothing more, and closes soon, whatever the other side does."""
        if self._deaf:
            return
        self._deaf = True
        self._lines.counts[REASONS.get(code, str(code))] += 1
        self.transport.pause_reading()
        self.read_paused = False
        while not self.queue.empty():
            self.queue.get_nowait()
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            with suppress(Exception):
                self.conn.send_close(code, REASONS.get(code, ""))
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.loop.call_later(LINGER, cut, self.transport)

    async def send(self, message: Any) -> None:
        """Sends a message of the application; a refused handshake also closes the connection."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    async def tell(self, frames: Iterable[bytes]) -> None:
        """Sends text frames in one piece, once the connection takes more: one call of the system for all of them."""
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        if self.close_sent:
            return
        if self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(b"".join([part for frame in frames for part in (text_head(len(frame)), frame)]))

    def is_idle(self) -> bool:
        """Always False: somebody watches a socket."""
        return False

    def evict(self) -> None:
        """Closes it."""
        self.end(PROTOCOL)
