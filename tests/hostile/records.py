"""Attack on records of matches: a changed record, even with recomputed hashes, is refused with its line, or is equivalent."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import StringIO
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from rich.console import Console

from hostile import mutate
from hostile.attack import Attack
from hostile.refusals import legible, noticed
from matches import objects, some_match
from sikwu.cli.play.narration import Narrator
from sikwu.cli.play.records import _piece
from sikwu.cli.shared.drawn import Pen
from sikwu.play import record as record_module
from sikwu.play import replay as replay_module
from sikwu.play.lines import KEYS, TYPES, HeaderLine, Line
from sikwu.play.reader import read_line, read_object
from sikwu.play.record import read_record
from sikwu.play.replay import replay, rules_of_record
from sikwu.play.verify import verify
from sikwu.play.view import seen_record
from sikwu.texts import Problem, SikwuError

SLOWEST = 5.0
_HEADER = ("play.record_empty", "play.record_view", "play.record_rules")
"""Errors of the header as a whole."""
_FREE = {"start_game": {"sikwu", "chain"}, "decision": {"chosen", "default"}}
"""Fields that a record may change and still be valid: the version, whether there are hashes, the choices."""


Object = dict[str, Any]


class Record(NamedTuple):
    """A record as written."""

    lines: list[Object]
    kongs_hidden: bool

    @property
    def archive(self) -> bool:
        """Whether it is an archive."""
        return bool(self.lines[0]["view"] == "archive")

    @property
    def decisions(self) -> bool:
        """Whether it has decision lines."""
        return bool(self.lines[0]["decisions"])


@cache
def records() -> tuple[Record, ...]:
    """Matches under all five rulesets, two of them without decisions, and the views of a player and a spectator for
    three.
    """
    kinds = [("hk-standard", True), ("hk-common", True), ("hk-classic", True), ("hk-taiwanese", True), ("club16", True)]
    out = []
    for number, (name, decisions) in enumerate([*kinds, ("hk-standard", False), ("hk-taiwanese", False)]):
        match, lines, _ = some_match(name, 500 + number, deals=2, decisions=decisions)
        hidden = match.rules.terms.kongs.hidden
        out.append(Record(objects(lines), hidden))
        if number % 3 == 0:
            out += [Record(objects(seen_record(lines, who, hidden)), hidden) for who in ("Ben", None)]
    return tuple(out)


def written(lines: Sequence[object], chain: bool) -> str:
    """The lines as a file, with hashes if wanted."""
    out, before = [], ""
    for line in lines:
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        try:
            text.encode()
        except UnicodeEncodeError:
            text = json.dumps(line, separators=(",", ":"))
        if chain and isinstance(line, dict):
            before = hashlib.sha256((before + text).encode()).hexdigest()[:16]
            text = f'{text[:-1]},"h":"{before}"}}'
        out.append(text + "\n")
    return "".join(out)


def bent(chance: Random, record: Record) -> str:
    """A changed record file; its hashes are recomputed, broken, or absent."""
    lines: list[object] = [*record.lines]
    place = chance.choice((0, 1, len(lines) - 1, *(chance.randrange(len(lines)) for _ in range(5))))
    chain = chance.random() < 0.5
    lines[0] = {**record.lines[0], "chain": chain}
    match chance.randrange(12):
        case 0:
            return mutate.text(chance, written(lines, chain))
        case 1:
            del lines[place]
        case 2:
            lines.insert(chance.randrange(len(lines)), lines[place])
        case 3:
            other = chance.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case 4:
            del lines[place:]
        case 5 if isinstance(line := lines[place], dict):
            keys = [key for key in line if key != "type"] or ["type"]
            lines[place] = {key: value for key, value in line.items() if key != chance.choice(keys)}
        case 6 if isinstance(line := lines[place], dict):
            lines[place] = {**line, chance.choice(list(line)): chance.choice(mutate.VALUES)}
        case 7:
            foreign = chance.choice(records()).lines
            lines[place] = chance.choice(foreign)
        case _:
            lines[place] = mutate.plain(chance, lines[place])
    return written(lines, chain)


# --- the result


def names_the_line(error: SikwuError, about: str) -> str:
    """The code of an error, which must name the line."""
    code = legible(error, about[:2000])
    for each in error.problems:
        assert code in _HEADER or isinstance(each.facts.get("line"), int), f"{code} names no line: {each.en}"
    return code


def judge(text: str, record: Record, chance: Random) -> str:
    """The code of an error, or `same`, `possible` (other choices) or `view`; tries every way of reading."""
    try:
        lines, left = read_record(text)
        if not lines:
            return "play.record_empty"
        head = lines[0]
        assert isinstance(head, HeaderLine)
        list(verify(objects(lines)))
        rules = rules_of_record(lines)
        archive = head.view == "archive"
        kept = replay(lines).kept if archive else len(lines)
        for who in (*head.players, None):
            list(seen_record(lines, who, rules.terms.kongs.hidden))
        told(lines, chance.choice((*head.players, None)), Narrator(Pen("en"), rules))
    except SikwuError as error:
        return names_the_line(error, text)
    assert all(isinstance(each, Problem) for each in left)
    if not archive or not record.archive:
        return "view"
    return compared(objects(lines[:kept]), record)


def told(lines: list[Line], who: str | None, story: Narrator) -> None:
    """A record in words, as `sikwu replay --as` shows it to one of its players."""
    for number, line in enumerate(seen_record(lines, who, False), 1):
        _piece(story, number, line, Console(file=StringIO()))


def compared(lines: list[Object], record: Record) -> str:
    """An accepted record must equal the original; or, if it has only events, be another possible game."""
    if [*map(known, lines)] == [known(line) for line in record.lines[: len(lines)]]:
        return "same"
    free = [sorted(map(inputs, some)) for some in (lines, record.lines[: len(lines)])]
    assert not record.decisions or free[0] != free[1], f"taken, but different: {first_difference(lines, record)}"
    return "possible"


def known(line: Object) -> dict[str, object]:
    """The fields of a line by its type, without the free ones."""
    kind = line["type"]
    out = {key: line[key] for key in KEYS[kind] if key in line and key not in _FREE.get(kind, ())}
    if "case" in out:
        out["case"] = {key: value for key, value in line["case"].items() if key != "options"}
    return {"type": kind, **out}


def inputs(line: Object) -> str:
    """The input from outside: choices, marks of dead hands, the given wall, where the match was stopped."""
    seed = {key: line.get(key) for key in ("chosen", "default", "seed", "wall", "dice")}
    over = line["type"] == "end_kyoku" and line["next"]
    return json.dumps([line["type"] == "dead" and line, seed, over], sort_keys=True)


def first_difference(lines: list[Object], record: Record) -> str:
    """For the failure message."""
    pairs: Iterator[tuple[Object, Object]] = zip(lines, record.lines, strict=False)
    return next((f"{one!r:.300} / {two!r:.300}" for one, two in pairs if known(one) != known(two)), "its length")


# --- the attack


def run(seed: int, size: int, bend: Callable[[Random, Record], str] = bent) -> str:
    """Changes records and reads each in every way."""
    chance, found, slowest = Random(seed), Counter[str](), 0.0
    for _ in range(size):
        record = chance.choice(records())
        text = bend(chance, record)
        began = time.process_time()
        found[judge(text, record, chance)] += 1
        slowest = max(slowest, time.process_time() - began)
        assert slowest < SLOWEST, f"{slowest:.1f} s for {text[:300]!r}"
    same, possible, views = (found.pop(name, 0) for name in ("same", "possible", "view"))
    return (
        f"{size:,} bent records: {sum(found.values()):,} refused with their line ({len(found)} codes), {same:,} the same,"
        f" {possible:,} with other choices, {views:,} views read; no other exception, slowest {slowest * 1000:.0f} ms"
    )


def planted(seed: int) -> str:
    """Lines that are not compared, and types that are not checked, must be noticed."""
    with patch.object(replay_module._Fold, "_same", lambda fold, made, told: None):
        try:
            run(seed, 600)
        except AssertionError as fault:
            compared_not = noticed(fault, "taken, but different", "lines not compared with what the rules make")
        else:
            raise AssertionError("lines that were not compared were not noticed")
    with patch.object(record_module, "read_line", by_its_name_alone):
        try:
            run(seed, 600)
        except (KeyError, TypeError, AttributeError):  # not one of our errors
            return f"{compared_not}; shapes not read"
    raise AssertionError("shapes that were not read were not noticed")


def by_its_name_alone(row: str, number: int) -> Line:
    """A reader that checks only the type of a line."""
    told = read_object(row, number)
    kind = TYPES.get(str(told.get("type")))
    if kind is None:
        return read_line(row, number)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return kind(**{name: told[key] for name, key in names if key in told})  # type: ignore[return-value]


ATTACKS = (Attack("records", "G18", 10_000, 150, run, planted),)
