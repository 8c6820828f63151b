"""Other names of patterns, options and rulesets, such as 國士, 封頂 or 清章."""

from __future__ import annotations

from functools import cache

from sikwu.vocabulary.fold import fold, table

KINDS = ("patterns", "options", "rulesets", "languages")


@cache
def _index(kind: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for id, words in table()[kind].items():
        for word in words:
            found.setdefault(fold(word), []).append(id)
    return {word: tuple(ids) for word, ids in found.items()}


def meant(word: str, kind: str) -> tuple[str, ...]:
    """The ids of a kind (`patterns`, `options`, `rulesets`, `languages`) for which the word is another name, in the
    order of the table.

    >>> meant("国士无双", "patterns"), meant("四喜", "patterns")
    (('thirteen_orphans',), ('small_four_winds', 'big_four_winds'))
    >>> meant("清章", "rulesets"), meant("封頂", "options"), meant("nonsense", "patterns")
    (('hk-standard',), ('limit.cap_fan',), ())
    """
    return _index(kind).get(fold(word), ())


def words_of(kind: str) -> dict[str, tuple[str, ...]]:
    """All other names of a kind by id."""
    return {id: tuple(words) for id, words in table()[kind].items()}
