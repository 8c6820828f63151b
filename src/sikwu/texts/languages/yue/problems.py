"""What can be wrong with text, tiles and wins, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
