"""possible(): the problems of each circumstance are those of the win with it; circumstances that are not asked change nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from reference.samples import many, random_options, random_win
from sikwu import Circumstances, Hand, SikwuError, Win, possible, ruleset, score
from sikwu.checks import _CHECKS
from sikwu.choices import asked_by, chips
from sikwu.money.settlement import settle
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset


def refusal(win: Win, rules: Ruleset) -> str | None:
    try:
        score(win, rules)
    except SikwuError as error:
        return error.code
    return None


def outcome(win: Win, rules: Ruleset) -> object:
    told = score(win, rules)
    return told.patterns, told.fan, told.capped, told.valid, told.valid and settle(told).payments


def without(win: Win, name: str) -> Win:
    """The win with one circumstance as usual."""
    if name == "streak":
        return replace(win, streak=0)
    return replace(win, at=replace(win.at, **{name: getattr(Circumstances(), name)})) if hasattr(win.at, name) else win


@pytest.mark.parametrize("name", [*DOCUMENTS, "no-flowers-game"])
def test_a_choice_causes_what_the_win_with_it_says(name: str) -> None:
    chance = Random(f"possible {name}")
    rules = ruleset(name)
    impossible = can_be = 0
    for _ in range(many(25)):
        win = random_win(chance, rules.document.sets)
        if refusal(win, rules) is not None:
            continue
        told = possible(win, rules)
        for chip in chips(win, rules.document.sets):
            choice = told[chip.text]
            assert (choice.problem and choice.problem.code) == refusal(chip.change(win), rules), (win.text, chip.text)
            assert choice.chosen == (chip.change(win) == win)
            impossible += choice.problem is not None
            can_be += choice.problem is None
    assert impossible > 100
    assert can_be > 100


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_nobody_asks_changes_nothing(name: str) -> None:
    chance = Random(f"asked {name}")
    base = ruleset(name)
    tried = 0
    for turn in range(many(40)):
        rules = base if turn % 2 else base.with_options(random_options(chance, base))
        win = random_win(chance, rules.document.sets)
        if refusal(win, rules) is not None:
            continue
        for chip in chips(win, rules.document.sets):
            bare, then = without(win, chip.text.split("=")[0]), chip.change(win)
            if chip.op is None or chip.text in asked_by(rules) or refusal(then, rules) or refusal(bare, rules):
                continue
            tried += 1
            assert outcome(then, rules) == outcome(bare, rules), (win.text, chip.text)
    assert tried > 50


@pytest.mark.parametrize(
    ("name", "options", "asked", "not_asked"),
    [
        ("hk-standard", {}, {"last_tile", "first_turn=heavenly", "replacement=kong"}, {"one_shot", "ready=declared", "discards"}),
        ("hk-standard", {"human_hand.enabled": True}, {"first_turn=human"}, {"streak=1", "visible"}),
        ("hk-standard", {}, set(), {"first_turn=human", "replacement=flower", "winners=2", "last_discard"}),
        ("hk-common", {"concealed_ready.enabled": True}, {"ready=concealed"}, {"ready=declared", "ready=heavenly"}),
        ("hk-taiwanese", {}, {"one_shot", "discards", "ready=declared", "streak=1"}, {"winners=2", "winners=3"}),
        ("hk-taiwanese", {"triple_winner.enabled": True}, {"winners=3"}, {"winners=2"}),
        ("club16", {}, {"visible", "ready=heavenly", "ready=earthly", "kong_feeder=N"}, {"one_shot", "discards"}),
    ],
)  # fmt: skip
def test_chips_of_known_documents(name: str, options: dict[str, object], asked: set[str], not_asked: set[str]) -> None:
    found = asked_by(ruleset(name).with_options(options))
    assert asked <= found
    assert not not_asked & found


def test_of_a_hand_that_is_no_win_yet_only_what_is_new_is_told() -> None:
    told = possible(Hand.parse("123m 456p"))
    assert told["first_turn=heavenly"].problem is None
    assert told["last_discard"].problem is not None
    assert told["last_discard"].problem.code == "last_discard.not_discard"
    assert told["first_turn=earthly"].problem is not None
    assert told["self_draw"].chosen


def test_every_choice_is_written_as_a_text_writes_it() -> None:
    win = Win.parse("123m 456p 789s EE 中中 +中")
    for chip in chips(win, 4):
        if not chip.text.startswith(("from", "discards", "visible", "seat", "round")) and chip.text != "discard":
            then = chip.change(win)
            assert Win.parse(f"{win.text} {chip.text}".replace("+中", "+中<S" if then.feeder else "+中")) == then


@pytest.mark.parametrize("name", ["hk-standard", "club16"])
def test_checks_look_at_nothing_but_what_they_say(name: str) -> None:
    """A check that is skipped because of the fields it reads would have given the same result."""
    chance, rules = Random(f"looks at {name}"), ruleset(name)
    size, tried = rules.document.size, 0
    for _ in range(many(40)):
        win = random_win(chance, rules.document.sets)
        every = list(chips(win, rules.document.sets))
        win = chance.choice(every).change(win)  # often an impossible one
        for chip in every:
            then = chip.change(win)
            for check, looks_at in _CHECKS:
                if looks_at.isdisjoint(chip.sets):
                    tried += 1
                    assert list(check(then, size)) == list(check(win, size)), (win.text, chip.text, check.__name__)
    assert tried > 1_000
