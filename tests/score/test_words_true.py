"""Sentences about a hand are true: those that were once false, each with the hand at which it was found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from commands import invoked
from sikwu import Win, ruleset, score
from sikwu.cli.shared.lookup import find_rules
from sikwu.corpus import cases
from sikwu.explaining import Explanation, because, explain
from sikwu.money.settlement import settle
from sikwu.money.words import duties, duty_name, reason_text
from sikwu.reasons import ways
from sikwu.rules.language import Op, Relation
from sikwu.rules.lowering import resolve
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.terms import facts_of
from sikwu.texts import LANGUAGES, SikwuError
from sikwu.tiles import Tile
from sikwu.win import By
from sikwu.wording import relation_example


def run(*words: str, lang: str = "en") -> str:
    """What a command prints, on lines that are not broken."""
    result = invoked((*words, "--lang", lang), {"COLUMNS": "400"})
    assert result.exit_code == 0, result.output
    return result.output


def told(hand: str, rules: str = "hk-standard", *options: str) -> Explanation:
    return explain(score(Win.parse(hand), find_rules(rules, options)))


def says(hand: str, pattern: str, rules: str = "hk-standard", *options: str) -> tuple[int, str, str, str]:
    """The fan of a counted pattern, and its sentence: English, Chinese, Cantonese."""
    row = next(each for each in told(hand, rules, *options).counted if each.pattern == pattern)
    return row.fan, row.says.en, row.says.zh, row.says.yue


def paid(hand: str, rules: str = "hk-standard", *options: str) -> list[str]:
    """Who pays, in English: payer, then why."""
    done = settle(score(Win.parse(hand), find_rules(rules, options)))
    return [f"{move.payer.text}: {reason_text(move.reason).en}" for move in done.transfers]


# --- a robbed kong

ROBBED = "123m 567p 34578s NN +6s<W rob_kong seat=S"


@pytest.mark.parametrize("rules", ["hk-standard", "hk-common", "hk-classic"])
def test_a_robbed_kong_is_no_discard(rules: str) -> None:
    assert paid(ROBBED, rules) == ["W: W made the kong that was robbed and pays alone, like a discarder."]
    half = paid(ROBBED, rules, "score.gun=half")
    assert half[0] == "W: W made the kong that was robbed and pays half, like a discarder (half gun)."
    for lang, word in (("en", "discarded"), ("zh", "西家出銃"), ("yue", "西家出銃")):
        assert word not in run("score", ROBBED, "-r", rules, lang=lang)


def test_a_book_calls_it_a_robbed_kong(tmp_path: object) -> None:
    db = ("--db", f"{tmp_path}/books.db")
    run("book", "new", "Friday", "Ann", "Ben", "Cat", "Dan", *db)
    shown = run("book", "add", "Cat", "5", "--from", "Ann", "--robbed", *db)
    assert "robbed kong" in shown
    assert "discard" not in shown


# --- a duty by its own name

LIABLE = {
    "kong": ("123456m 234p 5s (9999m<N) 2f +5s seat=S round=N replacement=kong", "hk-common", ()),
    "kong_on_kong": (
        "4569m (111p<W) (2222p<S) &[7777s] 2f +9m seat=E replacement=kong kong_chain=2",
        "hk-standard",
        (),
    ),
    "kong_flower": (
        "1234567f flowers_win seat=W replacement=kong kong_feeder=N",
        "hk-standard",
        ("flower_win.exposed_kong_payer=kong_feeder",),
    ),
    "robbed_kong_maker": ("234567m 4555p 678s (234s<E) 1f +3p<W rob_kong seat=S", "hk-taiwanese", ()),
}


@pytest.mark.parametrize("duty", LIABLE)
def test_a_duty_is_called_by_its_own_name(duty: str) -> None:
    hand, rules, options = LIABLE[duty]
    done = settle(score(Win.parse(hand), find_rules(rules, options)))
    names = [name for move in done.transfers if (name := duty_name(move.reason)) is not None]
    own = duties()[duty]
    assert [name.zh for name in names] == [own.zh]
    given = [word for option in options for word in ("-o", option)]
    assert f"{own.zh}：" in run("score", hand, "-r", rules, *given, lang="yue")


def test_a_robbed_kong_is_nobodys_liability_in_sixteen_tiles() -> None:
    shown = run("score", LIABLE["robbed_kong_maker"][0], "-r", "hk-taiwanese", lang="yue")
    assert "包" not in shown
    assert "搶槓當出銃：西家開槓" in shown


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_reason_that_has_a_duty_is_named_after_it(document: str) -> None:
    """Over the corpus: the name is that of the duty in the reason, whatever its code."""
    rules = ruleset(document)
    own = {duty.id: duty.zh for duty in rules.duties}
    for win in wins(rules.document.size):
        for move in settled(win, rules):
            duty = move.reason.get("duty")
            name = duty_name(move.reason)
            assert (name.zh if name else None) == (own[str(duty)] if duty else None)


def wins(size: int) -> Iterator[Win]:
    """The wins of the corpus with this many tiles."""
    for case in cases():
        try:
            if ruleset(str(case.get("ruleset", "hk-standard"))).document.size == size:
                yield Win.from_case(case)
        except SikwuError:
            continue


def settled(win: Win, rules: Ruleset):  # type: ignore[no-untyped-def]
    try:
        told = score(win, rules)
        return settle(told).transfers if told.valid else ()
    except SikwuError:
        return ()


# --- tiles that were not given, and counted patterns, are not listed as not counted


@pytest.mark.parametrize("rules", ["hk-taiwanese", "club16"])
def test_a_win_by_flowers_claims_no_pattern_of_other_tiles(rules: str) -> None:
    dropped = {each.pattern for each in told("12345678f flowers_win seat=S", rules).dropped}
    assert dropped.isdisjoint({"all_simples", "no_honours", "concealed_hand", "no_fives", "no_honours_no_flowers"})


COUNTED_AND_NOT = [
    ("34578m 222567p 12399s 1f +9m seat=S replacement=flower", "hk-taiwanese", ()),
    ("2m (123m<E) (456m<E) (789m<E) (234p<E) (567p<E) 1f +2m seat=S replacement=flower", "hk-taiwanese", ()),
    (
        "1223m 456678s [5555p] +2m seat=S replacement=kong last_tile",
        "hk-standard",
        ("last_tile_draw.with_kong_win=added",),
    ),
]


@pytest.mark.parametrize(("hand", "rules", "options"), COUNTED_AND_NOT)
def test_nothing_is_both_counted_and_not(hand: str, rules: str, options: tuple[str, ...]) -> None:
    explained = told(hand, rules, *options)
    assert not {each.pattern for each in explained.counted} & {each.pattern for each in explained.dropped}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_nothing_of_the_corpus_is_both_counted_and_not(document: str) -> None:
    rules = ruleset(document)
    for win in wins(rules.document.size):
        try:
            explained = explain(score(win, rules))
        except SikwuError:
            continue
        counted = {each.pattern: each.shown for each in explained.counted}
        for each in explained.dropped:
            assert each.pattern not in counted or (each.tiles and each.sentence.facts["tiles"]), win.text
            if win.by is By.FLOWERS:
                assert each.pattern not in ("all_simples", "no_honours", "concealed_hand")


# --- conditions as `rules show` prints them


def relations(rules: Ruleset) -> Iterator[tuple[str, Relation]]:
    """Every relation that a condition of a pattern asks for."""
    for pattern in rules.patterns:
        for condition, _ in ways(rules, pattern.id):
            for fact in facts_of(condition):
                if fact.op is Op.RELATED and fact.relation is not None:
                    yield pattern.id, fact.relation


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_sets_shown_for_a_relation_are_related_so(document: str) -> None:
    """A hand made of the shown sets, filled up with honours, fulfils the relation."""
    rules = ruleset(document)
    rules = rules.with_options({option.id: True for option in rules.options if option.id.endswith(".enabled")})
    tried = 0
    for id, relation in relations(rules):
        sets = relation_example(relation) * (1 if not relation.two else 2)
        if all(len(tiles) == 2 for tiles in sets):
            continue  # in pairs: below
        condition = resolve(relation.exists, rules.draft.defined)
        found = holding(sets, relation, rules)
        assert found, (id, [str(tile) for tiles in sets for tile in tiles], condition)
        tried += 1
    assert tried >= 8


def holding(sets: list[tuple[Tile, ...]], relation: Relation, rules: Ruleset) -> bool:
    """Whether a complete hand with these sets fulfils the relation."""
    if relation.different:  # twice, with other numbers: the second copy is moved up
        half = len(sets) // 2
        sets = [*sets[:half], *(tuple(Tile(tile + 3) for tile in tiles) for tiles in sets[half:])]
    honours = [Tile(kind) for kind in range(27, 34)]
    pairs = [tiles for tiles in sets if len(tiles) == 2]
    full = [tiles for tiles in sets if len(tiles) > 2]
    full += [(tile,) * 3 for tile in honours[: rules.document.sets - len(full)]]
    pair = pairs[0] if pairs else (honours[-1],) * 2
    hand = [tile for tiles in (*full, pair) for tile in tiles]
    last = hand.pop()
    own = Pattern("shown_here", when=relation.exists, zh="示", en="Shown here")
    return "shown_here" in score(" ".join(map(str, hand)) + f" +{last} 1f", rules.with_pattern(own, 500)).patterns


def test_the_sets_shown_are_those_of_the_pattern() -> None:
    shown = {
        id: run("rules", "show", id, "-r", rules)
        for id, rules in (
            ("four_return_one", "hk-taiwanese"),
            ("four_return_two", "hk-taiwanese"),
            ("double_identical_chows", "club16"),
        )
    }
    assert "222m 234m" in shown["four_return_one"]
    assert "22m 234m 123m" in shown["four_return_two"]
    assert "22m 33m 44m" in shown["double_identical_chows"]
    assert "222m 333m 444m" not in shown["double_identical_chows"]


def test_one_becomes_five_looks_at_the_total() -> None:
    shown = run("rules", "show", "one_becomes_five", "-r", "club16")
    assert "the other patterns come to exactly 1 fan" in shown
    assert "NEVER" not in shown
    assert "when paying" not in shown


@pytest.mark.parametrize("lang", ["yue", "zh"])
def test_five_sets_are_not_called_four(lang: str) -> None:
    assert "四組一對" not in run("rules", "show", "dual_pung_wait", "-r", "hk-taiwanese", lang=lang)


# --- how it is put


def test_what_adds_is_not_called_fixed() -> None:
    hand = "147m 258p 369s ESWN中發白 +S<N seat=S"
    assert score(hand, ruleset("hk-taiwanese")).fan == 51
    for lang, word in (("en", "fixed"), ("zh", "固定"), ("yue", "固定")):
        assert word not in run("score", hand, "-r", "hk-taiwanese", "--full", lang=lang)


def test_two_names_of_one_thing_are_no_sets() -> None:
    explained = told(
        "34578m 222567p 12399s 1f +9m seat=S",
        "hk-taiwanese",
        "concealed_self_draw_only.enabled=true",
        "patterns.named_only=per_pattern",
    )
    lost = [each.sentence for each in explained.dropped if each.why == "lost"]
    assert lost
    for each in lost:
        assert "sets" not in each.en
        assert "組牌" not in each.zh + each.yue


SHOWN = [
    ("2234567789m (123m<E) (456m<E) 1f +8m<N seat=S", "all_chows", "the whole hand"),
    ("111m 222p 333s 456s 567m 9s 1f +9s seat=S", "three_concealed_pungs", "111m 222p 333s"),
    ("123m 456p 789s 11m 22p (EEE<E) 1f +1m<N seat=S", "dual_pung_wait", "1m"),
    ("123m 456p 789s 234p 5s (EEE<E) 1f +5s<N seat=S", "single_wait", "5s"),
    ("123m 67p 44s WWW (456m<S) (789s<S) 1f +5p<N seat=W round=W", "wind_pung_valued", "WWW"),
]


@pytest.mark.parametrize(("hand", "pattern", "tiles"), SHOWN)
def test_a_pattern_shows_its_own_tiles(hand: str, pattern: str, tiles: str) -> None:
    row = next(
        each for each in told(hand, "hk-taiwanese", "wind_pung_valued.double_fan=4").counted if each.pattern == pattern
    )
    assert row.shown is not None
    assert (row.shown.en, row.times) == (tiles, 1)


# --- limit hands


@pytest.mark.parametrize(
    ("hand", "rules", "options", "marked"),
    [
        ("EEE SSS WWW 中中中 白 1f +白<W seat=N", "hk-standard", (), False),
        ("EEE SSS WWW 中中中 白 1f +白<W seat=N", "hk-standard", ("limit.cap_fan=10",), True),
        ("EEE SSS WWW 中中中 白 1f +白<W seat=N", "hk-standard", ("limit.unify=true",), True),
        ("19m 19p 19s ESWN中發白 +白<W", "hk-standard", (), True),
        (
            "4569m (111p<W) (2222p<S) &[7777s] 2f +9m seat=E replacement=kong kong_chain=2 second_kong_uses_replacement",
            "hk-common",
            (),
            False,
        ),
    ],
)
def test_a_limit_hand_is_one_where_it_is_worth_the_ceiling(
    hand: str, rules: str, options: tuple[str, ...], marked: bool
) -> None:
    assert any(each.limit for each in told(hand, rules, *options).counted) is marked


# --- grammar


def test_articles_and_plurals() -> None:
    shown = run("score", "789m 12456p 123s 中中 45f +3p", "--full")
    assert "an edge wait" in shown
    for document in DOCUMENTS:
        rules = ruleset(document)
        for pattern in rules.patterns:
            for _, way in ways(rules, pattern.id):
                for line in way:
                    assert not re.search(r"\ba [aeiou]|suiteds|seats or", line.text.en), line.text.en
    short = invoked(["score", "123m 456p 789s 22p [5555s] +2m replacement=kong kong_chain=2", "--lang", "en"]).output
    assert "there is only 1 kong." in " ".join(short.split())
    one = invoked(["score", "1f flowers_win", "--lang", "en"]).output
    assert "there is 1." in " ".join(one.split())


# --- documents and help


def test_what_is_wrong_is_told_as_the_page_says() -> None:
    """Everything unreadable at once; then, where all can be read, everything impossible at once."""
    unreadable = invoked(["score", "12x 456p EEEEE +5m<E seat=E last_tle", "--lang", "en"]).output
    assert unreadable.count("✗") == 3
    impossible = invoked(["score", "123m 456p EEEEE 99s +5m<E seat=E last_tile", "--lang", "en"]).output
    assert impossible.count("✗") >= 2


@pytest.mark.parametrize("command", [("rules", "show"), ("rules", "new"), ("rules", "export"), ("arena",)])
def test_json_is_for_each_hand_only_where_there_are_hands(command: tuple[str, ...]) -> None:
    text = " ".join(invoked([*command, "--help"], {"COLUMNS": "200"}).output.split())
    if "--json" in text:
        assert "for each hand" not in text


# --- once an option is changed


def test_a_chicken_without_a_minimum() -> None:
    for rules, options in (("chicken-four", ()), ("double-triple-spicy", ()), ("hk-standard", ("hand.min_fan=0",))):
        explained = told("123m 567p 345888s N 1f +N<W seat=S", rules, *options)
        assert "minimum of 0" not in explained.label_says.en
        assert "零番起糊" not in explained.label_says.zh + explained.label_says.yue
        assert "wins without any fan" in explained.label_says.en


def test_all_pungs_beside_big_four_winds() -> None:
    hand = "77s NN (EEE<E) (SSS<W) (WWW<N) 2f +N<W seat=S"
    added = says(hand, "all_pungs", "unlimited")
    assert added[0] == 3
    assert "big four winds" not in added[1]
    assert "All pungs" not in says(hand, "big_four_winds", "unlimited")[1]
    alone = says(hand, "big_four_winds", "hk-standard", "limit.cap_fan=none")
    assert "All pungs" in alone[1]
    assert "unlimited" not in alone[1]


@pytest.mark.parametrize(("value", "fan"), [("8", 8), ("limit", 10)])
def test_flowers_after_kongs_in_a_row(value: str, fan: int) -> None:
    hand = "1234567f flowers_win seat=W replacement=kong kong_chain=2 second_kong_uses_replacement"
    counted = says(hand, "flower_win_seven", "hk-common", f"flower_win.kong_on_kong={value}")
    assert counted[0] == fan
    assert f"it is {fan} fan instead" in counted[1]


def test_flowers_on_a_kong() -> None:
    hand, option = "1234567f flowers_win seat=W replacement=kong", "flower_win.kong_bonus_fan=1"
    row = told(hand, "hk-standard", option).counted[0]
    assert (row.fan, row.times) == (4, 1)
    assert "1 fan more" in row.says.en


PAYERS = [
    (
        "1234567f flowers_win seat=S eighth_flower=N",
        "hk-classic",
        ("seven_rob_one.enabled=true", "seven_rob_one.payer=holder_of_eighth"),
        "seven_rob_one",
        "by the holder of the eighth",
        "by all three",
    ),
    (
        "1234567f flowers_win seat=S eighth_flower=N",
        "hk-classic",
        ("seven_rob_one.enabled=true",),
        "seven_rob_one",
        "by all three",
        "holder",
    ),
    (
        "4569m (111p<W) (2222p<S) &[7777s] 2f +9m seat=E replacement=kong kong_chain=2",
        "hk-standard",
        ("kong_on_kong.first_exposed_payer=all_three",),
        "kong_on_kong",
        "All three pay",
        "pays for all three",
    ),
    (
        "1234567f flowers_win seat=W replacement=kong kong_feeder=N",
        "hk-standard",
        ("flower_win.exposed_kong_payer=kong_feeder",),
        "flower_win_seven",
        "paid like a self-draw",
        "all three",
    ),
]


@pytest.mark.parametrize(("hand", "rules", "options", "pattern", "said", "unsaid"), PAYERS)
def test_who_pays(hand: str, rules: str, options: tuple[str, ...], pattern: str, said: str, unsaid: str) -> None:
    _, english, _, _ = says(hand, pattern, rules, *options)
    assert said in english
    assert unsaid not in english


SENTENCES = [
    (
        "123m 567p 345888s N 1f +N seat=W first_turn=earthly_draw",
        "hk-standard",
        ("earthly_hand.first_draw=true",),
        "earthly_hand",
        "self-draw at the first draw",
        None,
    ),
    (
        "777888m 555s N [2222p] 1f +N<W seat=S",
        "hk-standard",
        ("concealed_kong.hidden=true",),
        "four_concealed_pungs",
        "concealed kongs are fine",
        "spoils",
    ),
    (
        "12345677799p NN 1f +N<W seat=S",
        "hk-standard",
        ("concealed_hand.with_flowers=true",),
        "concealed_hand",
        "1 fan",
        "not counted, because flowers",
    ),
    (
        ROBBED,
        "hk-standard",
        ("robbing_kong.as_self_draw=payment_and_fan",),
        "self_draw",
        "A robbed kong counts as a self-draw too",
        None,
    ),
    (
        "19m 19p 19s ESWN中發白 +白<W",
        "hk-standard",
        ("thirteen_orphans.rob_concealed_kong=false",),
        "thirteen_orphans",
        "may not rob a concealed kong",
        "only hand that may",
    ),
    (
        "1223m 456678s [5555p] +2m seat=S replacement=kong",
        "hk-standard",
        ("win_on_kong.scoring=two_including_self_draw",),
        "win_on_kong",
        "2 fan, self-draw included",
        "list",
    ),
    (
        "3457899p (123p<E) (456p<E) 1f +6p<W seat=S",
        "hk-standard",
        ("full_flush.combo_table=fixed_8_10", "full_flush.fan=6"),
        "full_flush",
        "it counts 7 instead",
        None,
    ),
    (
        "123m 999p 2345s (678m<E) (WWW<E) 1f +2s<W seat=S",
        "hk-taiwanese",
        ("fake_single_wait.mode=many_waits_single_shape",),
        "fake_single_wait",
        "Several kinds of tile win",
        "Only one kind",
    ),
    (
        "567999m 34p WW (345s<E) (678p<E) 1234f +2p<E seat=S",
        "hk-taiwanese",
        ("flower_set.absorbs_flowers=false",),
        "flower_set",
        "are counted singly as well",
        "in place of",
    ),
    (
        "345m 67p 99s (中中中<S) (發發發<N) (白白白<E) 2f +8p<S seat=W",
        "club16",
        ("honour_pung.inside_sets=false",),
        "big_three_dragons",
        "30 fan",
        "onour pung",
    ),
]


@pytest.mark.parametrize(("hand", "rules", "options", "pattern", "said", "unsaid"), SENTENCES)
def test_a_sentence_follows_its_option(
    hand: str, rules: str, options: tuple[str, ...], pattern: str, said: str, unsaid: str | None
) -> None:
    _, english, _, _ = says(hand, pattern, rules, *options)
    assert said in english
    assert unsaid is None or unsaid not in english


def test_a_dealer_under_a_ceiling() -> None:
    hand = "234567m 4555p 678s (234s<E) 1f +3p<E seat=S streak=1"
    done = paid(hand, "hk-taiwanese", "limit.cap_fan=16")
    assert done[1] == "E: The dealer's part would be 3 fan more; under the ceiling 2 of them are paid."
    assert paid(hand, "hk-taiwanese")[1] == "E: The dealer's part with 1 repeat: 3 fan more."


def test_a_pattern_of_no_price_says_so() -> None:
    hand, options = "888m 2255s (222m<E) (555p<W) (888s<N) 8f +5s<E seat=S", ("eyes_258_pungs.enabled=true",)
    verdict = because(score(Win.parse(hand), find_rules("club16", options)), "eyes_258_pungs").verdict
    assert [verdict(lang) for lang in LANGUAGES] == [
        "成立，不過值 0 番",
        "成立，但只值 0 番",
        "holds, but is worth 0 fan",
    ]


# --- how fan became money

WORTH = [
    ("123678m 中中中 發發發 白 1f +白<W seat=E", "hk-standard", (), ["9 fan: a discard costs 96 (half-spicy table)."]),
    (
        "123678m 中中中 發發發 白 1f +白<W seat=E",
        "hk-standard",
        ("score.gun=half", "score.unit_multiplier=2"),
        [
            "9 fan: a discard costs 96 (half-spicy table).",
            "A point is worth 2: 96 × 2 = 192.",
            "Half gun: the discarder pays half of that, 96, and the two others a quarter each, 48.",
        ],
    ),
    (
        "123m 567p 345888s N +N seat=S",
        "hk-standard",
        ("hand.min_fan=0",),
        [
            "2 fan: a discard costs 4 (half-spicy table).",
            "The price of a self-draw is three shares, each half of that: 2.",
        ],
    ),
    (
        "234567m 4555p 678s (234s<E) 1f +3p<E seat=S",
        "hk-taiwanese",
        ("score.chips_per_fan=2", "score.win_includes_base=true", "limit.cap_fan=10"),
        [
            "14 fan, of which the ceiling pays 10.",
            "10 fan at 2 chips a fan: 20.",
            "A base of 10 is added for each payer: 30.",
            "These amounts are written down as pulls (拉); they are not paid at once.",
        ],
    ),
    (
        "EEE SSS WWW 中中中 白 1f +白<W seat=N",
        "double-triple-spicy",
        (),
        ["Triple spicy: a discard costs 3 times a full hand (4 fan = 16), 48 (half-spicy table)."],
    ),
]


@pytest.mark.parametrize(("hand", "rules", "options", "lines"), WORTH)
def test_how_fan_became_money(hand: str, rules: str, options: tuple[str, ...], lines: list[str]) -> None:
    given = [word for option in options for word in ("-o", option)]
    shown = run("score", hand, "-r", rules, *given, "--full")
    for line in lines:
        assert line in shown
    data = json.loads(run("score", hand, "-r", rules, *given, "--json"))
    assert len(data["explanation"]["worth"]) == len(lines)


def test_the_page_of_a_score_says_it_too() -> None:
    assert "a discard costs 96" in score(WORTH[0][0])._repr_html_()


# --- found by readers of the hundred explanations


def test_what_only_excludes_another_pattern_is_no_part_of_it() -> None:
    hand = "4569m 789s 中中中 (2222p<E) 1f +9m seat=S round=W replacement=kong kong_feeder=E last_tile"
    dropped = {each.pattern: each.sentence.en for each in told(hand, "hk-common").dropped}
    moon, kong = "Moon from the sea bottom", "win on a kong's replacement tile"
    assert dropped["last_tile_draw"] == f"{moon} is not counted beside {kong}"


def test_the_last_tile_behind_a_kong_takes_only_its_own_fan_away() -> None:
    hand, kong = "234m 22567p 34678s 3f +5s seat=E round=N last_tile", "123m 66789p 45s [9999m] 1f +3s seat=S last_tile"
    assert {"self_draw", "win_on_kong"} <= score(f"{kong} replacement=kong", ruleset("hk-classic")).patterns.keys()
    fan, en, zh, yue = says(hand, "last_tile_draw", "hk-classic")
    assert (fan, en.split(". ")[1]) == (1, "If it replaces a kong, this is not counted.")
    assert zh.endswith("那隻牌若是開槓補的，海底撈月就不另計。")
    assert yue.endswith("嗰隻如果係開槓補返嚟，就唔再計海底撈月。")


def test_a_hand_of_sixteen_unrelated_tiles_says_that_a_robbed_kong_adds() -> None:
    hand = "14m 258p 369s E S W N 中中 發 白 1f +7m<E seat=S round=E"
    assert score(f"{hand} rob_kong", ruleset("hk-taiwanese")).patterns["robbing_kong"] == 1
    _, en, zh, yue = says(hand, "sixteen_unrelated", "hk-taiwanese")
    assert "robbed kong" in en
    assert "搶槓" in zh
    assert "搶槓" in yue


@pytest.mark.parametrize("flowers", ["off", "dealt_only", "with_replacements"])
def test_self_draw_is_never_added_to_a_heavenly_hand(flowers: str) -> None:
    option = f"flower_win.dealer_opening_as_heavenly={flowers}"
    _, en, zh, _ = says("111m 999p 9s WWW 發發發 2f +9s seat=E round=S", "self_draw", "hk-classic", option)
    assert "heavenly hand" in en
    assert "天糊" in zh


def test_a_dealt_hand_waited_for_nothing() -> None:
    hand = "234678m 345p 6799s +8s seat=E round=S"
    assert told(hand).reading.place is not None
    dealt = told(f"{hand} first_turn=heavenly")
    assert (dealt.reading.place, dealt.waits) == (None, None)
    assert "wait" not in dealt.reading.text.en


def test_pairs_with_a_pung_name_the_pung() -> None:
    read = told("1144m 5577p 2288s EE 白白 1f +白<N seat=S round=W", "hk-taiwanese").reading
    assert read.text.en.startswith("seven pairs and 白白白;")


def test_flowers_stand_in_the_order_of_their_numbers() -> None:
    flowers = next(each for each in told("12345678f flowers_win seat=S", "club16").dropped if each.pattern == "flower")
    assert [str(tile) for tile in flowers.tiles] == [f"{n}f" for n in range(1, 9)]


def test_orphans_never_count_a_single_shape_wait() -> None:
    """A reading of no sets has no edge, closed or pair place (docs/rules.md)."""
    for hand in ("19m 19p 19s E S W N 中 發 白 222m +白", "19m 19p 19s E S W N 中 發 白白 23m +1m"):
        won = score(f"{hand}<W 1f seat=S", ruleset("club16"))
        assert len(won.waits) >= 2
        assert "readable_single" not in won.patterns
    assert "thirteen orphans" in ruleset("club16").sentence("readable_single").en
