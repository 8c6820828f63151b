"""What the app says on the house rules, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {}
