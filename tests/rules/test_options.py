"""Options as values: groups, controls, correct dependencies, readers for every one, and how a deal is played."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sikwu
from reference.samples import many, random_options, random_value, random_win
from sikwu import SikwuError, Wind, names, ruleset, score
from sikwu.book.ledger import Pair, Pull, offered
from sikwu.money.settlement import ClaimedWins, DiceThrow, FalseWin, KongReplacement, Kongs, settle
from sikwu.rules.files import from_toml
from sikwu.rules.groups import GROUPS
from sikwu.rules.options import OneOf, Option, Ratio, Whole, value_text
from sikwu.rules.play import Declarations, FlowerWins, OnDraw, PassedWins
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.table_terms import ChipTerms, KongPayTerms, TableTerms
from sikwu.rules.texts import option_texts
from sikwu.texts import Problem, RulesError

SOURCE = Path(sikwu.__file__).parent


def every_option() -> Iterator[tuple[Ruleset, Option]]:
    for document in DOCUMENTS:
        for option in ruleset(document).options:
            yield ruleset(document), option


# --- how they are shown


def test_groups_and_controls() -> None:
    for _, option in every_option():
        assert option.group in GROUPS
        assert option.control in ("switch", "stepper", "select", "patterns", "fraction")
    known = {option.id: (option.group, option.control) for _, option in every_option()}
    assert known["limit.cap_fan"] == ("limits", "stepper")
    assert known["limit.hands"] == ("limits", "patterns")
    assert known["full_flush.fan"] == ("patterns", "stepper")
    assert known["nine_gates.enabled"] == ("patterns", "switch")
    assert known["tiles.flowers_in_play"] == ("flowers", "switch")
    assert known["win_on_kong.exposed_kong_payer"] == ("liability", "select")
    assert known["score.unit_multiplier"] == ("payment", "fraction")
    assert known["win.passed_win_rule"] == ("play", "select")
    assert known["ledger.pull_factor"] == ("ledger", "fraction")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_shown_group_by_group(name: str) -> None:
    rules = ruleset(name)
    order = [list(GROUPS).index(option.group) for option in rules.shown_options]
    assert order == sorted(order)
    assert sorted(o.id for o in rules.shown_options) == sorted(o.id for o in rules.options)
    assert ("ledger" in {option.group for option in rules.options}) == (name == "hk-taiwanese")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_option_and_choice_has_words(name: str) -> None:
    rules = ruleset(name)
    words = option_texts(rules.document.texts)
    for option in rules.options:
        text = words[option.id]
        assert text.says.zh
        assert text.says.en
        assert text.source
        if option.touches == "play" and not option.for_table_only and option.control in ("switch", "select"):
            assert set(text.choices) == {value_text(value) for value in option.values.values}  # type: ignore[union-attr]


# --- what they need of others


@pytest.mark.parametrize("name", DOCUMENTS)
def test_needs_name_options_and_values_there_are(name: str) -> None:
    rules = ruleset(name)
    known, ids = {option.id: option for option in rules.options}, frozenset(p.id for p in rules.patterns)
    for option in rules.options:
        for need in option.needs:
            for says in need.any_of:
                assert says.option != option.id
                assert says.values
                for value in says.values:
                    assert known[says.option].problem(value, ids) is None


def meaning(rules: Ruleset) -> object:
    """Everything in the kernel's program that affects the score; not the settings themselves."""
    draft, lowered = rules.draft, rules.lowered
    rows = [
        (
            name, repr(lowered.conditions[name]), draft.price(row.worth), repr(row.row.each), row.row.stack,
            sorted(a for a in row.absorbs if any(r.enabled for r in draft.named(a))), sorted(row.row.absorbs_shared),
            row.row.alone, repr(row.row.family),
        )
        for name, row in draft.rows.items()
        if row.enabled
    ]  # fmt: skip
    of_dealer = any(row.enabled and row.row.of_dealer for row in draft.rows.values())
    raised = (draft.raised, of_dealer and draft.dealer_in_raise) if draft.raised else None
    live = {row.pattern for row in draft.rows.values() if row.enabled}
    limits = sorted(name for name in draft.limit_hands if name.split("/")[0] in live)
    return rows, lowered.shapes, draft.cap, draft.minimum, bool(draft.unify and draft.cap), raised, limits


def money(rules: Ruleset, wins: list[sikwu.Win], dice: list[list[int]]) -> object:
    """What the settings make people pay."""
    paid: list[Any] = []
    for win in wins:
        try:
            told = score(win, rules)
            done = settle(told)
            paid.append((told.fan, told.capped, told.patterns, told.spicy, done.payments, done.liable))
        except SikwuError as error:
            paid.append(error.code)
    for fan in (0, 3, 7, 13):
        claims = {Wind.SOUTH: fan, Wind.NORTH: fan + 1}
        orphans = frozenset({Wind.NORTH})
        paid.append(settle(ClaimedWins(Wind.EAST, claims, 1, orphans=orphans), rules))
        paid.append(settle(KongReplacement(Wind.WEST, Wind.EAST, fan, 1), rules))
    paid.append(settle(FalseWin(Wind.WEST), rules))
    paid.append(settle(Kongs({Wind.WEST: 2}), rules))
    paid += [settle(DiceThrow(throw), rules) for throw in dice]
    terms = rules.terms.ledger
    if terms is not None:
        amounts = [Fraction(n, 8) for n in range(1, 40)]
        pulls = [Pull(amount, n % 7 + 1) for n, amount in enumerate(amounts)]
        paid += [(terms.kept(a), terms.chips(a)) for a in amounts]
        pairs = {Pair(str(n), "x"): pull for n, pull in enumerate(pulls)}
        paid += [offered(terms, pairs, touched) for touched in (pairs, ())]
    return paid


def broken(base: Ruleset) -> list[dict[str, object]]:
    """A few settings under which, one or the other, each need is not met."""
    known, ids = {option.id: option for option in base.options}, frozenset(p.id for p in base.patterns)
    found: list[dict[str, object]] = []
    for need in dict.fromkeys(need for option in base.options for need in option.needs):
        settings: dict[str, object] = {}
        for says in need.any_of:
            tries = (
                *says.values,
                *getattr(known[says.option].values, "values", ()),
                base.document.defaults[says.option],
            )
            settings[says.option] = next(value for value in tries if not says.so({says.option: value}))
            assert known[says.option].problem(settings[says.option], ids) is None
        fitting = (each for each in found if all(each.get(id, value) == value for id, value in settings.items()))
        home = next(fitting, None)
        if home is None:
            found.append(settings)
        else:
            home |= settings
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_effect_is_true(name: str) -> None:
    chance = Random(f"needs {name}")
    base = ruleset(name)
    ids = tuple(p.id for p in base.patterns)
    said: set[str] = set()
    dice = [[1, 1, 1], [3, 2, 1]]
    for settings in [*broken(base), *({} for _ in range(many(2)))]:
        rules = base.with_options(random_options(chance, base) | settings)
        wins = [random_win(chance, base.document.sets) for _ in range(10)]
        before = meaning(rules), money(rules, wins, dice)
        for option in rules.options:
            if rules.no_effect(option.id) is None:
                continue
            said.add(option.id)
            value = random_value(chance, option.values, ids)
            changed = rules.with_options({option.id: value})
            assert (meaning(changed), money(changed, wins, dice)) == before, (option.id, value)
    assert said == {option.id for option in base.options if option.needs}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_price_of_a_pattern_that_is_off_has_no_effect(name: str) -> None:
    base, told = ruleset(name), 0
    for option in base.options:
        pattern = option.id.removesuffix(".fan")
        known = pattern != option.id and pattern in {each.id for each in base.patterns}
        if not known or not base.in_use(pattern) or base.no_effect(option.id) is not None:
            continue
        rules = from_toml(f'ruleset = "{name}"\n[off]\npatterns = ["{pattern}"]')
        reason, told = rules.no_effect(option.id), told + 1
        assert reason is not None
        assert (reason.code, reason.table) == ("option.in_table", "off")
        assert pickle.loads(pickle.dumps(reason)) == reason
        for value in (random_value(Random(option.id), option.values, ()), 77):
            assert meaning(rules.with_options({option.id: value})) == meaning(rules), value
    assert bool(told) == ("score.gun" in base.settings)


def test_prices_of_a_house_go_before_the_steps() -> None:
    rules = from_toml('[options]\n"hand.min_fan" = 0\n[prices]\n0 = 4\n1 = 8\nthen = "full_spicy"')
    reason = rules.no_effect("score.progression")
    assert reason is not None
    assert reason.en == "score.progression has no effect now: the table [prices] of the house decides."
    wins = [random_win(Random(f"prices {number}"), 4) for number in range(30)]
    changed = rules.with_options({"score.progression": "full_spicy"})
    assert money(changed, wins, []) == money(rules, wins, [])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_needed_matters(name: str) -> None:
    """Where its needs are met an option of the score does change the program."""
    base = ruleset(name)
    for option in base.options:
        if (
            not option.needs
            or option.touches != "score"
            or (option.control == "select" and len(option.values.values) < 2)
        ):  # type: ignore[union-attr]
            continue
        met = base
        for need in option.needs:
            says = need.any_of[0]
            value = says.values[0]
            if says.but:
                value = {"limit.cap_fan": 13}.get(says.option, base.document.defaults[says.option])  # type: ignore[assignment]
            met = met.with_options({says.option: value})
        assert met.no_effect(option.id) is None, option.id
        chance, first = Random(option.id), repr(meaning(met))
        tries = (random_value(chance, option.values, ()) for _ in range(20))
        assert any(repr(meaning(met.with_options({option.id: value}))) != first for value in tries), option.id


def test_reasons_are_told() -> None:
    rules = ruleset("hk-standard")
    reason = rules.no_effect("seven_rob_one.payer")
    assert reason is not None
    assert (reason.code, reason.because[0].option) == ("option.no_effect", "seven_rob_one.enabled")
    assert reason.zh == "seven_rob_one.payer 現在不起作用：要 seven_rob_one.enabled ＝ true 才有分別。"
    assert reason.yue == "seven_rob_one.payer 而家冇作用：要 seven_rob_one.enabled ＝ true 先有分別。"
    again = pickle.loads(pickle.dumps(reason))
    assert (again, again.because) == (reason, reason.because)
    assert rules.no_effect("score.spicy") is None
    without = rules.with_options({"tiles.flowers_in_play": False})
    flowerless = without.no_effect("seven_rob_one.payer")
    assert flowerless is not None
    assert flowerless.because[0].option == "tiles.flowers_in_play"
    named = ruleset("hk-taiwanese").no_effect("triple_winner.fan")
    assert named is not None
    assert named.en.endswith("triple_winner.enabled is true or patterns.named_only is on.")
    with pytest.raises(RulesError):
        rules.no_effect("score.spicey")


# --- play


@pytest.mark.parametrize("name", names())
def test_terms_of_every_ruleset(name: str) -> None:
    rules = ruleset(name)
    assert rules.terms is rules.terms
    assert rules.terms == TableTerms.of(rules.settings, rules.document.plays)
    assert (rules.terms.deal.reserved, rules.terms.deal.rounds) == (0, 4)
    assert not rules.terms.claims.false_wins


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_option_of_play_changes_the_terms(name: str) -> None:
    rules = ruleset(name)
    for option in rules.options:
        if option.touches != "play" or option.for_table_only or option.control not in ("switch", "select", "stepper"):
            continue
        values = option.values.values if isinstance(option.values, OneOf) else (0, 1)
        seen = {rules.with_options({option.id: value}).terms for value in values}
        assert len(seen) == len(values), option.id


def test_terms_of_the_documents() -> None:
    standard, common, taiwanese, club = (
        ruleset(name).terms for name in ("hk-standard", "hk-common", "hk-taiwanese", "club16")
    )
    on_draw = [each.streak.on_draw for each in (standard, taiwanese, club)]
    assert on_draw == [OnDraw.STAY, OnDraw.STAY_AND_COUNT, OnDraw.PASS]
    assert (standard.claims.passed_wins, common.claims.passed_wins) == (PassedWins.OFF, PassedWins.SAME_GO_AROUND)
    assert (common.flowers.pending, standard.flowers.pending) == (True, False)
    assert (club.kongs.hidden, taiwanese.kongs.hidden) == (True, False)
    assert [each.flowers.wins for each in (standard, taiwanese, club)] == [
        FlowerWins.SEVENTH, FlowerWins.SEVENTH_OR_EIGHTH, FlowerWins.EIGHTH_REPLACED,
    ]  # fmt: skip
    assert [each.ready.declarations for each in (standard, taiwanese, club)] == [
        Declarations.NONE, Declarations.DECLARED, Declarations.HEAVENLY_AND_EARTHLY,
    ]  # fmt: skip
    assert ruleset("no-flowers-game").terms.flowers.wins is FlowerWins.OFF
    assert ruleset("doc001-rare-patterns").terms.ready.declarations is Declarations.CONCEALED
    assert club.chips == ChipTerms(200, 1, False, False, False, True, 3)
    assert taiwanese.kong_pay == KongPayTerms(1, at_once=True, each=True)
    assert [each.kong_pay or each.dice or each.chips or each.ledger for each in (standard, common)] == [None, None]
    assert club.claims.last_discard is False
    with pytest.raises(RulesError):
        ruleset("club16").with_options({"play.claim_last_discard": True})


def test_a_ledger_that_is_not_kept_is_still_told() -> None:
    rules = ruleset("hk-taiwanese").with_options({"ledger.enabled": False})
    assert (rules.terms.ledger, rules.terms.knows_ledger) == (None, True)


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_every_number_has_an_upper_end(name: str) -> None:
    """What is above is refused with the range, and a book that holds it from before still opens and says so."""
    rules = ruleset(name)
    for option in rules.options:
        if not isinstance(option.values, Whole | Ratio):
            continue
        most = (option.house or option.values).most
        assert rules.with_options({option.id: most}).settings[option.id] == most
        for above in (most + 1, 30_000_000, 2 * 10**10, 10**400):
            with pytest.raises(RulesError) as caught:
                rules.with_options({option.id: above})
            assert caught.value.code == "option.value", option.id
            assert f"{most}" in caught.value.message("en")
            told: list[Problem] = []
            assert rules.with_options({option.id: above}, told).settings[option.id] == above
            assert [each.code for each in told] == ["option.value"]
        for never in (-1, 1.5e300, float("inf"), float("nan"), "1e999999", "9" * 40, "1/0", "²", [], {}, True, None):
            if never is None and "none" in getattr(option.values, "words", ()):
                continue
            with pytest.raises(RulesError):
                rules.with_options({option.id: never}, [])


def test_a_ceiling_is_bounded() -> None:
    for cap in (30_000, 2 * 10**10):
        with pytest.raises(RulesError, match="1…1000"):
            ruleset("hk-taiwanese").with_options({"limit.cap_fan": cap})
    rules = ruleset("hk-taiwanese").with_options({"limit.cap_fan": 1000})
    assert rules.paying.table is not None
    held = ruleset("hk-taiwanese").with_options({"limit.cap_fan": 2 * 10**10}, [])
    for ask in ("lowered", "paying"):
        with pytest.raises(RulesError) as caught:
            getattr(held, ask)
        assert caught.value.code == "rules.too_large"
