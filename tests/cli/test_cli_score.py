"""`sikwu score` and `sikwu waits`: money, short and full, drawn tiles, hands through a pipe, usage errors, help examples."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console

import sikwu
from commands import invoked
from patience import PATIENCE
from reference.samples import random_win
from sikwu import Win, look, ruleset, settle
from sikwu import score as scored
from sikwu.cli import app as commands
from sikwu.cli.score.said import SAID, at_of
from sikwu.cli.shared.aligned import aligned
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.language import Tiles
from sikwu.cli.shared.sources import cited
from sikwu.cli.shared.story import print_full, print_short
from sikwu.cli.shared.usage import asked_language
from sikwu.corpus import cases
from sikwu.money.amount import money_json
from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import LANGUAGES, SikwuError
from sikwu.verdict import judged
from test_cli import CASE, flat, run

HAND = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
DUTY = "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"
SHORT = "123m 456p 789s EE 中中 +中<S 1f"
READY = "22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E"


# --- money


def test_the_short_story_line_by_line() -> None:
    assert run("score", HAND, lang="yue").output.splitlines() == [
        "9 番，食得",
        "123678萬 中中中 發發發 白 春 +白<西",
        "東位，南圈，食西家出銃嘅白",
        "香港麻雀（清章），3 番起糊，13 番封頂",
        "",
        "5 番  小三元  中中中 發發發 白白",
        "3 番  混一色  成副牌",
        "1 番  正花    春",
        "   –  三元牌  計咗小三元，就唔再計三元牌（中中中、發發發）",
        "",
        "西家 → 東家  96  西家出銃，一家賠晒。",
        "叫糊：白",
    ]


def test_self_draw_is_paid_by_three_and_added_up() -> None:
    text = run("score", "999p 111s 999s E (111m<S) +E last_tile", lang="en").output
    for seat in "SWN":
        assert f"{seat} → E  24  Self-draw: each pays half the price of a discard." in text
    assert "E receives 72 in all" in text


def test_a_duty_is_named_with_its_sentence() -> None:
    for lang, own, duty in (
        (
            "yue",
            "西家 → 東家  48  西家自己嗰份：出銃價嘅一半。",
            "西家 → 東家  96  大三元包：西家打出嘅牌令東家中發白三副落地",
        ),
        (
            "en",
            "W → E  48  W's own share: half the price of a discard.",
            "W → E  96  Liable for big three dragons: W discarded the tile for the last of",
        ),
    ):
        text = flat(run("score", DUTY, lang=lang, width=200)).replace("  ", " ")
        assert re.sub(" +", " ", own) in text
        assert re.sub(" +", " ", duty) in text
        assert "big_three_dragons" not in text


@pytest.mark.parametrize(
    ("lang", "short", "unknown"),
    [
        ("yue", "未夠 3 番，冇人使賠。", "未講邊家出銃"),
        ("zh", "未夠 3 番，沒有人要賠。", "未講哪一家出銃"),
        ("en", "Below the minimum of 3 fan: nobody pays.", "The hand does not say who discarded"),
    ],
)
def test_no_money_says_why(lang: str, short: str, unknown: str) -> None:
    below = run("score", SHORT, lang=lang)
    assert below.exit_code == 0
    assert short in below.output
    assert "→" not in below.output
    somebody = run("score", HAND.replace("<W", "<?"), lang=lang)
    assert somebody.exit_code == 0
    assert unknown in somebody.output
    assert "9 " in somebody.output.splitlines()[0]
    assert "→" not in somebody.output


def test_a_discarder_on_whom_the_win_depends_is_asked_for() -> None:
    hand = "123m 456m 789p 234s 66s EE +E<? seat=S 12f streak=1"
    house = ["-r", "club16", "-o", "hand.min_fan=6"]
    assert run("score", hand, *house).exit_code == 0  # too few for any payer
    # If a paying dealer's fan counts towards the minimum, it is a win from the dealer and none from the others.
    depends = run("score", hand, *house, "-o", "hand.min_counts_payer=true", lang="en")
    assert depends.exit_code == 2
    assert "[feeder.missing]" in depends.stderr
    wrong = run("score", HAND.replace("+白<W", "+9s<?"), lang="en")
    assert (wrong.exit_code, wrong.stdout) == (2, "")


def test_json_has_the_settlement() -> None:
    told = json.loads(run("score", DUTY, "--json", lang="en").stdout)
    assert told["unpaid"] is None
    assert told["settlement"]["payments"] == {"E": 144, "S": 0, "W": -144, "N": 0}
    assert told["settlement"]["liable"] == "W"
    own, duty = told["settlement"]["transfers"]
    assert (own["from"], own["to"], own["amount"]) == ("W", "E", 48)
    assert "big three dragons" in duty["why"]["en"]
    assert "zh" not in duty["why"]
    somebody = json.loads(run("score", HAND.replace("<W", "<?"), "--json").stdout)
    assert somebody["settlement"] is None
    assert somebody["unpaid"]["code"] == "unpaid.no_feeder"
    assert somebody["explanation"]["payments"] is None
    assert somebody["explanation"]["situation"]["facts"]["how"]["code"] == "how.discard_of_somebody"
    assert "+白<?" in somebody["text"]


@pytest.mark.parametrize("kind", ["hk_patterns", "hktw_patterns", "hk_payments"])
def test_what_is_printed_is_what_is_settled(kind: str) -> None:
    for case in list(cases(kind))[::40]:
        if case.get("kind", "score") != "score" or "error" in case["expect"] or case.get("options"):
            continue
        win = Win.from_case(case)
        text = run("score", win.text, "-r", case["ruleset"], lang="en", width=70).output
        told = scored(win, case["ruleset"])
        assert max(cell_len(line) for line in text.splitlines()) <= 70
        assert all(line == line.rstrip() for line in text.splitlines())
        if told.valid:
            for payer, payee, amount, _ in settle(told).transfers:
                assert re.search(rf"^{payer} → {payee} +{re.escape(str(money_json(amount)))}  ", text, re.M), win.text


# --- several rulesets


def test_rulesets_side_by_side_have_payments() -> None:
    args = ["score", DUTY.replace("2f", "1f"), "-r", "hk-standard", "-r", "hk-common", "-r", "hk-classic"]
    text = run(*args, lang="yue", width=60).output
    assert re.search(r"^東家 +\+\d+ +\+\d+ +\+\d+ *$", text, re.M)
    assert re.search(r"^西家 +−\d+ +−\d+ +−\d+ *$", text, re.M)
    assert "南家" not in text  # pays nowhere
    assert "A B C 西家 → 東家" in text
    told = json.loads(run(*args, "--json").stdout)
    assert [column["payments"]["E"] > 0 for column in told["columns"]] == [True] * 3
    below = flat(run("score", SHORT, "-r", "hk-standard", "-r", "hk-classic", lang="en"))
    assert "A B Below the minimum of 3 fan: nobody pays." in below


def test_rulesets_that_only_pay_unlike_are_not_said_to_be_alike() -> None:
    discard = DUTY.replace("+9s", "+9s<S")
    text = flat(run("score", discard, "-r", "hk-standard", "-r", "hk-classic", lang="en", width=200))
    assert "W 0 −32" in text
    assert (
        "B S → E 32: S discarded the winning tile and pays half. W → E 32: Liable for big three dragons: W discarded the tile"
        in text
    )
    assert "give the same fan, but different payments." in text
    assert "rulesets give the same fan and the same payments." in flat(
        run("score", HAND, "-r", "hk-standard", "-r", "hk-classic", lang="en")
    )


def test_options_go_to_every_ruleset() -> None:
    text = flat(run("score", HAND, "-r", "hk-standard", "-r", "hk-classic", "-o", "limit.cap_fan=8", lang="en"))
    assert "hk-standard + 1 change 3–8" in text
    assert "hk-classic + 1 change 3–8" in text
    assert "W −64 −64" in text


# --- how much is shown, and how tiles look


def test_full_tells_sentences_and_documents_by_title() -> None:
    short, full = run("score", HAND, lang="zh").output, run("score", HAND, "--full", lang="zh").output
    assert "《香港麻雀（清章）》五番，註 10" in flat(run("score", HAND, "--full", lang="zh", width=300))
    for words in ("siu2 saam1 jyun4", "Small three dragons", "牌的砌法", "hk-standard"):
        assert words in full
        assert words not in short
    for lang in LANGUAGES:
        assert not re.search(r"doc\d\d\d", run("score", HAND, "--full", lang=lang).output)
    assert "Hong Kong standard 五番, note 10" in flat(run("score", HAND, "-f", lang="en"))


def test_every_document_has_a_title() -> None:
    marks = [sikwu.ruleset(document).source for document in DOCUMENTS]
    assert len(set(marks)) == len(DOCUMENTS)
    for mark in marks:
        assert "doc" not in cited(f"{mark} 三番, note 3", "zh")
    assert cited("D39, R2", "en") == "D39, R2"


def test_tiles_are_drawn_when_asked() -> None:
    drawn = run("score", HAND, "--tiles", "unicode", lang="en").output
    assert "🀇🀈🀉🀌🀍🀎🀄🀄🀄🀅🀅🀅🀆 🀦 +🀆<W" in drawn
    assert "🀄🀄🀄 🀅🀅🀅 🀆🀆" in drawn
    assert "Waited for 🀆" in drawn
    assert not re.search("[🀀-🀪]", run("score", HAND, lang="en").output)
    by_place = invoked(["waits", READY], {"SIKWU_TILES": "unicode", "LC_ALL": "C"})
    assert "🀈 2m" in by_place.output


@pytest.mark.parametrize("style", list(Tiles))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hand_as_shown_can_be_typed_again(lang: str, style: Tiles) -> None:
    for text in (HAND, DUTY, "5m 99p (123m<N) (5555p<S!) &(777s+7s<E) [EEEE] +5m<? 12f", "1234567f flowers_win"):
        win = Win.parse(text)
        again = Win.parse(Pen(lang, style).hand(win))
        assert (again.hand, again.tile, again.feeder) == (win.hand, win.tile, win.feeder)


def test_columns_stand_under_each_other() -> None:
    rows = aligned([(["1", "九子連環", "x"], None), (["13", "a", "y"], None)], right=[0])
    assert [row.head.plain for row in rows] == [" 1  九子連環  x  ", "13  a         y  "]


@pytest.mark.parametrize("width", [30, 40, 60, 80])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_wider_than_the_terminal(width: int, lang: str) -> None:
    for args in (["score", HAND], ["score", DUTY, "-f"], ["waits", READY, "-f"], ["waits", "1123456m 789p 445s E"]):
        for style in Tiles:
            text = run(*args, "--tiles", style.value, lang=lang, width=width).output
            assert max(cell_len(line) for line in text.splitlines()) <= width
            assert all(line == line.rstrip() for line in text.splitlines())


# --- waits


def test_waits_of_a_ready_hand() -> None:
    assert run("waits", READY, lang="yue").output.splitlines() == [
        "叫緊糊：等 2 種牌，剩 4 隻",
        "22678萬 白白 (發發發<東) (中中中<北) 夏蘭",
        "南位，東圈；香港麻雀（清章），3 番起糊，13 番封頂",
        "",
        "糊邊隻  剩  食出銃  自摸",
        "二萬     2  10 番   11 番",
        "白       2  13 番   14 番，封 13 番",
    ]
    full = flat(run("waits", READY, "--full", lang="en", width=120))
    assert "2m 2 10 fan 11 fan Small three dragons 5, Half flush 3, Own flower 2, Self-draw 1" in full


def test_waits_that_are_dead_or_too_cheap_say_so() -> None:
    text = run("waits", "123456m 789p 1199s visible=1s:2,9s:1", lang="en").output
    assert re.search(r"^1s +0  none left$", text, re.M)
    assert re.search(r"^9s +1  1 fan, too few  2 fan, too few$", text, re.M)
    assert "The minimum is 3 fan." in text
    assert "The minimum" not in run("waits", READY, lang="en").output


def test_waits_of_hands_that_are_not_ready() -> None:
    unready = run("waits", "1123456m 789p 45s E", lang="zh").output
    assert "還差 1 隻才叫糊" in unready
    assert "有用的牌：6 種，餘 20 隻" in unready
    assert "一萬×2、四萬×3、七萬×4、三索×4、六索×4、東×3" in unready
    assert "6 more tiles until the hand has 14" in run("waits", "123m 456p 7s 中", lang="en").output
    full = run("waits", "1123456m 789p 445s E", lang="en").output
    assert re.search(r"^E +1 away +32  1m×2, 2m×3", full, re.M)
    assert "8 more discards" in full
    every = run("waits", "1123456m 789p 445s E", "-f", lang="en").output
    assert every.count(" away  ") == 12
    assert "The hand is complete." in run("waits", "111222333m 99p EEE", lang="en").output


def test_waits_as_json() -> None:
    told = json.loads(run("waits", READY, "--json", lang="zh").stdout)
    assert told["says"] == "已叫糊：等 2 種牌，餘 4 隻"
    assert told["rules"]["id"] == "hk-standard"
    real = look(READY)
    assert [(w["tile"], w["left"], w["self_draw"]["fan"]) for w in told["look"]["waits"]] == [
        (w.tile.text, w.left, w.self_draw.fan) for w in real.waits
    ]
    wrong = run("waits", "11111m", "--json")
    assert (wrong.exit_code, json.loads(wrong.stdout)["error"]["code"]) == (2, "tiles.five_copies")


@pytest.mark.parametrize(("lang", "words"), [("yue", "寫低副牌"), ("zh", "請寫出牌"), ("en", "Write the hand")])
def test_waits_without_a_hand(lang: str, words: str) -> None:
    result = run("waits", lang=lang, stdin=b"")
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


# --- through a pipe

PIPED = f"{HAND}\r\n\n12x\n{SHORT}\n".encode()


@pytest.mark.parametrize("args", [(), ("-",)])
def test_every_line_of_a_pipe_is_answered(args: tuple[str, ...]) -> None:
    result = run("score", *args, lang="en", stdin=PIPED)
    assert result.exit_code == 2
    assert [int(n) for n in re.findall(r"^Line (\d) ", result.stdout, re.M)] == [1, 3, 4]
    assert "9 fan: a win" in result.stdout
    assert "2 fan: not enough to win" in result.stdout
    assert "line 3: " in result.stderr
    assert "[notation.no_suit]" in result.stderr
    good = run("score", lang="en", stdin=HAND.encode())
    assert good.exit_code == 0


def test_a_pipe_with_json_gives_a_line_each() -> None:
    for command in ("score", "waits"):
        result = run(command, "--json", stdin=PIPED if command == "score" else b"12x\n123m\n")
        told = [json.loads(line) for line in result.stdout.splitlines()]
        refused = [each for each in told if "error" in each]
        assert [each["line"] for each in refused] == ([3] if command == "score" else [1])
        assert len(told) == (3 if command == "score" else 2)
        assert result.exit_code == 2
    empty = run("score", "--json", stdin=b"\n \n")
    assert (empty.exit_code, empty.stdout) == (0, "")


def test_a_pipe_may_hold_anything() -> None:
    lines = [b"\xff\xfe", b"x" * 200_000, b"\x00", HAND.encode()]
    result = run("score", "--json", stdin=b"\n".join(lines))
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in each for each in told] == [True, True, True, False]
    assert run("score", lang="en", stdin=b"\xef\xbb\xbf" + HAND.encode()).exit_code == 0


def test_answers_come_while_hands_are_written() -> None:
    command = [sys.executable, "-m", "sikwu", "score", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(2):
            running.stdin.write(HAND.encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["fan"] == 9
        running.stdin.close()
        assert running.wait(PATIENCE) == 0


def test_a_hand_that_is_given_is_scored_whatever_the_pipe_holds() -> None:
    assert run("score", HAND, lang="en", stdin=b"12x\n").output.startswith("9 fan: a win")


def test_why_under_several_rulesets() -> None:
    text = flat(run("score", HAND, "-w", "三元牌", "-r", "hk-standard", "-r", "hk-common", lang="en"))
    assert text.count("is not counted beside") == 2
    assert "Hong Kong common" in text


def test_why_and_several_rulesets_through_a_pipe() -> None:
    assert "is not counted beside" in flat(run("score", "-w", "三元牌", lang="en", stdin=HAND.encode()))
    both = flat(run("score", "-r", "hk-standard", "-r", "hk-classic", lang="en", stdin=HAND.encode()))
    assert "Line 1" in both
    assert "Total 9 9" in both


# --- usage


@pytest.mark.parametrize(
    ("args", "code", "yue", "zh", "en"),
    [
        (["score", "--nope"], "no_option", "冇 --nope 呢個選項", "沒有 --nope 這個選項", "there is no option --nope"),
        (["score", "--ful"], "no_option", "係咪想講 --full", "是否想說 --full", "did you mean --full?"),
        (["scor"], "no_command", "係咪想講 score", "是否想說 score", "did you mean score?"),
        (["rules", "sho"], "no_command", "係咪想講 show", "是否想說 show", "did you mean show?"),
        (["rules", "show"], "missing", "未寫 NAME", "未寫 NAME", "NAME is missing"),
        (["rules", "diff", "a", "b", "c"], "extra", "多咗：c", "多了：c", "Unexpected argument: c"),
        (
            ["score", HAND, "--tiles", "big"],
            "not_one_of",
            "「big」：要係 text",
            "「big」：要是 text",
            "use one of text",
        ),
        (["score", HAND, "--why"], "needs_value", "後面要寫個值", "後面要寫一個值", "--why needs a value"),
    ],
)
def test_usage_errors_are_in_the_chosen_language(args: list[str], code: str, yue: str, zh: str, en: str) -> None:
    for named, words in (("zh_HK.UTF-8", yue), ("zh_TW.UTF-8", zh), ("C", en)):
        result = invoked(args, {"LC_ALL": named, "COLUMNS": "200"})
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr
        assert f"[usage.{code}]" in result.stderr
        assert "Traceback" not in result.stderr


def test_the_chosen_language_is_taken_from_the_command_itself() -> None:
    assert "冇 --nope" in invoked(["score", "--nope", "-l", "yue"], {"LC_ALL": "C"}).stderr
    assert asked_language(["score", "--lang"]) in LANGUAGES
    assert "yue, zh, en" in run("score", HAND, lang="fr", width=200).stderr


def test_exit_codes_are_in_the_help() -> None:
    text = flat(run("--help"))
    for code in (
        "0 the command",
        "2 the command",
        "3 the database",
        "4 we cannot tell",
        "130 stopped",
        "141 the output",
    ):
        assert code in text


# --- help


def examples() -> list[tuple[str, str]]:
    found = []
    for name, text in (
        ("score", commands.CODES),
        ("score", commands.GRAMMAR),
        ("waits", commands.WAITS),
        ("answer", commands.ANSWER),
    ):
        found += [(name, line) for line in text.splitlines() if line.startswith("sikwu ")]
    return found


@pytest.mark.parametrize(("command", "line"), examples())
def test_every_example_of_the_help_runs(
    command: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cases.jsonl").write_text(json.dumps(CASE) + "\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    _, *args = shlex.split(line)
    assert args[0] == command
    result = run(*args, lang="en")
    assert result.exit_code == 0
    assert len(result.stdout) > 40
    assert result.stderr == ""


def test_every_command_of_a_hand_has_its_help() -> None:
    told = {name for name, _ in examples()}
    assert told == {"score", "waits", "answer"}
    for name in told:
        text = flat(run(name, "--help", width=100))
        assert "Example" in text
        assert "--lang" in text
        if name != "answer":
            assert "hk-standard" in text  # the default
            assert "SIKWU_TILES" in text


# --- nothing by colour alone


@pytest.mark.parametrize("args", [["score", HAND], ["score", SHORT], ["waits", READY]])
def test_colour_says_nothing_that_words_do_not(args: list[str]) -> None:
    def plain(**more: str) -> str:
        env = {"COLUMNS": "80", "LC_ALL": "C", "TERM": "xterm-256color", **more}
        return invoked(args, env).output

    coloured, bare = plain(FORCE_COLOR="1"), plain(FORCE_COLOR="1", NO_COLOR="1")
    assert re.search(r"\x1b\[[\d;]*3[0-7]", coloured)
    assert not re.search(r"\x1b\[[\d;]*3[0-7]", bare)
    strip = re.compile(r"\x1b\[[\d;]*m")
    assert strip.sub("", coloured) == strip.sub("", bare)


# --- words


def test_what_people_say_stands_for_what_a_text_writes() -> None:
    for word in SAID:
        assert at_of(word) != at_of()


def test_ready_is_said_once() -> None:
    hand = "111m 234p 567s 88s EEE 99p +9p<S seat=S ready=declared one_shot"
    told = Win.parse(hand)
    from sikwu.wording import situation

    assert situation(told).zh.count("報聽") == 1
    assert situation(told).yue.count("報聽") == 1


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_who_stops_reading_ends_it(more: list[str]) -> None:
    command = [sys.executable, "-m", "sikwu", "score", *more]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write((HAND + "\n").encode())
        running.stdin.flush()
        running.stdout.readline()
        running.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            running.stdin.write((HAND + "\n").encode() * 200)
            running.stdin.close()
        assert running.stderr.read() == b""
        assert running.wait(PATIENCE) == 141


@pytest.mark.parametrize("sets", [4, 5])
def test_any_win_is_told_within_the_columns_and_can_be_typed_again(
    sets: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, told = Random(7), 0
    while told < 60:
        win, lang, style = random_win(chance, sets), chance.choice(LANGUAGES), chance.choice(list(Tiles))
        try:
            verdict = judged(win, ruleset("hk-standard" if sets == 4 else "hk-taiwanese"))
        except SikwuError:
            continue
        told += 1
        width, pen = chance.choice((34, 60, 80)), Pen(lang, style)
        console = Console(width=width, markup=False, highlight=False, emoji=False)
        print_short(console, verdict, pen)
        print_full(console, verdict, pen)
        lines = capsys.readouterr().out.splitlines()
        assert max(map(cell_len, lines)) <= width, win.text
        again = Win.parse(pen.hand(win))
        assert (again.hand, again.tile) == (win.hand, win.tile)
        assert (verdict.paid is None) == (verdict.unpaid is not None)


def test_what_steers_a_terminal_does_not_come_back_out_of_a_pipe() -> None:
    result = run("score", lang="en", stdin=b"12\x1b[2J\x1b]0;x\x07m\n")
    assert result.exit_code == 2
    assert "\x1b" not in result.output
    assert "\x07" not in result.output
