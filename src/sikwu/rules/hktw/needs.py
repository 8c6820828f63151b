"""Which options of doc003 depend on others, and which are only information for the table."""

from __future__ import annotations

from sikwu.rules.options import Need, Says, needs, needs_not

_LEDGER = needs("ledger.enabled", True)
_CUTS = (_LEDGER, needs("ledger.cut_mode", "three_hand"))


def _named(id: str) -> Need:
    """The pattern is in use: by itself, or together with all patterns that the document only names."""
    return Need(Says(f"{id}.enabled", (True,)), Says("patterns.named_only", ("on",)))


def of(named_only: tuple[str, ...]) -> dict[str, tuple[Need, ...]]:
    """The dependencies, with those of the patterns that the document only names."""
    stepped = ("three_step_chows", "three_suit_step_chows")
    return {
        **{f"{id}.enabled": (needs_not("patterns.named_only", "on"),) for id in named_only},
        **{f"{id}.fan": (_named(id),) for id in named_only},
        **{f"{id}.step": (_named(id),) for id in stepped},
        **NEEDS,
    }


NEEDS: dict[str, tuple[Need, ...]] = {
    "win.three_winners_void": (needs("win.multiple_winners", "all_win"),),
    "ready_declared_closed.absorbs_concealed_hand": (needs("ready.declaration", True),),
    "dealer.fan_at_zero": (needs_not("dealer.fan_scope", "none"),),
    "ledger.pull_factor": (_LEDGER,),
    "ledger.kick_factor": (_LEDGER,),
    "ledger.creditor_wins_elsewhere": (_LEDGER,),
    "ledger.on_draw": (_LEDGER,),
    "ledger.rounding": (_LEDGER,),
    "ledger.rounding_point": (_LEDGER, needs_not("ledger.rounding", "exact")),
    "ledger.cut_mode": (_LEDGER,),
    "ledger.cut_interval": _CUTS,
    "ledger.cut_window": _CUTS,
    "false_win.in_ledger": (_LEDGER,),
    "dice.payment_per": (needs("dice.side_payments", True),),
}

FOR_TABLE_ONLY = ("flowers",)
