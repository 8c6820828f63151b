"""Every path of the server, and the OpenAPI document: routes and document are both made from this list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from sikwu import __version__
from sikwu.book.events import Anything
from sikwu.server.books.operations import BOOK_OPERATIONS
from sikwu.server.hands.operations import CASES, HAND_OPERATIONS
from sikwu.server.http.operation import JSON, LINES, ROOT, AddressParameter, Operation
from sikwu.server.tables.operations import TABLE_OPERATIONS
from sikwu.wire.booked import DOWN, UP
from sikwu.wire.served import ServedErrorShape
from sikwu.wire.tabled import TABLE_DOWN, TABLE_UP

OPERATIONS = (*HAND_OPERATIONS, *BOOK_OPERATIONS, *TABLE_OPERATIONS)
WORDS = AddressParameter("words", "languages whose words are wanted beside codes: yue, zh, en, joined by commas")
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
    """The OpenAPI document.

    >>> document = openapi()
    >>> document["paths"]["/api/v1/hand"]["post"]["operationId"]
    'hand'
    """
    kinds: list[Any] = [ServedErrorShape, *CASES]
    kinds += [each for one in OPERATIONS for each in (one.takes, one.gives) if each not in (None, bytes, CASES)]
    kinds += [UP, *get_args(DOWN), *get_args(Anything), TABLE_UP, *get_args(TABLE_DOWN)]
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
    """Lists the kinds of events in the schema. A request body keeps events as they came; the book itself parses and
    checks them.
    """
    every = [{"$ref": f"#/components/schemas/{each.__name__}"} for each in get_args(Anything)]
    asked = [each for each in every if not each["$ref"].endswith("/Open")]
    for name, may in (("EntryShape", every), *((name, asked) for name in _ASK_EVENTS)):
        defs[name]["properties"]["event"] = {"anyOf": may}
    _spell(defs)


def _spell(schema: Any) -> None:
    """Rewrites regular expressions for other languages; a line end after a name is accepted only in old books."""
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _spell(each)
    if isinstance(schema, dict) and isinstance(schema.get("pattern"), str):
        schema["pattern"] = schema["pattern"].replace(r"\A", "^").replace(r"\n?\Z", "$")


_ASK_EVENTS = ("EventRequest", "EntryRequest")


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


def _parameter(one: Operation, each: AddressParameter) -> dict[str, Any]:
    where = "path" if f"{{{each.name}}}" in one.path else "query"
    schema: dict[str, Any] = {"type": each.kind}
    if where == "path":
        schema["minLength"] = 1
    return {"name": each.name, "in": where, "required": each.needed, "description": each.says, "schema": schema}
