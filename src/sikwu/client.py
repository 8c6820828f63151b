"""A small client for a sikwu server, with the server's own data types, over Python's standard HTTP library.

>>> from sikwu.client import Client
>>> client = Client("http://localhost:8136")  # doctest: +SKIP
>>> client.hand("123m 456p 789s EE 中中 +中").fan  # doctest: +SKIP
4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

import msgspec

from sikwu.texts import Problem, SikwuError
from sikwu.wire.asked import House, Rules
from sikwu.wire.served import (
    BecauseShape,
    CheckedRulesShape,
    HandShape,
    HealthShape,
    OptionsShape,
    PatternPageShape,
    PatternsShape,
    PreviewShape,
    QuizShape,
    RulesListShape,
    RulesPageShape,
    ServedErrorShape,
    ToldDiffShape,
    VersionShape,
    WinShape,
)
from sikwu.wire.shapes import ComparisonShape

__all__ = ["Client", "House", "Refused"]
Told = TypeVar("Told")


class Refused(SikwuError):
    """What a server refuses: its code, its problems, the whole answer as `told`, and the status."""

    def __init__(self, status: int, told: ServedErrorShape) -> None:
        super().__init__(Problem(each.code, each.facts, each.at) for each in told.problems)
        self.status, self.told = status, told

    def message(self, lang: str = "en") -> str:
        """The server's own words."""
        return str(getattr(self.told, lang))


class Client:
    """Asks one server; `words` are the languages in which messages come beside their codes."""

    def __init__(self, address: str, words: Sequence[str] = (), timeout: float = 30) -> None:
        if urlsplit(address).scheme not in ("http", "https"):
            raise ValueError(f"an address begins with http:// or https://, not {address[:40]!r}")
        self.root = f"{address.rstrip('/')}/api/v1"
        self.words, self.timeout = tuple(words), timeout

    # --- hands

    def hand(self, text: str, rules: Rules = "hk-standard", by: str | None = None, near: bool = False) -> HandShape:
        """A hand in whatever state."""
        body: dict[str, Any] = {"text": text, "rules": rules, "near": near}
        return self._post("/hand", body | ({} if by is None else {"by": by}), HandShape)  # type: ignore[arg-type]

    def score(self, text: str, rules: Rules = "hk-standard") -> WinShape:
        """A win with its explanation and payments."""
        return self._post("/score", {"text": text, "rules": rules}, WinShape)

    def because(self, text: str, pattern: str, rules: Rules = "hk-standard") -> BecauseShape:
        """Why a pattern holds in a win or not."""
        return self._post("/because", {"text": text, "pattern": pattern, "rules": rules}, BecauseShape)

    def compare(self, text: str, rules: Sequence[Rules] = ()) -> ComparisonShape:
        """The same win under several rules."""
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
        """One of them."""
        return self._get(f"/rules/{quote(id, '')}", RulesPageShape)

    def options(self, rules: Rules = "hk-standard") -> OptionsShape:
        """Everything a house may decide."""
        return self._post("/rules/options", {"rules": rules}, OptionsShape)

    def patterns(self) -> PatternsShape:
        """Every pattern."""
        return self._get("/patterns", PatternsShape)

    def pattern(self, id: str, rules: Rules = "hk-standard") -> PatternPageShape:
        """One pattern under some rules."""
        return self._post(f"/patterns/{quote(id, '')}", {"rules": rules}, PatternPageShape)

    def check(self, rules: Rules | None = None, toml: str | None = None) -> CheckedRulesShape:
        """Rules looked at: their hash, their file, or everything that is wrong."""
        return self._post("/rules/check", {"toml": toml} if rules is None else {"rules": rules}, CheckedRulesShape)

    def diff(self, ours: Rules, theirs: Rules) -> ToldDiffShape:
        """Where two rulesets differ."""
        return self._post("/rules/diff", {"ours": ours, "theirs": theirs}, ToldDiffShape)

    def preview(self, option: str, value: object, rules: Rules = "hk-standard") -> PreviewShape:
        """A few hands before and after one option is changed."""
        return self._post("/rules/preview", {"option": option, "value": value, "rules": rules}, PreviewShape)

    def quiz(self, rules: Rules = "hk-standard", seed: int = 0, n: int = 5) -> QuizShape:
        """Wins to guess the fan of."""
        return self._post("/quiz", {"rules": rules, "seed": seed, "n": n}, QuizShape)

    # --- the server

    def health(self) -> HealthShape:
        """Is it well?"""
        return self._get("/health", HealthShape)

    def version(self) -> VersionShape:
        """Which program answers."""
        return self._get("/version", VersionShape)

    # --- how

    def _get(self, path: str, kind: type[Told]) -> Told:
        return msgspec.json.decode(self._sent(path), type=kind)

    def _post(self, path: str, body: dict[str, Any], kind: type[Told]) -> Told:
        return msgspec.json.decode(self._sent(path, msgspec.json.encode(body)), type=kind)

    def _sent(self, path: str, body: bytes | None = None, media: str = "application/json") -> bytes:
        query = f"?{urlencode({'words': ','.join(self.words)})}" if self.words else ""
        headers = {} if body is None else {"content-type": media}
        try:
            with urlopen(Request(self.root + path + query, body, headers), timeout=self.timeout) as answer:
                return bytes(answer.read())
        except HTTPError as error:
            with error:
                told = error.read()
            try:
                refusal = msgspec.json.decode(told, type=ServedErrorShape)
            except msgspec.DecodeError:  # somebody else answers: a proxy, another program
                raise error from None
            raise Refused(error.code, refusal) from None
