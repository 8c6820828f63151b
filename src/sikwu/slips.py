"""Recognizes common typing mistakes in a hand line and suggests what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from .texts import Problem, problem

_SIGNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Problem]], ...] = (
    (re.compile(r"[1-9]+[MPFZ](?![a-z])"), lambda it: _slip("capital", it, right=it[0].lower())),
    (re.compile(r"\+\S*\+\S*"), lambda it: _slip("two_tiles", it)),
    (re.compile(r"([1-9])[-–~]([1-9])([mps])"), lambda it: _slip("range", it, right=_run(it[1], it[2]) + it[3])),
    (re.compile(r"[*#!@](?=[1-9ESWN中發白])"), lambda it: _slip("sign", it)),
    (re.compile(r"[)\]]"), lambda it: _slip("close", it, open="(" if it[0] == ")" else "[")),
)


def _flowers(value: str) -> Problem:
    return problem("slip.flowers", right=" ".join(f"{each}f" for each in re.findall("[1-8]", value)) or "1f 5f")


def _winning(value: str) -> Problem:
    return problem("slip.winning", right=f"+{value or '9p'}")


_OTHER_WAYS: dict[str, Callable[[str], Problem]] = {
    "flowers": _flowers,
    "flower": _flowers,
    "win": _winning,
    "tile": _winning,
}
"""Keys of a case that have another form in a line."""


def _slip(kind: str, found: re.Match[str], **facts: object) -> Problem:
    return problem(f"slip.{kind}", at=found.span(), text=found[0][:16], place=found.start() + 1, **facts)


def _run(first: str, last: str) -> str:
    return "".join(str(each) for each in range(min(int(first), int(last)), max(int(first), int(last)) + 1))


def meant(rest: str, problems: Iterable[Problem], values: dict[str, list[str]]) -> list[Problem]:
    """The problems of a line, with those caused by a slip replaced by the slip; each kind of slip once.

    `rest` is the line without its melds, `values` the words that are values: `heavenly` → `first_turn=heavenly`.

    >>> [each.code for each in meant("123M 456P", [problem("notation.no_suit", text="123", place=1, at=(0, 3))], {})]
    ['slip.capital']
    """
    found: list[Problem] = []
    for pattern, tell in _SIGNS:
        places = list(pattern.finditer(rest))
        found += [tell(places[0])] if places else []
        problems = [each for each in problems if not any(_inside(each, place) for place in places)]
    return found + [_word(each, rest, values) for each in problems]


def _inside(wrong: Problem, slip: re.Match[str]) -> bool:
    """Whether the problem is caused by the slip."""
    if wrong.at is None:
        return wrong.code == "notation.win_tile" and "+" in slip[0]
    return wrong.at[0] < slip.end() and slip.start() < wrong.at[1]


def _word(wrong: Problem, rest: str, values: dict[str, list[str]]) -> Problem:
    """The probable meaning of an unknown word, or of a key without a value."""
    name = str(wrong.facts.get("name", ""))
    if wrong.code == "value.bad" and wrong.facts.get("value") == "True":
        return problem("slip.needs_value", name=name, right=f"{name}=S")
    if wrong.code != "name.unknown":
        return wrong
    value = next((token.partition("=")[2] for token in rest.split() if token.startswith(f"{name}=")), "")
    if name in _OTHER_WAYS:
        return _OTHER_WAYS[name](value)
    if re.fullmatch("[eswn]{2,4}", name):
        return problem("slip.small_honours", text=name, right=name.upper())
    if name in values:
        return problem("slip.value", text=name, right=values[name])
    return wrong
