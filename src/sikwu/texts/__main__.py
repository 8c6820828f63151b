"""`python -m sikwu.texts FOLDER`: writes the tables for the browser, one JSON file per language, and the codes as a type."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Set
from pathlib import Path

from sikwu.texts.tables import LANGUAGES, table

LESSONS = "lesson."
"""The texts of the first lessons are in their own files, loaded only when a lesson is opened."""
_WAYS = ("lesson.title.", "lesson.says.", "lesson.start", "lesson.all")
"""The texts of links to the lessons, which are part of the list of patterns."""
ROOMS = {
    "table": ("app.table", "app.replay", "app.verify", "game.", "play.", "table.", "act."),
    "play": ("app.play", "live."),
    "coach": ("app.coach", "app.terms"),
    "house": ("house.", "fan.", "off.", "pays.", "needs.", "own.", "side.", "duty.", "app.own."),
    "settings": ("app.settings.",),
    "playground": ("app.playground.",),
}
"""Texts in files of their own, loaded with the pages that say them: the table on the screen and records, live tables, the guided
first game and the words at the table, the further tables of a house, the settings, the page without a server.
"""
_AT_ONCE = ("side.event.", "house.app.fan", "house.app.pays", "house.app.own")
"""But a book names the events of a house, and the page of House the tables in its list of filters."""
# Texts that only the command line and Python say are not exported, except how a pull grew.
_AT_HOME = ("cli.", "admin.", "arena.", "env.", "rung.", "serve.", "usage.")
_SAID_BY_BOTH = ("cli.pull.",)


def write(folder: Path) -> None:
    """Writes `yue.json`, `zh.json`, `en.json`, the texts of lessons and of `ROOMS` beside each, and `keys.gen.ts`."""
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        words = app_words(lang)
        parts = {"lessons": {code for code in words if code.startswith(LESSONS) and not code.startswith(_WAYS)}}
        for room, codes in ROOMS.items():
            parts[room] = {code for code in words if code.startswith(codes) and not code.startswith(_AT_ONCE)}
        _dump(folder / f"{lang}.json", words, words.keys() - set[str]().union(*parts.values()))
        for room, own in parts.items():
            _dump(folder / f"{room}.{lang}.json", words, own)
    union = "\n".join(f"  | {json.dumps(code, ensure_ascii=False)}" for code in sorted(words))
    (folder / "keys.gen.ts").write_text(
        f"/** Every code that has words. */\nexport type Key =\n{union};\n", encoding="utf-8"
    )


def app_words(lang: str) -> dict[str, str]:
    """The words that the app says, by their codes."""
    told = table(lang).items()
    return {code: text for code, text in told if not code.startswith(_AT_HOME) or code.startswith(_SAID_BY_BOTH)}


def _dump(file: Path, words: Mapping[str, str], codes: Set[str]) -> None:
    part = {code: text for code, text in words.items() if code in codes}
    file.write_text(json.dumps(part, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "app/gen/texts"))
