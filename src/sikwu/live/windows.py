"""What the table waits for, and for how long. The one rule: nothing that others can see depends on what a seat holds.

1. After every discard, every kong and club16's opening the same window stands for everybody. It lasts its whole length, whoever could
   claim and whoever has answered; the last answer of a seat before its end counts.
2. An own turn ends with its answer, or when the turn clock and the seat's time bank are used up.
3. A bot's own turn, and a discard without alternative, happen at a fixed pace.
4. The table waits 300 ms longer than it says. Whoever is silent does the written default.
5. At a solo table (one person, bots, nobody watching) there is nobody to tell anything by time: a window closes 0.6 s after the
   discard, unless the person has a choice; then with the answer, at the end of the window at the latest.
6. Without a clock a window stands until every person has answered or gone on, also those who have no choice.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sikwu.live.effects import AskBot, WantSeed
from sikwu.live.news import AskNews, RestNews, TurnNews, WindowNews
from sikwu.live.notes import FaultNote, OpeningClosedNote
from sikwu.live.playing import Choice, Playing
from sikwu.live.state import PLACES, Awaited, LiveState
from sikwu.live.step import Step
from sikwu.live.terms import GRACE, REST, SOLO, TURN
from sikwu.play.actions import WIN, WIN_FLOWERS
from sikwu.play.deal_game import Question
from sikwu.tiles import Wind

QUESTIONS = ("opening", "window", "turn", "flower", "cut")
MOVES = (*QUESTIONS, "pace")
"""Waits after which the game goes on."""
_WINDOWS = ("opening", "window")
_TURNS = ("turn", "flower", "cut")


def opened(step: Step, stage: str) -> None:
    """Begins to wait for what the match needs next."""
    if stage in _WINDOWS:
        _window(step, stage)
    elif stage in QUESTIONS:
        _question(step, stage)
    elif stage == "pace":
        state = step.state
        state.awaited = Awaited("pace", state.time, state.time + _bot_turn(state))
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
    length = None if untimed(state) else SOLO - GRACE if quick else state.terms.window
    awaited = Awaited(
        stage,
        time,
        None if length is None else time + length + GRACE,
        length,
        window=f"w{state.v}" if stage == "window" else f"o{state.v}",
        decision=f"d{state.v}" if stage == "window" else f"o{state.v}",
        on=state.v,
        asked=asked,
        bots=bots,
        earliest=time + SOLO,
    )
    state.awaited = awaited
    step.tell_all(window_news(awaited, length))
    _ask(step, awaited, length)
    settled(step)


def window_news(awaited: Awaited, left: int | None) -> WindowNews:
    """The window as everybody is told."""
    return WindowNews(awaited.window, awaited.on, _left(left))


def _solo(state: LiveState) -> bool:
    """One person against bots, and nobody watching."""
    return state.terms.solo and len(state.persons) == 1 and not state.watchers


def untimed(state: LiveState) -> bool:
    """Is the clock off? Bots alone always have one."""
    return not state.timed and any(not state.seats[place].stand_in for place in state.persons)


# --- turns, flower moments, cuts


def _question(step: Step, stage: str) -> None:
    state, playing, time = step.state, step.playing, step.state.time
    asked, bots = _asked(playing), _bots(state)
    persons = [place for place, _ in asked if place not in bots]
    earliest = time + _bot_turn(state) if len(persons) < len(asked) else time
    bank = state.banks[persons[0]] if stage == "turn" and persons else 0
    closes = time + TURN + bank + GRACE if persons else earliest
    length = None if untimed(state) and persons else TURN if persons else _bot_turn(state)
    decision = f"c{playing.number}.{len(playing.game.offers)}" if stage == "cut" else f"d{state.v}"
    awaited = Awaited(
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


def turn_news(state: LiveState, awaited: Awaited, left: int | None) -> list[TurnNews]:
    """Whose turn it is, as everybody is told."""
    out = []
    for place, asked in awaited.asked:
        timed = awaited.kind == "turn" and place not in awaited.bots and left is not None
        bank: int | UnsetType = state.banks[place] if timed else UNSET
        out.append(TurnNews(asked.seat.text, awaited.kind, _left(left), bank))
    return out


def _bot_turn(state: LiveState) -> int:
    return SOLO if _solo(state) else state.terms.bot_turn


def _bots(state: LiveState) -> frozenset[int]:
    """Who answers by a bot; what a person answered before a restart stands."""
    return frozenset(place for place in PLACES if state.seats[place].played_by_bot and place not in state.answers)


def _asked(playing: Playing) -> tuple[tuple[int, Question], ...]:
    return tuple((playing.place(asked.seat), asked) for asked in playing.asked)


# --- asking


def _ask(step: Step, awaited: Awaited, left: int | None) -> None:
    for place, asked in awaited.asked:
        if place in awaited.bots:
            ask_bot(step, awaited, place, asked)
        else:
            step.tell(place, ask_news(step.state, awaited, place, asked, left))


def ask_bot(step: Step, awaited: Awaited, place: int, asked: Question) -> None:
    """A question for the bot of a place; its answer is done when the wait is over."""
    state = step.state
    level = state.seats[place].bot or state.terms.levels[0]
    at = awaited.earliest if awaited.closes is None else awaited.closes
    view = step.playing.view(asked)
    step.out.append(AskBot(place, level, awaited.decision, view, asked.legal, at + state.clock.lost))


def bot_takes_over(step: Step, place: int) -> None:
    """A bot answers the open question of a place, if nobody has; a turn then goes at a bot's pace."""
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


def ask_news(state: LiveState, awaited: Awaited, place: int, asked: Question, left: int | None) -> AskNews:
    """A question as its seat is told."""
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
    length = None if untimed(state) else REST
    state.awaited = Awaited("rest", state.time, None if length is None else state.time + length, length)
    step.tell_all(RestNews((), _left(length)))
    settled(step)


# --- when it is over


def settled(step: Step) -> None:
    """Ends a wait early, where nobody is left to wait for and nothing can be told by it."""
    state, awaited = step.state, step.state.awaited
    if awaited is None:
        return
    if _complete(state, awaited):
        soonest = max(state.time, awaited.earliest)
        if awaited.closes is None or soonest < awaited.closes:
            state.awaited = awaited._replace(closes=soonest)


def _complete(state: LiveState, awaited: Awaited) -> bool:
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
    """The wait is over: answers count, silence does the written default, and the match goes on."""
    state, awaited = step.state, step.state.awaited
    assert awaited is not None
    _charged(state, awaited)
    chosen = _chosen(step, awaited)
    state.awaited = None
    if awaited.kind == "opening" and not awaited.asked:
        step.note(OpeningClosedNote(awaited.on))
    elif awaited.kind in MOVES:
        state.playing = step.playing.answered(chosen)
    elif awaited.kind == "rest" and step.playing.stage == "rest":
        want_seed(step)
    told(step)


def told(step: Step) -> None:
    """Tells what has happened, up to the next thing to wait for."""
    for line in step.playing.due():
        step.record(line)


def _chosen(step: Step, awaited: Awaited) -> dict[Wind, Choice]:
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


def _bot_choice(awaited: Awaited, place: int, asked: Question) -> tuple[int | None, str]:
    answer = awaited.answers.get(place)
    if answer is None:
        return None, "late"
    if answer.action is None:
        return None, answer.why or "raised"
    return (answer.action, "") if answer.action in asked.legal else (None, "illegal")


def _charged(state: LiveState, awaited: Awaited) -> None:
    """What an own turn took beyond the turn clock comes out of the seat's bank."""
    if awaited.kind != "turn" or awaited.closes is None or not awaited.persons:
        return
    place = awaited.persons[0]
    over = max(0, state.time - awaited.started - TURN)
    bank = max(0, state.banks[place] - over)
    state.banks = (*state.banks[:place], bank, *state.banks[place + 1 :])
