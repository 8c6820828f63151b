"""`python -m tools.measure`: calibration, times and false positives of the players and the arena, as tables of docs/arena.md.

Every part is played on walls of its own, on which nothing was fitted. `python -m tools.measure --small` plays a tenth of it and writes nothing.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from tools.ladder import PAGE

from sikwu import ruleset
from sikwu.arena.sequential import decided
from sikwu.arena.stats import estimate
from sikwu.fitting.counted import counted
from sikwu.play.deal import Deal
from sikwu.play.many import play_many, walls_of
from sikwu.play.native import NativePlayer, native
from sikwu.rules.ruleset import Ruleset

BEGIN, END = "<!-- measured -->\n", "<!-- end of measured -->"
SEED, FIRST = 8_000, 1 << 44
"""Walls that nothing was fitted or searched on."""
TIMED = ("quick", "steady", "careful")


def skill(cells: npt.NDArray[np.float64]) -> tuple[float, float, float, float]:
    """Of guesses: the mean guess, how often they came true, the Brier score, and how much it is below that of the mean."""
    n, came, guessed, squares, right = cells.reshape(-1, 5).sum(0)
    brier, usual = (squares - 2 * right + came) / n, came / n * (1 - came / n)
    return guessed / n, came / n, brier, 1 - brier / usual if usual else 0.0


def binned(cells: npt.NDArray[np.float64], parts: int) -> list[tuple[int, float, float]]:
    """Guesses of neighbouring bins together: how many, their mean, how often they came true."""
    told = [part.sum(0) for part in np.array_split(cells, parts)]
    return [(int(each[0]), each[2] / each[0], each[1] / each[0]) for each in told if each[0] >= 50]


def calibration(rules: Ruleset, deals: int) -> str:
    """What became of the guesses of two careful players at a table with two steady ones."""
    own, other = native("careful", rules), native("steady", rules)
    told = counted(rules, (own, other, own, other), deals, SEED, FIRST)
    rows = [
        f"Guesses of two `careful` at a table with two `steady` under {rules.document.id}, {deals:,} deals that nothing was fitted on:",
        "",
        "| guess | how many | mean guess | came true | Brier score | skill |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    parts: list[tuple[str, npt.NDArray[np.float64]]] = [
        ("an opponent can win with some discard", told["was_ready"]),
        ("this discard deals in", told["dealt_in"]),
    ]
    parts += [(f"I win, {away} away", told["won"][away]) for away in (1, 2, 3)]
    for name, cells in parts:
        guess, came, brier, gain = skill(cells)
        rows.append(f"| {name} | {int(cells[:, 0].sum()):,} | {guess:.1%} | {came:.1%} | {brier:.4f} | {gain:.2f} |")
    rows += ["", "By tenths of the guess that an opponent can win (number, mean guess, came true):", ""]
    rows += [f"- {n:,}: {guess:.1%}, {came:.1%}" for n, guess, came in binned(told["was_ready"], 10)]
    rows += ["", "By tenths of the guess to win:", ""]
    rows += [f"- {n:,}: {guess:.1%}, {came:.1%}" for n, guess, came in binned(told["won"].sum(0), 10)]
    return "\n".join(rows)


def decision_times(player: NativePlayer, rules: Ruleset, walls: int) -> npt.NDArray[np.float64]:
    """Processor time in microseconds of every decision with a choice, of four such players, the call from Python included."""
    found = []
    for number, wall in enumerate(walls_of(SEED, walls, FIRST).tolist()):
        deal = Deal.start(wall, rules)
        while deal.window is not None:
            seat = next(iter(deal.window.waiting))
            begun = time.thread_time_ns()
            action = deal.kernel.choose(player, seat, SEED, number, 0)
            found.append(time.thread_time_ns() - begun)
            deal = deal.after(seat, action)
    return np.array(found) / 1000


def times(rulesets: Sequence[str], walls: int) -> str:
    """Times of decisions, and deals a second."""
    rows = [
        "| rules | player | median of a decision | 99 of 100 below | deals a second of four |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name in rulesets:
        rules = ruleset(name)
        for kind in TIMED:
            player = native(kind, rules)
            told = decision_times(player, rules, walls)
            begun = time.process_time()
            play_many(10 * walls, [player] * 4, rules, seed=SEED, first=FIRST, columns=("changes",))
            speed = 10 * walls / (time.process_time() - begun)
            rows.append(
                f"| {name} | {kind} | {np.median(told):.1f} µs | {np.quantile(told, 0.99):.0f} µs | {speed:,.0f} |"
            )
    return "\n".join(rows)


def equal_blocks(rules: Ruleset, player: str, deals: int) -> npt.NDArray[np.float64]:
    """Means of four deals, in each of which another seat is looked at: equal players, so nothing is gained on average."""
    told = play_many(deals, [native(player, rules)] * 4, rules, seed=SEED, first=FIRST, columns=("changes",))
    own = told.changes[np.arange(deals), np.arange(deals) % 4] / told.denominator
    means: npt.NDArray[np.float64] = own.reshape(-1, 4).mean(1)
    return means - means.mean()


def false_positives(rules: Ruleset, player: str, deals: int, matches: int, walls: int) -> str:
    """How often an interval of equal players misses zero, and the sequential test tells a gain."""
    pool, chance = equal_blocks(rules, player, deals), np.random.default_rng(SEED)
    missed = sum(estimate(chance.choice(pool, walls), seed=number).decided != 0 for number in range(matches))
    gains = sum(decided(chance.choice(pool, 20_000)).told > 0 for _ in range(matches))
    return (
        f"{matches:,} matches of {walls} walls between equal `{player}`, drawn from {len(pool):,} blocks of four deals under {rules.document.id}: "
        f"the 99 % interval misses zero in {missed / matches:.2%}; the sequential test tells a gain in {gains / matches:.2%}."
    )


def measured(small: bool) -> str:
    """All parts as Markdown."""
    share = 10 if small else 1
    standard = ruleset("hk-standard")
    parts = [calibration(standard, 2000 // share)]
    print(parts[-1], flush=True)
    parts.append(times(("hk-standard", "hk-taiwanese", "club16"), 60 // share))
    print(parts[-1], flush=True)
    parts.append(false_positives(standard, "steady", 16_000 // share, 2000 // share, 100))
    print(parts[-1], flush=True)
    return "\n\n".join(parts)


def main() -> None:
    """Measures; writes the page unless it was only tried."""
    small = "--small" in sys.argv
    told = measured(small)
    if not small:
        page = PAGE.read_text("utf-8")
        made = re.sub(f"(?s){BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{told}\n\n{END}", page)
        PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
