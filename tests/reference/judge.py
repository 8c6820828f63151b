"""Computes the fan of a win by walking the drafted rules in plain Python: rows, absorption, families, ceiling, ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from reference.facts import Facts, related
from reference.readings import PAIRS_DIFFER
from sikwu.reading import Reading, Shape, Shapes
from sikwu.rules.changes import DraftRow
from sikwu.rules.language import And, Condition, Fact, NamedCondition, Not, Op, Or, Relation, Test
from sikwu.rules.pattern import FlowerCount, Stack
from sikwu.rules.ruleset import Ruleset
from sikwu.win import Win

OPENED = {
    (Shape.PAIRS, 4): Shapes.SEVEN_PAIRS,
    (Shape.PAIRS, 5): Shapes.EIGHT_PAIRS,
    (Shape.ORPHANS, 4): Shapes.THIRTEEN_ORPHANS,
    (Shape.ORPHANS, 5): Shapes.ORPHANS_AND_SET,
    (Shape.UNRELATED, 5): Shapes.SIXTEEN_UNRELATED,
}
MOST_SELECTIONS = 5000
MOST_INSTANCES = 72  # as many as the kernel keeps of one relation, and more than possible


class TooMany(Exception):
    """More instances than can be tried one after another, or than the kernel keeps; no document has such a hand."""


@dataclass(frozen=True)
class Instance:
    """One time that a row holds: the groups and flowers that make it (none: the whole hand), and its fan."""

    row: str
    elements: frozenset[object]
    fan: int


@dataclass(frozen=True)
class Verdict:
    """The worth of a reading."""

    reading: Reading
    fan: int
    capped: int
    counted: tuple[Instance, ...]
    patterns: dict[str, int] = field(compare=False)
    """Everything that counted, with its fan; some count nothing."""
    marks: frozenset[str] = frozenset()
    last: dict[str, int] = field(default_factory=dict, compare=False)
    """What counts last, by the total."""


class Judge:
    """The rules of a ruleset, prepared for judging."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.draft, self.sets = ruleset.draft, ruleset.document.sets
        self.rows = {name: row for name, row in self.draft.rows.items() if row.enabled}
        self.shapes = Shapes.STANDARD | (PAIRS_DIFFER if self.draft.pairs_differ else Shapes(0))
        for pattern in self.draft.patterns:
            if any(row.pattern == pattern.id for row in self.rows.values()):
                for shape in pattern.opens:
                    self.shapes |= OPENED[shape, self.sets]
        if self.draft.pairs_doubled and Shapes.SEVEN_PAIRS in self.shapes:
            self.shapes = (self.shapes | Shapes.DOUBLED_PAIRS) & ~Shapes.SEVEN_PAIRS
        order = ruleset.document.tie_order
        last = len(order)
        self.declared = sorted(
            self.rows, key=lambda n: order.index(self.rows[n].pattern) if self.rows[n].pattern in order else last
        )

    def judge(self, win: Win) -> Verdict | None:
        """The best verdict over all legal readings, raised if it is small; None if it is not a win."""
        best = self.best(self.verdicts(win))
        return None if best is None else self._with_last(best, self._raised(best))

    def best(self, verdicts: list[Verdict]) -> Verdict | None:
        """The dearest of some verdicts; the first of equals."""
        return max(verdicts, key=self.rank, default=None)

    def rank(self, v: Verdict) -> tuple[object, ...]:
        """The sort key: capped, raw, fewer instances, sets before other shapes, what counts in declared order."""
        return (
            v.capped,
            v.fan,
            sum(v.last.values()),
            -len(v.counted),
            v.reading.shape is Shape.STANDARD,
            self._order(v.counted),
        )

    def verdicts(self, win: Win) -> list[Verdict]:
        """The worth of every legal reading, with the winning tile in every place."""
        facts = Facts(win, self.sets, self.shapes)
        return [
            self._judged(facts, reading) for reading in facts.readings if self.holds(self.draft.legal, facts, reading)
        ]

    def holds(self, condition: Condition, facts: Facts, reading: Reading) -> bool:
        """Whether a condition is true for a reading."""
        match condition:
            case Test(fact, op, values):
                value, n = facts.of(fact, reading) - fact.zero, values[0]
                return {
                    "==": value == n,
                    "!=": value != n,
                    ">=": value >= n,
                    "<=": value <= n,
                    "in": value in values,
                    "any": any(value & 1 << v for v in values),
                }[op]
            case And(parts):
                return all(self.holds(p, facts, reading) for p in parts)
            case Or(parts):
                return any(self.holds(p, facts, reading) for p in parts)
            case Not(part):
                return not self.holds(part, facts, reading)
            case NamedCondition(name):
                return self.holds(self.draft.defined[name], facts, reading)
        raise AssertionError(f"{condition!r} is no condition")

    # --- one reading

    def _judged(self, facts: Facts, reading: Reading) -> Verdict:
        held = [
            name
            for name, row in self.rows.items()
            if self.holds(self._without_total(name)[0] if name in self.late else row.when, facts, reading)
        ]
        marks = frozenset(name for name in held if self.rows[name].row.mark or name in self.late)
        instances = [i for name in held if name not in marks for i in self._instances(name, facts, reading)]
        choice = [i for i in instances if self._may_choose(i, instances)]
        fixed = [i for i in instances if i not in choice]
        # Within a reading only the raw total decides; the ceiling comes afterwards.
        counted = max(
            (self._counted([*fixed, *some]) for some in self._tried(choice) if self._forced(some, choice)),
            key=lambda c: (sum(i.fan for i in c), -len(c), self._order(c), self._sets(c)),
        )
        verdict = self._verdict(reading, counted, marks)
        return replace(verdict, last=self._last(verdict, facts))

    # --- rows that count last

    @cached_property
    def late(self) -> list[str]:
        """The rows that count after the others: first those that add fan, then those that take them away."""

        def asks(condition: Condition) -> bool:
            if isinstance(condition, Test):
                return condition.fact.op is Op.TOTAL
            return any(asks(p) for p in getattr(condition, "parts", ())) or (
                isinstance(condition, Not) and asks(condition.part)
            )

        below = {name: self.draft.price(row.worth) < 0 for name, row in self.rows.items()}
        late = [n for n, row in self.rows.items() if not row.row.mark and (below[n] or asks(row.when))]
        return [n for n in late if not below[n]] + [n for n in late if below[n]]

    def _without_total(self, name: str) -> tuple[Condition, list[Test]]:
        """The condition of a row without its tests of the total, and those."""
        when = self.rows[name].when
        parts = when.parts if isinstance(when, And) else (when,)
        tests = [p for p in parts if isinstance(p, Test) and p.fact.op is Op.TOTAL]
        return And(tuple(p for p in parts if p not in tests)), tests

    def _last(self, verdict: Verdict, facts: Facts) -> dict[str, int]:
        """What counts last beside everything else, and its fan; never more is taken away than there is."""
        left, found = verdict.fan, {}
        for name in self.late:
            if name not in verdict.marks or any(name in self.absorbed[i.row] for i in verdict.counted):
                continue
            if not all(test.holds(verdict.fan) for test in self._without_total(name)[1]):
                continue
            each = self.rows[name].row.each
            times = facts.of(each, verdict.reading) if isinstance(each, Fact) else 1
            fan = max(times * self.draft.price(self.rows[name].worth), -left)
            left += fan
            if fan:
                found[name] = fan
        return found

    def _with_last(self, before: Verdict, raised: Verdict) -> Verdict:
        if not before.last:
            return raised
        late = tuple(Instance(name, frozenset(), fan) for name, fan in before.last.items())
        return self._verdict(raised.reading, (*raised.counted, *late), raised.marks)

    def _verdict(self, reading: Reading, counted: tuple[Instance, ...], marks: frozenset[str]) -> Verdict:
        fan = sum(i.fan for i in counted)
        patterns: dict[str, int] = {}
        for i in counted:
            pattern = self.rows[i.row].pattern
            patterns[pattern] = patterns.get(pattern, 0) + i.fan
        return Verdict(reading, fan, self._capped(fan, counted), counted, patterns, marks)

    def _instances(self, name: str, facts: Facts, reading: Reading) -> list[Instance]:
        row = self.rows[name]
        fan, each = self.draft.price(row.worth), row.row.each
        flowers = facts.win.hand.flowers
        own = {f for f in flowers if f.number == facts.win.seat + 1}
        elements: list[frozenset[object]]
        if each is None:
            elements = [frozenset()]
        elif isinstance(each, Relation):
            elements = [frozenset(groups) for groups in related(each, reading.groups)]
            if len(elements) > MOST_INSTANCES:
                raise TooMany
        elif isinstance(each, Fact) and each.op is Op.SETS:
            elements = [frozenset({group}) for group in facts.matching(each, reading)]
        elif isinstance(each, Fact):
            times = facts.of(each, reading)
            return [Instance(name, frozenset(), fan * times)] if times else []
        elif each is FlowerCount.SETS:
            series = [{f for f in flowers if f in four} for four in (range(34, 38), range(38, 42))]
            elements = [frozenset(four) for four in series if len(four) == 4]
        else:
            elements = [frozenset({f}) for f in flowers if (f in own) == (each is FlowerCount.OWN)]
        return [Instance(name, e, fan) for e in elements]

    # --- choices: families, and relations that do not simply add up

    def _may_choose(self, i: Instance, instances: list[Instance]) -> bool:
        """Whether there is a choice: whether the row may give way to another."""
        row = self.rows[i.row].row
        if row.family is None and not (isinstance(row.each, Relation) and row.stack is not Stack.EACH):
            return False
        return any(i is not other and (self._clash(i, other) or self._drops(i, other)) for other in instances)

    def _clash(self, a: Instance, b: Instance) -> bool:
        one, other = self.rows[a.row].row, self.rows[b.row].row
        share = bool(a.elements & b.elements)
        used_once = one.family is not None and one.family.used_once
        if a.row == b.row:
            if not isinstance(one.each, Relation):
                return False
            return one.stack is Stack.ONCE or (share and (one.stack is Stack.DISJOINT or used_once))
        if one.family is None or one.family != other.family:
            return False
        if used_once:
            return share
        drops = b.row in self.absorbed[a.row] or a.row in self.absorbed[b.row]
        return drops or (share and (b.row in self.shared[a.row] or a.row in self.shared[b.row]))

    def _selections(self, choice: list[Instance]) -> Iterator[list[Instance]]:
        """Every set of instances without a conflict."""
        if not choice:
            yield []
            return
        first, rest = choice[0], choice[1:]
        yield from self._selections(rest)
        for some in self._selections([i for i in rest if not self._clash(first, i)]):
            yield [first, *some]

    def _tried(self, choice: list[Instance]) -> Iterator[list[Instance]]:
        for n, some in enumerate(self._selections(choice)):
            if n == MOST_SELECTIONS:
                raise TooMany
            yield some

    def _forced(self, some: list[Instance], choice: list[Instance]) -> bool:
        """Whether a row must count: only family members may be given up; any other row counts as often as its own
        instances allow.
        """
        for row in {i.row for i in choice if self.rows[i.row].row.family is None}:
            mine = [i for i in choice if i.row == row]
            most = max(len(alone) for alone in self._selections(mine))
            if sum(i.row == row for i in some) < most:
                return False
        return True

    # --- absorption

    @cached_property
    def absorbed(self) -> dict[str, set[str]]:
        """Row → the rows that do not count if it counts."""
        return {name: self._absorbed_by(name, row) for name, row in self.rows.items()}

    @cached_property
    def shared(self) -> dict[str, set[str]]:
        """Row → the rows that do not count for sets that it uses."""
        return {name: self._meant(row.row.absorbs_shared) - {name} for name, row in self.rows.items()}

    def _meant(self, names: tuple[str, ...] | set[str]) -> set[str]:
        return {n for n, row in self.rows.items() if n in names or row.pattern in names}

    def _absorbed_by(self, name: str, row: DraftRow) -> set[str]:
        out = self._meant(row.absorbs)
        if row.row.alone:
            # Of two rows that stand alone, the one declared first does.
            before = self.declared[: self.declared.index(name)]
            spared = {n for n in before if self.rows[n].row.alone} | self._meant(row.row.beside)
            spared |= {n for n, other in self.rows.items() if other.row.of_dealer}
            out |= {n for n, other in self.rows.items() if other.pattern != row.pattern} - spared
        return out - {name}

    def _counted(self, instances: list[Instance]) -> tuple[Instance, ...]:
        """The instances left after everything absorbed is dropped; a dropped row absorbs nothing."""
        known: dict[Instance, bool] = {}

        def counts(i: Instance) -> bool:
            if i not in known:
                known[i] = not any(counts(by) for by in instances if self._drops(by, i))
            return known[i]

        return tuple(i for i in instances if counts(i))

    def _drops(self, by: Instance, i: Instance) -> bool:
        family = self.rows[by.row].row.family
        if family is not None and family == self.rows[i.row].row.family:
            return False  # members compete instead
        return i.row in self.absorbed[by.row] or (i.row in self.shared[by.row] and bool(by.elements & i.elements))

    # --- after the rows

    def _raised(self, best: Verdict) -> Verdict:
        """Raises the best total if it is exactly the given fan; dealer rows may stay aside."""
        raised = self.draft.raised
        aside = () if self.draft.dealer_in_raise else tuple(i for i in best.counted if self.rows[i.row].row.of_dealer)
        if raised is None or best.fan - sum(i.fan for i in aside) != raised.total:
            return best
        row = next(name for name, row in self.rows.items() if row.pattern == raised.pattern)
        return self._verdict(best.reading, (Instance(row, frozenset(), raised.to), *aside), best.marks)

    def _capped(self, fan: int, counted: tuple[Instance, ...]) -> int:
        cap = self.draft.cap
        if cap is None:
            return fan
        own = self.draft.freely_priced  # a number of the house's own is not raised to the ceiling
        hands = [{i.row, self.rows[i.row].pattern} for i in counted if self.rows[i.row].pattern not in own]
        limit = any(hand & self.draft.limit_hands for hand in hands)
        return cap if limit and self.draft.unify else min(fan, cap)

    def _order(self, counted: tuple[Instance, ...]) -> tuple[int, ...]:
        """What counts, in declared order, and then how often; the greater comes first."""
        often = Counter(i.row for i in counted)
        times = [often[name] for name in self.declared]
        return *(n > 0 for n in times), *times

    def _sets(self, counted: tuple[Instance, ...]) -> tuple[int, ...]:
        """The sets that count, in declared order: melds as laid down, then the other sets by their lowest tile, the
        pair.
        """
        told = sorted((self.declared.index(i.row), _mask(i.elements)) for i in counted)
        return tuple(-mask for _, mask in told)


def _mask(elements: frozenset[object]) -> int:
    """One bit for each set, flowers above groups."""
    flower = 34
    return sum(1 << (e if e < flower else 8 + e - flower) for e in elements if isinstance(e, int))
