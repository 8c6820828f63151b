"""The glossary: every public type, every room of the library and every word of record files is explained there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import sikwu
from sikwu.play import lines, parts

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "words.md").read_text("utf-8")
ROOMS = {
    "arena": "contest",
    "book": "book",
    "bots": "bot",
    "client": "client",
    "env": "observation",
    "fitting": "fit",
    "live": "live table",
    "money": "payment",
    "plans": "plan",
    "play": "game",
    "players": "sitting",
    "rules": "ruleset",
    "server": "operation",
    "texts": "message",
    "wire": "shape",
}
"""The word that a room is known by."""
PLAIN = {"cli", "draw", "practice", "vocabulary"}
"""Rooms named by what everybody calls it: commands, drawings, practice, vocabulary."""


APP_ROOMS = {
    "books": "Books",
    "coach": "coach",
    "house": "House",
    "kernel": "offline kernel",
    "learn": "Learn",
    "play": "lobby",
    "playground": "playground",
    "score": "Score",
    "server": "outbox",
    "shell": "shell",
    "table": "Table",
    "terms": "terms",
    "texts": "message",
    "tiles": "tiles",
}
"""The same for the folders of the app."""


def quoted(text: str) -> set[str]:
    """Every name in backticks, and each name of a list of them."""
    return {name for part in re.findall(r"`([^`]+)`", text) for name in re.findall(r"\w+", part)}


def bold(text: str) -> set[str]:
    """Every word that is explained: it stands in bold type."""
    return set(re.findall(r"\*\*([^*]+)\*\*", text))


def disk_words() -> set[str]:
    """What a record calls its lines, and the fields that have another name in our types."""
    found = set()
    for kind in (*get_args(lines.Line), parts.NextDeal):
        found |= {kind.__struct_config__.tag} - {None}
        names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
        found |= {disk for ours, disk in names if ours != disk}
    return found


def unexplained(text: str) -> list[str]:
    """Words that the glossary lacks."""
    public = {name for name in sikwu.__all__ if name[0].isupper()}
    return sorted(((public | disk_words()) - quoted(text)) | (set(ROOMS.values()) - bold(text)))


def test_the_glossary_is_complete() -> None:
    assert len(disk_words()) > 25
    assert unexplained(GLOSSARY) == []


def test_every_room_has_its_word() -> None:
    home = ROOT / "src" / "sikwu"
    assert {path.parent.name for path in home.glob("*/__init__.py")} - {"app_dist"} == set(ROOMS) | PLAIN


def test_every_room_of_the_app_has_its_word() -> None:
    assert {path.name for path in (ROOT / "app" / "src").iterdir() if path.is_dir()} == set(APP_ROOMS)
    assert set(APP_ROOMS.values()) - bold(GLOSSARY) == set()


@pytest.mark.parametrize("word", ["`Sitting`", "`hora`", "`bakaze`", "**live table**"])
def test_a_missing_word_is_found(word: str) -> None:
    text = re.sub(rf"\b{word.strip('`*')}\b", "x", GLOSSARY)
    assert unexplained(text) == [word.strip("`*")]


def test_no_word_is_explained_twice() -> None:
    """A word with two meanings says of what: `row (packed)`."""
    first = re.findall(r"^\| \*\*([^*]+)\*\*([^|]*)\|", GLOSSARY, re.MULTILINE)
    heads = [f"{word} {more.strip()}".strip() for word, more in first]
    assert sorted({head for head in heads if heads.count(head) > 1}) == []
