"""What can be wrong with text, tiles and wins, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
