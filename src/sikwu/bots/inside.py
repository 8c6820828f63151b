"""The program in a child process: `python -m sikwu.bots.inside module:Class BYTES` makes a foreign class under limits and answers.

The limits keep a faulty class from delaying a server. They are not a sandbox: an operator who lets a class play must
trust its author.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import BinaryIO

from sikwu.bots.pipe import LONGEST_TOLD, PlayerQuestion, PlayerReply, line_of, read_question
from sikwu.players.abilities import Abilities, One
from sikwu.players.chance import Chance
from sikwu.players.protocol import no_player, player

_NICE = 10
_FILES = 64
_PR_SET_PDEATHSIG = 1


def limited(memory: int) -> None:
    """Limits memory and files, lowers the priority, and ends with the parent; as far as the system supports it."""
    os.nice(_NICE)
    try:
        import resource
    except ImportError:  # a system without such limits: only time is limited
        return
    for what, most in (("AS", memory), ("CORE", 0), ("FSIZE", 0), ("NOFILE", _FILES)):
        resource.setrlimit(getattr(resource, f"RLIMIT_{what}"), (most, most))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Moves questions and answers to separate descriptors, so that printing and reading in the class go nowhere."""
    asks, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    return os.fdopen(asks, "rb"), os.fdopen(answers, "wb", buffering=0)


def made(name: str) -> One:
    """The function that answers one question; raises an error if the class only answers rows, which a live table does
    not have.
    """
    one = Abilities.of(player(name)).one
    if one is None:
        raise no_player(name)
    return one


def answered(one: One, asked: PlayerQuestion) -> PlayerReply:
    """One answer, or why there is none."""
    try:
        action = one(asked.view, asked.legal, Chance.of(asked.chance, 0, 0, 0))
    except MemoryError:
        return PlayerReply(asked.number, why="memory")
    except Exception as error:
        return PlayerReply(asked.number, why="raised", told=_told(error))
    if isinstance(action, bool) or not isinstance(action, int) or action not in asked.legal:
        return PlayerReply(asked.number, why="illegal", told=f"{action!r}"[:LONGEST_TOLD])
    return PlayerReply(asked.number, int(action))


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_TOLD]


def main(name: str, memory: int) -> None:
    """Answers until the parent has ended."""
    asks, answers = own_pipes()
    limited(memory)
    try:
        one = made(name)
    except MemoryError:
        answers.write(line_of(PlayerReply(0, why="memory")))
        return
    except Exception as error:
        answers.write(line_of(PlayerReply(0, why="raised", told=_told(error))))
        return
    answers.write(line_of(PlayerReply(0)))
    while (asked := read_question(asks)) is not None:
        answers.write(line_of(answered(one, asked)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
