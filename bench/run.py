"""`make bench`: prints one JSON line per metric. `make bench-peers` adds the lines of other libraries.

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
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))
from data import case_lines, counts_of, load, tile_of, winning

if TYPE_CHECKING:
    from sikwu import Win

REPS = int(os.environ.get("BENCH_REPS", "5"))


def emit(metric: str, value: float, unit: str, **more: object) -> None:
    """Prints one result line."""
    print(json.dumps({"metric": metric, "value": round(value, 3), "unit": unit, **more}), flush=True)


def single(metric: str, call: Callable[[Any], object], inputs: Sequence[Any], **more: object) -> None:
    """Calls per second, one call per input."""
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
    """Inputs per second, all in one call; short calls are repeated to reduce noise."""
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
    """Inputs per second with two threads, and `.ratio`: the speed-up over one; both alternate, because machines are
    noisy.
    """
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


def wins() -> list[Win]:
    """hands.json as wins, without flowers."""
    from sikwu import By, Hand, Meld, MeldKind, Tile, Win, Wind

    out = []
    for hand in load("hands.json")["hands"]:
        tiles = [Tile(tile_of(t)) for t in hand["concealed"]]
        tile = Tile(tile_of(hand["win"]))
        tiles.remove(tile)
        seat = Wind(hand["seat_wind"])
        feeder = Wind((seat + 3) % 4)  # the seat before: who may be chowed from
        kinds = {"chow": MeldKind.CHOW, "pung": MeldKind.PUNG}
        melds = tuple(Meld(kinds[k], Tile(tile_of(t)), feeder) for k, t, opened in hand["melds"] if opened)
        by = By.SELF_DRAW if hand["self_draw"] else By.DISCARD
        fed = None if hand["self_draw"] else feeder
        out.append(Win(Hand(tuple(tiles), melds), tile, by, seat, Wind(hand["round_wind"]), fed))
    return out


def scoring() -> None:
    """score.single, score.text, score.win, score.explained, score.batch and how the batch scales."""
    import numpy as np

    from sikwu import ruleset, score

    values = wins()
    texts, packed = [win.text for win in values], [win.pack() for win in values]
    rules = ruleset("hk-standard")
    rules.judge(packed[0])

    def explained(win: bytes) -> object:
        told = score(win, rules)
        return told.fan, told.counted, told.not_counted, told.reading

    def checked(win: str | Win) -> object:
        told = score(win, rules)
        return told.fan, told.patterns

    single("score.single", rules.judge, packed, api="ruleset.judge(bytes) -> (fan, capped, ids)")
    single("score.text", checked, texts, api="score(text, ruleset) with fan and patterns, fully checked")
    single("score.win", checked, values, api="score(Win, ruleset) with fan and patterns, fully checked")
    single("score.explained", explained, packed[:5000], api="score(bytes, ruleset) with counted, not_counted, reading")
    rows = np.frombuffer(b"".join(packed), np.uint8).reshape(-1, 64)
    batch("score.batch", lambda: rules.judge_many(rows), len(rows), api="ruleset.judge_many(uint8[n, 64]), one thread")
    for times in (1, 4, 16):
        many = np.tile(rows, (times, 1))
        batch(f"score.batch.n{len(many)}", lambda many=many: rules.judge_many(many), len(many))
    threads("score.batch.threads2", lambda n: rules.judge_many(rows, n), len(rows))
    customs = ruleset("all-customs")
    batch("score.batch.customs", lambda: customs.judge_many(rows), len(rows), api="preset all-customs")


def options() -> None:
    """ruleset.option: CPU time until a house's new ruleset is ready to judge; all rulesets are different."""
    import random

    from sikwu import ruleset
    from sikwu.rules.options import OneOf, Option, PatternIds, Ratio, Whole
    from sikwu.rules.presets import DOCUMENTS

    rng = random.Random(7)

    def value(option: Option, ids: list[str]) -> object:
        match option.values:
            case OneOf(values):
                return rng.choice(values)
            case Whole(least, most):
                return rng.randint(least, least + 20 if most is None else most)
            case Ratio(least):
                return f"{1000 * least + rng.randrange(1, 1000)}/1000"
            case PatternIds():
                return tuple(rng.sample(ids, 3))

    houses = []
    for i in range(110):
        rules = ruleset(list(DOCUMENTS)[i % len(DOCUMENTS)])
        ids = [pattern.id for pattern in rules.patterns]
        some = rng.sample(rules.options, rng.randint(1, 20))
        houses.append((rules, {option.id: value(option, ids) for option in some}))
    times, seen = [], set()
    for rules, chosen in houses:
        start = time.process_time()
        made = rules.with_options(chosen)
        made.lowered  # noqa: B018 - builds the program
        spent = (time.process_time() - start) * 1000
        if id(made) not in seen and made is not rules:
            times.append(spent)
        seen.add(id(made))
    fresh = times[-100:]  # the first ruleset of each document had to load its rules
    spread = [round(min(fresh), 2), round(max(fresh), 2)]
    emit("ruleset.option", statistics.median(fresh), "ms", spread=spread, n=len(fresh), api="with_options(…).lowered")


def looking() -> None:
    """look.ready: a ready hand with three waits, each scored by discard and by self-draw."""
    from sikwu import Hand, look, ruleset

    rules = ruleset("hk-standard")
    shapes = ("2345678m 234p EEE", "2345678m (234p<N) (EEE<S)", "23456m 11s (234p<N) (678s<N)")
    hands = [Hand.parse(shape) for shape in shapes]
    hands = [hand for hand in hands if len(look(hand, rules).waits) == 3]
    assert hands
    single("look.ready", lambda hand: look(hand, rules), hands * 700, api="look(hand, ruleset), three waits")


def sixteen() -> None:
    """score16.*: batches of sixteen-tile hands, made like those of hands.json with five sets, and with flowers."""
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


def settling() -> None:
    """settle.single: settles scores made before; discards, self-draws and liable players, for two documents."""
    from sikwu import ruleset, score, settle

    texts = {
        "hk-standard": (
            "123m 567p 345s 888s N +N<W seat=S 25678f",
            "555888m E (222m<N) (中中中<E) +E<N seat=S round=W 1f",
            "55m 789m 11p (456p<E) (SSS<N) +5m<E seat=S 2346f",
            "123m 567p 345s 888s N +N seat=S 26f",
            "234m 567p 2s (345s<S) (中中中<E) +2s seat=W 3f",
            "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f",
        ),
        "club16": (
            "123456m 23p 678s 66p (WWW<N) +4p<N seat=S 1235f",
            "123456m 23p 678s 66p (WWW<N) +4p<W seat=E streak=1 1235f",
            "123456m 23p 678s 66p (WWW<N) +4p<E seat=S streak=2 1235f",
            "123456m 23p 678s 66p (WWW<N) +4p seat=S 1235f",
            "123456m 23p 678s 66p (WWW<N) +4p seat=E streak=1 1235f",
            "123456m 23p 678s 66p (WWWW<N) +4p seat=S replacement=kong 1235f",
        ),
    }
    scores = [score(text, ruleset(name)) for name, some in texts.items() for text in some]
    single("settle.single", settle, (scores * 2000)[:20_000], api="settle(Score) -> Settlement, scores made before")
    rows = {name: [score(text, ruleset(name)).packed for text in some] for name, some in texts.items()}
    import numpy as np

    for name, some in rows.items():
        rules = ruleset(name)
        table = np.tile(np.frombuffer(b"".join(some), np.uint8).reshape(-1, 64), (3000, 1))
        batch(f"pay.{name}.batch", lambda rules=rules, table=table: rules.pay_many(table), len(table), api="one thread")


def playing() -> None:
    """game.random, game.quick: whole deals per second by native players, with flowers, kongs and settlement."""
    from sikwu.play.many import play_many

    for players, count in (("random", 20_000), ("quick", 4_000)):
        name = f"game.{players}"
        call = lambda count=count, players=players: play_many(count, players)  # noqa: E731
        batch(f"{name}.hands", call, count, api="play_many(n, player), hk-standard, one thread")
        for rules in ("hk-taiwanese", "club16"):
            call = lambda count=count, players=players, rules=rules: play_many(count, players, rules)  # noqa: E731
            batch(f"{name}.{rules}.hands", call, count)
        threads(
            f"{name}.hands.threads2",
            lambda n, count=count, players=players: play_many(count, players, threads=n),
            count,
        )
    for count in (2_000, 20_000, 200_000):
        batch(f"game.random.hands.n{count}", lambda count=count: play_many(count, "random"), count)


def environments() -> None:
    """env.vector, env.planes: decisions per second of many deals at once, random actions; env.single: the PettingZoo
    environment, if installed.
    """
    import importlib.util

    import numpy as np

    from sikwu.env import VectorDeals

    chance, steps = np.random.default_rng(1), 100

    def stepping(n: int, encode: str, workers: int) -> Callable[[], object]:
        deals = VectorDeals("hk-standard", n, encode, workers, seed=7)
        deals.reset()

        def run() -> None:
            for _ in range(steps):
                deals.step(deals.pick(chance.random(n, np.float32)))

        return run

    for metric, n, encode in (("env.vector.decisions", 1024, "none"), ("env.planes.decisions", 1024, "planes")):
        one, two = stepping(n, encode, 1), stepping(n, encode, 2)
        batch(
            metric, one, n * steps, api=f"VectorDeals(n={n}, encode={encode!r}), actions by numpy's chance, one thread"
        )
        threads(f"{metric}.threads2", lambda workers, one=one, two=two: one() if workers == 1 else two(), n * steps)
    if importlib.util.find_spec("pettingzoo"):
        single_environment()


def single_environment(deals: int = 100) -> None:
    """env.single.decisions: last and step of the AEC environment, whole observations, any legal action."""
    import random

    from sikwu.env import hk_mahjong_v0

    env, chance, made = hk_mahjong_v0.raw_env(), random.Random(1), 0
    env.reset(seed=7)
    rates = []
    for _ in range(REPS):
        start, made = time.perf_counter(), 0
        for _ in range(deals):
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, _, _ = env.last()
                if over:
                    env.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(chance.random() * len(legal))]))
                made += 1
        rates.append(made / (time.perf_counter() - start))
    emit("env.single.decisions", statistics.median(rates), "ops/s", spread=[round(min(rates)), round(max(rates))])


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


def answering() -> None:
    """answer.plain, answer.options: cases per second of CPU, in this process; answer.pipe…: the command itself."""
    from sikwu.cli.score.answer import answers

    plain, changing = case_lines()
    for metric, lines, what in (("answer.plain", plain, "no options"), ("answer.options", changing, "100 option sets")):
        list(answers(lines))
        rates = []
        for _ in range(REPS):
            start = time.process_time()
            list(answers(lines))
            rates.append(len(lines) / (time.process_time() - start))
        emit(
            metric,
            statistics.median(rates),
            "cases/s",
            spread=[round(min(rates)), round(max(rates))],
            n=len(lines),
            api=what,
        )
    piping(plain, changing)


def piping(plain: list[bytes], changing: list[bytes], count: int = 60_000) -> None:
    """answer.pipe…: `sikwu answer` as the child of a Python program and of node, cases per second once it runs.

    `start`: the seconds until the first answer; `cpu`: cases per second of the child's CPU time.
    """
    import tempfile

    import pipe

    command = [sys.executable, "-m", "sikwu", "answer"]
    with tempfile.TemporaryDirectory() as folder:
        for kind, lines, what in (("plain", plain, "no options"), ("options", changing, "100 option sets")):
            file = Path(folder) / f"{kind}.jsonl"
            file.write_bytes(b"\n".join(lines) + b"\n")
            before = pipe.processor_seconds()
            pipe.through_python(str(file), 1, command)
            begun = pipe.processor_seconds()
            told = pipe.through_python(str(file), count, command)
            spent = pipe.processor_seconds() - begun - (begun - before)
            more = {"n": count, "start": round(told["start"], 2), "cpu": round(count / spent), "api": what}
            emit(f"answer.pipe.python.{kind}", told["rate"], "cases/s", **more)
            told = pipe.through_node(str(file), count, command)
            if told is not None:
                more = {"n": count, "start": round(told["start"], 2), "api": what}
                emit(f"answer.pipe.node.{kind}", told["rate"], "cases/s", **more)


def footprint() -> None:
    """import.ms compared with a bare interpreter (import.all.ms with every public name loaded), and memory.mb after
    scoring.
    """

    def run(code: str) -> str:
        return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout

    def started(code: str) -> float:
        times = []
        for _ in range(9):
            start = time.perf_counter()
            run(code)
            times.append((time.perf_counter() - start) * 1000)
        return statistics.median(times)

    bare = started("pass")
    emit("import.ms", started("import sikwu") - bare, "ms")
    emit("import.all.ms", started("import sikwu; [getattr(sikwu, name) for name in sikwu.__all__]") - bare, "ms")
    memory = (
        "import sikwu\n"
        "rules = sikwu.ruleset('hk-standard')\n"
        "for i in range(2000): sikwu.score('123p 333s 567s 678m E +E seat=E round=S 1f 5f', rules).counted\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "print(int(status['VmHWM'].split()[0]) / 1024)"
    )
    emit("memory.mb", float(run(memory)), "MB")


def book(folder: str, rules: str) -> str:
    """A file with a book of 10,000 hands of many kinds, named after its rules."""
    import random

    from sikwu import ruleset
    from sikwu.book import Book, BookError, Store
    from sikwu.book.events import Redraw, Result

    rng, players, at = random.Random(10), ("A", "B", "C", "D"), "2024-01-01T20:00:00Z"
    made = Book.new(rules, players, ruleset(rules), at=at)
    while made.state.hands < 10_000:
        (winner, source), fan, kind = rng.sample(players, 2), rng.randrange(4, 11), rng.random()
        hand = Result("draw") if kind < 0.15 else Result("self_draw", {winner: fan})
        try:
            made.record(Result("discard", {winner: fan}, source) if kind > 0.4 else hand, at)
        except BookError:  # a club's game has ended: seats are drawn again
            made.record(Redraw(players), at)
    where = f"{folder}/{rules}.db"
    with Store(where) as store:
        store.adopt(made)
    return where


def books() -> None:
    """book.open of 10,000 hands, from its snapshot and (whole) from its first entry, and book.add.cpu: the whole CPU
    time of `sikwu book add` as a process."""
    import resource
    import tempfile

    from sikwu.book import Store

    with tempfile.TemporaryDirectory() as folder:
        for rules in ("hk-standard", "hk-taiwanese", "club16"):
            with Store(book(folder, rules)) as store:
                for whole in (False, True):
                    times = []
                    for _ in range(max(REPS, 5)):
                        start = time.perf_counter()
                        store.open(rules, whole=whole)
                        times.append((time.perf_counter() - start) * 1000)
                    name = f"book.open{'.whole' if whole else ''}{'' if rules == 'hk-standard' else f'.{rules}'}"
                    emit(name, statistics.median(times), "ms", n=10_000, spread=[round(min(times)), round(max(times))])
        environment = {**os.environ, "SIKWU_BOOKS": f"{folder}/small.db"}
        command = [sys.executable, "-c", "from sikwu.cli import main; main()", "book"]
        for words in (["new", "x", "A", "B", "C", "D"], *[["add", "B", "3", "--from", "A"]] * 9):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([*command, *words], env=environment, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        emit("book.add.cpu", statistics.median(times[-9:]), "s", spread=[min(times[-9:]), max(times[-9:])])


PARTS = (scoring, options, looking, sixteen, settling, playing, environments, distances, answering, books, footprint)

if __name__ == "__main__":
    asked = sys.argv[1:] or [part.__name__ for part in PARTS]
    for part in PARTS:
        if part.__name__ in asked:
            part()
