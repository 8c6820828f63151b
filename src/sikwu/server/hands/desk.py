"""The resources that answers about hands and rules need."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.server.hands.references import References
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http.limits import Limits


@dataclass(frozen=True)
class Desk:
    """The rules that can be named, the limits, and the database of rules where there is one."""

    references: References
    limits: Limits
    shelf: Rulesets | None = None
