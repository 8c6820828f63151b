"""From a draft of the rules to the program the kernel runs: terms, what each fact rules out, rows in order of absorption."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from sikwu._kernel import RuleProgram
from sikwu.rules.edits import SHAPES_OPENED, Draft, DraftRow
from sikwu.rules.language import (
    ALWAYS,
    ANY_MADE,
    SELF,
    WON,
    And,
    Condition,
    Fact,
    Named,
    Not,
    NumberVar,
    Op,
    Or,
    Relation,
    Test,
)
from sikwu.rules.pattern import FlowerCount

Literal = tuple[int, bool]  # atom, wanted value
ROWS, TERMS, EXTRA = 128, 256, 128  # of the kernel's bit sets
PAIRS_DIFFER = 64  # among the kernel's shapes: four alike are not two pairs


class RulesTooLarge(ValueError):
    """The rules ask for more than the kernel's bit sets hold."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program with what is needed to speak about its numbers again."""

    program: RuleProgram
    rows: tuple[str, ...]
    """Full row names in the program's order."""
    pattern_of: tuple[str, ...]
    facts: tuple[Fact, ...]
    conditions: dict[str, Condition]
    """Conditions of the rows with every name resolved."""
    shapes: int


def resolve(condition: Condition, defined: dict[str, Condition]) -> Condition:
    """The condition with every named part replaced by what the ruleset defines."""
    match condition:
        case Named():
            return resolve(defined[condition.name], defined)
        case And():
            return And(tuple(resolve(p, defined) for p in condition.parts))
        case Or():
            return Or(tuple(resolve(p, defined) for p in condition.parts))
        case Not():
            return Not(resolve(condition.part, defined))
        case _:
            return condition


class _Atoms:
    """Collects elementary tests; complements and repeats share one atom."""

    def __init__(self) -> None:
        self.tests: dict[Fact, list[Test]] = {}
        self.index: dict[tuple[Fact, frozenset[int]], int] = {}

    def collect(self, condition: Condition) -> None:
        match condition:
            case Test():
                self.tests.setdefault(condition.fact, []).append(condition)
            case And() | Or():
                for part in condition.parts:
                    self.collect(part)
            case Not():
                self.collect(condition.part)

    def saturation(self, fact: Fact) -> int:
        top = 0
        for test in self.tests.get(fact, ()):
            most = max(test.values)
            top = max(top, 127 if test.op == "any" else most if test.op == ">=" else most + 1)
        if top > 255:
            raise RulesTooLarge(f"{fact!r} is compared with {top - 1}; the kernel compares up to 254")
        return top

    def literal(self, test: Test) -> Literal:
        values = range(self.saturation(test.fact) + 1)
        passing = frozenset(v for v in values if test.holds(v))
        wanted = 0 not in passing  # an atom is a presence: false at zero
        if not wanted:
            passing = frozenset(values) - passing
        return self.index.setdefault((test.fact, passing), len(self.index)), wanted


def _disjunctive(condition: Condition, atoms: _Atoms, wanted: bool = True) -> list[frozenset[Literal]]:
    """The condition as alternatives of literals that must all hold."""
    match condition:
        case Test():
            atom, value = atoms.literal(condition)
            return [frozenset({(atom, value == wanted)})]
        case Not():
            return _disjunctive(condition.part, atoms, not wanted)
        case And() | Or():
            parts = [_disjunctive(p, atoms, wanted) for p in condition.parts]
            if isinstance(condition, And) == wanted:
                joined = [frozenset().union(*choice) for choice in product(*parts)]
            else:
                joined = [term for part in parts for term in part]
            return _reduced(joined)
        case _:
            raise TypeError(f"{condition!r} cannot be lowered")


def _reduced(terms: Iterable[frozenset[Literal]]) -> list[frozenset[Literal]]:
    possible = [t for t in dict.fromkeys(terms) if not any((a, not v) in t for a, v in t)]
    return [t for t in possible if not any(o < t for o in possible)]


def _words(bits: int) -> tuple[int, int]:
    return bits & (1 << 64) - 1, bits >> 64


def _quads(bits: int) -> list[int]:
    return [bits >> 64 * i & (1 << 64) - 1 for i in range(4)]


def _relation(relation: Relation) -> list[list[int]]:
    out = [[int(relation.made), int(relation.two), int(relation.different)]]
    for slots in relation.any_of:
        flat: list[int] = []
        for s in slots:
            variable = (s.number.index, s.number.offset) if isinstance(s.number, NumberVar) else (2, s.number)
            flat += [int(s.slot), s.suit.index, *variable]
        out.append(flat)
    return out


def _absorbed(name: str, row: DraftRow, draft: Draft, live: dict[str, DraftRow], declared: dict[str, int]) -> set[str]:
    """Full names of the rows in use that a row drops."""
    out: set[str] = set()
    for target in row.absorbs:
        out |= set(_meant(target, live))
    if row.row.alone:
        spared = {n for target in row.row.beside for n in _meant(target, live)}
        for other, spec in live.items():
            earlier = spec.row.alone and declared[other] < declared[name]
            if spec.pattern != row.pattern and other not in spared and not earlier and not spec.row.of_dealer:
                out.add(other)
    return out - {name}


def _meant(target: str, live: dict[str, DraftRow]) -> list[str]:
    return [n for n, r in live.items() if target in (n, r.pattern)]


def absorption_order(live: dict[str, DraftRow], drops: dict[str, set[str]]) -> list[str]:
    """Rows so that absorbers stand before what they absorb; a circle outside a competing family is an error."""
    after: dict[str, set[str]] = {name: set() for name in live}
    for name, dropped in drops.items():
        for other in dropped:
            family = live[name].row.family
            if family is not None and family == live[other].row.family:
                continue  # members compete, they do not follow each other
            after[other].add(name)
    order: list[str] = []
    waiting = list(live)
    while waiting:
        free = next((n for n in waiting if not after[n].difference(order)), None)
        if free is None:
            raise ValueError(f"these rows absorb each other in a circle: {', '.join(waiting)}")
        waiting.remove(free)
        order.append(free)
    return order


def lower(draft: Draft, sets: int, tie_order: tuple[str, ...]) -> Lowered:
    """Builds the kernel's program from a finished draft."""
    live = {name: row for name, row in draft.rows.items() if row.enabled}
    ranked = sorted(
        live, key=lambda n: tie_order.index(live[n].pattern) if live[n].pattern in tie_order else len(tie_order)
    )
    declared = {name: i for i, name in enumerate(ranked)}
    drops = {name: _absorbed(name, row, draft, live, declared) for name, row in live.items()}
    shared = {name: {n for t in row.row.absorbs_shared for n in _meant(t, live)} - {name} for name, row in live.items()}
    order = absorption_order(live, {n: drops[n] | shared[n] for n in live})
    if len(order) > ROWS:
        raise RulesTooLarge(f"{len(order)} rows are in use; the kernel holds {ROWS}")
    position = {name: i for i, name in enumerate(order)}
    conditions = {name: resolve(live[name].when, draft.defined) for name in order}
    legal = resolve(draft.legal, draft.defined)

    atoms = _Atoms()
    for condition in (*conditions.values(), legal):
        atoms.collect(condition)
    facts = list(atoms.tests)
    relations: list[Relation] = []
    for name in order:
        each = live[name].row.each
        if isinstance(each, Fact) and each not in facts:
            facts.append(each)
        if isinstance(each, Relation) and each not in relations:
            relations.append(each)
    facts.sort(key=lambda f: f.level)
    relations += [f.relation for f in facts if f.relation is not None and f.relation not in relations]

    # Term i is the first of row i; further terms, and those of the legality (row -1), stand from EXTRA on.
    first: list[frozenset[Literal] | None] = []
    extra: list[tuple[int, frozenset[Literal]]] = []
    for i, name in enumerate(order):
        alternatives = _disjunctive(conditions[name], atoms)
        first.append(alternatives[0] if alternatives else None)
        extra += [(i, term) for term in alternatives[1:]]
    if legal != ALWAYS:
        extra += [(-1, term) for term in _disjunctive(legal, atoms)]
    if len(extra) > TERMS - EXTRA:
        raise RulesTooLarge(f"{len(extra)} alternatives stand in the conditions; the kernel holds {TERMS - EXTRA}")
    terms = [(i, term) for i, term in enumerate(first) if term is not None]
    terms += [(EXTRA + i, term) for i, (_, term) in enumerate(extra)]
    never = sum(1 << i for i, term in enumerate(first) if term is None)

    rows: list[list[int]] = []
    row_bits: list[int] = []
    families = list(dict.fromkeys(live[n].row.family for n in order if live[n].row.family is not None))
    for name in order:
        row = live[name]
        how, argument = 0, 0
        counted = row.row.each
        if isinstance(counted, FlowerCount):
            how = int(counted)
        elif isinstance(counted, Relation):
            how, argument = 2, relations.index(counted)
        elif isinstance(counted, Fact):
            how, argument = 1 if counted.op is Op.SETS else 6, facts.index(counted)
        family = row.row.family
        worth = 0 if row.row.mark else draft.price(row.worth)
        which = families.index(family) if family else -1
        used_once = bool(family and family.used_once)
        rows.append([worth, row.row.mark, how, argument, row.row.stack, which, used_once, declared[name]])
        row_bits += _words(sum(1 << position[n] for n in drops[name]))
        row_bits += _words(sum(1 << position[n] for n in shared[name]))
    tables: list[int] = []
    packed_facts: list[list[int]] = []
    for fact in facts:
        top = atoms.saturation(fact)
        relation = relations.index(fact.relation) if fact.relation is not None else 0
        start = len(tables) // 4
        packed_facts.append(
            [fact.op, top, start, fact.tiles.mask, fact.tiles.dynamic, fact.kinds, int(fact.made_by), relation]
        )
        mine = {atom: values for (owner, values), atom in atoms.index.items() if owner == fact}
        about = [(i, [(mine[a], v) for a, v in term if a in mine]) for i, term in terms]
        for value in range(top + 1):
            out = sum(1 << i for i, literals in about if any((value in values) != v for values, v in literals))
            tables += _quads(out)

    levels = [f.level for f in facts]
    shapes = 1 | (PAIRS_DIFFER if draft.pairs_differ else 0)
    for pattern in draft.patterns:
        if any(r.enabled for r in draft.named(pattern.id)):
            for shape in pattern.opens:
                shapes |= SHAPES_OPENED[shape][sets == 5]
    unify = 0
    if draft.unify and draft.cap is not None:
        unify = sum(1 << position[n] for n in order if live[n].pattern in draft.limit_hands)
    placed = any(r.made != ANY_MADE and bool(r.made & SELF) != bool(r.made & WON) for r in relations)
    placed = placed or any(isinstance(live[n].row.each, Fact) and live[n].row.each.level == 2 for n in order)  # type: ignore[union-attr]
    known = levels.count(0), levels.count(0) + levels.count(1)
    head = [sets, shapes, *known, draft.cap or 0]
    raised = draft.raised
    head += [raised.total, raised.to] if raised else [0, 0]
    head += [any(f.op is Op.PLACES for f in facts), placed]
    head += [next((i for i, n in enumerate(order) if raised and live[n].pattern == raised.pattern), -1)]
    head += [legal != ALWAYS]
    beside_raise = 0
    if raised and not draft.dealer_in_raise:
        beside_raise = sum(1 << position[n] for n in order if live[n].row.of_dealer)
    pattern_of = tuple(live[n].pattern for n in order)
    program = RuleProgram(
        head,
        packed_facts,
        tables,
        [_relation(r) for r in relations],
        [row for row, _ in extra],
        _quads(never),
        rows,
        row_bits,
        list(_words(unify)),
        list(_words(beside_raise)),
        list(pattern_of),
    )
    return Lowered(program, tuple(order), pattern_of, tuple(facts), conditions, shapes)
