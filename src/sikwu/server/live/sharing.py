"""Who may look at a thing or write into it: tokens given and taken back, links and codes, whoever asks to be let in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from sikwu.book.book import now
from sikwu.book.store import Statement
from sikwu.server.http.limits import CODE_HOURS, Limits, Tries
from sikwu.server.http.refusals import Refusal, refused
from sikwu.server.live.once import TOKEN, Once, Remember, Reply
from sikwu.server.live.tokens import ANSWER, NAME, REVOKE, Holder, given, invited, person
from sikwu.texts.plain import likeness
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
    TokenRequest,
    TokenShape,
    TokensShape,
)


class Shared(Protocol):
    """The things that are shared: of one kind."""

    def title(self, thing: str) -> str:
        """What people call it."""

    def people(self, thing: str) -> Sequence[str]:
        """The names that it knows."""

    def seated(self, thing: str) -> Sequence[str]:
        """Who sits there now."""


class Sharing:
    """Who has which thing, and gives it to whom; in threads."""

    def __init__(self, once: Once, shared: Shared, limits: Limits) -> None:
        self.once, self.shared, self.limits = once, shared, limits
        self.storing, self.tokens = once.storing, once.tokens
        self.tries = Tries(limits)
        self.told: Callable[[str], None] = lambda thing: None
        """Called when somebody asks to be let into a thing, or was answered."""
        self.revoked: Callable[[str, str], None] = lambda thing, id: None
        """Called when a token was taken back."""

    # --- inviting

    def invitation(
        self, scope: str, key: str, number: int, thing: str, kind: str
    ) -> tuple[InviteShape, list[Statement]]:
        """A new link and code, and the statements that give them."""
        secret = self.tokens.minted(scope, key, number)
        code = next(found for turn in range(100) if self._free(found := self.tokens.coded(scope, key, turn)))
        shape = InviteShape(TOKEN.format(number), code, "reader" if kind == "reader" else "keeper", CODE_HOURS * 3600)
        return shape, list(invited(thing, secret, code, kind))

    def _free(self, code: str) -> bool:
        rows = self.storing.store.rows("SELECT 1 FROM codes WHERE code = :code AND until >= :now", code=code, now=now())
        return not rows

    # --- giving and taking back

    def give(self, holder: Holder, asked: TokenRequest, key: str, body: bytes) -> Reply:
        """A token for somebody."""
        name = person(asked.name)

        def work(remember: Remember) -> Reply:
            self._check_room(holder.thing)
            statement, id = given(self.tokens.minted(holder.thing, key, 0), asked.kind, holder.thing, name)
            reply = msgspec.json.encode(TokenShape(id, asked.kind, name, TOKEN.format(0)))
            self.storing.store.change([statement, remember(201, reply)])
            return Reply(201, reply)

        return self.once.once(holder.thing, key, b"token " + body, work)

    def _check_room(self, thing: str) -> None:
        if sum(self.tokens.count(thing, kind) for kind in ("keeper", "reader")) >= self.limits.tokens:
            raise refused("limit.tokens", most=self.limits.tokens)

    def invite(self, holder: Holder, asked: InviteRequest, key: str, body: bytes) -> Reply:
        """A new link and code; the older ones are dead."""

        def work(remember: Remember) -> Reply:
            shape, changes = self.invitation(holder.thing, key, 0, holder.thing, asked.kind)
            reply = msgspec.json.encode(shape)
            self.storing.store.change([*changes, remember(201, reply)])
            return Reply(201, reply)

        # One key, two operations: what is asked of one is not what was asked of the other.
        return self.once.once(holder.thing, key, b"invite " + body, work)

    def take_back(self, holder: Holder, id: str) -> DoneShape:
        """A token is dead from now on."""
        with self.storing.told():
            beside = [(REVOKE, {"thing": holder.thing, "id": id, "at": now()})]
            count = self.storing.store.change([*beside, *self.storing.ring("token", holder.thing, 0)])[0]
        if not count:
            raise refused("token.absent", id=id[:40])
        self.revoked(holder.thing, id)
        return DoneShape(True)

    def listed(self, holder: Holder, here: set[str]) -> TokensShape:
        """Who has a token, and who asks."""
        with self.storing.told():
            rows = self.tokens.listed(holder.thing)
        found = tuple(
            ListedTokenShape(id, kind, name, made, revoked, id in here)
            for id, kind, name, made, revoked in rows
            if kind in ("host", "keeper", "reader")
        )
        return TokensShape(found, self.asks(holder.thing))

    def asks(self, thing: str) -> tuple[AskShape, ...]:
        """Who asks to be let in."""
        return tuple(
            AskShape(id, name, made)
            for id, kind, name, made, gone in self.tokens.listed(thing)
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
                self._check_room(invitation.thing)
                thing = invitation.thing
                kind = "reader" if "reader" in (invitation.name, asked.kind) else "keeper"
                title, own = self.shared.title(thing), self._spelled(thing, name)
                statement, _ = given(token, kind, thing, own)
                reply = msgspec.json.encode(JoinedShape("in", kind, own, TOKEN.format(0), thing, title))  # type: ignore[arg-type]
            else:
                thing = self._coded(asked.code or "", address)
                if self.tokens.count(thing, "asking") >= self.limits.asks:
                    raise refused("limit.asks", 60_000, most=self.limits.asks)
                statement, _ = given(token, "asking", thing, name)
                reply = msgspec.json.encode(JoinedShape("asked", None, name, TOKEN.format(0), None, None))
            ring = self.storing.ring("asks", thing, 0)
            self.storing.store.change([statement, remember(201, reply), *ring])
            self.told(thing)
            return Reply(201, reply)

        return self.once.once(scope, key, body, work)

    def invited(self, asked: InvitedRequest) -> InvitedShape:
        """Whose thing a link leads to."""
        with self.storing.told():
            invitation = self.tokens.invitation(asked.secret)
        title, seated = self.shared.title(invitation.thing), self.shared.seated(invitation.thing)
        return InvitedShape(title, tuple(seated), "reader" if invitation.name == "reader" else "keeper")

    def _spelled(self, thing: str, name: str) -> str:
        """Somebody's name as the thing spells it, if he plays there: who wrote what and who won is told of one person."""
        return next((player for player in self.shared.people(thing) if likeness(player) == likeness(name)), name)

    def _coded(self, code: str, address: str) -> str:
        """The thing of a code, unless this address has guessed too often."""
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
        title = self.shared.title(holder.thing)
        kind = "reader" if holder.kind == "reader" else "keeper"
        return JoinedShape("in", kind, holder.name, None, holder.thing, title)  # type: ignore[arg-type]

    def answer(self, holder: Holder, id: str, asked: AnswerRequest) -> DoneShape:
        """The host's answer."""
        kind = asked.kind if asked.allow else "refused"
        with self.storing.told():
            if asked.allow:
                self._check_room(holder.thing)
            beside: list[Statement] = [(ANSWER, {"thing": holder.thing, "id": id, "kind": kind})]
            if asked.allow and (name := next((ask.name for ask in self.asks(holder.thing) if ask.id == id), None)):
                beside.append((NAME, {"thing": holder.thing, "id": id, "name": self._spelled(holder.thing, name)}))
            count = self.storing.store.change([*beside, *self.storing.ring("asks", holder.thing, 0)])[0]
        if not count:
            raise refused("ask.unknown", id=id[:40])
        self.told(holder.thing)
        return DoneShape(True)
