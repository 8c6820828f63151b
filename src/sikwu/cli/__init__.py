"""The command line: `main` is the command `sikwu`; everything heavy is imported when it is needed."""

from __future__ import annotations


def main() -> None:
    """Runs the command `sikwu`."""
    from sikwu.cli.app import run

    run()
