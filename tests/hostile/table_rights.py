"""Who may what at a live table: every cell of the matrix in every phase, then anything of anybody at other people's tables and seats."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec

from asking import OPEN, Asker, served
from hostile.attack import Attack
from hostile.live import MANY
from hostile.table_programs import caught
from patience import until
from sikwu.book import Store
from sikwu.live import company, hosting
from sikwu.server.hands.shelf import Rulesets
from table_phones import Host
from table_roles import CODES, ROLES, asked, check_matrix, everybody, matrix

LINES = "SELECT count(*) FROM lines WHERE tbl = :id"
SOON = 1.0
"""Seconds in which a token that was taken back is dead: its next request is refused."""


@contextmanager
def asking() -> Iterator[tuple[Asker, Store]]:
    """A server without a network."""
    with tempfile.TemporaryDirectory(prefix="sikwu-rights-") as folder, Store(str(Path(folder, "books.db"))) as store:
        limits = msgspec.structs.replace(OPEN, tables_a_day=MANY, table_hurry=500, tokens=MANY)
        ask = Asker(served(limits, Rulesets(store)))
        try:
            yield ask, store
        finally:
            ask.stop()


def _tables(ask: Asker) -> list[tuple[Host, dict[str, str], str]]:
    """A table in each phase, and a token of every role there."""
    out = []
    for phase in ("open", "playing", "over"):
        host = Host(ask, me="Wing", title="Friday")
        tokens = everybody(ask, host, host.join("Karen", 1))
        if phase != "open":
            for place in (2, 3):
                host.post("bots", {"place": place, "level": "quick"})
            assert host.post("start").json()["status"] == "playing"
        if phase == "over":
            host.post("host", {"type": "end"})
            assert host.delete("seats/1", token=tokens["seat"]).status_code == 200
            assert host.delete("seats/0").status_code == 200
            watch = tokens["watch"]
            until(lambda host=host, watch=watch: host.get(token=watch).json()["status"] == "over")  # type: ignore[misc]
        out.append((host, tokens, phase))
    return out


def run(seed: int, size: int) -> str:
    """The matrix, then random requests of those who may not."""
    chance, refused = Random(seed), 0
    with asking() as (ask, store):
        tables = _tables(ask)
        cells = 0
        for host, tokens, phase in tables[:2]:
            check_matrix(host, tokens, phase)
            cells += len(matrix()) * len(ROLES)
        still, tokens, _ = tables[2]  # nothing happens there any more
        length = store.rows(LINES, id=still.table)
        operations = matrix()
        for _ in range(size):
            what, method, path, body, may = chance.choice(operations)
            role = chance.choice(ROLES)
            if chance.random() < 0.5:  # a role of another table, where it may everything
                _, theirs, _ = tables[chance.randrange(2)]
                token = theirs[chance.choice(("host", "seat", "watch", "asking"))]
            elif role in may or role in ("host", "seat"):
                continue
            else:
                token = tokens[role]
            answer = asked(still, method, path, body, token)
            code = answer.json().get("code") if answer.status_code >= 400 else None
            assert answer.status_code in (401, 403, 404), f"{what} by {role}: {answer.status_code} {answer.text[:200]}"
            assert code in CODES, (what, role, code)
            refused += 1
        assert store.rows(LINES, id=still.table) == length, "somebody who may not has changed a table"
        slowest = _taken_back(ask)
    return f"{cells:,} cells of the matrix; {refused:,} random requests of others refused, nothing written; a token taken back dead after {slowest * 1000:.0f} ms"


def _taken_back(ask: Asker) -> float:
    """How long a token that was taken back is still good; the request that takes it back is counted too."""
    slowest = 0.0
    for number in range(10):
        host = Host(ask, me="Wing")
        token = host.join(f"Karen {number}", kind="watch")
        (id,) = [each["id"] for each in host.get("tokens").json()["tokens"] if each["kind"] == "watch"]
        assert host.delete(f"tokens/{id}").status_code == 200
        began = time.monotonic()
        assert host.get(token=token).json()["code"] in ("token.unknown", "token.revoked", "token.forbidden")
        slowest = max(slowest, time.monotonic() - began)
    return slowest


def planted(seed: int) -> str:
    """Nobody looks whether it is the host who speaks."""
    with (
        patch.object(hosting, "host_only", lambda state, member: None),
        patch.object(company, "host_only", lambda state, member: None),
    ):
        return caught(lambda: run(seed, 10), "nobody looks who is host")


ATTACKS = (Attack("table rights", "G23", 100_000, 100, run, planted),)
