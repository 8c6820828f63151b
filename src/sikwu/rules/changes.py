"""A draft of the rules, and the changes that options make to it before it is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sikwu.reading import Shapes
from sikwu.rules.language import ALWAYS, ANY_MADE, And, Condition, Not, Or, Relation, SetOrigin, Shape, Test
from sikwu.rules.pattern import LIMIT, NO_TEXT, Limit, Pattern, PatternRow, SumOf, Text, Worth

NOTHING = SetOrigin(0)
Value = bool | int | str | tuple[str, ...] | tuple[int, ...]
# The kernel's bits of special shapes, for 13 tiles and for 16.
SHAPES_OPENED = {
    Shape.PAIRS: (Shapes.SEVEN_PAIRS, Shapes.EIGHT_PAIRS),
    Shape.ORPHANS: (Shapes.THIRTEEN_ORPHANS, Shapes.ORPHANS_AND_SET),
    Shape.UNRELATED: (Shapes(0), Shapes.SIXTEEN_UNRELATED),
}


# --- a draft of the rules, changed by options and then built


@dataclass(slots=True)
class DraftRow:
    """A row while options are being applied."""

    pattern: str
    row: PatternRow
    when: Condition
    absorbs: set[str]
    enabled: bool = True
    worth: Worth = 0
    aside: bool = False
    """Whether its fan do not count towards the minimum."""


@dataclass(slots=True)
class Draft:
    """All rows with their prices, and the steps after them, while options are being applied."""

    patterns: tuple[Pattern, ...]
    rows: dict[str, DraftRow] = field(default_factory=dict)
    of: dict[str, list[DraftRow]] = field(default_factory=dict)
    """The rows of each pattern."""
    defined: dict[str, Condition] = field(default_factory=dict)
    limit_hands: set[str] = field(default_factory=set)
    freely_priced: set[str] = field(default_factory=set)
    """Patterns that the house has given a number of fan: as limit hands they are not raised to the ceiling."""
    clauses: list[tuple[Condition, Text]] = field(default_factory=list)
    """Conditions that every win must satisfy, each with the sentence for a win that does not."""
    cap: int | None = None
    minimum: int = 0
    unify: bool = False
    flowers_in_play: bool = True
    pairs_differ: bool = False
    pairs_doubled: bool = False
    """Whether four identical tiles are two of seven pairs."""
    raised: Raise | None = None
    dealer_in_raise: bool = True
    """Whether the winner's own dealer rows belong to the total that is raised."""
    payer_in_minimum: bool = False
    """Whether a paying dealer's fan count towards the minimum."""

    def add(self, pattern: Pattern, worth: Worth = 0, enabled: bool = True) -> None:
        """Adds the rows of a pattern."""
        mine = self.of.setdefault(pattern.id, [])
        for row in pattern.rows:
            made = DraftRow(pattern.id, row, row.when, set(row.absorbs), enabled, worth, row.aside)
            self.rows[f"{pattern.id}/{row.name}"] = made
            mine.append(made)

    @property
    def legal(self) -> Condition:
        """The condition that every win must satisfy."""
        legal: Condition = ALWAYS
        for condition, _ in self.clauses:
            legal = legal & condition
        return legal

    @property
    def unified(self) -> set[str]:
        """The limit hands that are worth exactly the ceiling."""
        return self.limit_hands - self.freely_priced if self.unify and self.cap is not None else set()

    def named(self, name: str) -> Sequence[DraftRow]:
        """The rows of a name: `pattern/row` is one row, `pattern` all rows of that pattern."""
        return (self.rows[name],) if "/" in name else self.of[name]

    def price(self, worth: Worth) -> int:
        """A worth as a number of fan."""
        if isinstance(worth, Limit):
            return self.cap or 13
        if isinstance(worth, SumOf):
            return sum(self.price(self._first_in_use(names).worth) for names in worth.rows)
        return worth

    def _first_in_use(self, names: Iterable[str]) -> DraftRow:
        rows = [row for name in names for row in self.named(name)]
        return next((row for row in rows if row.enabled), rows[-1])


# --- changes


class RuleChange:
    """One change to a draft; `value` is the option's value."""

    __slots__ = ()

    def apply(self, draft: Draft, value: Value) -> None:
        """Makes the change."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class On(RuleChange):
    """Puts rows into use."""

    names: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for name in self.names:
            for row in draft.named(name):
                row.enabled = True


@dataclass(frozen=True, slots=True)
class Off(RuleChange):
    """Takes rows out of use."""

    names: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for name in self.names:
            for row in draft.named(name):
                row.enabled = False


@dataclass(frozen=True, slots=True)
class Price(RuleChange):
    """Sets the worth of rows: to `worth`, or to the option's own value."""

    name: str
    worth: Worth | None = None

    def apply(self, draft: Draft, value: Value) -> None:
        worth = self.worth
        if worth is None:
            worth = LIMIT if value == "limit" else int(value)  # type: ignore[arg-type]
        for row in draft.named(self.name):
            row.worth = worth
            if worth is LIMIT:
                draft.limit_hands.add(self.name)


@dataclass(frozen=True, slots=True)
class PriceWithoutCap(RuleChange):
    """Sets the worth of rows in a game without a ceiling."""

    name: str

    def apply(self, draft: Draft, value: Value) -> None:
        if draft.cap is None:
            Price(self.name).apply(draft, value)


@dataclass(frozen=True, slots=True)
class Also(RuleChange):
    """Adds a requirement to a row."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.when = row.when & self.condition


@dataclass(frozen=True, slots=True)
class OrElse(RuleChange):
    """Adds a case in which a row holds."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.when = row.when | self.condition


@dataclass(frozen=True, slots=True)
class When(RuleChange):
    """Replaces the condition of a row."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.when = self.condition


@dataclass(frozen=True, slots=True)
class AlsoLike(RuleChange):
    """Adds the condition of another row as a requirement."""

    name: str
    model: str

    def apply(self, draft: Draft, value: Value) -> None:
        model = draft.named(self.model)[0]
        for row in draft.named(self.name):
            row.when = row.when & model.when


@dataclass(frozen=True, slots=True)
class Dearer(RuleChange):
    """Of two patterns in one win only the dearer counts; a self-draw counted beside it is part of its price."""

    first: str
    second: str

    def apply(self, draft: Draft, value: Value) -> None:
        def total(name: str) -> int:
            row = draft.named(name)[0]
            return draft.price(row.worth) + ("self_draw" not in row.absorbs)

        dear, cheap = (
            (self.first, self.second) if total(self.first) >= total(self.second) else (self.second, self.first)
        )
        Absorb(dear, (cheap,)).apply(draft, value)


@dataclass(frozen=True, slots=True)
class Define(RuleChange):
    """Sets the meaning of a named condition."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        draft.defined[self.name] = self.condition


@dataclass(frozen=True, slots=True)
class Absorb(RuleChange):
    """Makes a row absorb these rows."""

    name: str
    absorbed: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.absorbs |= set(self.absorbed)


@dataclass(frozen=True, slots=True)
class Release(RuleChange):
    """Makes a row no longer absorb these rows."""

    name: str
    released: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.absorbs -= set(self.released)


@dataclass(frozen=True, slots=True)
class AbsorbLike(RuleChange):
    """Makes all rows that absorb `model` absorb `name` as well."""

    name: str
    model: str

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.rows.values():
            if self.model in row.absorbs:
                row.absorbs.add(self.name)


@dataclass(frozen=True, slots=True)
class Share(RuleChange):
    """Makes a row exclude those of these rows that use any of its tiles."""

    name: str
    shared: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.row = replace(row.row, absorbs_shared=self.shared)


@dataclass(frozen=True, slots=True)
class EachOf(RuleChange):
    """Makes a row count once for each instance of another relation, and only then."""

    name: str
    relation: Relation

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.row = replace(row.row, each=self.relation)
            row.when = self.relation.exists


@dataclass(frozen=True, slots=True)
class NoFamily(RuleChange):
    """Takes a row out of its competing family; how its own instances stack does not change."""

    name: str

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.row = replace(row.row, family=None)


@dataclass(frozen=True, slots=True)
class Remake(RuleChange):
    """Lets filters on how sets were made that name `holding` accept more or fewer ways."""

    names: tuple[str, ...]
    holding: SetOrigin
    add: SetOrigin = NOTHING
    drop: SetOrigin = NOTHING

    def apply(self, draft: Draft, value: Value) -> None:
        for name in self.names:
            for row in draft.named(name):
                row.when = self._rewritten(row.when)

    def _rewritten(self, condition: Condition) -> Condition:
        match condition:
            case Test() if condition.fact.made_by != ANY_MADE and condition.fact.made_by & self.holding:
                made = (condition.fact.made_by | self.add) & ~self.drop
                return replace(condition, fact=replace(condition.fact, made_by=made))
            case And():
                return And(tuple(self._rewritten(p) for p in condition.parts))
            case Or():
                return Or(tuple(self._rewritten(p) for p in condition.parts))
            case Not():
                return Not(self._rewritten(condition.part))
            case _:
                return condition


@dataclass(frozen=True, slots=True)
class PairsDiffer(RuleChange):
    """Does not count four identical tiles as two pairs."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.pairs_differ = True


@dataclass(frozen=True, slots=True)
class FourAsTwoPairs(RuleChange):
    """Counts four identical tiles as two of seven pairs."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.pairs_doubled = True


@dataclass(frozen=True, slots=True)
class Raise:
    """Raises a win of exactly `total` fan to `to` fan, under the name of the pattern."""

    pattern: str
    total: int
    to: int


@dataclass(frozen=True, slots=True)
class SetRaise(RuleChange):
    """Turns the raising of small wins on."""

    raised: Raise | None

    def apply(self, draft: Draft, value: Value) -> None:
        draft.raised = self.raised


@dataclass(frozen=True, slots=True)
class CountDealer(RuleChange):
    """Sets whether the winner's own dealer rows belong to the total that is raised, and a paying dealer's fan to the
    minimum.
    """

    raising: bool | None = None
    payer: bool | None = None

    def apply(self, draft: Draft, value: Value) -> None:
        if self.raising is not None:
            draft.dealer_in_raise = self.raising
        if self.payer is not None:
            draft.payer_in_minimum = self.payer


@dataclass(frozen=True, slots=True)
class NoLimitHand(RuleChange):
    """Takes a pattern out of the limit hands."""

    name: str

    def apply(self, draft: Draft, value: Value) -> None:
        draft.limit_hands.discard(self.name)


@dataclass(frozen=True, slots=True)
class SetCap(RuleChange):
    """Sets the ceiling to the option's value."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.cap = None if value == "none" else int(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class SetMinimum(RuleChange):
    """Sets the least fan of a win to the option's value."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.minimum = int(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class SetUnify(RuleChange):
    """Sets whether limit hands are worth exactly the ceiling."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.unify = bool(value)


@dataclass(frozen=True, slots=True)
class SetLimitHands(RuleChange):
    """Sets the limit hands to the list in the option's value."""

    def apply(self, draft: Draft, value: Value) -> None:
        assert isinstance(value, tuple)
        draft.limit_hands = {str(pattern) for pattern in value}


@dataclass(frozen=True, slots=True)
class SetFlowers(RuleChange):
    """Sets whether the game has flowers."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.flowers_in_play = bool(value)


@dataclass(frozen=True, slots=True)
class Legal(RuleChange):
    """Adds a condition that a win must satisfy, whatever it counts; `says` is the sentence for a win that does not."""

    condition: Condition
    says: Text = NO_TEXT

    def apply(self, draft: Draft, value: Value) -> None:
        draft.clauses.append((self.condition, self.says))
