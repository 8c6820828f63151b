"""The numbers that careful players decide by, kept as data beside the hash of the rules they were fitted for."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from sikwu._kernel import PARAMETERS, Parameters
from sikwu.rules.ruleset import Ruleset


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((files("sikwu.play") / "fits.toml").read_text("utf-8"))


def numbers_of(rules: Ruleset) -> dict[str, float]:
    """Those of the rules, of the same document with another minimum, or those for anything.

    >>> from sikwu import ruleset
    >>> set(numbers_of(ruleset("hk-standard"))) == set(PARAMETERS)
    True
    """
    data = _data()
    found = {**data["any"], **data.get(rules.document.id, {})}
    return {**found, **data.get(f"{rules.document.id}/{rules.minimum}", {})}


def parameters_of(rules: Ruleset) -> Parameters:
    """The same as the kernel takes them."""
    numbers = numbers_of(rules)
    return Parameters([float(numbers[name]) for name in PARAMETERS])
