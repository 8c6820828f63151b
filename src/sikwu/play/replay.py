"""Replay: a record folded through the rules once more, equal to it line by line, or an error that names the line.

Walls come from the proofs, choices from the decision lines (or from the events where no decisions are written), marks of
dead hands from their lines; everything else must follow: events, legal lists, cases, answers, payments, books, the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any, NoReturn

from sikwu.book.ledger import Pair
from sikwu.play.actions import CUT, PASS, READY_DISCARD, parse_action
from sikwu.play.deal import Deal, Line, PlayError
from sikwu.play.house import check_hash, rules_of_header
from sikwu.play.lines import KEYS, HeaderLine, checked, short, typed
from sikwu.play.match import Match, cut_decision
from sikwu.play.record import Recording
from sikwu.play.wall import Wall, proof_faults
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, SikwuError, problem, say
from sikwu.tiles import Tile, Wind


@dataclass(frozen=True, slots=True)
class Replayed:
    """How far a record goes."""

    match: Match
    """After its last finished deal, and the cuts after it."""
    kept: int
    """How many lines lead there."""
    ended: bool
    """Is there an `end_game` line?"""


def replay(lines: Sequence[Line]) -> Replayed:
    """Plays a record again, from its first line to its last finished deal; whatever does not follow is an error."""
    out = Replayed(header(lines), 1, False)
    for each in replaying(lines):
        out = each
    return out


def replaying(lines: Sequence[Line]) -> Iterator[Replayed]:
    """The same, deal by deal; the last one may tell that the match has ended."""
    match, place = header(lines), 1
    lines = list(checked(lines))
    decisions = lines[0].get("decisions") is True
    while place < len(lines):
        kind = lines[place]["type"]
        if kind == "start_kyoku" and not match.over:
            closed = _closed(lines, place)
            if closed is None:
                return
            match = _replayed(match, lines, place, closed, decisions)
            match, place = _cuts(match, lines, closed + 2, decisions)
            yield Replayed(match, place, False)
        elif kind == "end_game":
            _same(match.end_line(), lines[place], place)
            if place + 1 < len(lines):
                _wrong(place + 1, say("play.why.after_end"))
            yield Replayed(match, place + 1, True)
            return
        else:
            _wrong(place, say("play.why.order", type=kind))


def header(lines: Sequence[Line]) -> Match:
    """The match that a record's first line begins."""
    if not lines:
        raise PlayError((problem("play.record_empty"),))
    view = _head(lines).get("view")
    if view != "archive":
        raise PlayError((problem("play.record_view", view=str(view)[:40]),))
    head, rules = lines[0], rules_of_record(lines)
    with _naming(1):
        match = Match.new(rules, head["players"], head["table"])
    check_hash(rules, head)
    return match


def rules_of_record(lines: Sequence[Line]) -> Ruleset:
    """The rules that a record was played by, of any view."""
    return rules_of_header(_head(lines))


def _head(lines: Sequence[Line]) -> Line:
    """The first line of a record, which must be a header."""
    if not lines:
        raise PlayError((problem("play.record_empty"),))
    if not isinstance(typed(lines[0], 1), HeaderLine):
        _wrong(0, say("play.why.first"))
    return lines[0]


@contextmanager
def _naming(line: int) -> Iterator[None]:
    """What is refused inside is told with the line it stands in."""
    try:
        yield
    except SikwuError as error:
        raise PlayError([problem("play.record_deal", line=line, why=each) for each in error.problems]) from None


def _closed(lines: Sequence[Line], start: int) -> int | None:
    """Where a deal's `end_kyoku` stands, if its proof follows; None: the record stops in this deal."""
    for place in range(start + 1, len(lines)):
        kind = lines[place]["type"]
        if kind == "end_kyoku":
            if place + 1 == len(lines):
                return None
            if lines[place + 1]["type"] != "proof":
                _wrong(place + 1, say("play.why.no_proof"))
            return place
        if kind in ("start_kyoku", "proof", "cut", "end_game"):
            _wrong(place, say("play.why.order", type=kind))
    return None


# --- one deal


def _replayed(match: Match, lines: Sequence[Line], start: int, closed: int, decisions: bool) -> Match:
    proof = lines[closed + 1]
    if not match.deals and proof["seed"] is None:  # a study may begin in any round
        match = match.started(round=Wind.parse(lines[start]["bakaze"]))
    wall = _wall(match, lines[start], proof, closed + 1)
    lines = _marks_in_order(lines, start, closed)
    deal, head = match.deal(wall, _dead(lines[start:closed]))
    recording = Recording(deal, head, match.table, match.options, decisions)
    place = _compared(recording.lines, lines, start, closed, start)
    while (window := deal.window) is not None:
        chosen = _told(deal, lines, place, closed) if decisions else _inferred(deal, lines[place:closed])
        for seat in window.waiting:
            action, default = chosen[seat]
            recording.choose(seat, action, default)
        place = _compared(recording.lines, lines, start, closed, place)
    if place != closed:
        _wrong(place, say("play.why.after_deal"))
    over = lines[closed].get("next", {})
    stopped = isinstance(over, dict) and over.get("over") == "stopped"
    new, line = match.after(deal, wall, stopped)
    _same(line, lines[closed], closed)
    return new


def _wall(match: Match, head: Line, proof: Line, place: int) -> Wall:
    """The wall that a proof shows, if it holds and is the one of this deal."""
    dice = head.get("dice") if match.rules.terms.dice else None
    given = proof.get("seed") is None
    faults = proof_faults(proof, None if given else dice)
    known = {"table": match.table, "deal": match.deals + 1, "rules": match.rules.hash, "commit": head.get("commit")}
    faults += [name for name, value in known.items() if proof.get(name) != value and name not in faults]
    if faults:
        _wrong(place, say("play.why.proof", parts=tuple(faults)))
    if given:
        thrown = dice if isinstance(dice, list) and all(type(each) is int for each in dice) else ()
        return Wall.given(proof["wall"], match.table, match.deals + 1, match.rules.hash, thrown)
    return Wall.made(bytes.fromhex(proof["seed"]), match.table, match.deals + 1, match.rules.hash, proof["nonces"])


def _marks_in_order(lines: Sequence[Line], start: int, closed: int) -> Sequence[Line]:
    """Seats marked dead at one moment may be told in any order: here they stand as the deal tells them."""
    if sum(line["type"] == "dead" for line in lines[start:closed]) < 2:
        return lines
    ordered = list(lines)
    for dead, run in groupby(range(start, closed), key=lambda place: lines[place]["type"] == "dead"):
        places = list(run)
        if dead:
            marks = sorted((lines[place] for place in places), key=lambda line: "ESWN".find(str(line.get("actor"))))
            ordered[places[0] : places[-1] + 1] = marks
    return ordered


def _dead(lines: Sequence[Line]) -> dict[Wind, int]:
    """Seats that are marked dead, each before which draw from the front; 0: before the dealer's first turn."""
    out, draws = {}, 0
    for place, line in enumerate(lines):
        if line["type"] == "tsumo" and "back" not in line:
            draws += 1
        elif line["type"] == "dead":
            after = next((each for each in lines[place:] if each["type"] != "dead"), {"type": ""})
            drawn = after["type"] == "tsumo" and "back" not in after
            out[Wind.parse(str(line.get("actor")))] = draws + 1 if drawn else 0
    return out


def _told(deal: Deal, lines: Sequence[Line], place: int, closed: int) -> dict[Wind, tuple[int, bool]]:
    """What the decision lines of a window say."""
    window, out = deal.window, {}
    assert window is not None
    for number, seat in enumerate(window.waiting, place):
        line = lines[number]
        if number >= closed or line["type"] != "decision" or line.get("seat") != seat.text:
            _wrong(number, say("play.why.decision", seat=seat, at=window.at))
        texts = deal.legal(seat)
        if line.get("chosen") not in texts:
            _wrong(number, say("play.why.not_legal", action=str(line.get("chosen"))[:40]))
        out[seat] = window.legal[seat][texts.index(line["chosen"])], line.get("default") is True
    return out


def _inferred(deal: Deal, after: Sequence[Line]) -> dict[Wind, tuple[int, bool]]:
    """What everybody chose, by what happened then; a claim that lost to a higher one leaves no trace, so it was a pass."""
    window = deal.window
    assert window is not None
    together = list(takewhile(lambda line: line["type"] in ("hora", "reach"), after)) or after[:1]
    out = {}
    for seat in window.waiting:
        own = next((line for line in together if line.get("actor") == seat.text), None)
        action = None if own is None else _action_of(own, after, deal.claimed)
        legal = window.legal[seat]
        out[seat] = (action if action in legal else PASS if PASS in legal else deal.usual(seat)), False
    return out


def _action_of(line: Line, after: Sequence[Line], claimed: Tile | None) -> int | None:
    """The action that an event is the outcome of."""
    kind, tiles = line["type"], line.get("consumed") or [line.get("pai", "")]
    try:
        if kind == "hora":
            return parse_action("win" if "pai" in line else "win_flowers")
        if kind == "reach":
            if line.get("kind") == "heavenly":
                return parse_action("ready")
            thrown = next((each for each in after if each["type"] == "dahai"), None)
            return None if thrown is None else READY_DISCARD + Tile.parse(str(thrown.get("pai")))
        words = {"dahai": f"discard {tiles[0]}", "ankan": f"kong_concealed {tiles[0]}", "false_win": "false_win"}
        words |= {
            "kakan": f"kong_added {tiles[0]}",
            "pon": "pung",
            "daiminkan": "kong",
            "chi": f"chow {' '.join(tiles)}",
        }
        return parse_action(words[kind], claimed) if kind in words else None
    except SikwuError:
        return None


# --- between deals


def _cuts(match: Match, lines: Sequence[Line], place: int, decisions: bool) -> tuple[Match, int]:
    """Debtors who were asked, and those who bought themselves out."""
    for pair in () if match.over else match.cuts:
        line = lines[place] if place < len(lines) else {"type": ""}
        if decisions:
            if line["type"] != "decision":
                if line["type"] in ("", "end_game"):  # the match stops here
                    break
                _wrong(place, say("play.why.no_cut_decision", debtor=pair.debtor, creditor=pair.creditor))
            action = CUT if line.get("chosen") == "cut" else PASS
            _same(cut_decision(pair, action, line.get("default") is True), line, place)
            place += 1
        else:
            own = line["type"] == "cut" and (line.get("debtor"), line.get("creditor")) == pair
            action = CUT if own else PASS
        if action == CUT:
            match, made = match.cut(Pair(*pair))
            if place >= len(lines):  # cut off just here
                return match, place
            _same(made, lines[place], place)
            place += 1
    return match, place


# --- comparing


def _compared(made: Sequence[Line], lines: Sequence[Line], start: int, closed: int, place: int) -> int:
    """Everything that was made since a place, against the record; where to go on."""
    for number in range(place, start + len(made)):
        if number >= closed:
            _wrong(closed, say("play.why.missing", type=made[number - start]["type"]))
        _same(made[number - start], lines[number], number)
    return start + len(made)


def _same(made: Line, told: Line, place: int) -> None:
    """A line that was made against the one that is told: keys that nobody knows are passed over."""
    if made["type"] != told["type"]:
        _wrong(place, say("play.why.other_line", own=_known(made), told=_known(told)))
    for key in KEYS[made["type"]]:
        own, other = made.get(key), told.get(key)
        if key == "case" and isinstance(own, Mapping) and isinstance(other, Mapping):
            # Options that scoring does not read may be left out of a case.
            other = {**other, "options": {**own.get("options", {}), **(other.get("options") or {})}}
            own = {**own, "options": own.get("options", {})}
        while isinstance(own, Mapping) and isinstance(other, Mapping) and own != other:  # down to what differs
            inner = next(name for name in (*own, *other) if own.get(name) != other.get(name))
            key, own, other = f"{key}.{inner}", own.get(inner), other.get(inner)
        if own != other:
            _wrong(place, say("play.why.differs", key=key, own=_short(own), told=_short(other)))


def _short(value: Any) -> str:
    return short(value, 120)


def _known(line: Line) -> str:
    """A line with what its kind says, and nothing else."""
    return _short({key: line[key] for key in ("type", *KEYS[line["type"]]) if key in line})


def _wrong(place: int, why: Message) -> NoReturn:
    raise PlayError((problem("play.record_deal", line=place + 1, why=why),))


def steps(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of a record deal by deal: the header, each deal with what follows it, the end."""
    group: list[Line] = []
    for line in lines:
        if line["type"] in ("start_kyoku", "end_game") and group:
            yield group
            group = []
        group.append(line)
    if group:
        yield group
