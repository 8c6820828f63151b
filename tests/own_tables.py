"""Random further tables of a rules file: prices of patterns, patterns that are off, parts of the price, conditions on a win."""

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
