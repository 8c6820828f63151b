"""Runs the terminal examples of pages: blocks ```console with commands after `$ ` and their output, one folder per page.

`python -m tools.site.examples docs/*.md` runs them and reports differences; `--write` updates the pages. A line `...`
in the output stands for any number of lines. Values that differ at each run (the time of an entry, the hash of a
book) are compared only by their place; the folder is written as `~`. Pages in `docs/zh` run under a Chinese locale.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DOCUMENT = re.compile(r"<<'(\w+)'")
"""A file that is typed in: its lines follow after `> `, up to its last word."""
_ANY = "..."
_CHANGING = (
    (re.compile(r"(#\d+ )\d\d:\d\d"), r"\1--:--"),
    (re.compile(r"^(\d+ · )[0-9a-f]{16}$", re.MULTILINE), r"\1head"),
)


@dataclass(frozen=True)
class Command:
    """A command as printed, and its output on the page."""

    text: str
    prints: str


def commands(page: str) -> list[Command]:
    """The commands of a page in their order.

    >>> commands("```console\\n$ echo a \\\\\\n>   b\\na b\\n```\\n")
    [Command(text='echo a \\\\\\n  b', prints='a b\\n')]
    """
    return [command for block in _BLOCK.findall(page) for command in _in_block(block)]


def _in_block(block: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        typed = [lines.pop(0)]
        document = _DOCUMENT.search(typed[0])
        while lines and lines[0].startswith(">"):
            goes_on = typed[-1].endswith("\\") or (document is not None and typed[-1] != document[1])
            if not goes_on:
                break
            typed.append(lines.pop(0)[1:].removeprefix(" "))
        yield Command("\n".join(typed), "".join(f"{line}\n" for line in lines))


def place_of(page: Path) -> str:
    """The locale of a page's readers."""
    return "zh_HK.UTF-8" if page.parent.name == "zh" else "C.UTF-8"


def run(
    every: list[Command], folder: Path, place: str = "C.UTF-8", programs: Path | None = None
) -> Iterator[tuple[Command, str, int]]:
    """Each command with its output and exit code, run in a new folder, at a terminal of 80 columns.

    `programs`: the folder of `sikwu`, if it is not the one of this Python.
    """
    path = os.pathsep.join(
        (*((str(programs),) if programs else ()), str(Path(sys.executable).parent), os.environ["PATH"])
    )
    environment = {**os.environ, "PATH": path, "LC_ALL": "", "LANG": place, "COLUMNS": "80", "NO_COLOR": "1"}
    environment |= {"SIKWU_BOOKS": str(folder / "books.db"), "PYTHONUTF8": "1", "TZ": "UTC"}
    for name in ("FORCE_COLOR", "SIKWU_CODES"):
        environment.pop(name, None)
    for command in every:
        done = subprocess.run(
            ["bash", "-c", command.text],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=600,
        )
        yield command, (done.stdout + done.stderr).decode("utf-8").replace(str(folder), "~"), done.returncode


def agree(said: str, printed: str) -> bool:
    """Whether the output on the page matches the real output.

    >>> agree("a\\n...\\nd\\n", "a\\nb\\nc\\nd\\n"), agree("a\\n", "a\\nb\\n"), agree("...\\n", "")
    (True, False, True)
    >>> agree("hand 1 #2 20:15  draw\\n", "hand 1 #2 03:07  draw\\n")
    True
    """
    for changing, same in _CHANGING:
        said, printed = changing.sub(same, said), changing.sub(same, printed)
    parts = (re.escape(line.rstrip()) if line != _ANY else r"(?:.*(?:\n|$))*?" for line in said.splitlines())
    wanted = "".join(part if part.endswith("*?") else rf"{part}[ ]*\n" for part in parts)
    return re.fullmatch(wanted, printed if printed.endswith("\n") or not printed else f"{printed}\n") is not None


def wrong(page: Path, programs: Path | None = None) -> Iterator[str]:
    """The differences between a page and the output of its commands."""
    with tempfile.TemporaryDirectory() as folder:
        for command, printed, code in run(commands(page.read_text("utf-8")), Path(folder), place_of(page), programs):
            failed = code != 0 and "✗" not in command.prints  # a page may show an error on purpose
            if failed or not agree(command.prints, printed):
                both = (each.splitlines() for each in (command.prints, printed))
                yield f"$ {command.text}\n" + "\n".join(difflib.ndiff(*both))


def rewritten(page: str, place: str = "C.UTF-8") -> str:
    """The page with the real output; parts abbreviated by `...` stay while they match."""
    with tempfile.TemporaryDirectory() as folder:
        answers = iter(list(run(commands(page), Path(folder), place)))

        def block(_: re.Match[str]) -> str:
            out = []
            for command in _in_block(_[1]):
                ran, printed, _code = next(answers)
                assert ran == command
                keep = agree(command.prints, printed) and command.prints
                typed = command.text.replace("\n", "\n> ").replace("> \n", ">\n")
                lines = command.prints if keep else "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
                out.append(f"$ {typed}\n{lines}")
            return "```console\n" + "".join(out) + "```"

        return _BLOCK.sub(block, page)


def main() -> None:
    """The command."""
    write = "--write" in sys.argv
    failed = False
    for name in [each for each in sys.argv[1:] if each != "--write"]:
        page = Path(name)
        if write:
            page.write_text(rewritten(page.read_text("utf-8"), place_of(page)), "utf-8")
        for told in wrong(page):
            failed = True
            print(f"{name}\n{told}\n")
    sys.exit(failed)


if __name__ == "__main__":
    main()
