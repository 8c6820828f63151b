"""CONTRIBUTING.md, followed literally in a copy of the project: a case, a pattern, an option, and the tests' answers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from patience import PATIENCE

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
RULES = Path("src/sikwu/rules")
HAND = "888m 888p 123s 456s E +E<W 1f seat=S round=E"


def section(heading: str) -> str:
    start = TEXT.index(f"## {heading}")
    return TEXT[start : TEXT.index("\n## ", start + 3)]


def block(heading: str, info: str) -> str:
    """The one block of a kind in a recipe, as it would be copied."""
    (found,) = re.findall(rf"^   ```{info}\n(.*?)^   ```$", section(heading), re.MULTILINE | re.DOTALL)
    return textwrap.dedent(found)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project as a new contributor has it."""
    for name in ("src", "tests", "corpus"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "hostile", "before", "people")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    kernel = sys.modules["sikwu._kernel"].__file__
    assert kernel is not None
    shutil.copy(kernel, tmp_path / "src" / "sikwu")  # built before: only Python is changed
    return tmp_path


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    # Compiled files are shared between runs; most plugins of pytest are not needed here and take longer to load than the
    # tests. The settings of the project name one of them.
    environment |= {"PYTHONDONTWRITEBYTECODE": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    words = [sys.executable, "-m", *command]
    return subprocess.run(
        words, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=2 * PATIENCE
    )


def checked(copy: Path, *files: str) -> subprocess.CompletedProcess[str]:
    # Of the thousands of cases that were there before, none has changed: only the new ones are asked again.
    return run(
        copy,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "pytest_timeout",
        "-k",
        "not test_agrees or p90 or o90",
        *files,
    )


def appended(file: Path, text: str) -> None:
    before = file.read_text("utf-8")
    file.write_text(before + ("" if before.endswith("\n") else "\n") + text, "utf-8")


def put_in(file: Path, before: str, text: str) -> None:
    """Puts a line before another that there is once."""
    old = file.read_text("utf-8")
    assert old.count(before) == 1, f"{before!r} stands {old.count(before)} times in {file.name}"
    file.write_text(old.replace(before, text + before), "utf-8")


def test_a_case(copy: Path) -> None:
    recipe = section("A case")
    (command,) = re.findall(r"`sikwu (score \"[^`]*)`", recipe)
    assert command == f'score "{HAND}" --json'
    told = json.loads(run(copy, "sikwu", "score", HAND, "--json").stdout)
    (line,) = block("A case", "json").splitlines()
    case = json.loads(line)
    assert told["explanation"]["fan"] == case["expect"]["fan"]
    assert "corpus/hk_patterns.jsonl" in recipe
    appended(copy / "corpus" / "hk_patterns.jsonl", line + "\n")
    done = checked(copy, "tests/score/test_corpus.py")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    # A case that says something else is found.
    wrong = json.dumps({**case, "id": "p905", "expect": {"patterns": {}, "fan": 7}}, ensure_ascii=False)
    appended(copy / "corpus" / "hk_patterns.jsonl", wrong + "\n")
    done = checked(copy, "tests/score/test_corpus.py")
    assert done.returncode == 1
    assert "p905" in done.stdout


def test_a_pattern_and_its_option(copy: Path) -> None:
    pattern = textwrap.indent(block("A pattern", "python").rstrip(), "    ") + ",\n"
    suits = copy / RULES / "hk" / "suits.py"
    text = suits.read_text("utf-8")
    assert text.endswith(")\n")
    suits.write_text(f"{text[:-2]}{pattern})\n", "utf-8")
    assert '`"lucky_eights": 2` in `PRICES`' in section("A pattern")
    standard = copy / RULES / "hk" / "standard.py"
    put_in(standard, '    "no_flowers": 1,\n    "seat_flower": 1,\n', '    "lucky_eights": 2,\n')
    recipe = section("An option")
    assert '`enables("lucky_eights")`' in recipe
    assert 'after `enables("red_peacock")`' in recipe
    put_in(copy / RULES / "hk" / "switches.py", '    enables("red_peacock"),\n', '    enables("lucky_eights"),\n')
    assert "`OFF_BY_DEFAULT`" in recipe
    put_in(standard, '    "last_discard",\n    "two_identical_chows",\n', '    "lucky_eights",\n')
    appended(copy / RULES / "hk" / "options.toml", "\n" + block("An option", "toml"))
    # Without the cases the tests say what is missing.
    done = checked(copy, "tests/score/test_corpus.py")
    assert done.returncode == 1
    assert "lucky_eights of hk-standard has only nothing" in done.stdout
    assert "lucky_eights.enabled has no near miss" in done.stdout
    appended(copy / "corpus" / "hk_patterns.jsonl", block("A pattern", "json"))
    appended(copy / "corpus" / "hk_options.jsonl", block("An option", "json"))
    holds = ("tests/score/test_corpus.py", "tests/rules/test_options.py", "tests/kernel/test_signature.py")
    done = checked(copy, *holds, "tests/rules/test_identity.py")
    assert done.returncode in (0, 1), done.stdout[-3000:] + done.stderr  # 2 and more: the tests themselves did not run
    assert not [line for line in done.stdout.splitlines() if line.startswith("ERROR")], done.stdout[-3000:]
    # The pins that may move are those that the recipe names.
    failed = [line.split(" ")[1] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert bool(failed) == bool(done.returncode), done.stdout[-3000:]
    assert {each.split("[")[0] for each in failed} <= {
        "tests/rules/test_identity.py::test_the_hashes_of_the_documents"
    }, done.stdout[-3000:]
    shown = run(copy, "sikwu", "rules", "show", "lucky_eights", "--lang", "en").stdout
    assert "Lucky eights 八八大發 baat3 baat3 daai6 faat3 lucky_eights" in shown
    assert "Six eights or more: 2 fan." in shown
    assert "Two pungs of eights hold six of them." in shown


def test_the_quick_round_runs_the_source_with_the_installed_kernel(copy: Path) -> None:
    """A fresh set-up has no kernel in src: `make quick` links the installed one, and the tests import the changed
    source.
    """
    for kernel in (copy / "src/sikwu").glob("_kernel*"):
        kernel.unlink()
    shutil.copy(ROOT / "Makefile", copy)
    (copy / "tests/test_source.py").write_text(
        "import sikwu, sikwu._kernel\n\n\ndef test_source():\n    assert sikwu.__file__ == "
        f"{str(copy / 'src/sikwu/__init__.py')!r}\n    assert sikwu._kernel.__file__.startswith({str(copy)!r})\n",
        "utf-8",
    )
    assert "make quick TESTS=" in TEXT
    command = ["make", "quick", f"VENV={sys.prefix}", "TESTS=-p no:cacheprovider tests/test_source.py"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=2 * PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
