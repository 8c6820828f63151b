"""All text that people read: a message is a code with plain facts, and each language is a table of codes.

message     Message, Text, Fact: what is to be said
problem     Problem and the errors that carry problems
render      from a message and a language to words
tables      the tables of all languages, and their export
languages   Cantonese (yue), written Chinese (zh), English (en)
"""

from sikwu.texts.message import Fact, Message, Text, say
from sikwu.texts.problem import (
    Guesses,
    HandError,
    NotationError,
    Problem,
    RulesError,
    SikwuError,
    WrongType,
    did_you_mean,
    nearest,
    problem,
    wrong_type,
)
from sikwu.texts.render import render
from sikwu.texts.tables import LANGUAGES, Lang

__all__ = [
    "LANGUAGES",
    "Fact",
    "Guesses",
    "HandError",
    "Lang",
    "Message",
    "NotationError",
    "Problem",
    "RulesError",
    "SikwuError",
    "Text",
    "WrongType",
    "did_you_mean",
    "nearest",
    "problem",
    "render",
    "say",
    "wrong_type",
]
