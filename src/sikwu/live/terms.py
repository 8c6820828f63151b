"""What a table has agreed about time and company, and every limit of a live table in one place."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Pace = Literal["fast", "normal", "slow"]
WINDOWS: dict[Pace, int] = {"fast": 2_000, "normal": 3_000, "slow": 5_000}
"""How long a window stands, in milliseconds, as all durations here."""
BOT_TURNS: dict[Pace, int] = {"fast": 800, "normal": 1_200, "slow": 2_000}
"""When a bot's own turn is played, however hard the question was; a discard without alternative too."""
SOLO = 600
"""A window at a table with one person, where that person has nothing to decide; a bot's own turn there."""
TURN, BANK = 15_000, 30_000
"""The clock of an own turn, and the time bank of a seat for each deal."""
EXTRA, MOST_BANK = 30_000, 120_000
"""What the host adds to a bank at once, and what a bank holds at most."""
GRACE = 300
"""The table waits so much longer than it says, for everybody, since messages travel."""
NONCES = 2_000
"""How long a table waits for nonces."""
REST = 15_000
"""Between two deals, until the next one begins without everybody being ready."""
SILENT, STAND_IN = 25_000, 30_000
"""Without a sign of life a seat is away; so much later a bot stands in."""
HOST_GONE = 300_000
"""When the host has been gone so long, the player who has been present longest becomes host."""
PAUSE, PAUSES, HOUR = 300_000, 2, 3_600_000
"""A pause lasts so long at most; so many an hour."""
REACTION_GAP = 3_000
BEAT, LATE = 1_000, 500
"""While a clock runs the table wants to be woken at least this often; woken later than this, its process was suspended."""
MOST_WATCHERS, MOST_ASKING, MOST_LINES = 50, 12, 100_000
LONGEST_ID, LONGEST_NAME, LONGEST_TITLE = 64, 40, 80
AGREE = 3
"""So many seats together pause at once, or mark the fourth."""
MISSED = 200
"""Events that are told one by one to somebody who comes back; whoever missed more gets a snapshot."""
REACTIONS = ("thanks", "well_played", "hurry", "one_moment", "good_luck", "sorry", "good_game")
"""唔該, 好嘢, 快啲啦, 等陣, 好運, 唔好意思, 打得好: the words are the client's."""


class LiveTerms(Struct, frozen=True):
    """What the table agreed when it was opened; `pace` may be changed between deals.

    >>> LiveTerms().window, LiveTerms(pace="fast").bot_turn
    (3000, 800)
    """

    title: str = ""
    pace: Pace = "normal"
    solo: bool = False
    """Windows close early where one person plays against bots and nobody watches."""
    watchers: bool = True
    levels: tuple[str, ...] = ("quick", "random")
    """Bots that this server has, by name; the first one stands in for whoever is absent."""
    book: str = ""
    """The book that the table writes into, if any."""

    @property
    def window(self) -> int:
        """How long a window stands."""
        return WINDOWS[self.pace]

    @property
    def bot_turn(self) -> int:
        """When a bot's own turn is played."""
        return BOT_TURNS[self.pace]
