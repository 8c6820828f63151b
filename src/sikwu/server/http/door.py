"""The two protocols as uvicorn speaks them, with limits on what comes before a request or a message is whole.

Of a connection one request is worked on at a time: whoever sends a second before the first is answered is answered the first
and sent away. Frames of sockets are counted before anybody looks into them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sikwu.server.http.closing import FLOOD, NOT_TEXT, PROTOCOL, REASONS
from sikwu.server.http.connections import Connections, Watch, cut
from sikwu.server.http.files import HEADERS
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal, refusal_shape, refused

log = logging.getLogger("sikwu.server")
DOOR = "sikwu.door"
"""Where a request or a socket finds the connection it came by."""
NUMBER = "sikwu.request"
"""And its own number, which is also told to whoever asked."""
DRAINED = 64 * 1024 * 1024
"""Bytes of a body that is answered already that are still read, so that who sends it comes to read the answer."""
PIECE = 1024
"""Bytes of frames that are parsed before they are counted."""
LINGER = 0.5
"""Seconds between the last word to a socket that is cut off and its end."""
CLOSING = 2.0
"""Seconds that the other side of a socket has to agree that it is closed."""


class Unread(Exception):
    """What came is not read any further."""


class Door(HttpToolsProtocol):
    """HTTP on one connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits: Limits = _served(self).limits
        self._lines: Connections = _served(self).connections
        self.address = ""
        self.watch = Watch()
        self.gone = False
        """Nobody is there any more: whatever is worked on for this connection is for nothing."""
        self._waiting: asyncio.TimerHandle | None = None
        self._seen = 0
        self._receiving = False
        """A request has begun and is not whole."""
        self._held = b""
        """What came of a request that waits for its turn to begin."""
        self._draining: asyncio.TimerHandle | None = None
        self._drained = 0
        self._deaf = False
        self._hold = 0.0
        self._why: Refusal | None = None

    # --- from the first byte to the last

    def connection_made(self, transport: Any) -> None:
        """Somebody is there; a request should come soon."""
        super().connection_made(transport)
        if not self._lines.enter(self, self.client[0] if self.client else ""):
            self._deaf = True
            self._refuse(refused("limit.connections", 5_000), 429)
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self.gone, self._held = True, b""
        self._come()
        self._drop_drain()
        self._lines.leave(self)
        super().connection_lost(exc)
        self.pipeline.clear()
        # The request names its door, and the door its request: without the collector both would stay.
        self.scope = self.cycle = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """A piece of a request; the first piece waits where many come at once."""
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
        """Is this the first piece of a request?"""
        if self._draining is not None or self._receiving:
            return False
        if self._waiting is None and self.is_idle():
            self._wait()  # the head of a further request begins
        return self._waiting is not None and self._seen == 0

    def _begin(self) -> None:
        """It is the turn of what was held."""
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
            self._refuse(refused("request.too_long", most=self._limits.header_bytes), 431)

    # --- what the parser finds

    def on_message_begin(self) -> None:
        """A request begins; if another is still worked on, that one is the last."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
            self._deaf = True
            self._lines.counts["pipeline"] += 1
            raise Unread
        self._receiving = True
        super().on_message_begin()
        _noted(self.scope)[DOOR] = self
        self._lines.used(self)

    def on_headers_complete(self) -> None:
        """The head is whole."""
        most = self._limits.header_bytes
        if self._seen > most and len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > most:
            self._why = refused("request.too_long", most=most)
            raise Unread
        self._come()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._receiving = False
        if self._draining is not None:
            self._drop_drain()
            self._unset_keepalive_if_required()
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It is a socket from now on."""
        self._come()
        super().handle_websocket_upgrade()
        other = self.transport.get_protocol()
        if isinstance(other, SocketDoor):
            self._lines.became(self, other)
        self.scope = self.cycle = None  # type: ignore[assignment]

    # --- what is answered

    def on_response_complete(self) -> None:
        """An answer is given; whoever asked too often waits before he is heard again, and a body that still comes is read to its end."""
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
        """Does not read this connection for so long after the answer that is being given; a proxy's is others' too."""
        if self.client is None or not self._lines.is_trusted(self.client[0]):
            self._hold = seconds

    def _heard(self) -> None:
        if not self.gone and not self.transport.is_closing():
            self.flow.resume_reading()

    def is_idle(self) -> bool:
        """Is nothing being answered, and everything taken that was?"""
        if self._held or (self.cycle is not None and not self.cycle.response_complete):
            return False
        return not self.transport.get_write_buffer_size()

    def evict(self) -> None:
        """Ends it for the sake of another."""
        self.transport.close()

    # --- what is refused

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP gets an answer of the usual shape; what came too early gets none."""
        if self._deaf:
            return
        why, self._why = self._why, None
        if why is not None:
            self._refuse(why, 431)
        else:
            self._refuse(refused("request.not_http"), 400)

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
            self._refuse(refused("request.slow", seconds=self._limits.header_time), 408)

    def _refuse(self, error: Refusal, status: int) -> None:
        self._deaf = True
        self._lines.counts[error.code] += 1
        facts = tuple(error.problems[0].facts.items())
        self.transport.write(_refusal_bytes(error.code, facts, error.wait, status))
        self.transport.close()


@lru_cache(64)
def _refusal_bytes(code: str, facts: tuple[tuple[str, Any], ...], wait: int | None, status: int) -> bytes:
    """A refusal with its head: a thousand who are too slow are all told the same."""
    body = msgspec.json.encode(refusal_shape(refused(code, wait, **dict(facts)), ""))
    head = [b"HTTP/1.1 %d \r\n" % status, b"content-type: application/json\r\nconnection: close\r\n"]
    head += [b"%s: %s\r\n" % each for each in HEADERS]
    if wait is not None:
        head.append(b"retry-after: %d\r\n" % max(1, -(-wait // 1000)))
    return b"".join([*head, b"content-length: %d\r\n\r\n" % len(body), body])


class Served(Protocol):
    """What a connection knows of the server behind it."""

    limits: Limits
    connections: Connections


def _served(protocol: Any) -> Served:
    found: Served = protocol.config.app.server
    return found


def _noted(scope: Any) -> dict[str, Any]:
    """What a request is known by, for notes of our own."""
    found: dict[str, Any] = scope
    return found


class Flood:
    """How many frames came lately.

    >>> flood = Flood(Limits(frames_second=2, frames_minute=5))
    >>> [flood.is_over(1, now) for now in (0, 0.5, 0.9, 2, 4, 8, 70)]
    [False, False, True, False, False, True, False]
    """

    def __init__(self, limits: Limits) -> None:
        self.second, self.minute = limits.frames_second, limits.frames_minute
        self._times: deque[float] = deque(maxlen=self.minute + 1)

    def is_over(self, count: int, now: float) -> bool:
        """So many more; are these too many?"""
        times = self._times
        if count > self.second:
            return True
        for _ in range(count):
            times.append(now)
        if len(times) > self.minute and times[0] > now - 60:
            return True
        return len(times) > self.second and times[-self.second - 1] > now - 1


class SocketDoor(WebSocketsSansIOProtocol):
    """A socket on one connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits: Limits = _served(self).limits
        self._lines: Connections = _served(self).connections
        self.close_timeout = CLOSING
        self.address = ""
        self.watch = Watch()
        self.gone = False
        self.greeted = False
        """It has shown a good ticket."""
        self._flood = Flood(self._limits)
        self._unheard = 0
        self._deaf = False

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self.gone = True
        self._lines.leave(self)
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            _noted(self.scope).pop(DOOR, None)

    def greet(self) -> None:
        """It has shown a good ticket: it may send what members send, and is counted by its token."""
        self.greeted = True
        self._lines.vouch(self)

    # --- what comes

    def data_received(self, data: bytes) -> None:
        """Frames, or a piece of one: so many bytes of them are parsed as may come, and no more."""
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
        except Exception as error:  # a handshake that the library itself stumbles over
            log.warning("A socket was refused: its handshake could not be read (%s).", type(error).__name__)
            self._lines.counts["handshake"] += 1
            self._deaf = True
            cut(self.transport)

    def handle_events(self) -> None:
        """Frames are counted before anybody looks into them."""
        count = len(self.conn.events) if self.handshake_initiated and not self.close_sent else 0
        if count and self._flood.is_over(count, time.monotonic()):
            self.end(FLOOD)
        else:
            super().handle_events()

    def handle_connect(self, event: Any) -> None:
        """The handshake is whole."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            _noted(self.scope)[DOOR] = self

    def send_receive_event_to_app(self) -> None:
        """A message is whole; one that is no text ends it without a word in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.end(NOT_TEXT)
                return
        super().send_receive_event_to_app()

    # --- how it ends

    def end(self, code: int) -> None:
        """Says why, reads nothing more, and is gone soon, whatever the other side does."""
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
        """Sends a message of the application; a refusal instead of a handshake ends the handshake too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def is_idle(self) -> bool:
        """A socket never is: somebody looks at it."""
        return False

    def evict(self) -> None:
        """Ends it."""
        self.end(PROTOCOL)
