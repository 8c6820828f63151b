"""Numbers by maximum likelihood: how soon the others end the deal, how soon a hand comes nearer, who is ready and for what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sikwu._kernel import PARAMETERS, Parameters
from sikwu.fitting.counted import SHAPES, Counts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vector = npt.NDArray[np.float64]

STEPS = 60
RIDGE = 1.0
"""As many observations speak for the number before as one unit of this."""
ALL_TURNS = 22.0
"""`kernel/chances.hpp`."""
FEW = 100
"""With fewer observations a number stays as it was."""
CHANCE_RANGE = (0.6, 6.0)
"""Tiles that may help in a turn."""


def likely(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    """The numbers that explain the counts best; a number with too few observations keeps its earlier value.

    >>> import numpy as np
    >>> empty = {name: np.zeros((*shape, 2)) for name, shape in SHAPES.items()}
    >>> likely(empty, {"hazard": -2.0, "dear": 1.0})["hazard"]
    -2.0
    """
    found = dict(before)
    for part in (_hazard, _ready, _waits, _live, _chances, _ends, _dear):
        found |= part(counts, found)
    return found


def _logistic(rows: Vector, n: Vector, came: Vector, start: Vector) -> Vector:
    """Coefficients of a logistic model, drawn a little towards the start (Newton's method)."""
    import numpy as np

    at = start.astype(float).copy()
    for _ in range(STEPS):
        p = 1.0 / (1.0 + np.exp(-np.clip(rows @ at, -30, 30)))
        slope = rows.T @ (came - n * p) - RIDGE * (at - start)
        bend = (rows * (n * p * (1 - p))[:, None]).T @ rows + RIDGE * np.eye(len(at))
        step = np.linalg.solve(bend, slope)
        at += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-7:
            break
    return at


def _cells(counts: Counts, name: str) -> tuple[list[Vector], Vector, Vector]:
    """The coordinates of the cells that were seen, how often, and how often it came true."""
    import numpy as np

    table = counts[name]
    seen = table[..., 0] > 0
    places = [each.astype(float) for each in np.nonzero(seen)]
    return places, table[..., 0][seen], table[..., 1][seen]


def _hazard(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    import numpy as np

    (turns, melds), n, came = _cells(counts, "ended")
    if n.sum() < FEW:
        return {}
    late = 1.0 - np.minimum(1.0, turns / ALL_TURNS)
    names = ("hazard", "hazard_late", "hazard_bend", "hazard_meld")
    start = np.array([before[each] for each in names])
    at = _logistic(np.stack([np.ones_like(late), late, late * late, melds], 1), n, came, start)
    return dict(zip(names, at.tolist(), strict=True))


def _ready(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    import numpy as np

    (late, melds, calm, bound), n, came = _cells(counts, "ready")
    if n.sum() < FEW:
        return {}
    names = ("ready", "ready_late", "ready_bend", "ready_meld", "ready_calm", "ready_bound")
    start = np.array([before[each] for each in names])
    late = (late + 0.5) / SHAPES["ready"][0]
    rows = np.stack([np.ones_like(late), late, late * late, melds, calm, bound], 1)
    return dict(zip(names, _logistic(rows, n, came, start).tolist(), strict=True))


def _waits(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    """Waits are rare: products of factors, that is sums of logarithms; what came true is counted as Poisson's."""
    import numpy as np

    (kind, open_, thrown, passed, suit, wanted), n, came = _cells(counts, "waited")
    if came.sum() < FEW:
        return {}
    names = (
        "wait_dragon",
        "wait_wind",
        "wait_edge",
        "wait_middle",
        "seen",
        "thrown",
        "passed",
        "flush_in",
        "flush_out",
        "one_in",
        "one_out",
        "kept",
        "shunned",
    )
    columns = [kind == each for each in range(4)] + [open_, thrown, passed]
    columns += [suit == each for each in range(1, 5)] + [wanted == each for each in range(1, 3)]
    rows = np.stack([np.asarray(each, float) for each in columns], 1)
    start = np.log(np.array([max(1e-3, before[each]) for each in names]))
    at = start.copy()
    for _ in range(STEPS):
        mean = n * np.exp(np.clip(rows @ at, -12, 0))
        slope = rows.T @ (came - mean) - RIDGE * (at - start)
        bend = (rows * mean[:, None]).T @ rows + RIDGE * np.eye(len(at))
        step = np.linalg.solve(bend, slope)
        at += np.clip(step, -0.5, 0.5)
        if np.abs(step).max() < 1e-7:
            break
    return dict(zip(names, np.exp(np.clip(at, -7, 1.5)).tolist(), strict=True))


def _live(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    """Useful tiles that were left: a mean by tiles away, and a factor by family."""
    import numpy as np

    table = counts["nearer"][..., 0].sum((1, 2))  # family, away, live
    tiles = np.arange(table.shape[-1])
    n, live = table.sum(-1), (table * tiles).sum(-1)
    if n[0, 1] < FEW or n[:, 2:].sum() < FEW:
        return {}
    usual = live[:, :].sum(0) / np.maximum(1, n.sum(0))
    found = {"live_last": float(live[0, 1] / n[0, 1])}
    stages = np.arange(2, table.shape[1])
    weight = n.sum(0)[2:]
    step, begin = np.polyfit(stages - 2, usual[2:], 1, w=np.sqrt(weight))
    found |= {"live_next": float(max(1.0, begin)), "live_step": float(max(0.0, step))}
    for family, name in ((1, "live_chows"), (2, "live_pungs"), (3, "live_narrow")):
        expected = (n[family, 2:] * usual[2:]).sum()
        if n[family, 2:].sum() >= FEW and expected > 0:
            found[name] = float(live[family, 2:].sum() / expected)
    return found


def _chances(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    """How many tiles a turn brings that may help: the exponent m of 1 - (1 - live / unseen)^m, by a search over m."""
    import numpy as np

    table = counts["nearer"]  # family, claims harm, only self-drawn, away, live
    tiles = np.arange(table.shape[-2])
    unseen = 85.0
    miss = np.log1p(-np.minimum(0.95, tiles / unseen))

    def best(part: Vector) -> float | None:
        n, came = part[:, 0], part[:, 1]
        if n.sum() < FEW:
            return None
        tried = np.linspace(*CHANCE_RANGE, 109)
        p = np.clip(1.0 - np.exp(tried[:, None] * miss), 1e-6, 1 - 1e-6)
        return float(tried[int((came * np.log(p) + (n - came) * np.log(1 - p)).sum(1).argmax())])

    parts = {
        "chances_any": table[[0, 1, 3], 0, :, 2:].sum((0, 1, 2)),
        "chances_pungs": table[2, 0, :, 2:].sum((0, 1)),
    }
    return {name: value for name, part in parts.items() if (value := best(part)) is not None}


def _ends(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    """Tiles that may complete a ready hand in a turn, as the hands that won in the end tell: others hold some of the tiles, so waits last."""
    import numpy as np

    table = counts["finished"][:, :, 0].sum((0, 1))  # melds, turns, live
    melds, turns, live = np.nonzero(table[..., 0])
    cells = table[melds, turns, live]
    if cells[:, 0].sum() < FEW or not cells[:, 1].any():
        return {}
    n, came, unseen = cells.T
    ones = np.ones_like(n)
    rows = np.stack([melds, 0 * ones, 0 * ones, ones, turns, live, np.maximum(1.0, unseen / n)], 1)

    def likelihood(last: float) -> float:
        told = Parameters([float({**before, "chances_last": last}[name]) for name in PARAMETERS]).finish(rows)
        p = np.clip(np.array(told), 1e-4, 1 - 1e-4)
        return float((came * np.log(p) + (n - came) * np.log(1 - p)).sum())

    return {"chances_last": max(map(float, np.geomspace(*CHANCE_RANGE, 61)), key=likelihood)}


def _dear(counts: Counts, before: Mapping[str, float]) -> dict[str, float]:
    (plain, flush), (more, flush_more) = counts["dear"][:, 0], counts["dear"][:, 1]
    if plain < FEW:
        return {}
    found = {"dear": float(more / plain)}
    return found | ({"dear_flush": float(flush_more / flush - more / plain)} if flush >= FEW else {})
