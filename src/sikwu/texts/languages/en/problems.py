"""What can be wrong with text, tiles and wins, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
