"""The data needed to come back to a table: its address, the token of the seat, and acts that wait for their reply."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from sikwu.cli.shared.places import data_folder, made_ready
from sikwu.live.reconnect import WaitingAct
from sikwu.texts import SikwuError


class NoSeat(SikwuError):
    """There is no table to come back to."""


class KeptSeat(Struct, frozen=True):
    """A seat at a table."""

    url: str
    table: str
    token: str
    name: str
    waiting: tuple[WaitingAct, ...] = ()


def kept_file() -> Path:
    """The file; only its owner may read it."""
    return data_folder() / "table.json"


def keep(seat: KeptSeat) -> None:
    """Stores the present seat."""
    file = kept_file()
    made_ready(file)
    new = file.with_suffix(".new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(msgspec.json.encode(seat))
    new.replace(file)


def kept() -> KeptSeat:
    """The last stored seat."""
    try:
        return msgspec.json.decode(kept_file().read_bytes(), type=KeptSeat)
    except (OSError, msgspec.DecodeError):
        raise NoSeat.of("live.no_seat") from None


def forget() -> None:
    """Deletes it: the seat was given up, or the match is over."""
    kept_file().unlink(missing_ok=True)
