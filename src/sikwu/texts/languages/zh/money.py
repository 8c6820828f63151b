"""Payments and their reasons, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
