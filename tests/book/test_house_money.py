"""Side money, three players, five in turn: in books and in play, exact, summing to zero, undone and exported whole."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sikwu
from sikwu.book.book import Book
from sikwu.book.events import Collect, HandEvent, Kong, Result, Swap, TableEvent, encode
from sikwu.book.exchange import read_book, to_csv, to_jsonl
from sikwu.book.money import POT
from sikwu.book.problems import BookError
from sikwu.book.words import event_words
from sikwu.money.amount import Money
from sikwu.money.words import reason_name
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import LANGUAGES, RulesError

FOUR = ("A", "B", "C", "D")


def entry(id: str, on: str, payer: str, payee: str, amount: object, more: str = "") -> str:
    told = amount if isinstance(amount, int) else f'"{amount}"'
    return f'[[payments]]\nid = "{id}"\non = "{on}"\nfrom = "{payer}"\nto = "{payee}"\namount = {told}\n{more}\n'


def house(*entries: str, ruleset: str = "hk-standard", options: str = "") -> Ruleset:
    return from_toml(f'ruleset = "{ruleset}"\n{options}\n' + "\n".join(entries))


def moved(rules: Ruleset, *events: object, players: tuple[str, ...] = FOUR) -> list[tuple[str, str, Money, str]]:
    """The side payments of the last event."""
    book = Book.new("x", players, rules)
    for event in events:
        book.record(event)  # type: ignore[arg-type]
    assert sum(book.state.accounts.values()) == 0
    return [
        (each.payer, each.payee, each.amount, each.reason.code)
        for each in book.steps[-1].outcome.moves
        if each.reason.code.startswith("house.")
    ]


DRAWN = Result("self_draw", {"B": 3})
FED = Result("discard", {"B": 3}, "D")
HORSE = entry("horse", "horse", "payers", "winner", "hand")
KONGS = (
    entry("ming", "kong_exposed", "feeder", "maker", 3),
    entry("added", "kong_added", "others", "maker", 1),
    entry("hidden", "kong_concealed", "others", "maker", 2),
)
CASES: dict[str, tuple[Ruleset, object, list[tuple[str, str, object, str]]]] = {
    "e06 明槓": (
        house(*KONGS),
        Result("draw", events=(HandEvent("kong_exposed", "C", source="A"),)),
        [("A", "C", 3, "house.ming")],
    ),
    "e07 加槓": (
        house(*KONGS),
        Result("draw", events=(HandEvent("kong_added", "C", 2),)),
        [(each, "C", 2, "house.added") for each in "ABD"],
    ),
    "e07 暗槓": (house(*KONGS), Result("draw", kongs=("C",)), [(each, "C", 2, "house.hidden") for each in "ABD"]),
    "e08 八花即收": (
        house(entry("eight", "eight_flowers", "others", "maker", 10)),
        TableEvent("eight_flowers", "D"),
        [(each, "D", 10, "house.eight") for each in "ABC"],
    ),
    "e09 買馬 自摸": (
        house(HORSE),
        Result("self_draw", {"B": 3}, events=(HandEvent("horse", count=2),)),
        [(each, "B", 8, "house.horse") for each in "ACD"],
    ),
    "e09 買馬 出銃": (
        house(HORSE),
        Result("discard", {"B": 3}, "D", events=(HandEvent("horse"),)),
        [("D", "B", 8, "house.horse")],
    ),
    "e11 抽水": (house(entry("rake", "self_draw", "winner", "pot", 1)), DRAWN, [("B", POT, 1, "house.rake")]),
    "e13 小相公": (
        house(entry("short", "short_hand", "maker", "others", "1/2")),
        TableEvent("short_hand", "D"),
        [("D", each, sikwu.money.amount.part(1, 2), "house.short") for each in "ABC"],
    ),
    "e17 圍骰": (
        house(entry("alike", "dice_alike", "others", "dealer", 5)),
        Result("draw", dice=(4, 4, 4)),
        [(each, "A", 5, "house.alike") for each in "BCD"],
    ),
    "e18 飛腳": (
        house(entry("out", "win", "winner", "sitter", 1)),
        FED,
        [("B", "E", 1, "house.out")],
    ),
    "e20 破冰": (
        house(entry("ice", "ice", "others", "maker", 2)),
        TableEvent("ice", "D"),
        [(each, "D", 2, "house.ice") for each in "ABC"],
    ),
    "e21 跟莊罰": (
        house(entry("follow", "follow", "dealer", "others", 1)),
        TableEvent("follow"),
        [("A", each, 1, "house.follow") for each in "BCD"],
    ),
    "a pattern of the winner": (
        house(entry("orphans", "thirteen_orphans", "losers", "winner", 7)),
        Result("self_draw", {"B": 13}, tiles={"B": "19m 19p 19s ESWN 中發白 +1m"}),
        [(each, "B", 7, "house.orphans") for each in "ACD"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_way_of_paying(name: str) -> None:
    rules, event, expected = CASES[name]
    players = (*FOUR, "E") if name.startswith("e18") else FOUR
    assert moved(rules, event, players=players) == expected
    assert from_toml(to_toml(rules)).hash == rules.hash != sikwu.ruleset(rules.id).hash
    for payer, _, _, code in expected:
        assert reason_name(code, rules).en != code, payer


@pytest.mark.parametrize(
    ("rules", "event"),
    [
        (house(entry("ming", "kong_exposed", "feeder", "maker", 3, 'results = ["win"]')),
         Result("draw", events=(HandEvent("kong_exposed", "C", source="A"),))),
        (house(entry("rake", "self_draw", "winner", "pot", 1)), FED),
        (house(entry("orphans", "thirteen_orphans", "losers", "winner", 7)), DRAWN),
        (house(entry("alike", "dice_alike", "others", "dealer", 5)), Result("draw", dice=(4, 4, 3))),
        (house(entry("jackpot", "jackpot", "pot", "winner", "all")),
         Result("discard", {"B": 3}, "D", events=(HandEvent("jackpot"),))),
        (house(entry("out", "win", "winner", "sitter", 1)), FED),
    ],
)  # fmt: skip
def test_near_misses_pay_nothing(rules: Ruleset, event: object) -> None:
    assert moved(rules, event) == []


def test_a_pot_fills_pays_out_and_never_owes() -> None:
    rules = house(
        entry("rake", "win", "winner", "pot", 2),
        entry("jackpot", "jackpot", "pot", "winner", "all"),
        entry("tip", "tip", "pot", "maker", 50),
    )
    book = Book.new("x", FOUR, rules)
    for _ in range(3):
        book.record(FED)
    assert book.state.accounts[POT] == 6
    book.record(Result("discard", {"C": 3}, "D", events=(HandEvent("jackpot"),)))
    assert book.state.accounts[POT] == 0
    book.record(FED)
    book.record(TableEvent("tip", "A"))
    assert book.state.accounts[POT] == 0
    assert sum(book.state.accounts.values()) == 0


def test_a_fixed_fine_replaces_the_price_of_a_false_win() -> None:
    rules = house(entry("fine", "false_win", "maker", "others", 50))
    book = Book.new("x", FOUR, rules)
    book.record(Result("false_win", by="C"))
    assert dict(book.state.cash) == {"A": 50, "B": 50, "C": -150, "D": 50}
    into = Book.new("x", FOUR, house(entry("fine", "false_win", "maker", "pot", 50)))
    into.record(Result("false_win", by="C"))
    assert into.state.accounts["C"] == -50
    assert into.state.accounts[POT] == 50


def test_once_a_deal() -> None:
    rules = house(entry("hidden", "kong_concealed", "others", "maker", 2, 'times = "once"'))
    assert moved(rules, Result("draw", kongs=("C", "C"))) == [(each, "C", 2, "house.hidden") for each in "ABD"]
    often = house(entry("hidden", "kong_concealed", "others", "maker", 2))
    assert moved(often, Result("draw", kongs=("C", "C"))) == [(each, "C", 4, "house.hidden") for each in "ABD"]


WRONG: list[tuple[str, str]] = [
    (entry("x", "horse", "payers", "winner", "all"), "side.all"),
    (entry("x", "horse", "pot", "winner", "hand"), "side.hand"),
    (entry("x", "horse", "winner", "winner", 2), "side.same"),
    (entry("x", "draw", "others", "winner", 2), "side.nobody"),
    (entry("x", "horse", "nobody", "winner", 2), "own.value"),
    (entry("x", "horse", "others", "winner", 0), "own.value"),
    (entry("x", "horse", "others", "winner", "1/0"), "own.value"),
    (entry("x", "horse", "others", "winner", 2, "count = 3"), "own.keys"),
    (entry("x", "red_peacock", "others", "winner", 2), "house.no_effect"),
    (entry("x", "a", "others", "maker", 2) + entry("x", "b", "others", "maker", 2), "own.exists"),
]


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_what_is_wrong_in_the_file(text: str, code: str) -> None:
    with pytest.raises(RulesError) as told:
        house(text)
    assert told.value.code == code
    for lang in LANGUAGES:
        assert told.value.problems[0](lang)


def test_chips_have_no_pot_of_a_house_and_no_halves() -> None:
    for payee, amount in (("pot", 2), ("maker", "1/2")):
        with pytest.raises(RulesError) as told:
            house(entry("x", "horse", "others", payee, amount), ruleset="club16")
        assert told.value.code == "house.no_effect"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Result("draw", events=(HandEvent("hors", "A"),)), "book.unknown_event"),
        (Result("draw", events=(HandEvent("kong_exposed", "A"),)), "book.event_feeder"),
        (Result("draw", events=(HandEvent("kong_exposed", "A", source="A"),)), "book.win_from_self"),
        (Result("draw", events=(HandEvent("kong_added", "X"),)), "book.unknown_player"),
        (TableEvent("horse", "A"), "book.event_of_hand"),
        (TableEvent("kong_added"), "book.event_player"),
        (TableEvent("self_draw", "A"), "book.unknown_event"),
        (Collect("A", ("A",), "3"), "book.pay_self"),
        (Collect("A", (), "3"), "book.amount"),
        (Result("self_draw", {"B": 3}, liable="A", liable_share="half"), "book.liable_half"),
        (Result("self_draw", {"B": 3}, liable_share="rest"), "book.extra"),
    ],
)
def test_what_is_wrong_in_an_entry(event: object, code: str) -> None:
    book = Book.new("x", FOUR, house(HORSE, *KONGS))
    head = book.head.hash
    with pytest.raises(BookError) as told:
        book.record(event)  # type: ignore[arg-type]
    assert told.value.code == code
    assert book.head.hash == head
    with pytest.raises(BookError) as none:
        Book.new("x", FOUR, sikwu.ruleset("hk-standard")).record(TableEvent("horse", "A"))
    assert none.value.code == "book.no_events"


def test_three_pay_one_in_one_entry() -> None:
    book = Book.new("x", FOUR, sikwu.ruleset("hk-standard"))
    book.record(Collect("A", ("B", "C", "D"), "2.5", "生日"))
    assert {name: float(amount) for name, amount in book.state.cash.items()} == {
        "A": 7.5,
        "B": -2.5,
        "C": -2.5,
        "D": -2.5,
    }
    assert event_words(book.head.event).en == "B, C, D pay $2.5 each to A (生日)"


SHARES: list[tuple[str, str | None, dict[str, int]]] = [
    ("discard", None, {"C": 4, "D": 4}),
    ("discard", "half", {"C": 4, "D": 4}),
    ("discard", "whole", {"C": 8}),
    ("discard", "rest", {"C": 12}),
    ("self_draw", None, {"C": 12}),
    ("self_draw", "rest", {"C": 12}),
]


@pytest.mark.parametrize(("result", "share", "owed"), SHARES)
def test_the_table_names_who_is_liable_and_for_what(result: str, share: str | None, owed: dict[str, int]) -> None:
    book = Book.new("x", FOUR, sikwu.ruleset("hk-standard"))
    source = "D" if result == "discard" else None
    book.record(Result(result, {"B": 3}, source, liable="C", liable_share=share))  # type: ignore[arg-type]
    assert {name: -amount for name, amount in book.state.cash.items() if amount < 0} == owed


def test_three_players_in_a_book() -> None:
    book = Book.new("x", ("A", "B", "C"), sikwu.ruleset("hk-standard"))
    book.record(Result("self_draw", {"B": 3}))
    assert dict(book.state.cash) == {"A": -4, "B": 8, "C": -4}
    assert book.state.table.dealer_name == "B"
    book.record(Result("false_win", by="C"))
    assert book.state.cash["C"] == -4 - 2 * 192
    for _ in range(2):
        book.record(Result("discard", {"A": 3}, "B"))
    assert book.state.table.rounds == 1
    assert book.state.table.dealer_name == "A"
    book.record(Result("self_draw", {"B": 3}, liable="C"))
    assert [each[:3] for each in book.steps[-1].outcome.moves] == [("C", "B", 4), ("C", "B", 4)]
    told = Result("self_draw", tiles={"A": "456p 9s (中中中<S) (發發發<E) (白白白<S) +9s 2f"})
    before = dict(book.state.cash)
    book.record(told)
    own, rest = (each.amount for each in book.steps[-1].outcome.moves)
    assert own == rest  # for oneself, and for one other
    change = {name: amount - before[name] for name, amount in book.state.cash.items()}
    assert sum(change.values()) == 0
    assert sum(1 for amount in change.values() if amount < 0) == 1


def test_five_take_turns() -> None:
    book = Book.new("x", (*FOUR, "E"), sikwu.ruleset("hk-standard"))
    out = []
    for number in range(10):
        table = book.state.table
        out.append(table.waiting)
        dealer = table.dealer_name
        loser = next(each for each in table.seated if each != dealer)
        winner = next(each for each in table.seated if each not in (dealer, loser))
        book.record(Result("discard", {winner: 3}, loser) if number % 3 else Result("discard", {dealer: 3}, loser))
        assert len({*book.state.table.seated, *book.state.table.waiting}) == 5
    assert {each for (each,) in out} == {"A", "B", "C", "D", "E"}
    assert book.record(Swap("B" if "B" in book.state.table.seated else "A", "F")) is not None
    again = read_book(to_jsonl(book).encode())
    assert again.state.table == book.state.table
    assert dict(again.state.accounts) == dict(book.state.accounts)


@pytest.mark.parametrize("ruleset", ["hk-taiwanese", "club16"])
def test_who_cannot_take_turns(ruleset: str) -> None:
    with pytest.raises(BookError) as told:
        Book.new("x", (*FOUR, "E"), sikwu.ruleset(ruleset))
    assert told.value.code == "book.five"


def test_old_entries_keep_their_bytes() -> None:
    assert encode(Result("discard", {"B": 10}, "A")) == '{"type":"hand","result":"discard","wins":{"B":10},"from":"A"}'
    assert encode(Kong("A")) == '{"type":"kong","player":"A"}'


EVENTS = st.sampled_from(["horse", "kong_exposed", "kong_added", "kong_concealed", "flower", "tip"])


@settings(max_examples=60)
@given(seed=st.integers(0, 1 << 30), size=st.integers(3, 5), count=st.integers(1, 6))
def test_any_house_sums_to_zero_and_is_undone(seed: int, size: int, count: int) -> None:
    chance = Random(seed)
    rules = random_house(chance, count)
    book = Book.new("x", tuple("ABCDE"[:size]), rules)
    states = [dict(book.state.accounts)]
    tables = [book.state.table]
    refused: set[str] = set()
    for _ in range(12):
        event = random_event(chance, book, rules)
        try:
            book.record(event)  # type: ignore[arg-type]
        except BookError as error:
            refused.add(error.code)
            continue
        assert sum(book.state.accounts.values()) == 0
        assert book.state.accounts[POT] >= 0
        states.append(dict(book.state.accounts))
        tables.append(book.state.table)
    assert refused <= {"book.event_feeder", "book.event_of_hand", "book.event_player", "book.win_from_self"}
    again = read_book(to_jsonl(book).encode())
    assert again.state == book.state
    assert again.head == book.head
    assert to_csv(again) == to_csv(book)
    for state, table in zip(reversed(states[:-1]), reversed(tables[:-1]), strict=True):
        book.record(book.undoing())
        assert dict(book.state.accounts) == state
        assert book.state.table == table


ROLES = ("others", "everybody", "maker", "feeder", "winner", "losers", "payers", "dealer", "sitter", "pot")


def random_house(chance: Random, count: int) -> Ruleset:
    """Side payments drawn at random; those that a file cannot have are left out."""
    entries: list[str] = []
    names = (
        "horse",
        "kong_exposed",
        "kong_added",
        "kong_concealed",
        "flower",
        "tip",
        "win",
        "self_draw",
        "draw",
        "deal",
    )
    while len(entries) < count:
        amount = chance.choice((1, 3, "1/2", "7/3", "hand", "all"))
        more = chance.choice(("", 'times = "once"', 'results = ["win"]'))
        told = entry(f"p{len(entries)}", chance.choice(names), chance.choice(ROLES), chance.choice(ROLES), amount, more)
        try:
            house(*entries, told)
        except RulesError:
            continue
        entries.append(told)
    return house(*entries)


def random_event(chance: Random, book: Book, rules: Ruleset) -> object:
    """An entry of a table with that house."""
    seated = book.state.table.seated
    asked = [each.on for each in rules.side if each.on not in ("win", "self_draw", "draw", "deal")]
    one, other = chance.sample(seated, 2)
    if asked and chance.random() < 0.3:
        return TableEvent(chance.choice(asked), one, chance.randint(1, 3), other)
    events = tuple(HandEvent(chance.choice(asked), one, 2, other) for _ in range(2)) if asked else ()
    kind = chance.randrange(4)
    if kind == 0:
        return Result("draw", events=events)
    if kind == 1:
        return Result("false_win", by=one)
    if kind == 2:
        return Result("self_draw", {one: chance.randint(3, 13)}, events=events)
    return Result("discard", {one: chance.randint(3, 13)}, other, events=events)
