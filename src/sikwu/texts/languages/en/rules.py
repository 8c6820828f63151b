"""What is said of rules, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
