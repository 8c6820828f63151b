"""Writes NOTICES.txt: the terms of everything that a wheel carries and that is not ours. `python -m tools.notices` (`make notices`).

In a wheel there are the app (packages of npm), the kernel for browsers (compiled with zig's C++ and C libraries), the
bindings (nanobind's), and outlines of a font. What pip installs beside it brings its own terms.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "app" / "node_modules"
OUT = ROOT / "NOTICES.txt"
ZIG = {
    "LLVM libc++, in the kernel for browsers": ("libcxx/LICENSE.TXT", "Apache-2.0 WITH LLVM-exception"),
    "wasi-libc, in the kernel for browsers": ("libc/wasi/LICENSE-MIT", "MIT"),
    "musl, in the kernel for browsers": ("libc/wasi/libc-top-half/musl/COPYRIGHT", "MIT"),
}
NANOBIND = """Copyright (c) 2022 Wenzel Jakob <wenzel.jakob@epfl.ch>, All rights reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
   disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.
3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
   derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE,
EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE."""


class Notice(NamedTuple):
    """One part of somebody else, with its terms as they came."""

    name: str
    version: str
    licence: str
    text: str


def bundled() -> list[str]:
    """The npm packages that the app names as bundled; its build stops at one that is not among them."""
    source = (ROOT / "app" / "vite.config.ts").read_text("utf-8")
    listed = re.search(r"const BUNDLED = \[(.*?)\];", source, re.DOTALL)
    assert listed is not None
    return re.findall(r"'([^']+)'", listed[1])


def needed(names: list[str]) -> set[str]:
    """What the parts of the service worker need: it is bundled apart, where the app's build does not see it."""
    worker = {name for name in names if name.startswith("workbox-")}
    found = set(worker)
    for name in worker:
        found |= set(json.loads((MODULES / name / "package.json").read_text("utf-8")).get("dependencies", {}))
    return {name for name in found if not name.startswith("@types/")}  # types are gone when it is built


def npm(name: str) -> Notice:
    """A package of npm."""
    told = json.loads((MODULES / name / "package.json").read_text("utf-8"))
    texts = [each for each in sorted((MODULES / name).iterdir()) if re.match(r"licen[cs]e", each.name, re.IGNORECASE)]
    text = texts[0].read_text("utf-8").strip() if texts else f"{told['license']}; the package brings no text."
    return Notice(f"{name}, in the app", told["version"], told["license"], text)


def notices() -> Iterator[Notice]:
    """Everything, in the order written."""
    import ziglang

    for name in bundled():
        yield npm(name)
    library = Path(ziglang.__file__).parent / "lib"
    version = metadata.version("ziglang")
    for name, (place, licence) in ZIG.items():
        yield Notice(name, f"of zig {version}", licence, (library / place).read_text("utf-8").strip())
    yield Notice("nanobind, in the bindings of the kernel", "3", "BSD-3-Clause", NANOBIND)
    font = (ROOT / "src" / "sikwu" / "draw" / "LICENSE-tiles.txt").read_text("utf-8").strip()
    yield Notice("Noto Serif CJK HK, outlines on the tiles and titles", "", "OFL-1.1", font)


def page() -> str:
    """The whole file."""
    found = list(notices())
    head = "Sikwu is under the MIT licence (LICENSE). A wheel also carries these parts of others, each under its own terms.\n"
    listed = "".join(f"- {each.name} {each.version}".rstrip() + f": {each.licence}\n" for each in found)
    texts = "".join(f"\n{'=' * 100}\n{each.name} {each.version}".rstrip() + f"\n\n{each.text}\n" for each in found)
    return f"{head}\n{listed}{texts}"


def main() -> int:
    """The command."""
    OUT.write_text(page(), encoding="utf-8")
    print(f"{OUT.name}: {len(list(notices()))} parts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
