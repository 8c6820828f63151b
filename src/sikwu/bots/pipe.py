"""Messages to and from a child process.

The parent writes questions as length and pickle: the child trusts its parent. The child writes lines of JSON: the
parent does not trust the child, so a line is short and counts only with the number of the question.
"""

from __future__ import annotations

import pickle
from typing import BinaryIO, NamedTuple

import msgspec
from msgspec import Struct

from sikwu.play.view import View

LONGEST_LINE, LONGEST_TOLD = 1_000, 200
_LENGTH = 4


class PlayerQuestion(NamedTuple):
    """A question to one seat; `chance` is the seed of the random numbers that a player may use."""

    number: int
    view: View
    legal: tuple[int, ...]
    chance: int


class PlayerReply(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The answer of a child; number 0: whether its class could be made."""

    number: int
    action: int | None = None
    why: str = ""
    """If there is no action: raised, illegal or memory."""
    told: str = ""
    """The error, as text for people."""


def packed(asked: PlayerQuestion) -> bytes:
    """A question as it is written."""
    body = pickle.dumps(asked)
    return len(body).to_bytes(_LENGTH, "big") + body


def read_question(pipe: BinaryIO) -> PlayerQuestion | None:
    """The next question; None: the parent has gone."""
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    body = pipe.read(int.from_bytes(length, "big"))
    found: PlayerQuestion = pickle.loads(body)
    return found


def line_of(told: PlayerReply) -> bytes:
    """An answer as it is written."""
    return msgspec.json.encode(told) + b"\n"


def read_told(line: bytes) -> PlayerReply | None:
    """Parses an answer; None: it is invalid.

    >>> read_told(b'{"number":3,"action":7}'), read_told(b'{"number":3,"action":"win"}')
    (PlayerReply(number=3, action=7, why='', told=''), None)
    """
    try:
        return msgspec.json.decode(line, type=PlayerReply)
    except (msgspec.DecodeError, RecursionError):
        return None
