"""Messages for tiles, sets and places: the short names used at the table."""

from __future__ import annotations

from collections.abc import Iterable

from sikwu.reading import Kind, Place, SetOrigin, Shape
from sikwu.rules.language import (
    ADDED,
    ALL,
    ANY_MADE,
    CLAIMED,
    CONCEALED,
    DRAGONS,
    EXPOSED,
    HONOURS,
    MAN,
    MELDED,
    PIN,
    ROUND,
    SEAT,
    SELF,
    SOU,
    SUITED,
    TERMINALS,
    WINDS,
    NumberVar,
    Relation,
    Slot,
    TileSet,
)
from sikwu.texts import Message, say
from sikwu.tiles import KINDS, Tile
from sikwu.win import By, Win


def groups(sets: Iterable[Iterable[Tile]]) -> Message:
    """Tiles set by set: 123m 456m."""
    return say("tiles.groups", sets=tuple(tuple(each) for each in sets))


# --- readings


def place_word(place: Place) -> Message:
    """The place of the winning tile: 單吊, a single wait."""
    return say(f"place.{place.name.lower()}")


def shape_word(shape: Shape) -> Message:
    """The shape of a whole hand: 十三幺, thirteen orphans."""
    return say(f"shape.{shape.name.lower()}")


_GROUPS = {
    (Kind.CHOW, SetOrigin.SELF): "group.chow_self",
    (Kind.CHOW, SetOrigin.WON): "group.chow_won",
    (Kind.CHOW, SetOrigin.CHOWED): "group.chow_claimed",
    (Kind.PUNG, SetOrigin.SELF): "group.pung_self",
    (Kind.PUNG, SetOrigin.WON): "group.pung_won",
    (Kind.PUNG, SetOrigin.PUNGED): "group.pung_claimed",
    (Kind.KONG, SetOrigin.EXPOSED): "group.kong_exposed",
    (Kind.KONG, SetOrigin.ADDED): "group.kong_added",
    (Kind.KONG, SetOrigin.CONCEALED): "group.kong_concealed",
}


def group_word(kind: Kind, made: SetOrigin) -> Message:
    """The name of a set or pair of a reading.

    >>> group_word(Kind.KONG, SetOrigin.CONCEALED).en
    'concealed kong'
    """
    return say(_GROUPS.get((kind, made), f"group.{kind.name.lower()}"))


# --- sets of tiles

SETS = {
    MAN: "man",
    PIN: "pin",
    SOU: "sou",
    SUITED: "suited",
    WINDS: "winds",
    DRAGONS: "dragons",
    HONOURS: "honours",
    TERMINALS: "terminals",
    TERMINALS | HONOURS: "terminals_and_honours",
    SEAT: "seat",
    ROUND: "round",
    SEAT | ROUND: "seat_or_round",
}


def which(tiles: TileSet, noun: Message) -> Message:
    """A noun with the set of tiles it is about.

    >>> which(DRAGONS, say("noun.pung", n=2)).en, which(DRAGONS, say("noun.pung", n=2)).zh
    ('dragon pungs', '三元牌刻子')
    """
    if tiles == ALL:
        return noun
    if tiles in SETS:
        return say("which.named", set=say(f"set.{SETS[tiles]}"), noun=noun)
    taken = tuple(say(f"set.{name}") for bit, name in ((4, "seat"), (8, "round")) if tiles.dynamic & bit)
    if taken:
        return say("which.without_winds", noun=which(TileSet(tiles.mask), noun), taken=taken)
    listed, digits = tiles_in(tiles), digits_of(tiles)
    if digits:
        return say("which.numbered", noun=noun, digits=digits)
    if len(listed) > KINDS // 2:
        return say("which.other_than", noun=noun, rest=alone(_rest(tiles)))
    return say("which.of", noun=noun, tiles=listed)


def tiles_in(tiles: TileSet) -> tuple[Tile, ...]:
    """The tiles of a set, for any seat and round wind."""
    return tuple(Tile(t) for t in range(KINDS) if tiles.mask >> t & 1)


def digits_of(tiles: TileSet) -> tuple[int, ...]:
    """The numbers of a set that contains them in all three suits and nothing else; none for any other set.

    >>> from sikwu.rules.language import NUM
    >>> digits_of(NUM(2, 5, 8)), digits_of(HONOURS)
    ((2, 5, 8), ())
    """
    listed = tiles_in(tiles)
    numbers = sorted({tile.number for tile in listed})
    whole = listed and not tiles.dynamic and len(listed) == 3 * len(numbers) and 0 not in numbers
    return tuple(numbers) if whole else ()


def alone(tiles: TileSet) -> Message:
    """A set of tiles by itself: 番子, honours.

    >>> alone(HONOURS | TERMINALS).en
    'terminals or honours'
    """
    if tiles == ALL:
        return say("noun.tile", n=2)
    if tiles in SETS:
        return say(f"sets.{SETS[tiles]}")
    if tiles.mask.bit_count() > KINDS // 2 or tiles.dynamic:
        return which(tiles, say("noun.tile", n=2))
    return say("tiles.text", tiles=tuple(Tile(t) for t in range(KINDS) if tiles.mask >> t & 1))


def _rest(tiles: TileSet) -> TileSet:
    return TileSet(((1 << KINDS) - 1) & ~tiles.mask)


# --- how sets were made, and how they are related

_MADE = {
    SELF: "made.self",
    SELF | CONCEALED: "made.self_concealed",
    SELF | CONCEALED | EXPOSED: "made.self_kongs",
    SELF | CONCEALED | EXPOSED | ADDED: "made.self_all_kongs",
    CLAIMED: "made.claimed",
    MELDED: "made.melded",
    CONCEALED: "made.concealed",
}


def made_word(made: SetOrigin) -> Message | None:
    """How sets were made, as an adjective; None if it does not matter."""
    if made == ANY_MADE:
        return None
    if made in _MADE:
        return say(_MADE[made])
    return say("made.ways", ways=tuple(say(f"way.{(m.name or '').lower()}") for m in SetOrigin if m in made))


def relation_example(relation: Relation, form: int = 0) -> list[tuple[Tile, ...]]:
    """An example of related sets, for one form of a relation.

    >>> from sikwu.rules.language import A, chow_with, pung, related, x
    >>> [" ".join(map(str, tiles)) for tiles in relation_example(related(pung(A, x), chow_with(A, x)))]
    ['2m 2m 2m', '2m 3m 4m']
    """
    slots = relation.any_of[form]
    through = [place for place, slot in enumerate(slots) if slot.slot is Slot.CHOW_WITH]
    lowest = 4 if len(through) > 2 else 2  # so that three different chows contain it
    sets: list[tuple[Tile, ...]] = []
    for place, slot in enumerate(slots):
        number = slot.number
        low = (lowest, 6)[number.index] + number.offset if isinstance(number, NumberVar) else number
        low -= through.index(place) % 3 if place in through else 0
        first = 9 * slot.suit.index + low - 1
        if slot.slot in (Slot.CHOW, Slot.CHOW_WITH):
            sets.append((Tile(first), Tile(first + 1), Tile(first + 2)))
        else:
            sets.append((Tile(first),) * (2 if slot.slot in (Slot.PAIR, Slot.TWO) else 3))
    return sorted(sets) if len(through) == len(slots) else sets


def relation_word(relation: Relation) -> Message:
    """Related sets, shown by an example of each form.

    >>> from sikwu.rules.language import A, chow, related, x
    >>> relation_word(related(chow(A, x), chow(A, x + 1))).zh
    '像 234萬 345萬 的組合'
    """
    made = made_word(relation.made)
    return say(
        "relation.like",
        sets=tuple(groups(relation_example(relation, form)) for form in range(len(relation.any_of))),
        made=None if made is None else say("relation.made", made=made),
        twice=say("relation.twice_different" if relation.different else "relation.twice") if relation.two else None,
    )


# --- circumstances


def situation(win: Win) -> Message:
    """Who won, how, and under what circumstances.

    >>> from sikwu.win import Win
    >>> situation(Win.parse("E +E<W seat=S last_discard")).en
    'seat S, round E; won on E discarded by W; the last discard'
    """
    tile = () if win.tile is None else (win.tile,)
    fed = win.feeder is not None
    how = {
        By.DISCARD: "how.discard" if fed else "how.discard_of_somebody",
        By.SELF_DRAW: "how.self_draw",
        By.ROB_KONG: "how.rob_kong" if fed else "how.rob_kong_of_somebody",
        By.FLOWERS: "how.flowers",
    }[win.by]
    more = circumstances(win)
    return say(
        "situation",
        seat=win.seat,
        round=win.round,
        how=say(how, tile=tile, feeder=win.feeder),
        more=say("situation.more", each=more) if more else None,
    )


def circumstances(win: Win) -> tuple[Message, ...]:
    """The circumstances of a win that differ from the default.

    >>> "、".join(each.zh for each in circumstances(Win.parse("E +E last_tile kong_chain=2 replacement=kong")))
    '槓上補牌、連開 2 槓、摸牆上最後一隻牌'
    """
    found = []
    for name, value in win.at.to_case().items():
        if name == "visible" or (name, value) == ("kong_chain", 1):  # a single kong is not a row of kongs
            continue
        if name in ("replacement", "robbed", "first_turn", "ready"):
            found.append(say(f"at.{name}.{value}"))
        else:
            found.append(say(f"at.{name}", value=None if value is True else value))
    return tuple(found)
