"""Payments and their reasons, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
