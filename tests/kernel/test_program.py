"""A program is passed to the kernel by named fields, checked on the way, and can be stored as bytes."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from signature import fixed_win
from sikwu import _kernel, names, ruleset
from sikwu._kernel import PayTable, Program

FACT = {"op": 0, "saturate": 1, "table": 0, "tiles": 1, "dynamic": 0, "kinds": 0, "made": 127, "relation": 0}
SLOT = {"slot": 0, "suit": 0, "variable": 0, "number": 0}
ROW = {
    "worth": 1,
    "mark": False,
    "each": 0,
    "each_fact": 0,
    "stack": 0,
    "family": -1,
    "used_once": False,
    "declared": 0,
    "absorbs": 0,
    "absorbs_shared": 0,
}
RELATION = {"made": 127, "twice": False, "different": False}


def program(**changed: Any) -> Program:
    """A small valid program: one row that holds if the hand has the first kind."""
    fact, row = FACT | changed.pop("fact", {}), ROW | changed.pop("row", {})
    slots = [SLOT | changed.pop("slot", {})] * changed.pop("slots", 1)
    relation = RELATION | changed.pop("relation", {})
    whole = {
        "sets": 4,
        "shapes": 1,
        "facts": [_kernel.KernelFact(**fact)],
        "tables": [1, 0],
        "never": 0,
        "relations": [
            _kernel.KernelRelation(any_of=[_kernel.Template([_kernel.KernelSlot(**s) for s in slots])], **relation)
        ],
        "extra_rows": [],
        "asks_legality": False,
        "rows": [_kernel.KernelRow(**row)],
        "cap": 0,
        "unify": 0,
        "raise_from": 0,
        "raise_to": 0,
        "beside_raise": 0,
        "aside": 0,
        "raise_row": -1,
        "last": [],
        "names": ["one/plain"],
        "patterns": ["one"],
    }
    return Program(**(whole | changed))


WRONG: list[dict[str, Any]] = [
    *({"fact": {"op": n}} for n in (46, 255, 256, -1, 2**70)),
    *({"fact": {"op": 45, "tiles": one, "relation": other}} for one, other in ((0, 0), (1, 0), (0, 1))),
    *({"fact": {"table": n}} for n in (1, 65535, 65536, -1)),
    *({"fact": {"saturate": n}} for n in (2, 256, -1)),
    *({"fact": {"tiles": n}} for n in (1 << 34, -1, 1 << 64)),
    *({"fact": {name: n}} for name, n in (("dynamic", 16), ("kinds", 16), ("made", 128))),
    *({"fact": {"op": 37, "relation": n}} for n in (1, 63, 65536)),
    *({"slot": {name: n}} for name, n in (("slot", 6), ("suit", 3), ("variable", 3), ("number", 128), ("suit", -1))),
    {"slots": 6},
    {"slots": 0},
    {"relation": {"made": 128}},
    *({"row": {"worth": n}} for n in (32768, -32769)),
    *({"row": {"each": n}} for n in (7, -1, 256)),
    *({"row": {"each": each, "each_fact": 1}} for each in (0, 1, 2, 6)),
    {"row": {"each": 1}},  # the fact counts tiles, not sets
    *({"row": {"stack": n}} for n in (3, -1)),
    *({"row": {"family": n}} for n in (1, 128, -2)),
    *({"row": {"declared": n}} for n in (1, 256, -1)),
    *({"row": {name: n}} for name in ("absorbs", "absorbs_shared") for n in (2, 1 << 127, 1 << 128, -1)),
    *({"sets": n} for n in (0, 3, 6, 2**40)),
    *({"shapes": n} for n in (256, -1)),
    *({"tables": tables} for tables in ([1], [], [1, 1 << 256], [1, -1])),
    *({"extra_rows": rows} for rows in ([1], [-2], [0] * 129, [2**20])),
    *({"cap": n} for n in (-1, 32768)),
    *({"unify": n} for n in (2, 1 << 128)),
    *({"raise_row": n} for n in (1, -2)),
    {"raise_from": 1},
    {"beside_raise": 2},
    *({"aside": n} for n in (2, 1 << 128, -1)),
    {"beside_raise": 1, "row": {"each": 3}},
    {"beside_raise": 1, "row": {"each": 6}, "fact": {"op": 36}},
    *(
        {"last": [row]}
        for row in ((0, 0, 0, -1), (1, 0, 0, -1), (256, 0, 0, -1), (0, 2**20, 0, -1), (0, 0, -(2**20), -1))
    ),
    *({"row": {"mark": True}, "last": [(0, 0, 0, times)]} for times in (1, 2**20)),
    {"row": {"mark": True}, "last": [(0, 0, 0, 0)], "fact": {"op": 36}},
    {"names": []},
    {"patterns": ["one", "two"]},
    {"patterns": ["long" * 51]},
    {"rows": [_kernel.KernelRow(**ROW)] * 129, "names": ["a"] * 129, "patterns": ["a"] * 129},
]


def test_a_sound_program_is_taken() -> None:
    made = program()
    assert (made.sets, made.tables, made.names, made.patterns) == (4, (1, 0), ["one/plain"], ["one"])
    assert {name: getattr(made.facts[0], name) for name in FACT} == FACT
    assert {name: getattr(made.rows[0], name) for name in ROW} == ROW
    assert {name: getattr(made.relations[0].any_of[0].slots[0], name) for name in SLOT} == SLOT
    assert program(slots=5, fact={"op": 37}) != made


@pytest.mark.parametrize(
    "wrong", WRONG, ids=lambda w: " ".join(w) + str([v for v in w.values() if not isinstance(v, list)])
)
def test_whatever_is_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        program(**wrong)


def wins(sets: int, count: int) -> list[bytes]:
    rng = random.Random(f"program {sets}")
    return [fixed_win(rng, sets).pack() for _ in range(count)]


WINS = {4: wins(4, 300), 5: wins(5, 300)}


@pytest.mark.parametrize("name", names())
def test_a_program_comes_back_from_its_bytes(name: str) -> None:
    rules = ruleset(name)
    here = rules.lowered.program
    ways: list[Callable[[Program], Program]] = [
        lambda p: Program.from_bytes(p.to_bytes()),
        lambda p: pickle.loads(pickle.dumps(p)),
        copy.deepcopy,
    ]
    for way in ways:
        there = way(here)
        assert there == here
        assert hash(there) == hash(here)
        assert there.to_bytes() == here.to_bytes()
        assert (tuple(there.names), tuple(there.patterns)) == (rules.lowered.rows, rules.lowered.pattern_of)
        for win in WINS[rules.document.sets]:
            assert there.judge(win) == here.judge(win)


def test_other_rules_are_another_program() -> None:
    here = ruleset("hk-standard")
    assert here.lowered.program != here.with_options({"limit.cap_fan": 8}).lowered.program
    assert here.lowered.program != ruleset("hk-common").lowered.program


def test_cut_short_is_no_program() -> None:
    data = ruleset("hk-standard").lowered.program.to_bytes()
    for end in (*range(400), *range(400, len(data), 7)):
        with pytest.raises(ValueError, match="not a program"):
            Program.from_bytes(data[:end])
    for other in (data + b"\0", b"another" + data, data.replace(b"program\n\x04", b"program\n\x05", 1)):
        with pytest.raises(ValueError, match="not a program"):
            Program.from_bytes(other)


@pytest.mark.parametrize("name", ["hk-standard", "hk-taiwanese", "club16"])
def test_older_forms_are_still_read(name: str) -> None:
    """The first had no numbers for a dealer's repeats, the second no parts of a price and no rows aside, the third no rows that count last."""
    rules = ruleset(name)
    program, table = rules.lowered.program, rules.paying.table
    assert not program.aside
    third = _of_form(program.to_bytes(), 3)[:-LAST]
    assert Program.from_bytes(third) == program
    for form in (1, 2):
        assert Program.from_bytes(_of_form(third, form)[:-ASIDE]) == program
    assert PayTable.from_bytes(_of_form(table.to_bytes(), 3)).to_bytes() == table.to_bytes()
    second = _in_quarters(_of_form(table.to_bytes(), 2)[:-PARTS], table)
    assert PayTable.from_bytes(second).to_bytes() == table.to_bytes()
    assert PayTable.from_bytes(_of_form(second, 1)[:-REPEATS]).to_bytes() == table.to_bytes()


def _in_quarters(data: bytes, table: PayTable) -> bytes:
    """The same bytes where a discarder who pays the whole price pays four quarters, as older forms had it."""
    one, four = (number.to_bytes(4, "little") for number in (1, 4))
    ways = [data[:at] + four + data[at + 4 :] for at in range(len(data) - 3) if data[at : at + 4] == one]
    (only,) = [way for way in ways if _read(way) == table.to_bytes()]
    return only


def _read(data: bytes) -> bytes | None:
    try:
        return PayTable.from_bytes(data).to_bytes()
    except ValueError:
        return None


LAST, ASIDE, PARTS, REPEATS = 4, 16, 13, 8
"""The bytes that the fourth and the third form added to programs, and the third and the second to paying tables."""


def _of_form(data: bytes, form: int) -> bytes:
    """The same bytes under the number of another form."""
    head = data.index(b"\n") + 1
    assert data[head] != form
    return data[:head] + bytes([form]) + data[head + 1 :]


@pytest.mark.parametrize("name", ["hk-standard", "all-customs", "hk-taiwanese", "club16"])
def test_garbled_bytes_are_refused_or_a_program_that_runs(name: str) -> None:
    """Nothing that is taken may crash: a hand is judged by every program that passes."""
    rules = ruleset(name)
    data, rng = rules.lowered.program.to_bytes(), random.Random(name)
    refused = taken = 0
    for _ in range(1000):
        garbled = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 8))):
            at = rng.randrange(len(garbled))
            match rng.randrange(4):
                case 0:
                    garbled[at] ^= 1 << rng.randrange(8)
                case 1:
                    garbled[at] = rng.choice((0, 1, 127, 128, 255))
                case 2:
                    del garbled[at]
                case _:
                    garbled.insert(at, rng.randrange(256))
        try:
            made = Program.from_bytes(bytes(garbled))
        except ValueError:
            refused += 1
            continue
        taken += 1
        for win in rng.sample(WINS[rules.document.sets], 2):
            made.judge(win)
    assert refused > 100
    assert taken > 100
