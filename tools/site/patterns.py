"""A page for every pattern: names, sentence, condition, fan in every ruleset, example hands and near misses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sikwu import SikwuError, Win, names, ruleset, score
from sikwu.corpus import cases as corpus_cases
from sikwu.draw.paper import safe
from sikwu.explaining import because, fan_words, line_text, name_of
from sikwu.reasons import asks_alike, together, ways
from sikwu.rules.naming import titled
from sikwu.rules.options import value_text
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import ALIASES, DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score
from sikwu.texts import Text, say

from .drawings import figure
from .shell import LANGS, Page, code, link, table

MOST = 4
"""The most hands of one kind on a page."""
CATALOGUES = {
    "hk": Text("香港麻雀", "Hong Kong, 13 tiles"),
    "hktw": Text("港式台灣麻將", "Hong Kong style Taiwanese, 16 tiles"),
    "club": Text("台灣十六張會所牌規", "Taiwanese club sheet, 16 tiles"),
}
WORDS = {
    "all": Text("所有番種", "Every pattern"),
    "intro": Text(
        "三套目錄的全部番種：叫法、條件、各套規則計幾番，連畫出來的例子和差一點的牌。例子全部由程式計過。",
        "All patterns of the three catalogues: names, condition, what each ruleset gives, with drawn examples and near misses. Every example is scored as the page is built.",
    ),
    "pattern": Text("番種", "Pattern"),
    "also": Text("又叫", "Also called"),
    "worth": Text("番數", "Worth"),
    "rules": Text("規則", "Ruleset"),
    "condition": Text("條件", "Condition"),
    "or": Text("或者", "Or"),
    "together": Text("一起出現時", "Together with others"),
    "absorbs": Text("計了它就不計", "When it counts, these do not"),
    "shares": Text("同一隻牌不再計", "For the same tiles, these do not count again"),
    "absorbed": Text("計了這些就不計它", "It does not count beside"),
    "alone": Text("番數固定，其他番一律不加。", "A fixed price: nothing else is added."),
    "options": Text("選項", "Options"),
    "example": Text("例子", "Examples"),
    "near_miss": Text("差一點", "Near misses"),
    "source": Text("出處", "Source"),
    "none": Text("不計", "not in use"),
    "name": Text("叫法", "a name"),
    "limit": Text("例牌", "limit hand"),
    "nothing": Text("沒有番", "nothing counts"),
}


@dataclass(frozen=True)
class Entry:
    """A pattern and the first document that has it."""

    catalogue: str
    home: Ruleset
    pattern: Pattern

    @property
    def page(self) -> str:
        """The page of the pattern."""
        return f"patterns/{self.catalogue}/{self.pattern.id}"


def entries() -> list[Entry]:
    """Every pattern of every catalogue once, in the order of the documents."""
    found: dict[tuple[str, str], Entry] = {}
    for document in DOCUMENTS:
        rules = ruleset(document)
        for pattern in rules.patterns:
            catalogue = rules.document.texts
            found.setdefault((catalogue, pattern.id), Entry(catalogue, rules, pattern))
    return list(found.values())


def pages() -> Iterator[Page]:
    """The list, and a page for each, in both languages."""
    every = entries()
    for lang in LANGS:
        yield _list(every, lang)
        for entry in every:
            yield _page(entry, lang)


def _documents(catalogue: str) -> list[str]:
    return [document for document in DOCUMENTS if ruleset(document).document.texts == catalogue]


def _list(every: list[Entry], lang: str) -> Page:
    page = Page("patterns/index", WORDS["all"](lang), lang, about=WORDS["intro"](lang))
    page.text(WORDS["intro"](lang))
    for catalogue, title in CATALOGUES.items():
        documents = _documents(catalogue)
        page.heading(title(lang), anchor=catalogue)
        rows = []
        for entry in every:
            if entry.catalogue == catalogue:
                named = link(page.href(entry.page), _name(entry.pattern, lang))
                rows.append(
                    [named, *(safe(_worth(ruleset(document), entry.pattern.id, lang)) for document in documents)]
                )
        page.add(table([WORDS["pattern"](lang), *documents], rows, title(lang)))
    return page


def _name(pattern: Pattern, lang: str) -> str:
    return f"{pattern.en} {pattern.zh}" if lang == "en" else f"{pattern.zh} {pattern.en}"


def _worth(rules: Ruleset, id: str, lang: str) -> str:
    if not any(pattern.id == id for pattern in rules.patterns):
        return ""
    if rules.pattern(id).only_beside is not None:
        return WORDS["name"](lang)
    worth = rules.worth(id)
    if worth is None:
        return WORDS["none"](lang)
    told = fan_words(worth, lang)
    return f"{told} ({WORDS['limit'](lang)})" if rules.marks_limit(id) else told


def _page(entry: Entry, lang: str) -> Page:
    home, pattern = entry.home, entry.pattern
    page = Page(entry.page, _name(pattern, lang), lang, about=home.sentence(pattern.id)(lang))
    page.add(f'<p class="names"><span lang="yue-Latn">{safe(pattern.jyutping)}</span> {code(pattern.id)}</p>')
    if pattern.aka:
        page.text(f"{WORDS['also'](lang)}: {'、'.join(pattern.aka)}")
    page.text(home.sentence(pattern.id)(lang), look="says")
    _hands(page, entry, lang)
    _conditions(page, home, pattern, lang)
    _beside(page, entry, lang)
    page.heading(WORDS["worth"](lang), anchor="worth")
    told: dict[str, list[str]] = {}
    for name in names():
        rules = ruleset(name)
        if rules.document.texts == entry.catalogue:
            told.setdefault(_worth(rules, pattern.id, lang), []).append(name)
    rows = [[safe(worth), ", ".join(code(each) for each in ids)] for worth, ids in told.items() if worth]
    page.add(table([WORDS["worth"](lang), WORDS["rules"](lang)], rows))
    about = [option.id for option in home.options if option.id.startswith(f"{pattern.id}.")]
    if about:
        page.heading(WORDS["options"](lang), anchor="options")
        links = (f"<li>{link(page.href(f'options/{entry.catalogue}', anchor=id), id)}</li>" for id in about)
        page.add(f"<ul>{''.join(links)}</ul>")
    page.text(f"{WORDS['source'](lang)}: {titled(pattern.source)(lang)}", look="source")
    return page


def _conditions(page: Page, home: Ruleset, pattern: Pattern, lang: str) -> None:
    if pattern.only_beside is not None:
        return
    page.heading(WORDS["condition"](lang), anchor="condition")
    for number, (condition, way) in enumerate(ways(home, pattern.id)):
        if number:
            page.text(WORDS["or"](lang), look="source")
        lines = (f'<li class="depth{min(line.depth, 3)}">{safe(line.text(lang))}</li>' for line in way)
        page.add(f"<ul>{''.join(lines)}</ul><p>{code(repr(condition))}</p>")


def _beside(page: Page, entry: Entry, lang: str) -> None:
    home, found = entry.home, together(entry.home, entry.pattern.id)
    lines = [safe(WORDS["alone"](lang))] if found.alone else []
    for key, ids in (("absorbs", found.absorbs), ("shares", found.shares), ("absorbed", found.absorbed_by)):
        links = [
            link(page.href(f"patterns/{entry.catalogue}/{id}"), name_of(home.pattern(id)).short(lang)) for id in ids
        ]
        if links:
            lines.append(f"{safe(WORDS[key](lang))}: {', '.join(links)}")
    if lines:
        page.heading(WORDS["together"](lang), anchor="together")
        page.add("<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>")


# --- hands


def shown_cases(entry: Entry, sort: str) -> list[dict[str, Any]]:
    """The cases of one kind that show a pattern of a catalogue, each hand once; those without options first."""
    documents = set(_documents(entry.catalogue))
    found: dict[str, dict[str, Any]] = {}
    for case in _showing().get(entry.pattern.id, ()):
        name = ALIASES.get(case.get("ruleset", ""), case.get("ruleset", "hk-standard"))
        known = name in names() and ruleset(name).document.id in documents
        if (
            case["shows"]["as"] != sort
            or not known
            or case.get("kind", "score") != "score"
            or "fan" not in case["expect"]
            or not asks_alike(entry.home, ruleset(name).with_options(case.get("options") or {}), entry.pattern.id)
        ):
            continue
        found.setdefault(f"{case.get('hand')} {case.get('melds')} {case.get('win')} {case.get('by')}", case)
    return sorted(found.values(), key=lambda case: len(str(case.get("options") or "")))[:MOST]


@cache
def _showing() -> dict[str, list[dict[str, Any]]]:
    """The cases of each pattern; the corpus is read once."""
    found: dict[str, list[dict[str, Any]]] = {}
    for case in corpus_cases():
        if "pattern" in case.get("shows", {}):
            found.setdefault(case["shows"]["pattern"], []).append(case)
    return found


def _hands(page: Page, entry: Entry, lang: str) -> None:
    for sort in ("example", "near_miss"):
        cases = shown_cases(entry, sort)
        if cases:
            page.heading(WORDS[sort](lang), anchor=sort)
        for case in cases:
            page.add(_case(page, entry, case, sort, lang))


def _case(page: Page, entry: Entry, case: dict[str, Any], sort: str, lang: str) -> str:
    rules = ruleset(case.get("ruleset", "hk-standard")).with_options(case.get("options") or {})
    told = score(Win.from_case(case), rules)
    if told.fan != case["expect"]["fan"]:
        raise AssertionError(f"{case['id']} counts {told.fan}, not {case['expect']['fan']}")
    changed = "".join(f" {id}={value_text(value)}" for id, value in (case.get("options") or {}).items())
    parts = [
        figure(told.win, page.faces, lang),
        f'<p class="line">{code(told.win.text)}</p>',
        f"<p><b>{safe(fan_words(told.fan, lang))}</b> · {_counted(told, lang)}</p>",
    ]
    if sort == "near_miss":
        parts.append(_why_not(told, entry.pattern.id, lang))
    if lang == "en" and case.get("why"):
        parts.append(f"<p>{safe(titled(case['why']).en)}</p>")
    parts.append(f'<p class="source">{safe(case.get("ruleset", "hk-standard") + changed)}</p>')
    return f'<div class="case">{"".join(parts)}</div>'


def _counted(told: Score, lang: str) -> str:
    rules = told.ruleset
    parts = (f"{name_of(rules.pattern(id)).short(lang)} {fan}" for id, fan in told.patterns.items())
    return safe(("、" if lang == "zh" else ", ").join(parts) or WORDS["nothing"](lang))


def _why_not(told: Score, id: str, lang: str) -> str:
    """The parts of the pattern that hold and those that do not."""
    try:
        why = because(told, id)
    except SikwuError:
        return ""
    if why.holds:
        return f"<p>{safe(why.verdict(lang))}</p>"
    lines = []
    for number, way in enumerate(why.ways, 1):
        if len(why.ways) > 1:
            lines.append(f"<li>{safe(say('told.way', number=number)(lang))}</li>")
        lines += [f'<li class="depth{min(line.depth, 3)}">{safe(line_text(line, lang))}</li>' for line in way]
    return f'<ul class="parts">{"".join(lines)}</ul>'
