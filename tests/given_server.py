"""`sikwu serve` whose deals are given: for tests that kill the server. Everybody may claim, bots claim nothing, and no bot stands in."""

from __future__ import annotations

from typing import Any

import sikwu.live.absence
import sikwu.live.playing
from app_scripts import LONG, give_claims
from sikwu.bots.bots import Bots
from sikwu.cli import main


def put(name: str, value: Any) -> None:
    """Replaces a part of the server."""
    owner = {"sikwu.live.playing.Wall": sikwu.live.playing, "sikwu.bots.bots.Bots.ask": Bots}[name]
    setattr(owner, name.rpartition(".")[2], value)


if __name__ == "__main__":
    give_claims(put)
    sikwu.live.absence.STAND_IN = LONG
    main()
