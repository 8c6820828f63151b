"""Writes docs/benchmarks.md and its chart from what `bench/compare.py` measured: ratios, their spread, machine and versions.

The claim of speed in both READMEs gets the same ratios.
"""

from __future__ import annotations

import os
import platform
import re
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE, CHART = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "screens" / "benchmarks.svg"
NAMES = {
    "score.single": "Score a hand, one at a time",
    "score.text": "Score a hand from its text",
    "score.win": "Score a hand from its tiles",
    "score.explained": "Score and explain a hand",
    "score.batch": "Score hands in a batch",
    "score16.hk-taiwanese.batch": "Score 16-tile hands in a batch",
    "score16.club16.batch": "Score hands of the club sheet in a batch",
    "settle.single": "Score and settle a hand",
    "game.random.hands": "Play deals by chance",
    "game.quick.hands": "Play deals by the quick player",
    "env.single.decisions": "One environment, decisions",
    "env.vector.decisions": "Many deals at once, decisions",
    "env.planes.decisions": "Many deals at once with planes, decisions",
    "wincheck.batch": "Is it a win? In a batch",
    "shanten.r13": "Tiles away from a win",
    "shanten.r13.batch": "Tiles away from a win, in a batch",
    "ukeire.r13": "Useful tiles",
    "ukeire.r13.batch": "Useful tiles, in a batch",
}
"""What each metric is called on the page."""
CLAIMED = ("score.batch", "game.random.hands")
"""The metrics of the READMEs' claim, in the order of its figures."""
CLAIMS = {
    ROOT / "README.md": r"(it scores )\S+( times as many hands .*? plays )\S+( times as many random deals)",
    ROOT / "README.zh-Hant.md": r"(每秒計的牌是 PyMahjongGB 的 )\S+( 倍.*? RiichiEnv 的 )\S+( 倍)",
}
"""Where the claim stands in each README: what is around its two figures."""


class Ratio(NamedTuple):
    """How many times as many a second as a peer, in each turn."""

    metric: str
    peer: str
    ours: float
    theirs: float
    turns: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median of the turns."""
        return statistics.median(self.turns)

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and highest turn."""
        return min(self.turns), max(self.turns)


def ratio(
    metric: str, peer: str, other: str, ours: Sequence[Mapping[str, float]], theirs: Sequence[Mapping[str, float]]
) -> Ratio:
    """One ratio: the turns alternate, so the n-th of ours stands beside the n-th of theirs.

    >>> told = ratio("a", "p", "b", [{"a": 10.0}, {"a": 12.0}, {"a": 9.0}], [{"b": 5.0}, {"b": 4.0}, {"b": 3.0}])
    >>> told.middle, told.spread
    (3.0, (2.0, 3.0))
    """
    turns = tuple(mine[metric] / yours[other] for mine, yours in zip(ours, theirs, strict=True))
    middle = (statistics.median(each[metric] for each in ours), statistics.median(each[other] for each in theirs))
    return Ratio(metric, peer, *middle, turns)


def short(value: float) -> str:
    """A figure with three digits that count.

    >>> [short(each) for each in (0.4567, 17.54, 133.2, 2_345_678)]
    ['0.457', '17.5', '133', '2,350,000']
    """
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value / 10**digits) * 10**digits:,}"
    return f"{value:.3g}"


def machine() -> str:
    """Processor, cores, load and system."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        name = next((each.partition(":")[2].strip() for each in lines if each.startswith("model name")), name)
    except OSError:
        pass
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; load at the end {load}"


def commit() -> str:
    """The commit that was measured, and whether anything was changed beside it."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    changed = " with changes" if git("status", "--porcelain", "--untracked-files=no") else ""
    return (git("rev-parse", "--short=12", "HEAD") or "unknown") + changed


def chart(found: Sequence[Ratio]) -> str:
    """Bars on a scale of powers of ten; a thin line from the lowest to the highest turn; 1 is the peer."""
    import math

    high, left, wide = 34, 330, 430
    low, top = -1.0, max(1.0, math.ceil(max(math.log10(each.spread[1]) for each in found)))

    def x(value: float) -> float:
        return left + wide * (min(max(math.log10(value), low), top) - low) / (top - low)

    rows = []
    for power in range(int(low), int(top) + 1):
        at = x(10.0**power)
        rows.append(
            f'<path d="M{at:.1f} 20V{30 + high * len(found)}" stroke="{"#59635c" if power == 0 else "#c9c2b0"}"/>'
        )
        rows.append(f'<text x="{at:.1f}" y="14" text-anchor="middle" font-size="12">{10.0**power:g}×</text>')
    for place, each in enumerate(found):
        y = 30 + high * place
        start, end = sorted((x(1.0), x(each.middle)))
        colour = "#11694f" if each.middle >= 1 else "#a9231b"
        rows.append(
            f'<text x="{left - 10}" y="{y + 12}" text-anchor="end" font-size="13">{escape(NAMES[each.metric])}</text>'
        )
        rows.append(
            f'<text x="{left - 10}" y="{y + 26}" text-anchor="end" font-size="11" fill="#59635c">beside {escape(each.peer)}</text>'
        )
        rows.append(f'<rect x="{start:.1f}" y="{y}" width="{max(end - start, 1):.1f}" height="18" fill="{colour}"/>')
        lowest, highest = each.spread
        rows.append(f'<path d="M{x(lowest):.1f} {y + 9}H{x(highest):.1f}" stroke="#1b231f" stroke-width="2"/>')
        rows.append(
            f'<text x="{x(each.middle) + 8:.1f}" y="{y + 14}" font-size="12" font-weight="bold">{short(each.middle)}×</text>'
        )
    width, height = left + wide + 70, 40 + high * len(found)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="system-ui, sans-serif" fill="#1b231f">'
        f'<rect width="{width}" height="{height}" fill="#fffdf8"/>{"".join(rows)}</svg>\n'
    )


def page(found: Sequence[Ratio], versions: Mapping[str, str], promised: Mapping[str, float], turns: int) -> str:
    """The page in Markdown."""
    rows = "".join(
        f"| {NAMES[each.metric]} | {each.peer} {versions.get(each.peer, '')} | {short(each.ours)} | {short(each.theirs)} | "
        f"**{short(each.middle)}** | {short(each.spread[0])} … {short(each.spread[1])} | {promised[each.metric]:g} |\n"
        for each in found
    )
    return f"""# Benchmarks

Sikwu beside other libraries, each doing the nearest thing that it does, on one core, in one run. This page is written by `make bench-peers`; nothing on it is typed by hand.

- Machine: {machine()}
- Commit: {commit()}, {datetime.now(UTC):%Y-%m-%d}
- Commands: `bench/data.py` makes the hands, `bench/run.py` measures us, `bench/peers.py` the others; ours and theirs take turns, {turns} of each. `bench/peers.txt` pins the others.

![How many times as many a second as each peer, on a scale of powers of ten](screens/benchmarks.svg)

| what | peer | ours a second | theirs a second | times | lowest … highest turn | promised |
| --- | --- | --- | --- | --- | --- | --- |
{rows}
Peers play other rules: PyMahjongGB scores the 81 patterns of Chinese official mahjong, the others play Japanese mahjong. A ratio says how long people wait, not who is cleverer.
"""


def claimed(text: str, around: str, found: Sequence[Ratio]) -> str:
    """A README whose claim of speed has the measured ratios.

    >>> told = [Ratio(metric, "p", 1.0, 1.0, (times,)) for metric, times in zip(CLAIMED, (17.0, 130.0))]
    >>> claimed("one 3 two 4 three", r"(one )\\S+( two )\\S+( three)", told)
    'one 17 two 130 three'
    """
    first, second = (short(next(each.middle for each in found if each.metric == metric)) for metric in CLAIMED)
    told, count = re.subn(around, lambda parts: f"{parts[1]}{first}{parts[2]}{second}{parts[3]}", text)
    if count != 1:
        raise ValueError("the README has no claim of speed in the known words")
    return told


def write(found: Sequence[Ratio], versions: Mapping[str, str], promised: Mapping[str, float], turns: int) -> None:
    """Writes the page, its chart and the READMEs' claim."""
    CHART.write_text(chart(found), encoding="utf-8")
    PAGE.write_text(page(found, versions, promised, turns), encoding="utf-8")
    for readme, around in CLAIMS.items():
        readme.write_text(claimed(readme.read_text("utf-8"), around, found), encoding="utf-8")
