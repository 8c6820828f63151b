"""Who does the work: this process, several, or a Ray cluster. Units are pure functions of their number, so nothing depends on it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Any

from sikwu.arena.contest import ArenaError, play_unit
from sikwu.arena.results import Results
from sikwu.texts import problem

Unit = dict[str, Any]
REACHED_WITHIN = 10.0
"""Seconds."""


def work(results: Results, workers: int = 1, ray: str | None = None) -> Iterator[Unit]:
    """Plays what is missing, and yields each unit when it is written."""
    if ray is not None:
        units = _on_ray(results, ray)
    elif workers > 1:
        units = _in_processes(results, workers)
    else:
        units = (play_unit(results.contest, number) for number in list(results.missing))
    for unit in units:
        results.add(unit)
        yield unit


def _in_processes(results: Results, workers: int) -> Iterator[Unit]:
    missing = results.missing
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_quiet)
    try:
        running: set[Future[Unit]] = set()
        while True:
            while len(running) < 2 * workers and (number := next(missing, None)) is not None:
                running.add(pool.submit(play_unit, results.contest, number))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _quiet() -> None:
    """Ctrl-C is for the one who shares out the work."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(results: Results, address: str) -> Iterator[Unit]:
    """On a cluster; `local` starts one on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise ArenaError((problem("arena.ray"),)) from None
    _reached(address)
    try:
        ray.init(**({"num_cpus": os.cpu_count()} if address == "local" else {"address": address}), log_to_driver=False)
    except Exception as error:
        raise ArenaError(
            (problem("arena.ray_address", address=address, why=str(error).splitlines()[0][:200]),)
        ) from None
    try:
        play = ray.remote(play_unit)
        contest = ray.put(results.contest)
        missing = results.missing
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        while True:
            while len(running) < most and (number := next(missing, None)) is not None:
                running.append(play.remote(contest, number))
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _reached(address: str) -> None:
    """Asks whether anybody listens there: Ray itself would try for minutes."""
    host, found, port = address.removeprefix("ray://").rpartition(":")
    if not found or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACHED_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise ArenaError((problem("arena.ray_address", address=address, why=str(error)[:200]),)) from None
