"""Books of a table, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
