"""Writes the first lessons as pages: `python -m tools.lessons` makes docs/learn.md and docs/zh/learn.md from the app's texts.

The app shows the same texts at /learn/play, /learn/tiles, /learn/fan and /learn/words, so each has one source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sikwu import ruleset
from sikwu.server.hands.catalogue import prices
from sikwu.texts import say
from sikwu.tiles import Tile
from sikwu.vocabulary.glossary import in_order

ROOT = Path(__file__).parents[1]
PAGES = {"en": ROOT / "docs" / "learn.md", "zh": ROOT / "docs" / "zh" / "learn.md"}
STEPS = ("deal", "draw", "discard", "chow", "pung", "kong", "flower", "win")
GROUPS = {"m": slice(0, 9), "p": slice(9, 18), "s": slice(18, 27), "z": slice(27, 34), "f": slice(34, 42)}
RULES = "hk-standard"
"""The rules whose prices and minimum the pages show; the app shows the rules in force."""
HEADS = {
    "en": "# First lessons\n\nFor somebody who has never played. The app tells the same under *Learn*, by the rules in force there; this page takes "
    "the standard of thirteen tiles. It also teaches at a real table: [a first game](app.md#a-first-game). The words of the programs are in [the glossary](words.md).",
    "zh": "# 由頭學起\n\n給從未打過牌的人。App 的「番種」有同樣的課，照當時的規則，也可以邊玩邊學：[第一局](app.md#邊玩邊學)；這一頁用十三張的清章。",
}
NAMES = {"en": ("Tile", "Name", "Jyutping"), "zh": ("牌", "名稱", "粵拼", "英文")}


def page(lang: str) -> str:
    """The page in one language."""
    parts = [HEADS[lang], *_play(lang), *_tiles(lang), *_fan(lang), *_words(lang)]
    return "\n\n".join(parts) + "\n"


def _told(code: str, lang: str, **facts: object) -> str:
    return say(f"lesson.{code}", **facts)(lang)


def _hand(line: str) -> str:
    return f"```hand\n{line}\n```"


def _play(lang: str) -> Iterator[str]:
    yield f"## {_told('title.play', lang)}"
    yield _told("play.intro", lang)
    for number, step in enumerate(STEPS, 1):
        yield f"### {number}. {_told(f'play.{step}.title', lang)}"
        yield _hand(_told(f"play.{step}.tiles", lang))
        says = _told(f"play.{step}.says", lang, n=13, sets=4)
        yield f"{says} {_told('play.odd', lang)}" if step == "win" else says
    yield f"### {len(STEPS) + 1}. {_told('play.end.title', lang)}"
    yield _told("play.end.says", lang)


def _tiles(lang: str) -> Iterator[str]:
    yield f"## {_told('title.tiles', lang)}"
    yield _told("tiles.intro", lang)
    every = [tile.text for tile in Tile]
    for group, part in GROUPS.items():
        yield f"### {_told(f'tiles.group.{group}', lang)}"
        yield _hand(" ".join(every[part]))
        rows = []
        for tile in every[part]:
            zh, jyutping, en = _told(f"tile.{tile}", lang).split("|")
            rows.append((zh, en, jyutping) if lang == "en" else (f"`{tile}`", zh, jyutping, en))
        yield _table(NAMES[lang], rows)


def _fan(lang: str) -> Iterator[str]:
    rules = ruleset(RULES)
    yield f"## {_told('title.fan', lang)}"
    yield _told("fan.intro", lang)
    yield _hand(_told("fan.sum.tiles", lang))
    yield _told("fan.sum.says", lang)
    yield f"### {_told('fan.min.title', lang)}"
    yield f"{_told('fan.min.says', lang, min=rules.minimum)} {_told('fan.cap.says', lang, cap=rules.cap)}"
    yield f"### {_told('fan.why.title', lang)}"
    yield _told("fan.why.says", lang)
    yield f"### {_told('fan.table.title', lang)}"
    yield _told("fan.table.says", lang, rules=say(f"app.rules.{RULES}"))
    head = tuple(_told(f"fan.table.{each}", lang) for each in ("fan", "discarder", "drawn"))
    yield _table(head, [(str(each.fan), str(each.discarder), str(each.drawn)) for each in prices(rules)])
    yield _told("fan.table.unit", lang)


def _words(lang: str) -> Iterator[str]:
    yield f"## {_told('title.words', lang)}"
    yield _told("words.intro", lang)
    titles = {each.id: f"{each.title('zh')} {each.jyutping} · {each.title('en')}" for each in in_order(lang)}
    yield "\n".join(f"- **{titles[each.id]}**: {each.says(lang)}" for each in in_order(lang))


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> None:
    """The command."""
    for lang, file in PAGES.items():
        file.write_text(re.sub(r"\n{3,}", "\n\n", page(lang)), "utf-8")


if __name__ == "__main__":
    main()
