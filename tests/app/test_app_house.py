"""House rules in a real browser: the library judges by the chosen rules, and they can be shared by link and by file."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import Visit, axe, comes, looks
from sikwu import ruleset, score
from sikwu.rules.files import from_data, from_toml

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

EXAMPLES = json.loads(
    (Path(__file__).parent.parent.parent / "app" / "src" / "house" / "examples.json").read_text("utf-8")
)
HAND = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
FRAGMENT = "1s-h123678m555z777666z-w5zW-ES-f1"
HOUSE: dict[str, Any] = {"base": "hk-standard", "options": {"limit.cap_fan": 10, "score.gun": "half"}}


def row(page: Page, name: str) -> Locator:
    """The row of an option."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("button", name=f"講吓「{name}」"))


def fingerprint(page: Page) -> str:
    """The fingerprint at the bottom, once it is up to date."""
    page.wait_for_function("() => document.querySelector('[aria-busy=true]') === null")
    mark = page.get_by_label(re.compile("^規矩指紋 [0-9a-f]{4} [0-9a-f]{4}$"))
    mark.wait_for()
    return mark.inner_text().replace(" ", "")


def hash_of(house: dict[str, Any]) -> str:
    """What the library calls these rules, as far as the foot shows it."""
    return from_data({"ruleset": house["base"], "options": house["options"]}).hash[:8]


def kept(page: Page, name: str) -> Any:
    """The value stored on the phone under a name."""
    return json.loads(page.evaluate(f"localStorage.getItem('sikwu.{name}')") or "null")


# --- an option


def test_a_change_is_what_score_judges_by(visit: Visit) -> None:
    page = visit("/house")
    assert fingerprint(page) == ruleset("hk-standard").hash[:8]
    ceiling = page.get_by_role("spinbutton", name="封頂番數")
    for _ in range(7):
        ceiling.press("ArrowDown")
    assert fingerprint(page) == hash_of({"base": "hk-standard", "options": {"limit.cap_fan": 6}})
    page.get_by_role("link", name="計番").click()
    page.get_by_role("link", name=re.compile("清章＋1.*6 封")).wait_for()
    house = ruleset("hk-standard").with_options({"limit.cap_fan": 6})
    assert score(HAND, house).capped == 6 < score(HAND, "hk-standard").capped
    page.keyboard.press("/")
    page.get_by_role("textbox", name="打字輸入").fill(HAND)
    page.get_by_role("img", name="6 番", exact=True).wait_for()


def test_a_change_can_be_put_back(visit: Visit) -> None:
    page = visit("/house", kept={"rules": HOUSE})
    assert page.get_by_role("button", name="改咗 2").get_attribute("aria-pressed") == "true"
    assert fingerprint(page) == hash_of(HOUSE)
    page.get_by_role("button", name="出銃賠法：原本 全銃，改返佢").click()
    page.get_by_role("button", name="改咗 1").wait_for()
    comes(row(page, "出銃賠法").get_by_text("全銃：出銃者一家全賠"), 1)  # nothing jumps away
    page.get_by_role("button", name="全部還原").click()
    page.get_by_text("同清章一樣", exact=False).first.wait_for()
    assert fingerprint(page) == ruleset("hk-standard").hash[:8]
    page.get_by_role("status").get_by_role("button", name="還原").click()
    page.get_by_role("button", name="改咗 1").wait_for()
    assert kept(page, "rules")["options"] == {"limit.cap_fan": 10}


def test_a_choice_is_made_in_its_sheet_with_hands_before_and_after(visit: Visit) -> None:
    page = visit("/house")
    page.get_by_role("button", name="賠法", exact=True).click()
    page.get_by_role("button", name="出銃賠法：全銃").click()
    sheet = page.get_by_role("dialog", name="出銃賠法")
    sheet.get_by_role("radio", name="半銃（陪銃）：出銃者賠一半，另外兩家各賠四分一").click()
    sheet.get_by_text("全銃 → 半銃，有咩分別").wait_for()
    comes(sheet.get_by_role("img"), 3)
    sheet.get_by_text(re.compile("清章 .*常用 ")).wait_for()  # documents by name
    page.keyboard.press("Escape")
    row(page, "出銃賠法").get_by_text("半銃（陪銃）：出銃者賠一半，另外兩家各賠四分一").wait_for()
    assert kept(page, "rules")["options"] == {"score.gun": "half"}


def test_a_long_press_tells_about_an_option(visit: Visit) -> None:
    page = visit("/house")
    page.get_by_role("button", name="賠法", exact=True).click()
    words = row(page, "出銃賠法").get_by_text("全銃").first
    touch = {"pointerType": "touch", "bubbles": True}
    words.dispatch_event("pointerdown", touch)
    words.dispatch_event("pointerup", touch)  # a tap is not a long press
    page.wait_for_timeout(900)
    assert page.get_by_role("dialog").count() == 0
    words.dispatch_event("pointerdown", touch)
    page.get_by_role("dialog", name="出銃賠法").wait_for()
    words.dispatch_event("pointerup", touch)


def test_an_option_without_effect_says_why(visit: Visit) -> None:
    page = visit("/house")
    page.get_by_role("button", name="番種", exact=True).click()
    fan = row(page, "人糊番數")
    fan.get_by_text("人糊番數 而家冇作用：要 計人糊 ＝ 開 先有分別。").wait_for()
    page.get_by_role("switch", name="計人糊").click()
    fan.get_by_text("冇作用", exact=False).wait_for(state="detached")


def test_what_the_library_refuses_goes_back_with_its_sentence(visit: Visit) -> None:
    page = visit("/house")
    fingerprint(page)
    page.get_by_role("button", name="賠法", exact=True).click()
    field = page.get_by_role("textbox", name="注碼倍數")
    field.fill("0")
    field.press("Enter")
    page.get_by_role("alert").get_by_text(re.compile("注碼倍數.*唔可以係 0")).wait_for()
    assert field.input_value() == "1"
    assert kept(page, "rules").get("options", {}) == {}
    field.fill("3/2")
    field.press("Enter")
    page.get_by_role("alert").wait_for(state="detached")
    assert fingerprint(page) == hash_of({"base": "hk-standard", "options": {"score.unit_multiplier": "3/2"}})


def test_a_list_of_patterns_is_ticked(visit: Visit) -> None:
    page = visit("/house")
    page.get_by_role("button", name="邊啲牌型係例牌：8 種").click()
    page.get_by_role("checkbox", name="九子連環").uncheck()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="邊啲牌型係例牌：7 種").wait_for()
    assert "nine_gates" not in kept(page, "rules")["options"]["limit.hands"]


@pytest.mark.parametrize(
    ("lang", "sought", "found"),
    [
        ("yue", "七對", "打七對眼"),
        ("zh", "半銃", "出銃賠法"),
        ("en", "seven pairs", "Play seven pairs"),
        ("yue", "daai saam jyun", "大三元番數"),
        ("en", "cathapfaan", None),
    ],
)
def test_search_knows_names_choices_and_jyutping(visit: Visit, lang: str, sought: str, found: str | None) -> None:
    page = visit("/house", lang=lang)
    page.get_by_role("searchbox").fill(sought)
    if found is None:
        page.get_by_text(f"Nothing has the name “{sought}”.").wait_for()
        return
    page.get_by_role("button", name=re.compile(f"[「:] ?{found}")).first.wait_for()
    assert page.get_by_role("switch", name="打花牌").count() == 0


# --- presets


def test_changes_are_carried_to_another_preset_or_listed(visit: Visit) -> None:
    house = {"base": "hk-standard", "options": {"seven_pairs.enabled": True, "limit.cap_fan": 10, "tiles.reserved": 16}}
    page = visit("/house", kept={"rules": house})
    page.get_by_role("button", name=re.compile("^常用")).click()
    page.get_by_role("button", name="改咗 2").wait_for()  # its ceiling is 10 anyway
    assert kept(page, "rules")["options"] == {"seven_pairs.enabled": True, "tiles.reserved": 16}
    page.get_by_role("button", name=re.compile("^港台")).click()
    page.get_by_text("呢啲喺港台用唔到，冇咗：").wait_for()
    page.get_by_text("seven_pairs.enabled = true").wait_for()
    assert kept(page, "rules") == {"base": "hk-taiwanese", "options": {"tiles.reserved": 16}}
    page.get_by_role("status").get_by_role("button", name="還原").click()
    page.get_by_role("button", name="改咗 2").wait_for()
    assert kept(page, "rules")["base"] == "hk-common"


def test_differences_from_any_preset(visit: Visit) -> None:
    page = visit("/house", kept={"rules": HOUSE})
    page.get_by_role("button", name=re.compile("2 項唔同清章")).click()
    sheet = page.get_by_role("dialog", name="有咩唔同")
    sheet.get_by_role("listitem").filter(has_text="封頂番數").get_by_text("13", exact=True).wait_for()
    sheet.get_by_label("同邊套比").select_option("chicken-four")
    sheet.get_by_role("listitem").filter(has_text="起糊番數").wait_for()


# --- a pattern of the house


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: str(each["en"]))
def test_examples_of_conditions_hold_in_their_hands(example: dict[str, Any]) -> None:
    own = {"id": "x", **{key: example[key] for key in ("zh", "en", "fan", "when")}}
    house = from_data({"ruleset": "hk-standard", "options": {"hand.min_fan": 0}, "patterns": [own]})
    assert score(example["hand"], house).patterns["x"] == example["fan"]


def test_lines_of_the_help_are_conditions() -> None:
    source = (Path(__file__).parent.parent.parent / "app" / "src" / "house" / "ConditionHelp.svelte").read_text("utf-8")
    lines = re.findall(r"^    \['(.+)', '\w+'\],$", source, re.MULTILINE)
    assert len(lines) == 13
    from_data({"patterns": [{"id": f"x{at}", "fan": 1, "when": line} for at, line in enumerate(lines)]}).lowered  # noqa: B018


def test_own_pattern_wrong_then_right(visit: Visit) -> None:
    page = visit("/house")
    page.get_by_role("button", name="自訂番、包、錢", exact=True).click()
    page.get_by_role("button", name="加一個番種").click()
    sheet = page.get_by_role("dialog", name="新番種")
    sheet.get_by_label("漢字名").fill("八八大發")
    sheet.get_by_label("幾時計").fill("tiles.of(NUM(8)) >= six")
    sheet.get_by_text("規則語言冇 six 呢個字", exact=False).wait_for()
    assert sheet.get_by_role("mark").or_(sheet.locator("mark")).inner_text() == "six"
    save = sheet.get_by_role("button", name="存低呢個番種")
    assert save.get_attribute("aria-disabled") == "true"
    save.click(force=True)
    sheet.get_by_role("alert").get_by_text("條件啱先存得。").wait_for()
    sheet.get_by_label("幾時計").fill("tiles.of(NUM(8)) >= 6")
    sheet.get_by_text(re.compile(r"1000 副隨機嘅糊入面，有 \d+ 副計到")).wait_for()
    sheet.get_by_role("spinbutton", name="番數").press("ArrowUp")
    save.click()
    page.get_by_role("list", name="自訂番種").get_by_text("八八大發").wait_for()
    own = kept(page, "rules")["patterns"]
    assert [(each["zh"], each["fan"], each["when"]) for each in own] == [("八八大發", 2, "tiles.of(NUM(8)) >= 6")]
    page.get_by_role("link", name="計番").click()
    page.get_by_role("link", name=re.compile("清章＋1")).wait_for()
    page.keyboard.press("/")
    page.get_by_role("textbox", name="打字輸入").fill(EXAMPLES[0]["hand"])
    page.get_by_role("button", name=re.compile("八八大發")).first.wait_for()


def test_own_pattern_is_changed_and_deleted(visit: Visit) -> None:
    own = {"id": "lucky", "zh": "發", "en": "Luck", "fan": 2, "when": "suits == 1", "absorbs": ["full_flush"]}
    page = visit("/house", kept={"rules": {"base": "hk-standard", "patterns": [own]}})
    page.get_by_role("button", name="改「發」").click()
    page.get_by_role("dialog").get_by_role("switch", name="當例牌").click()
    page.get_by_role("dialog").get_by_text("啱。", exact=False).wait_for()
    page.get_by_role("button", name="存低呢個番種").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert kept(page, "rules")["patterns"] == [{**own, "fan": "limit"}]
    page.get_by_role("button", name="改「發」").click()
    page.get_by_role("button", name="刪走呢個番種").click()
    assert kept(page, "rules")["patterns"] == []
    page.get_by_role("status").get_by_role("button", name="還原").click()
    page.get_by_role("button", name="改「發」").wait_for()


# --- sharing


def test_a_link_opens_in_another_browser(visit: Visit) -> None:
    page = visit("/house", kept={"rules": HOUSE})
    page.get_by_role("button", name="畀人掃").click()
    page.get_by_role("img", name="掃呢個碼，就有齊呢套規矩").wait_for()
    field = page.get_by_role("textbox", name="呢套規矩嘅連結")
    page.wait_for_function("() => document.querySelector('input[readonly]').value.includes('-o')")
    path = re.sub(r"^https?://[^/]+", "", field.input_value())
    assert re.fullmatch(r"/house#1s-o[A-Za-z0-9_-]+", path)
    other = visit(path)
    offered = other.get_by_role("region", name="有人畀你嘅規矩")
    offered.get_by_role("heading", name="呢套規矩同你嗰套差 2 項").wait_for()
    offered.get_by_role("listitem").filter(has_text="出銃賠法").wait_for()
    offered.get_by_role("button", name="淨係睇").click()
    other.get_by_role("region", name="睇緊人哋嘅規矩").wait_for()
    assert fingerprint(other) == hash_of(HOUSE)
    assert kept(other, "rules") is None
    locked = other.get_by_role("button", name="出銃賠法：原本 全銃，改返佢")
    assert locked.get_attribute("aria-disabled") == "true"
    locked.click(force=True)
    other.get_by_text("收落嚟先改得", exact=False).wait_for()
    other.get_by_role("switch", name="例牌統一計封頂").click(force=True)
    row(other, "例牌統一計封頂").get_by_text("收落嚟先改得", exact=False).wait_for()
    other.get_by_role("button", name="收落嚟").click()
    other.get_by_role("button", name="改咗 2").wait_for()
    assert kept(other, "rules")["options"] == HOUSE["options"]
    other.get_by_role("status").get_by_role("button", name="還原").click()
    assert kept(other, "rules").get("options", {}) == {}


def test_a_bad_link_tells_what_could_be_read(visit: Visit) -> None:
    page = visit("/house#nonsense")
    page.get_by_text("呢條連結唔係一套規矩：睇唔明「nonsense」。").wait_for()
    page.get_by_role("button", name="知道").click()
    assert kept(page, "rules") is None
    damaged = visit("/house#1c-obroken")
    offered = damaged.get_by_role("region", name="有人畀你嘅規矩")
    offered.get_by_text("睇得明：常用，冇改過嘢。").wait_for()
    offered.get_by_text("改咗嘅嘢（連結爛咗）").wait_for()
    unknown = visit("/house#1pno_such_rules", allowed=("status of 4",))
    unknown.get_by_text(re.compile("no-such-rules")).first.wait_for()
    assert unknown.get_by_role("button", name="收落嚟").count() == 0


def test_an_option_nobody_knows_in_a_link_is_left_out_and_told(visit: Visit, site: str) -> None:
    page = visit("/house")
    written = {"options": {"limit.cap_fan": 8, "limit.cap": 9, "score.gun": "third"}}
    packed = page.evaluate(
        """async (house) => {
          const stream = new Blob([JSON.stringify(house)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
          const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
          return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
        }""",
        written,
    )
    other = visit(f"/house#1s-o{packed}")
    offered = other.get_by_role("region", name="有人畀你嘅規矩")
    offered.get_by_text("limit.cap = 9").wait_for()
    offered.get_by_text("出銃賠法 = third").wait_for()
    offered.get_by_role("button", name="收落嚟").click()
    other.get_by_role("button", name="改咗 1").wait_for()
    assert kept(other, "rules")["options"] == {"limit.cap_fan": 8}


def test_rules_go_out_and_in_as_a_file(visit: Visit, tmp_path: Path) -> None:
    own = {"id": "lucky", "zh": "八八大發", "en": "Lucky eights", "fan": 2, "when": "tiles.of(NUM(8)) >= 6"}
    house = {**HOUSE, "patterns": [own], "name": "阿明屋企"}
    page = visit("/house", kept={"rules": house})
    fingerprint(page)
    page.get_by_role("button", name="畀人掃").click()
    with page.expect_download() as waited:
        page.get_by_role("button", name="下載 TOML 檔").click()
    assert waited.value.suggested_filename == "阿明屋企.toml"
    path = tmp_path / "house.toml"
    waited.value.save_as(path)
    told = from_toml(path.read_text("utf-8"))
    assert told.settings["score.gun"] == "half"
    assert tomllib.loads(path.read_text("utf-8"))["name"] == "阿明屋企"
    other = visit("/house")
    other.get_by_role("button", name="畀人掃").click()
    other.get_by_label("開 TOML 檔").set_input_files(path)
    other.get_by_role("heading", name="呢套規矩同你嗰套差 3 項").wait_for()
    other.get_by_role("button", name="收落嚟").click()
    other.get_by_role("button", name="改咗 3").wait_for()
    taken = kept(other, "rules")
    assert (taken["name"], taken["options"], taken["patterns"]) == ("阿明屋企", HOUSE["options"], [own])
    assert fingerprint(other) == told.hash[:8]
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[options]\n"full_flsh.fan" = 8\n', "utf-8")
    other.get_by_role("button", name="畀人掃").click()
    other.get_by_label("開 TOML 檔").set_input_files(wrong)
    other.get_by_text(re.compile("full_flsh.fan.*full_flush.fan")).wait_for()


# --- names


def test_rules_with_names_are_kept_used_renamed_and_deleted(visit: Visit) -> None:
    page = visit("/house", kept={"rules": HOUSE})
    page.get_by_role("button", name="自己嘅規矩").click()
    field = page.get_by_role("textbox", name="呢套規矩個名")
    field.fill("字" * 41)
    page.get_by_role("button", name="存低").click()
    page.get_by_role("alert").get_by_text("個名要 1 至 40 個字").wait_for()
    field.fill("星期五")
    page.get_by_role("button", name="存低").click()
    page.get_by_role("button", name="星期五").wait_for()
    page.get_by_role("button", name="封頂番數：原本 13，改返佢").click()  # kept under the name as it changes
    page.get_by_role("button", name="改咗 1").wait_for()
    assert kept(page, "house.saved") == [{"base": "hk-standard", "options": {"score.gun": "half"}, "name": "星期五"}]
    page.get_by_role("button", name="星期五").click()
    page.get_by_role("button", name="「星期五」改名").click()
    page.get_by_role("listitem").get_by_role("textbox").fill("星期六")
    page.get_by_role("listitem").get_by_role("button", name="存低").click()
    page.get_by_role("button", name="刪走「星期六」").click()
    page.get_by_role("button", name="自己嘅規矩").wait_for()
    assert kept(page, "house.saved") == []
    page.get_by_role("status").get_by_role("button", name="還原").click()
    page.get_by_role("button", name="星期六").click()
    page.get_by_role("button", name=re.compile("^星期六 ")).click()
    assert kept(page, "rules")["name"] == "星期六"


# --- without a network


def test_edits_are_kept_without_a_network_and_checked_when_it_is_back(visit: Visit) -> None:
    page = visit("/house", allowed=("ERR_INTERNET_DISCONNECTED",))
    fingerprint(page)
    page.context.set_offline(True)
    page.get_by_role("spinbutton", name="封頂番數").press("ArrowDown")
    page.get_by_text("未核對").wait_for()
    assert kept(page, "rules")["options"] == {"limit.cap_fan": 12}
    page.context.set_offline(False)
    assert fingerprint(page) == hash_of({"base": "hk-standard", "options": {"limit.cap_fan": 12}})


# --- for everybody


@pytest.mark.parametrize(("lang", "size", "theme"), looks("yue", "en"))
def test_nothing_serious_for_axe_and_nothing_sticks_out(visit: Visit, size: str, lang: str, theme: str) -> None:
    own = {"id": "lucky", "zh": "八八大發", "en": "Lucky eights", "fan": 2, "when": "tiles.of(NUM(8)) >= 6"}
    page = visit("/house", size, lang, theme, kept={"rules": {**HOUSE, "patterns": [own]}})
    page.get_by_text(re.compile("1000 副隨機|of 1000 sample")).first.wait_for()
    axe(page)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    page.get_by_role("button", name=re.compile("^番種$|^Patterns$")).click()
    axe(page)
    page.get_by_role("button", name=re.compile("畀人掃|^Share")).click()
    page.get_by_role("dialog").get_by_role("textbox").wait_for()
    axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("自己嘅規矩|My rules")).click()
    page.get_by_role("dialog").get_by_role("textbox").wait_for()
    axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^自訂番、包、錢$|^Own patterns, 包, money$")).click()
    page.get_by_role("button", name=re.compile("加一個番種|Add a pattern")).click()
    page.get_by_role("dialog").get_by_role("textbox").first.wait_for()
    axe(page)


def test_keyboard_alone_changes_an_option(visit: Visit) -> None:
    page = visit("/house", "desk")
    fingerprint(page)
    page.get_by_role("switch", name="例牌統一計封頂").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="改咗 1").wait_for()
    page.keyboard.press("Shift+Tab")  # 原本 … stands before its switch
    page.keyboard.press("Enter")
    page.get_by_role("button", name="改咗 1").wait_for(state="detached")


# --- further tables


def test_fan_of_a_pattern_and_parts_of_the_price_by_controls(visit: Visit) -> None:
    page = visit("/house")
    fingerprint(page)
    page.get_by_role("button", name="番種番數").click()
    page.get_by_role("spinbutton", name="對對糊").press("ArrowDown")
    page.get_by_role("switch", name="計花么九").or_(page.get_by_role("switch", name="計花幺九")).click()
    written = '[off]\npatterns = ["mixed_terminals"]\n[fan]\nall_pungs = 2\n'
    assert fingerprint(page) == from_toml(written).hash[:8]
    page.get_by_role("button", name="價錢同份數").click()
    part = page.get_by_label("自摸每家賠")
    part.fill("1")
    part.press("Enter")
    assert fingerprint(page) == from_toml(written + "[pays]\nself_draw = 1\n").hash[:8]
    part.fill("three")
    part.press("Enter")
    page.get_by_role("alert").wait_for()  # the page says why, and the old value is back
    assert part.input_value() == "1"
    page.get_by_role("button", name="自己寫價目").click()
    fingerprint(page)  # what the server has accepted is what a refused change goes back to
    page.get_by_role("switch", name="自摸另外定價").click()
    page.get_by_role("alert").wait_for()  # the part has no effect beside a price of its own
    part.fill("")
    part.press("Enter")
    fingerprint(page)
    page.get_by_role("switch", name="自摸另外定價").click()
    drawn = page.get_by_label("3 番自摸每家")
    drawn.fill("5")
    drawn.press("Enter")
    assert fingerprint(page) == from_toml(written + '[prices]\n3 = [1, 5]\nthen = "full_spicy"\n').hash[:8]
    assert kept(page, "rules")["tables"] == {"off": {"patterns": ["mixed_terminals"]}, "fan": {"all_pungs": 2}}
    axe(page)


def test_a_condition_of_a_win_and_a_liability_rule_by_controls(visit: Visit) -> None:
    """What is refused stays in its form; parts of an entry that have no control stay in the file."""
    duty = {
        "id": "d",
        "zh": "兩口",
        "en": "Two",
        "needs": 2,
        "on": ["self_draw", "robbed"],
        "share": {"self_draw": "alone"},
    }
    page = visit("/house", kept={"rules": {"base": "hk-standard", "options": {}, "tables": {"duties": [duty]}}})
    fingerprint(page)
    page.get_by_role("button", name="自訂番、包、錢", exact=True).click()
    page.get_by_role("button", name="加一條條件").click()
    page.get_by_label("唔符合嗰陣嘅中文句子").fill("雞糊淨係可以自摸。")
    when = page.get_by_label("每鋪食糊都要符合")
    when.fill("self_drawn | suit == 1")
    page.get_by_role("button", name="存低", exact=True).click()
    page.get_by_role("alert").wait_for()
    assert when.input_value() == "self_drawn | suit == 1"
    when.fill("self_drawn | (suits == 1)")
    page.get_by_role("button", name="存低", exact=True).click()
    page.get_by_role("list", name="食糊條件").get_by_text("雞糊淨係可以自摸。").first.wait_for()
    needs = [{"zh": "雞糊淨係可以自摸。", "when": "self_drawn | (suits == 1)"}]
    rules = {"ruleset": "hk-standard", "duties": [duty], "needs": needs}
    assert fingerprint(page) == from_data(rules).hash[:8]
    page.get_by_role("button", name="改「兩口」").click()
    page.get_by_role("switch", name="同一家打出嘅").click()
    page.get_by_role("button", name="淨限呢啲番種").click()
    page.get_by_role("checkbox", name="大三元").click()
    page.get_by_role("button", name="存低", exact=True).click()
    changed = {**duty, "one_feeder": True, "counts": ["big_three_dragons"]}
    assert fingerprint(page) == from_data({**rules, "duties": [changed]}).hash[:8]
    axe(page)
