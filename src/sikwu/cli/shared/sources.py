"""The titles of the source documents, for citing where a rule comes from."""

from __future__ import annotations

import re

from sikwu.rules.naming import titled
from sikwu.texts import say

_NOTE = re.compile(r"(?<![A-Za-z])notes? (?=\d)")


def cited(source: str, lang: str) -> str:
    """A source in a form for people.

    >>> cited("doc000 五番, note 10; doc002 五番, note 8", "zh")
    '《香港麻雀（清章）》五番，註 10；《香港麻雀（舊版）》五番，註 8'
    >>> cited("doc000 五番, note 10", "en")
    'Hong Kong standard 五番, note 10'
    """
    named = titled(source)(lang)
    if lang == "en":
        return named
    noted = _NOTE.sub(f"{say('cli.source.note')(lang)} ", named)
    return noted.replace("》 ", "》").replace("; ", "；").replace(", ", "，")
