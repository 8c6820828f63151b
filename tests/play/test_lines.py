"""Lines of records as types: every written line parses, and is written again byte by byte; damaged lines are named."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from commands import invoked
from matches import objects, some_match
from sikwu.play.lines import KEYS, TYPES, Line
from sikwu.play.problems import PlayError
from sikwu.play.reader import read_line, typed, typed_lines
from sikwu.play.record import read_record, text_of
from sikwu.play.replay import replay, rules_of_record
from sikwu.play.view import seen_record
from test_play_twin import RULESETS


def examples(kind: str) -> list[str]:
    rows = [row.strip() for row in (TYPES[kind].__doc__ or "").splitlines()]
    return [row for row in rows if row.startswith("{")]


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_has_an_example_that_shows_all_its_keys(kind: str) -> None:
    assert set(json.loads(examples(kind)[0])) == {"type", *KEYS[kind]} - (
        {"options", "at"} if kind == "hora" else set()
    )
    for row in examples(kind):
        line = msgspec.json.decode(row, type=Line)
        assert type(line) is TYPES[kind]
        assert msgspec.json.encode(line).decode() == row


@pytest.mark.parametrize("name", RULESETS)
def test_types_write_the_bytes_of_the_disk(name: str) -> None:
    seen = set()
    for number in range(4):
        match, lines, _ = some_match(name, number)
        views = [seen_record(lines, who, match.rules.terms.kongs.hidden) for who in ("Ben", None)]
        for line in (*lines, *(each for view in views for each in view)):
            text = json.dumps(line.to_dict(), ensure_ascii=False, separators=(",", ":"))
            assert line.text == text
            assert read_line(text, 1) == typed(json.loads(text), 1) == line
            seen.add(line.type)
    assert len(seen) > 14


Object = dict[str, Any]


def a_record(chain: bool) -> list[Object]:
    _, lines, _ = some_match("hk-taiwanese", 3, deals=2)
    head, *others = objects(lines)
    return [{**head, "chain": chain}, *others]


def written(lines: list[Object], chain: bool) -> str:
    """Objects as a file, whatever they hold; with valid hashes, if wanted."""
    out, before = [], ""
    for line in lines:
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        if chain:
            before = hashlib.sha256((before + text).encode()).hexdigest()[:16]
            text = f'{text[:-1]},"h":"{before}"}}'
        out.append(text + "\n")
    return "".join(out)


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("start_game", "chain", "yes"),
        ("start_game", "chain", 1),
        ("start_game", "decisions", []),
        ("start_game", "sikwu", 5),
        ("start_game", "players", 5),
        ("start_game", "players", ["A", "A", "B", "C"]),
        ("start_game", "options", 5),
        ("start_kyoku", "tehais", 5),
        ("start_kyoku", "seats", None),
        ("tsumo", "actor", "X"),
        ("tsumo", "pai", ["5m"]),
        ("dahai", "tsumogiri", 1),
        ("decision", "at", None),
        ("decision", "legal", ["jump"]),
        ("decision", "creditor", "Ben"),
        ("end_kyoku", "books", {}),
        ("end_kyoku", "next", {"oya": 1}),
        ("end_kyoku", "payments", {"E": True, "S": 0, "W": 0, "N": 0}),
        ("proof", "wall", "x"),
    ],
)
@pytest.mark.parametrize("chain", [True, False])
def test_a_value_of_another_shape_is_refused_at_every_door_with_its_line(
    kind: str, key: str, value: Any, chain: bool
) -> None:
    lines = a_record(chain)
    place = next(place for place, line in enumerate(lines) if line["type"] == kind and line.get("at") != "cut")
    lines[place] = {**lines[place], key: value}
    for door in (
        lambda: read_record(written(lines, bool(chain))),
        lambda: typed_lines(lines),
    ):
        with pytest.raises(PlayError) as error:
            door()
        told = error.value.problems[0]
        assert (told.code, told.facts["line"]) == ("play.record_line", place + 1)
        assert f'"{key}' in told.en


def test_a_missing_key_is_named_and_shown() -> None:
    with pytest.raises(PlayError) as error:
        typed({"type": "tsumo", "pai": "5m"}, 9)
    assert str(error.value) == (
        'Line 9 of the record cannot be read: "actor" is missing in a line "tsumo"; for example "E".'
    )


def test_keys_that_nobody_knows_are_passed_over() -> None:
    lines = [{**line, "clock": [1, {"x": None}]} for line in a_record(True)]
    read, _ = read_record(written(lines, chain=True))
    assert read == typed_lines(a_record(True))
    assert replay(read).ended


def test_errors_of_the_header_name_the_first_line() -> None:
    for change in ({"options": {"no.such": 1}}, {"ruleset": "x"}, {"players": ["public", "B", "C", "D"]}):
        lines = a_record(False)
        lines[0] |= change
        with pytest.raises(PlayError) as error:
            replay(typed_lines(lines))
        assert error.value.problems[0].facts["line"] == 1
    with pytest.raises(PlayError):
        rules_of_record(typed_lines([{"type": "dead", "actor": "E"}]))


@pytest.mark.parametrize("left", [{}, {"chain": False}])
def test_a_chain_cannot_be_switched_off_in_silence(left: dict[str, bool]) -> None:
    """Removing the flag from the header leaves hashes behind; removing these too is reported."""
    rows = text_of(typed_lines(a_record(True)), chain=True).splitlines()
    head = json.loads(rows[0])
    del head["chain"]
    rows[0] = json.dumps({**head, **left}, ensure_ascii=False, separators=(",", ":"))
    with pytest.raises(PlayError) as error:
        read_record("\n".join(rows) + "\n")
    assert (error.value.code, error.value.problems[0].facts["line"]) == ("play.record_no_chain", 1)


@pytest.mark.parametrize(("chain", "words"), [(True, "The hash chain is correct"), (False, "no hash chain")])
def test_verify_says_whether_there_was_a_chain(chain: bool, words: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(text_of(typed_lines(a_record(chain)), chain=chain), encoding="utf-8")
    done = invoked(["verify", str(file), "--lang", "en"])
    assert done.exit_code == 0, done.output
    assert words in " ".join(done.stdout.split())
