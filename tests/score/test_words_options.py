"""The explanation of a hand after an option is changed: the sentence, and the patterns beside it, each for a hand where it was once false.

`tests/score/test_words_true.py` holds the others of their kind.
"""

from __future__ import annotations

import pytest

from sikwu.corpus import cases
from sikwu.texts import LANGUAGES
from sikwu.win import Win
from test_words_true import paid, run, says, told

# hand (or the id of a case), rules, options, pattern, its fan, a text that its sentence must contain, and one that it
# must not
CHANGED: list[tuple[str, str, tuple[str, ...], str, int, str, str]] = [
    ("123m 567p 345888s N 1f +N seat=S last_tile", "hk-standard", ("last_tile_draw.scoring=two_including_self_draw",), "last_tile_draw", 2, "2 fan, self-draw included", "list"),
    ("111999m 111p EE 中中 +中<W seat=S", "hk-standard", ("mixed_terminals.add_all_pungs=false",), "mixed_terminals", 1, "All pungs is not added", "is added to"),
    ("111999m 111p EE 中中 +中<W seat=S", "hk-standard", (), "mixed_terminals", 1, "at least one of each sort: 1 fan", "All pungs is not added"),
    ("1112345678999m +5m<W seat=S", "hk-standard", ("nine_gates.discard_win=nine_wait_only",), "nine_gates", 10, "On a discard the wait must have been for all nine tiles", "Any wait will do"),
    ("1112345678999m +5m<W seat=S", "hk-standard", (), "nine_gates", 10, "Any wait will do, also on a discard", "all nine tiles"),
    ("111m 333p 555s 777s N 1f +N seat=S", "hk-standard", ("four_concealed_pungs.discard_win=never",), "four_concealed_pungs", 8, "It must be self-drawn", "may be won by a discard"),
    ("111m 333p 555s 777s N 1f +N<W seat=S", "hk-standard", (), "four_concealed_pungs", 8, "A pair wait may be won by a discard", "must be self-drawn"),
    ("4569m (111p<W) [2222p] &[7777s] 2f +9m seat=E replacement=kong kong_chain=2 second_kong_uses_replacement", "hk-standard", ("kong_on_kong.second_kong_tile=must_be_replacement_tile",), "kong_on_kong", 8, "must use the first one's replacement tile", "list"),
    ("to030", "hk-taiwanese", ("flower_win.adds_self_draw=false",), "flower_win_eight", 30, "adds nothing else but the dealer fan", "adds self-draw"),
    ("to030", "hk-taiwanese", (), "flower_win_eight", 30, "adds self-draw", "nothing else but"),
    ("to058", "hk-taiwanese", ("all_chows.adds_eyes_258=true",), "eyes_258", 1, "1 fan", "Not added to all chows"),
    ("to058", "hk-taiwanese", (), "all_chows", 5, "258 pair", "is added"),
    ("to077", "hk-taiwanese", ("straight.absorbs_old_young=false",), "old_young", 2, "The 123 and 789 of a pure straight count too", "not counted again"),
    ("to077", "hk-taiwanese", (), "pure_straight", 10, "are not old and young as well", "count as old and young too"),
    ("to083", "hk-taiwanese", ("straight.completed_by_discard=closed",), "pure_straight", 20, "keeps it concealed", "makes it open"),
    ("to083", "hk-taiwanese", (), "pure_straight", 10, "makes it open", "keeps it concealed"),
    ("to105", "hk-taiwanese", ("no_honours.when_forced=false",), "all_simples", 5, "No honours and no honours or flowers are not added", "is added"),
    ("to105", "hk-taiwanese", (), "no_honours", 1, "Not added to no honours or flowers or big all chows", "all simples"),
    ("to121", "hk-taiwanese", ("win_on_flower.adds_self_draw=true",), "win_on_flower", 2, "2 fan.", "self-draw included"),
    ("to121", "hk-taiwanese", (), "win_on_flower", 2, "2 fan, self-draw included", "is added"),
    ("to145", "hk-taiwanese", ("concealed_pungs.added_kong=true",), "three_concealed_pungs", 10, "added kongs too", "added kongs and pungs finished"),
    ("to154", "hk-taiwanese", ("all_claimed.absorbs_single_wait=false",), "single_wait", 2, "2 fan", "all melded"),
    ("to154", "hk-taiwanese", (), "all_claimed_self_draw", 8, "Self-draw, single wait and false single wait are not added", "is added"),
    ("to159", "hk-taiwanese", ("all_claimed.absorbs_self_draw=false",), "self_draw", 1, "1 fan", "all melded"),
    ("to296", "hk-taiwanese", ("three_suit_step_chows.step=[1, 2]", "patterns.named_only=per_pattern", "three_suit_step_chows.enabled=true"), "three_suit_step_chows", 5, "or each two higher", "gap"),
    ("19m 19p 19s ESWN中發白 123m +白 seat=S", "hk-taiwanese", ("robbing_kong.concealed=never",), "thirteen_orphans", 100, "100 fan", "rob a concealed kong"),
    ("19m 19p 19s ESWN中發白 123m +白 seat=S", "hk-taiwanese", (), "thirteen_orphans", 100, "It may rob a concealed kong", "only hand"),
    ("345m 67p 99s 123s (2222p<E) (678m<E) 2f +8p seat=S replacement=kong", "club16", ("win_on_replacement.exposed_is_self_draw=true",), "win_on_replacement", 1, "it is a self-draw all the same", "no self-draw"),
    ("345m 67p 99s 123s (2222p<E) (678m<E) 2f +8p seat=S replacement=kong", "club16", (), "win_on_replacement", 1, "it still counts 1, but it is no self-draw", "all the same"),
    ("67p 99s 123s 456s 789m [2222p] 2f +8p<E seat=S", "club16", ("concealed_hand.exposed_kong_keeps=false",), "concealed_hand", 1, "but a kong of a discard and an added kong are not", "so is a kong"),
]  # fmt: skip


def hand_of(name: str) -> str:
    """The hand, or that of a case."""
    case = next((case for case in cases() if case.get("id") == name), None)
    return name if case is None else Win.from_case(case).text


@pytest.mark.parametrize(("hand", "rules", "options", "pattern", "fan", "said", "unsaid"), CHANGED)
def test_row_and_sentence_agree(
    hand: str, rules: str, options: tuple[str, ...], pattern: str, fan: int, said: str, unsaid: str
) -> None:
    counted, english, chinese, cantonese = says(hand_of(hand), pattern, rules, *options)
    assert counted == fan
    assert said in english
    assert unsaid not in english
    assert chinese
    assert cantonese


# Options with one value that excludes what the other counts: the row is listed, or the sentence says that it is
# excluded.
BESIDE = [
    ("to058", "hk-taiwanese", "all_chows.adds_eyes_258", "true", "false", "eyes_258"),
    ("to077", "hk-taiwanese", "straight.absorbs_old_young", "false", "true", "old_young"),
    ("to121", "hk-taiwanese", "win_on_flower.adds_self_draw", "true", "false", "self_draw"),
    ("to154", "hk-taiwanese", "all_claimed.absorbs_single_wait", "false", "true", "single_wait"),
    ("to159", "hk-taiwanese", "all_claimed.absorbs_self_draw", "false", "true", "self_draw"),
    ("to030", "hk-taiwanese", "flower_win.adds_self_draw", "true", "false", "self_draw"),
    ("111999m 111p EE 中中 +中<W seat=S", "hk-standard", "mixed_terminals.add_all_pungs", "true", "false", "all_pungs"),
]


@pytest.mark.parametrize(("hand", "rules", "option", "counts", "drops", "pattern"), BESIDE)
def test_what_one_value_counts_the_other_is_told_to_drop(
    hand: str, rules: str, option: str, counts: str, drops: str, pattern: str
) -> None:
    with_it, without = (told(hand_of(hand), rules, f"{option}={value}") for value in (counts, drops))
    assert pattern in {each.pattern for each in with_it.counted}
    assert pattern not in {each.pattern for each in without.counted}


# --- without any option

NOT_FIXED = [
    "19m 19p 19s ESWN中發白 123m +白 seat=S",
    "147m 258p 369s ESWN中發白 +S<N seat=S",
    "1234567f flowers_win seat=S",
    "123m 456p 789s 234p 5s (EEE<E) 1234f +5s<N seat=S",
]


@pytest.mark.parametrize("hand", NOT_FIXED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_that_takes_more_fan_is_called_fixed(hand: str, lang: str) -> None:
    shown = run("score", hand, "-r", "hk-taiwanese", "--full", lang=lang)
    assert not any(word in shown for word in ("fixed", "固定"))


def test_old_and_young_inside_a_straight_is_between_the_two() -> None:
    """The sets serve other patterns as well: nothing is said of sets that may serve one pattern only."""
    explained = told(hand_of("to077"), "hk-taiwanese")
    lost = [each.sentence for each in explained.dropped if each.pattern == "old_young"]
    assert [each.en for each in lost] == [
        "Only one of pure straight and old and young (123s 789s) counts, here pure straight"
    ]


def test_a_kong_of_the_last_tile_and_of_flowers_is_named_after_its_own_duty() -> None:
    hand = "123456m 234p 5s (9999m<N) 2f +5s seat=S round=N replacement=kong last_tile"
    shown = run("score", hand, "-r", "hk-common", "-o", "kong_last_tile.enabled=true", lang="yue")
    assert "鐘鼓齊鳴包：北家打出槓牌" in shown
    flowers = "1234567f flowers_win seat=W replacement=kong kong_feeder=N"
    option = "flower_win.exposed_kong_payer=kong_feeder"
    assert "槓上花糊包：" in run("score", flowers, "-r", "hk-common", "-o", option, lang="yue")


def test_a_concealed_kong_is_paid_beside_the_win() -> None:
    """Sixteen tiles: its base is not part of these payments, and the sentence says when it is paid."""
    hand = "34578m 567p 12399s [2222p] 1f +9m seat=S"
    _, english, chinese, cantonese = says(hand, "kong_concealed", "hk-taiwanese")
    assert "base" in english
    assert "底" in chinese
    assert "底" in cantonese
    shown = run("score", hand, "-r", "hk-taiwanese", "--full")
    assert "written down as pulls" in shown


def test_a_liable_player_is_told_of_the_tile_that_was_his() -> None:
    hand = "4p (666p<E) (999p<E) (7777p<W) &(888p+8p<N) 1f +4p seat=S round=W"
    assert paid(hand)[1].startswith("W: W discarded the tile for 7777p, and S laid down 8888p in the same turn.")


def test_a_book_pays_a_win_on_a_kong_as_its_tiles_are_paid(tmp_path: object) -> None:
    """`book add Cat 9 --from Ann --on-kong` under hk-standard: all three pay, as `win_on_kong.exposed_kong_payer` says."""
    db = ("--db", f"{tmp_path}/books.db")
    run("book", "new", "Friday", "Ann", "Ben", "Cat", "Dan", *db)
    shown = run("book", "add", "Cat", "9", "--from", "Ann", "--on-kong", *db)
    assert shown.count("−48") + shown.count("-48") >= 3
