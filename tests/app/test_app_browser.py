"""Tests of the browser fixtures: they notice errors, requests to other hosts and axe findings."""

from __future__ import annotations

import pytest

from app_browser import NAME, Visit, axe, watch


def test_errors_and_other_hosts_are_seen(visit: Visit, site: str) -> None:
    page = visit("/about", allowed=("on purpose", "Content Security Policy", "ERR_"))
    seen = watch(page, site)
    page.evaluate("console.error('on purpose')")
    with pytest.raises(AssertionError, match="on purpose"):
        seen.check()
    seen.errors.clear()
    page.context.route(f"http://{NAME}/**", lambda route: route.fulfill(body="x"))
    other = page.context.new_page()
    seen = watch(other, site)
    other.goto(f"http://{NAME}/")
    with pytest.raises(AssertionError, match=NAME):
        seen.check()


def test_axe_is_asked(visit: Visit) -> None:
    page = visit("/about")
    page.get_by_role("heading").first.wait_for()
    axe(page)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        axe(page)
