"""Access by tokens of 128 random bits, stored as hashes, each for one thing; invitations, and codes that only allow a request."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sikwu.book import Store
from sikwu.book.admission import text_problems
from sikwu.book.book import now
from sikwu.book.database import DuplicateRow
from sikwu.book.problems import BookError
from sikwu.book.store import Statement
from sikwu.server.http.limits import CODE_HOURS, REPLY_HOURS, Tries, digest
from sikwu.server.http.refusals import Refusal
from sikwu.texts.plain import normal

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so no words."""
MOST_KNOWN = 20_000
DAY = 24 * 3600
MAY: Mapping[str, tuple[str, ...]] = {
    "reader": ("reader", "keeper", "host"),
    "keeper": ("keeper",),
    "host": ("host",),
    "any": ("reader", "keeper", "host", "asking", "refused"),
}
"""The kinds of tokens that are enough for each kind of access."""

NOBODY = ("invite", "asking", "refused")
"""Kinds of tokens that give no access."""

GIVE = (
    "INSERT INTO tokens (hash, id, kind, thing, name, made, revoked) "
    "VALUES (:hash, :id, :kind, :thing, :name, :made, NULL)"
)
FIND = "SELECT hash, id, kind, thing, name FROM tokens WHERE hash = :hash AND revoked IS NULL"
LISTED = "SELECT id, kind, name, made, revoked FROM tokens WHERE thing = :thing AND kind <> 'invite' ORDER BY made, id"
FIRST = "SELECT min(made) FROM tokens WHERE thing = :thing"
COUNTED = "SELECT count(*) FROM tokens WHERE thing = :thing AND revoked IS NULL AND kind = :kind"
REVOKE = "UPDATE tokens SET revoked = :at WHERE thing = :thing AND id = :id AND revoked IS NULL"
UNINVITE = "DELETE FROM tokens WHERE thing = :thing AND kind = 'invite'"
UNCODE = "DELETE FROM codes WHERE thing = :thing"
CODE = "INSERT INTO codes (code, thing, until) VALUES (:code, :thing, :until)"
CODED = "SELECT thing, until FROM codes WHERE code = :code"
ANSWER = "UPDATE tokens SET kind = :kind WHERE thing = :thing AND id = :id AND kind = 'asking' AND revoked IS NULL"
NAME = "UPDATE tokens SET name = :name WHERE thing = :thing AND id = :id AND revoked IS NULL"
SWEEP = (
    "DELETE FROM codes WHERE until < :now",
    "DELETE FROM tokens WHERE kind IN ('asking', 'refused') AND made < :half_day",
    "DELETE FROM requests WHERE at < :two_days",
)


class Holder(NamedTuple):
    """The holder of a token."""

    hash: str
    id: str
    kind: str
    thing: str
    """The id of the thing it opens."""
    name: str


def moment(at: datetime) -> str:
    """A time as stored, comparable as text."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def person(name: str, needed: bool = False) -> str:
    """A person's name as stored; raises an error for invisible characters."""
    name = normal(name)
    found = list(text_problems("name", name)) if name or needed else []
    if found:
        raise BookError(found)
    return name


def given(token: str, kind: str, thing: str, name: str) -> tuple[Statement, str]:
    """The statement that gives a token, and the id that the host sees."""
    hash = digest(token)
    id = hash[:12]
    return (GIVE, {"hash": hash, "id": id, "kind": kind, "thing": thing, "name": name, "made": now()}), id


def invited(thing: str, secret: str, code: str, kind: str) -> Iterable[Statement]:
    """The statements of a new link and a new code, replacing the older ones."""
    statement, _ = given(secret, "invite", thing, kind)
    until = moment(datetime.now(UTC) + timedelta(hours=CODE_HOURS))
    return (
        (UNINVITE, {"thing": thing}),
        (UNCODE, {"thing": thing}),
        statement,
        ("DELETE FROM codes WHERE code = :code AND until < :now", {"code": code, "now": now()}),
        (CODE, {"code": code, "thing": thing, "until": until}),
    )


def may(found: Holder | None, needs: str, thing: str | None) -> Holder:
    """The holder, if the token gives this kind of access."""
    if found is None or found.kind == "invite":
        raise Refusal.of("token.unknown")
    if thing is not None and found.thing != thing:
        raise Refusal.of("book.unknown", name=thing[:40], hint=None)
    if found.kind not in MAY[needs]:
        raise Refusal.of("token.forbidden", kind=found.kind, needs=needs)
    return found


class Tokens:
    """The tokens of one database."""

    def __init__(self, store: Callable[[], Store]) -> None:
        self._store = store
        self.secret = self._secret()
        self.known: dict[str, float] = {}
        """Recently valid tokens of members, by hash, and when their books will be a day old, by the monotonic clock;
        from then on each token has its own credits.
        """
        self._holders: dict[str, Holder] = {}
        """The holders of these tokens: enough if the transaction itself checks whether a token was revoked."""

    @property
    def store(self) -> Store:
        """The current database."""
        return self._store()

    def _secret(self) -> bytes:
        """The server's own secret, made once for a database. It is not enough to make a token: tokens also depend on
        the senders' keys, which are not stored.
        """
        for _ in range(2):
            found = self.store.rows("SELECT value FROM meta WHERE key = 'secret'")
            if found:
                return bytes.fromhex(found[0][0])
            try:
                self.store.change(
                    [("INSERT INTO meta (key, value) VALUES ('secret', :value)", {"value": secrets.token_hex(32)})]
                )
            except DuplicateRow:  # another process was faster
                continue
        return bytes.fromhex(self.store.rows("SELECT value FROM meta WHERE key = 'secret'")[0][0])

    def minted(self, scope: str, key: str, number: int) -> str:
        """A token derived from the sender's key, of which only the hash is stored: it can be sent again only to a
        sender with the same key.
        """
        told = hmac.new(self.secret, f"token\n{scope}\n{key}\n{number}".encode(), hashlib.sha256)
        return told.hexdigest()[:32]

    def coded(self, scope: str, key: str, number: int) -> str:
        """A code of four letters derived from the sender's key."""
        told = hmac.new(self.secret, f"code\n{scope}\n{key}\n{number}".encode(), hashlib.sha256).digest()
        count = int.from_bytes(told[:8], "big")
        return "".join(LETTERS[count // len(LETTERS) ** place % len(LETTERS)] for place in range(4))

    def who(self, token: str) -> Holder | None:
        """The holder of a token; None if the token is unknown or was revoked."""
        return self.by_hash(digest(token))

    def recent(self, token: str) -> Holder | None:
        """The holder of a recently valid token; it may have been revoked since."""
        return self._holders.get(digest(token)) if token else None

    def by_hash(self, hash: str) -> Holder | None:
        """The same by its hash."""
        found = self.store.rows(FIND, hash=hash)
        if not found:
            self.known.pop(hash, None)
            self._holders.pop(hash, None)
            return None
        holder = Holder(*found[0])
        if hash not in self.known and holder.kind not in NOBODY:
            self._know(holder)
        return holder

    def _know(self, holder: Holder) -> None:
        """Remembers a valid token, and since when its book exists: since its first token."""
        if len(self.known) > MOST_KNOWN:
            self.known.clear()
            self._holders.clear()
        ((since,),) = self.store.rows(FIRST, thing=holder.thing)
        age = (datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds()
        self.known[holder.hash] = time.monotonic() + DAY - age
        self._holders[holder.hash] = holder

    def holder(self, token: str, needs: str, thing: str | None) -> Holder:
        """The holder, if the token gives access; others learn nothing about the thing."""
        if not token:
            raise Refusal.of("token.missing")
        return may(self.who(token), needs, thing)

    def living(self, hashes: Iterable[str]) -> set[str]:
        """Those of some tokens that were not revoked."""
        wanted = list(hashes)
        found: set[str] = set()
        for start in range(0, len(wanted), 200):
            some = {f"h{place}": hash for place, hash in enumerate(wanted[start : start + 200])}
            names = ", ".join(f":{name}" for name in some)
            rows = self.store.rows(f"SELECT hash FROM tokens WHERE revoked IS NULL AND hash IN ({names})", **some)
            found.update(row[0] for row in rows)
        return found

    def guessed(self, code: str, address: str, tries: Tries) -> str:
        """The thing of a code, unless this address has guessed too often."""
        if wait := tries.wait(address):
            raise Refusal.of("limit.tries", seconds=-(-wait // 1000)).after(wait)
        try:
            return self.code_of(code)
        except Refusal:
            tries.wrong(address)
            raise

    def code_of(self, code: str) -> str:
        """The thing of a code."""
        found = self.store.rows(CODED, code=code.strip().upper())
        if not found:
            raise Refusal.of("code.unknown")
        if found[0][1] < now():
            raise Refusal.of("code.expired", hours=CODE_HOURS)
        return str(found[0][0])

    def invitation(self, secret: str) -> Holder:
        """The thing of a link, and what it gives: its `name` is the kind."""
        found = self.who(secret)
        if found is None or found.kind != "invite":
            raise Refusal.of("invite.unknown")
        return found

    def count(self, thing: str, kind: str) -> int:
        """How many tokens of a kind a thing has."""
        return int(self.store.rows(COUNTED, thing=thing, kind=kind)[0][0])

    def listed(self, thing: str) -> list[tuple[str, str, str, str, str | None]]:
        """The tokens of a thing: id, kind, name, time of creation, time of revocation."""
        return [tuple(row) for row in self.store.rows(LISTED, thing=thing)]

    def sweep(self) -> None:
        """Deletes expired codes, unanswered requests and old replies."""
        before = datetime.now(UTC)
        half_day, two_days = (moment(before - timedelta(hours=hours)) for hours in (CODE_HOURS, REPLY_HOURS))
        values = ({"now": now()}, {"half_day": half_day}, {"two_days": two_days})
        self.store.change(list(zip(SWEEP, values, strict=True)))
