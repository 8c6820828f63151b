"""`sikwu serve` and `sikwu openapi`: start the server, and print its OpenAPI document."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from sikwu.cli.paper import telling
from sikwu.cli.places import books_file, made_ready
from sikwu.texts import Message, RulesError, problem


class Flags(NamedTuple):
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


def serve_command(flags: Flags, lang: str) -> None:
    """Serves until Ctrl-C."""
    with telling(lang):
        try:
            from sikwu.cli.desk import tells_waits
            from sikwu.server.running import Wanted, serve
        except ModuleNotFoundError as missing:
            raise RulesError([problem("serve.package", package=missing.name)]) from None

        def tell(line: Message | str) -> None:
            sys.stdout.write((line if isinstance(line, str) else line(lang)) + "\n")
            sys.stdout.flush()

        tells_waits(lang)
        serve(Wanted(database_of(flags.database), *flags[1:]), tell)


def database_of(named: str | None) -> str:
    """The database that was named, else the file of somebody's own books."""
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
