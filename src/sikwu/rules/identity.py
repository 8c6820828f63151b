"""The normal form of rules, and a hash of their meaning that does not depend on how conditions are written.

>>> from sikwu.rules.language import DRAGONS, HONOURS, WINDS, tiles
>>> normal(tiles.of(WINDS | DRAGONS) >= 6) == normal(~(tiles.of(HONOURS) <= 5))
True
"""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from sikwu.rules.changes import Draft, DraftRow
from sikwu.rules.language import And, Condition, Fact, Not, NumberVar, Or, Relation, SlotSpec, Test
from sikwu.rules.lowering import resolve, shapes_of
from sikwu.rules.pattern import FlowerCount
from sikwu.rules.play import LATER_DEFAULTS
from sikwu.rules.terms import passing

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

Normal = tuple[Any, ...]
"""Nested tuples of numbers and words; equal meanings give equal tuples."""
ALL, ANY = "all", "any"
OPPOSITE = {ALL: ANY, ANY: ALL}


def normal(condition: Condition, wanted: bool = True) -> Normal:
    """A condition, or its negation, without names: facts as numbers, tests as the values that pass, parts flat and
    sorted.
    """
    match condition:
        case Test():
            values = passing(condition) if wanted else ~passing(condition)
            return {-1: (ALL,), 0: (ANY,)}.get(values) or (*_fact(condition.fact), f"{values:x}")
        case Not():
            return normal(condition.part, not wanted)
        case And() | Or():
            kind = ALL if isinstance(condition, And) == wanted else ANY
            return _joined(kind, [normal(part, wanted) for part in condition.parts])
        case _:
            raise TypeError(f"{condition!r} is not resolved")


def _joined(kind: str, parts: list[Normal]) -> Normal:
    """Parts joined by "and" or by "or" as one."""
    flat: dict[str, Normal] = {}
    for part in parts:
        if part == (OPPOSITE[kind],):  # a part that never holds, in an "and"; one that always holds, in an "or"
            return part
        for each in part[1:] if part[0] == kind else (part,):
            flat[json.dumps(each)] = each
    inner = tuple(flat[text] for text in sorted(flat))
    return inner[0] if len(inner) == 1 else (kind, *inner)


def _fact(fact: Fact) -> Normal:
    relation = () if fact.relation is None else _relation(fact.relation)
    if fact.joined is not None:
        return (int(fact.op), fact.kinds, fact.shift, *map(_fact, fact.joined))
    return (int(fact.op), fact.tiles.mask, fact.tiles.dynamic, fact.kinds, int(fact.made_by), relation)


def _relation(relation: Relation) -> Normal:
    ways = sorted({tuple(map(_slot, slots)) for slots in relation.any_of})
    return (tuple(ways), int(relation.made), relation.two, relation.different)


def _slot(spec: SlotSpec) -> Normal:
    at = spec.number
    number = (at.index, at.offset) if isinstance(at, NumberVar) else (2, at)
    return (int(spec.slot), spec.suit.index, *number)


def _each(each: Fact | Relation | FlowerCount | None) -> Normal:
    if isinstance(each, Fact):
        return ("fact", *_fact(each))
    if isinstance(each, Relation):
        return ("relation", *_relation(each))
    return () if each is None else ("flowers", int(each))


def _row(name: str, row: DraftRow, draft: Draft) -> Normal:
    spec = row.row
    family = () if spec.family is None else (spec.family.name, spec.family.used_once)
    drops = [sorted(names) for names in (row.absorbs, spec.absorbs_shared, spec.beside)]
    counting = (
        draft.price(row.worth),
        _each(spec.each),
        int(spec.stack),
        spec.alone,
        spec.mark,
        spec.of_dealer,
        family,
    )
    aside = ("aside",) if row.aside else ()  # rules without such rows keep the hash that they had before there were any
    return (name, normal(resolve(row.when, draft.defined)), *counting, *drops, *aside)


def identity(ruleset: Ruleset) -> str:
    """Sixteen hex digits of the meaning of the rules: rows, order, ceilings, legality, every setting, the house's
    prices.
    """
    draft, document, table = ruleset.draft, ruleset.document, ruleset.price_table
    meant = {
        "size": document.size,
        "shapes": shapes_of(draft, document.sets),
        "rows": [_row(name, row, draft) for name, row in draft.rows.items() if row.enabled],
        "ties": list(dict.fromkeys(p for p in document.tie_order if ruleset.in_use(p))),
        "limits": sorted(draft.limit_hands),
        "cap": draft.cap,
        "minimum": draft.minimum,
        "unify": draft.unify,
        "flowers": draft.flowers_in_play,
        "raised": None if draft.raised is None else astuple(draft.raised),
        "dealer": [draft.dealer_in_raise, draft.payer_in_minimum],
        "legal": normal(resolve(draft.legal, draft.defined)),
        # options that came later count only where a house has changed them
        "settings": {id: value for id, value in ruleset.settings.items() if LATER_DEFAULTS.get(id) != value},
        "duties": [(duty.id, duty.summary(ruleset.settings)) for duty in ruleset.document.duties],
        "prices": None if table is None else table.meaning,
    }
    # rules without further tables keep the hash that they had before there were any
    further = {each.key: meaning for each in ruleset.tables if (meaning := each.meaning(ruleset)) is not None}
    if further:
        meant["tables"] = further
    import hashlib  # slow to import, and scoring seldom needs the hash

    return hashlib.sha256(json.dumps(meant, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:16]
