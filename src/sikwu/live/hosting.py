"""What the host may do, and what several seats may do together. Nobody sees hands, deals again, takes back or speaks for a seat."""

from __future__ import annotations

from typing import get_args

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
from sikwu.live.step import Step, refuse
from sikwu.live.terms import AGREE, EXTRA, HOUR, MOST_BANK, PAUSE, PAUSES, Pace
from sikwu.live.windows import turn_news
from sikwu.play.match import Match


def host_only(state: LiveState, member: str) -> None:
    """Refused for anybody but the host."""
    if member != state.host:
        refuse("table.not_host")


def start(step: Step, said: StartMatch) -> None:
    """All places are taken: the match begins."""
    state = step.state
    host_only(state, said.by)
    if state.playing is not None:
        refuse("table.started")
    if not all(seat.taken for seat in state.seats):
        refuse("table.seats_empty")
    match = Match.new(state.rules, [seat.name for seat in state.seats], state.id)
    step.record(match.start_line())
    step.tell_seats()


# --- pauses


def pause(step: Step, said: PauseTable) -> None:
    """The host's pause: now, if no deal is played, else when this one is over."""
    state = step.state
    host_only(state, said.by)
    _playing(state)
    if state.between:
        _pause(step)
    else:
        _allowed(state)
        state.pause_after = True


def agree_pause(step: Step, said: AgreePause) -> None:
    """Three seats (all persons, where they are fewer) pause at once."""
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
        refuse("table.not_playing")


def _allowed(state: LiveState) -> None:
    if len([at for at in state.pauses if at > state.time - HOUR]) >= PAUSES:
        refuse("table.pause_often", most=PAUSES)


def _pause(step: Step) -> None:
    state = step.state
    _allowed(state)
    state.pauses = (*(at for at in state.pauses if at > state.time - HOUR), state.time)
    state.paused_at, state.pause_after, state.pause_agreed = state.time, False, NOBODY
    step.note(PausedNote())
    step.tell_all(PauseNews(on=True, left=PAUSE))


def pause_if_wanted(step: Step) -> None:
    """A pause that waited for the deal's end."""
    if step.state.pause_after and step.state.between:
        _pause(step)


def resume(step: Step, said: ResumeTable) -> None:
    """The host ends the pause."""
    host_only(step.state, said.by)
    if step.state.status != "paused":
        refuse("table.not_paused")
    resumed(step)


def resumed(step: Step) -> None:
    """The clocks go on where they stood."""
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
        refuse("table.pace", known=get_args(Pace))
    step.note(PaceNote(said.pace))
    step.tell_seats()


def grant_time(step: Step, said: GrantTime) -> None:
    """More time in a seat's bank, for an open turn too."""
    state = step.state
    host_only(state, said.by)
    _playing(state)
    if said.place not in PLACES:
        refuse("table.place")
    bank = state.banks[said.place]
    more = min(EXTRA, MOST_BANK - bank)
    if more <= 0:
        refuse("table.bank_full", seconds=MOST_BANK // 1000)
    state.banks = (*state.banks[: said.place], bank + more, *state.banks[said.place + 1 :])
    awaited = state.awaited
    if awaited is not None and awaited.kind == "turn" and said.place in awaited.persons and awaited.closes is not None:
        state.awaited = awaited._replace(closes=awaited.closes + more)
        left = None if awaited.length is None else max(0, awaited.started + awaited.length - state.time)
        for news in turn_news(state, awaited, left):
            step.tell_all(news)


def end_after_deal(step: Step, said: EndAfterDeal) -> None:
    """The match ends after this deal; between two deals, now."""
    state = step.state
    host_only(state, said.by)
    if state.status not in ("playing", "paused"):
        refuse("table.not_playing")
    if step.playing.ending:
        refuse("table.ending")
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
        refuse("table.place")
    if not state.seats[said.place].member:
        refuse("table.no_person")
    step.note(HostNote(state.seats[said.place].member))
    step.tell_seats()


# --- together


def agree_clock(step: Step, said: AgreeClock) -> None:
    """The clock is off when all persons agree, and on again as soon as one asks; an open question keeps the clock it began with."""
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
        refuse("table.no_deal")
    if said.place not in PLACES or said.place == place:
        refuse("table.place")
    seat = playing.seat(said.place)
    if seat in playing.marks:
        refuse("table.marked")
    agreed = state.marks_agreed.get(said.place, NOBODY) | {place}
    state.marks_agreed = {**state.marks_agreed, said.place: agreed}
    step.tell_all(ConsentNews("dead", tuple(sorted(agreed)), said.place))
    if len(agreed) >= AGREE:
        step.note(MarkedNote(seat.text))
