"""Messages, problems, rule texts, amounts, and names of rules."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

Amount = int | float | str
"""Money: a number if JSON holds it exactly, otherwise its fraction as text."""
SeatAmounts = dict[str, Amount]
"""Money of each seat or player."""


# --- texts


class MessageShape(Struct, frozen=True, omit_defaults=True):
    """A message: a code with its facts, and the words in the requested languages."""

    code: str
    facts: dict[str, Any]
    yue: str | None = None
    zh: str | None = None
    en: str | None = None


class ProblemShape(MessageShape, frozen=True, omit_defaults=True):
    """A problem, and its place in the text: from where to where."""

    at: tuple[int, int] | None = None


class ErrorShape(Struct, frozen=True, omit_defaults=True):
    """An error: the code of the first problem, the sentences of all, and each problem with its facts."""

    code: str
    message: str
    message_zh: str
    message_yue: str | None = None
    problems: tuple[ProblemShape, ...] | None = None


class TextShape(Struct, frozen=True):
    """A name or sentence that belongs to a rule; `yue` only if spoken Cantonese differs from written Chinese."""

    zh: str
    en: str
    yue: str | UnsetType = UNSET


class PatternNameShape(Struct, frozen=True):
    """The names of a pattern."""

    zh: str
    jyutping: str
    en: str


# --- money


class TransferShape(Struct, frozen=True):
    """One payment, and its reason."""

    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount
    why: MessageShape


class SettlementShape(Struct, frozen=True, omit_defaults=True):
    """The payments for the end of a hand; `payments` sum to zero."""

    payments: SeatAmounts
    winners: tuple[str, ...] = ()
    transfers: tuple[TransferShape, ...] = ()
    liable: str | None = None


# --- which rules


class RulesShape(Struct, frozen=True):
    """The rules in short form; `changes`: the number of changes from the rules they are named after; `flowers`: whether
    flowers are played."""

    id: str
    hash: str
    min: int
    cap: int | None
    changes: int
    flowers: bool
