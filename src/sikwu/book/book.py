"""`Book`: an append-only log and the state replayed from it. Undo, redo and edits are entries too."""

from __future__ import annotations

import gc
import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import UTC, datetime
from itertools import pairwise

from msgspec.structs import replace as changed

from sikwu.book.admission import MOST_ENTRIES, MOST_REACH, REACH_OF_ONE, admitted, beyond, in_form, text_problems
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
    SentEvent,
    Undo,
    chained,
    checked,
    encode,
    follows,
    trusted,
)
from sikwu.book.evolve import evolve
from sikwu.book.hands import Judge
from sikwu.book.problems import BookError, together
from sikwu.book.quick import BookShortcuts
from sikwu.book.state import BookState
from sikwu.book.steps import BookStep, Past, PendingEntry, Rest, Trail
from sikwu.book.tiles import with_tiles
from sikwu.book.words import event_words
from sikwu.money.amount import Money, exact
from sikwu.rules.files import from_book, to_toml
from sikwu.rules.ruleset import Ruleset
from sikwu.shown import DrawnAsHtml
from sikwu.texts import Problem, SikwuError, say
from sikwu.texts.plain import normal

_NOTHING = Entry(1, "", encode(Close()), "")
"""Stands in for a missing first entry; it opens no book."""


class Book(BookShortcuts, DrawnAsHtml):
    """The book of a table under one ruleset.

    A book that was reloaded from a rest knows the state there and the entries after it. Earlier entries are read from
    the log, and fully checked, when they are first needed.

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
            raise BookError.of("book.tampered", name="?", seq=1, why=say("why.no_open"))
        self.opened = event
        self.ruleset, self._rules_beyond = from_book(event.rules)
        self.judge = Judge(self.ruleset)
        self._entries: list[Entry] = [opened]
        self._begin = BookState.opened(event, self.ruleset.terms)
        self._steps: list[BookStep] = []
        self._rest: Rest | None = None
        self._past: Past | None = None
        self.rested = 0
        """The number of the newest known rest; 0: none."""
        self._events: dict[int, Action] = {}
        self._done: list[int] = []
        self._undone: list[int] = []
        self._slots: dict[int, Content] = {}
        self._before: dict[int, Content] = {}
        self._keys: dict[str, Entry] = {opened.key: opened} if opened.key else {}
        self._changes: list[dict[str, Money]] | None = None
        """What each entry after the first has changed for every player; computed on demand."""
        self.reach = 0
        """The number of entries that all corrections refer back over: the work of the audit trail."""

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
        """A new book. The players sit in this order; the first is dealer unless another is named."""
        names = [normal(str(player)) for player in players]
        if not 3 <= len(names) <= 5 or len(set(names)) != len(names) or not all(0 < len(each) <= 40 for each in names):
            raise BookError.of("book.players", names=names)
        if not 0 < len(name.strip()) <= 80:
            raise BookError.of("book.name")
        if first_dealer is not None:
            first_dealer = normal(first_dealer)
            if first_dealer not in names[:4]:
                raise BookError.of("book.unknown_player", player=first_dealer, seated=names[:4])
        event = Open(
            book=id or secrets.token_hex(16),
            name=normal(name),
            players=tuple(names),
            rules=to_toml(ruleset),
            rules_hash=RULES_HASH + ruleset.hash,
            dealer=0 if first_dealer is None else names.index(first_dealer),
            streak=streak,
        )
        return cls(chained(None, at or now(), admitted(checked(event))))

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> Book:
        """The book of a log; checks the hash chain."""
        with uncollected():
            first, *rest = entries
            book = cls(first)
            for entry in rest:
                book._follow(entry)
            book._steps = list(book._replayed(0, sorted(book._slots.items())))
        return book

    @classmethod
    def folded(cls, entries: Iterator[Entry]) -> tuple[Book, Iterator[BookStep]]:
        """The book of a log of any length, yielding its steps one by one, so that neither log nor steps are held in
        memory.
        """
        book = cls(next(entries, _NOTHING))
        for entry in entries:
            book._follow(entry)
            book._entries[:] = (entry,)
        return book, book._replayed(0, sorted(book._slots.items()))

    def resume(self, rest: Rest, after: Iterable[Entry], past: Past) -> bool:
        """Reloads a book, of which only the first entry was read, from a rest. False: a later entry refers to one
        before the rest.
        """
        self._entries, self._begin, self._keys = [], rest.state, {}
        self._rest, self._past, self.rested = rest, past, rest.entry.seq
        for entry in after:
            event = entry.event
            if self._reaches_back(event):
                return False
            self._follow(entry, event)
        self._steps = list(self._replayed(0, sorted(self._slots.items())))
        return True

    def _reaches_back(self, event: Anything) -> bool:
        """Whether an event refers to an entry that was not read."""
        return self._rest is not None and getattr(event, "target", self._rest.entry.seq + 1) <= self._rest.entry.seq

    def recall(self, event: Anything | None = None) -> None:
        """Reads the entries before the rest, if this event (or None: anything) needs them. Only the log counts, not
        the snapshot.
        """
        if self._rest is None or self._past is None or (event is not None and not self._reaches_back(event)):
            return
        last = self._rest.entry
        log = trusted(self._past.entries(last.seq), self.name, last.seq, last.hash)
        whole = Book.replay((*log, *self._entries))
        self.__dict__.update({**whole.__dict__, "rested": self.rested})

    def rest(self, back: int) -> Rest | None:
        """The newest rest at least `back` entries before the head; otherwise the first one after that point."""
        found, lowest, head = None, self.head.seq + 1, self.head.seq
        for entry in reversed(self._entries[-3 * back :]):
            if entry.seq < lowest:
                found = entry
                if entry.seq <= head - back:
                    break
            event = self._events.get(entry.seq) or entry.event
            lowest = min(lowest, getattr(event, "target", lowest))
        if found is None:
            return None
        place = bisect_right(self._steps, found.seq, key=lambda step: step.seq)
        return Rest(found, self._steps[place - 1].state if place else self._begin)

    # --- reading

    @property
    def id(self) -> str:
        """The random id."""
        return self.opened.book

    @property
    def name(self) -> str:
        """The current name."""
        return self.state.name

    @property
    def entries(self) -> list[Entry]:
        """The whole log."""
        self.recall()
        return self._entries

    @property
    def steps(self) -> list[BookStep]:
        """All events in effect, from the first entry on."""
        self.recall()
        return self._steps

    @property
    def start(self) -> BookState:
        """The state before the first hand."""
        self.recall()
        return self._begin

    @property
    def near(self) -> tuple[BookState, Sequence[BookStep]]:
        """The part that needs no reading of the whole log: a state, and the steps after it."""
        return self._begin, self._steps

    def recent(self, count: int) -> Sequence[BookStep]:
        """The last steps."""
        if len(self._steps) < count:
            self.recall()
        return self._steps[-count:] if count else ()

    @property
    def head(self) -> Entry:
        """The newest entry; its hash covers the whole log."""
        if not self._entries and self._rest is not None:
            return self._rest.entry
        return self._entries[-1]

    @property
    def state(self) -> BookState:
        """The current state: balances, open pulls, dealer, streak, round."""
        return self._steps[-1].state if self._steps else self._begin

    @property
    def same_rules(self) -> bool | None:
        """Whether the rules are the same as when the book was opened. None if its hash is of an older kind and cannot be compared."""
        kept = self.opened.rules_hash
        return kept == RULES_HASH + self.ruleset.hash if kept.startswith(RULES_HASH) else None

    def beyond(self) -> Iterator[tuple[int, Problem]]:
        """Entries that would be refused today, and why. An older version wrote them; they remain valid.

        For a book reloaded from a rest, only the entries after it are examined.
        """
        for found in self._rules_beyond:
            yield 1, found
        for entry in self._entries:
            event = self._events.get(entry.seq) or entry.event
            for found in beyond(event):
                yield entry.seq, found

    def backwards(self) -> Iterator[int]:
        """Entries with a time before that of the previous entry, because a clock was set back. They remain valid;
        their order counts. For a book reloaded from a rest, only the entries after it are examined."""
        for before, entry in pairwise(self._entries):
            if entry.at[:19] < before.at[:19]:  # to the second: older entries have no finer time
                yield entry.seq

    def hands(self) -> list[BookStep]:
        """The hands in effect."""
        return [step for step in self.steps if isinstance(step.event, Result)]

    def closing(self) -> BookState:
        """The state that closing the book now would give."""
        return self.state if self.state.closed else evolve(self.state, Close(), self.judge)[0]

    # --- writing

    def record(self, what: Anything | SentEvent, at: str | None = None) -> Entry:
        """Records an event. Raises an error and changes nothing if it is impossible. A repeated key records nothing."""
        found = self.known(what)
        if found is not None:
            return found
        pending = self.prepare(what, at)
        self.accept(pending)
        return pending.entry

    def known(self, what: Anything | SentEvent) -> Entry | None:
        """The entry written under the same key; raises an error if its content differs."""
        entry = self._under(what.key) if isinstance(what, SentEvent) and what.key else None
        if entry is None:
            return None
        sent = SentEvent.of(what)
        same = (sent.author, sent.hand_no) == (entry.author, entry.hand_no)
        if not same or not self._wrote(entry, in_form(sent.event, self.state.accounts)):
            raise BookError.of("book.key_taken", key=sent.key, seq=entry.seq)
        return entry

    def _under(self, key: str) -> Entry | None:
        """The entry under a key, in memory or in the log."""
        found = self._keys.get(key)
        return self._past.keyed(key) if found is None and key and self._rest and self._past else found

    def _wrote(self, entry: Entry, event: Anything) -> bool:
        """Whether this entry was made from such an event. A hand with tiles, or on a kong, was completed with the
        state of the table.
        """
        if encode(event) == entry.text:
            return True
        hand = event.event if isinstance(event, Edit) else event
        if not isinstance(hand, Result) or not (hand.tiles or hand.result == "kong_replacement"):
            return False
        past = Book.replay(self.entries[: entry.seq - 1])
        try:
            return past.prepare(event).entry.text == entry.text
        except SikwuError:
            return False

    def undo(self, at: str | None = None) -> Entry:
        """Undoes the newest action in effect."""
        return self.record(self.undoing(), at)

    def redo(self, at: str | None = None) -> Entry:
        """Redoes the action undone last."""
        return self.record(self.redoing(), at)

    def undoing(self) -> Undo:
        """The event that would undo."""
        return self.undoings(1)[0]

    def redoing(self) -> Redo:
        """The event that would redo."""
        return self.redoings(1)[0]

    def undoings(self, count: int) -> list[Undo]:
        """The events that would undo the last `count` actions, the newest first."""
        if len(self._done) < count:
            self.recall()
        if not self._done:
            raise BookError.of("book.nothing_to_undo")
        if not 1 <= count <= len(self._done):
            raise BookError.of("book.undo_count", count=count, most=len(self._done))
        return [Undo(seq) for seq in self._done[: -count - 1 : -1]]

    def redoings(self, count: int) -> list[Redo]:
        """The events that would redo the `count` actions undone last."""
        if len(self._undone) < count:
            self.recall()
        if not self._undone:
            raise BookError.of("book.nothing_to_redo")
        if not 1 <= count <= len(self._undone):
            raise BookError.of("book.redo_count", count=count, most=len(self._undone))
        return [Redo(seq) for seq in self._undone[: -count - 1 : -1]]

    def prepare(self, what: Anything | SentEvent, at: str | None = None) -> PendingEntry:
        """The entry that would record an event, checked in full; the book does not change."""
        sent = SentEvent.of(what)
        event = admitted(sent.event, self.state.accounts)
        self._check_stamp(sent)
        if isinstance(event, Result):
            event = self._completed(event, self.state)
        elif isinstance(event, Edit) and isinstance(event.event, Result):
            place = self._place(event.target)
            before = self._steps[place - 1].state if place else self._begin
            event = Edit(event.target, self._completed(event.event, before), event.note)
        self.check_reach(event)
        return self._pending(chained(self.head, at or now(), changed(sent, event=event)), event)

    def prepare_all(
        self, group: Sequence[Anything | SentEvent], at: str | None = None
    ) -> tuple[list[Entry], list[PendingEntry]]:
        """The entries of a group, each checked after those before it, and the pending changes of those that are new."""
        if len(group) > 1 and any(
            hasattr(each.event if isinstance(each, SentEvent) else each, "target") for each in group
        ):
            self.recall()  # before the copy is made, because pending changes count the steps of this book
        book, entries, fresh = self if len(group) == 1 else self.twin(), [], []
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

    def _check_stamp(self, sent: SentEvent) -> None:
        """Checks that the key is free, and that the hand number is the next one."""
        found = [*text_problems("author", sent.author), *text_problems("key", sent.key)]
        if found:
            raise BookError(found)
        if self.head.seq >= MOST_ENTRIES:
            raise BookError.of("book.full", name=self.name, most=MOST_ENTRIES)
        taken = self._under(sent.key)
        if taken is not None:
            raise BookError.of("book.key_taken", key=sent.key, seq=taken.seq)
        number, count = sent.hand_no, self.state.hands
        if number is None:
            return
        if not isinstance(sent.event, Result):
            raise BookError.of("book.event", why=say("why.hand_no", number=number))
        if number > count + 1:
            raise BookError.of("book.hand_ahead", hand=number, count=count)
        if number <= count:
            there = self.hands()[number - 1]
            author = self.entries[there.seq - 1].author
            by = say("hint.author", author=author) if author else None
            raise BookError.of("book.hand_taken", hand=number, seq=there.seq, what=event_words(there.shown), by=by)

    def check_reach(self, event: Anything | None = None) -> None:
        """Checks that all corrections together refer back over no more entries than the audit trail can recompute
        quickly; `event`: included.
        """
        if event is not None:
            self.recall(event)
        back = 0 if event is None else self._back(self.head.seq + 1, event)
        most = max(MOST_REACH, REACH_OF_ONE * self.head.seq)
        if (back or event is None) and self.reach + back > most:
            raise BookError.of("book.reach", name=self.name, count=self.reach + back, most=most)

    def _back(self, seq: int, event: Anything) -> int:
        """The number of entries that an event with this number reaches back over, and which are computed again."""
        action = self._events.get(event.target) if isinstance(event, Undo | Redo) else event
        return seq - action.target if isinstance(action, Edit | Reverse) else 0

    def twin(self) -> Book:
        """A copy of the book for trying events; this book does not change."""
        twin = copy(self)
        for name in ("_entries", "_steps", "_events", "_done", "_undone", "_slots", "_before", "_keys"):
            setattr(twin, name, getattr(self, name).copy())
        twin._changes = None if self._changes is None else self._changes.copy()
        return twin

    def accept(self, pending: PendingEntry) -> None:
        """Applies an entry that `prepare` has checked and that has been stored."""
        before = self.state.accounts
        self._follow(pending.entry, pending.event)
        self._steps[pending.kept :] = pending.steps
        if self._changes is not None:
            self._changes.append(_change(before, self.state.accounts))

    def follow(self, entries: Iterable[Entry]) -> None:
        """Applies entries that were written elsewhere after this book's head; all or none."""
        twin = self.twin()
        for entry in entries:
            if not follows(entry, twin.head.seq + 1, twin.head.hash):
                raise _not_in_order(self.name, twin.head.seq + 1)
            event = entry.event
            twin.accept(twin._pending(entry, event))
        self.__dict__.update(twin.__dict__)

    def _completed(self, hand: Result, before: BookState) -> Result:
        """A hand with tiles is scored when it is recorded; a worth that the event already carries is computed again.

        A win on another's konged tile that all three pay is a self-draw, by fan as by tiles.
        """
        hand = changed(hand, told={})
        table = before.table
        named = {*hand.tiles, *(() if hand.source is None else (hand.source,))}
        wrong_anyway = (
            before.closed or before.over or len(table.seated) < len(table.seats) or not named <= {*table.seats}
        )
        if wrong_anyway:  # `evolve` says what is wrong
            return hand
        if hand.tiles:
            return with_tiles(hand, table, self.ruleset)
        fed_kong = hand.result == "kong_replacement" and hand.source is not None and hand.source not in hand.wins
        if fed_kong and not self.ruleset.money.duties.kong_feeder_pays:
            return changed(hand, result="self_draw", source=None)
        return hand

    def _pending(self, entry: Entry, event: Anything) -> PendingEntry:
        """The change of the history that an entry would cause."""
        self.recall(event)
        match event:
            case Open():
                raise BookError.of("book.event", why=say("why.open_again"))
            case Undo() | Redo():
                if event != (self.undoing() if isinstance(event, Undo) else self.redoing()):
                    raise BookError.of("book.no_entry", seq=event.target)
                action = self._events[event.target]
                first = action.target if isinstance(action, Edit | Reverse) else event.target
            case Edit() | Reverse():
                if self.state.closed:
                    raise BookError.of("book.closed", name=self.name)
                self._place(event.target)
                first = event.target
            case _:
                state, outcome = evolve(self.state, event, self.judge)
                return PendingEntry(
                    entry, event, len(self._steps), (BookStep(entry.seq, event, outcome, state),), state.name
                )
        kept = bisect_left(self._steps, first, key=lambda step: step.seq)
        slots = {step.seq: step.event for step in self._steps[kept:]}  # the steps before them stay as they are
        match event:
            case Undo():
                self._unapply(slots, event.target)
            case Redo():
                self._apply(slots, event.target, self._events[event.target])
            case _:
                self._apply(slots, entry.seq, event)
        steps = tuple(self._replayed(kept, sorted(slots.items()), first))
        last = steps[-1].state if steps else self._steps[kept - 1].state if kept else self._begin
        return PendingEntry(entry, event, kept, steps, last.name)

    # --- the log

    def _follow(self, entry: Entry, event: Anything | None = None) -> None:
        """Adds an entry to the log without computing its effect on the money."""
        event = entry.event if event is None else event
        self.reach += self._back(entry.seq, event)
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
        self._entries.append(entry)

    def _apply(self, slots: dict[int, Content], seq: int, event: Action) -> None:
        """Puts an action into effect: every entry has a slot, and an edit takes the slot of its target."""
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
        if self._rest is not None and seq <= self._rest.entry.seq:
            self.recall()
        place = bisect_left(self._steps, seq, key=lambda step: step.seq)
        if place == len(self._steps) or self._steps[place].seq != seq:
            raise BookError.of("book.no_entry", seq=seq)
        return place

    def _replayed(self, kept: int, slots: list[tuple[int, Content]], edited: int | None = None) -> Iterator[BookStep]:
        state = self._steps[kept - 1].state if kept else self._begin
        for seq, event in slots:
            try:
                state, outcome = evolve(state, event, self.judge)
            except SikwuError as error:
                if edited is None or seq == edited:
                    raise
                raise BookError.of("book.later_entry", seq=seq, why=together(error.problems)) from None
            yield BookStep(seq, event, outcome, state)

    def journal(self, after: int = 0, most: int | None = None) -> Iterator[Trail]:
        """The audit trail: every entry ever written, in effect or not, and what each one changed for every player.

        `after`: only entries after this number; `most`: at most this many of them.
        """
        changes, status = self.changes(), self._statuses()
        for entry in self.entries[after : None if most is None else after + most]:
            event = self._events.get(entry.seq) or entry.event
            stands, by = status.get(entry.seq, ("in effect", None))
            shown = self._shown(entry.seq, event) if stands == "in effect" else event
            yield Trail(entry, event, shown, stands, by, changes[entry.seq - 2] if entry.seq > 1 else {})

    def changes(self) -> list[dict[str, Money]]:
        """What each entry after the first has changed; computed once for the whole history."""
        if self._changes is None:
            past = Book(self.entries[0])
            past._changes = []
            for entry in self.entries[1:]:
                past.accept(past._pending(entry, entry.event))
            self._changes = past._changes
        return self._changes

    def _shown(self, seq: int, event: Anything) -> Anything:
        """An event in effect with the fan that count now."""
        own = event.target if isinstance(event, Edit) else seq
        place = bisect_left(self._steps, own, key=lambda step: step.seq)
        if place == len(self._steps) or self._steps[place].seq != own:
            return event
        shown = self._steps[place].shown
        return changed(event, event=shown) if isinstance(event, Edit) else shown

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


def _change(before: Mapping[str, Money], after: Mapping[str, Money]) -> dict[str, Money]:
    """What every player has gained or lost between two states of the accounts."""
    if before is after:
        return {}
    every = dict.fromkeys((*after, *before))
    change = {who: exact(after.get(who, 0) - before.get(who, 0)) for who in every}
    return {who: amount for who, amount in change.items() if amount}


def _not_in_order(name: str, seq: int) -> BookError:
    return BookError.of("book.tampered", name=name, seq=seq, why=say("why.order"))


@contextmanager
def uncollected() -> Iterator[None]:
    """Pauses the garbage collector: a history has no cycles, and the collector would scan all of it again and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def now() -> str:
    """The current time as entries write it, precise enough to tell which book was written last."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
