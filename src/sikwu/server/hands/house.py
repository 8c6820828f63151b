"""House rules: checked while they are edited, compared with others, tried on hands, lowered to bytes."""

from __future__ import annotations

import tomllib

from sikwu.explaining import name_of
from sikwu.practice.pages import trial_shape
from sikwu.practice.quiz import quiz
from sikwu.practice.rules_sheet import rules_link, rules_sheet, sheet_html
from sikwu.practice.trying import trial
from sikwu.practice.wins import SAMPLE, how_often
from sikwu.rules.duty import summary_words
from sikwu.rules.files import named, to_toml
from sikwu.rules.house_tables import TablePoint
from sikwu.rules.naming import basis
from sikwu.rules.options import value_text
from sikwu.rules.ruleset import Difference, Ruleset
from sikwu.rules.texts import option_words
from sikwu.server.hands.references import TABLE_KEYS, References
from sikwu.texts import RulesError, SikwuError, Text
from sikwu.wire.asked import CheckRequest, DiffRequest, House, PreviewRequest, QuizRequest
from sikwu.wire.pages import rules_shape, ruleset_shape
from sikwu.wire.scores import Langs, message_shape, problem_shape, text_shape
from sikwu.wire.served import (
    CheckedRulesShape,
    DifferenceWordsShape,
    PreviewShape,
    QuizShape,
    RulesDiffWordsShape,
    SampleShape,
)


def printed(rules: Ruleset, name: str, url: str, lang: str) -> str:
    """The rules as a page to print, under a house's name or their document's.

    >>> from sikwu import ruleset
    >>> "<h1>阿明屋企</h1>" in printed(ruleset("club16"), "阿明屋企", "", "zh")
    True
    """
    title = named(rules, name).name if name else basis(rules).name
    return sheet_html(rules_sheet(rules, title), lang, rules_link(rules, url) if url else "")


def checked(request: CheckRequest, references: References, words: Langs = ()) -> CheckedRulesShape:
    """Checks rules while somebody edits them: the resulting rules, or everything that is wrong.

    >>> from sikwu.wire.asked import House
    >>> checked(CheckRequest(House(options={"limit.cap_fan": 8})), References()).cap
    8
    >>> [each.code for each in checked(CheckRequest(House(options={"limit.cap": 8})), References()).problems]
    ['option.unknown']
    """
    if (request.rules is None) == (request.toml is None):
        raise RulesError.of("request.one_of", names=("rules", "toml"))
    try:
        rules = references.find(request.rules) if request.rules is not None else references.of_text(request.toml or "")
        rules.lowered  # noqa: B018 - builds it, so that errors of building are raised here
        written = to_toml(rules)
    except SikwuError as error:
        if any(each.code in ("rules.unknown", "request.one_of") for each in error.problems):
            raise
        return CheckedRulesShape(False, tuple(problem_shape(each, words) for each in error.problems))
    references.keep(rules)
    idle = {option.id: rules.no_effect(option.id) for option in rules.options}
    return CheckedRulesShape(
        True,
        (),
        ruleset_shape(rules),
        rules.hash,
        written,
        rules.minimum,
        rules.cap,
        tuple(_told(each, basis(rules), rules) for each in basis(rules).diff(rules)),
        {id: message_shape(why, words) for id, why in idle.items() if why is not None},
        _sampled(rules),
        reference(rules, written),
    )


def reference(rules: Ruleset, written: str) -> House:
    """The reference for a request, from the text of a rules file.

    >>> from sikwu import ruleset
    >>> house = ruleset("chicken-four").with_options({"full_flush.fan": 8})
    >>> told = reference(house, to_toml(house))
    >>> told.base, told.options, References().find(told) == house
    ('chicken-four', {'full_flush.fan': 8}, True)
    """
    named, data = basis(rules), tomllib.loads(written)
    options = {id: value for id, value in rules.settings.items() if named.settings[id] != value}
    tables = {key: data[key] for key in TABLE_KEYS if key in data}
    return House(named.id, options, data.get("patterns", []), data.get("prices"), tables, data.get("name"))


def _sampled(rules: Ruleset) -> SampleShape | None:
    """How often each of the house's own patterns counts in random wins."""
    return SampleShape(SAMPLE, how_often(rules)) if rules.house else None


# --- differences


def told_apart(request: DiffRequest, references: References) -> RulesDiffWordsShape:
    """The differences between two rulesets, in words."""
    ours, theirs = references.find(request.ours), references.find(request.theirs)
    found = tuple(_told(each, ours, theirs) for each in ours.diff(theirs))
    return RulesDiffWordsShape(rules_shape(ours), rules_shape(theirs), not found, found)


def _told(each: Difference, ours: Ruleset, theirs: Ruleset) -> DifferenceWordsShape:
    both = [_says(each, rules) for rules in (ours, theirs)]
    name = next((_name(each, rules) for rules in (ours, theirs) if _has(each, rules)), Text(each.id, each.id))
    said = [None if says is None else text_shape(says) for says in both]
    return DifferenceWordsShape(each.kind, each.id, text_shape(name), each.ours, each.theirs, said[0], said[1])


def _has(each: Difference, rules: Ruleset) -> bool:
    if each.kind == "option":
        return each.id in rules.settings
    if each.kind == "table":
        return any(point.id == each.id for point in rules.points)
    known = rules.patterns if each.kind == "pattern" else rules.duties
    return any(one.id == each.id for one in known)


def _name(each: Difference, rules: Ruleset) -> Text:
    if each.kind == "option":
        return option_words(rules, each.id).says
    if each.kind == "table":
        return _point(each, rules).name
    if each.kind == "pattern":
        return name_of(rules.pattern(each.id)).text
    duty = rules.duty(each.id)
    return Text(duty.zh, duty.en)


def _says(each: Difference, rules: Ruleset) -> Text | None:
    """The meaning of the chosen value; None if the value explains itself or there is none."""
    if not _has(each, rules):
        return None
    if each.kind == "option":
        return option_words(rules, each.id).choices.get(value_text(rules.settings[each.id]))
    if each.kind == "table":
        return _point(each, rules).says
    if each.kind == "pattern":
        return rules.sentence(each.id) if rules.in_use(each.id) else None
    return summary_words(rules.duty(each.id).summary(rules.settings))


def _point(each: Difference, rules: Ruleset) -> TablePoint:
    return next(point for point in rules.points if point.id == each.id)


# --- tried on hands


def preview(request: PreviewRequest, rules: Ruleset) -> PreviewShape:
    """A few wins of the corpus before and after an option is changed; wins that change come first.

    >>> from sikwu import ruleset
    >>> told = preview(PreviewRequest("limit.cap_fan", 8), ruleset("hk-standard"))
    >>> [(each.before.capped, each.after.capped) for each in told.hands][0]
    (10, 8)
    """
    return trial_shape(trial(rules, request.option, request.value))


def quizzed(request: QuizRequest, rules: Ruleset) -> QuizShape:
    """Wins for guessing their fan."""
    wins = quiz(rules, request.seed, request.n)
    return QuizShape(rules_shape(rules), request.seed, tuple(win.text for win in wins))
