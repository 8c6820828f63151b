"""The four traps of re-pricing by an own pattern, and the same house said under `[fan]`: the pattern stays itself.

By an own pattern that absorbs the old one each of these counts wrong, without a word; the first test of each pair shows
what it counts then, so that nobody takes the two ways for equal.
"""

from __future__ import annotations

import pytest

from sikwu import Score, Wind, score, settle
from sikwu.rules.files import from_toml
from sikwu.texts import RulesError

CONCEALED = "111m 333p 777s 999m E +E"
DRAGONS = "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f seat=E"
FREE = '[options]\n"hand.min_fan" = 0\n'


def told(hand: str, rules: str) -> Score:
    return score(hand, from_toml(rules))


def own(id: str, when: str, fan: int, absorbs: str) -> str:
    return f'[[patterns]]\nid = "{id}"\nwhen = "{when}"\nfan = {fan}\nabsorbs = {absorbs}\n'


def test_all_pungs_by_an_own_pattern_count_beside_four_concealed_pungs() -> None:
    trap = FREE + own("my_pungs", "pungs == 4", 2, '["all_pungs"]')
    assert told(CONCEALED, trap).patterns["my_pungs"] == 2
    assert told(CONCEALED, trap).patterns["four_concealed_pungs"] == 8


def test_all_pungs_at_two_fan_stay_absorbed() -> None:
    found = told(CONCEALED, FREE + "[fan]\nall_pungs = 2\n")
    assert found.patterns == {"four_concealed_pungs": 8, "no_flowers": 1, "self_draw": 1}
    assert [(each.pattern, each.by) for each in found.not_counted] == [("all_pungs", "four_concealed_pungs")]
    assert told("111m 333p 777s (999m<S) E +E<W", FREE + "[fan]\nall_pungs = 2\n").patterns["all_pungs"] == 2


def test_big_three_dragons_by_an_own_pattern_lose_the_liability() -> None:
    trap = FREE + own("my_dragons", "pungs.of(DRAGONS) == 3", 10, '["big_three_dragons", "dragon_pung"]')
    assert settle(told(DRAGONS, trap)).payments == {Wind.EAST: 288, Wind.SOUTH: -96, Wind.WEST: -96, Wind.NORTH: -96}


def test_big_three_dragons_at_ten_fan_keep_the_liability() -> None:
    found = told(DRAGONS, FREE + "[fan]\nbig_three_dragons = 10\n[off]\npatterns = ['self_draw']\n")
    assert found.patterns == {"big_three_dragons": 10}
    done = settle(found)
    assert done.payments == {Wind.EAST: 192, Wind.SOUTH: 0, Wind.WEST: -192, Wind.NORTH: 0}
    assert done.liable is Wind.WEST


def test_a_flower_win_cannot_be_absorbed_by_an_own_pattern() -> None:
    with pytest.raises(RulesError) as error:
        from_toml(FREE + own("my_flowers", "(by == 3) & (flowers == 7)", 4, '["flower_win_seven"]'))
    assert error.value.code == "rules.circle"


def test_a_flower_win_at_four_fan() -> None:
    hand = "1235678f flowers_win seat=S"
    assert told(hand, FREE).patterns["flower_win_seven"] == 3
    assert told(hand, FREE + "[fan]\nflower_win_seven = 4\n").patterns["flower_win_seven"] == 4


MEETING = "123m 123p 123s 456m 456p 9 9s".replace("9 9s", "9s") + " +9s<W"


def test_meeting_chows_by_an_own_pattern_stand_outside_their_family() -> None:
    free = 'ruleset = "hk-taiwanese"\n[options]\n"hand.min_fan" = 0\n'
    each = 'each = "related(chow(A, x), chow(B, x))"\n'
    trap = free + own("my_meeting", "related(chow(A, x), chow(B, x)).exists", 3, '["two_suit_chows"]') + each
    assert told(MEETING, trap).patterns["my_meeting"] == 12
    found = told(MEETING, free + "[fan]\ntwo_suit_chows = 3\n").patterns
    assert (found["three_suit_chows"], found["two_suit_chows"]) == (10, 3)
