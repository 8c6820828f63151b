"""The command line: `main` is the command `sikwu`. Expensive modules are imported only when they are needed."""

from __future__ import annotations

import gc


def main() -> None:
    """Runs the command `sikwu`."""
    gc.set_threshold(50_000)  # a command is short-lived: the garbage collector need not run so often while it starts
    try:
        from sikwu.cli.app import run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
