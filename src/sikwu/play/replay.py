"""Replay: plays a record again and compares every line; the first difference raises an error that names the line.

Walls come from the proof lines, choices from the decision lines (or from the events if there are none), marks of dead
hands from their lines. Everything else must come out the same: events, legal actions, cases, answers, payments,
books, the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, NoReturn

from msgspec import UNSET
from msgspec.structs import replace as changed

from sikwu.play.actions import CUT, PASS, action_text
from sikwu.play.deal_game import Question
from sikwu.play.game import Game, GameStep
from sikwu.play.house import check_hash, rules_of_header
from sikwu.play.inference import inferred
from sikwu.play.lines import (
    KEYS,
    CutLine,
    DeadHandLine,
    DealLine,
    DecisionLine,
    DrawLine,
    EndLine,
    HeaderLine,
    Line,
    ProofLine,
    ResultLine,
    WinLine,
)
from sikwu.play.match import Match
from sikwu.play.parts import SEATS
from sikwu.play.problems import PlayError
from sikwu.play.reader import short
from sikwu.play.view import View
from sikwu.play.wall import Wall, wall_of_proof
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, SikwuError, problem, say
from sikwu.tiles import Wind


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a record goes."""

    game: Game
    """The game after the last finished deal and the cuts that follow it."""
    kept: int
    """How many lines lead there."""
    ended: bool
    """Whether there is an `end_game` line."""

    @property
    def match(self) -> Match:
        """The match at that point."""
        return self.game.match


class Decision(NamedTuple):
    """A decision of a record, with the view of the player who made it."""

    deal: int
    step: int
    """The number of the decision in its deal, from 0; the cuts after the deal are included."""
    seat: Wind
    at: str
    legal: tuple[int, ...]
    chosen: int
    default: bool
    """Whether the default action was taken."""
    view: View


DecisionListener = Callable[[Game, Question, int, bool], None]
"""A function called for every choice: the game before it, the question, the action, and whether it was the default
action.
"""


def replay(lines: Sequence[Line], running: Wall | None = None, *, holds: bool = False) -> Replay:
    """Plays a record again, from its first line to its last finished deal; any difference raises an error.

    `running`: the wall of an unfinished deal, which is then played as far as the lines go. `holds` as in `Game`: a
    window that closed without a line is open again.
    """
    fold = _Fold(lines, running=running, holds=holds)
    for _ in fold.deals():
        pass
    return fold.replayed


def replaying(lines: Sequence[Line]) -> Iterator[Replay]:
    """The same as a generator, one item per deal; the last one may say that the match has ended."""
    fold = _Fold(lines)
    for _ in fold.deals():
        yield fold.replayed


def replay_decisions(lines: Sequence[Line]) -> Iterator[Decision]:
    """Every decision of a record in order, each with the view of the player who decided. The record is checked on the
    way.

    >>> from sikwu.players import Sitting, player
    >>> sitting = Sitting(Match.new(), [player("quick")] * 4, seed=1)
    >>> first = next(replay_decisions([sitting.game.begin(), *sitting.deal()]))
    >>> first.deal, first.at, first.chosen in first.legal, first.view.seat is first.seat
    (1, 'turn', True, True)
    """
    found: list[Decision] = []

    def note(game: Game, question: Question, chosen: int, default: bool) -> None:
        told = question.seat, question.at, question.legal, chosen, default
        found.append(Decision(game.match.deals + game.running, len(found), *told, game.view(question.seat)))

    for _ in _Fold(lines, note).deals():
        yield from found
        found.clear()


def header(lines: Sequence[Line]) -> Match:
    """The match that a record's first line begins."""
    head = _head(lines)
    if head.view != "archive":
        raise PlayError.of("play.record_view", view=head.view[:40])
    rules = rules_of_record(lines)
    with _naming(1):
        match = Match.new(rules, head.players, head.table)
    check_hash(rules, head)
    return match


def rules_of_record(lines: Sequence[Line]) -> Ruleset:
    """The rules of a record, whatever its view."""
    return rules_of_header(_head(lines))


def _head(lines: Sequence[Line]) -> HeaderLine:
    """The first line of a record, which must be a header."""
    if not lines:
        raise PlayError.of("play.record_empty")
    head = lines[0]
    if not isinstance(head, HeaderLine):
        _wrong(0, say("play.why.first"))
    return head


@contextmanager
def _naming(line: int) -> Iterator[None]:
    """Adds the line number to errors raised inside."""
    try:
        yield
    except SikwuError as error:
        raise PlayError([problem("play.record_deal", line=line, why=each) for each in error.problems]) from None


class _Fold:
    """A record being replayed: the next line to compare, and the game at that point."""

    def __init__(
        self,
        lines: Sequence[Line],
        note: DecisionListener | None = None,
        running: Wall | None = None,
        holds: bool = False,
    ) -> None:
        match = header(lines)
        self.lines = _marks_in_order(lines)
        self.decisions = isinstance(lines[0], HeaderLine) and lines[0].decisions
        self.game, self.place, self.note, self.running = Game(match, self.decisions, holds), 1, note, running
        self.closed: int | None = None
        """The place of the current deal's result line; None: the record ends in this deal."""
        self.broken = False
        """Whether a cut is recorded only in part; then the record ends before it."""

    @property
    def replayed(self) -> Replay:
        """How far the replay has come."""
        return Replay(self.game, self.place, isinstance(self.lines[self.place - 1], EndLine))

    def deals(self) -> Iterator[None]:
        """Yields after each deal with its cuts, and at the end."""
        while self.place < len(self.lines):
            line = self.lines[self.place]
            if isinstance(line, DealLine) and self.game.phase == "wall":
                if not self._deal(line):
                    return
                if self.broken:
                    yield
                    return
            elif isinstance(line, EndLine) and not self.game.match.over:
                self._take(self.game.stop())
            elif isinstance(self.lines[self.place - 1], EndLine):
                _wrong(self.place, say("play.why.after_end"))
            else:
                _wrong(self.place, say("play.why.order", type=line.type))
            yield

    def _deal(self, head: DealLine) -> bool:
        """Replays one deal and the cuts after it. False: the record stops inside it."""
        start = self.place
        self.closed = _closed(self.lines, start)
        if self.closed is None and self.running is None:
            return False
        end = len(self.lines) if self.closed is None else self.closed
        if not self.game.match.deals and self._given():  # a study may begin in any round
            self.game = replace(self.game, match=self.game.match.started(round=Wind.parse(head.round)))
        step = self.game.deal(self._wall(head), _dead(self.lines[start:end]), last=self._stopped())
        going = self._take(step)
        while going and self.game.running:
            going = self._window()
        while going and self.game.phase == "cuts":
            going = self._cut()
        return self.closed is not None

    def _stopped(self) -> bool:
        line = None if self.closed is None else self.lines[self.closed]
        return isinstance(line, ResultLine) and line.next.over == "stopped"

    def _given(self) -> bool:
        proof = None if self.closed is None else self.lines[self.closed + 1]
        return isinstance(proof, ProofLine) and proof.seed is None

    def _wall(self, head: DealLine) -> Wall:
        """The wall in the proof of a deal, if the proof is valid and belongs to this deal."""
        proof = None if self.closed is None else self.lines[self.closed + 1]
        if not isinstance(proof, ProofLine):
            assert self.running is not None
            return self.running
        match = self.game.match
        dice = None if head.dice is UNSET or not match.throws_dice else head.dice
        wall, faults = wall_of_proof(proof.to_dict(), dice)
        known = {"table": match.table, "deal": match.deals + 1, "rules": match.rules.hash, "commit": head.commit}
        faults += [name for name, value in known.items() if getattr(proof, name) != value and name not in faults]
        if wall is None or faults:
            assert self.closed is not None
            _wrong(self.closed + 1, say("play.why.proof", parts=tuple(faults)))
        return wall

    # --- choices

    def _window(self) -> bool:
        """Answers for all seats as the record says. False: the record ends here."""
        questions = self.game.questions()
        if self.closed is None and self.place + (len(questions) if self.decisions else 0) >= len(self.lines):
            return False
        chosen = [self._choice(question, self.place + place) for place, question in enumerate(questions)]
        game, lines = self.game, list[Line]()
        for question, (action, default) in zip(questions, chosen, strict=True):
            self._note(question, action, default)
            game, more = game.answer(question.seat, action, default)
            lines += more
        if self.game.held:
            game, more = game.expire()
            lines += more
        if self.closed is None and self.place + len(lines) > len(self.lines):
            return False
        return self._take(GameStep(game, tuple(lines)))

    def _choice(self, question: Question, place: int) -> tuple[int, bool]:
        if not self.decisions:
            return inferred(question, self.lines[self.place : self.closed]), False
        line = self.lines[place]
        if not isinstance(line, DecisionLine) or line.seat != question.seat.text:
            _wrong(min(place, self.closed or place), say("play.why.decision", seat=question.seat, at=question.at))
        texts = question.texts
        if line.chosen not in texts:
            _wrong(place, say("play.why.not_legal", action=line.chosen[:40]))
        return question.legal[texts.index(line.chosen)], line.default

    def _cut(self) -> bool:
        """Replays the decision of a debtor about a cut. False: the record ends before it."""
        pair, (question,) = self.game.offers[0], self.game.questions()
        line = self.lines[self.place] if self.place < len(self.lines) else None
        default = False
        if self.decisions:
            if line is None or isinstance(line, EndLine):  # the match stops here
                return False
            if not isinstance(line, DecisionLine):
                _wrong(self.place, say("play.why.no_cut_decision", debtor=pair.debtor, creditor=pair.creditor))
            cut, default = line.chosen == action_text(CUT), line.default
        else:
            cut = isinstance(line, CutLine) and (line.debtor, line.creditor) == pair
        action = CUT if cut else PASS
        step = self.game.answer(question.seat, action, default)
        if self.place + len(step.lines) > len(self.lines):  # truncated just here: the debtor will be asked again
            self.broken = True
            return False
        self._note(question, action, default)
        return self._take(step)

    def _note(self, question: Question, action: int, default: bool) -> None:
        if self.note is not None:
            self.note(self.game, question, action, default)

    # --- comparing

    def _take(self, step: GameStep) -> bool:
        """Compares the lines that the game has made with the record. False: the record ends here."""
        for made in step.lines:
            if self.place >= len(self.lines):
                break  # a match that is over but lacks its last line
            self._same(made, self.lines[self.place])
            self.place += 1
        self.game = step.game
        return self.place < len(self.lines) or not self.game.running

    def _same(self, made: Line, told: Line) -> None:
        told = as_played(told)
        if made == told:
            return
        if isinstance(told, ResultLine) and not isinstance(made, ResultLine):
            _wrong(self.place, say("play.why.missing", type=made.type))
        if isinstance(made, ResultLine) and not isinstance(told, ResultLine):
            _wrong(self.place, say("play.why.after_deal"))
        _compare(made, told, self.place)


def as_played(told: Line) -> Line:
    """A line without what only the table knew: which bot failed, what was done for learning. It does not follow from what was played."""
    if isinstance(told, DecisionLine) and told.fault is not UNSET:
        return changed(told, fault=UNSET)
    if isinstance(told, ResultLine) and told.teaching is not UNSET:
        return changed(told, teaching=UNSET)
    return told


def _closed(lines: Sequence[Line], start: int) -> int | None:
    """The place of the deal's `end_kyoku` line, if its proof follows; None: the record stops in this deal."""
    for place in range(start + 1, len(lines)):
        line = lines[place]
        if isinstance(line, ResultLine):
            if place + 1 == len(lines):
                return None
            if not isinstance(lines[place + 1], ProofLine):
                _wrong(place + 1, say("play.why.no_proof"))
            return place
        if isinstance(line, DealLine | ProofLine | CutLine | EndLine):
            _wrong(place, say("play.why.order", type=line.type))
    return None


# --- marks of dead hands


def _marks_in_order(lines: Sequence[Line]) -> Sequence[Line]:
    """Puts seats marked dead at the same moment into the order in which the deal lists them; a record may have any
    order.
    """
    if sum(isinstance(line, DeadHandLine) for line in lines) < 2:
        return lines
    ordered = list(lines)
    for dead, run in groupby(range(len(lines)), key=lambda place: isinstance(lines[place], DeadHandLine)):
        places = list(run)
        if dead:
            marks = [(line.seat, line) for place in places if isinstance(line := lines[place], DeadHandLine)]
            marks.sort(key=lambda mark: SEATS.index(mark[0]))
            ordered[places[0] : places[-1] + 1] = [line for _, line in marks]
    return ordered


def _dead(lines: Sequence[Line]) -> dict[Wind, int]:
    """The seats marked dead, each with the draw from the front before which it is marked; 0: before the dealer's
    first turn.
    """
    out, draws = {}, 0
    for place, line in enumerate(lines):
        if _front(line):
            draws += 1
        elif isinstance(line, DeadHandLine):
            after = next((each for each in lines[place:] if not isinstance(each, DeadHandLine)), None)
            out[Wind.parse(line.seat)] = draws + 1 if _front(after) else 0
    return out


def _front(line: Line | None) -> bool:
    """Whether a tile is drawn from the front."""
    return isinstance(line, DrawLine) and line.replaces is UNSET


# --- what differs


def _compare(made: Line, told: Line, place: int) -> None:
    """Compares a line with the one in the record; a difference raises an error that names the key."""
    if made.type != told.type:
        _wrong(place, say("play.why.other_line", own=_short(made.to_dict()), told=_short(told.to_dict())))
    if isinstance(made, WinLine) and isinstance(told, WinLine):
        # A case may leave out options that scoring does not read.
        case = changed(told.case, options={**made.case.options, **told.case.options})
        told = changed(told, case=case)
    ours, theirs = made.to_dict(), told.to_dict()
    for key in KEYS[made.type]:
        own, other = ours.get(key), theirs.get(key)
        while isinstance(own, Mapping) and isinstance(other, Mapping) and own != other:  # down to the part that differs
            inner = next(name for name in (*own, *other) if own.get(name) != other.get(name))
            key, own, other = f"{key}.{inner}", own.get(inner), other.get(inner)
        if own != other:
            _wrong(place, say("play.why.differs", key=key, own=_short(own), told=_short(other)))


def _short(value: Any) -> str:
    return short(value, 120)


def _wrong(place: int, why: Message) -> NoReturn:
    raise PlayError.of("play.record_deal", line=place + 1, why=why)


def steps(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of a record deal by deal: the header, each deal with what follows it, the end."""
    group: list[Line] = []
    for line in lines:
        if isinstance(line, DealLine | EndLine) and group:
            yield group
            group = []
        group.append(line)
    if group:
        yield group
