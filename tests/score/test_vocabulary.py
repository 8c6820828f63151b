"""Words that people use: each is answered or leads to the right place; slips get a helpful hint."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from typer.testing import Result

from commands import invoked
from sikwu import ruleset, score
from sikwu.cli.shared.lookup import documents, find_duties, find_patterns, find_rules, option_ids
from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import SikwuError
from sikwu.vocabulary.fold import alike, fold, table
from sikwu.vocabulary.glossary import entries, explained
from sikwu.vocabulary.line import heard, words
from sikwu.vocabulary.names import KINDS, words_of
from sikwu.win import Win

# word → its target: a word of the glossary (w:), a pattern, an option (o:), a ruleset (r:), a duty (d:)
WORDS = """
詐糊 w:false_win|詐胡 w:false_win|食詐糊 w:false_win|叫糊 w:ready|胡牌 w:winning|爆胡 w:ceiling|爆棚 w:ceiling|例牌 w:limit_hand|國士 thirteen_orphans|國士無雙 thirteen_orphans
国士無双 thirteen_orphans|雞胡 chicken_hand|屁胡 chicken_hand|砍砍糊 four_concealed_pungs|包 w:liability|包牌 w:liability|包三家 w:liability|出銃 w:gun|全銃 w:full_gun|半銃 w:half_gun
雙辣 w:spicy|三辣 w:spicy|滿糊 w:full_fan|滿貫 w:ceiling|二五雞 w:stake|五一 w:stake|一二蚊 w:stake|半辣上 w:progression|起糊 w:minimum|三番起糊 w:minimum
封頂 w:ceiling|截糊 w:head_bump|炮炮響 w:all_winners|鋪鋪拉 w:pull|踢半 w:kick|清章 r:hk-standard|舊章 r:hk-classic|新章 r:new-style|台灣牌 r:hk-taiwanese|港式台灣 r:hk-taiwanese
十六張 r:hk-taiwanese|相公 w:dead_hand|大相公 w:dead_hand|小相公 w:dead_hand|生張 w:fresh|混龍 mixed_straight|單吊 w:wait|卡窿 w:wait|流局 w:draw|杠 kong_exposed
暗杠 kong_concealed|抢杠 robbing_kong|杠上开花 win_on_kong|封頂番數 w:ceiling|包後不包先 o:liability.later_replaces_earlier|糊一不糊二 w:passed_win|deoi deoi wu all_pungs|zi mo self_draw|pao w:liability|toitoi all_pungs
kokushi thirteen_orphans|self pick self_draw|mixed one suit half_flush|七對子 seven_pairs|湊一色 half_flush|冇花 no_flowers|包自摸 w:liability|十二章 o:liability.twelve_tiles|斬拉 w:cut|冧莊 w:dealer
過莊 w:dealer|大三圓 big_three_dragons|槓上槓 kong_on_kong|四喜 small_four_winds|四喜 big_four_winds|三元 small_three_dragons|三元 big_three_dragons|底 w:base|limit w:limit_hand|番牌 dragon_pung
番牌 seat_wind_pung|番牌 round_wind_pung|風牌 seat_wind_pung|風牌 round_wind_pung|嚦咕嚦咕 seven_pairs|嚦咕嚦咕 eight_pairs|混么九 terminals_with_honour_pair|混幺九 terminals_with_honour_pair|13幺 thirteen_orphans|碰碰胡 all_pungs
自摸 self_draw|平胡 all_chows|平糊 all_chows|对对胡 all_pungs|對對糊 all_pungs|清一色 full_flush|混一色 half_flush|字一色 all_honours|大三元 big_three_dragons|小三元 small_three_dragons
大四喜 big_four_winds|小四喜 small_four_winds|十三么 thirteen_orphans|十三幺 thirteen_orphans|九莲宝灯 nine_gates|九子連環 nine_gates|十八羅漢 four_kongs|四槓子 four_kongs|天胡 heavenly_hand|天糊 heavenly_hand
地胡 earthly_hand|人胡 human_hand|海底 last_tile_draw|海底撈月 last_tile_draw|河底撈魚 last_discard|搶槓 robbing_kong|槓上開花 win_on_kong|花糊 flower_win_seven|八仙過海 flower_win_eight|一台花 flower_set
正花 seat_flower|無花 no_flowers|門前清 concealed_hand|门清 concealed_hand|坎坎糊 four_concealed_pungs|坎坎胡 four_concealed_pungs|花么九 mixed_terminals|清么九 all_terminals|一条龙 pure_straight|綠一色 all_green
雞糊 chicken_hand|chicken hand chicken_hand|all pungs all_pungs|half flush half_flush|full flush full_flush|nine gates nine_gates|thirteen orphans thirteen_orphans|13 orphans thirteen_orphans|self-draw self_draw|robbing the kong robbing_kong
daai saam jyun big_three_dragons|cing jat sik full_flush|ping wu all_chows|siu sei hei small_four_winds|sap saam jiu thirteen_orphans|tsumo self_draw|haitei last_tile_draw|honitsu half_flush|chinitsu full_flush|chiitoitsu seven_pairs
half gun w:half_gun|full gun w:full_gun|spicy w:spicy|pull w:pull|kick w:kick|cut w:cut|head bump w:head_bump|false win w:false_win|ceiling w:ceiling|minimum w:minimum
base w:base|liability w:liability|fan w:fan|番 w:fan|台 w:fan|拉 w:pull|踢 w:kick|斬 w:cut|過水 w:passed_win|番子 w:honours
一炮多響 w:all_winners|攔糊 w:head_bump|點炮 w:gun|放銃 w:gun|陪銃 w:half_gun|連莊 w:dealer|做莊 w:dealer|食糊 w:winning|糊牌 w:winning|和牌 w:winning
聽牌 w:ready|叫牌 w:ready|荒牌 w:draw|生牌 w:fresh|嵌張 w:wait|邊張 w:wait|獨獨 single_wait|對碰 dual_pung_wait|缺一門 missing_suit|斷么 all_simples
全求人 all_claimed_discard|半求人 all_claimed_self_draw|五門齊 five_suits|將眼 eyes_258|老少 old_young|般高 two_identical_chows|一般高 two_identical_chows|兩相逢 two_suit_chows|三相逢 three_suit_chows|四歸一 four_return_one
雙龍抱 double_identical_chows|一變五 one_becomes_five|單絕張 last_copy_single|地聽 earthly_ready|天聽 heavenly_ready|拉莊 dealer_pull|清一色包 d:full_flush|大三元包 d:big_three_dragons|十二張落地包 d:twelve_tiles|出槓包 d:kong
香港麻雀 r:hk-standard|港台 r:hk-taiwanese|雞四 r:chicken-four|雙辣三辣 w:spicy|無限番 r:unlimited|八番例牌 r:eight-fan-burst|辣辣上 w:progression|唔打花 r:no-flowers-game|起糊番數 o:hand.min_fan|出銃賠法 o:score.gun
詐糊罰幾多番 o:false_win.penalty_fan|打花牌 o:tiles.flowers_in_play|留底牌 o:tiles.reserved|滿糊番數 o:score.full_fan|多家同時食糊 o:win.multiple_winners|hk r:hk-standard|taiwanese r:hk-taiwanese|club r:club16|常用 r:hk-common|舊版 r:hk-classic
"""
ASKED = [tuple(each.rsplit(" ", 1)) for line in WORDS.split("\n") for each in line.split("|") if each]


def ask(*arguments: str, env: dict[str, str | None] | None = None) -> Result:
    """What the command prints."""
    return invoked(arguments, {"COLUMNS": "200", "SIKWU_CODES": "1", **(env or {})})


def leads_to(word: str) -> set[str]:
    """Everything that a word is answered with."""
    found = {f"w:{entry.id}"} if (entry := explained(word)) else set()
    found |= set(find_patterns(word, documents())) | {f"d:{duty.id}" for _, duty in find_duties(word, documents())}
    found |= {f"o:{id}" for rules in documents() for id in option_ids(word, rules)}
    with suppress(SikwuError):
        found.add(f"r:{find_rules(word).id}")
    return found


def test_two_hundred_words_lead_to_the_right_place() -> None:
    assert len(ASKED) >= 200
    assert [(word, meant) for word, meant in ASKED if meant not in leads_to(word)] == []


def test_the_table_names_only_what_there_is() -> None:
    patterns = {each.id for rules in documents() for each in rules.patterns}
    options = {id for rules in documents() for id in rules.settings}
    assert set(words_of("patterns")) <= patterns
    assert set(words_of("options")) <= options
    for id in words_of("rulesets"):
        assert ruleset(id).id == id
    for entry in entries():
        assert set(entry.patterns) <= patterns, entry.id
        assert set(entry.options) <= options, entry.id
        assert entry.yue != entry.en != entry.zh
    assert set(table()) == {"variants", "line", "keys", "melds", *KINDS}


def test_variants_of_a_word_are_one_and_folding_twice_changes_nothing() -> None:
    for word, _ in ASKED:
        assert fold(fold(word)) == fold(word)
        assert len(alike(word)) == len(word)


@pytest.mark.parametrize("word", ["詐胡", "half gun", "四喜", "出銃賠法", "清章"])
def test_the_command_answers_words(word: str) -> None:
    told = ask("rules", "show", word, "--lang", "en")
    assert told.exit_code == 0, told.stderr
    assert json.loads(ask("rules", "show", word, "--json").stdout)


HAND = "123m 456p 789s 發發發 中"


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        (f"{HAND} +中 自摸 南位 東圈 無花", f"{HAND} +中 seat=S round=E"),
        (f"{HAND} +中<W 食出銃 坐南 打北圈", f"{HAND} +中<W seat=S round=N"),
        (f"{HAND} +中 海底", f"{HAND} +中 last_tile"),
        (f"{HAND} +中<W 海底", f"{HAND} +中<W last_discard"),
        (f"{HAND} +中 天胡", f"{HAND} +中 first_turn=heavenly"),
        (f"{HAND} +中<E 地胡 南位", f"{HAND} +中<E first_turn=earthly seat=S"),
        ("123m 456p 78s 發發發 中中 +9s<W 抢杠", "123m 456p 78s 發發發 中中 +9s<W rob_kong"),
        ("1234567f 花糊", "1234567f flowers_win"),
        ("456p 9s 碰(中中中<下家) 碰(發發發<上家) 碰(白白白<對家) +9s", "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s"),
        (
            "456p 9s (中中中<上家) (發發發<下家) (白白白<对家) +9s 門風=南",
            "456p 9s (中中中<E) (發發發<W) (白白白<N) +9s seat=S",
        ),
        ("456p 9s 上(123m<上家) 暗槓(7777p) 加槓(8888s<W) +9s", "456p 9s (123m<N) [7777p] (888s+8s<W) +9s"),
        (f"{HAND} 自摸 中", f"{HAND} +中"),
        (f"{HAND} 食西家出銃嘅中", f"{HAND} +中<W"),
        (f"{HAND} +中<西 東位，南圈，食西家出銃嘅中", f"{HAND} +中<W round=S"),
        ("123m 456p 789s 發發發 中 +中 self draw south seat east round last tile", f"{HAND} +中 seat=S last_tile"),
        ("1m 456p 789s 發發發 [1111p] +1m 槓上開花 seat=莊", "1m 456p 789s 發發發 [1111p] +1m replacement=kong"),
        (f"{HAND} 座=南 圈=西 +中", f"{HAND} +中 seat=S round=W"),
    ],
)
def test_spoken_words_of_a_line(spoken: str, written: str) -> None:
    assert Win.parse(spoken) == Win.parse(written)


def test_what_we_print_of_a_win_can_be_read_again() -> None:
    from sikwu.explaining import explain

    for line in (
        "123678m 中中中 發發發 白 +白<W 1f seat=E round=S",
        "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f seat=E",
    ):
        for lang in ("yue", "zh"):
            story = explain(score(line))
            assert Win.parse(f"{line.partition(' seat')[0]} {story.situation(lang)}") == Win.parse(line)


def test_every_spoken_word_alone_is_understood() -> None:
    for writes, said in words().items():
        for word in said:
            assert heard(f"{HAND} {word}").words, word
            assert writes.split("=")[0] in {each.split("=")[0] for each in heard(f"{HAND} {word}").words} | {
                "last_tile",
                "last_discard",
            }


@pytest.mark.parametrize(
    ("typed", "code", "hint"),
    [
        ("123m 456p 789s EEE 99p", "win.no_plus", "put a + before"),
        (f"{HAND} +中 seat S", "slip.needs_value", "seat=S"),
        (f"{HAND} +中 declared", "slip.value", "ready=declared"),
        ("123m 456p 789s eee 9p +9p", "slip.small_honours", "EEE"),
        (f"{HAND} +中 flowers=1,5", "slip.flowers", "1f 5f"),
        (f"{HAND} win=9p", "slip.winning", "+9p"),
        ("123M 456P 789s EEE 9p +9p", "slip.capital", "123m"),
        (f"{HAND}) +中", "slip.close", 'no "("'),
        (f"{HAND} +9p+5m", "slip.two_tiles", "one tile only"),
        ("1-3m 456p 789s EEE 9p +9p", "slip.range", "123m"),
        (f"{HAND} *9p", "slip.sign", "+ before"),
        ("1234567f", "win.only_flowers", "flowers_win"),
        ("456p 9s 碰(123m<N) (發發發<N) (白白白<W) +9s", "meld.called", "chow"),
    ],
)
def test_slips_get_the_hint_that_helps(typed: str, code: str, hint: str) -> None:
    with pytest.raises(SikwuError) as caught:
        score(typed)
    assert [each.code for each in caught.value.problems] == [code]
    assert hint in caught.value.message("en")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score", HAND + " +中", "-r", "清章"), "Hong Kong standard"),
        (("score", HAND + " +中", "-r", "hk"), "Hong Kong standard"),
        (("score", HAND + " +中", "-o", "起糊番數=1"), "1"),
        (("score", HAND + " +中", "-o", "limit.hands=大三元"), "fan"),
        (("score", HAND + " +中", "-o", 'limit.hands=["big_three_dragons"]'), "fan"),
        (("score", HAND + " +中", "-o", "出銃賠法=半銃"), "fan"),
        (("rules", "show", "three_step_chows", "-r", "hk-taiwanese", "-o", "three_step_chows.step=[1]"), "[1]"),
        (("score", HAND + " +中", "--why", "国士"), "Thirteen orphans"),
    ],
)
def test_names_of_our_own_screens_are_names(arguments: tuple[str, ...], says: str) -> None:
    told = ask(*arguments, "--lang", "en")
    assert told.exit_code == 0, told.stderr
    assert says in told.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score", HAND + " +中", "-o", "full_flush.fan=1001"), "the documents say 6…10"),
        (("score", ""), "The hand is empty"),
    ],
)
def test_refusals_name_what_would_be_right(arguments: tuple[str, ...], says: str) -> None:
    told = ask(*arguments, "--lang", "en")
    assert told.exit_code == 2
    assert says in " ".join(told.stderr.split())


def test_languages_by_the_names_of_places() -> None:
    assert "食得" in ask("score", HAND + " +中", "--lang", "zh-HK").stdout
    assert ask("score", HAND + " +中", "--lang", "cn").exit_code == 0


def test_codes_are_for_programs() -> None:
    told = ask("score", "hello", "--lang", "en", env={"SIKWU_CODES": ""})
    assert "[" not in told.stderr
    assert json.loads(ask("score", "hello", "--json").stdout)["error"]["code"]


def test_the_documents_have_no_name_that_means_another_pattern() -> None:
    """A pattern's own Chinese name finds it, whatever other meanings the word has."""
    for rules in map(ruleset, DOCUMENTS):
        for pattern in rules.patterns:
            assert find_patterns(pattern.zh, (rules,))[0] == pattern.id
