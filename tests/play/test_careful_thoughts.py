"""What careful thinks: its best action is the one it takes, hidden tiles do not move it, and each part of the price works."""

from __future__ import annotations

import re

import pytest

from sikwu import ruleset
from sikwu._kernel import PARAMETERS, NativePlayer, Parameters
from sikwu.plans import plans_of
from sikwu.play.actions import DISCARD, READY_DISCARD, WIN
from sikwu.play.deal import Deal
from sikwu.play.fits import STYLES, defaults, fit_of, numbers_of, parameters_of
from sikwu.play.many import play_many, walls_of
from sikwu.play.native import native
from sikwu.players.advice import advice, reasons_of
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import Wind

AWAY = 8
"""Where a thought tells the tiles missing."""
RULESETS = ("hk-standard", "hk-classic", "hk-common", "hk-taiwanese", "club16")


def careful(rules: Ruleset, **numbers: float) -> NativePlayer:
    """Careful with some numbers of its own."""
    told = {**numbers_of(rules), **numbers}
    return NativePlayer("careful", plans_of(rules).kernel, Parameters([told[name] for name in PARAMETERS]))


def questions(rules: str, walls: int = 6, most: int = 30) -> list[tuple[Deal, Wind]]:
    """Questions of deals that careful plays, as they come."""
    out, handle = [], native("careful", rules)
    for wall in walls_of(4, walls).tolist():
        deal = Deal.start(wall, rules)
        for _ in range(most):
            window = deal.window
            if window is None:
                break
            seat = next(iter(window.waiting))
            out.append((deal, seat))
            deal = deal.after(seat, deal.kernel.choose(handle, seat, 1, 1, 0))
    return out


@pytest.mark.parametrize("rules", RULESETS)
def test_the_best_thought_is_the_action(rules: str) -> None:
    handle, asked = native("careful", rules), questions(rules)
    for deal, seat in asked:
        thoughts = deal.kernel.native_question(seat).think(handle)
        assert thoughts[0][0] == deal.kernel.choose(handle, seat, 1, 1, 0)
        assert [each[1] for each in thoughts] == sorted((each[1] for each in thoughts), reverse=True)
        assert all(0 <= each[5] <= 1 and 0 <= each[3] <= 1 for each in thoughts)
    assert len(asked) > 60


def test_other_players_tell_nothing() -> None:
    deal, seat = questions("hk-standard", 1, 1)[0]
    with pytest.raises(ValueError, match="careful"):
        deal.kernel.native_question(seat).think(native("quick"))


def test_danger_is_what_makes_it_throw_something_else() -> None:
    """A player that fears nothing throws what brings most; one that fears much deals in less."""
    rules = ruleset("hk-standard")
    calm, bold = careful(rules, danger=3.0, push=1.0), careful(rules, danger=0.0)
    fed = [
        int((play_many(400, (player, *[native("steady", rules)] * 3), rules, seed=8).feeder == 0).sum())
        for player in (calm, bold)
    ]
    assert fed[0] < 0.7 * fed[1], fed


def test_who_fears_the_discards_to_come_gives_up_earlier() -> None:
    rules = ruleset("hk-standard")
    fed, won = zip(
        *(
            (int((told.feeder == 0).sum()), int((told.winners & 1).sum()))
            for told in (
                play_many(400, (careful(rules, push=push), *[native("steady", rules)] * 3), rules, seed=8)
                for push in (3.0, 0.0)
            )
        ),
        strict=True,
    )
    assert fed[0] < 0.85 * fed[1], fed
    assert 0 < won[0] < won[1], won


def test_ready_hands_are_looked_at_one_draw_ahead() -> None:
    """Where two tiles are missing, the look ahead changes what a hand is worth; nearer or further away it changes nothing."""
    rules = ruleset("club16")
    plain, ahead = careful(rules, ahead=0.0, mix=0.0), careful(rules, ahead=1.0, mix=0.0)
    changed = {False: 0, True: 0}
    for deal, seat in questions("club16", 10, 120):
        question = deal.kernel.native_question(seat)
        before, after = ({each[0]: each for each in question.think(player)} for player in (plain, ahead))
        for action in before.keys() & after.keys() & set(range(DISCARD, DISCARD + 34)):
            if before[action][1] != after[action][1]:
                changed[2 in (before[action][AWAY], after[action][AWAY])] += 1
    assert changed[True] > 20
    assert not changed[False]


def test_a_win_is_a_decision() -> None:
    """Where playing on need be worth next to nothing it is preferred to some wins; where it must be worth very much every win is taken."""
    rules = ruleset("hk-standard")
    eager, patient, steady = careful(rules, win_more=1e5), careful(rules, win_more=0.01), native("steady", rules)
    wins = taken = passed = 0
    for wall in walls_of(6, 40).tolist():
        deal = Deal.start(wall, rules)
        while deal.window is not None:
            seat = next(iter(deal.window.waiting))
            if WIN in deal.window.legal[seat]:
                wins += 1
                taken += deal.kernel.choose(eager, seat, 1, 1, 0) == WIN
                passed += deal.kernel.choose(patient, seat, 1, 1, 0) != WIN
                break
            deal = deal.after(seat, deal.kernel.choose(steady, seat, 1, 1, 0))
    assert taken == wins > 20
    assert passed > wins / 4


def test_it_declares_ready_where_that_pays() -> None:
    """Under hk-taiwanese a declaration brings five tai or ten; without hope in it nobody declares."""
    rules = ruleset("hk-taiwanese")

    def declared(player: NativePlayer) -> int:
        often = 0
        for wall in walls_of(5, 25).tolist():
            deal = Deal.start(wall, rules)
            while deal.window is not None:
                seat = next(iter(deal.window.waiting))
                action = deal.kernel.choose(player, seat, 1, 1, 0)
                often += READY_DISCARD <= action < READY_DISCARD + 34
                deal = deal.after(seat, action)
        return often

    assert declared(careful(rules)) > 10
    assert declared(careful(rules, declare=0.0)) == 0


def test_a_discard_that_feeds_a_great_hand_costs_its_liability() -> None:
    """Two dragon pungs lie open: the third dragon costs more where the chance of liability is more."""
    rules = ruleset("hk-standard")
    found = 0
    for deal, seat in questions("hk-standard", 60, 60):
        if deal.at != "turn":
            continue
        view = deal.kernel.native_question(seat)
        often = {bold: {t[0]: t[2] for t in view.think(careful(rules, liable=bold))} for bold in (0.0, 1.0)}
        for action, cost in often[1.0].items():
            if action in often[0.0] and cost > often[0.0][action] + 1:
                found += 1
                assert DISCARD <= action < READY_DISCARD + 34
    assert found > 0


def test_styles_differ_as_their_names_say() -> None:
    rules = ruleset("hk-standard")
    length = {style: float(play_many(200, style, rules, seed=2).fan.mean()) for style in ("hasty", "greedy")}
    assert length["hasty"] < length["greedy"]
    assert {parameters_of(rules, style).numbers != parameters_of(rules).numbers for style in STYLES} == {True}


def test_a_house_takes_the_nearest_fit_and_says_so() -> None:
    assert fit_of(ruleset("hk-standard")).exact
    near = fit_of(ruleset("hk-standard").with_options({"hand.min_fan": 4}))
    assert (near.name, near.exact) == ("hk-standard/3", False)
    assert set(near.numbers) == set(PARAMETERS) == set(defaults())


@pytest.mark.parametrize("lang", ["yue", "zh", "en"])
@pytest.mark.parametrize("rules", ["hk-standard", "hk-taiwanese"])
def test_advice_has_reasons_in_words(rules: str, lang: str) -> None:
    for deal, seat in questions(rules, 3, 40):
        told = advice(deal.kernel.native_question(seat), deal.ruleset)
        for each in told[:3]:
            words = reasons_of(each, deal.ruleset, lang)
            assert words
            assert not re.search(r"[{}]|nan|inf", words)
