"""The four places of a table and their occupants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A place: a person's, a bot's, or empty. Persistent: it follows from the lines."""

    member: str = ""
    """The person who sits here."""
    name: str = ""
    bot: str = ""
    """The level of the bot, if it is a bot's place."""
    free: bool = False
    """In a match: whether a new player may take it between deals."""
    stand_in: bool = False
    """Whether a bot decides for the absent person."""
    hinted: bool = False
    """Whether the person has hints on."""
    did: tuple[str, ...] = ()
    """The bot's actions meanwhile."""

    @property
    def taken(self) -> bool:
        """Whether the place is taken."""
        return bool(self.member or self.bot)

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot answers the next question."""
        return bool(self.bot) or self.stand_in


class Sign(NamedTuple):
    """When a member gave a sign of life. Transient: after a restart everybody has just given one."""

    last: int
    since: int
    """Present without interruption since then."""
    gone: int | None = None
    """Away since then."""
