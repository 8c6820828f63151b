"""For whoever writes against the library with a type checker or completion: pages type-check strictly, names are found statically."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import sikwu

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "zh").glob("*.md"))]
MOST = 400
"""Seconds for a type checker that knows nothing yet, on a busy machine."""


def checked(folder: Path) -> str:
    """What mypy says of the modules in a folder, as strictly as it can; nothing where it is content."""
    # Examples name a value `told` again and again, as people do at a prompt.
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
    # planted: what may be None is used as if it were there
    (tmp_path / "planted.py").write_text('import sikwu\nsikwu.settle(sikwu.score("")).liable.text\n', "utf-8")
    told = checked(tmp_path)
    assert [line.partition(":")[0] for line in told.splitlines()] == ["planted.py"], told
    assert 'Item "None"' in told


def test_names_that_are_loaded_later_are_seen_by_tools_that_run_nothing() -> None:
    """Completion reads the source: it passes over a branch that is plainly false, so the test of it is no constant."""
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
    assert dict(imported) == sikwu._LATER
    assert sorted(dict(imported)) == sorted(sikwu.__all__)


def test_importing_the_package_imports_neither_typing_nor_ours() -> None:
    code = "import sys; before = set(sys.modules); import sikwu; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {str(Path(sikwu.__file__).parent.parent)!r}); {code}"], capture_output=True, text=True)  # fmt: skip
    assert done.stdout.split() == ["sikwu"], done
