"""Builds the wheels of the system it runs on: `python tools/wheels.py`, from the source archive in `dist` into `dist`.

cibuildwheel is put into an environment of its own; pyproject.toml says which wheels are made and how each is tested.
Needs nothing but Python and, on Linux, a container engine; with `--print-build-identifiers` not even that.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "build" / "wheels"
PINS = ROOT / "tools" / "wheels.txt"


def program() -> Path:
    """The Python of the environment with cibuildwheel; made again when the pins change."""
    python = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = HOME / ".pins"
    if not stamp.exists() or stamp.read_text("utf-8") != PINS.read_text("utf-8"):
        venv.create(HOME, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", str(PINS)], check=True)
        stamp.write_text(PINS.read_text("utf-8"), encoding="utf-8")
    return python


def main() -> int:
    """The command."""
    asked = sys.argv[1:]
    archives = sorted((ROOT / "dist").glob("sikwu-*.tar.gz"))
    if not asked and len(archives) != 1:
        print(f"dist holds {len(archives)} source archives and not one: make sdist", file=sys.stderr)
        return 1
    source = [str(ROOT)] if asked else [str(archives[0]), "--output-dir", str(ROOT / "dist")]
    return subprocess.run([str(program()), "-m", "cibuildwheel", *asked, *source], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
