"""The page of the Python API: public names with signatures and docstrings, taken from the library."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
from collections.abc import Iterator
from html import escape
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from sikwu.draw.paper import safe

from .shell import Page, code


class Part(NamedTuple):
    """A module on the page: its purpose, and the names shown; empty: all public names."""

    says: str
    names: tuple[str, ...] = ()


CALLED = (
    "score",
    "explain",
    "settle",
    "look",
    "compare",
    "possible",
    "liable",
    "ruleset",
    "names",
    "readings",
    "waits",
)
"""The most important functions: they are shown first."""
MODULES = {
    "sikwu": Part("Everything that most programs need."),
    "sikwu.looking": Part(
        "The result of look(): an unfinished hand.", ("Look", "Wait", "WaitWorth", "UsefulTile", "Discard", "HandState")
    ),
    "sikwu.comparing": Part(
        "The result of compare(): one hand under several rules.",
        ("Comparison", "Column", "ComparisonRow", "Clause", "Remedy"),
    ),
    "sikwu.explaining": Part("A score in words."),
    "sikwu.rules": Part("The language in which rules are written."),
    "sikwu.money.settlement": Part("The possible endings of a hand, for settle()."),
    "sikwu.draw": Part("Pictures and small pages."),
    "sikwu.links": Part("A win and its rules in the fragment of a link.", ("to_link", "from_link", "LinkContent")),
    "sikwu.book": Part("The books of a table."),
    "sikwu.play.match": Part("A match: deals, dealer, books.", ("Match", "seeded_walls", "fresh_walls")),
    "sikwu.play.deal": Part("One deal.", ("Deal", "Window")),
    "sikwu.play.game": Part("A match as a state machine: who may act, and what follows.", ("Game", "GameStep")),
    "sikwu.play.deal_game": Part("One deal as a state machine.", ("DealGame", "DealStep", "Question")),
    "sikwu.play.finished": Part("A deal that is over.", ("FinishedDeal",)),
    "sikwu.play.view": Part(
        "The view of one seat.", ("View", "SeenSeat", "SeenMeld", "RiverTile", "CutOffer", "seen_record")
    ),
    "sikwu.play.actions": Part(
        "The 147 actions as numbers and as text.", ("action_text", "parse_action", "chow_tiles", "ACTIONS")
    ),
    "sikwu.play.many": Part("Many deals at once.", ("play_many", "walls_of", "PlayedDeals")),
    "sikwu.play.native": Part("Native players: handles by name.", ("native", "KINDS")),
    "sikwu.play.record": Part("Records of matches, written and read.", ("read_record", "text_of", "RecordWriter")),
    "sikwu.play.lines": Part("The lines of a record as types.", ("RecordLine", "Viewer")),
    "sikwu.play.reader": Part("Parsing lines from text or from objects.", ("read_line", "typed", "typed_lines")),
    "sikwu.play.problems": Part("The errors of play.", ("PlayError",)),
    "sikwu.play.replay": Part(
        "Records played again.", ("replay", "replaying", "replay_decisions", "Replay", "Decision", "steps")
    ),
    "sikwu.play.verify": Part("Checking the walls of records.", ("verify", "DealCheck")),
    "sikwu.play.wall": Part("The wall: sealed, mixed, revealed.", ("Wall", "proof_faults")),
    "sikwu.players": Part("Players: the protocols, players by name, a sitting of four."),
    "sikwu.arena": Part("Which of several players is better, by how much, with a confidence interval."),
    "sikwu.arena.work": Part("The work of a contest, in processes or on a cluster.", ("work",)),
    "sikwu.env": Part(
        "Environments for learners; the wrappers sikwu.env.hk_mahjong_v0 (PettingZoo) and sikwu.env.gym (Gymnasium) are described on the page of environments."
    ),
    "sikwu.env.reward": Part("The reward of a deal.", ("rewards", "unit_of")),
    "sikwu.client": Part("A client of a sikwu server, with the same data types."),
    "sikwu.corpus": Part("The worked cases that come with the package."),
    "sikwu.cases": Part("The CASES format from Python."),
    "sikwu.texts": Part("Messages, problems and errors."),
    "sikwu.wire": Part("The data types that leave the process, and their JSON Schema."),
}


def pages() -> Iterator[Page]:
    """One page: the API is written in English."""
    page = Page("api", "Python API", about="Public names of Sikwu with signatures and examples.")
    page.text(
        "Written from the docstrings; every example on this page is run by the tests. Errors are values too: see the error codes."
    )
    page.add(f"<p>{' · '.join(_link('sikwu', name) for name in CALLED)}</p>")
    links = "".join(f'<li><a href="#{name}">{name}</a> {safe(part.says)}</li>' for name, part in MODULES.items())
    page.add(f'<ul>{links}<li><a href="#index">All names</a></li></ul>')
    for name, part in MODULES.items():
        module = import_module(name)
        page.add(f'<h2 id="{name}">{code(name)}</h2>')
        page.text(part.says)
        for public in shown_names(name):
            _entry(page, name, public, getattr(module, public))
    _index(page)
    yield page


def _index(page: Page) -> None:
    """Every name of the page in alphabetical order, with its modules."""
    page.add('<h2 id="index">All names</h2>')
    found = sorted(((each, name) for name in MODULES for each in shown_names(name)), key=lambda each: each[0].lower())
    rows = (f"<li>{_link(module, name)} <small>{module}</small></li>" for name, module in found)
    page.add(f"<ul>{''.join(rows)}</ul>")


def _link(module: str, name: str) -> str:
    return f'<a href="#{module}.{name}">{code(name)}</a>'


def shown_names(name: str) -> list[str]:
    """The names of a module in the order of the page: the main functions, then other functions, then types and
    constants.
    """
    module = import_module(name)
    listed = list(MODULES[name].names) or public_names(module)

    def place(public: str) -> tuple[int, int, str]:
        value = getattr(module, public)
        first = CALLED.index(public) if name == "sikwu" and public in CALLED else len(CALLED)
        return first, 0 if inspect.isroutine(value) else 1 if inspect.isclass(value) else 2, public

    return listed if MODULES[name].names else sorted(listed, key=place)


def public_names(module: ModuleType) -> list[str]:
    """The public names of a module: its `__all__`, or what it defines itself; wire structs are in its schema."""
    listed = getattr(module, "__all__", None)
    if listed is None:
        own = [each for each, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
        listed = sorted(each for each in own if not each.startswith("_"))
    return [each for each in listed if not each.endswith("Shape")]


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
    """The parameters and result, without paths of this machine and without `self`."""
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
    """A docstring as paragraphs and examples."""
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
