"""A hand in any state: unfinished, ready, full, won, or impossible."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sikwu.choices import possible
from sikwu.explaining import explain, name_of
from sikwu.hand import Hand, Meld
from sikwu.looking import HandState, Look, look
from sikwu.reasons import near_misses
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import HandError, NotationError, Problem, SikwuError, say
from sikwu.verdict import Verdict, judged
from sikwu.win import By, Win
from sikwu.wire.asked import HandRequest
from sikwu.wire.pages import look_shape, rules_shape
from sikwu.wire.scores import Langs, explained_shape, maybe_message, message_shape, name_shape, problem_shape
from sikwu.wire.served import (
    FullHandShape,
    HandShape,
    ImpossibleHandShape,
    MeldShape,
    NearPatternShape,
    ReadyHandShape,
    TilesShape,
    UnfinishedHandShape,
    WinShape,
)
from sikwu.wording import situation

WAYS = {by.text: by for by in By}


def hand(request: HandRequest, rules: Ruleset, words: Langs = ()) -> HandShape:
    """Everything that can be said of a hand.

    >>> from sikwu import ruleset
    >>> def told(text):
    ...     return hand(HandRequest(text), ruleset("hk-standard"))
    >>> told("22678m 白白 (發發發<E) (中中中<N) 26f seat=S").waits[1].discard.fan
    13
    >>> [type(told(text)).__name__ for text in ("", "123m", "123m 456p 789s EE 中中 +中", "123m 9x")]
    ['UnfinishedHandShape', 'UnfinishedHandShape', 'WinShape', 'ImpossibleHandShape']
    """
    try:
        win = _read(request)
    except NotationError as error:
        size = rules.document.size
        wrong = tuple(problem_shape(each, words) for each in error.problems)
        short = rules_shape(rules)
        return ImpossibleHandShape(text=request.text, size=size, missing=size + 1, rules=short, problems=wrong)
    if not request.text.strip():
        return UnfinishedHandShape(missing=rules.document.size + 1, **_common(win, rules, words))
    if win.tile is None and win.by is not By.FLOWERS:
        return _unfinished(win, look(win, rules), (), rules, words)
    try:
        return win_shape(judged(win, rules), rules, words, picker=True, near=request.near)
    except SikwuError as error:
        return _not_won(win, error.problems, rules, words)


def _read(request: HandRequest) -> Win:
    win = Win.parse(request.text)
    if request.by is None:
        return win
    if request.by not in WAYS:
        known = say("want.one_of", words=list(WAYS))
        raise HandError.of("value.bad", name="by", value=f'"{request.by[:30]}"', want=known)
    said = win.tile is not None or win.by is not By.SELF_DRAW
    return win if said else replace(win, by=WAYS[request.by])


def _not_won(win: Win, problems: tuple[Problem, ...], rules: Ruleset, words: Langs) -> HandShape:
    """The answer for a text that names a winning tile but is no win: if only the tiles are wrong, the hand including
    that tile is examined.
    """
    codes = {each.code for each in problems}
    count = len(win.hand.concealed) + 3 * len(win.hand.melds)
    if win.tile is not None and not win.tile.is_flower and codes <= _NO_WIN and count <= rules.document.size:
        hand = Hand.of((*win.hand.concealed, win.tile, *win.hand.flowers), win.hand.melds)
        told = look(replace(win, hand=hand, tile=None), rules)
        if told.state is not HandState.IMPOSSIBLE:
            return _unfinished(win, told, problems, rules, words)
    return _impossible(win, problems, rules, words)


_NO_WIN = frozenset(("tiles.count", "win.not_complete", "win.not_ready", "win.pairs_not_played", "feeder.missing"))
"""The codes for faults in the tiles of an unfinished hand."""


def _impossible(win: Win, problems: tuple[Problem, ...], rules: Ruleset, words: Langs) -> ImpossibleHandShape:
    wrong = tuple(problem_shape(each, words) for each in problems)
    return ImpossibleHandShape(missing=_missing(win, rules), problems=wrong, **_common(win, rules, words))


def _missing(win: Win, rules: Ruleset) -> int:
    held = len(win.hand.concealed) + 3 * len(win.hand.melds) + (win.tile is not None)
    return max(rules.document.size + 1 - held, 0)


def _unfinished(win: Win, told: Look, problems: tuple[Problem, ...], rules: Ruleset, words: Langs) -> HandShape:
    if told.state is HandState.IMPOSSIBLE:
        return _impossible(win, told.problems, rules, words)
    common = _common(win, rules, words)
    common["problems"] = tuple(problem_shape(each, words) for each in problems)
    shape = look_shape(told, words)
    if told.state is HandState.READY:
        return ReadyHandShape(missing=1, away=1, useful=shape.useful, waits=shape.waits, **common)
    if told.state is HandState.FULL:
        return FullHandShape(missing=0, away=told.away or 0, discards=shape.discards, wins=shape.wins, **common)
    return UnfinishedHandShape(missing=told.missing, away=told.away, useful=shape.useful, **common)


# --- a win


def win_shape(
    verdict: Verdict, rules: Ruleset, words: Langs = (), picker: bool = False, near: bool = False
) -> WinShape:
    """A win with its full explanation; for a `picker` also with the other possible choices and the patterns that
    nearly hold.
    """
    told = explained_shape(verdict.score, explain(verdict.score), verdict.paid, words)
    missed = near_misses(verdict.score) if near else ()
    common = _common(verdict.win, rules, words) if picker else _plain(verdict.win, rules)
    return WinShape(
        missing=0,
        fan=told.fan,
        capped=told.capped,
        valid=told.valid,
        headline=told.headline,
        # The discarder may be unknown: then the score was made with a seat that is possible.
        situation=told.situation if verdict.win is verdict.score.win else message_shape(situation(verdict.win), words),
        label=told.label,
        limit=told.limit,
        counted=told.counted,
        dropped=told.dropped,
        ceiling=told.ceiling,
        spicy=told.spicy,
        reading=told.reading,
        others=told.others,
        waits=told.waits,
        payments=told.payments,
        transfers=told.transfers,
        liable=told.liable,
        worth=told.worth,
        unpaid=maybe_message(verdict.unpaid, words),
        near=tuple(
            NearPatternShape(id, name_shape(name_of(rules.pattern(id))), rules.worth(id) or 0, failing, parts)
            for id, failing, parts in missed
        ),
        **common,
    )


# --- parts of every answer


def _plain(win: Win, rules: Ruleset) -> dict[str, Any]:
    return {"text": win.text, "size": rules.document.size, "rules": rules_shape(rules), "tiles": tiles_shape(win)}


def _common(win: Win, rules: Ruleset, words: Langs) -> dict[str, Any]:
    choices = possible(win, rules, asked_only=True)
    return {
        **_plain(win, rules),
        "chips": {name: maybe_message(choice.problem, words) for name, choice in choices.items()},
        "asked": tuple(name for name, choice in choices.items() if choice.asked),
        "chosen": tuple(name for name, choice in choices.items() if choice.chosen),
    }


def tiles_shape(win: Win) -> TilesShape:
    """The tiles of a hand by part."""
    return TilesShape(
        tuple([tile.text for tile in win.hand.concealed]),
        tuple(map(_meld, win.hand.melds)),
        None if win.tile is None else win.tile.text,
        tuple([tile.text for tile in win.hand.flowers]),
        win.by.text,
        None if win.feeder is None else win.feeder.text,
        win.seat.text,
        win.round.text,
        win.streak,
        win.at.to_case(),
    )


def _meld(meld: Meld) -> MeldShape:
    fed = None if meld.feeder is None else meld.feeder.text
    return MeldShape(meld.kind.text, tuple([tile.text for tile in meld.tiles]), fed, meld.same_turn, meld.fresh)
