"""Where a rule stands: the documents by their titles."""

from __future__ import annotations

import re
from functools import cache

from sikwu.rules.presets import BOOKS, ruleset
from sikwu.texts import Text, say

_DOCUMENT = re.compile(r"(doc\d{3})( |$)")
_NOTE = re.compile(r"(?<![A-Za-z])notes? (?=\d)")


@cache
def titles() -> dict[str, Text]:
    """Every document's name by the mark under which rules cite it."""
    return {rules.source: rules.name for rules in map(ruleset, BOOKS)}


def cited(source: str, lang: str) -> str:
    """A source as people read it.

    >>> cited("doc000 五番, note 10; doc002 五番, note 8", "zh")
    '《香港麻雀（清章）》五番，註 10；《香港麻雀（舊版）》五番，註 8'
    >>> cited("doc000 五番, note 10", "en")
    'Hong Kong standard 五番, note 10'
    """
    named = _DOCUMENT.sub(lambda found: _title(found[1], lang) + (found[2] if lang == "en" else ""), source)
    if lang == "en":
        return named
    noted = _NOTE.sub(f"{say('cli.source.note')(lang)} ", named)
    return noted.replace("; ", "；").replace(", ", "，")


def _title(mark: str, lang: str) -> str:
    name = titles().get(mark)
    return mark if name is None else say("cli.source.title", name=name)(lang)
