"""Replay: a record folded through the game once more, equal to it line by line, or an error that names the line.

Walls come from the proofs, choices from the decision lines (or from the events where no decisions are written), marks of
dead hands from their lines; everything else must follow: events, legal lists, cases, answers, payments, books, the end.
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
from sikwu.play.game import Game, Step
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
class Replayed:
    """How far a record goes."""

    game: Game
    """After its last finished deal, and the cuts after it."""
    kept: int
    """How many lines lead there."""
    ended: bool
    """Is there an `end_game` line?"""

    @property
    def match(self) -> Match:
        """The match there."""
        return self.game.match


class Decision(NamedTuple):
    """A choice that somebody had, as a record tells it, with what he saw."""

    deal: int
    step: int
    """Counted from 0 in each deal, the cuts after it included."""
    seat: Wind
    at: str
    legal: tuple[int, ...]
    chosen: int
    default: bool
    """The written default answered."""
    view: View


Note = Callable[[Game, Question, int, bool], None]
"""Told of every choice: the game before it, the question, the action, and whether the written default gave it."""


def replay(lines: Sequence[Line], running: Wall | None = None, *, holds: bool = False) -> Replayed:
    """Plays a record again, from its first line to its last finished deal; whatever does not follow is an error.

    `running`: the wall of a deal that is not finished; then as far as the lines go. `holds` as the game takes it: a window that has
    closed without a line stands open again.
    """
    fold = _Fold(lines, running=running, holds=holds)
    for _ in fold.deals():
        pass
    return fold.replayed


def replaying(lines: Sequence[Line]) -> Iterator[Replayed]:
    """The same, deal by deal; the last one may tell that the match has ended."""
    fold = _Fold(lines)
    for _ in fold.deals():
        yield fold.replayed


def replay_decisions(lines: Sequence[Line]) -> Iterator[Decision]:
    """Every decision of a record in order, each with the view of who decided; the record is checked on the way.

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
        raise PlayError((problem("play.record_view", view=head.view[:40]),))
    rules = rules_of_record(lines)
    with _naming(1):
        match = Match.new(rules, head.players, head.table)
    check_hash(rules, head)
    return match


def rules_of_record(lines: Sequence[Line]) -> Ruleset:
    """The rules that a record was played by, of any view."""
    return rules_of_header(_head(lines))


def _head(lines: Sequence[Line]) -> HeaderLine:
    """The first line of a record, which must be a header."""
    if not lines:
        raise PlayError((problem("play.record_empty"),))
    head = lines[0]
    if not isinstance(head, HeaderLine):
        _wrong(0, say("play.why.first"))
    return head


@contextmanager
def _naming(line: int) -> Iterator[None]:
    """What is refused inside is told with the line it stands in."""
    try:
        yield
    except SikwuError as error:
        raise PlayError([problem("play.record_deal", line=line, why=each) for each in error.problems]) from None


class _Fold:
    """A record on its way through the game: which line comes next, and where the game stands there."""

    def __init__(
        self, lines: Sequence[Line], note: Note | None = None, running: Wall | None = None, holds: bool = False
    ) -> None:
        match = header(lines)
        self.lines = _marks_in_order(lines)
        self.decisions = isinstance(lines[0], HeaderLine) and lines[0].decisions
        self.game, self.place, self.note, self.running = Game(match, self.decisions, holds), 1, note, running
        self.closed: int | None = None
        """Where the result of the deal that is played stands; None: the record ends in it."""
        self.broken = False
        """Is a cut told only in part? Then the record ends before it."""

    @property
    def replayed(self) -> Replayed:
        """How far it has come."""
        return Replayed(self.game, self.place, isinstance(self.lines[self.place - 1], EndLine))

    def deals(self) -> Iterator[None]:
        """Stands still after each deal with its cuts, and at the end."""
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
        """One deal and the cuts after it; False: the record stops in it."""
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
        """The wall that the proof of a deal shows, if it holds and is the one of this deal."""
        proof = None if self.closed is None else self.lines[self.closed + 1]
        if not isinstance(proof, ProofLine):
            assert self.running is not None
            return self.running
        match = self.game.match
        dice = None if head.dice is UNSET or not match.rules.terms.dice else head.dice
        wall, faults = wall_of_proof(proof.to_dict(), dice)
        known = {"table": match.table, "deal": match.deals + 1, "rules": match.rules.hash, "commit": head.commit}
        faults += [name for name, value in known.items() if getattr(proof, name) != value and name not in faults]
        if wall is None or faults:
            assert self.closed is not None
            _wrong(self.closed + 1, say("play.why.proof", parts=tuple(faults)))
        return wall

    # --- choices

    def _window(self) -> bool:
        """Everybody answers as the record tells; False: it ends here."""
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
        return self._take(Step(game, tuple(lines)))

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
        """A debtor who was asked, and whether the debtor cut the pull; False: the record ends before."""
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
        if self.place + len(step.lines) > len(self.lines):  # cut off just here: he will be asked again
            self.broken = True
            return False
        self._note(question, action, default)
        return self._take(step)

    def _note(self, question: Question, action: int, default: bool) -> None:
        if self.note is not None:
            self.note(self.game, question, action, default)

    # --- comparing

    def _take(self, step: Step) -> bool:
        """What the game has made, against the record; False: the record ends here."""
        for made in step.lines:
            if self.place >= len(self.lines):
                break  # a match that is over without its last line
            self._same(made, self.lines[self.place])
            self.place += 1
        self.game = step.game
        return self.place < len(self.lines) or not self.game.running

    def _same(self, made: Line, told: Line) -> None:
        if made == told:
            return
        if isinstance(told, ResultLine) and not isinstance(made, ResultLine):
            _wrong(self.place, say("play.why.missing", type=made.type))
        if isinstance(made, ResultLine) and not isinstance(told, ResultLine):
            _wrong(self.place, say("play.why.after_deal"))
        _compare(made, told, self.place)


def _closed(lines: Sequence[Line], start: int) -> int | None:
    """Where a deal's `end_kyoku` stands, if its proof follows; None: the record stops in this deal."""
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
    """Seats marked dead at one moment may be told in any order: here they stand as the deal tells them."""
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
    """Seats that are marked dead, each before which draw from the front; 0: before the dealer's first turn."""
    out, draws = {}, 0
    for place, line in enumerate(lines):
        if _front(line):
            draws += 1
        elif isinstance(line, DeadHandLine):
            after = next((each for each in lines[place:] if not isinstance(each, DeadHandLine)), None)
            out[Wind.parse(line.seat)] = draws + 1 if _front(after) else 0
    return out


def _front(line: Line | None) -> bool:
    """Is a tile drawn from the front?"""
    return isinstance(line, DrawLine) and line.replaces is UNSET


# --- what differs


def _compare(made: Line, told: Line, place: int) -> None:
    """A line that was made against the one that is told: an error that names the key."""
    if made.type != told.type:
        _wrong(place, say("play.why.other_line", own=_short(made.to_dict()), told=_short(told.to_dict())))
    if isinstance(made, WinLine) and isinstance(told, WinLine):
        # Options that scoring does not read may be left out of a case.
        case = changed(told.case, options={**made.case.options, **told.case.options})
        told = changed(told, case=case)
    ours, theirs = made.to_dict(), told.to_dict()
    for key in KEYS[made.type]:
        own, other = ours.get(key), theirs.get(key)
        while isinstance(own, Mapping) and isinstance(other, Mapping) and own != other:  # down to what differs
            inner = next(name for name in (*own, *other) if own.get(name) != other.get(name))
            key, own, other = f"{key}.{inner}", own.get(inner), other.get(inner)
        if own != other:
            _wrong(place, say("play.why.differs", key=key, own=_short(own), told=_short(other)))


def _short(value: Any) -> str:
    return short(value, 120)


def _wrong(place: int, why: Message) -> NoReturn:
    raise PlayError((problem("play.record_deal", line=place + 1, why=why),))


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
