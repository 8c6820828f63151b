"""Data types that leave the process: what is sent matches the schema, and parses back to the same value."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest

from sikwu import Win, look, ruleset, score, wire
from sikwu.book.book import Book
from sikwu.book.events import Close, Penalty, Result, SentEvent
from sikwu.cases import answered, case_ruleset
from sikwu.cli.score.score import told_shape
from sikwu.comparing import compare
from sikwu.corpus import cases
from sikwu.money.settlement import ClaimedWins, FalseWin, settle
from sikwu.money.words import reason_text
from sikwu.rules.options import value_text
from sikwu.rules.presets import DOCUMENTS
from sikwu.scoring import Score
from sikwu.texts import LANGUAGES, Message, SikwuError, Text, problem, render, say
from sikwu.tiles import Wind
from sikwu.win import By

PLAYERS = ("Ann", "Ben", "Cat", "Dan")
HAND = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
MESSAGE = {"code", "facts"}


# --- the output matches the schema


@cache
def schema() -> dict[str, Any]:
    return wire.schema()


def refused(value: Any, rule: dict[str, Any], at: str = "") -> Iterator[str]:
    """What a JSON value has that its schema does not allow; every key must be known."""
    if "$ref" in rule:
        rule = schema()["$defs"][rule["$ref"].removeprefix("#/$defs/")]
    if "anyOf" in rule:
        tried = [list(refused(value, each, at)) for each in rule["anyOf"]]
        if all(tried):
            yield from min(tried, key=len)
        return
    kind = rule.get("type")
    if kind is None:
        return
    is_kind = {
        "object": isinstance(value, dict),
        "array": isinstance(value, list),
        "string": isinstance(value, str),
        "boolean": isinstance(value, bool),
        "integer": isinstance(value, int) and not isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "null": value is None,
    }
    if not is_kind[kind]:
        yield f"{at}: {value!r} is no {kind}"
    elif kind == "object":
        known, more = rule.get("properties", {}), rule.get("additionalProperties", True)
        yield from (f"{at}.{name} is missing" for name in rule.get("required", ()) if name not in value)
        for name, each in value.items():
            if name in known:
                yield from refused(each, known[name], f"{at}.{name}")
            elif known:
                yield f"{at}.{name} is unknown"
            elif isinstance(more, dict):
                yield from refused(each, more, f"{at}.{name}")
    elif kind == "array":
        first = rule.get("prefixItems", ())
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            yield f"{at} has {len(value)} items"
        for place, each in enumerate(value):
            of = first[place] if place < len(first) else rule.get("items", {})
            yield from refused(each, of or {}, f"{at}[{place}]")


def sent(shape: Any, kind: Any = None) -> Any:
    """A shape as JSON, checked against the schema and read back; its plain data."""
    kind = kind or type(shape)
    text = msgspec.json.encode(shape)
    data = json.loads(text)
    name = (
        kind.__name__
        if isinstance(kind, type)
        else re.sub(r"\W", "_", re.sub(r"sikwu\.wire\.shapes\.\w+\.", "", str(kind)))
    )
    assert list(refused(data, schema()["$defs"][name])) == []
    assert msgspec.json.decode(text, type=kind) == shape
    assert msgspec.convert(data, kind) == shape
    return data


def test_a_schema_can_be_broken() -> None:
    rule = {"$ref": "#/$defs/MessageShape"}
    assert list(refused({"code": "x", "facts": {}}, rule)) == []
    for bad in ({"facts": {}}, {"code": 1, "facts": {}}, {"code": "x", "facts": {}, "fr": "x"}, []):
        assert list(refused(bad, rule))


def test_the_schema_has_every_shape() -> None:
    defs = schema()["$defs"]
    structs = {name for name in wire.__all__ if name.endswith("Shape")} - {"AnswerShape"}
    answers = {name for name in defs if name.startswith("AnswerShape_")}
    assert set(defs) == structs | answers
    assert len(answers) == 4
    refs = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema())))
    assert refs <= set(defs)
    assert all(each["type"] == "object" and each["description"] for each in defs.values())


# --- texts


def messages(data: Any) -> Iterator[dict[str, Any]]:
    """Every message in plain data, those inside of facts left out."""
    if isinstance(data, dict):
        if data.keys() >= MESSAGE:
            yield data
        else:
            for each in data.values():
                yield from messages(each)
    elif isinstance(data, list):
        for each in data:
            yield from messages(each)


def test_words_are_added_where_asked_for() -> None:
    told = say("value.missing", name="seat")
    assert sent(wire.message_shape(told)) == {"code": "value.missing", "facts": {"name": "seat"}}
    for langs in (("en",), ("zh", "yue"), LANGUAGES):
        data = sent(wire.message_shape(told, langs))
        assert {lang: data[lang] for lang in langs} == {lang: told(lang) for lang in langs}
        assert data.keys() == {*MESSAGE, *langs}
    explained = sent(wire.explanation_shape(score(HAND), ("en",)))
    found = list(messages(explained))
    assert len(found) > 8
    assert all(each.keys() == {*MESSAGE, "en"} and each["en"] for each in found)


def test_a_message_says_the_same_at_the_other_end() -> None:
    """What a client gets is enough to make the same words."""
    told = wire.explanation_shape(score(HAND), LANGUAGES)
    for each in messages(msgspec.to_builtins(told)):
        there = Message(each["code"], {name: _fact(fact) for name, fact in each["facts"].items()})
        assert {lang: render(there, lang) for lang in LANGUAGES} == {lang: each[lang] for lang in LANGUAGES}


def _fact(data: Any) -> Any:
    if isinstance(data, dict):
        if "code" in data:
            return Message(data["code"], {name: _fact(fact) for name, fact in data["facts"].items()})
        return Text(data["zh"], data["en"], data.get("yue"))
    return tuple(map(_fact, data)) if isinstance(data, list | tuple) else data


def test_errors() -> None:
    placed = problem("tiles.five_copies", at=(2, 7), tile="5m")
    assert sent(wire.problem_shape(placed)) == {"code": placed.code, "facts": {"tile": "5m"}, "at": [2, 7]}
    error = SikwuError([placed, problem("value.missing", name="seat")])
    data = sent(wire.error_shape(error))
    assert data.keys() == {"code", "message", "message_zh", "message_yue", "problems"}
    assert [each["code"] for each in data["problems"]] == ["tiles.five_copies", "value.missing"]
    assert data["message"] == error.message("en") != data["message_zh"] == error.message("zh")
    assert sent(wire.error_shape(error, short=True)).keys() == {"code", "message", "message_zh"}
    with pytest.raises(SikwuError) as wrong:
        Win.parse("123m 9x seat=Q")
    assert sent(wire.error_shape(wrong.value))["problems"]


# --- scores


@cache
def scores() -> tuple[tuple[Score, ...], ...]:
    """Of each documented ruleset some wins of the corpus: of a pattern each, and of every sort of payment; all where 雙辣 and 三辣 are played."""
    out: dict[str, list[Score]] = {}
    for place, case in enumerate(cases()):
        if case.get("kind", "score") != "score" or "error" in case["expect"]:
            continue
        rules = case_ruleset(case)
        kept = out.setdefault(rules.document.id, [])
        if len(kept) < 400 and (place % 5 == 0 or "liable" in case["expect"] or rules.plays_spicy):
            own = {key: each for key, each in case.items() if key not in {"ruleset", "options", "kind"}}
            kept.append(score(Win.from_case(own), rules))
    assert out.keys() == set(DOCUMENTS)
    return tuple(map(tuple, out.values()))


@pytest.mark.parametrize("place", range(len(DOCUMENTS)))
def test_scores_and_explanations(place: int) -> None:
    some = scores()[place]
    assert len(some) > 5
    for told in some:
        short, long = sent(wire.score_shape(told)), sent(wire.explanation_shape(told))
        assert (short["fan"], short["capped"], short["valid"]) == (told.fan, told.capped, told.valid)
        assert short["patterns"] == told.patterns
        assert ("payments" in short) == told.valid == (long["payments"] is not None)
        assert sum(each["fan"] for each in long["counted"]) == told.fan
        assert long["reading"]["patterns"] == told.patterns
        assert len(long["others"]) == len(told.others)
        assert (None if long["waits"] is None else " ".join(long["waits"])) == short.get("waits")
        assert long["liable"] == short.get("liable")
        change = dict.fromkeys("ESWN", Fraction(0))
        for move in long["transfers"]:
            change[move["from"]] -= Fraction(str(move["amount"]))
            change[move["to"]] += Fraction(str(move["amount"]))
        if told.valid:
            assert {seat: Fraction(str(amount)) for seat, amount in long["payments"].items()} == change
        for read in (long["reading"], *long["others"]):
            if read["place"] is not None and read["place"]["group"] is not None:
                assert str(told.win.tile) in read["groups"][read["place"]["group"]]["tiles"]


def test_every_key_of_a_score_is_met() -> None:
    """The sample has a label, a limit hand, a ceiling, spicy, a liable seat, something dropped, other readings."""
    found: set[str] = set()
    for told in (each for some in scores() for each in some):
        shape = msgspec.structs.asdict(wire.explanation_shape(told))
        found |= {name for name, value in shape.items() if value}
    assert found == set(wire.ExplanationShape.__struct_fields__)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_told(lang: str) -> None:
    data = sent(told_shape(score(HAND), lang))
    assert data["headline"] == render(Message(**data["explanation"]["headline"]), lang)
    assert [each["pattern"] for each in data["counted"]] == [each["pattern"] for each in data["explanation"]["counted"]]
    flowers = next(each for some in scores() for each in some if each.win.by is By.FLOWERS)
    assert sent(told_shape(flowers, lang))["waits"] is None


def test_told_money() -> None:
    data = sent(told_shape(score(HAND), "en"))
    paid = data["explanation"]
    assert data["settlement"]["payments"] == paid["payments"]
    assert [each["amount"] for each in data["settlement"]["transfers"]] == [
        each["amount"] for each in paid["transfers"]
    ]
    short = score("123m 456p 789s EE 中中 +中<S 1f")
    told = sent(told_shape(short, "zh"))
    assert (told["settlement"], told["unpaid"]["code"]) == (None, "unpaid.short")


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("22678m 白白 (發發發<E) (中中中<N) 26f seat=S", {"useful", "waits"}),
        ("123456m 789p 1199s visible=1s:2", {"useful", "waits"}),
        ("1123456m 789p 45s E", {"useful"}),
        ("1123456m 789p 445s E", {"discards"}),
        ("111222333m 99p EEE", {"discards", "wins"}),
        ("11111m", {"problems"}),
    ],
)
def test_looks(text: str, filled: set[str]) -> None:
    told = look(text)
    data = sent(wire.look_shape(told, ("en",)))
    assert data["state"] == told.state.text
    assert {name for name in ("useful", "waits", "discards", "wins", "problems") if data.get(name)} == filled
    assert [each["tile"] for each in data.get("waits", ())] == [wait.tile.text for wait in told.waits]
    for each in data.get("waits", ()):
        assert (each["left"] == 0) == (each["discard"] is None)


def test_settlements() -> None:
    rules = ruleset("hk-standard")
    done = settle(ClaimedWins(Wind.EAST, {Wind.SOUTH: 3, Wind.NORTH: 10}), rules)
    data = sent(wire.settlement_shape(done, ("en",)))
    assert data["winners"] == ["S"]
    assert [each["why"]["en"] for each in data["transfers"]] == [reason_text(each.reason).en for each in done.transfers]
    assert sent(wire.settlement_shape(done, short=True)).keys() == {"winners", "payments"}
    assert sent(wire.settlement_shape(settle(FalseWin(Wind.WEST), rules), short=True)).keys() == {"payments"}


KINDS = {"score": wire.ScoreShape, "multi_win": wire.SettlementShape, "false_win": wire.SettlementShape}


def test_answers() -> None:
    """Every case of the corpus: the answer is of its kind's shape, with no key that CASES does not have."""
    met = set()
    for place, case in enumerate(cases()):
        kind = case.get("kind", "score")
        if kind == "score" and place % 7:
            continue
        shape = answered(msgspec.json.encode(case))
        if isinstance(shape, wire.RefusalShape):
            assert sent(shape)["error"].keys() == {"code", "message", "message_zh"}
            met.add("error")
            continue
        data = sent(shape, wire.AnswerShape[KINDS.get(kind, wire.BookAnswerShape)])
        assert data["id"] == case["id"]
        expected = {name: value for name, value in case["expect"].items() if name != "includes"}
        assert {name: data["answer"].get(name) for name in expected} == expected
        met.add(kind)
    assert met == {*KINDS, "book", "error"}


# --- rules


@pytest.mark.parametrize("name", DOCUMENTS)
def test_pages_of_a_document(name: str) -> None:
    rules = ruleset(name)
    data = sent(wire.ruleset_shape(rules))
    assert (data["id"], data["document"], data["hash"], data["options"]) == (name, rules.document.id, rules.hash, {})
    ids = {pattern.id for pattern in rules.patterns}
    absorbing = set()
    for pattern in rules.patterns:
        page = sent(wire.pattern_shape(rules, pattern.id, ("en",)))
        assert (page["worth"], page["in_use"]) == (rules.worth(pattern.id), rules.in_use(pattern.id))
        assert bool(page["ways"]) != page["label"]
        assert {*page["absorbs"], *page["shares"], *page["absorbed_by"]} <= ids - {pattern.id}
        for other in page["absorbs"]:
            assert pattern.id in wire.pattern_shape(rules, other).absorbed_by
        absorbing |= {pattern.id} if page["absorbs"] else set()
    assert "all_honours" in absorbing
    for option in rules.options:
        page = sent(wire.option_shape(rules, option))
        value = tuple(page["value"]) if isinstance(page["value"], list) else page["value"]
        assert value == rules.settings[option.id] == rules.document.defaults[option.id]
        assert page["says"]["zh"]
        assert page["says"]["en"] != option.id
        if page["values"]["kind"] == "of":
            assert page["value"] in page["values"]["of"]
            assert page["choices"].keys() <= {value_text(value) for value in page["values"]["of"]}
        assert (page["no_effect"] is None) == (rules.no_effect(option.id) is None)


def test_a_house_is_told_by_what_it_changes() -> None:
    rules = ruleset("hk-standard").with_options({"full_flush.fan": 8})
    assert sent(wire.ruleset_shape(rules))["options"] == {"full_flush.fan": 8}
    option = next(option for option in rules.options if option.id == "full_flush.fan")
    page = sent(wire.option_shape(rules, option))
    assert (page["value"], page["default"]) == (8, ruleset("hk-standard").settings["full_flush.fan"])


def test_comparisons() -> None:
    for names in (["hk-standard", "hk-common", "hk-classic"], ["hk-standard", "club16"]):
        told = compare("999p 111s 999s E (111m<S) +E last_tile", names)
        data = sent(wire.comparison_shape(told))
        assert [column["rules"]["id"] for column in data["columns"]] == names
        assert all(len(row["clauses"]) == len(names) for row in data["rows"])
        assert len(data["remedies"]) == len(told.remedies)
    assert data["columns"][1].keys() == {"rules", "other_size", "problems"}
    assert data["columns"][1]["problems"][0].keys() >= {*MESSAGE, *LANGUAGES}


# --- books


@pytest.mark.parametrize("name", DOCUMENTS)
def test_books(name: str) -> None:
    book = Book.new("Friday", PLAYERS, ruleset(name))
    assert sent(wire.book_shape(book))["cash"] == dict.fromkeys(PLAYERS, 0)
    book.record(SentEvent(Result("discard", {"Ben": 7}, "Ann"), author="Wing", key="k" * 16, hand_no=1))
    book.record(Result("self_draw", {"Cat": 8}))
    book.record(Penalty("Dan", ("Ann",), "3"))
    book.undo()
    data = sent(wire.book_shape(book))
    assert (data["seq"], data["head"], data["hands"], data["dealer"]) == (
        5,
        book.head.hash,
        2,
        book.state.table.dealer_name,
    )
    assert sum(Fraction(str(each)) for each in data["cash"].values()) == 0
    assert (data["chips"] is None, data["pot"] is None) == (name != "club16",) * 2
    assert bool(data["pulls"]) == (name == "hk-taiwanese")
    if data["pulls"]:
        assert data["totals"] != data["cash"]
    entries = [sent(wire.entry_shape(line, ("yue",))) for line in book.journal()]
    assert [each["seq"] for each in entries] == [1, 2, 3, 4, 5]
    assert (entries[1]["author"], entries[1]["key"], entries[1]["hand_no"]) == ("Wing", "k" * 16, 1)
    assert (entries[3]["status"], entries[2]["status"]) == ("undone", "in effect")
    assert all(each["words"]["yue"] and each["event"]["type"] for each in entries)
    book.record(Close())
    assert sent(wire.book_shape(book))["closed"]


def test_money_that_no_number_holds() -> None:
    rules = ruleset("hk-taiwanese").with_options({"ledger.pull_factor": "4/3"})
    book = Book.new("Friday", PLAYERS, rules)
    for _ in range(3):
        book.record(Result("discard", {"Ben": 7}, "Ann"))
    (pull,) = sent(wire.book_shape(book))["pulls"]
    assert "/" in pull["amount"]
    pair, kept = next(book.state.ledger.ordered(PLAYERS))
    assert (pull["from"], pull["to"], Fraction(pull["amount"])) == (*pair, kept.amount)


# --- the cost


def test_the_package_loads_without_it() -> None:
    code = "import sys, sikwu; print(sorted({'msgspec', 'sikwu.wire'} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert out.strip() == "[]"
    code = "import sys, sikwu.cases; print(sorted({'sikwu.book', 'sikwu.comparing', 'sikwu.explaining'} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert out.strip() == "[]"


def test_a_shape_cannot_be_changed() -> None:
    shape = wire.score_shape(score(HAND))
    with pytest.raises(AttributeError):
        shape.fan = 1  # type: ignore[misc]
    assert all(kind.__struct_config__.frozen for name, kind in wire.shapes().items() if "[" not in name)
