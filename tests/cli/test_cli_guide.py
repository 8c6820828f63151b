"""The guide of `sikwu score` at a pseudo terminal: transcripts of a player after a hand, in all languages and widths."""

from __future__ import annotations

import re

import pytest

from terminal import CTRL_C, CTRL_D, PROMPT, UP, typed, widest


def answers_of(text: str) -> list[str]:
    return [line.removeprefix("›").strip() for line in text.splitlines() if line.startswith("›")]


# --- transcripts

IN_ENGLISH = """\
Score one hand step by step (press Enter to accept the value in brackets, < to
go back, q to quit)
Rules (a name or a .toml file; type ? for a list) [hk-standard]
›
Seat wind: E S W N [E]
› S
Round wind: E S W N [E]
›
Tiles, such as 123m 99p 中中. You can add melds (123m<N), flowers 1f and the
winning tile +5m<W (type - for a win by flowers)
› 123678m 中中中 發發發 白 2f
Winning tile (the hand waits for 白)
› 白
How was it won: 1 discard 2 self-draw 3 robbed kong 4 flowers (or type who
discarded: E S W N) [1]
› W

9 fan: a win
123678m 中中中 發發發 白 2f +白<W
seat S, round E; won on 白 discarded by W
Hong Kong standard, 3 fan needed to win, at most 13 counted

5 fan  Small three dragons 小三元  中中中 發發發 白白
3 fan  Half flush 混一色           the whole hand
1 fan  Own flower 正花             2f
    –  Dragon pung 三元牌          Dragon pung (中中中, 發發發) is not counted
                                   beside small three dragons

W → S  96  W discarded the winning tile and pays alone.
Waited for 白

In one line
sikwu score "123678m 中中中 發發發 白 2f +白<W seat=S round=E"

Next hand: Hong Kong standard, round E, seat S (< changes them, q quits)
Tiles, such as 123m 99p 中中. You can add melds (123m<N), flowers 1f and the
winning tile +5m<W (type - for a win by flowers)
› q
"""

IN_CANTONESE = """\
一步步問一副牌（Enter 照括號入面嘅，< 返上一題，q 收工）
規則（名或者 .toml 檔；? 列晒出嚟） [hk-standard]
›
門風：東 南 西 北 [東]
›
圈風：東 南 西 北 [東]
› 南
啲牌，例如 123m 99p 中中；落地牌 (123m<N)、花 1f、糊牌 +5m<W
可以一齊寫（食花糊就打 -）
› 456p 9s (中中中<南) (發發發<北) (白白白<西) 夏
糊邊隻（叫 9索）
› 九索
點樣食：1 食出銃 2 自摸 3 搶槓 4 花糊（或者直接打邊家出銃：
東 南 西 北） [1]
› 自摸
仲有咩情況（打號碼，或者好似海底、槓上開花咁講；冇就撳
Enter）
1 摸牆上最後一隻牌（海底撈月）
›

9 番，食得
456筒 9索 (中中中<南) (發發發<北) (白白白<西) 夏 +9索
東位，南圈，自摸 9索
香港麻雀（清章），3 番起糊，13 番封頂

8 番  大三元  中中中 發發發 白白白
1 番  自摸    9索
   –  三元牌  計咗大三元，就唔再計三元牌（中中中、發發發、
              白白白）

西家 → 東家  48  西家自己嗰份：出銃價嘅一半。
西家 → 東家  96  大三元包：西家打出嘅牌令東家中發白三副落地
                 （最後係白白白），而東家食嘅係大三元。另外
                 兩家嗰份都由西家包。
東家一共收 144
叫糊：9索

一行寫法
sikwu score "456p 9s (中中中<S) (發發發<N) (白白白<W) 2f +9s seat=E round=S"

下一副：香港麻雀（清章），南圈，東位（< 改，q 收工）
啲牌，例如 123m 99p 中中；落地牌 (123m<N)、花 1f、糊牌 +5m<W
可以一齊寫（食花糊就打 -）
› q
"""


@pytest.mark.parametrize(("columns", "lang", "transcript"), [(80, "en", IN_ENGLISH), (60, "yue", IN_CANTONESE)])
def test_a_player_after_a_hand(columns: int, lang: str, transcript: str) -> None:
    text, code = typed(answers_of(transcript), "score", "--lang", lang, columns=columns)
    assert code == 0
    assert [line.rstrip() for line in text.strip().splitlines()] == transcript.splitlines()
    assert widest(text) <= columns


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    ("place", "start", "won", "ends"),
    [
        ({"LANG": "C"}, "Score one hand step by step", "10 fan: a win", "S receives"),
        ({"LC_ALL": "C"}, "Score one hand step by step", "10 fan: a win", "S receives"),
        ({"LANG": "zh_HK.UTF-8"}, "一步步問一副牌", "10 番，食得", "南家一共收"),
        ({"LC_ALL": "zh_TW.UTF-8"}, "逐步問一副牌", "10 番，可以食糊", "南家合共收"),
    ],
)
def test_a_place_decides_the_language_and_any_can_be_typed(
    columns: int, place: dict[str, str], start: str, won: str, ends: str
) -> None:
    hand = "一二三六七八萬 中中中 發發發 白 +白 seat=S"
    text, code = typed(["", "", "", hand, "", "", "q"], "score", columns=columns, **place)
    assert code == 0
    assert hand in text  # as typed, even if the locale does not support Chinese
    for words in (start, won, ends, 'seat=S round=E"'):
        assert words in text
    assert widest(text) <= columns


# --- errors are shown, and the question is repeated


def test_wrong_answers_are_told_and_asked_again() -> None:
    answers = ["hk-standrd", "", "X", "S", "", "", "123m 44", "123678m 99p 中中", "555p<S", "555p<N", "5m", "9p"]
    answers += ["", "S", "N", "22f", "13", "q"]
    text, code = typed(answers, "score", "--lang", "en", "--option", "hand.min_fan=0")
    assert code == 0
    for told in (
        "did you mean hk-standard?",
        '"X" is not a wind',
        "Please type an answer.",
        "[notation.no_suit]",
        "[meld.own_seat]",
        "5m does not complete the hand",
        "[feeder.own_seat]",
        "[flowers.twice]",
        "0 fan: a win",
    ):
        assert told in text
    assert 'sikwu score "123678m 99p 中中 (555p<N) 13f +9p<N seat=S round=E" --option hand.min_fan=0' in text


def test_no_more_than_a_few_problems_are_told_at_once() -> None:
    text, _ = typed(["", "", "", "-", "123456789m", "q"], "score", "--lang", "en")
    assert text.count("[flowers.not_flower]") == 3


# --- going back, and earlier answers


def test_back_keeps_what_was_typed() -> None:
    answers = ["", "W", "", "123m 456p 789s 東東 中中", "中", "<", "<", "", "", "2", "<", "<", "E", "E", "-", "", "q"]
    text, code = typed(answers, "score", "--lang", "en")
    assert code == 0
    assert "such as 123m 99p 中中. You can add melds (123m<N), flowers 1f and the" in text
    assert "(type - for a win by flowers) [123m 456p 789s 東東 中中]" in " ".join(text.split())
    assert "(the hand waits for E 中) [中]" in text
    assert re.search(r"\(or type who\s+discarded: E S W N\) \[2\]", text)
    assert 'sikwu score "123m 456p 789s EE 中中 +E<E seat=W round=E"' in text
    # The first question has none before it.
    again, _ = typed(["<", "hk-common", "q"], "score", "--lang", "en")
    assert again.count("Rules (a name") == 2


def test_what_is_not_right_any_more_is_not_offered_again() -> None:
    answers = ["", "", "", "123m 456p 789s 東東 中中", "中", "<", "<", "123m 456p 78s 東東 中中中", "", "9s", "q"]
    text, _ = typed(answers, "score", "--lang", "en")
    assert "中 does not complete the hand" in text
    assert text.count("[中]") == 2  # offered after it was typed, and once more before it proved wrong


# --- tiles with everything else


def test_the_whole_line_may_be_typed_where_the_tiles_are() -> None:
    line = "22678m 白白 (發發發<E) (中中中<N) 26f +2m<W seat=S round=E"
    text, code = typed(["", "", "", line, "q"], "score", "--lang", "en")
    assert code == 0
    assert "10 fan: a win" in text
    assert "Winning tile" not in text
    assert "Flowers:" not in text
    assert "How it was won" not in text


def test_melds_that_are_missing_are_asked_for() -> None:
    text, _ = typed(
        ["", "", "", "123m 9p (發發發<S)", "555s<N [7777m]", "9p", "2", "", "", "q"], "score", "--lang", "en"
    )
    assert "2 melds, such as" in text
    assert 'sikwu score "123m 9p (發發發<S) (555s<N) [7777m] +9p' in text


def test_of_a_full_hand_the_last_tile_is_taken_to_have_won() -> None:
    text, _ = typed(["", "", "", "123m 456p 789s 東東東 中中", "", "S", "1", "q"], "score", "--lang", "en")
    assert "The hand is full: which tile was the winning tile [中]" in text
    assert 'sikwu score "123m 456p 789s EEE 中 1f +中<S seat=E round=E"' in text
    other, _ = typed(
        ["", "", "", "123m 456p 789s 東東東 中中", "發", "9s", "2", "1", "", "q"], "score", "--lang", "yue"
    )
    assert "手上冇發。" in other
    assert "+9s seat=E" in other


@pytest.mark.parametrize(("lang", "asked"), [("yue", "冇就撳 Enter"), ("zh", "沒有就按 Enter")])
def test_a_flower_win_in_chinese(lang: str, asked: str) -> None:
    text, code = typed(["", "南", "東", "-", "1234567", "", "q"], "score", "--lang", lang)
    assert code == 0
    assert asked in text
    assert re.search(r"3 番 +花糊", text)
    assert 'sikwu score "1234567f flowers_win seat=S round=E"' in text


# --- circumstances

FOUR_KINDS = "123m 456p 99s (EEE<N) [中中中中] +9s"


@pytest.mark.parametrize(
    "said",
    [
        "槓上開花",
        "槓上",
        "1",
        "replacement=kong",
        "槓上補牌",
        "on the replacement of a kong",
        "Win on a kong's replacement tile",
    ],
)
def test_circumstances_are_known_by_what_people_call_them(said: str) -> None:
    text, _ = typed(["", "", "", FOUR_KINDS.replace("99s", "9s"), "-", said, "q"], "score", "--lang", "en")
    assert "round=E replacement=kong" in text
    assert "Win on a kong's replacement tile" in text


def test_circumstances_may_be_several_and_are_checked() -> None:
    hand = "123m 456p 9s (EEE<N) [中中中中] +9s"
    text, _ = typed(["", "", "", hand, "", "7", "天糊", "槓上開花、海底", "q"], "score", "--lang", "yue")
    assert "冇第 7 項" in text
    assert "replacement=kong last_tile" in text


def test_nothing_is_asked_where_nothing_would_change_it() -> None:
    text, _ = typed(["", "", "", "123678m 中中中 發發發 白 1f +白<W seat=S", "q"], "score", "--lang", "en")
    assert "Special circumstances" not in text
    no_flowers = ["-o", "tiles.flowers_in_play=false"]
    bare, _ = typed(["", "", "", "123678m 中中中 發發發 白 +白<W", "q"], "score", "--lang", "en", *no_flowers)
    assert "Flowers:" not in bare


def test_who_fed_the_kong_is_asked_only_where_he_may_pay() -> None:
    told_by_meld = "123m 456p 9s (EEE<S) (中中中中<W) +9s"
    text, _ = typed(["", "N", "", told_by_meld, "", "槓上開花", "q"], "score", "--lang", "en", "-r", "hk-common")
    assert "Who discarded the tile of the exposed kong" not in text
    assert "W discarded the tile for the exposed kong whose replacement won for N" in " ".join(text.split())
    unknown = "123m 456p 9s (EEE) (中中中中) +9s"
    asked, _ = typed(["", "N", "", unknown, "", "槓上開花", "W", "q"], "score", "--lang", "en", "-r", "hk-common")
    assert "Who discarded the tile of the exposed kong" in asked
    assert "kong_feeder=W" in asked
    # Where all three pay anyway nobody is asked.
    every, _ = typed(["", "N", "", unknown, "", "槓上開花", "q"], "score", "--lang", "en", "-r", "hk-standard")
    assert "Who discarded the tile of the exposed kong" not in every


def test_the_second_kong_is_asked_for_only_where_it_matters() -> None:
    hand = "123m 456p 9s (EEEE<S) [中中中中] +9s"
    common = ["--lang", "en", "-r", "hk-common"]
    text, _ = typed(["", "N", "", hand, "", "連槓", "perhaps", "yes", "q"], "score", *common)
    assert "Was the second kong made with the replacement tile of the first" in text
    assert '"perhaps" is not an answer' in text
    assert "second_kong_uses_replacement" in text
    other, _ = typed(["", "N", "", hand, "", "連槓", "", "q"], "score", *common)
    assert "second_kong_uses_replacement" not in other
    assert "kong_chain=2" in other
    # In the other documents only a flower between the kongs matters, and only a player with a flower is asked.
    bare, _ = typed(["", "N", "", hand, "", "槓上槓", "q"], "score", "--lang", "zh")
    assert "第二槓" not in bare.split("食得")[0]
    assert "兩槓之間" not in bare
    flower, _ = typed(["", "N", "", f"{hand} 1f", "槓上槓", "有", "q"], "score", "--lang", "zh")
    assert "兩槓之間有沒有補過花" in flower
    assert "flower_between_kongs" in flower


def test_who_holds_the_eighth_flower_is_asked_where_he_pays() -> None:
    answers = ["", "S", "", "-", "1234567"]
    house = ["--lang", "en", "-o", "seven_rob_one.enabled=true", "-o", "seven_rob_one.payer=holder_of_eighth"]
    text, _ = typed([*answers, "N", "q"], "score", *house)
    assert "Who holds the eighth flower" in text
    assert "eighth_flower=N" in text
    assert "N → S" in text
    plain, _ = typed([*answers, "q"], "score", "--lang", "en")
    assert "eighth" not in plain


def test_repeats_are_asked_where_they_are_counted_and_kept() -> None:
    hand = "123m 456p 789s EEE 中中中 9s +9s"
    text, _ = typed(["", "", "", "2", hand, "", "", "<", "", "q"], "score", "--lang", "en", "-r", "hk-taiwanese")
    assert "How many times in a row has the dealer stayed dealer [0]" in text
    assert "How many times in a row has the dealer stayed dealer [2]" in text
    assert "streak=2" in text


# --- the next hand, and the end


def test_the_next_hand_keeps_rules_and_seats() -> None:
    first, second = "123678m 中中中 發發發 白 1f +白<W", "123m 456p 789s 東東 中中 +中<N 1f"
    text, code = typed(["hk-common", "S", "W", first, second, "q"], "score", "--lang", "en")
    assert code == 0
    assert text.count("Rules (a name") == text.count("Seat wind:") == 1
    assert "Next hand: Hong Kong common, round W, seat S" in text
    assert 'sikwu score "123m 456p 789s EE 中中 1f +中<N seat=S round=W" --rules hk-common' in text
    assert "not enough to win" in text


@pytest.mark.parametrize(("end", "code"), [(CTRL_C, 130), (CTRL_D, 0), ("q", 0), ("停", 0)])
@pytest.mark.parametrize("before", [[], ["", "S"]])
def test_the_end(end: str, code: int, before: list[str]) -> None:
    text, found = typed([*before, end], "score", "--lang", "en")
    assert found == code
    assert "Traceback" not in text
    assert "Aborted" not in text


def test_arrows_bring_back_what_was_typed() -> None:
    line = "123678m 中中中 發發發 白 1f +白<W"
    text, code = typed(["", "", "", line, UP, "q"], "score", "--lang", "en", TERM="xterm")
    assert code == 0
    assert text.count("9 fan: a win") == 2
    assert f"{PROMPT}{line}" in text


def test_colours_go_with_no_color() -> None:
    colour = re.compile(r"\x1b\[[\d;]*3[0-7]m")
    assert colour.search(typed(["q"], "score", "--lang", "en", raw=True, TERM="xterm", NO_COLOR="")[0])
    assert not colour.search(typed(["q"], "score", "--lang", "en", raw=True, TERM="xterm", NO_COLOR="1")[0])


def test_several_rulesets_are_told_side_by_side() -> None:
    args = ["--lang", "en", "-r", "hk-standard", "-r", "hk-common"]
    text, code = typed(["S", "", "123678m 中中中 發發發 白 1f +白<W", "q"], "score", *args)
    assert code == 0
    assert "Rules (a name" not in text
    assert re.search(r"^Total +8 +8", text, re.M)
    assert re.search(r"^W +−64 +−64", text, re.M)
    assert "--rules hk-standard --rules hk-common" in text
