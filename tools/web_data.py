"""Writes the data of the offline kernel: `python -m tools.web_data [FOLDER]` makes spellings.bin and rules.bin."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from sikwu import ruleset
from sikwu.rules.presets import DOCUMENTS, PRESETS
from sikwu.wire.offline import library, spellings

ROOT = Path(__file__).parents[1]


def write(folder: Path) -> dict[Path, bytes]:
    """Writes the files; returns their contents."""
    folder.mkdir(parents=True, exist_ok=True)
    ids = (*DOCUMENTS, *(preset.id for preset in PRESETS))
    made = {folder / "spellings.bin": spellings(), folder / "rules.bin": library([ruleset(id) for id in ids])}
    for path, data in made.items():
        path.write_bytes(data)
    return made


def main() -> int:
    for path, data in write(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "app" / "public").items():
        print(f"{path.name}: {len(data):,} bytes, {len(gzip.compress(data, 9)):,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
