"""Problems and errors: each says what is wrong and what is right, and an error carries all problems found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from sikwu.texts.message import Fact, Message, plain
from sikwu.texts.plain import MOST_QUOTED, quoted, quoted_number

TYPE_CHECKING = False  # as in typing, without the cost of importing it
if TYPE_CHECKING:
    from typing import Self

MOST_PROBLEMS = 20
"""The most problems reported for one thing: nonsense gets a short answer."""
_NONE: Mapping[str, object] = MappingProxyType({})


class Problem(Message):
    """One problem, and its place in the text, if there is a text.

    Its facts repeat only a short part of what was typed, and no control characters.

    >>> problem("value.missing", name="x" * 1000).facts["name"]
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxx'
    """

    __slots__ = ("at",)
    at: tuple[int, int] | None
    """The range of characters in the parsed text, counted from 0."""

    def __init__(self, code: str, facts: Mapping[str, object] = _NONE, at: tuple[int, int] | None = None) -> None:
        keep = object.__setattr__
        keep(self, "code", code)
        keep(self, "facts", MappingProxyType({name: _quoted(plain(fact)) for name, fact in facts.items()}))
        keep(self, "at", at)

    def inside(self, where: str) -> Problem:
        """The same problem in a text under a name, such as `melds.0.tiles`."""
        return Problem(self.code, {**self.facts, "where": where}, self.at)

    def to_json(self) -> dict[str, object]:
        """The problem as it leaves the process."""
        told = super().to_json()
        return told if self.at is None else {**told, "at": list(self.at)}

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.at == getattr(other, "at", None)

    __hash__ = Message.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return Problem, (self.code, dict(self.facts), self.at)


def _quoted(fact: Fact) -> Fact:
    """A fact in the form that an error repeats."""
    if isinstance(fact, str):
        return quoted(fact)
    if isinstance(fact, int):
        return fact if isinstance(fact, bool) else quoted_number(fact)
    if isinstance(fact, tuple):
        few = tuple(map(_quoted, fact[:MOST_QUOTED]))
        return few if len(fact) <= MOST_QUOTED else (*few, "…")
    if isinstance(fact, Message) and not isinstance(fact, Problem) and fact.facts:
        return Message(fact.code, {name: _quoted(each) for name, each in fact.facts.items()})
    return fact


def problem(code: str, *, at: tuple[int, int] | None = None, **facts: object) -> Problem:
    """The problem with this code, and the facts of the case.

    >>> problem("value.missing", name="seat").en
    '"seat" is missing.'
    """
    return Problem(code, facts, at)


def did_you_mean(guess: str | None) -> Message | None:
    """The suggestion of a similar name; None if there is none."""
    return None if guess is None else Message("hint.did_you_mean", {"guess": guess})


class SikwuError(ValueError):
    """An error that carries every problem found.

    `of` makes the error of one problem; the constructor takes all problems that a check has found.

    >>> SikwuError.of("value.missing", name="seat").code
    'value.missing'
    >>> error = SikwuError((problem("value.missing", name="seat"), problem("value.missing", name="round")))
    >>> print(error)
    "seat" is missing. "round" is missing.
    """

    problems: tuple[Problem, ...]

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = _few(tuple(problems))
        super().__init__(self.problems)

    @classmethod
    def of(cls, code: str, *, at: tuple[int, int] | None = None, **facts: object) -> Self:
        """The error with this code, and the facts of the case."""
        return cls((problem(code, at=at, **facts),))

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code if self.problems else "unknown"

    def message(self, lang: str = "en") -> str:
        """All problems in one message."""
        stop, between = (".", " ") if lang == "en" else ("。", "")
        return between.join(_ended(each(lang), stop) for each in self.problems)

    def __str__(self) -> str:
        return self.message()


def _few(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The first of very many problems, and how many more there are."""
    if len(problems) <= MOST_PROBLEMS:
        return problems
    return (*problems[: MOST_PROBLEMS - 1], problem("where.more", count=len(problems) - MOST_PROBLEMS + 1))


def _ended(sentence: str, stop: str) -> str:
    return sentence if sentence[-1:] in ".?!。？！" else sentence + stop


class NotationError(SikwuError):
    """A text that cannot be parsed."""


class HandError(SikwuError):
    """An impossible hand, win or case."""


class RulesError(SikwuError):
    """An impossible ruleset or option."""


class WrongType(SikwuError, TypeError):
    """An argument of a type that a call does not take.

    >>> print(wrong_type("score()", "Win, str, bytes", 3))
    score() takes one of these: Win, str, bytes. It was given int.
    """


def wrong_type(call: str, wanted: str, given: object) -> WrongType:
    """The error for an argument of a wrong type."""
    return WrongType.of("type.wrong", call=call, wanted=wanted, given=type(given).__name__)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like the one given, for "did you mean".

    >>> nearest("last_tle", ["last_tile", "last_discard"])
    'last_tile'
    >>> nearest("zzz", ["last_tile"]) is None
    True
    """
    from difflib import get_close_matches  # slow to import, needed only when something is wrong

    found = get_close_matches(name[:80], list(known), n=1)
    return found[0] if found else None


MOST_GUESSES = 5
"""The most wrong names for which a suggestion is searched; the others are only listed."""


class Guesses:
    """Suggestions for the first few wrong names; each is compared with all known names.

    >>> guesses = Guesses(["last_tile", "last_discard"])
    >>> [guesses.of("last_tle") for _ in range(6)]
    ['last_tile', 'last_tile', 'last_tile', 'last_tile', 'last_tile', None]
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known, self._left = list(known), MOST_GUESSES

    def of(self, name: str) -> str | None:
        """The known name most like this one."""
        self._left -= 1
        return nearest(name, self._known) if self._left >= 0 else None
