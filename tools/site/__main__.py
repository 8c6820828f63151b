"""Builds the whole site: `python -m tools.site [FOLDER]`. The folder is deleted and made again."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from sikwu import names
from sikwu.draw.sprite import FILE
from sikwu.texts import Text

from . import api, duties, errors, glossary, ladder, options, patterns, search
from .markdown import PAGES, converted
from .shell import ICON, LANGS, TRANSLATED, Page, link

ROOT = Path(__file__).parents[2]
WRITTEN = {
    **{PAGES.get(path.stem, path.stem): path for path in sorted((ROOT / "docs").glob("*.md")) if path.stem != "index"},
    "contributing": ROOT / "CONTRIBUTING.md",
    "changelog": ROOT / "CHANGELOG.md",
    "security": ROOT / "SECURITY.md",
    "code_of_conduct": ROOT / "CODE_OF_CONDUCT.md",
    "architecture": ROOT / "ARCHITECTURE.md",
    "corpus": ROOT / "corpus" / "README.md",
}
HOME = {
    "title": Text("食糊 Sikwu：香港麻雀，計得清楚", "Sikwu 食糊: Hong Kong mahjong, scored and explained"),
    "intro": Text(
        "五套有文件可查的規則、任何一張枱自己的規矩、每一番都有原因。寫一副牌，就知道幾番、誰賠誰、為甚麼。",
        "Five documented rule systems, any house rules, every fan with its reason: write a hand, and read how many fan, who pays whom, and why.",
    ),
}
HAND = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"


def pages() -> Iterator[Page]:
    """Every page of the site."""
    for lang in LANGS:
        yield home(lang)
    for lang, written in (("en", WRITTEN), ("zh", TRANSLATED)):
        for name, path in written.items():
            page = Page(name, name, lang)
            converted(path.read_text("utf-8"), page)
            yield page
    for module in (patterns, options, duties, glossary, ladder, errors, api):
        yield from module.pages()


def home(lang: str) -> Page:
    """The first page: a hand, its score, and links to the other pages."""
    from sikwu import score
    from sikwu.draw.paper import safe
    from sikwu.explaining import explain

    from .drawings import figure
    from .shell import code, table

    page = Page("index", HOME["title"](lang), lang, about=HOME["intro"](lang))
    page.text(HOME["intro"](lang), look="says")
    told = score(HAND)
    story = explain(told)
    page.add(figure(told.win, page.faces, lang), f'<p class="line">{code(f"sikwu score {chr(34)}{HAND}{chr(34)}")}</p>')
    rows = [[safe(each.name.short(lang)), str(each.fan), safe(each.says(lang))] for each in story.counted]
    head = ["番種", "番", "條件"] if lang == "zh" else ["Pattern", "Fan", "What it says"]
    page.add(f"<p><b>{safe(story.headline(lang))}</b></p>", table(head, rows, story.headline(lang)))
    ways = (
        ("learn", Text("從未打過牌？由頭學起", "Never played? First lessons")),
        ("tour", Text("十分鐘走一圈", "A tour in ten minutes")),
        ("patterns/index", Text("所有番種，有圖", "Every pattern, drawn")),
        ("options/index", Text("所有選項", "Every option")),
        ("duties", Text("包牌", "Who answers for a win 包")),
        ("house", Text("自己屋企的規則", "The rules of your house")),
        ("glossary", Text("枱面的用語", "Words of the game")),
        ("books", Text("數簿、拉踢斬", "Books of a table, 拉踢斬")),
        ("api", Text("用 Python", "From Python")),
        ("cases", Text("由其他程式用", "From any other program")),
    )
    links = "".join(f"<li>{link(page.href(name), words(lang))}</li>" for name, words in ways)
    words = Text("即刻試：計番、規矩、學牌，不用安裝", "Try it: score, house rules, lessons, nothing to install")(lang)
    page.add(f'<p><a class="try" href="{page.file("try/index.html")}">{safe(words)}</a></p>')
    page.heading("由這裏開始" if lang == "zh" else "Ways on", anchor="ways")
    page.add(f"<ul>{links}</ul>")
    return page


def build(out: Path) -> tuple[int, int]:
    """Writes all pages; returns their number and size."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    every = list(pages())
    sizes = [page.write(out) for page in every]
    search.write(out, every)
    for name, data in (
        ("site.css", Path(__file__).with_name("site.css").read_bytes()),
        ("search.js", Path(__file__).with_name("search.js").read_bytes()),
        ("icon.svg", ICON.encode()),
        ("licence-tiles.txt", FILE.with_name("LICENSE-tiles.txt").read_bytes()),
    ):
        (out / name).write_bytes(data)
    shutil.copytree(ROOT / "docs" / "screens", out / "screens")
    return len(sizes), sum(sizes)


def main() -> None:
    """The command."""
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    start = time.perf_counter()
    count, size = build(out)
    print(
        f"{count} pages of {len(names())} rulesets, {size / 1e6:.1f} MB, {time.perf_counter() - start:.1f} s: {out / 'index.html'}"
    )


if __name__ == "__main__":
    main()
