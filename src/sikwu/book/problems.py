"""The errors of a book: each has a stable code and the facts of the case."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from sikwu.texts import Message, Problem, SikwuError, nearest, say


class BookError(SikwuError):
    """Something that a book refuses; nothing was written."""


def wrong(code: str, **facts: object) -> BookError:
    """The error with this code and these facts.

    >>> print(wrong("book.closed", name="Friday"))
    The book "Friday" is closed: no more entries are possible (undo the close first).
    """
    return BookError([Problem(code, facts)])


def hinted(error: Exception, *structs: object) -> Message:
    """What a reader of JSON says is wrong; of a key it does not know, with the nearest that it does.

    >>> from sikwu.book.events import Cut
    >>> hinted(ValueError("Object contains unknown field `debter`"), Cut).en
    'Object contains unknown field `debter` (debtor?)'
    """
    told = str(error)
    _, unknown, rest = told.partition("unknown field `")
    known = [name for struct in structs for name in getattr(struct, "__struct_encode_fields__", ())]
    near = nearest(rest.partition("`")[0], known) if unknown else None
    return say("why.read", told=told, near=say("hint.key", near=near) if near else None)


def together(problems: Iterable[Message]) -> Message:
    """Several problems as one fact of another."""
    return reduce(lambda first, rest: say("book.sentences", first=first, rest=rest), problems)
