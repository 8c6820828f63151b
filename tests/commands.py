"""Runs a command inside the test process, for tests of its output; `loaded.py` runs commands as processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typer.testing import CliRunner, Result

from sikwu.cli.app import app, named


def invoked(
    words: Sequence[str], env: Mapping[str, str | None] | None = None, given: bytes | str | None = None
) -> Result:
    """What `sikwu` with these words prints, made as `sikwu` makes it: with the command that is meant alone."""
    return CliRunner().invoke(named(app, words), words, env=env, input=given)
