"""The wall: committed to, mixed with the nonces of all seats, and revealed afterwards. Anybody can compute it again from the proof.

This module uses only the standard library, so that the scheme is easy to read and check:

1. For each deal a seed of 128 bytes is drawn; `commit`, the SHA-256 of `sikwu-wall-v1` and the seed, is published first.
2. Each seat sends a nonce of 16 bytes as 32 hex digits; a missing one is 32 zeros. Order: E, S, W, N.
3. `context` is the compact JSON of [table, deal number, ruleset hash, [four nonces]].
4. The stream is HMAC-SHA512(seed, context + n as 8 bytes, big-endian) for n = 0, 1, 2 …
5. `below(k)` reads two bytes as x and rejects x from the largest multiple of k on; the value is x mod k.
6. From the tiles 0 … 143, for i = 143 down to 1: j = below(i + 1), swap i and j. Dice come from the same stream after it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

TILES = 144
SEED_BYTES = 128
NO_NONCE = "0" * 32
_NAME = b"sikwu-wall-v1"
_NONCE = re.compile(r"[0-9a-f]{32}")
_SEED = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
# Four copies of each kind, the dragons as 白 發 中, then the flowers: the kinds are numbered 中 發 白.
_KIND_OF = tuple(
    id - 102 if id >= 136 else 33 - (id // 4 - 31) if id >= 124 else id // 4
    for id in range(TILES)
)  # fmt: skip


_TRANSLATED = bytes(_KIND_OF) + bytes(range(TILES, 256))


def new_seed() -> bytes:
    """A seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commit_of(seed: bytes) -> str:
    """The hash that is published before any nonce is known.

    >>> commit_of(bytes(128))[:16]
    '44017421596cfec8'
    """
    return hashlib.sha256(_NAME + seed).hexdigest()


class Stream:
    """The byte stream of a seed and a context, and whole numbers from it."""

    def __init__(self, seed: bytes, context: bytes) -> None:
        self._bytes = self._endless(seed, context)

    @staticmethod
    def _endless(seed: bytes, context: bytes) -> Iterator[int]:
        n = 0
        while True:
            yield from hmac.digest(seed, context + n.to_bytes(8, "big"), "sha512")
            n += 1

    def below(self, k: int) -> int:
        """A uniformly distributed number below k."""
        most = 65536 // k * k
        while True:
            x = next(self._bytes) << 8 | next(self._bytes)
            if x < most:
                return x % k


def context_of(table: str, deal: int, rules: str, nonces: Sequence[str]) -> bytes:
    """The text that a deal's wall depends on besides the seed."""
    return json.dumps([table, deal, rules, list(nonces)], separators=(",", ":")).encode()


def shuffled(stream: Stream) -> list[int]:
    """The physical tiles, shuffled into the order of the wall."""
    wall = list(range(TILES))
    for i in range(TILES - 1, 0, -1):
        j = stream.below(i + 1)
        wall[i], wall[j] = wall[j], wall[i]
    return wall


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall, the dice thrown after it, and the data that prove them."""

    table: str
    deal: int
    rules: str
    nonces: tuple[str, ...]
    seed: bytes | None
    """None for a wall that was given."""
    ids: tuple[int, ...]
    """The physical tiles in the order in which they are drawn."""
    dice: tuple[int, ...] = ()

    @classmethod
    def made(cls, seed: bytes, table: str, deal: int, rules: str, nonces: Sequence[str] = (NO_NONCE,) * 4) -> Wall:
        """The wall of a seed."""
        stream = Stream(seed, context_of(table, deal, rules, nonces))
        ids = tuple(shuffled(stream))
        dice = tuple(stream.below(6) + 1 for _ in range(3))
        return cls(table, deal, rules, tuple(nonces), seed, ids, dice)

    @classmethod
    def given(
        cls, ids: Sequence[int], table: str = "", deal: int = 1, rules: str = "", dice: Sequence[int] = ()
    ) -> Wall:
        """A given wall for tests and studies; nothing proves it."""
        return cls(table, deal, rules, (), None, tuple(ids), tuple(dice))

    @property
    def commit(self) -> str | None:
        """The hash that was published before the deal."""
        return None if self.seed is None else commit_of(self.seed)

    @property
    def tiles(self) -> bytes:
        """The kinds of the tiles in the order in which they are drawn, as a deal takes them."""
        return kinds_of(self.ids)

    @property
    def proof(self) -> dict[str, object]:
        """The data published after the deal."""
        seed = None if self.seed is None else self.seed.hex()
        of = {"table": self.table, "deal": self.deal, "rules": self.rules, "nonces": list(self.nonces)}
        return {**of, "seed": seed, "commit": self.commit, "wall": list(self.ids)}


def kinds_of(ids: Sequence[int]) -> bytes:
    """The kinds (0-33, flowers 34-41) of physical tiles.

    >>> list(kinds_of([0, 4, 107, 108, 124, 128, 132, 136, 143]))
    [0, 1, 26, 27, 33, 32, 31, 34, 41]
    """
    return bytes(ids).translate(_TRANSLATED)


def ids_of(kinds: Sequence[int]) -> tuple[int, ...]:
    """Physical tiles of these kinds; of equal ones the lower number comes first.

    >>> ids_of([0, 31, 0, 41])
    (0, 132, 1, 143)
    """
    left: dict[int, list[int]] = {}
    for id in reversed(range(TILES)):
        left.setdefault(_KIND_OF[id], []).append(id)
    return tuple(left[kind].pop() for kind in kinds)


def sorted_wall() -> bytes:
    """A whole wall without shuffling; the flowers come last, at the end from which replacement tiles are drawn."""
    return kinds_of(range(TILES))


def proof_faults(proof: Mapping[str, object], dice: object = None) -> list[str]:
    """The names of the parts of a proof that are wrong; empty if the proof is valid or the wall was given.

    >>> proof_faults(Wall.made(bytes(128), "t", 1, "r").proof)
    []
    """
    return wall_of_proof(proof, dice)[1]


def wall_of_proof(proof: Mapping[str, object], dice: object = None) -> tuple[Wall | None, list[str]]:
    """The wall of a proof, and the names of the parts that are wrong. If the wall was given, so are its dice."""
    ids, seed, nonces = proof.get("wall"), proof.get("seed"), proof.get("nonces")
    if not isinstance(ids, list) or any(type(id) is not int for id in ids) or sorted(ids) != list(range(TILES)):
        return None, ["wall"]
    table, deal, rules = proof.get("table"), proof.get("deal"), proof.get("rules")
    if seed is None:
        if proof.get("commit") is not None or nonces != []:
            return None, ["seed"]
        thrown = dice if isinstance(dice, Sequence) and all(type(each) is int for each in dice) else ()
        known = isinstance(table, str) and type(deal) is int and isinstance(rules, str)
        return (Wall.given(ids, table, deal, rules, thrown) if known else None), []  # type: ignore[arg-type]
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        return None, ["seed"]
    if not isinstance(nonces, list) or len(nonces) != 4:
        return None, ["nonces"]
    if not all(isinstance(nonce, str) and _NONCE.fullmatch(nonce) for nonce in nonces):
        return None, ["nonces"]
    if not isinstance(table, str) or type(deal) is not int or not isinstance(rules, str):
        return None, ["table"]
    made = Wall.made(bytes.fromhex(seed), table, deal, rules, nonces)
    faults = [] if made.commit == proof.get("commit") else ["commit"]
    faults += [] if list(made.ids) == ids else ["wall"]
    return made, faults + ([] if dice is None or dice in (made.dice, list(made.dice)) else ["dice"])
