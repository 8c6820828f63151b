"""The four places of a table and who is at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A place: a person's, a bot's, or empty. Lasting: it follows from the lines."""

    member: str = ""
    """The person who sits here."""
    name: str = ""
    bot: str = ""
    """The level of the bot whose place it is."""
    free: bool = False
    """In a match: a newcomer may take it between deals."""
    stand_in: bool = False
    """A bot decides for the absent person."""
    did: tuple[str, ...] = ()
    """What it chose meanwhile."""

    @property
    def taken(self) -> bool:
        """Does anybody sit here?"""
        return bool(self.member or self.bot)

    @property
    def played_by_bot(self) -> bool:
        """Who answers the next question?"""
        return bool(self.bot) or self.stand_in


class Sign(NamedTuple):
    """When a member was heard of. Fleeting: after a restart everybody has just been heard of."""

    last: int
    since: int
    """Present without a gap since then."""
    gone: int | None = None
    """Away since then."""
