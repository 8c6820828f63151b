"""Words for tiles, sets and places, Chinese and English: short names that people say at the table."""

from __future__ import annotations

from collections.abc import Iterable

from sikwu.notation import short_text
from sikwu.reading import Kind, Made, Place, Shape
from sikwu.rules.language import (
    ALL,
    ANY_MADE,
    CLAIMED,
    CONCEALED,
    DRAGONS,
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
from sikwu.tiles import KINDS, Tile
from sikwu.win import FirstTurn, Ready, Win

Both = tuple[str, str]
"""A word in Chinese and in English."""


def said(both: Both, lang: str) -> str:
    """The word in one language.

    >>> said(("番", "fan"), "zh")
    '番'
    """
    return both[0] if lang == "zh" else both[1]


def tiles_text(tiles: Iterable[Tile], lang: str) -> str:
    """Tiles as people write them; `parse_tiles` reads both.

    >>> from sikwu.notation import parse_tiles
    >>> tiles_text(parse_tiles("555m EE 1f"), "zh"), tiles_text(parse_tiles("555m EE 1f"), "en")
    ('555萬 東東 春', '555m EE 1f')
    """
    if lang != "zh":
        return short_text(tiles)
    words: list[str] = []
    last: Tile | None = None
    for tile in tiles:
        named = f"{tile.number}{tile.zh[-1]}" if tile.is_suited else tile.zh
        if last is not None and tile.is_suited and tile.suit == last.suit:
            words[-1] = words[-1][:-1] + named
        elif last is not None and (tile is last or (tile.is_flower and last.is_flower)):
            words[-1] += named
        else:
            words.append(named)
        last = tile
    return " ".join(words)


def apart(zh: str) -> str:
    """With a space in front if it starts with a digit, as Chinese is set.

    >>> "自摸" + apart("9索"), "自摸" + apart("北")
    ('自摸 9索', '自摸北')
    """
    return f" {zh}" if zh[:1].isdigit() else zh


# --- readings

PLACES: dict[Place, Both] = {
    Place.NONE: ("不論", "nowhere"),
    Place.PAIR: ("單吊", "single wait on the pair"),
    Place.PUNG: ("對碰", "two-pair wait"),
    Place.EDGE: ("邊張", "edge wait"),
    Place.CLOSED: ("卡窿", "closed wait"),
    Place.OPEN: ("兩面", "two-sided wait"),
    Place.SINGLE: ("單吊", "single wait"),
}
SHAPES: dict[Shape, Both] = {
    Shape.STANDARD: ("四組一對", "sets and a pair"),
    Shape.PAIRS: ("對子", "pairs"),
    Shape.ORPHANS: ("十三幺", "thirteen orphans"),
    Shape.UNRELATED: ("十六不搭", "sixteen unrelated"),
    Shape.FLOWERS: ("花糊", "a win by flowers"),
}
_GROUPS: dict[tuple[Kind, Made], Both] = {
    (Kind.CHOW, Made.SELF): ("順子", "chow"),
    (Kind.CHOW, Made.WON): ("食糊湊成的順子", "chow made by the win"),
    (Kind.CHOW, Made.CHOWED): ("上牌", "claimed chow"),
    (Kind.PUNG, Made.SELF): ("暗坎", "concealed pung"),
    (Kind.PUNG, Made.WON): ("食糊湊成的刻子", "pung made by the win"),
    (Kind.PUNG, Made.PUNGED): ("碰牌", "claimed pung"),
    (Kind.KONG, Made.EXPOSED): ("明槓", "exposed kong"),
    (Kind.KONG, Made.ADDED): ("加槓", "added kong"),
    (Kind.KONG, Made.CONCEALED): ("暗槓", "concealed kong"),
}


def group_word(kind: Kind, made: Made) -> Both:
    """What a set or pair of a reading is called.

    >>> group_word(Kind.KONG, Made.CONCEALED)
    ('暗槓', 'concealed kong')
    """
    plain = {
        Kind.CHOW: ("順子", "chow"),
        Kind.PUNG: ("刻子", "pung"),
        Kind.KONG: ("槓", "kong"),
        Kind.PAIR: ("眼", "pair"),
    }
    return _GROUPS.get((kind, made), plain[kind])


# --- sets of tiles

SETS: dict[TileSet, Both] = {
    ALL: ("牌", ""),
    MAN: ("萬子", "character"),
    PIN: ("筒子", "dot"),
    SOU: ("索子", "bamboo"),
    SUITED: ("數字牌", "suited"),
    WINDS: ("風牌", "wind"),
    DRAGONS: ("三元牌", "dragon"),
    HONOURS: ("番子", "honour"),
    TERMINALS: ("一九牌", "terminal"),
    TERMINALS | HONOURS: ("一九和番子", "terminal or honour"),
    SEAT: ("門風", "seat wind"),
    ROUND: ("圈風", "round wind"),
    SEAT | ROUND: ("門風或圈風", "seat or round wind"),
}


def set_word(tiles: TileSet, noun: Both) -> Both:
    """A noun with the set of tiles it is about.

    >>> set_word(DRAGONS, ("刻子", "pungs"))
    ('三元牌刻子', 'dragon pungs')
    """
    zh_noun, en_noun = noun
    if tiles in SETS:
        zh, en = SETS[tiles]
        return ("" if tiles == ALL else zh) + zh_noun, f"{en} {en_noun}".strip()
    taken = "、".join(zh for bit, zh in ((4, "門風"), (8, "圈風")) if tiles.dynamic & bit)
    if taken:
        zh, en = set_word(TileSet(tiles.mask), noun)
        return f"{zh}（{taken}除外）", f"{en} other than seat or round wind"
    listed = tuple(Tile(t) for t in range(KINDS) if tiles.mask >> t & 1)
    numbers = sorted({t.number for t in listed})
    if listed and tiles.dynamic == 0 and len(listed) == 3 * len(numbers) and 0 not in numbers:
        digits = "".join(map(str, numbers))
        return f"數字 {digits} 的{zh_noun}", f"{en_noun} numbered {digits}"
    if len(listed) > KINDS // 2:
        rest = TileSet(((1 << KINDS) - 1) & ~tiles.mask)
        return f"{only_word(rest)[0]}以外的{zh_noun}", f"{en_noun} other than {only_word(rest)[1]}"
    return f"{tiles_text(listed, 'zh')}的{zh_noun}", f"{en_noun} of {tiles_text(listed, 'en')}"


def only_word(tiles: TileSet) -> Both:
    """A set of tiles by itself: 番子, honours.

    >>> only_word(HONOURS | TERMINALS)
    ('一九和番子', 'terminals or honours')
    """
    if tiles in SETS:
        zh, en = SETS[tiles]
        return zh, " or ".join(f"{word}s" for word in en.split(" or ")) if en else "tiles"
    if tiles.mask.bit_count() > KINDS // 2 or tiles.dynamic:
        return set_word(tiles, ("牌", "tiles"))
    listed = tuple(Tile(t) for t in range(KINDS) if tiles.mask >> t & 1)
    return tiles_text(listed, "zh"), tiles_text(listed, "en")


# --- how sets came, and how they stand to each other

_MADE: dict[Made, Both] = {
    ANY_MADE: ("", ""),
    SELF: ("全部自己摸成的", "drawn by yourself"),
    SELF | CONCEALED: ("自己摸成（連暗槓）的", "drawn by yourself (concealed kongs too)"),
    CLAIMED: ("上、碰、明槓的", "claimed"),
    MELDED: ("落地的", "laid down"),
    CONCEALED: ("暗槓的", "laid down concealed"),
}


def made_word(made: Made) -> Both:
    """How sets came, as an adjective."""
    if made in _MADE:
        return _MADE[made]
    parts = [m for m in Made if m in made]
    zh = {Made.SELF: "自己摸成", Made.WON: "食糊湊成", Made.CHOWED: "上", Made.PUNGED: "碰", Made.EXPOSED: "明槓"}
    zh |= {Made.ADDED: "加槓", Made.CONCEALED: "暗槓"}
    return "、".join(zh[m] for m in parts) + "的", " or ".join((m.name or "").lower() for m in parts)


def relation_word(relation: Relation) -> Both:
    """Related sets, shown by an example.

    >>> from sikwu.rules.language import A, chow, related, x
    >>> relation_word(related(chow(A, x), chow(A, x + 1)))
    ('像 234萬 345萬 的組合', 'sets like 234m 345m')
    """
    sets: list[tuple[Tile, ...]] = []
    for place, slot in enumerate(relation.any_of[0]):
        low = (2, 6)[slot.number.index] + slot.number.offset if isinstance(slot.number, NumberVar) else slot.number
        if slot.slot is Slot.CHOW_WITH:  # any chow through the number: show different ones through a four
            low += place % 3
        first = 9 * slot.suit.index + low - 1
        if slot.slot in (Slot.CHOW, Slot.CHOW_WITH):
            sets.append((Tile(first), Tile(first + 1), Tile(first + 2)))
        else:
            sets.append((Tile(first),) * (2 if slot.slot is Slot.PAIR else 3))
    if all(slot.slot is Slot.CHOW_WITH for slot in relation.any_of[0]):
        sets.sort()
    zh, en = (" ".join(tiles_text(each, lang) for each in sets) for lang in ("zh", "en"))
    made_zh, made_en = made_word(relation.made)
    twice_zh, twice_en = ("兩次", "twice ") if relation.two else ("", "")
    return f"{twice_zh}像 {zh} 的{made_zh}組合", f"{twice_en}sets like {en}" + (f", {made_en}" if made_en else "")


# --- circumstances

FIRST_TURNS: dict[FirstTurn, Both] = {
    FirstTurn.NONE: ("平常", "no special time"),
    FirstTurn.HEAVENLY: ("莊家起手", "the dealer's first hand"),
    FirstTurn.EARTHLY: ("莊家打出第一隻", "the dealer's first discard"),
    FirstTurn.EARTHLY_DRAW: ("閒家摸第一隻", "a first draw"),
    FirstTurn.HUMAN: ("未摸牌先食出銃", "a discard before the first draw"),
}
READIES: dict[Ready, Both] = {
    Ready.NONE: ("沒有", "no"),
    Ready.DECLARED: ("報叫", "yes"),
    Ready.CONCEALED: ("冚手", "covered hand"),
    Ready.HEAVENLY: ("天聽", "at the deal"),
    Ready.EARTHLY: ("地聽", "at the first discard"),
}
# By the word or `word=value` that a text has for it; {} stands for the value.
CIRCUMSTANCES: dict[str, Both] = {
    "replacement=kong": ("槓上補牌", "on the replacement of a kong"),
    "replacement=flower": ("花上補牌", "on the replacement of a flower"),
    "kong_chain": ("連開 {} 槓", "{} kongs in a row"),
    "kong_feeder": ("明槓由 {} 餵", "exposed kong fed by {}"),
    "second_kong_uses_replacement": ("第二槓用首槓補到的牌", "the second kong uses the tile just drawn"),
    "flower_between_kongs": ("連槓之間補過花", "a flower came between the kongs"),
    "robbed=concealed": ("搶的是暗槓", "the robbed kong is concealed"),
    "robbed=exposed": ("搶的是明槓", "the robbed kong is exposed"),
    "last_tile": ("摸牆上最後一隻牌", "the last tile of the wall"),
    "last_discard": ("最後一隻打出的牌", "the last discard"),
    **{f"first_turn={when.text}": words for when, words in FIRST_TURNS.items() if when},
    **{f"ready={how.text}": (f"報叫：{zh}", f"declared ready: {en}") for how, (zh, en) in READIES.items() if how},
    "one_shot": ("報叫後一巡內食糊", "won within one turn of declaring"),
    "discards": ("枱面有 {} 隻打出的牌", "{} discards on the table"),
    "eighth_flower": ("第八隻花在 {}", "the eighth flower is with {}"),
    "winners": ("{} 家食同一隻", "{} winners on this tile"),
}


def circumstances_text(win: Win, lang: str) -> str:
    """The circumstances of a win that are not as usual.

    >>> circumstances_text(Win.parse("E +E last_tile kong_chain=2 replacement=kong"), "zh")
    '槓上補牌、連開 2 槓、摸牆上最後一隻牌'
    """
    found = []
    for name, value in win.at.to_case().items():
        words = CIRCUMSTANCES.get(name) or CIRCUMSTANCES.get(f"{name}={value}")
        if words is not None:
            found.append(said(words, lang).format(value))
    return said(("、", ", "), lang).join(found)
