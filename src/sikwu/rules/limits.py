"""Size limits of rules, checked while they are read and built, and the errors above them.

The documents' own rules stay far below: a condition of theirs has 250 parts, six alternatives and fourteen levels.
"""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.texts import Problem, RulesError, problem, say

MOST_FILE = 200_000
"""Characters of a rules file."""
MOST_KEYS = 64
"""Names inside names of a rules file, joined by dots."""
MOST_TEXT = 4_000
"""Characters of a condition."""
MOST_PARTS = 1_000
"""Words, numbers and signs of a condition."""
MOST_DEPTH = 100
"""Brackets inside brackets; parts joined by & or | stand inside each other too."""
MOST_NUMBER = 254
"""The largest number that the kernel compares with."""
MOST_SETS = 5
"""Sets of a relation."""
ROWS, EXTRA, RELATIONS, TEMPLATES, ALL_TEMPLATES = 128, 128, 64, 64, 512
"""What the kernel holds: rows, further alternatives, relations, ways of one relation, ways of all relations."""
MOST_FACTS, MOST_VALUES = 512, 32_768
"""Facts of a program, and values of all of them."""
MOST_STEPS = 30_000
"""Steps of multiplying conditions out, over a whole ruleset: the documents need 300."""
MOST_PATTERNS = 128
"""Patterns of a house."""
MOST_NAME, MOST_SAYS = 60, 500
"""Characters of a pattern's id and names, and of what it says."""
MOST_FAN = 1_000
"""Fan of a price, a ceiling or a minimum."""
MOST_CHIPS = 1_000_000
"""Chips, and points' worth, of a setting."""
MOST_PRICE = 1_000_000_000
"""The largest price in a house's own table."""
MOST_HANDS, MOST_FACTOR = 1_000, 100
"""Hands between two cuts; how many times a debt is pulled."""
MOST_DENOMINATOR = 1_000
"""Of a fraction."""


class Misuse(RulesError, TypeError):
    """A word of the rule language used in an impossible way."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__([Problem(code, facts)])


class RulesTooLarge(RulesError):
    """The rules ask for more than is allowed; told by which limit.

    >>> print(RulesTooLarge("rows", 128, 130))
    The rules are too large: 130 rows of patterns are in use; the limit is 128.
    """

    def __init__(self, limit: str, most: int, found: int | None = None) -> None:
        super().__init__([problem("rules.too_large", why=say(f"too_large.{limit}", most=most, found=found))])

    def __reduce__(self) -> tuple[object, ...]:
        return RulesError, (self.problems,)


def within(limit: str, found: int, most: int) -> None:
    """Refuses what is more than there may be."""
    if found > most:
        raise RulesTooLarge(limit, most, found)


@dataclass(slots=True)
class Steps:
    """Counts the steps of multiplying conditions out, while it is done."""

    left: int = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Counts the steps that come next."""
        self.left -= steps
        if self.left < 0:
            raise RulesTooLarge("steps", EXTRA)


def shown(value: object, most: int = 80) -> str:
    """A value as an error quotes it: not longer than that, whatever it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**60:
        return "…"  # Python does not write out what is much longer
    return "[…]" if isinstance(value, list | dict) else str(value)[:most]


def misplaced(got: object, form: str) -> Misuse:
    """Something stands where it cannot; `form` shows how it is written."""
    return Misuse("condition.argument", got=shown(repr(got) if isinstance(got, str) else got, 40), form=form)


def numbered(got: object, least: int, most: int, form: str) -> int:
    """A whole number in its range."""
    if not isinstance(got, int) or isinstance(got, bool):
        raise misplaced(got, form)
    if not least <= got <= most:
        raise Misuse("condition.number", got=shown(got, 20), least=least, most=most, form=form)
    return int(got)
