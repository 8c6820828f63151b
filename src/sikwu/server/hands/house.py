"""A house's own rules: checked while they are made, told apart from others, tried on hands, lowered to bytes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import chain

from sikwu.corpus import examples, option_examples
from sikwu.explaining import name_of
from sikwu.money.settlement import settle
from sikwu.rules.duty import summary_words
from sikwu.rules.files import to_toml
from sikwu.rules.naming import basis
from sikwu.rules.options import value_text
from sikwu.rules.ruleset import Difference, Ruleset
from sikwu.rules.texts import option_words
from sikwu.scoring import Score, score
from sikwu.server.hands.drawing import SAMPLE, quiz_wins, sample_rows
from sikwu.server.hands.references import References
from sikwu.texts import RulesError, SikwuError, Text, problem
from sikwu.win import Win
from sikwu.wire.asked import CheckRequest, DiffRequest, House, PreviewRequest, QuizRequest
from sikwu.wire.pages import rules_shape, ruleset_shape
from sikwu.wire.scores import Langs, message_shape, payments_shape, problem_shape, text_shape
from sikwu.wire.served import (
    CheckedRulesShape,
    PreviewHandShape,
    PreviewShape,
    QuizShape,
    SampleShape,
    ToldDifferenceShape,
    ToldDiffShape,
    WorthUnderShape,
)

SHOWN = 3
"""Hands of a preview."""
MOST_TRIED = 120
MOST_QUIZ = 20


def checked(request: CheckRequest, references: References, words: Langs = ()) -> CheckedRulesShape:
    """Rules looked at while somebody makes them: what they come to, or everything that is wrong.

    >>> from sikwu.wire.asked import House
    >>> checked(CheckRequest(House(options={"limit.cap_fan": 8})), References()).cap
    8
    >>> [each.code for each in checked(CheckRequest(House(options={"limit.cap": 8})), References()).problems]
    ['option.unknown']
    """
    if (request.rules is None) == (request.toml is None):
        raise RulesError([problem("request.one_of", names=("rules", "toml"))])
    try:
        rules = references.find(request.rules) if request.rules is not None else references.of_text(request.toml or "")
        rules.lowered  # noqa: B018 - builds it, so that what cannot be built is told here
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
    """Rules as a request names them, by their text as a file.

    >>> from sikwu import ruleset
    >>> house = ruleset("chicken-four").with_options({"full_flush.fan": 8})
    >>> told = reference(house, to_toml(house))
    >>> told.base, told.options, References().find(told) == house
    ('chicken-four', {'full_flush.fan': 8}, True)
    """
    named, data = basis(rules), tomllib.loads(written)
    options = {id: value for id, value in rules.settings.items() if named.settings[id] != value}
    return House(named.id, options, data.get("patterns", []), data.get("prices"), data.get("name"))


def _sampled(rules: Ruleset) -> SampleShape | None:
    """How often each of the house's own patterns counts."""
    if not rules.house:
        return None
    import numpy as np

    rows = np.frombuffer(sample_rows(rules.document.sets, rules.draft.flowers_in_play), np.uint8).reshape(-1, 64)
    judged = rules.judge_many(rows)
    return SampleShape(SAMPLE, {each.pattern.id: int(judged.has(each.pattern.id).sum()) for each in rules.house})


# --- differences


def told_apart(request: DiffRequest, references: References) -> ToldDiffShape:
    """Where two rulesets differ, in words."""
    ours, theirs = references.find(request.ours), references.find(request.theirs)
    found = tuple(_told(each, ours, theirs) for each in ours.diff(theirs))
    return ToldDiffShape(rules_shape(ours), rules_shape(theirs), not found, found)


def _told(each: Difference, ours: Ruleset, theirs: Ruleset) -> ToldDifferenceShape:
    both = [_says(each, rules) for rules in (ours, theirs)]
    name = next((_name(each, rules) for rules in (ours, theirs) if _has(each, rules)), Text(each.id, each.id))
    said = [None if says is None else text_shape(says) for says in both]
    return ToldDifferenceShape(each.kind, each.id, text_shape(name), each.ours, each.theirs, said[0], said[1])


def _has(each: Difference, rules: Ruleset) -> bool:
    if each.kind == "option":
        return each.id in rules.settings
    known = rules.patterns if each.kind == "pattern" else rules.duties
    return any(one.id == each.id for one in known)


def _name(each: Difference, rules: Ruleset) -> Text:
    if each.kind == "option":
        return option_words(rules, each.id).says
    if each.kind == "pattern":
        return name_of(rules.pattern(each.id)).text
    duty = rules.duty(each.id)
    return Text(duty.zh, duty.en)


def _says(each: Difference, rules: Ruleset) -> Text | None:
    """What the chosen value means; None where the value says it all, or there is none."""
    if not _has(each, rules):
        return None
    if each.kind == "option":
        return option_words(rules, each.id).choices.get(value_text(rules.settings[each.id]))
    if each.kind == "pattern":
        return rules.sentence(each.id) if rules.in_use(each.id) else None
    return summary_words(rules.duty(each.id).summary(rules.settings))


# --- tried on hands


def preview(request: PreviewRequest, rules: Ruleset) -> PreviewShape:
    """A few wins of the corpus before and after one option is changed; those that it changes come first.

    >>> from sikwu import ruleset
    >>> told = preview(PreviewRequest("limit.cap_fan", 8), ruleset("hk-standard"))
    >>> [(each.before.capped, each.after.capped) for each in told.hands][0]
    (10, 8)
    """
    after = rules.with_options({request.option: request.value})
    changed: list[PreviewHandShape] = []
    same: list[PreviewHandShape] = []
    for win in _candidates(request.option, rules):
        each = _before_and_after(win, rules, after)
        if each is not None:
            (changed if each.differs else same).append(each)
        if len(changed) == SHOWN:
            break
    shown = tuple((changed + same)[:SHOWN])
    value = after.settings[request.option]
    return PreviewShape(request.option, value, rules_shape(rules), rules_shape(after), shown)


def _candidates(option: str, rules: Ruleset) -> Iterator[Win]:
    """The wins that show the option, those of the pattern it is named after, then any of the patterns in use."""
    named = option.split(".")[0]
    others = (case for pattern in rules.patterns if rules.in_use(pattern.id) for case in examples(pattern.id)[:1])
    seen: set[str] = set()
    for case in chain(option_examples(option), examples(named), others):
        if case.get("kind", "score") != "score" or len(seen) >= MOST_TRIED:
            continue
        try:
            win = Win.from_case({key: value for key, value in case.items() if key not in ("options", "kind")})
        except SikwuError:
            continue
        if win.text not in seen and not win.problems(rules.document.size):
            seen.add(win.text)
            yield win


def _before_and_after(win: Win, rules: Ruleset, after: Ruleset) -> PreviewHandShape | None:
    told = [_scored(win, each) for each in (rules, after)]
    if told == [None, None]:
        return None
    shapes = [None if each is None else _outcome(each) for each in told]
    return PreviewHandShape(win.text, shapes[0], shapes[1], shapes[0] != shapes[1])


def _scored(win: Win, rules: Ruleset) -> Score | None:
    try:
        return score(win, rules)
    except SikwuError:
        return None


def _outcome(told: Score) -> WorthUnderShape:
    paid = payments_shape(settle(told).payments) if told.valid else None
    return WorthUnderShape(told.fan, told.capped, told.valid, told.patterns, paid)


def quiz(request: QuizRequest, rules: Ruleset) -> QuizShape:
    """Wins to guess the fan of."""
    if not 1 <= request.n <= MOST_QUIZ:
        code = "number.too_small" if request.n < 1 else "number.too_large"
        raise RulesError([problem(code, name="n", value=request.n, least=1, most=MOST_QUIZ)])
    wins = quiz_wins(rules, request.seed, request.n)
    return QuizShape(rules_shape(rules), request.seed, tuple(win.text for win in wins))
