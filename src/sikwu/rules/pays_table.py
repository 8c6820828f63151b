"""`[pays]`: who pays which part of the price in this house, what the dealer pays and is paid, and how dear 雙辣 and 三辣 are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from sikwu.money.amount import Money, exact
from sikwu.rules.house_tables import HouseTable, TablePoint, no_effect, refused_keys, refused_value
from sikwu.rules.limits import MOST_FACTOR, MOST_FAN
from sikwu.rules.options import Ratio, plain_value
from sikwu.texts import RulesError, problem, say
from sikwu.texts.message import worded

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

HALF = Fraction(1, 2)
PART = Ratio(0, MOST_FACTOR)
TIMES = Ratio(0, MOST_FACTOR, above=True)
WHOLE_FAN = ("dealer_fan", "repeat_fan")
FACTORS = ("dealer", "double", "triple")


@dataclass(frozen=True, slots=True)
class PaysTable(HouseTable):
    """`[pays]`. What is None is as the options say.

    >>> from sikwu import Wind
    >>> from sikwu.money.settlement import ClaimedWins, settle
    >>> from sikwu.rules.files import from_toml
    >>> rules = from_toml("[pays]\\ndiscarder = '2/3'\\nothers = '1/6'\\ndealer = 2")
    >>> [str(amount) for amount in settle(ClaimedWins(Wind.SOUTH, {Wind.WEST: 3}), rules).payments.values()]
    ['-8/3', '-16/3', '28/3', '-4/3']
    """

    discarder: Money | None = None
    """The part of the price of a discard that the discarder pays."""
    others: Money | None = None
    """The part that each of the other two pays for a discard."""
    self_draw: Money | None = None
    """The part that each of the three pays for a self-draw."""
    dealer: Money | None = None
    """Whatever the dealer pays or is paid is multiplied by this."""
    dealer_fan: int | None = None
    """Fan that are added to the price of what the dealer pays or is paid."""
    repeat_fan: int | None = None
    """Further fan for every repeat of the dealer (連莊)."""
    double: Money | None = None
    """雙辣: how many full prices."""
    triple: Money | None = None
    """三辣: the same."""

    key = "pays"
    form = '[pays]  self_draw = "1/2"'

    @classmethod
    def read(cls, entry: Any, rules: Ruleset) -> Self:
        names = [each.name for each in fields(cls)]
        problems = refused_keys(entry, names, cls.key)
        found: dict[str, Any] = {}
        for name in [name for name in names if name in entry]:
            value, whole = plain_value(entry[name]), name in WHOLE_FAN
            kind = TIMES if name in FACTORS else PART
            good = (
                isinstance(value, int) and value is not True and 0 <= value <= MOST_FAN
                if whole
                else kind.accepts(value, frozenset())
            )
            if good:
                found[name] = exact(value)
            else:
                form = f"0…{MOST_FAN}" if whole else kind.text
                problems.append(refused_value(cls.key, name, entry[name], form))
        if not entry:
            problems.append(problem("house.empty", table=cls.key))
        if problems:
            raise RulesError(problems)
        return cls(**found)

    def toml(self) -> list[str]:
        return ["[pays]", *(f"{name} = {_written(value)}" for name, value in self.told)]

    @property
    def told(self) -> tuple[tuple[str, Money], ...]:
        """What the table says, by key."""
        every = ((each.name, getattr(self, each.name)) for each in fields(self))
        return tuple((name, value) for name, value in every if value is not None)

    def check(self, rules: Ruleset) -> None:
        if "score.gun" not in rules.settings:
            raise no_effect(self.key, self.told[0][0], say("pays.chips", rules=rules.document.id))
        for name in ("double", "triple"):
            if getattr(self, name) is not None and not rules.plays_spicy:
                raise no_effect(self.key, name, say("pays.not_spicy"))
        table = rules.price_table
        if self.self_draw is not None and table is not None and table.drawn:
            raise no_effect(self.key, "self_draw", say("pays.column"))
        rules.money  # noqa: B018 - makes it, so that parts of which nobody pays anything are refused here

    def meaning(self, rules: Ruleset) -> object:
        return {name: str(value) for name, value in self.told}

    def points(self, rules: Ruleset) -> tuple[TablePoint, ...]:
        return tuple(self._points())

    def _points(self) -> Iterator[TablePoint]:
        for name, value in self.told:
            kind = "fan" if name in WHOLE_FAN else "times" if name in FACTORS else "part"
            says = worded(say(f"pays.{kind}", value=str(value)))
            yield TablePoint(f"pays.{name}", str(value), worded(say(f"pays.{name}")), says)

    @property
    def size(self) -> int:
        return len(self.told)


def _written(value: Money) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'
