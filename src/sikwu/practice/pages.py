"""The results of practice tools as data types that leave the process."""

from __future__ import annotations

from sikwu.practice.trying import Trial, WinWorth
from sikwu.wire.pages import rules_shape
from sikwu.wire.scores import payments_shape
from sikwu.wire.served import PreviewHandShape, PreviewShape, WorthUnderShape


def trial_shape(trial: Trial) -> PreviewShape:
    """The trial of an option."""
    hands = tuple(
        PreviewHandShape(each.win.text, _worth_shape(each.before), _worth_shape(each.after), each.differs)
        for each in trial.wins
    )
    value = trial.after.settings[trial.option]
    return PreviewShape(trial.option, value, rules_shape(trial.before), rules_shape(trial.after), hands)


def _worth_shape(worth: WinWorth | None) -> WorthUnderShape | None:
    if worth is None:
        return None
    told, paid = worth.score, None if worth.payments is None else payments_shape(worth.payments)
    return WorthUnderShape(told.fan, told.capped, told.valid, told.patterns, paid)
