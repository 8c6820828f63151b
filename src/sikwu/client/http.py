"""A small client for a sikwu server, with the server's own data types, over Python's standard HTTP library.

>>> from sikwu.client import Client
>>> client = Client("http://localhost:8136")  # doctest: +SKIP
>>> client.hand("123m 456p 789s EE 中中 +中").fan  # doctest: +SKIP
4
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

import msgspec

from sikwu.live.terms import Pace
from sikwu.texts import Problem, SikwuError
from sikwu.wire.asked import House, Rules
from sikwu.wire.booked import TicketShape
from sikwu.wire.served import (
    CheckedRulesShape,
    HandShape,
    HealthShape,
    OptionsShape,
    PatternAnswerShape,
    PatternPageShape,
    PatternsShape,
    PreviewShape,
    QuizShape,
    RulesDiffWordsShape,
    RulesListShape,
    RulesPageShape,
    ServedErrorShape,
    VersionShape,
    WinShape,
)
from sikwu.wire.shapes import ComparisonShape
from sikwu.wire.tabled import JoinAs, MemberFrame, NewTableShape, TableJoinAnswerShape, TableShape

__all__ = ["Client", "House", "ServerRefusal"]
AnyShape = TypeVar("AnyShape")
_NOTHING: Mapping[str, str] = {}


class ServerRefusal(SikwuError):
    """An error answer of the server: its code, its problems, the whole answer as `told`, and the status."""

    def __init__(self, status: int, told: ServedErrorShape) -> None:
        super().__init__(Problem(each.code, each.facts, each.at) for each in told.problems)
        self.status, self.told = status, told

    def message(self, lang: str = "en") -> str:
        """The server's own words."""
        return str(getattr(self.told, lang))


class Client:
    """A client of one server; `words`: the languages in which messages are sent besides their codes."""

    def __init__(self, address: str, words: Sequence[str] = (), timeout: float = 30) -> None:
        if urlsplit(address).scheme not in ("http", "https"):
            raise ValueError(f"an address begins with http:// or https://, not {address[:40]!r}")
        self.root = f"{address.rstrip('/')}/api/v1"
        self.words, self.timeout = tuple(words), timeout

    # --- hands

    def hand(self, text: str, rules: Rules = "hk-standard", by: str | None = None, near: bool = False) -> HandShape:
        """Analyses a hand in any state."""
        body: dict[str, Any] = {"text": text, "rules": rules, "near": near}
        return self._post("/hand", body | ({} if by is None else {"by": by}), HandShape)  # type: ignore[arg-type]

    def score(self, text: str, rules: Rules = "hk-standard") -> WinShape:
        """Scores a win, with its explanation and payments."""
        return self._post("/score", {"text": text, "rules": rules}, WinShape)

    def because(self, text: str, pattern: str, rules: Rules = "hk-standard") -> PatternAnswerShape:
        """Why a pattern holds in a win, or does not."""
        return self._post("/because", {"text": text, "pattern": pattern, "rules": rules}, PatternAnswerShape)

    def compare(self, text: str, rules: Sequence[Rules] = ()) -> ComparisonShape:
        """Scores the same win under several rules."""
        return self._post("/compare", {"text": text, "rules": list(rules)}, ComparisonShape)

    def answer(self, cases: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers to cases, in their order."""
        body = b"\n".join(map(msgspec.json.encode, cases))
        told = self._sent("/answer", body, "application/x-ndjson")
        return [msgspec.json.decode(line) for line in told.splitlines()]

    # --- rules

    def rules(self) -> RulesListShape:
        """Every ruleset and preset."""
        return self._get("/rules", RulesListShape)

    def ruleset(self, id: str) -> RulesPageShape:
        """One ruleset or preset."""
        return self._get(f"/rules/{quote(id, '')}", RulesPageShape)

    def options(self, rules: Rules = "hk-standard") -> OptionsShape:
        """All options of a ruleset."""
        return self._post("/rules/options", {"rules": rules}, OptionsShape)

    def patterns(self) -> PatternsShape:
        """Every pattern."""
        return self._get("/patterns", PatternsShape)

    def pattern(self, id: str, rules: Rules = "hk-standard") -> PatternPageShape:
        """One pattern under some rules."""
        return self._post(f"/patterns/{quote(id, '')}", {"rules": rules}, PatternPageShape)

    def check(self, rules: Rules | None = None, toml: str | None = None) -> CheckedRulesShape:
        """Checks rules: returns their hash and file, or everything that is wrong."""
        return self._post("/rules/check", {"toml": toml} if rules is None else {"rules": rules}, CheckedRulesShape)

    def diff(self, ours: Rules, theirs: Rules) -> RulesDiffWordsShape:
        """The differences between two rulesets."""
        return self._post("/rules/diff", {"ours": ours, "theirs": theirs}, RulesDiffWordsShape)

    def preview(self, option: str, value: object, rules: Rules = "hk-standard") -> PreviewShape:
        """A few hands before and after one option is changed."""
        return self._post("/rules/preview", {"option": option, "value": value, "rules": rules}, PreviewShape)

    def quiz(self, rules: Rules = "hk-standard", seed: int = 0, n: int = 5) -> QuizShape:
        """Wins for guessing their fan."""
        return self._post("/quiz", {"rules": rules, "seed": seed, "n": n}, QuizShape)

    # --- live tables

    def open_table(
        self,
        rules: Rules = "hk-standard",
        *,
        me: str = "",
        bots: Sequence[str] = (),
        start: bool = False,
        title: str = "",
        pace: Pace = "normal",
        solo: bool = False,
        watchers: bool = True,
        hints: bool = True,
        teaching: bool = False,
        minutes: int = 0,
    ) -> NewTableShape:
        """Opens a table; `me`: the name under which the opener sits down; `bots`: levels for the other places; `minutes`: the
        match ends after the deal during which they have passed.
        """
        body: dict[str, Any] = {
            "rules": rules,
            "me": me,
            "bots": list(bots),
            "start": start,
            "title": title,
            "pace": pace,
        }
        body |= {"solo": solo, "watchers": watchers, "hints": hints, "teaching": teaching, "minutes": minutes}
        return self._post("/tables", body, NewTableShape, keyed=True)

    def join_table(
        self,
        name: str,
        *,
        secret: str | None = None,
        code: str | None = None,
        kind: JoinAs = "seat",
        place: int | None = None,
    ) -> TableJoinAnswerShape:
        """Joins by the secret of a link, or asks by a code: then the host answers, and `joined` gives the result."""
        body = {"name": name, "secret": secret, "code": code, "kind": kind, "place": place}
        return self._post("/tables/join", body, TableJoinAnswerShape, keyed=True)

    def joined(self, token: str) -> TableJoinAnswerShape:
        """The result of a request to join."""
        return self._get("/tables/joined", TableJoinAnswerShape, token)

    def table(self, table: str, token: str) -> TableShape:
        """A table as its member may know it."""
        return self._get(f"/tables/{quote(table, '')}", TableShape, token)

    def tell_table(self, table: str, token: str, power: MemberFrame) -> TableShape:
        """A message that only the host may send, such as `StartFrame()` of `sikwu.wire.tabled`."""
        body = msgspec.to_builtins(power)
        return self._post(f"/tables/{quote(table, '')}/host", body, TableShape, token, keyed=True)

    def ticket(self, table: str, token: str) -> str:
        """A ticket for one socket."""
        return self._post(f"/tables/{quote(table, '')}/tickets", None, TicketShape, token).ticket

    def record(self, table: str, token: str) -> str:
        """The record of the finished deals, as `sikwu verify` reads it."""
        return self._sent(f"/records/{quote(table, '')}", headers=_bearer(token)).decode()

    def rules_by_hash(self, hash: str) -> str:
        """Rules that the server has seen, as a rules file."""
        return self._post("/rules/check", {"rules": {"hash": hash}}, CheckedRulesShape).toml or ""

    # --- the server

    def health(self) -> HealthShape:
        """The state of the server."""
        return self._get("/health", HealthShape)

    def version(self) -> VersionShape:
        """The version of the server."""
        return self._get("/version", VersionShape)

    # --- how

    def _get(self, path: str, kind: type[AnyShape], token: str = "") -> AnyShape:
        return msgspec.json.decode(self._sent(path, headers=_bearer(token)), type=kind)

    def _post(
        self, path: str, body: dict[str, Any] | None, kind: type[AnyShape], token: str = "", *, keyed: bool = False
    ) -> AnyShape:
        headers = _bearer(token) | ({"idempotency-key": secrets.token_hex(16)} if keyed else {})
        return msgspec.json.decode(
            self._sent(path, b"" if body is None else msgspec.json.encode(body), headers=headers), type=kind
        )

    def _sent(
        self,
        path: str,
        body: bytes | None = None,
        media: str = "application/json",
        headers: Mapping[str, str] = _NOTHING,
    ) -> bytes:
        query = f"?{urlencode({'words': ','.join(self.words)})}" if self.words else ""
        headers = {**headers, **({} if body is None else {"content-type": media})}
        try:
            with urlopen(Request(self.root + path + query, body, dict(headers)), timeout=self.timeout) as answer:
                return bytes(answer.read())
        except HTTPError as error:
            with error:
                told = error.read()
            try:
                refusal = msgspec.json.decode(told, type=ServedErrorShape)
            except msgspec.DecodeError:  # another program answers, such as a proxy
                raise error from None
            raise ServerRefusal(error.code, refusal) from None


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}
