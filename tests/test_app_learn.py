"""The pages to learn from and About, in a real browser."""

from __future__ import annotations

from app_browser import Visit, axe


def test_opens(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("navigation").wait_for()
    axe(page)
