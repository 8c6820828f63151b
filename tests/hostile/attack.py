"""One attack: a run that prints a figure, and a planted fault that it must catch."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import hostile


@dataclass(frozen=True)
class Attack:
    """Tries ``size`` times something that must not succeed; every module of this folder lists its own in ``ATTACKS``.

    ``run(seed, size)`` returns the figure it found and raises ``AssertionError`` when something got through.
    ``planted(seed)`` breaks the guarded thing on purpose, in memory or in a copy, and returns what it broke;
    it raises ``AssertionError`` when the attack does not notice.
    """

    name: str
    promise: str  # the number of the promise in docs/promises.md
    size: int  # of `make hostile`
    small: int  # of `make test`
    run: Callable[[int, int], str]
    planted: Callable[[int], str]


def attacks() -> Iterator[Attack]:
    """Every attack of this folder, in the order of its modules."""
    for module in sorted(pkgutil.iter_modules(hostile.__path__), key=lambda found: found.name):
        yield from getattr(importlib.import_module(f"hostile.{module.name}"), "ATTACKS", ())
