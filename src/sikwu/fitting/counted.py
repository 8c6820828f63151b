"""How often the guesses of careful players came true: the kernel's counts (`kernel/census.hpp`) as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sikwu import _kernel
from sikwu._kernel import NativePlayer
from sikwu.play.deal import table_rules
from sikwu.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SHAPES = {
    "ended": (32, 5),
    "nearer": (4, 2, 2, 8, 64),
    "ready": (12, 6, 5, 2),
    "waited": (4, 4, 2, 2, 5, 3),
    "dear": (2,),
    "finished": (4, 2, 4, 5, 32, 32),
    "won": (8, 20),
    "dealt_in": (20,),
    "was_ready": (20,),
}
"""The cells of each count: how often it was so, and how often it came true; of guesses three sums more,
of ends the sum of the tiles that were not seen."""
Counts = dict[str, "npt.NDArray[np.float64]"]


def counted(
    rules: Ruleset,
    players: tuple[NativePlayer, NativePlayer, NativePlayer, NativePlayer],
    deals: int,
    seed: int,
    first: int = 0,
) -> Counts:
    """Plays deals and counts; other players take part but are not counted.

    >>> from sikwu import ruleset
    >>> from sikwu.play.native import native
    >>> rules = ruleset("hk-standard")
    >>> told = counted(rules, (native("careful", rules),) * 4, 2, 1)
    >>> told["ended"].shape, bool(told["ended"][..., 0].sum() > 20)
    ((32, 5, 2), True)
    """
    told: Mapping[str, Any] = _kernel.take_census(table_rules(rules), players, deals, seed % (1 << 64), first)
    return {name: told[name].reshape((*shape, -1)) for name, shape in SHAPES.items()}
