"""Attack on programs: damaged bytes and invalid numbers are refused or run; no memory outside is read or written."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import sikwu
from hostile.attack import Attack
from reference.samples import random_win
from sikwu import _kernel
from sikwu._kernel import KernelFact, KernelRelation, KernelRow, KernelSlot, Program, Template

NAMES = ("hk-standard", "all-customs", "hk-taiwanese", "club16")
EXTREMES = (
    0,
    1,
    2,
    3,
    4,
    5,
    8,
    15,
    16,
    63,
    64,
    127,
    128,
    255,
    256,
    1023,
    32767,
    65535,
    1 << 31,
    (1 << 64) - 1,
    -1,
    -128,
)


def garbled(chance: Random, data: bytes) -> bytes:
    """Bytes of a program with some of them changed."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8, 40))):
        at = chance.randrange(len(out))
        match chance.randrange(5):
            case 0:
                out[at] ^= 1 << chance.randrange(8)
            case 1:
                out[at] = chance.choice((0, 1, 127, 128, 255))
            case 2:
                del out[at]
            case 3:
                out.insert(at, chance.randrange(256))
            case _:
                other = chance.randrange(len(out))
                out[at : at + 8] = out[other : other + 8]
    return bytes(out)


def members(program: Program) -> dict[str, Any]:
    """The members of a program, as its constructor takes them."""
    names = (
        "sets",
        "shapes",
        "facts",
        "tables",
        "never",
        "relations",
        "extra_rows",
        "asks_legality",
        "rows",
        "cap",
        "unify",
    )
    names += ("raise_from", "raise_to", "beside_raise", "aside", "raise_row", "last", "names", "patterns")
    return {name: getattr(program, name) for name in names}


FACT = ("op", "saturate", "table", "tiles", "dynamic", "kinds", "made", "relation")
ROW = ("worth", "mark", "each", "each_fact", "stack", "family", "used_once", "declared", "absorbs", "absorbs_shared")
SLOT = ("slot", "suit", "variable", "number")


def changed(chance: Random, made: type, names: tuple[str, ...], value: Any) -> Any:
    """A part of a program with one number out of range."""
    given = {name: getattr(value, name) for name in names}
    name = chance.choice(names)
    given[name] = bool(chance.randrange(2)) if isinstance(given[name], bool) else chance.choice(EXTREMES)
    return made(**given)


def made_up(chance: Random, program: Program) -> Program:
    """A program with one member changed, built again."""
    given = members(program)
    name = chance.choice(sorted(given))
    value = given[name]
    if name == "facts":
        i = chance.randrange(len(value))
        value[i] = changed(chance, KernelFact, FACT, value[i])
    elif name == "rows":
        i = chance.randrange(len(value))
        value[i] = changed(chance, KernelRow, ROW, value[i])
    elif name == "relations" and value:
        i = chance.randrange(len(value))
        ways = [list(t.slots) for t in value[i].any_of] * chance.choice((1, 1, 1, 5, 70))
        way = chance.choice(ways)
        k = chance.randrange(len(way))
        way[k] = changed(chance, KernelSlot, SLOT, way[k])
        way *= chance.choice((1, 1, 2, 3))
        flags = (bool(chance.randrange(2)), bool(chance.randrange(2)))
        value[i] = KernelRelation(
            any_of=[Template(w) for w in ways], made=chance.choice((127, 1, 0, 128)), twice=flags[0], different=flags[1]
        )
    elif isinstance(value, bool):
        given[name] = not value
    elif isinstance(value, int):
        given[name] = chance.choice(EXTREMES)
    else:
        items = list(value)
        i = chance.randrange(len(items)) if items else 0
        if name in ("names", "patterns"):
            items[i : i + 1] = chance.choice(([], ["x" * 300], ["\ud800"], [items[i]] * 2))
        else:
            items[i : i + 1] = chance.choice(([], [chance.choice(EXTREMES)], [*items[i : i + 1]] * 200))
        given[name] = items
    return Program(**given)


def judged(program: Program, rows: list[bytes]) -> None:
    """Runs a program in every way; the result for a hand must be the same each time."""
    fan = program.judge_many(np.frombuffer(b"".join(rows), np.uint8).reshape(-1, _kernel.ROW_BYTES))[0]
    for row, many in zip(rows, fan.tolist(), strict=True):
        try:
            one = program.judge(row)[0]
        except _kernel.TooMany:
            one = _kernel.TOO_MANY
        try:
            aloud = program.judge_fully(row).fan
        except _kernel.TooMany:
            aloud = one
        assert many == one == aloud, f"a batch says {many}, a call {one}, aloud {aloud}"


def run(seed: int, size: int, make: Callable[[Random, Program], Program] | None = None) -> str:
    """Damages programs by their bytes, as a pickle and by their members."""
    chance, taken, refused = Random(seed), 0, 0
    programs = [(sikwu.ruleset(name).lowered.program, sikwu.ruleset(name).document.sets) for name in NAMES]
    rows = {sets: [random_win(chance, sets).pack() for _ in range(200)] for sets in (4, 5)}
    for i in range(size):
        program, sets = chance.choice(programs)
        try:
            if make is not None:
                made = make(chance, program)
            elif i % 3 == 0:
                made = Program.from_bytes(garbled(chance, program.to_bytes()))
            elif i % 3 == 1:
                made = Program.__new__(Program)  # as a pickle does
                made.__setstate__(garbled(chance, program.to_bytes()))
            else:
                made = made_up(chance, program)
        except (ValueError, TypeError, OverflowError):
            refused += 1
            continue
        taken += 1
        judged(made, chance.sample(rows[sets], 4))
    assert min(taken, refused) > size // 10, f"{taken} taken and {refused} refused: nothing was tried"
    return f"{size:,} damaged programs: {refused:,} refused, {taken:,} run alike in a batch, in a call and aloud"


def planted(seed: int) -> str:
    """A batch that differs from a single call must be noticed."""

    def twofaced(chance: Random, program: Program) -> Program:
        return TwoFaced(program)  # type: ignore[return-value]

    try:
        run(seed, 400, twofaced)
    except AssertionError as noticed:
        if "a batch says" in str(noticed):
            return "a batch that counts one fan more"
        raise
    raise AssertionError("a batch that counts one fan more was not noticed")


class TwoFaced:
    """Gives one fan more in a batch."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def judge_many(self, rows: Any) -> Any:
        """One fan more."""
        fan, *rest = self.program.judge_many(rows)
        return fan + 1, *rest

    def __getattr__(self, name: str) -> Any:
        return getattr(self.program, name)


ATTACKS = (Attack("programs", "G18", 200_000, 3_000, run, planted),)
