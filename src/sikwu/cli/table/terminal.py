"""A live table at a terminal: describes events, asks with the keys of `sikwu play`, and sends the person's messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from sikwu.cli.play.keys import WakingKeys, Woken
from sikwu.cli.play.narration import books_rows
from sikwu.cli.play.person import Departure, Person
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.paper import WrappedText, paper, tell
from sikwu.cli.table.listening import NewsEnd, SeatListener, TerminalQuestion
from sikwu.client.seat import Connection, rests
from sikwu.live.news import (
    AckNews,
    ConsentNews,
    EventNews,
    EventsNews,
    HandsNews,
    PauseNews,
    PongNews,
    PresenceNews,
    ReactionNews,
    RefusalNews,
    ReopenedNews,
    RestNews,
    ReturnedNews,
    SeatAskedNews,
    SeatsNews,
    SnapshotNews,
    TakenBackNews,
    TurnNews,
    WallNews,
    WelcomeNews,
    WindowNews,
)
from sikwu.live.terms import REACTIONS
from sikwu.play.actions import action_text
from sikwu.play.lines import EndLine, Line
from sikwu.texts import Problem, say
from sikwu.tiles import Wind
from sikwu.wire.tabled import (
    AddBotFrame,
    AnswerSeatFrame,
    BackFrame,
    ClockFrame,
    EndFrame,
    GoOnFrame,
    HandsFrame,
    LeaveFrame,
    MemberFrame,
    PauseFrame,
    ReactFrame,
    ReadyFrame,
    RematchFrame,
    ResumeFrame,
    StartFrame,
)

_MOVES = (EventNews, EventsNews, SnapshotNews, TerminalQuestion, NewsEnd)
"""News after which an open question is over."""
_SILENT = (AckNews, PongNews, TurnNews, WallNews, WelcomeNews, WindowNews)
"""News that are not shown."""
BOT, COMMAND = "quick", "!"


class QuestionOver(Exception):
    """The table has moved on while the person was thinking."""


class TableTerminal:
    """One person at one table, until the match is over or the person leaves."""

    def __init__(self, pen: Pen, name: str, listening: SeatListener) -> None:
        self.pen, self.listening, self.seat = pen, listening, listening.seat
        self.keys = WakingKeys(listening.wake)
        self.person = Person(name, pen, listening.rules, self._key)
        self.again = ""
        """The table of the rematch."""
        self.over = False
        self._later: list[Any] = []
        self._asked: TerminalQuestion | None = None
        self._awaits = ""
        """What Enter does: the name of a window, `ready`, or nothing."""
        self._asking: dict[str, str] = {}
        self._paused = False
        self._shown: tuple[Any, ...] = ()
        self._prompted = False
        """Whether the prompt is already shown."""
        self._armed = False
        """Whether `!` was pressed."""

    def say(self, code: str, style: str = "", **facts: Any) -> None:
        """Prints a sentence."""
        paper().print(WrappedText((say(code, **facts)(self.pen.lang), style)))

    # --- the loop

    def run(self) -> None:
        """Runs until the match is over; raises `Departure` if the person gives the seat up."""
        while not self.again:
            self._hear()
            if self._asked is not None:
                self._answer(self._asked)
            else:
                self._command()

    def _hear(self) -> None:
        news, self._later = [*self._later, *self.listening.take()], []
        if self._prompted and any(not isinstance(each, _SILENT) for each in news):
            print()
            self._prompted = False
        for each in news:
            self._told(each)
        self.person.tell()

    def _key(self) -> str:
        """A key for an open question."""
        prompt = True
        while True:
            try:
                return self.keys.read(prompt)
            except Woken:
                prompt = False
                self._later += self.listening.take()
                if any(isinstance(each, _MOVES) for each in self._later):
                    print()
                    raise QuestionOver from None

    def _answer(self, asked: TerminalQuestion) -> None:
        self._asked = None
        try:
            action = self.person.choose(asked.view, asked.view.legal)
        except QuestionOver:
            return
        self.listening.do(self.seat.act(asked.ask, action_text(action, asked.view.offered)))

    # --- news

    def _told(self, news: Any) -> None:
        match news:
            case TerminalQuestion():
                self._asked = news
            case EventNews():
                self._line(news.line)
            case EventsNews():
                for line in news.lines:
                    self._line(line)
            case SnapshotNews():
                self._snapshot(news)
            case WindowNews():
                self._awaits = news.id if news.left is UNSET else ""
            case RestNews():
                self._awaits = "ready" if rests(news, self.seat.place) else ""
                if self._awaits:
                    self.say("live.rest")
            case NewsEnd():
                raise news.error or Departure
            case _:
                self._company(news)

    def _company(self, news: Any) -> None:
        match news:
            case SeatsNews():
                self._seats(news)
            case SeatAskedNews():
                self._asking = dict(news.asking)
                for name in self._asking.values():
                    self.say("live.asks", "yellow", name=name)
            case PresenceNews():
                self.say(f"live.presence.{news.state}", "dim", name=self._name(news.place))
            case ReturnedNews():
                if news.did:
                    self.say("live.returned", did=tuple(map(self.person.story.action, news.did)))
            case PauseNews():
                self._paused = news.on
                self.say("live.paused" if news.on else "live.goes_on")
            case ConsentNews():
                if news.agreed:
                    self.say(f"live.consent.{news.to}", "dim", names=tuple(map(self._name, news.agreed)))
            case ReactionNews():
                self.say("live.reacts", name=self._name(news.place), what=say(f"live.reaction.{news.reaction}"))
            case HandsNews():
                self._hands(news)
            case TakenBackNews():
                self.say("live.taken_back", "yellow")
            case RefusalNews():
                tell([Problem(news.code, {name: _plain(fact) for name, fact in news.facts.items()})], self.pen.lang)
            case ReopenedNews():
                self.again = news.table
            case Connection():
                self.say("live.connected" if news.here else "live.lost", "yellow", n=news.waiting)

    def _line(self, line: Line) -> None:
        self._awaits = ""
        self.person.hear(line)
        if isinstance(line, EndLine):
            self.person.tell()
            for row in books_rows(line.books, self.pen.lang):
                paper().print(row)
            self.over = True
            self.say("live.over")

    def _snapshot(self, news: SnapshotNews) -> None:
        board = news.view
        if board.seats:
            self.person.story.seats = [seat.player for seat in board.seats]
            self.say("live.stands", "bold cyan", deal=board.deal, round=board.round)
        self.over = bool(board.ranking)

    def _seats(self, news: SeatsNews) -> None:
        """Prints the seats when they have changed; before the match, also the possible commands."""
        shown = (news.status, tuple((seat.name, seat.bot) for seat in news.seats), news.timed, news.hands_open)
        if shown == self._shown:
            return
        self._shown = shown
        names = [seat.name or say("live.free")(self.pen.lang) for seat in news.seats]
        self.say("live.seats", names=tuple(names))
        if news.status == "open":
            self.say("live.keys.host" if self._is_host else "live.keys.guest", "dim")

    def _hands(self, news: HandsNews) -> None:
        for seat, tiles in zip(Wind, news.hands, strict=False):
            shown = self.person.story.tiles(tiles)
            paper().print(WrappedText((self.person.story.who(seat.text)(self.pen.lang), "dim"), "  ", shown))

    @property
    def _is_host(self) -> bool:
        return self.seat.you is not None and self.seat.you.host

    def _name(self, place: int) -> str:
        seats = self.seat.seats
        return "" if seats is None else seats.seats[place].name

    # --- commands while no question is open

    def _command(self) -> None:
        prompt = self._expected and not self._prompted
        self._prompted |= prompt
        try:
            key = self.keys.read(prompt)
        except Woken:
            return
        except EOFError:
            raise Departure from None
        self._prompted = False
        if key == "" and self.over:
            raise Departure
        command = self._command_of(key.lower())
        frame = None if command is None else self._frame(command)
        if frame is not None:
            self.listening.do(self.seat.say(frame))

    @property
    def _expected(self) -> bool:
        """Whether a key is expected; otherwise keys still work, without a prompt."""
        return bool(self.over or self._awaits or self._asking or self._paused or self.seat.status == "open")

    def _command_of(self, key: str) -> str | None:
        """The key of a command; during a match `!` comes first, so that a late discard key has no other effect."""
        armed, self._armed = self._armed or key.startswith(COMMAND), key == COMMAND
        if self._armed:
            return None
        key = key.removeprefix(COMMAND)
        at_once = key in ("", "/") or self.over or self._asking or self.seat.status in ("open", "paused")
        return key if armed or at_once else None

    def _frame(self, key: str) -> MemberFrame | None:
        """The message for a key; None: none."""
        if key == "x":
            raise Departure
        if key == "/":
            for line in say("live.help")(self.pen.lang).split("\n"):
                paper().print(WrappedText(line))
            return None
        if key.isdecimal() and 1 <= int(key) <= len(REACTIONS):
            return ReactFrame(REACTIONS[int(key) - 1])
        made = self._keys().get(key)
        frame = None if made is None else made()
        if frame is None and key:
            self.say("live.key.unknown", "yellow", key=key[:20])
        return frame

    def _keys(self) -> dict[str, Callable[[], MemberFrame | None]]:
        seats = self.seat.seats
        return {
            "": self._enter,
            "g": StartFrame,
            "b": self._bot,
            "y": lambda: self._let(True),
            "n": lambda: self._let(False),
            "p": lambda: ResumeFrame() if self._paused else PauseFrame(),
            "e": EndFrame,
            "c": lambda: ClockFrame(seats is None or seats.timed),
            "o": lambda: HandsFrame(seats is None or not seats.hands_open),
            "u": BackFrame,
            "m": RematchFrame,
        }

    def _enter(self) -> MemberFrame | None:
        awaits, self._awaits = self._awaits, ""
        return None if not awaits else ReadyFrame() if awaits == "ready" else GoOnFrame(awaits)

    def _bot(self) -> MemberFrame | None:
        free = [place for place, seat in enumerate(self.seat.seats.seats) if not seat.name] if self.seat.seats else []
        return AddBotFrame(free[0], BOT) if free else None

    def _let(self, yes: bool) -> MemberFrame | None:
        if not self._asking:
            return None
        member = next(iter(self._asking))
        del self._asking[member]
        return AnswerSeatFrame(member, yes)

    def leave(self) -> None:
        """Gives the seat up; a bot plays on."""
        if not self.over:
            self.listening.do(self.seat.say(LeaveFrame()))


def _plain(fact: Any) -> Any:
    return tuple(fact) if isinstance(fact, list) else fact
