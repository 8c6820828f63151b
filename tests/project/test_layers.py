"""The modules that may import the kernel (import-linter sees only Python), and the map of the project."""

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
    "plans/plan.py",
    "rules/lowering.py",
    "rules/paying.py",
    "fitting/counted.py",
    "fitting/search.py",
    "play/deal.py",
    "play/fits.py",
    "play/many.py",
    "play/native.py",
    "play/view.py",
    "fitting/likelihood.py",
    "env/aec.py",
    "env/course.py",
    "env/vector.py",
}


def speaks_to_the_kernel(path: Path) -> bool:
    """Whether a module imports the kernel."""
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

ROOT = Path(__file__).parents[2]


def rooms() -> list[str]:
    """Every folder of the source that holds modules, as ARCHITECTURE.md names it: below `src/sikwu`, or from the root."""
    home = ROOT / "src" / "sikwu"
    inside = {
        path.parent.relative_to(home).as_posix() for path in home.rglob("[a-z]*.py") if "app_dist" not in path.parts
    }
    kernel = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "kernel").rglob("*.cpp")}
    floors = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("*/test_*.py")}
    return sorted((inside | kernel | floors) - {"."})


def unnamed(text: str) -> list[str]:
    """Rooms that the map does not show."""
    return [room for room in rooms() if f"{room}/" not in text and f"{room}`" not in text]


def test_every_room_is_on_the_map() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert len(rooms()) > 30
    assert unnamed(text) == []
    assert unnamed(text.replace("cli/books", "")) == ["cli/books"]


def test_what_the_map_names_is_there() -> None:
    """Every path quoted in ARCHITECTURE.md exists."""
    quoted = re.findall(r"`([\w.]+(?:/[\w.]+)+/?)`", (ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert len(quoted) > 30
    assert sorted({each for each in quoted if not stands(each)}) == []
    assert not stands("play/nowhere")


def stands(path: str) -> bool:
    """Whether a path of the map leads to a file or a folder; modules are named without their ending."""
    homes = (ROOT, ROOT / "src" / "sikwu", ROOT / "kernel", ROOT / "app" / "src")
    endings = ("", ".py", ".cpp", ".hpp", ".ts", ".svelte")
    return any((home / f"{path.rstrip('/')}{ending}").exists() for home in homes for ending in endings)
