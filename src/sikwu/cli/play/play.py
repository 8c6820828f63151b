"""`sikwu play`: a match at the terminal with or without a person. Its record is the saved game, resumed by replaying it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import typer

from sikwu.cli.play.arena import rung_lines
from sikwu.cli.play.keys import one_key
from sikwu.cli.play.narration import Narrator, books_rows
from sikwu.cli.play.person import Departure, Person
from sikwu.cli.shared.asking import at_terminal, line_editing
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.files import write_whole
from sikwu.cli.shared.lookup import find_rules
from sikwu.cli.shared.paper import WrappedText, paper, tell, telling
from sikwu.play.game import Game
from sikwu.play.lines import DealLine, EndLine, HeaderLine, Line, NoWinLine, ResultLine, WinLine
from sikwu.play.match import Match, fresh_walls, seeded_walls
from sikwu.play.problems import PlayError
from sikwu.play.record import RecordWriter, read_record
from sikwu.play.replay import replay
from sikwu.play.view import View
from sikwu.players import AnyPlayer, PlayerError, Sitting, ThinkingTime, player
from sikwu.players.advice import Advice, advice
from sikwu.players.asking import SeatedPlayer
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError, say
from sikwu.tiles import Wind

YOU = "you"
USUAL = (YOU, "quick", "quick", "quick")
SECONDS = 10.0
"""Seconds that a foreign player class may think about a decision."""
STOPPED = 130
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayFlags:
    """The settings of the command."""

    pen: Pen
    rules: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    name: str | None
    record: Path | None
    seed: str | None
    deals: int | None


def play_command(wanted: PlayFlags) -> None:
    """Plays a match to its end, or until the person leaves."""
    with telling(wanted.pen.lang):
        game = TerminalGame(wanted)
    raise typer.Exit(game.run())


class TerminalGame:
    """A match at this terminal."""

    def __init__(self, wanted: PlayFlags) -> None:
        self.wanted, self.pen = wanted, wanted.pen
        self.file = None if wanted.record is None else RecordFile(wanted.record, self.pen.lang)
        found = None if self.file is None else self.file.game
        rules = find_rules(wanted.rules, wanted.options) if found is None else found.match.rules
        kinds = _kinds(wanted.players)
        game = found or Game(Match.new(rules, _names(kinds, wanted.name, self.pen.lang), _table(wanted)))
        players = [self._player(kind, name, rules) for kind, name in zip(kinds, game.match.players, strict=True)]
        self.person = next((each for each in players if isinstance(each, Person)), None)
        walls = fresh_walls if wanted.seed is None else seeded_walls(wanted.seed)
        seed = 0 if wanted.seed is None else int.from_bytes(wanted.seed.encode()[:8], "big")
        self.sitting = Sitting(game, players, walls, seed=seed, limits=ThinkingTime(SECONDS))
        self.story = Narrator(self.pen, rules)
        if self.person is not None:
            self.person.advisor = self._advice
        if self.file is not None and found is not None:
            self.sitting.remind(self.file.lines)
        if self.file is not None and found is None:
            self.file.begin(game.begin(chain=True))

    def _player(self, kind: str, name: str, rules: Ruleset) -> AnyPlayer:
        return Person(name, self.pen, rules) if kind == YOU else player(kind)

    def _advice(self, view: View) -> Sequence[Advice]:
        """What careful thinks of the question of a view."""
        question = None if view.seat is None else self.sitting.native_question(view.seat)
        return () if question is None else advice(question, view.ruleset)

    def say(self, code: str, **facts: object) -> None:
        """Prints a sentence."""
        paper().print(WrappedText(say(code, **facts)(self.pen.lang)))

    # --- the match

    def run(self) -> int:
        """Plays deal after deal; returns the exit code."""
        self._welcome()
        played, minutes = 0, self.sitting.match.rules.terms.deal.minutes
        ends = time.monotonic() + 60 * minutes
        try:
            while not self.sitting.match.over:
                played += 1
                lines = self.sitting.deal(last=played == self.wanted.deals)
                if minutes and time.monotonic() >= ends:
                    lines += self.sitting.stop()
                self._keep(lines)
                if self.person is not None:
                    self._reveal(self.person)
                if self.person is None:
                    self._tell(lines)
                elif not self.sitting.match.over and not self._goes_on():
                    return self._left()
        except Departure:
            self.say("game.left_deal")
            return self._left()
        except KeyboardInterrupt:
            print()
            self.say("game.left_deal")
            self._left()
            return STOPPED
        self._end(lines[-1])
        return 0

    def _reveal(self, person: Person) -> None:
        """Shows all hands after a deal that nobody won."""
        deal = self.sitting.played
        if deal is not None and deal.result == "draw":
            person.reveal([View.of(deal, seat) for seat in Wind])

    def _welcome(self) -> None:
        match, person = self.sitting.match, self.person
        if person is not None:
            if at_terminal():
                line_editing()
            others = tuple(name for name in match.players if name != person.name)
            self.say("game.start", rules=match.rules.name, names=others)
            for name, told in rung_lines(_kinds(self.wanted.players), match.rules, self.pen.lang):
                paper().print(WrappedText((f"{name}: {told}", "dim")))
        if self.file is not None and match.deals:
            self.say("game.goes_on", file=self.file.path, n=match.deals)
            for row in books_rows(match.books, self.pen.lang):
                paper().print(row)
        elif self.file is not None and person is not None:
            self.say("game.start_saved", file=self.file.path)

    def _goes_on(self) -> bool:
        self.say("game.next")
        while True:
            try:
                key = one_key().lower()
            except EOFError:
                return False
            if key in ("", "x"):
                return key == ""
            self.say("game.key.unknown", key=key[:20])

    def _keep(self, lines: list[Line]) -> None:
        if self.file is not None:
            with telling(self.pen.lang):
                self.file.add(lines)

    def _left(self) -> int:
        if self.file is not None:
            self.say("game.left_saved", file=self.file.path, n=self.sitting.match.deals)
        return 0

    def _tell(self, lines: list[Line]) -> None:
        """Describes a deal of bots in a line or two."""
        lang, parts = self.pen.lang, list[str]()
        start = next(line for line in lines if isinstance(line, DealLine))
        end = next(line for line in lines if isinstance(line, ResultLine))
        self.story.line(start)
        for line in lines:
            if isinstance(line, WinLine | NoWinLine):
                parts.append(self.story.line(line))
            if isinstance(line, WinLine):
                parts.append(say("fan", n=line.answer.fan)(lang))
        told = say("game.deal_line", deal=start.deal, round=start.round, result=" ".join(parts))
        paper().print(WrappedText(told(lang)))
        if end.next.over:
            return
        for row in books_rows(end.books, lang) if start.deal % 4 == 0 else ():
            paper().print(row)

    def _end(self, line: Line) -> None:
        """Prints the final ranking."""
        assert isinstance(line, EndLine)
        match, console = self.sitting.match, paper()
        console.print()
        console.print(
            WrappedText((say(f"game.over.{match.over}", n=match.rules.terms.deal.rounds)(self.pen.lang), "bold"))
        )
        console.print(WrappedText((self.story.line(line), "bold")))
        for row in books_rows(line.books, self.pen.lang):
            console.print(row)
        for name, asked in zip(match.players, self.sitting.places, strict=True):
            self._tell_defaults(name, asked)

    def _tell_defaults(self, name: str, asked: SeatedPlayer) -> None:
        for why, count in asked.defaults.items():
            self.say("game.defaults", name=name, n=count, why=say(f"game.why.{why}"))
        if asked.last:
            paper().print(WrappedText((asked.last, "dim")))


def _kinds(given: tuple[str, ...]) -> tuple[str, ...]:
    kinds = given or USUAL
    if len(kinds) != 4:
        raise PlayerError.of("game.seats", count=len(kinds), names=kinds)
    if kinds.count(YOU) > 1:
        raise PlayerError.of("game.two_people")
    return kinds


def _names(kinds: tuple[str, ...], own: str | None, lang: str) -> list[str]:
    """Four different names: the person's own; bots by their kind and place."""
    you = own or say("game.you")(lang)
    return [you if kind == YOU else f"{kind.rpartition(':')[2][:30]} {place}" for place, kind in enumerate(kinds, 1)]


def _table(wanted: PlayFlags) -> str:
    return "table" if wanted.record is None else wanted.record.stem[:40] or "table"


class RecordFile:
    """The record of a match on the disk, complete up to its last finished deal."""

    def __init__(self, path: Path, lang: str) -> None:
        self.lines: list[Line] = []
        """The earlier deals of a resumed match."""
        self.path, self.game = path, None if not _there(path) else self._found(path, lang)

    def _found(self, path: Path, lang: str) -> Game:
        """A saved game to resume; lines after its last finished deal are removed."""
        text = _disk(path, "game.file", path.read_bytes).decode(errors="replace")
        try:
            lines, problems = read_record(text)
            done = replay(lines)
        except SikwuError as error:
            why = error.message(lang)
            raise PlayError.of("game.file_taken", file=path, why=why) from None
        tell(problems, lang)
        if done.ended or done.match.over:
            raise PlayError.of("game.file_ended", file=path)
        head, self.lines = lines[0], lines[: done.kept]
        rows = text.split("\n")[: done.kept]
        self._writing = RecordWriter.after(rows, isinstance(head, HeaderLine) and head.chain)
        kept = "".join(f"{row}\n" for row in rows)
        _disk(path, "game.file_write", lambda: write_whole(path, kept.encode()))
        return done.game

    def begin(self, line: HeaderLine) -> None:
        """Writes the first line of a new match."""
        self._writing = RecordWriter(line.chain)
        _disk(self.path, "game.file_write", lambda: write_whole(self.path, self._writing.text(line).encode()))

    def add(self, lines: list[Line]) -> None:
        """Writes new lines."""
        text = "".join(map(self._writing.text, lines))

        def append() -> None:
            with self.path.open("ab") as file:
                file.write(text.encode())

        _disk(self.path, "game.file_write", append)


def _there(path: Path) -> bool:
    return bool(_disk(path, "game.file", lambda: path.exists() and path.stat().st_size > 0))


def _disk(path: Path, code: str, do: Callable[[], T]) -> T:
    """Turns a disk error into one clear message."""
    try:
        return do()
    except (OSError, UnicodeError, ValueError) as error:
        if isinstance(error, SikwuError):
            raise
        why = getattr(error, "strerror", None) or str(error)
        raise PlayError.of(code, file=path, why=why) from None
