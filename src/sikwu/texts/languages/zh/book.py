"""Books of a table, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
