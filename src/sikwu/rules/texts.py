"""The words of options, and places in sentences that the rules in force fill.

Option texts are kept as data beside each catalogue and read when somebody wants to see them. A sentence may hold `{fan}`
(what its pattern is worth), `{worth:a+b}` (what patterns or rows are worth together; of `a,b` the first in use), `{min}`, `{cap}`
and `{limits}` (both in words). Chinese writes numbers in characters, and `{fan:d}` in digits.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from sikwu.rules.pattern import Text

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset


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
            _text(entry),
            {value: _text(choice) for value, choice in entry.get("choices", {}).items()},
            entry["source"],
        )
        for id, entry in data.items()
    }


def _text(entry: dict[str, str]) -> Text:
    return Text(entry["zh"], entry["en"], entry.get("yue"))


def option_words(rules: Ruleset, id: str) -> OptionText:
    """What an option decides, in words, with the numbers of the rules in force; only its id where nobody wrote any."""
    text = option_texts(rules.document.texts).get(id)
    if text is None:
        return OptionText(Text(id, id), {}, "")
    choices = {value: filled(words, rules) for value, words in text.choices.items()}
    return OptionText(filled(text.says, rules), choices, text.source)


_PLACE = re.compile(r"\{(fan|min|cap|limits|worth)(?::([a-z_/,+]+))?\}")


def filled(text: Text, rules: Ruleset, pattern: str | None = None) -> Text:
    """A sentence with its places filled by the rules in force; other brackets stay as they are.

    >>> from sikwu.rules.presets import ruleset
    >>> rules = ruleset("hk-standard").with_options({"full_flush.fan": 9})
    >>> filled(Text("計{fan}番", "{fan} fan, {worth:full_flush+all_pungs} in all"), rules, "full_flush")
    Text('計九番', '9 fan, 12 in all')
    """

    def put(place: re.Match[str], lang: str) -> str:
        name, about = place[1], place[2] or ""
        if name == "limits":
            return _limits(rules, lang)
        if name == "cap":
            number = rules.cap
        elif name == "min":
            number = rules.minimum
        else:
            number = _together(rules, about if name == "worth" else pattern or "")
        if number is None:
            return "unlimited" if lang == "en" else "無限"
        return str(number) if lang == "en" or about == "d" else zh_number(number)

    def said(sentence: str, lang: str) -> str:
        return _PLACE.sub(lambda place: put(place, lang), sentence)

    spoken = text.spoken
    return Text(said(text.zh, "zh"), said(text.en, "en"), None if spoken is None else said(spoken, "yue"))


def _limits(rules: Ruleset, lang: str) -> str:
    least, cap = rules.minimum, rules.cap
    if lang != "en":
        no = "唔設" if lang == "yue" else "不設"
        return (f"{zh_number(least)}番起糊，" if least else f"{no}起糊，") + (
            f"{no}封頂" if cap is None else f"{zh_number(cap)}番封頂"
        )
    return (f"{least} fan to win, " if least else "no minimum, ") + (
        "no ceiling" if cap is None else f"a ceiling of {cap}"
    )


def _together(rules: Ruleset, names: str) -> int:
    """What patterns or rows are worth together; rows not in use count only where nothing else is asked for."""
    total, groups = 0, names.split("+")
    for group in groups:
        rows = [row for name in group.split(",") for row in rules.draft.named(name) if not row.row.mark]
        used = [row for row in rows if row.enabled] or (rows if len(groups) == 1 else [])
        total += rules.draft.price(used[0].worth) if used else 0
    return total


_DIGITS = "零一二三四五六七八九"


def zh_number(number: int) -> str:
    """A number of fan as Chinese says it.

    >>> " ".join(map(zh_number, (0, 2, 8, 10, 12, 20, 35, 100, 105, 110)))
    '零 兩 八 十 十二 二十 三十五 一百 一百零五 一百一十'
    """
    if number == 2:
        return "兩"
    if not 0 <= number < 1000:
        return str(number)
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    out = f"{_DIGITS[hundreds]}百" if hundreds else ""
    if tens:
        out += ("" if tens == 1 and not hundreds else _DIGITS[tens]) + "十"
    elif hundreds and ones:
        out += "零"
    return out + (_DIGITS[ones] if ones or not number else "")
