"""The pages of options: meaning, values in each document, sentence of each choice, and an example hand."""

from __future__ import annotations

from collections.abc import Iterator

from sikwu import names, ruleset
from sikwu.draw.paper import safe
from sikwu.explaining import name_of
from sikwu.rules.groups import GROUPS
from sikwu.rules.naming import titled
from sikwu.rules.options import OneOf, Option, value_text
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.texts import Text

from .patterns import CATALOGUES
from .shell import LANGS, Page, code, link, table

WORDS = {
    "all": Text("所有選項", "Every option"),
    "intro": Text(
        "一張枱可以自己決定的一切：每個選項有甚麼值、每個值的意思、各套規則的值。寫進規則檔案，或者用 --option 選項=值。",
        "Everything a table may decide for itself: the values of each option, what each means, and what every ruleset says. Write them in a rules file, or give --option id=value.",
    ),
    "value": Text("值", "Value"),
    "rules": Text("規則", "Ruleset"),
    "values": Text("可以是", "May be"),
    "table_only": Text(
        "只供枱面參考：程式不會跟它做任何事。", "For the table only: nothing in the program acts on it."
    ),
    "needs": Text("要其他選項配合才有作用。", "Has an effect only where other options say so:"),
    "source": Text("出處", "Source"),
    "count": Text("個選項", "options"),
}


def pages() -> Iterator[Page]:
    """The list of groups, and a page for each catalogue, in both languages."""
    for lang in LANGS:
        first = Page("options/index", WORDS["all"](lang), lang, about=WORDS["intro"](lang))
        first.text(WORDS["intro"](lang))
        for catalogue, title in CATALOGUES.items():
            home = _home(catalogue)
            page = Page(f"options/{catalogue}", f"{title(lang)}: {WORDS['all'](lang)}", lang)
            _catalogue(page, home, lang)
            first.heading(title(lang), anchor=catalogue)
            first.add(f"<p>{link(first.href(page.name), str(len(home.options)) + ' ' + WORDS['count'](lang))}</p>")
            links = (
                f"<li>{link(first.href(page.name, anchor=option.id), option.id)} {safe(option_words(home, option.id).says(lang))}</li>"
                for option in home.shown_options
            )
            first.add(f'<ul class="many">{"".join(links)}</ul>')
            yield page
        yield first


def _home(catalogue: str) -> Ruleset:
    return next(ruleset(document) for document in DOCUMENTS if ruleset(document).document.texts == catalogue)


def _catalogue(page: Page, home: Ruleset, lang: str) -> None:
    for group, name in GROUPS.items():
        some = [option for option in home.options if option.group == group]
        if some:
            page.heading(name(lang), anchor=f"group-{group}")
        for option in some:
            _option(page, home, option, lang)


def _option(page: Page, home: Ruleset, option: Option, lang: str) -> None:
    text = option_words(home, option.id)
    page.add(f'<h3 id="{option.id}">{code(option.id)}</h3>')
    page.text(text.says(lang), look="says")
    told: dict[str, list[str]] = {}
    for name in names():
        rules = ruleset(name)
        if option.id in rules.settings and rules.document.texts == home.document.texts:
            told.setdefault(_shown(rules, rules.settings[option.id], lang), []).append(name)
    rows = [[safe(value), ", ".join(map(code, ids))] for value, ids in told.items()]
    page.add(table([WORDS["value"](lang), WORDS["rules"](lang)], rows, f"{option.id}"))
    of = option.values
    choices = {
        v: words for v, words in text.choices.items() if not isinstance(of, OneOf) or v in map(value_text, of.values)
    }
    lines = [f"<li>{code(value)} {safe(words(lang))}</li>" for value, words in choices.items()]
    page.add(f"<p>{safe(WORDS['values'](lang))}: {code(of.text)}</p>", f"<ul>{''.join(lines)}</ul>" if lines else "")
    if option.for_table_only:
        page.text(WORDS["table_only"](lang))
    if option.needs:
        says = "; ".join(
            " | ".join(
                f"{each.option} {'≠' if each.but else '='} {', '.join(map(value_text, each.values))}"
                for each in need.any_of
            )
            for need in option.needs
        )
        page.add(f"<p>{safe(WORDS['needs'](lang))} {code(says)}</p>")
    page.text(f"{WORDS['source'](lang)}: {titled(text.source)(lang)}", look="source")


def _shown(rules: Ruleset, value: object, lang: str) -> str:
    ids = {pattern.id for pattern in rules.patterns}
    if isinstance(value, tuple) and value and all(str(id) in ids for id in value):
        return ", ".join(name_of(rules.pattern(str(id))).short(lang) for id in value)
    return value_text(value)
