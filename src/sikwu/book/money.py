"""Money in the books: the pot as an account."""

from __future__ import annotations

POT = ""
"""The pot of fines as an account: no player has an empty name."""
