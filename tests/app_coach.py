"""A first game in a real browser: somebody who reads every card, and plays what the arrow says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app_browser import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LEARNS = """([stop, claims]) => {
  const all = (what) => [...document.querySelectorAll(what)];
  window.cards ??= [];
  window.learning = setInterval(() => {
    const card = document.querySelector('.coach article');
    if (card?.classList.contains('done')) return clearInterval(window.learning);
    if (card) {
      const title = card.querySelector('h2').textContent;
      if (window.cards.at(-1)?.[0] !== title) window.cards.push([title, card.querySelector('p').textContent]);
      if (stop && title.startsWith(stop)) return clearInterval(window.learning);
      return card.querySelector('button').click();
    }
    const keys = all('.box.bar button.key');
    const is = (key, ...words) => words.some((word) => key.classList.contains(word));
    const wanted = keys.find((key) => is(key, 'win'))
      ?? keys.find((key) => claims && is(key, 'pung', 'chow'))
      ?? keys.find((key) => is(key, 'pass'));
    if (wanted) return wanted.getAttribute('aria-pressed') === 'true' ? null : wanted.click();
    const tiles = all('.box.own button:not([aria-disabled])');
    const pointed = document.querySelector('.box.own .best')?.closest('button');
    const stage = !tiles.length ? 'none' : pointed ? 'arrow' : 'turn';
    if (window.stage !== stage) [window.stage, window.since] = [stage, performance.now()];
    if (stage === 'none' || performance.now() - window.since < (pointed ? 300 : 5000)) return null;
    const arrow = pointed ?? tiles.at(-1);
    if (arrow.ariaDisabled === 'true') return null;
    const lifted = arrow.getAttribute('aria-pressed') === 'false';
    arrow.click();
    if (lifted) arrow.click();
  }, 20);
}"""
"""Reads each card and presses its key, wins, passes or claims, and throws what the arrow points at; waits for the arrow and for what
is said of it, as people do. Stops at a card with this title, and when all is learnt.
"""
STOPPED = "() => { clearInterval(window.learning); }"


def first_game(visit: Visit, *args: Any, **options: Any) -> Page:
    """From the lobby to the first card."""
    page = visit("/play", *args, **options)
    page.locator("a[href='/learn/first']").first.click()
    card(page).wait_for()
    return page


def card(page: Page) -> Locator:
    """What the coach says."""
    return page.locator(".coach article")


def title(page: Page) -> str:
    """The title of the card."""
    return card(page).get_by_role("heading").inner_text()


def learns(page: Page, stop: str = "", *, claims: bool = False) -> None:
    """Reads and plays from now on."""
    page.evaluate(STOPPED)
    page.evaluate(LEARNS, [stop, claims])


def read(page: Page) -> dict[str, str]:
    """The cards that were read, by title, in order."""
    return dict(page.evaluate("window.cards"))
