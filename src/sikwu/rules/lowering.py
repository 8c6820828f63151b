"""Compiles a draft of the rules to the program that the kernel runs: terms, fact tables, rows in order of absorption."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from sikwu._kernel import KernelFact, KernelRelation, KernelRow, KernelSlot, Program, Template
from sikwu._kernel import TooMany as TooMany
from sikwu.reading import Shapes
from sikwu.rules.changes import SHAPES_OPENED, Draft, DraftRow
from sikwu.rules.language import ALWAYS, Condition, Fact, NumberVar, Op, Relation, SlotSpec
from sikwu.rules.limits import (
    ALL_TEMPLATES,
    EXTRA,
    MOST_FACTS,
    MOST_LAST,
    MOST_VALUES,
    RELATIONS,
    ROWS,
    TEMPLATES,
    Misuse,
    Steps,
    within,
)
from sikwu.rules.pattern import Family, FlowerCount
from sikwu.rules.terms import ByTotal, Term, asks_total, by_total, facts_of, last_change, terms_of, with_parts
from sikwu.rules.terms import resolve as resolve
from sikwu.texts import RulesError
from sikwu.tiles import KINDS

KERNEL_FAN = 32_767  # the largest price and ceiling in the kernel; options and patterns allow far less
FIRST_EXTRA = 128  # term i is the first term of row i; further terms are numbered from here on
LEGALITY = -1  # the row of the terms that every win must satisfy
PAIRS_DIFFER = 64  # one of the kernel's shapes: four identical tiles are not two pairs
ONCE, SETS, RELATION, COUNT = 0, 1, 2, 6  # numbers of the kernel's `Each`; the others are those of FlowerCount
NO_VARIABLE = 2  # marks a slot with a fixed number


class RulesCircle(RulesError):
    """Rows absorb each other in a circle."""


@dataclass(frozen=True, slots=True)
class LoweredRules:
    """A program with the data needed to translate its numbers back to names."""

    program: Program
    rows: tuple[str, ...]
    """The full names of the rows in the program's order."""
    pattern_of: tuple[str, ...]
    facts: tuple[Fact, ...]
    conditions: dict[str, Condition]
    """The conditions of the rows with every name resolved."""
    shapes: int
    aside: frozenset[str] = frozenset()
    """The rows whose fan do not count towards the minimum."""
    last: frozenset[str] = frozenset()
    """The rows that count after all others, by their total."""


def lower(draft: Draft, sets: int, tie_order: tuple[str, ...]) -> LoweredRules:
    """Builds the kernel's program from a finished draft."""
    rows = {name: row for name, row in draft.rows.items() if row.enabled}
    ordered = _ordered(rows, tie_order)
    order = ordered.order
    conditions = {name: resolve(rows[name].when, draft.defined) for name in order}
    legal = resolve(draft.legal, draft.defined)
    if asks_total(legal):
        raise Misuse.of("condition.total")
    last = {name: by_total(conditions[name]) for name in order if counts_last(rows[name], conditions[name], draft)}
    within("last", len(last), MOST_LAST)
    lowered = tuple(last[name].rest if name in last else condition for name, condition in conditions.items())
    asked = _asked(lowered, legal, tuple([rows[name].row.each for name in order]))
    shapes = shapes_of(draft, sets)
    pattern_of = tuple([rows[n].pattern for n in order])
    program = Program(
        sets=sets,
        shapes=shapes,
        facts=asked.measures,
        tables=asked.tables,
        never=asked.terms.never,
        relations=[_relation(r) for r in asked.relations],
        extra_rows=asked.terms.extra_rows,
        asks_legality=legal != ALWAYS,
        rows=_rows(draft, rows, ordered, asked, last),
        last=_last(draft, rows, order, asked, last),
        names=order,
        **_finish(draft, [rows[n] for n in order]),
    )
    aside = frozenset(name for name in order if rows[name].aside)
    return LoweredRules(program, tuple(order), pattern_of, asked.facts, conditions, shapes, aside, frozenset(last))


def shapes_of(draft: Draft, sets: int) -> int:
    """The kernel's bits of the special shapes that the patterns in use allow."""
    shapes = int(Shapes.STANDARD) | (PAIRS_DIFFER if draft.pairs_differ else 0)
    for pattern in draft.patterns:
        if pattern.opens and any(r.enabled for r in draft.named(pattern.id)):
            for shape in pattern.opens:
                shapes |= int(SHAPES_OPENED[shape][sets == 5])
    if draft.pairs_doubled and shapes & Shapes.SEVEN_PAIRS:
        shapes ^= Shapes.SEVEN_PAIRS | Shapes.DOUBLED_PAIRS
    return shapes


# --- rows in use, and their order


@dataclass(frozen=True, slots=True)
class _OrderedRows:
    """The names of the rows in use, absorbers first; the rows that each one drops, always or if they share sets, as
    bit sets.
    """

    order: list[str]
    declared: dict[str, int]
    drops: list[int]
    shared: list[int]
    of: tuple[object, ...]
    """The objects it was made from; kept alive, so that their ids stay unique."""


_KEPT = 32
_known: dict[tuple[object, ...], _OrderedRows] = {}


def _ordered(rows: dict[str, DraftRow], tie_order: tuple[str, ...]) -> _OrderedRows:
    """The order of some rows; cached, because most options change only prices and conditions."""
    within("rows", len(rows), ROWS)
    key = (tie_order, *[(name, id(row.row), frozenset(row.absorbs)) for name, row in rows.items()])
    known = _known.get(key)
    if known is None:
        while len(_known) >= _KEPT:
            _known.pop(next(iter(_known)), None)
        known = _known[key] = _order(rows, tie_order)
    return known


def _order(rows: dict[str, DraftRow], tie_order: tuple[str, ...]) -> _OrderedRows:
    # if a pattern is named twice, the first place counts
    rank = {pattern: -i for i, pattern in enumerate(reversed(tie_order))}
    ranked = sorted(rows, key=lambda n: rank.get(rows[n].pattern, 1))
    declared = {name: i for i, name in enumerate(ranked)}
    meant: dict[str, set[str]] = {name: {name} for name in rows}
    for name, row in rows.items():
        meant.setdefault(row.pattern, set()).add(name)
    drops = {name: _absorbed(name, row, rows, meant, declared) for name, row in rows.items()}
    shared = {name: _named(row.row.absorbs_shared, meant) - {name} for name, row in rows.items()}
    order = absorption_order(rows, {n: drops[n] | shared[n] for n in rows})
    bit = {name: 1 << i for i, name in enumerate(order)}
    dropped, sharing = ([sum([bit[n] for n in some[name]]) for name in order] for some in (drops, shared))
    return _OrderedRows(order, declared, dropped, sharing, tuple(row.row for row in rows.values()))


def _absorbed(
    name: str, row: DraftRow, rows: dict[str, DraftRow], meant: dict[str, set[str]], declared: dict[str, int]
) -> set[str]:
    """The full names of the rows in use that a row drops."""
    out = _named(row.absorbs, meant)
    if row.row.alone:
        spared = _named(row.row.beside, meant)
        for other, spec in rows.items():
            earlier = spec.row.alone and declared[other] < declared[name]
            if spec.pattern != row.pattern and other not in spared and not earlier and not spec.row.of_dealer:
                out.add(other)
    return out - {name}


def _named(targets: Iterable[str], meant: dict[str, set[str]]) -> set[str]:
    return {name for target in targets for name in meant.get(target, ())}


def absorption_order(rows: dict[str, DraftRow], drops: dict[str, set[str]]) -> list[str]:
    """Sorts rows so that absorbers come before the rows they absorb; a circle outside a competing family raises an
    error.
    """
    place = {name: i for i, name in enumerate(rows)}
    names, before = list(rows), [0] * len(rows)
    after: list[list[int]] = [[] for _ in rows]
    for name, dropped in drops.items():
        family = rows[name].row.family
        for other in dropped:
            if family is None or family != rows[other].row.family:  # members of a family compete, so they have no order
                after[place[name]].append(place[other])
                before[place[other]] += 1
    free = [i for i, count in enumerate(before) if not count]  # ascending, so already a heap
    order: list[str] = []
    while free:
        first = heappop(free)
        order.append(names[first])
        for i in after[first]:
            before[i] -= 1
            if not before[i]:
                heappush(free, i)
    if len(order) < len(names):
        done = set(order)
        raise RulesCircle.of("rules.circle", rows=[name for name in names if name not in done][:20])
    return order


# --- facts, terms, and which terms each value of a fact rules out


@dataclass(frozen=True, slots=True)
class _AskedFacts:
    """Everything that some conditions need: facts and relations, terms, and the kernel's facts with their tables."""

    facts: tuple[Fact, ...]
    relations: list[Relation]
    terms: _NumberedTerms
    measures: list[KernelFact]
    tables: list[int]


@lru_cache(maxsize=_KEPT)
def _asked(conditions: tuple[Condition, ...], legal: Condition, counting: tuple[object, ...]) -> _AskedFacts:
    """The needs of the conditions of some rows in their order; cached, because most options change only prices."""
    facts, relations = _measured(counting, (*conditions, legal))
    terms = _numbered(conditions, legal)
    measures, tables = _measures(facts, relations, terms.all)
    return _AskedFacts(tuple(facts), relations, terms, measures, tables)


def _measured(counting: Iterable[object], conditions: Iterable[Condition]) -> tuple[list[Fact], list[Relation]]:
    """The facts and relations to be measured; those known earlier come first."""
    asked = dict.fromkeys([fact for condition in conditions for fact in facts_of(condition)])
    relations: dict[Relation, None] = {}
    for each in counting:
        if isinstance(each, Fact):
            asked.update(dict.fromkeys(with_parts(each)))
        elif isinstance(each, Relation):
            relations.setdefault(each)
    facts = sorted(asked, key=lambda f: f.level)
    relations.update(dict.fromkeys([f.relation for f in facts if f.relation is not None]))
    within("facts", len(facts), MOST_FACTS)
    within("relations", len(relations), RELATIONS)
    within("templates", max((len(r.any_of) for r in relations), default=0), TEMPLATES)
    within("all_templates", sum(len(r.any_of) for r in relations), ALL_TEMPLATES)
    return facts, list(relations)


@dataclass(frozen=True, slots=True)
class _NumberedTerms:
    """The terms with their numbers, the rows of those from FIRST_EXTRA on, and first terms that do not exist."""

    all: list[tuple[int, Term]]
    extra_rows: list[int]
    never: int


def _numbered(conditions: Iterable[Condition], legal: Condition) -> _NumberedTerms:
    first: list[tuple[int, Term]] = []
    extra: list[tuple[int, Term]] = []
    never = 0
    steps = Steps()
    for i, condition in enumerate(conditions):
        alternatives = terms_of(condition, steps=steps)
        if alternatives:
            first.append((i, alternatives[0]))
            extra += [(i, term) for term in alternatives[1:]]
        else:
            never |= 1 << i
    if legal != ALWAYS:
        extra += [(LEGALITY, term) for term in terms_of(legal, steps=steps)]
    within("terms", len(extra), EXTRA)
    numbered = [(FIRST_EXTRA + i, term) for i, (_, term) in enumerate(extra)]
    return _NumberedTerms(first + numbered, [row for row, _ in extra], never)


def _measures(
    facts: list[Fact], relations: list[Relation], terms: Iterable[tuple[int, Term]]
) -> tuple[list[KernelFact], list[int]]:
    """The kernel's facts, and for each of their values the bit set of terms that it rules out."""
    asking: dict[Fact, dict[int, int]] = {fact: {} for fact in facts}  # values that pass → terms that need them
    for number, term in terms:
        for fact, values in term.items():
            mine = asking[fact]
            mine[values] = mine.get(values, 0) | 1 << number
    place = {relation: i for i, relation in enumerate(relations)}
    measures: list[KernelFact] = []
    tables: list[int] = []
    at = {fact: i for i, fact in enumerate(facts)}
    for fact, mine in asking.items():
        most = max(map(last_change, mine), default=0)
        within("values", len(tables) + most + 1, MOST_VALUES)
        related = place[fact.relation] if fact.relation is not None else 0
        measures.append(_measure(fact, most, len(tables), related, at))
        for value in range(most + 1):
            out = 0
            for values, numbers in mine.items():
                if not values >> value & 1:
                    out |= numbers
            tables.append(out)
    return measures, tables


def _measure(fact: Fact, most: int, table: int, relation: int, at: Mapping[Fact, int]) -> KernelFact:
    if fact.joined is not None:
        one, other = (at[part] for part in fact.joined)
        shift, level = fact.shift, fact.level
        return KernelFact(
            op=fact.op, saturate=most, table=table, tiles=other, dynamic=level, kinds=fact.kinds, made=shift, relation=one
        )  # fmt: skip
    return KernelFact(
        op=fact.op,
        saturate=most,
        table=table,
        tiles=fact.tiles.mask >> KINDS if fact.op is Op.FLOWERS_OF else fact.tiles.mask,
        dynamic=fact.tiles.dynamic,
        kinds=fact.kinds,
        made=fact.made_by,
        relation=relation,
    )


@lru_cache(maxsize=1024)
def _relation(relation: Relation) -> KernelRelation:
    return KernelRelation(
        any_of=[Template([_slot(s) for s in slots]) for slots in relation.any_of],
        made=relation.made,
        twice=relation.two,
        different=relation.different,
    )


def _slot(spec: SlotSpec) -> KernelSlot:
    at = spec.number
    variable, number = (at.index, at.offset) if isinstance(at, NumberVar) else (NO_VARIABLE, at)
    return KernelSlot(slot=spec.slot, suit=spec.suit.index, variable=variable, number=number)


# --- rows, and the steps after them


def counts_last(row: DraftRow, condition: Condition, draft: Draft) -> bool:
    """Whether a row counts after all others, by their total: its condition asks for it, or it takes fan away."""
    return not row.row.mark and (asks_total(condition) or draft.price(row.worth) < 0)


def _last(
    draft: Draft, rows: dict[str, DraftRow], order: list[str], asked: _AskedFacts, last: Mapping[str, ByTotal]
) -> list[tuple[int, int, int, int]]:
    """The rows that count last: what adds fan comes before what takes them away."""
    found = []
    first = {name: (draft.price(row.worth) < 0, i) for i, (name, row) in enumerate(rows.items())}
    for name, by in sorted(last.items(), key=lambda item: first[item[0]]):
        each = rows[name].row.each
        times = asked.facts.index(each) if isinstance(each, Fact) else -1
        found.append((order.index(name), by.least, max(by.most, by.least - 1), times))
    return found


def _rows(
    draft: Draft, rows: dict[str, DraftRow], ordered: _OrderedRows, asked: _AskedFacts, last: Mapping[str, ByTotal]
) -> list[KernelRow]:
    places: dict[object, int] = {each: i for some in (asked.facts, asked.relations) for i, each in enumerate(some)}
    families: dict[Family, int] = {}
    out = []
    for i, name in enumerate(ordered.order):
        row = rows[name]
        how, which = (ONCE, 0) if name in last else _counting(row.row.each, places)
        family = row.row.family
        out.append(
            KernelRow(
                worth=0 if row.row.mark else _priced(draft.price(row.worth)),
                mark=row.row.mark or name in last,
                each=how,
                each_fact=which,
                stack=row.row.stack,
                family=-1 if family is None else families.setdefault(family, len(families)),
                used_once=family is not None and family.used_once,
                declared=ordered.declared[name],
                absorbs=ordered.drops[i],
                absorbs_shared=ordered.shared[i],
            )
        )
    return out


def _priced(fan: int) -> int:
    within("fan", abs(fan), KERNEL_FAN)
    return fan


def _counting(each: object, places: Mapping[object, int]) -> tuple[int, int]:
    """How a row counts, and by which fact or relation."""
    if isinstance(each, FlowerCount):
        return int(each), 0
    if isinstance(each, Relation):
        return RELATION, places[each]
    if isinstance(each, Fact):
        return SETS if each.op is Op.SETS else COUNT, places[each]
    return ONCE, 0


def _finish(draft: Draft, rows: list[DraftRow]) -> dict[str, Any]:
    """The patterns of the rows, and the steps after them: ceiling, unified limit hands, raise."""
    pattern_of = [row.pattern for row in rows]
    unified = draft.unified
    raised = draft.raised
    apart = raised and not draft.dealer_in_raise
    return {
        "patterns": pattern_of,
        "cap": _priced(draft.cap or 0),
        "unify": sum(1 << i for i, pattern in enumerate(pattern_of) if pattern in unified),
        "raise_from": raised.total if raised else 0,
        "raise_to": raised.to if raised else 0,
        "beside_raise": sum(1 << i for i, row in enumerate(rows) if row.row.of_dealer) if apart else 0,
        "aside": sum(1 << i for i, row in enumerate(rows) if row.aside),
        "raise_row": pattern_of.index(raised.pattern) if raised and raised.pattern in pattern_of else -1,
    }
