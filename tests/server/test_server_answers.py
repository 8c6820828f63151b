"""The server's answers agree with the library: over the whole corpus, in every state of a hand."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from sikwu import SikwuError, Win, look, possible, ruleset, score
from sikwu.cases import answered, case_ruleset
from sikwu.corpus import cases, examples
from sikwu.explaining import because, explain
from sikwu.looking import HandState
from sikwu.money.settlement import settle
from sikwu.practice.wins import some_win
from sikwu.reasons import near_misses
from sikwu.rules.presets import DOCUMENTS, names
from sikwu.rules.ruleset import Ruleset
from sikwu.server.hands import answers, case_lines, catalogue, house
from sikwu.server.hands.hand import hand
from sikwu.server.hands.references import References
from sikwu.server.http.limits import Limits
from sikwu.server.operations import OPERATIONS
from sikwu.texts import RulesError
from sikwu.wire.asked import (
    CheckRequest,
    CompareRequest,
    DiffRequest,
    HandRequest,
    House,
    PatternRequest,
    PreviewRequest,
    QuizRequest,
    ScoreRequest,
)
from sikwu.wire.pages import look_shape
from sikwu.wire.scores import explained_shape, payments_shape
from sikwu.wire.served import (
    FullHandShape,
    HandShape,
    ImpossibleHandShape,
    PatternsShape,
    ReadyHandShape,
    TilesShape,
    UnfinishedHandShape,
    WinShape,
)

WIN = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
READY = "22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E"

WIDE = case_lines.Budget(Limits(answer_bytes=1 << 30, answer_time=10_000))
"""More than the cases of the corpus cost."""


def told(text: str, rules: str | Ruleset = "hk-standard", words: tuple[str, ...] = (), **more: Any) -> Any:
    """The answer, parsed from its bytes."""
    shape = hand(HandRequest(text, **more), ruleset(rules) if isinstance(rules, str) else rules, words)
    back = msgspec.json.decode(msgspec.json.encode(shape), type=HandShape)
    assert back == shape
    return shape


@cache
def wins() -> tuple[tuple[Win, Ruleset], ...]:
    """Every win of the corpus with its rules."""
    out = []
    for case in cases():
        if case.get("kind", "score") == "score" and "error" not in case["expect"]:
            own = {key: each for key, each in case.items() if key not in {"ruleset", "options", "kind"}}
            out.append((Win.from_case(own), case_ruleset(case)))
    assert len(out) > 1_500
    return tuple(out)


# --- a hand


def test_the_hand_of_a_win_is_its_score() -> None:
    for win, rules in wins():
        shape, expected = told(win.text, rules), score(win, rules)
        assert isinstance(shape, WinShape)
        assert (shape.fan, shape.capped, shape.valid) == (expected.fan, expected.capped, expected.valid), win.text
        paid = settle(expected) if expected.valid else None
        whole = explained_shape(expected, explain(expected), paid)
        for name in whole.__struct_fields__:
            assert getattr(shape, name) == getattr(whole, name), (win.text, name)
        assert shape.payments == (None if paid is None else payments_shape(paid.payments))
        assert (shape.unpaid is None) == expected.valid
        assert shape.text == win.text
        assert shape.rules.hash == rules.hash


def test_the_hand_before_its_tile_came_is_what_look_says() -> None:
    states = set()
    for win, rules in wins()[::3]:
        before = Win(win.hand, None, win.by, win.seat, win.round)
        shape, expected = told(before.text, rules), look(before, rules)
        whole = look_shape(expected)
        states.add(expected.state)
        if expected.state is HandState.READY:
            assert isinstance(shape, ReadyHandShape)
            assert (shape.waits, shape.useful, shape.missing) == (whole.waits, whole.useful, 1)
        elif expected.state is HandState.IMPOSSIBLE:
            assert isinstance(shape, ImpossibleHandShape | WinShape)
    assert HandState.READY in states


def test_full_hands_and_hands_that_build() -> None:
    chance = Random(5)
    for _ in range(150):
        win = some_win(chance)
        tiles = [*win.hand.concealed, win.tile]
        chance.shuffle(tiles)
        kept = tiles[: chance.randrange(1, len(tiles) + 1)]
        text = "".join(map(str, kept)) + "".join(map(str, win.hand.melds))
        shape, expected = told(text), look(text)
        assert (shape.missing, getattr(shape, "away", None)) == (expected.missing, expected.away)
        whole = look_shape(expected)
        if isinstance(shape, FullHandShape):
            assert (shape.discards, shape.wins) == (whole.discards, whole.wins)
            assert shape.discards
        elif isinstance(shape, UnfinishedHandShape):
            assert shape.useful == whole.useful


@pytest.mark.parametrize("rules", [*DOCUMENTS, "no-flowers-game"])
def test_an_empty_hand_is_no_error(rules: str) -> None:
    for text in ("", "  ", "\n"):
        shape = told(text, rules)
        assert isinstance(shape, UnfinishedHandShape)
        assert (shape.away, shape.useful, shape.problems) == (None, (), ())
        assert shape.missing == ruleset(rules).document.size + 1
        assert shape.tiles is not None
        assert shape.tiles.concealed == ()


def test_a_winning_tile_that_wins_nothing() -> None:
    shape = told("123m 456p 789s EE 中中 +9s")
    assert isinstance(shape, FullHandShape)
    assert [each.code for each in shape.problems] == ["win.not_complete"]
    assert shape.tiles is not None
    assert shape.tiles.tile == "9s"
    shape = told("123m +4m")
    assert isinstance(shape, UnfinishedHandShape)
    assert (shape.missing, [each.code for each in shape.problems]) == (10, ["tiles.count"])
    five = told("1111m +1m")
    assert isinstance(five, ImpossibleHandShape)
    assert five.problems[0].code == "tiles.five_copies"


def test_what_cannot_be_read_is_told_with_its_place() -> None:
    shape = told("123m 9x 456p", words=("yue", "en"))
    assert isinstance(shape, ImpossibleHandShape)
    assert shape.text == "123m 9x 456p"
    assert shape.problems[0].at == (5, 6)
    assert shape.problems[0].yue
    assert shape.problems[0].en
    assert shape.problems[0].zh is None


def test_who_discarded_may_not_be_known() -> None:
    shape = told("123678m 中中中 發發發 白 +白<? 1f seat=E", words=("en",))
    assert isinstance(shape, WinShape)
    assert shape.payments is None
    assert shape.unpaid is not None
    assert shape.unpaid.code == "unpaid.no_feeder"
    assert shape.situation.facts["how"]["code"] == "how.discard_of_somebody"
    assert shape.tiles is not None
    assert (shape.tiles.by, shape.tiles.feeder) == ("discard", None)


def test_how_the_tile_is_to_come() -> None:
    by_draw, by_discard = told(READY), told(READY, by="discard")
    assert by_draw.chips["last_tile"] is None
    assert by_discard.chips["last_tile"] is not None
    assert by_discard.chips["last_tile"].code == "last_tile.discard"
    assert by_draw.waits == by_discard.waits
    assert told(WIN, by="self_draw") == told(WIN)  # the text already says how
    with pytest.raises(SikwuError) as wrong:
        told(READY, by="theft")
    assert wrong.value.code == "value.bad"


def test_chips_are_what_possible_says() -> None:
    chance = Random(8)
    for name in (*DOCUMENTS, "double-triple-spicy"):
        rules = ruleset(name)
        some = [some_win(chance, rules.document.sets) for _ in range(12)]
        texts = [win.text for win in some] + [Win(w.hand, None, w.by, w.seat, w.round, None).text for w in some]
        for text in (*texts, "", "123m", f"{some[0].text} last_tile"):
            shape, expected = told(text, rules), possible(text, rules)
            assert set(shape.chips) == {name for name, each in expected.items() if each.asked or each.chosen}
            for chip, why in shape.chips.items():
                assert (None if why is None else why.code) == getattr(expected[chip].problem, "code", None), (
                    text,
                    chip,
                )
                if why is not None:
                    assert why.facts == json.loads(json.dumps(expected[chip].problem.to_json()["facts"]))
            assert set(shape.asked) == {name for name, each in expected.items() if each.asked}
            assert set(shape.chosen) == {name for name, each in expected.items() if each.chosen}


def test_tiles_are_told_one_by_one() -> None:
    text = "13m 55p (789s<S) (EEE<N) [7777s] 15f +2m<? seat=W round=S streak=2 last_discard"
    tiles = told(text, "hk-standard").tiles
    assert isinstance(tiles, TilesShape)
    assert tiles.concealed == ("1m", "3m", "5p", "5p")
    assert [(meld.kind, meld.tiles, meld.feeder) for meld in tiles.melds] == [
        ("chow", ("7s", "8s", "9s"), "S"),
        ("pung", ("E", "E", "E"), "N"),
        ("kong_concealed", ("7s",) * 4, None),
    ]
    assert (tiles.tile, tiles.flowers, tiles.by, tiles.feeder) == ("2m", ("1f", "5f"), "discard", None)
    assert (tiles.seat, tiles.round, tiles.streak, tiles.at) == ("W", "S", 2, {"last_discard": True})


def test_what_nearly_holds_does_not_hold() -> None:
    for win, rules in wins()[::9]:
        judged = score(win, rules)
        found = near_misses(judged)
        assert len(found) <= 4
        for near in found:
            assert not because(judged, near.pattern).holds, (win.text, near)
            assert 0 < near.failing <= near.parts
            assert rules.in_use(near.pattern)
    assert told(WIN).near == ()
    named = told("123456789m 22p 55m +5m<W", near=True).near
    assert named[0].pattern == "full_flush"
    assert named[0].name.zh == "清一色"


# --- scores, reasons, comparisons, cases


def test_score_takes_a_text_or_the_keys_of_a_case() -> None:
    rules = ruleset("hk-standard")
    win = Win.parse(WIN)
    assert answers.scored(ScoreRequest(WIN), rules) == answers.scored(ScoreRequest(win=win.to_case()), rules)
    for request in (ScoreRequest(), ScoreRequest(WIN, win.to_case())):
        with pytest.raises(SikwuError) as wrong:
            answers.scored(request, rules)
        assert wrong.value.code == "request.one_of"


def test_because_is_told_part_by_part() -> None:
    shape = answers.reasons(PatternRequest(WIN, "full_flush"), ruleset("hk-standard"), ("en",))
    expected = because(score(WIN), "full_flush")
    assert (shape.holds, shape.verdict.code) == (expected.holds, expected.verdict.code)
    assert [[line.holds for line in way] for way in shape.ways] == [
        [line.holds for line in way] for way in expected.ways
    ]
    with pytest.raises(RulesError) as wrong:
        answers.reasons(PatternRequest(WIN, "ful_flush"), ruleset("hk-standard"))
    assert wrong.value.code == "pattern.unknown"


def test_a_comparison_has_a_column_each() -> None:
    references = References()
    shape = answers.compared(CompareRequest(WIN), references)
    assert [column.rules.id for column in shape.columns] == list(DOCUMENTS)
    assert shape.columns[0].fan == score(WIN).fan
    assert shape.columns[3].other_size is True
    own = answers.compared(CompareRequest(WIN, ("hk-standard", House(options={"limit.cap_fan": 8}))), references)
    assert own.columns[1].capped == 8
    with pytest.raises(SikwuError) as wrong:
        answers.compared(CompareRequest(WIN, ("hk-standard",) * 9), references)
    assert wrong.value.code == "case.too_many"


def test_cases_are_answered_as_the_command_does() -> None:
    every = [json.dumps(case, ensure_ascii=False).encode() for case in cases()]
    for start in range(0, len(every), 1_000):
        some = every[start : start + 1_000]
        assert [bytes(each) for each in case_lines.cases(b"\n".join(some), WIDE)] == [
            msgspec.json.encode(answered(line)) for line in some
        ]
    pretty = json.dumps(json.loads(every[0]), indent=2).encode()
    assert [bytes(each) for each in case_lines.cases(pretty, WIDE)] == [msgspec.json.encode(answered(every[0]))]
    with pytest.raises(SikwuError) as wrong:
        case_lines.cases(b"\n".join(every[:1_001]), WIDE)
    assert wrong.value.code == "limit.cases"


# --- rules


def test_references() -> None:
    references = References()
    same = House(options={"limit.cap_fan": 8})
    rules = references.find(same)
    assert references.find(House(options={"limit.cap_fan": 8})) is rules
    assert references.find(House(hash=rules.hash)) is rules
    assert references.find(House(hash=ruleset("hk-common").hash)).id == "hk-common"
    for wrong, code in (
        (House(hash="0" * 16), "rules.unknown"),
        (House(hash=rules.hash, options={"limit.cap_fan": 9}), "rules.hash_alone"),
        (House(base="nope"), "ruleset.unknown"),
        (House(patterns=[{"id": f"p{n}", "when": "suits == 1", "fan": 1} for n in range(129)]), "rules.too_large"),
        (House(patterns=[{"id": "p", "when": "suits == 1" + " " * 4_000, "fan": 1}]), "rules.too_large"),
        (House(prices={"3": "x"}), "prices.price"),
        (House(name="x" * 41), "rules.name"),
    ):
        with pytest.raises(RulesError) as error:
            references.find(wrong)
        assert error.value.code == code
    most = House(patterns=[{"id": f"p{n}", "when": "suits == 1", "fan": 1} for n in range(64)])
    assert len(references.find(most).house) == 64


def test_the_catalogue_is_whole() -> None:
    listed = catalogue.listed()
    assert [each.id for each in listed.rules] == list(names())
    assert listed.catalogue == catalogue.version()
    every = {(each.catalogue, each.id): each for each in catalogue.patterns().patterns}
    expected = {(rules.document.texts, p.id) for rules in map(ruleset, DOCUMENTS) for p in rules.patterns}
    assert set(every) == expected
    for (_, id), each in every.items():
        assert each.family, id
        assert each.name.zh
        assert each.says.zh
        assert each.says.en
        assert each.worth == {document: ruleset(document).worth(id) for document in each.worth}
    assert len([each for each in every.values() if each.example is None]) < 6


def test_the_version_goes_with_the_form_of_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that kept an answer of an older form would not know what to do with it."""
    lasting = {one.gives for one in OPERATIONS if one.lasting and one.gives not in (None, bytes)}
    assert set(catalogue.KEPT) == lasting
    made = catalogue.version.__wrapped__
    before = made()
    assert before == catalogue.version()
    wider = msgspec.defstruct("PatternsShape", [("more", int)], bases=(PatternsShape,), frozen=True)
    monkeypatch.setattr(catalogue, "KEPT", tuple(wider if each is PatternsShape else each for each in catalogue.KEPT))
    assert made() != before
    monkeypatch.undo()
    assert made() == before
    monkeypatch.setattr(catalogue, "cases", lambda: iter(()))
    assert made() != before


def test_the_picture_of_a_pattern_is_a_set_of_its_own() -> None:
    listed = {(each.catalogue, each.id): each.picture for each in catalogue.patterns().patterns}
    wanted = {
        "all_chows": ("1m", "2m", "3m"),
        "all_pungs": ("1s", "1s", "1s"),
        "seven_pairs": ("6m", "6m", "8m"),
        "big_three_dragons": ("中", "發", "白"),
        "two_identical_chows": ("2p", "3p", "4p"),
        "self_draw": ("4s",),
        "chicken_hand": (),
    }
    assert {id: listed["hk", id] for id in wanted} == wanted


def test_examples_of_what_is_not_played_say_under_which_option() -> None:
    page = catalogue.pattern_page("seven_pairs", ruleset("hk-standard"))
    assert page.pattern.worth is None
    assert all(each.under and each.under.options == {"seven_pairs.enabled": True} for each in page.examples)
    chows = catalogue.pattern_page("all_chows", ruleset("hk-standard"), ("en",))
    assert [line.text.en for line in chows.near_misses[0].why] == ["exactly 4 chows"]
    options = [each.says[0].en for each in chows.near_misses if each.under is not None]
    assert options[0] == "Pair of an all-chows hand: No pair of honours"


def test_every_pattern_has_a_page() -> None:
    for rules in map(ruleset, DOCUMENTS):
        for pattern in rules.patterns:
            page = catalogue.pattern_page(pattern.id, rules)
            assert page.pattern.worth == rules.worth(pattern.id)
            for sort, counts in ((page.examples, True), (page.near_misses, False)):
                for example in sort:
                    under = example.under
                    own = rules if under is None else ruleset(under.base).with_options(under.options)
                    expected = score(example.text, own)
                    assert (example.fan, example.patterns) == (expected.fan, expected.patterns)
                    shows = pattern.id in expected.patterns or expected.label == pattern.id
                    assert example.counts is shows is counts, "an example counts, a near miss does not"
                    assert counts or example.why, "what is not there is told"
                    assert len(example.says) == (0 if under is None else len(under.options))
    page = catalogue.pattern_page("half_flush", ruleset("hk-standard"))
    assert page.examples[0].counts
    assert page.near_misses
    assert not page.near_misses[0].counts
    assert examples("half_flush")[0]["shows"]["as"] == "example"
    elsewhere = catalogue.pattern_page("eyes_258_pungs", ruleset("hk-standard"))
    assert elsewhere.rules.id != "hk-standard"


@pytest.mark.parametrize("name", names())
def test_every_option_is_shown_in_its_group(name: str) -> None:
    rules = ruleset(name)
    shape = catalogue.options(rules)
    assert [each.id for each in shape.options] == [option.id for option in rules.shown_options]
    assert {each.group for each in shape.options} == {group.id for group in shape.groups}


def test_rules_are_checked_while_they_are_made() -> None:
    references = References()
    mine = House(
        options={"limit.cap_fan": 8},
        patterns=[{"id": "lucky", "zh": "八八", "en": "Lucky", "when": "tiles.of(NUM(8)) >= 3", "fan": 2}],
        name="阿明屋企",
    )
    shape = house.checked(CheckRequest(mine), references, ("en",))
    assert shape.ok
    assert (shape.min, shape.cap) == (3, 8)
    assert {(each.kind, each.id) for each in shape.differences} >= {("option", "limit.cap_fan"), ("pattern", "lucky")}
    assert shape.sample is not None
    assert shape.sample.wins == 1_000
    assert 20 < shape.sample.counts["lucky"] < 900
    assert house.checked(CheckRequest(toml=shape.toml), references).hash == shape.hash
    assert references.find(House(hash=shape.hash)).cap == 8
    wrong = house.checked(
        CheckRequest(House(patterns=[{"id": "x", "when": "suits ==", "fan": 1}])), references, ("yue",)
    )
    assert not wrong.ok
    assert wrong.problems[0].yue
    assert wrong.hash is None
    with pytest.raises(RulesError):
        house.checked(CheckRequest(), references)


def test_differences_are_told_in_words() -> None:
    shape = house.told_apart(DiffRequest("hk-standard", "hk-common"), References())
    found = ruleset("hk-standard").diff(ruleset("hk-common"))
    assert [(each.kind, each.id) for each in shape.differences] == [(each.kind, each.id) for each in found]
    assert all(each.name.zh and each.name.en for each in shape.differences)
    assert {each.kind for each in shape.differences} == {"option", "pattern", "duty"}
    assert house.told_apart(DiffRequest("hk-common", "hk-common"), References()).alike


@pytest.mark.parametrize("document", DOCUMENTS)
def test_an_option_is_tried_on_hands(document: str) -> None:
    rules = ruleset(document)
    for option in rules.options[::6]:
        value = rules.settings[option.id]
        shape = house.preview(PreviewRequest(option.id, value), rules)
        assert 0 < len(shape.hands) <= 3
        for each in shape.hands:
            assert each.before == each.after
            assert not each.differs
    shape = house.preview(PreviewRequest("limit.cap_fan", 4), rules) if document == "hk-standard" else None
    if shape is not None:
        assert all(each.differs for each in shape.hands)
        for each in shape.hands:
            assert each.before is not None
            assert each.after is not None
            assert each.before.fan == score(each.text, rules).fan
            assert each.after.capped == 4
    with pytest.raises(RulesError):
        house.preview(PreviewRequest("no.such", 1), rules)


def test_a_quiz_is_the_same_for_the_same_seed() -> None:
    for name in DOCUMENTS:
        rules = ruleset(name)
        shape = house.quizzed(QuizRequest(seed=7, n=6), rules)
        assert shape == house.quizzed(QuizRequest(seed=7, n=6), rules)
        assert shape.hands != house.quizzed(QuizRequest(seed=8, n=6), rules).hands
        assert len(set(shape.hands)) == 6
        assert sum(score(text, rules).valid for text in shape.hands) >= 4
    for n in (0, 21):
        with pytest.raises(SikwuError):
            house.quizzed(QuizRequest(n=n), ruleset("hk-standard"))
