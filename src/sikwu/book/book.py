"""A book: an append-only log, and what follows from it by replay; undo, redo and edits are entries like any other."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, cast

from msgspec.structs import replace as changed

from sikwu.book.agreement import Agreement
from sikwu.book.door import MOST_ENTRIES, admitted, beyond, in_form, text_problems
from sikwu.book.events import (
    RULES_HASH,
    Action,
    Anything,
    Close,
    Content,
    Edit,
    Entry,
    Open,
    Redo,
    Result,
    Reverse,
    Sent,
    Undo,
    chained,
    checked,
    encode,
    follows,
)
from sikwu.book.evolve import evolve
from sikwu.book.problems import BookError, together, wrong
from sikwu.book.state import Outcome, State
from sikwu.book.tiles import with_tiles
from sikwu.book.words import event_words
from sikwu.money.amount import Money, exact
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.ruleset import Ruleset
from sikwu.shown import DrawnAsHtml
from sikwu.texts import Problem, SikwuError, say
from sikwu.texts.plain import normal


class Step(NamedTuple):
    """One event in effect: the entry it stands for, what it did, and the state after it."""

    seq: int
    event: Content
    outcome: Outcome
    state: State

    @property
    def shown(self) -> Content:
        """The event with the fan that count now: an edit may have moved the deal, and so what tiles are worth."""
        event, verdict = self.event, self.outcome.verdict
        if not isinstance(event, Result) or not event.told or verdict is None:
            return event
        wins = {player: verdict.fans.get(player, fan) for player, fan in event.wins.items()}
        return event if wins == event.wins else changed(event, wins=wins)


class Trail(NamedTuple):
    """One entry as the audit trail shows it: whether it is in effect, and what it changed for everybody."""

    entry: Entry
    event: Anything
    """As it was written."""
    shown: Anything
    """As it counts now: tiles may be worth something else where an edit has moved the deal."""
    status: str
    """'in effect', 'undone', 'edited' (its place was taken by `by`) or 'reversed'."""
    by: int | None
    change: dict[str, Money]


@dataclass(frozen=True, slots=True)
class Pending:
    """An entry that may be written, and the history as it will then be."""

    entry: Entry
    event: Anything
    kept: int
    """How many steps stay as they are."""
    steps: tuple[Step, ...]
    """Those that come after them."""


class Book(DrawnAsHtml):
    """A table's books under one ruleset.

    >>> from sikwu import ruleset
    >>> book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    >>> _ = book.record(Result("discard", {"B": 3}, "A"))
    >>> book.state.cash["B"] > 0, book.state.table.dealer_name
    (True, 'B')
    >>> _ = book.undo()
    >>> book.state.cash["B"], len(book.entries)
    (0, 3)
    """

    def __init__(self, opened: Entry) -> None:
        event = opened.event
        if not isinstance(event, Open):
            raise wrong("book.tampered", name="?", seq=1, why=say("why.no_open"))
        self.opened = event
        self.ruleset = from_toml(event.rules)
        self.agreed = Agreement.of(self.ruleset)
        self.entries: list[Entry] = [opened]
        self.start = State.opened(event, self.agreed)
        self.steps: list[Step] = []
        self._events: dict[int, Action] = {}
        self._done: list[int] = []
        self._undone: list[int] = []
        self._slots: dict[int, Content] = {}
        self._before: dict[int, Content] = {}
        self._keys: dict[str, Entry] = {opened.key: opened} if opened.key else {}

    @classmethod
    def new(
        cls,
        name: str,
        players: Sequence[str],
        ruleset: Ruleset,
        first_dealer: str | None = None,
        streak: int = 0,
        at: str | None = None,
        id: str | None = None,
    ) -> Book:
        """A new book; the players sit in this order, the first deals unless another is named."""
        names = [normal(str(player)) for player in players]
        if len(names) != 4 or len(set(names)) != 4 or not all(0 < len(each) <= 40 for each in names):
            raise wrong("book.players", names=names)
        if not 0 < len(name.strip()) <= 80:
            raise wrong("book.name")
        if first_dealer is not None:
            first_dealer = normal(first_dealer)
            if first_dealer not in names:
                raise wrong("book.unknown_player", player=first_dealer, seated=names)
        event = Open(
            book=id or secrets.token_hex(16),
            name=normal(name),
            players=cast(tuple[str, str, str, str], tuple(names)),
            rules=to_toml(ruleset),
            rules_hash=RULES_HASH + ruleset.hash,
            dealer=0 if first_dealer is None else names.index(first_dealer),
            streak=streak,
        )
        return cls(chained(None, at or now(), admitted(checked(event))))

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> Book:
        """The book of a log whose chain holds."""
        with uncollected():
            first, *rest = entries
            book = cls(first)
            for entry in rest:
                book._follow(entry)
            book.steps = list(book._replayed(0, sorted(book._slots.items())))
        return book

    # --- what it says

    @property
    def id(self) -> str:
        """The random id."""
        return self.opened.book

    @property
    def name(self) -> str:
        """What people call it."""
        return self.opened.name

    @property
    def head(self) -> Entry:
        """The newest entry; its hash covers the whole log."""
        return self.entries[-1]

    @property
    def state(self) -> State:
        """Balances, open pulls, dealer, streak, round: as they stand now."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def same_rules(self) -> bool | None:
        """Are the rules still what they were when the book was opened? None: its hash is of an older kind, nobody knows."""
        kept = self.opened.rules_hash
        return kept == RULES_HASH + self.ruleset.hash if kept.startswith(RULES_HASH) else None

    def beyond(self) -> Iterator[tuple[int, Problem]]:
        """Entries that hold what would be refused today, and why; written by an older version, they count as ever."""
        for entry in self.entries:
            event = self._events.get(entry.seq) or entry.event
            for found in beyond(event):
                yield entry.seq, found

    def hands(self) -> list[Step]:
        """The hands in effect."""
        return [step for step in self.steps if isinstance(step.event, Result)]

    def closing(self) -> State:
        """The state as it would be if the book were closed now."""
        return self.state if self.state.closed else evolve(self.state, Close(), self.agreed)[0]

    # --- writing

    def record(self, what: Anything | Sent, at: str | None = None) -> Entry:
        """Writes an event; refuses what cannot be, and then nothing has changed. A key sent again writes nothing."""
        found = self.known(what)
        if found is not None:
            return found
        pending = self.prepare(what, at)
        self.accept(pending)
        return pending.entry

    def known(self, what: Anything | Sent) -> Entry | None:
        """The entry that was written under the same key; with another content the key is refused."""
        entry = self._keys.get(what.key) if isinstance(what, Sent) and what.key else None
        if entry is None:
            return None
        sent = Sent.of(what)
        same = (sent.author, sent.hand_no) == (entry.author, entry.hand_no)
        if not same or not self._wrote(entry, in_form(sent.event, self.state.cash)):
            raise wrong("book.key_taken", key=sent.key, seq=entry.seq)
        return entry

    def _wrote(self, entry: Entry, event: Anything) -> bool:
        """Is this entry what such an event became? A hand with tiles was completed where the table stood then."""
        if encode(event) == entry.text:
            return True
        hand = event.event if isinstance(event, Edit) else event
        if not isinstance(hand, Result) or not hand.tiles:
            return False
        past = Book.replay(self.entries[: entry.seq - 1])
        try:
            return past.prepare(event).entry.text == entry.text
        except SikwuError:
            return False

    def undo(self, at: str | None = None) -> Entry:
        """Takes the newest action in effect back."""
        return self.record(self.undoing(), at)

    def redo(self, at: str | None = None) -> Entry:
        """Puts the action taken back last into effect again."""
        return self.record(self.redoing(), at)

    def undoing(self) -> Undo:
        """The event that would undo."""
        if not self._done:
            raise wrong("book.nothing_to_undo")
        return Undo(self._done[-1])

    def redoing(self) -> Redo:
        """The event that would redo."""
        if not self._undone:
            raise wrong("book.nothing_to_redo")
        return Redo(self._undone[-1])

    def prepare(self, what: Anything | Sent, at: str | None = None) -> Pending:
        """The entry that would record an event, checked in full; the book does not change."""
        sent = Sent.of(what)
        event = admitted(sent.event, self.state.cash)
        self._check_stamp(sent)
        if isinstance(event, Result):
            event = self._completed(event, self.state)
        elif isinstance(event, Edit) and isinstance(event.event, Result):
            place = self._place(event.target)
            before = self.steps[place - 1].state if place else self.start
            event = Edit(event.target, self._completed(event.event, before), event.note)
        return self._pending(chained(self.head, at or now(), changed(sent, event=event)), event)

    def prepare_all(self, group: Sequence[Anything | Sent], at: str | None = None) -> tuple[list[Entry], list[Pending]]:
        """The entries of a group, each checked after those before it, and what is pending of those that are new."""
        book, entries, fresh = self if len(group) == 1 else self._twin(), [], []
        for what in group:
            entry = book.known(what)
            if entry is None:
                pending = book.prepare(what, at)
                if book is not self:
                    book.accept(pending)
                fresh.append(pending)
                entry = pending.entry
            entries.append(entry)
        return entries, fresh

    def _check_stamp(self, sent: Sent) -> None:
        """A key is free, and a hand is booked under the number that is its turn."""
        found = [*text_problems("author", sent.author), *text_problems("key", sent.key)]
        if found:
            raise BookError(found)
        if len(self.entries) >= MOST_ENTRIES:
            raise wrong("book.full", name=self.name, most=MOST_ENTRIES)
        if sent.key in self._keys:
            raise wrong("book.key_taken", key=sent.key, seq=self._keys[sent.key].seq)
        number, count = sent.hand_no, self.state.hands
        if number is None:
            return
        if not isinstance(sent.event, Result):
            raise wrong("book.event", why=say("why.hand_no", number=number))
        if number > count + 1:
            raise wrong("book.hand_ahead", hand=number, count=count)
        if number <= count:
            there = self.hands()[number - 1]
            author = self.entries[there.seq - 1].author
            by = say("hint.author", author=author) if author else None
            raise wrong("book.hand_taken", hand=number, seq=there.seq, what=event_words(there.shown), by=by)

    def _twin(self) -> Book:
        """The same book once more: what is tried on it does not touch this one."""
        twin = copy(self)
        for name in ("entries", "steps", "_events", "_done", "_undone", "_slots", "_before", "_keys"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def accept(self, pending: Pending) -> None:
        """Moves on by an entry that `prepare` has checked and that has been stored."""
        self._follow(pending.entry, pending.event)
        self.steps[pending.kept :] = pending.steps

    def follow(self, entries: Iterable[Entry]) -> None:
        """Moves on by entries that were written elsewhere: those after this book's head, all of them or none."""
        twin = self._twin()
        for entry in entries:
            if not follows(entry, twin.head.seq + 1, twin.head.hash):
                raise _not_in_order(self.name, twin.head.seq + 1)
            event = entry.event
            twin.accept(twin._pending(entry, event))
        self.__dict__.update(twin.__dict__)

    def _completed(self, hand: Result, before: State) -> Result:
        """A hand with tiles is scored when it is written; whatever it says of its worth is worked out anew."""
        hand = changed(hand, told={})
        table = before.table
        wrong_anyway = before.closed or before.over or len(table.seated) < 4 or not set(hand.tiles) <= {*table.seats}
        if not hand.tiles or wrong_anyway:  # `evolve` says what is wrong
            return hand
        return with_tiles(hand, table, self.ruleset)

    def _pending(self, entry: Entry, event: Anything) -> Pending:
        """What an entry would do to the history."""
        match event:
            case Open():
                raise wrong("book.event", why=say("why.open_again"))
            case Undo() | Redo():
                if event != (self.undoing() if isinstance(event, Undo) else self.redoing()):
                    raise wrong("book.no_entry", seq=event.target)
                action = self._events[event.target]
                first = action.target if isinstance(action, Edit | Reverse) else event.target
            case Edit() | Reverse():
                if self.state.closed:
                    raise wrong("book.closed", name=self.name)
                self._place(event.target)
                first = event.target
            case _:
                state, outcome = evolve(self.state, event, self.agreed)
                return Pending(entry, event, len(self.steps), (Step(entry.seq, event, outcome, state),))
        slots = dict(self._slots)
        match event:
            case Undo():
                self._unapply(slots, event.target)
            case Redo():
                self._apply(slots, event.target, self._events[event.target])
            case _:
                self._apply(slots, entry.seq, event)
        kept = sum(step.seq < first for step in self.steps)
        tail = sorted((seq, event) for seq, event in slots.items() if seq >= first)
        return Pending(entry, event, kept, tuple(self._replayed(kept, tail, first)))

    # --- the log

    def _follow(self, entry: Entry, event: Anything | None = None) -> None:
        """Adds an entry to the log without working out what it does to the money."""
        event = entry.event if event is None else event
        match event:
            case Open():
                raise _not_in_order(self.name, entry.seq)
            case Undo() | Redo():
                source, goal = (self._done, self._undone) if isinstance(event, Undo) else (self._undone, self._done)
                if not source or source[-1] != event.target:
                    raise _not_in_order(self.name, entry.seq)
                goal.append(source.pop())
                if isinstance(event, Undo):
                    self._unapply(self._slots, event.target)
                else:
                    self._apply(self._slots, event.target, self._events[event.target])
            case _:
                if isinstance(event, Edit | Reverse) and event.target not in self._slots:
                    raise _not_in_order(self.name, entry.seq)
                self._events[entry.seq] = event
                self._done.append(entry.seq)
                self._undone.clear()
                self._apply(self._slots, entry.seq, event)
        if entry.key:
            if entry.key in self._keys:
                raise _not_in_order(self.name, entry.seq)
            self._keys[entry.key] = entry
        self.entries.append(entry)

    def _apply(self, slots: dict[int, Content], seq: int, event: Action) -> None:
        """Puts an action into effect: every entry has a place, an edit takes the place of its target."""
        match event:
            case Edit():
                self._before[seq] = slots[event.target]
                slots[event.target] = event.event
            case Reverse():
                self._before[seq] = slots.pop(event.target)
            case _:
                slots[seq] = event

    def _unapply(self, slots: dict[int, Content], seq: int) -> None:
        event = self._events[seq]
        if isinstance(event, Edit | Reverse):
            slots[event.target] = self._before[seq]
        else:
            del slots[seq]

    def _place(self, seq: int) -> int:
        for place, step in enumerate(self.steps):
            if step.seq == seq:
                return place
        raise wrong("book.no_entry", seq=seq)

    def _replayed(self, kept: int, slots: list[tuple[int, Content]], edited: int | None = None) -> Iterator[Step]:
        state = self.steps[kept - 1].state if kept else self.start
        for seq, event in slots:
            try:
                state, outcome = evolve(state, event, self.agreed)
            except SikwuError as error:
                if edited is None or seq == edited:
                    raise
                raise wrong("book.later_entry", seq=seq, why=together(error.problems)) from None
            yield Step(seq, event, outcome, state)

    def journal(self) -> Iterator[Trail]:
        """The audit trail: every entry ever written, in effect or not, and what each changed for everybody."""
        status, now = self._statuses(), {step.seq: step for step in self.steps}
        book = Book(self.entries[0])
        yield Trail(self.entries[0], self.opened, self.opened, "in effect", None, {})
        for entry in self.entries[1:]:
            before = book.state.cash
            event = entry.event
            book.accept(book._pending(entry, event))
            after = book.state.cash
            every = dict.fromkeys((*after, *before))
            change = {who: exact(after.get(who, 0) - before.get(who, 0)) for who in every}
            stands, by = status.get(entry.seq, ("in effect", None))
            shown = _shown(entry.seq, event, now) if stands == "in effect" else event
            yield Trail(entry, event, shown, stands, by, {who: amount for who, amount in change.items() if amount})

    def _statuses(self) -> dict[int, tuple[str, int | None]]:
        out: dict[int, tuple[str, int | None]] = dict.fromkeys(self._events, ("undone", None))
        holder: dict[int, int] = {}
        for seq in self._done:
            event = self._events[seq]
            out[seq] = ("in effect", None)
            if isinstance(event, Edit | Reverse):
                word = "edited" if isinstance(event, Edit) else "reversed"
                out[holder.get(event.target, event.target)] = (word, seq)
                holder[event.target] = seq
        return out


def _shown(seq: int, event: Anything, now: Mapping[int, Step]) -> Anything:
    """An event in effect as it counts now."""
    if isinstance(event, Edit):
        step = now.get(event.target)
        return event if step is None else changed(event, event=step.shown)
    step = now.get(seq)
    return event if step is None else step.shown


def _not_in_order(name: str, seq: int) -> BookError:
    return wrong("book.tampered", name=name, seq=seq, why=say("why.order"))


@contextmanager
def uncollected() -> Iterator[None]:
    """A history has no cycles: the collector would only walk through all of it again and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def now() -> str:
    """The time, as entries write it; fine enough to tell which book was written last."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
