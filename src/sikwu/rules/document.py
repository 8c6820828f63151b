"""One source document as data: patterns, prices, options, liability rules, payment and play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from sikwu.rules.changes import RuleChange, Value
from sikwu.rules.duty import Duty
from sikwu.rules.options import Option
from sikwu.rules.pattern import Pattern, Text, Worth
from sikwu.rules.play import HONG_KONG, Customs
from sikwu.rules.schemes import HongKongMoney, Scheme

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Document:
    """The rules of one document: everything that is the same for every house."""

    id: str
    name: Text
    says: Text
    source: str
    size: int
    """Tiles in a hand: 13 or 16."""
    texts: str
    """The folder that holds the words of its options."""
    patterns: tuple[Pattern, ...]
    options: tuple[Option, ...]
    prices: Mapping[str, Worth]
    defaults: Mapping[str, Value]
    limit_hands: tuple[str, ...] = ()
    at_first: tuple[RuleChange, ...] = ()
    at_last: tuple[RuleChange, ...] = ()
    tie_order: tuple[str, ...] = ()
    duties: tuple[Duty, ...] = ()
    """The liability rules; of two completed by one meld the first is named."""
    hot: tuple[str, ...] = ()
    """Noted rows that make 雙辣, if it is played (R9)."""
    pays: Callable[[Ruleset], Scheme] = HongKongMoney.of
    """The payment scheme."""
    plays: Customs = HONG_KONG
    """How it is played if no option says otherwise."""

    @property
    def sets(self) -> int:
        """The number of sets in a complete hand."""
        return self.size // 3

    def __reduce__(self) -> tuple[object, ...]:
        from sikwu.rules.presets import DOCUMENTS, document

        if self.id in DOCUMENTS and document(self.id) is self:
            return document, (self.id,)
        return Document, tuple(getattr(self, each.name) for each in fields(self))
