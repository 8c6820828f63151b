"""`evolve`: advances a table's state by one line. A playing table and a table rebuilt from its log both use it.

1. A line of the record advances the match (`LiveMatch.follow`); every line except a decision has a version and changes every viewer's board.
2. A note changes the state of the table itself.
3. No function here knows the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec.structs import replace as changed

from sikwu.live import notes
from sikwu.live.board import after
from sikwu.live.history import ActReply
from sikwu.live.notes import AnyNote, LogLine, Note
from sikwu.live.playing import LiveMatch
from sikwu.live.seats import LiveSeat
from sikwu.live.state import PLACES, LiveState, StandingAnswer, TableStep
from sikwu.play.game import Game
from sikwu.play.house import check_hash, rules_of_header
from sikwu.play.lines import DecisionLine, HeaderLine, Line, OpenLine, ResultLine, Viewer
from sikwu.play.match import Match
from sikwu.play.parts import SEATS, BotFault, Lesson
from sikwu.play.problems import PlayError
from sikwu.tiles import Wind

Seeds = Mapping[int, bytes]


def opened(note: LogLine) -> LiveState:
    """The table that its first line opens."""
    if not isinstance(note, notes.OpenedNote):
        raise PlayError.of("table.log", type=note.type)
    rules = rules_of_header(note)
    check_hash(rules, note)
    return LiveState(note.table, rules, note.terms, note.host)


def evolve(state: LiveState, line: LogLine, seeds: Seeds) -> tuple[Line, ...]:
    """Advances a state by a line; returns the line for each of the five viewers, if it has a version."""
    state.length += 1
    if isinstance(line, Note):
        _noted(state, line, seeds)
        return ()
    return _played(state, line)


# --- lines of the record


def _played(state: LiveState, line: Line) -> tuple[Line, ...]:
    if isinstance(line, HeaderLine):
        lessons = frozenset[Lesson]() if state.timed else frozenset[Lesson](("clock_off",))
        game = Game(Match.new(state.rules, line.players, state.id), holds=True)
        state.playing = LiveMatch(game, teaching=state.terms.teaching, lessons=lessons)
    else:
        assert state.playing is not None
        if isinstance(line, DecisionLine):
            _decided(state, state.playing, line)
            return ()
        state.playing = state.playing.follow(line)
        if isinstance(line, ResultLine):
            state.steps = ()
    seen = seen_by_all(state, line)
    state.v += 1
    state.history = state.history.grown(line)
    state.boards = tuple(map(after, state.boards, seen))
    return seen


def _decided(state: LiveState, playing: LiveMatch, line: DecisionLine) -> None:
    """Applies a decision; after the last one of a question, standing answers are removed."""
    players = playing.game.match.players
    place = players.index(line.seat) if line.at == "cut" else playing.place(Wind.parse(line.seat))
    seat = state.seats[place]
    if seat.stand_in:
        seat_set(state, place, replace(seat, did=(*seat.did, line.chosen)))
    state.playing = playing.follow(line)
    if not state.playing.deciding:
        state.answers = {}


def seen_by_all(state: LiveState, line: Line) -> tuple[Line, ...]:
    """A line for the four places and for spectators."""
    playing = state.playing
    assert playing is not None
    hidden = state.rules.terms.kongs.hidden
    watching = Viewer(None, hidden)
    if isinstance(line, OpenLine):
        return (seen_line(line, watching),) * 5
    game, players = playing.game, playing.game.match.players
    seats = [None if game.seats is None else SEATS[game.seats.index(player)] for player in players]
    viewers = [Viewer(player, hidden, seat) for player, seat in zip(players, seats, strict=True)]
    return tuple([seen_line(line, viewer) for viewer in (*viewers, watching)])


def seen_line(line: Line, viewer: Viewer) -> Line:
    """A line for a viewer; every viewer sees something of a line with a version."""
    seen = line.seen_by(viewer)
    assert seen is not None
    return seen


# --- notes


def _noted(state: LiveState, note: AnyNote, seeds: Seeds) -> None:
    match note:
        case notes.OpenedNote():
            raise PlayError.of("table.log", type="table_opened")
        case notes.SeatedNote(place, member, name):
            seat_set(state, place, LiveSeat(member, name))
            _lesson(state, "hands_open", on=False)  # a new player has not agreed
        case notes.BotNote(place, level, name):
            seat_set(state, place, replace(state.seats[place], bot=level, name=name))
        case notes.FreedNote(place):
            seat_set(state, place, _freed(state, place))
        case notes.StandInNote(place):
            seat_set(state, place, replace(state.seats[place], stand_in=True, did=()))
        case notes.BackNote(place):
            seat_set(state, place, replace(state.seats[place], stand_in=False, did=()))
        case notes.HostNote(member):
            state.host = member
        case notes.ActNote(place, id, decision, action, code):
            state.replies = state.replies.grown((place, id), ActReply(state.v, code, decision, action))
            if not code:
                state.answers = {**state.answers, place: StandingAnswer(id, action)}
        case notes.PausedNote():
            state.paused = True
        case notes.ResumedNote():
            state.paused = False
        case notes.PaceNote(pace):
            state.pace = pace
        case notes.ClockNote(on):
            state.timed = on
            _lesson(state, "clock_off", not on)
        case notes.TimeNote(played):
            state.played = played
        case notes.HandsNote(open):
            _lesson(state, "hands_open", open)
        case notes.StepNote():
            assert state.playing is not None
            state.steps = (*state.steps, TableStep(state.playing, state.v, state.boards, state.history))
        case notes.TakenBackNote():
            _taken_back(state)
        case notes.WatchNote(on):
            state.terms = changed(state.terms, watchers=on)
        case notes.HintsNote(on):
            state.terms = changed(state.terms, hints=on)
            for place in PLACES if not on else ():
                seat_set(state, place, replace(state.seats[place], hinted=False))
        case notes.HintedNote(place, on):
            seat_set(state, place, replace(state.seats[place], hinted=on))
        case _:
            state.playing = _of_the_match(state, note, seeds)


def _lesson(state: LiveState, way: Lesson, on: bool) -> None:
    if state.playing is not None:
        state.playing = state.playing.lesson(way, on)


def _taken_back(state: LiveState) -> None:
    """The deal as it was at its latest step; everything outside the deal is unchanged."""
    if not state.steps or state.playing is None:
        raise PlayError.of("table.log", type="taken_back")
    *steps, back = state.steps
    state.playing = state.playing.taken_back(back.playing)
    state.steps, state.v, state.boards, state.history = tuple(steps), back.v, back.boards, back.history
    state.answers, state.backs = {}, state.backs + 1


def _of_the_match(state: LiveState, note: AnyNote, seeds: Seeds) -> LiveMatch:
    playing = state.playing
    assert playing is not None
    match note:
        case notes.SealedNote(deal, commit):
            state.terms = changed(state.terms, pace=state.pace)
            return playing.seal(seeds[deal], commit)
        case notes.NonceNote(_, place, nonce):
            return playing.nonce(place, nonce)
        case notes.OpeningClosedNote():
            return playing.answered({})
        case notes.FaultNote(place, level, why):
            return playing.faulted(playing.seat(place), BotFault(level, why))
        case notes.MarkedNote(seat):
            return playing.marked(Wind.parse(seat))
        case _:
            return playing.ended()


def _freed(state: LiveState, place: int) -> LiveSeat:
    """An empty place, or in a match one that a bot plays until somebody takes it."""
    seat = state.seats[place]
    if state.playing is None:
        return LiveSeat()
    return LiveSeat(name=seat.name, bot=seat.bot or state.terms.levels[0], free=True)


def seat_set(state: LiveState, place: int, seat: LiveSeat) -> None:
    """Another seat at a place."""
    state.seats = (*state.seats[:place], seat, *state.seats[place + 1 :])
