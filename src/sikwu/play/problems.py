"""The error class of play."""

from __future__ import annotations

from sikwu.texts import SikwuError


class PlayError(SikwuError):
    """Something that cannot be done in a deal or a game, or a wall or record that cannot be used."""
