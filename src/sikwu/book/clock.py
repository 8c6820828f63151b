"""Converts the UTC time of an entry to the local time of the people at the table."""

from __future__ import annotations

from datetime import datetime


def local(at: str) -> str:
    """A time of the log as local time, to the minute; a text that is no time is returned unchanged.

    >>> local("2024-01-05T20:00:00Z") == datetime.fromisoformat("2024-01-05T20:00:00Z").astimezone().strftime("%Y-%m-%d %H:%M")
    True
    >>> local("")
    ''
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return at[:16].replace("T", " ")
