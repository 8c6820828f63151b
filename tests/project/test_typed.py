"""Type checkers and completion: pages type-check strictly, and names are found statically."""

from __future__ import annotations

import ast
import doctest
import json
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import sikwu

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "zh").glob("*.md"))]
MOST = 400
"""Seconds for a type checker that knows nothing yet, on a busy machine."""


def checked(folder: Path) -> str:
    """mypy's strict messages about the modules in a folder; empty if there are none."""
    # Examples assign the name `told` again and again, as people do at a prompt.
    flags = ("--strict", "--allow-redefinition", "--no-error-summary", "--cache-dir", str(folder / "cache"))
    command = [sys.executable, "-m", "mypy", "--config-file=", *flags, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST, cwd=folder)
    return done.stdout + done.stderr


def written(folder: Path, pages: list[Path]) -> int:
    """The examples of each page as a module; how many pages have any."""
    count = 0
    for page in pages:
        examples = doctest.DocTestParser().get_examples(page.read_text("utf-8"))
        if examples:
            name = f"{page.parent.name}_{page.stem}".lower()
            (folder / f"{name}.py").write_text("".join(each.source for each in examples), "utf-8")
            count += 1
    return count


def test_the_examples_of_the_readme_and_of_every_page_type_check(tmp_path: Path) -> None:
    assert written(tmp_path, PAGES) > 10
    # planted: an optional value is used without a check
    (tmp_path / "planted.py").write_text('import sikwu\nsikwu.settle(sikwu.score("")).liable.text\n', "utf-8")
    told = checked(tmp_path)
    assert [line.partition(":")[0] for line in told.splitlines()] == ["planted.py"], told
    assert 'Item "None"' in told


def test_names_that_are_loaded_later_are_seen_by_tools_that_run_nothing() -> None:
    """Completion reads the source and ignores a branch that is plainly false, so the condition is not a constant."""
    tree = ast.parse(Path(sikwu.__file__).read_text("utf-8"))
    (flag,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == ["TYPE_CHECKING"]
    )
    assert not isinstance(flag, ast.Constant)
    (branch,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imported = [
        (alias.name, each.module) for each in branch.body if isinstance(each, ast.ImportFrom) for alias in each.names
    ]
    rooms = {name for name, module in imported if module == "sikwu"}
    assert rooms == set(sikwu._ROOMS)
    assert {name: module for name, module in imported if name not in rooms} == sikwu._LATER
    assert {*rooms, *sikwu.__all__} <= set(dir(sikwu))


def test_the_front_door_leads_to_play_players_books_and_environments() -> None:
    code = (
        "import sikwu; match = sikwu.Match.new(); sitting = sikwu.Sitting(match, [sikwu.player('quick')] * 4, seed=1);"
        "sitting.deal(); book = sikwu.Book.new('Friday', match.players, match.rules); rooms = sikwu.play, sikwu.players, sikwu.book;"
        "print(sitting.match.deals, book.name, sikwu.play_many(2).result.shape, sikwu.VectorDeals(n=1).n, *[r.__name__ for r in rooms])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["1", "Friday", "(2,)", "1", "sikwu.play", "sikwu.players", "sikwu.book"], done.stderr


def test_the_version_stands_in_one_place() -> None:
    home = Path(sikwu.__file__).parent
    told = [path for path in home.rglob("*.py") if "__version__ =" in path.read_text("utf-8")]
    assert told == [home / "__init__.py"]
    root = Path(__file__).parent.parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project
    assert "version" in project["dynamic"]
    assert "version" not in json.loads((root / "app" / "package.json").read_text("utf-8"))
    assert version("sikwu") == sikwu.__version__


def test_importing_the_package_imports_neither_typing_nor_ours() -> None:
    code = "import sys; before = set(sys.modules); import sikwu; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {str(Path(sikwu.__file__).parent.parent)!r}); {code}"], capture_output=True, text=True)  # fmt: skip
    assert done.stdout.split() == ["sikwu"], done
