"""Runs a command inside the test process, for tests of its output; `loaded.py` runs commands as processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typer.testing import CliRunner, Result

from sikwu.cli.app import app, named


def invoked(
    words: Sequence[str], env: Mapping[str, str | None] | None = None, given: bytes | str | None = None
) -> Result:
    """The output of `sikwu` with these arguments; only the needed command is built, as in the real program."""
    return CliRunner().invoke(named(app, words), words, env=env, input=given)
