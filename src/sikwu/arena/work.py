"""Shares out the work: to this process, to several, or to a Ray cluster. The results do not depend on it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Any

from sikwu.arena.contest import ArenaError, Contest
from sikwu.arena.records import Records
from sikwu.arena.results import Results
from sikwu.arena.unit import Unit, play_recorded

PlayedUnit = tuple[Unit, dict[str, str]]
"""A unit, and records of some of its deals."""
REACHED_WITHIN = 10.0
"""Time limit in seconds."""


def work(results: Results, workers: int = 1, ray: str | None = None, records: Records | None = None) -> Iterator[Unit]:
    """Plays the missing units and yields each one when it is written. Units with missing `records` are played again."""
    contest, every = results.contest, 0 if records is None else records.every
    numbers = [each for each in range(contest.units) if each not in results.units or (records and records.lack(each))]
    if ray is not None:
        played = _on_ray(contest, numbers, every, ray)
    elif workers > 1:
        played = _in_processes(contest, numbers, every, workers)
    else:
        played = (play_recorded(contest, number, every) for number in numbers)
    for unit, written in played:
        if records is not None:
            records.write(written)
        results.add(unit)
        yield unit


def _in_processes(contest: Contest, numbers: Iterable[int], every: int, workers: int) -> Iterator[PlayedUnit]:
    missing = iter(numbers)
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_quiet)
    try:
        running: set[Future[PlayedUnit]] = set()
        while True:
            while len(running) < 2 * workers and (number := next(missing, None)) is not None:
                running.add(pool.submit(play_recorded, contest, number, every))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _quiet() -> None:
    """Ignores Ctrl-C in a worker; the process that shares out the work handles it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(contest: Contest, numbers: Iterable[int], every: int, address: str) -> Iterator[PlayedUnit]:
    """Plays units on a cluster; `local` starts one on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise ArenaError.of("arena.ray") from None
    _reached(address)
    try:
        ray.init(**({"num_cpus": os.cpu_count()} if address == "local" else {"address": address}), log_to_driver=False)
    except Exception as error:
        raise ArenaError.of("arena.ray_address", address=address, why=str(error).splitlines()[0][:200]) from None
    try:
        play, shared, missing = ray.remote(play_recorded), ray.put(contest), iter(numbers)
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        while True:
            while len(running) < most and (number := next(missing, None)) is not None:
                running.append(play.remote(shared, number, every))
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _reached(address: str) -> None:
    """Checks that the address answers; Ray itself would try for minutes."""
    host, found, port = address.removeprefix("ray://").rpartition(":")
    if not found or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACHED_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise ArenaError.of("arena.ray_address", address=address, why=str(error)[:200]) from None
