"""The inputs of the benchmarks: read from the folder BENCH_DATA, otherwise generated with a fixed seed."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

SEED = 20261115
HANDS = 20_000
MPSZ_HONOURS = (27, 28, 29, 30, 33, 32, 31)  # 1z-7z are E S W N 白 發 中


def load(name: str) -> Any:
    """One of hands.json, wincheck.json, random.json."""
    folder = os.environ.get("BENCH_DATA")
    if folder:
        return json.loads((Path(folder) / name).read_text("utf-8"))
    return MAKERS[name]()


def case_lines(sets: int = 100, count: int = 10_000) -> tuple[list[bytes], list[bytes]]:
    """Lines for `sikwu answer` with the rulesets and kinds of the corpus: without options, and each with one of
    several sets of options.
    """
    from sikwu.corpus import cases

    rng = random.Random(SEED)
    good = [case for case in cases() if case["kind"] != "book" and "error" not in case.get("expect", {"error": 1})]
    told = {(case["ruleset"], json.dumps(case["options"])) for case in good if case.get("options")}
    of: dict[str, list[Any]] = {}
    for name, options in rng.sample(sorted(told), sets):
        of.setdefault(name, []).append(json.loads(options))
    bare = [{key: value for key, value in case.items() if key != "options"} for case in good]

    def line(case: dict[str, Any]) -> bytes:
        return json.dumps(case, ensure_ascii=False).encode()

    drawn = [rng.choice(bare) for _ in range(count)]
    plain = [line(case) for case in drawn]
    changing = [line({**case, "options": rng.choice(of[case["ruleset"]])}) for case in drawn if case["ruleset"] in of]
    return plain, changing


def tile_of(name: str) -> int:
    """Tile number of `5m` or `7z`."""
    number = int(name[0]) - 1
    return MPSZ_HONOURS[number] if name[1] == "z" else "mps".index(name[1]) * 9 + number


def counts_of(text: str) -> bytes:
    """34 digits as the kernel's counts; distances do not depend on the order of honours."""
    return bytes(map(int, text))


def _name(tile: int) -> str:
    return f"{tile % 9 + 1}{'mps'[tile // 9]}" if tile < 27 else f"{tile - 26}z"


def winning(rng: random.Random, sets: int = 4) -> tuple[list[tuple[str, int]], int, list[int]]:
    style, suit = rng.random(), rng.randrange(3)
    one_suit = list(range(9 * suit, 9 * suit + 9))
    if style < 0.6:
        pool, pungs = list(range(34)), 0.3
    elif style < 0.8:
        pool, pungs = one_suit + list(range(27, 34)), 0.4
    elif style < 0.9:
        pool, pungs = one_suit, 0.25
    else:
        pool, pungs = list(range(34)), 1.0
    starts = [t for t in pool if t < 27 and t % 9 <= 6]
    while True:
        counts, melds = [0] * 34, []
        for _ in range(sets):
            if rng.random() < pungs:
                tile = rng.choice(pool)
                melds.append(("pung", tile))
                counts[tile] += 3
            else:
                tile = rng.choice(starts)
                melds.append(("chow", tile))
                for k in range(3):
                    counts[tile + k] += 1
        pair = rng.choice(pool)
        counts[pair] += 2
        if max(counts) <= 4:
            return melds, pair, counts


def _make_hands() -> Any:
    rng = random.Random(SEED)
    hands = []
    for _ in range(HANDS):
        melds, pair, _counts = winning(rng)
        opened = set(rng.sample(range(4), rng.choices([0, 1, 2, 3, 4], [40, 22, 18, 14, 6])[0]))
        concealed = [pair, pair]
        for i, (kind, tile) in enumerate(melds):
            if i not in opened:
                concealed += [tile] * 3 if kind == "pung" else [tile, tile + 1, tile + 2]
        hands.append(
            {
                "melds": [[kind, _name(tile), i in opened] for i, (kind, tile) in enumerate(melds)],
                "concealed": [_name(t) for t in sorted(concealed)],
                "win": _name(rng.choice(concealed)),
                "self_draw": rng.random() < 0.4,
                "seat_wind": rng.randrange(4),
                "round_wind": rng.randrange(4),
            }
        )
    return {"hands": hands}


def _make_wincheck() -> Any:
    rng = random.Random(SEED + 1)
    rows = []
    for i in range(HANDS):
        counts = winning(rng)[2]
        if i % 2:
            counts[rng.choice([t for t in range(34) if counts[t]])] -= 1
            counts[rng.choice([t for t in range(34) if counts[t] < 4])] += 1
        rows.append("".join(map(str, counts)))
    return rows


def _make_random() -> Any:
    rng = random.Random(SEED + 2)
    out = {}
    for name, size in (("r13", 13), ("r14", 14), ("r16", 16), ("r17", 17), ("flush13", 13), ("flush14", 14)):
        rows = []
        for _ in range(HANDS):
            first = 9 * rng.randrange(3)
            kinds = range(first, first + 9) if name.startswith("flush") else range(34)
            counts = [0] * 34
            for tile in rng.sample([t for t in kinds for _ in range(4)], size):
                counts[tile] += 1
            rows.append("".join(map(str, counts)))
        out[name] = rows
    return out


MAKERS = {"hands.json": _make_hands, "wincheck.json": _make_wincheck, "random.json": _make_random}


if __name__ == "__main__":
    import sys

    for each, make in MAKERS.items():
        (Path(sys.argv[1]) / each).write_text(json.dumps(make()), "utf-8")
