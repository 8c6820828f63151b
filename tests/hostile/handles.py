"""Native players: handles that are pickled, shared by threads or forked play like new ones of their kind, or are refused."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from hostile.attack import Attack
from hostile.kernel_objects import REFUSALS, told
from hostile.odd_values import odd
from hostile.refusals import noticed
from patience import PATIENCE
from sikwu._kernel import COLUMNS, PLAYER_KINDS, KernelDeal, KernelVectorDeals, NativePlayer, play_many
from sikwu.play.deal import table_rules
from sikwu.play.many import walls_of
from sikwu.play.native import native
from sikwu.rules.presets import rules_of

HandleFault = Callable[[NativePlayer], NativePlayer]
RULES = table_rules(rules_of("hk-standard"))
DEALS = 12
WAYS: tuple[Callable[[NativePlayer], NativePlayer], ...] = (
    copy.copy,
    copy.deepcopy,
    *((lambda handle, protocol=protocol: pickle.loads(pickle.dumps(handle, protocol))) for protocol in range(6)),
    lambda handle: NativePlayer(handle.kind, handle.plans, handle.parameters, handle.network),
)
"""Ways to get a copy of the same player."""


def played(players: tuple[Any, ...], seed: int, threads: int = 1) -> Any:
    """The results of some deals in comparable form."""
    return told(play_many(RULES, players, DEALS, COLUMNS, seed=seed, threads=threads))  # type: ignore[arg-type]


def some(chance: Random) -> tuple[NativePlayer, ...]:
    """Four players of any kinds."""
    return tuple(native(chance.choice(PLAYER_KINDS), "hk-standard") for _ in range(4))


# --- what is refused


def unfilled(chance: Random) -> None:
    """A handle that was never filled, or none at all, among four: refused, and the deals do not change."""
    empty = NativePlayer.__new__(NativePlayer)
    wrong = chance.choice((empty, empty, odd(chance)))
    if isinstance(wrong, NativePlayer) and wrong is not empty:
        return
    players: list[Any] = list(some(chance))
    players[chance.randrange(4)] = wrong
    deal = KernelDeal(RULES, bytes(walls_of(chance.randrange(9), 1)[0].tolist()))
    before = told(deal)
    asked = next(seat for seat in range(4) if deal.asked >> seat & 1)
    refused(lambda: play_many(RULES, players, DEALS, COLUMNS), "played by")  # type: ignore[arg-type]
    if wrong is not None:  # a seat without a native player is asked from outside
        refused(lambda: KernelVectorDeals(RULES, 2, 0, 0, (None, *players[1:3], wrong), False, 1), "stepped beside")
    refused(lambda: deal.choose(wrong, asked, 1, 1, 0), "asked")  # type: ignore[arg-type]
    assert told(deal) == before, "a refused player has changed a deal"


def refused(call: Callable[[], object], what: str) -> None:
    try:
        call()
    except REFUSALS:
        return
    raise AssertionError(f"deals were {what} what is no player")


# --- what is answered


def carried(chance: Random, bend: HandleFault) -> None:
    """Copies and pickles of copies play like the original, also after it is deleted."""
    first = some(chance)
    seed = chance.randrange(99)
    want = played(tuple(native(handle.kind, "hk-standard") for handle in first), seed)
    others = tuple(bend(chance.choice(WAYS)(chance.choice(WAYS)(handle))) for handle in first)
    assert others == first, "a copy of a handle is another"
    assert list(map(hash, others)) == list(map(hash, first)), "a copy of a handle has another hash"
    del first
    gc.collect(0)
    assert played(others, seed, chance.choice((1, 2))) == want, "a copy of a handle plays otherwise"


def shared(chance: Random, bend: HandleFault) -> None:
    """Several threads play with the same handles at once, while others delete theirs: each as if it were alone."""
    handles, seeds = some(chance), [chance.randrange(99) for _ in range(6)]
    want = [played(handles, seed) for seed in seeds]
    theirs = tuple(map(bend, handles))
    with ThreadPoolExecutor(4) as pool:
        found = [pool.submit(played, theirs, seed, 1 + seed % 2) for seed in seeds]
        for _ in range(20):
            copy.copy(theirs[0])
        assert [each.result() for each in found] == want, "beside other threads a handle plays otherwise"


# Run in a separate process, because it forks; the kernel's threads are running before.
FORKED = """
import os, pickle, sys
from hostile.handles import played, some
from random import Random
handles = some(Random(int(sys.argv[1])))
want = [played(handles, seed, 2) for seed in range(3)]
ends = os.pipe()
child = os.fork()
if not child:
    os.write(ends[1], pickle.dumps(handles))
    os._exit(0 if [played(handles, seed, 2) for seed in range(3)] == want else 3)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sent = pickle.loads(os.read(ends[0], 1 << 16))
assert sent == handles
assert [played(sent, seed, 2) for seed in range(3)] == want
sys.exit(code)
"""


def forked(seed: int) -> None:
    """A child plays with its parent's handles, and sends them back."""
    paths = os.pathsep.join(each for each in sys.path if each)
    env = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-c", FORKED, str(seed)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=env,
        check=False,
    )
    assert done.returncode == 0, f"a forked child plays otherwise: {done.returncode} {done.stderr}"


def run(seed: int, size: int, bend: HandleFault = lambda handle: handle) -> str:
    """Handles refused, carried and shared; a few processes forked."""
    chance, forks = Random(seed), 1 + size // 400
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about handles that were never filled
        for number in range(size):
            unfilled(chance)
            carried(chance, bend)
            if number % 10 == 0:
                shared(chance, bend)
    for _ in range(forks if hasattr(os, "fork") else 0):
        forked(chance.randrange(1 << 30))
    return (
        f"{size:,} times four native players: what is none refused and nothing changed, copies, pickles and threads play the same; "
        f"{forks} forked processes too"
    )


def planted(seed: int) -> str:
    """A handle that decides differently from its kind must be noticed."""

    class Liar(NativePlayer):
        """Equal to a quick player, but random."""

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return hash(NativePlayer("quick"))

    def other(handle: NativePlayer) -> NativePlayer:
        return Liar("random") if handle.kind == "quick" else handle

    try:
        run(seed, 50, other)
    except AssertionError as fault:
        return noticed(fault, "plays otherwise", "a copy of a quick player that plays at random")
    raise AssertionError("a copy that plays at random was not noticed")


ATTACKS = (Attack("native players", "G18", 400, 20, run, planted),)
