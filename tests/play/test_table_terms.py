"""Laws of the terms, checked on the syntax tree: every field is read, every option has a reader, and an option has one default."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import sikwu
from sikwu import ruleset
from sikwu.rules.presets import DOCUMENTS

SOURCE = Path(sikwu.__file__).parent
HOME = SOURCE / "rules" / "table_terms.py"
MAKERS = ("term", "switch", "chosen", "number", "money", "one_of")
WHOLE = "TableTerms"


def trees(home: str = "") -> dict[Path, ast.Module]:
    """Every module, parsed; `home`: another text in place of the terms' own."""
    read = {path: path.read_text("utf-8") for path in SOURCE.rglob("*.py") if "texts/languages" not in path.as_posix()}
    return {path: ast.parse(home if home and path == HOME else text) for path, text in read.items()}


def declared(tree: ast.Module) -> dict[str, dict[str, str]]:
    """The parts of the terms, and the whole: class → field → its annotation."""
    classes = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    return {
        each.name: {
            field.target.id: ast.unparse(field.annotation)
            for field in each.body
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        }
        for each in classes
        if each.name.endswith("Terms")
    }


class Reads(ast.NodeVisitor):
    """The fields of each part that a module reads, traced through its names and attributes."""

    def __init__(self, parts: Mapping[str, Mapping[str, str]]) -> None:
        self.parts = parts
        self.found: set[tuple[str, str]] = set()
        self._known: list[dict[str, str]] = [{}]
        self._own = ""

    def part_in(self, annotation: str) -> str:
        names = annotation.replace("|", " ").split()
        return next((name for name in names if name in self.parts), "")

    def kind(self, node: ast.expr) -> str:
        """The part that an expression is; empty: none."""
        match node:
            case ast.Name(id=name):
                return next((scope[name] for scope in reversed(self._known) if name in scope), "")
            case ast.Attribute(value=base, attr=name):
                if name == "terms":
                    return WHOLE
                return self.part_in(self.parts[WHOLE].get(name, "")) if self.kind(base) == WHOLE else ""
        return ""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._own, before = node.name if node.name in self.parts else "", self._own
        self.generic_visit(node)
        self._own = before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if self._own and node.name == "of":  # which makes them
            return
        args = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        scope = {arg.arg: self.part_in(ast.unparse(arg.annotation)) for arg in args if arg.annotation is not None}
        if self._own and args and args[0].arg == "self":
            scope["self"] = self._own
        self._known.append({name: kind for name, kind in scope.items() if kind})
        for each in ast.walk(node):
            if isinstance(each, ast.Assign):
                self._assigned(each.targets[0], each.value)
        self.generic_visit(node)
        self._known.pop()

    def _assigned(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, own in zip(target.elts, value.elts, strict=True):
                self._assigned(each, own)
        elif isinstance(target, ast.Name) and (kind := self.kind(value)):
            self._known[-1][target.id] = kind

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            self.found.add((self.kind(node.value), node.attr))
        self.generic_visit(node)


def unread(modules: Mapping[Path, ast.Module]) -> set[tuple[str, str]]:
    """Fields of the terms that nobody reads."""
    parts = declared(modules[HOME])
    reads = Reads(parts)
    for tree in modules.values():
        reads.visit(tree)
    return {(part, field) for part, fields in parts.items() for field in fields} - reads.found


def test_every_field_is_read() -> None:
    parts = declared(ast.parse(HOME.read_text("utf-8")))
    assert set(parts) > {WHOLE, "DealTerms", "ClaimTerms", "FlowerTerms", "KongTerms", "StreakTerms", "LedgerTerms"}
    assert not unread(trees())


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("KongTerms", "each"),
        ("ChipTerms", "paid"),
        ("ClaimTerms", "minimum"),
        ("LedgerTerms", "starting"),
        (WHOLE, "hand"),
    ],
)
def test_a_field_that_nobody_reads_is_found(part: str, name: str) -> None:
    """Even one with a name that other parts have too."""
    text = HOME.read_text("utf-8")
    start = text.index('"""\n', text.index('"""', text.index(f"class {part}")) + 3) + 4
    planted = f'{text[:start]}    {name}: bool = switch("play.planted", False)\n{text[start:]}'
    assert unread(trees(planted)) == {(part, name)}


# --- options


def calls(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Option and default of each field that is read from an option."""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(value=ast.Call(func=ast.Name(id=maker), args=[ast.Constant(value=option), default, *_])):
                if maker in MAKERS:
                    yield str(option), ast.unparse(default)


def looked_up(tree: ast.AST) -> Iterator[str]:
    """Options that are asked of settings by their name."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=key) if name == "settings":
                yield from (str(each.value) for each in ast.walk(key) if isinstance(each, ast.Constant))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="said"), attr="get"), args=[ast.Constant(value=key)]):
                yield str(key)


def duty_options(name: str) -> set[str]:
    """The options that decide whether a duty applies."""
    return {option for duty in ruleset(name).duties for lies in duty.lies for option in lies.where}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_option_has_a_reader_or_says_that_it_has_none(name: str) -> None:
    read = {option for option, _ in calls(ast.parse(HOME.read_text("utf-8")))} | duty_options(name)
    for path in (HOME, SOURCE / "rules" / "prices.py", SOURCE / "rules" / "schemes.py"):
        read |= set(looked_up(ast.parse(path.read_text("utf-8"))))
    for option in ruleset(name).options:
        acts = any(option.acts.values()) or option.id in read
        assert acts != option.for_table_only, option.id


def test_every_term_reads_an_option_that_is_there() -> None:
    known = {option.id for name in DOCUMENTS for option in ruleset(name).options}
    assert {option for option, _ in calls(ast.parse(HOME.read_text("utf-8")))} <= known


def test_an_option_has_one_default() -> None:
    assert set(Counter(option for option, _ in calls(ast.parse(HOME.read_text("utf-8")))).values()) == {1}
    assert not list(fallbacks(trees()))


def fallbacks(modules: Mapping[Path, ast.Module]) -> Iterator[str]:
    """Places outside the terms that define a fallback for an option."""
    for path, tree in modules.items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr="get"),
                    args=[ast.Constant(value=str()), *_],
                ) if name in ("settings", "said") and path != HOME:
                    yield f"{path.name}:{node.lineno}"


def test_a_second_default_is_found() -> None:
    planted = 'def of(rules):\n    return rules.settings.get("bust.payment", "debt")\n'
    assert list(fallbacks({SOURCE / "book" / "chips.py": ast.parse(planted)})) == ["chips.py:2"]
