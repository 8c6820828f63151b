"""One way to make an error of ours: `SomeError.of(code, **facts)`; the constructor takes the problems that a check has found."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import sikwu
from sikwu.texts import SikwuError

SOURCE = Path(sikwu.__file__).parent
HOME = "texts/problem.py"
"""Where `of` is defined."""
ROOMS = ("arena", "book", "bots", "cli", "client", "live", "play", "players", "rules", "server", "texts")
ANSWERS = {"ServerRefusal"}
"""What a server answered, with its status: made of the answer and not of a code."""


def errors() -> dict[str, type[SikwuError]]:
    """Every error of ours, by its name."""
    for room in ROOMS:
        for each in pkgutil.walk_packages([str(SOURCE / room)], f"sikwu.{room}."):
            if not each.name.endswith(("__main__", "env")) and ".migrations" not in each.name:
                import_module(each.name)
    found, waiting = {}, [SikwuError]
    while waiting:
        kind = waiting.pop()
        found[kind.__name__] = kind
        waiting += [each for each in kind.__subclasses__() if each.__module__.startswith("sikwu.")]
    return found


def name_of(call: ast.expr) -> str:
    """The plain name that is called."""
    return call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""


def is_single(given: list[ast.expr]) -> bool:
    """Whether an error is made of exactly one problem, written where it is made."""
    inside = given[0].elts if len(given) == 1 and isinstance(given[0], ast.Tuple | ast.List) else given
    return len(inside) == 1 and name_of(inside[0]) in ("problem", "Problem")


def passes_on(function: ast.FunctionDef, names: set[str]) -> bool:
    """Whether a function only hands a code and its facts on to an error: a second name for `of`."""
    body = [node for node in function.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    last = body[0] if len(body) == 1 else None
    value = last.exc if isinstance(last, ast.Raise) else last.value if isinstance(last, ast.Return) else None
    facts = function.args.kwarg
    if not isinstance(value, ast.Call) or facts is None or not function.args.args:
        return False
    made = value.func.value if isinstance(value.func, ast.Attribute) and value.func.attr == "of" else value.func
    code = value.args[0] if value.args else None
    return (
        isinstance(made, ast.Name)
        and made.id in names
        and isinstance(code, ast.Name)
        and code.id == function.args.args[0].arg
        and [each.arg for each in value.keywords] == [None]
    )


def other_ways(text: str, names: set[str]) -> Iterator[str]:
    """Errors that are made in another way."""
    for node in ast.walk(ast.parse(text)):
        if name_of(node) in names and is_single(node.args):  # type: ignore[arg-type, attr-defined]
            yield f"line {node.lineno}: {name_of(node)}.of(code, …)"  # type: ignore[arg-type, attr-defined]
        elif isinstance(node, ast.FunctionDef) and passes_on(node, names):
            yield f"line {node.lineno}: {node.name} is a second name for of"


def test_errors_are_made_in_one_way() -> None:
    names = set(errors())
    assert {"BookError", "Refusal", "TableRefusal", "Misuse", "PlayError"} <= names
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).as_posix() != HOME]
    found = {path.relative_to(SOURCE).as_posix(): [*other_ways(path.read_text("utf-8"), names)] for path in paths}
    assert {path: ways for path, ways in found.items() if ways} == {}


def test_every_error_is_made_of_problems() -> None:
    """No error has a constructor of its own form: `of` works for each."""
    for name, kind in errors().items():
        if name not in ANSWERS:
            made = kind.of("value.missing", name="seat")
            assert (type(made), made.code, list(inspect.signature(kind).parameters)) == (
                kind,
                "value.missing",
                ["problems"],
            )


@pytest.mark.parametrize(
    "planted",
    [
        'raise BookError([problem("book.closed", name=name)])',
        'error = BookError((Problem("book.closed", facts),))',
        'raise BookError(problem("book.closed"))',
        "def wrong(code: str, **facts: object) -> BookError:\n    '''The error.'''\n    return BookError.of(code, **facts)",
        "def refuse(code: str, **facts: object) -> NoReturn:\n    raise BookError.of(code, **facts)",
    ],
)
def test_another_way_is_found(planted: str) -> None:
    assert len([*other_ways(planted, {"BookError"})]) == 1


@pytest.mark.parametrize(
    "fine",
    [
        'raise BookError.of("book.closed", name=name)',
        "raise BookError(found)",
        'raise BookError([*error.problems, problem("book.in_hand", hand=number)])',
        'def unusable(where: str) -> BookError:\n    return BookError.of("book.store", where=where)',
    ],
)
def test_the_one_way_is_not_found(fine: str) -> None:
    assert [*other_ways(fine, {"BookError"})] == []
