"""The glossary: words of the table that are not patterns, each with a sentence and a link to an option or page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sikwu.texts import Text
from sikwu.vocabulary.fold import fold


@dataclass(frozen=True, slots=True)
class GlossaryWord:
    """A word of the table."""

    id: str
    words: tuple[str, ...]
    """All its names; the first is the Chinese title, the first one in Latin letters the English title."""
    zh: str
    """The meaning, in written Chinese."""
    yue: str
    en: str
    patterns: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    page: str = ""
    """The page of the documentation with more about it."""
    jyutping: str = ""
    """The pronunciation of its title."""

    @property
    def title(self) -> Text:
        """The title."""
        return Text(self.words[0], next((word for word in self.words if word.isascii()), self.words[0]))

    def says(self, lang: str) -> str:
        """The meaning."""
        return {"yue": self.yue, "zh": self.zh}.get(lang, self.en)


@cache
def entries() -> tuple[GlossaryWord, ...]:
    """The whole glossary in the order of the file."""
    import tomllib
    from importlib.resources import files

    raw = tomllib.loads((files("sikwu.vocabulary") / "glossary.toml").read_text("utf-8"))
    return tuple(_entry(id, **entry) for id, entry in raw.items())


def in_order(lang: str) -> tuple[GlossaryWord, ...]:
    """The glossary in dictionary order: in English by letters, in Chinese by pronunciation.

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
) -> GlossaryWord:
    return GlossaryWord(id, tuple(words), zh, yue, en, tuple(patterns), tuple(options), page, jyutping)


@cache
def _index() -> dict[str, GlossaryWord]:
    found: dict[str, GlossaryWord] = {}
    for entry in entries():
        for word in (*entry.words, entry.jyutping):
            found.setdefault(fold(word), entry)
    found.pop("", None)
    return found


def explained(word: str) -> GlossaryWord | None:
    """The entry of a word, however it is spelt; None if the glossary has none.

    >>> explained("诈胡").id, explained("Half Gun").id, explained("小三元")
    ('false_win', 'half_gun', None)
    """
    return _index().get(fold(word))
