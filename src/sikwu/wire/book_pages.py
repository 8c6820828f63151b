"""The state of a book, and the effect of an event, as sent over the network. The book itself does all sums."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from sikwu.book.book import Book
from sikwu.book.events import Anything, Edit, Entry, Redo, Result, Reverse, Undo
from sikwu.book.hands import own_dealer_fan
from sikwu.book.ledger import Pair, Pull
from sikwu.book.pulling import hands_to_cut, lost_again, pull_sums, won_back
from sikwu.book.shifts import shifts, with_states
from sikwu.book.state import BookState
from sikwu.book.steps import BookStep, Trail
from sikwu.book.words import event_words, step_words
from sikwu.money.amount import Money, exact, money_json
from sikwu.rules.play import OnDraw, OnWin
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.side_money import ENDINGS, HAND, OF_HAND, OF_ITSELF
from sikwu.rules.table_terms import LedgerTerms
from sikwu.texts import SikwuError
from sikwu.tiles import Wind
from sikwu.wire.booked import (
    WINDS,
    BookRulesShape,
    BookStateShape,
    DealTermsShape,
    HandTableShape,
    HouseEventShape,
    NextTableShape,
    OpenPullShape,
    OutcomeShape,
    PullChangeShape,
)
from sikwu.wire.pages import entry_shape, rules_shape, step_shape, transfers_shape, worth_shape
from sikwu.wire.scores import Langs, maybe_message, message_shape, text_shape
from sikwu.wire.shapes import EntryShape, SeatAmounts, StepShape

LAST = 8
"""The number of latest entries in effect that are part of a state."""
LOOKED_AT = 40
"""The number of latest entries that decide which fan is usual."""


def state_shape(book: Book, words: Langs = (), closing: BookState | None = None) -> BookStateShape:
    """The current state of a book; `closing`: as if it were closed now, if that is known.

    >>> from sikwu import ruleset
    >>> book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-taiwanese"))
    >>> _ = book.record(Result("discard", {"B": 10}, "A"))
    >>> told = state_shape(book, ("en",))
    >>> told.pulls[0].back.en, told.next_hand, told.undo
    ('wins from the creditor: ×0.5, pays $5.5', 2, 2)
    """
    state, table, chips = book.state, book.state.table, book.state.chips
    offered, closed = state.ledger.offered, closing or book.closing()
    return BookStateShape(
        book.id,
        book.name,
        book.head.hash,
        book.head.seq,
        _rules(book),
        state.players,
        table.seats,
        {player: WINDS[table.wind(player)] for player in table.turn},
        table.dealer_name,
        table.streak,
        own_dealer_fan(book.ruleset, Wind.EAST, table.streak),
        WINDS[table.round],
        state.hands,
        state.hands + 1,
        _amounts(state),
        _amounts(closed),
        _points(closed, book),
        _pulls(book, words),
        tuple((pair.debtor, pair.creditor) for pair, _ in state.ledger.ordered(state.accounts) if pair in offered),
        None if chips is None else {player: money_json(amount) for player, amount in chips.held.items()},
        None if chips is None else money_json(chips.pot),
        _target(book, False),
        _target(book, True),
        state.over,
        state.closed,
        _usual_fan(book),
        tuple(_step(book, step, words) for step in book.recent(LAST)),
        table.first,
    )


def _step(book: Book, step: BookStep, words: Langs) -> StepShape:
    """The shape of a step; cached, because a step never changes and is sent with every entry while it is among the
    latest.
    """
    if words:
        return step_shape(book, step, words)
    # The step is stored beside its shape, so that its id stays unique.
    found = _told.get(id(step))
    if found is None or found[0] is not step:
        if len(_told) > MOST_TOLD:
            _told.clear()
        found = _told[id(step)] = (step, step_shape(book, step))
    return found[1]


MOST_TOLD = 8_000
_told: dict[int, tuple[BookStep, StepShape]] = {}


def _rules(book: Book) -> BookRulesShape:
    key = (book.ruleset.hash, book.ruleset.id, book.same_rules)
    found = _ruled.get(key)
    if found is None:
        if len(_ruled) > MOST_RULED:
            _ruled.clear()
        found = _ruled[key] = _made_rules(book)
    return found


MOST_RULED = 2_000
_ruled: dict[tuple[str, str, bool | None], BookRulesShape] = {}
"""A cache of rule descriptions, by the meaning of the rules, their name, and whether they are still read the same
way.
"""


def _made_rules(book: Book) -> BookRulesShape:
    agreed, terms = book.ruleset.terms, book.ruleset.terms.ledger
    mode: Literal["ledger", "chips", "cash"] = (
        "ledger" if terms is not None else "chips" if agreed.chips is not None else "cash"
    )
    return BookRulesShape(
        rules_shape(book.ruleset),
        book.same_rules,
        book.ruleset.document.size,
        mode,
        money_json(_unit(book)),
        agreed.kong_pay is not None,
        agreed.dice is not None and agreed.dice.paid,
        agreed.chips is not None,
        None if terms is None else money_json(terms.pull),
        None if terms is None else money_json(terms.kick),
        None if terms is None or terms.endless else terms.interval,
        _dealing(book),
        tuple(_events(book.ruleset)),
    )


_ON_WIN: dict[OnWin, Literal["keep", "pass", "winner"]] = {
    OnWin.KEEP: "keep",
    OnWin.PASS: "pass",
    OnWin.WINNER: "winner",
}


def _events(rules: Ruleset) -> Iterator[HouseEventShape]:
    """The events that a person enters, each with the name of its first payment."""
    asked = {event: [each for each in rules.side if each.on == event] for event in (each.on for each in rules.side)}
    for event, payments in asked.items():
        roles = {role for each in payments for role in (each.payer, each.payee)}
        if event in (*ENDINGS, *OF_ITSELF):
            continue
        own = all(each.payer != "maker" and each.payee != "maker" for each in payments)
        of_hand = bool(roles & OF_HAND) or any(each.amount == HAND for each in payments)
        yield HouseEventShape(event, text_shape(payments[0].names), not own, "feeder" in roles, of_hand)


_ON_DRAW: dict[OnDraw, Literal["stay_and_count", "stay", "pass"]] = {
    OnDraw.STAY_AND_COUNT: "stay_and_count",
    OnDraw.STAY: "stay",
    OnDraw.PASS: "pass",
}


def _dealing(book: Book) -> DealTermsShape | None:
    """When the dealer stays, for a phone without a network; None if that depends on players who have lost everything."""
    terms, dealer = book.ruleset.terms, book.ruleset.money.dealer
    if terms.chips is not None and not terms.chips.bust_plays_on:
        return None
    at_zero, first, second = (dealer.of_winner(Wind.EAST, streak) for streak in (0, 1, 2))
    fan = (at_zero, 2 * first - second, second - first)
    return DealTermsShape(
        _ON_DRAW[terms.streak.on_draw],
        _ON_WIN[terms.streak.on_win],
        terms.streak.most_repeats,
        terms.streak.false_win_passes,
        terms.claims.all_win,
        fan,
    )


def _amounts(state: BookState) -> SeatAmounts:
    return {player: money_json(state.accounts[player]) for player in state.players}


def _unit(book: Book) -> Money:
    settings = book.ruleset.settings
    return exact(settings["score.unit_multiplier" if "score.unit_multiplier" in settings else "score.chips_per_fan"])


def _points(state: BookState, book: Book) -> SeatAmounts | None:
    unit = _unit(book)
    if unit == 1:
        return None
    return {player: money_json(exact(Fraction(state.accounts[player]) / unit)) for player in state.players}


def _pulls(book: Book, words: Langs) -> tuple[OpenPullShape, ...]:
    state, terms = book.state, book.ruleset.terms.ledger
    if terms is None:
        return ()
    return tuple(
        _pull(pair, pull, terms, pair in state.ledger.offered, words)
        for pair, pull in state.ledger.ordered(state.accounts)
    )


def _pull(pair: Pair, pull: Pull, terms: LedgerTerms, cut: bool, words: Langs) -> OpenPullShape:
    return OpenPullShape(
        pair.debtor,
        pair.creditor,
        money_json(pull.amount),
        money_json(terms.chips(pull.amount)),
        pull.hands,
        cut,
        None if cut else hands_to_cut(pull, terms),
        money_json(terms.kicked(pull.amount)),
        message_shape(lost_again(pull, terms), words),
        message_shape(won_back(pull, terms), words),
    )


def _target(book: Book, redo: bool) -> int | None:
    """The entry that an undo or a redo would affect."""
    try:
        return (book.redoing() if redo else book.undoing()).target
    except SikwuError:
        return None


def _usual_fan(book: Book) -> int | None:
    """The fan won most often; the smallest of several."""
    found: dict[int, int] = {}
    for step in book.near[1][-LOOKED_AT:]:
        shown = step.shown
        if isinstance(shown, Result):
            for fan in shown.wins.values():
                found[fan] = found.get(fan, 0) + 1
    return min(found, key=lambda fan: (-found[fan], fan)) if found else None


# --- the effect of an event


def outcome_shape(before: Book, after: Book, words: Langs = (), closing: BookState | None = None) -> OutcomeShape:
    """The effect of the newest entry of `after` on the book `before` it; `closing` as above."""
    entry = after.head
    step = _own_step(after, entry)
    event = entry.event
    told = event_words(event) if step is None else step_words(step.shown, step.outcome.idle_dice, step.beaten)
    past = isinstance(event, Undo | Redo | Edit | Reverse)
    moved = shifts(tuple(before.near[1]), after) if past else []
    outcome = None if step is None else step.outcome
    return OutcomeShape(
        message_shape(told, words),
        () if outcome is None else transfers_shape(outcome.moves, words, after.ruleset),
        () if outcome is None else transfers_shape(outcome.booked, words, after.ruleset),
        _pull_changes(before.state, after, step, words),
        _change(before.state, after.state),
        _amounts(closing or after.closing()),
        () if step is None else step.beaten,
        () if outcome is None else tuple((pair.debtor, pair.creditor) for pair in outcome.offered),
        tuple(each.hand for each in moved),
        outcome is not None and outcome.idle_dice,
        _next(after.state),
        _at(before, after, event),
        () if step is None else worth_shape(after, step, words),
    )


def _at(before: Book, after: Book, event: Anything) -> HandTableShape | None:
    """The table of the hand that an event records or changes; for an earlier hand, the table at that time."""
    state = before.state if isinstance(event, Result) else None
    if isinstance(event, Edit):
        start, steps = after.near
        state = next((each for step, each in with_states(steps, start) if step.seq == event.target), None)
    if state is None:
        return None
    table = state.table
    fan = own_dealer_fan(after.ruleset, Wind.EAST, table.streak)
    return HandTableShape(state.hands + 1, table.dealer_name, table.streak, fan, WINDS[table.round])


def _own_step(book: Book, entry: Entry) -> BookStep | None:
    step = next(iter(book.recent(1)), None)
    return step if step is not None and step.seq == entry.seq else None


def _pull_changes(before: BookState, after: Book, step: BookStep | None, words: Langs) -> tuple[PullChangeShape, ...]:
    said = {} if step is None else pull_sums(after, before, step)
    old, new = before.ledger.pulls, after.state.ledger.pulls
    found = []
    for pair in dict.fromkeys((*old, *new)):
        was, now = old.get(pair), new.get(pair)
        if was == now and pair not in said:
            continue
        found.append(
            PullChangeShape(
                pair.debtor,
                pair.creditor,
                None if was is None else money_json(was.amount),
                None if now is None else money_json(now.amount),
                0 if now is None else now.hands,
                pair in after.state.ledger.offered,
                maybe_message(said.get(pair), words),
            )
        )
    return tuple(found)


def _change(before: BookState, after: BookState) -> SeatAmounts:
    change = changes(before, after)
    return {player: money_json(amount) for player, amount in change.items()}


def changes(before: BookState, after: BookState) -> dict[str, Money]:
    """What every player has gained or lost in cash between two states."""
    every = dict.fromkeys((*after.accounts, *before.accounts))
    found = {who: exact(after.accounts.get(who, 0) - before.accounts.get(who, 0)) for who in every}
    return {who: amount for who, amount in found.items() if amount}


def _next(state: BookState) -> NextTableShape:
    table = state.table
    winds = {player: WINDS[table.wind(player)] for player in table.turn}
    return NextTableShape(
        table.seats,
        winds,
        table.dealer_name,
        table.streak,
        WINDS[table.round],
        state.hands + 1,
        state.over,
        state.closed,
    )


def newest_shape(before: Book, after: Book, words: Langs = ()) -> EntryShape:
    """The newest entry of a book for the audit trail; for sending only, because its event is the text of the log."""
    entry = after.head
    step = _own_step(after, entry)
    shown = entry.event if step is None else step.shown
    trail = Trail(entry, entry.event, shown, "in effect", None, changes(before.state, after.state))
    return entry_shape(trail, words, written=True)
