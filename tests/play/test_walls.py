"""Walls: recomputed by an independent program from the written scheme, and uniformly distributed."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from math import sqrt
from random import Random

import numpy as np

from reference.samples import many
from sikwu.play.wall import Wall


def by_the_text(seed: bytes, table: str, deal: int, rules: str, nonces: list[str]) -> tuple[str, list[int], list[int]]:
    """Commit, wall and dice, step by step as the scheme is written."""
    commit = hashlib.sha256(b"sikwu-wall-v1" + seed).hexdigest()
    context = json.dumps([table, deal, rules, nonces], separators=(",", ":"), ensure_ascii=True).encode("utf-8")
    stream, used = b"", 0

    def below(k: int) -> int:
        nonlocal stream, used
        while True:
            while len(stream) < used + 2:
                n = len(stream) // 64
                stream += hmac.new(seed, context + n.to_bytes(8, "big"), hashlib.sha512).digest()
            x = int.from_bytes(stream[used : used + 2], "big")
            used += 2
            if x < 65536 // k * k:
                return x % k

    tiles = list(range(144))
    for i in range(143, 0, -1):
        j = below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return commit, tiles, [below(6) + 1 for _ in range(3)]


def test_the_written_scheme_gives_the_same_walls() -> None:
    for number in range(many(300)):
        chance = Random(number)
        seed, rules = chance.randbytes(128), chance.randbytes(8).hex()
        nonces = [chance.randbytes(16).hex() for _ in range(4)]
        table, deal = chance.choice(("t1", "星期五", 'a"\\b\n', "")), chance.randrange(1, 10_000)
        made = Wall.made(seed, table, deal, rules, nonces)
        assert (made.commit, list(made.ids), list(made.dice)) == by_the_text(seed, table, deal, rules, nonces)


def test_every_tile_is_as_likely_in_every_place() -> None:
    """χ² of place × tile inside 99 %, from both sides; a million walls in the long run."""
    walls = 1_000_000 if os.environ.get("SIKWU_LONG") else 3000
    counts, places = np.zeros((144, 144), np.int64), np.arange(144)
    for number in range(walls):
        counts[places, list(Wall.made(number.to_bytes(128, "big"), "t", 1, "").ids)] += 1
    expected = walls / 144
    told = float(((counts - expected) ** 2 / expected).sum())
    freedom = 143 * 143
    assert abs(told - freedom) < 2.576 * sqrt(2 * freedom), told
