"""A house's own liability rules: each with a hand that proves it and one that just misses, in settlement and kernel."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from sikwu import Win, score, settle
from sikwu.money.liability import liabilities, liable
from sikwu.money.words import duty_name, reason_text
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.paying import PayOutcome
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import LANGUAGES, RulesError
from sikwu.tiles import Wind

E, S, W, N = Wind
BARE = '[options]\n"liability.twelve_tiles" = false\n"hand.min_fan" = 0\n'
HALF = '[options]\n"score.gun" = "half"\n"liability.twelve_tiles" = false\n"liability.half_gun_nine_tiles" = "off"\n'


def house(duty: str, options: str = BARE, ruleset: str = "hk-standard") -> Ruleset:
    return from_toml(f'ruleset = "{ruleset}"\n{options}\n[[duties]]\n{duty}')


NINE = 'id = "own"\nzh = "九張清一色包"\nen = "Nine tiles"\nneeds = 3\nhand = ["MAN", "PIN", "SOU"]\non = ["self_draw"]'
LITTLE_DRAGONS = (
    'id = "own"\nzh = "小三元包"\nneeds = 2\ntiles = "DRAGONS"\ncounts = ["small_three_dragons"]\non = ["self_draw"]'
)
LITTLE_WINDS = (
    'id = "own"\nzh = "小四喜包"\nneeds = 3\ntiles = "WINDS"\ncounts = ["small_four_winds"]\non = ["self_draw"]'
)
LATE_FRESH = (
    'id = "own"\nzh = "尾五隻生張包"\nfeeder = "discarder"\nleft = 5\nfresh = true\non = ["discard"]\nshare = "rest"'
)
FRESH_KONG = 'id = "own"\nzh = "生張明槓包"\nfeeder = "kong"\nfresh = true\non = ["self_draw"]'
WHOLE = 'id = "own"\nzh = "十二張全包"\nneeds = 4\non = ["discard"]\nshare = "whole"'
THREE_FED = 'id = "own"\nzh = "三口包"\nneeds = 3\none_feeder = true\non = ["self_draw"]'
SHOWN = 'id = "own"\nzh = "包滿"\nneeds = 1\nshown = 2\non = ["self_draw"]'
FIFTEEN = 'id = "own"\nzh = "十五張包"\nneeds = 5\non = ["self_draw"]\nshare = "rest"'
NO_KONG_DUTY = BARE + '"win_on_kong.exposed_kong_payer" = "all_three"\n'
CASES = {
    "c04 九張只包清一色": (NINE, BARE, "hk-standard", "34m 99m (123m<N) (555m<S) (888m<W) +2m 1f", "34m EE (123m<N) (555m<S) (888m<W) +2m 1f", W),
    "c06 小三元": (LITTLE_DRAGONS, BARE, "hk-standard", "456p 白 123s (中中中<S) (發發發<N) +白", "456p 9s 123s (中中中<S) (發發發<N) +9s", N),
    "c06 小四喜": (LITTLE_WINDS, BARE, "hk-standard", "456p N (EEE<S) (SSS<N) (WWW<W) +N", "456p 9s (EEE<S) (SSS<N) (WWW<W) +9s", W),
    "c07 尾五隻": (LATE_FRESH, BARE, "hk-standard", "123m 456p 789s 22p 78m +9m<S left=5 discards=60", "123m 456p 789s 22p 78m +9m<S left=6 discards=60", S),
    "c07 生張": (LATE_FRESH, BARE, "hk-standard", "123m 456p 789s 22p 78m +9m<S left=3 discards=60", "123m 456p 789s 22p 78m +9m<S left=3 discards=60 visible=9m:1", S),
    "c09 生張明槓": (FRESH_KONG, NO_KONG_DUTY, "hk-standard", "123456m 234p 5s (9999m<N!) +5s replacement=kong", "123456m 234p 5s (9999m<N) +5s replacement=kong", N),
    "c12 包出銃全包": (WHOLE, BARE, "hk-standard", "9s (EEE<S) (234p<N) (555m<S) (678s<N) +9s<W", "67s 99p (EEE<S) (234p<N) (555m<S) +8s<W", N),
    "c15 三口": (THREE_FED, BARE, "hk-standard", "9s (EEE<S) (222p<S) (555m<N) (678m<S) +9s seat=W", "9s (EEE<S) (222p<S) (555m<N) (888m<N) +9s seat=W", S),
    "c16 包滿": (SHOWN, BARE, "hk-standard", "456p 9s (中中中<S) (發發發<N) (222m<W) +9s", "456p 9s (中中中<S) (222m<W) (發發發<N) +9s", W),
    "c17 十五張": (FIFTEEN, "", "hk-taiwanese", "9s (EEE<S) (234p<N) (555m<S) (666m<N) (777m<W) +9s", "9s 123s (EEE<S) (234p<N) (555m<S) (666m<N) +9s", W),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_duty_has_a_hand_that_proves_it_and_a_near_miss(name: str) -> None:
    duty, options, ruleset, proof, miss, who = CASES[name]
    rules = house(duty, options, ruleset)
    found = liable(score(Win.parse(proof), rules))
    assert found is not None
    assert found.duty is not None
    assert (found.duty.id, found.seat) == ("own", who)
    assert all(each.duty is None or each.duty.id != "own" for each in liabilities(score(Win.parse(miss), rules)))
    assert liable(score(Win.parse(proof), from_toml(f'ruleset = "{ruleset}"\n{options}'))) is None


@pytest.mark.parametrize("name", CASES)
def test_the_kernel_pays_them_alike(name: str) -> None:
    duty, options, ruleset, *texts, _ = CASES[name]
    rules = house(duty, options, ruleset)
    for text in texts:
        win = Win.parse(text)
        ours = settle(score(win, rules)).payments
        amounts, came = rules.paying.table.pay(rules.lowered.program, win.pack())
        assert came == PayOutcome.PAID
        assert [Fraction(each, rules.paying.denominator) for each in amounts] == list(ours.values())
        assert sum(ours.values()) == 0
    rows = np.frombuffer(b"".join(Win.parse(text).pack() for text in texts), np.uint8).reshape(-1, 64)
    assert rules.pay_many(rows).amounts.tolist()[0] != rules.pay_many(rows).amounts.tolist()[1]


@pytest.mark.parametrize("name", CASES)
def test_they_are_written_hashed_named_and_explained(name: str) -> None:
    duty, options, ruleset, proof, *_ = CASES[name]
    rules = house(duty, options, ruleset)
    again = from_toml(to_toml(rules))
    assert again.hash == rules.hash != from_toml(f'ruleset = "{ruleset}"\n{options}').hash
    assert again.duties == rules.duties
    done = settle(score(Win.parse(proof), rules))
    reasons = [each.reason for each in done.transfers if each.reason.get("duty") == "own"]
    assert len(reasons) == 1
    assert duty_name(reasons[0], rules) is not None
    for lang in LANGUAGES:
        told = reason_text(reasons[0], rules)(lang)
        assert told
        assert "{" not in told
    assert [each.id for each in rules.diff(from_toml(f'ruleset = "{ruleset}"\n{options}'))] == ["duties.own"]


SHARES = {"whole": {N: 24}, "half": {W: 12, N: 12}, "rest": {N: 36}}


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("gun", ["full", "half"])
def test_shares_of_a_discard(share: str, gun: str) -> None:
    half = '"score.gun" = "half"\n"liability.half_gun_nine_tiles" = "off"\n' if gun == "half" else ""
    rules = house(WHOLE.replace('"whole"', f'"{share}"'), BARE + half)
    paid = settle(score(Win.parse("9s (EEE<S) (222p<N) (555m<S) (666s<N) +9s<W seat=E round=S"), rules)).payments
    assert {seat: -amount for seat, amount in paid.items() if amount < 0} == SHARES[share]


SIXTEEN = {"rest": {W: 27}, "whole": {W: 9}, "half": {S: Fraction(9, 2), W: Fraction(9, 2)}}


@pytest.mark.parametrize("share", SIXTEEN)
def test_shares_with_chips_for_fan(share: str) -> None:
    """The discarder and dealer S pays more; who answers for S pays that too."""
    text = f'id = "own"\nneeds = 4\non = ["discard"]\nshare = "{share}"'
    rules = house(text, '[options]\n"hand.min_fan" = 0\n"dealer.fan_scope" = "none"\n', "hk-taiwanese")
    found = score(Win.parse("9s 123m (EEE<S) (222p<W) (555m<S) (666s<W) +9s<S seat=N"), rules)
    done = settle(found)
    price = settle(score(found.win, house(text.replace("4", "5"), "", "hk-taiwanese"))).payments[N]
    scale = Fraction(price, 9)
    paid = {seat: -amount for seat, amount in done.payments.items() if amount < 0}
    assert paid == {seat: amount * scale for seat, amount in SIXTEEN[share].items()}
    amounts, came = rules.paying.table.pay(rules.lowered.program, found.packed)
    assert came == 0
    assert [Fraction(each, rules.paying.denominator) for each in amounts] == list(done.payments.values())


@pytest.mark.parametrize("ruleset", ["club16", "hk-taiwanese"])
def test_a_houses_duty_goes_before_the_maker_of_a_robbed_kong(ruleset: str) -> None:
    """The maker pays like a discarder; only a real liability says that somebody else pays."""
    text = 'id = "own"\nneeds = 4\non = ["robbed"]\nshare = "whole"'
    win = Win.parse("1113m (345s<W) (白白白<S) (555m<S) (中中中<W) +2m<S rob_kong seat=N round=W")
    for duty, payer in ((text, W), (text.replace("4", "5"), S)):
        rules = house(duty, '[options]\n"hand.min_fan" = 0\n', ruleset)
        paid = settle(score(win, rules)).payments
        assert {seat for seat, amount in paid.items() if amount < 0} == {payer}
        amounts, came = rules.paying.table.pay(rules.lowered.program, win.pack())
        assert came == PayOutcome.PAID
        assert [Fraction(each, rules.paying.denominator) for each in amounts] == list(paid.values())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('id = "own"\nneeds = 3', "own.missing"),
        ('id = "Own!"\nneeds = 3\non = ["self_draw"]', "own.value"),
        ('id = "own"\nneeds = 6\non = ["self_draw"]', "own.value"),
        ('id = "own"\non = ["self_draw"]', "own.needs"),
        ('id = "own"\nneed = 3\nneeds = 3\non = ["self_draw"]', "own.keys"),
        ('id = "own"\nneeds = 3\non = ["drawn"]', "own.unknown"),
        ('id = "own"\nneeds = 3\non = ["self_draw"]\ncounts = ["small_dragons"]', "own.unknown"),
        ('id = "own"\nneeds = 3\non = ["self_draw"]\nshare = "half"', "own.value"),
        ('id = "own"\nneeds = 3\ntiles = "SEAT"\non = ["self_draw"]', "own.value"),
        ('id = "own"\nneeds = 3\ntiles = "pungs >= 1"\non = ["self_draw"]', "condition.no_tiles"),
        ('id = "own"\nfeeder = "discarder"\non = ["self_draw"]', "own.feeder"),
        ('id = "full_flush"\nneeds = 3\non = ["self_draw"]', "own.exists"),
        ('id = "own"\nneeds = 5\non = ["self_draw"]', "house.no_effect"),
        ('id = "own"\nneeds = 3\non = ["self_draw"]\ncounts = ["red_peacock"]', "house.no_effect"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text: str, code: str) -> None:
    with pytest.raises(RulesError) as told:
        house(text)
    assert told.value.code == code
    for lang in LANGUAGES:
        assert "{" not in told.value.problems[0](lang).replace("share = {", "")


def test_tiles_left_are_kept_in_a_row() -> None:
    win = Win.parse("123m 456p 789s 22p 78m +9m<S left=5 discards=60")
    assert Win.unpack(win.pack()) == win
    assert Win.from_case(win.to_case()) == win
    assert Win.parse(win.text) == win
    assert win.pack()[57] == 6
    assert Win.parse("123m 456p 789s 22p 78m +9m<S").pack()[57] == 0
    assert [each.code for each in Win.parse("123m 456p 789s 22p 78m +9m<S left=145").problems()] == ["number.too_large"]
