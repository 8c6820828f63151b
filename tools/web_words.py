"""Writes the table of words for the app's search and glossary from `sikwu.vocabulary`: `python -m tools.web_words [FILE]`.

variants    variant characters with the ones they are read as
patterns    other names of patterns
options     every option of the documents: its names, the documents that have it, and its other names
rulesets    names of the rules
duties      liability rules, with the options that switch them
glossary    words of the table that are not patterns
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from sikwu import ruleset
from sikwu.cli.shared.lookup import documents
from sikwu.rules.presets import ALIASES, names
from sikwu.rules.texts import option_words
from sikwu.texts import Text
from sikwu.vocabulary.fold import variants
from sikwu.vocabulary.glossary import entries
from sikwu.vocabulary.names import words_of

ROOT = Path(__file__).parents[1]
FILE = ROOT / "app" / "gen" / "words.json"


def table() -> dict[str, Any]:
    """The whole table."""
    return {
        "variants": "".join(chr(one) + other for one, other in variants().items()),
        "patterns": words_of("patterns"),
        "options": _options(),
        "rulesets": [_ruleset(id) for id in names()],
        "duties": _duties(),
        "glossary": [_entry(each) for each in entries()],
    }


def _text(text: Text) -> list[str]:
    """Chinese, English, and Cantonese if it differs."""
    return [text.zh, text.en] if text("yue") == text.zh else [text.zh, text.en, text("yue")]


def _options() -> list[dict[str, Any]]:
    """Each option once for every distinct name."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    others = words_of("options")
    for rules in documents():
        for option in rules.options:
            says = _text(option_words(rules, option.id).says)
            row = {"id": option.id, "says": says, "in": [], "words": others.get(option.id, ())}
            found.setdefault((option.id, *says), row)["in"].append(rules.id)
    return list(found.values())


def _ruleset(id: str) -> dict[str, Any]:
    others = (*words_of("rulesets").get(id, ()), *(alias for alias, named in ALIASES.items() if named == id))
    return {"id": id, "says": _text(ruleset(id).name), "words": others}


def _duties() -> list[dict[str, Any]]:
    """Each duty once. Its sentence depends on the options of a house, so the table holds the options and a general
    explanation.
    """
    found: dict[str, dict[str, Any]] = {}
    for rules in documents():
        for duty in rules.duties:
            row = found.setdefault(duty.id, {"id": duty.id, "name": [duty.zh, duty.en], "options": []})
            row["options"] += [id for id in duty.options if id not in row["options"]]
    return list(found.values())


def _entry(entry: Any) -> dict[str, Any]:
    leads = {"patterns": entry.patterns, "options": entry.options, "page": entry.page}
    says = [entry.zh, entry.en, entry.yue]
    told = {"id": entry.id, "words": entry.words, "jyutping": entry.jyutping, "title": _text(entry.title), "says": says}
    return told | {name: value for name, value in leads.items() if value}


def write(file: Path = FILE) -> bytes:
    """Writes the file and returns its content."""
    file.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps(table(), ensure_ascii=False, separators=(",", ":")).encode()
    file.write_bytes(data)
    return data


def main() -> int:
    """The command."""
    data = write(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
    print(f"{FILE.name}: {len(data):,} bytes, {len(gzip.compress(data, 9)):,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
