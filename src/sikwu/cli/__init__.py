"""The command line: `main` is the command `sikwu`; everything heavy is imported when it is needed."""

from __future__ import annotations


def main() -> None:
    """Runs the command `sikwu`."""
    try:
        from sikwu.cli.app import run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
