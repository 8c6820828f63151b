"""The page of our players: how strong they were found to be, drawn with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sikwu.arena.rungs import measured
from sikwu.draw.paper import safe
from sikwu.texts import Text

from .shell import LANGS, Page, table

WORDS = {
    "all": Text("牌手排位", "Players and their strength"),
    "intro": Text(
        "各個牌手一個對三個，每局多贏幾多點，連 99 % 區間；用未搜尋過的牌牆，重做：make ladder。",
        "What each player earns a deal, one against three, with 99 % intervals; on walls that no number was searched on. Repeat it with make ladder.",
    ),
    "matches": Text("各套規則", "By ruleset"),
    "ladder": Text("排位", "Ladder"),
    "player": Text("牌手", "Players"),
    "points": Text("每局點數", "Points a deal"),
    "deals": Text("局數", "Deals"),
    "worst": Text("最怕", "Worst against"),
}
WIDTH, ROW, PAD = 420, 40, 14
TICKS = 6


def pages() -> Iterator[Page]:
    """One page per language."""
    told = measured()
    for lang in LANGS:
        page = Page("ladder", WORDS["all"](lang), lang, about=WORDS["intro"](lang))
        page.text(WORDS["intro"](lang))
        for ladder in told["ladders"]:
            title = f"{WORDS['ladder'](lang)}{'：' if lang == 'zh' else ': '}{_rules(ladder, lang)}"
            page.heading(title, anchor=f"ladder-{ladder['ruleset']}-{ladder['minimum']}")
            page.add(intervals([(rung["player"], rung) for rung in ladder["rungs"]], title))
            rows = [
                [rung["player"], _span(rung), f"{rung['worst']} ({rung['against']:+.2f})"] for rung in ladder["rungs"]
            ]
            page.add(table([WORDS[name](lang) for name in ("player", "points", "worst")], rows))
        page.heading(WORDS["matches"](lang), anchor="matches")
        named = [(f"{_rules(each, lang)}: {each['player']} / {each['opponent']}", each) for each in told["matches"]]
        page.add(intervals(named, WORDS["matches"](lang)))
        page.add(
            table(
                [WORDS[name](lang) for name in ("player", "points", "deals")],
                [[name, _span(each), f"{each['deals']:,}"] for name, each in named],
            )
        )
        yield page


def _rules(told: dict[str, Any], lang: str) -> str:
    return f"{told['ruleset']}, {told['minimum']} {'番起糊' if lang == 'zh' else 'fan'}"


def _span(told: dict[str, Any]) -> str:
    return f"{told['points']:+.2f} ({told['low']:+.2f} … {told['high']:+.2f})"


def intervals(rows: Sequence[tuple[str, dict[str, Any]]], title: str) -> str:
    """A picture of figures with their intervals: one row each, its name above it, the zero line drawn. Narrow, so that phones show it whole.

    >>> "<svg" in intervals([("a", {"points": 1.0, "low": 0.5, "high": 2.0})], "gain")
    True
    """
    if not rows:
        return ""
    low, high = min(0.0, *(each["low"] for _, each in rows)), max(0.0, *(each["high"] for _, each in rows))
    span = (high - low) or 1.0
    height = ROW * len(rows) + PAD + 28

    def x(value: float) -> float:
        return round(2 * PAD + (value - low) / span * (WIDTH - 4 * PAD), 1)

    step = next(each for each in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000) if span / each <= TICKS)
    parts = []
    for number in range(int(low // step), int(high // step) + 1):
        value = round(number * step, 6)
        if low <= value <= high:
            strong = "" if value else ' stroke-width="2"'
            parts.append(
                f'<path d="M{x(value)} {PAD}V{height - 24}" stroke="currentColor" opacity="{0.6 if not value else 0.2}"{strong}/>'
            )
            parts.append(f'<text x="{x(value)}" y="{height - 8}" text-anchor="middle">{value:+g}</text>')
    for place, (name, each) in enumerate(rows):
        y = PAD + ROW * place + 28
        parts.append(f'<text x="{PAD}" y="{y - 12}">{safe(name)}</text>')
        parts.append(f'<path d="M{x(each["low"])} {y}H{x(each["high"])}" stroke="currentColor" stroke-width="2"/>')
        parts.append(f'<circle cx="{x(each["points"])}" cy="{y}" r="4.5" fill="currentColor"/>')
    look = f'class="intervals" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{safe(title)}" font-size="13" fill="currentColor"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {look}>{"".join(parts)}</svg>'
