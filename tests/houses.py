"""Random house rules: a document with changed options, patterns and prices, in the form of a rules file."""

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
    """Playable rules with something besides options; `refused` counts why others are not playable."""
    while True:
        try:
            rules = from_toml(house_text(chance, tables=False))
            rules = rules.with_options({"hand.min_fan": chance.randrange(4), "play.rounds": 1})
            check_playable(rules)
        except SikwuError as error:
            if refused is not None:
                refused[error.code] += 1
            continue
        if has_own_rules(rules):
            return rules
