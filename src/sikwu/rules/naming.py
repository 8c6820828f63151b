"""Display names of rules and documents: "hk-standard + 3 changes", and titles instead of doc000."""

from __future__ import annotations

import re

from sikwu.rules.presets import DOCUMENTS, document, names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, Text, say

_DOCUMENT = re.compile(r"doc00(\d)(?:-\w+)?")
_NOTE = re.compile(r"\bnotes? (?=\d)")


def basis(rules: Ruleset) -> Ruleset:
    """The named rules that these are based on."""
    return ruleset(rules.id if rules.id in names() else rules.document.id)


def changes(rules: Ruleset) -> int:
    """The number of changes from the named rules: options, patterns of the house, its prices, lines of its tables.

    >>> changes(ruleset("eight-fan-burst")), changes(ruleset("hk-standard").with_options({"full_flush.fan": 8}))
    (0, 1)
    """
    named = basis(rules)
    same = rules.settings == named.settings  # usually true, and faster to check
    other = 0 if same else sum(rules.settings[id] != value for id, value in named.settings.items())
    own = sum(each not in named.house for each in rules.house)
    priced = rules.price_table is not None and rules.price_table != named.price_table
    return other + own + priced + sum(table.size for table in rules.tables if table not in named.tables)


def called(rules: Ruleset) -> Message:
    """The display name of rules: the name of the house or the document, and the number of changes.

    >>> called(ruleset("hk-standard")).en
    'hk-standard'
    >>> house = ruleset("hk-standard").with_options({"full_flush.fan": 8, "limit.cap_fan": 8})
    >>> called(house).en, called(house.with_name("阿明屋企")).zh
    ('hk-standard + 2 changes', '阿明屋企（hk-standard，改了 2 處）')
    """
    count, named = changes(rules), basis(rules)
    known = say("rules.changed", rules=rules.id, count=count) if count else say("rules.as_is", rules=rules.id)
    return known if rules.name == named.name else say("rules.of_house", name=rules.name.zh, rules=known)


def titled(source: str) -> Text:
    """A source with titles in place of document ids.

    >>> titled("doc000 note 3; doc004 規則")
    Text('《香港麻雀（清章）》 註 3; 《台灣十六張會所牌規》 規則', 'Hong Kong standard note 3; Taiwanese club sheet 規則')
    """
    titles = [document(id).name for id in DOCUMENTS]

    def told(lang: str) -> str:
        def title(found: re.Match[str]) -> str:
            number = int(found[1])
            if number >= len(titles):
                return found[0]
            return titles[number].en if lang == "en" else f"《{titles[number].zh}》"

        named = _DOCUMENT.sub(title, source)
        return named if lang == "en" else _NOTE.sub("註 ", named)

    return Text(told("zh"), told("en"))
