"""The CASES format: reads one JSON object per line and returns one answer per line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from sikwu.money.settlement import ClaimedWins, FalseWin, settle
from sikwu.notation import Reader
from sikwu.rules.presets import ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import MOST_FAN
from sikwu.scoring import packed_under, payer_fan, score
from sikwu.texts import HandError, Problem, SikwuError, nearest, problem, say
from sikwu.texts.plain import deeper
from sikwu.tiles import Wind
from sikwu.wild import score_wild, wild_kinds
from sikwu.win import CASE_HEAD, CASE_KEYS, CASE_NOTES, Win
from sikwu.wire import (
    AnswerShape,
    BookAnswerShape,
    DealAnswerShape,
    RefusalShape,
    ScoreShape,
    SettlementShape,
    book_answer_shape,
    deal_answer_shape,
    error_shape,
    score_shape,
    settlement_shape,
)

Spend = Callable[[int], None]
"""A function called while a case is answered, with the number of bytes that the answer has grown by; it may raise."""
Houses = Mapping[str, Ruleset]
"""Rules of houses by their hash, for cases that name a hash."""
NO_HOUSES: Houses = MappingProxyType({})
CaseAnswer = ScoreShape | SettlementShape | BookAnswerShape | DealAnswerShape

KIND_KEYS = {
    "score": (*CASE_KEYS, "wild"),
    "multi_win": ("from", "claims", "streak", "robbed", "orphans"),
    "false_win": ("seat", "streak"),
    "book": ("players", "first_dealer", "streak", "hands"),
    "deal": ("players", "wall", "start", "dice", "script"),
}
CASE_KINDS = tuple(KIND_KEYS)
MOST_BYTES, MOST_DEPTH, MOST_OPTIONS = 1 << 20, 12, 1000
"""Limits for one line. Size and depth are checked before the line is parsed, the options before the rules are built."""
_KEYS_OF = {kind: {*CASE_HEAD, *keys, *CASE_NOTES} for kind, keys in KIND_KEYS.items()}


def answered(
    line: str | bytes, spend: Spend | None = None, houses: Houses = NO_HOUSES
) -> AnswerShape[CaseAnswer] | RefusalShape:
    """The answer to one line of text, as bytes; `spend` is called with its size as it grows, if it can become long."""
    try:
        case = _read(line)
    except HandError as error:
        return _refused(None, error)
    if not isinstance(case, dict):
        return _refused(None, HandError.of("case.not_object"))
    try:
        return AnswerShape(case.get("id"), _answer(case, spend, houses))
    except SikwuError as error:
        return _refused(case.get("id"), error)


def _read(line: str | bytes) -> Any:
    """The parsed line, if it is not longer or deeper than a case may be."""
    if len(line) > MOST_BYTES:
        raise HandError.of("case.too_long", most=MOST_BYTES)
    if deeper(line, MOST_DEPTH):
        raise HandError.of("case.too_deep", most=MOST_DEPTH)
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HandError.of("case.not_json", why=str(error)) from None


def answer_line(line: str | bytes) -> dict[str, Any]:
    """The answer to one line of text, as plain data."""
    return _plain(answered(line))


def answer(case: dict[str, Any], houses: Houses = NO_HOUSES) -> dict[str, Any]:
    """The answer to one case, as plain data; raises an error that lists everything that is wrong with it.

    >>> answer({"kind": "score", "ruleset": "hk-standard", "seat": "E", "round": "E", "hand": "1119m 999p 111s 99s 9m",
    ...         "win": "9s", "by": "self_draw", "flowers": "2f"})["fan"]
    19
    """
    return _plain(_answer(case, None, houses))


def _plain(shape: CaseAnswer | AnswerShape[CaseAnswer] | RefusalShape) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shape))
    return plain


def _answer(case: dict[str, Any], spend: Spend | None, houses: Houses) -> CaseAnswer:
    problems: list[Problem] = []
    kind = case.get("kind", "score")
    if not isinstance(kind, str) or kind not in CASE_KINDS:
        guess = nearest(str(kind), CASE_KINDS)
        problems.append(
            problem(
                "case.kind",
                kind=str(kind)[:40],
                hint=say("hint.did_you_mean", guess=guess) if guess else say("hint.known", names=CASE_KINDS),
            )
        )
        raise HandError(problems)
    if not case.keys() <= _KEYS_OF[kind]:
        unknown = {key: "" for key in case if key not in _KEYS_OF[kind]}
        Reader(unknown, problems).unknown((*CASE_HEAD, *KIND_KEYS[kind]))
    rules = None
    try:
        rules = case_ruleset(case, houses)
    except SikwuError as error:
        problems += error.problems
    if kind == "score" and rules is not None and not problems and "wild" not in case:
        packed = packed_under(case, rules)
        if packed is not None:
            return score_shape(score(packed, rules))
    own = {key: value for key, value in case.items() if key in KIND_KEYS[kind]}
    if kind == "score":
        return _answer_score({key: own[key] for key in own if key != "wild"}, rules, problems, own.get("wild"))
    if kind == "multi_win":
        return _answer_multi_win(own, rules, problems)
    if kind == "false_win":
        return _answer_false_win(own, rules, problems)
    if problems:
        raise HandError(problems)
    assert rules is not None
    if kind == "deal":
        from sikwu.play.answer import answer_deal  # imported only for deals

        return deal_answer_shape(answer_deal(case, rules))
    from sikwu.book import answer_book  # imported only for books

    return book_answer_shape(answer_book(case, rules, spend))


def _size(win: Win) -> int:
    """The hand size of the game that a win seems to belong to, if the rules cannot tell."""
    return 13 if len(win.hand.concealed) + 3 * len(win.hand.melds) < 15 else 16


def _answer_score(
    case: dict[str, Any], rules: Ruleset | None, problems: list[Problem], wild: object = None
) -> ScoreShape:
    """The score of a case; `wild`: the kinds of tiles that stand for any other (百搭), as text."""
    win = kinds = None
    try:
        if wild is not None:
            kinds = wild_kinds(wild if isinstance(wild, str) else "")
    except SikwuError as error:
        problems += error.problems
    try:
        win = Win.from_case(case)
        if rules is None or problems:
            problems += win.problems(rules.document.size if rules else _size(win))
    except SikwuError as error:
        problems += error.problems
    if problems:
        raise HandError(problems)
    assert rules is not None
    assert win is not None
    if kinds is None:
        return score_shape(score(win, rules))
    told = score_wild(win, rules, kinds)
    return msgspec.structs.replace(score_shape(told.score), stands=told.text)


def _answer_multi_win(case: dict[str, Any], rules: Ruleset | None, problems: list[Problem]) -> SettlementShape:
    reader = Reader(case, problems)
    discarder, streak, robbed = reader.wind("from", needed=True), reader.number("streak"), reader.flag("robbed")
    given = reader.inner("claims")
    claims: dict[Wind, int] = {}
    misread = False
    for seat in [seat for seat in Wind if seat.text in given.raw]:
        faults = len(problems)
        claims[seat] = given.number(seat.text)
        misread |= len(problems) > faults
    given.unknown(tuple(seat.text for seat in Wind))
    orphans = _orphans(case.get("orphans"), claims, problems)
    if not given.raw and not claims and isinstance(case.get("claims", {}), dict):
        problems.append(problem("case.claims"))
    if discarder in claims:
        problems.append(problem("case.own_claim", seat=discarder))
    problems += _number_problems({"streak": streak}, 255)
    problems += _number_problems({f"claims.{seat.text}": fan for seat, fan in claims.items()}, MOST_FAN)
    for seat, fan in claims.items() if rules and not misread else ():
        assert rules is not None
        # The winner's own dealer fan count towards the minimum, as in the score.
        least = rules.minimum - rules.money.dealer.of_winner(seat, max(streak, 0))
        least -= payer_fan(rules, seat, discarder, max(streak, 0)) if discarder is not None else 0
        if 0 <= fan < least:
            problems.append(problem("case.below_minimum", seat=seat, fan=fan, least=least))
    if problems:
        raise HandError(problems)
    assert rules is not None
    assert discarder is not None
    done = settle(ClaimedWins(discarder, claims, streak, robbed, orphans), rules)
    return settlement_shape(done, short=True)


def _orphans(value: object, claims: dict[Wind, int], problems: list[Problem]) -> frozenset[Wind]:
    """The claims that are thirteen orphans, which some houses exempt from the head bump (截糊)."""
    if value is None:
        return frozenset()
    seats = {seat.text: seat for seat in claims}
    if isinstance(value, list) and all(isinstance(each, str) and each in seats for each in value):
        return frozenset(seats[each] for each in value)
    problems.append(problem("case.orphans"))
    return frozenset()


def _answer_false_win(case: dict[str, Any], rules: Ruleset | None, problems: list[Problem]) -> SettlementShape:
    reader = Reader(case, problems)
    offender, streak = reader.wind("seat", needed=True), reader.number("streak")
    problems += _number_problems({"streak": streak}, 255)
    if problems:
        raise HandError(problems)
    assert rules is not None
    assert offender is not None
    return settlement_shape(settle(FalseWin(offender), rules), short=True)


def _number_problems(numbers: dict[str, int], most: int) -> list[Problem]:
    below = [problem("number.too_small", name=name, value=n, least=0) for name, n in numbers.items() if n < 0]
    above = [problem("number.too_large", name=name, value=n, most=most) for name, n in numbers.items() if n > most]
    return below + above


def case_ruleset(case: dict[str, Any], houses: Houses = NO_HOUSES) -> Ruleset:
    """The ruleset that a case names, with its options; for a hash, the rules of the house with that hash; for `house`,
    the rules of that text.
    """
    if "house" in case:
        return _house_rules(case)
    rules, told = _named_rules(case), case.get("rules")
    if told is None or told == rules.hash:
        return rules
    house = houses.get(told) if isinstance(told, str) else None
    given = case.get("options") or {}
    if (
        house is None
        or house.document is not rules.document
        or any(house.settings[i] != rules.settings[i] for i in given)
    ):
        raise HandError.of("case.rules", told=str(told)[:40])
    return house


def _house_rules(case: dict[str, Any]) -> Ruleset:
    """The rules of a file whose whole text the case holds; then it names no others."""
    text = case["house"]
    if not isinstance(text, str) or case.keys() & {"ruleset", "options"}:
        raise HandError.of("case.house")
    rules = _read_house(text)
    if case.get("rules", rules.hash) != rules.hash:
        raise HandError.of("case.rules", told=str(case["rules"])[:40])
    return rules


@lru_cache(64)
def _read_house(text: str) -> Ruleset:
    from sikwu.rules.files import from_toml  # seldom needed

    return from_toml(text)


def _named_rules(case: dict[str, Any]) -> Ruleset:
    name = case.get("ruleset", "hk-standard")
    options = case.get("options") or {}
    if not isinstance(name, str) or not isinstance(options, dict):
        raise HandError.of("case.ruleset")
    if len(options) > MOST_OPTIONS:
        raise HandError.of("case.too_many", name="options", count=len(options), most=MOST_OPTIONS)
    if not options:
        return ruleset(name)
    try:
        return _chosen(name, tuple(options.items()), tuple(map(type, options.values())))
    except TypeError:  # a list cannot be a key
        return ruleset(name).with_options(options)


@lru_cache(256)
def _chosen(name: str, options: tuple[tuple[str, Any], ...], kinds: tuple[type, ...]) -> Ruleset:
    """The rules for some options, cached by value and type (true is not 1): the same ones occur again and again."""
    return ruleset(name).with_options(dict(options))


def _refused(id: object, error: SikwuError) -> RefusalShape:
    return RefusalShape(id, error_shape(error, short=True))
