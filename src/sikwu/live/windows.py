"""The waits of the table and their lengths. The main rule: nothing that others can see depends on the tiles of a seat.

1. After every discard, every kong and club16's opening the same window opens for everybody. It lasts its whole length, even if no seat could
   claim or all have answered. The last answer of a seat before the end counts.
2. A seat's own turn ends with its answer, or when the turn clock and the seat's time bank are used up.
3. A bot's own turn, and a discard without alternative, happen at a fixed pace.
4. The table waits 300 ms longer than it announces. A silent seat takes its default action.
5. At a solo table (one person, bots, no spectator) timing can reveal nothing to others, so a window closes 0.6 s after the discard. If the
   person has a choice, it closes with the answer, at the latest at the end of the window.
6. Without a clock a window stays open until every person has answered or continued, also those without a choice.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sikwu.live.effects import AskBot, WantSeed
from sikwu.live.news import AskNews, RestNews, TurnNews, WindowNews
from sikwu.live.notes import FaultNote, OpeningClosedNote, StepNote
from sikwu.live.playing import Choice, LiveMatch
from sikwu.live.state import NOBODY, PLACES, LiveState, TableWait
from sikwu.live.step import Step
from sikwu.live.terms import TURN
from sikwu.play.actions import WIN, WIN_FLOWERS
from sikwu.play.deal_game import Question
from sikwu.tiles import Wind

QUESTIONS = ("opening", "window", "turn", "flower", "cut")
MOVES = (*QUESTIONS, "pace")
"""Waits after which the game continues."""
_WINDOWS = ("opening", "window")
_TURNS = ("turn", "flower", "cut")


def opened(step: Step, stage: str) -> None:
    """Starts to wait for what the match needs next."""
    if stage in _WINDOWS:
        _window(step, stage)
    elif stage in QUESTIONS:
        _question(step, stage)
    elif stage == "pace":
        state = step.state
        state.awaited = TableWait("pace", state.time, state.time + _bot_turn(state))
    elif stage == "rest":
        _rest(step)
    elif stage == "seal":
        want_seed(step)


def want_seed(step: Step) -> None:
    """The next deal needs a wall."""
    playing = step.playing
    step.state.wanted = playing.game.match.deals + 1
    step.out.append(WantSeed(step.state.wanted))


# --- windows


def _window(step: Step, stage: str) -> None:
    state, time = step.state, step.state.time
    asked, bots = _asked(step.playing), _bots(state)
    quick = _solo(state) and not any(place not in bots for place, _ in asked)
    length = None if untimed(state) else state.terms.solo_wait - state.terms.grace if quick else state.terms.window
    awaited = TableWait(
        stage,
        time,
        None if length is None else time + length + state.terms.grace,
        length,
        window=state.at_v("w" if stage == "window" else "o"),
        decision=state.at_v("d" if stage == "window" else "o"),
        on=state.v,
        asked=asked,
        bots=bots,
        earliest=time + state.terms.solo_wait,
    )
    state.awaited = awaited
    step.tell_all(window_news(awaited, length))
    _ask(step, awaited, length)
    settled(step)


def window_news(awaited: TableWait, left: int | None) -> WindowNews:
    """The window as announced to everybody."""
    return WindowNews(awaited.window, awaited.on, _left(left))


def _solo(state: LiveState) -> bool:
    """One person against bots, and nobody watching."""
    return state.terms.solo and len(state.persons) == 1 and not state.watchers


def untimed(state: LiveState) -> bool:
    """Whether the clock is off. Bots alone always have one."""
    return not state.timed and any(not state.seats[place].stand_in for place in state.persons)


# --- turns, flower moments, cuts


def _question(step: Step, stage: str) -> None:
    state, playing, time = step.state, step.playing, step.state.time
    asked, bots = _asked(playing), _bots(state)
    persons = [place for place, _ in asked if place not in bots]
    earliest = time + _bot_turn(state) if len(persons) < len(asked) else time
    bank = state.banks[persons[0]] if stage == "turn" and persons else 0
    closes = time + TURN + bank + state.terms.grace if persons else earliest
    length = None if untimed(state) and persons else TURN if persons else _bot_turn(state)
    decision = f"c{playing.number}.{len(playing.game.offers)}" if stage == "cut" else state.at_v("d")
    awaited = TableWait(
        stage,
        time,
        None if length is None else closes,
        length,
        decision=decision,
        on=state.v,
        asked=asked,
        bots=bots,
        earliest=earliest,
    )
    state.awaited = awaited
    for news in turn_news(state, awaited, length):
        step.tell_all(news)
    _ask(step, awaited, length)
    settled(step)


def turn_news(state: LiveState, awaited: TableWait, left: int | None) -> list[TurnNews]:
    """Whose turn it is, as announced to everybody."""
    out = []
    for place, asked in awaited.asked:
        timed = awaited.kind == "turn" and place not in awaited.bots and left is not None
        bank: int | UnsetType = state.banks[place] if timed else UNSET
        out.append(TurnNews(asked.seat.text, awaited.kind, _left(left), bank))
    return out


def _bot_turn(state: LiveState) -> int:
    return state.terms.solo_wait if _solo(state) else state.terms.bot_turn


def _bots(state: LiveState) -> frozenset[int]:
    """The places answered by a bot; a person's answer from before a restart stays."""
    return frozenset(place for place in PLACES if state.seats[place].played_by_bot and place not in state.answers)


def _asked(playing: LiveMatch) -> tuple[tuple[int, Question], ...]:
    return tuple((playing.place(asked.seat), asked) for asked in playing.asked)


# --- asking


def _ask(step: Step, awaited: TableWait, left: int | None) -> None:
    for place, asked in awaited.asked:
        if place in awaited.bots:
            ask_bot(step, awaited, place, asked)
        else:
            step.tell(place, ask_news(step.state, awaited, place, asked, left))


def ask_bot(step: Step, awaited: TableWait, place: int, asked: Question) -> None:
    """A question for the bot of a place; its answer is executed when the wait is over."""
    state = step.state
    level = state.seats[place].bot or state.terms.levels[0]
    at = awaited.earliest if awaited.closes is None else awaited.closes
    view, native = step.playing.view(asked), step.playing.native(asked)
    step.out.append(AskBot(place, level, awaited.decision, view, asked.legal, at + state.clock.lost, native))


def bot_takes_over(step: Step, place: int) -> None:
    """A bot answers the open question of a place, if nobody has; a turn then has a bot's pace."""
    state, awaited = step.state, step.state.awaited
    if awaited is None or place in awaited.bots or place in state.answers:
        return
    asked = awaited.of(place)
    awaited = awaited._replace(bots=awaited.bots | {place})
    if asked is not None and awaited.kind in _TURNS:
        awaited = awaited._replace(earliest=state.time + _bot_turn(state))
        awaited = awaited if awaited.persons else awaited._replace(closes=awaited.earliest)
    state.awaited = awaited
    if asked is not None:
        ask_bot(step, awaited, place, asked)
    settled(step)


def ask_news(state: LiveState, awaited: TableWait, place: int, asked: Question, left: int | None) -> AskNews:
    """A question as sent to its seat."""
    assert state.playing is not None
    wins = [win for win in (WIN, WIN_FLOWERS) if win in asked.legal]
    standing = state.answers.get(place)
    return AskNews(
        awaited.decision,
        asked.at,
        asked.texts,
        awaited.window,
        {"fan": max(state.playing.worth(asked, win) for win in wins)} if wins else UNSET,
        "" if asked.cut is None else state.playing.name(asked.cut.creditor),
        "" if standing is None else standing.action,
        _left(left),
    )


def _left(left: int | None) -> int | UnsetType:
    return UNSET if left is None else max(left, 0)


# --- the rest between two deals


def _rest(step: Step) -> None:
    state = step.state
    length = None if untimed(state) else state.terms.rest
    state.awaited = TableWait("rest", state.time, None if length is None else state.time + length, length)
    step.tell_all(RestNews((), _left(length)))
    settled(step)


# --- when it is over


def settled(step: Step) -> None:
    """Ends a wait early, if nobody is left to wait for and it reveals nothing."""
    state, awaited = step.state, step.state.awaited
    if awaited is None:
        return
    if _complete(state, awaited):
        soonest = max(state.time, awaited.earliest)
        if awaited.closes is None or soonest < awaited.closes:
            state.awaited = awaited._replace(closes=soonest)


def _complete(state: LiveState, awaited: TableWait) -> bool:
    answered = all(place in state.answers for place in awaited.persons)
    persons = [place for place in state.persons if not state.seats[place].stand_in]
    if awaited.kind == "rest":
        return all(place in awaited.seen for place in persons)
    if awaited.kind in _WINDOWS:
        if awaited.length is None:
            return all(place in awaited.seen or place in state.answers for place in persons)
        return _solo(state) and answered and bool(awaited.persons)
    return awaited.kind in QUESTIONS and answered


def closed(step: Step) -> None:
    """Ends a wait: answers count, silent seats take their default action, and the match continues."""
    state, awaited = step.state, step.state.awaited
    assert awaited is not None
    _charged(state, awaited)
    _remembered(step, awaited)
    chosen = _chosen(step, awaited)
    state.awaited = None
    if awaited.kind == "opening" and not awaited.asked:
        step.note(OpeningClosedNote(awaited.on))
    elif awaited.kind in MOVES:
        state.playing = step.playing.answered(chosen)
    elif awaited.kind == "rest" and step.playing.stage == "rest":
        want_seed(step)
    told(step)


def _remembered(step: Step, awaited: TableWait) -> None:
    """At a table for learning: records the state before this decision of a person."""
    state = step.state
    state.back_agreed = NOBODY
    decided = any(place in state.answers for place in awaited.persons)
    if state.terms.teaching and decided and awaited.kind in QUESTIONS and awaited.kind != "cut":
        step.note(StepNote())


def told(step: Step) -> None:
    """Publishes what has happened, up to the next thing to wait for."""
    for line in step.playing.due():
        step.record(line)


def _chosen(step: Step, awaited: TableWait) -> dict[Wind, Choice]:
    out: dict[Wind, Choice] = {}
    for place, asked in awaited.asked:
        if place in awaited.bots:
            action, why = _bot_choice(awaited, place, asked)
            if action is not None:
                out[asked.seat] = Choice(action)
            else:
                level = step.state.seats[place].bot or step.state.terms.levels[0]
                step.note(FaultNote(place, level, why))
        elif (answer := step.state.answers.get(place)) is not None:
            out[asked.seat] = Choice(asked.legal[asked.texts.index(answer.action)])
    return out


def _bot_choice(awaited: TableWait, place: int, asked: Question) -> tuple[int | None, str]:
    answer = awaited.answers.get(place)
    if answer is None:
        return None, "late"
    if answer.action is None:
        return None, answer.why or "raised"
    return (answer.action, "") if answer.action in asked.legal else (None, "illegal")


def _charged(state: LiveState, awaited: TableWait) -> None:
    """Takes the time beyond the turn clock out of the seat's bank."""
    if awaited.kind != "turn" or awaited.closes is None or not awaited.persons:
        return
    place = awaited.persons[0]
    over = max(0, state.time - awaited.started - TURN)
    bank = max(0, state.banks[place] - over)
    state.banks = (*state.banks[:place], bank, *state.banks[place + 1 :])
