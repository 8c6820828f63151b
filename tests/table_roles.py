"""Who may what at a live table over HTTP: every operation, every kind of holder."""

from __future__ import annotations

from typing import Any

import httpx

from asking import ROOT, bearer, key
from table_phones import Host


def joins(ask: Any, **body: Any) -> httpx.Response:
    answer: httpx.Response = ask.post("/tables/join", body, headers={"idempotency-key": key()})
    return answer


def matrix() -> list[tuple[str, str, str, Any, frozenset[str]]]:
    """Every operation of a table with the roles that may: host, seat, watch, asking, refused, stranger, nobody."""
    host, seat, in_it = frozenset({"host"}), frozenset({"host", "seat"}), frozenset({"host", "seat", "watch"})
    return [
        ("view", "GET", "", None, in_it),
        ("ticket", "POST", "tickets", None, in_it),
        ("sit", "POST", "seats/3", {"name": ""}, in_it),
        ("bot", "POST", "bots", {"place": 2, "level": "quick"}, host),
        ("no bot", "DELETE", "bots/2", None, host),
        ("start", "POST", "start", None, host),
        ("pace", "POST", "host", {"type": "pace", "pace": "fast"}, host),
        ("watching", "POST", "host", {"type": "watching", "on": True}, host),
        ("time", "POST", "host", {"type": "time", "place": 0}, host),
        ("hand over", "POST", "host", {"type": "hand_over", "place": 0}, host),
        ("end", "POST", "host", {"type": "end"}, host),
        ("pause", "POST", "host", {"type": "pause"}, host),
        ("resume", "POST", "host", {"type": "resume"}, host),
        ("answer", "POST", "asks/0123456789ab", {"allow": True}, host),
        ("rematch", "POST", "rematch", None, seat),
        ("invite", "POST", "invite", None, host),
        ("tokens", "GET", "tokens", None, host),
        ("take back", "DELETE", "tokens/0123456789ab", None, host),
        ("book", "POST", "book", {}, host),
        ("leave", "DELETE", "seats/1", None, seat),
        ("erase", "DELETE", "", {"title": "wrong"}, host),
    ]


ROLES = ("host", "seat", "watch", "asking", "refused", "stranger", "other host", "nobody")
CODES = ("token.missing", "token.unknown", "token.forbidden", "table.unknown", "table.not_host", "table.not_seated")


def everybody(ask: Any, host: Host, seat: str) -> dict[str, str]:
    """A token for every role at an open table."""
    tokens = {"host": host.token, "seat": seat, "watch": host.join("Onlooker", kind="watch")}
    tokens["asking"] = joins(ask, name="Ming", code=host.code).json()["token"]
    tokens["refused"] = joins(ask, name="Fong", code=host.code).json()["token"]
    (fong,) = [each["id"] for each in host.get().json()["asking"] if each["name"] == "Fong"]
    assert host.post(f"asks/{fong}", {"allow": False}).status_code == 200
    return tokens | {"stranger": "0" * 32, "other host": Host(ask, me="Wing").token, "nobody": ""}


def check_matrix(host: Host, tokens: dict[str, str], phase: str) -> None:
    """A role that may not act is refused for that reason; a role that may act is never refused for its role."""
    for what, method, path, body, may in matrix():
        for role in ROLES:
            if role in may and what in ("start", "leave", "erase", "end", "hand over", "sit", "pause", "watching"):
                continue  # what these do is for other tests: here the table stays as it is
            answer = asked(host, method, path, body, tokens[role])
            told = answer.json() if answer.status_code >= 400 else {}
            forbidden = answer.status_code in (401, 403, 404) and told["code"] in CODES
            assert forbidden == (role not in may), (phase, what, role, answer.status_code, told.get("code"))


def asked(host: Host, method: str, path: str, body: Any, token: str) -> httpx.Response:
    headers = {"idempotency-key": key()} | (bearer(token) if token else {})
    more: dict[str, Any] = {} if body is None else {"json": body}
    address = f"{ROOT}/tables/{host.table}/{path}".rstrip("/")
    answer: httpx.Response = host.ask(method, address, headers=headers, **more)
    return answer
