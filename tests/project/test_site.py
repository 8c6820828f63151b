"""The built pages: complete, linked, drawn, accessible, and without requests."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

import sikwu
from sikwu import names, ruleset
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.texts import option_words
from sikwu.vocabulary import glossary

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from tools.site import errors, patterns  # noqa: E402
from tools.site.__main__ import WRITTEN, build  # noqa: E402
from tools.site.shell import MENU, TRANSLATED  # noqa: E402

NO_END = {"meta", "link", "br", "wbr", "hr", "img", "input"}
BARE = ["hktw/double_winner", "hktw/triple_winner", "club/eyes_258_pungs", "club/all_terminals"]
"""Shown by cases of several winners, or never counted: no win shows them both ways (`tests/score/test_corpus.py`)."""


class Read(HTMLParser):
    """A page as a screen reader would go through it: elements in order, balanced, with attributes and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), (tag, attrs)
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in NO_END:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.found if name == tag]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    count, size = build(out)
    assert count == len(list(out.rglob("*.html")))
    assert size < 30_000_000
    return out


@cache
def read(path: Path) -> Read:
    return Read(path.read_text("utf-8"))


def html(site: Path) -> Iterator[tuple[str, Path, Read]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), path, read(path)


def test_every_page_is_whole_and_readable(site: Path) -> None:
    for name, _, page in html(site):
        (root,) = page.all("html")
        assert root["lang"] == ("zh-Hant-HK" if name.startswith("zh/") else "en"), name
        for landmark in ("header", "main", "footer", "h1", "title"):
            assert len(page.all(landmark)) == 1, (name, landmark)
        assert page.all("a")[0] == {"class": "skip", "href": "#content"}, name
        levels = [int(tag[1]) for tag, _ in page.found if re.fullmatch("h[1-6]", tag)]
        assert all(b <= a + 1 for a, b in pairwise(levels)), (name, levels)
        ids = [attrs["id"] for _, attrs in page.found if "id" in attrs]
        assert len(ids) == len(set(ids)), (name, [each for each in ids if ids.count(each) > 1][:3])
        for svg in page.all("svg"):
            assert svg.get("aria-label") if svg.get("role") == "img" else svg.get("aria-hidden") == "true", (name, svg)
        for scrolling in [attrs for _, attrs in page.found if attrs.get("role") == "group"]:
            assert scrolling["aria-label"], name
            assert scrolling["tabindex"] == "0", name
        for cell in page.all("th"):
            assert cell["scope"] in ("row", "col"), name


def test_one_script_and_nobody_is_asked(site: Path) -> None:
    """The search is a file of the site; the policy of every page allows nothing else."""
    for name, path, page in html(site):
        (script,) = page.all("script")
        assert (path.parent / script["src"]).resolve() == (site / "search.js").resolve(), name
        (policy,) = [
            each["content"] for each in page.all("meta") if each.get("http-equiv") == "Content-Security-Policy"
        ]
        assert "default-src 'none'; script-src 'self';" in policy, name
        assert {"iframe", "object", "embed", "form", "base"}.isdisjoint(tag for tag, _ in page.found), name
        for tag, attrs in page.found:
            assert not any(each.startswith("on") for each in attrs), (name, tag)
            if tag in ("link", "use", "image"):
                assert "//" not in attrs.get("href", ""), (name, attrs)
            if tag == "img":
                assert (path.parent / attrs["src"]).is_file(), (name, attrs)
                assert attrs["alt"], (name, attrs)
        assert "javascript:" not in path.read_text("utf-8"), name
    style = (site / "site.css").read_text("utf-8")
    assert "url(" not in style
    assert "@import" not in style


def test_every_link_leads_somewhere(site: Path) -> None:
    known = {str(path): {attrs["id"] for _, attrs in page.found if "id" in attrs} for _, path, page in html(site)}
    files = {str(path) for path in site.rglob("*") if path.is_file()}
    assert not [path for path in site.rglob("*") if path.is_symlink()]  # so that a place is what its name says
    for name, path, page in html(site):
        folder = str(path.parent)
        for attrs in (*page.all("a"), *page.all("link"), *page.all("use")):
            target, _, anchor = unquote(attrs["href"]).partition("#")
            if "://" in target or target.endswith("try/index.html"):  # the playground: tests/app/test_app_playground.py
                continue
            place = os.path.normpath(f"{folder}/{target}") if target else str(path)
            assert place in files, (name, attrs["href"])
            assert not anchor or anchor in known[place], (name, attrs["href"])


def test_the_menu_has_every_section(site: Path) -> None:
    entries = [name for _, entries in MENU for name, _ in entries]
    assert all((site / f"{name}.html").is_file() for name in entries)
    assert set(WRITTEN) <= set(entries)


PLAYERS = {
    "app",
    "arena",
    "books",
    "hand",
    "hosting",
    "house",
    "install",
    "learn",
    "money",
    "play",
    "privacy",
    "tour",
} | {f"tutorial-{name}" for name in ("score", "books", "house", "bot", "training")}
"""Pages that a player reads, and those who run a server for players: all exist in Chinese."""


def test_pages_that_people_wrote_in_both_languages_lead_to_each_other(site: Path) -> None:
    assert PLAYERS <= set(TRANSLATED) <= set(WRITTEN)
    for name in TRANSLATED:
        for here, there in ((f"{name}.html", f"zh/{name}.html"), (f"zh/{name}.html", f"../{name}.html")):
            (switch,) = [attrs for attrs in read(site / here).all("a") if attrs.get("class") == "lang"]
            assert switch["href"] == there
        words = "".join(read(site / "zh" / f"{name}.html").words)
        assert len(re.findall(r"[\u4e00-\u9fff]", words)) > 600
        menu = [attrs["href"] for attrs in read(site / "zh" / "index.html").all("a")]
        assert f"{name}.html" in menu  # and not ../tour.html, which is English


@pytest.mark.parametrize("lang", ["", "zh/"])
def test_every_pattern_is_drawn(site: Path, lang: str) -> None:
    every = patterns.entries()
    assert len(every) == sum(len(ruleset(document).patterns) for document in ("hk-standard", "hk-taiwanese", "club16"))
    bare = []
    for entry in every:
        page = read(site / f"{lang}{entry.page}.html")
        drawn = [svg for svg in page.all("svg") if svg.get("role") == "img"]
        ids = {attrs.get("id") for _, attrs in page.found}
        if not {"example", "near_miss"} <= ids or len(drawn) < 2:
            bare.append(f"{entry.catalogue}/{entry.pattern.id}")
        words = "".join(page.words)
        for told in (
            entry.pattern.zh,
            entry.pattern.en,
            entry.pattern.jyutping,
            entry.home.sentence(entry.pattern.id)("zh" if lang else "en"),
        ):
            assert told in words, entry.page
    assert bare == BARE, bare


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_option_duty_and_code_is_told(site: Path, lang: str) -> None:
    start = "" if lang == "en" else "zh/"
    for document in DOCUMENTS:
        rules = ruleset(document)
        page = read(site / f"{start}options/{rules.document.texts}.html")
        ids, words = {attrs.get("id") for _, attrs in page.found}, "".join(page.words)
        for option in rules.options:
            assert option.id in ids
        own = next(ruleset(each) for each in DOCUMENTS if ruleset(each).document.texts == rules.document.texts)
        for option in own.options:
            assert option_words(own, option.id).says(lang) in words, option.id
        duties = {attrs.get("id") for _, attrs in read(site / f"{start}duties.html").found}
        assert {f"{rules.document.texts}-{duty.id}" for duty in rules.duties} <= duties
    told = {attrs.get("id") for _, attrs in read(site / f"{start}errors.html").found}
    assert errors.codes() <= told
    assert {"notation.unknown", "tiles.count", "rules.keys", "option.value", "book.no_winner", "file.exists"} <= told
    assert all(
        name in "".join(read(site / f"{start}patterns/hk/half_flush.html").words)
        for name in names()
        if name.startswith("hk-c")
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_word_of_the_game_is_told(site: Path, lang: str) -> None:
    page = read(site / ("" if lang == "en" else "zh") / "glossary.html")
    words = " ".join(page.words)
    assert {each.id for each in glossary.entries()} <= {attrs.get("id") for _, attrs in page.found}
    for each in glossary.entries():
        assert all(told in words for told in (*each.words, each.jyutping, each.says(lang))), each.id


def test_the_api_has_every_public_name(site: Path) -> None:
    ids = {attrs.get("id") for _, attrs in read(site / "api.html").found}
    assert {f"sikwu.{name}" for name in sikwu.__all__} <= ids
    text = (site / "api.html").read_text("utf-8")
    assert not re.search(r"0x[0-9a-f]{6}|/home/|&lt;function", text)
    for here in {ROOT, Path.home(), Path(sys.prefix)} - {Path("/")}:  # no place of the machine that built it
        assert f"{here}/" not in text


def test_the_api_begins_with_what_people_call_and_has_an_index(site: Path) -> None:
    text = (site / "api.html").read_text("utf-8")
    entries = re.findall(r'<h3 id="([^"]+)"', text)
    assert entries[:6] == [f"sikwu.{name}" for name in ("score", "explain", "settle", "look", "compare", "possible")]
    shown = {entry.rpartition(".")[0] for entry in entries}
    for part in ("env", "play.match", "play.deal", "players", "arena", "client", "links", "looking", "comparing"):
        assert f"sikwu.{part}" in shown, part
    index = text[text.index('<h2 id="index">') :]
    links = re.findall(r'href="#([^"]+)"', index)
    assert sorted(links) == sorted(entries)
    names = [each.rpartition(".")[2].lower() for each in links]
    assert names == sorted(names)


def test_words_are_not_of_machines(site: Path) -> None:
    """Documents go by title; nothing that is only for programs stands where sentences do."""
    for name, _, page in html(site):
        if name.startswith(("patterns/", "zh/", "options/", "duties")):
            words = "".join(page.words).replace("doc001-rare-patterns", "")
            assert not re.search(r"doc00\d", words), name
            shows_code = "errors" in name or "index" in name or name in {f"zh/{each}.html" for each in TRANSLATED}
            assert shows_code or "{" not in re.sub(r"\{\w+\}", "", words), name


def test_everything_can_be_found(site: Path) -> None:
    """Every page is in the index of its language, with its headings; a page without a Chinese form is in both."""
    for lang in ("en", "zh"):
        text = (site / f"search-{lang}.js").read_text("utf-8")
        rows = json.loads(text.removeprefix("sikwuIndex(").removesuffix(");\n"))
        assert len(text) < 1_500_000
        paths = [row[1] for row in rows]
        assert len(set(paths)) == len(paths)
        for title, path, headings, _ in rows:
            ids = {attrs["id"] for _, attrs in read(site / path).found if "id" in attrs}
            assert title, path
            assert all(anchor in ids for _, anchor in headings), path
        known = {name for name, _, _ in html(site) if name.startswith("zh/") == (lang == "zh")}
        assert known <= set(paths), lang
    assert "http.html" in paths  # by a reader of Chinese too


@pytest.mark.parametrize(
    ("lang", "word", "path"), [("en", "pg_restore", "hosting.html"), ("zh", "pg_restore", "zh/hosting.html")]
)
def test_a_written_page_is_found_by_any_of_its_words(site: Path, lang: str, word: str, path: str) -> None:
    text = (site / f"search-{lang}.js").read_text("utf-8").removeprefix("sikwuIndex(").removesuffix(");\n")
    assert path in [row[1] for row in json.loads(text) if word in row[3]]


# --- colours


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast() -> None:
    style = (ROOT / "tools" / "site" / "site.css").read_text("utf-8")
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w{6})", part))
        for part in style.split("@media (prefers-color-scheme: dark)")[:2]
    )
    for tokens in (light, light | dark):
        for ground in ("paper", "card", "chip"):
            for ink in ("ink", "muted", "jade"):
                assert contrast(tokens[ink], tokens[ground]) >= 4.5, (ink, ground)
        assert contrast(tokens["on-felt"], tokens["felt"]) >= 4.5
        assert contrast(tokens["ink"], tokens["gold-bg"]) >= 4.5
        assert contrast(tokens["edge"], tokens["card"]) >= 3
        assert contrast(tokens["gold"], tokens["paper"]) >= 3
