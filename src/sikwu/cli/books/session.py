"""A book as a terminal session: one line per hand, saved before its result is shown, with the totals after each."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

import typer

from sikwu.book.book import Book
from sikwu.book.events import Close, Cut, Result
from sikwu.book.ledger import Pair
from sikwu.book.store import Store
from sikwu.cli.books import entries, pages
from sikwu.cli.books.desk import BookAccess, CommandEvent, Stamp, newest, open_store, write
from sikwu.cli.books.shorthand import Ask, Take, Write, read_line
from sikwu.cli.books.tally import print_tally
from sikwu.cli.shared.asking import PROMPT, at_terminal, line_editing
from sikwu.cli.shared.paper import EXITS, WrappedText, after_commit, paper, tell, telling
from sikwu.money.amount import money_text
from sikwu.texts import Message, SikwuError, say
from sikwu.texts.plain import normal

STOPPED, WRONG = 130, 2
_YES = frozenset(("y", "yes", "1", "係", "是", "斬", "cut"))
_TOO_FEW = ("book.below_minimum", "settle.below_minimum")


def session_command(door: BookAccess) -> None:
    """Keeps a book line by line until the user ends the session; lines may also come through a pipe."""
    typed = at_terminal()
    with open_store(door) as store:
        book = store.open(door.book or newest(store))
        if typed:
            line_editing()
        session = Session(store, book, door, typed)
        try:
            code = session.run()
        finally:
            session.store.close()
    raise typer.Exit(code)


class Session:
    """An open book and its session."""

    def __init__(self, store: Store, book: Book, door: BookAccess, typed: bool) -> None:
        self.store, self.book, self.lang, self.typed = store, book, door.lang, typed
        self.failed = 0
        """The exit code of the last error, for input from a pipe, where nobody can correct it."""
        self.began = book.state.hands

    def run(self) -> int:
        """Reads and executes lines; returns the exit code."""
        code = 0
        if self.typed:
            self.say("cli.session.start", name=self.book.name, rules=self.book.ruleset.name)
            self.stand()
        try:
            for line in self._lines():
                if not self.line(line):
                    break
        except EOFError:  # at the end of input during a question
            print()
        except KeyboardInterrupt:
            code = STOPPED
            print()
        hands = self.book.state.hands - self.began
        with suppress(OSError, ValueError):
            self.say("cli.session.end", name=self.book.name, hands=max(hands, 0), total=self.book.state.hands)
        return code or (0 if self.typed else self.failed)

    def _lines(self) -> Iterator[str]:
        """The lines that are typed or come through a pipe."""
        while True:
            try:
                yield input(PROMPT) if self.typed else _piped()
            except EOFError:
                if self.typed:
                    print()
                return

    def say(self, code: str, **facts: object) -> None:
        """Prints a sentence."""
        paper().print(WrappedText(say(code, **facts)(self.lang)))

    def stand(self) -> None:
        """Prints the state of the table."""
        print_tally(paper(), self.book, self.lang)

    # --- one line

    def line(self, text: str) -> bool:
        """Executes one line; False: it was the last."""
        try:
            wish = read_line(text, self.book.state.table)
            match wish:
                case Ask("end"):
                    return False
                case Ask(what):
                    self._asked(what)
                case Take(count, again):
                    group = self.book.redoings(count) if again else self.book.undoings(count)
                    self._write(group)
                case Write(event):
                    self._write((event,))
        except SikwuError as error:
            self.failed = EXITS.get(error.code, WRONG)
            tell(error.problems, self.lang)
            if error.code in _TOO_FEW:
                self.say("cli.session.false_hint", player=error.problems[0].facts.get("player"))
        return True

    def _asked(self, what: str) -> None:
        book, lang, console = self.book, self.lang, paper()
        match what:
            case "help":
                for line in say("cli.session.help")(lang).split("\n"):
                    console.print(WrappedText(line))
            case "log":
                entries.print_log(console, book, lang)
            case "stats":
                pages.print_stats(console, book, lang)
            case "settle":
                pages.print_settle_up(console, book, lang)
            case _:
                if self.store.refresh(book):
                    self.say("cli.session.others")
                self.stand()

    # --- writing

    def _write(self, group: Sequence[CommandEvent]) -> None:
        """Writes an entry and reports one of three outcomes: stored, not stored, or unknown until checked."""
        own = secrets.token_hex(8)
        try:
            done = write(self.store, self.book, group, self.lang, Stamp.here(), own)
        except SikwuError as error:
            if error.code in ("book.store_unknown", "book.store_stopped"):
                self._look_again(error, own)
                return
            if error.code == "book.conflict" and self.store.refresh(self.book):
                tell(error.problems, self.lang)
                self.failed = WRONG
                self.say("cli.session.others")
                self.stand()
                return
            raise
        with after_commit(say("cli.book.unshown", seq=done.entry.seq), self.lang):
            self._told(group)
            pages.print_shifts(paper(), done.changed, self.lang)
            self.stand()
        if self.typed and isinstance(group[-1], Result):
            self._offer()

    def _told(self, group: Sequence[CommandEvent]) -> None:
        if isinstance(group[-1], Close):
            entries.print_entry(paper(), self.book, self.lang)
            pages.print_settle_up(paper(), self.book, self.lang)
        elif hasattr(group[-1], "target") and not hasattr(group[-1], "note"):
            entries.print_taken(paper(), self.book, group, self.lang)
        else:
            entries.print_entry(paper(), self.book, self.lang)

    def _look_again(self, error: SikwuError, own: str) -> None:
        """A commit failed while saving: opens the books again and checks whether the entry was recorded."""
        tell(error.problems, self.lang)
        self.failed = EXITS.get(error.code, WRONG)
        self.store.close()
        self.store = Store(self.store.where, make=False)
        self.book = self.store.open(self.book.id)
        found = self.store.keyed(self.book.id, own)
        if found is None:
            self.say("cli.session.was_not")
        else:
            self.say("cli.session.was_stored", seq=found.seq)
        self.stand()

    def _offer(self) -> None:
        """Cut 斬: asks each debtor who may pay off a pull now; Enter means no."""
        step = next(iter(self.book.recent(1)), None)
        for pair in step.outcome.offered if step is not None else ():
            if pair not in self.book.state.ledger.offered:
                continue
            paper().print(WrappedText((self._question(pair)(self.lang), "bold yellow")))
            if normal(input(PROMPT)).lower() in _YES:
                self._write((Cut(pair.debtor, pair.creditor),))

    def _question(self, pair: Pair) -> Message:
        pull, terms = self.book.state.ledger.pulls[pair], self.book.ruleset.terms.ledger
        worth = pull.amount if terms is None else terms.chips(pull.amount)
        facts = {"fan": money_text(pull.amount), "worth": money_text(worth), "hands": pull.hands}
        return say("cli.session.cut", debtor=pair.debtor, creditor=pair.creditor, **facts)


def _piped() -> str:
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise EOFError
    return line


def end_quietly(lang: str) -> None:
    """Ends after questions that were broken off; nothing was written."""
    print()
    with telling(lang):
        paper().print(WrappedText(say("cli.session.nothing")(lang)))
    raise typer.Exit(STOPPED)
