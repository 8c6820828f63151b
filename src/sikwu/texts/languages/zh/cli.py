"""The command line, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {}
