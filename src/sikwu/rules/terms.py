"""Conditions as terms: alternatives of facts with the values that pass. The result is cached with the condition.

The values that pass are a bit set in one integer; a negative one includes all larger values.

>>> from sikwu.rules.language import suits
>>> [passing(test) for test in (suits == 1, suits >= 2, suits <= 1)]
[2, -4, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sikwu.rules.language import And, Condition, Fact, NamedCondition, Not, Op, Or, Test, parts_of
from sikwu.rules.limits import MOST_NUMBER, MOST_TOTAL, Misuse, Steps, within
from sikwu.texts import RulesError, did_you_mean, nearest

Term = Mapping[Fact, int]
"""Facts, each with the values that pass; all must pass."""


def passing(test: Test) -> int:
    """The values of its fact that pass a test."""
    zero = test.fact.zero
    n = test.values[0] + zero
    within("number", max(test.values) + zero, MOST_NUMBER)
    match test.op:
        case "==" | "in":
            return sum(1 << v + zero for v in set(test.values) if v + zero >= 0)
        case "!=":
            return ~(1 << n) if n >= 0 else -1
        case ">=":
            return -1 << max(n, 0)
        case "<=":
            return (1 << max(n + 1, 0)) - 1
        case _:  # any: the fact itself is a bit set of seven places
            wanted = sum(1 << v for v in test.values)
            return sum(1 << value for value in range(128) if value & wanted) | -1 << 128


def last_change(values: int) -> int:
    """The value from which on all values pass, or none does.

    >>> last_change(-4), last_change(2), last_change(-1)
    (2, 2, 0)
    """
    return (values ^ values >> 1).bit_length()


def resolve(condition: Condition, defined: Mapping[str, Condition]) -> Condition:
    """The condition with every named part replaced by its definition in the ruleset; itself if it has none."""
    if not _has_names(condition):
        return condition
    match condition:
        case NamedCondition():
            if condition.name not in defined:
                guess = did_you_mean(nearest(condition.name, defined))
                raise RulesError.of("condition.named", name=condition.name[:40], hint=guess)
            return resolve(defined[condition.name], defined)
        case And() | Or():
            return type(condition)(tuple([resolve(p, defined) for p in condition.parts]))
        case Not():
            return Not(resolve(condition.part, defined))
        case _:
            return condition


def _has_names(condition: Condition) -> bool:
    known = condition.known()
    if "names" not in known:
        parts = parts_of(condition)
        known["names"] = isinstance(condition, NamedCondition) or any(_has_names(p) for p in parts)
    return bool(known["names"])


def facts_of(condition: Condition) -> tuple[Fact, ...]:
    """All facts of a condition, each once, in the order of the text; the parts of a sum come before it."""
    known = condition.known()
    if "facts" not in known:
        own = with_parts(condition.fact) if isinstance(condition, Test) else []
        known["facts"] = tuple(dict.fromkeys([*own, *(f for p in parts_of(condition) for f in facts_of(p))]))
    found: tuple[Fact, ...] = known["facts"]
    return found


def with_parts(fact: Fact) -> list[Fact]:
    """A fact after the parts of which it is a sum."""
    return [part for joined in fact.joined or () for part in with_parts(joined)] + [fact]


class ByTotal(NamedTuple):
    """A condition that asks for the total of everything else: the rest of it, and the totals with which it holds."""

    rest: Condition
    least: int
    most: int


def asks_total(condition: Condition) -> bool:
    """Whether any part of a condition asks for the total."""
    return any(fact.op is Op.TOTAL for fact in facts_of(condition))


def by_total(condition: Condition) -> ByTotal:
    """Takes the tests of the total out of a condition; they must be joined to the rest by `&`.

    >>> from sikwu.rules.language import dealer, total
    >>> by_total((total >= 1) & dealer & (total <= 4))
    ByTotal(rest=dealer, least=1, most=4)
    """
    parts = condition.parts if isinstance(condition, And) else (condition,)
    tests = [part for part in parts if isinstance(part, Test) and part.fact.op is Op.TOTAL]
    rest = [part for part in parts if part not in tests]
    least, most = 0, MOST_TOTAL
    for test in tests:
        n = test.values[0]
        if test.op not in ("==", ">=", "<="):
            raise Misuse.of("condition.total")
        least, most = max(least, n if test.op != "<=" else 0), min(most, n if test.op != ">=" else MOST_TOTAL)
    if any(map(asks_total, rest)):
        raise Misuse.of("condition.total")
    return ByTotal(rest[0] if len(rest) == 1 else And(tuple(rest)), least, most)


def terms_of(condition: Condition, wanted: bool = True, steps: Steps | None = None) -> tuple[Term, ...]:
    """The condition, or its negation, as alternatives of facts that must all pass; the steps of expanding it are
    counted.
    """
    known, key = condition.known(), "terms" if wanted else "opposite"
    if key not in known:
        known[key] = tuple(_terms(condition, wanted, steps or Steps()))
    found: tuple[Term, ...] = known[key]
    return found


def _terms(condition: Condition, wanted: bool, steps: Steps) -> Iterable[Term]:
    match condition:
        case Test():
            values = passing(condition) if wanted else ~passing(condition)
            return _reduced([{condition.fact: values}], steps)
        case Not():
            return terms_of(condition.part, not wanted, steps)
        case And() | Or():
            parts = [terms_of(p, wanted, steps) for p in condition.parts]
            if isinstance(condition, And) == wanted:
                return _multiplied(parts, steps)
            return _reduced([term for part in parts for term in part], steps)
        case _:
            raise TypeError(f"{condition!r} cannot be lowered")


def _multiplied(parts: Iterable[Iterable[Term]], steps: Steps) -> list[Term]:
    """Every combination of one term from each part; redundant terms are dropped after each part."""
    found: list[Term] = [{}]
    for part in parts:
        steps.spend(sum(len(a) + len(b) for a in found for b in part))
        found = _reduced([_both(a, b) for a in found for b in part], steps)
    return found


def _both(a: Term, b: Term) -> Term:
    """The conjunction of two terms."""
    out = dict(a)
    for fact, values in b.items():
        out[fact] = out.get(fact, -1) & values
    return out


def _reduced(terms: Iterable[Term], steps: Steps) -> list[Term]:
    """Without tests that always pass, terms that cannot hold, and terms that another one implies."""
    possible: dict[frozenset[tuple[Fact, int]], Term] = {}
    for term in terms:
        kept = {fact: values for fact, values in term.items() if values != -1}
        if 0 not in kept.values():
            possible.setdefault(frozenset(kept.items()), kept)
    found = list(possible.values())
    steps.spend(len(found) ** 2)
    return found if len(found) < 2 else [t for t in found if not any(_less(o, t) for o in found)]


def _less(a: Term, b: Term) -> bool:
    """Whether the first term asks for less than the second."""
    return a is not b and all(not b.get(fact, -1) & ~values for fact, values in a.items())
