"""Presence. A seat without a sign of life is away; a bot stands in later; the person gets the seat back at its next question.

1. No sign for 25 s, or a closed socket: the seat is away.
2. 30 s later, in a match, a bot stands in, from the next question on.
3. A person who comes back gets the seat as soon as no question is open that the bot may have been asked. In a window no player can see whether
   the bot was asked, so the seat is returned at the window's end.
4. At a table for learning without a clock nobody stands in for the only person: bots do not mind waiting, so a lesson can be left and resumed.
5. When the host has been gone for 5 min, the player who has been present longest becomes host.
"""

from __future__ import annotations

from collections.abc import Iterator

from sikwu.live.news import PresenceNews, ReturnedNews
from sikwu.live.notes import BackNote, HostNote, StandInNote
from sikwu.live.seats import Sign
from sikwu.live.state import PLACES, LiveState
from sikwu.live.step import Step
from sikwu.live.terms import HOST_GONE, SILENT, STAND_IN
from sikwu.live.windows import bot_takes_over

_NO_QUESTION = ("nonces", "rest", "pace")
_PUBLIC = ("turn", "flower", "cut")
"""Questions for which everybody knows which seat is asked."""


def heard(step: Step, member: str, here: bool = True) -> None:
    """Records a sign of life, or (`here` false) the end of a socket."""
    state = step.state
    place, sign = state.place_of(member), state.signs.get(member)
    if place is None and member != state.host:
        return
    was = sign is not None and sign.gone is None
    if here:
        since = sign.since if was and sign is not None else state.time
        _sign(step, member, Sign(state.time, since))
    elif was and sign is not None:
        _sign(step, member, sign._replace(gone=state.time))
    if place is None or was == here:
        return
    if not here or not state.seats[place].stand_in:
        step.tell_all(PresenceNews(place, "here" if here else "bot" if state.seats[place].stand_in else "away"))


def _sign(step: Step, member: str, sign: Sign) -> None:
    step.state.signs = {**step.state.signs, member: sign}


def give_back(step: Step) -> None:
    """Returns seats to persons who are back, if no open question may be the bot's."""
    state = step.state
    for place in PLACES:
        seat = state.seats[place]
        if not seat.stand_in or not state.here(place) or _may_be_asked(state, place):
            continue
        did = seat.did
        step.note(BackNote(place))
        step.tell_all(PresenceNews(place, "here"))
        step.tell(place, ReturnedNews(did))


def _may_be_asked(state: LiveState, place: int) -> bool:
    """Whether a spectator could believe that the place is asked now."""
    awaited = state.awaited
    if awaited is None or awaited.kind in _NO_QUESTION:
        return False
    return awaited.kind not in _PUBLIC or awaited.of(place) is not None


# --- time


def deadlines(state: LiveState) -> Iterator[int]:
    """When a seat will become away, be replaced by a bot, or lose the host role."""
    if state.status == "over":
        return
    for member, sign, place in _watched_over(state):
        if sign.gone is None:
            yield sign.last + SILENT
            continue
        if place is not None and _waits_for_bot(state, place):
            yield sign.gone + STAND_IN
        if member == state.host and successor(state) is not None:
            yield sign.gone + HOST_GONE


def _watched_over(state: LiveState) -> Iterator[tuple[str, Sign, int | None]]:
    """The seated players and the host; everybody else may come and go."""
    signs, host = state.signs, state.host
    for place, seat in enumerate(state.seats):
        member = seat.member
        if member:
            yield member, signs[member], place
            if member == host:
                host = ""
    if host and host in signs:
        yield host, signs[host], None


def _waits_for_bot(state: LiveState, place: int) -> bool:
    alone = state.terms.teaching and not state.timed and len(state.persons) == 1
    return state.playing is not None and not state.seats[place].stand_in and not alone


def fired(step: Step) -> None:
    """Does everything that is due."""
    state = step.state
    for member, sign, place in tuple(_watched_over(state)):
        if sign.gone is None and state.time >= sign.last + SILENT:
            heard(step, member, here=False)
        elif place is not None and _waits_for_bot(state, place) and _gone_for(state, sign, STAND_IN):
            _stands_in(step, place)
    host = state.signs.get(state.host)
    if host is not None and _gone_for(state, host, HOST_GONE):
        succeed(step)


def _stands_in(step: Step, place: int) -> None:
    """From the next question on; without a clock an open question would never end, so the bot takes that too."""
    step.note(StandInNote(place))
    step.tell_all(PresenceNews(place, "bot"))
    awaited = step.state.awaited
    if awaited is not None and awaited.closes is None:
        bot_takes_over(step, place)


def _gone_for(state: LiveState, sign: Sign, long: int) -> bool:
    return sign.gone is not None and state.time >= sign.gone + long


def successor(state: LiveState) -> str | None:
    """The seated player who has been present longest."""
    here = [place for place in state.persons if state.here(place) and state.seats[place].member != state.host]
    if not here:
        return None
    return state.seats[min(here, key=lambda place: (state.signs[state.seats[place].member].since, place))].member


def succeed(step: Step) -> None:
    """Makes another player host, if one is present."""
    member = successor(step.state)
    if member is not None:
        step.note(HostNote(member))
        step.tell_seats()
