"""What the app says on the house rules, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {}
