"""Both READMEs: every command runs as printed, countable figures are counted, and both say the same. Doctest runs their Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from loaded import programs
from patience import PATIENCE
from sikwu import ruleset
from sikwu.arena.rungs import measured
from sikwu.rules.presets import DOCUMENTS, PRESETS

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))
from tools import ladder  # noqa: E402
from tools.site import examples  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")
CHINESE = (ROOT / "README.zh-Hant.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
LARGEST = 6500
"""Bytes of a README: it is read in a minute."""


def typed(page: str) -> list[str]:
    """The commands of a page that show no output, without their comments."""
    return [
        line.split("  #")[0].strip()
        for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
        for line in block.splitlines()
        if line.startswith(("sikwu ", "printf ", "echo "))
    ]


LINES = typed(TOUR)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for a user who has only the README."""
    return tmp_path_factory.mktemp("stranger")


@pytest.mark.parametrize("page", [README, CHINESE], ids=["English", "Chinese"])
def test_a_readme_shows_both_commands_first_and_is_short(page: str) -> None:
    assert page.index("make run") < page.index("make test") < page.index("## ")
    assert len(page.encode()) <= LARGEST
    assert len(typed(page)) >= 2
    assert len(LINES) >= 19


def test_both_readmes_have_the_same_parts() -> None:
    assert README.count("\n## ") == CHINESE.count("\n## ")
    assert README.count("<img ") == CHINESE.count("<img ") == 3
    for each in (r"```python\n.*?```", r"^\| `[\w-]+`", r"\b\d+(?:\.\d+)? times as|[\d.,]+ 倍"):
        found, other = (re.findall(each, page, re.DOTALL | re.MULTILINE) for page in (README, CHINESE))
        assert found
        assert len(found) == len(other)
    assert re.findall(r"```python\n.*?```", README, re.DOTALL) == re.findall(r"```python\n.*?```", CHINESE, re.DOTALL)


def test_both_tours_list_the_same_commands() -> None:
    assert typed((ROOT / "docs" / "zh" / "tour.md").read_text(encoding="utf-8")) == LINES


def test_every_picture_of_a_readme_is_there() -> None:
    for picture in re.findall(r'<img src="([^"]+)"', README + CHINESE):
        assert (ROOT / picture).is_file(), picture


def test_counted_figures_of_the_readmes_are_true() -> None:
    cases = sum(len(file.read_text("utf-8").splitlines()) for file in (ROOT / "corpus").glob("*.jsonl"))
    patterns = {
        (rules.document.texts, each.id) for rules in map(ruleset, DOCUMENTS) for each in rules.document.patterns
    }
    for page in (README, CHINESE):
        (claimed,) = re.findall(r"([\d,]+) (?:worked cases|個有出處的個案)", page)
        assert int(claimed.replace(",", "")) == cases
        (told,) = re.findall(r"(\d+) (?:patterns has|個番種，每個)", page)
        assert int(told) == len(patterns)
        (presets,) = re.findall(r"(\d+) (?:presets \(|套現成規矩)", page)
        assert int(presets) == len(PRESETS)


def test_the_ladder_of_the_readmes_is_the_measured_one() -> None:
    """Every bot's strength and the gains of careful with their intervals, as `make ladder` has left them."""
    told = measured()
    standard = ruleset("hk-standard").hash
    assert {match["rules"] for match in told["matches"] if match["minimum"] == 3} >= {standard}
    for path, page in ((ROOT / "README.md", README), (ROOT / "README.zh-Hant.md", CHINESE)):
        table = ladder.short_table(told, path)
        assert f"{ladder.BEGIN}\n{table}\n{ladder.END}" in page, "run python -m tools.ladder --tables"
        rungs = {rung["player"]: rung for rung in told["ladders"][0]["rungs"]}
        for player, low, high in re.findall(r"^\| `(\w+)` \| [+−][\d.]+ \| (\S+) … (\S+) \|$", table, re.MULTILINE):
            rung = rungs.pop(player)
            assert [float(each.replace("−", "-")) for each in (low, high)] == [
                round(rung["low"], 1),
                round(rung["high"], 1),
            ]
        assert rungs.keys() == {"quick", "hasty", "greedy", "timid"}


def test_what_the_readmes_show_is_what_is_printed() -> None:
    for name in ("README.md", "README.zh-Hant.md"):
        assert (ROOT / name).read_text("utf-8").count("```console\n") == 1
        assert list(examples.wrong(ROOT / name)) == []


@pytest.mark.parametrize("page", [TOUR, README, CHINESE], ids=["tour", "English", "Chinese"])
def test_every_command_runs_one_after_the_other(folder: Path, page: str) -> None:
    path = f"{programs()}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": path, "LANG": "C.UTF-8"}
    env.pop("SIKWU_BOOKS", None)
    for line in typed(page):
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
