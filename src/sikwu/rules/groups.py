"""How options are presented to people: their groups, and the kind of control for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sikwu.rules.pattern import Text

if TYPE_CHECKING:
    from sikwu.rules.options import Option

GROUPS = {
    "limits": Text("起糊封頂", "Minimum and ceiling"),
    "patterns": Text("番種", "Patterns"),
    "flowers": Text("花", "Flowers"),
    "liability": Text("包", "Liability"),
    "payment": Text("賠法", "Payment"),
    "play": Text("打法", "Play"),
    "ledger": Text("拉踢", "Pull ledger"),
}

# The first match counts: the start of an id, or its end.
_BEGINS = (
    ("ledger.", "ledger"),
    ("false_win.in_ledger", "ledger"),
    ("liability.", "liability"),
    ("limit.", "limits"),
    ("hand.", "limits"),
    ("play.", "play"),
    ("tiles.reserved", "play"),
    ("ready.", "play"),
    ("win.", "play"),
    ("tiles.flowers", "flowers"),
    ("flower", "flowers"),
    ("seven_rob_one.", "flowers"),
    ("win_on_flower.", "flowers"),
    ("concealed_hand.with_flowers", "flowers"),
    ("dealer.fan_", "payment"),
)
_TOUCHED = {"score": "patterns", "payment": "payment", "play": "play"}


def group_of(option: Option) -> str:
    """The group of an option: one of `GROUPS`."""
    if option.id.endswith("payer"):
        return "liability"
    for begin, group in _BEGINS:
        if option.id.startswith(begin):
            return group
    return _TOUCHED[option.touches]


def control_of(option: Option) -> str:
    """The control for an option: 'switch', 'stepper', 'select', 'patterns' or 'fraction'."""
    from sikwu.rules.options import SWITCH, OneOf, PatternIds, Ratio, Whole  # these import this function

    match option.values:
        case Whole():
            return "stepper"
        case Ratio():
            return "fraction"
        case PatternIds():
            return "patterns"
        case OneOf() if option.values == SWITCH:
            return "switch"
        case OneOf(values):
            numbers = [value for value in values if type(value) is int]
            in_steps = len(numbers) == len(values) > 1 and max(numbers) - min(numbers) == len(values) - 1
            return "stepper" if in_steps else "select"
