"""Converts Markdown pages to HTML: links between files become links between pages, hand lines become drawings."""

from __future__ import annotations

import re
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sikwu.draw.paper import safe
from sikwu.texts import Text

from .drawings import drawn
from .shell import Page, slug

# Files with other page names: `api` is the generated page of the Python API.
PAGES = {"README": "index", "corpus/README": "corpus", "api": "http"}
_KINDS = {
    "console": Text("終端機", "terminal"),
    "sh": Text("終端機", "shell"),
    **{name.lower(): Text(name, name) for name in ("Python", "JSON", "TOML")},
}
_MD = re.compile(r"(?:\.\./)*(?:docs/)?((?:corpus/)?[\w-]+)\.md(#.*)?$")


def converted(text: str, page: Page) -> None:
    """Adds the text to the page; its first heading is the page's title."""
    md = MarkdownIt("commonmark").enable("table")
    tokens = md.parse(text)
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        page.title = tokens[1].content
        tokens = tokens[3:]
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", slug(tokens[place + 1].content))
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _way(str(child.attrGet("href")), page))
            if child.type == "image":
                child.attrSet("src", page.file(str(child.attrGet("src")).removeprefix("../")))
                child.attrSet("loading", "lazy")
    out, start = [], 0
    for place, token in enumerate(tokens):
        if token.type == "fence":
            out.append(md.renderer.render(tokens[start:place], md.options, {}))
            out.append(_fence(token, page))
            start = place + 1
    out.append(md.renderer.render(tokens[start:], md.options, {}))
    whole = "".join(out).replace("<table>", '<div class="scroll" role="group" aria-label="table" tabindex="0"><table>')
    word = "表" if page.lang == "zh" else "table"
    page.add(_named_regions(whole.replace("</table>", "</table></div>"), word).replace("<th>", '<th scope="col">'))


def _named_regions(html: str, word: str) -> str:
    """Makes each scrolling table a region with a unique name, numbered by its place."""
    count = iter(range(1, 1000))
    return re.sub('aria-label="table"', lambda _: f'aria-label="{word} {next(count)}"', html)


def _fence(token: Token, page: Page) -> str:
    info = token.info.strip()
    if info == "hand":
        lines = [line for line in token.content.splitlines() if line.strip()]
        return "".join(
            f"{drawn(line, page.faces, page.lang)}<p class=line><code>{safe(line)}</code></p>" for line in lines
        )
    label = _KINDS.get(info, Text("文字", "text"))(page.lang)
    body = escape(token.content)
    if info in ("console", "python"):  # typed text is set apart from output
        body = re.sub(r"^((?:\$|&gt;&gt;&gt;|\.\.\.) .*)$", r"<b>\1</b>", body, flags=re.MULTILINE)
    # long lines that nobody reads in full
    look = ' class="json"' if info == "json" or '\n{"id"' in token.content else ""
    return f'<pre{look} tabindex="0" role="group" aria-label="{label}: {slug(token.content)[:30]}"><code>{body}</code></pre>'


def _way(href: str, page: Page) -> str:
    found = _MD.match(href)
    if found is None:
        return href
    name = PAGES.get(found[1], found[1].lower())
    lang = (
        "en" if page.lang != "en" and href.startswith("../") else None
    )  # a page in `docs/zh` that links to one in `docs`
    return page.href(name, lang) + (found[2] or "")
