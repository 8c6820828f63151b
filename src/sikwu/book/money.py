"""Money in the books: the pot as an account, and the rounding methods of the house rules."""

from __future__ import annotations

POT = ""
"""The pot of fines as an account: no player has an empty name."""
