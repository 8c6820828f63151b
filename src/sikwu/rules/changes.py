"""A draft of the rules, and the changes that options make to it before it is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sikwu.reading import Shapes
from sikwu.rules.language import ALWAYS, ANY_MADE, And, Condition, Made, Not, Or, Relation, Shape, Test
from sikwu.rules.pattern import LIMIT, NO_TEXT, Limit, Pattern, Row, SumOf, Text, Worth

NOTHING = Made(0)
Value = bool | int | str | tuple[str, ...] | tuple[int, ...]
# The kernel's bits of special shapes, with 13 tiles and with 16.
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
    row: Row
    when: Condition
    absorbs: set[str]
    enabled: bool = True
    worth: Worth = 0


@dataclass(slots=True)
class Draft:
    """All rows with their prices, and the steps after them, while options are being applied."""

    patterns: tuple[Pattern, ...]
    rows: dict[str, DraftRow] = field(default_factory=dict)
    of: dict[str, list[DraftRow]] = field(default_factory=dict)
    """The rows of each pattern."""
    defined: dict[str, Condition] = field(default_factory=dict)
    limit_hands: set[str] = field(default_factory=set)
    clauses: list[tuple[Condition, Text]] = field(default_factory=list)
    """What every win must satisfy, each with the words for one that does not."""
    cap: int | None = None
    minimum: int = 0
    unify: bool = False
    flowers_in_play: bool = True
    pairs_differ: bool = False
    raised: Raise | None = None
    dealer_in_raise: bool = True
    """The winner's own dealer rows belong to the total that is raised."""
    payer_in_minimum: bool = False
    """A paying dealer's fan helps to reach the minimum."""

    def add(self, pattern: Pattern, worth: Worth = 0, enabled: bool = True) -> None:
        """Puts a pattern's rows in."""
        mine = self.of.setdefault(pattern.id, [])
        for row in pattern.rows:
            made = DraftRow(pattern.id, row, row.when, set(row.absorbs), enabled, worth)
            self.rows[f"{pattern.id}/{row.name}"] = made
            mine.append(made)

    @property
    def legal(self) -> Condition:
        """What every win must satisfy."""
        legal: Condition = ALWAYS
        for condition, _ in self.clauses:
            legal = legal & condition
        return legal

    def named(self, name: str) -> Sequence[DraftRow]:
        """The rows a name means: `pattern/row` one, `pattern` all of that pattern."""
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


class Change:
    """One change to a draft; `value` is the option's value."""

    __slots__ = ()

    def apply(self, draft: Draft, value: Value) -> None:
        """Makes the change."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class On(Change):
    """Puts rows into use."""

    names: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for name in self.names:
            for row in draft.named(name):
                row.enabled = True


@dataclass(frozen=True, slots=True)
class Off(Change):
    """Takes rows out of use."""

    names: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for name in self.names:
            for row in draft.named(name):
                row.enabled = False


@dataclass(frozen=True, slots=True)
class Price(Change):
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
class PriceUnlimited(Change):
    """Sets the worth of rows where the game has no ceiling."""

    name: str

    def apply(self, draft: Draft, value: Value) -> None:
        if draft.cap is None:
            Price(self.name).apply(draft, value)


@dataclass(frozen=True, slots=True)
class Also(Change):
    """A row needs this too."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.when = row.when & self.condition


@dataclass(frozen=True, slots=True)
class OrElse(Change):
    """A row holds in this case too."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.when = row.when | self.condition


@dataclass(frozen=True, slots=True)
class When(Change):
    """A row holds under another condition."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.when = self.condition


@dataclass(frozen=True, slots=True)
class AlsoLike(Change):
    """A row needs what another row needs, too."""

    name: str
    model: str

    def apply(self, draft: Draft, value: Value) -> None:
        model = draft.named(self.model)[0]
        for row in draft.named(self.name):
            row.when = row.when & model.when


@dataclass(frozen=True, slots=True)
class Dearer(Change):
    """Of two patterns in one win the dearer counts; a self-draw counted beside it is part of its price."""

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
class Define(Change):
    """A named condition means this."""

    name: str
    condition: Condition

    def apply(self, draft: Draft, value: Value) -> None:
        draft.defined[self.name] = self.condition


@dataclass(frozen=True, slots=True)
class Absorb(Change):
    """Where the row counts, these no longer do."""

    name: str
    absorbed: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.absorbs |= set(self.absorbed)


@dataclass(frozen=True, slots=True)
class Release(Change):
    """Where the row counts, these do too."""

    name: str
    released: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.absorbs -= set(self.released)


@dataclass(frozen=True, slots=True)
class AbsorbLike(Change):
    """Whatever absorbs `model` absorbs `name` as well."""

    name: str
    model: str

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.rows.values():
            if self.model in row.absorbs:
                row.absorbs.add(self.name)


@dataclass(frozen=True, slots=True)
class Share(Change):
    """Where the row counts, of these only what uses none of its tiles does."""

    name: str
    shared: tuple[str, ...]

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.row = replace(row.row, absorbs_shared=self.shared)


@dataclass(frozen=True, slots=True)
class EachOf(Change):
    """A row counts each time sets stand in another relation, and only then."""

    name: str
    relation: Relation

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.row = replace(row.row, each=self.relation)
            row.when = self.relation.exists


@dataclass(frozen=True, slots=True)
class NoFamily(Change):
    """A row competes with no other; what is stacked in it stays so."""

    name: str

    def apply(self, draft: Draft, value: Value) -> None:
        for row in draft.named(self.name):
            row.row = replace(row.row, family=None)


@dataclass(frozen=True, slots=True)
class Remade(Change):
    """Filters on how sets came, where they name `holding`, let more or fewer ways pass."""

    names: tuple[str, ...]
    holding: Made
    add: Made = NOTHING
    drop: Made = NOTHING

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
class PairsDiffer(Change):
    """Four tiles alike are not two pairs."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.pairs_differ = True


@dataclass(frozen=True, slots=True)
class Raise:
    """A win of exactly `total` fan is worth `to` instead, and is called by the pattern's name."""

    pattern: str
    total: int
    to: int


@dataclass(frozen=True, slots=True)
class SetRaise(Change):
    """Small wins are raised."""

    raised: Raise | None

    def apply(self, draft: Draft, value: Value) -> None:
        draft.raised = self.raised


@dataclass(frozen=True, slots=True)
class CountDealer(Change):
    """Whether the winner's own dealer rows belong to the total that is raised, and a paying dealer's fan to the minimum."""

    raising: bool | None = None
    payer: bool | None = None

    def apply(self, draft: Draft, value: Value) -> None:
        if self.raising is not None:
            draft.dealer_in_raise = self.raising
        if self.payer is not None:
            draft.payer_in_minimum = self.payer


@dataclass(frozen=True, slots=True)
class NoLimitHand(Change):
    """The pattern is no limit hand."""

    name: str

    def apply(self, draft: Draft, value: Value) -> None:
        draft.limit_hands.discard(self.name)


@dataclass(frozen=True, slots=True)
class SetCap(Change):
    """The ceiling is the option's value."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.cap = None if value == "none" else int(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class SetMinimum(Change):
    """The least fan of a win is the option's value."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.minimum = int(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class SetUnify(Change):
    """Limit hands are worth exactly the ceiling, or not."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.unify = bool(value)


@dataclass(frozen=True, slots=True)
class SetLimitHands(Change):
    """The option's value lists the limit hands."""

    def apply(self, draft: Draft, value: Value) -> None:
        assert isinstance(value, tuple)
        draft.limit_hands = {str(pattern) for pattern in value}


@dataclass(frozen=True, slots=True)
class SetFlowers(Change):
    """The game has flowers, or not."""

    def apply(self, draft: Draft, value: Value) -> None:
        draft.flowers_in_play = bool(value)


@dataclass(frozen=True, slots=True)
class Legal(Change):
    """A win must satisfy this, whatever it counts; `says` tells who does not."""

    condition: Condition
    says: Text = NO_TEXT

    def apply(self, draft: Draft, value: Value) -> None:
        draft.clauses.append((self.condition, self.says))
