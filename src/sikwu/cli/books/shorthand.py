"""Parses the short lines of a book session (`b 10 a`, `b 10`, `=`, `x a`, `u`) into events. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from sikwu.book.events import (
    Action,
    Close,
    Collect,
    Content,
    Cut,
    Dice,
    Edit,
    Fine,
    Kong,
    Penalty,
    Redraw,
    Rename,
    Result,
    Reverse,
    Seats,
    Swap,
    TableEvent,
    converted,
    read_hand,
)
from sikwu.book.problems import BookError
from sikwu.rules.schemes import MOST_FAN
from sikwu.texts import nearest, say
from sikwu.texts.plain import normal


class SeatPlan(Protocol):
    """The part of the table that parsing a line needs (`sikwu.seats.Table`)."""

    @property
    def seated(self) -> tuple[str, ...]: ...
    @property
    def turn(self) -> tuple[str, ...]: ...


class Write(NamedTuple):
    """An entry to be recorded."""

    event: Action


class Take(NamedTuple):
    """A number of actions to undo or redo."""

    times: int
    again: bool = False


class Ask(NamedTuple):
    """A line that records nothing: "look" (the current state), "help", "log", "stats", "settle" or "end"."""

    what: str


LineMeaning = Write | Take | Ask

_FORMS = str.maketrans("！＜＝？＋＃：，、　－／", "!<=?+#:,, -/")
_ASKS = {
    "look": ("",),
    "help": ("?", "h", "help", "說明"),
    "end": ("q", "quit", "exit", "bye", "收工", "完", "走"),
    "log": ("log", "記錄"),
    "stats": ("stats", "統計"),
    "settle": ("settle", "找數"),
}
_TAKES = {False: ("u", "undo", "還原"), True: ("r", "redo", "重做")}
_DRAW = ("=", "draw", "流局")
_FALSE = ("x", "false", "詐糊", "詐")
_ALIASES: dict[str, tuple[str, ...]] = {
    "fine": ("罰子", "罰"),
    "kong": ("暗槓",),
    "dice": ("擲骰", "骰"),
    "cut": ("斬", "斬拉"),
    "pay": ("penalty", "罰款", "賠"),
    "collect": ("收錢",),
    "event": ("事",),
    "swap": ("換人",),
    "leave": ("離座", "走人"),
    "join": ("入座",),
    "seats": ("換位",),
    "redraw": ("搬風",),
    "close": ("埋數",),
    "rename": ("改名",),
    "edit": ("改",),
    "reverse": ("作廢",),
    "robbed": ("rob", "搶槓"),
    "onkong": ("on-kong", "槓上", "槓上開花"),
    "dead": ("相公",),
    "liable": ("包",),
}
_WORDS = {word: name for name, words in _ALIASES.items() for word in (name, *words)}
_FAN_WORD = "番"
_FAN = re.compile(rf"(\d{{1,12}})(?:{_FAN_WORD}|fan|f)?", re.IGNORECASE)
_RUN_TOGETHER = re.compile(rf"(\D+)(\d{{1,12}})(?:{_FAN_WORD})?(\D*)")
_EVENT = re.compile(r"([^=<:]+)(?:=(\d{1,4}))?")
_SEATS = "東南西北"


def read_line(text: str, table: SeatPlan) -> LineMeaning:
    """Parses a line; an error repeats what was typed.

    >>> from sikwu.seats import Table
    >>> table = Table(("Ann", "Bob", "Cat", "Dan"))
    >>> read_line("b 10 a", table).event
    Result(result='discard', wins={'Bob': 10}, source='Ann', by=None, flowers_by=None, robbed=False, cuts=(), fines=(), \
kongs=(), dice=None, tiles={}, told={}, note='', dead=(), liable=None, liable_share=None, events=())
    >>> read_line("b 10", table).event.result, read_line("=", table).event.result, read_line("u", table)
    ('self_draw', 'draw', Take(times=1, again=False))
    """
    line, _, note = text.translate(_FORMS).strip().partition("#")
    words = _spaced(line).split()
    first = words[0].lower() if words else ""
    for what, known in _ASKS.items():
        if len(words) <= 1 and first in known:
            return Ask(what)
    for again, known in _TAKES.items():
        if first in known and len(words) <= 2 and not (len(words) == 2 and len(first) == 1 and _is_name(first, table)):
            return Take(_count(words[1:], text), again)
    return Write(_event(words, normal(note), table, text))


def _spaced(line: str) -> str:
    """Separates signs from names by blanks; `!c` is 包."""
    return line.replace("<", " < ").replace("!", " ! ").replace(",", " ")


def _count(words: Sequence[str], text: str) -> int:
    if not words:
        return 1
    found = _FAN.fullmatch(words[0])
    if found is None:
        raise _unread(text)
    return int(found[1])


def _unread(text: str) -> BookError:
    return BookError.of("book.line", typed=text.strip())


# --- names


def name_of(word: str, names: Sequence[str], turn: Sequence[str] = ()) -> str:
    """The player that a word means: a name, the start of it in upper or lower case, a part of it, or a seat 東南西北.

    >>> name_of("明", ["阿明", "阿珍"]), name_of("bo", ["Ann", "Bob"]), name_of("南", ["Ann", "Bob"], ["Ann", "Bob"])
    ('阿明', 'Bob', 'Bob')
    """
    found = _meant(word, names, turn)
    if len(found) == 1:
        return found[0]
    if found:
        raise BookError.of("book.ambiguous", typed=word, choices=tuple(found))
    guess = nearest(word, names)
    hint = say("hint.player", guess=guess) if guess else None
    raise BookError.of("book.unknown_player", player=word, seated=tuple(names), hint=hint)


def _meant(word: str, names: Sequence[str], turn: Sequence[str] = ()) -> list[str]:
    """All players that a word may mean, by the most reliable kind of match."""
    given = normal(word)
    small = given.casefold()
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == given,
        lambda name: name.casefold() == small,
        lambda name: name.casefold().startswith(small),
        # A part inside a name: 明 for 阿明, since many names begin alike; with Latin letters it would more likely be a
        # slip.
        lambda name: not small.isascii() and small in name.casefold(),
    )
    for way in ways:
        found = [name for name in names if way(name)]
        if found:
            return found
    seat = _SEATS.find(given) if len(given) == 1 else -1
    return [turn[seat]] if 0 <= seat < len(turn) else []


def _is_name(word: str, table: SeatPlan) -> bool:
    return bool(_meant(word, table.seated, table.turn))


# --- events


def _event(words: list[str], note: str, table: SeatPlan, text: str) -> Action:
    reader = _LineWords(words, table, text)
    first = words[0].lower()
    if first in _DRAW:
        return reader.skip().hand({"result": "draw"}, note)
    if first in _FALSE and len(words) > 1 and not _FAN.fullmatch(words[1]):
        return reader.skip().false_win(note)
    command = _WORDS.get(first.removeprefix("--"))
    numbered = len(words) > 1 and _FAN.fullmatch(words[1]) is not None
    if command is not None and not (numbered and not first.startswith("--") and _is_name(first, table)):
        return reader.skip().beside(command, note)
    return reader.win(note)


class _LineWords:
    """The words of one line, consumed one after the other."""

    def __init__(self, words: list[str], table: SeatPlan, text: str) -> None:
        self.words, self.table, self.text = words, table, text

    def skip(self) -> _LineWords:
        self.words = self.words[1:]
        return self

    def next(self) -> str:
        if not self.words:
            raise _unread(self.text)
        word, *self.words = self.words
        return word

    def name(self) -> str:
        return name_of(self.next(), self.table.seated, self.table.turn)

    def names(self) -> list[str]:
        found = []
        while self.words:
            found.append(self.name())
        return found

    def number(self) -> int:
        found = _FAN.fullmatch(self.next())
        if found is None:
            raise _unread(self.text)
        return int(found[1])

    def dice(self) -> list[int]:
        """Three numbers, in one word or three."""
        given = ""
        while self.words and len(given) < 3 and re.fullmatch(r"[\d-]+", self.words[0]):
            given += self.next().replace("-", "")
        if len(given) != 3 or not all("1" <= each <= "6" for each in given):
            raise BookError.of("book.dice_typed", typed=given or self.text.strip())
        return [int(each) for each in given]

    def end(self) -> None:
        if self.words:
            raise BookError.of("book.line_rest", rest=" ".join(self.words), typed=self.text.strip())

    # --- hands

    def win(self, note: str) -> Result:
        """`b 10`, `b 10 a`, `b 3 c 5 < a`, `阿珍10阿明`; then further facts."""
        self._apart()
        wins: dict[str, int] = {}
        while len(self.words) > 1 and _FAN.fullmatch(self.words[1]) and self._flag(self.words[0]) is None:
            player = self.name()
            if player in wins:
                raise BookError.of("book.twice", player=player, typed=self.text.strip())
            wins[player] = fan = self.number()
            if fan > MOST_FAN:
                raise BookError.of("book.fan_range", player=player, fan=fan, most=MOST_FAN)
        if not wins:
            if not self.words or not _is_name(self.words[0], self.table):
                raise self._neither()
            raise BookError.of("book.no_fan", player=self.name(), typed=self.text.strip())
        source = None
        if self.words and self.words[0] == "<":
            source = self.skip().name()
        elif self.words and self.words[0] != "!" and self._flag(self.words[0]) is None:
            source = self.name()
        result = "self_draw" if source is None else "discard"
        return self.hand({"result": result, "wins": wins, "from": source}, note)

    def _apart(self) -> None:
        """Splits a word that is no name and contains a number: 阿珍10阿明."""
        found = _RUN_TOGETHER.fullmatch(self.words[0])
        if found is not None and not _is_name(self.words[0], self.table):
            self.words = [each for each in found.groups() if each] + self.words[1:]

    def _neither(self) -> BookError:
        """The error for a first word that is neither a player nor a command."""
        word = self.words[0] if self.words else self.text.strip()
        if len(self.words) > 1 and _FAN.fullmatch(self.words[1]):
            return BookError.of("book.unknown_player", player=word, seated=self.table.seated, hint=None)
        return _unread(self.text)

    def false_win(self, note: str) -> Result:
        return self.hand({"result": "false_win", "by": self.name()}, note)

    def _flag(self, word: str) -> str | None:
        """A word with a further fact; one that is also a player's name needs two dashes."""
        plain = word.lower().removeprefix("--")
        found = _WORDS.get(plain)
        if found is None or (not word.startswith("--") and _is_name(word, self.table)):
            return None
        return found

    def hand(self, told: dict[str, object], note: str) -> Result:
        """A hand with further facts: `!c` 包, fine d, kong d, dice 444, dead d, rob, onkong, event horse=2."""
        lists: dict[str, list[str]] = {"fines": [], "kongs": [], "dead": []}
        events: list[dict[str, object]] = []
        while self.words:
            word = self.next()
            flag = "liable" if word == "!" else self._flag(word)
            match flag:
                case "liable":
                    told["liable"] = self.name()
                case "fine" | "kong":
                    lists[f"{flag}s"].append(self.name())
                case "event":
                    events.append(self.event())
                case "dead":
                    lists["dead"].append(self.name())
                case "dice":
                    told["dice"] = self.dice()
                case "robbed":
                    told["robbed"] = True
                case "onkong" if told.get("from") is not None:
                    told["result"] = "kong_replacement"
                case _:
                    raise BookError.of("book.line_rest", rest=" ".join((word, *self.words)), typed=self.text.strip())
        return read_hand({**told, **lists, **({"events": events} if events else {}), "note": note})

    def event(self) -> dict[str, object]:
        """`horse=2`, `flower d`, `kong_exposed c < a`: what happened, how often, to whom, who fed it."""
        found = _EVENT.fullmatch(self.next())
        if found is None:
            raise _unread(self.text)
        told: dict[str, object] = {"event": found[1]}
        told |= {"count": int(found[2])} if found[2] else {}
        if (
            self.words
            and self.words[0] != "<"
            and self._flag(self.words[0]) is None
            and _is_name(self.words[0], self.table)
        ):
            told["player"] = self.name()
        if self.words and self.words[0] == "<":
            told["from"] = self.skip().name()
        return told

    # --- other entries

    def beside(self, command: str, note: str) -> Action:
        """Any other entry."""
        event = self._beside(command, note)
        self.end()
        return event

    def _beside(self, command: str, note: str) -> Action:
        match command:
            case "fine":
                return Fine(self.name())
            case "kong":
                return Kong(self.name())
            case "dice":
                one, two, three = self.dice()
                return Dice((one, two, three))
            case "cut":
                return Cut(self.name(), self.name())
            case "pay":
                payer, amount = self.name(), self.next()
                return Penalty(payer, tuple(self.names()), amount, note)
            case "collect":
                payee, amount = self.name(), self.next()
                others = self.names() or [each for each in self.table.turn if each != payee]
                return Collect(payee, tuple(others), amount, note)
            case "event":
                happening = converted({**self.event(), "type": "event"})
                assert isinstance(happening, TableEvent)
                return happening
            case "swap":
                return Swap(self.name(), self._newcomer())
            case "leave":
                return Swap(leaves=self.name())
            case "join":
                return Swap(joins=self._newcomer())
            case "seats" | "redraw":
                return self._order(Seats if command == "seats" else Redraw)
            case "close":
                return Close()
            case "rename":
                name, self.words = " ".join(self.words), []
                if not name:
                    raise _unread(self.text)
                return Rename(name)
            case "reverse":
                return Reverse(self.number(), note)
            case "edit":
                return self._edit(note)
        raise _unread(self.text)

    def _newcomer(self) -> str:
        name, self.words = " ".join(self.words), []
        if not name:
            raise _unread(self.text)
        return name

    def _order(self, kind: type[Seats] | type[Redraw]) -> Content:
        order = self.names()
        if len(order) != len(self.table.seated):
            raise BookError.of("book.seats_order", seated=self.table.seated)
        return kind(tuple(order))

    def _edit(self, note: str) -> Edit:
        """`edit 4 b 10 a`: replaces entry 4 by another event."""
        target = self.number()
        if not self.words:
            raise _unread(self.text)
        event = _event(self.words, note, self.table, self.text)
        self.words = []
        if isinstance(event, Edit | Reverse | Close | Rename):
            raise _unread(self.text)
        return Edit(target, event)
