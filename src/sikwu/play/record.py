"""The record of a game: JSON Lines, with decision lines and a hash chain on request; made, read and checked.

Every line follows from the wall, the choices and the rules; reading survives a last line that is cut off.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sikwu.chain import link
from sikwu.money.amount import Money, exact, money_json
from sikwu.money.settlement import FalseWin, HeavenlyAndFlowers, Settlement, settle
from sikwu.notation import format_tiles
from sikwu.play.actions import action_text
from sikwu.play.deal import Deal, Line, PlayError
from sikwu.play.house import has_own_rules
from sikwu.play.lines import HeaderLine, read_object, typed
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import Problem, problem, say
from sikwu.tiles import Wind
from sikwu.win import By, Win

_SEATS = tuple(Wind)
DIGITS = 16
"""Hex digits of a line's hash."""


# --- wins


def win_case(win: Win, rules: Ruleset, id: str, options: Mapping[str, object]) -> dict[str, Any]:
    """A win as a complete case of kind `score`, with all that the record wants to stand in it."""
    told = win.to_case()
    at = dict(told.get("at", {}))  # type: ignore[call-overload]
    case: dict[str, Any] = {"id": id, "kind": "score", "ruleset": rules.document.id}
    scored = {name: value for name, value in options.items() if not name.startswith("play.")}
    if scored:
        case["options"] = scored
    if has_own_rules(rules):
        case["rules"] = rules.hash
    case |= {"seat": told["seat"], "round": told["round"]}
    if rules.terms.streak.told:
        case["streak"] = win.streak
    case |= {"hand": told["hand"], "melds": told["melds"]}
    case |= {name: told[name] for name in ("win", "by", "from") if name in told}
    case["flowers"] = told["flowers"]
    if win.by is not By.FLOWERS:
        at |= {"discards": win.at.discards or 0, "visible": at.get("visible", {})}
    if at:
        case["at"] = at
    return case


def win_answer(scored: Score) -> dict[str, Any]:
    """The product's answer to that case."""
    paid = settle(scored)
    out: dict[str, Any] = {
        "patterns": scored.patterns,
        "fan": scored.fan,
        "capped": scored.capped,
        "valid": scored.valid,
    }
    out["payments"] = changes(paid.payments)
    if paid.liable is not None:
        out["liable"] = paid.liable.text
    if scored.win.by is not By.FLOWERS:
        out["waits"] = format_tiles(scored.waits)
    return out


def changes(payments: Mapping[Wind, Money]) -> dict[str, int | float | str]:
    """The change of each seat, E S W N, as JSON has it."""
    return {seat.text: money_json(exact(payments.get(seat, 0))) for seat in _SEATS}


def settled(deal: Deal) -> dict[Wind, Money]:
    """What a finished deal changes for each seat: the sum over its winners, a false win's penalty, or nothing."""
    out: dict[Wind, Money] = dict.fromkeys(_SEATS, 0)
    for part in _settlements(deal):
        for seat, amount in part.payments.items():
            out[seat] = exact(out[seat] + amount)
    return out


def _settlements(deal: Deal) -> Iterator[Settlement]:
    rules = deal.ruleset
    if deal.offender is not None:
        yield settle(FalseWin(deal.offender), rules)
    scores = [score(win, rules) for win in deal.wins]
    if len(scores) == 2 and scores[0].win.by is By.SELF_DRAW:  # beside eight flowers: they do not pay each other
        heavenly, flowers = scores
        both = HeavenlyAndFlowers(heavenly.own_fan, flowers.win.seat, flowers.own_fan, heavenly.win.streak)
        yield settle(both, rules)
        return
    yield from map(settle, scores)


# --- one deal


def options_told(rules: Ruleset) -> dict[str, Any]:
    """What differs from the ruleset's own options, as JSON has it."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in rules.changed_options.items()}


def start_line(
    deal: Deal, players: Sequence[str], number: int = 1, oya: int = 0, honba: int = 0, **more: Any
) -> dict[str, Any]:
    """The `start_kyoku` line of a deal."""
    seats = [players[(oya + step) % 4] for step in range(4)]
    head = {"type": "start_kyoku", "deal": number, "bakaze": more.pop("bakaze", "E"), "kyoku": oya + 1, "honba": honba}
    tehais = [[tile.text for tile in tiles] for tiles in deal.dealt]
    return {**head, "oya": oya, "seats": seats, "commit": more.pop("commit", None), **more, "tehais": tehais}


class Recording:
    """A deal that is being played, and its lines so far: events, and before them the decisions that led to them."""

    def __init__(
        self, deal: Deal, head: Line, table: str, options: Mapping[str, object], decisions: bool = True
    ) -> None:
        self.deal, self.table, self.options, self.decisions = deal, table, options, decisions
        self.lines: list[Line] = [head]
        self._number = head["deal"]
        self._chosen: dict[Wind, Line] = {}
        self._write(deal.lines)

    def choose(self, seat: Wind, action: int, default: bool = False) -> None:
        """An answer of a seat; the window's decision lines are written when all have answered."""
        deal, window = self.deal, self.deal.window
        legal, claimed = deal.legal(seat), deal.claimed
        lines = deal.apply(seat, action)
        assert window is not None
        said: Line = {"type": "decision", "at": window.at, "seat": seat.text, "legal": list(legal)}
        self._chosen[seat] = {**said, "chosen": action_text(action, claimed), **({"default": True} if default else {})}
        if len(self._chosen) < len(window.legal):
            return
        if self.decisions:
            self.lines += [self._chosen[each] for each in window.legal]
        self._chosen = {}
        self._write(lines)

    def _write(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if line["type"] == "hora":
                win = line.pop("win")
                rules = self.deal.ruleset
                case = win_case(win, rules, f"{self.table}/{self._number}/{win.seat.text}", self.options)
                line |= {"case": case, "answer": win_answer(score(win, rules))}
            self.lines.append(line)


# --- a whole file


class Writing:
    """Lines as they are written, one after the other; with `chain` each ends with the hash of all before it.

    >>> Writing(chain=True).text({"type": "dead", "actor": "S"})
    '{"type":"dead","actor":"S","h":"4d66c1667bc1b3c9"}\\n'
    """

    def __init__(self, chain: bool = False) -> None:
        self.chain = chain
        self._before = ""

    def text(self, line: Line) -> str:
        """The next line."""
        text = json.dumps({k: v for k, v in line.items() if k != "h"}, ensure_ascii=False, separators=(",", ":"))
        if self.chain:
            self._before = link(self._before, text, DIGITS)
            text = f'{text[:-1]},"h":"{self._before}"}}'
        return text + "\n"


def text_of(lines: Iterable[Line], chain: bool = False) -> str:
    """A whole record as it is written."""
    writing = Writing(chain)
    return "".join(map(writing.text, lines))


def read_record(text: str) -> tuple[list[Line], tuple[Problem, ...]]:
    """The lines of a record and what was left out; a line that cannot be read or does not follow is an error that names it."""
    rows = text.split("\n")
    cut = rows.pop()  # empty where the last line is whole
    lines: list[Line] = []
    before, chain = "", False
    for number, row in enumerate(rows, 1):
        line = read_object(row, number)
        chain = line.get("chain") is True if number == 1 else chain
        if chain:
            mark = line.pop("h", None)
            tail = f',"h":"{mark}"}}'
            before = link(before, row[: -len(tail)] + "}", DIGITS)
            if not row.endswith(tail) or mark != before:
                raise PlayError((problem("play.record_chain", line=number),))
        first = isinstance(typed(line, number), HeaderLine)
        if first != (number == 1):
            raise PlayError((problem("play.record_line", line=number, why=say("play.why.first")),))
        if not chain and "h" in line:  # a header without its flag would switch the check off
            raise PlayError((problem("play.record_no_chain", line=number),))
        lines.append(line)
    return lines, (problem("play.record_cut", line=len(rows) + 1),) if cut else ()
