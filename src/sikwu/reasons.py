"""Facts and conditions in words, and the answers of a hand part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sikwu.reading import Kind, Place, Reading
from sikwu.rules.language import ALL, And, Condition, Fact, Not, Op, Test, TileSet, facts_in
from sikwu.scoring import Part
from sikwu.tiles import KINDS, Tile
from sikwu.win import Win
from sikwu.wording import (
    FIRST_TURNS,
    PLACES,
    READIES,
    SETS,
    SHAPES,
    Both,
    apart,
    made_word,
    only_word,
    relation_word,
    said,
    set_word,
    tiles_text,
)

# What is counted: name and counter in Chinese; singular and plural in English.
_COUNTED: dict[Op, tuple[str, str, str, str]] = {
    Op.SUITS: ("數字牌花色", "門", "suit", "suits"),
    Op.NUMBERS: ("不同的數目", "種", "different number", "different numbers"),
    Op.FOURS: (
        "齊四隻而無開槓的牌",
        "種",
        "kind held four times without a kong",
        "kinds held four times without a kong",
    ),
    Op.WAITS: ("叫糊的牌", "種", "kind of tile waited for", "kinds of tile waited for"),
    Op.OTHER_WAITS: (
        "兩頭以外叫糊的牌",
        "種",
        "kind waited for besides the two ends",
        "kinds waited for besides the two ends",
    ),
    Op.HELD: ("手上原有的糊牌", "隻", "copy of the winning tile held", "copies of the winning tile held"),
    Op.APPEARED: ("已見的糊牌", "隻", "copy of the winning tile seen", "copies of the winning tile seen"),
    Op.APPEARED_ALL: ("已見的叫糊牌", "隻", "tile seen of those waited for", "tiles seen of those waited for"),
    Op.FLOWERS: ("花牌", "隻", "flower", "flowers"),
    Op.OWN_FLOWERS: ("正花", "隻", "own flower", "own flowers"),
    Op.FLOWER_SETS: ("齊四隻的花", "組", "full set of flowers", "full sets of flowers"),
    Op.KONG_CHAIN: ("連開的槓", "個", "kong in a row", "kongs in a row"),
    Op.DISCARDS: ("打出的牌", "隻", "discard on the table", "discards on the table"),
    Op.WINNERS: ("食這隻牌的人", "個", "winner on this tile", "winners on this tile"),
    Op.STREAK: ("連莊", "次", "repeat of the dealer", "repeats of the dealer"),
    Op.CARRIED: ("每組都有的數字", "個", "number in every group", "numbers in every group"),
    Op.FACE_SUM: ("數字總和", "點", "point of the numbers added up", "points of the numbers added up"),
}
_FLAGS: dict[Op, Both] = {
    Op.CHAIN_TIGHT: ("第二個槓用首槓補到的牌", "the second kong uses the tile just drawn"),
    Op.CHAIN_BROKEN: ("連槓之間補過花", "a flower came between the kongs"),
    Op.KONG_FED: ("明槓由別家餵", "the exposed kong was fed"),
    Op.LAST_TILE: ("摸牆上最後一隻牌", "the last tile of the wall"),
    Op.LAST_DISCARD: ("最後一隻打出的牌", "the last discard"),
    Op.ONE_SHOT: ("報叫後一巡內食糊", "won within one turn of declaring"),
    Op.EIGHTH_ELSEWHERE: ("第八隻花在別家", "the eighth flower is elsewhere"),
    Op.DEALER: ("做莊", "the winner is the dealer"),
}
# Facts that are one of some words: the question, the words by value.
_CHOICES: dict[Op, tuple[Both, tuple[Both, ...]]] = {
    Op.BY: (
        ("食糊方法是", "won by: "),
        (("食出銃", "a discard"), ("自摸", "self-draw"), ("搶槓", "a robbed kong"), ("花糊", "flowers")),
    ),
    Op.REPLACEMENT: (
        ("糊牌是", "the winning tile replaces: "),
        (("普通牌", "nothing"), ("補槓的牌", "a kong"), ("補花的牌", "a flower")),
    ),
    Op.ROBBED: (
        ("搶的槓是", "the robbed kong is: "),
        (("加槓", "an added one"), ("暗槓", "a concealed one"), ("明槓", "an exposed one")),
    ),
    Op.FIRST_TURN: (("食糊時間是", "won at: "), tuple(FIRST_TURNS.values())),
    Op.READY: (("報叫是", "declared ready: "), tuple(READIES.values())),
    Op.SHAPE: (("牌型是", "shape: "), tuple(SHAPES.values())),
    Op.PLACE: (("糊牌是", "the winning tile: "), tuple(PLACES.values())),
    Op.PLACES: (("糊牌可以當", "the winning tile may be: "), tuple(PLACES.values())),
}
_SET_NOUNS: dict[int, tuple[Both, str]] = {
    7: (("組", "set"), "副"),
    1: (("順子", "chow"), "副"),
    6: (("刻子", "pung"), "副"),
    4: (("槓", "kong"), "個"),
    2: (("刻子（不連槓）", "pung that is no kong"), "副"),
}


def noun(fact: Fact) -> tuple[str, str, str, str]:
    """What a fact counts: Chinese name and counter, English singular and plural."""
    if fact.op is Op.TILES:
        zh, one = set_word(fact.tiles, ("牌" if fact.tiles not in SETS else "", "tile"))
        return zh, "隻", one, set_word(fact.tiles, ("", "tiles"))[1]
    if fact.op is Op.KINDS:
        zh, one = set_word(fact.tiles, ("牌" if fact.tiles not in SETS or fact.tiles == ALL else "", "tile"))
        return f"不同的{zh}", "種", f"different {one}", f"different {set_word(fact.tiles, ('', 'tiles'))[1]}"
    if fact.op is Op.SETS:
        (zh_set, en_set), counter = _SET_NOUNS[fact.kinds]
        zh, one = set_word(fact.tiles, (zh_set, en_set))
        plural = "pungs that are no kongs" if fact.kinds == 2 else f"{en_set}s"
        many = set_word(fact.tiles, (zh_set, plural))[1]
        made = made_word(fact.made_by)
        tail = f" {made[1]}" if made[1] else ""
        return made[0] + zh, counter, one + tail, many + tail
    if fact.op is Op.RELATED and fact.relation is not None:
        zh, en = relation_word(fact.relation)
        return zh, "個", f"time {en}", f"times {en}"
    if fact.op is Op.GROUPS_WITHOUT:
        zh, en = only_word(fact.tiles)
        return f"沒有{zh}的組", "組", f"group without {en}", f"groups without {en}"
    return _COUNTED.get(fact.op, (repr(fact), "", repr(fact), repr(fact)))


_SIGNS: dict[str, Both] = {
    "==": ("剛好 ", "exactly "),
    ">=": ("最少 ", "at least "),
    "<=": ("最多 ", "at most "),
    "!=": ("不是 ", "not "),
}


def asked(test: Test, lang: str) -> str:
    """An elementary test in words.

    >>> from sikwu.rules.language import DRAGONS, honours, pungs
    >>> asked(honours >= 1, "zh"), asked(pungs.of(DRAGONS) == 3, "en")
    ('有番子', 'exactly 3 dragon pungs')
    """
    fact, values = test.fact, test.values
    if fact.op in _FLAGS or fact.op in (Op.WIN_IN, Op.PAIR_IN):
        if fact.op in _FLAGS:
            words = _FLAGS[fact.op]
        else:
            zh, en = only_word(fact.tiles)
            words = (f"糊牌是{zh}", f"the winning tile is one of {en}")
            if fact.op is Op.PAIR_IN:
                words = (f"眼是{zh}", f"a pair of {en}")
        yes = test.holds(1)
        return said(words, lang) if yes else said(("不是：", "not: "), lang) + said(words, lang)
    if fact.op in _CHOICES:
        name, names = _CHOICES[fact.op]
        wanted = said(("或", " or "), lang).join(said(names[v], lang) for v in values)
        if test.op == "!=":
            return name[0].replace("是", "不是") + wanted if lang == "zh" else f"{name[1]}not {wanted}"
        return said(name, lang) + wanted
    zh, counter, one, many = noun(fact)
    n = values[0]
    none = (test.op, n) in (("==", 0), ("<=", 0))
    if fact.op is Op.TILES and none and fact.tiles.mask.bit_count() > KINDS // 2 and not fact.tiles.dynamic:
        rest = only_word(TileSet(((1 << KINDS) - 1) & ~fact.tiles.mask))
        return f"全副只有{apart(rest[0])}" if lang == "zh" else f"nothing but {rest[1]}"
    if none:
        return f"沒有{apart(zh)}" if lang == "zh" else f"no {many}"
    if (test.op, n) == (">=", 1) and fact.relation is not None:
        return f"有{zh}" if lang == "zh" else relation_word(fact.relation)[1]
    if (test.op, n) == (">=", 1) and fact.op in (Op.TILES, Op.SETS):
        return f"有{apart(zh)}" if lang == "zh" else f"at least 1 {one}"
    if test.op == "in":
        return (
            f"{zh} {' 或 '.join(map(str, values))} {counter}"
            if lang == "zh"
            else f"{' or '.join(map(str, values))} {many}"
        )
    if fact.op is Op.FACE_SUM and lang != "zh":
        return f"numbers that add up to {_SIGNS[test.op][1]}{n}"
    sign = said(_SIGNS[test.op], lang)
    return f"{zh}{sign}{n} {counter}" if lang == "zh" else f"{sign}{n} {one if n == 1 else many}"


def value_words(test: Test, value: int, win: Win, lang: str) -> str:
    """What the hand has where a test asks; empty where ✓ or ✗ says it all."""
    fact = test.fact
    if fact.op in _FLAGS or fact.op in (Op.WIN_IN, Op.PAIR_IN) or (test.op == "==" and test.holds(value)):
        return ""
    if fact.op is Op.PLACES:
        return said(("、", ", "), lang).join(said(PLACES[place], lang) for place in Place if value >> place & 1)
    if fact.op in _CHOICES:
        return said(_CHOICES[fact.op][1][value], lang)
    if fact.op is Op.DISCARDS and value == 255:
        return said(("不知道", "not known"), lang)
    if fact.op is Op.TILES:
        # The kernel notes only whether there are any where no test asks for more; a reader wants to see them.
        found = tiles_of(fact.tiles, win)
        shown = f"（{tiles_text(found, lang)}）" if lang == "zh" else f" ({tiles_text(found, lang)})"
        return f"{len(found)}" + (shown if 0 < len(found) <= 9 else "")
    return str(value)


def tiles_of(tiles: TileSet, win: Win) -> tuple[Tile, ...]:
    """The tiles of a win, the winning one too, that are in a set.

    >>> from sikwu.rules.language import HONOURS
    >>> tiles_text(tiles_of(HONOURS, Win.parse("11m 中 (EEE) +中")), "en")
    'EEE 中中'
    """
    mask = _mask(tiles, win)
    held = [*win.hand.concealed, *(t for meld in win.hand.melds for t in meld.tiles)]
    if win.tile is not None:
        held.append(win.tile)
    return tuple(sorted(t for t in held if mask >> t & 1))


def _mask(tiles: TileSet, win: Win) -> int:
    mask, seat, round_ = tiles.mask, 1 << win.seat.tile, 1 << win.round.tile
    mask |= (seat if tiles.dynamic & 1 else 0) | (round_ if tiles.dynamic & 2 else 0)
    return mask & ~((seat if tiles.dynamic & 4 else 0) | (round_ if tiles.dynamic & 8 else 0))


def spoken_of(condition: Condition, reading: Reading, win: Win) -> tuple[Tile, ...] | None:
    """The tiles a condition that holds speaks of; None: the whole hand.

    >>> from sikwu.rules.language import DRAGONS, eyes, pungs
    >>> from sikwu.reading import readings
    >>> win = Win.parse("中中中 123m 456p 789s 發 +發")
    >>> spoken_of((pungs.of(DRAGONS) >= 1) & eyes.in_(DRAGONS), readings(win)[0], win)
    (Tile.RED, Tile.RED, Tile.RED, Tile.GREEN, Tile.GREEN)
    """
    facts = tuple(facts_in(condition))
    if facts and all(fact.op in _OF_THE_WIN for fact in facts):
        if any(fact.op in (Op.FLOWERS, Op.OWN_FLOWERS, Op.FLOWER_SETS) for fact in facts):
            return win.hand.flowers
        return () if win.tile is None else (win.tile,)
    parts = condition.parts if isinstance(condition, And) else (condition,)
    found: list[Tile] = []
    for part in parts:
        if not isinstance(part, Test) or part.holds(0):
            continue
        fact = part.fact
        narrow = fact.op is Op.PAIR_IN or (fact.op is Op.SETS and (fact.tiles != ALL or fact.kinds == 4))
        for group in reading.groups if narrow else ():
            fits = group.kind is Kind.PAIR if fact.op is Op.PAIR_IN else bool(fact.kinds >> group.kind & 1)
            if fits and all(_mask(fact.tiles, win) >> tile & 1 for tile in group.tiles):
                found += group.tiles
    return tuple(found) or None


# Facts of how the hand was won, not of its sets.
_OF_THE_WIN = frozenset(
    {Op.WIN_IN, Op.FLOWERS, Op.OWN_FLOWERS, Op.FLOWER_SETS, Op.BY, Op.REPLACEMENT, Op.FIRST_TURN, Op.READY}
    | {Op.KONG_CHAIN, Op.DISCARDS, Op.WINNERS, Op.STREAK, *_FLAGS}
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a condition in words; `holds` and `value` are given where a hand was asked."""

    depth: int
    text: str
    holds: bool | None = None
    value: str = ""


def lines(condition: Condition, lang: str, part: Part | None = None, win: Win | None = None) -> tuple[Line, ...]:
    """A condition in words, line by line, with the answers of a hand where given.

    >>> from sikwu.rules.language import honours, suits
    >>> [line.text for line in lines((suits == 1) & (honours >= 1), "en")]
    ['exactly 1 suit', 'at least 1 honour tile']
    """
    return tuple(_lines(condition, lang, part, win, 0, True))


def _lines(
    condition: Condition, lang: str, part: Part | None, win: Win | None, depth: int, top: bool
) -> Iterator[Line]:
    holds = None if part is None else part.holds
    match condition:
        case Test():
            value = (
                ""
                if part is None or part.value is None or win is None
                else value_words(condition, part.value, win, lang)
            )
            yield Line(depth, asked(condition, lang), holds, value)
        case Not(part=Test() as inner):
            below = None if part is None else part.parts[0]
            told = next(_lines(inner, lang, below, win, depth, False))
            yield Line(depth, said(("不可以：", "not: "), lang) + told.text, holds, told.value)
        case Not():
            yield Line(depth, said(("以下不可以成立：", "this must not hold:"), lang), holds)
            yield from _lines(condition.part, lang, None if part is None else part.parts[0], win, depth + 1, False)
        case _:
            parts: tuple[Condition, ...] = getattr(condition, "parts", ())
            if not parts:
                words = (
                    ("甚麼牌都可以", "any hand")
                    if isinstance(condition, And)
                    else ("不看手牌，由賠付計算", "not a matter of the hand: it is counted when paying")
                )
                yield Line(depth, said(words, lang), holds)
            every = isinstance(condition, And)
            if not (top and every) and parts:
                heading = ("全部都要：", "all of these:") if every else ("有一樣就可以：", "any one of these:")
                yield Line(depth, said(heading, lang), holds)
                depth += 1
            for i, each in enumerate(parts):
                yield from _lines(each, lang, None if part is None else part.parts[i], win, depth, False)
