"""Attack with books full of corrections: the audit trail of an accepted file takes bounded work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import sikwu
from hostile.attack import Attack
from sikwu.book import Book
from sikwu.book import book as module
from sikwu.book.admission import MOST_REACH, REACH_OF_ONE
from sikwu.book.events import Anything, Edit, Redo, Result, SentEvent, Undo, chained
from sikwu.book.exchange import from_jsonl
from sikwu.book.problems import BookError

AT = "2024-06-01T20:00:00Z"
PLAYERS = ["A", "B", "C", "D"]
RULES = sikwu.ruleset("hk-standard")
DRAWS = 1_500


def a_file(chance: Random, draws: int, corrections: int) -> str:
    """A book of drawn hands, then corrections of them, and of corrections: with a valid hash chain, but not written
    by us.
    """
    book = Book.new("long", PLAYERS, RULES, at=AT)
    log, events = [book.head], []
    events += [Result("draw")] * draws
    seq = draws + 2
    while corrections > 0:
        edit = Edit(chance.randrange(2, draws + 2), Result("discard", {"B": chance.randrange(3, 9)}, "A"))
        group: list[Anything] = [edit]
        if chance.random() < 0.2:  # undone and redone
            group += [Undo(seq), Redo(seq)]
        events += group
        seq += len(group)
        corrections -= len(group)
    for event in events:
        log.append(chained(log[-1], AT, SentEvent(event, "", "", None)))
    head = {"sikwu": "book", "version": 1, "name": "long", "entries": len(log), "head": log[-1].hash}
    rows = [{"seq": each.seq, "at": each.at, "event": json.loads(each.text), "hash": each.hash} for each in log]
    lines = [json.dumps(head)]
    for row, entry in zip(rows, log, strict=True):  # the event exactly as it was hashed
        lines.append(json.dumps({**row, "event": 0}).replace('"event": 0', f'"event": {entry.text}'))
    return "\n".join(lines) + "\n"


@contextmanager
def counted() -> Iterator[list[int]]:
    """Counts the computed steps."""
    usual, count = module.evolve, [0]

    def evolve(*words: object) -> object:
        count[0] += 1
        return usual(*words)  # type: ignore[arg-type]

    module.evolve = evolve  # type: ignore[assignment]
    try:
        yield count
    finally:
        module.evolve = usual


def one(chance: Random, draws: int, corrections: int) -> tuple[bool, int]:
    """One file: refused, or explained with bounded work; returns the number of steps."""
    text = a_file(chance, draws, corrections)
    try:
        with counted() as count:
            book = from_jsonl(text)
    except BookError as error:
        if error.code != "book.reach":
            raise AssertionError(f"refused as {error.code}") from error
        assert count[0] <= 2 * (draws + corrections), f"refused after {count[0]:,} steps"
        return False, count[0]
    length = book.head.seq
    most = max(MOST_REACH, REACH_OF_ONE * length) + length
    with counted() as count:
        trail = list(book.journal())
    assert len(trail) == length
    assert count[0] <= most, f"{count[0]:,} steps for {length:,} entries"
    first = count[0]
    book.record(Result("draw"))
    with counted() as count:
        again = list(book.journal())
    assert count[0] == 0, f"{count[0]:,} steps for one more entry"
    assert again[:length] == trail, "the trail has changed"
    return True, first


def run(seed: int, size: int) -> str:
    """File after file, each with more corrections than the last."""
    chance = Random(seed)
    taken = refused = worst = 0
    for turn in range(size):
        found, steps = one(chance, DRAWS, 40 + 200 * turn)
        taken, refused, worst = taken + found, refused + (not found), max(worst, steps)
    assert min(taken, refused) > 0, "files of both kinds are needed"
    return f"{taken} files told in at most {worst:,} steps, {refused} refused"


def planted(seed: int) -> str:
    """Without the limit the work must be noticed."""
    usual, module.MOST_REACH = module.MOST_REACH, 10**9
    try:
        one(Random(seed), DRAWS, 500)
    except AssertionError as found:
        return f"no limit of corrections ({found})"
    finally:
        module.MOST_REACH = usual
    raise AssertionError("a trail worked out over and over was not noticed")


ATTACKS = (Attack("corrections", "G25", 20, 3, run, planted),)
