"""Settlement: the corpus of payments, the reasons of each, and laws over random tables under random options."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

import sikwu
from sikwu.cases import answer
from sikwu.corpus import cases
from sikwu.hand import Hand, Meld, MeldKind
from sikwu.money.payment import Payment, Reason
from sikwu.money.settlement import (
    ClaimedWins,
    DiceThrow,
    FalseWin,
    HeavenlyAndFlowers,
    KongReplacement,
    Kongs,
    NoWin,
    ScoredWins,
    SelfDraw,
    Settlement,
    settle,
)
from sikwu.money.words import reason_text
from sikwu.rules.files import from_toml
from sikwu.rules.options import OneOf, Option, PatternIds, Whole
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import HandError, Message
from sikwu.texts.tables import table
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Circumstances, Replacement, Win

E, S, W, N = Wind
HONG_KONG = ("hk-standard", "hk-common", "hk-classic")
SIXTEEN = ("hk-taiwanese", "club16")
TABLES = 1_000_000 if os.environ.get("SIKWU_LONG") else 100_000
HANDS_PER_RULESET = 400
LIABLE = (
    *("full_flush", "all_terminals", "all_honours", "big_three_dragons", "big_four_winds", "four_kongs"),
    *("twelve_tiles", "nine_tiles"),
)


# --- the corpus: every row of the tables, every trigger, every option


@pytest.mark.parametrize("file", ["hk_payments", "sixteen_payments"])
def test_every_case_of_the_corpus_agrees(file: str) -> None:
    wrong = []
    for case in cases(file):
        got, expect = answer(case), case["expect"]
        # Nobody is liable where a case names nobody.
        wanted = {**expect, "liable": expect.get("liable")} if case["kind"] == "score" else expect
        wrong += [(case["id"], key, value, got.get(key)) for key, value in wanted.items() if got.get(key) != value]
    assert not wrong


@pytest.mark.parametrize(("file", "documents"), [("hk_payments", HONG_KONG), ("sixteen_payments", SIXTEEN)])
def test_every_value_of_a_payment_option_has_an_example_and_a_near_miss(file: str, documents: tuple[str, ...]) -> None:
    kept = (
        "ledger.",
        "fines.",
        "bust.",
        "chips.",
        "false_win.in_ledger",
        "dice.payment_per",
        "concealed_kong.payment_timing",
    )
    shown: dict[str, set[tuple[str, str]]] = {}
    for case in cases(file):
        shows = case["shows"]
        if "option" in shows:
            shown.setdefault(shows["option"], set()).add((repr(shows["value"]), shows["as"]))
    missing = []
    for name in documents:
        for option in sikwu.ruleset(name).options:
            if option.touches != "payment" or option.id.startswith(kept):  # the rest belongs to the books
                continue
            values = [repr(v) for v in option.values.values] if isinstance(option.values, OneOf) else []
            got = shown.get(option.id, set())
            wanted = {(v, kind) for v in values for kind in ("example", "near_miss")}
            missing += [(name, option.id, *each) for each in wanted - got]
            if not values and {kind for _, kind in got} != {"example", "near_miss"}:
                missing.append((name, option.id, "", ""))
    assert not missing


# --- what each settlement says


def told(text: str, rules: str = "hk-standard", **options: object) -> Settlement:
    ruleset = sikwu.ruleset(rules).with_options({k.replace("__", "."): v for k, v in options.items()})
    return settle(score(Win.parse(text), ruleset))


def test_each_transfer_says_why_in_both_languages() -> None:
    done = told("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f")
    assert [(t.payer, t.payee, t.amount, t.reason.code) for t in done.transfers] == [
        (W, E, 48, "self_draw"),
        (W, E, 96, "liable.big_three_dragons"),
    ]
    assert "大三元" in reason_text(done.transfers[1].reason).zh
    assert "big three dragons" in reason_text(done.transfers[1].reason).en


def test_reasons_of_the_kinds_of_payment() -> None:
    def why(done: Settlement) -> list[str]:
        return [t.reason.code for t in done.transfers]

    chicken = "123m 567p 345s 888s N +N<W seat=S 25678f"
    assert why(told(chicken)) == ["discard"]
    assert why(told(chicken, score__gun="half")) == ["discard", "bystander", "bystander"]
    assert why(told("123m 567p 345s 78s NN +6s<W rob_kong seat=S", robbing_kong__as_self_draw="payment")) == [
        "self_draw",
        "robbed_kong",
    ]
    kong = "456m 77m 99m (123p<N) (2222s<S) +9m replacement=kong kong_chain=1 kong_feeder=S"
    assert why(told(kong, win_on_kong__exposed_kong_payer="kong_feeder")) == ["self_draw", "kong_feeder"]
    club = sikwu.ruleset("club16")
    assert why(settle(ClaimedWins(E, {S: 5}), club)) == ["discard", "dealer"]
    assert why(settle(KongReplacement(S, W, 5), club)) == ["kong_feeder"]
    assert set(why(settle(FalseWin(S), club))) == {"false_win"}


PARTS = '[pays]\ndiscarder = "2/3"\nothers = "1/6"\n'


def test_every_sentence_is_said_with_all_its_facts() -> None:
    """Endings of every kind, in every language: no place stays empty, and no sentence is never said."""
    club, taiwanese = sikwu.ruleset("club16"), sikwu.ruleset("hk-taiwanese")
    standard = sikwu.ruleset("hk-standard")
    nine_tiles = standard.with_options(
        {"score.gun": "half", "liability.half_gun_nine_tiles": "feeder_all", "hand.min_fan": 0}
    )
    half, robbing = (
        standard.with_options(some) for some in ({"score.gun": "half"}, {"robbing_kong.as_self_draw": "payment"})
    )
    done = [
        told("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s<W 2f", "hk-classic"),
        told("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s<S 2f", "hk-classic"),
        told("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"),
        told("9s (333p<S) (555m<N) (2222p<W) &[7777s] +9s 2f"),
        *(settle(ClaimedWins(E, {S: 5}), rules) for rules in (standard, half, club)),
        *(settle(ClaimedWins(E, {S: 5}, robbed=True), rules) for rules in (robbing, half, club)),
        told("55p 78s (中中中<S) (發發發<N) (白白白<W) +9s<N 2f rob_kong", "hk-classic"),
        settle(SelfDraw(S, 5, 2), taiwanese.with_options({"limit.cap_fan": 6})),
        *(settle(SelfDraw(S, 5, 2), rules) for rules in (standard, club)),
        *(settle(KongReplacement(S, W, 5), rules) for rules in (standard, club)),
        settle(HeavenlyAndFlowers(53, W, 40), club),
        settle(FalseWin(S), club),
        settle(Kongs({S: 1}), taiwanese),
        settle(DiceThrow((1, 1, 1)), taiwanese),
        settle(DiceThrow((1, 2, 3)), taiwanese),
        told("234567m 4555p 678s (234s<E) 1f +3p<W rob_kong seat=S", "hk-taiwanese"),
        told("234567m 4555p 678s (234s<E) 1f +3p<E seat=S", "hk-taiwanese"),
        told("12345678f flowers_win seat=S"),
        *(
            settle(SelfDraw(seat, 5, 1), from_toml(house))
            for seat in (E, S)
            for house in ("[pays]\nself_draw = 1\ndealer_fan = 1", "[prices]\n3 = [8, 5]\n[pays]\ndealer = 2")
        ),
        *(
            settle(ClaimedWins(W, {S: 5}, robbed=robbed), from_toml(PARTS + option))
            for robbed, option in ((False, ""), (True, '[options]\n"robbing_kong.as_self_draw" = false'))
        ),
        *(
            settle(sikwu.score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f", from_toml(house)))
            for house in ("[pays]\nself_draw = 1", "[prices]\n3 = [8, 5]")
        ),
        settle(sikwu.score("555s 5m (777p<E) (888p<W) (中中中<W) +5m<N seat=S", nine_tiles)),
    ]
    reasons = {transfer.reason for each in done for transfer in each.transfers}
    # from the writer of a book, who names the liable player
    reasons.add(Reason("liable.named", (("feeder", "W"), ("winner", "E"))))
    # where chips are paid and a house has a liability rule of its own
    reasons.add(Reason("self_draw", (("how", "own_chips"), ("payer", "E"))))
    told_so = [reason_text(reason) for reason in reasons]
    bears = [each.facts["bears"] for each in told_so if "bears" in each.facts]
    said = {each.code for each in (*told_so, *bears) if isinstance(each, Message)}
    assert {code for code in table("en") if code.startswith("paid.")} == said
    for reason in reasons:
        for lang, stop in (("yue", "。"), ("zh", "。"), ("en", ".")):
            words = reason_text(reason)(lang)
            assert words.endswith(stop)
            assert not set("{}") & set(words)
    # Read back from a book, a reason is only its code and is shown by its name.
    assert reason_text(Reason("liable.big_three_dragons")).zh == "大三元包"
    assert reason_text(Reason("dealer")).en == "dealer"
    assert reason_text(Reason("of_a_later_version")).en == "of_a_later_version"
    # A house's own rule is named by its rules, and by its code where they are unknown.
    assert reason_text(Reason("liable.own", (("feeder", "W"), ("winner", "E")))).en == "liable.own"


def test_nobody_pays_after_an_exhausted_hand() -> None:
    for rules in ("hk-standard", "club16"):
        assert settle(NoWin(), sikwu.ruleset(rules)) == Settlement()
    with pytest.raises(TypeError, match="takes one of these: Ruleset"):
        settle(NoWin())


def test_a_robbed_exposed_kong_is_paid_as_the_house_says() -> None:
    """T4: `from` names whom the rule makes pay; the reason says in which part."""
    text = "234567m 45p 678s 55p (234s<E) +3p<W seat=S rob_kong robbed=exposed 1f"
    for payer, duty in (("konging_player", "robbed_kong_maker"), ("original_discarder", "robbed_exposed_kong")):
        done = told(text, "hk-taiwanese", robbing_kong__exposed_payer=payer)
        assert done.payments == {E: 0, S: 15, W: -15, N: 0}
        assert [t.reason.get("duty") for t in done.transfers] == [duty]
        assert done.liable is None
    added = told(text.replace(" robbed=exposed", ""), "hk-taiwanese", robbing_kong__exposed_payer="original_discarder")
    assert [t.reason.get("duty") for t in added.transfers] == ["robbed_kong_maker"]


def test_a_paying_dealers_fan_are_named_and_a_winning_dealers_are_in_the_hand() -> None:
    """T3: for a winning dealer one payment each; for a paying dealer the hand's fan and the dealer's fan separately."""
    text = "234567m 234s 67s EE (999p<N) +8s<{} seat={} streak=2 1235f"
    paying = told(text.format("E", "S"), "club16")
    assert [(t.reason.code, t.amount) for t in paying.transfers][1] == ("dealer", 5)
    winning = told(text.format("W", "E"), "club16")
    assert [t.reason.code for t in winning.transfers] == ["discard"]
    assert winning.payments[E] == paying.payments[S]
    assert settle(ClaimedWins(W, {E: winning.payments[E] - 5}, 2), sikwu.ruleset("club16")).payments == winning.payments


class _Sealed(dict):  # type: ignore[type-arg]
    """Settings that nobody may ask."""

    def __getitem__(self, key: object) -> object:
        raise AssertionError(f"{key} was looked up")

    get = __getitem__  # type: ignore[assignment]


@pytest.mark.parametrize(
    "text", ["456p 9s (中中中<S) (發發發<N) (白白白<W) +9s{} 2f", "123m 567p 345s 888s N +N{} seat=S 25678f"]
)
def test_no_setting_is_looked_up_while_it_settles(text: str) -> None:
    for document in HONG_KONG:
        for feeder in ("", "<W"):
            rules = replace(sikwu.ruleset(document))  # a separate object: equal settings share their ruleset
            found = score(Win.parse(text.format(feeder)), rules)
            expected = settle(found)
            object.__setattr__(rules, "settings", _Sealed())
            assert settle(found) == expected
            with pytest.raises(AssertionError, match="was looked up"):
                type(rules.money).of(rules)


def test_a_liable_player_pays_once() -> None:
    """The share of the liable player and those paid for others are the three shares of the self-draw, no more."""
    done = told("9s (EEE<S) (234p<N) (555m<S) (678s<N) +9s")
    assert done.payments == {E: 24, S: 0, W: 0, N: -24}
    assert done.liable is N


def test_settlements_without_tiles_are_those_with_tiles() -> None:
    rules = sikwu.ruleset("hk-standard")
    assert told("123m 567p 345s 888s N +N seat=S 26f").payments == settle(SelfDraw(S, 3), rules).payments
    assert told("123m 567p 345s 888s N +N<W seat=S 25678f").payments == settle(ClaimedWins(W, {S: 3}), rules).payments
    fed = told(
        "456m 77m 99m (123p<N) (2222s<S) +9m replacement=kong kong_chain=1 kong_feeder=S",
        win_on_kong__exposed_kong_payer="kong_feeder",
    )
    assert fed.payments == settle(KongReplacement(E, S, 3), rules).payments
    assert fed.liable is S


def test_a_self_draw_has_one_fan_at_least() -> None:
    assert settle(SelfDraw(E, 0), sikwu.ruleset("hk-standard")).payments[E] == 3


def test_several_scored_wins_on_one_tile() -> None:
    rules = sikwu.ruleset("no-head-bump")
    south = score(Win.parse("123m 567p 345s 78s NN +6s<E seat=S 25678f"), rules)
    north = score(Win.parse("555s 777s 99s 66s (111s<S) +6s<E seat=N 1f"), rules)
    done = settle(ScoredWins([north, south]))
    assert done.winners == (S, N)
    assert done.payments == {E: -(16 + 128), S: 16, W: 0, N: 128}
    bumped = sikwu.ruleset("hk-standard")
    assert settle(ScoredWins([score(s.win, bumped) for s in (north, south)])).winners == (S,)
    with pytest.raises(HandError, match="the same tile"):
        settle(ScoredWins([north, north]))


def test_thirteen_orphans_that_may_not_be_cut() -> None:
    rules = sikwu.ruleset("hk-standard").with_options({"thirteen_orphans.immune_to_head_bump": True})
    south = score(Win.parse("123m 567p 345s 99s NN +9s<E seat=S 25678f"), rules)
    north = score(Win.parse("19m 19p 1s ESWN 中發白白 +9s<E seat=N 1f"), rules)
    assert settle(ScoredWins([south, north])).winners == (S, N)
    assert settle(ScoredWins([score(s.win, sikwu.ruleset("hk-standard")) for s in (south, north)])).winners == (S,)


def test_heavenly_hand_beside_eight_flowers() -> None:
    """C-27: the two winners do not pay each other; the dealer's payment includes the dealer fan."""
    club = sikwu.ruleset("club16")
    done = settle(HeavenlyAndFlowers(53, W, 40), club)
    assert done.payments == {E: 108, S: -94, W: 80, N: -94}
    assert done.winners == (E, W)
    with pytest.raises(HandError, match="another player"):
        settle(HeavenlyAndFlowers(53, E, 40), club)
    for other in ("hk-standard", "hk-taiwanese"):
        with pytest.raises(HandError, match="has no payment for a heavenly hand"):
            settle(HeavenlyAndFlowers(53, W, 40), sikwu.ruleset(other))


def test_side_payments_of_kongs_and_dice() -> None:
    rules = sikwu.ruleset("hk-taiwanese")
    assert settle(Kongs({S: 1}), rules).payments == {E: -10, S: 30, W: -10, N: -10}
    assert settle(Kongs({S: 2, W: 1}), rules).payments == {E: -30, S: 50, W: 10, N: -30}
    once = rules.with_options({"concealed_kong.payment_per_kong": False, "concealed_kong.payment_bases": 2})
    assert settle(Kongs({S: 2}), once).payments[S] == 60
    assert settle(DiceThrow((4, 4, 4)), rules).payments == {E: 30, S: -10, W: -10, N: -10}
    assert settle(DiceThrow((3, 1, 2)), rules).payments == {E: -30, S: 10, W: 10, N: 10}
    assert settle(DiceThrow((1, 2, 4)), rules).transfers == ()
    assert settle(DiceThrow((4, 4, 4)), rules.with_options({"dice.side_payments": False})).transfers == ()
    for other in ("club16", "hk-standard"):
        assert settle(DiceThrow((4, 4, 4)), sikwu.ruleset(other)).transfers == ()
        assert settle(Kongs({S: 1}), sikwu.ruleset(other)).transfers == ()


def test_what_cannot_be_settled_is_refused() -> None:
    rules = sikwu.ruleset("hk-standard")
    below = score(Win.parse("123m 567p 345s 888s N +N<W seat=S 1f"), rules)
    with pytest.raises(HandError, match="minimum of 3"):
        settle(below)
    packed = score(Win.parse("123m 567p 345s 888s N +N<? seat=S 25678f").pack(), rules)
    with pytest.raises(HandError, match="who discarded the winning tile"):
        settle(packed)
    with pytest.raises(HandError, match="discarder cannot"):
        settle(ClaimedWins(E, {E: 3}), rules)
    with pytest.raises(HandError, match="winner"):
        settle(ClaimedWins(E, {}), rules)
    with pytest.raises(HandError, match="between 0 and 999"):
        settle(ClaimedWins(E, {S: -1}), rules)
    with pytest.raises(HandError, match="between 0 and 999"):
        settle(SelfDraw(S, 200_000), sikwu.ruleset("unlimited"))
    with pytest.raises(HandError, match="own discard"):
        settle(KongReplacement(S, S, 3), rules)


@pytest.mark.parametrize("amount", [0, -1, 0.5, True])
def test_a_payment_is_a_positive_exact_amount(amount: object) -> None:
    with pytest.raises(AssertionError):
        Settlement((Payment(E, S, amount, Reason("discard")),))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        Settlement((Payment(E, E, 1, Reason("discard")),))


def test_all_that_is_wrong_with_a_case_is_told_at_once() -> None:
    with pytest.raises(HandError) as caught:
        answer(
            {
                "kind": "multi_win",
                "ruleset": "hk-standrd",
                "from": "Q",
                "claims": {"S": "x", "B": 3},
                "orphans": ["S", "N"],
            }
        )
    assert [p.code for p in caught.value.problems] == [
        "ruleset.unknown",
        "value.bad",
        "value.bad",
        "name.unknown",
        "case.orphans",
    ]
    with pytest.raises(HandError) as caught:
        answer({"kind": "multi_win", "ruleset": "hk-standard", "from": "S", "claims": {"S": 3, "W": 2}, "streak": -1})
    assert [p.code for p in caught.value.problems] == ["case.own_claim", "number.too_small", "case.below_minimum"]
    with pytest.raises(HandError) as caught:
        answer({"kind": "false_win", "ruleset": "hk-standard", "options": {"score.gin": "half"}})
    assert [p.code for p in caught.value.problems] == ["option.unknown", "value.missing"]


# --- laws over random tables


POOLS = (
    tuple(range(34)),
    tuple(range(9)),
    (*range(9, 18), *range(27, 34)),
    (0, 8, 9, 17, 18, 26),
    tuple(range(27, 34)),
    (*range(31, 34), 0, 4, 20),
    (*range(27, 31), 4, 13),
)


def random_win(rng: random.Random, size: int, flowers_in_play: bool) -> Win:
    """A complete hand with melds, feeders and circumstances drawn at random."""
    roll = rng.random
    counts, pool = [0] * 34, POOLS[int(roll() * len(POOLS))]
    sets: list[tuple[str, int, tuple[int, ...]]] = []
    while len(sets) < size // 3:
        low, kind = pool[int(roll() * len(pool))], ("chow", "pung", "pung", "kong")[int(roll() * 4)]
        if kind == "chow":
            tiles: tuple[int, ...] = (low, low + 1, low + 2)
            if low >= 27 or low % 9 > 6 or max(counts[low : low + 3]) == 4:
                pool = POOLS[0] if roll() < 0.3 else pool
                continue
        else:
            tiles = (low,) * (3 if kind == "pung" else 4)
            if counts[low] + len(tiles) > 4:
                pool = POOLS[0] if roll() < 0.3 else pool
                continue
        sets.append((kind, low, tiles))
        for tile in tiles:
            counts[tile] += 1
    pairs = [t for t in pool if counts[t] <= 2] or [t for t in range(34) if counts[t] <= 2]
    pair = rng.choice(pairs)
    counts[pair] += 2
    seat = SEATS[int(roll() * 4)]
    others = [wind for wind in SEATS if wind is not seat]
    down = (0, 1, 3, 4, 4, size // 3)[int(roll() * 6)]
    melds: list[Meld] = []
    hand = [pair, pair]
    for kind, low, tiles in sets:
        if kind != "kong" and len(melds) >= down:
            hand += tiles
            continue
        made = MADE[kind] if kind in MADE else KONGS[int(roll() * 3)]
        again = bool(melds) and made in KONGS[1:] and roll() < 0.4
        feeder = None if made is MeldKind.KONG_CONCEALED else others[int(roll() * 3)]
        feeder = Wind((seat + 3) % 4) if made is MeldKind.CHOW else feeder
        melds.append(Meld(made, Tile(low), feeder, again, roll() < 0.5))
    won = hand.pop(int(roll() * len(hand)))
    by = WAYS[int(roll() * len(WAYS))]
    if (by is By.ROB_KONG and counts[won] > 1) or (by is By.FLOWERS and not flowers_in_play):
        by = By.DISCARD
    kongs = [meld for meld in melds if meld.kind.is_kong]
    fed = [meld.feeder for meld in kongs if meld.kind is MeldKind.KONG_EXPOSED]
    some = rng.choice((7, 8)) if by is By.FLOWERS else rng.choice((0, 1, 2, 4)) if flowers_in_play else 0
    flowers = rng.sample(range(34, 42), some)
    at = Circumstances()
    if by in (By.SELF_DRAW, By.FLOWERS) and kongs and roll() < 0.7:
        chain = int(roll() * (len(kongs) + 1))
        at = Circumstances(
            replacement=Replacement.KONG,
            kong_chain=chain,
            kong_feeder=rng.choice((*fed, None)),
            second_kong_uses_replacement=chain >= 2 and roll() < 0.5,
            flower_between_kongs=chain >= 2 and roll() < 0.2,
            last_tile=roll() < 0.3,
        )
    elif by is By.FLOWERS and some == 7:
        at = Circumstances(eighth_flower=rng.choice((*others, None)))
    return Win(
        Hand(tuple(map(Tile, hand)), tuple(melds), tuple(map(Tile, flowers))),
        None if by is By.FLOWERS else Tile(won),
        by,
        seat,
        SEATS[int(roll() * 4)],
        others[int(roll() * 3)] if by in (By.DISCARD, By.ROB_KONG) else None,
        int(roll() * 5),
        at,
    )


SEATS = tuple(Wind)
KONGS = (MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED)
MADE = {"chow": MeldKind.CHOW, "pung": MeldKind.PUNG}
WAYS = (By.DISCARD, By.DISCARD, By.SELF_DRAW, By.SELF_DRAW, By.SELF_DRAW, By.ROB_KONG, By.FLOWERS)


def random_rules(rng: random.Random) -> Ruleset:
    """A document with every option drawn at random; the minimum is low, so that most hands can be settled."""
    basis = sikwu.ruleset(rng.choice((*HONG_KONG, *HONG_KONG, *SIXTEEN)))
    ids = [pattern.id for pattern in basis.patterns]
    drawn = {option.id: random_value(rng, option, ids) for option in basis.options if option.id != "hand.min_fan"}
    drawn["hand.min_fan"] = 4 if basis.id == "club16" else 0
    return basis.with_options({name: value for name, value in drawn.items() if value is not None})


def random_value(rng: random.Random, option: Option, ids: list[str]) -> object:
    match option.values:
        case OneOf(values=values):
            return rng.choice(values)
        case Whole(least=least, most=most, words=words):
            return rng.choice((*words, rng.randint(least, min(least + 14, most if most is not None else least + 14))))
        case PatternIds(words=words):
            return rng.choice((*words, rng.sample(ids, 4), ["big_three_dragons"] if "big_three_dragons" in ids else []))
    return None  # other kinds of values (fractions of a ledger) keep their defaults


def tables(count: int, seed: int) -> Iterator[Score]:
    """Scored wins of random tables."""
    rng = random.Random(seed)
    done = 0
    while done < count:
        rules = random_rules(rng)
        for _ in range(HANDS_PER_RULESET):
            win = random_win(rng, rules.document.size, rules.draft.flowers_in_play)
            try:
                yield score(win, rules)
            except HandError:  # not played under these rules, or not possible together
                continue
            done += 1
            if done >= count:
                return


def full_price(found: Score) -> Fraction:
    """The price of a discard under full gun, counted again from the text of the documents."""
    settings, fan = found.ruleset.settings, found.capped
    full_spicy, unit = settings["score.progression"] == "full_spicy", Fraction(str(settings["score.unit_multiplier"]))
    self_drawn = found.win.by in (By.SELF_DRAW, By.FLOWERS) or (
        found.win.by is By.ROB_KONG and settings["robbing_kong.as_self_draw"]
    )
    fan = max(fan, 1) if self_drawn else fan
    if settings["score.spicy"] == "double_triple":
        spiced: int = {"double": 32, "triple": 48}.get(found.spicy or "") or 2 ** min(fan, 4)
        return unit * spiced
    if full_spicy or fan <= 4:
        plain: int = 2**fan
        return unit * plain
    even: int = 16 * 2 ** ((fan - 4) // 2)
    return unit * (even if fan % 2 == 0 else Fraction(3, 2) * even)


def check_hong_kong(found: Score, done: Settlement) -> None:
    win, settings, pay = found.win, found.ruleset.settings, done.payments
    price = full_price(found)
    losers = {seat: -pay[seat] for seat in SEATS if seat is not win.seat}
    as_self_draw = win.by is By.ROB_KONG and settings["robbing_kong.as_self_draw"] is not False
    # The winner gets the same, whoever is liable.
    if win.by in (By.SELF_DRAW, By.FLOWERS) or as_self_draw:
        assert pay[win.seat] == 3 * price / 2
        if done.liable is None:
            assert set(losers.values()) == {price / 2}
        else:
            assert losers.pop(done.liable) == 3 * price / 2
            assert set(losers.values()) == {0}
        return
    assert pay[win.seat] == price
    assert win.feeder is not None
    if settings["score.gun"] == "full":
        if done.liable is None:
            assert losers[win.feeder] == price
        else:
            assert done.liable is not win.feeder
            assert losers[done.liable] == losers[win.feeder] == price / 2
    elif done.liable is None:
        assert losers.pop(win.feeder) == price / 2
        assert set(losers.values()) == {price / 4}
    else:
        assert sum(losers[seat] for seat in {done.liable, win.feeder}) == price


def check_sixteen(found: Score, done: Settlement) -> None:
    win, settings, at = found.win, found.ruleset.settings, found.win.at
    fed = win.by is By.SELF_DRAW and at.replacement is Replacement.KONG and win.kong_feeder is not None
    switch = (
        "win_on_replacement.exposed_is_self_draw"
        if found.ruleset.document.id == "club16"
        else "win_on_kong.exposed_is_self_draw"
    )
    if win.by in (By.DISCARD, By.ROB_KONG):
        payers = [win.feeder]
    elif fed and not settings[switch]:
        payers = [win.kong_feeder]
    else:
        payers = [seat for seat in SEATS if seat is not win.seat]
    scope, cap = settings["dealer.fan_scope"], settings.get("limit.cap_fan", "none")
    base = settings["score.base_chips"] if settings.get("score.win_includes_base", True) else 0
    total = Fraction(0)
    for payer in payers:
        fan = found.fan  # a winning dealer's own is in it (T3)
        if payer is E and scope == "both_directions":
            fan += 2 * win.streak + 1 if win.streak else int(str(settings.get("dealer.fan_at_zero", 1)))
        fan = fan if cap == "none" else min(fan, int(str(cap)))
        owed = fan * Fraction(str(settings["score.chips_per_fan"])) + Fraction(str(base))
        assert payer is not None
        assert -done.payments[payer] == owed
        total += owed
    assert done.payments[win.seat] == total
    assert done.liable is None


def test_every_settlement_of_random_tables_sums_to_zero_and_pays_the_price() -> None:
    settled, reasons = 0, set()
    for found in tables(TABLES, seed=4):
        if not found.valid:
            with pytest.raises(HandError):
                settle(found)
            continue
        done = settle(found)
        settled += 1
        reasons |= {transfer.reason.code for transfer in done.transfers}
        pay = done.payments
        assert sum(pay.values()) == 0
        assert {type(amount) for amount in pay.values()} <= {int, Fraction}
        assert all(amount <= 0 for seat, amount in pay.items() if seat is not found.win.seat)
        (check_hong_kong if found.ruleset.document.size == 13 else check_sixteen)(found, done)
    assert settled > TABLES * 3 // 4
    triggers = {f"liable.{why}" for why in LIABLE}
    others = {"discard", "bystander", "self_draw", "dealer", "kong_feeder", "robbed_kong", "eighth_flower"}
    assert reasons == triggers | others  # the tables met everything there is


def test_claims_and_false_wins_of_random_tables_sum_to_zero() -> None:
    rng = random.Random(7)
    for _ in range(TABLES // 1000):
        rules = random_rules(rng)
        for _ in range(100):
            discarder = rng.choice(SEATS)
            claimants = rng.sample([seat for seat in SEATS if seat is not discarder], rng.randint(1, 3))
            claims = {seat: rng.randrange(60) for seat in claimants}
            orphans = frozenset(seat for seat in claimants if rng.random() < 0.3)
            streak, robbed = rng.randrange(4), rng.random() < 0.5
            done = settle(ClaimedWins(discarder, claims, streak, robbed, orphans), rules)
            assert sum(done.payments.values()) == 0
            assert set(done.winners) <= set(claims)
            assert done.winners[0] is min(claims, key=lambda seat: (seat - discarder) % 4)
            others = {t.payer for t in done.transfers}
            assert discarder in others or not others
            gained = [seat for seat, amount in done.payments.items() if amount > 0]
            assert set(gained) <= set(done.winners)
        offender = rng.choice(SEATS)
        fine = settle(FalseWin(offender), rules)
        assert len({fine.payments[seat] for seat in SEATS if seat is not offender}) == 1
        assert sum(fine.payments.values()) == 0
