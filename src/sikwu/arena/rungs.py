"""The measured strength of our players: the figures of the last `make ladder`, as data, and as the text shown beside a player's name."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from sikwu.play.fits import STYLES, fit_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, say

FITTED = ("careful", *STYLES)
"""Players whose numbers are fitted to rules."""


@cache
def measured() -> dict[str, Any]:
    """All figures: `matches` of pairs under some rules, and `ladders`.

    >>> sorted(measured())
    ['ladders', 'matches']
    """
    told: dict[str, Any] = json.loads((files("sikwu.arena") / "rungs.json").read_text("utf-8"))
    return told


def rung_text(player: str, rules: Ruleset) -> Message | None:
    """The measured gain over quick of one of our players under these rules; None: quick itself, and players that are not ours.

    >>> from sikwu import ruleset
    >>> rung_text("quick", ruleset("hk-standard")) is None
    True
    """
    if player not in ("steady", *FITTED):
        return None
    for match in measured()["matches"]:
        if (match["player"], match["opponent"], match["rules"]) == (player, "quick", rules.hash):
            span = {name: f"{match[name]:+.1f}" for name in ("points", "low", "high")}
            return say("rung.over", other="quick", rules=rules.document.id, deals=f"{match['deals']:,}", **span)
    return say("rung.none")


def fit_text(player: str, rules: Ruleset) -> Message | None:
    """Whether the numbers of a player were fitted for these rules; None: it has none."""
    if player not in FITTED:
        return None
    fit = fit_of(rules)
    return say("rung.fit.exact" if fit.exact else "rung.fit.near", name=fit.name)
