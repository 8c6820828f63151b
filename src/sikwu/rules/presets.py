"""Rulesets by name: the documents themselves, and presets based on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module

from sikwu.rules.document import Document
from sikwu.rules.pattern import Text
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, did_you_mean, nearest, say, wrong_type

# The module of each document; imported on first use.
DOCUMENTS = {
    "hk-standard": "hk.standard",
    "hk-common": "hk.common",
    "hk-classic": "hk.classic",
    "hk-taiwanese": "hktw.taiwanese",
    "club16": "club.club16",
}
ALIASES = {"doc000-standard": "hk-standard", "doc001-common": "hk-common", "doc002-classic": "hk-classic"}


@dataclass(frozen=True, slots=True)
class Preset:
    """A named way of playing a document: some options changed."""

    id: str
    basis: str
    name: Text
    says: Text
    settings: Mapping[str, object]
    source: str
    sheet: str = ""
    """The file in `sheets/` with what options cannot say: prices, patterns."""


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

CONVENTION = "枱上慣例, 五份文件都沒有 (a convention of the tables, in none of the five documents)"
"""The source of a preset that no document describes."""
_DIGITS = "〇一二三四五六七八九十"


def _steps(first: int, second: int, third: int) -> Preset:
    """A price table in three steps, called by the fan at which they begin."""
    zh = "".join(_DIGITS[fan] for fan in (first, second, third))
    return Preset(
        f"steps-{first}-{second}-{third}",
        "hk-standard",
        Text(zh, f"Steps at {first}, {second}, {third}"),
        Text(
            "三級價錢的叫法：名字裏三個數，是一辣、雙辣、三辣由幾番開始。{if table: 價錢照這些規則的價目表。 else: "
            "這裏沒有價目表。}{limits}。",
            "A price in three steps. The numbers of the name are the fan at which they begin: one, two and three times "
            "the price of a full hand. {if table: Prices are those of the table of these rules. else: These rules have "
            "no table of prices.} Played with {limits}.",
            "三級價錢嘅叫法：個名入面三個數，係一辣、雙辣、三辣由幾番開始。{if table: 價錢照呢啲規矩嘅價目表。 else: "
            "呢度冇價目表。}{limits}。",
        ),
        {},
        CONVENTION,
        f"steps-{first}-{second}-{third}",
    )


def _stake(id: str, name: Text, unit: object) -> Preset:
    """A stake by its name: what a chicken hand costs by self-draw and by discard."""
    return Preset(
        id,
        "hk-standard",
        name,
        Text(
            "注碼的叫法：說的是雞糊自摸和出銃每家賠多少錢。這裏價錢乘以{value:score.unit_multiplier}（單位）；{limits}。",
            "A stake by its name: what a chicken hand costs each player by self-draw, and the discarder. Here prices "
            "are multiplied by {value:score.unit_multiplier} (the unit). Played with {limits}.",
            "注碼嘅叫法：講嘅係雞糊自摸同出銃每家賠幾多錢。而家價錢乘以{value:score.unit_multiplier}（單位）；{limits}。",
        ),
        {"score.unit_multiplier": unit},
        CONVENTION,
    )


PRESETS = (
    Preset(
        "chicken-four",
        "hk-standard",
        Text("雞四", "Chicken-four"),
        Text(
            "以前的打法：{limits}。{if hand.min_fan=0: 雞糊也可以食。}",
            "The old game: {limits}. {if hand.min_fan=0: Chicken hands may win.}",
            "以前嘅打法：{limits}。{if hand.min_fan=0: 雞糊都食得。}",
        ),
        {"hand.min_fan": 0, "limit.cap_fan": 4},
        "doc000 食糊準則; doc002 遊戲準則",
    ),
    Preset(
        "double-triple-spicy",
        "hk-standard",
        Text("雙辣三辣", "Double and triple spicy"),
        Text(
            "{if score.spicy=double_triple: {value:score.full_fan} 番做滿糊，清一色賠滿糊價的兩倍，例牌賠三倍"
            "。}{limits}；文件沒有說明幾番起糊。",
            "{if score.spicy=double_triple: {value:score.full_fan} fan make a full hand; a full flush pays twice "
            "its price (double spicy) and a limit hand three times (triple spicy).} Played with {limits}; the documents "
            "give no minimum.",
            "{if score.spicy=double_triple: {value:score.full_fan} 番做滿糊，清一色賠滿糊價嘅兩倍，例牌賠三倍"
            "。}{limits}；文件冇講幾番起糊。",
        ),
        {"hand.min_fan": 0, "limit.cap_fan": 4, "score.spicy": "double_triple"},
        "doc000 食糊準則; doc002 遊戲準則; D39",
    ),
    Preset(
        "intervarsity-2017",
        "hk-standard",
        Text("香港大專聯校麻雀大賽2017", "Hong Kong inter-varsity tournament 2017"),
        Text(
            "大專聯校比賽的例牌名單：{limits}{if limit.unify and cap: ，名單上的牌一律計{cap}番}。文件只列牌型"
            "，起糊和賠法是本表的假設。",
            "The list of limit hands of the inter-varsity tournament: {limits}{if limit.unify and cap: , and "
            "every hand on the list counts exactly {cap}}. The documents give only the list; minimum and payment "
            "are our assumption.",
            "大專聯校比賽嘅例牌名單：{limits}{if limit.unify and cap: ，名單上面嘅牌一律計{cap}番}。文件淨係列"
            "牌型，起糊同賠法係呢度假設嘅。",
        ),
        {"limit.cap_fan": 10, "limit.unify": True, "limit.hands": TEN_FAN_LIST},
        "doc000 外部連結; doc002 外部連結; D43",
    ),
    Preset(
        "cuhk-2nd-king",
        "hk-standard",
        Text("第二屆中大雀皇之皇麻雀大賽", "2nd CUHK mahjong king tournament"),
        Text(
            "中大麻雀研究學會比賽的例牌名單：{limits}{if limit.unify and cap: ，名單上的牌一律計{cap}番}。文件"
            "只列牌型，起糊和賠法是本表的假設。",
            "The list of limit hands of the CUHK mahjong society's tournament: {limits}{if limit.unify and cap: "
            ", and every hand on the list counts exactly {cap}}. The documents give only the list; minimum and "
            "payment are our assumption.",
            "中大麻雀研究學會比賽嘅例牌名單：{limits}{if limit.unify and cap: ，名單上面嘅牌一律計{cap}番}。文"
            "件淨係列牌型，起糊同賠法係呢度假設嘅。",
        ),
        {"limit.cap_fan": 10, "limit.unify": True, "limit.hands": TEN_FAN_LIST},
        "doc000 外部連結; doc002 外部連結; D43",
    ),
    Preset(
        "unlimited",
        "hk-standard",
        Text("無限番", "Unlimited"),
        Text(
            "{limits}。{if not cap: 例牌當普通番種一路加上去；天糊、地糊要先講好番數，這裏天糊計{worth:heavenly_hand}番"
            "，地糊計{worth:earthly_hand}番。}{if big_four_winds.add_all_pungs: 大四喜也加對對糊。}",
            "Played with {limits}. {if not cap: Limit hands add up like ordinary patterns. Heavenly and earthly hands "
            "need an agreed price: here a heavenly hand counts {worth:heavenly_hand} and an earthly hand {worth:earthly_hand}.} {if "
            "big_four_winds.add_all_pungs: All pungs is added to big four winds.}",
            "{limits}。{if not cap: 例牌當普通番種一路加上去；天糊、地糊要講好幾多番先，而家天糊計{worth:heavenly_hand}番"
            "，地糊計{worth:earthly_hand}番。}{if big_four_winds.add_all_pungs: 大四喜都加對對糊。}",
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
            "這樣打：{limits}。",
            "Played with {limits}.",
            "噉打：{limits}。",
        ),
        {"limit.cap_fan": 8},
        "doc000 食糊準則; doc001 引言; doc002 遊戲準則",
    ),
    Preset(
        "ten-fan-burst",
        "hk-standard",
        Text("十番例牌", "Ten-fan ceiling"),
        Text(
            "這樣打：{limits}{if limit.unify and cap: ，例牌一律計{cap}番}。",
            "Played with {limits}{if limit.unify and cap: , and every limit hand counts exactly {cap}}.",
            "噉打：{limits}{if limit.unify and cap: ，例牌一律計{cap}番}。",
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
            "這樣打：{limits}{if limit.unify and cap: ，例牌一律計{cap}番}。",
            "Played with {limits}{if limit.unify and cap: , and every limit hand counts exactly {cap}}.",
            "噉打：{limits}{if limit.unify and cap: ，例牌一律計{cap}番}。",
        ),
        {"limit.cap_fan": 13, "limit.unify": True},
        "doc000 食糊準則, 十番（例牌）, 十三番（例牌）; doc001 引言 (ceiling only); doc002 遊戲準則 (ceiling only)",
    ),
    Preset(
        "full-spicy",
        "hk-standard",
        Text("辣辣上", "Full spicy"),
        Text(
            "{if table: 價錢照自訂的價目表。 elif score.progression=full_spicy: 四番以上也是每番翻一倍，注碼大"
            "很多。 else: 四番以上每兩番翻一倍。}",
            "{if table: Prices are those of the house's own table. elif score.progression=full_spicy: Every fan "
            "above four doubles the price too, so stakes are much higher. else: Above four fan the price doubles "
            "every two fan.}",
            "{if table: 價錢照自己嗰張價目表。 elif score.progression=full_spicy: 四番以上都係每番翻一倍，注碼"
            "大好多。 else: 四番以上每兩番翻一倍。}",
        ),
        {"score.progression": "full_spicy"},
        "doc000 分數計算; doc002 分數計算",
    ),
    Preset(
        "half-gun-traditional",
        "hk-standard",
        Text("陪銃制／半銃制", "Half gun (traditional)"),
        Text(
            "{if score.gun=half: 有人出銃時，出銃者賠一半，另外兩家各陪四分一。包牌不分牌型：{if liability.half_gun_nine_tiles!=off: "
            "九張落地包出銃，}十二張落地包自摸。 else: 全銃：出銃者一家全賠。}",
            "{if score.gun=half: On a discard the discarder pays half and the other two a quarter each. Liability "
            "(包) holds for any hand: {if liability.half_gun_nine_tiles!=off: nine tiles laid down for a discard, "
            "}twelve for a self-draw. else: Full gun: the discarder pays alone.}",
            "{if score.gun=half: 有人出銃，出銃嗰個賠一半，另外兩家各陪四分一。包牌唔分牌型：{if liability.half_gun_nine_tiles!=off: "
            "九張落地包出銃，}十二張落地包自摸。 else: 全銃：出銃嗰個一家賠晒。}",
        ),
        {"score.gun": "half", "liability.half_gun_nine_tiles": "feeder_half", "liability.twelve_tiles": True},
        "doc000 包牌規則; doc001 包牌規則, 分數計算; doc002 包牌規則; D28, R2, R3",
    ),
    Preset(
        "no-head-bump",
        "hk-standard",
        Text("一炮多響", "Every winner is paid"),
        Text(
            "{if win.multiple_winners=all_win: 沒有截糊：一隻牌幾家叫中，家家都可以食，出銃者逐家賠。 else: 有"
            "截糊：一隻牌幾家叫中，只有最近出銃者的下家食得。}",
            "{if win.multiple_winners=all_win: No head bump (截糊): everybody who can win on a discard does, "
            "and the discarder pays each of them. else: Head bump (截糊): of several who can win on a discard, "
            "the first after the discarder wins.}",
            "{if win.multiple_winners=all_win: 冇截糊：一隻牌幾家叫中，家家都食得，出銃嗰個逐家賠。 else: 有截"
            "糊：一隻牌幾家叫中，淨係出銃嗰個下面最近嗰家食得。}",
        ),
        {"win.multiple_winners": "all_win"},
        "doc000 食糊準則, note 5; doc001 note 4; doc002 遊戲準則",
    ),
    Preset(
        "no-flowers-game",
        "hk-standard",
        Text("不打花", "Without flowers", "唔打花"),
        Text(
            "{if tiles.flowers_in_play: 打花。 else: 不用花牌，沒有花牌的番，也沒有花糊{if uses concealed_hand: "
            "，改為計門前清}。}",
            "{if tiles.flowers_in_play: Flowers are played. else: No flower tiles, so no flower fan and no flower "
            "wins{if uses concealed_hand: ; concealed hand counts instead}.}",
            "{if tiles.flowers_in_play: 打花。 else: 唔用花牌，冇花牌嘅番，亦冇花糊{if uses concealed_hand: ，"
            "改為計門前清}。}",
        ),
        {"tiles.flowers_in_play": False},
        "doc000 一番（門前清）; doc001 引言; doc002 一番（門前清）",
    ),
    Preset(
        "all-customs",
        "hk-standard",
        Text("其他自訂全開", "All custom patterns on"),
        Text(
            "自訂牌型也計{if uses two_identical_chows and uses seven_pairs and uses all_green: ，由般高、七對"
            "眼到綠一色}：{limits}。",
            "House patterns count too{if uses two_identical_chows and uses seven_pairs and uses all_green: , "
            "from two identical chows and seven pairs to all green}: {limits}.",
            "自訂牌型都計{if uses two_identical_chows and uses seven_pairs and uses all_green: ，由般高、七對"
            "眼到綠一色}：{limits}。",
        ),
        {f"{pattern}.enabled": True for pattern in DOC000_CUSTOMS},
        "doc000 其他自訂食糊牌型",
    ),
    Preset(
        "doc001-rare-patterns",
        "hk-common",
        Text("其他非常用番種全開", "Common list with its rare patterns"),
        Text(
            "少用的番種也計{if uses concealed_ready and uses human_hand and uses kong_last_tile and uses four_concealed_pungs "
            "and uses terminals_with_honour_pair and uses nine_gates: ：冚手胡、人糊、鐘鼓齊鳴、坎坎糊、混幺九"
            "、九子連環}；{limits}。",
            "Rare patterns count too{if uses concealed_ready and uses human_hand and uses kong_last_tile and "
            "uses four_concealed_pungs and uses terminals_with_honour_pair and uses nine_gates: : covered hand, "
            "human hand, kong on the last tile, four concealed pungs, terminal pungs with an honour pair, nine "
            "gates}; {limits}.",
            "少用嘅番種都計{if uses concealed_ready and uses human_hand and uses kong_last_tile and uses four_concealed_pungs "
            "and uses terminals_with_honour_pair and uses nine_gates: ：冚手胡、人糊、鐘鼓齊鳴、坎坎糊、混幺九"
            "、九子連環}；{limits}。",
        ),
        {f"{pattern}.enabled": True for pattern in DOC001_RARE},
        "doc001 其他非常用番種",
    ),
    _steps(4, 7, 10),
    _steps(4, 6, 8),
    _steps(5, 7, 9),
    _stake("two-five-chicken", Text("二五雞", "Two-five chicken"), "1/2"),
    _stake("five-one-chicken", Text("五一雞", "Five-one chicken"), 1),
    _stake("one-two-chicken", Text("一二蚊雞", "One-two chicken"), 2),
    Preset(
        "new-style",
        "hk-standard",
        Text("新章十三", "New style, thirteen tiles"),
        Text(
            "清章再加新章桌上常計的番種{if uses eyes_258 and uses no_fives and uses three_suit_chows and uses five_sorts: ，例如將眼、"
            "缺五、三相逢、五門齊}：{limits}。各處新章的番數不同，這裏的番數是常見的一種。",
            "The clean style, and patterns that tables of the new style commonly count{if uses eyes_258 and uses no_fives and uses three_suit_chows and uses five_sorts: "
            ", such as eyes of two, five or eight, no fives, one chow in three suits and all five sorts}: {limits}. "
            "Prices differ from table to table; these are one usual choice.",
            "清章再加新章枱面常計嘅番種{if uses eyes_258 and uses no_fives and uses three_suit_chows and uses five_sorts: ，例如將眼、"
            "缺五、三相逢、五門齊}：{limits}。各處新章嘅番數都唔同，呢度嘅番數係常見嘅一種。",
        ),
        {},
        CONVENTION,
        "new-style",
    ),
)


def names() -> tuple[str, ...]:
    """All ruleset names: documents first, then presets."""
    return (*DOCUMENTS, *(p.id for p in PRESETS))


def document(id: str) -> Document:
    """One document's rules."""
    found: Document = import_module(f"sikwu.rules.{DOCUMENTS[id]}").DOCUMENT
    return found


def rules_of(given: Ruleset | str) -> Ruleset:
    """The ruleset itself, or the one with that name."""
    if isinstance(given, Ruleset):
        return given
    if not isinstance(given, str):
        raise wrong_type("ruleset", "Ruleset, str", given)
    return ruleset(given)


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset of a document or a preset.

    >>> ruleset("eight-fan-burst").cap
    8
    """
    if not isinstance(name, str):
        raise wrong_type("ruleset()", "str", name)
    name = ALIASES.get(name, name)
    if name in DOCUMENTS:
        found = document(name)
        return Ruleset(found, found.id, found.name, found.defaults, says=found.says, source=found.source)
    preset = next((p for p in PRESETS if p.id == name), None)
    if preset is None:
        guess = nearest(name, names())
        hint = did_you_mean(guess) or say("hint.known", names=names())
        raise RulesError.of("ruleset.unknown", name=str(name)[:60], hint=hint)
    made = _of_sheet(preset.sheet) if preset.sheet else ruleset(preset.basis).with_options(preset.settings)
    return replace(made, id=preset.id, name=preset.name, says=preset.says, source=preset.source)


def _of_sheet(name: str) -> Ruleset:
    """The rules of a file in `sheets/`."""
    from importlib.resources import files

    text = (files("sikwu.rules") / "sheets" / f"{name}.toml").read_text("utf-8")
    made: Ruleset = import_module("sikwu.rules.files").from_toml(
        text
    )  # imported on first use: it reads presets by name
    return made
