"""Random numbers for one decision of one seat in one deal: the same on every machine, in any order of work."""

from __future__ import annotations

from dataclasses import dataclass

_STEP, _WALL = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
_ALL = (1 << 64) - 1


def _mixed(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _ALL
    return z ^ z >> 31


@dataclass(slots=True)
class Chance:
    """A random stream, keyed by a seed, a wall, a seat and the number of its decision. The kernel's players use the
    same numbers.

    >>> Chance.of(1, 2, 3, 4).below(100), Chance.of(1, 2, 3, 4).below(100), Chance.of(1, 2, 3, 5).below(100)
    (33, 33, 67)
    """

    _next: int

    @classmethod
    def of(cls, seed: int, wall: int, seat: int, decision: int) -> Chance:
        """The stream of one decision."""
        key = _mixed(_mixed((seed + _STEP) & _ALL) ^ ((wall + 1) * _WALL & _ALL))
        return cls(_mixed((key + (decision * 8 + seat + 1) * _STEP) & _ALL))

    def below(self, k: int) -> int:
        """A number below k."""
        told = self._next
        self._next = _mixed((self._next + _STEP) & _ALL)
        return (told >> 32) * k >> 32
