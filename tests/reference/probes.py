"""Random rules: facts, conditions, relations and whole rulesets that no document has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from sikwu.reading import Place, SetOrigin, Shape
from sikwu.rules import language as words
from sikwu.rules.changes import CountDealer, Draft, Legal, Raise, RuleChange, SetRaise, Value
from sikwu.rules.document import Document
from sikwu.rules.language import Condition, Fact, NumberVar, Op, Relation, Slot, SlotSpec, SuitVar, Test, TileSet
from sikwu.rules.pattern import NO_TEXT, Family, FlowerCount, Pattern, PatternRow, Stack, Worth
from sikwu.rules.ruleset import Ruleset

OPENS = {13: (Shape.PAIRS, Shape.ORPHANS), 16: (Shape.PAIRS, Shape.ORPHANS, Shape.UNRELATED)}
TILE_SETS = (words.MAN, words.PIN, words.SUITED, words.WINDS, words.DRAGONS, words.HONOURS, words.TERMINALS, words.ALL)
MADES = (words.SELF, words.WON, words.SELF | words.WON, words.CLAIMED, words.MELDED, words.SELF | words.CONCEALED)


def bare(
    size: int,
    patterns: Iterable[Pattern],
    prices: Mapping[str, Worth],
    cap: int | None = None,
    legal: Condition = words.ALWAYS,
    limit_hands: tuple[str, ...] = (),
    raised: Raise | None = None,
    counting_dealer: bool = False,
) -> Ruleset:
    """A ruleset with only these patterns, in which every special shape is a win."""
    opener = Pattern("any_shape", rows=(PatternRow(words.ALWAYS, mark=True),), opens=OPENS[size])
    every = (opener, *patterns, *([] if raised is None else [Pattern(raised.pattern, rows=(PatternRow(words.NEVER),))]))
    edits = (Legal(legal), _Ceiling(cap), SetRaise(raised), CountDealer(raising=counting_dealer))
    document = Document(
        "bare", NO_TEXT, NO_TEXT, "", size, "hk", every, (), prices, {},
        limit_hands=limit_hands, at_first=edits, tie_order=tuple(p.id for p in every),
    )  # fmt: skip
    return Ruleset(document, "bare", NO_TEXT, {})


@dataclass(frozen=True, slots=True)
class _Ceiling(RuleChange):
    """A ceiling that no option sets; limit hands are worth exactly that."""

    fan: int | None

    def apply(self, draft: Draft, value: Value) -> None:
        draft.cap, draft.unify = self.fan, True


# --- facts and conditions

SAME_CHOWS = words.count(words.related(words.chow(words.A, words.x), words.chow(words.A, words.x)))
MEASURED = [op for op in Op if op is not Op.TOTAL]
"""Everything that the kernel measures."""


def random_tiles(chance: Random) -> TileSet:
    """A set of tiles, sometimes with the winds of the hand."""
    if chance.random() < 0.2:
        return chance.choice(
            (words.SEAT, words.ROUND, words.SEAT | words.ROUND, words.WINDS - words.SEAT, words.DRAGONS | words.SEAT,
             words.WINDS - words.SEAT - words.ROUND, words.HONOURS - words.ROUND)
        )  # fmt: skip
    if chance.random() < 0.4:
        return words.NUM(*chance.sample(range(1, 10), chance.randrange(1, 5)))
    return chance.choice(TILE_SETS) if chance.random() < 0.6 else TileSet(chance.getrandbits(34), text="SOME")


def random_made(chance: Random) -> SetOrigin:
    """A filter on how sets were made."""
    if chance.random() < 0.4:
        return words.ANY_MADE
    return chance.choice(MADES) if chance.random() < 0.7 else SetOrigin(chance.randrange(1, 128))


def random_relation(chance: Random, most: int = 4) -> Relation:
    """A relation of two or more sets; many never occur, some often do."""

    def number() -> NumberVar | int:
        if chance.random() < 0.15:
            return chance.randrange(1, 10)
        return NumberVar(chance.choice((0, 0, 0, 1)), chance.choice((0, 0, 0, 0, 1, 1, 2, 3, -1)))

    def template() -> tuple[SlotSpec, ...]:
        kinds = chance.choice(
            ((Slot.CHOW,), (Slot.CHOW, Slot.CHOW_WITH), (Slot.PUNG, Slot.TRIPLET), (Slot.PAIR,), tuple(Slot))
        )
        suits = chance.choice(((0,), (0, 0, 1), (0, 1, 2)))
        return tuple(
            SlotSpec(chance.choice(kinds), SuitVar(chance.choice(suits)), number())
            for _ in range(chance.choice((2, 2, 2, 3, min(4, most))))
        )

    any_of = tuple(template() for _ in range(chance.choice((1, 1, 2))))
    two = all(len(t) == 2 for t in any_of) and chance.random() < 0.4
    return Relation(any_of, random_made(chance), two, two and chance.random() < 0.5)


def random_fact(chance: Random, op: Op | None = None) -> Fact:
    """Any fact of the language."""
    op = chance.choice(MEASURED) if op is None else op
    match op:
        case Op.TILES | Op.KINDS | Op.WIN_IN | Op.PAIR_IN | Op.GROUPS_WITHOUT:
            return Fact(op, random_tiles(chance))
        case Op.SETS:
            sets = chance.choice((words.sets, words.chows, words.pungs, words.triplets, words.kongs))
            return sets.of(random_tiles(chance) if chance.random() < 0.5 else words.ALL).made(random_made(chance))
        case Op.RELATED:
            return Fact(op, relation=random_relation(chance))
        case Op.FLOWERS_OF:
            return words.flowers.of(TileSet(chance.randrange(1, 256) << 34, text="SOME"))
        case Op.SUM:
            added = [op for op in MEASURED if op not in words.NAMED and op not in (Op.PLACES, Op.SUM)]
            ops = [chance.choice(added) for _ in range(chance.choice((2, 2, 3)))]
            parts = [SAME_CHOWS if op is Op.RELATED else random_fact(chance, op) for op in ops]
            found = parts[0]
            for part in parts[1:]:
                found = found + part if chance.random() < 0.5 else found - part
            return found
        case _:
            return Fact(op)


def random_condition(chance: Random, depth: int = 2) -> Condition:
    """A condition of a few tests that is true now and then."""
    if depth and chance.random() < 0.6:
        one, other = random_condition(chance, depth - 1), random_condition(chance, depth - 1)
        joined = one & other if chance.random() < 0.5 else one | other
        return ~joined if chance.random() < 0.2 else joined
    if chance.random() < 0.05:
        return words.places(*chance.sample(list(Place), chance.randrange(1, 3)))
    op = chance.choice((Op.TILES, Op.SETS, Op.RELATED, Op.PLACE, Op.BY)) if chance.random() < 0.5 else None
    fact = random_fact(chance, op)
    if fact.op is Op.PLACES:
        return words.places(Place.OPEN)
    number = chance.choice((0, 1, 1, 2, 3, 4))
    return Test(fact, chance.choice(("==", "!=", ">=", ">=", "<=")), (number,))


# --- patterns and rulesets


def random_pattern(chance: Random, id: str, earlier: tuple[Pattern, ...], families: tuple[Family, ...] = ()) -> Pattern:
    """A pattern of one or two rows that may drop earlier patterns."""

    def some(family: Family | None, most: int) -> tuple[str, ...]:
        # With `used_once`, only shared sets separate members; a row that stands alone drops the others itself.
        once = family if family is not None and family.used_once else Family("")
        ids = [p.id for p in earlier if not any(r.alone or r.family == once for r in p.rows)]
        return tuple(chance.sample(ids, min(len(ids), most)))

    def row(name: str) -> PatternRow:
        each: Fact | Relation | FlowerCount | None = None
        family = chance.choice(families) if families and chance.random() < 0.5 else None
        if family is not None or chance.random() < 0.3:
            each = random_relation(chance)
        elif chance.random() < 0.4:
            each = chance.choice(
                (random_fact(chance, Op.SETS), random_fact(chance, Op.TILES), random_fact(chance, Op.KINDS),
                 random_fact(chance, chance.choice((Op.RELATED, Op.GROUPS_WITHOUT, Op.CARRIED))),
                 words.own_flowers, words.waits, *FlowerCount)
            )  # fmt: skip
        when = random_condition(chance)
        if isinstance(each, Relation) and chance.random() < 0.8:
            when = each.exists
        elif isinstance(each, Fact) and chance.random() < 0.5:
            when = each >= 1
        return PatternRow(
            when,
            name,
            each,
            chance.choice(list(Stack)) if isinstance(each, Relation) else Stack.EACH,
            absorbs=some(family, chance.choice((0, 0, 1, 2))),
            absorbs_shared=some(family, chance.choice((0, 0, 0, 1))),
            family=family,
            mark=each is None and chance.random() < 0.05,
        )

    return Pattern(id, rows=tuple(row(name) for name in ("plain", "more")[: chance.choice((1, 1, 1, 2))]))


def _last_pattern(chance: Random, id: str) -> Pattern:
    """A pattern that counts last, by the total of the others."""
    n = chance.randrange(0, 6)
    when = chance.choice(
        (words.total == n, words.total >= n, words.total <= n, (words.total >= 1) & (words.total <= n))
    )
    if chance.random() < 0.7:
        when = when & random_condition(chance, 1)
    return Pattern(id, when=when, each=chance.choice((None, None, words.flowers, words.tiles.of(words.DRAGONS))))


def random_ruleset(chance: Random, size: int, patterns: int = 14) -> Ruleset:
    """A ruleset of random patterns with two families, in which later patterns may drop earlier ones."""
    families = (Family("sets used once"), Family("choice", used_once=False))
    made: list[Pattern] = []
    for i in range(patterns):
        made.append(random_pattern(chance, f"p{i}", tuple(made), families))
    prices: dict[str, Worth] = {p.id: chance.choice((1, 1, 1, 2, 2, 3, 5)) for p in made}
    legal = chance.choice((words.ALWAYS, words.ALWAYS, random_condition(chance, 0)))
    limit_hands = tuple(p.id for p in made if chance.random() < 0.1)
    raised = chance.choice((None, Raise("raised", chance.randrange(1, 9), 7)))
    if Random(str(prices)).random() < 0.5:  # by a chance of its own
        again = PatternRow(words.dealer & (words.streak >= 1), "again", words.streak, of_dealer=True)
        made.append(Pattern("seat", rows=(PatternRow(words.dealer, of_dealer=True), again)))
        prices["seat"] = 1
    own = Random(f"last {prices}")
    for i in range(own.choice((0, 0, 1, 3))):
        made.append(_last_pattern(own, f"last{i}"))
        prices[f"last{i}"] = own.choice((-3, -1, -1, 1, 2, 4))
    if own.random() < 0.3 and "last0" in prices:
        made[0] = replace(made[0], rows=(replace(made[0].rows[0], absorbs=("last0",)), *made[0].rows[1:]))
    return bare(size, made, prices, chance.choice((None, 4, 10)), legal, limit_hands, raised, chance.random() < 0.5)
