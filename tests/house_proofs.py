"""What each way of playing in `tests/data/ways.toml` comes to: its hand, ending, book or deals, under its rules and without them.

`tools.ways` writes the pages of these ways from the same file.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sikwu import ruleset, score, settle
from sikwu.book.book import Book
from sikwu.book.events import converted
from sikwu.money.settlement import ClaimedWins, FalseWin, SelfDraw
from sikwu.rules.files import from_toml
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError
from sikwu.tiles import Wind

WAYS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "data" / "ways.toml").read_text("utf-8"))["way"]
FOUR = ["A", "B", "C", "D"]


def without(rules: Ruleset) -> Ruleset:
    """The document with the same options, if the file says more than options; otherwise the document itself."""
    plain = ruleset(rules.document.id)
    own = rules.house or rules.tables or rules.price_table is not None
    return plain.with_options(rules.changed_options) if own else plain


def proof(way: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """What the way's hand, ending or book comes to under some rules; an error as its code."""
    try:
        return _proof(way, rules)
    except SikwuError as error:
        return {"refused": error.code}


def _proof(way: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    if "hand" in way:
        found = score(way["hand"], rules)
        told: dict[str, Any] = {"patterns": dict(found.patterns), "fan": found.capped, "wins": found.valid}
        return told | (_paid(settle(found)) if found.valid else {})
    if "ending" in way:
        return _paid(settle(_ending(way["ending"]), rules))
    book = Book.new("x", tuple(way.get("players", FOUR)), rules)
    for event in way["book"]:
        book.record(converted(event))
    state = book.state
    held = state.accounts if state.chips is None else state.chips.held
    out: dict[str, Any] = {"held": {name or "pot": str(amount) for name, amount in held.items()}}
    out |= {"dealer": state.table.dealer_name, "repeats": state.table.streak}
    pulls = [f"{pair.debtor} {pair.creditor}" for pair, _ in state.ledger.ordered(book.state.accounts)]
    cuts = [f"{pair.debtor} {pair.creditor}" for pair in sorted(state.ledger.offered)]
    return out | ({"pulls": pulls} if pulls else {}) | ({"cuts": cuts} if cuts else {})


def _ending(told: dict[str, Any]) -> ClaimedWins | SelfDraw | FalseWin:
    seat, streak = Wind.parse(told["seat"]), told.get("repeats", 0)
    if told.get("false"):
        return FalseWin(seat)
    if "from" in told:
        return ClaimedWins(Wind.parse(told["from"]), {seat: told["fan"]}, streak=streak)
    return SelfDraw(seat, told["fan"], streak)


def _paid(done: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"paid": {seat.text: str(amount) for seat, amount in done.payments.items() if amount}}
    return told | ({"liable": done.liable.text} if done.liable is not None else {})


def rules_of(way: dict[str, Any]) -> Ruleset:
    """The rules of a way."""
    return from_toml(way["rules"])
