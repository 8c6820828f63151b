"""Texts, scores and settlements as data types that leave the process."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from sikwu.money.amount import Money, money_json
from sikwu.money.payment import Payment
from sikwu.money.settlement import Settlement, settle
from sikwu.reading import Group
from sikwu.scoring import JudgedReading, Score
from sikwu.texts import LANGUAGES, Message, Problem, SikwuError, Text
from sikwu.texts.message import Fact, as_json
from sikwu.tiles import Wind
from sikwu.win import By
from sikwu.wire.shapes import (
    BookAnswerShape,
    CountedPatternShape,
    DealAnswerShape,
    DroppedPatternShape,
    ErrorShape,
    ExplanationShape,
    GroupShape,
    LabelShape,
    MessageShape,
    PatternNameShape,
    PlaceShape,
    ProblemShape,
    ReadingShape,
    ScoreShape,
    SeatAmounts,
    SettlementShape,
    TextShape,
    TransferShape,
)

if TYPE_CHECKING:  # answering cases needs no explanation
    from sikwu.explaining import CountedPattern, DroppedPattern, ExplainedReading, Explanation, PatternName
    from sikwu.rules.ruleset import Ruleset

Langs = Collection[str]
"""The languages of the words that are added to codes and facts."""


# --- texts


def message_shape(message: Message, words: Langs = ()) -> MessageShape:
    """A message.

    >>> from sikwu.texts import say
    >>> msgspec.json.encode(message_shape(say("fan", n=3), ["en"]))
    b'{"code":"fan","facts":{"n":3},"en":"3 fan"}'
    """
    return _said(message, tuple(words))


@lru_cache(4096)
def _said(message: Message, words: tuple[str, ...]) -> MessageShape:
    """A rendered message; cached, because most were rendered before."""
    facts = {name: _fact(fact) for name, fact in message.facts.items()}
    yue, zh, en = [message(lang) if lang in words else None for lang in LANGUAGES]
    return MessageShape(message.code, facts, yue, zh, en)


def _fact(fact: Fact) -> object:
    """A fact as JSON; messages inside others occur again and again."""
    if isinstance(fact, Message):
        return _inside(fact)
    return [_fact(each) for each in fact] if isinstance(fact, tuple) else as_json(fact)


@lru_cache(8192)
def _inside(message: Message) -> dict[str, object]:
    return message.to_json()


def maybe_message(message: Message | None, words: Langs = ()) -> MessageShape | None:
    """A message, if there is one."""
    return None if message is None else message_shape(message, words)


def problem_shape(problem: Problem, words: Langs = ()) -> ProblemShape:
    """A problem."""
    told = message_shape(problem, words)
    return ProblemShape(told.code, told.facts, told.yue, told.zh, told.en, problem.at)


def error_shape(error: SikwuError, short: bool = False) -> ErrorShape:
    """An error; `short`: without the keys that CASES does not have."""
    both = error.code, error.message("en"), error.message("zh")
    return (
        ErrorShape(*both)
        if short
        else ErrorShape(*both, error.message("yue"), tuple(map(problem_shape, error.problems)))
    )


def text_shape(text: Text) -> TextShape:
    """A rule text."""
    return TextShape(text.zh, text.en, UNSET if text.spoken is None else text.spoken)


def name_shape(name: PatternName) -> PatternNameShape:
    """A pattern's names."""
    return PatternNameShape(name.zh, name.jyutping, name.en)


# --- money


def payments_shape(payments: Mapping[Wind, Money]) -> SeatAmounts:
    """What each seat gains or loses."""
    return {seat.text: money_json(amount) for seat, amount in payments.items()}


def settlement_shape(
    settlement: Settlement, words: Langs = (), short: bool = False, rules: Ruleset | None = None
) -> SettlementShape:
    """A settlement; `short`: without the keys that CASES does not have. Given the rules, sentences include parts that
    depend on them.
    """
    payments, winners = payments_shape(settlement.payments), tuple(seat.text for seat in settlement.winners)
    if short:
        return SettlementShape(payments, winners)
    moves = tuple(_transfer(each, words, rules) for each in settlement.transfers)
    return SettlementShape(payments, winners, moves, _seat(settlement.liable))


def _transfer(move: Payment[Wind], words: Langs, rules: Ruleset | None) -> TransferShape:
    from sikwu.money.words import reason_text

    why = message_shape(reason_text(move.reason, rules), words)
    return TransferShape(move.payer.text, move.payee.text, money_json(move.amount), why)


def _seat(seat: Wind | None) -> str | None:
    return None if seat is None else seat.text


# --- a score


def score_shape(score: Score) -> ScoreShape:
    """A score in the form of CASES.

    >>> from sikwu import score
    >>> score_shape(score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f")).liable
    'W'
    """
    payments = answers = None
    if score.valid:
        settlement = settle(score)
        payments, answers = payments_shape(settlement.payments), _seat(settlement.liable)
    waits = None if score.win.by is By.FLOWERS else " ".join(map(str, score.waits))
    return ScoreShape(score.patterns, score.fan, score.capped, score.valid, payments, answers, waits)


def book_answer_shape(answer: Mapping[str, Any]) -> BookAnswerShape:
    """The answer to a case of kind `book`."""
    return msgspec.convert(answer, BookAnswerShape)


def deal_answer_shape(answer: Mapping[str, Any]) -> DealAnswerShape:
    """The answer to a case of kind `deal`."""
    return msgspec.convert(answer, DealAnswerShape)


def explanation_shape(score: Score, words: Langs = (), told: Explanation | None = None) -> ExplanationShape:
    """The explanation of a score; `told`: an explanation made before."""
    from sikwu.explaining import explain

    return explained_shape(score, told or explain(score), settle(score) if score.valid else None, words)


def explained_shape(score: Score, told: Explanation, paid: Settlement | None, words: Langs = ()) -> ExplanationShape:
    """A score with its explanation and settlement; `paid` is None if there are no payments."""
    from sikwu.money.worth import worth_words

    others = zip(told.others, score.others, strict=True)
    return ExplanationShape(
        score.fan,
        score.capped,
        score.valid,
        message_shape(told.headline, words),
        message_shape(told.situation, words),
        _label(score, told),
        score.limit_hand,
        tuple(_counted(each, words) for each in told.counted),
        tuple(_dropped(each, words) for each in told.dropped),
        maybe_message(told.ceiling, words),
        maybe_message(told.spicy, words),
        _reading(told.reading, score.best, words),
        tuple(_reading(read, judged, words) for read, judged in others),
        None if score.win.by is By.FLOWERS else tuple(map(str, score.waits)),
        None if paid is None else payments_shape(paid.payments),
        () if paid is None else tuple(_transfer(each, words, score.ruleset) for each in paid.transfers),
        None if paid is None else _seat(paid.liable),
        tuple(message_shape(each, words) for each in worth_words(score, paid)),
    )


def _label(score: Score, told: Explanation) -> LabelShape | None:
    if score.label is None or told.label is None:
        return None
    return LabelShape(score.label, name_shape(told.label), text_shape(told.label_says), told.label_source)


def _counted(each: CountedPattern, words: Langs) -> CountedPatternShape:
    return CountedPatternShape(
        each.pattern,
        name_shape(each.name),
        each.fan,
        each.times,
        tuple(map(str, each.tiles)),
        maybe_message(each.shown, words),
        each.limit,
        text_shape(each.says),
        each.source,
    )


def _dropped(each: DroppedPattern, words: Langs) -> DroppedPatternShape:
    tiles, sentence = tuple(map(str, each.tiles)), message_shape(each.sentence, words)
    return DroppedPatternShape(each.pattern, name_shape(each.name), each.by, each.why, tiles, sentence, each.source)


def _reading(read: ExplainedReading, judged: JudgedReading, words: Langs) -> ReadingShape:
    reading, place = judged.reading, maybe_message(read.place, words)
    return ReadingShape(
        read.fan,
        read.capped,
        reading.shape.name.lower(),
        judged.patterns,
        tuple(map(_group, read.groups)),
        None if place is None else PlaceShape(reading.at, reading.place.name.lower(), place),
        message_shape(read.text, words),
    )


@lru_cache(2048)
def _group(group: Group) -> GroupShape:
    """The shape of a group; cached, because there are few different ones."""
    return GroupShape(group.kind.name.lower(), tuple(map(str, group.tiles)), str(group.made.name).lower())
