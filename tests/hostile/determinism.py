"""Determinism: the same tables and hands in processes with different set orders give the same result, entry by entry."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from random import Random

from hostile.attack import Attack
from reference.samples import random_options, random_win

ENTRIES = 16
HASH_SEEDS = ("0", "1", "20261116")
UNSORTED = "SIKWU_UNSORTED"
"""Set in the environment of a child that iterates over an unsorted set: the planted fault."""


def digest(seed: int, size: int) -> str:
    """A hash of the results of some tables and hands."""
    import sikwu
    from sikwu.rules.presets import DOCUMENTS
    from sikwu.scoring import score
    from sikwu.texts import SikwuError
    from test_book_laws import walk

    told, chance = hashlib.sha256(), Random(seed)
    for _ in range(size):
        book, _ = walk(chance.getrandbits(60), ENTRIES, lambda each: told.update(repr(each.state).encode()))
        told.update(book.entries[-1].text.encode())
        rules = sikwu.ruleset(chance.choice(sorted(DOCUMENTS)))
        try:
            found = score(random_win(chance, rules.document.sets), rules.with_options(random_options(chance, rules)))
        except SikwuError as error:
            told.update(str(error).encode())
            continue
        told.update(repr((found.ruleset.hash, found.fan, found.counted, found.not_counted)).encode())
        if os.environ.get(UNSORTED):
            told.update("".join({each.pattern for each in found.counted} | set("abc")).encode())
    return told.hexdigest()


def child(seed: int, size: int, hash_seed: str, **more: str) -> str:
    """The same in a child process."""
    code = f"from hostile.determinism import digest; print(digest({seed}, {size}))"
    path = os.pathsep.join(each for each in sys.path if each)
    env = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path} | more
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def run(seed: int, size: int) -> str:
    """Three processes with three set orders give one hash."""
    told = {child(seed, size, each) for each in HASH_SEEDS}
    assert len(told) == 1, f"{len(told)} different outcomes of {len(HASH_SEEDS)}"
    return f"{size:,} tables of {ENTRIES} entries and {size:,} hands, alike in {len(HASH_SEEDS)} processes: {told.pop()[:16]}"


def planted(seed: int) -> str:
    """Iterating over an unsorted set must be noticed."""
    told = {child(seed, 20, each, **{UNSORTED: "1"}) for each in HASH_SEEDS}
    assert len(told) > 1, "a set gone over as it stands was not noticed"
    return "a set gone over as it stands"


ATTACKS = (Attack("determinism", "G20", 2_000, 30, run, planted),)
