"""The command line, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {}
