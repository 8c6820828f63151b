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
TABLE = ("app.table", "app.replay", "app.verify", "game.", "play.", "table.", "act.")
"""The texts of the table on the screen and of records are in their own files too."""
# Texts that only the command line uses are not exported, except how a pull grew.
_AT_HOME = ("cli.",)
_SAID_BY_BOTH = ("cli.pull.",)


def write(folder: Path) -> None:
    """Writes `yue.json`, `zh.json`, `en.json`, the lessons and the table beside each, and `keys.gen.ts`."""
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        words = app_words(lang)
        lessons = {code for code in words if code.startswith(LESSONS) and not code.startswith(_WAYS)}
        at_table = {code for code in words if code.startswith(TABLE)}
        _dump(folder / f"{lang}.json", words, words.keys() - lessons - at_table)
        _dump(folder / f"lessons.{lang}.json", words, lessons)
        _dump(folder / f"table.{lang}.json", words, at_table)
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
