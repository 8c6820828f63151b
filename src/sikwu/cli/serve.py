"""`sikwu serve` and `sikwu openapi`: start the server, and print its OpenAPI document."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from sikwu.cli.shared.paper import telling
from sikwu.cli.shared.places import books_file, made_ready
from sikwu.texts import Message, RulesError


class ServeFlags(NamedTuple):
    """The flags of the command."""

    database: str | None
    host: str
    port: int | None
    lan: bool
    origins: tuple[str, ...]
    proxies: tuple[str, ...]
    limits: Path | None
    tls_cert: Path | None
    tls_key: Path | None
    open: bool | None
    app: Path | None
    bots: tuple[str, ...] = ()
    metrics: int | None = None


def serve_command(flags: ServeFlags, lang: str) -> None:
    """Serves until Ctrl-C."""
    with telling(lang):
        try:
            from sikwu.cli.books.desk import tells_waits
            from sikwu.server.running import ServerSettings, serve
        except ModuleNotFoundError as missing:
            raise RulesError.of("serve.package", package=missing.name) from None

        def tell(line: Message | str) -> None:
            sys.stdout.write((line if isinstance(line, str) else line(lang)) + "\n")
            sys.stdout.flush()

        tells_waits(lang)
        serve(ServerSettings(database_of(flags.database), *flags[1:]), tell)


def database_of(named: str | None) -> str:
    """The named database; otherwise the user's own books."""
    if named is not None:
        return named
    file, _ = books_file()
    made_ready(file)
    return str(file)


def openapi_command() -> None:
    """Prints the OpenAPI document."""
    import json

    from sikwu.server.operations import openapi

    sys.stdout.write(json.dumps(openapi(), ensure_ascii=False, indent=1) + "\n")
