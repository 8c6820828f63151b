"""`make bench`: one JSON line a metric. With the peers installed (`make bench-peers`) their lines stand beside ours.

Each figure is the median of some repetitions over 20,000 inputs; compare figures of one run only.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from data import counts_of, load, tile_of, winning

REPS = int(os.environ.get("BENCH_REPS", "5"))


def emit(metric: str, value: float, unit: str, **more: object) -> None:
    """One line of result."""
    print(json.dumps({"metric": metric, "value": round(value, 3), "unit": unit, **more}), flush=True)


def single(metric: str, call: Callable[[Any], object], inputs: Sequence[Any], **more: object) -> None:
    """Calls a second, one call an input."""
    for item in inputs[:2000]:
        call(item)
    rates = []
    gc.collect()
    gc.disable()
    for _ in range(REPS):
        start = time.perf_counter()
        for item in inputs:
            call(item)
        rates.append(len(inputs) / (time.perf_counter() - start))
    gc.enable()
    emit(metric, statistics.median(rates), "ops/s", spread=[round(min(rates)), round(max(rates))], **more)


def batch(metric: str, call: Callable[[], object], count: int, **more: object) -> None:
    """Inputs a second, all in one call; short calls are repeated, so that a moment's noise does not decide."""
    call()
    start = time.perf_counter()
    call()
    calls = max(1, round(0.1 / (time.perf_counter() - start)))
    rates = []
    for _ in range(REPS):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        rates.append(calls * count / (time.perf_counter() - start))
    emit(metric, statistics.median(rates), "ops/s", spread=[round(min(rates)), round(max(rates))], n=count, **more)


def threads(metric: str, call: Callable[[int], object], count: int) -> None:
    """Inputs a second with two threads, and `.ratio`: how much faster than one; both take turns, as machines are noisy."""
    call(1), call(2)
    rates, ratios = [], []
    for _ in range(20 * REPS):
        start = time.perf_counter()
        call(1)
        middle = time.perf_counter()
        call(2)
        two = time.perf_counter() - middle
        rates.append(count / two)
        ratios.append((middle - start) / two)
    emit(metric, statistics.median(rates), "ops/s", spread=[round(min(rates)), round(max(rates))], n=count)
    emit(f"{metric}.ratio", statistics.median(ratios), "x", cores=os.cpu_count())


def packed_wins() -> list[bytes]:
    """hands.json as packed wins; no flowers are held."""
    from sikwu import By, Hand, Meld, MeldKind, Tile, Win, Wind

    out = []
    for hand in load("hands.json")["hands"]:
        tiles = [Tile(tile_of(t)) for t in hand["concealed"]]
        tile = Tile(tile_of(hand["win"]))
        tiles.remove(tile)
        seat = Wind(hand["seat_wind"])
        feeder = Wind((seat + 1) % 4)
        kinds = {"chow": MeldKind.CHOW, "pung": MeldKind.PUNG}
        melds = tuple(Meld(kinds[k], Tile(tile_of(t)), feeder) for k, t, opened in hand["melds"] if opened)
        by = By.SELF_DRAW if hand["self_draw"] else By.DISCARD
        win = Win(
            Hand(tuple(tiles), melds), tile, by, seat, Wind(hand["round_wind"]), None if hand["self_draw"] else feeder
        )
        out.append(win.pack())
    return out


def scoring() -> None:
    """score.single, score.explained, score.batch and how the batch grows."""
    import numpy as np

    from sikwu import ruleset, score

    wins = packed_wins()
    rules = ruleset("hk-standard")
    rules.judge(wins[0])

    def explained(win: bytes) -> object:
        told = score(win, rules)
        return told.fan, told.counted, told.not_counted, told.reading

    single("score.single", rules.judge, wins, api="ruleset.judge(bytes) -> (fan, capped, ids)")
    single("score.explained", explained, wins[:5000], api="score(bytes, ruleset) with counted, not_counted, reading")
    rows = np.frombuffer(b"".join(wins), np.uint8).reshape(-1, 64)
    batch("score.batch", lambda: rules.judge_many(rows), len(rows), api="ruleset.judge_many(uint8[n, 64]), one thread")
    for times in (1, 4, 16):
        many = np.tile(rows, (times, 1))
        batch(f"score.batch.n{len(many)}", lambda many=many: rules.judge_many(many), len(many))
    threads("score.batch.threads2", lambda n: rules.judge_many(rows, n), len(rows))
    customs = ruleset("all-customs")
    batch("score.batch.customs", lambda: customs.judge_many(rows), len(rows), api="preset all-customs")


def sixteen() -> None:
    """score16.*: batches of sixteen-tile hands, made as those of hands.json with five sets, and with flowers."""
    import random

    import numpy as np

    from sikwu import By, Hand, Meld, MeldKind, Tile, Win, Wind, ruleset

    rng = random.Random(16)
    packed = []
    for _ in range(5000):
        groups, pair, _counts = winning(rng, 5)
        opened = set(rng.sample(range(5), rng.choices([0, 1, 2, 3, 4], [40, 22, 18, 14, 6])[0]))
        seat, concealed, melds = Wind(rng.randrange(4)), [pair, pair], []
        for i, (kind, tile) in enumerate(groups):
            if i in opened:
                melds.append(Meld(MeldKind.PUNG if kind == "pung" else MeldKind.CHOW, Tile(tile), Wind((seat + 1) % 4)))
            else:
                concealed += [tile] * 3 if kind == "pung" else [tile, tile + 1, tile + 2]
        last = rng.choice(concealed)
        concealed.remove(last)
        flowers = tuple(Tile(34 + i) for i in rng.sample(range(8), rng.choice([0, 1, 2, 3])))
        drawn = rng.random() < 0.4
        hand = Hand(tuple(map(Tile, concealed)), tuple(melds), flowers)
        by, feeder = (By.SELF_DRAW, None) if drawn else (By.DISCARD, Wind((seat + 2) % 4))
        packed.append(Win(hand, Tile(last), by, seat, Wind(rng.randrange(4)), feeder).pack())
    rows = np.tile(np.frombuffer(b"".join(packed), np.uint8).reshape(-1, 64), (4, 1))
    for name in ("hk-taiwanese", "club16"):
        rules = ruleset(name)
        batch(f"score16.{name}.batch", lambda rules=rules: rules.judge_many(rows), len(rows), api="one thread")
        threads(f"score16.{name}.batch.threads2", lambda n, rules=rules: rules.judge_many(rows, n), len(rows))


def distances() -> None:
    """wincheck, shanten (tiles away) and ukeire (useful tiles), single and in batches."""
    import numpy as np

    from sikwu import _kernel
    from sikwu.reading import Shapes

    forms = int(Shapes.STANDARD | Shapes.SEVEN_PAIRS | Shapes.THIRTEEN_ORPHANS)
    checks = [counts_of(s) for s in load("wincheck.json")]
    rows = np.frombuffer(b"".join(checks), np.uint8).reshape(-1, 34)
    complete = _kernel.is_complete
    single("wincheck.single", lambda c: complete(c, 1), checks)
    batch(
        "wincheck.batch",
        lambda: _kernel.complete_many(rows, 1),
        len(rows),
        api="complete_many(uint8[n, 34]), one thread",
    )
    threads("wincheck.batch.threads2", lambda n: _kernel.complete_many(rows, 1, n), len(rows))
    every = load("random.json")
    away, useful = _kernel.tiles_away, _kernel.useful
    for name in ("r13", "r14", "r16", "r17", "flush14"):
        hands = [counts_of(s) for s in every[name]]
        shapes = forms if name not in ("r16", "r17") else 1
        table = np.frombuffer(b"".join(hands), np.uint8).reshape(-1, 34)
        single(f"shanten.{name}", lambda c, shapes=shapes: away(c, shapes), hands)
        batch(f"shanten.{name}.batch", lambda table=table, shapes=shapes: _kernel.away_many(table, shapes), len(table))
    for name in ("r13", "r16", "flush13"):
        hands = [counts_of(s) for s in every[name]]
        shapes = forms if name != "r16" else 1
        table = np.frombuffer(b"".join(hands), np.uint8).reshape(-1, 34)
        single(f"ukeire.{name}", lambda c, shapes=shapes: useful(c, shapes), hands)
        batch(f"ukeire.{name}.batch", lambda table=table, shapes=shapes: _kernel.useful_many(table, shapes), len(table))


def footprint() -> None:
    """import.ms over a bare interpreter, and memory.mb after scoring."""

    def run(code: str) -> str:
        return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout

    def started(code: str) -> float:
        times = []
        for _ in range(9):
            start = time.perf_counter()
            run(code)
            times.append((time.perf_counter() - start) * 1000)
        return statistics.median(times)

    emit("import.ms", started("import sikwu") - started("pass"), "ms")
    memory = (
        "import sikwu\n"
        "rules = sikwu.ruleset('hk-standard')\n"
        "for i in range(2000): sikwu.score('123p 333s 567s 678m E +E seat=E round=S 1f 5f', rules).counted\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "print(int(status['VmHWM'].split()[0]) / 1024)"
    )
    emit("memory.mb", float(run(memory)), "MB")


if __name__ == "__main__":
    scoring()
    sixteen()
    distances()
    footprint()
