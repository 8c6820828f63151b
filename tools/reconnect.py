"""`python -m tools.reconnect` writes tests/data/reconnect.json: what a client does when it is back, for the twin of `decide` in the app."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from sikwu.live.reconnect import HaveView, ReconnectPlan, ServerSays, WaitingAct, decide
from sikwu.live.terms import MISSED

FILE = Path(__file__).parent.parent / "tests" / "data" / "reconnect.json"
_ACTS = (
    WaitingAct("t1", "a1", "d7", "pass"),
    WaitingAct("t0", "a2", "d9", "win"),
    WaitingAct("t1", "a3", "d8", "pung"),
)
_VERSIONS = (None, 0, 1, 299 - MISSED, 300 - MISSED, 299, 300, 301)


def cases() -> Iterator[dict[str, Any]]:
    """Every combination of a client's and a server's state."""
    for table, v, hash, gone, waiting in product(("t1", "t0"), _VERSIONS, ("new", "old"), (False, True), (0, 1, 3)):
        have, told = HaveView(table, v, "" if v is None else hash), ServerSays("t1", 300, "new", gone)
        pending = _ACTS[:waiting]
        asked = {"have": have._asdict(), "told": told._asdict(), "pending": [act._asdict() for act in pending]}
        yield {**asked, "plan": _plan(decide(have, told, pending))}


def _plan(plan: ReconnectPlan) -> dict[str, Any]:
    acts = {"send": [act._asdict() for act in plan.send], "drop": [act._asdict() for act in plan.drop]}
    return {**plan._asdict(), **acts}


def text() -> str:
    """The file, a case a line."""
    rows = ",\n".join(json.dumps(case) for case in cases())
    return f"[\n{rows}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
