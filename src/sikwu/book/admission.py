"""Checks the texts, numbers and lists of a new event before a book accepts it.

Old books with other values still open: entries are read as before, and `beyond` lists what would be refused now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from sikwu.book.events import Anything, Collect, Edit, Open, Penalty, Rename, Result, Reverse, Swap, converted
from sikwu.book.problems import BookError
from sikwu.money.amount import exact
from sikwu.texts import Problem, problem
from sikwu.texts.plain import LONGEST_NAME, LONGEST_NOTE, LONGEST_TITLE, fault, likeness, normal

MOST_AMOUNT = 10**9
"""The largest amount of one payment."""
MOST_PARTS = 1000
"""The largest denominator of an amount: thousandths, so that no sum grows to a number that fills a page."""
MOST_STREAK = 255
MOST_ENTRIES = 2_000_000
MOST_REACH, REACH_OF_ONE = 200_000, 4
"""The most entries that all corrections of a book may refer back over; for a long book four times its length."""
MOST_PLAYERS = 100
"""The most people who ever sat at one table."""
_MOST_IN: Mapping[str, int] = {
    "wins": 4, "tiles": 4, "told": 4, "cuts": 12, "fines": 100, "kongs": 20, "dead": 4, "payees": 12, "payers": 12, "events": 60,
}  # fmt: skip
_KEPT = ("rules", "tiles", "told")
"""Texts that have their own parsers and are kept as they came."""


def admitted(event: Anything, players: Collection[str] = ()) -> Anything:
    """The event in its normal form; raises an error that lists everything a book does not accept.

    `players`: the names already in the book; they stay as they are.

    >>> admitted(Swap(joins=" Jose\\u0301 ")).joins == "José"
    True
    >>> admitted(Swap(joins="Аnn"), ["Ann"])  # the first is Cyrillic
    Traceback (most recent call last):
    ...
    sikwu.book.problems.BookError: "Аnn" looks like "Ann", who is already in this book: choose a name that looks different.
    """
    event = in_form(event, players)
    found = [*beyond(event), *alike(event, players)]
    if found:
        raise BookError(found)
    return event


def in_form(event: Anything, players: Collection[str] = ()) -> Anything:
    """The event with every text in Unicode normal form and without surrounding blanks; a known name is replaced by
    its spelling in the book.
    """
    told, known = msgspec.to_builtins(event), frozenset(players)
    if not isinstance(event, Open | Swap | Rename) and _is_ascii(told):
        return event

    def walk(value: Any) -> Any:
        match value:
            case str():
                return value if value in known else normal(value)
            case dict():
                return {walk(key): each if key in _KEPT else walk(each) for key, each in value.items()}
            case list() | tuple():
                return [walk(each) for each in value]
        return value

    formed = walk(told)
    return event if formed == told else converted(formed)


def _is_ascii(value: Any) -> bool:
    """Whether all texts of a value are ASCII."""
    match value:
        case str():
            return value.isascii()
        case dict():
            return all(key.isascii() and _is_ascii(each) for key, each in value.items())
        case list() | tuple():
            return all(map(_is_ascii, value))
    return True


def beyond(event: Anything) -> Iterator[Problem]:
    """The values of an event that are not (or no longer) accepted.

    >>> [each.code for each in beyond(Penalty("A", ("B",), "1/1000000"))]
    ['book.amount_parts']
    """
    for name, value in _texts(event):
        yield from text_problems(name, value)
    for name, most in _MOST_IN.items():
        count = len(getattr(event, name, ""))
        if count > most:
            yield problem("book.too_many", name=name, count=count, most=most)
    match event:
        case Open():
            if event.streak > MOST_STREAK:
                yield problem("number.too_large", name="streak", value=event.streak, most=MOST_STREAK)
        case Penalty() | Collect():
            yield from _amount(event.amount)
        case Edit():
            yield from beyond(event.event)


def _amount(text: str) -> Iterator[Problem]:
    amount = exact(text)
    if text != text.strip():
        yield problem("book.amount", amount=text)
    elif amount > MOST_AMOUNT:
        yield problem("book.amount_large", amount=text, most=MOST_AMOUNT)
    elif amount.denominator > MOST_PARTS:
        yield problem("book.amount_parts", amount=text, most=MOST_PARTS)


def _texts(event: Anything) -> Iterator[tuple[str, str]]:
    """The texts that an event adds to a book, by kind."""
    match event:
        case Open():
            yield "title", event.name
            for player in event.players:
                yield "name", player
        case Swap() if event.joins is not None:
            yield "name", event.joins
        case Rename():
            yield "title", event.name
        case Result() | Penalty() | Collect() | Edit() | Reverse():
            yield "note", event.note


_MOST = {"name": LONGEST_NAME, "title": LONGEST_TITLE, "note": LONGEST_NOTE, "author": LONGEST_TITLE, "key": 64}
_MAY_BE_EMPTY = ("note", "author", "key")


def text_problems(kind: str, value: str) -> Iterator[Problem]:
    """The problems of a text: a name, the title of a book, a note, an author or a key.

    >>> [each.en for each in text_problems("name", "A\\x1b[2J")]
    ['The name "A␛[2J" contains an invisible character (a control, format or direction character): leave it out.']
    """
    found = fault(value, _MOST[kind], remark=kind in _MAY_BE_EMPTY)
    if found is not None:
        yield problem(f"text.{found}", what=kind, value=value, most=_MOST[kind])


def alike(event: Anything, known: Collection[str] = ()) -> Iterator[Problem]:
    """New names in an event that look like another name."""
    match event:
        case Edit():
            yield from alike(event.event, known)
        case Swap() if event.joins is not None and event.joins not in known:
            if len(known) > MOST_PLAYERS:
                yield problem("book.too_many", name="players", count=len(known) + 1, most=MOST_PLAYERS)
            yield from _alike((event.joins,), tuple(known))
        case Open():
            yield from _alike(event.players, ())


def _alike(names: tuple[str, ...], known: tuple[str, ...]) -> Iterator[Problem]:
    seen = {likeness(name): name for name in known}
    for name in names:
        other = seen.setdefault(likeness(name), name)
        if other != name:
            yield problem("book.look_alike", name=name, other=other)
