"""The limits of time and memory for a foreign bot."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BotLimits:
    """Times are seconds, memory is bytes."""

    seconds: float = 5
    """A child that thinks longer about one question is killed, even where the table has no clock."""
    start: float = 30
    """The time that a class may take to be imported and made."""
    memory: int = 1 << 30
    """Address space of a child."""
    children: int = 2
    """Processes of one class; each answers one question at a time."""
    rest: float = 1
    """The pause before the next child of the class starts after a failure; it doubles after every further failure in
    a row …
    """
    longest_rest: float = 60
    """… up to this."""

    def resting(self, failures: int) -> float:
        """How long no child is started after this many failures in a row; a single one costs nothing.

        >>> [BotLimits().resting(failures) for failures in (0, 1, 2, 3, 20)]
        [0, 0, 1, 2, 60]
        """
        return 0 if failures < 2 else min(self.longest_rest, self.rest * 2 ** min(failures - 2, 30))
