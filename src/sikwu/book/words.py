"""Describes entries and payments as messages, which can be rendered in any language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from sikwu.book.events import (
    Anything,
    Close,
    Collect,
    Cut,
    Dice,
    Edit,
    Fine,
    HandEvent,
    Kong,
    Open,
    Penalty,
    Redo,
    Redraw,
    Rename,
    Result,
    Reverse,
    Seats,
    Swap,
    TableEvent,
    Undo,
)
from sikwu.money.payment import Payment, Reason
from sikwu.money.words import duty_name, reason_name
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message
from sikwu.texts.message import say
from sikwu.texts.tables import table

IDLE_DICE = say("entry.idle_dice")


def liable_words(moves: Iterable[Payment[str]], rules: Ruleset | None = None) -> Message | None:
    """The liable player of a win, by the name of the duty; None if nobody was liable.

    >>> from sikwu.money.payment import Reason
    >>> told = liable_words([Payment("C", "A", 96, Reason("liable.big_three_dragons"))])
    >>> told.zh, told.en
    ('C 大三元包', 'C liable for big three dragons')
    """
    told = dict.fromkeys((move.payer, move.reason.code) for move in moves if move.reason.code.startswith("liable."))
    parts = [
        say("entry.liable", payer=payer, name=duty_name(Reason(code), rules) or reason_name(code))
        for payer, code in told
    ]
    return _in_a_row(parts) if parts else None


def event_words(event: Anything) -> Message:
    """An entry in one line.

    >>> told = event_words(Result("discard", {"B": 10}, "A"))
    >>> told.zh, told.en
    ('B 10 番，A 出銃', 'B 10 fan from A')
    """
    match event:
        case Result():
            return _hand_words(event)
        case Open():
            return say("entry.open", players=event.players)
        case Penalty():
            note = say("entry.in_brackets", note=event.note) if event.note else None
            return say("entry.penalty", payer=event.payer, amount=event.amount, payees=event.payees, note=note)
        case Collect():
            note = say("entry.in_brackets", note=event.note) if event.note else None
            return say("entry.collect", payee=event.payee, amount=event.amount, payers=event.payers, note=note)
        case TableEvent():
            return _event_words(event)
        case Cut():
            return say("entry.cut", debtor=event.debtor, creditor=event.creditor)
        case Fine():
            return say("entry.fine", player=event.player)
        case Dice():
            return say("entry.dice", dice=_dice(event.dice))
        case Kong():
            return say("entry.kong", player=event.player)
        case Swap():
            code = "entry.swap" if event.leaves and event.joins else "entry.leaves" if event.leaves else "entry.joins"
            return say(code, leaves=event.leaves, joins=event.joins)
        case Seats():
            return say("entry.seats", order=event.order)
        case Redraw():
            return say("entry.redraw", order=event.order)
        case Rename():
            return say("entry.rename", name=event.name)
        case Close():
            return say("entry.close")
        case Undo():
            return say("entry.undo", target=event.target)
        case Redo():
            return say("entry.redo", target=event.target)
        case Edit():
            return say("entry.edit", target=event.target, new=event_words(event.event))
        case Reverse():
            return say("entry.reverse", target=event.target)


def _event_words(event: HandEvent | TableEvent) -> Message:
    """What happened, to whom, how often, and who fed it. The words of the event itself are the house's or its id."""
    named = f"side.event.{event.event}"
    what = say(named) if named in table("en") else event.event
    count = say("entry.times", count=event.count) if event.count > 1 else None
    source = say("entry.fed_by", source=event.source) if event.source else None
    return say(
        "entry.event" if event.player else "entry.event_of_hand",
        player=event.player,
        what=what,
        count=count,
        source=source,
    )


def step_words(event: Anything, idle_dice: bool, behind: tuple[str, ...] = ()) -> Message:
    """An entry in one line, with facts known only at its place in the book: a throw without effect, a claim that came
    too late.

    >>> step_words(Result("draw", dice=(1, 2, 3)), True).en
    'draw; dice 1-2-3 (this throw has no effect)'
    """
    told = say("entry.idle", entry=event_words(event), idle=IDLE_DICE) if idle_dice else event_words(event)
    return say("entry.beaten", entry=told, players=behind) if behind else told


def status_words(status: str, by: int | None) -> Message | None:
    """The status of an entry in the audit trail, and the entry that changed it; None: it is in effect.

    >>> status_words("edited", 7).en, status_words("in effect", None)
    ('edited, see 7', None)
    """
    return None if status == "in effect" else say(f"status.{status}", by=by)


def _dice(dice: tuple[int, int, int]) -> str:
    return "-".join(map(str, dice))


def _in_a_row(parts: Iterable[Message]) -> Message:
    """Parts of one line, joined."""
    return reduce(lambda first, rest: say("entry.more", first=first, rest=rest), parts)


def _hand_words(hand: Result) -> Message:
    wins = tuple(say("entry.win", player=player, fan=fan) for player, fan in hand.wins.items())
    code = "entry.robbed" if hand.result == "discard" and hand.robbed else f"entry.{hand.result}"
    parts = [say(code, wins=wins, source=hand.source, by=hand.by, flowers_by=hand.flowers_by)]
    if hand.liable is not None:
        share = say(f"entry.share.{hand.liable_share}") if hand.liable_share else None
        parts.append(say("entry.answers_share" if share else "entry.answers", player=hand.liable, share=share))
    parts += [say("entry.thrown", dice=_dice(hand.dice))] if hand.dice else []
    parts += [say("entry.kong", player=player) for player in hand.kongs]
    parts += [say("entry.fine", player=player) for player in hand.fines]
    parts += [say("entry.dead", player=player) for player in hand.dead]
    parts += [_event_words(event) for event in hand.events]
    parts += [say("entry.cuts", debtor=debtor, creditor=creditor) for debtor, creditor in hand.cuts]
    parts += [say("entry.note", note=hand.note)] if hand.note else []
    return _in_a_row(parts)
