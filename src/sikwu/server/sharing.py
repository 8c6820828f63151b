"""A book is made, taken in, shared and erased: everything around its entries."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable

import msgspec

from sikwu.book.book import Book, now
from sikwu.book.exchange import read_book
from sikwu.rules.ruleset import Ruleset
from sikwu.server.library import TOKEN, Library, Remember, Reply
from sikwu.server.limits import Tries
from sikwu.server.refusals import Refusal, refused
from sikwu.server.tokens import ANSWER, CODE_HOURS, REVOKE, Change, Holder, Tokens, given, invited, person
from sikwu.wire.book_pages import state_shape
from sikwu.wire.booked import (
    AnswerRequest,
    AskShape,
    DoneShape,
    InvitedRequest,
    InvitedShape,
    InviteRequest,
    InviteShape,
    JoinedShape,
    JoinRequest,
    ListedTokenShape,
    NewBookRequest,
    OpenedBookShape,
    TokenRequest,
    TokenShape,
    TokensShape,
)

NEW = "new"
"""The scope of what nobody has a token for yet."""
DAY = 24 * 3600


class Made:
    """How many books each address has made today; with the day it is forgotten.

    >>> clock = [DAY * 1.5]
    >>> made = Made(1, lambda: clock[0])
    >>> made.add("a"), len(made._count)
    (None, 1)
    >>> clock[0] += DAY
    >>> made.forget(), len(made._count)
    (None, 0)
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.time) -> None:
        self.most, self.clock, self.day = most, clock, 0
        self._count: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Refuses one more than a day has."""
        self.forget()
        if self._count[address] >= self.most:
            raise refused("limit.books", 3_600_000, most=self.most)

    def add(self, address: str) -> None:
        """One more."""
        self.forget()
        self._count[address] += 1

    def forget(self) -> None:
        """What was counted on another day is no longer known."""
        today = int(self.clock() // DAY)
        if today != self.day:
            self.day, self._count = today, Counter()


class Sharing:
    """Who has which book, and gives it to whom."""

    def __init__(self, library: Library) -> None:
        self.library, self.limits = library, library.limits
        self.made, self.tries = Made(self.limits.books_a_day), Tries(self.limits)
        self.told: Callable[[str], None] = lambda book: None
        """Called when somebody asks to be let into a book, or was answered."""
        self.revoked: Callable[[str, str], None] = lambda book, id: None
        """Called when a token was taken back."""
        self.erased: Callable[[str], None] = lambda book: None

    @property
    def tokens(self) -> Tokens:
        """The tokens of the database."""
        return self.library.tokens

    # --- making

    def create(self, asked: NewBookRequest, rules: Ruleset, key: str, body: bytes, address: str) -> Reply:
        """A new book, its host's and its first keeper's tokens, and an invitation."""
        me = person(asked.me)
        book_of = lambda: Book.new(asked.name, asked.players, rules, asked.dealer, asked.streak)  # noqa: E731
        return self._opened(book_of, me, asked.invite, key, body, address, last=True)

    def take_in(self, file: bytes, key: str, address: str) -> Reply:
        """A book from a file: checked in full, or nothing."""
        return self._opened(lambda: read_book(file), "", "keeper", key, b"import " + file, address, last=False)

    def _opened(
        self, make: Callable[[], Book], me: str, kind: str, key: str, body: bytes, address: str, last: bool
    ) -> Reply:
        def work(remember: Remember) -> Reply:
            self.made.check(address)
            book = make()
            if book.head.seq > self.limits.entries:
                raise refused("limit.entries", most=self.limits.entries)
            host, host_id = given(self.tokens.minted(NEW, key, 0), "host", book.id, me)
            keeper, keeper_id = given(self.tokens.minted(NEW, key, 1), "keeper", book.id, me)
            invite = self._invite(NEW, key, 2, book.id, kind)
            reply = msgspec.json.encode(
                OpenedBookShape(
                    book.id,
                    book.head.hash,
                    TokenShape(host_id, "host", me, TOKEN.format(0)),
                    TokenShape(keeper_id, "keeper", me, TOKEN.format(1)),
                    invite[0],
                    state_shape(book),
                )
            )
            beside = [host, keeper, *invite[1], remember(201, reply)]
            self.library.store.put(book, last, beside)
            self.made.add(address)
            return Reply(201, reply)

        return self.library.once(NEW, key, body, work)

    def _invite(self, scope: str, key: str, number: int, book: str, kind: str) -> tuple[InviteShape, list[Change]]:
        secret = self.tokens.minted(scope, key, number)
        code = next(found for turn in range(100) if self._free(found := self.tokens.coded(scope, key, turn)))
        shape = InviteShape(TOKEN.format(number), code, "reader" if kind == "reader" else "keeper", CODE_HOURS * 3600)
        return shape, list(invited(book, secret, code, kind))

    def _free(self, code: str) -> bool:
        rows = self.library.store.rows("SELECT 1 FROM codes WHERE code = :code AND until >= :now", code=code, now=now())
        return not rows

    # --- giving and taking back

    def give(self, holder: Holder, asked: TokenRequest, key: str, body: bytes) -> Reply:
        """A token for somebody."""
        name = person(asked.name)

        def work(remember: Remember) -> Reply:
            self._check_room(holder.book)
            change, id = given(self.tokens.minted(holder.book, key, 0), asked.kind, holder.book, name)
            reply = msgspec.json.encode(TokenShape(id, asked.kind, name, TOKEN.format(0)))
            self.library.store.change([change, remember(201, reply)])
            return Reply(201, reply)

        return self.library.once(holder.book, key, b"token " + body, work)

    def _check_room(self, book: str) -> None:
        if sum(self.tokens.count(book, kind) for kind in ("keeper", "reader")) >= self.limits.tokens:
            raise refused("limit.tokens", most=self.limits.tokens)

    def invite(self, holder: Holder, asked: InviteRequest, key: str, body: bytes) -> Reply:
        """A new link and code; the older ones are dead."""

        def work(remember: Remember) -> Reply:
            shape, changes = self._invite(holder.book, key, 0, holder.book, asked.kind)
            reply = msgspec.json.encode(shape)
            self.library.store.change([*changes, remember(201, reply)])
            return Reply(201, reply)

        # One key, two operations: what is asked of one is not what was asked of the other.
        return self.library.once(holder.book, key, b"invite " + body, work)

    def take_back(self, holder: Holder, id: str) -> DoneShape:
        """A token is dead from now on."""
        with self.library.storing():
            beside = [(REVOKE, {"thing": holder.book, "id": id, "at": now()})]
            count = self.library.store.change([*beside, *self.library.ring("token", holder.book, 0)])[0]
        if not count:
            raise refused("token.absent", id=id[:40])
        self.revoked(holder.book, id)
        return DoneShape(True)

    def listed(self, holder: Holder, here: set[str]) -> TokensShape:
        """Who has a token, and who asks."""
        with self.library.storing():
            rows = self.tokens.listed(holder.book)
        found = tuple(
            ListedTokenShape(id, kind, name, made, revoked, id in here)
            for id, kind, name, made, revoked in rows
            if kind in ("host", "keeper", "reader")
        )
        return TokensShape(found, self.asks(holder.book))

    def asks(self, book: str) -> tuple[AskShape, ...]:
        """Who asks to be let into a book."""
        return tuple(
            AskShape(id, name, made)
            for id, kind, name, made, gone in self.tokens.listed(book)
            if kind == "asking" and not gone
        )

    # --- joining

    def join(self, asked: JoinRequest, key: str, body: bytes, address: str) -> Reply:
        """By the secret of a link at once, as often as one likes: nobody guesses 128 bits. By a code somebody only asks, and
        wrong codes are counted."""
        name = person(asked.name, needed=True)
        if (asked.secret is None) == (asked.code is None):
            raise refused("request.one_of", names=("secret", "code"))
        scope = hashlib.sha256((asked.secret or asked.code or "").encode("utf-8", "surrogatepass")).hexdigest()

        def work(remember: Remember) -> Reply:
            token = self.tokens.minted(scope, key, 0)
            if asked.secret is not None:
                invitation = self.tokens.invitation(asked.secret)
                self._check_room(invitation.book)
                book = invitation.book
                kind = "reader" if "reader" in (invitation.name, asked.kind) else "keeper"
                title = self.library.store.find(book).name
                change, _ = given(token, kind, book, name)
                reply = msgspec.json.encode(JoinedShape("in", kind, name, TOKEN.format(0), book, title))  # type: ignore[arg-type]
            else:
                book = self._coded(asked.code or "", address)
                if self.tokens.count(book, "asking") >= self.limits.asks:
                    raise refused("limit.asks", 60_000, most=self.limits.asks)
                change, _ = given(token, "asking", book, name)
                reply = msgspec.json.encode(JoinedShape("asked", None, name, TOKEN.format(0), None, None))
            ring = self.library.ring("asks", book, 0)
            self.library.store.change([change, remember(201, reply), *ring])
            self.told(book)
            return Reply(201, reply)

        return self.library.once(scope, key, body, work)

    def invited(self, asked: InvitedRequest) -> InvitedShape:
        """Whose book a link leads to."""
        with self.library.storing():
            invitation = self.tokens.invitation(asked.secret)
        with self.library.open(invitation.book) as awake:
            seated = awake.book.state.table.seated
            return InvitedShape(awake.book.name, tuple(seated), "reader" if invitation.name == "reader" else "keeper")

    def _coded(self, code: str, address: str) -> str:
        """The book of a code, unless this address has guessed too often."""
        if wait := self.tries.wait(address):
            raise refused("limit.tries", wait, seconds=-(-wait // 1000))
        try:
            return self.tokens.code_of(code)
        except Refusal:
            self.tries.wrong(address)
            raise

    def asked(self, holder: Holder) -> JoinedShape:
        """What became of somebody who asked."""
        if holder.kind in ("asking", "refused"):
            return JoinedShape("asked" if holder.kind == "asking" else "refused", None, holder.name, None, None, None)
        with self.library.storing():
            title = self.library.store.find(holder.book).name
        kind = "reader" if holder.kind == "reader" else "keeper"
        return JoinedShape("in", kind, holder.name, None, holder.book, title)  # type: ignore[arg-type]

    def answer(self, holder: Holder, id: str, asked: AnswerRequest) -> DoneShape:
        """The host's answer."""
        kind = asked.kind if asked.allow else "refused"
        with self.library.storing():
            if asked.allow:
                self._check_room(holder.book)
            beside = [(ANSWER, {"thing": holder.book, "id": id, "kind": kind})]
            count = self.library.store.change([*beside, *self.library.ring("asks", holder.book, 0)])[0]
        if not count:
            raise refused("ask.unknown", id=id[:40])
        self.told(holder.book)
        return DoneShape(True)

    # --- the end

    def erase(self, holder: Holder, name: str) -> DoneShape:
        """For good; the name is typed."""
        with self.library.open(holder.book) as awake:
            if name != awake.book.name:
                raise refused("book.other_name", name=name)
            head = awake.book.head.hash
            self.library.store.erase(holder.book)
            if ring := self.library.ring("gone", holder.book, 0):
                self.library.store.change(ring)
            self.library.forget(holder.book)
        self.erased(holder.book)
        return DoneShape(True, head)
