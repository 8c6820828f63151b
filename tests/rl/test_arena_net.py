"""A network saved by `examples/ppo.py --save` plays in the arena, with the code of the documentation."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
ROOT = Path(__file__).parents[2]


def test_the_lines_of_the_page_seat_a_saved_net(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "env.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"```\n(import torch\nfrom ppo import .*?)```", page, re.DOTALL)
    assert len([line for line in lines.splitlines() if line.strip()]) <= 12
    (tmp_path / "mynet.py").write_text(lines, encoding="utf-8")
    trained = [
        sys.executable,
        str(ROOT / "examples" / "ppo.py"),
        "--minutes",
        "0.05",
        "--deals",
        "200",
        "--save",
        "net.pt",
    ]
    done = subprocess.run(trained, cwd=tmp_path, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    (command,) = re.findall(r"`PYTHONPATH=examples sikwu (arena mynet:Net random --deals) \d+`", page)
    words = [sys.executable, "-m", "sikwu", *command.split(), "400", "--json"]
    path = {"PYTHONPATH": str(ROOT / "examples")}
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=900, env={**os.environ, **path})
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [each["player"] for each in told["players"]] == ["mynet:Net", "random"]
    assert "defaults" not in told, "what it answered was not legal"
    assert told["players"][0]["ready"] > 0
