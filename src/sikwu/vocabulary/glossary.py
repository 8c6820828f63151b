"""The glossary: words of the table that are not patterns, each with a sentence and a link to an option or page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sikwu.texts import Text
from sikwu.vocabulary.fold import fold


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the table."""

    id: str
    words: tuple[str, ...]
    """All that it is called; the first is its title in Chinese, the first in English letters that in English."""
    zh: str
    """What it means, in written Chinese."""
    yue: str
    en: str
    patterns: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    page: str = ""
    """The page of the documentation that goes on."""
    jyutping: str = ""
    """How its title is said."""

    @property
    def title(self) -> Text:
        """What it is called."""
        return Text(self.words[0], next((word for word in self.words if word.isascii()), self.words[0]))

    def says(self, lang: str) -> str:
        """What it means."""
        return {"yue": self.yue, "zh": self.zh}.get(lang, self.en)


@cache
def entries() -> tuple[Entry, ...]:
    """The whole glossary in the order of the file."""
    import tomllib
    from importlib.resources import files

    raw = tomllib.loads((files("sikwu.vocabulary") / "glossary.toml").read_text("utf-8"))
    return tuple(_entry(id, **entry) for id, entry in raw.items())


def in_order(lang: str) -> tuple[Entry, ...]:
    """The glossary as people look a word up: in English by its letters, in Chinese by how it is said.

    >>> [entry.id for entry in in_order("en")][:2], [entry.id for entry in in_order("yue")][:2]
    (['base', 'ceiling'], ['concealed', 'liability'])
    """
    return tuple(sorted(entries(), key=lambda entry: entry.title("en").casefold() if lang == "en" else entry.jyutping))


def _entry(
    id: str,
    words: list[str],
    yue: str,
    zh: str,
    en: str,
    patterns: Sequence[str] = (),
    options: Sequence[str] = (),
    page: str = "",
    jyutping: str = "",
) -> Entry:
    return Entry(id, tuple(words), zh, yue, en, tuple(patterns), tuple(options), page, jyutping)


@cache
def _index() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for entry in entries():
        for word in (*entry.words, entry.jyutping):
            found.setdefault(fold(word), entry)
    found.pop("", None)
    return found


def explained(word: str) -> Entry | None:
    """The entry of a word, however it is spelt; None if the glossary has none.

    >>> explained("诈胡").id, explained("Half Gun").id, explained("小三元")
    ('false_win', 'half_gun', None)
    """
    return _index().get(fold(word))
