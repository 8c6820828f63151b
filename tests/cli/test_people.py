"""Three people at a pseudo terminal: `tests/data/people` holds what they type and everything they see.

The player after a hand is in `test_cli_guide.py`, the bookkeeper in `test_cli_session.py`. A transcript is named by
person, language and width.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from loaded import programs
from terminal import typed

PEOPLE = Path(__file__).parent.parent / "data" / "people"
SHELL = ("sh", "-i"), "$ "
# Without readline, which would wrap typed lines in its own way.
PYTHON = (sys.executable, "-c", "import code; code.InteractiveConsole().interact('', '')"), ">>> "
PLACES = {"en": {"LANG": "C"}, "yue": {"LC_ALL": "zh_HK.UTF-8"}, "zh": {"LANG": "zh_TW.UTF-8"}}
_FRAMES = re.compile(r"(?:^  File .*\n(?:^    .*\n)*)+", re.MULTILINE)  # where this machine keeps what files


def sat_down(transcript: Path, folder: Path) -> tuple[str, int]:
    """The output for a person who types the lines of a transcript, in a new folder."""
    who, lang, columns = transcript.stem.split(".")
    program, prompt = PYTHON if who == "python_developer" else SHELL
    lines = [
        line.removeprefix(prompt) for line in transcript.read_text("utf-8").splitlines() if line.startswith(prompt)
    ]
    seen, code = typed(
        lines,
        columns=int(columns),
        program=program,
        prompt=prompt,
        folder=folder,
        PATH=f"{programs()}{os.pathsep}{os.environ['PATH']}",
        PS1=prompt,
        ENV="",
        PYTHONUTF8="1",
        **PLACES[lang],
    )
    seen = _FRAMES.sub("  ...\n", seen)
    return "".join(f"{line.rstrip()}\n" for line in seen.strip().splitlines()), code


@pytest.mark.parametrize("transcript", sorted(PEOPLE.glob("*.txt")), ids=lambda path: path.stem)
def test_somebody_sees_what_is_written_down(transcript: Path, tmp_path: Path) -> None:
    seen, code = sat_down(transcript, tmp_path)
    assert seen == transcript.read_text("utf-8")
    assert code == 0


@pytest.mark.parametrize("transcript", sorted(PEOPLE.glob("*.txt")), ids=lambda path: path.stem)
def test_nothing_is_wider_than_the_terminal(transcript: Path) -> None:
    columns = int(transcript.stem.split(".")[2])
    for line in transcript.read_text("utf-8").splitlines():
        # Typed lines, JSON and Python values may have any length.
        if not line.startswith(("$ ", ">>> ", "... ", "{")) and not transcript.stem.startswith("python"):
            assert cell_len(line) <= columns, line


def test_each_of_them_sits_at_both_widths_and_speaks_both_languages() -> None:
    names = [path.stem.split(".") for path in PEOPLE.glob("*.txt")]
    for who in ("python_developer", "game_developer", "rules_nerd"):
        mine = [(lang, columns) for name, lang, columns in names if name == who]
        assert {columns for _, columns in mine} == {"80", "60"}, who
        assert "en" in {lang for lang, _ in mine}, who
        assert {"yue", "zh"} & {lang for lang, _ in mine}, who
