"""`python -m tools.ladder`: plays the ladder and the matches of the documents, and writes their figures (`src/sikwu/arena/rungs.json`).

Everything is kept in build/ladder: Ctrl-C stops at any moment, the same command goes on. The walls are shared ones, as people play, and fresh: no
number was searched on them. Then `docs/arena.md` and both READMEs get their tables; `--tables` only writes these again.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from tools.fits import rules_of_fit

from sikwu.arena.contest import Contest
from sikwu.arena.ladder import POOL, Ladder, ladder_of
from sikwu.arena.results import open_results
from sikwu.arena.work import work

ROOT = Path(__file__).parents[1]
FOLDER, DATA, PAGE = (
    ROOT / "build" / "ladder",
    ROOT / "src" / "sikwu" / "arena" / "rungs.json",
    ROOT / "docs" / "arena.md",
)
SEED = 7_000
MATCHES = (
    ("hk-standard", 3, "careful", "quick", 3200),
    ("hk-standard", 3, "careful", "steady", 3200),
    ("hk-standard", 3, "steady", "quick", 3200),
    ("hk-standard", 1, "careful", "quick", 9600),
    ("hk-standard", 0, "careful", "quick", 9600),
    ("hk-common", 3, "careful", "quick", 1600),
    ("hk-classic", 3, "careful", "quick", 1600),
    ("hk-taiwanese", 0, "careful", "quick", 3200),
    ("club16", 4, "careful", "quick", 19_200),
)
"""Document, minimum, one player against three of another, deals; those first that matter most."""
LADDERS = (("hk-standard", 3, 400),)
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->"
READMES = {
    ROOT / "README.md": (
        "| bot | points a deal beyond `quick` | 99 % interval |",
        "One `careful` against three `quick` earns {quick}, against three `steady` {steady}.",
        "{points} points a deal ({low} … {high})",
    ),
    ROOT / "README.zh-Hant.md": (
        "| 電腦 | 每局比 `quick` 多贏 | 99 % 區間 |",
        "一個 `careful` 對三個 `quick`，每局贏 {quick}；對三個 `steady`，贏 {steady}。",
        "{points} 點（{low} 至 {high}）",
    ),
}
"""A README: the head of its table, its sentence, and how both give a figure with its interval."""
SHOWN = ("careful", "steady", "quick", "random")
"""The players of the READMEs: all but the styles of careful."""


def match_told(document: str, minimum: int, a: str, b: str, deals: int) -> dict[str, Any]:
    """Plays what is missing of a match; its figures."""
    contest = Contest((a, b), rules_of_fit(document, minimum), deals, SEED)
    with open_results(contest, FOLDER / f"{document}-{minimum}-{a}-{b}-{contest.key}.jsonl") as results:
        for _ in work(results):
            pass
        results.finish()
        told, counts, others = results.estimate(), results.counts(0), results.counts(1)
    head = {"ruleset": document, "minimum": minimum, "rules": contest.rules.hash, "player": a, "opponent": b}
    share = {
        "deal_in": round(100 * counts["deal_ins"] / counts["deals"], 1),
        "others": round(100 * others["deal_ins"] / others["deals"], 1),
    }
    points = {"points": round(told.mean, 3), "low": round(told.low, 3), "high": round(told.high, 3)}
    return {**head, "deals": results.deals, "seed": SEED, **points, **share}


def table(told: dict[str, Any]) -> str:
    """The figures as tables of the page."""
    rows = [
        "| rules | players | deals | points | 99 % interval | deal-ins, of the others |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for each in told["matches"]:
        rules = f"{each['ruleset']}, {each['minimum']} fan"
        span = f"{each['low']:+.2f} … {each['high']:+.2f}"
        rows.append(
            f"| {rules} | {each['player']} / {each['opponent']} | {each['deals']:,} | {each['points']:+.2f} | {span} | {each['deal_in']} %, {each['others']} % |"
        )
    for ladder in told["ladders"]:
        rows += [
            "",
            f"The ladder under {ladder['ruleset']}, {ladder['minimum']} fan: {ladder['deals']} deals of each pair and order, points a deal beyond quick.",
            "",
        ]
        rows += [
            "| player | points | 99 % interval | worst against | points there |",
            "| --- | --- | --- | --- | --- |",
        ]
        for rung in ladder["rungs"]:
            span = f"{rung['low']:+.2f} … {rung['high']:+.2f}"
            rows.append(
                f"| {rung['player']} | {rung['points']:+.2f} | {span} | {rung['worst']} | {rung['against']:+.2f} |"
            )
    return "\n".join(rows) + "\n"


def short_table(told: dict[str, Any], readme: Path) -> str:
    """The figures of a README: the ladder of the first ruleset, and its two matches of careful."""
    head, sentence, span = READMES[readme]
    ladder = told["ladders"][0]
    standing = {rung["player"]: rung for rung in ladder["rungs"]}
    rows = [head, "| --- | --- | --- |"]
    for player in SHOWN:
        rung = standing[player]
        points, low, high = (f"{rung[name]:+.1f}".replace("-", "−") for name in ("points", "low", "high"))
        rows.append(f"| `{player}` | {points} | {low} … {high} |" if player != "quick" else "| `quick` | 0 | |")
    gains = {
        match["opponent"]: span.format(**{name: f"{match[name]:.1f}" for name in ("points", "low", "high")})
        for match in told["matches"]
        if (match["ruleset"], match["minimum"], match["player"]) == (ladder["ruleset"], ladder["minimum"], "careful")
    }
    return "\n".join([*rows, "", sentence.format_map(gains)]) + "\n"


def put(page: Path, text: str) -> None:
    """Puts a text between the marks of a page."""
    old = page.read_text("utf-8")
    page.write_text(re.sub(f"(?s){BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{text}\n{END}", old), encoding="utf-8")


def keep(told: dict[str, Any]) -> None:
    """Writes the data and the tables."""
    DATA.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    put(PAGE, table(told))
    for readme in READMES:
        put(readme, short_table(told, readme))


def play_matches() -> list[dict[str, Any]]:
    """The figures of all matches, printed as they come."""
    told = []
    for each in MATCHES:
        told.append(match_told(*each))
        print(told[-1], flush=True)
    return told


def play_ladders() -> list[dict[str, Any]]:
    """The ladders."""
    told = []
    for document, minimum, deals in LADDERS:
        ladder, folder = Ladder(rules_of_fit(document, minimum), POOL, deals, SEED), FOLDER / f"{document}-{minimum}"
        for step in ladder.play(folder):
            print(f"{' / '.join(step.pair)}: {step.done} of {step.units}", flush=True)
        told.append(ladder_of(ladder, folder))
    return told


def main() -> None:
    """Plays what is missing and writes the figures; `--tables` writes the tables again from the figures that are there."""
    if sys.argv[1:] == ["--tables"]:
        keep(json.loads(DATA.read_text("utf-8")))
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    keep({"matches": play_matches(), "ladders": play_ladders()})


if __name__ == "__main__":
    main()
