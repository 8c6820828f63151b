"""`evolve`: the state after one more line. A table that plays and a table that is read from its lines both come here.

1. A line of the record moves the match on (`Playing.follow`); all but decisions count a version and move every viewer's board.
2. A note changes what the table itself keeps.
3. Nothing here knows what time it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec.structs import replace as changed

from sikwu.live import notes
from sikwu.live.board import after
from sikwu.live.history import ActReply
from sikwu.live.notes import NOTES, AnyNote, note_of
from sikwu.live.playing import Playing
from sikwu.live.seats import LiveSeat
from sikwu.live.state import PLACES, LiveState, StandingAnswer
from sikwu.play.deal import Line, PlayError
from sikwu.play.house import check_hash, rules_of_header
from sikwu.play.match import Match
from sikwu.play.view import Viewer, seen_line
from sikwu.texts import problem
from sikwu.tiles import Wind

_OWN_COPY = frozenset({"tsumo", "ankan", "start_kyoku"})
"""Lines that viewers see differently."""
Seeds = Mapping[int, bytes]


def opened(line: Line) -> LiveState:
    """The table that its first line opens."""
    note = note_of(line)
    if not isinstance(note, notes.OpenedNote):
        raise PlayError((problem("table.log", type=str(line["type"])),))
    head: Line = {"ruleset": note.ruleset, "options": note.options, "rules": note.rules}
    rules = rules_of_header({**head, "house": note.house} if note.house else head)
    check_hash(rules, head)
    return LiveState(note.table, rules, note.terms, note.host)


def evolve(state: LiveState, line: Line, seeds: Seeds) -> tuple[Line, ...]:
    """Moves a state on by a line; what each of the five viewers sees of it, if it has a version."""
    if line["type"] in NOTES:
        _noted(state, note_of(line), seeds)
        return ()
    return _played(state, line)


# --- lines of the record


def _played(state: LiveState, line: Line) -> tuple[Line, ...]:
    if line["type"] == "start_game":
        state.playing = Playing(Match.new(state.rules, line["players"], state.id))
    else:
        assert state.playing is not None
        if line["type"] == "decision":
            _decided(state, state.playing, line)
            return ()
        state.playing = state.playing.follow(line)
    seen = seen_by_all(state, line)
    state.v += 1
    state.history = state.history.grown(line)
    state.boards = tuple(map(after, state.boards, seen))
    return seen


def _decided(state: LiveState, playing: Playing, line: Line) -> None:
    """A decision; once the last one of a question is in, standing answers are used up."""
    place = (
        playing.match.players.index(line["seat"]) if line["at"] == "cut" else playing.place(Wind.parse(line["seat"]))
    )
    seat = state.seats[place]
    if seat.stand_in:
        seat_set(state, place, replace(seat, did=(*seat.did, line["chosen"])))
    state.playing = playing.follow(line)
    if not state.playing.collected:
        state.answers = {}


def seen_by_all(state: LiveState, line: Line) -> tuple[Line, ...]:
    """A line as the four places and whoever watches see it."""
    playing = state.playing
    assert playing is not None
    hidden = state.rules.terms.kongs.hidden
    if line["type"] == "start_game":
        viewers = (*playing.match.players, None)
        return tuple(_must(Viewer(player, hidden).sees(line)) for player in viewers)
    if line["type"] not in _OWN_COPY:
        return (_must(seen_line(line, None, hidden)),) * 5
    return tuple(_must(seen_line(line, seat, hidden)) for seat in (*(playing.seat(place) for place in PLACES), None))


def _must(line: Line | None) -> Line:
    assert line is not None
    return line


# --- notes


def _noted(state: LiveState, note: AnyNote, seeds: Seeds) -> None:
    match note:
        case notes.OpenedNote():
            raise PlayError((problem("table.log", type="table_opened"),))
        case notes.SeatedNote(place, member, name):
            seat_set(state, place, LiveSeat(member, name))
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
        case notes.WatchNote(on):
            state.terms = changed(state.terms, watchers=on)
        case notes.FaultNote():
            pass
        case _:
            state.playing = _of_the_match(state, note, seeds)


def _of_the_match(state: LiveState, note: AnyNote, seeds: Seeds) -> Playing:
    playing = state.playing
    assert playing is not None
    match note:
        case notes.SealedNote(deal, commit):
            state.terms = changed(state.terms, pace=state.pace)
            return playing.rested().seal(seeds[deal], commit)
        case notes.NonceNote(_, place, nonce):
            return playing.nonce(place, nonce)
        case notes.OpeningClosedNote():
            return playing.passed()
        case notes.MarkedNote(seat, draw):
            return playing.marked(Wind.parse(seat), draw)
        case _:
            ending = replace(playing, ending=True)
            return ending.ended() if playing.phase == "rest" and not playing.held else ending


def _freed(state: LiveState, place: int) -> LiveSeat:
    """An empty place, or in a match one that a bot plays until somebody takes it."""
    seat = state.seats[place]
    if state.playing is None:
        return LiveSeat()
    return LiveSeat(name=seat.name, bot=seat.bot or state.terms.levels[0], free=True)


def seat_set(state: LiveState, place: int, seat: LiveSeat) -> None:
    """Another seat at a place."""
    state.seats = (*state.seats[:place], seat, *state.seats[place + 1 :])
