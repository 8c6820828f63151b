"""Books by example: an evening, edits, substitutes, hands with tiles, and bad input that is refused."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest

import sikwu
from sikwu.book import Book, BookError
from sikwu.book.events import (
    Action,
    Anything,
    Close,
    Cut,
    Dice,
    Edit,
    Fine,
    Kong,
    Penalty,
    Redraw,
    Result,
    Reverse,
    Seats,
    Swap,
    decode,
    encode,
)
from sikwu.book.exchange import from_jsonl, to_jsonl
from sikwu.book.money import POT
from sikwu.book.state import standing
from sikwu.book.stats import stats
from sikwu.texts import SikwuError

GAMES = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
AT = "2024-06-01T20:00:00Z"
TABLES = 1_000_000 if os.environ.get("SIKWU_LONG") else 100_000
WINS = {
    13: "123678m 中中中 發發發 白 +白 1f",
    16: "123678m 中中中 發發發 789p 白 +白 1f",
}


def new(name: str = "hk-taiwanese", **options: object) -> Book:
    rules = sikwu.ruleset(name).with_options({key.replace("__", "."): value for key, value in options.items()})
    return Book.new("Friday", list("ABCD"), rules, at=AT)


def refused(book: Book, event: Anything) -> str:
    """The code of the error; nothing may have changed."""
    before = (list(book.entries), book.state, list(book.steps))
    with pytest.raises(SikwuError) as error:
        book.record(event)  # type: ignore[arg-type]
    assert error.value.message("zh")
    assert error.value.message("en")
    assert (book.entries, book.state, book.steps) == before
    return error.value.code


# --- a table over an evening


def test_dealer_streak_and_round_follow_from_the_hands() -> None:
    book = new(dealer__fan_scope="none")
    for winner, dealer, streak in (("A", "A", 1), ("A", "A", 2), ("B", "B", 0), ("A", "C", 0), ("D", "D", 0)):
        book.record(Result("self_draw", {winner: 1}), AT)
        assert (book.state.table.dealer_name, book.state.table.streak) == (dealer, streak)
    assert book.state.table.round.text == "E"
    book.record(Result("self_draw", {"B": 1}), AT)
    assert (book.state.table.dealer_name, book.state.table.round.text) == ("A", "S")


def test_an_edit_moves_the_deal_of_everything_after_it() -> None:
    book = new()
    first = book.record(Result("discard", {"A": 5}, "B"), AT)
    book.record(Result("discard", {"A": 5}, "B"), AT)
    assert book.closing().cash["A"] == Fraction(6 * 3, 2) + 5 + 3
    book.record(Edit(first.seq, Result("discard", {"C": 5}, "B")), AT)
    # B deals now: A's five are a plain win from the dealer, and C's are settled.
    assert book.closing().cash == {"A": 6, "B": -11, "C": 5, "D": 0}
    old, new_ = list(book.journal())[1], list(book.journal())[3]
    assert (old.status, old.by, new_.status) == ("edited", new_.entry.seq, "in effect")


def test_reversal_takes_an_entry_out() -> None:
    book = new()
    hand = book.record(Result("self_draw", {"C": 9}), AT)
    book.record(Result("draw"), AT)
    book.record(Reverse(hand.seq), AT)
    assert not any(standing(book.state, book.ruleset.terms).values())
    assert [line.status for line in book.journal()] == ["in effect", "reversed", "in effect", "in effect"]
    assert refused(book, Reverse(hand.seq)) == "book.no_entry"


def test_undo_and_redo_are_entries() -> None:
    book = new()
    book.record(Result("self_draw", {"C": 9}), AT)
    book.record(Close(), AT)
    assert refused(book, Result("draw")) == "book.closed"
    book.undo(AT)
    assert not book.state.closed
    book.redo(AT)
    assert book.state.closed
    assert len(book.entries) == 5
    assert [type(entry.event).__name__ for entry in book.entries[3:]] == ["Undo", "Redo"]


def test_a_new_entry_ends_what_could_be_redone() -> None:
    book = new()
    book.record(Result("draw"), AT)
    book.undo(AT)
    book.record(Result("draw"), AT)
    with pytest.raises(BookError) as error:
        book.redo(AT)
    assert error.value.code == "book.nothing_to_redo"
    for _ in range(1):
        book.undo(AT)
    with pytest.raises(BookError) as error:
        book.undo(AT)
    assert error.value.code == "book.nothing_to_undo"


def test_who_leaves_has_pulls_paid_and_a_substitute_takes_the_seat() -> None:
    book = new(dealer__fan_scope="none")
    book.record(Result("self_draw", {"B": 4}), AT)
    book.record(Swap("B"), AT)
    assert book.state.cash["B"] == 12
    assert refused(book, Result("draw")) == "book.seat_empty"
    book.record(Swap(None, "E"), AT)
    assert book.state.table.seats == ("A", "E", "C", "D")
    assert refused(book, Result("self_draw", {"B": 1})) == "book.not_seated"
    book.record(Result("discard", {"E": 3}, "A"), AT)
    assert book.closing().cash == {"A": -7, "B": 12, "C": -4, "D": -4, "E": 3}
    book.record(Seats(("E", "A", "D", "C")), AT)
    book.record(Redraw(("C", "D", "E", "A")), AT)
    assert book.state.table.dealer_name == "C"


# --- hands with tiles


def test_a_hand_with_tiles_is_scored_and_settled() -> None:
    book = new("hk-standard")
    book.record(Result("self_draw", source="B", tiles={"A": WINS[13]}), AT)
    hand = book.entries[-1].event
    assert isinstance(hand, Result)
    assert (hand.result, hand.source, hand.wins["A"]) == ("discard", "B", hand.told["A"].fan)
    told = sikwu.score("123678m 中中中 發發發 白 +白<S 1f seat=E")
    assert hand.wins["A"] == told.fan
    assert book.state.cash["B"] == -book.state.cash["A"] < 0


def test_liability_counts_in_a_book() -> None:
    book = new("hk-standard")
    book.record(Result("self_draw", tiles={"A": "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"}), AT)
    assert book.state.cash == {"A": 144, "B": 0, "C": -144, "D": 0}  # C fed the last of the three dragons


def test_tiles_are_seen_from_where_the_winner_sits_after_an_edit() -> None:
    book = new("hk-standard")
    first = book.record(Result("draw"), AT)
    book.record(Result("discard", tiles={"B": "123678m SSS WWW 白 +白<W"}), AT)
    hand = book.entries[-1].event
    assert isinstance(hand, Result)
    assert hand.source == "C"
    # With B's win before it B deals: South is no longer the seat wind.
    book.record(Edit(first.seq, Result("self_draw", {"B": 3})), AT)
    step = book.steps[-1]
    assert step.outcome.verdict is not None
    assert step.outcome.verdict.fans["B"] == hand.wins["B"] - 1
    assert [move[:2] for move in step.outcome.moves] == [("C", "B")]


def test_what_tiles_say_must_agree_with_the_table() -> None:
    book = new("hk-standard")
    assert refused(book, Result("discard", tiles={"B": "123678m EEE SSS 白 +白<W seat=W"})) == "book.hand_text"
    assert refused(book, Result("discard", source="A", tiles={"B": "123678m EEE SSS 白 +白<W"})) == "book.hand_text"
    assert refused(book, Result("discard", source="F", tiles={"B": "123678m EEE SSS 白 +白"})) == "book.unknown_player"
    assert refused(book, Result("discard", tiles={"B": "123678m EEE SSS 白 +白<S"})) == "book.win_from_self"
    assert refused(book, Result("discard", tiles={"B": "123678m EEE SSS 白 +中<W"})) == "win.not_complete"
    assert refused(book, Result("self_draw", tiles={"B": "123m 567p 345s 888s N +N 1f"})) == "book.below_minimum"


def test_two_winners_with_tiles() -> None:
    book = new("hk-standard", win__multiple_winners="all_win")
    tiles = {"B": "123678m EEE SSS 白 +白<E", "C": "123678p 中中中 發發發 白 +白<E"}
    book.record(Result("discard", tiles=tiles), AT)
    assert book.steps[-1].outcome.verdict is not None
    assert book.steps[-1].outcome.verdict.winners == ("B", "C")
    bumped = new("hk-standard")
    bumped.record(Result("discard", tiles=tiles), AT)
    assert bumped.state.cash["C"] == 0 < bumped.state.cash["B"]


def test_what_was_told_is_worked_out_anew_when_written() -> None:
    book = new("hk-standard")
    book.record(Result("self_draw", tiles={"A": WINS[13]}), AT)
    hand = book.entries[-1].event
    assert isinstance(hand, Result)
    forged = decode(encode(hand).replace('"fan":', '"fan":1'))
    book.undo(AT)
    book.record(forged, AT)  # type: ignore[arg-type]
    assert book.entries[-1].event == hand


# --- bad input: a clear error, and nothing written


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Result("discard", {"X": 3}, "A"), "book.unknown_player"),
        (Result("discard", {"B": 3}, "X"), "book.unknown_player"),
        (Result("discard", {"B": 3}, "B"), "book.win_from_self"),
        (Result("discard", {"B": 3, "A": 2}, "A"), "book.win_from_self"),
        (Result("discard", {"B": 3}), "book.no_source"),
        (Result("discard", {}, "A"), "book.no_winner"),
        (Result("self_draw", {"A": 1, "B": 1}), "book.winners"),
        (Result("self_draw", {"A": 1}, "B"), "book.extra"),
        (Result("draw", {"A": 1}), "book.extra"),
        (Result("draw", by="A"), "book.extra"),
        (Result("discard", {"B": 3}, "A", flowers_by="C"), "book.extra"),
        (Result("false_win"), "book.no_offender"),
        (Result("discard", {"B": -1}, "A"), "book.event"),
        (Result("discard", {"B": 10**9}, "A"), "book.event"),
        (Result("discard", {"B": True}, "A"), "book.event"),
        (Result("nonsense", {"B": 3}, "A"), "book.event"),  # type: ignore[arg-type]
        (Result("draw", dice=(1, 2, 7)), "book.event"),
        (Result("draw", cuts=(("A", "B"),)), "book.no_pull"),
        (Result("draw", kongs=("X",)), "book.unknown_player"),
        (Result("draw", fines=("A",)), "book.not_this_game"),
        (Result("heavenly_and_flowers", {"A": 50}, flowers_by="B"), "book.not_this_game"),
        (Cut("A", "B"), "book.no_pull"),
        (Fine("A"), "book.not_this_game"),
        (Kong("X"), "book.unknown_player"),
        (Dice((0, 1, 2)), "book.event"),
        (Penalty("A", ("B",), "-3"), "book.event"),
        (Penalty("A", ("B",), "0"), "book.amount"),
        (Penalty("A", ("B",), "1/0"), "book.event"),
        (Penalty("A", (), "3"), "book.amount"),
        (Penalty("A", ("A",), "3"), "book.pay_self"),
        (Swap(), "book.swap_nobody"),
        (Swap("X"), "book.unknown_player"),
        (Swap(None, "E"), "book.no_empty_seat"),
        (Swap("A", "B"), "book.seated_already"),
        (Swap("A", "a\nb"), "book.event"),
        (Swap("A", "x" * 41), "book.event"),
        (Seats(("A", "B", "C", "C")), "book.seats_order"),
        (Redraw(("A", "B", "C", "E")), "book.seats_order"),
        (Edit(1, Result("draw")), "book.no_entry"),
        (Edit(99, Result("draw")), "book.no_entry"),
        (Reverse(0), "book.no_entry"),
    ],
)
def test_bad_input_is_refused(event: Action, code: str) -> None:
    assert refused(new(), event) == code


def test_fan_below_the_minimum() -> None:
    assert refused(new("hk-standard"), Result("discard", {"B": 2}, "A")) == "book.below_minimum"
    assert refused(new("club16"), Result("discard", {"B": 3}, "A")) == "book.below_minimum"
    new("club16").record(Result("discard", {"A": 3}, "B"), AT)  # with the dealer's own fan it is enough


@pytest.mark.parametrize("players", [["A", "B"], ["A", "B", "C", "C"], ["A", "B", "C", ""], ["A"] * 4, list("ABCDEF")])
def test_three_to_five_players_with_names(players: list[str]) -> None:
    with pytest.raises(BookError) as error:
        Book.new("x", players, sikwu.ruleset("hk-standard"))
    assert error.value.code == "book.players"


def test_a_cut_outside_its_window() -> None:
    book = new(dealer__fan_scope="none")
    for _ in range(2):
        book.record(Result("discard", {"B": 4}, "A"), AT)
    assert refused(book, Cut("A", "B")) == "book.cut_not_offered"
    book.record(Result("discard", {"B": 4}, "A"), AT)
    book.record(Cut("A", "B"), AT)
    assert book.state.cash["B"] == 19


def test_an_edit_that_breaks_a_later_entry_is_refused() -> None:
    book = new(dealer__fan_scope="none")
    hands = [book.record(Result("discard", {"B": 4}, "A"), AT) for _ in range(3)]
    cut = book.record(Cut("A", "B"), AT)
    with pytest.raises(BookError) as error:
        book.record(Edit(hands[1].seq, Result("discard", {"C": 4}, "A")), AT)
    assert error.value.code == "book.later_entry"
    assert str(cut.seq) in error.value.message()


# --- statistics


def test_statistics_of_a_small_book() -> None:
    book = new("hk-standard")
    for hand in (
        Result("discard", {"B": 3}, "A"),
        Result("self_draw", {"B": 5}),
        Result("discard", {"B": 4}, "C"),
        Result("false_win", by="D"),
        Result("draw"),
        Result("discard", {"A": 8}, "C"),
    ):
        book.record(hand, AT)
    found = stats(book)["B"]
    assert (found.hands, found.wins, found.self_draws, found.longest_wins, found.longest_deal) == (6, 3, 1, 3, 2)
    assert (found.biggest, found.biggest_hand, found.average_fan) == (5, 2, 4)
    assert (stats(book)["C"].discards_into, stats(book)["D"].false_wins) == (2, 1)


def test_an_unknown_key_in_an_imported_book_names_the_nearest() -> None:
    text = to_jsonl(new())
    for known, unknown in (("entries", "entris"), ("hash", "hahs")):
        with pytest.raises(BookError, match=rf"`{unknown}`.*\({known}\?\)"):
            from_jsonl(text.replace(f'"{known}"', f'"{unknown}"'))
    with pytest.raises(BookError, match=r"`debter`.*\(debtor\?\)"):
        decode('{"type":"cut","debter":"A","creditor":"B"}')


def test_nobody_without_a_name_has_cash() -> None:
    """The pot is an account of the book, and no player."""
    for name in GAMES:
        book = new(name)
        if name == "club16":
            book.record(Fine("B"))
        assert tuple(book.state.cash) == book.state.players == ("A", "B", "C", "D")
        assert set(book.state.accounts) - set(book.state.cash) == {POT}
        assert sum(book.state.accounts.values()) == 0
