"""The Python API: public names with signatures and docstrings, as the library has them."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
from collections.abc import Iterator
from html import escape
from importlib import import_module
from types import ModuleType
from typing import Any

from sikwu.draw.paper import safe

from .shell import Page, code

MODULES = {
    "sikwu": "Everything that most programs need.",
    "sikwu.rules": "The language in which rules are written.",
    "sikwu.money.settlement": "How a hand may end, for settle().",
    "sikwu.explaining": "A score in words.",
    "sikwu.book": "The books of a table.",
    "sikwu.corpus": "The worked cases that come with the package.",
    "sikwu.cases": "The CASES format from Python.",
    "sikwu.draw": "Pictures and small pages.",
    "sikwu.texts": "Messages, problems and errors.",
    "sikwu.wire": "Everything that leaves the process, as structs, and their JSON Schema.",
}


def pages() -> Iterator[Page]:
    """One page: the API is written in English."""
    page = Page("api", "Python API", about="Public names of Sikwu with signatures and examples.")
    page.text(
        "Written from the docstrings; every example on this page is run by the tests. Errors are values too: see the error codes."
    )
    links = "".join(f'<li><a href="#{name}">{name}</a> {safe(says)}</li>' for name, says in MODULES.items())
    page.add(f"<ul>{links}</ul>")
    for name, says in MODULES.items():
        module = import_module(name)
        page.add(f'<h2 id="{name}">{code(name)}</h2>')
        page.text(says)
        for public in public_names(module):
            _entry(page, name, public, offered(module, public))
    yield page


def public_names(module: ModuleType) -> list[str]:
    """What a module offers: its `__all__`, or what it defines itself; structs of the wire are in its schema."""
    listed = getattr(module, "__all__", None)
    if listed is None:
        own = [each for each, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
        listed = sorted(each for each in own if not each.startswith("_"))
    return [each for each in listed if not each.endswith("Shape")]


def offered(module: ModuleType, name: str) -> Any:
    """What a public name means, also after somebody imported the old module of the same name (`sikwu.explain`)."""
    value = getattr(module, name)
    return getattr(value, name) if isinstance(value, ModuleType) else value


def _entry(page: Page, module: str, name: str, value: Any) -> None:
    page.add(f'<h3 id="{module}.{name}"><code>{escape(name)}{escape(_signature(value))}</code></h3>')
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        page.add(f"<p>{code(repr(value)[:160])}</p>")
        return
    page.add(_doc(inspect.getdoc(value) if "__doc__" in vars(value) or inspect.isroutine(value) else None))
    if inspect.isclass(value):
        rows = [_member(each, member) for each, member in _members(value)]
        if rows:
            page.add(f'<dl class="members">{"".join(rows)}</dl>')


def _members(value: type) -> Iterator[tuple[str, Any]]:
    if issubclass(value, enum.Enum):
        yield from ((each.name, None) for each in list(value)[:50])
    skipped = {field.name for field in dataclasses.fields(value)} if dataclasses.is_dataclass(value) else set()
    for name, member in vars(value).items():
        hidden = name.startswith("_") or name in skipped or (issubclass(value, enum.Enum) and isinstance(member, value))
        if not hidden and (
            isinstance(member, (property, classmethod, staticmethod))
            or inspect.isfunction(member)
            or _is_cached(member)
        ):
            yield name, member


def _is_cached(member: object) -> bool:
    return type(member).__name__ == "cached_property"


def _member(name: str, member: Any) -> str:
    if member is None:
        return f"<dt>{code(name)}</dt><dd></dd>"
    inner = (
        getattr(member, "fget", None) or getattr(member, "__func__", None) or getattr(member, "func", None) or member
    )
    plain = isinstance(member, property) or _is_cached(member)
    sign = "" if plain else _signature(inner)
    return f"<dt><code>{escape(name + sign)}</code></dt><dd>{_doc(inspect.getdoc(inner))}</dd>"


def _signature(value: Any) -> str:
    """What it takes and gives, without the machine's places and without `self`."""
    if not callable(value) or (inspect.isclass(value) and issubclass(value, (enum.Enum, Exception))):
        return ""
    try:
        text = str(inspect.signature(value))
    except (ValueError, TypeError):
        return "(…)"
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    text = re.sub(r"\((?:self|cls)(?:, )?", "(", text)
    return text.replace("'", "")


def _doc(text: str | None) -> str:
    """A docstring: paragraphs, and examples as they are typed."""
    if not text:
        return ""
    out = []
    for part in re.split(r"\n\s*\n", text.strip()):
        if part.lstrip().startswith(">>>") or part.startswith("    ") or "\n    " in part:
            out.append(f'<pre tabindex="0"><code>{escape(part)}</code></pre>')
        else:
            words = re.sub(r"`([^`]+)`", lambda found: code(found[1]), escape(re.sub(r"\s+", " ", part), quote=False))
            out.append(f"<p>{words}</p>")
    return "".join(out)
