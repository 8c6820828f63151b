"""Entries and payments in words, Chinese and English."""

from __future__ import annotations

from collections.abc import Iterable

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
from sikwu.money.payment import Payment
from sikwu.money.words import reason_name

Both = tuple[str, str]

RESULTS: dict[str, Both] = {
    "discard": ("食出銃", "discard"),
    "self_draw": ("自摸", "self-draw"),
    "kong_replacement": ("槓上開花", "on a kong"),
    "draw": ("流局", "draw"),
    "false_win": ("詐糊", "false win"),
    "heavenly_and_flowers": ("天胡加八朵花", "heavenly hand and eight flowers"),
}


def liable_words(moves: Iterable[Payment[str]]) -> Both:
    """Who answered for a win, by the name of the duty; empty if nobody did.

    >>> from sikwu.money.payment import Reason
    >>> liable_words([Payment("C", "A", 96, Reason("liable.big_three_dragons"))])
    ('C 大三元包', 'C liable for big three dragons')
    """
    told = dict.fromkeys((move.payer, move.reason.code) for move in moves if move.reason.code.startswith("liable."))
    zh = [f"{payer} {reason_name(code, 'zh')}" for payer, code in told]
    en = [reason_name(code, "en") for _, code in told]
    english = [f"{payer} {name[:1].lower()}{name[1:]}" for (payer, _), name in zip(told, en, strict=True)]
    return "；".join(zh), "; ".join(english)


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
