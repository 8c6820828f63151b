"""Requests that arrive in the same turn of the event loop: the first of an address starts at once, the others a few per turn.

A thousand simultaneous requests would block the loop for everybody else. Here they wait by address, addresses take
turns, and a single request passes them.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

FEW = 2
"""Waiting requests that start in one turn of the loop."""
Begin = Callable[[], None]


class Entrance:
    """Decides which requests may start now; used only on the event loop. `soon` calls a function in the next turn of
    the loop.

    >>> turns, began = [], []
    >>> entrance = Entrance(turns.append)
    >>> [entrance.come(name[0], lambda name=name: began.append(name)) for name in ("a1", "a2", "a3", "a4", "b1")]
    [True, False, False, False, True]
    >>> turns.pop()(); began
    ['a2', 'a3']
    """

    def __init__(self, soon: Callable[[Begin], object] | None = None) -> None:
        self._soon = soon or (lambda what: asyncio.get_running_loop().call_soon(what))
        self._came: set[str] = set()
        self._waiting: OrderedDict[str, deque[Begin]] = OrderedDict()

    def come(self, address: str, begin: Begin) -> bool:
        """True: the request may start at once; otherwise `begin` is called when it is its turn."""
        if not self._came:
            self._soon(self._turn)
        elif address in self._came:
            self._waiting.setdefault(address, deque()).append(begin)
            return False
        self._came.add(address)
        return True

    def _turn(self) -> None:
        self._came = set(self._waiting)
        if self._came:
            self._soon(self._turn)
        for _ in range(FEW):
            if not self._waiting:
                break
            address, line = self._waiting.popitem(last=False)
            begin = line.popleft()
            if line:
                self._waiting[address] = line  # to the end of the queue
            begin()
