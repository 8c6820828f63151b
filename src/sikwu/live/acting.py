"""Answers: acts of persons with their ids, and answers of bots. An id always gets the same reply."""

from __future__ import annotations

from msgspec import UNSET

from sikwu.live.history import ActReply
from sikwu.live.messages import Act, BotActs, GoOn, ReadyForDeal
from sikwu.live.news import AckNews, RefusalNews, RestNews
from sikwu.live.notes import ActNote
from sikwu.live.state import LiveState, TableWait
from sikwu.live.step import Step, TableRefusal
from sikwu.live.terms import LONGEST_ID
from sikwu.live.windows import QUESTIONS, settled


def seated(state: LiveState, member: str) -> int:
    """The place of a member; raises an error for anybody else."""
    place = state.place_of(member)
    if place is None:
        raise TableRefusal.of("table.not_seated")
    return place


def act(step: Step, said: Act) -> None:
    """An answer to the open question of a seat.

    1. An id that was used before gets its old reply, whatever it says now.
    2. An answer to a question that is not open for this seat is stale and harmless.
    3. Everything else is noted with its reply, and published after the note is on the disk.
    """
    state = step.state
    place = seated(state, said.by)
    if not 0 < len(said.id) <= LONGEST_ID or not said.id.isprintable() or not said.id.isascii():
        raise TableRefusal.of("act.id", most=LONGEST_ID)
    known = state.replies.of((place, said.id))
    if known is None:
        note = ActNote(place, said.id, said.decision[:LONGEST_ID], said.action[:LONGEST_ID], _fault(state, place, said))
        step.note(note)
        known = ActReply(state.v, note.code, note.decision, note.action)
        settled(step)
    if known.code:
        step.tell(place, RefusalNews(known.code, {}, said.id))
    else:
        step.tell(place, AckNews(said.id, known.v))


def _fault(state: LiveState, place: int, said: Act) -> str:
    """Why an act is refused; empty if it is accepted."""
    awaited = state.awaited
    if state.status != "playing" or awaited is None or awaited.kind not in QUESTIONS:
        return "act.stale"
    asked = awaited.of(place)
    if awaited.decision != said.decision or asked is None:
        return "act.stale"
    if place in awaited.bots:
        return "act.stand_in"
    return "" if said.action in asked.texts else "act.not_legal"


def bot_acts(step: Step, said: BotActs) -> None:
    """Stores a bot's answer until the question is over; an answer to another question, or a second one, is ignored."""
    awaited = step.state.awaited
    if awaited is None or awaited.decision != said.decision or said.place not in awaited.bots:
        return
    if awaited.of(said.place) is None or said.place in awaited.answers:
        return
    step.state.awaited = awaited._replace(answers={**awaited.answers, said.place: said})


def ready(step: Step, said: ReadyForDeal) -> None:
    """A seat has seen the result."""
    place = seated(step.state, said.by)
    awaited = step.state.awaited
    if awaited is None or awaited.kind != "rest":
        raise TableRefusal.of("table.not_resting")
    _seen(step, awaited, place)
    left = awaited.closes
    step.tell_all(RestNews(_ready_places(step.state), UNSET if left is None else max(0, left - step.state.time)))


def _ready_places(state: LiveState) -> tuple[int, ...]:
    return () if state.awaited is None else tuple(sorted(state.awaited.seen))


def go_on(step: Step, said: GoOn) -> None:
    """Without a clock: a seat has seen a window."""
    place = seated(step.state, said.by)
    awaited = step.state.awaited
    if awaited is None or not said.window or awaited.window != said.window:
        raise TableRefusal.of("act.stale")
    _seen(step, awaited, place)


def _seen(step: Step, awaited: TableWait, place: int) -> None:
    step.state.awaited = awaited._replace(seen=awaited.seen | {place})
    settled(step)
