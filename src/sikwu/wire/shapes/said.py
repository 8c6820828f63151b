"""Messages, problems, rule texts, amounts, and names of rules."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

Amount = int | float | str
"""Money: a number where a reader gets exactly it, else its fraction as text."""
Seats = dict[str, Amount]
"""Money of each seat or player."""


# --- texts


class MessageShape(Struct, frozen=True, omit_defaults=True):
    """Something said: a code with its facts, and the words in the languages asked for."""

    code: str
    facts: dict[str, Any]
    yue: str | None = None
    zh: str | None = None
    en: str | None = None


class ProblemShape(MessageShape, frozen=True, omit_defaults=True):
    """Something wrong, and from where to where of the text it stands."""

    at: tuple[int, int] | None = None


class ErrorShape(Struct, frozen=True, omit_defaults=True):
    """A refusal: the code of the first problem, the sentences of all, and each problem with its facts."""

    code: str
    message: str
    message_zh: str
    message_yue: str | None = None
    problems: tuple[ProblemShape, ...] | None = None


class TextShape(Struct, frozen=True):
    """A name or sentence that belongs to a rule; `yue` only where Cantonese says it otherwise than written Chinese."""

    zh: str
    en: str
    yue: str | UnsetType = UNSET


class NameShape(Struct, frozen=True):
    """What a pattern is called."""

    zh: str
    jyutping: str
    en: str


# --- money


class TransferShape(Struct, frozen=True):
    """One payment, and why."""

    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount
    why: MessageShape


class SettlementShape(Struct, frozen=True, omit_defaults=True):
    """What a hand's end costs everybody; `payments` sum to zero."""

    payments: Seats
    winners: tuple[str, ...] = ()
    transfers: tuple[TransferShape, ...] = ()
    liable: str | None = None


# --- which rules


class RulesShape(Struct, frozen=True):
    """Which rules, shortly; `changes`: in how many points they are not those they are named after."""

    id: str
    hash: str
    min: int
    cap: int | None
    changes: int
