"""The command line: its output in all languages, and its answers to wrong input."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.main import get_command
from typer.testing import Result

import sikwu.cli
from commands import invoked
from patience import PATIENCE
from sikwu import ruleset
from sikwu.cli.admin import admin_app
from sikwu.cli.app import app, rules_app
from sikwu.cli.app import named as alone
from sikwu.cli.books import session, shorthand
from sikwu.cli.books.commands import book_app
from sikwu.cli.score.guide import _BACK, _END, _NO, _NONE, _WAYS, _YES
from sikwu.cli.score.said import SAID
from sikwu.cli.score.score import EXAMPLE
from sikwu.cli.shared.language import default_language
from sikwu.cli.shared.paper import COUNTERS, UnbrokenText, WrappedText, broken
from sikwu.cli.table.commands import table_app
from sikwu.corpus import cases
from sikwu.rules.presets import names
from sikwu.texts import LANGUAGES

HAND = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
CASE = next(cases("hk_patterns"))


def run(*args: str, width: int = 80, lang: str | None = None, stdin: bytes | None = None) -> Result:
    environment = {"COLUMNS": str(width), "FORCE_COLOR": "", "LC_ALL": "C", "LANG": ""}
    given = [*args, *(["--lang", lang] if lang else [])]
    return invoked(given, environment, stdin)


def flat(result: Result) -> str:
    """The output with lines joined, to look for sentences."""
    return re.sub(r"\s+", " ", result.output)


# --- answer


def test_answer_gives_one_line_each(tmp_path: Path) -> None:
    lines = [b"\xff\xfe not text", b"", b"[1]", json.dumps(CASE).encode(), b'{"id": "x", "kind": "scroe"}']
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines))
    for result in (
        run("answer", str(file)),
        run("answer", stdin=file.read_bytes()),
        run("answer", "-", stdin=file.read_bytes()),
    ):
        assert result.exit_code == 0
        told = [json.loads(line) for line in result.stdout.splitlines()]
        assert [each["id"] for each in told] == [None, None, CASE["id"], "x"]
        assert [each.get("error", {}).get("code") for each in told] == [
            "case.not_json",
            "case.not_object",
            None,
            "case.kind",
        ]
        assert told[2]["answer"]["fan"] == CASE["expect"]["fan"]


def test_answer_survives_anything() -> None:
    bad = [
        b"[" * 100_000,
        b'{"id":1,"options":{"limit.hands":[1,[2]]}}',
        b'{"id":2,"hand":{}}',
        b'{"id":3,"id":4,"x":1e400}',
        b"\x00",
    ]
    result = run("answer", stdin=b"\n".join([*bad, json.dumps(CASE).encode()]))
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(told) == len(bad) + 1
    assert all("error" in each for each in told[:-1])
    assert told[1]["id"] == 1
    assert "answer" in told[-1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_answer_without_a_file(tmp_path: Path, lang: str) -> None:
    for place in (tmp_path / "none.jsonl", tmp_path):
        result = run("answer", str(place), lang=lang)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "[file.unreadable]" in result.stderr
        assert "Traceback" not in result.stderr


# --- score


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_score(width: int, lang: str) -> None:
    result = run("score", HAND, "--full", width=width, lang=lang)
    assert result.exit_code == 0
    text = flat(result)
    for words in (
        "小三元",
        "siu2 saam1 jyun4",
        "混一色",
        "Half flush",
        "正花",
        "hk-standard",
        ruleset("hk-standard").hash,
    ):
        assert words in text
    said = {
        "yue": ("9 番，食得", "有但唔計", "點樣砌", "計咗小三元", "叫糊：白", "成副牌淨係一門數字牌"),
        "zh": ("9 番，可以食糊", "有但不計", "牌的砌法", "計了小三元", "叫糊：白", "全副牌只用一門數字牌"),
        "en": ("9 fan: a win", "In the hand, but not counted", "How the hand is read", "Waited for 白"),
    }
    for each, told in said.items():
        assert all(words in text for words in told) == (each == lang)
    assert max(cell_len(line) for line in result.output.splitlines()) <= width
    assert all(line == line.rstrip() for line in result.output.splitlines())


def test_score_words_need_no_quotes() -> None:
    assert run("score", "123678m", "中中中發發發白", "+白", "-l", "en").output.startswith("10 fan: a win")


def test_score_options_and_rules(tmp_path: Path) -> None:
    assert "ceiling: 8 fan count" in flat(run("score", HAND, "--option", "limit.cap_fan=8", lang="en"))
    assert "Hong Kong common" in flat(run("score", HAND, "--rules", "香港蔴雀常用番種"))
    house = tmp_path / "house.toml"
    house.write_text('ruleset = "hk-standard"\n[options]\n"limit.cap_fan" = 8\n', "utf-8")
    assert "共 9 番，爆棚，當 8 番計" in run("score", HAND, "--rules", str(house), lang="zh").output
    hands = "limit.hands=small_three_dragons,all_honours"
    assert "limit hand" in run("score", HAND, "-o", hands, "-o", "limit.unify=true", lang="en").output


def test_score_why() -> None:
    result = run("score", HAND, "--why", "三元牌", lang="en")
    assert "holds. Dragon pung (中中中, 發發發) is not counted" in flat(result)
    assert "✓ at least 1 dragon pung; here 2" in result.output
    assert "✗ 三元牌刻子剛好 3 副：現在 2" in run("score", HAND, "--why", "Big three dragons", lang="zh").output


def test_score_json() -> None:
    told = json.loads(run("score", HAND, "--json", "-r", "eight-fan-burst").stdout)
    assert (told["fan"], told["capped"], told["valid"], told["ceiling"]) == (9, 8, True, 8)
    assert told["patterns"] == {"seat_flower": 1, "small_three_dragons": 5, "half_flush": 3}
    assert told["not_counted"][0]["by"] == "small_three_dragons"
    assert told["options"] == {"limit.cap_fan": 8}
    wrong = run("score", "123m", "--json")
    assert wrong.exit_code == 2
    assert json.loads(wrong.stdout)["error"]["code"] == "tiles.count"


def test_errors_as_json() -> None:
    error = json.loads(run("score", HAND, "--json", "--why", "haf_flush", lang="zh").stdout)["error"]
    assert error["code"] == "name.not_found"
    assert error["message"] == 'nothing has the name "haf_flush"; did you mean half_flush?'
    assert error["message_zh"] == "沒有叫「haf_flush」的番種、規則或選項；是否想說 half_flush？"
    assert error["message_yue"] == "冇叫「haf_flush」嘅番種、規則或者選項；係咪想講 half_flush？"
    (found,) = error["problems"]
    assert (found["code"], found["facts"]["word"]) == ("name.not_found", "haf_flush")
    assert found["facts"]["hint"]["facts"] == {"guess": "half_flush", "id": None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_score_without_text_or_terminal(lang: str) -> None:
    result = run("score", lang=lang, stdin=b"")
    assert result.exit_code == 0
    assert "--help" in result.output
    assert 'sikwu score "123678m' in result.output


def test_grammar_is_in_the_help() -> None:
    text = flat(run("score", "--help"))
    for words in ("(123m<N)", "[7777s]", "+5m<N", "seat=S", "kong_chain=2"):
        assert words in text


@pytest.mark.parametrize(
    ("args", "code", "en", "zh"),
    [
        (["score", "12x"], "notation.no_suit", "no suit", "沒有花色"),
        (["score", "123m +4m"], "tiles.count", "it must have 13", "應該有 13 隻"),
        (["score", HAND, "-r", "hk-standrd"], "ruleset.unknown", "did you mean hk-standard?", "是否想說 hk-standard"),
        (["score", HAND, "-r", "none.toml"], "rules.no_file", "cannot be read", "讀不到"),
        (["score", HAND, "-o", "full_flush.fna=8"], "option.unknown", "did you mean full_flush.fan?", "是否想說"),
        (["score", HAND, "-o", "full_flush.fan=1001"], "option.value", "cannot be 1001", "不可以是 1001"),
        (["score", HAND, "-o", "hand.min_fan"], "option.text", "must have the form option=value", "要寫成 選項=值"),
        (["score", HAND, "-w", "haf_flush"], "name.not_found", "did you mean half_flush?", "是否想說 half_flush"),
        (["rules", "show", "大四元"], "name.not_found", "(big_four_winds)?", "大四喜（big_four_winds）"),
        (["rules", "show", "qqqq"], "name.not_found", "see sikwu rules list", "sikwu rules list"),
        (["rules", "show", "a/b.toml"], "rules.no_file", "cannot be read", "讀不到"),
        (["rules", "options", "hk-standard", "qqqq"], "name.not_found", "nothing has the name", "沒有叫"),
        (["rules", "diff", "hk-standard", "hkx"], "ruleset.unknown", "there is no ruleset hkx", "沒有叫 hkx 的規則"),
        (["rules", "compare", "123m +4m"], "tiles.count", "it must have 13", "應該有 13 隻"),
    ],
)
def test_what_is_wrong_is_told(args: list[str], code: str, en: str, zh: str) -> None:
    for lang, words in (("en", en), ("zh", zh)):
        result = run(*args, lang=lang)
        assert (result.exit_code, result.stdout) == (2, "")
        told = re.sub(r"\s+", " ", result.stderr)
        assert f"[{code}]" in told
        assert words in told


def test_unknown_command() -> None:
    result = run("scor")
    assert result.exit_code == 2
    assert "did you mean score?" in result.stderr
    assert all(run(name).exit_code == 2 for name in ("book", "arena", "lab", "verify", "replay"))


# --- rules


@pytest.mark.parametrize("width", [40, 100])
def test_rules_list(width: int) -> None:
    text = flat(run("rules", "list", width=width))
    for name in names():
        assert name in text
        assert ruleset(name).hash in text
    assert "清章" in text
    assert "Hong Kong standard" in text


@pytest.mark.parametrize("name", ["big_three_dragons", "大三元", "Big three dragons"])
def test_rules_show_pattern(name: str) -> None:
    text = flat(run("rules", "show", name, lang="en"))
    for words in (
        "daai6 saam1 jyun4",
        "Pungs or kongs of all three dragons",
        "Hong Kong standard 食糊準則",
        "exactly 3 dragon pungs",
        "If it counts, these do not: Dragon pung 三元牌",
        "8 fan: hk-standard, hk-common",
        "8 fan limit: ten-fan-burst",
        "big_three_dragons.fan = 8 (5…8 | limit)",
        "Examples",
        "Near misses",
    ):
        assert words in text


@pytest.mark.parametrize(("width", "lang"), [*((40, lang) for lang in LANGUAGES), (80, "en")])
def test_rules_show_fits_every_pattern(width: int, lang: str) -> None:
    for pattern in ruleset("hk-standard").patterns[:: 1 if width == 40 else 9]:
        result = run("rules", "show", pattern.id, width=width, lang=lang)
        assert result.exit_code == 0
        assert max(cell_len(line) for line in result.output.splitlines()) <= width


@pytest.mark.parametrize("name", ["twelve_tiles", "十二張落地包", "Liable for twelve tiles"])
def test_rules_show_duty(name: str) -> None:
    text = flat(run("rules", "show", name, lang="en"))
    assert "brought the winner to twelve tiles on the table" in text
    assert "Hong Kong common 包牌規則, note 29" in text
    assert "not in force: hk-common" in text
    assert "liability.twelve_tiles = true" in text
    # A duty that is called as its pattern stands below it.
    both = flat(run("rules", "show", "big_three_dragons", lang="zh"))
    assert both.index("大三元") < both.index("大三元包")
    assert "自摸，包三家" in both


def test_rules_diff_tells_duties() -> None:
    text = flat(run("rules", "diff", "hk-standard", "hk-common", lang="en"))
    assert "Liable for twelve tiles A self-draw, pays for all three, who began the turn → B not in force" in text


def test_rules_show_ruleset() -> None:
    text = flat(run("rules", "show", "ten-fan-burst", lang="zh"))
    assert "3 番起糊，10 番封頂" in text
    assert "* limit.cap_fan = 10" in text
    assert "大三元 Big three dragons（例牌）" in text
    assert "七對眼 Seven pairs" in text
    assert ruleset("ten-fan-burst").hash in text


def test_rules_show_option_and_options() -> None:
    shown = flat(run("rules", "show", "all_chows.wait", lang="en"))
    assert "· two_sided_only Two-sided waits only" in shown
    assert "✓ any Any wait" in shown
    assert "any: hk-standard" in shown
    every = flat(run("rules", "options", "hk-common", lang="zh"))
    assert all(option.id in every for option in ruleset("hk-common").options)
    some = flat(run("rules", "options", "hk-common", "flower_win.", lang="zh"))
    assert "flower_win.enabled" in some
    assert "limit.cap_fan" not in some


def test_rules_diff() -> None:
    text = flat(run("rules", "diff", "hk-standard", "hk-common", lang="en"))
    assert "limit.cap_fan Ceiling in fan A 13 B 10" in text
    assert "B two_including_self_draw 2 fan, self-draw contained" in text
    assert "Mixed terminals 花幺九 faa1 jiu1 gau2 A 1 → B 4" in text
    assert "A 10 → B not in use" in text
    assert "have the same rules" in flat(run("rules", "diff", "intervarsity-2017", "cuhk-2nd-king", lang="en"))


def test_rules_compare() -> None:
    result = run("rules", "compare", "999p 111s 999s E (111m<S) +E last_tile", lang="en", width=60)
    text = flat(result)
    assert "Mixed terminals 花幺九 1 4 1" in text
    assert "All pungs 對對糊 3 – 3" in text
    assert "Total 7 7 7" in text
    assert "mixed_terminals.add_all_pungs" in text
    assert "liability" not in text  # differs too, but not for this hand


def test_rules_compare_no_win_somewhere() -> None:
    result = run("rules", "compare", "11m 99p 1199s EE 中中 白 +白", "hk-standard", "all-customs", lang="zh", width=40)
    text = flat(result)
    assert result.exit_code == 0
    assert "合計 不成糊 5" in text
    assert "seven_pairs.enabled 打七對眼 A false" in text


def test_rules_compare_alike() -> None:
    text = run("rules", "compare", HAND, "hk-standard", "hk-classic", lang="zh").output
    assert "各套規則計法一樣。" in text


# --- words


def test_language() -> None:
    for named in ("zh_HK.UTF-8", "zh_HK", "zh_MO.UTF-8", "yue", "yue_HK.UTF-8"):
        assert default_language({"LANG": named}) == "yue"
    for named in ("zh_TW.UTF-8", "zh_CN", "zh"):
        assert default_language({"LANG": named}) == "zh"
    assert default_language({"LC_ALL": "en_GB.UTF-8", "LANG": "zh_HK"}) == "en"
    assert default_language({"LC_ALL": "", "LANG": "zh_HK"}) == "yue"
    assert default_language({}) == "en"
    for named, words in (
        ("zh_HK.UTF-8", "就唔再計三元牌"),
        ("zh_TW.UTF-8", "就不再計三元牌"),
        ("C", "beside small three dragons"),
    ):
        assert words in invoked(["score", HAND], {"LC_ALL": named}).output
    assert "yue, zh, en" in run("score", HAND, lang="fr", width=200).stderr


# What people type, what wraps, and an example: not said.
LINE = (*shorthand._ASKS.values(), *shorthand._TAKES.values(), shorthand._WORDS, shorthand._DRAW, shorthand._FALSE)
ANSWERS = (*_WAYS.values(), *SAID.values(), _BACK, _END, _NONE, _YES, _NO, *LINE, (shorthand._SEATS,), session._YES)
TYPED = {"番", EXAMPLE, *(word for words in ANSWERS for word in words), "".join(sorted(COUNTERS))}


def test_sentences_stand_in_the_tables() -> None:
    """Only the help, which is bilingual, contains Chinese outside the tables."""
    home = Path(sikwu.cli.__file__).parent
    help_texts = {
        "app.py",
        "books/commands.py",
        "books/flags.py",
        "play/commands.py",
        "shared/flags.py",
        "shared/language.py",
        "table/commands.py",
        "admin.py",
    }
    for path in sorted(home.rglob("*.py")):
        if path.relative_to(home).as_posix() in help_texts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
        told = {ast.get_docstring(node, clean=False) for node in nodes}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in told:
                inline = re.search(r"[一-鿿]", node.value) and not {node.value, "".join(sorted(node.value))} & TYPED
                assert not inline, f"{path.name}: {node.value}"


def test_wrapping() -> None:
    text = WrappedText("三元牌已計 123萬、中中中，合共 5 番。", (UnbrokenText("萬綠叢中一點紅"), "bold"))
    for width in range(14, 50):
        lines = [str(line) for line in broken(text.text, width, text.kept)]
        assert all(cell_len(line) <= width for line in lines)
        assert not any(line[0] in "，。、番" for line in lines if line)
        assert any("123萬" in line for line in lines)
        assert any("中中中" in line for line in lines)
        assert any("萬綠叢中一點紅" in line for line in lines)
        assert "".join(lines).replace(" ", "") == text.text.plain.replace(" ", "")


# --- made alone


def made(command: Any, *before: str) -> Iterator[tuple[tuple[str, ...], str, list[tuple[object, ...]]]]:
    """Every command with its name, its help and its parameters."""
    for name, each in command.commands.items():
        if hasattr(each, "commands"):
            yield from made(each, *before, name)
        takes = [
            (param.name, param.opts, param.secondary_opts, param.nargs, param.required, param.default, param.type.name)
            for param in each.params
        ]
        yield (*before, name), f"{each.help}{each.epilog}", takes


def test_a_command_that_is_made_alone_is_the_one_among_all() -> None:
    whole = list(made(get_command(app)))
    assert len(whole) > 40
    for words, says, takes in whole:
        if words in (("rules",), ("book",), ("table",), ("admin",)):  # alone, a group has all that is in it
            assert alone(app, words).registered_groups[0].typer_instance in (rules_app, book_app, table_app, admin_app)
            continue
        found = list(made(get_command(alone(app, [*words, "--help"]))))
        assert found[0] == (words, says, takes)
        assert len(found) == len(words)  # itself, and the group it is in


# --- as a program


def program(*args: str, **more: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "", **more}
    return subprocess.Popen(
        [sys.executable, "-m", "sikwu", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        # If the tests run in the background, the shell may have made them ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_program_answers_while_it_reads() -> None:
    with program("answer") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(3):
            running.stdin.write(json.dumps(CASE).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == CASE["id"]
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, out, err) == (130, b"", b"")


def test_program_and_a_broken_pipe(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text((json.dumps(CASE) + "\n") * 3000)
    with program("answer", str(file)) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(PATIENCE) == 141


def test_program_in_a_poor_locale() -> None:
    with program("score", HAND, "--lang", "zh", LC_ALL="C", PYTHONIOENCODING="ascii") as running:
        out, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, err) == (0, b"")
        assert "小三元" in out.decode()


def test_version() -> None:
    assert run("--version").output.startswith("sikwu 0.")
