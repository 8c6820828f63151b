"""Size limits of rules, checked while they are read and built, and the errors above them.

The documents' own rules stay far below: a condition of theirs has 250 parts, six alternatives and fourteen levels.
"""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.texts import RulesError, say

MOST_FILE = 200_000
"""The longest rules file, in characters."""
MOST_KEYS = 64
"""The most parts of a dotted key in a rules file."""
MOST_TEXT = 4_000
"""The longest condition, in characters."""
MOST_PARTS = 1_000
"""The most words, numbers and signs of a condition."""
MOST_DEPTH = 100
"""The deepest nesting of brackets; each part joined by & or | nests one level deeper."""
MOST_NUMBER = 254
"""The largest number that the kernel compares with."""
MOST_TOTAL = 32_767
"""The largest total that the kernel counts."""
MOST_LAST = 32
"""The most rows that count last, by the total of the others."""
MOST_SETS = 5
"""The most sets of a relation."""
ROWS, EXTRA, RELATIONS, TEMPLATES, ALL_TEMPLATES = 128, 128, 64, 64, 512
"""The kernel's limits: rows, further alternatives, relations, ways of one relation, ways of all relations."""
MOST_FACTS, MOST_VALUES = 512, 32_768
"""The most facts of a program, and values of all of them."""
MOST_STEPS = 30_000
"""The most steps of expanding conditions, over a whole ruleset; the documents need 300."""
MOST_PATTERNS = 128
"""The most patterns of a house."""
MOST_NEEDS = 16
"""The most conditions on a win that a house adds."""
MOST_NAME, MOST_SAYS = 60, 500
"""The most characters of a pattern's id and names, and of its sentence."""
MOST_FAN = 1_000
"""The most fan of a price, a ceiling or a minimum."""
MOST_CHIPS = 1_000_000
"""The most chips, and the largest worth of a point, in a setting."""
MOST_PRICE = 1_000_000_000
"""The largest price in a house's own table."""
MOST_HANDS, MOST_FACTOR = 1_000, 100
"""The most hands between two cuts, and the most times a debt is pulled."""
MOST_DENOMINATOR = 1_000
"""The largest denominator of a fraction."""


class Misuse(RulesError, TypeError):
    """A word of the rule language used in an impossible way."""


class RulesTooLarge(RulesError):
    """The rules exceed a limit; the error names it."""


def too_large(limit: str, most: int, found: int | None = None) -> RulesTooLarge:
    """The error for rules that exceed a limit.

    >>> print(too_large("rows", 128, 130))
    The rules are too large: 130 rows of patterns are in use; the limit is 128.
    """
    return RulesTooLarge.of("rules.too_large", why=say(f"too_large.{limit}", most=most, found=found))


def within(limit: str, found: int, most: int) -> None:
    """Raises an error if a number exceeds its limit."""
    if found > most:
        raise too_large(limit, most, found)


@dataclass(slots=True)
class Steps:
    """Counts the steps while conditions are expanded."""

    left: int = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Counts the next steps."""
        self.left -= steps
        if self.left < 0:
            raise too_large("steps", EXTRA)


def shown(value: object, most: int = 80) -> str:
    """A value for an error message, truncated."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**60:
        return "…"  # Python does not convert integers that are much longer
    return "[…]" if isinstance(value, list | dict) else str(value)[:most]


def misplaced(got: object, form: str) -> Misuse:
    """The error for something in the wrong place; `form` shows the right form."""
    return Misuse.of("condition.argument", got=shown(repr(got) if isinstance(got, str) else got, 40), form=form)


def numbered(got: object, least: int, most: int, form: str) -> int:
    """A whole number, checked for its range."""
    if not isinstance(got, int) or isinstance(got, bool):
        raise misplaced(got, form)
    if not least <= got <= most:
        raise Misuse.of("condition.number", got=shown(got, 20), least=least, most=most, form=form)
    return int(got)
