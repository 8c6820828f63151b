"""compare(): columns agree with score() and settle(); deciding options decide; remedies work, and every part is needed."""

from __future__ import annotations

import json
from random import Random

import pytest
from typer.testing import CliRunner

from reference.samples import many, random_win
from sikwu import SikwuError, Win, compare, names, ruleset, score
from sikwu.cli.app import app
from sikwu.comparing import Comparison
from sikwu.money.settlement import settle
from sikwu.rules.ruleset import Ruleset

THIRTEEN = [name for name in names() if ruleset(name).document.size == 13]
SIXTEEN = [name for name in names() if ruleset(name).document.size == 16]
HAND = "999p 111s 999s E (111m<S) +E last_tile"


def outcome(win: Win, rules: Ruleset) -> object:
    try:
        told = score(win, rules)
    except SikwuError as error:
        return error.code
    return told.patterns, told.fan, told.capped, told.valid


def checked(told: Comparison) -> int:
    """How many remedies a comparison offers, all of it tried."""
    for column in told.columns:
        if column.score is None:
            assert column.problems
            continue
        assert outcome(told.win, column.ruleset) == (
            column.score.patterns, column.score.fan, column.score.capped, column.score.valid,
        )  # fmt: skip
        if column.score.valid and (told.win.feeder is not None or told.win.by.text in ("self_draw", "flowers")):
            assert column.payments == settle(column.score).payments
    for row in told.rows:
        for column, clause in zip(told.columns, row.clauses, strict=True):
            counted = column.score.patterns.get(row.pattern, 0) if column.score else 0
            assert clause.fan == counted
            assert (clause.why == "counts") == (column.score is not None and row.pattern in column.score.patterns)
            assert (clause.by is not None) == (clause.why in ("absorbed", "shared", "lost"))
    for remedy in told.remedies:
        rules, first = told.columns[remedy.column].ruleset, told.columns[remedy.like].ruleset
        assert remedy.options
        assert outcome(told.win, rules.with_options(remedy.options)) == outcome(told.win, first)
        for id in remedy.options:
            fewer = {name: value for name, value in remedy.options.items() if name != id}
            assert outcome(told.win, rules.with_options(fewer)) != outcome(told.win, first), id
    return len(told.remedies)


@pytest.mark.parametrize("among", [THIRTEEN, SIXTEEN], ids=["13", "16"])
def test_random_hands_under_random_rules(among: list[str]) -> None:
    chance = Random(f"compare {len(among)}")
    cured = unlike = 0
    for _ in range(many(12)):
        some = chance.sample(among, min(len(among), 3))
        win = random_win(chance, ruleset(some[0]).document.sets)
        told = compare(win, some)
        cured += checked(told)
        unlike += not told.alike
        assert told.alike == (len({repr(outcome(win, ruleset(name))) for name in some}) == 1 or all(
            column.score is None for column in told.columns
        ))  # fmt: skip
    assert unlike > 2
    if among is THIRTEEN:
        assert cured > 2


def test_the_clause_says_why() -> None:
    told = compare(HAND, ["hk-standard", "hk-common", "hk-taiwanese"])
    rows = {row.pattern: row for row in told.rows}
    assert rows["mixed_terminals"].why == "price"
    assert [c.fan for c in rows["mixed_terminals"].clauses] == [1, 4, 0]
    assert rows["all_pungs"].why == "absorbed"
    assert rows["all_pungs"].clauses[1].by == "mixed_terminals"
    assert [c.says.zh for c in rows["all_pungs"].clauses] == ["3 番", "3 番，有花幺九所以不計", "不成糊"]
    assert rows["all_pungs"].clauses[1].says.yue == "3 番，有花幺九所以唔計"
    assert rows["all_pungs"].clauses[1].says.en == "3 fan, not counted together with mixed terminals"
    assert rows["all_pungs"].options == ("mixed_terminals.add_all_pungs",)
    assert not rows["no_flowers"].differs
    assert [column.other_size for column in told.columns] == [False, False, True]
    assert dict(told.remedies[0].options) == {
        "mixed_terminals.fan": 1,
        "mixed_terminals.add_all_pungs": True,
        "last_tile_draw.scoring": "one_plus_self_draw",
    }


def test_a_pattern_that_is_off_or_not_there() -> None:
    told = compare("11m 99p 1199s EE 中中 白 +白", ["all-customs", "hk-standard"])
    assert [clause.why for clause in told.rows[0].clauses] == ["counts", "no_win"]
    assert "seven_pairs.enabled" in told.deciding
    nine = compare("1112345678999m +5m", ["hk-standard", "hk-common"])
    clause = next(row for row in nine.rows if row.pattern == "nine_gates").clauses[1]
    assert (clause.fan, clause.why, clause.worth) == (0, "off", None)
    assert (clause.says.code, clause.says.en) == ("clause.off", "not in use")


def test_as_json() -> None:
    result = CliRunner().invoke(app, ["rules", "compare", HAND, "hk-standard", "hk-common", "--json"])
    told = json.loads(result.stdout)
    assert [column["payments"]["E"] for column in told["columns"]] == [72, 72]
    assert told["remedies"][0]["options"]["mixed_terminals.fan"] == 1
    assert {row["pattern"]: row["why"] for row in told["rows"]}["self_draw"] == "absorbed"
    clause = next(row for row in told["rows"] if row["pattern"] == "all_pungs")["clauses"][1]
    assert (clause["says"]["code"], clause["says"]["facts"]["by"]["zh"]) == ("clause.held", "花幺九")
    wrong = CliRunner().invoke(app, ["rules", "compare", HAND, "hk-standard", "hk-taiwanese", "--json"])
    problem = json.loads(wrong.stdout)["columns"][1]["problems"][0]
    assert problem.keys() >= {"code", "facts", "yue", "zh", "en"}
