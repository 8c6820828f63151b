"""The table in the browser against the library: a viewer's board byte for byte, records as they are read, walls as they are proved."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app_node import ask
from app_records import record_lines, record_text
from matches import objects, some_match
from sikwu import Win
from sikwu.live.board import after, blank
from sikwu.play.lines import DecisionLine, HeaderLine, Line, WinLine
from sikwu.play.problems import PlayError
from sikwu.play.record import read_record
from sikwu.play.replay import rules_of_record
from sikwu.play.verify import verify
from sikwu.play.view import seen_lines

RULESETS = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
ODD = ('阿"明\\', "7", "E", "é\u2028𠮷")


def boards(lines: list[Line], name: str | None) -> list[str]:
    """The hash of all boards of a viewer in a row, and of the last one."""
    rules = rules_of_record(lines)
    board, every = blank(rules), sha256()
    for line in seen_lines(lines, name, rules.terms.kongs.hidden):
        if line is not None and not isinstance(line, DecisionLine):
            board = after(board, line)
            every.update(board.canonical)
    return [every.hexdigest(), board.hash]


def same_boards(tmp_path: Path, records: list[list[Line]]) -> None:
    asked = []
    for lines in records:
        head = lines[0]
        assert isinstance(head, HeaderLine)
        asked.append({"boards": objects(lines), "viewers": [*head.players, None]})
    told = ask(tmp_path, asked)
    for lines, question, answers in zip(records, asked, told, strict=True):
        for name, theirs in zip(question["viewers"], answers, strict=True):
            assert theirs == boards(lines, name), (lines[0], name)


@pytest.mark.parametrize("name", RULESETS)
def test_boards_are_the_same_bytes(tmp_path: Path, name: str) -> None:
    """Twelve matches of six deals under changed rules, each as four players and a watcher see it."""
    same_boards(tmp_path, [some_match(name, number)[1] for number in range(12)])


def test_names_that_look_like_numbers_and_texts_that_need_escapes(tmp_path: Path) -> None:
    same_boards(tmp_path, [list(record_lines(name, 3, 1, ODD)) for name in RULESETS])


# --- records read and walls proved


def told(text: str) -> dict[str, Any]:
    """What the library says of a record: the part of `sikwu verify` that needs no rules."""
    try:
        lines, problems = read_record(text)
    except PlayError as error:
        (found,) = error.problems
        why = found.facts.get("why")
        return {"line": found.facts["line"], "code": found.code, "why": None if why is None else why.code}
    if not lines:
        return {"line": 1, "code": "play.record_empty", "why": None}
    checked = [
        {"deal": each.deal, "line": each.line, "faults": list(each.faults), "proven": each.proven}
        for each in verify(line.to_dict() for line in lines)
    ]
    return {"cut": problems[0].facts["line"] if problems else None, "checked": checked}


Rows = list[dict[str, Any]]


def of_type(rows: Rows, kind: str, chance: Random) -> dict[str, Any]:
    return chance.choice([row for row in rows if row["type"] == kind])


def _tile(row: dict[str, Any], chance: Random) -> None:
    row["pai"] = "9m" if row["pai"] != "9m" else "1m"


def _hand(row: dict[str, Any], chance: Random) -> None:
    hand = chance.choice(row["tehais"])
    hand[0] = "白" if hand[0] != "白" else "中"


def _flip(key: str) -> Callable[[dict[str, Any], Random], None]:
    def flip(row: dict[str, Any], chance: Random) -> None:
        row[key] = ("1" if row[key][0] != "1" else "2") + row[key][1:]

    return flip


def _nonce(row: dict[str, Any], chance: Random) -> None:
    row["nonces"][chance.randrange(4)] = "f" * 32


def _wall(row: dict[str, Any], chance: Random) -> None:
    row["wall"][0], row["wall"][100] = row["wall"][100], row["wall"][0]


def _wall_twice(row: dict[str, Any], chance: Random) -> None:
    row["wall"][0] = row["wall"][1]


def _number(row: dict[str, Any], chance: Random) -> None:
    row["deal"] += 1


TAMPERED: dict[str, tuple[str, Callable[[dict[str, Any], Random], None]]] = {
    "a draw": ("tsumo", _tile),
    "a hand": ("start_kyoku", _hand),
    "commit before": ("start_kyoku", _flip("commit")),
    "commit after": ("proof", _flip("commit")),
    "seed": ("proof", _flip("seed")),
    "nonce": ("proof", _nonce),
    "wall": ("proof", _wall),
    "wall twice": ("proof", _wall_twice),
    "deal": ("proof", _number),
    "table": ("proof", _flip("table")),
    "rules": ("proof", _flip("rules")),
    "header": ("start_game", _flip("rules")),
}


@pytest.mark.parametrize("name", ["hk-standard", "hk-taiwanese", "club16"])
def test_walls_are_proved_alike(tmp_path: Path, name: str) -> None:
    """Good and tampered records, by the browser's cryptography and by our own."""
    good = record_text(name)
    texts = [good, record_text(name, chain=True), good[: len(good) // 2], good.replace(',"back":"flower"', "", 1)]
    for number, (kind, change) in enumerate(TAMPERED.values()):
        rows: Rows = [json.loads(row) for row in good.splitlines()]
        chance = Random(number)
        change(of_type(rows, kind, chance), chance)
        texts.append("".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows))
    ours = [told(text) for text in texts]
    assert ours == ask(tmp_path, ({"verify": text} for text in texts))
    assert ours == ask(tmp_path, ({"verify": text, "own": True} for text in texts))
    assert all(not each["faults"] for which in ours[:2] for each in which["checked"])
    assert all(any(each["faults"] for each in which["checked"]) for which in ours[4:])


def broken(good: str, chance: Random) -> Iterator[str]:
    """A record with something wrong in its lines, each in another way."""
    rows = good.splitlines(keepends=True)
    at, other = sorted(chance.sample(range(1, len(rows)), 2))
    yield "".join(rows[:at] + rows[at + 1 :])
    yield "".join([*rows[:at], rows[other], *rows[at + 1 : other], rows[at], *rows[other + 1 :]])
    yield "".join([*rows[:at], rows[at].replace('"actor":"E"', '"actor":"S"'), *rows[at + 1 :]])
    yield "".join([*rows[:at], rows[at][:-9], "\n", *rows[at + 1 :]])
    yield "".join([*rows[:at], rows[0], *rows[at:]])
    line = json.loads(rows[at])
    for key in [each for each in line if each not in ("h",)]:
        for value in (None, 5, "x", [], {}, True):
            changed = {**line, key: value}
            yield "".join(
                [*rows[:at], json.dumps(changed, ensure_ascii=False, separators=(",", ":")) + "\n", *rows[at + 1 :]]
            )
        less = {name: value for name, value in line.items() if name != key}
        yield "".join([*rows[:at], json.dumps(less, ensure_ascii=False, separators=(",", ":")) + "\n", *rows[at + 1 :]])


@pytest.mark.parametrize("chain", [False, True])
def test_lines_are_refused_alike(tmp_path: Path, chain: bool) -> None:
    """The same line is named for the same reason, whatever was done to it."""
    texts = ["", "\n", "[]\n", "{\n", '{"type":"dead","actor":"S"}\n']
    for seed in range(6 if chain else 20):
        good = record_text("hk-common", seed=3, chain=chain)
        texts += broken(good, Random(seed))
    ours = [told(text) for text in texts]
    theirs = ask(tmp_path, ({"verify": text} for text in texts))
    wrong = [(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
    assert not wrong, wrong[:5]
    assert len({each.get("why") for each in ours}) > 2


# --- wins of records as hands


@pytest.mark.parametrize("name", RULESETS)
def test_a_win_of_a_record_is_the_hand_that_score_reads(tmp_path: Path, name: str) -> None:
    wins = [line for number in range(12) for line in some_match(name, number)[1] if isinstance(line, WinLine)]
    cases = [line.to_dict()["case"] for line in wins]
    told = ask(tmp_path, ({"case": case} for case in cases))
    for case, text in zip(cases, told, strict=True):
        own = {key: value for key, value in case.items() if key not in ("id", "kind", "ruleset", "options", "rules")}
        assert Win.parse(text) == Win.from_case(own), text
    assert len(cases) > 10
