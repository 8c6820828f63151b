"""Describes the reason of a payment: a sentence and a short name. Liability rules bring their own sentences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sikwu.hand import Meld, MeldKind
from sikwu.money.payment import Reason, ReasonFact
from sikwu.rules.duty import Duty
from sikwu.rules.places import unsaid
from sikwu.rules.presets import DOCUMENTS, ruleset
from sikwu.rules.side_money import SIDE
from sikwu.texts import Message, Text
from sikwu.texts.message import say
from sikwu.texts.tables import table
from sikwu.tiles import KINDS, Tile

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

_NEEDS_NO_FACTS = frozenset({"bystander", "concealed_kong"})
"""Reasons with a sentence that needs no facts. Any other reason without facts, as a book stores it, has only its
name.
"""


@cache
def duties() -> dict[str, Duty]:
    """Every duty of every document by its id; documents with the same id share its words."""
    return {duty.id: duty for name in reversed(DOCUMENTS) for duty in reversed(ruleset(name).duties)}


def duty_name(reason: Reason, rules: Ruleset | None = None) -> Text | None:
    """The name of the liability rule that makes somebody pay; None if the payment has another reason. A house's own
    rule is known by its rules.

    A book stores only the code: `liable.` and the duty. Other codes are shared by several duties.

    >>> duty_name(Reason("liable.big_three_dragons")).zh, duty_name(Reason("kong_feeder", (("duty", "kong"),))).zh
    ('大三元包', '出槓包')
    """
    id = reason.get("duty") or (reason.code.removeprefix("liable.") if reason.code.startswith("liable.") else "")
    duty = _duty(str(id), rules)
    return None if duty is None else Text(duty.zh, duty.en)


def _duty(id: str, rules: Ruleset | None) -> Duty | None:
    """A duty of the house, or of any document."""
    own = () if rules is None else rules.duties
    return next((duty for duty in own if duty.id == id), duties().get(id))


def side_name(code: str, rules: Ruleset | None) -> Text | None:
    """The name of a side payment of the house; None if the code is another's, or the house is unknown."""
    if rules is None or not code.startswith(SIDE):
        return None
    return next((each.names for each in rules.side if each.code == code), None)


def reason_name(code: str, rules: Ruleset | None = None) -> Message:
    """A reason in a word or two, by its code alone; for a liable player, the name of the duty. What is a house's own
    is known by its rules.

    >>> reason_name("pull.kicked").en, reason_name("liable.big_three_dragons").zh
    ('kicked: half', '大三元包')
    """
    if f"paid_name.{code}" in table("en"):
        return say(f"paid_name.{code}")
    name = duty_name(Reason(code), rules) or side_name(code, rules)
    # A book of another version may hold an unknown reason.
    return say("paid_name.other", named=code) if name is None else say("paid_name.duty", name=name)


def reason_text(reason: Reason, rules: Ruleset | None = None) -> Message:
    """A reason as a sentence if its facts are given, otherwise its short name. Parts that depend on options need the rules.

    >>> reason_text(Reason("discard", (("how", "whole"), ("payer", "S")))).zh
    '南家出銃，一家全賠。'
    """
    facts = dict(reason.facts)
    duty = _duty(str(facts.get("duty", "")), rules)
    if duty is not None:
        return _duty_text(duty, facts, rules)
    if not facts and reason.code not in _NEEDS_NO_FACTS:
        return reason_name(reason.code, rules)
    how = facts.pop("how", None)
    if reason.code == "dealer" and how is None and not facts["streak"]:
        how = "first"
    added, times = facts.pop("dealer_fan", None), facts.pop("times", None)
    if how is None and f"paid.{reason.code}" not in table("en"):  # a house's own, whose rules are unknown
        return reason_name(reason.code, rules)
    told = say(f"paid.{reason.code}.{how}" if how else f"paid.{reason.code}", **facts)
    told = told if added is None else say("paid.dealer_more", says=told, fan=added)
    return told if times is None else say("paid.times", says=told, times=times)


def _duty_text(duty: Duty, facts: dict[str, ReasonFact], rules: Ruleset | None) -> Message:
    """What happened, and what the liable player pays; for another meld of the same turn, the tile really discarded."""
    seats = {name: facts[name] for name in ("feeder", "winner")}
    bears = say(f"paid.bears.{facts['share']}", feeder=facts["feeder"]) if "share" in facts else None
    if "began" in facts:
        began, laid = (_meld_tiles(facts[name]) for name in ("began", "meld"))
        return say("paid.duty_in_turn", **seats, began=began, laid=laid, bears=bears)
    return say("paid.duty", says=_filled(duty, facts, rules), bears=bears)


def duty_sentence(duty: Duty, rules: Ruleset | None = None) -> Text:
    """The sentence of a duty, with places for seats and tiles. Other places are filled by the rules, or left out if
    the rules are unknown.
    """
    return unsaid(duty.says) if rules is None else rules.duty_sentence(duty.id)


def _filled(duty: Duty, facts: dict[str, ReasonFact], rules: Ruleset | None) -> Text:
    """A duty's sentence with seats and tiles filled in, for each language."""
    tiles = say("tiles.text", tiles=_meld_tiles(facts.get("meld")))
    says = duty_sentence(duty, rules)
    zh, en, yue = (
        says(lang).format(
            feeder=table(lang)[f"seat.{facts['feeder']}"],
            winner=table(lang)[f"seat.{facts['winner']}"],
            tiles=tiles(lang),
        )
        for lang in ("zh", "en", "yue")
    )
    return Text(zh, en, yue)


def _meld_tiles(code: ReasonFact | None) -> tuple[Tile, ...]:
    """The tiles of a meld by its number in a packed row: kind * 34 + the lowest tile."""
    return Meld(MeldKind(code // KINDS), Tile(code % KINDS)).tiles if isinstance(code, int) else ()
