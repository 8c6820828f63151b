"""Every command of the README runs as it is printed; its Python is run as a doctest."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [
    line.split("  #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith(("sikwu ", "printf "))
]
CASE = {
    "id": "1",
    "kind": "score",
    "ruleset": "hk-standard",
    "hand": "111m 999p 99m 發發發 EE",
    "win": "E",
    "by": "self_draw",
    "seat": "E",
    "round": "E",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody sits who has the README and two files."""
    here = tmp_path_factory.mktemp("stranger")
    (here / "hands.txt").write_text("123678m 中中中 發發發 白 +白<W 1f seat=E round=S\n", encoding="utf-8")
    (here / "cases.jsonl").write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    (here / "bin").mkdir()
    (here / "bin" / "sikwu").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sikwu "$@"\n')
    (here / "bin" / "sikwu").chmod(0o755)
    return here


def test_the_readme_shows_both_commands_first() -> None:
    assert README.index("make run") < README.index("make test") < README.index("## ")
    assert len(LINES) >= 10


def test_every_command_of_the_readme_runs_one_after_the_other(folder: Path) -> None:
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": path, "LANG": "C.UTF-8"}
    env.pop("SIKWU_BOOKS", None)
    for line in LINES:
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, line + done.stderr
        assert done.stdout.strip(), line
        assert "error" not in done.stdout, line
