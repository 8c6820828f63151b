"""Every fact of the kernel agrees with its definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import sikwu
from reference.facts import Facts
from reference.facts import related as related_groups
from reference.judge import MOST_INSTANCES
from reference.probes import MEASURED, bare, random_fact
from reference.samples import many, random_win, told_left
from sikwu.reading import Shape, Shapes
from sikwu.rules.language import (
    A,
    And,
    Condition,
    Not,
    NumberVar,
    Op,
    Or,
    Relation,
    Test,
    count,
    pair,
    places,
    related,
    twice,
    x,
    y,
)  # fmt: skip
from sikwu.rules.lowering import resolve
from sikwu.rules.pattern import Pattern
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.terms import with_parts
from sikwu.texts import RulesError
from sikwu.win import Win

WHOLE = 254  # a fact compared with this is computed in full


def elementary(condition: Condition) -> Iterator[Test]:
    """The elementary tests of a condition."""
    match condition:
        case Test():
            yield condition
        case And(parts) | Or(parts):
            for part in parts:
                yield from elementary(part)
        case Not(part):
            yield from elementary(part)


def told_by_kernel(rules: Ruleset, win: Win) -> list[tuple[int, ...]]:
    """The kernel's values of all facts, for each placed reading."""
    found: list[tuple[int, ...]] = []
    while True:
        try:
            found.append(tuple(rules.lowered.program.fact_values(win.pack(), len(found))))
        except IndexError:
            return found


def compare(rules: Ruleset, win: Win, tops: list[int]) -> None:
    """Asserts that all facts agree in all readings, as far as any test of the ruleset looks."""
    lowered = rules.lowered
    facts = Facts(win, rules.document.sets, Shapes(lowered.shapes))
    ours = [[facts.of(fact, reading) for fact in lowered.facts] for reading in facts.readings]
    theirs = told_by_kernel(rules, win)
    cut = [Counter(tuple(map(min, row, tops)) for row in rows) for rows in (ours, theirs)]
    if cut[0] != cut[1]:
        wrong = [
            (fact, sorted({row[i] for row in ours}), sorted({row[i] for row in theirs}))
            for i, fact in enumerate(lowered.facts)
            if Counter(min(row[i], tops[i]) for row in ours) != Counter(min(row[i], tops[i]) for row in theirs)
        ]
        raise AssertionError(f"{win.text}\nfact, twin, kernel: {wrong}")


@pytest.mark.parametrize("name", sikwu.names())
def test_facts_a_ruleset_asks_for(name: str) -> None:
    rules = sikwu.ruleset(name)
    chance = Random(f"facts {name}")
    asked: dict[object, int] = {}
    legal = resolve(rules.draft.legal, rules.draft.defined)
    for test in (t for c in (*rules.lowered.conditions.values(), legal) for t in elementary(c)):
        most = WHOLE if test.op == "any" else max(test.values) + (test.op != ">=")
        asked[test.fact.key] = max(asked.get(test.fact.key, 0), most)
    tops = [asked.get(fact.key, WHOLE) for fact in rules.lowered.facts]
    for _ in range(many(60)):
        compare(rules, random_win(chance, rules.document.sets), tops)


@pytest.mark.parametrize("sets", [4, 5])
@pytest.mark.parametrize("part", range(6))
def test_any_fact_of_the_language(sets: int, part: int) -> None:
    chance = Random(f"any fact {sets} {part}")
    wanted = MEASURED[part::6]
    for _ in range(many(5)):
        some = [random_fact(chance, op) for op in wanted for _ in range(10)]
        # The kernel keeps a limited number of instances of a relation.
        tops = {f.key: MOST_INSTANCES if f.op is Op.RELATED else WHOLE for f in some}
        conditions: list[Condition] = [Test(f, ">=", (tops[f.key] - f.zero,)) for f in some if f.op is not Op.PLACES]
        if Op.PLACES in wanted:
            conditions.append(places(*range(7)))
        tops |= {part.key: WHOLE for f in some for part in with_parts(f)}
        rules = bare(3 * sets + 1, [Pattern("probe", when=And(tuple(conditions)))], {"probe": 1})
        assert {f.op for f in rules.lowered.facts} >= set(wanted)
        for _ in range(40):
            compare(rules, told_left(chance, random_win(chance, sets)), [tops[f.key] for f in rules.lowered.facts])


@pytest.mark.parametrize(
    ("relation", "top"),
    [
        (related(pair(A, x), pair(A, y), pair(A, x + 1)), 60),
        (twice(related(pair(A, x), pair(A, y))), 60),
        (related(pair(A, x), pair(A, x + 8)), 1),
        (related(pair(A, x), pair(A, NumberVar(0, -8))), 1),
        (related(pair(A, 9), pair(A, x)), 1),
    ],
)
def test_relations_of_many_sets_or_of_none(relation: Relation, top: int) -> None:
    win = Win.parse("1122334455667m +7m")
    try:
        rules = bare(13, [Pattern("probe", when=count(relation) >= top)], {"probe": 1})
        (told,) = {row[i] for row in told_by_kernel(rules, win) for i in pair_facts(rules)} - {0} or {0}
    except (RulesError, ValueError):
        return  # refused: as good as right
    assert rules.judge(win.pack())[:2] == (0, 0)
    reading = next(r for r in Facts(win, 4, Shapes.SEVEN_PAIRS).readings if r.shape is Shape.PAIRS)
    assert told == len(related_groups(relation, reading.groups))


def pair_facts(rules: Ruleset) -> list[int]:
    """The places of the facts about relations."""
    return [i for i, fact in enumerate(rules.lowered.facts) if fact.op is Op.RELATED]
