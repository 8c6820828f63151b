"""Rulesets by name: the documents themselves, and the named ways of playing them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module

from sikwu.rules.document import Document
from sikwu.rules.pattern import Text
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, did_you_mean, nearest, problem, say, wrong_type

# Module of each book; loaded when first asked for.
BOOKS = {
    "hk-standard": "hk_standard",
    "hk-common": "hk_common",
    "hk-classic": "hk_classic",
    "hk-taiwanese": "hk_taiwanese",
    "club16": "club16",
}
ALIASES = {"doc000-standard": "hk-standard", "doc001-common": "hk-common", "doc002-classic": "hk-classic"}


@dataclass(frozen=True, slots=True)
class Preset:
    """A named way of playing a book: some options changed."""

    id: str
    basis: str
    name: Text
    says: Text
    settings: Mapping[str, object]
    source: str


TEN_FAN_LIST = (
    "small_four_winds",
    "four_concealed_pungs",
    "kong_on_kong",
    "flower_win_eight",
    "all_honours",
    "all_terminals",
    "nine_gates",
    "heavenly_hand",
    "earthly_hand",
    "thirteen_orphans",
    "big_four_winds",
    "four_kongs",
)
DOC000_CUSTOMS = (
    "two_identical_chows",
    "two_step_chows",
    "three_identical_chows",
    "three_step_chows",
    "pure_straight",
    "mirror_hand",
    "double_identical_chows",
    "double_step_chows",
    "four_identical_chows",
    "four_step_chows",
    "big_three_winds",
    "seven_pairs",
    "three_kongs",
    "two_suit_twin_pungs",
    "four_return_four",
    "red_dot_in_green",
    "million_stones",
    "all_blue",
    "all_green",
    "red_peacock",
    "human_hand",
    "kong_last_tile",
)
DOC001_RARE = (
    "concealed_ready",
    "human_hand",
    "kong_last_tile",
    "four_concealed_pungs",
    "terminals_with_honour_pair",
    "nine_gates",
)

PRESETS = (
    Preset(
        "chicken-four",
        "hk-standard",
        Text("雞四", "Chicken-four"),
        Text(
            "以前的打法：雞糊都食得，四番就封頂。",
            "The old game: chicken hands may win, and four fan is the ceiling.",
        ),
        {"hand.min_fan": 0, "limit.cap_fan": 4},
        "doc000 食糊準則; doc002 遊戲準則",
    ),
    Preset(
        "double-triple-spicy",
        "hk-standard",
        Text("雙辣三辣", "Double and triple spicy"),
        Text(
            "四番做滿糊，清一色賠四番價的兩倍，例牌賠三倍。文件沒有講幾番起糊，這裏當雞糊都食得。",
            "Four fan is a full hand; a full flush pays twice that price and a limit hand three times. The "
            "documents give no minimum; here chicken hands may win.",
        ),
        {"hand.min_fan": 0, "limit.cap_fan": 4, "score.spicy": "double_triple"},
        "doc000 食糊準則; doc002 遊戲準則; D39",
    ),
    Preset(
        "intervarsity-2017",
        "hk-standard",
        Text("香港大專聯校麻雀大賽2017", "Hong Kong inter-varsity tournament 2017"),
        Text(
            "十番封頂，小四喜、大花糊、坎坎糊、槓上槓自摸和所有大例牌一律十番；大三元仍計八番。文件只列牌型，起糊和"
            "賠法是本表的假設。",
            "Ceiling 10; small four winds, four concealed pungs, kong on kong, eight immortals and all the big "
            "limit hands count exactly 10, big three dragons stays 8. The documents give only the list; minimum "
            "and payment are our assumption.",
        ),
        {"limit.cap_fan": 10, "limit.unify": True, "limit.hands": TEN_FAN_LIST},
        "doc000 外部連結; doc002 外部連結; D43",
    ),
    Preset(
        "cuhk-2nd-king",
        "hk-standard",
        Text("第二屆中大雀皇之皇麻雀大賽", "2nd CUHK mahjong king tournament"),
        Text(
            "中大麻雀研究學會的比賽，例牌名單跟大專聯校賽一樣，一律十番封頂。文件只列牌型，起糊和賠法是本表的假設。",
            "The CUHK mahjong society's tournament, with the same list of ten-fan limit hands as the inter-varsity "
            "one. The documents give only the list; minimum and payment are our assumption.",
        ),
        {"limit.cap_fan": 10, "limit.unify": True, "limit.hands": TEN_FAN_LIST},
        "doc000 外部連結; doc002 外部連結; D43",
    ),
    Preset(
        "unlimited",
        "hk-standard",
        Text("無限番", "Unlimited"),
        Text(
            "不設封頂，例牌當普通番種一路加上去，大四喜也加對對糊。天糊、地糊要先講好番數，這裏定 13 番。",
            "No ceiling: limit hands add up like ordinary patterns, and big four winds takes all pungs too. "
            "Heavenly and earthly hands need an agreed price, here 13.",
        ),
        {
            "limit.cap_fan": "none",
            "big_four_winds.add_all_pungs": True,
            "heavenly_hand.fan_unlimited": 13,
            "earthly_hand.fan_unlimited": 13,
        },
        "doc000 食糊準則; doc002 遊戲準則; D14, D40",
    ),
    Preset(
        "eight-fan-burst",
        "hk-standard",
        Text("八番例牌", "Eight-fan ceiling"),
        Text(
            "跟清章版，但八番就爆棚。",
            "The main list with a ceiling of 8.",
        ),
        {"limit.cap_fan": 8},
        "doc000 食糊準則; doc001 引言; doc002 遊戲準則",
    ),
    Preset(
        "ten-fan-burst",
        "hk-standard",
        Text("十番例牌", "Ten-fan ceiling"),
        Text(
            "十番爆棚，例牌一律計十番，大三元和坎坎糊都講好當例牌。",
            "Ceiling 10 with every limit hand worth exactly 10; big three dragons and four concealed pungs are "
            "agreed as limit hands too.",
        ),
        {
            "limit.cap_fan": 10,
            "limit.unify": True,
            "limit.hands": (
                "all_honours",
                "all_terminals",
                "nine_gates",
                "heavenly_hand",
                "earthly_hand",
                "big_four_winds",
                "thirteen_orphans",
                "four_kongs",
                "big_three_dragons",
                "four_concealed_pungs",
            ),
        },
        "doc000 食糊準則; doc001 引言 (ceiling only); doc002 遊戲準則 (ceiling only)",
    ),
    Preset(
        "thirteen-fan-burst",
        "hk-standard",
        Text("十三番例牌", "Thirteen-fan ceiling"),
        Text(
            "十三番爆棚，十番和十三番兩欄的例牌一律計十三番。",
            "Ceiling 13; the limit hands of the ten-fan and thirteen-fan sections all count exactly 13.",
        ),
        {"limit.cap_fan": 13, "limit.unify": True},
        "doc000 食糊準則, 十番（例牌）, 十三番（例牌）; doc001 引言 (ceiling only); doc002 遊戲準則 (ceiling only)",
    ),
    Preset(
        "full-spicy",
        "hk-standard",
        Text("辣辣上", "Full spicy"),
        Text(
            "跟清章版，但四番以上都是每番翻一倍，注碼大很多。",
            "The main list, but every fan doubles the price above four fan too. Much higher stakes.",
        ),
        {"score.progression": "full_spicy"},
        "doc000 分數計算; doc002 分數計算",
    ),
    Preset(
        "half-gun-traditional",
        "hk-standard",
        Text("陪銃制／半銃制", "Half gun (traditional)"),
        Text(
            "有人出銃時，出銃者賠一半，另外兩家各陪四分一。包牌不分牌型：九張落地包出銃，十二張落地包自摸。",
            "On a discard the discarder pays half and the other two a quarter each. Liability for any hand: nine "
            "tiles laid down for a discard, twelve for a self-draw.",
        ),
        {"score.gun": "half", "liability.half_gun_nine_tiles": "feeder_half", "liability.twelve_tiles": True},
        "doc000 包牌規則; doc001 包牌規則, 分數計算; doc002 包牌規則; D28, R2, R3",
    ),
    Preset(
        "no-head-bump",
        "hk-standard",
        Text("一炮多響", "Every winner is paid"),
        Text(
            "沒有截糊：一隻牌幾家叫中，家家都食得，出銃者逐家賠。",
            "No head bump: everybody who can win on a discard does, and the discarder pays each of them.",
        ),
        {"win.multiple_winners": "all_win"},
        "doc000 食糊準則, note 5; doc001 note 4; doc002 遊戲準則",
    ),
    Preset(
        "no-flowers-game",
        "hk-standard",
        Text("不打花", "Without flowers"),
        Text(
            "不用花牌，花牌的番和花糊都沒有，改為計門前清。",
            "No flower tiles, so no flower fan and no flower wins; concealed hand counts instead.",
        ),
        {"tiles.flowers_in_play": False},
        "doc000 一番（門前清）; doc001 引言; doc002 一番（門前清）",
    ),
    Preset(
        "all-customs",
        "hk-standard",
        Text("其他自訂全開", "All custom patterns on"),
        Text(
            "清章版再加它列出的全部自訂牌型，由般高、七對眼到綠一色都計。",
            "The main list with every custom pattern it names, from two identical chows and seven pairs to all green.",
        ),
        {f"{pattern}.enabled": True for pattern in DOC000_CUSTOMS},
        "doc000 其他自訂食糊牌型",
    ),
    Preset(
        "doc001-rare-patterns",
        "hk-common",
        Text("其他非常用番種全開", "Common list with its rare patterns"),
        Text(
            "常用版再加它列出的少用番種：冚手胡、人糊、鐘鼓齊鳴、坎坎糊、混幺九、九子連環。",
            "The common list with its rare patterns on: covered hand, human hand, kong on the last tile, four "
            "concealed pungs, terminal pungs with an honour pair, nine gates.",
        ),
        {f"{pattern}.enabled": True for pattern in DOC001_RARE},
        "doc001 其他非常用番種",
    ),
)


def names() -> tuple[str, ...]:
    """All ruleset names: books first, then presets."""
    return (*BOOKS, *(p.id for p in PRESETS))


def document(id: str) -> Document:
    """One document's rules."""
    book: Document = import_module(f"sikwu.rules.{BOOKS[id]}").BOOK
    return book


def rules_of(given: Ruleset | str) -> Ruleset:
    """The ruleset itself, or the one of that name."""
    if isinstance(given, Ruleset):
        return given
    if not isinstance(given, str):
        raise wrong_type("ruleset", "Ruleset, str", given)
    return ruleset(given)


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset of a book or a preset.

    >>> ruleset("eight-fan-burst").cap
    8
    """
    if not isinstance(name, str):
        raise wrong_type("ruleset()", "str", name)
    name = ALIASES.get(name, name)
    if name in BOOKS:
        book = document(name)
        return Ruleset(book, book.id, book.name, book.defaults, says=book.says, source=book.source)
    preset = next((p for p in PRESETS if p.id == name), None)
    if preset is None:
        guess = nearest(name, names())
        hint = did_you_mean(guess) or say("hint.known", names=names())
        raise RulesError([problem("ruleset.unknown", name=str(name)[:60], hint=hint)])
    basis = ruleset(preset.basis)
    return replace(
        basis.with_options(preset.settings), id=preset.id, name=preset.name, says=preset.says, source=preset.source
    )
