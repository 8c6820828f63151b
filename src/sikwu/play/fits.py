"""The numbers that careful players decide by, kept as data beside the hash of the rules they were fitted for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from sikwu._kernel import PARAMETERS, Parameters
from sikwu.rules.ruleset import Ruleset

STYLES: dict[str, Mapping[str, float]] = {
    "hasty": {"hazard": 1.5},
    "greedy": {"hazard": -1.5, "claim_more": 0.1},
    "timid": {"danger_times": 4.0},
}
"""Careful in another temper: it fears that the deal ends soon, never, or fears every discard."""


@dataclass(frozen=True)
class Fit:
    """Numbers, and the rules that they were fitted for."""

    name: str
    """`document/minimum`; `any`: of no rules."""
    rules: str
    """The hash of those rules."""
    exact: bool
    """Whether the rules asked for are those; if not, they are the nearest that there are."""
    numbers: Mapping[str, float]


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((files("sikwu.play") / "fits.toml").read_text("utf-8"))


def defaults() -> dict[str, float]:
    """The numbers for any rules: where every fit begins."""
    return {name: float(_data()["any"][name]) for name in PARAMETERS}


@lru_cache(64)
def fit_of(rules: Ruleset) -> Fit:
    """The fit of the rules; else of the same document with the nearest minimum; else of a document with hands of the same size.

    >>> from sikwu import ruleset
    >>> fit_of(ruleset("hk-standard")).exact, fit_of(ruleset("hk-standard").with_options({"hand.min_fan": 2})).exact
    (True, False)
    """
    data, own = _data(), f"{rules.document.id}/{rules.minimum}"
    fits = {name: each for name, each in data.items() if name != "any"}
    exact = next((name for name, each in fits.items() if each["rules"] == rules.hash), None)

    def far(name: str) -> tuple[bool, bool, int]:
        document, _, minimum = name.partition("/")
        size = int(fits[name]["size"])
        return document != rules.document.id, size != rules.document.size, abs(int(minimum) - rules.minimum)

    near = exact or min(fits, key=far, default="any")
    told = fits.get(near, {"rules": "", "numbers": {}})
    numbers = {**data["any"], **told["numbers"]}
    return Fit(
        near if near != own else own,
        told["rules"],
        exact is not None,
        {name: float(numbers[name]) for name in PARAMETERS},
    )


def numbers_of(rules: Ruleset) -> dict[str, float]:
    """The numbers of the nearest fit.

    >>> from sikwu import ruleset
    >>> set(numbers_of(ruleset("hk-standard"))) == set(PARAMETERS)
    True
    """
    return dict(fit_of(rules).numbers)


def styled(numbers: Mapping[str, float], style: str) -> dict[str, float]:
    """The numbers of a style.

    >>> styled({"hazard": -2.0, "danger": 0.5}, "timid")["danger"]
    2.0
    """
    out, wish = dict(numbers), STYLES[style]
    for name, more in wish.items():
        if name.endswith("_times"):
            out[name.removesuffix("_times")] *= more
        else:
            out[name] += more
    return out


def parameters_of(rules: Ruleset, style: str | None = None) -> Parameters:
    """The numbers as the kernel takes them."""
    numbers = numbers_of(rules) if style is None else styled(numbers_of(rules), style)
    return Parameters([numbers[name] for name in PARAMETERS])
