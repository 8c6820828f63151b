"""The table's own time. It is monotonic and comes from outside; time in which the process was suspended does not count."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.live.terms import BEAT, LATE


@dataclass(frozen=True, slots=True)
class TableClock:
    """All times of a table are in table time: the shell's time without suspensions.

    >>> clock = TableClock(last=1_000, wake=2_000).at(32_000)
    >>> clock.lost, clock.time
    (30000, 2000)
    """

    last: int = 0
    """The last time given by the shell."""
    lost: int = 0
    wake: int | None = None
    """When the table asked to be woken."""

    @property
    def time(self) -> int:
        """The table's time."""
        return self.last - self.lost

    def at(self, now: int) -> TableClock:
        """The clock at a later moment; time never runs backwards, and a wake-up that came far too late was a suspended process."""
        now = max(now, self.last)
        late = 0 if self.wake is None else now - self.wake
        return TableClock(now, self.lost + (late if late > LATE else 0), self.wake)

    def until(self, deadline: int | None) -> TableClock:
        """With the next wake-up: at a deadline in table time, and never later than a beat from now."""
        if deadline is None:
            return TableClock(self.last, self.lost)
        return TableClock(self.last, self.lost, min(deadline + self.lost, self.last + BEAT))
