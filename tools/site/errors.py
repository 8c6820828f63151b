"""The page of error codes with their sentences, collected from the code and the language tables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import sikwu
from sikwu.draw.paper import safe
from sikwu.texts import Text
from sikwu.texts.tables import SUBJECTS, table

from .shell import LANGS, Page, code
from .shell import table as html_table

_MAKERS = {"problem", "Problem", "of"}
"""The functions that make an error from a code; `of` is the constructor of every error class."""
_SAYERS = {"say", "Message"}
_PARTS = ("hint.", "want.", "too_large.", "where")
"""Codes that are only parts of an error's sentence."""
SECTIONS = {
    "problems": Text("牌、糊牌和個案", "Tiles, wins and cases"),
    "rules": Text("規則和選項", "Rules and options"),
    "book": Text("數簿", "Books"),
    "cli": Text("命令行", "The command line"),
}
WORDS = {
    "title": Text("錯誤碼", "Error codes"),
    "intro": Text(
        "每個錯誤都有一個碼、一些資料和一句說話；程式應該看碼，不要看句子。大括號內是資料的名。",
        "Every error is a code with facts and a sentence. Programs go by the code, never by the sentence. Names in braces are the facts.",
    ),
    "code": Text("碼", "Code"),
    "says": Text("句子", "Sentence"),
}


@cache
def codes() -> frozenset[str]:
    """The codes of errors: those used in the source, and the rest of the problem tables except those that are only
    parts.
    """
    known = set(table("en"))
    made, said = set[str](), set[str]()
    for path in sorted(Path(sikwu.__file__).parent.rglob("*.py")):
        if "languages" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and _called(node) in _MAKERS:
                made |= _codes_in(node.args[0], known)
            if isinstance(node, ast.Call) and node.args and _called(node) in _SAYERS:
                said |= _codes_in(node.args[0], known)
    tables = (import_module(f"sikwu.texts.languages.en.{subject}").TABLE for subject in ("problems", "rules"))
    others = {code for each in tables for code in each if code not in said and not code.startswith(_PARTS)}
    return frozenset((made & known) | others)


def _called(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def _codes_in(node: ast.expr, known: set[str]) -> set[str]:
    found: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            found.add(each.value)
        if isinstance(each, ast.JoinedStr) and isinstance(each.values[0], ast.Constant):
            found |= {name for name in known if name.startswith(str(each.values[0].value))}
    return found


def pages() -> Iterator[Page]:
    """One page per language."""
    every = codes()
    for lang in LANGS:
        page = Page("errors", WORDS["title"](lang), lang, about=WORDS["intro"](lang))
        page.text(WORDS["intro"](lang))
        for subject in SUBJECTS:
            own = import_module(f"sikwu.texts.languages.{lang}.{subject}").TABLE
            rows = [
                [f'<span id="{name}">{code(name)}</span>', safe(_plain(own[name]))] for name in own if name in every
            ]
            if rows:
                title = SECTIONS.get(subject, Text(subject, subject))(lang)
                page.heading(title, anchor=f"of-{subject}")
                page.add(html_table([WORDS["code"](lang), WORDS["says"](lang)], rows, title))
        yield page


def _plain(template: str) -> str:
    """A sentence with the names of its facts; of singular and plural, the plural.

    >>> _plain("{count} {count|tile|tiles} of {seat:seat}")
    '{count} tiles of {seat}'
    """
    template = re.sub(r"\{\w+\|[^{}|]*\|([^{}|]*)\}", r"\1", template)
    return re.sub(r"\{~?(\w+)(?::\w+)?\}", r"{\1}", template)
