"""TypeScript twins agree with the library: words, hand lines, links. And imports go downwards only."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import get_args

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from app_node import APP, ask
from reference.samples import random_win
from sikwu import Win
from sikwu.book.events import Anything, Open, encode
from sikwu.book.words import event_words
from sikwu.links import LETTERS, from_link, pack_house, to_link
from sikwu.texts import LANGUAGES, Message, NotationError, Text, render, say
from sikwu.texts.plain import shown
from test_book_words import TOLD
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


def test_every_kind_of_event_is_told_alike(tmp_path: Path) -> None:
    """What a phone says of an event that it has not sent yet is what the book says of it later."""
    events = [event for event, *_ in TOLD if not isinstance(event, Open)]
    assert {type(event) for event in events} == set(get_args(Anything)) - {Open}
    asked = [(event, lang) for event in events for lang in LANGUAGES]
    told = ask(tmp_path, ({"event": json.loads(encode(event)), "lang": lang} for event, lang in asked))
    for (event, lang), theirs in zip(asked, told, strict=True):
        assert theirs == render(event_words(event), lang), (event, lang)


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
            with pytest.raises(NotationError, match="not a link to a hand"):
                from_link(link)


def test_a_house_that_unfolds_too_far_is_not_understood() -> None:
    assert from_link("1s-o" + pack_house({"name": "x" * 100_000})).unknown == ("o",)
    assert from_link("1s-o!").unknown == ("o!",)


# --- the floors of the app

FLOORS = ("texts", "server", "shell", "kernel", "tiles", "score", "house", "books", "terms", "table", "learn")
BELOW = {
    "texts": {"texts"},
    "kernel": {"kernel", "texts", "server"},
    "server": {"server", "texts", "shell", "kernel"},
    "shell": {"shell", "server", "texts", "tiles"},
    "tiles": {"tiles", "shell", "texts", "server"},
    "score": {"score", "tiles", "shell", "server", "texts"},
    "house": {"house", "score", "tiles", "shell", "server", "texts"},
    "books": {"books", "house", "score", "tiles", "shell", "server", "texts"},
    "terms": {"terms", "shell", "server", "texts"},
    "table": {"table", "terms", "score", "tiles", "shell", "server", "texts"},
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


def test_codes_are_drawn_as_another_program_draws_them(tmp_path: Path) -> None:
    """The longest text of every version of the code that a link needs, module by module, by the mask that was chosen. (Shorter
    ones are filled up, and that other program puts a byte of zeros before what fills.)"""
    texts = [("https://table.test/j/book/0123456789abcdef#" + "x" * length)[:length] for length in LONGEST]
    told = ask(tmp_path, ({"qr": text} for text in texts))
    for version, (text, rows) in enumerate(zip(texts, told, strict=True), 1):
        assert len(rows) == 17 + 4 * version
        mask = int("".join(rows[8][place] for place in (2, 3, 4)), 2) ^ 0b101
        made = segno.make(text, error="m", mask=mask, micro=False, boost_error=False, mode="byte")
        assert rows == ["".join("1" if module & 1 else "0" for module in row) for row in made.matrix], version
    assert [len(rows) for rows in ask(tmp_path, ({"qr": f"{text}z"} for text in texts[:-1]))] == list(range(25, 106, 4))
    assert ask(tmp_path, [{"qr": f"{texts[-1]}z"}]) == [None]


def test_a_short_code_is_filled_up_as_the_standard_says(tmp_path: Path) -> None:
    (rows,) = ask(tmp_path, [{"qr": "雀"}])
    mask = int("".join(rows[8][place] for place in (2, 3, 4)), 2) ^ 0b101
    told = "".join(str(int(rows[y][x]) ^ MASKS[mask](x, y)) for x, y in written(21))
    data = bytes(int(told[start : start + 8], 2) for start in range(0, 16 * 8, 8))
    head = (0b0100 << 36 | 3 << 28 | int.from_bytes("雀".encode(), "big") << 4).to_bytes(5, "big")
    assert data == head + bytes((0xEC, 0x11) * 5 + (0xEC,))


LONGEST = (
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
)  # fmt: skip
"""Bytes that a code of each version holds with error correction M (ISO/IEC 18004, table 7)."""
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (x // 3 + y // 2) % 2 == 0,
    lambda x, y: x * y % 6 == 0,
    lambda x, y: x * y % 6 < 3,
    lambda x, y: (x + y + x * y % 3) % 2 == 0,
)


def written(side: int) -> Iterator[tuple[int, int]]:
    """The places of a small code in the order in which they are written."""
    columns = [*range(side - 1, 6, -2), *range(5, 0, -2)]
    for turn, right in enumerate(columns):
        for y in range(side) if turn % 2 else range(side - 1, -1, -1):
            for x in (right, right - 1):
                if y != 6 and not (y < 9 and (x < 9 or x >= side - 8)) and not (y >= side - 8 and x < 9):
                    yield x, y
