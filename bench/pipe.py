"""Measures `sikwu answer` as a child process: its start time, then its answers per second.

`python bench/pipe.py CASES LINES PROGRAM [ARGUMENT …]` does what `node bench/pipe.mjs` does, and prints the same line of JSON.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NODE = Path(__file__).with_name("pipe.mjs")


def through_python(file: str, count: int, command: Sequence[str]) -> dict[str, Any]:
    """Sends the lines of a file from Python, again and again, and reads the answers at the same time."""
    lines = [line for line in Path(file).read_bytes().splitlines(True) if line.strip()]
    lines[-1] = lines[-1].rstrip(b"\n") + b"\n"
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(lines[0])
        child.stdin.flush()
        answers = [child.stdout.readline()]
        first = time.perf_counter()

        def send() -> None:
            assert child.stdin is not None
            for at in range(1, count):
                child.stdin.write(lines[at % len(lines)])
            child.stdin.close()

        sender = threading.Thread(target=send)
        sender.start()
        answers += child.stdout
        sender.join()
    seconds = time.perf_counter() - first
    assert child.returncode == 0, child.returncode
    assert len(answers) == count, (len(answers), count)
    refused = sum("error" in json.loads(line) for line in answers)
    return {"start": first - began, "rate": (count - 1) / seconds, "answers": len(answers), "refused": refused}


def processor_seconds() -> float:
    """The CPU time of all children that have ended, with their children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def through_node(file: str, count: int, command: Sequence[str]) -> dict[str, Any] | None:
    """The same from node; None if there is no node."""
    node = shutil.which("node")
    if node is None:
        return None
    words = [node, str(NODE), file, str(count), *command]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return dict(json.loads(told))


if __name__ == "__main__":
    print(json.dumps(through_python(sys.argv[1], int(sys.argv[2]), sys.argv[3:])))
