"""Where `sikwu.explaining` was before: kept for one version. `sikwu.explain(score)` is the function itself."""

from __future__ import annotations

import sys
import warnings
from types import ModuleType

from sikwu.explaining import (
    Because,
    Counted,
    Dropped,
    Explanation,
    Name,
    Read,
    because,
    because_text,
    explain,
    explain_text,
)
from sikwu.scoring import Score

__all__ = [
    "Because",
    "Counted",
    "Dropped",
    "Explanation",
    "Name",
    "Read",
    "because",
    "because_text",
    "explain",
    "explain_text",
]

warnings.warn("sikwu.explain is now sikwu.explaining", DeprecationWarning, stacklevel=2)


class _Callable(ModuleType):
    """A module that is called like the function whose name it has: importing it must not hide the function."""

    def __call__(self, score: Score) -> Explanation:
        return explain(score)


sys.modules[__name__].__class__ = _Callable
