"""The words of options: kept as data beside each catalogue, read when somebody wants to see them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sikwu.rules.pattern import Text


@dataclass(frozen=True, slots=True)
class OptionText:
    """What an option decides, what each choice means, and where the documents say so."""

    says: Text
    choices: dict[str, Text]
    source: str


@cache
def option_texts(folder: str) -> dict[str, OptionText]:
    """All option texts of a catalogue: `hk` for the three Hong Kong documents."""
    data = tomllib.loads((files("sikwu.rules") / folder / "options.toml").read_text("utf-8"))
    return {
        id: OptionText(
            Text(entry["zh"], entry["en"]),
            {value: Text(c["zh"], c["en"]) for value, c in entry.get("choices", {}).items()},
            entry["source"],
        )
        for id, entry in data.items()
    }
