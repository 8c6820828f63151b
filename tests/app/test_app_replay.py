"""Records in a real browser: opened from a file, gone through step by step, as one seat saw them; what a deal paid; walls checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import NAME, Visit, axe, comes, looks
from app_records import PLAYERS, put, record_lines, record_text
from sikwu.live.board import Board, after, blank
from sikwu.play.lines import DealLine, DecisionLine, Line, ProofLine, ResultLine, WinLine
from sikwu.play.replay import rules_of_record
from sikwu.play.view import seen_lines
from sikwu.texts import say
from sikwu.texts.render import render

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

RULES = "hk-standard"


def deal_of(number: int, rules: str = RULES) -> list[Line]:
    """The steps of a deal: all its lines but decisions and the proof."""
    lines = record_lines(rules)
    starts = [at for at, line in enumerate(lines) if isinstance(line, DealLine)] + [len(lines)]
    return [
        line
        for line in lines[starts[number - 1] : starts[number]]
        if not isinstance(line, DecisionLine | ProofLine) and line.type not in ("cut", "end_game")
    ]


def board_of(number: int, step: int, name: str | None, rules: str = RULES) -> Board:
    """What a viewer has seen after a step of a deal, by the library."""
    lines = record_lines(rules)
    last = deal_of(number, rules)[step - 1]
    board = blank(rules_of_record(lines))
    for line, seen in zip(lines, seen_lines(lines, name, rules_of_record(lines).terms.kongs.hidden), strict=True):
        if seen is not None and not isinstance(seen, DecisionLine):
            board = after(board, seen)
        if line is last:
            return board
    raise AssertionError(step)


def opened(visit: Visit, *args: Any, rules: str = RULES, **options: Any) -> Page:
    page = visit("/records", *args, **options)
    put(page, record_text(rules, chain=True))
    slider(page).wait_for()
    return page


def slider(page: Page) -> Locator:
    return page.get_by_role("slider")


def at(page: Page, place: str) -> None:
    """Goes to a step by its link, and waits until it is there."""
    page.evaluate("(to) => { location.hash = to; }", place)
    page.wait_for_function("(n) => document.querySelector('input[type=range]').value === n", arg=place.split(".")[1])


def tiles(row: Locator) -> list[str]:
    """The accessible names of the tiles of a list."""
    return row.get_by_role("img").evaluate_all("(all) => all.map((each) => each.ariaLabel)")


def names(codes: Any, lang: str = "yue") -> list[str]:
    return [render(say("app.tile.name", tile=code), lang) for code in codes]


def as_seen_by(page: Page, who: str) -> None:
    """Switches to the view of a player, through the menu if there is one."""
    menu = page.get_by_role("button", name="選單").or_(page.get_by_role("button", name="目錄"))
    if menu.count():
        menu.click()
    page.get_by_label("邊個睇到嘅").select_option(label=who)
    if menu.count():
        page.keyboard.press("Escape")


# --- a file


def test_a_file_is_opened_and_each_step_is_what_the_library_says(visit: Visit) -> None:
    page = opened(visit)
    steps = deal_of(1)
    assert slider(page).get_attribute("max") == str(len(steps))
    for step in (1, 5, len(steps) // 2, len(steps) - 2):
        at(page, f"1.{step}")
        for name in PLAYERS:
            board = board_of(1, step, name)
            hand = page.get_by_role("list", name=re.compile(f"^{re.escape(name)} 手牌"))
            comes(hand.get_by_role("img"), len(board.hand))
            assert tiles(hand) == names(board.hand)


def test_rivers_melds_and_hidden_hands_as_one_seat_saw_them(visit: Visit) -> None:
    page = opened(visit)
    step = len(deal_of(1)) - 3
    at(page, f"1.{step}")
    as_seen_by(page, "7")
    board = board_of(1, step, "7")
    for seat in board.seats:
        if seat.river:
            river = page.get_by_role("list", name=f"{seat.player} 打咗嘅牌")
            comes(river.get_by_role("img"), len(seat.river))
            assert tiles(river) == names(seat.river)
        if seat.player != "7":
            page.get_by_role("img", name=f"{seat.player} 手上 {seat.tiles} 隻").wait_for()
    own = page.get_by_role("list", name=re.compile("^7 手牌"))
    assert sorted(tiles(own)) == sorted(names(board.hand))
    assert page.get_by_role("list", name=re.compile("^(阿明|E|Dan) 手牌")).count() == 0


def test_keys_and_buttons_go_through_a_deal(visit: Visit) -> None:
    page = opened(visit)
    steps = deal_of(1)
    value = lambda: int(slider(page).input_value())  # noqa: E731
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    assert value() == 2
    page.get_by_role("button", name="下一步").click()
    assert value() == 3
    page.get_by_role("button", name="上一步").click()
    page.keyboard.press("End")
    assert value() == len(steps)
    page.keyboard.press("Home")
    assert value() == 1
    page.get_by_role("button", name="下一巡").click()
    assert steps[value() - 1].type in ("tsumo", "chi", "pon", "daiminkan")
    page.wait_for_function("() => /^#1\\.\\d+$/.test(location.hash)")
    page.get_by_role("button", name="去到尾").click()
    page.get_by_role("button", name="由頭開始").click()
    page.get_by_role("button", name="自動播").click()
    page.wait_for_function("() => Number(document.querySelector('input[type=range]').value) >= 3")
    page.get_by_role("button", name="停").click()


def test_what_a_seat_could_do_and_chose_stands_at_its_step(visit: Visit) -> None:
    lines = record_lines(RULES)
    place = next(n for n, line in enumerate(lines) if isinstance(line, DecisionLine) and line.at == "discard")
    decision = lines[place]
    assert isinstance(decision, DecisionLine)
    deal = deal_of(1)
    step = next(n for n in range(place, 0, -1) if not isinstance(lines[n], DecisionLine))
    page = opened(visit)
    at(page, f"1.{deal.index(lines[step]) + 1}")
    start = deal[0]
    assert isinstance(start, DealLine)
    who = start.seats["ESWN".index(decision.seat)]
    could = page.get_by_role("region", name=f"{who} 可以")
    could.wait_for()
    comes(could.get_by_role("listitem"), len([each for each in decision.legal if each != "pass"]))


def test_the_end_of_a_deal_is_what_the_record_says(visit: Visit) -> None:
    page = opened(visit)
    wins = [line for line in deal_of(1) if isinstance(line, WinLine)]
    result = next(line for line in deal_of(1) if isinstance(line, ResultLine))
    assert wins, "another seed: this deal has no winner"
    page.get_by_role("button", name="去到尾").click()
    page.get_by_role("img", name=f"{wins[0].answer.capped} 番", exact=True).wait_for()
    table = page.get_by_role("table")
    comes(table.get_by_role("row"), 5)
    for seat in "ESWN":
        paid = getattr(result.payments, seat)
        shown = str(abs(paid)) if paid == 0 else f"{'+' if paid > 0 else '−'}{abs(paid)}"
        assert shown in table.get_by_role("row").nth("ESWN".index(seat) + 1).inner_text()
    # Explained as Score does it: the counted patterns with their fan.
    comes(page.get_by_role("main").get_by_role("button", name=re.compile("^[0-9]+ ")), len(wins[0].answer.patterns))


def test_a_link_to_a_step_and_the_file_again(visit: Visit) -> None:
    page = opened(visit)
    at(page, "2.9")
    page.wait_for_function("() => location.hash === '#2.9'")
    page.get_by_role("heading", name=re.compile("第 2 鋪")).wait_for()
    with page.expect_download() as waited:
        page.get_by_role("button", name="選單").or_(page.get_by_role("button", name="目錄")).click()
        page.get_by_role("button", name="下載牌譜").click()
    assert waited.value.path().read_text("utf-8") == record_text(RULES, chain=True)


def test_a_record_that_is_not_here_says_so(visit: Visit) -> None:
    page = visit("/records/file-000000000000")
    page.get_by_role("alert").get_by_text("要再揀一次個檔").wait_for()
    page.get_by_role("link", name="開一份牌譜").click()
    page.get_by_role("button", name="揀檔案").wait_for()


def test_one_view_alone_is_shown_as_that_view(visit: Visit) -> None:
    """A record of one player's view: no other hand, no other view, no wall before the proof."""
    from sikwu.play.record import text_of

    lines = record_lines(RULES)
    seen = [line for line in seen_lines(lines, "Dan", False) if line is not None]
    page = visit("/records")
    put(page, text_of(seen))
    slider(page).wait_for()
    page.get_by_role("list", name=re.compile("^Dan 手牌")).wait_for()
    comes(page.get_by_role("list", name=re.compile("手牌")), 1)


# --- checking


@pytest.mark.parametrize("host", ["127.0.0.1", NAME])
def test_a_good_record_holds(visit: Visit, host: str) -> None:
    """By the browser's own cryptography, and by ours if the browser does not offer it."""
    page = visit("/verify", host=host)
    assert page.evaluate("() => crypto.subtle === undefined") == (host == NAME)
    put(page, record_text(RULES, chain=True))
    page.get_by_role("status").get_by_text("驗得到嘅都啱").wait_for()
    comes(page.get_by_text(re.compile("副牆同承諾嘅一樣")), 2)
    comes(page.get_by_text(re.compile("SHA-2")), 1 if host == NAME else 0)


def test_a_tampered_wall_is_named_with_its_line(visit: Visit) -> None:
    text = record_text(RULES)
    rows = text.splitlines(keepends=True)
    proof = next(n for n, row in enumerate(rows) if '"type":"proof"' in row)
    rows[proof] = re.sub(r'"seed":"(.)', lambda found: f'"seed":"{"1" if found[1] != "1" else "2"}', rows[proof])
    page = visit("/verify")
    put(page, "".join(rows))
    page.get_by_role("status").get_by_text("有嘢唔啱").wait_for()
    page.get_by_text(re.compile(f"第 1 鋪（第 {proof + 1} 行）：承諾.*副牆唔啱")).wait_for()


def test_a_changed_line_is_named(visit: Visit) -> None:
    rows = record_text(RULES, chain=True).splitlines(keepends=True)
    rows[20] = rows[20].replace('"actor"', '"actor" ')
    page = visit("/verify")
    put(page, "".join(rows))
    page.get_by_role("alert").get_by_text("第 21 行").wait_for()
    put(page, record_text(RULES, chain=True))
    page.get_by_role("status").get_by_text("驗得到嘅都啱").wait_for()
    assert page.get_by_role("alert").count() == 0


# --- looks


@pytest.mark.parametrize(("lang", "size", "theme"), looks("yue", "zh", "en"))
def test_nothing_serious_for_a_reader(visit: Visit, lang: str, size: str, theme: str) -> None:
    page = visit("/records", size, lang, theme)
    page.locator("input[type=file]").wait_for(state="attached")
    axe(page)
    put(page, record_text(RULES, chain=True))
    slider(page).wait_for()
    at(page, f"1.{len(deal_of(1)) - 3}")
    axe(page)
    page.keyboard.press("End")
    page.get_by_role("table").wait_for()
    axe(page)
