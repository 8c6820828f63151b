"""House rules in a record: the first line holds the whole rules file as one text. This module writes, reads and checks it.

If rules differ from a document only by options, the record holds those options and no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from msgspec import UNSET, UnsetType

from sikwu.play.parts import OptionValue
from sikwu.play.problems import PlayError
from sikwu.rules.files import from_record, to_toml
from sikwu.rules.presets import DOCUMENTS, document, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, SikwuError, problem, say


class RulesLine(Protocol):
    """A line that names rules; the first line of a record is one."""

    @property
    def ruleset(self) -> str:
        """The document."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options that differ from the document."""

    @property
    def rules(self) -> str:
        """The hash of the rules in force."""

    @property
    def house(self) -> str | UnsetType:
        """The whole rules file, if the rules hold more than options."""


def has_own_rules(rules: Ruleset) -> bool:
    """Whether the rules hold more than options: own patterns, prices or further tables of a house."""
    return bool(rules.house) or bool(rules.tables) or rules.price_table is not None


def house_file(rules: Ruleset) -> str:
    """The text of the rules file for a record; empty if options are enough. Raises an error for rules that no file
    can express.

    >>> from sikwu import ruleset
    >>> house_file(ruleset("hk-standard").with_options({"limit.cap_fan": 8}))
    ''
    """
    if rules.document.id not in DOCUMENTS or document(rules.document.id) is not rules.document:
        raise _refused(say("play.why.house_document", rules=rules.document.id))
    if not has_own_rules(rules):
        return ""
    try:
        text = to_toml(rules)
        again = _read(text)
    except SikwuError as error:
        raise PlayError([problem("play.house_rules", why=each) for each in error.problems]) from None
    if again.hash != rules.hash:
        raise _refused(say("play.why.house_meaning"))
    return text


def _refused(why: Message) -> PlayError:
    return PlayError.of("play.house_rules", why=why)


@lru_cache(64)
def _read(text: str) -> Ruleset:
    return from_record(text)


def rules_of_header(head: RulesLine) -> Ruleset:
    """The ruleset that a record's first line names; raises an error if the line contradicts itself."""
    if head.ruleset not in DOCUMENTS:
        raise _wrong(say("play.why.ruleset"))
    try:
        plain = ruleset(head.ruleset).with_options(head.options)
        house = plain if head.house is UNSET else _read(head.house)
    except SikwuError as error:
        raise PlayError([problem("play.record_deal", line=1, why=each) for each in error.problems]) from None
    if head.house is not UNSET:
        _check(house, plain)
        check_hash(house, head)
    return house


def check_hash(rules: Ruleset, head: RulesLine) -> None:
    """Raises an error if the record was made under rules that differ from ours of the same name."""
    if rules.hash != head.rules:
        raise PlayError.of("play.record_rules", told=head.rules[:40], own=rules.hash)


def _check(house: Ruleset, plain: Ruleset) -> None:
    """Raises an error if the file contradicts the line, or adds nothing to its options."""
    if house.id != plain.id:
        raise _wrong(say("play.why.house_ruleset", house=house.id, told=plain.id))
    if house.settings != plain.settings:
        raise _wrong(say("play.why.house_options"))
    if not has_own_rules(house):
        raise _wrong(say("play.why.house_plain"))


def _wrong(why: Message) -> PlayError:
    return PlayError.of("play.record_deal", line=1, why=why)
