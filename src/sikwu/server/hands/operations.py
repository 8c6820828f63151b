"""The paths of hands and rules, with their request and answer types."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from sikwu.practice.rules_sheet import STYLE
from sikwu.rules.presets import ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.server.hands import about, answers, case_lines, catalogue, house
from sikwu.server.hands import hand as hands
from sikwu.server.hands.desk import Desk
from sikwu.server.http.operation import BYTES, PAGE, AddressParameter, Call, HttpAnswer, Operation
from sikwu.server.http.refusals import Refusal
from sikwu.texts import LANGUAGES, say
from sikwu.wire import (
    AnswerShape,
    BookAnswerShape,
    ComparisonShape,
    DealAnswerShape,
    RefusalShape,
    ScoreShape,
    SettlementShape,
)
from sikwu.wire.asked import (
    CheckRequest,
    CompareRequest,
    DiffRequest,
    HandRequest,
    PatternRequest,
    PreviewRequest,
    QuizRequest,
    RulesRequest,
    ScoreRequest,
)
from sikwu.wire.offline import bundle
from sikwu.wire.served import (
    AboutShape,
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
    VersionShape,
    WinShape,
)

CASES = (
    AnswerShape[ScoreShape],
    AnswerShape[SettlementShape],
    AnswerShape[BookAnswerShape],
    AnswerShape[DealAnswerShape],
    RefusalShape,
)
"""The possible answers to a case."""


def _named(call: Call, desk: Desk) -> Ruleset:
    """The rules that the path names."""
    return desk.references.find(call.given.get("rules") or "hk-standard")


def _lowered(desk: Desk, call: Call) -> bytes:
    return bundle(desk.references.addressed(call.given))


PRINTED = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The content policy of a page to print: its own style, and nothing else at all."""


def _printed(desk: Desk, call: Call) -> HttpAnswer:
    given = call.given
    lang = given.get("lang") or "en"
    if lang not in LANGUAGES:
        raise Refusal.of("request.query", name="lang", wanted=say("request.want_language"))
    rules = desk.references.addressed(given)
    page = house.printed(rules, given.get("name", ""), given.get("url", ""), lang)
    return HttpAnswer(page.encode(), 200, PAGE, {"content-security-policy": PRINTED})


def _health(desk: Desk, call: Call) -> HealthShape:
    if desk.shelf is None:
        return HealthShape(True, "none")
    sound = desk.shelf.sound()
    return HealthShape(sound, "ok" if sound else "down")


_RULES = AddressParameter("rules", "ruleset or preset, hk-standard where none is named")
_ID = AddressParameter("id", "its id", needed=True)
_V = AddressParameter("v", "the catalogue's version: what is asked with it never changes")

HAND_OPERATIONS = (
    Operation(
        "hand", "POST", "/hand", "Whatever a picker holds: building, ready, full, a win or impossible.",
        lambda desk, call: hands.hand(call.asked, desk.references.find(call.asked.rules), call.words),
        HandShape, HandRequest,
    ),
    Operation(
        "score", "POST", "/score", "A win with its explanation and payments.",
        lambda desk, call: answers.scored(call.asked, desk.references.find(call.asked.rules), call.words),
        WinShape, ScoreRequest,
    ),
    Operation(
        "because", "POST", "/because", "Why a pattern holds in a win or not, part by part.",
        lambda desk, call: answers.reasons(call.asked, desk.references.find(call.asked.rules), call.words),
        PatternAnswerShape, PatternRequest,
    ),
    Operation(
        "compare", "POST", "/compare", "The same win under several rules, and what makes the difference.",
        lambda desk, call: answers.compared(call.asked, desk.references, call.words),
        ComparisonShape, CompareRequest,
    ),
    Operation(
        "answer", "POST", "/answer", "One CASES object, or lines of them (1,000 at most): the answers of `sikwu answer`.",
        lambda desk, call: case_lines.cases(call.body, case_lines.Budget(desk.limits, call.wanted)), CASES, bytes, wide=True,
        pure=False,
    ),
    Operation(
        "rules", "GET", "/rules", "Every ruleset and preset.", lambda desk, call: catalogue.listed(),
        RulesListShape, given=(_V,), lasting=True,
    ),
    Operation(
        "ruleset", "GET", "/rules/{id}", "One ruleset: worth of its patterns, duties, its file.",
        lambda desk, call: catalogue.page(ruleset(call.given["id"])), RulesPageShape, given=(_ID, _V), lasting=True,
    ),
    Operation(
        "options", "GET", "/rules/{id}/options", "Everything a house may decide, in the order shown.",
        lambda desk, call: catalogue.options(ruleset(call.given["id"]), call.words),
        OptionsShape, given=(_ID, _V), lasting=True,
    ),
    Operation(
        "program", "GET", "/rules/{id}/program", "The rules lowered to bytes, for a kernel elsewhere.", _lowered,
        bytes, given=(_ID, AddressParameter("hash", "rules of a house that this server has seen, in place of the id's"), _V),
        media=BYTES, lasting=True,
    ),
    Operation(
        "sheet", "GET", "/rules/{id}/sheet", "The rules as a page to print.", _printed, bytes,
        given=(
            _ID,
            AddressParameter("hash", "rules of a house that this server has seen, in place of the id's"),
            AddressParameter("name", "the title, such as the house's name"),
            AddressParameter("lang", "yue, zh or en"),
            AddressParameter("url", "the address of the app, for the QR code"),
        ),
        media=PAGE,
    ),
    Operation(
        "patterns", "GET", "/patterns", "Every pattern with its worth in the documents.",
        lambda desk, call: catalogue.patterns(), PatternsShape, given=(_V,), lasting=True,
    ),
    Operation(
        "pattern", "GET", "/patterns/{id}", "One pattern: condition, worth everywhere, examples, near misses.",
        lambda desk, call: catalogue.pattern_page(call.given["id"], _named(call, desk), call.words),
        PatternPageShape, given=(_ID, _RULES, _V), lasting=True,
    ),
    Operation(
        "pattern_under", "POST", "/patterns/{id}", "The same under a house's rules.",
        lambda desk, call: catalogue.pattern_page(call.given["id"], desk.references.find(call.asked.rules), call.words),
        PatternPageShape, RulesRequest, given=(_ID,),
    ),
    Operation(
        "options_under", "POST", "/rules/options", "The options as a house has them.",
        lambda desk, call: catalogue.options(desk.references.find(call.asked.rules), call.words),
        OptionsShape, RulesRequest,
    ),
    Operation(
        "page_under", "POST", "/rules/page", "A house's rules: worth of the patterns, duties, their file.",
        lambda desk, call: catalogue.page(desk.references.find(call.asked.rules)), RulesPageShape, RulesRequest,
    ),
    Operation(
        "program_under", "POST", "/rules/program", "A house's rules lowered to bytes.",
        lambda desk, call: bundle(desk.references.find(call.asked.rules)), bytes, RulesRequest, media=BYTES,
    ),
    Operation(
        "check", "POST", "/rules/check", "Rules looked at while they are made: hash, file, difference, problems.",
        lambda desk, call: house.checked(call.asked, desk.references, call.words),
        CheckedRulesShape, CheckRequest, pure=False,
    ),
    Operation(
        "diff", "POST", "/rules/diff", "Where two rulesets differ, in words.",
        lambda desk, call: house.told_apart(call.asked, desk.references), RulesDiffWordsShape, DiffRequest,
    ),
    Operation(
        "preview", "POST", "/rules/preview", "A few hands before and after one option is changed.",
        lambda desk, call: house.preview(call.asked, desk.references.find(call.asked.rules)),
        PreviewShape, PreviewRequest,
    ),
    Operation(
        "quiz", "GET", "/quiz", "Wins to guess the fan of; the same seed gives the same.",
        lambda desk, call: house.quizzed(QuizRequest(seed=call.number("seed", 0), n=call.number("n", 5)), _named(call, desk)),
        QuizShape, given=(_RULES, AddressParameter("seed", "any number", "integer"), AddressParameter("n", "how many, 1 to 20", "integer")),
    ),
    Operation(
        "quiz_under", "POST", "/quiz", "The same under a house's rules.",
        lambda desk, call: house.quizzed(call.asked, desk.references.find(call.asked.rules)), QuizShape, QuizRequest,
    ),
    Operation(
        "about", "GET", "/about", "Versions, what is stored where and for how long, licences.",
        lambda desk, call: about.about(desk.limits, call.words), AboutShape, given=(_V,), lasting=True,
    ),
    Operation("health", "GET", "/health", "Is the server well?", _health, HealthShape, pure=False),
    Operation("version", "GET", "/version", "Which program answers.", lambda desk, call: about.versions(), VersionShape),
)  # fmt: skip
