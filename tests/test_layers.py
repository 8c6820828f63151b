"""Who may speak to the kernel: import-linter sees Python only, so this law is read off the source."""

from __future__ import annotations

import ast
import re
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
    "play/native.py",
    "play/view.py",
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


def through_the_front_door(text: str) -> list[str]:
    """Names that a module takes from the package itself, where a reader of layers cannot see what they lead to."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) and node.module == "sikwu"]
    return [each.name for node in found for each in node.names if each.name in sikwu.__all__]


def test_nothing_of_ours_goes_through_the_front_door() -> None:
    inside = [path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"]
    assert [path for path in inside if through_the_front_door(path.read_text("utf-8"))] == []
    assert through_the_front_door("def late():\n    from sikwu import Match, _kernel\n") == ["Match"]


# --- ARCHITECTURE.md

ROOT = Path(__file__).parents[1]
LISTED = ("", "rules", "money", "play", "players", "live", "arena", "env", "wire", "texts", "draw", "cli")
"""Folders whose modules stand there one by one; the books and the server are told as ways, not as lists."""


def test_every_module_is_named_in_the_architecture() -> None:
    quoted = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", (ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    words = {word for each in quoted for word in re.findall(r"\w+", each)}
    modules = [path for folder in LISTED for path in (ROOT / "src" / "sikwu" / folder).glob("[a-z]*.py")]
    parts = [path for folder in ("kernel", "kernel/bind") for path in (ROOT / folder).glob("*.[ch]pp")]
    assert len(modules) > 150
    assert len(parts) > 50
    assert sorted(str(path.relative_to(ROOT)) for path in (*modules, *parts) if path.stem not in words) == []
