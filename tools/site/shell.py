"""The frame of all pages: menu, headings with anchors, one sheet of tiles per page. One script, the search; no external request."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from html import escape
from pathlib import Path, PurePosixPath

from sikwu.draw.paper import safe
from sikwu.texts import Text

from .drawings import Faces

LANGS = ("en", "zh")
POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
"""What a page may load: files of the site, and no script but the search."""
_JOINT, _BROKEN = re.compile(r"(?<=[a-z])([._])(?=[a-z])"), r"\1<wbr>"
TITLE = Text("食糊 Sikwu", "Sikwu 食糊")
MEASURED = Path(__file__).parents[2] / "docs" / "benchmarks.md"
"""Written by `make bench-peers`, on a machine that has the time for it."""
# The menu: path and title. Handwritten pages in `docs/zh` exist in both languages.
MENU = (
    (
        Text("開始", "Start"),
        (
            ("index", Text("首頁", "Home")),
            ("learn", Text("由頭學起", "First lessons")),
            ("tour", Text("十分鐘", "Ten minutes")),
            ("install", Text("安裝", "Installing")),
        ),
    ),
    (
        Text("教學", "Tutorials"),
        (
            ("tutorial-score", Text("計一副牌", "Score a hand")),
            ("tutorial-books", Text("記一晚的數", "An evening's books")),
            ("tutorial-house", Text("自己屋企的規矩", "Your house's rules")),
            ("tutorial-bot", Text("第一個電腦牌手", "Your first bot")),
            ("tutorial-training", Text("第一次訓練", "Your first training run")),
        ),
    ),
    (
        Text("規則", "Rules"),
        (
            ("patterns/index", Text("番種", "Patterns")),
            ("options/index", Text("選項", "Options")),
            ("duties", Text("包牌", "Liability 包")),
            ("house", Text("自己屋企的規則", "House rules")),
            ("ways", Text("點樣打先得", "How do I play …")),
            ("rules", Text("規則的語言", "Language of rules")),
        ),
    ),
    (
        Text("枱面", "At the table"),
        (
            ("app", Text("網頁版", "The app")),
            ("glossary", Text("用語", "Words of the game")),
            ("hand", Text("一行寫一副牌", "The hand line")),
            ("money", Text("錢和包", "Money and 包")),
            ("books", Text("數簿和拉踢斬", "Books and 拉踢斬")),
            ("play", Text("打牌", "Play")),
            ("arena", Text("擂台", "The arena")),
            ("ladder", Text("牌手排位", "Players and their strength")),
        ),
    ),
    (
        Text("給程式", "For programs"),
        (
            ("python", Text("用 Python", "From Python")),
            ("notebook", Text("Notebook", "Notebooks")),
            ("api", Text("Python 函數", "Python API")),
            ("http", Text("HTTP", "HTTP")),
            ("arena", Text("擂台", "The arena")),
            ("env", Text("訓練環境", "Environments")),
            ("tables", Text("網上牌枱", "Live tables")),
            ("cases", Text("CASES 格式", "The CASES format")),
            ("errors", Text("錯誤碼", "Error codes")),
            ("exit-codes", Text("結束碼", "Exit codes")),
            ("limits", Text("限制", "Limits")),
            ("corpus", Text("個案", "The corpus")),
        ),
    ),
    (
        Text("其他", "More"),
        (
            ("words", Text("程式的詞彙", "Words of the project")),
            ("architecture", Text("內裏", "Architecture")),
            ("contributing", Text("參與", "Contributing")),
            ("promises", Text("承諾", "Promises")),
            ("hosting", Text("替會所開伺服器", "Running it for a club")),
            *((("benchmarks", Text("量度", "Benchmarks")),) if MEASURED.is_file() else ()),
            ("code_of_conduct", Text("行為守則", "Code of conduct")),
            ("security", Text("保安", "Security")),
            ("privacy", Text("私隱", "Privacy")),
            ("changelog", Text("改了甚麼", "Changes")),
        ),
    ),
)
GENERATED = frozenset({"index", "patterns/index", "options/index", "duties", "glossary", "errors", "ladder"})
"""Generated pages exist in both languages, as do all below `patterns` and `options`."""
TRANSLATED = {path.stem: path for path in sorted((Path(__file__).parents[2] / "docs" / "zh").glob("*.md"))}
"""Handwritten pages that exist in Chinese too."""


def is_both(name: str) -> bool:
    """Whether there is a Chinese page too."""
    return name in GENERATED or name in TRANSLATED or name.startswith(("patterns/", "options/"))


@dataclass
class Page:
    """A page being built: its path, its title, its parts, and the faces of its tiles."""

    name: str
    """Its path without language and ending: `patterns/hk/half_flush`."""
    title: str
    lang: str = "en"
    parts: list[str] = field(default_factory=list)
    faces: Faces = field(default_factory=Faces)
    about: str = ""

    @property
    def path(self) -> PurePosixPath:
        """Its file in the site."""
        return PurePosixPath(*(() if self.lang == "en" else (self.lang,)), f"{self.name}.html")

    def href(self, name: str, lang: str | None = None, anchor: str = "") -> str:
        """The relative link to another page; a page that exists only in English is linked in English."""
        to_lang = self.lang if lang is None else lang
        page = Page(name, "", to_lang if is_both(name) else "en")
        way = os.path.relpath(page.path, self.path.parent).replace(os.sep, "/")
        return way + (f"#{anchor}" if anchor else "")

    def file(self, name: str) -> str:
        """The relative link to a shared file."""
        return os.path.relpath(name, self.path.parent).replace(os.sep, "/")

    def add(self, *parts: str) -> None:
        """Adds HTML to the page."""
        self.parts += parts

    def heading(self, words: str, level: int = 2, anchor: str = "") -> None:
        """A heading with an anchor."""
        self.add(f'<h{level} id="{anchor or slug(words)}">{safe(words)}</h{level}>')

    def text(self, words: str, tag: str = "p", look: str = "") -> None:
        """A paragraph."""
        style = f' class="{look}"' if look else ""
        self.add(f"<{tag}{style}>{safe(words)}</{tag}>")

    def html(self) -> str:
        """The whole page."""
        body = "\n".join(self.parts)
        other = "zh" if self.lang == "en" else "en"
        switch = ""
        if is_both(self.name):
            label, code = ("中文", "zh-Hant-HK") if other == "zh" else ("English", "en")
            switch = f'<a class="lang" lang="{code}" hreflang="{code}" href="{self.href(self.name, other)}">{label}</a>'
        skip = "跳到內容" if self.lang == "zh" else "Skip to content"
        home = self.href("index")
        foot = (
            "規則、牌和字句都由 Sikwu 自己的程式寫出。"
            if self.lang == "zh"
            else "Rules, tiles and sentences are written by Sikwu itself."
        )
        labels = (
            ("搜尋", "找不到。", "找到 0 頁") if self.lang == "zh" else ("Search", "Nothing found.", "0 pages found")
        )
        root = "../" * (len(self.path.parts) - 1)
        search = (
            f'<div class="search" role="search" data-index="{root}search-{self.lang}.js" data-root="{root}" '
            f'data-label="{labels[0]}" data-none="{labels[1]}" data-found="{labels[2]}"></div>'
        )
        about = f'<meta name="description" content="{safe(self.about)}">' if self.about else ""
        return f"""<!doctype html>
<html lang="{html_lang(self.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{safe(self.title)} · {safe(TITLE(self.lang))}</title>
{about}<link rel="stylesheet" href="{self.file("site.css")}">
<link rel="icon" href="{self.file("icon.svg")}" type="image/svg+xml">
<script defer src="{root}search.js"></script>
</head>
<body>
<a class="skip" href="#content">{skip}</a>
<header class="top"><a class="mark" href="{home}">{_mark()}<span>{"食糊" if self.lang == "zh" else "Sikwu"}</span></a>{search}{switch}</header>
<div class="frame">
{_menu(self)}
<main id="content">
<h1>{safe(self.title)}</h1>
{self.faces.hidden()}
{body}
</main>
</div>
<footer>{foot} MIT · <a href="{self.file("licence-tiles.txt")}">SIL Open Font License</a></footer>
</body>
</html>
"""

    def write(self, out: Path) -> int:
        """Writes the page; returns its size in bytes."""
        data = self.html().encode()
        place = out / self.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        return len(data)


def _menu(page: Page) -> str:
    """All sections; on a phone they fold, without a script."""
    parts = []
    for section, entries in MENU:
        links = []
        for name, words in entries:
            here = ' aria-current="page"' if name == page.name else ""
            note = "" if page.lang == "en" or is_both(name) else ' <small lang="en">EN</small>'
            links.append(f'<li><a href="{page.href(name)}"{here}>{safe(words(page.lang))}</a>{note}</li>')
        parts.append(f"<li><span>{safe(section(page.lang))}</span><ul>{''.join(links)}</ul></li>")
    label = "目錄" if page.lang == "zh" else "Menu"
    inside = f"<ul>{''.join(parts)}</ul>"
    # Included twice, because a style sheet alone cannot unfold a folded menu; one of them is not displayed.
    return (
        f'<nav class="wide" aria-label="{label}">{inside}</nav>'
        f'<details class="narrow"><summary>{label}</summary><nav aria-label="{label}">{inside}</nav></details>'
    )


def _mark() -> str:
    return '<svg viewBox="0 0 60 80" width="24" height="32" aria-hidden="true"><rect x="1" y="1" width="58" height="78" rx="9" fill="#fbf6e7" stroke="#2f8f6b" stroke-width="3"/><circle cx="30" cy="40" r="20" fill="#b5231b"/><circle cx="30" cy="40" r="12" fill="none" stroke="#fbf6e7" stroke-width="4"/></svg>'


ICON = _mark().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')


def html_lang(lang: str) -> str:
    """The language tag for HTML."""
    return "en" if lang == "en" else "zh-Hant-HK"


def slug(words: str) -> str:
    """The anchor of a heading.

    >>> slug("Who pays: 包!")
    'who-pays-包'
    """
    return re.sub(r"[^\w]+", "-", words.casefold()).strip("-") or "here"


def link(href: str, words: str) -> str:
    """A link."""
    return f'<a href="{escape(href)}">{safe(words)}</a>'


def code(text: str) -> str:
    """Text to be typed; a long name may be broken after dots and slashes."""
    return f"<code>{_JOINT.sub(_BROKEN, safe(text))}</code>"


def table(head: list[str], rows: list[list[str]], caption: str = "") -> str:
    """A table of HTML cells; the first cell of a row is its header. A table that is too wide scrolls by itself."""
    label = f"<caption>{safe(caption)}</caption>" if caption else ""
    top = "".join(f'<th scope="col">{safe(each)}</th>' for each in head)
    body = "".join(
        "<tr>" + f'<th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    name = safe(caption or " ".join(head))
    return (
        f'<div class="scroll" role="group" aria-label="{name}" tabindex="0"><table>{label}<thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
