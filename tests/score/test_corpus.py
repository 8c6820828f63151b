"""The published corpus: every case agrees, and every pattern, option value and preset is shown by one."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from sikwu import names, ruleset
from sikwu.cases import answer_line
from sikwu.corpus import cases
from sikwu.rules.limits import MOST_CHIPS, MOST_FAN, MOST_HANDS
from sikwu.rules.options import OneOf, PatternIds, Ratio, Whole, value_text
from sikwu.rules.presets import DOCUMENTS, PRESETS

CASES = list(cases())
DOCUMENT_FILES = {"hk": ("hk-standard", "hk-common", "hk-classic"), "hktw": ("hk-taiwanese",), "club16": ("club16",)}
# Patterns that belong to a pair of payer and winner, or that the club deleted: no single hand shows them counting.
NEVER_COUNTED = {"dealer", "dealer_repeat", "dealer_pull", "eyes_258_pungs"}


def encoded(case: dict[str, Any]) -> bytes:
    import msgspec

    return msgspec.json.encode(case)


def by_id(case: dict[str, Any]) -> str:
    return str(case["id"])


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))


def test_every_case_says_why_and_where() -> None:
    bare = [case["id"] for case in CASES if not case.get("why") or not case.get("source")]
    assert bare == []


@pytest.mark.parametrize("case", [c for c in CASES if "error" not in c["expect"]], ids=by_id)
def test_agrees(case: dict[str, Any]) -> None:
    told = answer_line(encoded(case))
    assert "error" not in told, told
    for key, wanted in case["expect"].items():
        if key == "includes":
            assert set(wanted) <= set(told["answer"]["patterns"])
        else:
            assert told["answer"].get(key) == wanted, (key, case["why"])


@pytest.mark.parametrize("case", [c for c in CASES if "error" in c["expect"]], ids=by_id)
def test_is_refused_with_a_helpful_message(case: dict[str, Any]) -> None:
    told = answer_line(encoded(case))
    assert "answer" not in told
    error = told["error"]
    assert error["code"]
    assert error["message_zh"]
    assert case["expect"]["error"]["contains"].lower() in error["message"].lower()
    assert "Traceback" not in error["message"]


def shown(kind: str) -> dict[Any, set[str]]:
    out: dict[Any, set[str]] = defaultdict(set)
    for case in CASES:
        shows = case.get("shows", {})
        if kind in shows:
            key = shows[kind] if kind != "option" else (case.get("ruleset"), shows[kind], value_text(shows["value"]))
            out[key].add(shows["as"])
    return out


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_pattern_has_an_example_and_a_near_miss(document: str) -> None:
    rules = ruleset(document)
    found: dict[str, set[str]] = defaultdict(set)
    family = next(documents for documents in DOCUMENT_FILES.values() if document in documents)
    for case in CASES:
        shows = case.get("shows", {})
        if "pattern" in shows and case.get("ruleset") in family:
            found[shows["pattern"]].add(shows["as"])
    for pattern in rules.patterns:
        if pattern.id in NEVER_COUNTED:
            continue
        needed = {"near_miss"} if pattern.id == "all_terminals" and document == "club16" else {"example", "near_miss"}
        assert needed <= found[pattern.id], f"{pattern.id} of {document} has only {found[pattern.id] or 'nothing'}"


def values_to_show(values: OneOf | Whole | Ratio | PatternIds) -> list[str]:
    """Every value of a choice; of a range its ends (where a document has them) and its words."""
    match values:
        case OneOf():
            return [value_text(v) for v in values.values]
        case Whole() if values.most not in (MOST_FAN, MOST_CHIPS, MOST_HANDS):
            return [*dict.fromkeys((str(values.least), str(values.most), *values.words))]
        case Whole():
            return [*values.words]
        case _:
            return []


@pytest.mark.parametrize("stem", DOCUMENT_FILES)
def test_every_value_of_every_scoring_option_is_shown(stem: str) -> None:
    """An example of each value, and a near miss: of the value, or of another value of the same option."""
    documents = DOCUMENT_FILES[stem]
    shown: dict[tuple[str, str], set[str]] = defaultdict(set)
    missed: set[str] = set()
    for case in CASES:
        shows = case.get("shows", {})
        if case.get("ruleset") in (*documents, *(p.id for p in PRESETS if p.basis in documents)) and "option" in shows:
            shown[shows["option"], value_text(shows["value"])].add(shows["as"])
            if shows["as"] == "near_miss":
                missed.add(shows["option"])
    options = {
        option.id: option for document in documents for option in ruleset(document).options if option.touches == "score"
    }
    missing = [f"{id} has no near miss" for id in options if id not in missed]
    for option in options.values():
        for value in values_to_show(option.values):
            if "example" not in shown[option.id, value]:
                missing.append(f"{option.id} = {value} has no example")
    assert missing == []


def test_every_preset_is_shown() -> None:
    used = {case.get("ruleset") for case in CASES}
    assert set(names()) - used == set()
