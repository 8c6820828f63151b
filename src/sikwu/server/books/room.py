"""Books as they are shared and looked at: everything of a database put together, and what sockets are told of a book."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sikwu.book import Store
from sikwu.server.books.library import Library, Run, snapshot
from sikwu.server.books.making import Making
from sikwu.server.books.writing import EVERYBODY
from sikwu.server.http.closing import GONE, REVOKED, STORE
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import refused
from sikwu.server.live.history import History
from sikwu.server.live.hub import Hub
from sikwu.server.live.sharing import Sharing
from sikwu.server.live.tickets import OwnTickets, SharedTickets, Tickets
from sikwu.server.live.tokens import Holder, Tokens
from sikwu.wire.booked import AsksFrame, WelcomeFrame, YouShape

PING = 10_000
"""Milliseconds after which a phone should give a sign."""


class Books:
    """The books of a database, who shares them and who looks at them."""

    def __init__(self, store: Store, limits: Limits) -> None:
        library = self.library = Library(store, limits)
        hub = self.hub = Hub[str](limits)
        self.storing = library.storing
        self.tickets: Tickets = SharedTickets(lambda: self.storing.store) if self.storing.is_shared else OwnTickets()
        self.sharing = Sharing(library.once, self, limits)
        self.making = Making(library, self.sharing)
        library.soon, library.tell, library.held = hub.soon, hub.publish, lambda: set(hub.phones)
        self.storing.failed.append(lambda: hub.soon(hub.close_all, STORE))
        self.sharing.told = self.asked
        self.sharing.revoked = lambda book, id: hub.soon(hub.close, book, REVOKED, id)
        self.making.erased = lambda book: hub.soon(self._gone, book)

    @property
    def tokens(self) -> Tokens:
        """The tokens of the database."""
        return self.library.tokens

    @property
    def written(self) -> float:
        """When this process wrote last."""
        return self.library.written

    def works(self, run: Run) -> None:
        """From now on threads are given work by this."""
        self.library.run = run

    def heard(self) -> None:
        """The loop that runs now is the one that owns what is in memory."""
        self.hub.loop = asyncio.get_running_loop()

    def forget(self) -> None:
        """Addresses that are no longer counted go."""
        self.sharing.tries.forget()
        self.making.made.forget()

    def _gone(self, book: str) -> None:
        self.library.forget(book)
        self.hub.close(book, GONE)

    # --- what is shared

    def title(self, book: str) -> str:
        """What people call a book."""
        with self.storing.told():
            return self.storing.store.find(book).name

    def people(self, book: str) -> Sequence[str]:
        """Who plays or has played there."""
        with self.library.open(book) as found:
            return tuple(found.state.players)

    def seated(self, book: str) -> Sequence[str]:
        """Who sits there now."""
        with self.library.open(book) as found:
            return tuple(found.state.table.seated)

    # --- what sockets are told

    async def _run(self, book: str, what: Callable[..., Any], *more: Any) -> Any:
        return await self.library.run(book, "", what, *more)

    async def admitted(self, ticket: str, thing: str) -> Holder:
        """Whose ticket it is; raises where it is not good for the book."""

        def work() -> Holder:
            with self.storing.told():
                found = self.tokens.by_hash(self.tickets.used(ticket, thing))
            if found is None or found.thing != thing or found.kind not in ("host", "keeper", "reader"):
                raise refused("ticket.bad")
            return found

        holder: Holder = await self._run(thing, work)
        return holder

    def viewer(self, holder: Holder) -> str:
        """Everybody is told the same."""
        return EVERYBODY

    async def history(self, thing: str) -> History[str]:
        """The entries of a book up to what is on the disk."""
        return (await self.library.current(thing)).history

    async def snapshot(self, thing: str, viewer: str) -> tuple[int, bytes | None]:
        """A book as it stands, as a frame."""
        book = (await self.library.current(thing)).book
        return book.head.seq, await self._run(thing, snapshot, book, self.hub.limits.frame_down)

    async def greeting(self, holder: Holder, v: int) -> tuple[bytes, bytes | None]:
        """The welcome, and for a host who asks to be let in."""
        book = (await self.library.current(holder.thing)).book
        you = YouShape(holder.kind, holder.name)  # type: ignore[arg-type]
        welcome = msgspec.json.encode(WelcomeFrame(you, v, PING, book.ruleset.hash))
        asks = await self._run(holder.thing, self.asks, holder.thing) if holder.kind == "host" else None
        return welcome, asks

    def asks(self, book: str) -> bytes:
        """Who asks to be let in, as a frame; in a thread."""
        return msgspec.json.encode(AsksFrame(self.sharing.asks(book)))

    def asked(self, thing: str) -> None:
        """Somebody asks to be let in, or was answered: the hosts are told; in a thread."""
        if any(phone.holder.kind == "host" for phone in tuple(self.hub.phones.get(thing, ()))):
            self.hub.soon(self.hub.say, thing, self.asks(thing), "host")

    # --- what others write

    def look(self, things: Sequence[str]) -> list[str]:
        """Looks whether others have written into some books; in a thread."""
        return self.library.look(things)

    def sleep(self) -> None:
        """Puts to sleep what nobody needs; on the loop."""
        self.library.sleep()
