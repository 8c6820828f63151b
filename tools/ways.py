"""Writes docs/ways.md and docs/zh/ways.md from tests/data/ways.toml: `python -m tools.ways`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sikwu.rules.presets import names

ROOT = Path(__file__).parents[1]
WAYS = ROOT / "tests" / "data" / "ways.toml"
PAGES = {"en": ROOT / "docs" / "ways.md", "zh": ROOT / "docs" / "zh" / "ways.md"}
GROUPS = (
    ("a", "起糊、封頂、價錢", "Minimum, ceiling, prices"),
    ("b", "番種", "Patterns"),
    ("c", "包", "Liability (包)"),
    ("d", "莊", "The dealer"),
    ("e", "錢、人", "Money and players"),
    ("f", "食糊、上碰", "Winning and claiming"),
    ("g", "牌、局", "Tiles and deals"),
)
WORDS = {
    "title": {"zh": "點樣打先得？", "en": "How do I play …"},
    "intro": {
        "zh": "{all} 種打法，{said} 種可以寫明。表的右邊是要寫進規則檔的東西；`ruleset` 一行是文件或者現成組合的名字。[自己屋企的規則](house.md)說明每個部分。"
        "寫不到的，最後一欄說明原因；錢可以記進數簿（`sikwu book pay`）。",
        "en": "{said} of these {all} ways of playing can be said. The right-hand column is what to write into a rules file; a `ruleset` alone is the "
        "name of a document or a preset. [House rules](house.md) explains each part. For what cannot be said the column gives the reason; "
        "its money can still be written into a book (`sikwu book pay`).",
    },
    "way": {"zh": "打法", "en": "way"},
    "write": {"zh": "寫法", "en": "what to write"},
    "alone": {"zh": "文件本身就這樣打：`{name}`", "en": "the document itself: `{name}`"},
    "preset": {"zh": "現成組合 `{name}`", "en": "the preset `{name}`"},
    "no": {"zh": "寫不到：", "en": "Cannot be said: "},
}


def ways() -> list[dict[str, Any]]:
    """The ways of the file."""
    found: list[dict[str, Any]] = tomllib.loads(WAYS.read_text("utf-8"))["way"]
    return found


def page(lang: str) -> str:
    """The page in a language."""
    every = ways()
    said = sum("rules" in each for each in every)
    lines = [f"# {WORDS['title'][lang]}", "", WORDS["intro"][lang].format(all=len(every), said=said), ""]
    for letter, zh, en in GROUPS:
        lines += [f"## {zh if lang == 'zh' else en}", ""]
        lines += [f"| | {WORDS['way'][lang]} | {WORDS['write'][lang]} |", "| --- | --- | --- |"]
        for each in every:
            if each["id"].startswith(letter):
                name = each["zh"] if lang == "zh" else f"{each['en']} · {each['zh']}"
                lines.append(f"| {each['id']} | {name} | {_written(each, lang)} |")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def _written(way: dict[str, Any], lang: str) -> str:
    """What to write, in one line."""
    if "missing" in way:
        return WORDS["no"][lang] + str(way["missing"][lang])
    rules = tomllib.loads(way["rules"])
    if set(rules) == {"ruleset"}:
        name = rules["ruleset"]
        kind = "alone" if way.get("document") else "preset"
        assert name in names()
        return WORDS[kind][lang].format(name=name)
    shown = [line for line in way["rules"].strip().split("\n") if line and not line.startswith("ruleset")]
    if rules["ruleset"] != "hk-standard":
        shown.insert(0, f'ruleset = "{rules["ruleset"]}"')
    return "<br>".join(_code(line) for line in shown)


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def main() -> None:
    for lang, path in PAGES.items():
        path.write_text(page(lang), "utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
