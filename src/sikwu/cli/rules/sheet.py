"""`sikwu rules sheet`: writes the rules of a house as a page to print."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from sikwu.cli.rules.commands import print_json
from sikwu.cli.rules.house import HouseFlags, check_place, house_rules, write_file
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.practice.rules_sheet import rules_link, rules_sheet, sheet_html
from sikwu.texts import say


@dataclass(frozen=True, slots=True)
class SheetFlags:
    """The arguments of the command."""

    rules: str
    options: list[str] = field(default_factory=list)
    file: Path | None = None
    name: str | None = None
    url: str | None = None
    force: bool = False


def sheet_command(wanted: SheetFlags, lang: str, json: bool = False) -> None:
    """Writes the sheet to a file, or to standard output."""
    with telling(lang, json):
        place = HouseFlags(wanted.file or Path("-"), wanted.rules, wanted.options, wanted.name, wanted.force)
        check_place(place)
        rules = house_rules(place)
        link = "" if wanted.url is None else rules_link(rules, wanted.url)
        page = sheet_html(rules_sheet(rules), lang, link)
        if wanted.file is None:
            sys.stdout.write(page)
            return
        write_file(wanted.file, page)
        if json:
            from sikwu.wire import RulesFileShape, ruleset_shape  # needed only for JSON

            print_json(RulesFileShape(str(wanted.file), ruleset_shape(rules)))
            return
        paper().print(WrappedText(say("cli.sheet.written", file=str(wanted.file))(lang)))
