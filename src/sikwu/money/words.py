"""The words of payments: what a reason says in a sentence, and its short name. Duties bring their own sentences."""

from __future__ import annotations

from functools import cache

from sikwu.hand import Meld, MeldKind
from sikwu.money.payment import Fact, Reason
from sikwu.rules.duty import Duty
from sikwu.rules.pattern import Text
from sikwu.rules.presets import BOOKS, ruleset
from sikwu.tiles import KINDS, Tile, Wind

# code → its short name
NAMES: dict[str, Text] = {
    "discard": Text("出銃", "discard"),
    "self_draw": Text("自摸", "self-draw"),
    "bystander": Text("陪銃", "bystander"),
    "dealer": Text("莊／連莊", "dealer"),
    "robbed_kong": Text("搶槓", "robbed kong"),
    "kong_feeder": Text("槓上開花", "fed the kong"),
    "kong_replacement": Text("槓上開花", "fed the kong"),
    "eighth_flower": Text("七搶一", "eighth flower"),
    "false_win": Text("詐糊", "false win"),
    "concealed_kong": Text("暗槓", "concealed kong"),
    "dice": Text("擲骰", "dice"),
    "pull.settled": Text("結清拉數", "pull settled"),
    "pull.kicked": Text("踢半", "kicked: half"),
    "pull.cut": Text("斬拉", "cut"),
    "pull.closed": Text("埋數結清", "settled at the close"),
    "fine": Text("罰子", "fine"),
    "pot": Text("收罰子", "pot"),
    "penalty": Text("罰款", "penalty"),
    "settle_up": Text("找數", "settle up"),
}
# code, or code and how → its sentence; the places are facts of the reason, seats as each language names them
SENTENCES: dict[str, Text] = {
    "discard.whole": Text("{payer}家出銃，一家全賠。", "{payer} discarded the winning tile and pays alone."),
    "discard.half": Text("{payer}家出銃，賠一半。", "{payer} discarded the winning tile and pays half."),
    "discard.half_gun": Text(
        "{payer}家出銃，半銃賠一半。", "{payer} discarded the winning tile and pays half (half gun)."
    ),
    "discard.chips": Text("{payer}家出銃。", "{payer} discarded the winning tile."),
    "bystander": Text("陪銃，四分之一。", "Half gun: a bystander pays a quarter."),
    "self_draw.each": Text("自摸，每家一份。", "Self-draw: one share each."),
    "self_draw.own": Text("自摸，自己一份。", "Self-draw: his own share."),
    "self_draw.chips": Text("自摸，三家賠。", "Self-draw: all three pay."),
    "self_draw.flowers": Text("花糊當自摸，三家賠。", "A win by flowers is paid by all three."),
    "dealer": Text("莊家連莊 {streak} 次，另加 {fan} 番。", "Dealer with {streak} repeats: {fan} fan more."),
    "robbed_kong.rest": Text("搶槓當自摸，{feeder}家包。", "{feeder} made the robbed kong."),
    "robbed_kong.alone": Text("{feeder}家開槓被搶，當出銃。", "{feeder} made the kong that was robbed."),
    "kong_feeder.rest": Text("{feeder}家打出槓牌，包三家自摸。", "{feeder} fed the kong and pays for all three."),
    "kong_feeder.alone": Text(
        "{feeder}家的牌被明槓，槓上開花只食{feeder}家。", "{feeder}'s tile was konged: he alone pays the win on it."
    ),
    "false_win": Text("{offender}家詐糊，賠三家。", "{offender} declared a false win and pays everybody."),
    "concealed_kong": Text("暗槓收一底。", "A concealed kong is paid for by everybody."),
    "dice.alike": Text("圍骰，三家各付莊家一底。", "Three equal dice: everybody pays the dealer."),
    "dice.one_two_three": Text("擲到一二三，莊家付每家一底。", "1-2-3: the dealer pays everybody."),
}
_SEATS = ("payer", "feeder", "winner", "offender")


@cache
def duties() -> dict[str, Duty]:
    """Every duty of every document by its id; documents that share an id share its words."""
    return {duty.id: duty for book in reversed(BOOKS) for duty in reversed(ruleset(book).duties)}


def reason_name(code: str, lang: str) -> str:
    """A reason in a word or two, by its code alone; a liable player's is the duty's own name.

    >>> reason_name("pull.kicked", "en"), reason_name("liable.big_three_dragons", "zh")
    ('kicked: half', '大三元包')
    """
    known = NAMES.get(code)
    if known is not None:
        return known(lang)
    duty = duties().get(code.removeprefix("liable."))
    if duty is None:
        return code
    return duty.zh if lang == "zh" else duty.en


def _meld_tiles(code: Fact | None) -> tuple[Tile, ...]:
    """The tiles of a meld told by its number, which is that of a packed row: kind * 34 + the lowest tile."""
    return Meld(MeldKind(code // KINDS), Tile(code % KINDS)).tiles if isinstance(code, int) else ()


def reason_text(reason: Reason, lang: str) -> str:
    """A reason in a sentence, where its facts are told; else its short name.

    >>> reason_text(Reason("discard", (("how", "whole"), ("payer", "S"))), "zh")
    '南家出銃，一家全賠。'
    """
    facts = dict(reason.facts)
    duty = duties().get(str(facts.get("duty", "")))
    how = facts.get("how")
    says = duty.says if duty is not None else SENTENCES.get(f"{reason.code}.{how}" if how else reason.code)
    if says is None or (says is SENTENCES.get(reason.code) and "{" in says.en and not facts):
        return reason_name(reason.code, lang)
    told: dict[str, Fact] = {
        name: Wind.parse(str(value)).zh if lang == "zh" and name in _SEATS else value for name, value in facts.items()
    }
    tiles = _meld_tiles(facts.get("meld"))
    told["tiles"] = "".join(tile.zh for tile in tiles) if lang == "zh" else " ".join(tile.text for tile in tiles)
    return says(lang).format(**told)
