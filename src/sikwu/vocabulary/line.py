"""Spoken words in a hand line: 自摸, 海底, 東位, 南圈, 門風=南, 碰(中中中<上家).

`heard` takes them out of a text and leaves blanks, so that all other positions stay correct.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from sikwu.vocabulary.fold import alike, table

WINDS = "東南西北"
LETTERS = "ESWN"
_BEFORE = {"上家": 3, "對家": 2, "下家": 1}
"""Seats relative to the winner: the number of places further in turn order."""
_RELATIVE = re.compile("(?<=[<=])(上家|下家|對家|莊家?|[東南西北]家)")
_MARKS = re.compile("[，、。；;]")


@dataclass(slots=True)
class SpokenLine:
    """A line with its spoken words taken out."""

    text: str
    """The same length, with blanks in place of the words."""
    words: list[str] = field(default_factory=list)
    """The words in written form: `self_draw`, `seat=S`."""
    melds: dict[int, str] = field(default_factory=dict)
    """The kinds that melds were called, by the place of their bracket: `pung`, `kong`."""


@cache
def _said() -> dict[str, list[tuple[str, str]]]:
    """Every spoken word → its possible written forms, each with how the tile must have come ("": any way)."""
    found: dict[str, list[tuple[str, str]]] = {}
    for writes, entry in table()["line"].items():
        for word in entry["words"]:
            found.setdefault(alike(word).casefold(), []).append((writes, entry.get("by", "")))
    for wind, letter in zip(WINDS, LETTERS, strict=True):
        seats, rounds = (
            ("{}位", "坐{}", "{}座", "門風{}", "自風{}", "{}家"),
            ("{}圈", "{}風圈", "圈風{}", "打{}圈", "場風{}"),
        )
        for forms, key in ((seats, "seat"), (rounds, "round")):
            for form in forms:
                found[form.format(wind)] = [(f"{key}={letter}", "")]
        english = ("east", "south", "west", "north")[LETTERS.index(letter)]
        for key in ("seat", "round"):
            found[f"{english} {key}"] = found[f"{letter.lower()} {key}"] = [(f"{key}={letter}", "")]
    for dealer in ("莊家", "莊位", "做莊", "莊", "dealer"):
        found[dealer] = [("seat=E", "")]
    return found


def words() -> dict[str, tuple[str, ...]]:
    """The spoken words for each circumstance, by its written form."""
    return {writes: tuple(entry["words"]) for writes, entry in table()["line"].items() if writes}


@cache
def _pattern() -> re.Pattern[str]:
    known = sorted(_said(), key=len, reverse=True)
    chinese = "|".join(re.escape(word) for word in known if not word.isascii())
    latin = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in known if word.isascii())
    return re.compile(rf"(?<![<=+])(?:{chinese})|(?<![\w<=+])(?:{latin})(?![\w=:])", re.IGNORECASE)


@cache
def _keys() -> re.Pattern[str]:
    known = sorted(
        ((word, key) for key, some in table()["keys"].items() for word in some), key=lambda each: -len(each[0])
    )
    return re.compile("(" + "|".join(re.escape(word) for word, _ in known) + r")=(\S+)")


@cache
def _brackets() -> re.Pattern[str]:
    known = sorted((word for some in table()["melds"].values() for word in some), key=len, reverse=True)
    return re.compile("(" + "|".join(known) + r")\s*(?=&?[(\[])")


_SEAT = re.compile(r"(?:(?<![\w])seat=|門風=?|自風=?|座位?=|位=|坐=?)(\w+)|([東南西北])[位座]|(莊)", re.IGNORECASE)
_TILE = "[1-9一二三四五六七八九][萬筒索條餅mps]|[東南西北中發白]|[ESWN]"
_WON = re.compile(
    rf"(?:自摸|食(?P<who>[東南西北])家出銃[嘅的]?|食(?P<robbed>[東南西北])家搶槓[嘅的]?)(?:\s?(?P<tile>{_TILE})(?P<end>\s*(?:$|[，,、]))?(?=\s|$|[，,、]))?"
)


def with_replacement(words: Iterable[str]) -> list[str]:
    """Words of a line, each once; kongs in a row end with the replacement tile of a kong.

    >>> with_replacement(["kong_chain=2", "last_tile", "last_tile"])
    ['kong_chain=2', 'last_tile', 'replacement=kong']
    """
    told = list(dict.fromkeys(words))
    chained = any(word.startswith("kong_chain=") for word in told)
    return [*told, "replacement=kong"] if chained and "replacement=kong" not in told else told


def heard(text: str) -> SpokenLine:
    """The line without its spoken words, and their written forms.

    >>> told = heard("123m 456p 南位 自摸 海底 +9p")
    >>> told.words, told.text
    (['self_draw', 'seat=S', 'last_tile'], '123m 456p          +9p')
    >>> heard("碰(中中中<下家) 門風=南 +9p<对家").words
    ['seat=S']
    >>> heard("碰(中中中<下家) 門風=南 +9p<对家").text
    ' (中中中<W )      +9p<N '
    """
    told = SpokenLine(alike(text))
    seat = _seat(told.text)
    told.text = _RELATIVE.sub(lambda found: _absolute(found[1], seat), told.text)
    told.text = _brackets().sub(lambda found: _meld(found, told), told.text)
    told.text = _WON.sub(lambda found: _won(found, told), told.text)
    told.words = list(dict.fromkeys(told.words))
    told.text = _keys().sub(lambda found: _key(found, told), told.text)
    by = "discard" if "<" in told.text.partition("+")[2] else "self_draw"
    said: list[str] = []

    def put(found: re.Match[str]) -> str:
        ways = _said()[re.sub(r"\s+", " ", found[0].casefold())]
        said.extend(writes.split() if (writes := next((w for w, how in ways if how in ("", by)), ways[0][0])) else ())
        return " " * len(found[0])

    told.text = _pattern().sub(put, told.text)
    told.words = with_replacement((*told.words, *said))
    if told.words:
        told.text = _MARKS.sub(" ", told.text)
    told.text = "".join(
        own if now == same else now for own, same, now in zip(text, alike(text), told.text, strict=True)
    )
    return told


def _seat(text: str) -> int:
    """The winner's seat as a number, if the text gives it; otherwise East."""
    for value, wind, dealer in _SEAT.findall(text):
        if dealer:
            return 0
        sign = (wind or value[:1]).upper()
        if sign in WINDS:
            return WINDS.index(sign)
        if sign in LETTERS:
            return LETTERS.index(sign)
    return 0


def _absolute(word: str, seat: int) -> str:
    """A seat by its letter, padded with blanks to the length of the word."""
    if word in _BEFORE:
        letter = LETTERS[(seat + _BEFORE[word]) % 4]
    else:
        letter = "E" if word[0] == "莊" else LETTERS[WINDS.index(word[0])]
    return letter.ljust(len(word))


def _meld(found: re.Match[str], told: SpokenLine) -> str:
    kind = next(kind for kind, words in table()["melds"].items() if found[1] in words)
    told.melds[found.end()] = kind
    return " " * len(found[0])


def _won(found: re.Match[str], told: SpokenLine) -> str:
    """「自摸 9索」 and 「食西家出銃嘅白」 name the winning tile; they are used if no `+` does.

    If there is a `+` too, the tile repeats it only at the end of the spoken words.
    """
    who = found["who"] or found["robbed"]
    told.words.append("rob_kong" if found["robbed"] else "discard" if who else "self_draw")
    blank = " " * len(found[0])
    if found["tile"] is None:
        return blank
    if "+" not in told.text:
        return (f"+{found['tile']}" + (f"<{who}" if who else "")).ljust(len(found[0]))
    return blank if found["end"] is not None else found["tile"].rjust(len(found[0]))


def _key(found: re.Match[str], told: SpokenLine) -> str:
    key = next(key for key, words in table()["keys"].items() if found[1] in words)
    value = found[2]
    told.words.append(f"{key}={LETTERS[WINDS.index(value)] if value in tuple(WINDS) else value}")
    return " " * len(found[0])
