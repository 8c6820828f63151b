"""Every path with what it takes and gives: routes and the OpenAPI document are both made of this list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from sikwu import __version__
from sikwu.book.events import Anything
from sikwu.rules.presets import ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.server import about, answers, case_lines, catalogue, hands, house
from sikwu.server.book_operations import BOOK_OPERATIONS
from sikwu.server.operation import BYTES, JSON, LINES, Call, Desk, Given, Operation
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
    BecauseRequest,
    CheckRequest,
    CompareRequest,
    DiffRequest,
    HandRequest,
    House,
    PreviewRequest,
    QuizRequest,
    RulesRequest,
    ScoreRequest,
)
from sikwu.wire.booked import DOWN, UP
from sikwu.wire.offline import bundle
from sikwu.wire.served import (
    AboutShape,
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

ROOT = "/api/v1"
CASES = (
    AnswerShape[ScoreShape],
    AnswerShape[SettlementShape],
    AnswerShape[BookAnswerShape],
    AnswerShape[DealAnswerShape],
    RefusalShape,
)
"""What a case may be answered with."""


def _named(call: Call, desk: Desk) -> Ruleset:
    """The rules that the address names."""
    return desk.references.find(call.given.get("rules") or "hk-standard")


def _lowered(desk: Desk, call: Call) -> bytes:
    hash = call.given.get("hash")
    rules = ruleset(call.given["id"]) if not hash else desk.references.find(House(hash=hash))
    return bundle(rules)


def _health(desk: Desk, call: Call) -> HealthShape:
    if desk.shelf is None:
        return HealthShape(True, "none")
    sound = desk.shelf.sound()
    return HealthShape(sound, "ok" if sound else "down")


_RULES = Given("rules", "ruleset or preset, hk-standard where none is named")
_ID = Given("id", "its id", needed=True)
_V = Given("v", "the catalogue's version: what is asked with it never changes")

PURE_OPERATIONS = (
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
        BecauseShape, BecauseRequest,
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
        bytes, given=(_ID, Given("hash", "rules of a house that this server has seen, in place of the id's"), _V),
        media=BYTES, lasting=True,
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
        lambda desk, call: house.told_apart(call.asked, desk.references), ToldDiffShape, DiffRequest,
    ),
    Operation(
        "preview", "POST", "/rules/preview", "A few hands before and after one option is changed.",
        lambda desk, call: house.preview(call.asked, desk.references.find(call.asked.rules)),
        PreviewShape, PreviewRequest,
    ),
    Operation(
        "quiz", "GET", "/quiz", "Wins to guess the fan of; the same seed gives the same.",
        lambda desk, call: house.quiz(QuizRequest(seed=call.number("seed", 0), n=call.number("n", 5)), _named(call, desk)),
        QuizShape, given=(_RULES, Given("seed", "any number", "integer"), Given("n", "how many, 1 to 20", "integer")),
    ),
    Operation(
        "quiz_under", "POST", "/quiz", "The same under a house's rules.",
        lambda desk, call: house.quiz(call.asked, desk.references.find(call.asked.rules)), QuizShape, QuizRequest,
    ),
    Operation(
        "about", "GET", "/about", "Versions, what is stored where and for how long, licences.",
        lambda desk, call: about.about(desk.limits, call.words), AboutShape, given=(_V,), lasting=True,
    ),
    Operation("health", "GET", "/health", "Is the server well?", _health, HealthShape, pure=False),
    Operation("version", "GET", "/version", "Which program answers.", lambda desk, call: about.versions(), VersionShape),
)  # fmt: skip

OPERATIONS = (*PURE_OPERATIONS, *BOOK_OPERATIONS)
WORDS = Given("words", "languages whose words are wanted beside codes: yue, zh, en, joined by commas")
REFUSALS = {
    400: "not read: no JSON, an unknown field, a wrong type",
    401: "no token was sent",
    403: "the token may not",
    404: "not there",
    405: "not by this method",
    409: "the state has moved",
    410: "it is over",
    413: "too large",
    415: "of a wrong content type",
    422: "read, but cannot be",
    429: "too often, or too busy",
    503: "the database does not take anything",
}


FILE = {"type": "string", "description": "a file that an export gave"}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "one word for each thing that is wanted: sent again it is answered again, and not done again",
    "schema": {"type": "string", "minLength": 16, "maxLength": 64, "pattern": "^[A-Za-z0-9_.-]+$"},
}


def openapi() -> dict[str, Any]:
    """The one OpenAPI document.

    >>> document = openapi()
    >>> document["paths"]["/api/v1/hand"]["post"]["operationId"]
    'hand'
    """
    kinds: list[Any] = [ServedErrorShape, *CASES]
    kinds += [each for one in OPERATIONS for each in (one.takes, one.gives) if each not in (None, bytes, CASES)]
    kinds += [UP, *get_args(DOWN), *get_args(Anything)]
    found, defs = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(id, kinds), found, strict=True))
    schema_of[id(CASES)] = {"anyOf": list(found[1 : 1 + len(CASES)])}
    _name_events(defs)
    paths: dict[str, Any] = {}
    for one in OPERATIONS:
        paths.setdefault(ROOT + one.path, {})[one.method.lower()] = _documented(one, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sikwu",
            "version": __version__,
            "description": "Hong Kong mahjong hands scored and explained. 香港麻雀計番，逐番講清楚。",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": defs, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _name_events(defs: dict[str, Any]) -> None:
    """Says which events there are: a body holds them as they came, and the book itself reads them and says what is wrong."""
    every = [{"$ref": f"#/components/schemas/{each.__name__}"} for each in get_args(Anything)]
    asked = [each for each in every if not each["$ref"].endswith("/Open")]
    for name, may in (("EntryShape", every), *((name, asked) for name in _ASK_EVENTS)):
        defs[name]["properties"]["event"] = {"anyOf": may}
    _spell(defs)


def _spell(schema: Any) -> None:
    """Patterns as other languages write them; a line end after a name is read in old books only."""
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _spell(each)
    if isinstance(schema, dict) and isinstance(schema.get("pattern"), str):
        schema["pattern"] = schema["pattern"].replace(r"\A", "^").replace(r"\n?\Z", "$")


_ASK_EVENTS = ("EventRequest", "EntryRequest", "TryFrame", "WriteFrame")


def _documented(one: Operation, schema_of: Mapping[int, Any]) -> dict[str, Any]:
    spoken = one.media == JSON and one.id not in ("answer", "health", "version", "rules", "patterns")
    told: dict[str, Any] = {"operationId": one.id, "summary": one.says}
    parameters = [_parameter(one, each) for each in (*one.given, *((WORDS,) if spoken else ()))]
    parameters += [KEY] if one.keyed else []
    if parameters:
        told["parameters"] = parameters
    if one.token:
        told["security"] = [{"token": []}]
    case = {"type": "object", "description": "a case, as docs/cases.md tells"}
    if one.wide:
        lines = {"type": "string", "description": "one case a line"}
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": case}, LINES: {"schema": lines}}}
    elif one.file:
        told["requestBody"] = {"required": True, "content": {LINES: {"schema": FILE}, "text/csv": {"schema": FILE}}}
    elif one.takes is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[id(one.takes)]}}}
    good = {"type": "string", "format": "binary"} if one.gives is bytes else schema_of[id(one.gives)]
    content = {one.media.partition(";")[0]: {"schema": good}}
    if one.wide:
        content[LINES] = {"schema": {"type": "string", "description": "one answer a line"}}
    responses: dict[str, Any] = {str(one.status): {"description": "the answer", "content": content}}
    if one.lasting:
        responses["304"] = {"description": "not changed since"}
    wrong = {JSON: {"schema": schema_of[id(ServedErrorShape)]}}
    for status, says in REFUSALS.items():
        responses[str(status)] = {"description": says, "content": wrong}
    return {**told, "responses": responses}


def _parameter(one: Operation, each: Given) -> dict[str, Any]:
    where = "path" if f"{{{each.name}}}" in one.path else "query"
    schema: dict[str, Any] = {"type": each.kind}
    if where == "path":
        schema["minLength"] = 1
    return {"name": each.name, "in": where, "required": each.needed, "description": each.says, "schema": schema}
