"""The page that `make bench-peers` writes: every promise has its row, and the ratios and their spread are those of the turns."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import compare  # noqa: E402
import page  # noqa: E402

VERSIONS = {"PyMahjongGB": "1.4.0", "riichienv": "0.4.11", "mahjax": "0.1.6", "xiangting": "6.0.2"}


def measured() -> list[page.Ratio]:
    """Each promise in three turns; ours is three times, four times and twice as fast."""
    return [
        page.ratio(mine, peer, theirs, [{mine: 30.0}, {mine: 40.0}, {mine: 20.0}], [{theirs: 10.0}] * 3)
        for mine, peer, theirs, _ in compare.PROMISES
    ]


def written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.setattr(page, "PAGE", folder / "benchmarks.md")
    monkeypatch.setattr(page, "CHART", folder / "benchmarks.svg")
    copies = {folder / readme.name: around for readme, around in page.CLAIMS.items()}
    for copy, readme in zip(copies, page.CLAIMS, strict=True):
        copy.write_text(readme.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(page, "CLAIMS", copies)
    promised = {metric: least for metric, _, _, least in compare.PROMISES}
    page.write(measured(), VERSIONS, promised, 3)
    return page.PAGE.read_text("utf-8"), page.CHART.read_text("utf-8")


def test_every_promise_has_its_row_with_its_spread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = written(tmp_path, monkeypatch)
    rows = re.findall(
        r"^\| (.+?) \| (\w+) ([\d.]+) \| 30 \| 10 \| \*\*3\*\* \| 2 … 4 \| ([\d.]+) \|$", text, re.MULTILINE
    )
    wanted = [(page.NAMES[mine], peer, VERSIONS[peer], f"{least:g}") for mine, peer, _, least in compare.PROMISES]
    assert rows == wanted


def test_it_says_what_was_measured_and_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = written(tmp_path, monkeypatch)
    for wanted in (r"- Machine: .+ cores", r"- Commit: ([0-9a-f]{12}|unknown)", r"3 of each", "make bench-peers"):
        assert re.search(wanted, text), wanted
    assert "(screens/benchmarks.svg)" in text


def test_the_readmes_claim_what_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, monkeypatch)
    for copy in page.CLAIMS:
        (line,) = [line for line in copy.read_text("utf-8").splitlines() if "`make bench-peers`" in line]
        assert re.findall(r"(?<=[ ])[\d.,]+(?= times| 倍)", line) == ["3", "3"]


def test_the_readmes_and_the_page_agree() -> None:
    """Where the page has been written: its ratios are those of the READMEs."""
    if not page.PAGE.is_file():
        return
    rows = dict(re.findall(r"^\| (.+?) \| .*?\*\*([\d.,]+)\*\*", page.PAGE.read_text("utf-8"), re.MULTILINE))
    wanted = [rows[page.NAMES[metric]] for metric in page.CLAIMED]
    for readme in page.CLAIMS:
        (line,) = [line for line in readme.read_text("utf-8").splitlines() if "`make bench-peers`" in line]
        assert re.findall(r"(?<=[ ])[\d.,]+(?= times| 倍)", line) == wanted


def test_the_chart_has_a_bar_and_a_line_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, drawn = written(tmp_path, monkeypatch)
    root = ElementTree.fromstring(drawn)
    space = "{http://www.w3.org/2000/svg}"
    bars = [each for each in root.iter(f"{space}rect") if each.get("height") == "18"]
    lines = [each for each in root.iter(f"{space}path") if each.get("stroke-width") == "2"]
    assert len(bars) == len(lines) == len(compare.PROMISES)
    (start, end) = map(float, re.findall(r"M([\d.]+) \d+H([\d.]+)", lines[0].get("d", ""))[0])
    left, wide = float(bars[0].get("x", 0)), float(bars[0].get("width", 0))
    assert left < start < left + wide < end, "the bar ends at the middle, between the lowest and the highest turn"


def test_the_programs_measure_what_is_promised() -> None:
    """Each metric that is promised has a name for the page, and a program that prints it."""
    ours, theirs = ((ROOT / "bench" / name).read_text("utf-8") for name in ("run.py", "peers.py"))
    assert {mine for mine, *_ in compare.PROMISES} <= set(page.NAMES)
    for mine, peer, metric, _ in compare.PROMISES:
        assert mine.rpartition(".")[2] in ours, mine
        assert metric.rpartition(".")[2] in theirs, metric
        assert peer.lower() in theirs.lower(), peer
    pins = (ROOT / "bench" / "peers.txt").read_text("utf-8")
    assert {peer for _, peer, *_ in compare.PROMISES} <= set(re.findall(r"^([\w-]+)==", pins, re.MULTILINE))
