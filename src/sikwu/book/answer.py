"""Answers cases of kind `book`: takes the results of several hands, returns the state of the book after each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sikwu.book.admission import MOST_STREAK, beyond, text_problems
from sikwu.book.events import Close, Open, Result, read_hand
from sikwu.book.evolve import evolve
from sikwu.book.hands import Judge
from sikwu.book.ledger import Pair
from sikwu.book.problems import BookError
from sikwu.book.state import BookState
from sikwu.money.amount import money_json
from sikwu.notation import Reader
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.table_terms import TableTerms
from sikwu.texts import Problem, SikwuError, problem, say

KEYS = ("players", "first_dealer", "streak", "hands")
MOST_HANDS = 10_000
HAND_KEYS = (
    "result",
    "from",
    "wins",
    "by",
    "flowers_by",
    "cuts",
    "fines",
    "kongs",
    "dead",
    "dice",
    "robbed",
    "events",
    "liable",
    "liable_share",
)


def answer_book(
    case: Mapping[str, Any], ruleset: Ruleset, spend: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """The books after each hand of a case, and after the end of the session. `spend` is called after each hand with
    the approximate length of its part of the answer.

    >>> from sikwu import ruleset
    >>> case = {"players": ["A", "B", "C", "D"], "hands": [{"result": "false_win", "by": "C"}]}
    >>> answer_book(case, ruleset("hk-taiwanese"))["close"]["cash"]
    {'A': 30, 'B': 30, 'C': -90, 'D': 30}
    """
    judge, terms = Judge(ruleset), ruleset.terms
    state = BookState.opened(_opened(case), terms)
    after = []
    for number, told in enumerate(_hands(case), 1):
        try:
            state, outcome = evolve(state, _hand(told), judge)
        except SikwuError as error:
            raise BookError([*error.problems, problem("book.in_hand", hand=number)]) from None
        after.append(books_told(state, outcome.offered, terms))
        if spend is not None:
            spend(_length(after[-1]))
    closed, outcome = evolve(state, Close(), judge)
    return {"after": after, "close": books_told(closed, outcome.offered, terms)}


def books_told(state: BookState, offered: Iterable[Pair], terms: TableTerms) -> dict[str, Any]:
    """The books in the form of CASES; `offered`: the pulls that the debtor may cut."""
    table, players = state.table, state.table.seated
    cash = {player: money_json(state.accounts[player]) for player in players}
    deal = {"next_dealer": table.dealer_name, "next_streak": table.streak}
    if state.chips is not None:
        chips = {player: money_json(state.chips.held[player]) for player in players}
        return {"chips": chips, "pot": money_json(state.chips.pot), **deal}
    if terms.knows_ledger:
        records = [
            {"from": pair.debtor, "to": pair.creditor, "amount": money_json(pull.amount), "hands": pull.hands}
            for pair, pull in state.ledger.ordered(players)
        ]
        return {"cash": cash, "open": records, "cut_offered": [list(pair) for pair in offered]}
    return {"cash": cash, **deal}


def _length(told: Mapping[str, Any]) -> int:
    """The approximate length of books as JSON: a fraction that has grown through many hands is longer than everything
    else.
    """
    amounts = [each["amount"] for each in told.get("open", ())] + list(told.get("cash", {}).values())
    return 200 + sum(len(each) if isinstance(each, str) else 20 for each in amounts)


def _opened(case: Mapping[str, Any]) -> Open:
    players, streak = case.get("players"), case.get("streak", 0)
    named = isinstance(players, list) and all(isinstance(each, str) and 0 < len(each) <= 40 for each in players)
    if not named or not isinstance(players, list) or len(set(players)) != len(players):
        raise BookError.of("book.players", names=players)
    if not 3 <= len(players) <= 5:
        raise BookError.of("book.players", names=players)
    found = [each for player in players for each in text_problems("name", player)]
    if found:
        raise BookError(found)
    dealer = case.get("first_dealer") or players[0]
    if dealer not in players[:4]:
        raise BookError.of("book.unknown_player", player=dealer, seated=players[:4])
    if type(streak) is not int or not 0 <= streak <= MOST_STREAK:
        raise BookError.of("book.event", why=say("why.streak", streak=streak))
    return Open("", "book", tuple(players), "", "", players.index(dealer), streak)


def _hands(case: Mapping[str, Any]) -> list[Any]:
    hands = case.get("hands")
    if not isinstance(hands, list):
        raise BookError.of("book.event", why=say("why.hands"))
    if len(hands) > MOST_HANDS:
        raise BookError.of("book.event", why=say("why.too_many_hands", count=len(hands), most=MOST_HANDS))
    return hands


def _hand(told: Any) -> Result:
    if not isinstance(told, dict):
        raise BookError.of("book.event", why=say("why.no_object", told=told))
    unknown: list[Problem] = []
    Reader({key: value for key, value in told.items() if key not in HAND_KEYS}, unknown).unknown(HAND_KEYS)
    if unknown:
        raise BookError(unknown)
    hand = read_hand(told)
    found = list(beyond(hand))
    if found:
        raise BookError(found)
    return hand
