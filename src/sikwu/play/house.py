"""The rules of a house in a record: the whole rules file as one text in its first line, written, read and checked.

Rules that differ from a document by options alone stand in a record as those options; then it holds no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from msgspec import UNSET, UnsetType

from sikwu.play.parts import OptionValue
from sikwu.play.problems import PlayError
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.presets import BOOKS, document, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, SikwuError, problem, say


class RulesTold(Protocol):
    """A line that names rules; the first line of a record is one."""

    @property
    def ruleset(self) -> str:
        """The document."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """What differs from it."""

    @property
    def rules(self) -> str:
        """The hash of the rules in force."""

    @property
    def house(self) -> str | UnsetType:
        """The whole rules file, where the rules hold more than options."""


def has_own_rules(rules: Ruleset) -> bool:
    """Do the rules hold more than options: patterns or prices of a house?"""
    return bool(rules.house) or rules.price_table is not None


def house_file(rules: Ruleset) -> str:
    """The rules file that a record holds; empty where options say everything. What no file can tell is refused.

    >>> from sikwu import ruleset
    >>> house_file(ruleset("hk-standard").with_options({"limit.cap_fan": 8}))
    ''
    """
    if rules.document.id not in BOOKS or document(rules.document.id) is not rules.document:
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
    return PlayError((problem("play.house_rules", why=why),))


@lru_cache(64)
def _read(text: str) -> Ruleset:
    return from_toml(text)


def rules_of_header(head: RulesTold) -> Ruleset:
    """The rules that a record's first line names; an error where it does not agree with itself."""
    if head.ruleset not in BOOKS:
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


def check_hash(rules: Ruleset, head: RulesTold) -> None:
    """Refuses a record that was made by other rules than ours of that name."""
    if rules.hash != head.rules:
        raise PlayError((problem("play.record_rules", told=head.rules[:40], own=rules.hash),))


def _check(house: Ruleset, plain: Ruleset) -> None:
    """Refuses a file that says something else than the line, or nothing more."""
    if house.id != plain.id:
        raise _wrong(say("play.why.house_ruleset", house=house.id, told=plain.id))
    if house.settings != plain.settings:
        raise _wrong(say("play.why.house_options"))
    if not has_own_rules(house):
        raise _wrong(say("play.why.house_plain"))


def _wrong(why: Message) -> PlayError:
    return PlayError((problem("play.record_deal", line=1, why=why),))
