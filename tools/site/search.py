"""The index of the search: title, path, headings and words of every page, one script a language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path

from .shell import LANGS, Page

MOST = 600
"""The characters of a generated page that can be found beside its title and headings; of a written page, every word."""
_HEADING = re.compile(r'<h[23] id="([^"]+)"[^>]*>(.*?)</h[23]>', re.DOTALL)
_HIDDEN = re.compile(r"<(svg|script|style)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def words(html: str) -> str:
    """The text of a page without its drawings.

    >>> words("<p>One <b>two</b><svg><title>no</title></svg></p>")
    'One two'
    """
    return " ".join(unescape(_TAG.sub(" ", _HIDDEN.sub(" ", html))).split())


def row(page: Page) -> list[object]:
    """A page: title, path, its headings with their anchors, its words."""
    body = "\n".join(page.parts)
    headings = [[words(text), anchor] for anchor, text in _HEADING.findall(body)]
    text = (
        words(body)[:MOST] if "/" in page.name or page.name == "api" else " ".join(dict.fromkeys(words(body).split()))
    )
    return [page.title, str(page.path), headings, f"{page.about} {text}".strip()]


def write(out: Path, pages: Iterable[Page]) -> None:
    """Writes the index of each language; pages that exist only in English are found in Chinese too."""
    rows: dict[str, list[list[object]]] = {lang: [] for lang in LANGS}
    both = set()
    for page in pages:
        rows[page.lang].append(row(page))
        both |= {page.name} if page.lang != "en" else set()
    rows["zh"] += [each for each in rows["en"] if str(each[1]).removesuffix(".html") not in both]
    for lang, found in rows.items():
        told = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        (out / f"search-{lang}.js").write_text(f"sikwuIndex({told});\n", encoding="utf-8")
