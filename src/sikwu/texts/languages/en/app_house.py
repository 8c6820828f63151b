"""What the app says on the house rules, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {}
