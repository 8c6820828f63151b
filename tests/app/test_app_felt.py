"""The live table in a browser: every claim and kong, throwing, passing by itself, keys, motion, sound, lists, at every size."""

from __future__ import annotations

import re
import statistics
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import axe, comes, reachable
from app_stage import Moment, Stage, acted, moment
from figures import told
from sikwu.texts import LANGUAGES, say

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PORTRAIT = ((320, 524), (360, 596), (390, 792), (430, 880))
SIDEWAYS = ((568, 276), (844, 346), (932, 386))
LARGE = ((768, 1024), (1280, 800))
SIZES = PORTRAIT + SIDEWAYS + LARGE
CLAIM = ("discard", "chow", "pung")


def keys(page: Page) -> Locator:
    """What may be done, as keys."""
    return page.get_by_role("group", name="而家可以做").get_by_role("button")


def hand(page: Page) -> Locator:
    """The tiles of the hand at the bottom."""
    return page.get_by_role("list", name=re.compile("手牌，")).get_by_role("button")


def thrown(what: Moment) -> str:
    """A discard that is legal and is not the drawn tile."""
    return next(
        each for each in what.question["legal"] if each.startswith("discard") and each.split()[1] != what.board["drawn"]
    )


def named(page: Page, action: str, lang: str = "yue") -> Locator:
    """The keys of the tiles of an action."""
    tile = say("app.table.throw", tile=action.split()[1])(lang)
    return page.get_by_role("button", name=re.compile(f"^{re.escape(tile)}"))


# --- what may be done

KINDS: dict[str, tuple[tuple[str, ...], str]] = {
    "chow": (("discard", "chow"), "上"),
    "pung": (("discard", "pung"), "碰"),
    "kong": (("discard", "kong"), "槓"),
    "win": (("discard", "win"), "食糊，3 番"),
    "a robbed kong": (("kong", "win"), "食糊，3 番"),
    "a self-drawn win": (("turn", "win"), "食糊，3 番"),
    "a concealed kong": (("turn", "kong_concealed"), "暗槓"),
    "an added kong": (("turn", "kong_added"), "加槓"),
    "a false win": (("discard", "false_win"), "詐糊"),
    "a cut": (("cut", "cut"), "斬"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_claim_is_a_key_with_its_tiles(stage: Stage, kind: str) -> None:
    """The key is named by the tiles it takes; pressing it sends the action and nothing else."""
    asked, word = KINDS[kind]
    what = moment(*asked)
    page = stage(what)
    comes(keys(page), len([each for each in what.question["legal"] if not re.match(r"discard|ready .", each)]))
    key = keys(page).filter(has_text=word.split("，")[0]).first
    assert (key.get_attribute("aria-label") or "").startswith(word)
    key.click()
    (action,) = acted(page)
    assert action in what.question["legal"]
    assert action.startswith(asked[1])
    if kind not in ("win", "a robbed kong", "a self-drawn win", "a false win", "a cut"):
        key.locator("svg").first.wait_for()


def test_a_flower_win_is_a_key(stage: Stage) -> None:
    what = moment("turn", "discard")
    legal = ["pass", "win_flowers"]
    page = stage(what, question={"decision": "f", "at": "flower", "legal": legal, "win": {"fan": 8}})
    keys(page).get_by_text("花糊").click()
    assert acted(page) == ["win_flowers"]


def test_a_robbed_kong_says_so(stage: Stage) -> None:
    page = stage(moment("kong", "win"))
    page.get_by_text(re.compile("可以搶槓")).first.wait_for()


def test_a_choice_may_be_changed_until_the_window_closes(stage: Stage) -> None:
    page = stage(moment(*CLAIM))
    for word in ("碰", "上", "過"):
        key = keys(page).filter(has_text=word).first
        key.click()
        assert key.get_attribute("aria-pressed") == "true"
    assert [each.split()[0] for each in acted(page)] == ["pung", "chow", "pass"]


def test_without_a_choice_there_is_only_the_clock(stage: Stage) -> None:
    """The same thin bar for everybody: nobody can tell who may claim."""
    page = stage(moment(*CLAIM), question=None, clock={"seconds": 3, "part": 0.5})
    comes(keys(page), 0)
    comes(page.locator(".bar .time"), 1)
    comes(page.locator(".bar .time.late"), 1)
    page.evaluate("() => change({ clock: { seconds: 8, part: 0.8 } })")
    comes(page.locator(".bar .time.late"), 0)


def test_ready_is_declared_with_a_discard(stage: Stage) -> None:
    what = moment("turn", "ready ")
    page = stage(what)
    page.get_by_role("button", name="報聽").click()
    action = next(each for each in what.question["legal"] if re.match("ready .", each))
    tile = named(page, action).first
    tile.tap()
    tile.tap()
    assert acted(page) == [action]


# --- throwing


def test_two_taps_throw_and_one_lifts(stage: Stage) -> None:
    what = moment("turn", "discard")
    page = stage(what)
    tile = named(page, thrown(what)).first
    tile.tap()
    assert acted(page) == []
    page.get_by_role("status").get_by_text(re.compile("再撳就打")).wait_for()
    tile.tap()
    assert acted(page) == [thrown(what)]


def test_one_tap_throws_where_settings_say_so(stage: Stage) -> None:
    what = moment("turn", "discard")
    page = stage(what, kept={"habits": {"taps": 1}})
    named(page, thrown(what)).first.tap()
    assert acted(page) == [thrown(what)]


def test_a_mouse_throws_with_one_click(stage: Stage) -> None:
    what = moment("turn", "discard")
    page = stage(what, mouse=True)
    named(page, thrown(what)).first.click()
    assert acted(page) == [thrown(what)]


def test_a_flick_throws(stage: Stage) -> None:
    what = moment("turn", "discard")
    page = stage(what)
    box = named(page, thrown(what)).first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 40, steps=4)
    page.mouse.up()
    assert acted(page) == [thrown(what)]


def test_a_double_tap_on_the_felt_throws_the_drawn_tile(stage: Stage) -> None:
    what = moment("turn", "discard", last="tsumo", without="kong")
    page = stage(what, (390, 792))
    page.mouse.dblclick(195, 60 + 400)
    assert acted(page) == [f"discard {what.board['drawn']}"]


def test_without_a_connection_nothing_is_sent(stage: Stage) -> None:
    page = stage(moment(*CLAIM), online=False)
    key = keys(page).first
    assert key.get_attribute("aria-disabled") == "true"
    key.click(force=True)
    page.keyboard.press("p")
    assert acted(page) == []


# --- passing by itself, order


def test_passing_by_itself_until_the_next_draw(stage: Stage) -> None:
    what = moment(*CLAIM, without="win")
    page = stage(what, (390, 792))
    page.get_by_role("button", name="自動過：閂").click()
    assert acted(page) == ["pass"]
    comes(keys(page), 0)
    turn = moment("turn", "discard")
    page.evaluate("(props) => change(props)", {"question": turn.question})
    page.get_by_role("button", name="自動過：閂").wait_for()
    page.evaluate("(props) => change(props)", {"question": what.question})
    keys(page).first.wait_for()
    assert acted(page) == ["pass"]


def test_a_win_is_asked_unless_it_is_passed_too(stage: Stage) -> None:
    what = moment("discard", "win")
    page = stage(what, (390, 792))
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^自動過：")).click()
    page.get_by_role("button", name="自動過：呢鋪").wait_for()
    assert acted(page) == []
    keys(page).filter(has_text="食糊").wait_for()
    page.get_by_role("button", name="枱面選項").click()
    page.get_by_role("switch", name="連食糊都過（唔食）").click()
    assert acted(page) == ["pass"]
    next_deal = {**what.board, "deal": what.board["deal"] + 1}
    page.evaluate("(props) => change(props)", {"board": next_deal, "question": None})
    page.get_by_role("button", name="自動過：閂").wait_for()


def shown(page: Page) -> list[str]:
    return (
        page.get_by_role("list", name=re.compile("手牌，"))
        .get_by_role("button")
        .evaluate_all("(all) => all.map((each) => each.ariaLabel)")
    )


def test_a_long_press_turns_the_order_of_suits(stage: Stage) -> None:
    page = stage(moment(*CLAIM), (390, 792))
    before = shown(page)
    sort = page.get_by_role("button", name=re.compile("^理牌："))
    sort.click(delay=900)
    page.get_by_role("button", name="理牌：索筒萬").wait_for()
    after = shown(page)
    assert sorted(after) == sorted(before)
    assert after != before
    assert sort.get_attribute("aria-pressed") == "true"
    sort.click()
    assert sort.get_attribute("aria-pressed") == "false"


# --- motion and sound


def test_a_discard_flies_from_the_hand_and_blocks_nothing(stage: Stage) -> None:
    what = moment("discard", "pung", last="dahai")
    page = stage({**what.props, "board": what.before, "question": None, "log": what.log[:-1]}, (390, 792))
    flown = page.evaluate(
        """(props) => {
          const made = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            made.push([frames[0].translate, how.duration, how.iterations ?? 1]);
            return animate.call(this, frames, { ...how, duration: 60000 });
          };
          change(props);
          Element.prototype.animate = animate;
          return made;
        }""",
        {"board": what.board, "question": what.question, "log": what.log},
    )
    assert len(flown) == 1
    begin, duration, times = flown[0]
    assert (duration, times) == (180, 1)
    across, down = (float(part.removesuffix("px")) for part in begin.split())
    assert abs(across) + abs(down) > 40
    # It still flies, for a minute: every key and tile can be pressed all the same.
    reachable(page)
    keys(page).filter(has_text="碰").click()
    assert acted(page) == ["pung"]


@pytest.mark.parametrize("how", ["setting", "device"])
def test_nothing_flies_where_less_motion_is_wanted(stage: Stage, how: str) -> None:
    what = moment("discard", "pung", last="dahai")
    kept: dict[str, Any] = {"settings": {"still": True}} if how == "setting" else {}
    page = stage({**what.props, "board": what.before, "question": None, "log": what.log[:-1]}, kept=kept)
    if how == "device":
        page.emulate_media(reduced_motion="reduce")
    page.evaluate("(props) => change(props)", {"board": what.board, "log": what.log})
    moved = page.evaluate(
        "() => document.getAnimations().flatMap((each) => each.effect.getKeyframes()).filter((each) => each.translate).length"
    )
    assert moved == 0


def test_what_was_missed_does_not_fly(stage: Stage) -> None:
    what = moment("discard", "pung", last="dahai")
    page = stage({**what.props, "board": what.before, "question": None, "log": what.log[:3]})
    page.evaluate("(props) => change(props)", {"board": what.board, "log": what.log})
    assert page.evaluate("() => document.getAnimations().length") == 0


SPY = """() => {
  globalThis.heard = [];
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...all) { heard.push(this.buffer.duration); return start.apply(this, all); };
  globalThis.buzzed = [];
  navigator.vibrate = (how) => { buzzed.push(how); return true; };
}"""


def test_sounds_wait_for_the_first_tap_and_for_the_switch(stage: Stage) -> None:
    what = moment("discard", "pung", last="dahai")
    page = stage({**what.props, "board": what.before, "question": None, "log": what.log[:-1]})
    page.evaluate(SPY)
    later = {"board": what.board, "log": what.log}
    earlier = {"board": what.before, "log": what.log[:-1]}
    page.evaluate("(props) => change(props)", later)
    page.wait_for_timeout(300)
    assert page.evaluate("() => heard.length") == 0
    page.mouse.click(5, 300)
    page.evaluate("([one, two]) => { change(one); change(two); }", [earlier, later])
    page.wait_for_function("() => heard.length === 1")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="鍵盤").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="枱面選項").click()
    page.get_by_role("switch", name="聲、叫牌同震動").click()
    page.evaluate("([one, two]) => { change(one); change(two); }", [earlier, later])
    page.wait_for_timeout(300)
    assert page.evaluate("() => heard.length") == 1


def test_a_turn_vibrates(stage: Stage) -> None:
    what = moment("turn", "discard")
    page = stage({**what.props, "question": None})
    page.evaluate(SPY)
    page.mouse.click(5, 300)
    page.evaluate("(props) => change(props)", {"question": what.question})
    page.wait_for_function("() => JSON.stringify(buzzed) === '[[30]]'")


def test_calls_stand_at_the_place_of_the_caller(stage: Stage) -> None:
    what = moment("turn", "discard", last="pon")
    page = stage({**what.props, "board": what.before, "question": None, "log": what.log[:-1]}, (390, 792))
    page.evaluate("(props) => change(props)", what.props)
    box = page.locator(".call").get_by_text("碰", exact=True).bounding_box()
    assert box
    assert box["y"] > 792 / 2
    comes(page.locator(".call"), 0)


def test_frames_while_tiles_fly(stage: Stage) -> None:
    """Printed: frame times of a phone four times slower while a deal plays itself."""
    what = moment("discard", "pung", last="dahai")
    page = stage({**what.props, "board": what.before, "question": None, "log": what.log[:-1]}, (390, 792))
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    frames = page.evaluate(
        """async ([one, two]) => {
          const took = [];
          let last = performance.now();
          let on = true;
          const frame = (now) => { took.push(now - last); last = now; if (on) requestAnimationFrame(frame); };
          requestAnimationFrame(frame);
          for (let n = 0; n < 10; n++) {
            change(n % 2 ? one : two);
            await new Promise((next) => setTimeout(next, 300));
          }
          on = false;
          return took.slice(2);
        }""",
        [{"board": what.before, "log": what.log[:-1]}, {"board": what.board, "log": what.log}],
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    frames.sort()
    told(
        "table.frames.slow_4x",
        round(frames[int(len(frames) * 0.99) - 1], 1),
        "ms, 99 of 100",
        f"median {statistics.median(frames):.1f}, longest {frames[-1]:.1f}, {len(frames)} frames; budget 50",
    )
    assert len(frames) > 20


# --- keys


def test_a_hand_is_played_by_keys(stage: Stage) -> None:
    what = moment("turn", "discard", without="kong")
    page = stage(what)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    first = hand(page).first
    assert first.evaluate("(each) => each === document.activeElement && each.matches(':focus-visible')")
    assert first.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    (action,) = acted(page)
    assert (first.get_attribute("aria-label") or "").startswith(say("app.table.throw", tile=action.split()[1])("yue"))


def test_claims_by_keys_go_through_the_variants(stage: Stage) -> None:
    for number in range(4):
        what = moment("discard", "chow", "pung", rules=("hk-standard", "hk-common", "hk-classic")[number % 3 :])
        if sum(each.startswith("chow") for each in what.question["legal"]) > 1:
            break
    chows = [each for each in what.question["legal"] if each.startswith("chow")]
    page = stage(what)
    for _ in range(len(chows) + 1):
        page.keyboard.press("c")
    page.keyboard.press("p")
    page.keyboard.press(" ")
    assert acted(page) == [*chows, chows[0], "pung", "pass"]
    # The blank passes with a tile in focus too, and presses nothing when it comes up.
    hand(page).first.focus()
    page.keyboard.press(" ")
    assert acted(page)[-1] == "pass"
    assert len(acted(page)) == len(chows) + 4
    # On another key it presses that key.
    keys(page).filter(has_text="碰").focus()
    page.keyboard.press(" ")
    assert acted(page)[-1] == "pung"


def test_kongs_and_wins_by_keys(stage: Stage) -> None:
    page = stage(moment("discard", "kong", "pung"))
    page.keyboard.press("k")
    assert acted(page) == ["kong"]
    page = stage(moment("discard", "win"))
    page.keyboard.press("W")
    assert acted(page) == ["win"]


def heard(page: Page, words: re.Pattern[str], live: str = "assertive") -> None:
    page.locator(f"[aria-live={live}]").get_by_text(words).wait_for(state="attached")


def test_keys_read_the_table(stage: Stage) -> None:
    what = moment(*CLAIM)
    page = stage(what, clock={"seconds": 3, "part": 1})
    for key, words in (
        ("h", f"手牌 {len(what.board['hand'])} 隻："),
        ("r", "打咗|未打過牌"),
        ("s", "東位"),
        ("t", "剩返 3 秒"),
    ):
        page.keyboard.press(key)
        heard(page, re.compile(words))
    page.keyboard.press("?")
    page.get_by_role("dialog", name="鍵盤").get_by_text("讀自己手牌").wait_for()
    page.keyboard.press("p")
    assert acted(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    assert acted(page) == ["pung"]


# --- hearing


def test_what_happens_is_announced(stage: Stage) -> None:
    what = moment("discard", "pung", last="dahai")
    name = what.board["seats"]["ESWN".index(what.board["turn"])]["player"]
    page = stage({**what.props, "board": what.before, "question": None, "log": what.log[:-1]})
    page.evaluate("(props) => change(props)", {"board": what.board, "log": what.log})
    heard(page, re.compile(re.escape(name)), "polite")
    page.evaluate("(props) => change(props)", {"question": what.question})
    heard(page, re.compile("可以.*碰"))


def lists(page: Page) -> list[str]:
    return page.get_by_role("list").evaluate_all("(all) => all.map((each) => each.ariaLabel)")


def test_everything_on_the_table_is_in_lists(stage: Stage) -> None:
    what = moment("turn", "discard", last="pon")
    page = stage(what)
    found = lists(page)
    for seat in what.board["seats"]:
        if seat["river"]:
            assert f"{seat['player']} 打咗嘅牌" in found
        if seat["melds"]:
            assert f"{seat['player']} 枱面嘅牌同花" in found
        if seat["player"] != what.board["seats"]["ESWN".index(what.board["own"])]["player"]:
            page.get_by_role("img", name=f"{seat['player']} 手上 {seat['tiles']} 隻").wait_for()
    comes(page.get_by_role("list", name="座位").get_by_role("listitem"), 4)
    tree = page.locator("main").aria_snapshot()
    assert tree.count("button") >= len(what.board["hand"])


def test_the_table_in_words_is_played_like_the_other(stage: Stage) -> None:
    what = moment(*CLAIM)
    page = stage(what)
    page.keyboard.press("Shift+T")
    page.get_by_role("heading", name="座位").wait_for()
    page.get_by_role("button", name=re.compile("^碰")).click()
    assert acted(page) == ["pung"]
    turn = moment("turn", "discard")
    page.evaluate("(props) => change(props)", turn.props)
    named(page, thrown(turn)).first.click()
    assert acted(page) == ["pung", thrown(turn)]
    rivers = [seat for seat in turn.board["seats"] if seat["river"]]
    for seat in rivers:
        comes(page.get_by_role("list", name=f"{seat['player']} 打咗嘅牌").get_by_role("listitem"), len(seat["river"]))
    axe(page)
    page.get_by_role("button", name="返去枱面").click()
    page.get_by_role("region", name="枱面").wait_for()


def test_hints_are_marked_for_all_and_hidden_where_forbidden(stage: Stage) -> None:
    what = moment("turn", "discard", rules=("hk-standard",), without="win")
    page = stage(what, (390, 792), rules="hk-standard", hint=False)
    page.get_by_role("button", name="提示").click()
    page.get_by_text(re.compile("^提示：打")).wait_for()
    comes(page.locator(".best"), 1)
    player = what.board["seats"]["ESWN".index(what.board["own"])]["player"]
    page.evaluate("(name) => change({ hinted: [name] })", player)
    page.get_by_role("img", name=re.compile(f"{player}，.*睇緊提示")).wait_for()
    forbidden = stage(what, (390, 792), rules="hk-standard")
    comes(forbidden.get_by_role("button", name="提示"), 0)


def test_a_desktop_shows_waits_log_and_commitment(stage: Stage) -> None:
    what = moment("discard", "win", rules=("hk-standard",))
    board = {**what.board, "commit": "9f2c" + "0" * 56 + "41d0"}
    page = stage(what, (1280, 800), mouse=True, panel=True, rules="hk-standard", board=board)
    side = page.get_by_role("complementary", name="枱邊")
    side.get_by_role("region", name="叫糊").get_by_text(re.compile("剩返")).first.wait_for()
    side.get_by_text("9f2c…41d0").wait_for()
    side.get_by_role("region", name="牌路").get_by_role("listitem").first.wait_for()
    side.get_by_role("button", name="自動過：閂").wait_for()


def test_reactions_stand_at_the_plate_and_are_sent(stage: Stage) -> None:
    what = moment(*CLAIM)
    other = next(seat["player"] for at, seat in enumerate(what.board["seats"]) if "ESWN"[at] != what.board["own"])
    page = stage(what, reactions={other: "好嘢"})
    page.get_by_role("status").get_by_text("好嘢").wait_for()
    page.get_by_role("button", name="枱面選項").click()
    page.get_by_role("button", name="唔該", exact=True).click()
    assert acted(page) == ["react thanks"]


# --- every size


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_key_can_be_reached(stage: Stage, size: tuple[int, int], lang: str) -> None:
    whole = {"clock": {"seconds": 3, "part": 0.5}, "hint": False, "panel": True}
    page = stage(moment("discard", "chow", "pung", "kong"), size, lang, **whole)
    reachable(page)
    for what in (moment("turn", "kong_"), moment("discard", "win", rules=("hk-taiwanese",)), moment("turn", "ready ")):
        page.evaluate("(props) => show(props)", {**what.props, **whole})
        reachable(page)
        inside(page)


def inside(page: Page) -> None:
    """No tile and no plate leaves the felt."""
    out = page.evaluate(
        """() => {
          const felt = document.querySelector('.table').getBoundingClientRect();
          return [...document.querySelectorAll('.table .tile, .table .plate')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.left < felt.left - 1 || box.top < felt.top - 1 || box.right > felt.right + 1 || box.bottom > felt.bottom + 3;
          }).map((each) => `${each.ariaLabel} ${JSON.stringify(each.getBoundingClientRect())}`);
        }"""
    )
    assert not out, out


@pytest.mark.parametrize("large", ["left-handed", "large tiles"])
def test_other_hands_and_eyes(stage: Stage, large: str) -> None:
    kept = {"settings": {"leftHand": True} if large == "left-handed" else {"size": "large"}}
    for size in ((320, 524), (390, 792), (844, 346)):
        what = moment("turn", "discard", rules=("hk-taiwanese",))
        page = stage(what, size, kept=kept)
        if large != "left-handed":
            page.evaluate("() => { document.documentElement.dataset.rows = '2'; }")
        reachable(page)
        inside(page)
        if large != "left-handed" and size == (390, 792):
            tops = {round(each["y"]) for each in (box.bounding_box() for box in hand(page).all()) if each}
            assert len(tops) == 2, "two rows"


@pytest.mark.parametrize(
    ("size", "lang", "theme"),
    [
        ((390, 792), "yue", "light"),
        ((360, 596), "en", "dark"),
        ((844, 346), "zh", "light"),
        ((1280, 800), "en", "dark"),
    ],
)
def test_nothing_serious_for_a_player(stage: Stage, size: tuple[int, int], lang: str, theme: str) -> None:
    page = stage(moment(*CLAIM), size, lang, theme, clock={"seconds": 3, "part": 0.5}, hint=True, panel=True)
    axe(page)
    turn = moment("turn", "kong_")
    page.evaluate("(props) => change(props)", turn.props)
    axe(page)
