"""The condition that `rules show` prints holds in every example beside it, and fails in every near miss, or another rule excludes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from commands import invoked
from sikwu import Win, ruleset, score
from sikwu.asked import asked
from sikwu.cli.rules.catalogue import case_rules, shown_cases, why_not
from sikwu.explaining import because
from sikwu.reasons import ways
from sikwu.rules.language import Condition, Not, Test
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import ConditionPart, Score
from sikwu.texts import LANGUAGES, SikwuError


def with_every_pattern(document: str) -> Ruleset:
    rules = ruleset(document)
    return rules.with_options({option.id: True for option in rules.options if option.id.endswith(".enabled")})


def shown(document: str) -> Iterator[tuple[Ruleset, Pattern, dict[str, Any], Score]]:
    """Every case beside a condition: under the document, and with everything in use."""
    for rules in (ruleset(document), with_every_pattern(document)):
        for pattern in rules.patterns:
            if pattern.only_beside is not None:
                continue
            for case in shown_cases(rules, pattern):
                if "error" not in case["expect"] and "claims" not in case:
                    yield rules, pattern, case, score(Win.from_case(case), case_rules(case))


def holds(part: ConditionPart) -> bool:
    """Whether a condition holds, given the results of its parts."""
    return part.holds


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_shown_holds_in_the_examples_beside_it(document: str) -> None:
    tried = 0
    for rules, pattern, case, told in shown(document):
        raised = rules.draft.raised
        if case["shows"]["as"] != "example" or (raised and raised.pattern == pattern.id):
            continue
        conditions = {repr(condition) for condition, _ in ways(rules, pattern.id)}
        answers = [part for part in told.check(pattern.id) if repr(part.condition) in conditions]
        assert any(map(holds, answers)), (case["id"], pattern.id)
        tried += 1
    assert tried > 50


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_shown_fails_in_the_near_misses_or_another_rule_drops_it(document: str) -> None:
    for _, pattern, case, told in shown(document):
        if case["shows"]["as"] != "near_miss":
            continue
        if pattern.id in told.patterns:  # once less than it looks: the case says how often
            assert case["expect"]["patterns"].get(pattern.id) == told.patterns[pattern.id], case["id"]
            continue
        why = because(told, pattern.id)
        dropped = {each.pattern for each in told.not_counted}
        assert not why.holds or pattern.id in dropped or not told.ruleset.worth(pattern.id), (case["id"], pattern.id)
        for lang in LANGUAGES:
            said = why_not(case, pattern.id, lang)
            assert said
            assert all(said), (case["id"], lang)
            assert not why.holds or "✗" not in said[0]


def leaves(condition: Condition) -> Iterator[Test]:
    if isinstance(condition, Test):
        yield condition
    elif isinstance(condition, Not):
        yield from leaves(condition.part)
    else:
        for part in getattr(condition, "parts", ()):
            yield from leaves(part)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_things_asked_are_never_told_in_the_same_words(lang: str) -> None:
    """Over every elementary condition of every pattern: other words for another test."""
    told: dict[str, set[str]] = {}
    for document in DOCUMENTS:
        for rules in (ruleset(document), with_every_pattern(document)):
            for pattern in rules.patterns:
                for condition, _ in ways(rules, pattern.id):
                    for test in leaves(condition):
                        words = asked(test)(lang)
                        told.setdefault(words, set()).add(repr(test).replace("<= 0", "== 0"))
    assert len(told) > 150
    assert {words: tests for words, tests in told.items() if len(tests) > 1} == {}


RAW = re.compile(r"==|>=|<=|\bplace\b.*\d\)|related\(|\.of\(|\.in_\(|NEVER|first_turn|kong_chain")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("document", "id"),
    [
        ("hk-standard", "win_on_kong"),
        ("hk-taiwanese", "all_chows"),
        ("hk-standard", "earthly_hand"),
        ("club16", "closed_five"),
    ],
)
def test_no_raw_condition_is_printed(document: str, id: str, lang: str) -> None:
    out = invoked(("rules", "show", id, "-r", document, "--lang", lang), {"COLUMNS": "200"}).output
    heading = {"en": "Condition", "zh": "條件", "yue": "條件"}[lang]
    after = out.split(f"\n{heading}\n")[1].split("\n\n")[0]
    assert after.strip()
    assert not RAW.search(after), after


def test_every_condition_is_said_without_its_own_notation() -> None:
    for document in DOCUMENTS:
        rules = with_every_pattern(document)
        for pattern in rules.patterns:
            for _, way in ways(rules, pattern.id):
                for line in way:
                    for lang in LANGUAGES:
                        assert not RAW.search(line.text(lang)), (pattern.id, line.text(lang))


def test_a_condition_that_is_not_in_force_is_not_shown() -> None:
    """A row that an option switches on is shown only if it is on."""
    rules = ruleset("hk-standard")
    assert len(ways(rules, "win_on_kong")) == 1
    assert len(ways(rules, "flower_win_seven")) == 1
    more = rules.with_options({"flower_win.kong_bonus_fan": 1})
    assert len(ways(more, "flower_win_seven")) == 2


def test_a_case_of_other_rules_is_not_beside_the_condition() -> None:
    """With `all_chows.pair=no_honours` an honour pair spoils it: under other rules it does not, and the case is not shown."""
    rules = ruleset("hk-standard")
    pattern = rules.pattern("all_chows")
    strict = rules.with_options({"all_chows.pair": "no_honours"})
    assert all(
        (case.get("options") or {}).get("all_chows.pair") != "no_honours" for case in shown_cases(rules, pattern)
    )
    assert any(
        (case.get("options") or {}).get("all_chows.pair") == "no_honours" for case in shown_cases(strict, pattern)
    )


def test_a_planted_condition_is_found() -> None:
    """A condition that the examples do not have fails the first law."""
    rules = ruleset("hk-standard")
    case = shown_cases(rules, rules.pattern("all_pungs"))[0]
    told = score(Win.from_case(case), case_rules(case))
    assert any(map(holds, told.check("all_pungs")))
    assert not any(map(holds, told.check("all_chows")))
    with pytest.raises(SikwuError):
        told.check("no_such_pattern")
