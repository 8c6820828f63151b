"""`sikwu answer` as a child process: answers each line at once, thousands together, from node and from Python."""

from __future__ import annotations

import io
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sikwu.cases import MOST_BYTES
from sikwu.cli.score.answer import answers, lines

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import pipe  # noqa: E402
from data import case_lines  # noqa: E402

COMMAND = [sys.executable, "-m", "sikwu", "answer"]


class Pieces:
    """Bytes that come in pieces, as from a pipe; it notes when it was waited for."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)

    def read1(self, size: int, /) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


@pytest.mark.parametrize("size", [1, 2, 7, 64])
def test_lines_are_the_same_however_they_come(size: int) -> None:
    text = b"one\n\ntwo\r\nthree and more\nfour"
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert list(lines(Pieces(*pieces))) == list(lines(io.BytesIO(text))) == text.split(b"\n")


def test_of_a_line_that_is_too_long_only_the_start_is_held() -> None:
    block = b"x" * 65536

    def endless() -> Iterator[bytes]:
        yield b"first\n"
        for _ in range(3 * MOST_BYTES // len(block)):
            yield block
        yield b"end\nlast\n"

    held = list(lines(Pieces(*endless())))
    assert [len(line) for line in held] == [5, MOST_BYTES + 1, 4]
    told = list(answers(held[1:2]))
    assert b"case.too_long" in told[0]


def test_what_came_together_is_sent_together_before_more_is_waited_for() -> None:
    happened: list[object] = []
    source = Pieces(b"a\nb\nc", b"\nd\n")
    for line in lines(source, before_waiting=lambda: happened.append("sent")):
        happened.append(line)  # noqa: PERF402 - both write down, in the order in which things happen
    assert happened == ["sent", b"a", b"b", "sent", b"c", b"d", "sent"]


def test_who_types_a_line_gets_its_answer_at_once() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for id in range(3):  # each answer is waited for before the next line is written
            child.stdin.write(json.dumps({"id": id, "kind": "false_win", "seat": "E"}).encode() + b"\n")
            child.stdin.flush()
            assert select.select([child.stdout], [], [], 30)[0], "no answer although a whole line was sent"
            assert json.loads(os.read(child.stdout.fileno(), 65536))["id"] == id
        child.stdin.write(b'{"id": 3, "kind": "false_win", "seat": "S"}')  # no line end: answered when the input ends
        child.stdin.close()
        assert json.loads(child.stdout.read())["id"] == 3
    assert child.returncode == 0


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pipe") / "cases.jsonl"
    made.write_bytes(b"\n".join(case_lines(count=500)[1]) + b"\n")
    return made


def test_thousands_from_python(file: Path) -> None:
    told = pipe.through_python(str(file), 2000, COMMAND)
    assert told["answers"] == 2000
    assert told["rate"] > 0


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_thousands_from_node_are_the_same_answers(file: Path) -> None:
    told = pipe.through_node(str(file), 2000, COMMAND)
    assert told is not None
    assert told["answers"] == 2000
    assert told["refused"] == pipe.through_python(str(file), 2000, COMMAND)["refused"]
