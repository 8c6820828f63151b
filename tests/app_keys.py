"""A user with only a keyboard: moves by Tab and checks the focus, for tests of the app in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patience import AT_A_SCREEN

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST = 90
"""The most Tabs before an element counts as unreachable."""
FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return 'nothing';
  const told = (each) => { const style = getComputedStyle(each); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; };
  const ringed = [at, ...(at.parentElement?.children ?? [])].some((each) => (each === at || getComputedStyle(at).opacity < 0.1) && told(each));
  const box = at.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.15, 0.3], [0.85, 0.3], [0.15, 0.7], [0.85, 0.7]].map(([x, y]) => [box.left + box.width * x, box.top + box.height * y]);
  const seen = points.some(([x, y]) => { const top = document.elementFromPoint(x, y); return top && (at.contains(top) || top.contains(at) || at.labels?.[0]?.contains(top) || at.parentElement.contains(top)); });
  const name = (at.getAttribute('aria-label') || at.textContent || at.tagName).trim().slice(0, 40);
  return ringed && seen ? '' : `${name}: ${ringed ? '' : 'no ring '}${seen ? '' : 'not seen'}`;
}"""


class Keys:
    """The keyboard of a page. Every focused element must be visible, and no key may lose the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def here(self, wanted: Locator) -> bool:
        """Whether the element has the focus."""
        return bool(wanted.evaluate_all("all => all.includes(document.activeElement)"))

    def to(self, wanted: Locator, key: str = "Tab") -> None:
        """Moves there; every element on the way must be visible with a focus ring."""
        wanted.first.wait_for()
        there = self.here(wanted)
        for _ in range(MOST):
            if there:
                return
            self.page.keyboard.press(key)
            there, fault = wanted.evaluate_all(f"all => [all.includes(document.activeElement), ({FOCUS})()]")
            self._seen(key, fault)
        raise AssertionError(f"out of reach by {key}: {wanted}")

    def step(self, key: str = "Tab") -> None:
        """Moves by one element, which must be visible with a focus ring."""
        self.page.keyboard.press(key)
        self._seen(key, self.page.evaluate(FOCUS))

    @staticmethod
    def _seen(key: str, fault: str) -> None:
        assert fault in ("", "nothing"), f"{key}: {fault}"  # nothing: the browser's own toolbar, once per round

    def press(self, *keys: str) -> None:
        """Presses a key; the focus must be on some element afterwards."""
        for key in keys:
            self.page.keyboard.press(key)
        self.until("document.activeElement && document.activeElement !== document.body")

    def until(self, what: str) -> None:
        """Waits for a property of the focused element; the page's content policy forbids evaluating strings in the
        browser.
        """
        for _ in range(AT_A_SCREEN // 50):
            if self.page.evaluate(what):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(
            f"{what}: the focus is on {self.page.evaluate('document.activeElement.outerHTML.slice(0, 120)')}"
        )

    def at_the_wheel(self) -> None:
        """Waits until the wheel has the focus."""
        self.until("document.activeElement?.getAttribute('role') === 'spinbutton'")

    def use(self, role: Any, name: Any, key: str = "Enter", within: Locator | None = None, exact: bool = True) -> None:
        """Moves to an element and presses it."""
        wanted = (within or self.page).get_by_role(
            role, name=name, **({"exact": exact} if isinstance(name, str) else {})
        )
        self.to(wanted)
        self.press(key)

    def write(self, wanted: Locator, words: str) -> None:
        """Moves to a field and replaces its text."""
        self.to(wanted)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(words)
