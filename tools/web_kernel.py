"""Builds the kernel for browsers: `python -m tools.web_kernel [TO]` writes kernel.wasm and prints its size.

The compiler is the package ziglang. Its first run compiles its own C++ library, which takes a minute or two and is
cached in build/zig. A kernel with unchanged sources is not built again.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = (
    "program", "stored", "readings", "relations", "facts", "judge", "distance", "nearest", "pay", "reader", "checks", "web/door",
)  # fmt: skip
SOURCES = tuple(ROOT / "kernel" / f"{part}.cpp" for part in PARTS)
FLAGS = (
    "-target", "wasm32-wasi", "-mexec-model=reactor", "-Oz", "-s", "-std=c++20", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics",
    "-flto", "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize", "-DSIKWU_SMALL", "-Wall", "-Wextra", "-Werror",
)  # fmt: skip
MOST = 40_000
"""The largest compressed size in bytes that the app allows."""


def key() -> str:
    """A hash of everything that the built file depends on."""
    import ziglang

    told = hashlib.sha256(repr((FLAGS, Path(ziglang.__file__).read_bytes())).encode())
    for path in sorted({*SOURCES, *(ROOT / "kernel").glob("*.hpp")}):
        told.update(path.read_bytes())
    return told.hexdigest()


def build(to: Path) -> Path:
    """The kernel as a file, built if its sources have changed."""
    work = ROOT / "build" / "web"
    made, stamp, now = work / "kernel.wasm", work / "kernel.key", key()
    if not (made.exists() and stamp.exists() and stamp.read_text() == now):
        work.mkdir(parents=True, exist_ok=True)
        caches = {
            "ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build" / "zig"),
            "ZIG_LOCAL_CACHE_DIR": str(ROOT / "build" / "zig" / "local"),
        }
        fresh = work / f"kernel.{os.getpid()}.wasm"
        command = [
            sys.executable,
            "-m",
            "ziglang",
            "c++",
            *FLAGS,
            f"-I{ROOT / 'kernel'}",
            *map(str, SOURCES),
            "-o",
            str(fresh),
        ]
        subprocess.run(command, check=True, env={**os.environ, **caches})
        fresh.replace(made)
        stamp.write_text(now)
    if to.resolve() != made:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(made.read_bytes())
    return to


def main() -> int:
    to = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "app" / "public" / "kernel.wasm"
    data = build(to).read_bytes()
    small = len(gzip.compress(data, 9))
    print(f"{to.name}: {len(data):,} bytes, {small:,} compressed (at most {MOST:,})")
    return 0 if small <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
