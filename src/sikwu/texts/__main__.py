"""`python -m sikwu.texts FOLDER`: writes the tables for the browser, one JSON file per language, and the codes as a type."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sikwu.texts.tables import LANGUAGES, table

LESSONS = "lesson."
"""The texts of the first lessons are in their own files, loaded only when a lesson is opened."""
_WAYS = ("lesson.title.", "lesson.says.", "lesson.start", "lesson.all")
"""But the ways to them stand in the list of patterns."""
# What only the command line says stays at home; how a pull grew the app says too.
_AT_HOME = ("cli.",)
_SAID_BY_BOTH = ("cli.pull.",)


def write(folder: Path) -> None:
    """Writes `yue.json`, `zh.json`, `en.json`, the lessons beside each, and `keys.gen.ts`."""
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        words = {
            code: text
            for code, text in table(lang).items()
            if not code.startswith(_AT_HOME) or code.startswith(_SAID_BY_BOTH)
        }
        lessons = {
            code: text for code, text in words.items() if code.startswith(LESSONS) and not code.startswith(_WAYS)
        }
        _dump(folder / f"{lang}.json", {code: text for code, text in words.items() if code not in lessons})
        _dump(folder / f"lessons.{lang}.json", lessons)
    union = "\n".join(f"  | {json.dumps(code, ensure_ascii=False)}" for code in sorted(words))
    (folder / "keys.gen.ts").write_text(
        f"/** Every code that has words. */\nexport type Key =\n{union};\n", encoding="utf-8"
    )


def _dump(file: Path, words: dict[str, str]) -> None:
    file.write_text(json.dumps(words, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "app/gen/texts"))
