"""The page of the words of the game: each with its other names, its meaning, and where the rules for it are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sikwu import ruleset
from sikwu.draw.paper import safe
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.texts import option_words
from sikwu.texts import Text
from sikwu.vocabulary.glossary import GlossaryWord, in_order

from . import patterns
from .shell import LANGS, MENU, Page, link

WORDS = {
    "all": Text("用語", "Words of the game"),
    "intro": Text(
        "枱面上說的話，番種以外的：每個詞的意思，和寫着它的規則。",
        "What people say at the table, beside the names of patterns: what each word means, and where its rules are.",
    ),
    "also": Text("又叫", "Also"),
}


def pages() -> Iterator[Page]:
    """One page per language."""
    for lang in LANGS:
        page = Page("glossary", WORDS["all"](lang), lang, about=WORDS["intro"](lang))
        page.text(WORDS["intro"](lang))
        for word in in_order("en" if lang == "en" else "yue"):
            _word(page, word)
        yield page


def _word(page: Page, word: GlossaryWord) -> None:
    lang = page.lang
    title, other = word.title(lang), word.title("zh" if lang == "en" else "en")
    page.add(f'<h2 id="{word.id}">{safe(title)}</h2>')
    spoken = f"{other}, {word.jyutping}" if lang == "en" else f"{word.jyutping} {other}"
    page.add(f'<p class="names">{safe(spoken)}</p>')
    page.text(word.says(lang))
    rest = [each for each in word.words if each not in (title, other)]
    if rest:
        page.text(
            f"{WORDS['also'](lang)}{'：' if lang == 'zh' else ': '}{'、'.join(rest) if lang == 'zh' else ', '.join(rest)}",
            look="source",
        )
    ways = [
        *_patterns(page, word),
        *(link(page.href(_place(id), anchor=id), _option(id, lang)) for id in word.options),
    ]
    if word.page:
        ways.append(link(page.href(word.page), _titles()[word.page](lang)))
    page.add(f"<ul>{''.join(f'<li>{each}</li>' for each in ways)}</ul>" if ways else "")


def _patterns(page: Page, word: GlossaryWord) -> list[str]:
    known = {entry.pattern.id: entry for entry in reversed(patterns.entries())}
    found = [known[id] for id in word.patterns]
    return [
        link(page.href(each.page), each.pattern.zh if page.lang == "zh" else f"{each.pattern.en} {each.pattern.zh}")
        for each in found
    ]


@cache
def _places() -> dict[str, str]:
    """The first document with each option."""
    found: dict[str, str] = {}
    for document in DOCUMENTS:
        for option in ruleset(document).options:
            found.setdefault(option.id, document)
    return found


def _place(option: str) -> str:
    return f"options/{ruleset(_places()[option]).document.texts}"


def _option(option: str, lang: str) -> str:
    return option_words(ruleset(_places()[option]), option).says(lang)


def _titles() -> dict[str, Text]:
    return {name: words for _, entries in MENU for name, words in entries}
