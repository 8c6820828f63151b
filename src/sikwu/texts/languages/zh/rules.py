"""What is said of rules, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
}
