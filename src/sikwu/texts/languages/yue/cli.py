"""The command line, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {}
