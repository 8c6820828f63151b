"""Levels that play by the plans of a ruleset: steady and careful. They decide in the kernel; their handles are made for a table's rules."""

from __future__ import annotations

from collections.abc import Sequence

from sikwu.play.actions import PASS
from sikwu.play.native import NativePlayer, native
from sikwu.play.problems import PlayError
from sikwu.play.view import View
from sikwu.rules.ruleset import Ruleset


class PlanningPlayer:
    """One of the levels that need plans.

    >>> from sikwu import ruleset
    >>> PlanningPlayer("steady").native_for(ruleset("hk-standard"))
    NativePlayer('steady')
    """

    ours = True

    def __init__(self, name: str) -> None:
        self.name = name

    def native_for(self, rules: Ruleset) -> NativePlayer:
        """The handle that plays by the plans of these rules."""
        return native(self.name, rules)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """It passes when it may cut (斬) between two deals; in a deal the kernel is asked instead."""
        if view.cut is None:
            raise PlayError.of("players.native_only", name=self.name)
        return PASS
