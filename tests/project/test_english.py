"""Plain English: first lines of modules that a stranger understands, and no phrase that has to be read twice."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 140
KINDS = (".py", ".md", ".hpp", ".cpp", ".ts", ".svelte", ".sh")
PLACES = ("src", "kernel", "app/src", "docs", "tools", "bench", "tests", "examples", "corpus")
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "ARCHITECTURE.md",
    "Makefile",
    "CMakeLists.txt",
    "pyproject.toml",
)
SCRIPTS = (".sh", ".toml", ".txt", "")
"""The endings of further files whose comments begin with #."""
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
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
# Kinds of sentences in comments and docstrings that have to be read twice, and the cure for each.
KINDS_OF_SENTENCES = {
    r"\bso m(?:any|uch)\b": "this many, this much, a number of, at most n, or every n-th",
    r"\b(?:by|of) chance\b": "random",
    r"\bas (?:it|they) stands?\b": "the current state, or unchanged",
    r"\bstand(?:s|ing)? still\b": "pauses",
    r"\bof (?:its|their|one's) own accord\b": "by itself, or on its own initiative",
    r"\bworked out\b": "computed",
    r"\bby (?:our|its|their) own hand\b": "by our own code",
    r"\beyes are borrowed\b|\bborrows? somebody's eyes\b": "the chosen viewer",
    r"\b(?:is|are|was|were) told\b": "gets, learns, is sent or is reported; words are told only where somebody says them",
    r"\bwho(?:ever)? (?:asks|looks|waits|reads|joins|may not|missed) (?:is|gets|has|adds|gives)\b": "name the actor: a client, a player",
    r"\b(?:he|his|him)\b": "the player",
    r"\bnoughts?\b": "zero",
    r"\blikewise\b": "in the same way",
    r"\banew\b": "again",
    r"\bas ever\b": "as before",
    r"\bthat which\b": "a noun",
    r"\bthe like\b": "name the things",
    r"(?:^|[.:;] )whoever\b": "name the actor: a client, a player, a person",
    r"\b(?:is|are) told so\b": "gets an error, or is informed",
    r"\bwritten default": "the default action",
    r"\bthe own (?!fan\b)": "the player's own, the viewer's own",
    r"\b(?:one|line|row|bit|byte|entry|number|once) an? (?:kind|hand|deal|row|fact|part|unit|metric|entry|ruleset|reading)\b": "per",
    r"\b(?:file|process|loop|clock|thread|folder|line|key|address|place|session) of (?:its|his|their|one's) own(?:[.,;:]|$| (?:that|which|with|and|as)\b)": "a separate",
    r"\bbrought near\b": "prefetched",
    r"\bhard to guess\b": "hard to predict",
    r"\bonly goes forward\b": "the monotonic clock",
    r"\bput to sleep\b": "leaves the memory",
    r"^(?:is|are|was|were|does|do|did|has|have|may|can|would) [^.]*\?": "a docstring is no question: write `Whether …`",
}
RUN_IN = r"(?m)^.*\S.*[.:;] [2-9]\. [A-Z]"
"""An item of a numbered list within a line: it should begin one."""


def files() -> Iterator[Path]:
    """Every written file of the project, without generated files and data."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", *PLACES, *PAGES], capture_output=True, text=True, check=False
    )
    found = [ROOT / name for name in listed.stdout.split("\0") if name] if listed.returncode == 0 else []
    for path in found or [each for place in PLACES for each in (ROOT / place).rglob("*")]:
        inside = path.relative_to(ROOT).parts
        if (
            (path.suffix in KINDS or path.name in PAGES)
            and path.is_file()
            and not {"data", "node_modules", "app_dist"} & set(inside)
        ):
            yield path


def flat(text: str) -> str:
    """A text in small letters, its lines and comment signs joined by blanks."""
    return re.sub(r"[ \n]+(?://|#|\*)?[ \n]*", " ", text).lower()


def phrases(text: str) -> list[str]:
    """The phrases of a text that have a cure."""
    joined = flat(text)
    return [phrase for phrase in CURES if phrase in joined]


def docstrings(source: str) -> Iterator[str]:
    """The docstrings of a Python module: of itself, its classes, functions and attributes."""
    for node in ast.walk(ast.parse(source)):
        for part in getattr(node, "body", []) if isinstance(node, ast.Module | ast.ClassDef | FUNCTIONS) else []:
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                yield part.value.value


def comments(source: str, suffix: str) -> Iterator[str]:
    """The comments of a file; lines that follow each other are joined, since a sentence may run over them."""
    if suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        found = [(token.start[0], token.string.lstrip("# ")) for token in tokens if token.type == tokenize.COMMENT]
    else:
        lines = re.sub(r"/\*.*?\*/|<!--.*?-->", "", source, flags=re.S).splitlines() if suffix not in SCRIPTS else []
        yield from (
            each[1].replace("*", " ") for each in re.finditer(r"(?:/\*+|<!--)(.*?)(?:\*/|-->)", source, re.S) if lines
        )
        mark = r"^\s*#+ (.*)$" if suffix in SCRIPTS else r"(?<![:\w\"'`])//+(.*)$"
        found = [
            (number, each[1])
            for number, line in enumerate(lines or source.splitlines())
            if (each := re.search(mark, line))
        ]
    for place, (number, text) in enumerate(found):
        follows = place > 0 and found[place - 1][0] == number - 1
        yield f"{found[place - 1][1]} {text}" if follows else text


def sentences(source: str, suffix: str) -> list[str]:
    """The kinds of sentences in the prose of a file that have a cure."""
    prose = [*comments(source, suffix), *(docstrings(source) if suffix == ".py" else ())]
    joined = [flat(each).strip() for each in prose]
    found = [kind for kind in KINDS_OF_SENTENCES if any(re.search(kind, each) for each in joined)]
    return [*found, RUN_IN] if any(re.search(RUN_IN, each) for each in prose) else found


def first_line_problem(source: str) -> str | None:
    """The problem with the first line of a module, or None."""
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


def test_kinds_of_sentences_that_are_read_twice_are_gone() -> None:
    found = {}
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if path.suffix != ".md" and path != Path(__file__) and (bad := sentences(path.read_text("utf-8"), path.suffix)):
            found[name] = bad
    assert not found, "write instead: " + "; ".join(
        f"{name}: {kind} → {KINDS_OF_SENTENCES.get(kind, 'begin the line with the item')}"
        for name, kinds in found.items()
        for kind in kinds
    )


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
    ("suffix", "planted"),
    [
        (".py", 'def held() -> bool:\n    """Does it stand still,\n    whoever has answered?"""\n'),
        (".py", 'FEW = 2\n"""An address has so many."""\n'),
        (".py", "x = 1\n# How the table stands: whoever\n# asks is told so.\n"),
        (".py", "x = 1  # a computer of its own, in a process of its own\n"),
        (".hpp", "int n = 0;  // the branch is hard to guess\n"),
        (".cpp", "// Has the line\n// brought near.\n"),
        (".ts", "/** Everything anew;\n * the old state stays. */\n"),
        (".svelte", "<!-- One a kind. -->\n<p>so many</p>\n"),
        (".py", '"""The client is told\n    its version."""\n'),
        (".py", '"""What it does.\n\n1. First this. 2. Then\nthat.\n"""\n'),
        (".py", '"""What he bears."""\n'),
        (".hpp", "// With at least so much fan.\n"),
        (".sh", "echo 1\n# A copy as it\n# stands.\n"),
        ("", "all: x\n# Draws everything anew.\n"),
        (".txt", "set(A 1)\n# The hash is worked out once.\n"),
    ],
)
def test_a_planted_sentence_is_found(suffix: str, planted: str) -> None:
    assert sentences(planted, suffix)


@pytest.mark.parametrize(
    ("suffix", "good"),
    [
        (".py", 'def paid() -> str:\n    """The price, whoever is the dealer."""\n    return "so many"\n'),
        (".ts", "const told = 'so many'; // a text of its own fan\nconst url = 'https://nought';\n"),
        (".hpp", "// The own fan of a hand: not of the dealer.\n"),
        (".py", '"""What it does.\n\n1. First this.\n2. Then that, in 3 steps.\n"""\n'),
        ("", "all:\n\techo so many \\# by chance\n"),
    ],
)
def test_a_good_sentence_is_left_alone(suffix: str, good: str) -> None:
    assert sentences(good, suffix) == []


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
