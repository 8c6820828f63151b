"""A shell for live tables in tests: commits their effects, sends news to viewers, draws seeds and asks bots, with a simulated clock."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from sikwu.live.effects import Append, AskBot, Effect, ForgetSeed, Tell, Wake, WantNonce, WantSeed
from sikwu.live.messages import (
    Act,
    AddBot,
    BotActs,
    BotNonce,
    GiveNonce,
    ReadyForDeal,
    SealWall,
    SignOfLife,
    StartMatch,
    TableMessage,
    TakeSeat,
    TimePassed,
    WatchTable,
)
from sikwu.live.news import EVERYBODY, WATCHERS, AskNews, News, RestNews, WallNews
from sikwu.live.notes import NOTES
from sikwu.live.table import LiveTable
from sikwu.live.terms import LiveTerms
from sikwu.play.actions import DISCARD, PASS
from sikwu.players.simple import QuickPlayer
from sikwu.rules.ruleset import Ruleset

Chooser = Callable[[AskNews], str | None]
"""The answer of a scripted person; None: no answer."""


class Sent(NamedTuple):
    """A frame that has left, when and for whom."""

    at: int
    to: int
    """0-3 places, 4 watchers."""
    news: News

    @property
    def bytes(self) -> bytes:
        """What went over the wire."""
        return bytes(self.news)


def lazy(ask: AskNews) -> str:
    """Passes, or discards the first tile it may."""
    return "pass" if "pass" in ask.legal else next((each for each in ask.legal if "discard" in each), ask.legal[0])


def greedy(ask: AskNews) -> str:
    """Wins and claims whenever it can."""
    order = ("win", "win_flowers", "cut", "kong", "pung", "chow", "ready", "kong_concealed", "kong_added")
    for word in order:
        for each in ask.legal:
            if each.split()[0] == word:
                return each
    return ask.legal[-1]


class Shell:
    """A table and its surroundings; `members[place]` is the person of a place, or empty."""

    def __init__(
        self,
        rules: Ruleset | str = "hk-standard",
        persons: int = 4,
        *,
        choose: Chooser = lazy,
        terms: LiveTerms | None = None,
        seeds: str = "seed",
        watchers: int = 0,
        delay: int = 100,
        start: bool = True,
    ) -> None:
        self.now, self.choose, self.delay, self.seeds = 1_000, choose, delay, seeds
        self.lines: list[dict[str, Any]] = []
        """The log as the disk has it."""
        self.versions: list[int | None] = []
        self.secrets: dict[int, bytes] = {}
        self.sent: list[Sent] = []
        self.effects: list[Effect] = []
        self.posted: list[tuple[int, int, TableMessage]] = []
        self.silent: set[int] = set()
        """Places that never answer."""
        self.bot: Callable[[AskBot], BotActs] = self.simple_bot
        self.count = 0
        self.beat: int | None = None
        self.table, out = LiveTable.opened("t1", rules, host="host", now=self.now, terms=terms)
        self._do(out)
        for place in range(4):
            if place < persons:
                self.say(TakeSeat(by=f"m{place}", name=f"Person {place}", place=place))
            else:
                self.say(AddBot(by="host", place=place, level="quick"))
        for number in range(watchers):
            self.say(WatchTable(by=f"w{number}", name=f"Watcher {number}"))
        if start:
            self.say(StartMatch(by="host"))

    # --- in

    def say(self, message: TableMessage) -> tuple[Effect, ...]:
        """Sends a message now."""
        self.table, out = self.table.take(message, self.now)
        self._do(out)
        return out

    def post(self, delay: int, message: TableMessage) -> None:
        """A message that arrives later."""
        self.count += 1
        self.posted.append((self.now + delay, self.count, message))

    def step(self) -> bool:
        """Goes to the next moment at which something happens; False: nothing ever will."""
        wake = self.table.wake
        times = [at for at, _, _ in self.posted] + [at for at in (wake, self.beat) if at is not None]
        if not times:
            return False
        self.now = max(self.now, min(times))
        if self.now == self.beat:
            self.keep_alive()
            return True
        due = sorted(each for each in self.posted if each[0] <= self.now)
        if due:
            self.posted.remove(due[0])
            self.say(due[0][2])
        else:
            self.say(TimePassed())
        return True

    def run(self, until: Callable[[Shell], bool] | None = None, most: int = 200_000) -> None:
        """Continues until the match is over or a condition holds."""
        for _ in range(most):
            if self.table.status == "over" or (until is not None and until(self)) or not self.step():
                return
        raise AssertionError("it never ends")

    def pass_time(self, ms: int) -> None:
        """Lets this much time pass, with the wake-ups that the table asks for."""
        end = self.now + ms
        while (wake := self.table.wake) is not None and wake <= end:
            self.now = max(self.now, wake)
            self.say(TimePassed())
        self.now = end
        self.say(TimePassed())

    # --- out

    def _do(self, out: Sequence[Effect]) -> None:
        self.effects += out
        for each in out:
            match each:
                case Append(line, v, _):
                    self.lines.append(json.loads(line.text))
                    self.versions.append(v)
                case Tell(to, news):
                    self._tell(to, news)
                case WantSeed(deal):
                    self.secrets[deal] = self.bytes_of(f"seed {deal}", 128)
                    self.post(0, SealWall(deal, self.secrets[deal]))
                case WantNonce(deal, place):
                    self.post(1, BotNonce(place, deal, self.bytes_of(f"nonce {deal} {place}", 16).hex()))
                case AskBot():
                    self.post(1, self.bot(each))
                case ForgetSeed(deal):
                    del self.secrets[deal]
                case Wake():
                    pass

    def bytes_of(self, what: str, size: int) -> bytes:
        """Bytes for this table, the same every time."""
        return hashlib.shake_256(f"{self.seeds} {what}".encode()).digest(size)

    def simple_bot(self, asked: AskBot) -> BotActs:
        """Passes, or discards its highest tile."""
        discards = [each for each in asked.legal if DISCARD <= each < DISCARD + 34]
        action = PASS if PASS in asked.legal else discards[-1] if discards else asked.legal[0]
        return BotActs(asked.place, asked.decision, action)

    def quick_bot(self, asked: AskBot) -> BotActs:
        """The player of that name."""
        return BotActs(asked.place, asked.decision, QuickPlayer().choose(asked.view, asked.legal))

    def _tell(self, to: int | str, news: News) -> None:
        if to == EVERYBODY:
            self.sent += [Sent(self.now, place, news) for place in range(5)]
            places: Sequence[int] = range(4)
        else:
            place = 4 if to == WATCHERS or isinstance(to, str) else to
            self.sent.append(Sent(self.now, place, news))
            places = (place,)
        for each in places:
            if each < 4 and self.member(each) and each not in self.silent:
                self._react(each, news)

    def member(self, place: int) -> str:
        """Who sits at a place."""
        return self.table.state.seats[place].member if hasattr(self, "table") else ""

    def _react(self, place: int, news: News) -> None:
        member = self.member(place)
        match news:
            case AskNews():
                action = self.choose(news)
                if action is not None:
                    self.post(self.delay, Act(by=member, id=f"{news.decision}", decision=news.decision, action=action))
            case WallNews():
                nonce = self.bytes_of(f"nonce {news.deal} {place}", 16).hex()
                self.post(self.delay, GiveNonce(by=member, deal=news.deal, nonce=nonce))
            case RestNews() if place not in news.ready:
                self.post(self.delay, ReadyForDeal(by=member))

    def keep_alive(self) -> None:
        """From now on every person who is not silent gives a sign of life every nine seconds."""
        for place in self.table.state.persons:
            if place not in self.silent:
                self.say(SignOfLife(by=self.member(place)))
        self.beat = self.now + 9_000

    # --- looking

    @property
    def record(self) -> list[dict[str, Any]]:
        """The record's lines alone, as the disk has them."""
        return [line for line in self.lines if line["type"] not in NOTES]

    def told(self, place: int, kind: type[Any] | None = None) -> list[Any]:
        """The news sent to a place."""
        return [each.news for each in self.sent if each.to == place and (kind is None or isinstance(each.news, kind))]


RULESETS = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")


def wild(chance: Random) -> Chooser:
    """A random legal action; now and then none."""
    return lambda ask: None if chance.random() < 0.03 else chance.choice(ask.legal)
