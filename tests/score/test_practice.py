"""Practice tools: the same for Python, the command line and the server."""

from __future__ import annotations

import json
import subprocess

import pytest

from loaded import program
from patience import PATIENCE
from sikwu import ruleset, score
from sikwu.explaining import because
from sikwu.practice.examples import examples_of, lacking, near_misses_of
from sikwu.practice.pages import trial_shape
from sikwu.practice.quiz import MOST, quiz
from sikwu.practice.trying import SHOWN, trial
from sikwu.practice.wins import SAMPLE, how_often
from sikwu.rules.files import from_data
from sikwu.texts import RulesError

RULES = ruleset("hk-standard")


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*program(), *words], capture_output=True, text=True, timeout=PATIENCE)


def run(*words: str) -> str:
    done = ran(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_quiz_is_the_same_for_the_same_seed() -> None:
    wins = quiz(RULES, 5, MOST)
    assert [win.text for win in wins] == [win.text for win in quiz(RULES, 5, MOST)]
    assert [win.text for win in wins] != [win.text for win in quiz(RULES, 6, MOST)]
    assert sum(score(win, RULES).valid for win in wins) > MOST / 2
    for n in (0, MOST + 1):
        with pytest.raises(RulesError):
            quiz(RULES, 1, n)


def test_the_command_prints_that_quiz() -> None:
    texts = [win.text for win in quiz(ruleset("club16"), 7, 4)]
    words = ("quiz", "-r", "club16", "--seed", "7", "-n", "4")
    assert json.loads(run(*words, "--json"))["hands"] == texts
    plain, told = run(*words, "--lang", "en"), run(*words, "--answers", "--lang", "en")
    assert all(text.split(" seat=")[0] in " ".join(plain.split()) for text in texts)
    assert "--answers" in plain
    assert told.count(" fan") >= 4 > plain.count(" fan")
    assert ran("quiz", "-n", "99", "--lang", "en").returncode == 2


def test_an_option_tried_out() -> None:
    found = trial(RULES, "limit.cap_fan", 8)
    assert len(found.wins) == SHOWN
    assert all(each.differs and each.after is not None and each.after.score.capped == 8 for each in found.wins)
    same = trial(RULES, "limit.cap_fan", RULES.settings["limit.cap_fan"])
    assert not any(each.differs for each in same.wins)
    assert json.loads(run("rules", "try", "limit.cap_fan=8", "--json"))["hands"] == [
        json.loads(line) for line in map(_as_json, trial_shape(found).hands)
    ]
    told = run("rules", "try", "limit.cap_fan=8", "--lang", "en")
    assert told.count("→ B 8 fan") == SHOWN
    assert "None of the sample wins changes." in run("rules", "try", "limit.cap_fan=13", "--lang", "en")
    assert ran("rules", "try", "limit.cap_fan=no").returncode == 2


def _as_json(shape: object) -> bytes:
    import msgspec

    return msgspec.json.encode(shape)


def test_examples_and_near_misses_of_every_pattern() -> None:
    """An example counts the pattern; a near miss does not, and says which part is missing or why it does not count."""
    for pattern in RULES.patterns:
        if not RULES.in_use(pattern.id):
            continue
        for each in examples_of(pattern.id, RULES):
            assert pattern.id in each.score.patterns or each.score.label == pattern.id
        for each in near_misses_of(pattern.id, RULES):
            assert pattern.id not in each.score.patterns
            told = because(each.score, pattern.id)
            assert all(line.holds is False for line in lacking(told))
            assert lacking(told) or str(told.verdict("en"))


def test_how_often_a_pattern_of_a_house_counts() -> None:
    own = {"id": "mine", "zh": "我嘅", "en": "Mine", "when": "pungs >= 4", "fan": 1}
    house = from_data({"ruleset": "hk-standard", "patterns": [own]})
    (count,) = how_often(house).values()
    assert 0 < count < SAMPLE
