"""Actions of the host, and of several seats together. Nobody can see hands, deal again, take back or act for another seat."""

from __future__ import annotations

from typing import get_args

from msgspec import UNSET, UnsetType

from sikwu.live.acting import seated
from sikwu.live.messages import (
    AgreeClock,
    AgreePause,
    EndAfterDeal,
    GrantTime,
    HandOver,
    MarkDead,
    PauseTable,
    ResumeTable,
    SetPace,
    StartMatch,
)
from sikwu.live.news import ConsentNews, PauseNews
from sikwu.live.notes import ClockNote, EndingNote, HostNote, MarkedNote, PaceNote, PausedNote, ResumedNote
from sikwu.live.state import NOBODY, PLACES, LiveState
from sikwu.live.step import Step, TableRefusal
from sikwu.live.terms import AGREE, EXTRA, HOUR, MOST_BANK, PAUSE, PAUSES, Pace
from sikwu.live.windows import turn_news
from sikwu.play.match import Match


def host_only(state: LiveState, member: str) -> None:
    """Raises an error for anybody but the host."""
    if member != state.host:
        raise TableRefusal.of("table.not_host")


def start(step: Step, said: StartMatch) -> None:
    """Starts the match when all places are taken."""
    state = step.state
    host_only(state, said.by)
    if state.playing is not None:
        raise TableRefusal.of("table.started")
    if not all(seat.taken for seat in state.seats):
        raise TableRefusal.of("table.seats_empty")
    match = Match.new(state.rules, [seat.name for seat in state.seats], state.id)
    step.record(match.start_line())
    step.tell_seats()


# --- pauses


def pause(step: Step, said: PauseTable) -> None:
    """The host's pause: at once if no deal is played or the table is for learning, otherwise after this deal."""
    state = step.state
    host_only(state, said.by)
    _playing(state)
    if state.between or state.terms.teaching:
        _pause(step)
    else:
        _allowed(state)
        state.pause_after = True


def agree_pause(step: Step, said: AgreePause) -> None:
    """Pauses at once if three seats (or all persons, if there are fewer) agree."""
    state = step.state
    place = seated(state, said.by)
    _playing(state)
    _allowed(state)
    state.pause_agreed |= {place}
    if len(state.pause_agreed) >= min(AGREE, len(state.persons)):
        _pause(step)
    else:
        step.tell_all(PauseNews(on=False, agreed=tuple(sorted(state.pause_agreed))))


def _playing(state: LiveState) -> None:
    if state.status != "playing":
        raise TableRefusal.of("table.not_playing")


def _allowed(state: LiveState) -> None:
    if not state.terms.teaching and len([at for at in state.pauses if at > state.time - HOUR]) >= PAUSES:
        raise TableRefusal.of("table.pause_often", most=PAUSES)


def _pause(step: Step) -> None:
    state = step.state
    _allowed(state)
    state.pauses = (*(at for at in state.pauses if at > state.time - HOUR), state.time)
    state.paused_at, state.pause_after, state.pause_agreed = state.time, False, NOBODY
    step.note(PausedNote())
    step.tell_all(PauseNews(on=True, left=pause_left(state)))


def pause_left(state: LiveState) -> int | UnsetType:
    """The longest duration of the pause; a table for learning pauses as long as its host wants."""
    return UNSET if state.terms.teaching else max(0, state.paused_at + PAUSE - state.time)


def pause_if_wanted(step: Step) -> None:
    """Starts a pause that waited for the end of the deal."""
    if step.state.pause_after and step.state.between:
        _pause(step)


def resume(step: Step, said: ResumeTable) -> None:
    """The host ends the pause."""
    host_only(step.state, said.by)
    if step.state.status != "paused":
        raise TableRefusal.of("table.not_paused")
    resumed(step)


def resumed(step: Step) -> None:
    """The clocks continue where they stopped."""
    state = step.state
    stood = state.time - state.paused_at
    awaited = state.awaited
    if awaited is not None:
        closes = None if awaited.closes is None else awaited.closes + stood
        state.awaited = awaited._replace(
            started=awaited.started + stood, closes=closes, earliest=awaited.earliest + stood
        )
    step.note(ResumedNote())
    step.tell_all(PauseNews(on=False))


# --- speed, time, the end


def set_pace(step: Step, said: SetPace) -> None:
    """Another pace from the next deal on."""
    host_only(step.state, said.by)
    if said.pace not in get_args(Pace):
        raise TableRefusal.of("table.pace", known=get_args(Pace))
    step.note(PaceNote(said.pace))
    step.tell_seats()


def grant_time(step: Step, said: GrantTime) -> None:
    """Adds time to a seat's bank, also for an open turn."""
    state = step.state
    host_only(state, said.by)
    _playing(state)
    if said.place not in PLACES:
        raise TableRefusal.of("table.place")
    bank = state.banks[said.place]
    more = min(EXTRA, MOST_BANK - bank)
    if more <= 0:
        raise TableRefusal.of("table.bank_full", seconds=MOST_BANK // 1000)
    state.banks = (*state.banks[: said.place], bank + more, *state.banks[said.place + 1 :])
    awaited = state.awaited
    if awaited is not None and awaited.kind == "turn" and said.place in awaited.persons and awaited.closes is not None:
        state.awaited = awaited._replace(closes=awaited.closes + more)
        left = None if awaited.length is None else max(0, awaited.started + awaited.length - state.time)
        for news in turn_news(state, awaited, left):
            step.tell_all(news)


def end_after_deal(step: Step, said: EndAfterDeal) -> None:
    """Ends the match after this deal, or at once between two deals."""
    state = step.state
    host_only(state, said.by)
    if state.status not in ("playing", "paused"):
        raise TableRefusal.of("table.not_playing")
    if step.playing.ending:
        raise TableRefusal.of("table.ending")
    between = state.between
    step.note(EndingNote())
    if between and state.paused:
        resumed(step)
    if state.awaited is not None and state.awaited.kind == "rest":
        state.awaited = None
    step.tell_seats()


def hand_over(step: Step, said: HandOver) -> None:
    """Another seated player becomes host."""
    state = step.state
    host_only(state, said.by)
    if said.place not in PLACES:
        raise TableRefusal.of("table.place")
    if not state.seats[said.place].member:
        raise TableRefusal.of("table.no_person")
    step.note(HostNote(state.seats[said.place].member))
    step.tell_seats()


# --- together


def agree_clock(step: Step, said: AgreeClock) -> None:
    """Turns the clock off when all persons agree, and on again as soon as one asks; an open question keeps its clock."""
    state = step.state
    place = seated(state, said.by)
    if not said.off:
        state.clock_agreed = NOBODY
        if not state.timed:
            step.note(ClockNote(on=True))
            step.tell_seats()
        return
    state.clock_agreed |= {place}
    if state.timed and set(state.persons) <= state.clock_agreed:
        step.note(ClockNote(on=False))
        state.clock_agreed = NOBODY
        step.tell_seats()
    else:
        step.tell_all(ConsentNews("clock_off", tuple(sorted(state.clock_agreed))))


def mark_dead(step: Step, said: MarkDead) -> None:
    """Three seats mark the fourth 相公, from the next draw from the front on."""
    state = step.state
    place = seated(state, said.by)
    playing = step.playing
    if not playing.dealing:
        raise TableRefusal.of("table.no_deal")
    if said.place not in PLACES or said.place == place:
        raise TableRefusal.of("table.place")
    seat = playing.seat(said.place)
    if seat in playing.marks:
        raise TableRefusal.of("table.marked")
    agreed = state.marks_agreed.get(said.place, NOBODY) | {place}
    state.marks_agreed = {**state.marks_agreed, said.place: agreed}
    step.tell_all(ConsentNews("dead", tuple(sorted(agreed)), said.place))
    if len(agreed) >= AGREE:
        step.note(MarkedNote(seat.text))
