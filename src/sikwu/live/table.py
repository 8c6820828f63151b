"""The live table: from messages and time to effects. It is a value: `take` returns the next table and does not change this one.

>>> from sikwu.live.messages import AddBot, StartMatch
>>> table, effects = LiveTable.opened("t1", "hk-standard", host="m1", now=0)
>>> for place in range(4):
...     table, effects = table.take(AddBot(by="m1", place=place, level="quick"), now=0)
>>> table, effects = table.take(StartMatch(by="m1"), now=0)
>>> table.status, [type(each).__name__ for each in effects]
('playing', ['Append', 'Tell', 'Tell', 'WantSeed', 'Wake'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace as changed

from sikwu.live import absence, acting, company, hosting, messages, teaching, viewers, walls, windows
from sikwu.live.effects import Append, Effect, ForgetSeed, Wake
from sikwu.live.fold import evolve, opened
from sikwu.live.messages import FromMember, TableMessage
from sikwu.live.news import RefusalNews
from sikwu.live.notes import BotNote, EndingNote, OpenedNote, SeatedNote, TimeNote, log_line
from sikwu.live.seats import Sign
from sikwu.live.state import FLEETING, LiveState
from sikwu.live.step import Step, TableRefusal
from sikwu.live.terms import LONGEST_TITLE, MINUTE, PAUSE, LiveTerms
from sikwu.play.finished import options_told
from sikwu.play.house import house_file
from sikwu.play.lines import ProofLine
from sikwu.play.match import Match
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts.plain import fault, normal

Secrets = Mapping[int, bytes]
"""Seeds of deals that are sealed and not proved, by number."""


class LiveTable:
    """One table. Two tables are equal when everything about them is, clocks included."""

    __slots__ = ("_state",)

    def __init__(self, state: LiveState) -> None:
        self._state = state

    # --- a table begins

    @classmethod
    def opened(
        cls, id: str, ruleset: Ruleset | str, *, host: str, now: int, terms: LiveTerms | None = None
    ) -> tuple[LiveTable, tuple[Effect, ...]]:
        """A new table; its first line is enough to open it again."""
        rules, agreed = rules_of(ruleset), terms or LiveTerms()
        title = normal(agreed.title)
        if title and (why := fault(title, LONGEST_TITLE)) is not None:
            raise TableRefusal.of(f"text.{why}", what="title", value=title, most=LONGEST_TITLE)
        if not agreed.levels:
            raise TableRefusal.of("table.bot_unknown", name="", known=())
        Match.new(rules)  # refuses rules that cannot be played or recorded
        minutes = agreed.minutes or rules.terms.deal.minutes
        return cls._begun(_opening(id, rules, changed(agreed, title=title, minutes=minutes), host), now)

    def again(self, id: str, now: int) -> tuple[LiveTable, tuple[Effect, ...]]:
        """再嚟: a new table with the same seats, rules, terms and book; persons who have left are bots."""
        old = self._state
        step = _opening(id, old.rules, old.terms, old.host)
        for place, seat in enumerate(old.seats):
            bot = BotNote(place, seat.bot, seat.name)
            step.note(SeatedNote(place, seat.member, seat.name) if seat.member else bot)
        return self._begun(step, now)

    @classmethod
    def _begun(cls, step: Step, now: int) -> tuple[LiveTable, tuple[Effect, ...]]:
        _heard_all(step.state, now)
        return cls._out(step)

    @classmethod
    def folded(cls, lines: Iterable[Mapping[str, Any]], secrets: Secrets, now: int = 0) -> LiveTable:
        """The table rebuilt from its lines: equal to `restarted` of the table that wrote them.

        `lines`: objects, as the disk has them; `secrets`: the seed of the deal that is not proved yet. Every line is
        replayed and must match.
        """
        log = [log_line(each, number) for number, each in enumerate(lines, 1)]
        proved = {line.deal: bytes.fromhex(line.seed) for line in log if isinstance(line, ProofLine) and line.seed}
        state = opened(log[0])
        for line in log[1:]:
            evolve(state, line, {**secrets, **proved})
        _heard_all(state, now)
        return cls(state)

    def restarted(self, now: int = 0) -> LiveTable:
        """This table after a restart: the persistent state; every question starts again with its full time; everybody
        has just given a sign of life.
        """
        state = Step(self._state).state
        blank = LiveState(state.id, state.rules, state.terms, state.host)
        for name in FLEETING:
            setattr(state, name, getattr(blank, name))
        _heard_all(state, now)
        return LiveTable(state)

    # --- in and out

    def take(self, message: TableMessage, now: int) -> tuple[LiveTable, tuple[Effect, ...]]:
        """The table after a message at a time, and the effects.

        1. Time passes up to now: what is due happens first.
        2. The message is done whole, or refused with nothing changed.
        3. The match goes on to the next thing to wait for.
        """
        step = Step(self._state)
        step.state.clock = step.state.clock.at(now)
        _time_passes(step)
        if isinstance(message, FromMember):
            _said(step, message)
        else:
            _HANDLERS[type(message)](step, message)
        _go_on(step)
        teaching.tell_hands(step)
        return self._out(step)

    @classmethod
    def _out(cls, step: Step) -> tuple[LiveTable, tuple[Effect, ...]]:
        state = step.state
        state.clock = state.clock.until(_deadline(state))
        out = [each for each in step.out if isinstance(each, Append)]
        out_rest = [each for each in step.out if not isinstance(each, Append)]
        proofs = [ForgetSeed(each.line.deal) for each in out if isinstance(each.line, ProofLine)]
        return cls(state), (*out, *out_rest, *proofs, Wake(state.clock.wake))

    # --- looking at it

    @property
    def state(self) -> LiveState:
        """The whole state; only for reading."""
        return self._state

    @property
    def status(self) -> str:
        """open, playing, paused or over."""
        return self._state.status

    @property
    def wake(self) -> int | None:
        """When it wants to be woken."""
        return self._state.clock.wake

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiveTable) and self._state == other._state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"LiveTable({self._state.id!r}, {self.status}, v={self._state.v})"


def _opening(id: str, rules: Ruleset, terms: LiveTerms, host: str) -> Step:
    """A table that its first line opens."""
    house = house_file(rules) or UNSET
    note = OpenedNote(id, rules.document.id, options_told(rules), rules.hash, terms, host, house)
    step = Step(opened(note))
    step.out.append(Append(note, None, record=False))
    return step


def _heard_all(state: LiveState, now: int) -> None:
    """Records a sign of life of every member now; a match that is being played asks to be woken at once."""
    state.clock = replace(state.clock, last=now)
    members = {state.host, *(seat.member for seat in state.seats if seat.member)}
    state.signs = {member: Sign(now, now) for member in sorted(members)}
    state.paused_at = now
    state.clock = state.clock.until(now if state.status == "playing" else _deadline(state))


# --- time


def _deadline(state: LiveState) -> int | None:
    """When the next thing happens by itself, in table time."""
    due = list(absence.deadlines(state))
    if state.status == "paused":
        due += [] if state.terms.teaching else [state.paused_at + PAUSE]
    elif state.awaited is not None and state.awaited.closes is not None:
        due.append(state.awaited.closes)
    return min(due, default=None)


def _time_passes(step: Step) -> None:
    while (due := _deadline(step.state)) is not None and due <= step.state.time:
        state = step.state
        if state.status == "paused" and state.time >= state.paused_at + PAUSE and not state.terms.teaching:
            hosting.resumed(step)
        elif state.status == "playing" and _is_over(state):
            _close(step)
        absence.fired(step)
        _go_on(step)


def _is_over(state: LiveState) -> bool:
    awaited = state.awaited
    return awaited is not None and awaited.closes is not None and state.time >= awaited.closes


def _close(step: Step) -> None:
    awaited = step.state.awaited
    assert awaited is not None
    if awaited.kind == "nonces":
        walls.begun(step)
        windows.told(step)
    else:
        windows.closed(step)


def _go_on(step: Step) -> None:
    """Continues to the next thing to wait for."""
    while step.state.status == "playing":
        state = step.state
        if state.awaited is not None:
            if not _is_over(state):
                return
            _close(step)
            continue
        hosting.pause_if_wanted(step)
        if state.status != "playing" or state.playing is None:
            return
        absence.give_back(step)
        stage = state.playing.stage
        if stage == "tell":
            windows.told(step)
        elif stage == "nonces":
            walls.awaited(step)
        elif stage == "over" or (stage in ("seal", "rest") and state.wanted):
            return
        else:
            _limited(step, stage)
            windows.opened(step, stage)


def _limited(step: Step, stage: str) -> None:
    """A table that has written too many lines, or whose agreed time is over, ends after this deal."""
    state = step.state
    if state.terms.minutes:
        if state.counted is None:
            state.counted = state.time
        played = state.played + state.time - state.counted
        if stage == "rest" and played > state.played:
            step.note(TimeNote(played))
            state.counted = state.time
        if played >= state.terms.minutes * MINUTE and not step.playing.ending:
            step.note(EndingNote())
    if state.length >= state.terms.most_lines and not step.playing.ending:
        step.note(EndingNote())


# --- messages

_HANDLERS: dict[type, Callable[[Step, Any], None]] = {
    messages.Hello: viewers.hello,
    messages.Resync: viewers.resync,
    messages.SignOfLife: viewers.pong,
    messages.Bye: lambda step, said: None,
    messages.WatchTable: company.watch,
    messages.StopWatching: company.stop_watching,
    messages.TakeSeat: company.take_seat,
    messages.AskForSeat: company.ask_for_seat,
    messages.AnswerSeat: company.answer_seat,
    messages.AddBot: company.add_bot,
    messages.ChangeBot: company.change_bot,
    messages.RemoveBot: company.remove_bot,
    messages.LeaveTable: company.leave,
    messages.React: company.react,
    messages.UseHints: company.use_hints,
    messages.WantRematch: company.rematch,
    messages.StartMatch: hosting.start,
    messages.PauseTable: hosting.pause,
    messages.AgreePause: hosting.agree_pause,
    messages.ResumeTable: hosting.resume,
    messages.SetPace: hosting.set_pace,
    messages.GrantTime: hosting.grant_time,
    messages.EndAfterDeal: hosting.end_after_deal,
    messages.LetWatch: company.let_watch,
    messages.LetHints: company.let_hints,
    messages.HandOver: hosting.hand_over,
    messages.AgreeClock: hosting.agree_clock,
    messages.AgreeHands: teaching.agree_hands,
    messages.AgreeBack: teaching.agree_back,
    messages.MarkDead: hosting.mark_dead,
    messages.Act: acting.act,
    messages.GoOn: acting.go_on,
    messages.ReadyForDeal: acting.ready,
    messages.GiveNonce: walls.nonce,
    messages.SealWall: walls.seal,
    messages.BotNonce: walls.bot_nonce,
    messages.BotActs: acting.bot_acts,
    messages.TimePassed: lambda step, said: None,
}


def _said(step: Step, message: FromMember) -> None:
    absence.heard(step, message.by, here=not isinstance(message, messages.Bye))
    if not isinstance(message, messages.Hello):
        absence.give_back(step)
        _done(step, message)
        return
    _done(step, message)
    absence.give_back(step)  # after the welcome: a socket hears nothing before it


def _done(step: Step, message: FromMember) -> None:
    if isinstance(message, messages.Bye):
        company.stop_watching(step, messages.StopWatching(by=message.by))
    inner = Step(step.state)
    try:
        _HANDLERS[type(message)](inner, message)
    except TableRefusal as error:
        told = error.problems[0]
        facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in told.facts.items()}
        place = step.state.place_of(message.by)
        step.tell(message.by if place is None else place, RefusalNews(told.code, facts, getattr(message, "id", "")))
        return
    step.state = inner.state
    step.out += inner.out
