"""The errors of a book: each has a stable code and the facts of the case."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from sikwu.texts import Message, SikwuError, nearest, say


class BookError(SikwuError):
    """An event or a file that a book refuses; nothing was written.

    >>> print(BookError.of("book.closed", name="Friday"))
    The book "Friday" is closed: no more entries are possible (undo the close first).
    """


def hinted(error: Exception, *structs: object) -> Message:
    """The error message of the JSON parser; for an unknown key, with the nearest known one.

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
