"""The package of live tables opens no socket, reads no clock and draws no random number: checked by its syntax trees."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sikwu

ROOM = Path(sikwu.__file__).parent / "live"
FORBIDDEN = {
    "asyncio", "concurrent", "contextvars", "ctypes", "datetime", "http", "io", "logging", "multiprocessing", "os", "pathlib",
    "queue", "random", "secrets", "select", "selectors", "signal", "socket", "sqlalchemy", "sqlite3", "ssl", "subprocess", "sys",
    "threading", "time", "urllib", "uuid", "websockets", "starlette", "fastapi", "uvicorn", "numpy",
}  # fmt: skip
CALLS = {"open", "print", "input", "exec", "eval", "id", "hash", "new_seed", "fresh_walls", "token_bytes", "sleep"}
MAY = {"sikwu.book.ledger", "sikwu.live", "sikwu.play", "sikwu.rules", "sikwu.scoring", "sikwu.texts", "sikwu.tiles"}


def faults(source: str) -> list[str]:
    """Whatever in a module reaches outside."""
    out = []
    for node in ast.walk(ast.parse(source)):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or "."]
        for name in names:
            if name.split(".")[0] in FORBIDDEN:
                out.append(name)
            if name.split(".")[0] == "sikwu" and not any(
                f"{name}.".startswith(f"{each}.") for each in MAY | {"sikwu.texts.plain"}
            ):
                out.append(name)
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            out += [called] if called in CALLS else []
        if isinstance(node, ast.Global | ast.AsyncFunctionDef | ast.Await):
            out.append(type(node).__name__)
    return out


@pytest.mark.parametrize("path", sorted(ROOM.glob("*.py")), ids=lambda path: path.stem)
def test_a_module_reaches_nothing_outside(path: Path) -> None:
    assert faults(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "planted",
    [
        "import time",
        "from random import Random",
        "import os.path",
        "new_seed()",
        "open('x')",
        "async def f(): pass",
        "import sikwu.server",
        "from sikwu.book.store import Store",
    ],
)
def test_a_planted_reach_is_found(planted: str) -> None:
    assert faults(planted)


def test_the_room_is_small_modules() -> None:
    sizes = {path.stem: len(path.read_text("utf-8").splitlines()) for path in ROOM.glob("*.py")}
    assert len(sizes) > 15
    assert max(sizes.values()) <= 400, sizes
