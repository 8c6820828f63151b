"""Who may speak to the kernel: import-linter sees Python only, so this law is read off the source."""

from __future__ import annotations

import ast
from pathlib import Path

import sikwu

SOURCE = Path(sikwu.__file__).parent
MAY = {
    "row.py",
    "packed.py",
    "written.py",
    "reading.py",
    "scoring.py",
    "rules/lowering.py",
    "rules/paying.py",
    "play/deal.py",
    "play/many.py",
    "env/aec.py",
    "env/course.py",
    "env/vector.py",
}


def speaks_to_the_kernel(path: Path) -> bool:
    """Does a module import the kernel?"""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[-1] == "_kernel":
            return True
        names = [each.name for each in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if any(name.split(".")[-1] == "_kernel" for name in names):
            return True
    return False


def test_only_a_few_modules_speak_to_the_kernel() -> None:
    found = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if speaks_to_the_kernel(path)}
    assert found == MAY
