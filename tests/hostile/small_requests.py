"""Small requests that cause much work: deeply nested names, thousands of unknown names. Work is counted, not time."""

from __future__ import annotations

import difflib
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from hostile.attack import Attack
from sikwu.rules import files, limits
from sikwu.rules.files import from_data, from_toml
from sikwu.texts import RulesError

MOST = 60_000  # characters, as in a request
GUESSES = 5  # names compared with all others


class Work:
    """Counters of work."""

    guesses = 0
    deepest = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Counts names that are compared with all others, and the depth of the keys given to the TOML parser."""
    work, close, loads = Work(), difflib.get_close_matches, tomllib.loads

    def guessed(*words: Any, **more: Any) -> Any:
        work.guesses += 1
        return close(*words, **more)

    def read(text: str) -> Any:
        work.deepest = max([work.deepest, *(line.count(".") for line in text.splitlines())])
        return loads(text)

    difflib.get_close_matches, tomllib.loads = guessed, read  # type: ignore[assignment]
    try:
        yield work
    finally:
        difflib.get_close_matches, tomllib.loads = close, loads


def deep(chance: Random) -> str:
    """A deeply nested key."""
    name, dot = chance.choice(("a", "ab", '"a"', "'a'")), chance.choice((".", " . ", "\t."))
    keys = dot.join([name] * chance.randrange(2, MOST // (len(name) + len(dot))))
    before = chance.choice(("", 'x = ["""\n\' """, ', "# it's\n"))
    return before + chance.choice(("[{}]\n", "[[{}]]\n", "{} = 1\n", "x = {{{} = 1}}\n", "[options]\n{} = 1\n")).format(
        keys
    )


def unknown(chance: Random) -> dict[str, Any]:
    """Thousands of unknown names, similar to known ones."""
    names = [f"{chance.choice(('limit.cap_fan', 'full_flush.fan', 'x'))}{n}" for n in range(chance.randrange(6, 2_000))]
    place = chance.choice(("options", "prices", "patterns", "top", "absorbs"))
    if place == "top":
        return dict.fromkeys(names, 1)
    pattern = {"id": "own", "when": "suits == 1", "fan": 1}
    if place == "patterns":
        return {"patterns": [{**pattern, **dict.fromkeys(names, 1)}]}
    if place == "absorbs":
        return {"patterns": [{**pattern, "absorbs": names[:100]}]}
    return {place: dict.fromkeys(names, 1)}


def one(chance: Random) -> str:
    """One request; returns its code."""
    with counted() as work:
        try:
            if chance.random() < 0.5:
                from_toml(deep(chance))
            else:
                from_data(unknown(chance))
        except RulesError as error:
            code = error.code
        else:
            code = "taken"
    assert work.deepest <= limits.MOST_KEYS, f"a key of {work.deepest:,} parts was read"
    assert work.guesses <= GUESSES, f"{work.guesses:,} names were compared with all others"
    return code


def run(seed: int, size: int) -> str:
    """Request after request."""
    chance = Random(seed)
    codes = [one(chance) for _ in range(size)]
    assert codes.count("rules.too_large") > size // 5, f"{set(codes)}"
    assert "taken" not in codes, "rules were taken that are none"
    return f"{size:,} small requests: at most {limits.MOST_KEYS} parts of a key read, 5 names compared"


def planted(seed: int) -> str:
    """Without either limit the work must be noticed."""
    caught = []
    for place, name in ((files, "MOST_KEYS"), (sys.modules["sikwu.texts.problem"], "MOST_GUESSES")):
        usual = getattr(place, name)
        setattr(place, name, 10**9)
        chance = Random(seed)
        try:
            for _ in range(30):
                one(chance)
        except AssertionError as found:
            caught.append(str(found))
        finally:
            setattr(place, name, usual)
    assert len(caught) == 2, f"only {caught} was noticed"
    return "; ".join(caught)


ATTACKS = (Attack("small_requests", "G18", 20_000, 60, run, planted),)
