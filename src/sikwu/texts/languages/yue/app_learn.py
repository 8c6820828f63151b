"""What the app says on the pages to learn from, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {}
