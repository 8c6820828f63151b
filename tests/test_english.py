"""Plain English: first lines of modules that a stranger understands, and no phrase that has to be read twice."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 140
KINDS = (".py", ".md", ".hpp", ".cpp", ".ts", ".svelte")
PLACES = ("src", "kernel", "app/src", "docs", "tools", "bench", "tests", "examples", "corpus")
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md")
# A phrase, and what to write instead. Words of a sentence may be broken over lines and comment signs.
CURES = {
    "so-manieth": "the n-th",
    "collector of cycles": "the garbage collector",
    "at even places": "aligned",
    "gone on with": "resumed",
    "once and a half": "1.5 times",
    "takes what stands in brackets": "press Enter to accept the value in brackets",
    "what stands in brackets": "the part in brackets",
    "nobody knows whether": "we cannot tell whether",
    "nobody knows yet": "it is not known yet",
    "buys himself out": "pays off the pull (cuts it)",
    "buy himself out": "pay off the pull (cut it)",
    "buy oneself out": "pay off the pull (cut it)",
    "bought himself out": "paid off the pull (cut it)",
    "dealt anew": "dealt again, or restarted",
    "drawn anew": "drawn again",
    "written over it": "overwritten",
    "is nobody's that was": "None if it was …",
    "whose word on": "trusted",
    "a line a hand": "one line per hand",
    "the documents that play so many": "all rulesets with the same hand size",
    "writes nothing twice": "does not record it twice",
    "anything else (by number": "special circumstances? type a number",
    "is told together": "is listed together",
    "does not bear out": "does not match",
    "stored before it is told": "saved before its result is shown",
}


def files() -> Iterator[Path]:
    """Every written file of the project; what is generated or data is left out."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", *PLACES, *PAGES], capture_output=True, text=True, check=False
    )
    found = [ROOT / name for name in listed.stdout.split("\0") if name] if listed.returncode == 0 else []
    for path in found or [each for place in PLACES for each in (ROOT / place).rglob("*")]:
        inside = path.relative_to(ROOT).parts
        if path.suffix in KINDS and path.is_file() and not {"data", "node_modules", "app_dist"} & set(inside):
            yield path


def flat(text: str) -> str:
    """A text in small letters, its lines and comment signs joined by blanks."""
    return re.sub(r"[ \n]+(?://|#|\*)?[ \n]*", " ", text).lower()


def phrases(text: str) -> list[str]:
    """The phrases of a text that have a cure."""
    joined = flat(text)
    return [phrase for phrase in CURES if phrase in joined]


def first_line_problem(source: str) -> str | None:
    """What is wrong with the first line of a module, if anything."""
    says = ast.get_docstring(ast.parse(source))
    if says is None:
        return "no docstring"
    first = says.splitlines()[0]
    if not first.endswith("."):
        return "the first line is no sentence: it does not end with a full stop"
    return f"the first line has {len(first)} characters" if len(first) > LONGEST else None


def test_phrases_that_are_read_twice_are_gone() -> None:
    found = {
        str(path.relative_to(ROOT)): {phrase: CURES[phrase] for phrase in bad}
        for path in files()
        if path != Path(__file__) and (bad := phrases(path.read_text("utf-8")))
    }
    assert not found, "write instead: " + "; ".join(f"{path}: {cure}" for path, cure in found.items())


def test_every_module_says_what_it_is_in_one_sentence() -> None:
    wrong = {}
    for path in files():
        if path.suffix == ".py" and (problem := first_line_problem(path.read_text("utf-8"))):
            wrong[str(path.relative_to(ROOT))] = problem
    assert not wrong


@pytest.mark.parametrize(
    "planted",
    [
        "# Enter takes what stands\n    # in brackets.",
        '"""A match that is gone\n    on with."""',
        "// Nobody knows whether it was.",
    ],
)
def test_a_planted_phrase_is_found(planted: str) -> None:
    assert phrases(planted)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("x = 1\n", "no docstring"),
        ('"""Scores hands"""\n', "full stop"),
        (f'"""{"Scores hands " * 12}."""\n', "characters"),
    ],
)
def test_a_planted_first_line_is_found(source: str, problem: str) -> None:
    assert problem in str(first_line_problem(source))
    assert first_line_problem('"""Scores hands.\n\nMore of it\n"""\n') is None


def test_the_check_reads_every_part_of_the_project() -> None:
    read = {path.relative_to(ROOT).parts[0] for path in files()}
    assert {"src", "kernel", "app", "docs", "tools", "bench", "tests", "README.md"} <= read
