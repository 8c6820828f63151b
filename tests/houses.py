"""Rules of houses by chance: a document with options, patterns and prices of its own, as a rules file holds them."""

from __future__ import annotations

from collections import Counter
from random import Random

from hostile.rule_files import house as house_text
from sikwu.play.house import has_own_rules
from sikwu.rules.files import from_toml
from sikwu.rules.playable import check_playable
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError


def random_house(chance: Random, refused: Counter[str] | None = None) -> Ruleset:
    """Rules with something in them that is no option, which can be played; `refused` counts why others cannot."""
    while True:
        try:
            rules = from_toml(house_text(chance))
            rules = rules.with_options({"hand.min_fan": chance.randrange(4), "play.rounds": 1})
            check_playable(rules)
        except SikwuError as error:
            if refused is not None:
                refused[error.code] += 1
            continue
        if has_own_rules(rules):
            return rules
