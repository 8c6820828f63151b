"""Random further tables of a rules file, and whole houses made of all of them.

Prices of patterns, patterns that are off, parts of the price, conditions on a win, liability, side money.
"""

from __future__ import annotations

from random import Random

from sikwu.rules.files import from_toml
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError

PARTS = ("0", "1", "2", '"1/2"', '"1/4"', '"2/3"', '"1/6"', '"3/2"')
NEEDS = (
    "self_drawn | (suits == 1)",
    "tiles.of(NUM(2, 5, 8)) >= 1",
    "(pungs >= 1) | (flowers == 0)",
    "self_drawn",
    "~robbed_concealed",
)


def own_fan(chance: Random, rules: Ruleset) -> list[str]:
    """`[fan]` and `[off]` over the patterns in use."""
    used = [pattern.id for pattern in rules.patterns if rules.worth(pattern.id) is not None]
    chance.shuffle(used)
    off, priced = used[: chance.randrange(3)], used[3 : 4 + chance.randrange(8)]
    lines = ["[off]", f"patterns = {off!r}".replace("'", '"')] if off else []
    lines.append("[fan]")
    for id in priced:
        fan: object = chance.choice((0, 1, 2, 3, 5, 8, 13, 40, 100, 1000, '"limit"'))
        aside = chance.choice(("", "", f"fan = {fan}, toward_minimum = false", "toward_minimum = false"))
        lines.append(f"{id} = {fan}" if not aside else f"{id} = {{ {aside} }}")
    return lines


def own_pays(chance: Random, prices: bool = True) -> list[str]:
    """`[pays]`, and `[prices]` with one column or two."""
    keys = chance.sample(
        ("discarder", "others", "self_draw", "dealer", "dealer_fan", "repeat_fan"), chance.randrange(1, 5)
    )
    both = prices and chance.random() < 0.3
    lines = ["[pays]"]
    for key in keys:
        if key == "self_draw" and both:
            continue
        whole = key.endswith("_fan")
        value = (
            str(chance.randrange(4)) if whole else chance.choice(PARTS[1:] if key in ("dealer", "discarder") else PARTS)
        )
        lines.append(f"{key} = {value}")
    out = lines if len(lines) > 1 else []
    if both or (prices and chance.random() < 0.3):
        price, rows = 1, []
        for fan in range(chance.randrange(5, 12)):
            price += chance.randrange(9)
            rows.append(f"{fan} = [{price}, {price + fan}]" if both else f"{fan} = {price}")
        out += ["[prices]", *rows, f'then = "{chance.choice(("stay", "half_spicy", "full_spicy"))}"']
    return out


DUTIES = (
    'needs = 2\none_feeder = true\non = ["self_draw", "discard"]',
    'needs = 3\nhand = ["MAN", "PIN", "SOU"]\non = ["self_draw"]',
    'needs = 1\ntiles = "DRAGONS | WINDS"\nfresh = true\nkongs = true\non = ["self_draw", "discard"]\nshare = { discard = "half" }',
    'needs = 1\nshown = 1\nfeeder = "turn"\non = ["self_draw", "discard", "robbed"]\nshare = { discard = "rest" }',
    'feeder = "discarder"\nleft = 40\nfresh = true\non = ["discard"]\nshare = "rest"',
    'feeder = "kong"\non = ["self_draw"]\nshare = "alone"',
    'needs = 4\non = ["discard", "robbed"]\nshare = "whole"',
)
MADE = ("kong_exposed", "kong_added", "kong_concealed", "flower", "own_flower", "flower_set", "eight_flowers")
TOLD = ("deal", "win", "discard", "self_draw", "robbed", "draw", "dice_alike", "dice_one_two_three")


def own_duties(chance: Random, rules: Ruleset) -> list[str]:
    """`[[duties]]`: some of the kinds above, now and then only where a pattern counts."""
    lines = []
    used = [pattern.id for pattern in rules.patterns if rules.worth(pattern.id) is not None]
    for number, entry in enumerate(chance.sample(DUTIES, chance.randrange(1, 4))):
        lines += ["[[duties]]", f'id = "own_duty_{number}"', *entry.split("\n")]
        if chance.random() < 0.3:
            lines.append(f'{chance.choice(("counts", "unless"))} = ["{chance.choice(used)}"]')
    return lines


def own_payments(chance: Random, rules: Ruleset) -> list[str]:
    """`[[payments]]` on what play knows, on patterns, and on names of the house; with a pot or without."""
    lines, used = [], [pattern.id for pattern in rules.patterns if rules.worth(pattern.id) is not None]
    for number in range(chance.randrange(1, 6)):
        on = chance.choice(
            (chance.choice(MADE), chance.choice(TOLD), chance.choice(TOLD), chance.choice(used), "horse")
        )
        fed = ("feeder",) if on in ("kong_exposed", "kong_added", "discard", "robbed") else ()
        payer = chance.choice(("others", "everybody", "maker", "dealer", "pot", *fed))
        payee = chance.choice(("maker", "others", "everybody", "dealer", "pot"))
        amount = chance.choice((1, 2, 5, '"1/2"', '"1/3"', *(('"hand"',) if on != "draw" else ())))
        if payer == "pot" and chance.random() < 0.5:
            amount = '"all"'
        entry = [f'id = "own_payment_{number}"', f'on = "{on}"', f'from = "{payer}"', f'to = "{payee}"']
        lines += ["[[payments]]", *entry, f"amount = {amount}"]
        if chance.random() < 0.3:
            lines.append('times = "once"')
        if chance.random() < 0.3:
            lines.append(f"results = {chance.choice((['win'], ['draw'], ['win', 'draw']))!r}".replace("'", '"'))
    return lines


def own_patterns(chance: Random) -> list[str]:
    """`[[patterns]]` of a house."""
    lines = []
    for number in range(chance.randrange(1, 4)):
        when = chance.choice(WHEN)
        lines += ["[[patterns]]", f'id = "own_{number}"', f'when = "{when}"', f"fan = {chance.choice((0, 1, 2, 5))}"]
        if chance.random() < 0.3:
            lines.append(f'each = "{chance.choice(EACH)}"')
        if chance.random() < 0.3:
            lines.append("toward_minimum = false")
    return lines


WHEN = (
    "tiles.of(NUM(8)) >= 2",
    "(suits == 1) & ~eyes.in_(WINDS | DRAGONS)",
    "dealer & (streak >= 1)",
    "related(chow(A, x), chow(B, x)).exists",
    "(by == 1) | (pungs >= 2)",
    "groups.without(TERMINALS | HONOURS) <= 1",
    "waits.in_(1, 2)",
)
EACH = ("pungs.of(DRAGONS)", "related(chow(A, x), chow(B, x))", "flowers", "streak")
WAYS_OF_PLAY: dict[str, tuple[object, ...]] = {
    "play.chows": (True, False),
    "play.after_claim": ("any", "not_same", "not_either_end"),
    "play.passed_pungs": (False, True),
    "win.own_discards_locked": (False, True),
    "win.three_winners_void": (False, True),
    "win.passed_win_rule": ("off", "same_go_around", "same_tile", "self_draw_too"),
    "dealer.on_win": ("keep", "pass", "winner"),
    "dealer.most_repeats": (0, 1, 3),
    "tiles.reserved": (0, 5, 14, 16),
    "play.minutes": (0, 90),
}


def whole_house(chance: Random, document: str) -> str:
    """A file with every table in turn: each with a chance of its own, at least one of them."""
    rules = from_toml(f'ruleset = "{document}"')
    points = "score.gun" in rules.settings
    options: dict[str, object] = {"hand.min_fan": chance.choice((0, 0, 1, 3)), "play.rounds": chance.choice((1, 2, 4))}
    options |= {id: chance.choice(values) for id, values in WAYS_OF_PLAY.items() if chance.random() < 0.3}
    lines = [f'ruleset = "{document}"', "[options]"]
    lines += [
        f'"{id}" = {str(value).lower() if isinstance(value, bool) else toml(value)}' for id, value in options.items()
    ]
    if chance.random() < 0.5:
        lines += own_patterns(chance)
    if chance.random() < 0.6:
        lines += own_fan(chance, rules)
    if points and chance.random() < 0.6:
        lines += own_pays(chance)
    if chance.random() < 0.25:
        lines += ["[[needs]]", f"when = {chance.choice(NEEDS)!r}".replace("'", '"'), 'zh = "不合"', 'en = "Not so."']
    if chance.random() < 0.6:
        lines += own_duties(chance, rules)
    if chance.random() < 0.6:
        lines += own_payments(chance, rules)
    return "\n".join(lines) + "\n"


def toml(value: object) -> str:
    """A number or a text."""
    return str(value) if isinstance(value, int) else f'"{value}"'


def house_text(chance: Random, document: str) -> str:
    """A rules file with some of the tables."""
    from sikwu import ruleset

    lines = [f'ruleset = "{document}"', "[options]", f'"hand.min_fan" = {chance.choice((0, 0, 1, 3))}']
    points = "score.gun" in ruleset(document).settings
    if points and chance.random() < 0.5:
        lines.append(f'"score.gun" = "{chance.choice(("half", "full"))}"')
        lines.append('"liability.discard_share" = "half"') if chance.random() < 0.5 else None
        lines.append('"liability.twelve_tiles" = true')
    if chance.random() < 0.7:
        lines += own_fan(chance, ruleset(document))
    if points and chance.random() < 0.8:
        lines += own_pays(chance)
    if chance.random() < 0.3:
        lines += ["[[needs]]", f"when = {chance.choice(NEEDS)!r}".replace("'", '"'), 'zh = "不合"', 'en = "Not so."']
    return "\n".join(lines) + "\n"


def random_tables(chance: Random, document: str | None = None) -> Ruleset:
    """The rules of a random file that can be read."""
    while True:
        try:
            return from_toml(house_text(chance, document or chance.choice(list(DOCUMENTS))))
        except RulesError as error:
            if error.code not in EXPECTED:
                raise


EXPECTED = frozenset({"pays.nothing", "house.no_effect", "house.value", "rules.no_price", "option.value"})
"""Why a random file is refused."""
