"""Writes constraints.txt from pip's report of what it would install: ``python tests/pins.py REPORT.json``."""

import json
import sys
from pathlib import Path


def main() -> None:
    """Writes one line per package; our own is not pinned."""
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = {each["metadata"]["name"]: each["metadata"]["version"] for each in report["install"]}
    found.pop("sikwu", None)
    lines = [f"{name}=={found[name]}\n" for name in sorted(found, key=str.lower)]
    (Path(__file__).parent.parent / "constraints.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
