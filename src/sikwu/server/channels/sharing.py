"""Access to shared things: giving and revoking tokens, links and codes, and requests to be let in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from sikwu.book.book import now
from sikwu.book.store import Statement
from sikwu.server.channels.once import TOKEN, Once, Remember, Reply
from sikwu.server.channels.tokens import ANSWER, NAME, REVOKE, Holder, given, invited, person
from sikwu.server.http.limits import CODE_HOURS, Limits, Tries
from sikwu.server.http.refusals import Refusal
from sikwu.texts import SikwuError
from sikwu.texts.plain import likeness
from sikwu.wire.booked import (
    AnswerRequest,
    AskShape,
    ConfirmationShape,
    InvitationRequest,
    InvitationShape,
    InviteRequest,
    InviteShape,
    JoinAnswerShape,
    JoinRequest,
    ListedTokenShape,
    TokenRequest,
    TokenShape,
    TokensShape,
)


class SharedThings(Protocol):
    """The shared things of one kind."""

    def title(self, thing: str) -> str:
        """The title."""

    def people(self, thing: str) -> Sequence[str]:
        """The names that it contains."""

    def seated(self, thing: str) -> Sequence[str]:
        """The people who sit there now."""


class ShareDesk:
    """Gives and revokes access; runs in threads."""

    def __init__(self, once: Once, shared: SharedThings, limits: Limits) -> None:
        self.once, self.shared, self.limits = once, shared, limits
        self.storing, self.tokens = once.storing, once.tokens
        self.tries = Tries(limits)
        self.told: Callable[[str], None] = lambda thing: None
        """Called when a person asks to be let into a thing, or was answered."""
        self.revoked: Callable[[str, str], None] = lambda thing, id: None
        """Called when a token was revoked."""

    # --- inviting

    def invitation(
        self, scope: str, key: str, number: int, thing: str, kind: str
    ) -> tuple[InviteShape, list[Statement]]:
        """A new link and code, and the statements that store them."""
        secret = self.tokens.minted(scope, key, number)
        code = next(found for turn in range(100) if self._free(found := self.tokens.coded(scope, key, turn)))
        shape = InviteShape(TOKEN.format(number), code, "reader" if kind == "reader" else "keeper", CODE_HOURS * 3600)
        return shape, list(invited(thing, secret, code, kind))

    def _free(self, code: str) -> bool:
        rows = self.storing.store.rows("SELECT 1 FROM codes WHERE code = :code AND until >= :now", code=code, now=now())
        return not rows

    # --- giving and revoking

    def give(self, holder: Holder, asked: TokenRequest, key: str, body: bytes) -> Reply:
        """Gives a token to a person."""
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
            raise Refusal.of("limit.tokens", most=self.limits.tokens)

    def invite(self, holder: Holder, asked: InviteRequest, key: str, body: bytes) -> Reply:
        """A new link and code; the older ones become invalid."""

        def work(remember: Remember) -> Reply:
            shape, changes = self.invitation(holder.thing, key, 0, holder.thing, asked.kind)
            reply = msgspec.json.encode(shape)
            self.storing.store.change([*changes, remember(201, reply)])
            return Reply(201, reply)

        # Two operations may get the same key, so the body includes the name of the operation.
        return self.once.once(holder.thing, key, b"invite " + body, work)

    def take_back(self, holder: Holder, id: str) -> ConfirmationShape:
        """Revokes a token."""
        with self.storing.told():
            beside = [(REVOKE, {"thing": holder.thing, "id": id, "at": now()})]
            count = self.storing.store.change([*beside, *self.storing.ring("token", holder.thing, 0)])[0]
        if not count:
            raise Refusal.of("token.absent", id=id[:40])
        self.revoked(holder.thing, id)
        return ConfirmationShape(True)

    def listed(self, holder: Holder, here: set[str]) -> TokensShape:
        """The tokens, and the people who ask for one."""
        with self.storing.told():
            rows = self.tokens.listed(holder.thing)
        found = tuple(
            ListedTokenShape(id, kind, name, made, revoked, id in here)
            for id, kind, name, made, revoked in rows
            if kind in ("host", "keeper", "reader")
        )
        return TokensShape(found, self.asks(holder.thing))

    def asks(self, thing: str) -> tuple[AskShape, ...]:
        """The people who ask to be let in."""
        return tuple(
            AskShape(id, name, made)
            for id, kind, name, made, gone in self.tokens.listed(thing)
            if kind == "asking" and not gone
        )

    # --- joining

    def join(self, asked: JoinRequest, key: str, body: bytes, address: str) -> Reply:
        """By the secret of a link at once and without a limit, because nobody guesses 128 bits. By a code a person
        only asks, and wrong codes are counted.
        """
        name = person(asked.name, needed=True)
        if (asked.secret is None) == (asked.code is None):
            raise Refusal.of("request.one_of", names=("secret", "code"))
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
                reply = msgspec.json.encode(JoinAnswerShape("in", kind, own, TOKEN.format(0), thing, title))  # type: ignore[arg-type]
            else:
                thing = self.tokens.guessed(asked.code or "", address, self.tries)
                self._check_kind(thing)
                if self.tokens.count(thing, "asking") >= self.limits.asks:
                    raise Refusal.of("limit.asks", most=self.limits.asks).after(60_000)
                statement, _ = given(token, "asking", thing, name)
                reply = msgspec.json.encode(JoinAnswerShape("asked", None, name, TOKEN.format(0), None, None))
            ring = self.storing.ring("asks", thing, 0)
            self.storing.store.change([statement, remember(201, reply), *ring])
            self.told(thing)
            return Reply(201, reply)

        return self.once.once(scope, key, body, work)

    def invited(self, asked: InvitationRequest) -> InvitationShape:
        """The thing that a link leads to."""
        with self.storing.told():
            invitation = self.tokens.invitation(asked.secret)
        title, seated = self.shared.title(invitation.thing), self.shared.seated(invitation.thing)
        return InvitationShape(title, tuple(seated), "reader" if invitation.name == "reader" else "keeper")

    def _check_kind(self, thing: str) -> None:
        """Refuses a code that leads to something else, such as a live table."""
        try:
            self.shared.title(thing)
        except SikwuError:
            raise Refusal.of("code.elsewhere") from None

    def _spelled(self, thing: str, name: str) -> str:
        """A person's name in the spelling of the thing, if that player exists, so that entries and wins belong to one
        person.
        """
        return next((player for player in self.shared.people(thing) if likeness(player) == likeness(name)), name)

    def asked(self, holder: Holder) -> JoinAnswerShape:
        """The result of a request to join."""
        if holder.kind in ("asking", "refused"):
            return JoinAnswerShape(
                "asked" if holder.kind == "asking" else "refused", None, holder.name, None, None, None
            )
        title = self.shared.title(holder.thing)
        kind = "reader" if holder.kind == "reader" else "keeper"
        return JoinAnswerShape("in", kind, holder.name, None, holder.thing, title)  # type: ignore[arg-type]

    def answer(self, holder: Holder, id: str, asked: AnswerRequest) -> ConfirmationShape:
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
            raise Refusal.of("ask.unknown", id=id[:40])
        self.told(holder.thing)
        return ConfirmationShape(True)
