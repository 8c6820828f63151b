"""The request types of the server: one struct per request. Unknown fields are refused."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class House(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules by their parts, or by the `hash` of rules that this server has seen."""

    base: str = "hk-standard"
    options: dict[str, Any] = {}
    patterns: list[dict[str, Any]] = []
    """The house's own patterns, with the keys of a rules file: id, zh, en, when, fan …"""
    prices: dict[str, Any] | None = None
    tables: dict[str, Any] = {}
    """The further tables of a rules file by their keys: fan, off …"""
    name: str | None = None
    hash: str | None = None


Rules = str | House
"""The name of a ruleset or preset, or the rules of a house."""
USUAL = "hk-standard"


class HandRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand in a picker. `by`: how the winning tile will come, if the text names none; `near`: also list the
    patterns that nearly hold.
    """

    text: str = ""
    by: str | None = None
    rules: Rules = USUAL
    near: bool = False
    words: tuple[str, ...] | None = None


class ScoreRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A win: its text, or the keys of a case (`seat`, `hand`, `melds`, `win`, `by` …)."""

    text: str | None = None
    win: dict[str, Any] | None = None
    rules: Rules = USUAL
    words: tuple[str, ...] | None = None


class PatternRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks why a pattern holds in a win, or does not."""

    text: str
    pattern: str
    rules: Rules = USUAL
    words: tuple[str, ...] | None = None


class CompareRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The same win under several rules; by default the five documents."""

    text: str
    rules: tuple[Rules, ...] = ()
    words: tuple[str, ...] | None = None


class RulesRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about some rules."""

    rules: Rules = USUAL
    words: tuple[str, ...] | None = None


class CheckRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules to be checked: a reference, or the text of a rules file."""

    rules: Rules | None = None
    toml: str | None = None
    words: tuple[str, ...] | None = None


class DiffRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for the differences between two rulesets."""

    ours: Rules
    theirs: Rules
    words: tuple[str, ...] | None = None


class PreviewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks what one option would change."""

    option: str
    value: Any
    rules: Rules = USUAL
    words: tuple[str, ...] | None = None


class QuizRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Wins for guessing their fan; the same seed gives the same wins."""

    rules: Rules = USUAL
    seed: int = 0
    n: int = 5
