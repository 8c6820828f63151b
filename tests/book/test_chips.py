"""Club chips: the pot, players without chips, the end of the game; chips are neither made nor lost."""

from __future__ import annotations

from random import Random

import pytest

import sikwu
from reference.samples import many
from sikwu.book import Book, BookError
from sikwu.book.chips import Chips
from sikwu.book.events import Fine, Penalty, Redraw, Result, Swap
from sikwu.money.payment import Payment, Reason
from sikwu.rules.table_terms import ChipTerms

CLUB = sikwu.ruleset("club16")
WHY = Reason("discard")


def club(**options: object) -> Book:
    changed = {name.replace("__", "."): value for name, value in options.items()}
    return Book.new("club", list("ABCD"), CLUB.with_options(changed), at="2024-01-01T00:00:00Z")


def held(book: Book) -> tuple[object, ...]:
    assert book.state.chips is not None
    return tuple(book.state.chips.held[player] for player in book.state.table.seated)


def pot(book: Book) -> object:
    assert book.state.chips is not None
    return book.state.chips.pot


def test_fines_lie_in_the_pot_until_somebody_wins() -> None:
    book = club()
    book.record(Fine("A"))
    book.record(Result("draw", fines=("C",)))
    assert (held(book), pot(book)) == ((199, 200, 199, 200), 2)
    book.record(Result("discard", {"C": 4}, "D"))
    assert (held(book), pot(book)) == ((199, 200, 205, 196), 0)


def test_a_player_without_chips_pays_no_fine() -> None:
    terms = ChipTerms()
    chips = Chips({"A": 0, "B": 3}).fined("A", terms)
    assert chips == Chips({"A": 0, "B": 3}, 0)
    assert Chips({"A": 0, "B": 3}).fined("A", ChipTerms(debt=True)) == Chips({"A": -1, "B": 3}, 1)


def test_who_cannot_pay_all_pays_the_next_in_turn_first() -> None:
    chips = Chips({"A": 25, "B": 0, "C": 0, "D": 0})
    dues = [Payment("A", "D", 20, WHY), Payment("A", "C", 20, WHY), Payment("A", "B", 20, WHY)]
    after, paid = chips.paid(dues, "ABCD", ChipTerms())
    assert after.held == {"A": 0, "B": 20, "C": 5, "D": 0}
    assert sum(move.amount for move in paid) == 25
    assert chips.paid(dues, "ABCD", ChipTerms(debt=True))[0].held == {"A": -35, "B": 20, "C": 20, "D": 20}


def test_chips_of_the_same_hand_do_not_pay_its_debts() -> None:
    chips = Chips({"A": 5, "B": 50, "C": 0, "D": 0})
    after, _ = chips.paid([Payment("A", "C", 20, WHY), Payment("B", "A", 30, WHY)], "ABCD", ChipTerms())
    assert after.held == {"A": 30, "B": 20, "C": 5, "D": 0}


def test_the_pot_splits_by_a_written_rule() -> None:
    split = ChipTerms(pot_splits_on_winners=True, pot_splits_on_draw=True)
    chips = Chips(dict.fromkeys("ABCD", 10), 7)
    assert chips.collected("DBC", split).held == {"A": 10, "B": 12, "C": 12, "D": 13}
    assert chips.drawn(split) == Chips(dict.fromkeys("ABCD", 11), 3)
    assert chips.drawn(ChipTerms()) == chips
    assert chips.collected("DB", ChipTerms()) == Chips({"A": 10, "B": 10, "C": 10, "D": 17}, 0)


@pytest.mark.parametrize("least", [1, 2, 3])
def test_the_game_ends_when_enough_are_strolling_in_the_garden(least: int) -> None:
    book = club(bust__end_when=least)
    for number, loser in enumerate("BCD"[:least], 1):
        assert not book.state.over
        book.record(Result("discard", {"A": 500}, loser))
        assert book.state.over == (number == least)
    with pytest.raises(BookError) as refused:
        book.record(Result("draw"))
    assert refused.value.code == "book.over"
    before = dict(book.state.cash)
    book.record(Redraw(("D", "C", "B", "A")))
    assert book.state.table.seats == ("D", "C", "B", "A")
    assert (book.state.table.dealer_name, book.state.table.streak) == ("D", 0)
    assert held(book) == (200, 200, 200, 200)
    assert book.state.cash == before
    book.record(Result("draw"))


def test_who_is_out_is_passed_over_and_refused() -> None:
    book = club(bust__player_continues=False)
    book.record(Result("discard", {"C": 200}, "B"))
    assert book.state.table.dealer_name == "C"
    for hand in (Result("discard", {"B": 9}, "C"), Result("discard", {"A": 9}, "B"), Result("false_win", by="B")):
        with pytest.raises(BookError) as refused:
            book.record(hand)
        assert refused.value.code == "book.bust_player"
    book.record(Result("false_win", by="A"))
    assert held(book) == (180, 0, 410, 210)


def test_a_substitute_gets_chips_of_their_own() -> None:
    book = club()
    book.record(Result("discard", {"C": 50}, "B"))
    book.record(Swap("B", "E"))
    assert book.state.table.seated == ("A", "E", "C", "D")
    assert held(book) == (200, 200, 250, 200)
    assert book.state.cash["B"] == -50
    book.record(Swap("E", "B"))
    assert (held(book)[1], book.state.cash["B"]) == (200, -50)


def test_penalties_are_whole_chips() -> None:
    book = club()
    with pytest.raises(BookError) as refused:
        book.record(Penalty("A", ("B",), "1/2"))
    assert refused.value.code == "book.amount"
    book.record(Penalty("A", ("B", "C"), "7"))
    assert held(book) == (186, 207, 207, 200)


def test_nobody_is_out_in_the_middle_of_a_hand() -> None:
    options = {"bust.player_continues": False, "fines.chips": 150, "bust.end_when": 3}
    book = Book.new("club", list("ABCD"), CLUB.with_options(options), at="-")
    book.record(Result("draw", fines=("C", "C")))
    assert held(book) == (200, 200, 0, 200)
    with pytest.raises(BookError) as refused:
        book.record(Result("draw", fines=("C",)))
    assert refused.value.code == "book.bust_player"


# --- laws


def random_options(chance: Random) -> dict[str, object]:
    pick = chance.choice
    return {
        "chips.starting": pick([200, 300]),
        "fines.chips": pick([0, 1, 7]),
        "fines.pot_on_draw": pick(["carry_over", "split"]),
        "fines.pot_multiple_winners": pick(["first_in_turn_after_discarder", "split"]),
        "bust.payment": pick(["pay_what_is_left", "debt"]),
        "bust.player_continues": pick([True, False]),
        "bust.end_when": pick([1, 2, 3]),
        "false_win.chips": pick([0, 10, 60]),
        "false_win.after": pick(["hand_void_same_dealer", "hand_void_dealer_passes"]),
        "dealer.on_draw": pick(["pass", "stay"]),
        "win.multiple_winners": pick(["all_win", "head_bump"]),
    }


def random_hand(chance: Random, players: list[str]) -> Result:
    kind = chance.random()
    fines = tuple(chance.choices(players, k=chance.randrange(3)))
    if kind < 0.1:
        return Result("draw", fines=fines)
    if kind < 0.2:
        return Result("false_win", by=chance.choice(players), fines=fines)
    winner, source, third = chance.sample(players, 3) if len(players) > 2 else (*players, players[0])
    fan = chance.choice([4, 9, 40, 120])
    if kind < 0.45:
        return Result("self_draw", {winner: fan}, fines=fines)
    if kind < 0.55:
        return Result("kong_replacement", {winner: fan}, source, fines=fines)
    wins = {winner: fan, third: 11} if kind > 0.85 and third not in (winner, source) else {winner: fan}
    return Result("discard", wins, source, fines=fines)


def test_chips_are_neither_made_nor_lost() -> None:
    for seed in range(many(80)):
        chance = Random(seed)
        options = random_options(chance)
        book = Book.new("club", list("ABCD"), CLUB.with_options(options), at="-")
        everything = 4 * int(str(options["chips.starting"]))
        debt = options["bust.payment"] == "debt"
        for _ in range(15):
            chips = book.state.chips
            assert chips is not None
            if book.state.over:
                break
            out = () if options["bust.player_continues"] else chips.bust
            players = [player for player in "ABCD" if player not in out]
            book.record(random_hand(chance, players))
            chips = book.state.chips
            assert sum(chips.held.values()) + chips.pot == everything, seed
            assert debt or min(chips.held.values()) >= 0, seed
            assert chips.pot >= 0
            assert book.state.table.dealer_name not in (() if options["bust.player_continues"] else chips.bust), seed
            start = int(str(options["chips.starting"]))
            assert all(book.state.cash[player] == chips.held[player] - start for player in "ABCD")


def test_the_law_finds_a_planted_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Chips.collected
    # Planted: the winner takes the pot, and it stays.
    monkeypatch.setattr(Chips, "collected", lambda self, *args: Chips(real(self, *args).held, self.pot))
    with pytest.raises(AssertionError):
        test_chips_are_neither_made_nor_lost()
