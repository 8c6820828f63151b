"""A pattern: a name, a condition, the patterns it absorbs, a sentence and a source. A ruleset gives it its fan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum

from sikwu.rules.language import Condition, Fact, Relation, Shape
from sikwu.texts import Text as Text


class Stack(IntEnum):
    """How several instances of one relation count."""

    EACH = 0
    """Every instance counts."""
    DISJOINT = 1
    """The largest number of instances that share no set count."""
    ONCE = 2
    """One counts."""


class FlowerCount(IntEnum):
    """Flowers that count one by one; the same numbers as the kernel's `Each`."""

    OWN = 3
    OTHER = 4
    SETS = 5


@dataclass(frozen=True, slots=True)
class Family:
    """Competing rows: the selection with the best total counts.

    With `used_once` no two of them may share a set; otherwise only those that absorb each other exclude each other.
    """

    name: str
    used_once: bool = True


class Limit(Enum):
    """A price equal to the ceiling, whatever it is (13 fan if there is none)."""

    LIMIT = "limit"

    def __repr__(self) -> str:
        return "LIMIT"


LIMIT = Limit.LIMIT


@dataclass(frozen=True, slots=True)
class SumOf:
    """A price made of other prices: the sum over groups of rows, each with the first row in use."""

    rows: tuple[tuple[str, ...], ...]


Worth = int | Limit | SumOf


@dataclass(frozen=True, slots=True)
class PatternRow:
    """One line of a pattern: it holds under a condition, once or `each` time, and drops other rows.

    The full name of a row is `pattern/name`; its fan add to those of its pattern. The name of the pattern alone means
    all its rows.
    """

    when: Condition
    name: str = "plain"
    each: Fact | Relation | FlowerCount | None = None
    stack: Stack = Stack.EACH
    absorbs: tuple[str, ...] = ()
    absorbs_shared: tuple[str, ...] = ()
    alone: bool = False
    beside: tuple[str, ...] = ()
    family: Family | None = None
    mark: bool = False
    of_dealer: bool = False
    """Whether the dealer's seat adds it to the winner's hand; a row that stands alone does not drop it."""
    aside: bool = False
    """Whether its fan do not count towards the minimum."""


NO_TEXT = Text("", "")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern; `when` is a short form of `rows` for patterns of one plain row.

    >>> from sikwu.rules.language import NUM, tiles
    >>> Pattern("eights", when=tiles.of(NUM(8)) >= 6, zh="發發發", en="Lucky eights").rows[0].when
    tiles.of(NUM(8)) >= 6
    """

    id: str
    when: Condition | None = None
    zh: str = ""
    jyutping: str = ""
    en: str = ""
    aka: tuple[str, ...] = ()
    says: Text = NO_TEXT
    source: str = ""
    absorbs: tuple[str, ...] = ()
    each: Fact | Relation | FlowerCount | None = None
    stack: Stack = Stack.EACH
    family: Family | None = None
    rows: tuple[PatternRow, ...] = ()
    opens: tuple[Shape, ...] = ()
    """Special shapes that are a win only with this pattern."""
    only_beside: tuple[str, ...] | None = None
    """For a label: it is given to a win in which nothing but these patterns counts."""
    aside: bool = False
    """Whether the fan of the plain row do not count towards the minimum."""

    def __post_init__(self) -> None:
        if self.when is not None:
            plain = PatternRow(
                self.when, each=self.each, stack=self.stack, absorbs=self.absorbs, family=self.family, aside=self.aside
            )
            object.__setattr__(self, "rows", (plain, *self.rows))
        if not self.rows:
            raise TypeError(f"pattern {self.id!r} has neither a condition nor rows")

    def row_names(self) -> Iterable[str]:
        """The full names of its rows."""
        return (f"{self.id}/{row.name}" for row in self.rows)
