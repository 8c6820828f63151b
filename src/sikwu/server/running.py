"""`sikwu serve`: opens and locks the database, prints the address, and answers requests until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from sikwu.book import Store
from sikwu.bots import Bots
from sikwu.bots.bots import LEVELS
from sikwu.server.hands import catalogue
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http.connections import most_files
from sikwu.server.http.door import HttpDoor, SocketDoor
from sikwu.server.http.files import AppFiles
from sikwu.server.http.guard import Guard
from sikwu.server.http.limits import Limits, read_limits
from sikwu.server.lock import Lock
from sikwu.server.memory import steady
from sikwu.server.metrics import Metrics, MetricsPort
from sikwu.server.web import Server, application
from sikwu.texts import Message, RulesError, say

PORT, PORTS = 8136, 10
"""The default ports: the server listens on the first one that is free."""
SWITCH = 0.002
"""Seconds after which a computing thread gives up the interpreter, so that sending a frame need not wait for a
calculation.
"""
GRACE = 1
"""Seconds that running answers get when the server is stopped."""
SENDING = 128 * 1024
"""Bytes that the system may buffer for one connection; a client that reads nothing is noticed soon."""
LOGS = ("sikwu.server", "uvicorn.error", "asyncio")
LINE = "%(asctime)s %(levelname)s %(message)s"
"""The format of a log line: time, level, message; the message begins with the number of the request if there is one."""


@dataclass(frozen=True)
class ServerSettings:
    """The settings of `sikwu serve`."""

    database: str
    host: str = "127.0.0.1"
    port: int | None = None
    lan: bool = False
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    limits: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    open: bool | None = None
    """None: only if there is a screen."""
    app: Path | None = None
    """The folder of the built app; None: the one in the package."""
    bots: tuple[str, ...] = ()
    """Classes that play at live tables besides our levels, as `module:Class`."""
    metrics: int | None = None
    """The port for numbers, on this machine only; None: there is none."""


Announce = Callable[[Message | str], None]


def serve(wanted: ServerSettings, tell: Announce) -> None:
    """Serves until a signal arrives; `tell` prints a line."""
    if (wanted.tls_cert is None) != (wanted.tls_key is None):
        raise RulesError.of("serve.tls")
    limits = Limits() if wanted.limits is None else read_limits(wanted.limits)
    levels = _levels(wanted.bots)
    sys.setswitchinterval(SWITCH)
    with Store(wanted.database) as store:
        lock = Lock(store)
        try:
            listening = _bound(wanted)
            shelf = Rulesets(store, limits.kept_rules)
            files = AppFiles(wanted.app)
            server = Server(limits, shelf, wanted.origins, files)
            if server.tables is not None:
                server.tables.hall.bots = Bots(levels)
            most = server.connections.bound(most_files(), wanted.proxies)
            addresses = _addresses(wanted, listening.getsockname()[1])
            lock.note(addresses[0])
            port = None if wanted.metrics is None else MetricsPort(Metrics(server), wanted.metrics)
            running = ServerLoop(
                config(wanted, application(server)),
                lambda: _told(addresses, store, shelf, files, wanted, most, tell),
                port,
            )
            with steady(), logged():
                running.run(sockets=[listening])
        finally:
            lock.release()


def _levels(classes: tuple[str, ...]) -> tuple[str, ...]:
    """Our levels and the operator's classes; raises an error for a class that cannot be made."""
    wrong = next((each for each in classes if ":" not in each), None)
    if wrong is not None:
        raise RulesError.of("serve.bot", name=wrong[:80])
    levels = tuple(dict.fromkeys((*LEVELS, *classes)))

    async def check() -> None:
        bots = Bots(levels)
        try:
            await bots.check()
        finally:
            await bots.close()

    if classes:
        asyncio.run(check())
    return levels


@contextmanager
def logged() -> Iterator[None]:
    """Writes errors to standard error, one line each, with the time."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(LINE))
    for name in LOGS:
        logging.getLogger(name).addHandler(handler)
    try:
        yield
    finally:
        for name in LOGS:
            logging.getLogger(name).removeHandler(handler)


def _bound(wanted: ServerSettings) -> socket.socket:
    host = "0.0.0.0" if wanted.lan and wanted.host == "127.0.0.1" else wanted.host
    ports = range(PORT, PORT + PORTS) if wanted.port is None else (wanted.port,)
    for port in ports:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
        try:
            listening.bind((host, port))
            listening.listen(128)  # before this, two servers may bind the same port
        except (OSError, OverflowError):
            listening.close()
            continue
        return listening
    raise RulesError.of("serve.port", port=ports[-1])


def _addresses(wanted: ServerSettings, port: int) -> tuple[str, ...]:
    """The address on this computer, then the one in the local network if the server listens there."""
    scheme = "http" if wanted.tls_cert is None else "https"
    everywhere = wanted.host in ("0.0.0.0", "::") or (wanted.lan and wanted.host == "127.0.0.1")
    own = "localhost" if everywhere or wanted.host == "127.0.0.1" else wanted.host
    found = [f"{scheme}://{f'[{own}]' if ':' in own else own}:{port}"]
    if everywhere and (near := local_address()) is not None:
        found.append(f"{scheme}://{near}:{port}")
    return tuple(found)


def local_address() -> str | None:
    """The address of this computer in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            address = str(asking.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def _told(
    addresses: tuple[str, ...],
    store: Store,
    shelf: Rulesets,
    files: AppFiles,
    wanted: ServerSettings,
    most: int,
    tell: Announce,
) -> None:
    tell(say("serve.at", address=addresses[0]))
    if len(addresses) > 1:
        tell(say("serve.lan", address=addresses[1]))
        tell(qr_lines(addresses[1]))
        tell(say("serve.heard"))
    elif wanted.host == "127.0.0.1" and not wanted.lan:
        tell(say("serve.local"))
    if store.kept is not None:
        tell(say("serve.upgraded", where=str(store.kept)))
    tell(say("serve.store" if shelf.sound() else "serve.store_down", where=store.where))
    if not files.built:
        tell(say("serve.no_app"))
    tell(say("serve.connections", most=most))
    tell(say("serve.stop"))
    if wanted.open or (wanted.open is None and has_screen()):
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()


def has_screen() -> bool:
    """Whether there is a screen on which a browser could be opened."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def qr_lines(text: str) -> str:
    """A QR code as lines for a terminal."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(text, error="m", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def config(wanted: ServerSettings, app: Guard) -> uvicorn.Config:
    """The uvicorn configuration."""
    return uvicorn.Config(
        app,
        http=HttpDoor,
        ws=SocketDoor,
        ws_max_size=app.server.limits.frame_up,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,  # `logged` does that
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=bool(wanted.proxies),
        forwarded_allow_ips=list(wanted.proxies) or None,
        timeout_keep_alive=app.server.limits.keep_alive,
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=None if wanted.tls_cert is None else str(wanted.tls_cert),
        ssl_keyfile=None if wanted.tls_key is None else str(wanted.tls_key),
    )


class ServerLoop(uvicorn.Server):
    """The server loop. A signal stops it in order, and the program continues after it."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None], metrics: MetricsPort | None = None) -> None:
        super().__init__(config)
        self._tell, self._metrics = started, metrics

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen, then reports it."""
        await super().startup(sockets)
        if self.started:
            if self._metrics is not None:
                try:
                    await self._metrics.open()
                except (OSError, OverflowError):
                    raise RulesError.of("serve.port", port=self._metrics.port) from None
            await asyncio.to_thread(self._tell)
            asyncio.get_running_loop().run_in_executor(None, catalogue.warm)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops listening, at the second port too."""
        if self._metrics is not None:
            await self._metrics.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Lets Ctrl-C and SIGTERM stop the server, and restores the handlers afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
