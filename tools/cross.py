"""Compiles the kernel for systems that nobody here has: `python -m tools.cross [TARGET ...]`.

The compiler is zig's, which brings the headers and libraries of each system. Only compiling and linking is tried:
nothing is run there. The bindings are not compiled, because they need the Python of the system.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "cross"
TARGETS = (
    "x86_64-windows-gnu",
    "aarch64-windows-gnu",
    "x86_64-macos",
    "aarch64-macos",
    "x86_64-linux-musl",
    "aarch64-linux-musl",
    "aarch64-linux-gnu",
)
LIBRARY = {"windows": "sikwu.dll", "macos": "libsikwu.dylib", "linux": "libsikwu.so"}
FLAGS = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC")


def command(*words: str) -> str | None:
    """Runs zig; what it says if it fails."""
    caches = {
        "ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build" / "zig"),
        "ZIG_LOCAL_CACHE_DIR": str(ROOT / "build" / "zig" / "local"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", "c++", *words],
        env={**os.environ, **caches},
        capture_output=True,
        text=True,
        check=False,
    )
    return None if done.returncode == 0 else done.stderr[-2000:]


def built(target: str) -> str | None:
    """Compiles every file of the kernel for one system and links them; what went wrong."""
    folder = OUT / target
    folder.mkdir(parents=True, exist_ok=True)
    march = ("-mcpu=x86_64_v2",) if target.startswith("x86_64") else ()
    sources = sorted((ROOT / "kernel").glob("*.cpp"))
    objects = [folder / f"{source.stem}.o" for source in sources]

    def compiled(pair: tuple[Path, Path]) -> str | None:
        source, made = pair
        return command("-target", target, *FLAGS, *march, f"-I{ROOT / 'kernel'}", "-c", str(source), "-o", str(made))

    with ThreadPoolExecutor(2) as pool:
        wrong = [each for each in pool.map(compiled, zip(sources, objects, strict=True)) if each]
    if wrong:
        return "\n".join(wrong)
    name = next(library for system, library in LIBRARY.items() if system in target)
    return command("-target", target, "-shared", *map(str, objects), "-o", str(folder / name))


def main() -> int:
    """The command."""
    failed = 0
    for target in sys.argv[1:] or TARGETS:
        start = time.monotonic()
        wrong = built(target)
        failed += wrong is not None
        print(
            f"{target}: {'compiled and linked' if wrong is None else 'FAILED'} in {time.monotonic() - start:.0f} s",
            flush=True,
        )
        if wrong:
            print(wrong, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
