"""Prices: the documents' tables row by row, stakes, chips, tables of a house, and no float in any money path."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sikwu
from sikwu.money.amount import exact, part
from sikwu.money.settlement import ClaimedWins, SelfDraw, settle
from sikwu.rules.prices import (
    FULL_SPICY,
    HALF_SPICY,
    STAKES,
    ChipPrices,
    HongKongPrices,
    PriceTable,
    bases,
    prices_toml,
    read_prices,
    stake,
)
from sikwu.texts import RulesError
from sikwu.tiles import Wind

# 分數計算 of all three documents: fan, a discard, each of three for a self-draw, the three together.
DOCUMENT = (
    (1, 2, 1, 3),
    (2, 4, 2, 6),
    (3, 8, 4, 12),
    (4, 16, 8, 24),
    (5, 24, 12, 36),
    (6, 32, 16, 48),
    (7, 48, 24, 72),
    (8, 64, 32, 96),
    (9, 96, 48, 144),
    (10, 128, 64, 192),
    (11, 192, 96, 288),
    (12, 256, 128, 384),
    (13, 384, 192, 576),
)


@pytest.mark.parametrize(("fan", "discard", "each", "together"), DOCUMENT)
@pytest.mark.parametrize("name", ["hk-standard", "hk-common", "hk-classic"])
def test_the_printed_rows(name: str, fan: int, discard: int, each: int, together: int) -> None:
    rules = sikwu.ruleset(name).with_options({"limit.cap_fan": 13})
    prices = HongKongPrices.of(rules)
    assert (prices.discard(fan), prices.share(fan)) == (discard, each)
    assert settle(SelfDraw(Wind.WEST, fan), rules).payments[Wind.WEST] == together
    assert settle(ClaimedWins(Wind.EAST, {Wind.WEST: fan}), rules).payments[Wind.WEST] == discard


def test_a_chicken_costs_one() -> None:
    assert HALF_SPICY.price(0) == FULL_SPICY.price(0) == 1


@given(st.integers(4, 200))
def test_half_spicy_doubles_every_two_fan_and_full_spicy_every_fan(fan: int) -> None:
    assert HALF_SPICY.price(fan + 2) == 2 * HALF_SPICY.price(fan)
    assert FULL_SPICY.price(fan + 1) == 2 * FULL_SPICY.price(fan) == 2 ** (fan + 1)
    odd = fan | 1
    assert 2 * HALF_SPICY.price(odd) == 3 * HALF_SPICY.price(odd - 1)


def test_doubles_and_triples_lie_where_the_documents_put_them() -> None:
    """雙辣 equals the five fan of plain doubling, 三辣 is between five and six."""
    prices = HongKongPrices(HALF_SPICY, full_fan=4)
    assert prices.discard(7, "double") == FULL_SPICY.price(5)
    assert FULL_SPICY.price(5) < prices.discard(10, "triple") == 48 < FULL_SPICY.price(6)
    assert [prices.discard(fan) for fan in range(7)] == [1, 2, 4, 8, 16, 16, 16]
    assert prices.share(10, "triple") == 24
    assert HongKongPrices(HALF_SPICY).discard(10, "triple") == 128  # not played: no difference


def test_spicy_hands_by_fan_alone() -> None:
    rules = sikwu.ruleset("hk-standard").with_options({"score.spicy": "double_triple"})
    assert settle(SelfDraw(Wind.EAST, 8, spicy="double"), rules).payments[Wind.EAST] == 48
    assert (
        settle(ClaimedWins(Wind.SOUTH, {Wind.EAST: 11}, spicy={Wind.EAST: "triple"}), rules).payments[Wind.EAST] == 48
    )
    assert settle(ClaimedWins(Wind.SOUTH, {Wind.EAST: 11}), rules).payments[Wind.EAST] == 16


def test_ceilings_cut() -> None:
    assert [HongKongPrices(HALF_SPICY, cap=cap).discard(20) for cap in (4, 8, 10, 13)] == [16, 64, 128, 384]
    assert HongKongPrices(HALF_SPICY).discard(20) == 4096


def test_what_does_not_divide_stays_exact() -> None:
    half = HongKongPrices(HALF_SPICY, unit=Fraction(1, 2))
    assert half.discard(1) == 1
    assert half.share(1) == Fraction(1, 2)
    assert part(1, 4) == Fraction(1, 4)
    assert type(part(16, 2)) is int
    assert type(exact(Fraction(6, 3))) is int


# --- stakes


# 籌碼計法: the payment of a bystander under half gun, from the chicken hand to ten fan.
BYSTANDER = {
    "二五雞": ("1/4", "1/2", 1, 2, 4, 6, 8, 12, 16, 24, 32),
    "五一": ("1/2", 1, 2, 4, 8, 12, 16, 24, 32, 48, 64),
    "一二蚊": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128),
}


@pytest.mark.parametrize("name", BYSTANDER)
def test_named_stakes(name: str) -> None:
    found = stake(name)
    assert found in STAKES
    assert stake(found.id) == found
    for fan, wanted in enumerate(BYSTANDER[name]):
        assert found.value(part(HALF_SPICY.price(fan), 4)) == exact(wanted)
    rules = sikwu.ruleset("hk-standard").with_options({**found.options, "score.gun": "half"})
    paid = settle(ClaimedWins(Wind.EAST, {Wind.WEST: 3}), rules).payments
    assert -paid[Wind.NORTH] == exact(BYSTANDER[name][3])
    assert -paid[Wind.EAST] == 2 * exact(BYSTANDER[name][3])


def test_the_sentence_of_doc001_is_five_one() -> None:
    """通常以閒家3番4個籌碼（全銃制係出銃者16個籌碼）為基礎，一百個籌碼為一底。"""
    assert stake("五一").value(part(HALF_SPICY.price(3), 4)) == 4
    assert stake("五一").value(HALF_SPICY.price(3)) == 16
    assert bases(250, 100) == Fraction(5, 2)
    assert bases(-300, 100) == -3


def test_free_stakes() -> None:
    assert stake("3").unit == stake(3).unit == 3
    assert stake("1/2").value(24) == 12
    assert stake(Fraction(1, 10)).value(5) == Fraction(1, 2)
    for bad in ("0", "-1", "五二", "", "1/0"):
        with pytest.raises(RulesError, match="no stake"):
            stake(bad)


# --- chips


def test_chips_of_sixteen_tiles() -> None:
    chips = ChipPrices.of(sikwu.ruleset("hk-taiwanese"))
    assert (chips.per_fan, chips.base, chips.win_base, chips.cap) == (1, 10, 0, None)
    club = ChipPrices.of(sikwu.ruleset("club16").with_options({"score.base_chips": 5, "score.chips_per_fan": 2}))
    assert club.win(4) == 13
    assert ChipPrices(cap=30).win(31) == 30


# --- a house's own table


HOUSE = """
[prices]
3 = 5
4 = 10
5 = 15
6 = 20
7 = 40
"""


def test_a_house_writes_its_own_table() -> None:
    table = read_prices(tomllib.loads(HOUSE)["prices"])
    assert [table.price(fan) for fan in (3, 4, 5, 6, 7, 8, 20)] == [5, 10, 15, 20, 40, 40, 40]
    with pytest.raises(RulesError, match="starts at 3 fan"):
        table.price(2)
    rules = sikwu.ruleset("hk-standard").with_options({"score.gun": "full"}).with_prices(table)
    assert settle(ClaimedWins(Wind.EAST, {Wind.WEST: 5}), rules).payments[Wind.WEST] == 15
    assert settle(SelfDraw(Wind.WEST, 5), rules).payments[Wind.EAST] == Fraction(-15, 2)


def test_a_house_table_may_go_on() -> None:
    on = read_prices({"3": 8, "4": 16, "then": "half_spicy"})
    assert [on.price(fan) for fan in (3, 4, 5, 6, 7, 8)] == [8, 16, 16, 32, 32, 64]
    assert read_prices({"0": 1, "then": "full_spicy"}).price(5) == 32


@given(st.integers(0, 5), st.lists(st.integers(1, 50), min_size=2, max_size=20), st.sampled_from([0, 1, 2]))
def test_a_table_round_trips(first: int, steps: list[int], doubles: int) -> None:
    rows = tuple(sum(steps[: i + 1]) for i in range(len(steps)))
    table = PriceTable("house", rows, first, doubles)
    assert read_prices(tomllib.loads("\n".join(prices_toml(table)))["prices"]) == table


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        ({}, ["prices.empty"]),
        ({"3": 8, "5": 24}, ["prices.gap"]),
        ({"3": 8, "4": 7}, ["prices.falls"]),
        ({"3": 0.5, "x": 3, "then": "more"}, ["prices.then", "prices.price", "prices.fan"]),
        ({"3": -1, "4": True}, ["prices.price", "prices.price"]),
        ({"3": 8, "03": 9}, ["prices.twice"]),
        ({"3": 8, "then": "half_spicy"}, ["prices.two_rows"]),
    ],
)
def test_everything_wrong_with_a_table_is_told(entry: dict[str, object], codes: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        read_prices(entry)
    assert [each.code for each in caught.value.problems] == codes
    assert all(each.zh and each.en for each in caught.value.problems)


# --- no float in any money path


def floats_in(tree: ast.AST) -> Iterator[str]:
    """What could make a float: a literal, `/` on numbers, float(…), round(…)."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float()):
                yield f"{node.lineno}: a float literal"
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                if not any(isinstance(side, ast.JoinedStr) or is_text(side) for side in (left, right)):
                    yield f"{node.lineno}: a division"
            case ast.AugAssign(op=ast.Div()):
                yield f"{node.lineno}: a division"
            case ast.Call(func=ast.Name(id="float" | "round")):
                yield f"{node.lineno}: a call that gives a float or rounds"
            case ast.Attribute(value=ast.Name(id="math")):
                yield f"{node.lineno}: math"


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)  # a path


def test_money_paths_know_no_float() -> None:
    home = Path(sikwu.__file__).parent
    files = [
        home / "rules" / "prices.py",
        home / "rules" / "schemes.py",
        home / "rules" / "duty.py",
        *sorted((home / "money").glob("*.py")),
        *(file for file in sorted((home / "book").glob("*.py")) if file.name != "waiting.py"),  # which counts seconds
    ]
    found = [f"{file.name}:{each}" for file in files for each in floats_in(ast.parse(file.read_text("utf-8")))]
    assert not found


@pytest.mark.parametrize("planted", ["x = price * 0.5", "x = price / 2", "x = float(y)", "x = round(y)", "x /= 2"])
def test_the_float_check_finds_what_is_planted(planted: str) -> None:
    assert list(floats_in(ast.parse(planted)))
