"""Words that people type: spelling variants, words of a hand line, other names of rules, and the glossary.

    fold        one spelling for all variants of a word
    line        spoken words in a hand line: 自摸, 東位, 碰(…), <上家
    names       other names of patterns, options and rulesets
    glossary    words of the table that are not patterns

The words are data (`words.toml`, `glossary.toml`), read when first needed; the app gets the same tables.
"""

from sikwu.vocabulary.fold import fold
from sikwu.vocabulary.glossary import GlossaryWord, explained
from sikwu.vocabulary.names import meant

__all__ = ["GlossaryWord", "explained", "fold", "meant"]
