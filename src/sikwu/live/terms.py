"""The terms of a table about time and company, and all limits of a live table."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Pace = Literal["fast", "normal", "slow"]
WINDOWS: dict[Pace, int] = {"fast": 2_000, "normal": 3_000, "slow": 5_000}
"""The length of a window, in milliseconds, like all durations here."""
BOT_TURNS: dict[Pace, int] = {"fast": 800, "normal": 1_200, "slow": 2_000}
"""When a bot's own turn is played, however hard the question was; also a discard without alternative."""
SOLO = 600
"""A window at a table with one person who has nothing to decide; and a bot's own turn there."""
TURN, BANK = 15_000, 30_000
"""The clock of a seat's own turn, and its time bank for each deal."""
EXTRA, MOST_BANK = 30_000, 120_000
"""The time that the host adds to a bank at once, and the most that a bank holds."""
GRACE = 300
"""The extra time that the table waits for everybody, because messages take time."""
HOLD = 40
"""The delay between the moment at which a step was due and the moment at which its events are sent. Computing and storing
it takes less on a machine that is not overloaded.
"""
NONCES = 2_000
"""How long a table waits for nonces."""
REST = 15_000
"""The longest time between two deals before the next one begins without everybody being ready."""
SILENT, STAND_IN = 25_000, 30_000
"""The time without a sign of life after which a seat is away, and the further time after which a bot stands in."""
HOST_GONE = 300_000
"""The absence of the host after which the player who has been present longest becomes host."""
MINUTE = 60_000
PAUSE, PAUSES, HOUR = 300_000, 2, 3_600_000
"""The longest pause, and the most pauses an hour."""
REACTION_GAP = 3_000
BEAT, LATE = 1_000, 500
"""The longest interval between wake-ups while a clock runs; a later wake-up means that the process was suspended."""
MOST_WATCHERS, MOST_ASKING, MOST_LINES = 50, 12, 100_000
LONGEST_ID, LONGEST_NAME, LONGEST_TITLE = 64, 40, 80
AGREE = 3
"""The number of seats that together pause at once, or mark the fourth."""
MISSED = 200
"""The most events sent one by one after a reconnection; a client that missed more gets a snapshot."""
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
    """Whether windows close early when one person plays against bots and nobody watches."""
    watchers: bool = True
    hints: bool = True
    """Whether seats may have hints on."""
    teaching: bool = False
    """For learning: the host pauses at any time, and all persons together lay the hands open or take a step back."""
    levels: tuple[str, ...] = ("quick", "random")
    """The bots of this server, by name; the first one stands in for absent persons."""
    book: str = ""
    """The book that the table writes into, if any."""
    hurry: int = 1
    """A setting of the server for tests and measurements: the factor by which every wait except turn clocks and
    absence is shortened.
    """
    minutes: int = 0
    """The time after which the match ends with the deal that is being played then; 0: no limit."""
    most_lines: int = MOST_LINES
    """The number of lines after which a table ends after its deal."""

    @property
    def window(self) -> int:
        """The length of a window."""
        return WINDOWS[self.pace] // self.hurry

    @property
    def bot_turn(self) -> int:
        """When a bot's own turn is played."""
        return BOT_TURNS[self.pace] // self.hurry

    @property
    def solo_wait(self) -> int:
        """A window at a solo table whose person has nothing to decide, and a bot's turn there."""
        return SOLO // self.hurry

    @property
    def grace(self) -> int:
        """The extra time that the table waits."""
        return GRACE // self.hurry

    @property
    def hold(self) -> int:
        """When news of a step are sent, counted from the moment at which the step was due."""
        return HOLD // self.hurry

    @property
    def nonces(self) -> int:
        """How long it waits for nonces."""
        return NONCES // self.hurry

    @property
    def rest(self) -> int:
        """How long it waits between two deals."""
        return REST // self.hurry
