"""Writes the manual page of the command line, docs/sikwu.1, from the commands themselves: `make man`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import typer

from sikwu import __version__
from sikwu.cli.app import app

PAGE = Path(__file__).parent.parent / "docs" / "sikwu.1"


def roff(text: str) -> str:
    """A text escaped for roff."""
    escaped = re.sub(r"\s+", " ", text).strip().replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text; examples unchanged."""
    for block in re.split(r"\n\s*\n", text.replace("\b", "").strip()):
        yield ".PP"
        if block.lstrip().startswith("sikwu "):
            yield from (".EX", *(line.strip().replace("\\", "\\e") for line in block.splitlines()), ".EE")
        else:
            yield roff(block)


def options(command: object) -> Iterator[str]:
    """The arguments and options of a command with their defaults."""
    for each in command.params:  # type: ignore[attr-defined]
        if getattr(each, "hidden", False):
            continue
        names = ", ".join(each.opts) if each.param_type_name == "option" else each.metavar or each.name.upper()
        flag = getattr(each, "is_flag", False) or getattr(each, "count", False)
        value = "" if flag or each.param_type_name == "argument" else f" {each.metavar or each.name.upper()}"
        yield ".TP"
        yield f".B {roff(names + value)}"
        yield roff(getattr(each, "help", None) or "")


def commands(command: object, path: str) -> Iterator[str]:
    """A command and all its subcommands."""
    yield f".SS {roff(path)}"
    yield from paragraphs(command.help or "")  # type: ignore[attr-defined]
    yield from options(command)
    for name, below in sorted(getattr(command, "commands", {}).items()):
        if not below.hidden:
            yield from commands(below, f"{path} {name}")


def page() -> str:
    """The whole page."""
    root = typer.main.get_command(app)
    lines = [
        f'.TH SIKWU 1 "" "sikwu {__version__}" "User Commands"',
        ".SH NAME",
        "sikwu \\- Hong Kong mahjong: score and explain hands, settle them, keep a table's books",
        ".SH SYNOPSIS",
        ".B sikwu",
        "COMMAND [OPTIONS] [ARGUMENTS]",
        ".SH COMMANDS",
    ]
    for name, command in sorted(root.commands.items()):  # type: ignore[attr-defined]
        lines += commands(command, f"sikwu {name}")
    lines += [".SH EXIT STATUS AND ENVIRONMENT", *paragraphs(root.epilog or "")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(page().splitlines())} lines")
