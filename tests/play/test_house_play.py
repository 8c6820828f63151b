"""House rules are played, recorded, replayed and verified like a document's; only rules that cannot be recorded or paid are refused."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houses import random_house
from loaded import program
from matches import Eager, objects, some_walls
from reference.facts import related
from reference.probes import bare, random_relation
from reference.samples import many, random_win
from sikwu import ruleset, score
from sikwu.arena.contest import Contest
from sikwu.arena.unit import play_unit
from sikwu.book import Book, BookError
from sikwu.book.events import Result
from sikwu.cases import answer, answered
from sikwu.money.amount import exact, money_json
from sikwu.money.settlement import settle
from sikwu.play import house as house_module
from sikwu.play.deal import Deal
from sikwu.play.lines import HeaderLine, Line
from sikwu.play.many import play_many
from sikwu.play.match import Match
from sikwu.play.problems import PlayError
from sikwu.play.reader import typed_lines
from sikwu.play.record import read_record, text_of
from sikwu.play.replay import header, replay, rules_of_record
from sikwu.play.verify import verify
from sikwu.play.view import seen_record
from sikwu.players import Sitting
from sikwu.reading import readings as readings_of
from sikwu.rules import language as words
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.pattern import Pattern, PatternRow, Text
from sikwu.rules.playable import MOST_INSTANCES, check_playable, most_instances
from sikwu.rules.prices import read_prices
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, SikwuError
from sikwu.tiles import Wind
from sikwu.win import Win

EIGHTS = Pattern("eights", when=words.tiles.of(words.NUM(8)) >= 2, zh="發發", en="Eights")
HOUSE = (
    ruleset("hk-standard")
    .with_options({"limit.cap_fan": 8, "hand.min_fan": 1, "play.rounds": 1})
    .with_pattern(EIGHTS, 2)
    .with_prices(read_prices({str(fan): 5 * fan + 1 for fan in range(12)}))
    .with_name("阿明屋企")
)


def run_sikwu(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*program(), *words], capture_output=True, text=True, input="")


def played(rules: Ruleset, chance: Random, deals: int, chain: bool = True) -> tuple[list[Line], list[Deal]]:
    """A record with this many deals, and the deals."""
    match = Match.new(rules, ("Ann", "Ben", "Cat", "Dan"), "h")
    sitting = Sitting(match, [Eager()] * 4, some_walls(chance), seed=chance.randrange(1 << 30))
    lines: list[Line] = [match.start_line(chain=chain)]
    ended = []
    while not sitting.match.over:
        lines += sitting.deal(sitting.match.deals + 1 == deals)
        assert sitting.played is not None
        ended.append(sitting.played)
    return lines, ended


def held_up(lines: list[Line], rules: Ruleset) -> int:
    """Checks a record by everything that reads it; how many wins it has."""
    read, cut = read_record(text_of(lines, chain=True))
    assert not cut
    assert replay(read).ended
    assert not any(each.faults for each in verify(objects(read)))
    assert isinstance(read[0], HeaderLine)
    assert read[0].house == to_toml(rules)
    assert header(read).rules.hash == rules.hash
    for player in ("Ben", None):
        view = list(seen_record(read, player, rules.terms.kongs.hidden))
        assert rules_of_record(view).hash == rules.hash
    wins = [line for line in objects(read) if line["type"] == "hora"]
    for line in wins:
        told = score(Win.from_case(line["case"]), rules)
        paid = {seat.text: money_json(exact(amount)) for seat, amount in settle(told).payments.items()}
        assert (told.fan, told.patterns, paid) == tuple(line["answer"][key] for key in ("fan", "patterns", "payments"))
        assert line["case"]["rules"] == rules.hash
        asked = answer(line["case"], {rules.hash: rules})
        assert {key: asked[key] for key in line["answer"]} == line["answer"]
    return len(wins)


def patterns_of(line: dict[str, Any]) -> dict[str, int]:
    return line["answer"]["patterns"] if line["type"] == "hora" else {}  # type: ignore[no-any-return]


def test_random_houses_are_played_and_hold_up() -> None:
    """25 deals, or 500; a few more until a pattern of a house has counted."""
    chance, refused = Random("houses 2"), Counter[str]()
    deals = wins = own = 0
    while deals < many(25) or (not own and deals < 1000):
        rules = random_house(chance, refused)
        lines, ended = played(rules, chance, 5)
        deals += len(ended)
        wins += held_up(lines, rules)
        own += sum(id.startswith("own_") for line in objects(lines) for id in patterns_of(line))
        for deal in ended:  # the kernel pays what Python settles
            changes, priced = deal.kernel.settle()
            unit = rules.paying.denominator
            assert not priced or [exact(deal.finished.changes[seat]) * unit for seat in Wind] == list(changes)
    assert wins > deals // 4
    assert own > 0


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that loses the house's patterns, and one that loses its prices."""
    lines, _ = played(HOUSE, Random(4), 4)
    assert held_up(lines, HOUSE) > 0
    plain = ruleset("hk-standard").with_options(HOUSE.changed_options)
    for lost in (plain.with_prices(HOUSE.price_table), plain.with_pattern(EIGHTS, 2)):  # type: ignore[arg-type]
        monkeypatch.setattr(house_module, "_read", lambda text, lost=lost: lost)
        with pytest.raises(PlayError) as caught:
            replay(lines)
        assert caught.value.code == "play.record_rules"


# --- the first line


def reason(error: SikwuError) -> str:
    """The code of an error and of its reason; both have words in every language."""
    assert all(error.message(lang) for lang in ("yue", "zh", "en"))
    (told,) = error.problems
    why = told.facts.get("why")
    return told.code if why is None else f"{told.code} {why.code}"


def spoilt(**more: Any) -> list[Line]:
    line = Match.new(HOUSE).start_line().to_dict()
    return typed_lines([{**line, **more}])


def test_the_first_line_holds_the_file_as_it_is_exported(tmp_path: Path) -> None:
    line = Match.new(HOUSE).start_line().to_dict()
    assert list(line)[4:9] == ["ruleset", "options", "rules", "house", "players"]
    assert from_toml(line["house"]).hash == line["rules"] == HOUSE.hash
    assert (line["ruleset"], line["options"]) == ("hk-standard", HOUSE.changed_options)
    plain = Match.new(ruleset("hk-standard").with_options({"limit.cap_fan": 8}).with_name("我"))
    assert "house" not in plain.start_line().to_dict()
    file = tmp_path / "house.toml"
    file.write_text(line["house"], "utf-8")
    told = run_sikwu("rules", "export", "-", "--rules", str(file))
    assert told.stdout == line["house"], told.stderr


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"house": "x"}, "play.record_deal rules.not_toml"),
        ({"house": "[[patterns]]\nid = 'x'\n"}, "play.record_deal pattern.missing"),
        ({"house": "#" * 200_001}, "play.record_deal rules.too_large"),
        ({"house": to_toml(HOUSE).replace("fan = 2", "fan = 3")}, "play.record_rules"),
        ({"rules": "0" * 16}, "play.record_rules"),
        ({"ruleset": "hk-common"}, "play.record_deal play.why.house_ruleset"),
        ({"options": {"limit.cap_fan": 9}}, "play.record_deal play.why.house_options"),
        (
            {"house": to_toml(ruleset("hk-standard").with_options(HOUSE.changed_options))},
            "play.record_deal play.why.house_plain",
        ),
        ({"house": 3}, "play.record_line play.why.key"),
    ],
)
def test_a_first_line_that_does_not_agree_is_refused(more: dict[str, Any], code: str) -> None:
    for view in ("archive", "public"):
        with pytest.raises(PlayError) as caught:
            rules_of_record(spoilt(**more, view=view))
        assert reason(caught.value) == code


def test_a_record_without_its_file_is_refused() -> None:
    line = Match.new(HOUSE).start_line().to_dict()
    del line["house"]
    lines = typed_lines([line])
    with pytest.raises(PlayError) as caught:
        replay(lines)
    assert caught.value.code == "play.record_rules"


# --- refused at the start of a match


def refusal(rules: Ruleset) -> str:
    """Why a match by these rules is refused."""
    with pytest.raises(SikwuError) as caught:
        Match.new(rules)
    return reason(caught.value)


def test_what_no_file_can_tell_is_refused() -> None:
    standard = ruleset("hk-standard")
    marked = Pattern("f", rows=(PatternRow(words.ALWAYS, mark=True),))
    assert refusal(standard.with_pattern(marked, 1)) == "play.house_rules pattern.not_toml"
    assert refusal(bare(13, [EIGHTS], {"eights": 1})) == "play.house_rules play.why.house_document"
    long = [(Pattern(f"p{number}", when=EIGHTS.rows[0].when, says=Text("字" * 9000, "w")), 1) for number in range(40)]
    assert refusal(standard.with_patterns(long)) == "play.house_rules rules.too_large"


def test_hands_without_a_price_are_refused() -> None:
    prices = read_prices({"4": 16, "5": 24})
    assert refusal(ruleset("hk-standard").with_prices(prices)) == "rules.no_price"
    good = ruleset("hk-standard").with_prices(prices).with_options({"hand.min_fan": 4})
    assert Match.new(good).rules is good
    unfined = good.with_options({"false_win.penalty_fan": 3})  # false wins are not played
    assert sum(play_many(1, "quick", unfined).changes[0]) == 0
    fined = good.with_options({"play.allow_false_wins": True, "false_win.penalty_fan": 3})
    assert refusal(fined) == "rules.no_price"
    with pytest.raises(RulesError) as caught:
        play_many(1, "quick", ruleset("hk-standard").with_prices(prices))
    assert caught.value.code == "rules.no_price"


def chows_with(count: int) -> words.Relation:
    """Chows with a number in common, counted from different places."""
    ways = [(words.chow_with(words.A, words.x + step),) * size for step in range(-4, 5) for size in range(1, 6)]
    return words.Relation(tuple(ways[:count]))


def test_hands_with_too_many_ways_are_refused() -> None:
    taiwanese = ruleset("hk-taiwanese")
    many_ways = Pattern("many", when=words.ALWAYS, each=chows_with(10))
    assert refusal(taiwanese.with_pattern(many_ways, 1)) == "rules.too_many_sets"
    asked = Pattern("many", when=words.dealer & ~chows_with(10).exists)
    assert refusal(taiwanese.with_pattern(asked, 1)) == "rules.too_many_sets"
    pair = words.related(words.chow(words.A, words.x), words.chow(words.A, words.x))
    rules = taiwanese
    for number in range(12):
        rules = rules.with_pattern(Pattern(f"p{number}", when=words.ALWAYS, each=pair), 1)
    assert refusal(rules) == "rules.too_many_counts"
    assert Match.new(taiwanese.with_pattern(Pattern("p", when=words.ALWAYS, each=pair), 1))


def test_the_bound_of_a_relation_is_one() -> None:
    """No hand has more instances than the bound says: over random wins, and those made to have most."""
    chance, seen = Random("bound"), 0
    hardest = [Win.parse("123m 123m 123m 345m 456m E +E"), Win.parse("123m 123m 123m 123m 567m E +E")]
    for _ in range(many(150)):
        relation = random_relation(chance)
        for win in (*hardest, *(random_win(chance, 5) for _ in range(4))):
            for reading in readings_of(win, sets=5):
                found = len(related(relation, reading.groups))
                assert found <= most_instances(relation), (relation, win)
                seen += found > 0
    assert seen > 10
    assert most_instances(chows_with(45)) > MOST_INSTANCES


def test_the_documents_can_be_played() -> None:
    for name in ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16"):
        check_playable(ruleset(name))


def test_a_hand_of_very_many_fan_is_played_but_no_book_can_write_it() -> None:
    rules = ruleset("hk-taiwanese").with_pattern(Pattern("dear", when=words.ALWAYS), 1000)
    rules = rules.with_options({"play.rounds": 1})
    lines, _ = played(rules, Random(11), 6)
    assert held_up(lines, rules) > 0
    assert max(line["answer"]["fan"] for line in objects(lines) if line["type"] == "hora") > 999
    book = Book.new("Friday", ("A", "B", "C", "D"), rules)
    with pytest.raises(BookError) as caught:
        book.record(Result("self_draw", tiles={"A": "123m 123m 456p 789s 中中中 E +E"}))
    assert caught.value.code == "book.fan_range"
    assert len(book.entries) == 1


# --- doors


def test_a_case_that_names_a_hash_needs_its_file(tmp_path: Path) -> None:
    lines, _ = played(HOUSE, Random(4), 4)
    win = next(line for line in objects(lines) if line["type"] == "hora")
    text = json.dumps(win["case"], ensure_ascii=False)
    file, other, cases = tmp_path / "house.toml", tmp_path / "other.toml", tmp_path / "cases.jsonl"
    file.write_text(to_toml(HOUSE), "utf-8")
    other.write_text(to_toml(HOUSE).replace("fan = 2", "fan = 3"), "utf-8")
    cases.write_text(text + "\n", "utf-8")
    for given in ((), ("--rules", str(other))):
        told = json.loads(run_sikwu("answer", str(cases), *given).stdout)
        assert told["error"]["code"] == "case.rules"
        assert HOUSE.hash in told["error"]["message"]
    told = json.loads(run_sikwu("answer", str(cases), "--rules", str(other), "--rules", str(file)).stdout)
    assert told["answer"]["fan"] == win["answer"]["fan"]
    missing = run_sikwu("answer", str(cases), "--rules", str(tmp_path / "none.toml"))
    assert missing.returncode == 2
    assert missing.stdout == ""
    contrary = {**win["case"], "options": {"limit.cap_fan": 9}}
    refused = answered(json.dumps(contrary), None, {HOUSE.hash: HOUSE})
    assert refused.error.code == "case.rules"  # type: ignore[union-attr]
    plain = ruleset("hk-common")
    ask = {key: value for key, value in win["case"].items() if key != "options"} | {"ruleset": "hk-common"}
    assert answer({**ask, "rules": plain.hash}) == answer({key: ask[key] for key in ask if key != "rules"})


def test_the_terminal_plays_it(tmp_path: Path) -> None:
    file, record = tmp_path / "house.toml", tmp_path / "game.jsonl"
    file.write_text(to_toml(HOUSE), "utf-8")
    bots = ("-p", "quick") * 4
    told = run_sikwu("play", "--rules", str(file), *bots, "--seed", "3", "--deals", "2", "--record", str(record))
    assert told.returncode == 0, told.stderr
    first, _, _ = record.read_text("utf-8").partition('{"type":"start_kyoku","deal":2')
    record.write_text(first, "utf-8")
    # continues under its own rules
    again = run_sikwu("play", *bots, "--seed", "3", "--deals", "1", "--record", str(record))
    assert again.returncode == 0, again.stderr
    assert header(read_record(record.read_text("utf-8"))[0]).rules.hash == HOUSE.hash
    assert run_sikwu("verify", str(record)).returncode == 0
    assert run_sikwu("replay", str(record), "--all").returncode == 0
    damaged = record.read_text("utf-8").replace("fan = 2", "fan = 3")
    record.write_text(damaged, "utf-8")
    assert run_sikwu("verify", str(record)).returncode == 2


def test_records_of_an_arena_hold_it(tmp_path: Path) -> None:
    file, folder = tmp_path / "house.toml", tmp_path / "records"
    file.write_text(to_toml(HOUSE), "utf-8")
    told = run_sikwu("arena", "quick", "random", "--deals", "4", "--rules", str(file), "--records", str(folder))
    assert told.returncode == 0, told.stderr
    records = sorted(folder.glob("*.jsonl"))
    assert len(records) == 4
    assert run_sikwu("verify", *map(str, records)).returncode == 0
    assert {header(read_record(each.read_text("utf-8"))[0]).rules.hash for each in records} == {HOUSE.hash}


def test_arena_and_environment_play_it() -> None:
    from sikwu.env.vector import VectorDeals

    contest = Contest(("quick", "random"), HOUSE, deals=8)
    unit = play_unit(contest, 0)
    assert sum(map(sum, unit["points"])) == 0
    assert contest.head["rules"] == HOUSE.hash
    many_deals = play_many(200, "quick", HOUSE)
    assert not many_deals.changes.sum()
    assert many_deals.names.count("eights") == 1
    deals = VectorDeals(HOUSE, n=2)
    _, mask, _ = deals.reset()
    assert mask.any()
