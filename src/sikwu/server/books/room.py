"""The shared books of a database with their tokens and watchers, and the messages that sockets get about a book."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sikwu.book import Store
from sikwu.server.books.library import Library, Runner, snapshot
from sikwu.server.books.making import BookMaker
from sikwu.server.books.writing import EVERYBODY
from sikwu.server.channels.history import History
from sikwu.server.channels.hub import Hub
from sikwu.server.channels.sharing import ShareDesk
from sikwu.server.channels.tickets import OwnTickets, SharedTickets, Tickets
from sikwu.server.channels.tokens import Holder, Tokens
from sikwu.server.http.closing import GONE, REVOKED, STORE
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal
from sikwu.wire.booked import AsksFrame, TokenRoleShape, WelcomeFrame

PING = 10_000
"""Milliseconds after which a phone should give a sign of life."""


class Books:
    """The books of a database, the people who share them, and those who watch them."""

    def __init__(self, store: Store, limits: Limits) -> None:
        library = self.library = Library(store, limits)
        hub = self.hub = Hub[str](limits)
        self.storing = library.storing
        self.tickets: Tickets = SharedTickets(lambda: self.storing.store) if self.storing.is_shared else OwnTickets()
        self.sharing = ShareDesk(library.once, self, limits)
        self.making = BookMaker(library, self.sharing)
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
        """When this process last wrote."""
        return self.library.written

    def works(self, run: Runner) -> None:
        """Sets the function that runs work in threads."""
        self.library.run = run

    def heard(self) -> None:
        """Sets the event loop that owns the memory."""
        self.hub.loop = asyncio.get_running_loop()

    def forget(self) -> None:
        """Forgets addresses that are no longer counted."""
        self.sharing.tries.forget()
        self.making.made.forget()

    def _gone(self, book: str) -> None:
        self.library.forget(book)
        self.hub.close(book, GONE)

    # --- what is shared

    def title(self, book: str) -> str:
        """The name of a book."""
        with self.storing.told():
            return self.storing.store.find(book).name

    def people(self, book: str) -> Sequence[str]:
        """The players of a book, present and past."""
        with self.library.open(book) as found:
            return tuple(found.state.players)

    def seated(self, book: str) -> Sequence[str]:
        """The players who sit at the table now."""
        with self.library.open(book) as found:
            return tuple(found.state.table.seated)

    # --- messages to sockets

    async def _run(self, book: str, what: Callable[..., Any], *more: Any) -> Any:
        return await self.library.run(book, "", what, *more)

    async def admitted(self, ticket: str, thing: str) -> Holder:
        """The holder of a ticket; raises an error if the ticket is not valid for the book."""

        def work() -> Holder:
            with self.storing.told():
                found = self.tokens.by_hash(self.tickets.used(ticket, thing))
            if found is None or found.thing != thing or found.kind not in ("host", "keeper", "reader"):
                raise Refusal.of("ticket.bad")
            return found

        holder: Holder = await self._run(thing, work)
        return holder

    def viewer(self, holder: Holder) -> str:
        """Every viewer of a book gets the same."""
        return EVERYBODY

    async def history(self, thing: str) -> History[str]:
        """The entries of a book up to the version on the disk."""
        return (await self.library.current(thing)).history

    async def snapshot(self, thing: str, viewer: str) -> tuple[int, bytes | None]:
        """The current state of a book, as a frame."""
        book = (await self.library.current(thing)).book
        return book.head.seq, await self._run(thing, snapshot, book, self.hub.limits.frame_down)

    async def greeting(self, holder: Holder, v: int) -> tuple[bytes, bytes | None]:
        """The welcome, and for a host the list of people who ask to be let in."""
        book = (await self.library.current(holder.thing)).book
        you = TokenRoleShape(holder.kind, holder.name)  # type: ignore[arg-type]
        welcome = msgspec.json.encode(WelcomeFrame(you, v, PING, book.ruleset.hash))
        asks = await self._run(holder.thing, self.asks, holder.thing) if holder.kind == "host" else None
        return welcome, asks

    def asks(self, book: str) -> bytes:
        """The people who ask to be let in, as a frame; runs in a thread."""
        return msgspec.json.encode(AsksFrame(self.sharing.asks(book)))

    def asked(self, thing: str) -> None:
        """Informs the hosts that somebody asks to be let in, or was answered; runs in a thread."""
        if any(phone.holder.kind == "host" for phone in tuple(self.hub.phones.get(thing, ()))):
            self.hub.soon(self.hub.say, thing, self.asks(thing), "host")

    # --- what others write

    def look(self, things: Sequence[str]) -> list[str]:
        """Checks whether others have written into some books; runs in a thread."""
        return self.library.look(things)

    def sleep(self) -> None:
        """Removes unused books from memory; runs on the event loop."""
        self.library.sleep()
