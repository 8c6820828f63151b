"""The words of options: data files beside each catalogue, loaded when they are shown, with placeholders filled."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from sikwu.rules.pattern import Text
from sikwu.rules.places import filled

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class OptionText:
    """The texts of an option: what it decides, what each choice means, and the source in the documents."""

    says: Text
    choices: dict[str, Text]
    source: str


@cache
def option_texts(folder: str) -> dict[str, OptionText]:
    """All option texts of a catalogue: `hk` for the three Hong Kong documents."""
    data = tomllib.loads((files("sikwu.rules") / folder / "options.toml").read_text("utf-8"))
    return {
        id: OptionText(
            _text(entry),
            {value: _text(choice) for value, choice in entry.get("choices", {}).items()},
            entry["source"],
        )
        for id, entry in data.items()
    }


def _text(entry: dict[str, str]) -> Text:
    return Text(entry["zh"], entry["en"], entry.get("yue"))


def option_words(rules: Ruleset, id: str) -> OptionText:
    """The text of an option, with the numbers of the current rules; only its id if there is no text."""
    text = option_texts(rules.document.texts).get(id)
    if text is None:
        return OptionText(Text(id, id), {}, "")
    choices = {value: filled(words, rules) for value, words in text.choices.items()}
    return OptionText(filled(text.says, rules), choices, text.source)
