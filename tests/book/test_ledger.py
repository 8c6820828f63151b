"""The pull ledger 拉 / 踢 / 斬: the documents' examples, an independent oracle, and faults it must find."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from types import MappingProxyType

import pytest

import sikwu
from reference.ledger import PLAYERS, House, Played
from reference.ledger import ledger as oracle
from sikwu.book import answer_book
from sikwu.book.ledger import Ledger, Pair, Pull, PullPayment, offered
from sikwu.money.amount import Money, money_json, money_text
from sikwu.rules.table_terms import LedgerTerms

SEQUENCES = 1_000_000 if os.environ.get("SIKWU_LONG") else 100_000
F = Fraction
USUAL = LedgerTerms()


# --- the documents' worked examples


def play(
    *hands: Mapping[str, int] | None, terms: LedgerTerms = USUAL, start: Ledger | None = None
) -> tuple[Ledger, dict]:
    """The ledger and the cash after hands written as {'AB': 10}: A pays B 10."""
    ledger, cash = start or Ledger(), dict.fromkeys(PLAYERS, F(0))
    for hand in hands:
        paid: tuple[PullPayment, ...] = ()
        if hand is None:
            ledger, paid = ledger.drawn(terms)
        else:
            ledger, paid = ledger.won({Pair(*pair): fan for pair, fan in hand.items()}, terms)
        for each in paid:
            cash[each.pair.debtor] -= each.amount
            cash[each.pair.creditor] += each.amount
    return ledger, cash


def opened(**records: tuple[Money, int]) -> Ledger:
    return Ledger({Pair(*pair): Pull(*record) for pair, record in records.items()})


def records(ledger: Ledger) -> dict[str, tuple[Money, int]]:
    return {"".join(pair): tuple(pull) for pair, pull in ledger.pulls.items()}


def test_plain_pull_then_cut() -> None:
    ledger, cash = play({"AB": 10}, {"AB": 8}, {"AB": 4, "CB": 4, "DB": 4})
    assert records(ledger) == {"AB": (F(77, 2), 3), "CB": (4, 1), "DB": (4, 1)}
    assert not any(cash.values())
    assert ledger.offered == {Pair("A", "B")}
    after, paid = ledger.cut(Pair("A", "B"), LedgerTerms())
    assert paid == (Pair("A", "B"), F(77, 2), "cut")
    assert records(after) == {"CB": (4, 1), "DB": (4, 1)}


def test_kick_pays_half_and_opens_the_other_way() -> None:
    ledger, cash = play({"AB": 10}, {"BA": 6})
    assert records(ledger) == {"BA": (6, 1)}
    assert cash == {"A": -5, "B": 5, "C": 0, "D": 0}


def test_kick_after_pull_by_self_draw() -> None:
    ledger, cash = play({"BA": 7, "CA": 7, "DA": 7}, start=opened(AB=(23, 2)))
    assert records(ledger) == {"BA": (7, 1), "CA": (7, 1), "DA": (7, 1)}
    assert cash["B"] == F(23, 2)


def test_a_win_from_a_third_party_is_no_kick() -> None:
    ledger, cash = play({"CA": 12}, start=opened(AB=(23, 2)))
    assert records(ledger) == {"CA": (12, 1)}
    assert cash["A"] == -23


def test_another_winner_settles() -> None:
    ledger, cash = play({"DC": 3}, start=opened(AB=(23, 2)))
    assert records(ledger) == {"DC": (3, 1)}
    assert cash["B"] == 23


def test_a_creditor_who_wins_elsewhere_holds_or_settles() -> None:
    ledger, cash = play({"CB": 5}, {"AB": 2}, start=opened(AB=(23, 2)))
    assert records(ledger) == {"AB": (F(73, 2), 3), "CB": (5, 1)}
    assert not any(cash.values())
    ledger, cash = play({"CB": 5}, start=opened(AB=(23, 2)), terms=LedgerTerms(hold=False))
    assert records(ledger) == {"CB": (5, 1)}
    assert cash["B"] == 23


def test_a_self_draw_judges_every_record_against_the_same_hand() -> None:
    start = opened(AB=(10, 1), BC=(20, 1), DA=(6, 1))
    ledger, cash = play({"AB": 4, "CB": 4, "DB": 4}, start=start)
    assert records(ledger) == {"AB": (19, 2), "CB": (4, 1), "DB": (4, 1)}
    assert cash == {"A": 6, "B": -10, "C": 10, "D": -6}


def test_offers_come_at_the_third_and_the_sixth_hand() -> None:
    amounts, offers, ledger = [], [], Ledger()
    for _ in range(6):
        ledger, _ = ledger.won({Pair("A", "B"): 4}, LedgerTerms())
        amounts.append(money_text(ledger.pulls[Pair("A", "B")].amount))
        offers.append(bool(ledger.offered))
    assert amounts == ["4", "10", "19", "32.5", "52.75", "83.125"]
    assert offers == [False, False, True, False, False, True]


def test_windows() -> None:
    three = opened(AB=(19, 3))
    assert not play({"CB": 1}, start=three)[0].offered
    assert play({"CB": 1}, start=three, terms=LedgerTerms(any_time=True))[0].offered == {Pair("A", "B")}
    assert play(None, start=three, terms=LedgerTerms(any_time=True))[0].offered == {Pair("A", "B")}
    assert not play({"AB": 1}, {"AB": 1}, {"AB": 1}, terms=LedgerTerms(endless=True))[0].offered
    assert play({"AB": 1}, terms=LedgerTerms(interval=1))[0].offered == {Pair("A", "B")}
    assert not play({"AB": 1}, terms=LedgerTerms(interval=2))[0].offered


@pytest.mark.parametrize(
    ("rounding", "each_step", "amount", "half"),
    [
        ("exact", False, F(23, 2), F(23, 4)),
        ("floor", False, F(23, 2), 5),
        ("ceil", False, F(23, 2), 6),
        ("half_up", False, F(23, 2), 6),
        ("floor", True, 11, 5),
        ("ceil", True, 12, 6),
        ("half_up", True, 12, 6),
        ("exact", True, F(23, 2), F(23, 4)),
    ],
)
def test_rounding(rounding: str, each_step: bool, amount: Money, half: Money) -> None:
    terms = LedgerTerms(rounding=rounding, each_step=each_step)
    ledger, _ = play({"AB": 3}, {"AB": 7}, terms=terms)
    assert ledger.pulls[Pair("A", "B")].amount == amount
    assert play({"BA": 1}, start=ledger, terms=terms)[1]["B"] == half


def test_money_is_told_exactly() -> None:
    assert money_json(F(61, 4)) == 15.25
    assert money_json(F(3) ** 60 / 2**60) == f"{3**60}/{2**60}"  # no reader's number holds it
    assert money_json(F(1, 5)) == "1/5"  # 0.2 is not a fifth to a reader
    assert money_json(F(-1, 1 << 52)) == -(2.0**-52)
    assert money_text(F(-1, 3)) == "-1/3"


# --- an independent oracle over the whole history


def random_house(chance: Random) -> House:
    if chance.random() < 0.3:
        return House()
    pick = chance.choice
    return House(
        factor=pick([F(3, 2), F(3, 2), F(1), F(2), F(4, 3)]),
        kick=pick([F(1, 2), F(1, 2), F(0), F(1), F(1, 3)]),
        elsewhere=pick(["hold", "settle"]),
        on_draw=pick(["keep", "settle"]),
        rounding=pick(["exact", "floor", "ceil", "half_up"]),
        point=pick(["at_payment", "each_step"]),
        cut_mode=pick(["three_hand", "three_hand", "endless"]),
        interval=pick([1, 2, 3]),
        window=pick(["only_at_multiples", "any_time_after_first"]),
        unit=pick([1, 1, 2]),
    )


def random_hand(chance: Random, lively: str) -> Played:
    """A result; two players of the four trade more often, so that pulls grow."""
    kind = chance.random()
    if kind < 0.08:
        return Played({})
    if kind < 0.14:
        return Played(None)
    winner = chance.choice(lively)
    others = [player for player in PLAYERS if player != winner]
    if kind < 0.4:
        fan = chance.randrange(9)
        return Played({(other, winner): fan + chance.randrange(2) for other in others})
    source = chance.choice(others)
    trades = {(source, winner): chance.randrange(12)}
    if kind > 0.85:
        second = chance.choice([player for player in others if player != source])
        trades[source, second] = chance.randrange(12)
    return Played(trades)


Won = Callable[[Ledger, Mapping[Pair, Money], LedgerTerms], tuple[Ledger, tuple[PullPayment, ...]]]


def disagreement(chance: Random, won: Won = Ledger.won, house: House | None = None) -> str | None:
    """One random history, played by the ledger and computed by the oracle; None: they agree."""
    house = house or random_house(chance)
    terms = LedgerTerms.of(house.settings())
    assert terms is not None
    lively = PLAYERS if chance.random() < 0.3 else "".join(chance.sample(PLAYERS, 2))
    ledger, cash = Ledger(), dict.fromkeys(PLAYERS, 0)
    history: list[Played] = []
    told: list[tuple[dict, dict, set]] = []

    def pay(paid: tuple[PullPayment, ...]) -> None:
        for each in paid:
            cash[each.pair.debtor] -= each.amount
            cash[each.pair.creditor] += each.amount

    for _ in range(chance.randrange(2, 4) if chance.random() < 0.7 else chance.randrange(4, 9)):
        hand = random_hand(chance, lively)
        if hand.trades is None:
            ledger = ledger.untouched(terms)
        elif not hand.trades:
            ledger, paid = ledger.drawn(terms)
            pay(paid)
        else:
            ledger, paid = won(ledger, {Pair(*pair): fan for pair, fan in hand.trades.items()}, terms)
            pay(paid)
        offers = set(ledger.offered)
        for pair in sorted(ledger.offered):
            if chance.random() < 0.3:
                ledger, one = ledger.cut(pair, terms)
                pay((one,))
                hand.cuts.append(tuple(pair))
        history.append(hand)
        told.append((dict(cash), dict(ledger.pulls), offers))
    books, close = oracle(history, house)
    for number, (ours, theirs) in enumerate(zip(told, books, strict=True), 1):
        if ours != (theirs.cash, theirs.open, theirs.offered):
            return f"after hand {number} of {history} under {house}: {ours} is not {theirs}"
    pay(ledger.closed(terms)[1])
    return None if cash == close else f"at the close of {history} under {house}: {cash} is not {close}"


def test_the_oracle_agrees() -> None:
    chance = Random(20240601)
    house = House()
    for number in range(SEQUENCES):
        house = random_house(chance) if number % 4 == 0 else house
        found = disagreement(chance, house=house)
        assert found is None, f"sequence {number}: {found}"


def one_by_one(
    ledger: Ledger, trades: Mapping[Pair, Money], terms: LedgerTerms
) -> tuple[Ledger, tuple[PullPayment, ...]]:
    """Planted: winners are judged one after another, not against the same old ledger."""
    paid: tuple[PullPayment, ...] = ()
    for pair, fan in trades.items():
        ledger, more = Ledger.won(ledger, {pair: fan}, terms)
        paid += more
    return ledger, paid


def full_kick(
    ledger: Ledger, trades: Mapping[Pair, Money], terms: LedgerTerms
) -> tuple[Ledger, tuple[PullPayment, ...]]:
    """Planted: a kick pays all."""
    return Ledger.won(ledger, trades, replace(terms, kick=1))


def pulled_after(
    ledger: Ledger, trades: Mapping[Pair, Money], terms: LedgerTerms
) -> tuple[Ledger, tuple[PullPayment, ...]]:
    """Planted: the new fan are pulled too."""
    after, paid = Ledger.won(ledger, trades, terms)
    pulls = {
        pair: Pull((ledger.pulls[pair].amount + trades[pair]) * terms.pull, pull.hands)
        if pair in trades and pair in ledger.pulls
        else pull
        for pair, pull in after.pulls.items()
    }
    return Ledger(MappingProxyType(pulls), after.offered), paid


def held_counts(
    ledger: Ledger, trades: Mapping[Pair, Money], terms: LedgerTerms
) -> tuple[Ledger, tuple[PullPayment, ...]]:
    """Planted: a hand in which a record is only held counts as one of its hands."""
    after, paid = Ledger.won(ledger, trades, terms)
    pulls = {pair: Pull(pull.amount, pull.hands + (pair not in trades)) for pair, pull in after.pulls.items()}
    return Ledger(MappingProxyType(pulls), after.offered), paid


def late_offer(
    ledger: Ledger, trades: Mapping[Pair, Money], terms: LedgerTerms
) -> tuple[Ledger, tuple[PullPayment, ...]]:
    """Planted: the offer comes one hand late."""
    after, paid = Ledger.won(ledger, trades, terms)
    before = {pair: Pull(0, pull.hands - 1) for pair, pull in after.pulls.items()}
    late = offered(terms, before, before)
    return Ledger(after.pulls, late), paid


@pytest.mark.parametrize("fault", [one_by_one, full_kick, pulled_after, held_counts, late_offer])
def test_the_oracle_finds_a_planted_fault(fault: Won) -> None:
    chance = Random(7)
    assert any(disagreement(chance, fault) is not None for _ in range(500))


def test_the_order_of_records_and_trades_does_not_matter() -> None:
    chance = Random(3)
    for _ in range(500):
        terms = LedgerTerms.of(random_house(chance).settings())
        assert terms is not None
        first = {Pair(*pair): fan for pair, fan in (random_hand(chance, PLAYERS).trades or {}).items()}
        second = {Pair(*pair): fan for pair, fan in (random_hand(chance, PLAYERS).trades or {}).items()}
        ledger = Ledger().won(first, terms)[0]
        turned = Ledger(dict(reversed(list(ledger.pulls.items()))), ledger.offered)
        (one, paid), (other, repaid) = ledger.won(second, terms), turned.won(dict(reversed(second.items())), terms)
        assert one == other
        assert sorted(paid) == sorted(repaid)


# --- the same through cases


def test_cases_agree_with_the_oracle() -> None:
    chance = Random(11)
    base = sikwu.ruleset("hk-taiwanese")
    for _ in range(400):
        house = random_house(chance)
        rules = base.with_options({**house.settings(), "dealer.fan_scope": "none"})
        history, hands = [], []
        for _ in range(chance.randrange(1, 7)):
            hand = random_hand(chance, "AB")
            trades = hand.trades
            if trades is None:
                hands.append({"result": "false_win", "by": "C"})
            elif not trades:
                hands.append({"result": "draw"})
            elif len({winner for _, winner in trades}) == 1 and len(trades) == 3:
                hand = Played(dict.fromkeys(trades, min(trades.values())))
                hands.append({"result": "self_draw", "wins": {next(iter(trades))[1]: min(trades.values())}})
            else:
                source = next(iter(trades))[0]
                hands.append({"result": "discard", "from": source, "wins": {w: f for (_, w), f in trades.items()}})
            history.append(hand)
        books, close = oracle(history, house)
        told = answer_book({"players": list(PLAYERS), "hands": hands}, rules)
        false = dict.fromkeys(PLAYERS, F(0))
        for ours, theirs, hand in zip(told["after"], books, history, strict=True):
            if hand.trades is None:
                false = {
                    player: cash + 30 * house.unit * (-3 if player == "C" else 1) for player, cash in false.items()
                }
            assert ours["cash"] == {player: money_json(theirs.cash[player] + false[player]) for player in PLAYERS}
            stands = {(each["from"], each["to"]): (each["amount"], each["hands"]) for each in ours["open"]}
            assert stands == {pair: (money_json(amount), n) for pair, (amount, n) in theirs.open.items()}
            assert ours["cut_offered"] == sorted(map(list, theirs.offered))
        assert told["close"]["cash"] == {player: money_json(close[player] + false[player]) for player in PLAYERS}
