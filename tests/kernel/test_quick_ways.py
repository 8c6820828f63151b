"""Input that goes straight to the kernel gives the same scores and answers as the long way, error by error."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

from reference.mutants import spelt, spoilt, spoilt_case
from reference.samples import many, random_options, random_win
from sikwu import cases, ruleset, scoring
from sikwu.cases import answer_line
from sikwu.corpus import cases as corpus
from sikwu.scoring import packed_under, score
from sikwu.texts import Problem, SikwuError
from sikwu.win import Win

NAMES = ("hk-standard", "hk-common", "hk-taiwanese", "club16")


def told(win: Win | str, name: str) -> object:
    """The result of score: everything it is worth, or everything that is wrong."""
    try:
        it = score(win, name)
    except SikwuError as wrong:
        return type(wrong), wrong.problems
    return it.fan, it.capped, list(it.patterns.items()), it.counted, it.not_counted, repr(it.win)


@pytest.mark.parametrize("name", NAMES)
def test_a_score_is_the_same_from_text_win_and_row(name: str) -> None:
    rules, chance = ruleset(name), Random(f"score {name}")
    scored = 0
    for _ in range(many(60)):
        win = random_win(chance, rules.document.sets)
        row = packed_under(win, rules)
        assert row == win.pack()
        written = spelt(chance, win)
        assert told(win.text, name) == told(win, name) == told(written, name)
        if rules.judge(row)[0] < 0:
            continue
        scored += 1
        first = score(win, rules)
        assert first == score(row, rules) == score(written, rules)
        assert list(first.patterns.items()) == list(first.best.patterns.items())
    assert scored > many(60) // 2


def test_what_is_wrong_is_told_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random("wrong")
    texts = [spelt(chance, random_win(chance)) for _ in range(40)]
    spoilt_ones = [spoilt(chance, texts[i % len(texts)]) for i in range(many(400))]
    quick = [told(text, "hk-standard") for text in spoilt_ones]
    monkeypatch.setattr(scoring, "packed_under", lambda win, rules: None)
    monkeypatch.setattr(Win, "parse", Win._parsed)
    slow = [told(text, "hk-standard") for text in spoilt_ones]
    assert quick == slow
    assert len({each[1] for each in slow if isinstance(each[1], tuple)}) > 50  # type: ignore[index]


def test_no_flowers_where_none_are_in_play() -> None:
    rules = ruleset("hk-standard").with_options({"tiles.flowers_in_play": False})
    text = "123p 333s 567s 678m E +E seat=E round=S 1f 5f"
    assert packed_under(text, rules) is None
    with pytest.raises(SikwuError, match="without flowers"):
        score(text, rules)
    assert score(text.replace(" 1f 5f", ""), rules).fan >= 0


def test_cases_are_answered_alike_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random("answers")
    every = [case for case in corpus() if case.get("kind", "score") == "score"]
    asked = [json.dumps(spoilt_case(chance, chance.choice(every))) for _ in range(many(300))]
    for name in NAMES:
        rules = ruleset(name)
        for _ in range(many(5)):
            options = random_options(chance, rules, 0.1)
            win = random_win(chance, rules.document.sets)
            asked += [json.dumps({**win.to_case(), "ruleset": name, "options": options})] * 2
    quick = [answer_line(line) for line in asked]
    monkeypatch.setattr(cases, "packed_under", lambda win, rules: None)
    monkeypatch.setattr(scoring, "packed_under", lambda win, rules: None)
    assert quick == [answer_line(line) for line in asked]
    assert sum("answer" in each for each in quick) > 60
    assert sum("error" in each for each in quick) > 60


def test_true_is_not_one_among_the_options() -> None:
    ask = {"ruleset": "hk-standard", "options": {"seven_pairs.enabled": True}}
    assert cases.case_ruleset(ask).settings["seven_pairs.enabled"] is True
    assert cases.case_ruleset(dict(ask)) is cases.case_ruleset(ask)
    with pytest.raises(SikwuError) as wrong:
        cases.case_ruleset({**ask, "options": {"seven_pairs.enabled": 1}})
    assert isinstance(wrong.value.problems[0], Problem)


def test_importing_loads_nothing_heavy() -> None:
    code = "import sys, sikwu; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"msgspec", "numpy", "difflib", "fractions", "decimal", "sikwu.scoring", "sikwu.rules"} & set(loaded)
