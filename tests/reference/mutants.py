"""Valid hand lines in many spellings, and slightly damaged ones, from a given random source."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from sikwu.notation import format_tiles
from sikwu.tiles import Tile
from sikwu.win import Win

if TYPE_CHECKING:
    from sikwu.notation import Style

STYLES: tuple[Style, ...] = ("text", "mpsz", "zh", "unicode")
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
SIGNS = (
    *"0123456789mpszfESWN+<>?!&()[]=:,_- \t\n",
    *"eswnabxyz.*|/\\\"'{}%#@^~`;",
    *"一二三四五六七八九伍十萬万筒餅饼索條条東南西北东中發发白紅红財财板風春夏秋冬梅蘭兰菊竹花",
    *"，、。（）＋＜１５ＥＳＷＮｍｐｓ！＝：　\ufe0e\ufe0f",
    *"🀇🀏🀐🀙🀀🀄🀆🀢🀩🀫",
    *"\x00\x1c\x85\xa0\u2003\u200b\u2028\ud800ſKéßＡ\U0010ffff",
)
WORDS = (
    "seat=E", "seat=south", "SEAT=E", "round=北", "round=x", "streak=2", "streak=-1", "streak=256", "streak=007", "last_tile",
    "last_tile=1", "last_discard", "one_shot", "replacement=kong", "replacement=flower", "replacement=none", "kong_chain=2",
    "kong_feeder=W", "kong_feeder=?", "robbed=concealed", "robbed=exposed", "first_turn=heavenly", "first_turn=human",
    "ready=declared", "discards=12", "discards=255", "discards=0", "visible=5m:3,E:1", "visible=5m:0", "visible=5m:1,五萬:1",
    "visible=,", "visible=1f:1", "eighth_flower=N", "winners=2", "winners=0", "self_draw", "discard", "rob_kong",
    "flowers_win", "flowers", "mm", "+5m", "+5m<N", "+?", "+?<?", "+", "+55m", "(EEE)", "(123m<E)", "[7777s]", "(555p+5p<S)",
    "&(999p<N!)", "(5555p<S)!", "(789s", "[中中中中<E]", "(312m<?)", "(EWS)", "()", "(1f1f1f)", "5f", "55f", "中中", "紅中發財",
)  # fmt: skip


def spelt(chance: Random, win: Win) -> str:
    """The win's text in one of many spellings: tiles in another style, words in another order, full-width signs."""
    hand = win.hand
    style = chance.choice(STYLES)
    rest = Win(
        type(hand)((), (), ()), win.tile, win.by, win.seat, win.round, win.feeder, win.streak, win.at
    ).text.split()
    tiles = [*hand.concealed, *hand.flowers]
    chance.shuffle(tiles)
    cut = sorted(chance.randrange(len(tiles) + 1) for _ in range(3))
    parts = [_tiles(chance, tiles[a:b]) for a, b in zip((0, *cut), (*cut, len(tiles)), strict=True) if a < b]
    melds = [meld.text for meld in hand.melds]  # their places give the order
    rest = [word if "=" in word or "+" not in word else _won(win, style, word) for word in rest]
    others = [*parts, *rest]
    chance.shuffle(others)
    places = sorted(chance.randrange(len(others) + 1) for _ in melds)
    for place, meld in reversed(list(zip(places, melds, strict=True))):
        others.insert(place, meld)
    text = chance.choice((" ", " ", "  ", "\t", "\n", "\u3000")).join(others)
    return text.translate(WIDE) if chance.random() < 0.1 else text


def _tiles(chance: Random, tiles: list[Tile]) -> str:
    return format_tiles(tiles, chance.choice(STYLES), chance.choice((None, None, ",", "、", "，")))


def _won(win: Win, style: Style, word: str) -> str:
    tile, fed, seat = word[1:].partition("<")
    tile = tile if win.tile is None else format_tiles([win.tile], style)
    return f"+{tile}{fed}{seat}"


def spoilt(chance: Random, text: str) -> str:
    """The text with a few signs or words added, removed or replaced."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at, to = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        match chance.randrange(8):
            case 0 | 1:
                text = text[:at] + chance.choice(SIGNS) + text[at:]
            case 2 | 3:
                text = text[:at] + text[at + 1 :]
            case 4:
                text = text[:at] + chance.choice(SIGNS) + text[at + 1 :]
            case 5:
                text = f"{text} {chance.choice(WORDS)}" if chance.random() < 0.7 else f"{chance.choice(WORDS)} {text}"
            case 6:
                text = text[:at] + text[to : to + 9] + text[at:]
            case _:
                words = text.split(" ")
                chance.shuffle(words)
                text = " ".join(words)
    return text


JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 4, 7, -1, 255, 256, 10**30, 1.0, "", "E", "east", "Ｅ", "5m", "5m 5m 5m", "1f", "x", "kong",
    "pung", "chow", "kong_concealed", "flowers", "self_draw", "none", "declared", "concealed", [], {}, [None], ["E"], {"5m": 1},
    {"五萬": 2, "5m": 1}, {"E": True}, {"1f": 1}, {"kind": "pung", "tiles": "EEE"}, [{"kind": "pung", "tiles": "EEE", "from": "S"}],
    [{"kind": "chow", "tiles": "312m"}], [{"kind": "pung", "tiles": "EEE", "why": 1}], {"x": 1}, {"x": None}, {"last_tile": True},
)  # fmt: skip
KEYS = (
    "seat", "round", "streak", "hand", "melds", "win", "by", "from", "flowers", "at", "kind", "tiles", "same_turn", "fresh",
    "replacement", "kong_chain", "kong_feeder", "second_kong_uses_replacement", "robbed", "last_tile", "last_discard",
    "first_turn", "ready", "one_shot", "discards", "visible", "eighth_flower", "winners", "wins", "Seat", "",
)  # fmt: skip


def spoilt_case(chance: Random, case: dict[str, Any]) -> dict[str, Any]:
    """The case with some values replaced, added or removed, also in nested objects."""
    case = {key: _copied(value) for key, value in case.items()}
    for _ in range(chance.choice((1, 1, 2))):
        melds = case.get("melds")
        inner = [case, *(m for m in melds if isinstance(m, dict))] if isinstance(melds, list) else [case]
        inner += [case["at"]] if isinstance(case.get("at"), dict) else []
        object_ = chance.choice(inner)
        key = chance.choice((*object_, chance.choice(KEYS)))
        value = object_.get(key)
        if isinstance(value, str) and chance.random() < 0.5:
            object_[key] = spoilt(chance, value)
        elif chance.random() < 0.2:
            object_.pop(key, None)
        else:
            object_[key] = _copied(chance.choice(JUNK))
    return case


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value
