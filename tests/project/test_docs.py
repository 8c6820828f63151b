"""Handwritten pages: every example runs with the printed output, and every link leads somewhere."""

from __future__ import annotations

import doctest
import re
import sys
import tomllib
from pathlib import Path

import pytest

from loaded import programs
from sikwu.cases import KIND_KEYS, answer
from sikwu.rules.files import from_toml
from sikwu.texts import SikwuError
from sikwu.win import _AT, Circumstances, Win

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from tools.site import examples  # noqa: E402

PAGES = sorted((ROOT / "docs").rglob("*.md"))
TOUR = ROOT / "docs" / "tour.md"
EVERY = [
    *PAGES,
    *(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "README.md", "README.zh-Hant.md")),
]
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, info: str) -> list[str]:
    return [found[3] for found in _FENCE.finditer(page.read_text("utf-8")) if found[2] == info]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_python_examples(page: Path) -> None:
    for block in blocks(page, "python"):
        assert block.startswith(">>> "), f"an example of {page.name} that nobody runs: {block[:60]}"
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_terminal_examples(page: Path) -> None:
    if page.name != TOUR.name:  # tests/project/test_readme.py runs its last list
        assert not blocks(page, "sh"), "commands in pages stand in ```console blocks, which are run"
    assert list(examples.wrong(page, programs())) == []


def test_a_chinese_page_leads_to_chinese_pages() -> None:
    """To an English one only where there is no Chinese one, or for a section that only the English one has."""
    there = {page.name for page in (ROOT / "docs" / "zh").glob("*.md")}
    for page in sorted((ROOT / "docs" / "zh").glob("*.md")):
        english = re.findall(r"\]\(\.\./([\w-]+\.md)\)", page.read_text("utf-8"))
        assert there.isdisjoint(english), page.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_rules_files_and_hands(page: Path) -> None:
    for block in blocks(page, "toml"):
        rules = from_toml(block)
        assert rules.house or rules.tables or tomllib.loads(block)["options"]
    for block in blocks(page, "hand"):
        for line in block.splitlines():
            assert not Win.parse(line).hand.problems()


def test_there_are_examples_to_run_and_each_shows_what_it_prints() -> None:
    commands = [each for page in PAGES for each in examples.commands(page.read_text("utf-8"))]
    assert [each.text for each in commands if set(each.prints.split()) == {"..."}] == []
    assert len(commands) >= 30
    assert sum(each.text.startswith(("sikwu", "echo", "printf")) for each in commands) >= 25


def test_a_wrong_example_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo one; echo two\none\nthree\n$ echo four\nfour\n```\n", "utf-8")
    (told,) = examples.wrong(page)
    assert "- three" in told
    page.write_text(examples.rewritten(page.read_text("utf-8")), "utf-8")
    assert list(examples.wrong(page)) == []
    assert "two" in page.read_text("utf-8")
    page.write_text("```console\n$ sikwu score 1m\n...\n```\n", "utf-8")
    assert len(list(examples.wrong(page))) == 1  # it fails, and the page does not say so


@pytest.mark.parametrize("page", EVERY, ids=lambda page: page.name)
def test_links_between_files(page: Path) -> None:
    text = _FENCE.sub("", page.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target and not target.endswith(".html"):  # pages that are generated: tests/project/test_site.py
            assert (page.parent / target).exists(), f"{page.name}: {target}"


# --- lists on pages are complete


@pytest.mark.parametrize(("page", "heading"), [("hand.md", "## Words"), ("zh/hand.md", "## 字眼")])
def test_every_word_of_the_hand_line_is_told(page: str, heading: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| ([^|]*)\|", text[text.index(heading) :], re.MULTILINE))
    assert set(told) == {"seat", "round", "streak", *_AT}
    for name, values in told.items():
        for value in re.findall(r"`([a-z_]+)`", values):
            assert name in Win.parse(f"{name}={value}").at.to_case() or getattr(Circumstances(), name).text == value


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "zh").glob("*.md")), ids=lambda page: page.stem)
def test_a_page_in_chinese_tells_what_the_english_one_does(page: Path) -> None:
    """Sections in the same number and order as far as it goes, the same hands drawn, the same options named."""
    ours, theirs = (path.read_text("utf-8") for path in (page, page.parents[1] / page.name))
    mine, yours = (len(re.findall(r"^## ", _FENCE.sub("", text), re.MULTILINE)) for text in (ours, theirs))
    partly = page.stem in ("books", "hand", "install")  # the rest is for operators
    assert mine == yours or (partly and 3 <= mine < yours)
    assert blocks(page, "hand") == blocks(page.parents[1] / page.name, "hand")
    options = re.findall(r"^\|.*?`((?:score|ledger)\.[\w.=/]+)`", theirs, re.MULTILINE)
    assert [each for each in options if each not in ours] == []


def test_every_key_of_a_case_is_told() -> None:
    text = (ROOT / "docs" / "cases.md").read_text("utf-8")
    for kind, keys in KIND_KEYS.items():
        start = re.search(rf"^## `{kind}`", text, re.MULTILINE)
        assert start is not None, kind
        section = text[start.start() : text.index("\n## ", start.end())]
        assert [key for key in keys if f"`{key}`" not in section and key not in ("streak",)] == [], kind
    with pytest.raises(SikwuError):
        answer({"kind": "unheard_of"})


def test_make_knows_what_the_pages_tell_to_make() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for page in EVERY:
        for target in re.findall(
            r"\bmake ([a-z-]+)\b", "\n".join(re.findall(r"`[^`]*`|^make .*$", page.read_text("utf-8"), re.MULTILINE))
        ):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page.name}: make {target}"
