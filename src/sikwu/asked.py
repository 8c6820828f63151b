"""What a condition asks of a hand, part by part, as messages: words for every elementary test."""

from __future__ import annotations

from sikwu.reading import Place, Shape
from sikwu.rules.language import ADDED, CONCEALED, EXPOSED, Fact, Op, Test, TileSet
from sikwu.rules.named_values import WHO_DISCARDED, value_names
from sikwu.texts import Message, say
from sikwu.texts.message import either
from sikwu.tiles import KINDS, NamedNumber, Tile, Wind
from sikwu.win import By, FirstTurn, Ready, Replacement, RobbedKong
from sikwu.wording import SETS, alone, digits_of, made_word, relation_word, tiles_in, which

# The noun for what is counted, and the counter word that Chinese puts after the number.
_COUNTED = {
    Op.SUITS: ("suits", "suit"),
    Op.NUMBERS: ("numbers", "kind"),
    Op.FOURS: ("fours", "kind"),
    Op.WAITS: ("waits", "kind"),
    Op.OTHER_WAITS: ("other_waits", "kind"),
    Op.HELD: ("held", "tile"),
    Op.APPEARED: ("appeared", "tile"),
    Op.APPEARED_ALL: ("appeared_all", "tile"),
    Op.FLOWERS: ("flowers", "tile"),
    Op.OWN_FLOWERS: ("own_flowers", "tile"),
    Op.FLOWER_SETS: ("flower_sets", "group"),
    Op.KONG_CHAIN: ("kong_chain", "piece"),
    Op.DISCARDS: ("discards", "tile"),
    Op.WINNERS: ("winners", "piece"),
    Op.STREAK: ("streak", "time"),
    Op.LEFT: ("left", "tile"),
    Op.CARRIED: ("carried", "piece"),
    Op.FACE_SUM: ("face_sum", "point"),
}
FLAGS = frozenset(
    {Op.CHAIN_TIGHT, Op.CHAIN_BROKEN, Op.KONG_FED, Op.LAST_TILE, Op.LAST_DISCARD, Op.ONE_SHOT}
    | {Op.EIGHTH_ELSEWHERE, Op.DEALER}
)
# Facts with named values.
CHOICES: dict[Op, type[NamedNumber] | type[Shape] | type[Place] | type[Wind]] = {
    Op.BY: By,
    Op.REPLACEMENT: Replacement,
    Op.ROBBED: RobbedKong,
    Op.FIRST_TURN: FirstTurn,
    Op.READY: Ready,
    Op.SHAPE: Shape,
    Op.PLACE: Place,
    Op.PLACES: Place,
    Op.SEAT: Wind,
    Op.ROUND: Wind,
}
_SET_NOUNS = {7: ("set", "set"), 1: ("chow", "set"), 6: ("pung", "set"), 4: ("kong", "piece"), 2: ("plain_pung", "set")}
_KONGS = {
    EXPOSED: "kong_exposed",
    ADDED: "kong_added",
    CONCEALED: "kong_concealed",
    EXPOSED | ADDED: "kong_exposed_added",
}
_SIGNS = {"==": "exactly", ">=": "at_least", "<=": "at_most", "!=": "not"}


def noun(fact: Fact, n: int) -> tuple[Message, str]:
    """The noun for `n` of what a fact counts, and the code of its counter word."""
    if fact.op in (Op.TILES, Op.KINDS):
        named = fact.tiles in SETS
        told = which(fact.tiles, say("noun.tile_of_set" if named else "noun.tile", n=n))
        return (told, "tile") if fact.op is Op.TILES else (say("noun.kinds", of=told), "kind")
    if fact.op is Op.SETS:
        word, counter = _SET_NOUNS[fact.kinds]
        if word == "kong" and fact.made_by in _KONGS:
            return which(fact.tiles, say(f"noun.{_KONGS[fact.made_by]}", n=n)), counter
        told, made = which(fact.tiles, say(f"noun.{word}", n=n)), made_word(fact.made_by)
        return (told if made is None else say("noun.made", noun=told, made=made)), counter
    if fact.op is Op.RELATED and fact.relation is not None:
        return say("noun.related", n=n, relation=relation_word(fact.relation)), "piece"
    if fact.op is Op.GROUPS_WITHOUT:
        return say("noun.groups_without", n=n, sets=alone(fact.tiles)), "group"
    if fact.op is Op.FLOWERS_OF:
        return say("noun.flowers_of", n=n, tiles=flowers_in(fact.tiles)), "tile"
    if fact.joined is not None:
        one, other = (noun(part, 2)[0] for part in fact.joined)
        return say("noun.difference" if fact.kinds else "noun.sum", one=one, other=other), "none"
    if fact.op in _COUNTED:
        word, counter = _COUNTED[fact.op]
        return say(f"noun.{word}", n=n), counter
    return say("noun.fact", fact=repr(fact)), "none"


def choice(op: Op, value: int) -> Message:
    """One of the named values of a fact."""
    if op is Op.DISCARDER:
        return say(f"choice.discarder.{WHO_DISCARDED[value & 3].text.lower()}")
    kind = CHOICES[op]
    name = kind(value).name.lower()
    if kind is Wind:
        return say(f"choice.wind.{name}")
    if kind is Place:
        return say(f"place.{name}")
    return say(f"shape.{name}" if kind is Shape else f"choice.{op.name.lower()}.{name}")


def asked(test: Test) -> Message:
    """An elementary test in words.

    >>> from sikwu.rules.language import DRAGONS, honours, pungs
    >>> asked(honours >= 1).zh, asked(pungs.of(DRAGONS) == 3).en
    ('有番子', 'exactly 3 dragon pungs')
    """
    fact = test.fact
    if fact.op in FLAGS or fact.op in (Op.WIN_IN, Op.PAIR_IN):
        told = say(f"asks.{fact.op.name.lower()}") if fact.op in FLAGS else _asked_of_tiles(fact)
        return told if test.holds(1) else say("asks.no", what=told)
    if fact.op in CHOICES or fact.op is Op.DISCARDER:
        return _asked_choice(test)
    if fact.op is Op.TOTAL:
        return say("asks.total_none") if _none(test) else say(f"asks.total_{_SIGNS[test.op]}", n=test.values[0])
    if fact.zero and fact.joined is not None and (code := _COMPARED.get((test.op, test.values))):
        one, other = (noun(part, 2)[0] for part in fact.joined)
        return say(f"asks.{code}", one=one, other=other)
    return _asked_of_kinds(test) or _asked_of_sets(test) or _asked_number(test)


_COMPARED: dict[tuple[str, tuple[int, ...]], str] = {
    ("==", (0,)): "same",
    ("!=", (0,)): "not_same",
    (">=", (1,)): "more",
    (">=", (0,)): "no_fewer",
    ("<=", (0,)): "no_more",
    ("<=", (-1,)): "fewer",
}


def flowers_in(flowers: TileSet) -> tuple[Tile, ...]:
    """The flowers of a set of flowers."""
    return tuple(tile for tile in Tile if flowers.mask >> tile & 1)


def _none(test: Test) -> bool:
    return (test.op, test.values[0]) in (("==", 0), ("<=", 0))


def _asked_choice(test: Test) -> Message:
    """A test for one of some named values, or for none of them."""
    fact, values = test.fact, test.values
    if (fact.op, test.op, values) in _ANY_CHOICE:
        return say(_ANY_CHOICE[fact.op, test.op, values])
    if fact.op is Op.DISCARDER:
        words = value_names(fact.op, values)
        named = tuple(say(f"choice.discarder.{word.lower()}") for word in words if not word.isdigit())
    else:
        named = tuple(choice(fact.op, value) for value in values)
    return say(f"asks.{fact.op.name.lower()}{'_not' if test.op == '!=' else ''}", values=named)


def _asked_of_sets(test: Test) -> Message | None:
    """A test about every set, or about related sets; None: another kind of test."""
    fact = test.fact
    if fact.op is Op.GROUPS_WITHOUT and _none(test):
        named = SETS.get(fact.tiles, "")
        if named in ("terminals", "terminals_and_honours"):
            return say(f"asks.every_group.{named}")
        return say("asks.every_group", sets=alone(fact.tiles))
    if (test.op, test.values[0]) == (">=", 1) and fact.relation is not None:
        return say("asks.relation", relation=relation_word(fact.relation))
    return None


def _asked_number(test: Test) -> Message:
    """A test for a number of something."""
    fact, n = test.fact, test.values[0]
    if fact.op is Op.FACE_SUM and test.op in _SIGNS:
        return say(f"asks.sum_{_SIGNS[test.op]}", n=n)
    told, counter = noun(fact, 2 if test.op == "in" else n)
    if _none(test):
        return say("asks.none", noun=told)
    if (test.op, n) == (">=", 1) and fact.op in (Op.TILES, Op.SETS):
        return say("asks.some", noun=told)
    if test.op == "in":
        return say("asks.one_of", noun=told, values=either(test.values), counter=say(f"counter.{counter}"))
    return say(f"asks.{_SIGNS[test.op]}", noun=told, n=n, counter=say(f"counter.{counter}"))


_ANY_CHOICE: dict[tuple[Op, str, tuple[int, ...]], str] = {
    (Op.REPLACEMENT, "!=", (0,)): "asks.replaced",
    (Op.READY, ">=", (1,)): "asks.ready_any",
}


def _asked_of_tiles(fact: Fact) -> Message:
    """A test for the winning tile or the tile of the pair."""
    word, tiles, digits = fact.op.name.lower(), tiles_in(fact.tiles), digits_of(fact.tiles)
    if digits:
        return say(f"asks.{'win' if fact.op is Op.WIN_IN else 'pair'}_number", digits=digits)
    if fact.op is Op.WIN_IN and len(tiles) == 1 and not fact.tiles.dynamic:
        return say("asks.win_is", tile=tiles)
    return say(f"asks.{word}", sets=alone(fact.tiles))


def _asked_of_kinds(test: Test) -> Message | None:
    """A test that the hand has only some tiles, all of them, or at least one of them; None: another kind of test."""
    fact, tiles = test.fact, tiles_in(test.fact.tiles)
    if fact.op not in (Op.KINDS, Op.TILES) or fact.tiles.dynamic:
        return None
    if fact.op is Op.TILES and _none(test) and len(tiles) > KINDS // 2:
        return say("asks.only", sets=alone(TileSet(((1 << KINDS) - 1) & ~fact.tiles.mask)))
    if fact.tiles in SETS or len(tiles) > KINDS // 2:
        return None
    if fact.op is Op.KINDS and (test.op, test.values[0]) == ("==", len(tiles)):
        return say("asks.all_of", tiles=tiles)
    if fact.op is Op.TILES and (test.op, test.values[0]) == (">=", 1):
        return say("asks.has" if len(tiles) == 1 else "asks.has_one_of", tiles=tiles)
    return None
