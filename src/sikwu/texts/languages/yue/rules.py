"""What is said of rules, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
