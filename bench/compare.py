"""`make bench-peers`: our figures and those of other libraries from one run, and the ratios that we promise.

Machines are noisy, so our runs and those of the peers alternate, and each figure is the median of all turns.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import page

HERE = Path(__file__).parent
TURNS = int(os.environ.get("TURNS", "5"))

# our metric, peer, the peer's metric, promised ratio
PROMISES = (
    ("score.single", "PyMahjongGB", "score.single", 4.0),
    ("score.text", "PyMahjongGB", "score.single", 0.5),
    ("score.win", "PyMahjongGB", "score.single", 1.0),
    ("score.explained", "PyMahjongGB", "score.single", 0.5),
    ("score.batch", "PyMahjongGB", "score.single", 16.0),
    ("score16.hk-taiwanese.batch", "PyMahjongGB", "score.single", 6.0),
    ("score16.club16.batch", "PyMahjongGB", "score.single", 6.0),
    ("settle.single", "PyMahjongGB", "score.single", 1.0),
    ("game.random.hands", "riichienv", "game.random.nolog.hands", 80.0),
    ("game.quick.hands", "riichienv", "game.greedy.hands", 18.0),
    ("env.single.decisions", "riichienv", "game.random.steps", 2.0),
    ("env.vector.decisions", "riichienv", "game.random.steps", 50.0),
    ("env.planes.decisions", "riichienv", "game.random.steps", 17.0),
    ("wincheck.batch", "mahjax", "wincheck.batch", 3.0),
    ("shanten.r13", "riichienv", "shanten.r13", 1.0),
    ("shanten.r13.batch", "riichienv", "shanten.r13", 4.0),
    ("ukeire.r13", "xiangting", "ukeire.r13", 2.0),
    ("ukeire.r13.batch", "xiangting", "ukeire.r13", 2.0),
)

# our metric and the promised figure, for metrics without a peer
ALONE = (
    ("score.batch.threads2.ratio", 1.7),
    ("score16.hk-taiwanese.batch.threads2.ratio", 1.7),
    ("score16.club16.batch.threads2.ratio", 1.7),
    ("wincheck.batch.threads2.ratio", 1.7),
    ("game.random.hands.threads2.ratio", 1.7),
    ("game.quick.hands.threads2.ratio", 1.7),
    ("env.vector.decisions.threads2.ratio", 1.7),
)


def lines(command: list[str], data: str) -> dict[str, float]:
    """The metrics a command prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "BENCH_DATA": data})
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {row["metric"]: float(row["value"]) for row in rows}


def versions(python: str, names: list[str]) -> dict[str, str]:
    """The versions of the peers."""
    code = "import sys; from importlib.metadata import version; print(*(version(each) for each in sys.argv[1:]))"
    told = subprocess.run([python, "-c", code, *names], check=True, capture_output=True, text=True).stdout.split()
    return dict(zip(names, told, strict=True))


def medians(turns: list[dict[str, float]]) -> dict[str, float]:
    """Each metric's median over the turns."""
    return {metric: statistics.median(turn[metric] for turn in turns) for metric in turns[0]}


def main(peer_python: str, learner_python: str) -> None:
    """Prints one JSON line per promise; the Python with the extra [rl] measures the environments."""
    names = list(dict.fromkeys(p[1] for p in PROMISES))
    ours_turns: list[dict[str, float]] = []
    peer_turns: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(HERE / "data.py"), folder], check=True)
        for _ in range(TURNS):
            ours = lines([sys.executable, str(HERE / "run.py")], folder)
            ours_turns.append(ours | lines([learner_python, str(HERE / "run.py"), "environments"], folder))
            for name in names:
                peer_turns[name].append(lines([peer_python, str(HERE / "peers.py"), name], folder))
    found = [page.ratio(mine, peer, theirs, ours_turns, peer_turns[peer]) for mine, peer, theirs, _ in PROMISES]
    page.write(found, versions(peer_python, names), {metric: promised for metric, _, _, promised in PROMISES}, TURNS)
    ours, peers = medians(ours_turns), {name: medians(turns) for name, turns in peer_turns.items()}
    for metric, peer, theirs, promised in PROMISES:
        ratio = ours[metric] / peers[peer][theirs]
        row = {"metric": metric, "ours": round(ours[metric]), "peer": peer, "theirs": round(peers[peer][theirs])}
        print(json.dumps({**row, "ratio": round(ratio, 2), "promised": promised, "kept": ratio >= promised}))
    for metric, promised in ALONE:
        value = ours[metric]
        print(json.dumps({"metric": metric, "value": round(value, 2), "promised": promised, "kept": value >= promised}))
    dearest = max(ours["score.batch"] / ours[f"score16.{name}.batch"] for name in ("hk-taiwanese", "club16"))
    row = {"metric": "dearest ruleset over hk-standard", "ratio": round(dearest, 2)}
    print(json.dumps({**row, "promised": 4.0, "kept": dearest <= 4.0}))
    for name in ("hk-taiwanese", "club16"):
        share = ours[f"game.random.{name}.hands"] / ours["game.random.hands"]
        row = {"metric": f"game.random.{name}.hands over hk-standard", "ratio": round(share, 2)}
        print(json.dumps({**row, "promised": 0.33, "kept": share >= 0.33}))
    growth = ours["game.random.hands.n200000"] / ours["game.random.hands.n2000"]
    row = {"metric": "a deal of 200,000 over one of 2,000, speed", "ratio": round(growth, 2)}
    print(json.dumps({**row, "promised": 0.9, "kept": growth >= 0.9}))
    for metric, least in (("answer.plain", 10_000), ("answer.options", 5_000)):
        row = {"metric": metric, "value": round(ours[metric]), "promised": least}
        print(json.dumps({**row, "kept": ours[metric] >= least}))
    for metric, most in (("import.ms", 40.0), ("memory.mb", 30.0)):
        value = min(turn[metric] for turn in ours_turns)
        print(json.dumps({"metric": metric, "value": value, "promised": most, "kept": value <= most}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
