"""Money in the books: the pot as an account, and the rounding methods of the house rules."""

from __future__ import annotations

from sikwu.money.side import POT as POT
