"""Command line options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from sikwu.cli.shared.completion import complete_option, complete_rules

RulesOption = Annotated[
    str,
    typer.Option("--rules", "-r", help="ruleset NAME or FILE.toml", metavar="NAME|FILE", autocompletion=complete_rules),
]
SeveralRulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        "-r",
        help="ruleset NAME or FILE.toml; repeat it to compare rulesets [default: hk-standard]",
        metavar="NAME|FILE",
        autocompletion=complete_rules,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="one line of JSON instead of text")]
HandsJsonOption = Annotated[bool, typer.Option("--json", help="one line of JSON for each hand instead of text")]
FullOption = Annotated[bool, typer.Option("--full", "-f", help="explain every pattern and payment, with sources 詳細")]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="change one option, such as limit.cap_fan=8; repeatable",
        metavar="ID=VALUE",
        autocompletion=complete_option,
    ),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option("--database", "-d", help="SQLite file or PostgreSQL URL; default: your own books", metavar="PATH|URL"),
]
