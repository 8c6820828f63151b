"""Every command of the README runs as it is printed; its Python is run as a doctest."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from loaded import programs
from patience import PATIENCE

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
from tools.site import examples  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [
    line.split("  #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith(("sikwu ", "printf ", "echo "))
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody sits who has the README and nothing else."""
    return tmp_path_factory.mktemp("stranger")


def test_the_readme_shows_both_commands_first() -> None:
    assert README.index("make run") < README.index("make test") < README.index("## ")
    assert len(LINES) >= 10


def test_what_the_readme_shows_is_what_is_printed() -> None:
    assert README.count("```console\n") == 1
    assert list(examples.wrong(ROOT / "README.md")) == []


def test_every_command_of_the_readme_runs_one_after_the_other(folder: Path) -> None:
    path = f"{programs()}{os.pathsep}{os.environ['PATH']}"
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
            timeout=PATIENCE,
        )
        assert done.returncode == 0, line + done.stderr
        assert done.stdout.strip(), line
        assert '"error":{"code"' not in done.stdout, line
        assert "✗" not in done.stderr, line
