"""A bot that joins a live table: `python examples/table_bot.py http://localhost:8136 CODE [NAME]`.

CODE is the code of the table, or its link. The bot gives nonces, answers heartbeats and comes back after a lost connection by itself;
the code below only decides how it plays.
"""

import asyncio
import sys
from collections.abc import Sequence

from sikwu.client import Client
from sikwu.client.joining import invitation, join
from sikwu.client.playing import by, play
from sikwu.client.seat import TableSeat
from sikwu.play.actions import DISCARD, PASS, WIN, WIN_FLOWERS
from sikwu.play.view import View


class Careful:
    """Takes every win, claims nothing, and discards the tile of which it sees the most copies on the table."""

    name = "careful"

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """One of the legal actions."""
        for win in (WIN, WIN_FLOWERS):
            if win in legal:
                return win
        if PASS in legal:
            return PASS
        discards = [action for action in legal if DISCARD <= action < DISCARD + 34]
        thrown = [each.tile for each in view.river]
        return max(discards, key=lambda action: thrown.count(action - DISCARD)) if discards else legal[0]


async def main(url: str, code: str, name: str = "Careful") -> None:
    """Joins, plays until the match is over, and says how it ended."""
    client = Client(url)
    table, token = await join(client, name, invitation(code))
    async with TableSeat(client, table, token) as seat:
        await play(seat, by(Careful()))
        assert seat.board is not None
        print(*seat.board.ranking, sep=" > ")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
