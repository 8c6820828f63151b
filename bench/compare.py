"""`make bench-peers`: ours and the peers' figures from one run, and their ratios against what we promise.

The machine is noisy, so ours runs before and after each peer, and the ratio takes the mean of the two.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent

# our metric, peer, the peer's metric, promised ratio
PROMISES = (
    ("score.single", "PyMahjongGB", "score.single", 4.0),
    ("score.explained", "PyMahjongGB", "score.single", 0.5),
    ("score.batch", "PyMahjongGB", "score.single", 10.0),
    ("score16.hk-taiwanese.batch", "PyMahjongGB", "score.single", 4.0),
    ("score16.club16.batch", "PyMahjongGB", "score.single", 4.0),
    ("wincheck.batch", "mahjax", "wincheck.batch", 3.0),
    ("shanten.r13", "riichienv", "shanten.r13", 1.0),
    ("shanten.r13.batch", "riichienv", "shanten.r13", 4.0),
    ("ukeire.r13", "xiangting", "ukeire.r13", 2.0),
    ("ukeire.r13.batch", "xiangting", "ukeire.r13", 2.0),
)


def lines(command: list[str], data: str) -> dict[str, float]:
    """The metrics a command prints."""
    import os

    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "BENCH_DATA": data})
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {row["metric"]: float(row["value"]) for row in rows}


def main(peer_python: str) -> None:
    """Prints one JSON line a promise."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(HERE / "data.py"), folder], check=True)
        before = lines([sys.executable, str(HERE / "run.py")], folder)
        peers = {
            p: lines([peer_python, str(HERE / "peers.py"), p], folder) for p in dict.fromkeys(p[1] for p in PROMISES)
        }
        after = lines([sys.executable, str(HERE / "run.py")], folder)
    for metric, peer, theirs, promised in PROMISES:
        ours = (before[metric] + after[metric]) / 2
        ratio = ours / peers[peer][theirs]
        row = {"metric": metric, "ours": round(ours), "peer": peer, "theirs": round(peers[peer][theirs])}
        print(json.dumps({**row, "ratio": round(ratio, 2), "promised": promised, "kept": ratio >= promised}))
    slowest = max(before["score.batch"] / before[f"score16.{name}.batch"] for name in ("hk-taiwanese", "club16"))
    print(
        json.dumps(
            {
                "metric": "dearest ruleset over hk-standard",
                "ratio": round(slowest, 2),
                "promised": 4.0,
                "kept": slowest <= 4.0,
            }
        )
    )
    for metric, most in (("import.ms", 60.0), ("memory.mb", 80.0)):
        value = min(before[metric], after[metric])
        print(json.dumps({"metric": metric, "value": value, "promised": most, "kept": value <= most}))


if __name__ == "__main__":
    main(sys.argv[1])
