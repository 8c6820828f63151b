"""What the app does in TypeScript as the library does in Python: words, hand lines, links. And that its imports go down."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app_node import APP, ask
from reference.samples import random_win
from sikwu import Win
from sikwu.links import LETTERS, from_link, pack_house, to_link
from sikwu.texts import LANGUAGES, Message, NotationError, Text, render, say
from sikwu.texts.plain import shown
from test_texts import CODES, facts_of

WINS = [random_win(Random(seed), 4 + seed % 2) for seed in range(600)]
HOUSE = {"options": {"limit.cap_fan": 8, "seven_pairs.on": True}, "name": "我哋屋企"}


def test_every_code_is_said_alike_in_python_and_typescript(tmp_path: Path) -> None:
    messages = [Message(code, facts_of(code)) for code in CODES]
    ones = {code: {name: 1 if fact == 2 else fact for name, fact in facts_of(code).items()} for code in CODES}
    messages += [Message(code, facts) for code, facts in ones.items() if facts]
    messages += [
        say("fan", n=1),
        say("value.missing", name="a\x1b\u202eb", where="line 3"),
        say("told.counted", fan=2, name=Text("甲", "A"), limit=say("fan", n=2)),
        say("told.counted", fan=2, name=Text("不計", "Not counted", "唔計"), limit=None),
        say("tiles.text", tiles=("1f", "5f", "E", "E", "1m", "2m", "3p", "中")),
        say("no.such.code"),
    ]
    asked = [(message, lang) for message in messages for lang in LANGUAGES]
    told = ask(tmp_path, ({"render": message.to_json(), "lang": lang} for message, lang in asked))
    wrong = [
        (message.code, lang, ours, theirs)
        for (message, lang), theirs in zip(asked, told, strict=True)
        if (ours := render(message, lang)) != theirs
    ]
    assert not wrong
    assert len(told) > 3 * len(CODES)


def test_what_is_typed_is_shown_alike(tmp_path: Path) -> None:
    texts = [chr(code) for code in (*range(0x20), 0x7F, 0x9F, 0xAD, 0x200B, 0x202E, 0x2066, 0xFEFF, 0xE0041)]
    texts += ["阿明", "👩‍👧", "a\nb"]
    assert ask(tmp_path, ({"shown": text} for text in texts)) == [shown(text) for text in texts]


def test_hand_lines_are_written_alike(tmp_path: Path) -> None:
    for win, told in zip(WINS, ask(tmp_path, ({"line": win.text} for win in WINS)), strict=True):
        assert Win.parse(told) == win


def test_links_are_written_and_read_alike(tmp_path: Path) -> None:
    bases = (*LETTERS.values(), "eight-fan-burst")
    asked = [(win, bases[at % len(bases)], HOUSE if at % 7 == 0 else None) for at, win in enumerate(WINS)]
    links = [to_link(win, base, house) for win, base, house in asked]
    theirs = ask(tmp_path, ({"to_link": win.text, "base": base, "house": house} for win, base, house in asked))
    for (win, base, house), ours, link in zip(asked, links, theirs, strict=True):
        assert link.split("-o")[0] == ours.split("-o")[0]
        for each in (ours, link):  # deflated by two libraries: other bytes, the same meaning
            told = from_link(each)
            assert (Win.parse(told.text), told.base, told.house, told.unknown) == (win, base, house, ())
    for (win, base, house), told in zip(asked, ask(tmp_path, ({"link": link} for link in links)), strict=True):
        assert (Win.parse(told["text"]), told["base"], told["house"], told["unknown"]) == (win, base, house, [])


@given(st.integers(0, 2**32), st.sampled_from([4, 5]))
def test_a_link_gives_the_win_back(seed: int, sets: int) -> None:
    win = random_win(Random(seed), sets)
    link = to_link(win)
    assert re.fullmatch(r"[A-Za-z0-9-]+", link)
    assert Win.parse(from_link(link).text) == win


@given(st.text(alphabet="1scktbphcpkaKwqnfzvoESWNxt0123456789mz-_", max_size=60))
def test_any_link_is_read_or_refused(tail: str) -> None:
    for link in (tail, f"1s-{tail}"):
        if re.match(r"1(p\w+|[scktb])(-|$)", link):
            assert from_link(link).base
        else:
            with pytest.raises(NotationError, match="none of ours"):
                from_link(link)


def test_a_house_that_unfolds_too_far_is_not_understood() -> None:
    assert from_link("1s-o" + pack_house({"name": "x" * 100_000})).unknown == ("o",)
    assert from_link("1s-o!").unknown == ("o!",)


# --- the floors of the app

FLOORS = ("texts", "server", "shell", "kernel", "tiles", "score", "house", "books", "play", "learn")
BELOW = {
    "texts": {"texts"},
    "kernel": {"kernel", "texts", "server"},
    "server": {"server", "texts", "shell", "kernel"},
    "shell": {"shell", "server", "texts", "tiles"},
    "tiles": {"tiles", "shell", "texts", "server"},
    "score": {"score", "tiles", "shell", "server", "texts"},
    "house": {"house", "score", "tiles", "shell", "server", "texts"},
    "books": {"books", "house", "score", "tiles", "shell", "server", "texts"},
    "play": {"play", "house", "score", "tiles", "shell", "server", "texts"},
    "learn": {"learn", "house", "score", "tiles", "shell", "server", "texts"},
}
IMPORT = re.compile(r"(?:from|import\()\s*['\"](\.[^'\"]+)['\"]")


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_of_the_app_go_down(floor: str) -> None:
    source = APP / "src"
    for path in (source / floor).rglob("*"):
        if path.suffix not in (".ts", ".svelte") or path.name.endswith(".d.ts"):
            continue
        for found in IMPORT.finditer(path.read_text(encoding="utf-8")):
            target = (path.parent / found[1]).resolve()
            if not target.is_relative_to(source):
                assert target.is_relative_to(APP / "gen"), f"{path.name} imports {found[1]}"
                continue
            assert target.relative_to(source).parts[0] in BELOW[floor], f"{path.name} imports {found[1]}"
