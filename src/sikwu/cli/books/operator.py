"""The commands of `sikwu admin`, written to the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from sikwu.book import Store
from sikwu.cli.books.desk import own_file, tells_waits
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.texts import Message, RulesError, say

if TYPE_CHECKING:
    from sikwu.server.admin import Operator


@contextmanager
def _operator(database: str | None, lang: str) -> Iterator[Operator]:
    with telling(lang):
        try:
            from sikwu.server.admin import Operator
        except ModuleNotFoundError as missing:
            raise RulesError.of("serve.package", package=missing.name) from None
        tells_waits(lang)
        with Store(database or os.environ.get("SIKWU_BOOKS") or own_file(False, lang), make=False) as store:
            yield Operator(store)


def _tell(message: Message, lang: str) -> None:
    paper().print(WrappedText(message(lang)))


def list_command(database: str | None, lang: str) -> None:
    """One line for each book and table."""
    with _operator(database, lang) as own:
        count = 0
        for each in own.things():
            count += 1
            at, size = each.at[:16].replace("T", " "), -(-each.size // 1000)
            name, kind = each.name, f"admin.{each.kind}"
            facts = {"id": each.id[:8], "name": name, "count": each.length, "kb": size, "at": at, "tokens": each.tokens}
            _tell(say(kind, **facts), lang)
        _tell(say("admin.count", count=count), lang)


def size_command(database: str | None, lang: str) -> None:
    """The database, and the sums of books and tables."""
    with _operator(database, lang) as own:
        things = list(own.things())
        _tell(say("admin.size", mb=f"{own.bytes() / 1e6:.1f}"), lang)
        for kind in ("book", "table"):
            some = [each for each in things if each.kind == kind]
            text = f"{sum(each.size for each in some) / 1e6:.1f}"
            _tell(say(f"admin.size.{kind}", count=len(some), mb=text, rows=sum(each.length for each in some)), lang)


def tokens_command(thing: str, database: str | None, lang: str) -> None:
    """Who may open a thing."""
    with _operator(database, lang) as own:
        for each in own.tokens(own.find(thing)):
            _tell(
                say("admin.holder", id=each.id, kind=each.kind, name=each.name, at=each.made[:16].replace("T", " ")),
                lang,
            )


def revoke_command(thing: str, token: str, database: str | None, lang: str) -> None:
    """Revokes one token."""
    with _operator(database, lang) as own:
        own.revoke(own.find(thing), token)
        _tell(say("admin.revoked", id=token), lang)


def erase_command(thing: str, yes: bool, database: str | None, lang: str) -> None:
    """Erases, if it is said twice."""
    with _operator(database, lang) as own:
        found = own.find(thing)
        if not yes:
            _tell(say("admin.sure", id=found.id[:8], name=found.name, count=found.length), lang)
            raise typer.Exit(2)
        own.erase(found)
        _tell(say("admin.erased", id=found.id[:8], name=found.name), lang)
