"""The kernel's deals compared with the slow twin: the same windows, legal actions, events and wins."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from reference.deal import Deal as Twin
from reference.samples import many
from sikwu import ruleset
from sikwu.play.deal import Deal
from sikwu.play.lines import Line
from sikwu.reading import tiles_away
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Wind
from test_playthroughs import FILES, wall_of

RULESETS = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
TILES = [kind for kind in range(KINDS) for _ in range(4)] + list(range(KINDS, KINDS + 8))
# Options of play, tried beside each other; a ruleset takes those that it has.
PLAYED: dict[str, Sequence[Any]] = {
    "tiles.flowers_in_play": (True, True, False),
    "tiles.reserved": (0, 16),
    "play.flowers_at_deal": ("passes", "each_seat"),
    "play.kong_after_claim": (False, True),
    "play.claim_last_discard": (False, True),
    "play.allow_false_wins": (False, False, False, True),
    "hand.min_fan": (0, 0, 1, 3),
    "win.multiple_winners": ("head_bump", "all_win"),
    "thirteen_orphans.immune_to_head_bump": (False, True),
    "win.passed_win_rule": ("off", "same_go_around", "same_tile", "self_draw_too"),
    "play.chows": (True, True, True, False),
    "play.after_claim": ("any", "not_same", "not_either_end"),
    "play.passed_pungs": (False, True),
    "win.own_discards_locked": (False, True),
    "win.three_winners_void": (False, True),
    "win.on_last_discard": (True, False),
    "thirteen_orphans.rob_concealed_kong": (True, False),
    "robbing_kong.exposed": (True, False),
    "robbing_kong.exposed_payer": ("konging_player", "original_discarder"),
    "robbing_kong.concealed": ("thirteen_orphans_only", "never"),
    "concealed_kong.hidden": (False, True),
    "flower_win.enabled": (True, True, False),
    "flower_win.non_dealer_waits_first_draw": (True, False),
    "flower_win.may_wait_for_eighth": (False, True),
    "seven_rob_one.enabled": (False, True),
    "flower_win.eight_immediate": ("optional", "forced", "off"),
    "flower_win.seven_waits_for_eighth": (False, True),
    "ready.declaration": (True, True, False),
    "concealed_ready.enabled": (False, True),
    "hand.min_counts_payer": (False, True),
}


def some_rules(name: str, chance: Random) -> Ruleset:
    """A ruleset with some of its options of play changed."""
    rules = ruleset(name)
    known = {option.id: option for option in rules.options}
    chosen = {id: chance.choice(values) for id, values in PLAYED.items() if id in known and chance.random() < 0.5}
    return rules.with_options(
        {id: value for id, value in chosen.items() if known[id].problem(value, frozenset()) is None}
    )


def some_wall(chance: Random) -> list[int]:
    """A wall, often favourable for kongs, flowers or quick wins."""
    wall, style = list(TILES), chance.randrange(4)
    chance.shuffle(wall)
    if style == 1:  # a few kinds come early
        first = set(chance.sample(range(KINDS), 16))
        wall.sort(key=lambda tile: tile not in first and chance.random() < 0.85)
    elif style == 2:  # flowers come to one place
        flowers = [tile for tile in wall if tile >= KINDS]
        rest = [tile for tile in wall if tile < KINDS]
        at = chance.randrange(0, 120)
        wall = rest[:at] + flowers + rest[at:]
    elif style == 3:  # equal kinds are adjacent
        wall = sorted(TILES, key=lambda tile: (tile // 3 * 7919) % 31 + chance.random() * 6)
    return wall


def without(hand: bytes, kind: int) -> bytes:
    rest = bytearray(hand)
    rest[kind] -= 1
    return bytes(rest)


def eager(legal: Sequence[int], hand: bytes, shapes: int, chance: Random) -> int:
    """Chooses so that much happens: kongs, wins and declarations more often than their number, discards that keep a hand near."""
    if 1 in legal and chance.random() < 0.6:
        return 1
    rare = [action for action in legal if action == 2 or 37 <= action <= 71 or action >= 76]
    if rare and chance.random() < 0.35:
        return chance.choice(rare)
    discards = [action for action in legal if 3 <= action < 37]
    if discards and chance.random() < 0.9:
        away = {action: tiles_away(without(hand, action - 3), shapes) for action in discards}
        least = min(away.values())
        return chance.choice([action for action in discards if away[action] == least])
    if 0 in legal and chance.random() < 0.6:
        return 0
    plain = [action for action in legal if action != 145 or chance.random() < 0.02]
    return chance.choice(plain or list(legal))


def events(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """The events of lines, without the worth of a win; in the twin's form."""
    return [{key: each for key, each in line.to_dict().items() if key not in ("case", "answer")} for line in lines]


def play_both(rules: Ruleset, wall: list[int], chance: Random) -> Counter[str]:
    """One deal, decision by decision; what happened in it."""
    round, streak = chance.randrange(4), chance.randrange(3)
    dead = {chance.randrange(4): chance.randrange(8)} if chance.random() < 0.1 else {}
    twin = Twin(wall, rules, round, streak, dead)
    deal = Deal.start(wall, rules, Wind(round), streak, {Wind(seat): draw for seat, draw in dead.items()})
    seen, shapes = 0, rules.lowered.shapes
    lines = list(deal.lines)
    while twin.window is not None:
        assert events(lines) == [{k: v for k, v in event.items() if k != "win"} for event in twin.events[seen:]]
        seen = len(twin.events)
        window = deal.window
        assert window is not None
        asked = {int(seat): list(actions) for seat, actions in window.legal.items()}
        assert (window.at, list(asked.items())) == (twin.window.at, list(twin.window.legal.items()))
        lines = []
        order = list(asked)
        chance.shuffle(order)
        for seat in order:
            action = eager(asked[seat], deal.kernel.hand(seat), shapes, chance)
            twin.answer(seat, action)
            lines += deal.apply(Wind(seat), action)
    assert deal.over
    assert events(lines) == [{k: v for k, v in event.items() if k != "win"} for event in twin.events[seen:]]
    assert deal.result == twin.result
    assert [win.pack() for win in twin.winners] == [win.pack() for win in deal.wins]
    told = Counter(line["type"] for line in twin.events)
    told.update(f"{win.by.text}" for win in twin.winners)
    for win in twin.winners:
        told.update(
            f"{name}={value}" for name, value in win.at.to_case().items() if name not in ("visible", "discards")
        )
    return told


PARTS, DEALS = many(1), 500 if many(1) > 1 else 200
"""200 deals a ruleset; in the long run 10,000, in parts that workers share."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", RULESETS)
def test_the_kernel_plays_as_the_twin(name: str, part: int) -> None:
    told: Counter[str] = Counter()
    for number in range(DEALS * part, DEALS * (part + 1)):
        chance = Random(f"{name} {number}")
        rules = some_rules(name, chance) if number % 2 else ruleset(name)
        told += play_both(rules, some_wall(chance), chance)
    assert told["hora"] > 10
    assert told["kakan"] > 5
    assert told["ankan"] > 5
    assert told["ryukyoku"] > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_kernel_plays_as_the_twin_where_much_can_happen(path: Path) -> None:
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    own = ruleset(said["ruleset"]).with_options(said.get("options", {}))
    wall = wall_of(said, own)
    for number in range(many(5)):
        chance = Random(f"{path.stem} {number}")
        same_size = [name for name in RULESETS if ruleset(name).document.size == own.document.size]
        rules = some_rules(chance.choice(same_size), chance) if number % 2 else own
        play_both(rules, wall, chance)
