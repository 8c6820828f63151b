"""Which options of the club sheet depend on others, and which are only information for the table."""

from __future__ import annotations

from sikwu.rules.options import Need, needs, needs_not

NEEDS: dict[str, tuple[Need, ...]] = {
    "win.three_winners_void": (needs("win.multiple_winners", "all_win"),),
    "one_becomes_five.counts_dealer_fan": (
        needs("one_becomes_five.enabled", True),
        needs_not("dealer.fan_scope", "none"),
    ),
}

FOR_TABLE_ONLY = ("table.physical_handling", "table.touch_move", "table.edition")
