"""The document that the app's types are generated from: the server's own, with unions for what it calls texts.

Code         every code that has words, of messages, problems and refusals
OptionId     every option of the documents
UpFrame      what a phone may send to a book through a socket
DownFrame    what a phone is sent of a book
TableUpFrame what a phone may send to a live table
TableDownFrame what a live table sends

The event of an entry is one of the kinds of events, and not any object.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, get_args

from sikwu.book.events import Anything
from sikwu.cli.shared.lookup import documents
from sikwu.server.operations import openapi
from sikwu.texts.__main__ import app_words
from sikwu.wire.booked import DOWN, UP
from sikwu.wire.tabled import TABLE_DOWN, TABLE_UP

_SCHEMAS = "#/components/schemas/"
_CODED = ("MessageShape", "ProblemShape", "ErrorShape", "ServedErrorShape", "RefusalNews")
"""The shapes whose `code` is one of those that have words."""

_CIRCUMSTANCE = {
    "oneOf": [
        *({"type": kind} for kind in ("boolean", "integer", "string")),
        {"type": "object", "additionalProperties": {"type": "integer"}},
    ]
}
"""What may be said of a circumstance: that it was so, a number, a word, or how many of some tiles."""


def document() -> dict[str, Any]:
    """The server's OpenAPI document, more narrow."""
    told = deepcopy(openapi())
    schemas = told["components"]["schemas"]
    schemas["Code"] = {"type": "string", "enum": sorted(app_words("en"))}
    schemas["OptionId"] = {"type": "string", "enum": options()}
    schemas["UpFrame"] = _any_of(UP)
    schemas["DownFrame"] = _any_of(DOWN)
    schemas["TableUpFrame"] = _any_of(TABLE_UP)
    schemas["TableDownFrame"] = _any_of(TABLE_DOWN)
    for name in _CODED:
        schemas[name]["properties"]["code"] = {"$ref": f"{_SCHEMAS}Code"}
    schemas["EntryShape"]["properties"]["event"] = _any_of(Anything)
    schemas["TilesShape"]["properties"]["at"]["additionalProperties"] = _CIRCUMSTANCE
    schemas["OptionShape"]["properties"]["id"] = {"$ref": f"{_SCHEMAS}OptionId"}
    return told


def options() -> list[str]:
    """Every option of the documents, once."""
    return sorted({option.id for rules in documents() for option in rules.options})


def _any_of(kinds: Any) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"{_SCHEMAS}{each.__name__}"} for each in get_args(kinds)]}
