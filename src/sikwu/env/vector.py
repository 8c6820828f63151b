"""Many deals stepped at once, one decision of each deal per step. Arrays are written in place; an ended deal is replaced by the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from sikwu import _kernel
from sikwu.env.encode import MASK_SHAPE, PLANES_SHAPE, RAW_SHAPE, SCALARS_SHAPE, Observation
from sikwu.env.reward import unit_of
from sikwu.play.deal import table_rules
from sikwu.play.native import Native, native
from sikwu.play.problems import PlayError
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import wrong_type

ENCODINGS = ("planes", "raw", "none")
MOST_DEALS, MOST_FIRST, MOST_THREADS = 1 << 20, 1 << 30, 1 << 10
T = TypeVar("T")


class VectorDeals:
    """A number of deals in slots. Deal j of slot i depends only on (seed, first + i, j), not on the number of slots
    or threads.

    `opponents`: native players of the three seats after the learner's, handles or names. None: the caller answers for
    that seat. Without `opponents` the caller answers for all four seats. The learner's seat advances by one each
    deal. `encode`: "planes" (with scalars), "raw" or "none". `aids`: see `encode.PLANES`.

    >>> deals = VectorDeals("hk-standard", n=2, encode="none", opponents=("quick", "quick", "quick"))
    >>> _, mask, seat = deals.reset()
    >>> mask.shape, seat.tolist()
    ((2, 147), [0, 1])
    """

    def __init__(
        self,
        ruleset: Ruleset | str = "hk-standard",
        n: int = 1,
        encode: str = "planes",
        threads: int = 1,
        seed: int = 0,
        opponents: Sequence[Native | None] | None = None,
        aids: bool = False,
        first: int = 0,
    ) -> None:
        rules = rules_of(ruleset)
        if not isinstance(encode, str) or encode not in ENCODINGS:
            raise PlayError.of("env.encode", name=str(encode)[:40], known=list(ENCODINGS))
        others = _others(opponents, rules)
        n, threads, seed, first = (
            _whole(name, value) for name, value in (("n", n), ("threads", threads), ("seed", seed), ("first", first))
        )
        if not 1 <= n <= MOST_DEALS:
            raise PlayError.of("env.size", n=str(n)[:40])
        if not 0 <= first <= MOST_FIRST:
            raise PlayError.of("env.first", first=str(first)[:40])
        threads = min(max(threads, -1), MOST_THREADS)
        players = (None, *others)
        self._kernel = _kernel.KernelVectorDeals(
            table_rules(rules), n, seed % (1 << 64), first, players, native("careful", rules) if aids else None, threads
        )
        self._begun = False
        self.ruleset, self.n = rules, n
        self.unit = unit_of(rules)
        """A reward of this size is the price of the smallest hand that may win."""
        self.denominator = rules.paying.denominator
        """A reward of this size is one point or chip."""
        self.observation = _empty(n, encode)
        self.mask = np.zeros((n, *MASK_SHAPE), np.int8)
        """Legal actions of the seat that is asked."""
        self.seat = np.zeros(n, np.int8)
        """The seat that is asked, from the dealer."""
        self.reward = np.zeros((n, 4), np.int32)
        """What each seat gained or lost in a deal that has just ended, in units of the paying table; otherwise zeros.
        """
        self.done = np.zeros(n, np.uint8)
        """Whether a deal has just ended."""
        planes, scalars, raw = map(self.observation.get, ("planes", "scalars", "raw"))
        self._kernel.attach(planes, scalars, raw, self.mask, self.seat, self.reward, self.done)

    def reset(self) -> tuple[Observation, npt.NDArray[np.int8], npt.NDArray[np.int8]]:
        """Starts every slot at its first deal: (observation, mask, seat), the arrays that `step` writes to."""
        self._ask(self._kernel.reset)
        self._begun = True
        return self.observation, self.mask, self.seat

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Observation, npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.int8]]:
        """Takes one action of each deal: (observation, reward, done, mask, seat).

        If one action is illegal, none is taken.
        """
        given = self._numbers("env.actions", actions)
        with np.errstate(invalid="ignore"):
            chosen = np.ascontiguousarray(given, np.int32)
        if given.dtype != np.int32 and (other := chosen != given).any():
            # truncated to int32 it would be another action
            self._refuse(int(other.argmax()), given)
        try:
            self._ask(self._kernel.step, chosen)
        except IndexError as wrong:
            self._refuse(int(str(wrong)), given)
        return self.observation, self.reward, self.done, self.mask, self.seat

    @staticmethod
    def _refuse(slot: int, actions: npt.NDArray[np.integer[Any]]) -> NoReturn:
        action = actions[slot].item()
        raise PlayError.of("env.action", slot=slot, action=action if type(action) is int else str(action))

    def _numbers(self, code: str, given: object) -> npt.NDArray[Any]:
        """One number for each deal, as an array; raises an error for anything else."""
        try:
            numbers = np.asarray(given)
        except ValueError:  # lists of different lengths
            numbers = np.asarray(given, object)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iuf":
            raise PlayError.of(code, n=self.n, shape=str(numbers.shape), kind=numbers.dtype.name[:40])
        return numbers

    def _ask(self, call: Callable[..., T], *given: npt.NDArray[Any]) -> T:
        """Calls the kernel, which checks everything before it changes anything."""
        try:
            return call(*given)
        except ValueError:
            raise PlayError.of("env.busy" if self._begun else "env.not_reset") from None

    def pick(self, parts: npt.NDArray[np.float32]) -> npt.NDArray[np.int32]:
        """A legal action of each deal from numbers between 0 and 1; uniform numbers choose all legal actions with
        equal probability.
        """
        with np.errstate(over="ignore"):
            given = np.ascontiguousarray(self._numbers("env.parts", parts), np.float32)
        return self._ask(self._kernel.pick, given)

    def state(self) -> npt.NDArray[np.uint8]:
        """The part that the asked seats do not see, for critics: (n, 16, 34)."""
        return self._ask(self._kernel.state)

    @property
    def last(self) -> dict[str, npt.NDArray[Any]]:
        """For each slot: how many deals have ended (`deals`), and of the last one its result, winner, feeder,
        learner, fan, decisions.
        """
        return self._ask(self._kernel.last)


def _others(opponents: Sequence[Native | None] | None, rules: Ruleset) -> list[_kernel.NativePlayer | None]:
    """The native players of the three seats after the learner's."""
    given = (None,) * 3 if opponents is None else opponents
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise wrong_type("VectorDeals(opponents)", "Sequence[NativePlayer | str | None]", given)
    if len(given) != 3:
        raise PlayError.of("env.opponents", count=len(given))
    return [None if each is None else native(each, rules) for each in given]


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise wrong_type(f"VectorDeals({name})", "int", value)
    return int(value)


def _empty(n: int, encode: str) -> Observation:
    """Empty arrays for an encoding."""
    if encode == "planes":
        planes, scalars = np.zeros((n, *PLANES_SHAPE), np.uint8), np.zeros((n, *SCALARS_SHAPE), np.float32)
        return {"planes": planes, "scalars": scalars}
    return {"raw": np.zeros((n, *RAW_SHAPE), np.uint8)} if encode == "raw" else {}
