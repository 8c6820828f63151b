"""Figures that tests measure, printed at the end of the run."""

from __future__ import annotations

import json
import os
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "build" / "figures"


def told(name: str, value: float, unit: str, remark: str = "") -> None:
    """Stores a figure for the summary; workers write, the first process prints."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    line = {"figure": name, "value": value, "unit": unit, "remark": remark}
    (FOLDER / f"{name}.{os.getpid()}.json").write_text(json.dumps(line), encoding="utf-8")


def collected() -> list[str]:
    """Returns every figure as a line, and deletes them."""
    lines = []
    for path in sorted(FOLDER.glob("*.json")) if FOLDER.is_dir() else ():
        lines.append(path.read_text(encoding="utf-8"))
        path.unlink()
    return lines
