"""Finds the rules that a request names: by name, by the changes of a house, or by the hash of rules seen before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any, Protocol

import msgspec

from sikwu.rules.files import TABLES, from_data, from_record, from_toml, to_toml
from sikwu.rules.limits import MOST_PATTERNS, MOST_TEXT, within
from sikwu.rules.presets import ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, say
from sikwu.wire.asked import House, Rules

TABLE_KEYS = tuple(table.key for table in TABLES)
MOST_KEPT = 512
"""The most rulesets kept in memory."""


class Shelf(Protocol):
    """A store for rules that were seen."""

    def keep(self, hash: str, toml: str) -> None:
        """Stores the text of rules."""

    def toml(self, hash: str) -> str | None:
        """The text of stored rules."""


class References:
    """The rules of references; those of houses are made once and cached.

    >>> references = References()
    >>> references.find("hk-common").id
    'hk-common'
    >>> house = references.find(House(options={"limit.cap_fan": 8}))
    >>> house.cap, references.find(House(hash=house.hash)) is house
    (8, True)
    """

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = shelf
        self._made: OrderedDict[bytes, Ruleset] = OrderedDict()
        self._seen: OrderedDict[str, Ruleset] = OrderedDict()
        self._lock = Lock()

    def find(self, reference: Rules) -> Ruleset:
        """The rules of a reference."""
        if isinstance(reference, str):
            return ruleset(reference)
        if reference.hash is not None:
            return self._hashed(reference)
        key = msgspec.json.encode(reference, order="sorted")
        with self._lock:
            found = self._made.get(key)
        if found is None:
            found = _made(reference)
            with self._lock:
                _put(self._made, key, found)
                _put(self._seen, found.hash, found)
        return found

    def addressed(self, given: Mapping[str, str]) -> Ruleset:
        """The rules that an address names: a `hash` of rules seen before, otherwise an `id`."""
        hash = given.get("hash")
        return self.find(House(hash=hash)) if hash else ruleset(given["id"])

    def of_text(self, toml: str) -> Ruleset:
        """The rules of a file's text."""
        rules = from_toml(toml)
        check_house(len(rules.house), [repr(row.when) for each in rules.house for row in each.pattern.rows])
        with self._lock:
            _put(self._seen, rules.hash, rules)
        return rules

    def see(self, rules: Ruleset) -> None:
        """Remembers rules by their hash while this process runs: those of every book in memory."""
        with self._lock:
            _put(self._seen, rules.hash, rules)

    def keep(self, rules: Ruleset) -> None:
        """Remembers rules by their hash, also after a restart."""
        self.see(rules)
        if self.shelf is not None:
            self.shelf.keep(rules.hash, to_toml(rules))

    def _hashed(self, reference: House) -> Ruleset:
        hash = str(reference.hash)
        if reference != House(hash=hash):
            raise RulesError.of("rules.hash_alone")
        with self._lock:
            found = self._seen.get(hash) or _documented().get(hash)
        if found is None and self.shelf is not None and (toml := self.shelf.toml(hash)) is not None:
            found = from_record(toml)
            with self._lock:
                _put(self._seen, found.hash, found)
        if found is None or found.hash != hash:
            raise RulesError.of("rules.unknown", hash=hash)
        return found


def _made(house: House) -> Ruleset:
    check_house(len(house.patterns), (each.get("when") for each in house.patterns))
    data: dict[str, Any] = {"ruleset": house.base, "options": house.options, "patterns": house.patterns}
    if house.prices is not None:
        data["prices"] = house.prices
    if house.name is not None:
        data["name"] = house.name
    if other := [key for key in house.tables if key not in TABLE_KEYS]:
        raise RulesError.of("house.unknown", name=other[0][:60], hint=say("hint.known", names=TABLE_KEYS))
    data |= house.tables
    return from_data(data)


def check_house(count: int, conditions: Iterable[object]) -> None:
    """Refuses a house that adds more than the server accepts."""
    within("patterns", count, MOST_PATTERNS)
    for when in conditions:
        within("text", len(when) if isinstance(when, str) else 0, MOST_TEXT)


def _documented() -> dict[str, Ruleset]:
    """The rules that have a name, by their hash."""
    if not _NAMED:
        from sikwu.rules.presets import names

        for name in reversed(names()):  # of two equal rulesets, the document's own wins
            _NAMED[ruleset(name).hash] = ruleset(name)
    return _NAMED


_NAMED: dict[str, Ruleset] = {}


def _put(kept: OrderedDict[Any, Ruleset], key: object, rules: Ruleset) -> None:
    kept[key] = rules
    kept.move_to_end(key)
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
