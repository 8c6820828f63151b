"""The short way of a plain entry from a phone to the disk: prepared where it is committed, by what is in memory.

The transaction itself finds out whether the book stands on the disk as it was read, whether the token is still good, and
whether the key is new. Whatever is not plain, or does not go through, goes the long way (`Library.write`), which reads the
disk first and says what is wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from typing import Any

from sikwu.server.committing import Asked
from sikwu.server.library import Awake, Library, Ready, Writing
from sikwu.server.tokens import Holder
from sikwu.texts import SikwuError

PLAIN = frozenset(("hand", "cut", "fine", "dice", "kong", "penalty"))
"""Events that only add to what is there: none of them works a book out anew."""


def is_plain(event: Mapping[str, Any]) -> bool:
    """Is this soon worked out? A hand with tiles is scored, and an edit moves all that came after it."""
    kind = event.get("type")
    return isinstance(kind, str) and kind in PLAIN and not event.get("tiles")


class Scribe:
    """Writes plain entries for the phones of one loop."""

    def __init__(self, library: Library, loop: asyncio.AbstractEventLoop) -> None:
        self.library, self.loop = library, loop

    async def write(self, holder: Holder, wanted: Writing) -> int | None:
        """The number of the new entry, which is on the disk; None: nothing was written, it has to go the long way."""
        if not is_plain(wanted.event):
            return None
        page = _Page(self, holder, wanted)
        with self.library.flying(holder.book, wanted.key):
            self.library.committer.soon(page)
            return await page.answer


class _Page:
    """One entry on its way."""

    def __init__(self, scribe: Scribe, holder: Holder, wanted: Writing) -> None:
        self.scribe, self.holder, self.wanted = scribe, holder, wanted
        self.answer: asyncio.Future[int | None] = scribe.loop.create_future()
        self._held = ExitStack()
        self._awake: Awake | None = None
        self._ready: Ready | None = None

    def ready(self) -> Asked | None:
        """Checks it by what is in memory, and holds the book until it is on the disk."""
        awake = self.scribe.library.at_hand(self.holder.book)
        if awake is not None and awake.moving:  # another entry of the same book is on its way: with the next, then
            self.scribe.library.committer.soon(self)
            return None
        if awake is not None and awake.lock.acquire(blocking=False):
            self._held.callback(awake.lock.release)
            with suppress(Exception):  # the long way says what is wrong
                self._ready = self._checked(awake)
        if awake is None or self._ready is None:
            self._over(None)
            return None
        self._awake, awake.moving = awake, True
        return self._ready.asked

    def _checked(self, awake: Awake) -> Ready | None:
        """The entry, if it is the next hand's, or names none."""
        if awake.gone or self.wanted.for_hand not in (None, awake.book.state.hands + 1):
            return None
        return self.scribe.library.ready(awake, self.holder, self.wanted, self._remember)

    def done(self, written: bool, error: BaseException | None) -> None:
        """Moves the book on, where it was written; where nobody knows, all is looked at anew."""
        library, awake, ready = self.scribe.library, self._awake, self._ready
        assert awake is not None
        assert ready is not None
        awake.moving = False
        found: int | SikwuError | None = None
        try:
            with library.storing():
                if error is not None:
                    raise error
                if written:
                    library.wrote(awake, ready)
                    found = ready.after.head.seq
        except SikwuError as told:
            found = told
        finally:
            self._over(found)

    def _remember(self, status: int, body: bytes) -> Any:
        return self.scribe.library.remember(self.holder.book, self.wanted.key, self.wanted.body, status, body)

    def _over(self, found: int | SikwuError | None) -> None:
        self._held.close()
        if not self.scribe.loop.is_closed():
            self.scribe.loop.call_soon_threadsafe(self._tell, found)

    def _tell(self, found: int | SikwuError | None) -> None:
        if self.answer.done():
            return
        if isinstance(found, SikwuError):
            self.answer.set_exception(found)
        else:
            self.answer.set_result(found)
