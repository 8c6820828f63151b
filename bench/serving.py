"""Measures how many hands per second the server answers: `POST /hand`, each with another win, in two languages.

    python bench/serving.py             a real server on one core, asked over HTTP by four connections from the other
    python bench/serving.py --pure      the answers alone, without HTTP

Prints one JSON line per metric: medians of several runs with their spread.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec

from sikwu import ruleset, score
from sikwu.practice.wins import some_win
from sikwu.server.hands.hand import hand
from sikwu.wire.asked import HandRequest

SEED, RUNS, HANDS = 20261116, 5, 1_000
WORDS = ("yue", "en")
RULES = "hk-standard"


def texts(count: int, seed: int = SEED) -> list[str]:
    """Different wins that reach the minimum."""
    chance, found = Random(seed), dict[str, None]()
    while len(found) < count:
        win = some_win(chance)
        if score(win, RULES).valid:
            found[win.text] = None
    return list(found)


def told(metric: str, unit: str, values: list[float]) -> None:
    """Prints one line: the median, the least and the most of all runs."""
    low, high = min(values), max(values)
    line = {"metric": metric, "value": round(statistics.median(values), 1), "unit": unit}
    print(json.dumps(line | {"least": round(low, 1), "most": round(high, 1), "runs": len(values)}), flush=True)


def pure() -> None:
    """The answers alone, by CPU time of this process."""
    rules, wins = ruleset(RULES), texts(HANDS)
    rates = []
    for _ in range(RUNS):
        start = time.process_time()
        for text in wins:
            msgspec.json.encode(hand(HandRequest(text), rules, WORDS))
        rates.append((time.process_time() - start) / len(wins) * 1e6)
    told("serving.hand_pure", "us", rates)


# --- over HTTP


async def asked(port: int, bodies: list[bytes]) -> list[float]:
    """Sends the bodies one after another over one connection; returns the seconds of each."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    took = []
    for body in bodies:
        start = time.perf_counter()
        head = f"POST /api/v1/hand?words={','.join(WORDS)} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        writer.write(head.encode() + b"content-length: %d\r\n\r\n" % len(body) + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        if not answer.startswith(b"http/1.1 200"):
            raise SystemExit(answer.decode())
        length = int(answer.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
        took.append(time.perf_counter() - start)
    writer.close()
    await writer.wait_closed()
    return took


async def over_http(port: int, bodies: list[bytes], connections: int) -> list[float]:
    """The same over several connections at once."""
    parts = [bodies[place::connections] for place in range(connections)]
    return [took for part in await asyncio.gather(*(asked(port, part) for part in parts)) for took in part]


def cpu_of(process: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def http() -> None:
    """Starts a real server, on one core if the system allows it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    wins = texts(HANDS * RUNS)
    with tempfile.TemporaryDirectory() as folder:
        limits = Path(folder, "limits.toml")
        limits.write_text("rate = 1000000\nburst = 1000000\n")
        command = [sys.executable, "-m", "sikwu", "serve", "--port", str(port), "--no-open", "--limits", str(limits)]
        started = time.perf_counter()
        server = subprocess.Popen([*command, "--database", f"{folder}/books.db"], stdout=subprocess.DEVNULL)
        try:
            await_answer(port)
            told("serving.start", "s", [time.perf_counter() - started])
            if hasattr(os, "sched_setaffinity"):
                cores = sorted(os.sched_getaffinity(0))
                os.sched_setaffinity(server.pid, {cores[0]})
                os.sched_setaffinity(0, set(cores[1:]) or {cores[0]})
            rates, costs, late = [], [], []
            for run in range(RUNS):
                some = [
                    msgspec.json.encode({"text": text, "rules": RULES})
                    for text in wins[run * HANDS : (run + 1) * HANDS]
                ]
                used, start = cpu_of(server.pid), time.perf_counter()
                took = asyncio.run(over_http(port, some, 4))
                rates.append(len(some) / (time.perf_counter() - start))
                costs.append(len(some) / (cpu_of(server.pid) - used))
                late.append(statistics.quantiles(asyncio.run(over_http(port, some[:1], 1)) + took, n=20)[-1] * 1000)
            told("serving.hand", "hands/s", rates)
            told("serving.hand_cpu", "hands/s of the server's processor time", costs)
            told("serving.hand_p95_of_4", "ms", late)
        finally:
            server.terminate()
            stopping = time.perf_counter()
            server.wait()
            told("serving.stop", "s", [time.perf_counter() - stopping])


def await_answer(port: int, most: float = 30) -> None:
    """Waits until the server answers."""
    end = time.monotonic() + most
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), 1) as talk:
                talk.sendall(b"GET /api/v1/version HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
                if talk.recv(20).startswith(b"HTTP/1.1 200"):
                    return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    wish = argparse.ArgumentParser()
    wish.add_argument("--pure", action="store_true")
    pure() if wish.parse_args().pure else http()
