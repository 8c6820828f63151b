"""The page of liability rules (包): each with its sentence, its rulesets, its options and example hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sikwu import SikwuError, Win, names, ruleset, score, settle
from sikwu.corpus import cases
from sikwu.draw.paper import safe
from sikwu.money.words import reason_text
from sikwu.rules.duty import Duty, summary_text
from sikwu.rules.naming import titled
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Text, say

from .drawings import figure
from .patterns import CATALOGUES
from .shell import LANGS, Page, code, link, table

WORDS = {
    "all": Text("包牌", "Liability 包"),
    "intro": Text(
        "誰要替人賠：每條包牌規則的句子、各套規則包不包、由哪些選項決定，連畫出來的例子。",
        "Who pays for others: the sentence of every duty, where it is in force and how, the options that switch it, and a drawn hand that shows it.",
    ),
    "way": Text("怎樣包", "How"),
    "rules": Text("規則", "Ruleset"),
    "not": Text("不包", "not in force"),
    "options": Text("選項", "Options"),
    "source": Text("出處", "Source"),
}
SEATS = {
    "feeder": Text("某", "Somebody"),
    "winner": Text("食糊", "the winner"),
    "tiles": Text("最後那副", "the last set"),
}


def pages() -> Iterator[Page]:
    """One page per language."""
    shown = _shown()
    for lang in LANGS:
        page = Page("duties", WORDS["all"](lang), lang, about=WORDS["intro"](lang))
        page.text(WORDS["intro"](lang))
        for catalogue, title in CATALOGUES.items():
            page.heading(title(lang), anchor=catalogue)
            told: dict[str, tuple[Ruleset, Duty]] = {}
            for document in DOCUMENTS:
                rules = ruleset(document)
                if rules.document.texts == catalogue:
                    for duty in rules.duties:
                        told.setdefault(duty.id, (rules, duty))
            for rules, duty in told.values():
                _duty(page, rules, duty, shown.get((catalogue, duty.id)), lang)
        yield page


def _duty(page: Page, home: Ruleset, duty: Duty, shown: dict[str, Any] | None, lang: str) -> None:
    catalogue = home.document.texts
    name = f"{duty.en} {duty.zh}" if lang == "en" else f"{duty.zh} {duty.en}"
    page.heading(name, 3, f"{catalogue}-{duty.id}")
    page.text(
        home.duty_sentence(duty.id)(lang).format(**{key: words(lang) for key, words in SEATS.items()}), look="says"
    )
    if shown is not None:
        page.add(_case(page, shown, lang))
    ways: dict[str, list[str]] = {}
    for each in names():
        rules = ruleset(each)
        if rules.document.texts == catalogue and any(duty.id == own.id for own in rules.duties):
            way = summary_text(rules.duty(duty.id).summary(rules.settings), lang)
            ways.setdefault(way or WORDS["not"](lang), []).append(each)
    rows = [[safe(way), ", ".join(map(code, ids))] for way, ids in ways.items()]
    page.add(table([WORDS["way"](lang), WORDS["rules"](lang)], rows, name))
    if duty.options:
        links = ", ".join(link(page.href(f"options/{catalogue}", anchor=id), id) for id in duty.options)
        page.add(f"<p>{safe(WORDS['options'](lang))}: {links}</p>")
    page.text(f"{WORDS['source'](lang)}: {titled(duty.source)(lang)}", look="source")


def _shown() -> dict[tuple[str, str], dict[str, Any]]:
    """For each duty of a catalogue the first case that it decides, the shortest rules first."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    every = [case for stem in ("hk_payments", "sixteen_payments") for case in cases(stem)]
    for case in sorted(every, key=lambda case: len(str(case.get("options") or ""))):
        if case.get("kind", "score") != "score" or "liable" not in case.get("expect", {}):
            continue
        rules = ruleset(case.get("ruleset", "hk-standard")).with_options(case.get("options") or {})
        try:
            done = settle(score(Win.from_case(case), rules))
        except SikwuError:
            continue
        for payment in done.transfers:
            duty = dict(payment.reason.facts).get("duty")
            if duty is not None:
                found.setdefault((rules.document.texts, str(duty)), case)
    return found


def _case(page: Page, case: dict[str, Any], lang: str) -> str:
    rules = ruleset(case.get("ruleset", "hk-standard")).with_options(case.get("options") or {})
    told = score(Win.from_case(case), rules)
    done = settle(told)
    lines = []
    for payment in done.transfers:
        way = " → ".join(say(f"seat.{seat.text}")(lang) for seat in (payment.payer, payment.payee))
        lines.append(f"<li><b>{safe(way)} {payment.amount}</b> {safe(reason_text(payment.reason, rules)(lang))}</li>")
    return (
        f'<div class="case">{figure(told.win, page.faces, lang)}<p class="line">{code(told.win.text)}</p>'
        f"<ul>{''.join(lines)}</ul></div>"
    )
