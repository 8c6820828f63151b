"""The rule language: conditions as immutable expression trees over named facts of a hand.

>>> (suits == 1) & (honours >= 1)
(suits == 1) & (tiles.of(HONOURS) >= 1)
>>> bool(suits == 1)
Traceback (most recent call last):
    ...
TypeError: a condition has no truth value; combine with & | ~ instead of and / or / not
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from sikwu.reading import Place as Place
from sikwu.reading import SetOrigin as SetOrigin
from sikwu.reading import Shape as Shape
from sikwu.rules.limits import MOST_NUMBER, MOST_SETS, TEMPLATES, Misuse, misplaced, numbered, within
from sikwu.rules.named_values import ACROSS as ACROSS
from sikwu.rules.named_values import CLOSED as CLOSED
from sikwu.rules.named_values import DEALER as DEALER
from sikwu.rules.named_values import DECLARED as DECLARED
from sikwu.rules.named_values import DISCARD as DISCARD
from sikwu.rules.named_values import EARTHLY as EARTHLY
from sikwu.rules.named_values import EARTHLY_DRAW as EARTHLY_DRAW
from sikwu.rules.named_values import EAST as EAST
from sikwu.rules.named_values import EDGE as EDGE
from sikwu.rules.named_values import FACE_DOWN as FACE_DOWN
from sikwu.rules.named_values import FLOWER as FLOWER
from sikwu.rules.named_values import FLOWERS as FLOWERS
from sikwu.rules.named_values import HEAVENLY as HEAVENLY
from sikwu.rules.named_values import HUMAN as HUMAN
from sikwu.rules.named_values import KONG as KONG
from sikwu.rules.named_values import LEFT as LEFT
from sikwu.rules.named_values import NAMED as NAMED
from sikwu.rules.named_values import NOBODY as NOBODY
from sikwu.rules.named_values import NONE as NONE
from sikwu.rules.named_values import NORTH as NORTH
from sikwu.rules.named_values import OPEN as OPEN
from sikwu.rules.named_values import ORPHANS as ORPHANS
from sikwu.rules.named_values import PAIR as PAIR
from sikwu.rules.named_values import PAIRS as PAIRS
from sikwu.rules.named_values import PUNG as PUNG
from sikwu.rules.named_values import RIGHT as RIGHT
from sikwu.rules.named_values import ROBBED as ROBBED
from sikwu.rules.named_values import SELF_DRAW as SELF_DRAW
from sikwu.rules.named_values import SINGLE as SINGLE
from sikwu.rules.named_values import SOUTH as SOUTH
from sikwu.rules.named_values import STANDARD as STANDARD
from sikwu.rules.named_values import UNRELATED as UNRELATED
from sikwu.rules.named_values import WEST as WEST
from sikwu.rules.named_values import NamedValue as NamedValue
from sikwu.rules.named_values import Op as Op
from sikwu.rules.named_values import names_of
from sikwu.rules.tile_sets import ALL as ALL
from sikwu.rules.tile_sets import BLOSSOMS as BLOSSOMS
from sikwu.rules.tile_sets import DRAGONS as DRAGONS
from sikwu.rules.tile_sets import HONOURS as HONOURS
from sikwu.rules.tile_sets import MAN as MAN
from sikwu.rules.tile_sets import NUM as NUM
from sikwu.rules.tile_sets import PIN as PIN
from sikwu.rules.tile_sets import ROUND as ROUND
from sikwu.rules.tile_sets import SEASONS as SEASONS
from sikwu.rules.tile_sets import SEAT as SEAT
from sikwu.rules.tile_sets import SOU as SOU
from sikwu.rules.tile_sets import SUITED as SUITED
from sikwu.rules.tile_sets import TERMINALS as TERMINALS
from sikwu.rules.tile_sets import WINDS as WINDS
from sikwu.rules.tile_sets import T as T
from sikwu.rules.tile_sets import TileSet as TileSet
from sikwu.win import By, RobbedKong

SELF, WON = SetOrigin.SELF, SetOrigin.WON
_SELF, _WON = int(SELF), int(WON)  # plain integers are quicker to combine
CHOWED, PUNGED, EXPOSED, ADDED, CONCEALED = (
    SetOrigin.CHOWED,
    SetOrigin.PUNGED,
    SetOrigin.EXPOSED,
    SetOrigin.ADDED,
    SetOrigin.CONCEALED,
)
ANY_MADE = SetOrigin(127)
CLAIMED = CHOWED | PUNGED | EXPOSED | ADDED
MELDED = CLAIMED | CONCEALED


# --- relations between sets


class Slot(IntEnum):
    """What may fill a slot of a relation; the same numbers as in the kernel."""

    CHOW = 0
    CHOW_WITH = 1
    PUNG = 2
    TRIPLET = 3
    PAIR = 4
    TWO = 5


@dataclass(frozen=True, slots=True)
class SuitVar:
    """An unknown suit; different variables mean different suits."""

    index: int

    def __repr__(self) -> str:
        return "ABC"[self.index]


@dataclass(frozen=True, slots=True)
class NumberVar:
    """An unknown number plus an offset; different variables mean different numbers."""

    index: int
    offset: int = 0

    def __add__(self, n: int) -> NumberVar:
        return NumberVar(self.index, numbered(self.offset + numbered(n, -8, 8, "x + 1"), -8, 8, "x + 1"))

    def __repr__(self) -> str:
        return "xy"[self.index] + (f" + {self.offset}" if self.offset else "")


A, B, C = SuitVar(0), SuitVar(1), SuitVar(2)
x, y = NumberVar(0), NumberVar(1)


@dataclass(frozen=True, slots=True)
class SlotSpec:
    """One set of a relation: its kind, its suit, its number (a variable or a plain number)."""

    slot: Slot
    suit: SuitVar
    number: NumberVar | int

    def __repr__(self) -> str:
        return f"{self.slot.name.lower()}({self.suit}, {self.number})"


def _slot(slot: Slot, suit: SuitVar, number: NumberVar | int) -> SlotSpec:
    form = f"{slot.name.lower()}(A, x)"
    if not isinstance(suit, SuitVar):
        raise misplaced(suit, form)
    return SlotSpec(slot, suit, number if isinstance(number, NumberVar) else numbered(number, 1, 9, form))


def chow(suit: SuitVar, number: NumberVar | int) -> SlotSpec:
    """A chow with this number as its lowest tile."""
    return _slot(Slot.CHOW, suit, number)


def chow_with(suit: SuitVar, number: NumberVar | int) -> SlotSpec:
    """A chow that contains this number."""
    return _slot(Slot.CHOW_WITH, suit, number)


def pung(suit: SuitVar, number: NumberVar | int) -> SlotSpec:
    """A pung or a kong."""
    return _slot(Slot.PUNG, suit, number)


def triplet(suit: SuitVar, number: NumberVar | int) -> SlotSpec:
    """A pung, but not a kong."""
    return _slot(Slot.TRIPLET, suit, number)


def pair(suit: SuitVar, number: NumberVar | int) -> SlotSpec:
    """A pair."""
    return _slot(Slot.PAIR, suit, number)


def two(suit: SuitVar, number: NumberVar | int) -> SlotSpec:
    """A pair, or two tiles of a triplet."""
    return _slot(Slot.TWO, suit, number)


class _HashedValue:
    """A frozen value that caches its hash; the cache is not compared, copied or stored."""

    __slots__ = ("_hash",)
    _hash: int

    def _key(self) -> tuple[object, ...]:
        raise NotImplementedError

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(self._key()))
            return self._hash


@dataclass(frozen=True, slots=True)
class Relation(_HashedValue):
    """Sets related to each other in one of several ways; gives which sets, and how often."""

    any_of: tuple[tuple[SlotSpec, ...], ...]
    made: SetOrigin = ANY_MADE
    two: bool = False
    different: bool = False

    def _key(self) -> tuple[object, ...]:
        return (self.any_of, self.made, self.two, self.different)

    __hash__ = _HashedValue.__hash__

    def __or__(self, other: Relation) -> Relation:
        if not isinstance(other, Relation):
            raise misplaced(other, "related(…) | related(…)")
        if (self.made, self.two, self.different) != (other.made, other.two, other.different):
            raise Misuse.of("condition.relations_differ")
        within("templates", len(self.any_of) + len(other.any_of), TEMPLATES)
        return replace(self, any_of=self.any_of + other.any_of)

    @property
    def exists(self) -> Condition:
        """The condition that some sets are related so."""
        return Fact(Op.RELATED, relation=self) >= 1

    def __repr__(self) -> str:
        made = "" if self.made == ANY_MADE else f", made={made_text(self.made)}"
        one = " | ".join(f"related({', '.join(map(repr, slots))}{made})" for slots in self.any_of)
        if not self.two:
            return one
        return f"twice({one}{', different=True' if self.different else ''})"


def related(*slots: SlotSpec, made: SetOrigin = ANY_MADE) -> Relation:
    """The relation that the slots describe; `made` filters how each of its sets was made."""
    form = "related(chow(A, x), chow(A, x + 1))"
    for slot in slots or (None,):
        if not isinstance(slot, SlotSpec):
            raise misplaced(slot, form)
    within("slots", len(slots), MOST_SETS)
    return Relation((slots,), _made(made))


def twice(relation: Relation, different: bool = False) -> Relation:
    """Two disjoint instances of a relation as one relation; `different`: not of the same tiles."""
    if not isinstance(relation, Relation) or relation.two or not isinstance(different, bool):
        raise misplaced(
            relation if isinstance(different, bool) else different, "twice(related(chow(A, x), chow(A, x)))"
        )
    return replace(relation, two=True, different=different)


def _made(made: object) -> SetOrigin:
    """The ways in which a set was made; at least one."""
    if not isinstance(made, SetOrigin) or not 1 <= int(made) <= int(ANY_MADE):
        raise misplaced(made, "made=SELF | WON")
    return made


def made_text(made: SetOrigin) -> str:
    """`SELF | WON`: the text of a filter on how sets were made."""
    return " | ".join(m.name or "" for m in SetOrigin if m in made)


# --- facts


@dataclass(frozen=True, eq=False, slots=True)
class Fact(_HashedValue):
    """A named whole number known of a hand, a reading, or a place of the winning tile."""

    op: Op
    tiles: TileSet = ALL
    kinds: int = 0
    made_by: SetOrigin = ANY_MADE
    relation: Relation | None = None
    joined: tuple[Fact, Fact] | None = None
    """For a sum or a difference: its two parts; the second is no sum itself."""
    shift: int = 0
    """What a difference adds to its parts, so that it is never negative in the kernel."""

    @property
    def key(self) -> tuple[object, ...]:
        """The key by which two facts are the same."""
        return (self.op, self.tiles, self.kinds, self.made_by, self.relation, self.joined, self.shift)

    @property
    def zero(self) -> int:
        """The number that stands for 0 in the kernel: above 0 for a difference, which may be negative.

        >>> (tiles.of(MAN) - tiles.of(PIN)).zero, (chows + pungs).zero
        (127, 0)
        """
        return self.shift + (0 if self.joined is None else self.joined[0].zero)

    def _key(self) -> tuple[object, ...]:
        return self.key

    __hash__ = _HashedValue.__hash__

    # Comparing a fact with a number gives a condition; comparing two facts, as dictionaries do, gives a plain bool.
    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        if isinstance(other, Fact):
            return self.key == other.key  # type: ignore[return-value]
        values = _values(self, other)
        return Test(self, "==" if len(values) == 1 else "in", values, _words(other))

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        if isinstance(other, Fact):
            return self.key != other.key  # type: ignore[return-value]
        values = _values(self, other)
        words = _words(other)
        return Test(self, "!=", values, words) if len(values) == 1 else ~Test(self, "in", values, words)

    def __ge__(self, n: int | Fact) -> Condition:
        return _compared(self, n, ">=", 0)

    def __le__(self, n: int | Fact) -> Condition:
        return _compared(self, n, "<=", 0)

    def __gt__(self, n: int | Fact) -> Condition:
        return _compared(self, n, ">=", 1)

    def __lt__(self, n: int | Fact) -> Condition:
        return _compared(self, n, "<=", -1)

    def __add__(self, other: Fact) -> Fact:
        return _sum(self, other, minus=False)

    def __sub__(self, other: Fact) -> Fact:
        return _sum(self, other, minus=True)

    def equals(self, other: Fact) -> Condition:
        """The condition that two facts are the same number; in a rules file, `a == b`.

        >>> tiles.of(MAN).equals(tiles.of(PIN))
        tiles.of(MAN) == tiles.of(PIN)
        """
        return (self - other) == 0

    def in_(self, *values: int | NamedValue) -> Condition:
        """The condition that it has one of these values."""
        if not values:
            raise misplaced((), f"{self!r}.in_(1, 2)")
        return Test(self, "in", tuple(sorted({n for value in values for n in _values(self, value)})), _words(*values))

    @property
    def level(self) -> int:
        """When the fact is known: 0 from the hand, 1 from a decomposition, 2 from the winning tile's place in it."""
        if self.joined is not None:
            return max(part.level for part in self.joined)
        if self.op < Op.SETS or self.op > Op.OTHER_WAITS:
            return 0
        made = int(self.relation.made if self.relation else self.made_by)
        return 2 if self.op >= Op.PLACE or bool(made & _SELF) != bool(made & _WON) else 1

    def __repr__(self) -> str:
        match self.op:
            case Op.TILES | Op.KINDS:
                return f"{self.op.name.lower()}.of({self.tiles})"
            case Op.FLOWERS_OF:
                return f"flowers.of({self.tiles})"
            case Op.SUM:
                assert self.joined is not None
                return f"{self.joined[0]} {'-' if self.kinds else '+'} {self.joined[1]}"
            case Op.WIN_IN:
                return f"win.in_({self.tiles})"
            case Op.PAIR_IN:
                return f"eyes.in_({self.tiles})"
            case Op.GROUPS_WITHOUT:
                return f"groups.without({self.tiles})"
            case Op.RELATED:
                return f"count({self.relation})"
            case Op.SETS:
                name = {7: "sets", 1: "chows", 6: "pungs", 4: "kongs", 2: "triplets"}[self.kinds]
                of = "" if self.tiles == ALL else f".of({self.tiles})"
                return name + of + ("" if self.made_by == ANY_MADE else f".made({made_text(self.made_by)})")
            case _:
                return self.op.name.lower()


MIDDLE = 127
"""What the kernel adds to a difference, so that it is never negative."""
MOST_DIFFERENCE = 126
"""The largest difference that a condition can ask for."""
MOST_SUMMANDS = 8


def _number(value: object) -> int:
    return numbered(value, -MOST_NUMBER, MOST_NUMBER, "suits == 1")


def _words(*values: object) -> tuple[str, ...]:
    """The names of some values; none if one of them is a number."""
    words = tuple(value.text for value in values if isinstance(value, NamedValue))
    return words if len(words) == len(values) else ()


def _values(fact: Fact, value: object) -> tuple[int, ...]:
    """The numbers that a number or a name means of a fact."""
    if isinstance(value, NamedValue):
        values = value.values(fact.op)
        if not values:
            names = tuple(name.text for name in names_of(fact.op))
            raise Misuse.of(
                "condition.name" if names else "condition.no_names", got=value.text, of=repr(fact), names=names
            )
        return values
    if fact.op is Op.DISCARDER:  # two numbers for each seat, so only its names have a meaning
        raise misplaced(value, "discarder == LEFT")
    if fact.zero:
        return (numbered(value, -MOST_DIFFERENCE, MOST_DIFFERENCE, "chows == pungs"),)
    return (_number(value),)


def _compared(fact: Fact, n: int | Fact, op: str, more: int) -> Condition:
    if isinstance(n, Fact):
        return _compared(_sum(fact, n, minus=True), 0, op, more)
    if isinstance(n, NamedValue):
        raise misplaced(n, f"{fact!r} == {n!r}")
    (number,) = _values(fact, n)
    return Test(fact, op, (number + more,))


def _sum(one: Fact, other: object, minus: bool) -> Fact:
    if not isinstance(other, Fact):
        raise misplaced(other, "pungs.of(DRAGONS) + kongs")
    plus, away = _parts_of_sum(one)
    more, less = _parts_of_sum(other)
    return _joined((*plus, *(less if minus else more)), (*away, *(more if minus else less)), MIDDLE)


def _parts_of_sum(fact: Fact) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """What a sum adds, and what it takes away."""
    if fact.joined is None:
        if fact.op in NAMED or fact.op is Op.TOTAL:
            raise Misuse.of("condition.not_added", fact=repr(fact))
        return (fact,), ()
    plus, away = _parts_of_sum(fact.joined[0])
    last = (fact.joined[1],)
    return (plus, (*away, *last)) if fact.kinds else ((*plus, *last), away)


def _joined(plus: tuple[Fact, ...], away: tuple[Fact, ...], shift: int) -> Fact:
    within("summands", len(plus) + len(away), MOST_SUMMANDS)
    first, *rest = plus
    for part in rest:
        first = Fact(Op.SUM, joined=(first, part))
    for part in away:
        first = Fact(Op.SUM, kinds=1, joined=(first, part), shift=shift)
        shift = 0
    return first


def counted_difference(fact: Fact) -> Fact:
    """A difference as a number of times: never below 0."""
    plus, away = _parts_of_sum(fact)
    return _joined(plus, away, 0)


def _tiles(value: object, form: str) -> TileSet:
    if not isinstance(value, TileSet) or value.of_flowers:
        raise misplaced(value, form)
    return value


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class SetsFact(Fact):
    """The number of sets of some kinds, filtered by their tiles and by how they were made."""

    def of(self, tiles: TileSet) -> SetsFact:
        """Only sets with all tiles in `tiles`."""
        return replace(self, tiles=_tiles(tiles, "sets.of(WINDS)"))

    def made(self, made: SetOrigin) -> SetsFact:
        """Only sets made in one of these ways."""
        return replace(self, made_by=_made(made))

    __hash__ = Fact.__hash__


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class FlowersFact(Fact):
    """The number of flowers, of all or of some."""

    def of(self, flowers: TileSet) -> Fact:
        """The number of flowers in this set."""
        if not isinstance(flowers, TileSet) or not flowers.of_flowers:
            raise misplaced(flowers, "flowers.of(T('1f 5f'))")
        return Fact(Op.FLOWERS_OF, flowers)

    __hash__ = Fact.__hash__


@dataclass(frozen=True, slots=True)
class TileCounter:
    """`tiles` or `kinds`: counts over the whole hand."""

    op: Op

    def of(self, tiles: TileSet) -> Fact:
        """The number of tiles in this set."""
        return Fact(self.op, _tiles(tiles, "tiles.of(WINDS)"))

    def only(self, tiles: TileSet) -> Condition:
        """The condition that there is nothing outside this set of tiles."""
        return Fact(Op.TILES, ~_tiles(tiles, "tiles.only(WINDS)")) <= 0


@dataclass(frozen=True, slots=True)
class TileTest:
    """`eyes` (the pair of a standard hand) or `win` (the winning tile)."""

    op: Op

    def in_(self, tiles: TileSet) -> Condition:
        """The condition that it is one of these tiles."""
        return Fact(self.op, _tiles(tiles, "win.in_(WINDS)")) >= 1


@dataclass(frozen=True, slots=True)
class Groups:
    """The sets and the pair together."""

    def without(self, tiles: TileSet) -> Fact:
        """The number of groups that contain none of these tiles."""
        return Fact(Op.GROUPS_WITHOUT, _tiles(tiles, "groups.without(WINDS)"))


# --- conditions


class Condition:
    """An immutable expression tree that can be compared, printed, explained part by part, and lowered to the kernel."""

    __slots__ = ("_known",)
    _known: dict[str, Any]

    def known(self) -> dict[str, Any]:
        """A cache of derived values; not compared, copied or stored."""
        try:
            return self._known
        except AttributeError:
            object.__setattr__(self, "_known", {})
            return self._known

    def __and__(self, other: Condition) -> Condition:
        return And((*_parts(self, And), *_parts(other, And)))

    def __or__(self, other: Condition) -> Condition:
        return Or((*_parts(self, Or), *_parts(other, Or)))

    def __invert__(self) -> Condition:
        return self.part if isinstance(self, Not) else Not(self)

    def __bool__(self) -> bool:
        raise TypeError("a condition has no truth value; combine with & | ~ instead of and / or / not")


def _parts(condition: Condition, kind: type[And] | type[Or]) -> tuple[Condition, ...]:
    if not isinstance(condition, Condition):
        raise Misuse.of("condition.joined", got=repr(condition)[:40])
    return condition.parts if isinstance(condition, kind) else (condition,)


@dataclass(frozen=True, slots=True)
class Test(Condition):
    """A fact compared with numbers."""

    __test__ = False  # keeps pytest from collecting the class
    fact: Fact
    op: str
    values: tuple[int, ...]
    words: tuple[str, ...] = field(default=(), compare=False)
    """The names of the values, if they were written as names."""

    def holds(self, value: int) -> bool:
        """Whether a value of the fact passes; of a difference, the kernel's."""
        n, value = self.values[0], value - self.fact.zero
        match self.op:
            case "==":
                return value == n
            case "!=":
                return value != n
            case ">=":
                return value >= n
            case "<=":
                return value <= n
            case "in":
                return value in self.values
            case _:  # any: the fact is a bit set
                return any(value >> v & 1 for v in self.values)

    def __repr__(self) -> str:
        named = self.words or tuple(map(str, self.values))
        if self.op == "any":
            return f"places({', '.join(named)})"
        if self.op == "in" and len(named) == 1 and len(self.values) > 1:
            return f"{self.fact} == {named[0]}"
        if self.op == "in":
            return f"{_bracketed(self.fact)}.in_({', '.join(named)})"
        if self.fact.op in _FLAGS and (self.op, self.values) == (">=", (1,)):
            return repr(self.fact)
        if self.fact.zero and self.values == (0,) and self.fact.joined is not None and not self.fact.joined[0].zero:
            return f"{self.fact.joined[0]} {self.op} {self.fact.joined[1]}"
        return f"{self.fact} {self.op} {named[0] if self.op in ('==', '!=') else self.values[0]}"


def _bracketed(fact: Fact) -> str:
    return repr(fact) if fact.joined is None else f"({fact!r})"


# Facts that are true or false and so are conditions by themselves.
_FLAGS = frozenset(
    {
        Op.WIN_IN,
        Op.PAIR_IN,
        Op.CHAIN_TIGHT,
        Op.CHAIN_BROKEN,
        Op.KONG_FED,
        Op.LAST_TILE,
        Op.LAST_DISCARD,
        Op.ONE_SHOT,
        Op.EIGHTH_ELSEWHERE,
        Op.DEALER,
    }
)


@dataclass(frozen=True, slots=True)
class And(Condition):
    """Every part holds."""

    parts: tuple[Condition, ...]

    def __repr__(self) -> str:
        return " & ".join(_in_brackets(p) for p in self.parts) or "ALWAYS"


@dataclass(frozen=True, slots=True)
class Or(Condition):
    """At least one part holds."""

    parts: tuple[Condition, ...]

    def __repr__(self) -> str:
        return " | ".join(_in_brackets(p) for p in self.parts) or "NEVER"


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """The part does not hold."""

    part: Condition

    def __repr__(self) -> str:
        return f"~{_in_brackets(self.part)}"


@dataclass(frozen=True, slots=True)
class NamedCondition(Condition):
    """A condition that the ruleset defines under a name, so that an option can change it in one place."""

    name: str

    def __repr__(self) -> str:
        return f"named({self.name!r})"


ALWAYS: Condition = And(())
NEVER: Condition = Or(())


def named(name: str) -> Condition:
    """The condition that a ruleset defines under this name."""
    if not isinstance(name, str):
        raise misplaced(name, "named('self_drawn')")
    return NamedCondition(name)


def _in_brackets(condition: Condition) -> str:
    return repr(condition) if isinstance(condition, NamedCondition | Not) else f"({condition!r})"


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """The parts that a condition joins; empty for a single test or name."""
    if isinstance(condition, And | Or):
        return condition.parts
    return (condition.part,) if isinstance(condition, Not) else ()


# --- the vocabulary

tiles = TileCounter(Op.TILES)
kinds = TileCounter(Op.KINDS)
suits = Fact(Op.SUITS)
honours = tiles.of(HONOURS)
numbers = Fact(Op.NUMBERS)
face_sum = Fact(Op.FACE_SUM)
fours = Fact(Op.FOURS)
sets = SetsFact(Op.SETS, kinds=7)
chows = SetsFact(Op.SETS, kinds=1)
pungs = SetsFact(Op.SETS, kinds=6)
triplets = SetsFact(Op.SETS, kinds=2)
kongs = SetsFact(Op.SETS, kinds=4)
eyes = TileTest(Op.PAIR_IN)
win = TileTest(Op.WIN_IN)
groups = Groups()
carried = Fact(Op.CARRIED)
shape = Fact(Op.SHAPE)
place = Fact(Op.PLACE)
waits = Fact(Op.WAITS)
other_waits = Fact(Op.OTHER_WAITS)
held = Fact(Op.HELD)
appeared = Fact(Op.APPEARED)
appeared_all = Fact(Op.APPEARED_ALL)
flowers = FlowersFact(Op.FLOWERS)
own_flowers = Fact(Op.OWN_FLOWERS)
flower_sets = Fact(Op.FLOWER_SETS)
by = Fact(Op.BY)
replacement = Fact(Op.REPLACEMENT)
kong_chain = Fact(Op.KONG_CHAIN)
first_turn = Fact(Op.FIRST_TURN)
ready = Fact(Op.READY)
discards = Fact(Op.DISCARDS)
winners = Fact(Op.WINNERS)
streak = Fact(Op.STREAK)
seat = Fact(Op.SEAT)
round = Fact(Op.ROUND)
discarder = Fact(Op.DISCARDER)
left = Fact(Op.LEFT)
total = Fact(Op.TOTAL)
chain_tight = Fact(Op.CHAIN_TIGHT) >= 1
chain_broken = Fact(Op.CHAIN_BROKEN) >= 1
kong_fed = Fact(Op.KONG_FED) >= 1
robbed = Fact(Op.ROBBED)
robbed_concealed = robbed == RobbedKong.CONCEALED
robbed_exposed = robbed == RobbedKong.EXPOSED
last_tile = Fact(Op.LAST_TILE) >= 1
last_discard = Fact(Op.LAST_DISCARD) >= 1
one_shot = Fact(Op.ONE_SHOT) >= 1
eighth_elsewhere = Fact(Op.EIGHTH_ELSEWHERE) >= 1
dealer = Fact(Op.DEALER) >= 1


def places(*wanted: Place | NamedValue) -> Condition:
    """The condition that in some reading the winning tile is in one of these places."""
    fact, form = Fact(Op.PLACES), "places(EDGE, CLOSED)"
    told = [_values(fact, place)[0] if isinstance(place, NamedValue) else place for place in wanted]
    values = [numbered(place, 0, len(Place) - 1, form) for place in told]
    if not values:
        raise misplaced((), form)
    return Test(fact, "any", tuple(sorted(values)), _words(*wanted))


def count(relation: Relation) -> Fact:
    """The number of instances of a relation."""
    if not isinstance(relation, Relation):
        raise misplaced(relation, "count(related(chow(A, x), chow(A, x)))")
    return Fact(Op.RELATED, relation=relation)


self_drawn = by == By.SELF_DRAW
standard = shape == Shape.STANDARD
