"""The Learn pages and About in a real browser: names, fan and distances agree with the library."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import SIZES, Visit, axe, comes, looks
from sikwu import Win, look, ruleset, score
from sikwu.rules.presets import DOCUMENTS
from sikwu.server.hands import catalogue
from sikwu.texts import say
from sikwu.vocabulary.glossary import entries

sys.path.insert(0, str(Path(__file__).parents[2]))
from tools import lessons

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

HOUSE = {"base": "hk-standard", "options": {"full_flush.fan": 8, "seven_pairs.enabled": True}}
GONE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")


def row(page: Page, name: str) -> Locator:
    """The row of a pattern in the list."""
    return page.get_by_role("region", name=re.compile("番種表|Patterns")).get_by_role("link", name=re.compile(name))


def figure(page: Page) -> Locator:
    """The fan shown on the page."""
    return page.get_by_role("img", name=re.compile(r"^\d+ (番|fan)$"))


def heard(page: Page, path: str, act: Any, asks: str = "POST") -> Any:
    """What the server answers to a question of the app."""
    with page.expect_response(lambda told: told.url.endswith(path) and told.request.method == asks) as waited:
        act()
    return waited.value.json()


# --- the list


@pytest.mark.parametrize(("lang", "name", "fan"), [("yue", "混一色", "番"), ("en", "Half flush", "fan")])
@pytest.mark.parametrize("size", SIZES)
def test_list_tells_what_the_rules_say(visit: Visit, size: str, lang: str, name: str, fan: str) -> None:
    page = visit("/learn", size, lang)
    worth = ruleset("hk-standard").worth("half_flush")
    row(page, f"^{name} .* {worth} {fan}$").wait_for()
    assert "wan6 jat1 sik1" in row(page, f"^{name} ").inner_text()
    everything = row(page, ".*").count()
    assert (
        everything == len(ruleset("hk-standard").patterns) + 7
    )  # and four lessons, two games and the first deal with a coach
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    axe(page)


def test_a_house_of_ones_own_is_told_as_it_plays(visit: Visit) -> None:
    page = visit("/learn", kept={"rules": HOUSE})
    rules = ruleset("hk-standard").with_options(HOUSE["options"])
    row(page, f"^清一色 .* {rules.worth('full_flush')} 番$").wait_for()
    row(page, f"^七對眼 .* {rules.worth('seven_pairs')} 番$").wait_for()
    row(page, "^清一色").click()
    figure(page).first.wait_for()
    assert figure(page).first.get_attribute("aria-label") == "8 番"


@pytest.mark.parametrize("sought", ["混一色", "half fl", "wan jat sik", "wanjatsik", "wan6 jat1"])
def test_search_by_characters_english_and_sound(visit: Visit, sought: str) -> None:
    page = visit("/learn")
    row(page, "^大三元").wait_for()
    page.get_by_role("searchbox").fill(sought)
    row(page, "^大三元").wait_for(state="detached")
    row(page, "^混一色").wait_for()
    assert page.get_by_role("heading", name="係咪搵呢啲？").count() == 0


def test_search_offers_the_nearest_and_other_rulebooks(visit: Visit) -> None:
    page = visit("/learn")
    row(page, "^大三元").wait_for()
    page.get_by_role("searchbox").fill("大三園")
    page.get_by_role("heading", name="係咪搵呢啲？").wait_for()
    assert row(page, r"\d 番$|冇計$").first.inner_text().startswith("大三元")
    page.get_by_role("searchbox").fill("十六不搭")
    page.get_by_role("heading", name="其他例先有").wait_for()
    row(page, "^十六不搭").click()
    page.get_by_role("heading", name="十六不搭").wait_for()
    page.get_by_text("照港台計").wait_for()
    axe(page)


def test_another_rulebook_and_the_order_of_fan(visit: Visit) -> None:
    page = visit("/learn")
    row(page, "^混一色").wait_for()
    page.get_by_role("button", name="會所").click()
    row(page, f"^混一色 .* {ruleset('club16').worth('half_flush')} 番$").wait_for()
    page.get_by_role("radio", name="番數").click()
    page.get_by_role("heading", name="10 番").wait_for()
    heads = [each.inner_text() for each in page.get_by_role("heading", level=2).all()]
    fans = [int(each.removesuffix(" 番")) for each in heads if each.endswith(" 番")]
    rules = ruleset("club16")
    wanted = {rules.worth(each.id) for each in rules.patterns} - {None}
    assert fans == sorted(worth for worth in wanted if worth is not None)
    page.reload()
    assert page.get_by_role("radio", name="番數").get_attribute("aria-checked") == "true"


def test_the_name_of_a_pattern_is_engraved(visit: Visit) -> None:
    page = visit("/learn/big_three_dragons")
    page.get_by_role("heading", name="大三元", exact=True).wait_for()
    drawn = page.evaluate(
        "() => [...document.querySelectorAll('h2 use')].map((each) => [each.getAttribute('href').split('#')[1], each.getBBox().width])"
    )
    assert [name for name, _ in drawn] == [f"u{ord(char):x}" for char in "大三元"]
    page.wait_for_function("() => [...document.querySelectorAll('h2 use')].every((each) => each.getBBox().width > 50)")


def test_back_comes_to_the_place_in_the_list(visit: Visit) -> None:
    page = visit("/learn")
    last = row(page, r"\d 番$|冇計$").last
    last.scroll_into_view_if_needed()
    page.wait_for_function("() => scrollY > 500")
    before = page.evaluate("scrollY")
    last.click()
    page.get_by_role("heading", level=2).first.wait_for()
    page.get_by_role("link", name="返去").click()
    page.wait_for_function(f"() => Math.abs(scrollY - {before}) < 200")


# --- a pattern


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("lang", "name"), [("yue", "混一色"), ("zh", "混一色"), ("en", "Half flush")])
def test_page_of_a_pattern(visit: Visit, lang: str, name: str, theme: str) -> None:
    page = visit("/learn/half_flush", "phone", lang, theme)
    page.get_by_role("heading", name=name, exact=True).wait_for()
    books = {"yue": "各本例計幾多", "zh": "各份規則的番數", "en": "Worth in each rulebook"}[lang]
    page.get_by_role("heading", name=books).wait_for()
    for id in DOCUMENTS:
        link = page.locator(f"a[href='/learn/half_flush{'' if id == 'hk-standard' else '#' + id}']").last
        assert link.inner_text().startswith(str(ruleset(id).worth("half_flush"))), id
    says = ruleset("hk-standard").sentence("half_flush")
    page.get_by_text(says(lang)).wait_for()
    asks = {"yue": "數字牌花色啱啱好 1 門", "zh": "數字牌花色剛好 1 門", "en": "exactly 1 suit"}[lang]
    page.get_by_text(re.compile(asks)).first.wait_for()
    axe(page)


def test_examples_count_it_and_near_misses_do_not(visit: Visit) -> None:
    page = visit("/learn/half_flush")
    told = heard(page, "/patterns/half_flush?rules=hk-common", lambda: page.goto(page.url + "#hk-common"), "GET")
    assert told["examples"]
    assert told["near_misses"]
    rules = ruleset("hk-common")
    for sort, counts in (("examples", True), ("near_misses", False)):
        for each in told[sort]:
            under = each.get("under")
            house = ruleset(under["base"]).with_options(under.get("options", {})) if under else rules
            own = score(Win.parse(each["text"]), house)
            assert ("half_flush" in own.patterns, own.capped) == (counts, each["capped"]), each
            page.get_by_role("link", name=re.compile(f"^開嚟計.* {own.capped} 番")).first.wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_an_example_opens_in_score_with_the_same_fan(visit: Visit, size: str) -> None:
    page = visit("/learn/big_three_dragons", size)
    page.get_by_role("heading", name="例子", exact=True).wait_for()  # the requests of the first visit are answered
    told = heard(page, "/patterns/big_three_dragons?rules=hk-standard", page.reload, "GET")
    page.get_by_role("link", name=re.compile("^開嚟計")).first.click()
    page.get_by_role("region", name="揀牌").wait_for()
    own = score(Win.parse(told["examples"][0]["text"]), "hk-standard")
    figure(page).first.wait_for()
    assert figure(page).first.get_attribute("aria-label") == f"{own.capped} 番"


def test_an_example_under_other_rules_says_so_and_goes_back(visit: Visit) -> None:
    page = visit("/learn/full_flush#club16", kept={"rules": HOUSE})
    page.get_by_text("照會所計").wait_for()
    page.get_by_role("link", name=re.compile("^開嚟計")).first.click()
    page.get_by_text("呢副牌照連結帶嚟嘅規矩計：會所。").wait_for()
    page.get_by_role("button", name="照我嗰套").click()
    page.get_by_text("呢副牌照連結帶嚟嘅規矩計").wait_for(state="hidden")
    kept = page.evaluate("JSON.parse(localStorage.getItem('sikwu.rules'))")
    assert kept == HOUSE


def test_an_unknown_pattern_is_refused_in_words(visit: Visit) -> None:
    page = visit("/learn/half_flsh", allowed=("status of 422", "status of 404"))
    page.get_by_role("status").get_by_text(re.compile("half_flsh")).wait_for()


def test_what_is_not_played_is_shown_by_the_option_that_plays_it(visit: Visit) -> None:
    page = visit("/learn/seven_pairs")
    example = page.get_by_role("link", name=re.compile("^開嚟計.*七對眼 3.* 3 番.*照清章呢個規矩計")).first
    example.wait_for()
    assert "打七對眼：可以食，3 番" in example.inner_text()
    example.click()
    figure(page).first.wait_for()
    assert figure(page).first.get_attribute("aria-label") == "3 番"


def test_a_near_miss_says_what_is_not_there(visit: Visit) -> None:
    page = visit("/learn/all_chows", lang="en")
    page.get_by_role("heading", name="Near misses: these do not count").wait_for()
    missed = page.get_by_role("link", name=re.compile(r"exactly 4 chows \(here: 3\)")).first
    missed.wait_for()
    assert "✗" in missed.inner_text()
    optional = page.get_by_role("link", name=re.compile("not: a pair of honours"))
    assert "Pair of an all-chows hand: No pair of honours" in optional.inner_text()
    axe(page)


def test_patterns_in_use_come_first(visit: Visit) -> None:
    page = visit("/learn")
    rules = ruleset("hk-standard")
    row(page, "^混一色").wait_for()
    for order in ("番數", "分類"):
        page.get_by_role("radio", name=order).click()
        rows = [each for each in row(page, ".*").all_inner_texts() if "番" in each.split()[-1] or "冇計" in each]
        unused = [n for n, each in enumerate(rows) if "冇計" in each]
        assert unused == list(range(len(rows) - len(unused), len(rows)))
    page.get_by_role("button", name="淨係計緊嘅").click()
    played = sum(rules.worth(each.id) is not None for each in rules.patterns)
    page.get_by_text(f"{played} 個番種").wait_for()
    assert not row(page, "冇計").count()


# --- the first lessons


@pytest.mark.parametrize(("lang", "size", "theme"), looks("yue", "en", "zh"))
def test_lessons(visit: Visit, lang: str, size: str, theme: str) -> None:
    """From the hint on the first screen through all of them."""

    def word(code: str, **facts: object) -> str:
        return say(code, **facts)(lang)

    page = visit("/", size, lang, theme)
    page.get_by_role("link", name=word("app.first")).click()

    def sound() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], page.url
        axe(page)

    page.get_by_role("heading", name=word("lesson.play.win.title")).wait_for()
    page.get_by_text(word("lesson.play.deal.says", n=13)).wait_for()
    sound()
    for lesson, shown in (
        ("tiles", word("lesson.tiles.group.f")),
        ("fan", word("lesson.fan.why.title")),
        ("words", entries()[0].says(lang)),
    ):
        page.get_by_role("link", name=word("lesson.next", title=say(f"lesson.title.{lesson}"))).click()
        page.get_by_text(shown, exact=True).first.wait_for()
        if lesson == "tiles":
            assert page.get_by_text("baak6 baan2").is_visible()
            comes(page.get_by_role("main").get_by_role("listitem"), 42 + 4)  # and the ways to the lessons
        if lesson == "fan":
            prices = catalogue.prices(ruleset("hk-standard"))
            page.get_by_role("row").nth(1).wait_for()  # the prices come from the server, after the words
            shown_rows = [each.split() for each in page.get_by_role("row").all_inner_texts()[1:]]
            assert shown_rows == [[str(each.fan), str(each.discarder), str(each.drawn)] for each in prices]
        sound()
    page.goto(page.url.split("/learn")[0] + "/")
    page.get_by_role("button", name=re.compile("^(一萬，|1 character, )")).first.wait_for()
    assert not page.get_by_role("link", name=word("app.first")).count(), "who has been there is not asked again"


def test_prices_of_the_rules_in_force(visit: Visit) -> None:
    half = {"base": "hk-standard", "options": {"score.gun": "half"}}
    page = visit("/learn/fan", kept={"rules": half})
    page.get_by_role("columnheader", name="另外兩家").wait_for()
    rules = ruleset("hk-standard").with_options(half["options"])
    first = catalogue.prices(rules)[0]
    assert page.get_by_role("row").nth(1).inner_text().split() == [
        str(each) for each in (first.fan, first.discarder, first.others, first.drawn)
    ]


def test_the_pages_of_the_lessons_are_those_of_the_app() -> None:
    for lang, file in lessons.PAGES.items():
        assert file.read_text("utf-8") == lessons.page(lang), "python -m tools.lessons writes it"


# --- the quiz


@pytest.mark.parametrize(("lang", "check", "next_"), [("yue", "睇答案", "下一副"), ("en", "Check", "Next hand")])
def test_quiz(visit: Visit, lang: str, check: str, next_: str) -> None:
    page = visit("/learn", "phone", lang)
    told = heard(page, "/api/v1/hand", page.get_by_role("link", name=re.compile("估番|Fan quiz")).click)
    own = score(Win.parse(told["text"]), "hk-standard")
    wheel = page.get_by_role("spinbutton")
    wheel.focus()
    page.keyboard.type(str(own.capped), delay=50)
    assert wheel.get_attribute("aria-valuenow") == str(own.capped)
    axe(page)
    page.get_by_role("button", name=check).click()
    page.get_by_text(re.compile("估啱咗|Right!")).first.wait_for()
    assert figure(page).first.get_attribute("aria-label") == ("{} fan" if lang == "en" else "{} 番").format(own.capped)
    names = [own.ruleset.pattern(id) for id in own.patterns]
    for each in names:
        page.get_by_role("button", name=re.compile(f"{each.en if lang == 'en' else each.zh}")).first.wait_for()
    page.get_by_text(re.compile("^(連中|Streak) 1$")).wait_for()
    axe(page)
    # Answers the next one wrong: one more, or one less.
    told = heard(page, "/api/v1/hand", page.get_by_role("button", name=next_).click)
    fan = score(Win.parse(told["text"]), "hk-standard").capped
    wheel.wait_for()
    wheel.focus()
    page.keyboard.press("Home")  # to the fewest fan that win
    guess = 13 if fan < 13 else 12
    for _ in range(guess - ruleset("hk-standard").minimum):
        page.get_by_role("button", name=re.compile("^(多啲|More)$")).click()
    assert wheel.get_attribute("aria-valuenow") == str(guess)
    page.get_by_role("button", name=check).click()
    page.get_by_text(re.compile("唔啱|Not quite")).first.wait_for()
    page.get_by_text(re.compile("^(連中|Streak) 0$")).wait_for()
    kept = page.evaluate("JSON.parse(localStorage.getItem('sikwu.streak.quiz'))")
    assert kept == {"now": 0, "best": 1}


def test_quiz_asks_under_the_house(visit: Visit) -> None:
    page = visit("/learn/quiz", "desk", kept={"rules": HOUSE})
    with page.expect_request(lambda asked: asked.url.endswith("/quiz") and asked.method == "POST") as waited:
        page.reload()
    assert json.loads(waited.value.post_data or "")["rules"] == HOUSE
    page.get_by_role("spinbutton").wait_for()


# --- the drill


def away_of(page: Page) -> int:
    """The distance of the hand on the page according to the library, from the text for screen readers."""
    label = (
        page.get_by_role("region", name=re.compile("手牌|hand", re.I)).get_by_role("img").get_attribute("aria-label")
    )
    assert label is not None
    away = look(label.replace("、", "").replace(" ", "").replace(",", ""), "hk-standard").away
    assert away is not None
    return away


def test_drill_right_and_wrong(visit: Visit) -> None:
    page = visit("/learn/away")
    axe(page)
    page.get_by_role("radio", name="唔限時").click()
    page.get_by_role("button", name="開始").click()
    page.get_by_role("button", name="差 1 隻").wait_for()
    axe(page)
    away = away_of(page)
    page.get_by_role("button", name=f"差 {away} 隻").click()
    page.get_by_text(f"啱！差 {away} 隻。").first.wait_for()
    page.get_by_text("連中 1", exact=True).wait_for()
    axe(page)
    page.keyboard.press("Enter")  # the way on has the focus
    page.get_by_role("button", name="差 1 隻").wait_for()
    away = away_of(page)
    other = 1 + away % 6
    page.keyboard.press(str(other))
    page.get_by_text(f"唔啱：差 {away} 隻，你話 {other} 隻。").first.wait_for()
    page.get_by_text("連中 0", exact=True).wait_for()
    page.get_by_role("link", name="開嚟睇").click()
    page.get_by_role("region", name="揀牌").wait_for()
    page.get_by_role("heading", name="叫糊" if away == 1 else f"差 {away} 隻").wait_for()


def test_drill_opens_in_score_under_the_house(visit: Visit) -> None:
    page = visit("/learn/away", kept={"rules": HOUSE, "learn.clock": 0})
    page.get_by_role("button", name="開始").click()
    page.get_by_role("button", name="差 1 隻").click()
    page.get_by_role("link", name="開嚟睇").click()
    page.get_by_role("region", name="揀牌").wait_for()
    page.wait_for_function("() => location.hash === ''")
    assert page.evaluate("JSON.parse(localStorage.getItem('sikwu.rules'))") == HOUSE


def test_drill_ends_with_the_clock(visit: Visit) -> None:
    page = visit("/learn/away", lang="en", kept={"learn.clock": 10, "streak.away": {"now": 3, "best": 3}})
    page.clock.install()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("timer").wait_for()
    page.clock.run_for(11_000)
    page.get_by_text(re.compile("^✗ Time is up")).wait_for()
    page.get_by_text("Streak 0", exact=True).wait_for()
    page.get_by_text("Best 3", exact=True).wait_for()


# --- without a network


def test_learn_without_a_network(visit: Visit) -> None:
    page = visit("/learn", worker=True, allowed=GONE)
    row(page, "^混一色").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()  # from now on the service worker answers, and keeps what it fetched
    row(page, "^混一色").click()
    page.get_by_role("heading", name="例子", exact=True).wait_for()
    page.context.set_offline(True)
    page.goto(page.url.partition("/learn")[0] + "/learn")
    row(page, "^混一色").click()
    page.get_by_role("heading", name="例子", exact=True).wait_for()
    page.get_by_role("link", name="返去").click()
    row(page, "^大三元").click()
    page.get_by_text("冇網：條件同例子要有網先睇到。").wait_for()
    assert figure(page).first.get_attribute("aria-label") == "8 番"
    page.get_by_role("link", name="返去").click()
    page.get_by_role("link", name=re.compile("差幾隻")).click()
    page.get_by_role("radio", name="唔限時").click()
    page.get_by_role("button", name="開始").click()
    page.get_by_role("button", name="差 1 隻").wait_for()
    away = away_of(page)
    page.get_by_role("button", name=f"差 {away} 隻").click()
    page.get_by_text(f"啱！差 {away} 隻。").first.wait_for()
    page.get_by_role("link", name="返去").click()
    page.get_by_role("link", name=re.compile("估番")).click()
    page.get_by_role("spinbutton").wait_for()


# --- About


@pytest.mark.parametrize(("lang", "size", "theme"), looks("yue", "en"))
def test_about(visit: Visit, size: str, lang: str, theme: str) -> None:
    from sikwu import __version__

    page = visit("/about", size, lang, theme)
    page.get_by_text(re.compile(re.escape(__version__))).first.wait_for()
    for name in ("sikwu", "Noto Serif CJK HK", "svelte", "fastapi"):
        page.get_by_text(name, exact=True).first.wait_for()
    for example in ("curl", "Python", "JavaScript"):
        page.get_by_role("radio", name=example).click()
        assert "/api/v1/score" in page.locator("pre").first.inner_text()
    assert page.get_by_role("link", name=re.compile("OpenAPI")).get_attribute("href") == "/api/v1/openapi.json"
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    axe(page)


def test_the_python_example_answers(visit: Visit, capsys: pytest.CaptureFixture[str]) -> None:
    page = visit("/about")
    page.get_by_role("radio", name="Python").click()
    exec(compile(page.locator("pre").first.inner_text(), "example", "exec"), {})
    told = score(Win.parse("22678m 白白 (發發發<E) (中中中<N) +白<W seat=S round=E"), "hk-standard")
    assert capsys.readouterr().out.startswith(f"{told.capped} [")
