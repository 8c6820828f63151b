"""Runs TypeScript of the app in node, to compare it with the library."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

APP = Path(__file__).parent.parent / "app"


def node() -> str:
    """The node of the virtual environment; the machine's own may be too old for TypeScript."""
    found = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
    if found is None:
        pytest.fail("there is no node: `make setup` installs it")
    return found


def ask(tmp_path: Path, questions: Iterable[dict[str, Any]]) -> list[Any]:
    """The answers of app/tests/twins.ts."""
    from sikwu.texts.tables import exported

    tables = tmp_path / "tables.json"
    tables.write_text(json.dumps(exported()), encoding="utf-8")
    lines = "\n".join(json.dumps(each) for each in questions)
    done = subprocess.run(
        [node(), "--no-warnings", str(APP / "tests" / "twins.ts"), str(tables)],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
