"""Entries and payments in words, Chinese and English."""

from __future__ import annotations

from sikwu.book.events import (
    Anything,
    Close,
    Cut,
    Dice,
    Edit,
    Fine,
    Hand,
    Kong,
    Open,
    Penalty,
    Redo,
    Redraw,
    Reverse,
    Seats,
    Swap,
    Undo,
)

Both = tuple[str, str]

WHYS: dict[str, Both] = {
    "discard": ("出銃", "discard"),
    "self_draw": ("自摸", "self-draw"),
    "bystander": ("陪銃", "bystander"),
    "dealer": ("莊／連莊", "dealer"),
    "robbed_kong": ("搶槓", "robbed kong"),
    "kong_feeder": ("槓上開花", "fed the kong"),
    "kong_replacement": ("槓上開花", "fed the kong"),
    "false_win": ("詐糊", "false win"),
    "concealed_kong": ("暗槓", "concealed kong"),
    "dice": ("擲骰", "dice"),
    "pull.settled": ("結清拉數", "pull settled"),
    "pull.kicked": ("踢半", "kicked: half"),
    "pull.cut": ("斬拉", "cut"),
    "pull.closed": ("埋數結清", "settled at the close"),
    "fine": ("罰子", "fine"),
    "pot": ("收罰子", "pot"),
    "penalty": ("罰款", "penalty"),
    "settle_up": ("找數", "settle up"),
}
RESULTS: dict[str, Both] = {
    "discard": ("食出銃", "discard"),
    "self_draw": ("自摸", "self-draw"),
    "kong_replacement": ("槓上開花", "on a kong"),
    "draw": ("流局", "draw"),
    "false_win": ("詐糊", "false win"),
    "heavenly_and_flowers": ("天胡加八朵花", "heavenly hand and eight flowers"),
}


def why_words(why: str) -> Both:
    """The reason of a payment in words; a liable player's is told by its pattern.

    >>> why_words("pull.kicked"), why_words("liable.big_three_dragons")
    (('踢半', 'kicked: half'), ('包（big_three_dragons）', 'liable (big_three_dragons)'))
    """
    kind, _, rest = why.partition(".")
    if kind == "liable":
        return f"包（{rest}）", f"liable ({rest})"
    return WHYS.get(why, (why, why))


def event_words(event: Anything) -> Both:
    """An entry in one line.

    >>> event_words(Hand("discard", {"B": 10}, "A"))
    ('B 10 番，A 出銃', 'B 10 fan from A')
    """
    match event:
        case Hand():
            return _hand_words(event)
        case Open():
            return f"開簿：{'、'.join(event.players)}", f"opened: {', '.join(event.players)}"
        case Penalty():
            zh, en = f"（{event.note}）" if event.note else "", f" ({event.note})" if event.note else ""
            return (
                f"{event.payer} 罰 {event.amount} 給{'、'.join(event.payees)}{zh}",
                f"{event.payer} pays {event.amount} to {', '.join(event.payees)}{en}",
            )
        case Cut():
            return f"{event.debtor} 斬 {event.creditor} 的拉", f"{event.debtor} cuts {event.creditor}'s pull"
        case Fine():
            return f"{event.player} 罰子", f"{event.player} fined"
        case Dice():
            return f"擲骰 {_dice(event.dice)}", f"dice {_dice(event.dice)}"
        case Kong():
            return f"{event.player} 暗槓", f"{event.player} concealed kong"
        case Swap():
            leaves = (f"{event.leaves} 離座", f"{event.leaves} leaves")
            joins = (f"{event.joins} 入座", f"{event.joins} joins")
            told = [each for each, who in ((leaves, event.leaves), (joins, event.joins)) if who]
            return "，".join(each[0] for each in told), ", ".join(each[1] for each in told)
        case Seats():
            return f"換位：{'、'.join(event.order)}", f"new seats: {', '.join(event.order)}"
        case Redraw():
            return f"結帳搬風：{'、'.join(event.order)}", f"seats drawn anew: {', '.join(event.order)}"
        case Close():
            return "埋數", "closed"
        case Undo():
            return f"還原第 {event.target} 條", f"undo of {event.target}"
        case Redo():
            return f"重做第 {event.target} 條", f"redo of {event.target}"
        case Edit():
            zh_new, en_new = event_words(event.event)
            return f"改第 {event.target} 條：{zh_new}", f"{event.target} changed to: {en_new}"
        case Reverse():
            return f"第 {event.target} 條作廢", f"{event.target} reversed"


IDLE_DICE: Both = ("（這次擲骰無作用）", " (this throw has no effect)")


def step_words(event: Anything, idle_dice: bool) -> Both:
    """An entry in one line, with what is known of it only at its place in the book.

    >>> step_words(Hand("draw", dice=(1, 2, 3)), True)[1]
    'draw; dice 1-2-3 (this throw has no effect)'
    """
    zh, en = event_words(event)
    return (zh + IDLE_DICE[0], en + IDLE_DICE[1]) if idle_dice else (zh, en)


def _dice(dice: tuple[int, int, int]) -> str:
    return "-".join(map(str, dice))


def _hand_words(hand: Hand) -> Both:
    zh, en = RESULTS[hand.result]
    wins_zh = "、".join(f"{who} {fan} 番" for who, fan in hand.wins.items())
    wins_en = ", ".join(f"{who} {fan} fan" for who, fan in hand.wins.items())
    if hand.result == "discard":
        zh = f"{wins_zh}，{hand.source} {'被搶槓' if hand.robbed else '出銃'}"
        en = f"{wins_en} {'robbing' if hand.robbed else 'from'} {hand.source}"
    elif hand.result == "kong_replacement":
        zh, en = f"{wins_zh}，槓上開花食 {hand.source}", f"{wins_en} on the kong that {hand.source} fed"
    elif hand.result == "self_draw":
        zh, en = f"{wins_zh}，自摸", f"{wins_en} self-drawn"
    elif hand.result == "false_win":
        zh, en = f"{hand.by} 詐糊", f"{hand.by} false win"
    elif hand.flowers_by is not None:
        zh, en = f"{wins_zh}天胡，{hand.flowers_by} 八朵花", f"{wins_en} heavenly, {hand.flowers_by} eight flowers"
    extra = [(f"骰 {_dice(hand.dice)}", f"dice {_dice(hand.dice)}")] if hand.dice else []
    extra += [(f"{who} 暗槓", f"{who} concealed kong") for who in hand.kongs]
    extra += [(f"{who} 罰子", f"{who} fined") for who in hand.fines]
    extra += [(f"{who} 相公", f"{who} dead hand") for who in hand.dead]
    extra += [(f"{debtor} 斬 {creditor}", f"{debtor} cuts {creditor}") for debtor, creditor in hand.cuts]
    extra += [(hand.note, hand.note)] if hand.note else []
    return "；".join((zh, *(each[0] for each in extra))), "; ".join((en, *(each[1] for each in extra)))
