"""Seats, requests for seats, bots, leaving, spectators, hints, and reactions."""

from __future__ import annotations

from sikwu.live.absence import succeed
from sikwu.live.acting import seated
from sikwu.live.effects import Reopen
from sikwu.live.hosting import host_only
from sikwu.live.messages import (
    AddBot,
    AnswerSeat,
    AskForSeat,
    ChangeBot,
    LeaveTable,
    LetHints,
    LetWatch,
    React,
    RemoveBot,
    StopWatching,
    TakeSeat,
    UseHints,
    WantRematch,
    WatchTable,
)
from sikwu.live.news import ConsentNews, ReactionNews, SeatAnswerNews, SeatAskedNews, WatchersNews
from sikwu.live.notes import BotNote, EndingNote, FreedNote, HintedNote, HintsNote, SeatedNote, WatchNote
from sikwu.live.seats import Sign
from sikwu.live.state import PLACES, LiveState
from sikwu.live.step import Step, TableRefusal
from sikwu.live.terms import LONGEST_NAME, MOST_ASKING, MOST_WATCHERS, REACTION_GAP, REACTIONS
from sikwu.live.viewers import welcome
from sikwu.live.windows import bot_takes_over
from sikwu.play.match import VIEWS
from sikwu.texts.plain import fault, normal

# --- seats


def take_seat(step: Step, said: TakeSeat) -> None:
    """Takes a seat by an invitation: at a place, or at the first free one."""
    state = step.state
    if state.place_of(said.by) is not None:
        raise TableRefusal.of("table.seated_already")
    _sit(step, said.by, said.name, said.place)


def ask_for_seat(step: Step, said: AskForSeat) -> None:
    """Asks for a seat by a code: the host is informed."""
    state = step.state
    if state.place_of(said.by) is not None:
        raise TableRefusal.of("table.seated_already")
    name = _name(state, said.name)
    if said.by not in state.asking and len(state.asking) >= MOST_ASKING:
        raise TableRefusal.of("table.asking_full", most=MOST_ASKING)
    state.asking = {**state.asking, said.by: name}
    step.tell(state.host, SeatAskedNews(dict(state.asking)))


def answer_seat(step: Step, said: AnswerSeat) -> None:
    """The host's answer to somebody who asks."""
    state = step.state
    host_only(state, said.by)
    if said.member not in state.asking:
        raise TableRefusal.of("table.not_asking")
    name = state.asking[said.member]
    if said.yes:
        _sit(step, said.member, name, said.place)
    state.asking = {member: each for member, each in state.asking.items() if member != said.member}
    step.tell(said.member, SeatAnswerNews(said.yes, state.place_of(said.member)))
    step.tell(state.host, SeatAskedNews(dict(state.asking)))


def _sit(step: Step, member: str, name: str, place: int | None) -> None:
    state = step.state
    name = _name(state, name, place)
    if place is None:
        place = next((each for each in PLACES if _vacant(state, each)), None)
    if place not in PLACES or place is None:
        raise TableRefusal.of("table.seats_full" if place is None else "table.place")
    if not _vacant(state, place):
        raise TableRefusal.of("table.seat_taken")
    if state.playing is not None and not state.between:
        raise TableRefusal.of("table.seat_later")
    step.note(SeatedNote(place, member, name))
    state.signs = {**state.signs, member: Sign(state.time, state.time)}
    step.tell_seats()


def _vacant(state: LiveState, place: int) -> bool:
    seat = state.seats[place]
    return seat.free if state.playing is not None else not seat.taken


def _name(state: LiveState, name: str, place: int | None = None) -> str:
    """A valid, unused name; otherwise raises an error."""
    kept = normal(name)
    if (why := fault(kept, LONGEST_NAME)) is not None:
        raise TableRefusal.of(f"text.{why}", what="name", value=kept, most=LONGEST_NAME)
    others = {seat.name for number, seat in enumerate(state.seats) if number != place and seat.taken}
    if kept in others or kept in VIEWS:
        raise TableRefusal.of("table.name_taken", name=kept)
    return kept


def leave(step: Step, said: LeaveTable) -> None:
    """Gives up a place; in a match a bot takes over at once, also an open question."""
    state = step.state
    place = seated(state, said.by)
    step.note(FreedNote(place, "left"))
    state.signs = {member: sign for member, sign in state.signs.items() if member != said.by}
    if said.by == state.host:
        succeed(step)
    step.tell_seats()
    if state.playing is None or state.status == "over":
        return
    if not state.persons and not state.playing.ending:
        step.note(EndingNote())
    bot_takes_over(step, place)


# --- bots


def add_bot(step: Step, said: AddBot) -> None:
    """A bot gets a free place."""
    state = step.state
    host_only(state, said.by)
    _place(said.place)
    if not _vacant(state, said.place):
        raise TableRefusal.of("table.seat_taken")
    if state.playing is not None and not state.between:
        raise TableRefusal.of("table.seat_later")
    level = _level(state, said.level)
    name = _name(state, said.name, said.place) if said.name else _bot_name(state, level)
    step.note(FreedNote(said.place, "removed"))
    step.note(BotNote(said.place, level, name))
    step.tell_seats()


def change_bot(step: Step, said: ChangeBot) -> None:
    """Another level, from the bot's next question on."""
    state = step.state
    host_only(state, said.by)
    seat = state.seats[_bot_place(state, said.place)]
    step.note(BotNote(said.place, _level(state, said.level), seat.name))
    step.tell_seats()


def remove_bot(step: Step, said: RemoveBot) -> None:
    """Frees a bot's place; in a match the bot plays until somebody takes it."""
    state = step.state
    host_only(state, said.by)
    step.note(FreedNote(_bot_place(state, said.place), "removed"))
    step.tell_seats()


def _place(place: int) -> int:
    if place not in PLACES:
        raise TableRefusal.of("table.place")
    return place


def _bot_place(state: LiveState, place: int) -> int:
    if not state.seats[_place(place)].bot:
        raise TableRefusal.of("table.no_bot")
    return place


def _level(state: LiveState, level: str) -> str:
    if level not in state.terms.levels:
        raise TableRefusal.of("table.bot_unknown", name=level, known=state.terms.levels)
    return level


def _bot_name(state: LiveState, level: str) -> str:
    """The level's name, with a number if a seat already has it."""
    base = level.rpartition(":")[2][: LONGEST_NAME - 2]
    taken = {seat.name for seat in state.seats if seat.taken}
    names = (base, *(f"{base} {number}" for number in range(2, 6)))
    return next(name for name in names if name not in taken)


# --- watchers, hints, reactions, a rematch


def watch(step: Step, said: WatchTable) -> None:
    """Adds a spectator, if there is room; spectators get the public view."""
    state = step.state
    if not state.terms.watchers:
        raise TableRefusal.of("table.no_watchers")
    kept = normal(said.name)
    if (why := fault(kept, LONGEST_NAME)) is not None:
        raise TableRefusal.of(f"text.{why}", what="name", value=kept, most=LONGEST_NAME)
    if said.by not in state.watchers and len(state.watchers) >= MOST_WATCHERS:
        raise TableRefusal.of("table.watchers_full", most=MOST_WATCHERS)
    state.watchers = {**state.watchers, said.by: kept}
    welcome(step, said.by, said.have)
    step.tell_all(_watchers(state))


def let_watch(step: Step, said: LetWatch) -> None:
    """Allows or forbids spectators."""
    state = step.state
    host_only(state, said.by)
    step.note(WatchNote(said.on))
    if not said.on:
        state.watchers = {}
        step.tell_all(_watchers(state))


def stop_watching(step: Step, said: StopWatching) -> None:
    """A watcher leaves."""
    state = step.state
    if said.by in state.watchers:
        state.watchers = {member: name for member, name in state.watchers.items() if member != said.by}
        step.tell_all(_watchers(state))


def _watchers(state: LiveState) -> WatchersNews:
    return WatchersNews(tuple(sorted(state.watchers.values())))


def let_hints(step: Step, said: LetHints) -> None:
    """Allows or forbids hints."""
    state = step.state
    host_only(state, said.by)
    if said.on != state.terms.hints:
        step.note(HintsNote(said.on))
        step.tell_seats()


def use_hints(step: Step, said: UseHints) -> None:
    """A seat has hints on, or off: everybody sees it."""
    state = step.state
    place = seated(state, said.by)
    if said.on and not state.terms.hints:
        raise TableRefusal.of("table.no_hints")
    if said.on != state.seats[place].hinted:
        step.note(HintedNote(place, said.on))
        step.tell_seats()


def react(step: Step, said: React) -> None:
    """Sends one of the fixed reactions, at most one in three seconds."""
    state = step.state
    place = seated(state, said.by)
    if said.reaction not in REACTIONS:
        raise TableRefusal.of("table.reaction", known=REACTIONS)
    last = state.reacted.get(place)
    if last is not None and state.time < last + REACTION_GAP:
        raise TableRefusal.of("table.reaction_soon", seconds=REACTION_GAP // 1000)
    state.reacted = {**state.reacted, place: state.time}
    step.tell_all(ReactionNews(place, said.reaction))


def rematch(step: Step, said: WantRematch) -> None:
    """再嚟: when every person who is here wants it, the table is opened again."""
    state = step.state
    place = seated(state, said.by)
    if state.status != "over":
        raise TableRefusal.of("table.not_over")
    before, state.rematch_agreed = state.rematch_agreed, state.rematch_agreed | {place}
    step.tell_all(ConsentNews("rematch", tuple(sorted(state.rematch_agreed))))
    wanted = {each for each in state.persons if state.here(each)}
    if wanted <= state.rematch_agreed and not wanted <= before:
        step.out.append(Reopen(state.id))
