"""Attack on hand lines: any text gives a win or its problems, and formatted wins parse back to the same value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

from hostile import mutate
from hostile.attack import Attack
from hostile.refusals import legible
from reference.samples import random_win
from sikwu.notation import format_tiles, parse_tiles
from sikwu.texts import SikwuError
from sikwu.win import Win
from sikwu.written import row_of_text


@cache
def lines() -> tuple[Win, ...]:
    """Wins of both games with everything that a line can contain."""
    chance = Random(3)
    return tuple(random_win(chance, chance.choice((4, 5))) for _ in range(500))


def judge(line: str, parse: Callable[[str], Win]) -> str:
    """The result of a line: a win that can be written and read again, or problems with codes and words."""
    try:
        win = parse(line)
    except SikwuError as error:
        return legible(error, line)
    assert parse(win.text) == win, f"{line[:200]!r} is written {win.text!r}, which is another win"
    return "read"


def run(seed: int, size: int, parse: Callable[[str], Win] = Win.parse) -> str:
    """Parses damaged lines, and every undamaged one too."""
    chance, codes, wins = Random(seed), Counter[str](), lines()
    for number in range(size):
        win = wins[number % len(wins)]
        codes[judge(mutate.text(chance, win.text, wins[number * 7 % len(wins)].text), parse)] += 1
        if number < len(wins):
            assert parse(win.text) == win, win.text
            for style in ("text", "mpsz", "zh", "unicode"):
                tiles = win.hand.concealed
                assert parse_tiles(format_tiles(tiles, style)) == tiles, (style, win.text)
            size_ = 13 if len(win.hand.concealed) + 3 * len(win.hand.melds) < 15 else 16
            row = row_of_text(win.text, size_)
            assert row is None or row == win.pack(), win.text
    read = codes.pop("read", 0)
    assert read, "nothing was read"
    assert codes, "everything was read"
    return f"{size:,} damaged lines: {read:,} read and written back, the rest refused with {len(codes)} codes"


def planted(seed: int) -> str:
    """A parser that accepts any Unicode digit, as Python does, must be noticed."""

    def careless(text: str) -> Win:
        for word in text.split():
            if word.startswith("streak="):
                int(word.removeprefix("streak="))
        return Win.parse(text)

    try:
        run(seed, 20_000, careless)
    except ValueError as error:
        if isinstance(error, SikwuError):
            raise
        return "a number read without looking"
    raise AssertionError("a number read without looking was not noticed")


ATTACKS = (Attack("hand lines", "G18", 1_000_000, 2_000, run, planted),)
