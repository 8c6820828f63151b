"""Explains what a hand does to each pull (拉), and what happens to an open pull if its debtor loses again or wins."""

from __future__ import annotations

from collections.abc import Iterator

from sikwu.book.book import Book
from sikwu.book.ledger import Pair, Pull
from sikwu.book.state import BookState
from sikwu.book.steps import BookStep
from sikwu.money.amount import Money, exact, money_text
from sikwu.money.payment import Payment
from sikwu.rules.table_terms import LedgerTerms
from sikwu.texts import Message, say

HALVES = "pull.kicked"


def pull_words(book: Book, before: BookState, step: BookStep) -> Iterator[Message]:
    """The ledger changes of a hand, pair by pair: the dealer's fan by name, and how an older pull grew."""
    return iter(pull_sums(book, before, step).values())


def pull_sums(book: Book, before: BookState, step: BookStep) -> dict[Pair, Message]:
    """The same by pair."""
    terms, trades = book.ruleset.terms.ledger, dict[Pair, list[Payment[str]]]()
    for move in step.outcome.booked:
        trades.setdefault(Pair(move.payer, move.payee), []).append(move)
    return {pair: _grown(terms, before, step, pair, moves) for pair, moves in trades.items()}


def _grown(
    terms: LedgerTerms | None, before: BookState, step: BookStep, pair: Pair, moves: list[Payment[str]]
) -> Message:
    fan = _fan(moves)
    old, now = before.ledger.pulls.get(pair), step.state.ledger.pulls.get(pair)
    if terms is None or old is None or now is None:  # cut in the same hand: its payment explains it
        return say("cli.pull.new", debtor=pair.debtor, creditor=pair.creditor, fan=fan)
    total = exact(sum((move.amount for move in moves), start=0))
    return say(
        "cli.pull.grown",
        debtor=pair.debtor,
        creditor=pair.creditor,
        fan=fan,
        old=money_text(old.amount),
        factor=money_text(terms.pull),
        total=money_text(total),
        now=money_text(now.amount),
        hands=now.hands,
    )


def _fan(moves: list[Payment[str]]) -> Message:
    """The fan of one trade; the dealer's extra fan are named."""
    dealer: Money = sum((move.amount for move in moves if move.reason.code == "dealer"), start=0)
    total = exact(sum((move.amount for move in moves), start=0))
    if not dealer:
        return say("cli.pull.fan", fan=money_text(total))
    hand, more = money_text(exact(total - dealer)), money_text(exact(dealer))
    return say("cli.pull.dealer_fan", hand=hand, dealer=more, fan=money_text(total))


def kicked_words(book: Book, before: BookState, move: Payment[str]) -> Message:
    """For a kicked pull: its amount and the factor; otherwise nothing."""
    terms, old = book.ruleset.terms.ledger, before.ledger.pulls.get(Pair(move.payer, move.payee))
    if move.reason.code != HALVES or terms is None or old is None:
        return say("cli.pull.nothing")
    return say("cli.pull.kicked", old=money_text(old.amount), factor=money_text(terms.kick))


# --- what may become of it


def lost_again(pull: Pull, terms: LedgerTerms) -> Message:
    """The pull if its debtor loses to the same winner again.

    >>> lost_again(Pull(30, 2), LedgerTerms()).en
    'loses n fan again: 30 fan ×1.5 + n fan'
    """
    return say("pull.again", amount=money_text(pull.amount), factor=money_text(terms.pull))


def won_back(pull: Pull, terms: LedgerTerms) -> Message:
    """What is paid if the debtor wins from the creditor.

    >>> won_back(Pull(30, 2), LedgerTerms()).en
    'wins from the creditor: ×0.5, pays $15'
    """
    return say("pull.back", factor=money_text(terms.kick), pays=money_text(terms.kicked(pull.amount)))


def hands_to_cut(pull: Pull, terms: LedgerTerms) -> int | None:
    """The number of hands until the debtor may cut the pull; None if never.

    >>> hands_to_cut(Pull(30, 2), LedgerTerms()), hands_to_cut(Pull(30, 3), LedgerTerms()), hands_to_cut(Pull(9, 1), LedgerTerms(endless=True))
    (1, 3, None)
    """
    if terms.endless:
        return None
    if terms.any_time and pull.hands >= terms.interval:
        return 0
    return terms.interval - pull.hands % terms.interval
