"""Rules, unfinished hands, comparisons and books as data types that leave the process."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from sikwu.explaining import name_of
from sikwu.money.amount import money_json
from sikwu.money.payment import Payment
from sikwu.money.words import reason_name
from sikwu.reasons import ConditionLine, together, ways
from sikwu.rules.duty import Duty, summary_words
from sikwu.rules.naming import changes
from sikwu.rules.options import OneOf, Option, PatternIds, Ratio, Values, Whole, value_text
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.texts import say
from sikwu.vocabulary.glossary import GlossaryWord
from sikwu.wire.scores import Langs, maybe_message, message_shape, name_shape, payments_shape, problem_shape, text_shape
from sikwu.wire.shapes import (
    Amount,
    BookListShape,
    BookPageShape,
    BookShape,
    BookStatsShape,
    BookSummaryShape,
    ClauseShape,
    ColumnShape,
    ComparisonRowShape,
    ComparisonShape,
    ConditionLineShape,
    DifferenceShape,
    DiscardShape,
    DutyShape,
    EntryShape,
    LookShape,
    MessageShape,
    OptionShape,
    PatternNameShape,
    PatternShape,
    PlayerStatsShape,
    PullShape,
    PullStepShape,
    RemedyShape,
    RulesDiffShape,
    RulesetShape,
    RulesShape,
    Setting,
    SettleUpShape,
    StepShape,
    TablePointShape,
    TransferShape,
    UsefulTileShape,
    ValuesShape,
    WaitShape,
    WordShape,
    WorthShape,
    WriteReportShape,
)

if TYPE_CHECKING:  # not needed for printing a score
    from collections.abc import Iterable

    from sikwu.book.book import Book
    from sikwu.book.ledger import Pull
    from sikwu.book.state import BookState
    from sikwu.book.steps import BookStep, Trail
    from sikwu.book.store import BookSummary
    from sikwu.comparing import Clause, Column, Comparison
    from sikwu.looking import Look, UsefulTile, Wait, WaitWorth


def rules_shape(rules: Ruleset) -> RulesShape:
    """The rules in short form."""
    return RulesShape(rules.id, rules.hash, rules.minimum, rules.cap, changes(rules), rules.draft.flowers_in_play)


def changed_options(rules: Ruleset) -> dict[str, Setting]:
    """The options that differ from the document's."""
    return {**rules.changed_options}


def ruleset_shape(rules: Ruleset) -> RulesetShape:
    """A ruleset.

    >>> from sikwu import ruleset
    >>> ruleset_shape(ruleset("hk-standard").with_options({"full_flush.fan": 8})).options
    {'full_flush.fan': 8}
    """
    return RulesetShape(
        rules.id,
        rules.document.id,
        rules.hash,
        text_shape(rules.name),
        text_shape(rules.sentence()),
        rules.source,
        rules.document.size,
        rules.minimum,
        rules.cap,
        changed_options(rules),
        changes(rules),
        tuple(
            TablePointShape(each.id, each.value, text_shape(each.name), text_shape(each.says)) for each in rules.points
        ),
    )


def pattern_shape(rules: Ruleset, id: str, words: Langs = ()) -> PatternShape:
    """The page of a pattern."""
    pattern, beside = rules.pattern(id), together(rules, id)
    return PatternShape(
        id,
        rules.id,
        name_shape(name_of(pattern)),
        pattern.aka,
        text_shape(rules.sentence(id)),
        pattern.source,
        rules.worth(id),
        rules.in_use(id),
        rules.marks_limit(id),
        pattern.only_beside is not None,
        tuple(tuple(_line(line, words) for line in way) for _, way in ways(rules, id)),
        beside.absorbs,
        beside.shares,
        beside.absorbed_by,
        beside.alone,
    )


def _line(line: ConditionLine, words: Langs) -> ConditionLineShape:
    return ConditionLineShape(line.depth, message_shape(line.text, words))


def option_shape(rules: Ruleset, option: Option, words: Langs = ()) -> OptionShape:
    """The page of an option; of choices that several documents share, only those of this one."""
    text, own = option_words(rules, option.id), option.values
    known = set(map(value_text, own.values)) if isinstance(own, OneOf) else text.choices.keys()
    return OptionShape(
        option.id,
        rules.id,
        option.group,
        option.control,
        option.order,
        _values(own),
        rules.settings[option.id],
        rules.document.defaults[option.id],
        text_shape(text.says),
        {value: text_shape(choice) for value, choice in text.choices.items() if value in known},
        text.source,
        option.touches,
        maybe_message(rules.no_effect(option.id), words),
        option.for_table_only,
    )


def _values(values: Values) -> ValuesShape:
    match values:
        case OneOf():
            return ValuesShape("of", values.text, values.values)
        case Whole():
            return ValuesShape("whole", values.text, (), values.least, values.most, words=values.words)
        case Ratio():
            return ValuesShape("ratio", values.text, (), values.least, values.most, values.above)
        case PatternIds():
            return ValuesShape("patterns", values.text, words=values.words)


def duty_shape(rules: Ruleset, duty: Duty) -> DutyShape:
    """The page of a duty."""
    name, way = PatternNameShape(duty.zh, duty.jyutping, duty.en), summary_words(duty.summary(rules.settings))
    force = None if way is None else text_shape(way)
    return DutyShape(
        duty.id, rules.id, name, text_shape(rules.duty_sentence(duty.id)), duty.source, force, duty.options
    )


def word_shape(entry: GlossaryWord) -> WordShape:
    """A word of the glossary."""
    return WordShape(entry.id, entry.words, entry.yue, entry.zh, entry.en, entry.patterns, entry.options, entry.page)


def rules_diff_shape(ours: Ruleset, theirs: Ruleset) -> RulesDiffShape:
    """The differences between two rulesets.

    >>> from sikwu import ruleset
    >>> [each.id for each in rules_diff_shape(ruleset("hk-standard"), ruleset("eight-fan-burst")).differences][:1]
    ['limit.cap_fan']
    """
    found = tuple(DifferenceShape(each.kind, each.id, each.ours, each.theirs) for each in ours.diff(theirs))
    return RulesDiffShape(rules_shape(ours), rules_shape(theirs), not found, found)


# --- a comparison


def comparison_shape(told: Comparison, words: Langs = ()) -> ComparisonShape:
    """A comparison."""
    rows = (
        ComparisonRowShape(
            row.pattern, row.differs, row.why or None, row.options, tuple(_clause(c, words) for c in row.clauses)
        )
        for row in told.rows
    )
    remedies = (RemedyShape(each.column, each.like, dict(each.options)) for each in told.remedies)
    columns = tuple(map(_column, told.columns))
    return ComparisonShape(told.win.text, told.alike, columns, tuple(rows), told.deciding, tuple(remedies))


def _column(column: Column) -> ColumnShape:
    rules, score = rules_shape(column.ruleset), column.score
    if score is None:
        problems = tuple(problem_shape(each, ("yue", "zh", "en")) for each in column.problems)
        return ColumnShape(rules, other_size=column.other_size, problems=problems)
    payments = UNSET if column.payments is None else payments_shape(column.payments)
    return ColumnShape(rules, score.fan, score.capped, score.valid, score.patterns, payments)


def _clause(clause: Clause, words: Langs) -> ClauseShape:
    says = message_shape(clause.says, words)
    return ClauseShape(clause.fan, clause.why, says, clause.by, clause.worth, clause.source or None)


# --- books


def book_shape(book: Book) -> BookShape:
    """The current state of a book."""
    state, table, chips = book.state, book.state.table, book.state.chips
    closing, terms = book.closing().accounts, book.ruleset.terms.ledger
    pulls = () if terms is None else state.ledger.ordered(state.accounts)
    return BookShape(
        book.id,
        book.name,
        book.head.hash,
        book.head.seq,
        rules_shape(book.ruleset),
        book.same_rules,
        state.players,
        table.seats,
        table.dealer_name,
        table.streak,
        table.round.text,
        state.hands,
        {player: money_json(state.accounts[player]) for player in state.players},
        {player: money_json(closing[player]) for player in state.players},
        tuple(
            PullShape(
                pair.debtor,
                pair.creditor,
                money_json(pull.amount),
                money_json(terms.chips(pull.amount)),
                pull.hands,
                pair in state.ledger.offered,
            )
            for pair, pull in pulls
            if terms is not None
        ),
        None if chips is None else {player: money_json(amount) for player, amount in chips.held.items()},
        None if chips is None else money_json(chips.pot),
        state.over,
        state.closed,
    )


def entry_shape(line: Trail, words: Langs = (), written: bool = False) -> EntryShape:
    """An entry of the audit trail (`Book.journal`); `written`: its event as the text of the log, for sending only."""
    from sikwu.book.words import event_words

    entry = line.entry
    return EntryShape(
        entry.seq,
        entry.at,
        entry.author,
        entry.key,
        entry.hand_no,
        entry.hash,
        msgspec.Raw(entry.text.encode()) if written else msgspec.json.decode(entry.text),  # type: ignore[arg-type]
        message_shape(event_words(line.shown), words),
        line.status,
        line.by,
        {player: money_json(amount) for player, amount in line.change.items()},
    )


def step_shape(book: Book, step: BookStep, words: Langs = ()) -> StepShape:
    """An entry in effect, and its effect."""
    from sikwu.book.words import step_words

    outcome = step.outcome
    change = {player: money_json(amount) for player, amount in outcome.change().items() if amount}
    return StepShape(
        step.seq,
        step.hand,
        message_shape(step_words(step.shown, outcome.idle_dice, step.beaten), words),
        transfers_shape(outcome.moves, words, book.ruleset),
        transfers_shape(outcome.booked, words, book.ruleset),
        _pulled(book, step),
        change,
        step.beaten,
        tuple((pair.debtor, pair.creditor) for pair in outcome.offered),
        worth_shape(book, step, words),
    )


def worth_shape(book: Book, step: BookStep, words: Langs = ()) -> tuple[MessageShape, ...]:
    """How the fan of a hand became money, winner by winner; empty if it is not a win."""
    from sikwu.book.events import Result
    from sikwu.book.hands import own_dealer_fan
    from sikwu.money.worth import hand_words

    event, verdict, table = step.shown, step.outcome.verdict, _before(book, step).table
    if not isinstance(event, Result) or verdict is None:
        return ()
    told: dict[str, MessageShape] = {}
    for winner in verdict.winners:
        moves = [move for move in verdict.moves if move.payee == winner and move.amount]
        dealer = own_dealer_fan(book.ruleset, table.wind(winner), table.streak)
        for line in hand_words(book.ruleset, event.result, verdict.fans[winner], dealer, moves):
            told.setdefault(line("en"), message_shape(line, words))
    pulled = told and book.ruleset.terms.ledger is not None
    return (*told.values(), message_shape(say("worth.pull"), words)) if pulled else tuple(told.values())


def _before(book: Book, step: BookStep) -> BookState:
    """The state before a step."""
    begin, steps = book.near
    place = bisect_left(steps, step.seq, key=lambda each: each.seq)
    return steps[place - 1].state if place else begin


def _pulled(book: Book, step: BookStep) -> tuple[PullStepShape, ...]:
    """The pulls that a hand changed, before and after it."""
    from sikwu.book.ledger import Pair

    old, new = _before(book, step).ledger.pulls, step.state.ledger.pulls
    pairs = dict.fromkeys(Pair(move.payer, move.payee) for move in step.outcome.booked)
    return tuple(
        PullStepShape(pair.debtor, pair.creditor, _open(old.get(pair)), _open(new.get(pair))) for pair in pairs
    )


def _open(pull: Pull | None) -> Amount | None:
    return None if pull is None else money_json(pull.amount)


def transfers_shape(
    moves: Iterable[Payment[str]], words: Langs, rules: Ruleset | None = None
) -> tuple[TransferShape, ...]:
    """Payments with their reasons."""
    return tuple(
        TransferShape(
            each.payer, each.payee, money_json(each.amount), message_shape(reason_name(each.reason.code, rules), words)
        )
        for each in moves
    )


def written_shape(
    book: Book, seq: int, known: bool, changed: Iterable[int] = (), words: Langs = ()
) -> WriteReportShape:
    """The result of a command: what was recorded, or found recorded under its key."""
    from sikwu.book.words import event_words

    entry = book.head if book.head.seq == seq else book.entries[seq - 1]
    step = next(iter(book.recent(1)), None)
    shown = None if step is None or step.seq != seq else step_shape(book, step, words)
    told = message_shape(event_words(entry.event), words)
    return WriteReportShape(seq, known, told, shown, tuple(changed), book_shape(book))


def book_page_shape(book: Book, where: str, hands: int, log: bool, words: Langs = ()) -> BookPageShape:
    """A book with its last hands (0: all), or its whole log."""
    steps = book.recent(hands) if hands else book.steps
    entries = tuple(entry_shape(line, words) for line in book.journal()) if log else None
    return BookPageShape(where, book_shape(book), tuple(step_shape(book, step, words) for step in steps), entries)


def book_list_shape(books: Iterable[BookSummary], where: str | None) -> BookListShape:
    """All books, and the place of their database."""
    return BookListShape(where, tuple(BookSummaryShape(e.id, e.name, e.entries, e.head, e.at) for e in books))


def book_stats_shape(book: Book, most: int | None = None) -> BookStatsShape:
    """The statistics of a book; `most`: limit of the running totals in bytes; a longer book lists only every n-th hand."""
    from sikwu.book.stats import spacing, stats

    found = stats(book)
    every = 1 if most is None else spacing([each.running for each in found.values()], most)
    players = tuple(
        PlayerStatsShape(
            each.player,
            each.hands,
            each.wins,
            each.self_draws,
            each.discards_into,
            each.false_wins,
            None if each.average_fan is None else money_json(each.average_fan),
            each.biggest,
            each.biggest_hand,
            each.longest_wins,
            each.longest_deal,
            each.joined,
            tuple(map(money_json, each.running[every - 1 :: every])),
            money_json(each.total),
            every,
        )
        for each in found.values()
    )
    return BookStatsShape(book.id, book.name, players)


def settle_up_shape(book: Book, words: Langs = ()) -> SettleUpShape:
    """The transfers that clear all debts."""
    from sikwu.book.settle_up import settle_up

    return SettleUpShape(book.id, book.name, transfers_shape(settle_up(book.closing().accounts), words))


# --- an unfinished hand


def look_shape(told: Look, words: Langs = ()) -> LookShape:
    """The analysis of a hand.

    >>> from sikwu import look
    >>> [(wait.tile, wait.left, wait.self_draw.fan) for wait in look_shape(look("123m 456p 789s EE 中中")).waits]
    [('E', 2, 4), ('中', 2, 3)]
    """
    return LookShape(
        told.state.text,
        told.size,
        told.missing,
        told.away,
        tuple(map(_useful, told.useful)),
        tuple(_wait(each, words) for each in told.waits),
        tuple(
            DiscardShape(each.tile.text, each.away, each.copies, tuple(map(_useful, each.useful)))
            for each in told.discards
        ),
        tuple(_wait(each, words) for each in told.wins),
        tuple(problem_shape(each, words) for each in told.problems),
    )


def _useful(each: UsefulTile) -> UsefulTileShape:
    return UsefulTileShape(each.tile.text, each.left)


def _wait(wait: Wait, words: Langs) -> WaitShape:
    if not wait.told:
        return WaitShape(wait.tile.text, wait.left, None, None)
    return WaitShape(wait.tile.text, wait.left, _worth(wait.discard, words), _worth(wait.self_draw, words))


def _worth(won: WaitWorth, words: Langs) -> WorthShape:
    wrong = None if won.problem is None else problem_shape(won.problem, words)
    return WorthShape(won.fan, won.capped, won.valid, dict(won.patterns), wrong)
