"""Every control of every place can be seen and tapped: at every size, in every language.

The test visits all places of the app; at each one, a script in the browser examines every control. A control must be
within the page's width, be at least 24 × 24 pixels, and receive a tap at its middle and near its ends, without
another element covering it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from app_browser import Visit
from app_records import put, record_text
from sikwu.texts import say
from sikwu.texts.tables import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = (
    (320, 568),
    (360, 640),
    (375, 667),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
)
SAMPLE = (
    ((320, 568), "en"),
    ((360, 640), "yue"),
    ((375, 667), "en"),
    ((390, 844), "zh"),
    ((844, 390), "en"),
    ((820, 1180), "yue"),
    ((1280, 800), "en"),
)
"""One language per size, English for the smallest; `make long` tests all of them."""
EVERY = [(size, lang) for size in SIZES for lang in LANGUAGES] if os.environ.get("SIKWU_LONG") else [*SAMPLE]

LOOK = """async () => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=radio], [role=switch], [role=tab], [role=spinbutton]';
  const LEAST = 24;
  // Fourteen or seventeen tiles stand in one row whatever its width: a tile is as wide as the row lets it be.
  const inRow = (each) => each.matches('[aria-label] li > .on, .win > .on');
  const wrong = [];
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const name = (each) => `${each.tagName.toLowerCase()} «${(each.ariaLabel || each.innerText || each.name || each.getAttribute('class') || '').trim().slice(0, 40).replaceAll('\\n', ' ')}»`;
  const meant = (each) => each.checkVisibility({ contentVisibilityAuto: true }) && !each.closest('[inert], [aria-hidden=true], .unseen, .skip, [popover]') && each.getClientRects().length;
  // What has its place on the page and cannot be seen there is hidden by a mistake: what is not to be there is taken out.
  const hidden = (each) => !each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.matches('input[type=checkbox], input[type=radio], input[type=file]');
  // Words inside a sentence that lead somewhere are as high as the sentence.
  const inText = (each) => each.matches('a') && getComputedStyle(each).display === 'inline' && each.parentElement.innerText.trim().length > each.innerText.trim().length;
  const answers = (each, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (each.contains(hit) || hit.contains(each) && hit.matches('label') || hit.closest('label')?.control === each) ? null : hit;
  };
  await Promise.allSettled(document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < 2000).map((each) => each.finished));
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) wrong.push(`the page scrolls sideways: ${page.scrollWidth} of ${innerWidth}`);
  // The rows that a hand is built with show all they have: nobody looks for a key behind an edge.
  for (const row of document.querySelectorAll('.score :is(.ways, .tools, .acts)')) if (row.scrollWidth > row.clientWidth + 1) wrong.push(`cut: ${name(row)} ${row.scrollWidth} of ${row.clientWidth}`);
  for (const each of [...top.querySelectorAll(CONTROLS)].filter(meant)) {
    if (hidden(each)) wrong.push(`hidden: ${name(each)}`);
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    each.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    // A tick is tapped by its whole line.
    const target = each.matches('input[type=checkbox], input[type=radio]') ? (each.closest('label') ?? each) : each;
    const box = inText(each) ? each.getClientRects()[0] : target.getBoundingClientRect();
    const at = `${name(each)} at ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}×${Math.round(box.height)}`;
    if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`outside: ${at}`);
    if (!inText(each) && ((box.width < LEAST && !inRow(each)) || box.height < LEAST)) wrong.push(`too small: ${at}`);
    const y = box.top + box.height / 2;
    for (const part of [0.5, 0.15, 0.85]) {
      const hit = answers(each, box.left + box.width * part, y);
      if (hit === null) continue;
      wrong.push(`covered by ${hit ? name(hit) : 'nothing that is on the screen'}: ${at}`);
      break;
    }
  }
  page.scrollTop = 0;
  return wrong;
}"""
"""The faults of the controls on the page, or on the sheet above it."""

GO = """(to) => {
  const link = document.createElement('a');
  link.href = to;
  document.body.append(link);
  link.click();
  link.remove();
}"""
READY, WON = "1s-h22678m55z-p666zE-p777zN-SE-f26", "1s-h22678m55z-p666zE-p777zN-w5zx-SE-f26"
PLAYERS = ("Bartholomew", "Karen", "肥仔", "Christopher")


class Walk:
    """A page on its way through the app, in one language."""

    def __init__(self, page: Page, lang: str, size: tuple[int, int]) -> None:
        self.page, self.lang = page, lang
        self.desk = size[0] >= 960
        self.folds = not (self.desk or (size[0] >= 700 and size[1] >= 700))

    def say(self, code: str, **facts: object) -> str:
        return say(code, **facts)(self.lang)  # type: ignore[arg-type]

    def go(self, path: str, shown: str) -> None:
        self.page.evaluate(GO, path)
        self.page.locator(shown).first.wait_for()

    def tap(self, code: str) -> None:
        self.page.get_by_role("button", name=self.say(code), exact=True).first.click()

    def close(self) -> None:
        self.page.locator("dialog[open]").get_by_role("button", name=self.say("app.close")).first.click()
        self.page.locator("dialog[open]").wait_for(state="detached")

    def score(self) -> Iterator[str]:
        page = self.page
        page.get_by_text(self.say("app.empty")).wait_for()
        yield "Score, empty"
        self.go(f"/#{READY}", f"main :text-is('{self.say('app.ready')}')")
        yield "Score, ready"
        page.locator("section .meld").first.click()
        yield "Score, a meld tapped"
        page.locator("section .meld").first.click()
        self.go(f"/#{WON}", "main [role=img].figure")
        yield "Score, a win"
        if self.folds:
            self.tap("app.edit")
            yield "Score, the keys of a win"
        if not self.desk:
            self.tap("app.at")
            yield "Score, circumstances"
            self.close()
            page.locator("button.where").click()
            yield "Score, seats"
            self.close()
        self.tap("app.menu")
        yield "Score, menu"
        page.get_by_role("button", name=self.say("app.history")).click()
        yield "Score, earlier hands"
        self.close()
        self.go("/settings", "main [role=switch]")  # what only the new page has: the old one stands until that is there
        yield "Settings"
        self.go("/", "main [role=img].figure")
        self.tap("app.share")
        page.locator("dialog[open] input").wait_for()
        yield "Score, share"
        self.close()
        self.go("/compare", "main table")
        yield "Compare"

    def rest(self) -> Iterator[str]:
        page = self.page
        self.go("/house", ".house-foot")
        page.locator("main [role=switch], main .stepper").first.wait_for()
        yield "House"
        page.get_by_role("searchbox").first.fill("詐胡")
        page.locator(".answers .chip").first.wait_for()
        yield "House, a word looked for"
        self.go("/learn", ".learn .list a")
        yield "Learn"
        page.get_by_role("searchbox").first.fill("半銃")
        page.locator(".answers .chip").first.wait_for()
        yield "Learn, a word looked for"
        for lesson in ("play", "tiles", "fan", "words"):
            self.go(f"/learn/{lesson}", f"main nav [aria-current][href='/learn/{lesson}']")
            yield f"Learn, {lesson}"
        self.go("/learn/big_three_dragons", "main h2")
        yield "Learn, a pattern"
        self.go("/learn/quiz", "main .primary")
        yield "Learn, quiz"
        self.go("/learn/away", f"h1:text-is('{self.say('app.learn.drill')}')")
        page.locator("main button").first.wait_for()
        yield "Learn, drill"
        self.go("/about", "main pre")
        yield "About"
        self.go("/play", f"main h2:text-is('{self.say('app.place.play')}')")
        yield "Play"

    def records(self) -> Iterator[str]:
        self.go("/records", f"main :text-is('{self.say('app.replay.choose')}')")
        yield "Records"
        put(self.page, record_text("hk-standard"))
        self.page.get_by_role("slider").wait_for()
        # Not by a key: somebody at the keyboard is shown the way to the content on the next screen.
        self.page.get_by_role("slider").evaluate(
            "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
        )
        yield "Records, the end of a deal"
        self.page.evaluate("() => { location.hash = '1.40'; }")
        self.page.wait_for_function("() => document.querySelector('input[type=range]').value === '40'")
        yield "Records, a step"
        if not self.desk:
            self.tap("app.menu")
            yield "Records, the menu"
            self.page.locator("dialog[open] select").first.select_option(index=2)
            self.close()
            yield "Records, one seat's table"

    def books(self) -> Iterator[str]:
        page = self.page
        self.go("/books", "main a[href='/books/new'], main a[href='/join']")
        yield "Books"
        self.go("/join", "main input")
        yield "Books, join"
        self.go("/books/new", "main .make")
        yield "Books, new"
        page.get_by_label(self.say("app.books.new.name")).fill("星期五")
        for each, name in zip(page.locator("main ol input").all(), PLAYERS, strict=True):
            each.fill(name)
        page.locator("main .make").click()
        page.locator(".seat").first.wait_for()
        yield "Books, table"
        page.locator(".seat").nth(0).click()
        page.locator(".seat").nth(1).click()
        page.get_by_role("spinbutton").first.wait_for()
        yield "Books, an entry"
        write = page.get_by_role("button", name=self.say("app.books.write"), exact=True)
        write.and_(page.locator(":not([aria-disabled])")).click()
        page.get_by_role("spinbutton").wait_for(state="detached")
        book = page.evaluate("location.pathname")
        for side, shown in (("log", "section.card li button"), ("settle", "main .ways button"), ("chart", "main svg")):
            self.go(f"{book}/{side}", shown)
            yield f"Books, {side}"
        self.go(f"{book}/log", "section.card li button")
        page.locator("section.card li.entry button").first.click()
        page.locator("dialog[open] .ways").wait_for()
        yield "Books, an entry of the log"
        self.close()


@pytest.mark.parametrize(
    ("size", "lang"), EVERY, ids=lambda each: each if isinstance(each, str) else "x".join(map(str, each))
)
def test_every_control_can_be_seen_and_tapped(visit: Visit, size: tuple[int, int], lang: str) -> None:
    page = visit("/", "desk" if size[0] >= 960 else "phone", lang)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    walk = Walk(page, lang, size)
    wrong: list[str] = []
    places: list[Callable[[], Iterator[str]]] = [walk.score, walk.rest, walk.records, walk.books]
    for through in places:
        for place in through():
            wrong += [f"{place}: {each}" for each in page.evaluate(LOOK)]
    assert not wrong, f"{size[0]} × {size[1]}, {lang}:\n" + "\n".join(wrong)


def test_the_look_finds_what_is_hidden_cut_or_small(visit: Visit) -> None:
    page = visit("/", "phone")
    page.get_by_text(say("app.empty")("yue")).wait_for()
    assert page.evaluate(LOOK) == []
    faults = {
        "covered": "Object.assign(document.body.appendChild(document.createElement('p')).style, { position: 'fixed', inset: '60% 0 30% 60%', zIndex: 99, background: 'red' })",
        "outside": "Object.assign(document.querySelector('.where').style, { position: 'fixed', left: '370px' })",
        "too small": "Object.assign(document.querySelector('nav a.place').style, { position: 'fixed', top: '0', width: '20px', height: '20px' })",
        "hidden": "document.querySelector('nav a.place').style.opacity = '0'",
        "hidden: a": "document.querySelector('nav a.place').style.visibility = 'hidden'",
        # A row that clips its content, as Share once did on every desktop.
        "covered by": "Object.assign(document.querySelector('.ways, .tools').style, { overflow: 'hidden', width: '60px' })",
        "sideways": "Object.assign(document.body.appendChild(document.createElement('p')).style, { width: '500px', height: '1px' })",
    }
    for name, plant in faults.items():
        page.reload()
        page.get_by_text(say("app.empty")("yue")).wait_for()
        page.evaluate(f"() => {{ {plant}; }}")
        assert any(name in each for each in page.evaluate(LOOK)), name
