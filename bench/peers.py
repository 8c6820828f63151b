"""Measures one other library on the same inputs, one JSON line per metric; run it with the Python that has it installed."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from data import load

REPS = 5


def emit(metric: str, rates: list[float]) -> None:
    """Prints one result line: the median."""
    print(json.dumps({"metric": metric, "value": round(statistics.median(rates), 1), "unit": "ops/s"}), flush=True)


def single(metric: str, call: Callable[..., object], inputs: Sequence[tuple[Any, ...]]) -> None:
    """Calls per second, one call per input."""
    for item in inputs[:2000]:
        call(*item)
    rates = []
    for _ in range(REPS):
        start = time.perf_counter()
        for item in inputs:
            call(*item)
        rates.append(len(inputs) / (time.perf_counter() - start))
    emit(metric, rates)


def mahjong_gb() -> None:
    """Chinese official scoring, one call per hand."""
    from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]

    def name(tile: str) -> str:
        if tile[1] == "z":
            return ("F1", "F2", "F3", "F4", "J3", "J2", "J1")[int(tile[0]) - 1]
        return "WBT"["mps".index(tile[1])] + tile[0]

    inputs = []
    for hand in load("hands.json")["hands"]:
        packs = tuple(
            ("CHI", name(f"{int(t[0]) + 1}{t[1]}"), 1) if kind == "chow" else ("PENG", name(t), 1)
            for kind, t, opened in hand["melds"]
            if opened
        )
        rest = list(hand["concealed"])
        rest.remove(hand["win"])
        tiles = tuple(map(name, rest))
        drawn, seat, prevailing = hand["self_draw"], hand["seat_wind"], hand["round_wind"]
        inputs.append((packs, tiles, name(hand["win"]), 0, drawn, False, False, False, seat, prevailing))
    single("score.single", MahjongFanCalculator, inputs)


def riichi_env() -> None:
    """Tiles away of 13 tiles, one call per hand."""
    from riichienv import calculate_shanten  # type: ignore[import-not-found]

    hands = []
    for text in load("random.json")["r13"]:
        hands.append(([4 * kind + i for kind, c in enumerate(text) for i in range(int(c))],))
    single("shanten.r13", calculate_shanten, hands)
    riichi_games()


def riichi_games(seconds: float = 2.0) -> None:
    """Whole deals and decisions per second: random legal actions; and the discard with the smallest distance, in
    Python.
    """
    import random

    from riichienv import ActionType, RiichiEnv, calculate_shanten  # type: ignore[import-not-found]

    chance = random.Random(1)

    def by_chance(seen: Any) -> Any:
        legal = seen.legal_actions()
        return legal[int(chance.random() * len(legal))]

    def greedily(seen: Any) -> Any:
        legal = seen.legal_actions()
        for action in legal:
            if action.action_type in (ActionType.TSUMO, ActionType.RON):
                return action
        nearest: dict[int, tuple[int, Any]] = {}
        for action in legal:
            if action.action_type == ActionType.DISCARD and action.tile // 4 not in nearest:
                rest = list(seen.hand)
                rest.remove(action.tile)
                nearest[action.tile // 4] = (calculate_shanten(rest), action)
        if nearest:
            return min(nearest.values(), key=lambda pair: pair[0])[1]
        return next((action for action in legal if action.action_type == ActionType.PASS), legal[0])

    def play(seed: int, choose: Callable[[Any], Any], **options: Any) -> int:
        env = RiichiEnv(game_mode="4p-red-single", seed=seed, **options)
        seen, decisions = env.reset(), 0
        while not env.done():
            decisions += len(seen)
            seen = env.step({seat: choose(each) for seat, each in seen.items()})
        return decisions

    quiet = {"skip_mjai_logging": True}
    for metric, choose, options in (
        ("game.random.nolog", by_chance, quiet),
        ("game.random", by_chance, {}),
        ("game.greedy", greedily, quiet),
    ):
        play(0, choose, **options)
        deals, steps = [], []
        for turn in range(3):
            start, played, decisions = time.perf_counter(), 0, 0
            while (spent := time.perf_counter() - start) < seconds:
                decisions += play(10_000 * turn + played + 1, choose, **options)
                played += 1
            deals.append(played / spent)
            steps.append(decisions / spent)
        emit(f"{metric}.hands", deals)
        emit(f"{metric}.steps", steps)


def xiangting() -> None:
    """Useful tiles of 13 tiles, one call per hand."""
    from xiangting import PlayerCount, calculate_necessary_tiles  # type: ignore[import-not-found]

    single(
        "ukeire.r13",
        calculate_necessary_tiles,
        [([*map(int, s)], PlayerCount.FOUR) for s in load("random.json")["r13"]],
    )


def mahjax() -> None:
    """Win checks of a batch; may use both cores."""
    import jax  # type: ignore[import-not-found]
    import jax.numpy as jnp  # type: ignore[import-not-found]
    from mahjax.no_red_mahjong.hand import Hand  # type: ignore[import-not-found]

    rows = jnp.asarray([[*map(int, s)] for s in load("wincheck.json")], dtype=jnp.int8)
    check = jax.jit(jax.vmap(Hand.can_tsumo))
    check(rows).block_until_ready()
    rates = []
    for _ in range(REPS):
        start = time.perf_counter()
        check(rows).block_until_ready()
        rates.append(len(rows) / (time.perf_counter() - start))
    emit("wincheck.batch", rates)


PEERS = {"PyMahjongGB": mahjong_gb, "riichienv": riichi_env, "xiangting": xiangting, "mahjax": mahjax}

if __name__ == "__main__":
    PEERS[sys.argv[1]]()
