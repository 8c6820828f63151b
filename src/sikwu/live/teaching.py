"""Tables for learning: hands open and steps taken back, by consent of all persons. Without it nothing is shown and nothing moves.

1. Once all persons have agreed, the hands are open to everybody, spectators too, until one person wants them closed or a newcomer sits down.
   Open hands are sent beside the view, which does not change.
2. One step back: the table returns to the point before the latest decision of a person. Later actions of bots are taken back too. Names of
   questions, ids of acts and their replies are never used again. A finished deal cannot be taken back, because its wall is known.
3. The result of each deal of such a table is marked (`teaching`). Such deals count in no ladder.
"""

from __future__ import annotations

from sikwu.live.acting import seated
from sikwu.live.messages import AgreeBack, AgreeHands
from sikwu.live.news import WATCHERS, ConsentNews, HandsNews, TakenBackNews
from sikwu.live.notes import HandsNote, TakenBackNote
from sikwu.live.state import NOBODY, PUBLIC, LiveState
from sikwu.live.step import Step, TableRefusal
from sikwu.live.viewers import snapshot


def agree_hands(step: Step, said: AgreeHands) -> None:
    """The hands are open when all persons agree, and closed as soon as one asks."""
    place = _learner(step, said.by)
    state = step.state
    if not said.open:
        state.hands_agreed = NOBODY
        if state.hands_open:
            step.note(HandsNote(open=False))
            step.tell_seats()
        return
    state.hands_agreed |= {place}
    if set(state.persons) <= state.hands_agreed and not state.hands_open:
        step.note(HandsNote(open=True))
        state.hands_agreed = NOBODY
        step.tell_seats()
    else:
        step.tell_all(ConsentNews("hands_open", tuple(sorted(state.hands_agreed))))


def agree_back(step: Step, said: AgreeBack) -> None:
    """The latest decision of a person is taken back when all persons agree; one who does not ends it."""
    place = _learner(step, said.by)
    state = step.state
    if not state.steps:
        raise TableRefusal.of("table.no_step")
    state.back_agreed = state.back_agreed | {place} if said.yes else NOBODY
    if set(state.persons) <= state.back_agreed:
        _taken_back(step)
    else:
        step.tell_all(ConsentNews("take_back", tuple(sorted(state.back_agreed))))


def _learner(step: Step, member: str) -> int:
    place = seated(step.state, member)
    if not step.state.terms.teaching:
        raise TableRefusal.of("table.not_teaching")
    if step.state.status not in ("playing", "paused"):
        raise TableRefusal.of("table.not_playing")
    return place


def _taken_back(step: Step) -> None:
    step.note(TakenBackNote(step.state.steps[-1].v))
    state = step.state
    state.awaited, state.back_agreed = None, NOBODY
    step.tell_all(TakenBackNews(state.v))
    for place in state.persons:
        step.tell(place, snapshot(state, place))
    if state.watchers:
        step.tell(WATCHERS, snapshot(state, PUBLIC))


def tell_hands(step: Step) -> None:
    """Publishes open hands when they have changed, but only after all events have been published."""
    state = step.state
    hands = _open_hands(state)
    if hands is not None and hands != state.hands_told:
        state.hands_told = hands
        step.tell_all(HandsNews(state.v, hands))


def _open_hands(state: LiveState) -> tuple[tuple[str, ...], ...] | None:
    """None: unchanged since they were last published."""
    playing = state.playing
    if playing is None or not state.hands_open or not playing.dealing:
        return ()
    return None if playing.pending else playing.hands
