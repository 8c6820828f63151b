"""One name, one thing: no type of the library, or of the app, is named like another one; types of the library are named by nouns."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import sikwu

SOURCE = Path(sikwu.__file__).parent
TESTS = Path(__file__).parents[1]
APP = TESTS.parent / "app" / "src"
IRREGULAR = {
    *("Been", "Begun", "Bought", "Broken", "Brought", "Came", "Chosen", "Cut", "Dealt", "Done", "Drawn", "Fed", "Felt"),
    *(
        "Forgotten",
        "Found",
        "Given",
        "Gone",
        "Grown",
        "Heard",
        "Held",
        "Hidden",
        "Hung",
        "Kept",
        "Known",
        "Laid",
        "Left",
    ),
    *("Led", "Lent", "Lost", "Made", "Meant", "Met", "Paid", "Read", "Said", "Seen", "Sent", "Set", "Shown", "Sold"),
    *("Spent", "Spoken", "Stood", "Taken", "Taught", "Thought", "Thrown", "Told", "Understood", "Unread", "Untaken"),
    *("Unwritten", "Won", "Written", "Wrote"),
}
"""Participles and past forms that end in neither -ed nor -ing."""
NOUNS = {
    "Anything": "a pronoun: every event of a book",
    "Cut": "斬: the payment that closes a pull",
    "Ending": "how a deal ends",
    "Listing": "that a setting lists a duty",
    "Meaning": "what a typed line means",
    "Need": "what an option needs",
    "Reading": "a way to divide tiles into sets",
    "Seed": "what walls are made of",
    "Setting": "the value of an option",
    "Sitting": "four players and their game",
    "Speed": "the clocks of a table",
    "Set": "a set of tiles",
}
"""Words that look like participles and are nouns here, and what they mean."""
SENTENCES = {"StopWatching", "TimePassed"}
"""Messages to a live table are named by what is said or happened (`TakeSeat`, `GoOn`)."""


def types_of(path: Path) -> Iterator[str]:
    """The classes of a module, and the types that it names by assignment."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if re.match(r"_?[A-Z]\w*[a-z]", name):
                yield name


def doubled(paths: list[Path]) -> dict[str, list[str]]:
    """Names that several modules give to types; an underscore in front makes no other name of it."""
    homes = defaultdict(set)
    for path in paths:
        for name in types_of(path):
            homes[name.lstrip("_")].add(path.as_posix())
    return {name: sorted(found) for name, found in homes.items() if len(found) > 1}


def app_types() -> dict[str, list[str]]:
    """The classes of the app and the types that its modules export, by name: where each is declared."""
    homes = defaultdict(list)
    for path in sorted([*APP.rglob("*.ts"), *APP.rglob("*.svelte")]):
        if ".gen." not in path.name:
            source = path.read_text("utf-8")
            for name in re.findall(
                r"(?m)^\s*(?:export (?:abstract )?(?:interface|type|class)|class) (\w+)[ <]", source
            ):
                homes[name].append(path.relative_to(APP).as_posix())
    return homes


def is_participle(name: str) -> bool:
    """Whether a type is named by a participle: its last word decides, before the `Shape` of what is sent."""
    words = re.findall(r"[A-Z][a-z0-9]*", name.removesuffix("Shape"))
    last = words[-1] if words else ""
    return name not in SENTENCES and last not in NOUNS and (last in IRREGULAR or last.endswith(("ed", "ing")))


def modules() -> list[Path]:
    """Every module of the library, with the stub of the kernel."""
    return [path for ending in ("*.py", "*.pyi") for path in sorted(SOURCE.rglob(ending))]


def test_no_type_is_named_like_another() -> None:
    assert SOURCE / "_kernel.pyi" in modules()
    assert doubled(modules()) == {}


def test_no_type_of_the_app_is_named_like_another() -> None:
    """A type that a module keeps to itself may be named like something elsewhere; exported types and classes may not."""
    found = app_types()
    assert len(found) > 200
    assert {name: homes for name, homes in found.items() if len(homes) > 1} == {}


def test_a_doubled_type_of_the_app_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.ts").write_text(
        "export type Row = number;\ninterface Own { a: 1 }\nexport { type Price } from './x.ts';\n"
    )
    (tmp_path / "two.svelte").write_text(
        "<script>\n  export interface Row<T> { a: T }\n  interface Own { b: 1 }\n</script>\n"
    )
    (tmp_path / "three.ts").write_text("class Shelf { }\nexport type Price = 1;\n")
    (tmp_path / "four.ts").write_text("export class Shelf extends Error { }\n")
    monkeypatch.setattr("test_names.APP", tmp_path)
    assert sorted(name for name, homes in app_types().items() if len(homes) > 1) == ["Row", "Shelf"]


def test_helpers_of_tests_share_no_name() -> None:
    """What a test file keeps to itself may be named like something elsewhere; modules that tests import may not."""
    assert doubled([path for path in sorted(TESTS.rglob("*.py")) if not path.name.startswith("test_")]) == {}


def test_types_are_nouns() -> None:
    named = {name for path in modules() for name in types_of(path)}
    assert len(named) > 700
    assert sorted(filter(is_participle, named)) == []


def test_a_name_that_breaks_the_law_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("class Row: ...\nclass Window: ...\nPrice = int | str\n")
    (tmp_path / "two.py").write_text("def late():\n    class _Row: ...\n\nclass Price: ...\nPRICE = 1\n")
    assert sorted(doubled(sorted(tmp_path.glob("*.py")))) == ["Price", "Row"]
    for name in ("Asked", "Told", "ToldShape", "_Waiting", "Making", "RulesTold", "ChildDied", "Untaken"):
        assert is_participle(name), name
    for name in ("Reading", "SentEvent", "JudgedReading", "SpeedShape", "TileSet", "StopWatching", "PairedTiles"):
        assert not is_participle(name), name


def test_no_exception_is_idle() -> None:
    """Every exception stands for a type that is there."""
    named = {name for path in modules() for name in types_of(path)}
    last = {words[-1] for name in named if (words := re.findall(r"[A-Z][a-z0-9]*", name.removesuffix("Shape")))}
    assert sorted(set(NOUNS) - last) == []
    assert sorted(SENTENCES - named) == []
