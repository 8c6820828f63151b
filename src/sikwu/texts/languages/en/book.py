"""Books of a table, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
