"""Price tables of fan as data: the tables of the documents, named stakes, chips of sixteen-tile rules, a house's own table.

Money is a whole number or an exact fraction (a quarter of 1 is 1/4); nothing is rounded here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sikwu.money.amount import Money, exact, part
from sikwu.rules.house_tables import TablePoint
from sikwu.rules.limits import MOST_CHIPS, MOST_DENOMINATOR, MOST_PRICE
from sikwu.rules.options import value_text
from sikwu.rules.pays_table import HALF, PaysTable
from sikwu.texts import Guesses, Problem, RulesError, Text, did_you_mean, problem, say
from sikwu.texts.message import worded

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

# --- Hong Kong: the price of a discard under full gun


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Fan → the price of a discard under full gun (全銃); for a self-draw, each of three pays half of it.

    >>> HALF_SPICY.price(13), HALF_SPICY.price(14), HALF_SPICY.price(15)
    (384, 512, 768)
    >>> FULL_SPICY.price(13)
    8192
    """

    id: str
    rows: tuple[int, ...]
    first: int = 0
    """The fan of the first row."""
    doubles_every: int = 0
    """After the last row the price doubles each time the fan grow by this number; 0: it stays the same."""
    drawn: tuple[int, ...] = ()
    """What each of three pays for a self-draw, if the house has its own price for it; continued like `rows`."""

    @property
    def meaning(self) -> list[object]:
        """The table in the hash of rules."""
        own = [list(self.drawn)] if self.drawn else []
        return [list(self.rows), self.first, self.doubles_every, *own]

    @property
    def points(self) -> tuple[TablePoint, ...]:
        """The table as one line of a house's rules."""
        then = next(word for word, step in CONTINUATIONS.items() if step == self.doubles_every)
        pairs = zip(self.rows, self.drawn or self.rows, strict=True)
        told = [(self.first + i, f"{price}/{drawn}" if self.drawn else price) for i, (price, drawn) in enumerate(pairs)]
        value = " ".join((*(f"{fan}={price}" for fan, price in told), f"then={then}"))
        rows = say(
            "house.prices.both" if self.drawn else "house.prices.rows",
            rows=tuple(say("house.prices.row", fan=fan, price=price) for fan, price in told),
        )
        says = say("house.prices.all", rows=rows, then=say(f"house.prices.{then}"))
        return (TablePoint("prices", value, worded(say("house.prices")), worded(says)),)

    @property
    def last(self) -> int:
        """The fan of the last row."""
        return self.first + len(self.rows) - 1

    def price(self, fan: int) -> int:
        """The price of a discard with this many fan."""
        return self._in(self.rows, fan)

    def price_drawn(self, fan: int) -> int:
        """The house's own price of a self-draw for each of three."""
        return self._in(self.drawn, fan)

    def _in(self, rows: tuple[int, ...], fan: int) -> int:
        if fan < self.first:
            raise RulesError.of("prices.no_row", first=self.first, fan=fan)
        over = fan - self.last
        if over <= 0:
            return rows[fan - self.first]
        if not self.doubles_every:
            return rows[-1]
        doublings = -(-over // self.doubles_every)
        return rows[over - doublings * self.doubles_every - 1] << doublings


# The rows as printed (doc000, doc001, doc002 分數計算), then two fan to a doubling (D40).
HALF_SPICY = PriceTable("half_spicy", (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384), doubles_every=2)
# 辣辣上: every fan doubles the price.
FULL_SPICY = PriceTable("full_spicy", (1, 2, 4, 8, 16), doubles_every=1)
TABLES = {table.id: table for table in (HALF_SPICY, FULL_SPICY)}
# 雙辣 and 三辣 multiply the price of a full hand (滿糊).
SPICY: dict[str | None, Money] = {None: 1, "double": 2, "triple": 3}


@dataclass(frozen=True, slots=True)
class HongKongPrices:
    """The prices of one Hong Kong table.

    >>> prices = HongKongPrices(HALF_SPICY)
    >>> prices.discard(3), prices.share(3), 3 * prices.share(3)
    (8, 4, 12)
    """

    table: PriceTable
    unit: Money = 1
    cap: int | None = None
    full_fan: int | None = None
    """The fan of a full hand in a game with 雙辣三辣: ordinary hands cost no more than that."""
    drawn_part: Money = HALF
    """The part of the price of a discard that each of three pays for a self-draw."""
    factors: tuple[Money, Money] = (SPICY["double"], SPICY["triple"])
    """How many full prices 雙辣 and 三辣 cost."""

    def times(self, spicy: str | None) -> Money:
        """How many full prices a hand costs."""
        return 1 if spicy is None else self.factors[spicy == "triple"]

    def discard(self, fan: int, spicy: str | None = None) -> Money:
        """The price of a discard under full gun; `spicy` is 'double' or 'triple' for 雙辣 and 三辣."""
        counted, times = self._counted(fan, spicy)
        return exact(self.unit * times * self.table.price(counted))

    def _counted(self, fan: int, spicy: str | None) -> tuple[int, Money]:
        """The fan whose price is taken, and how many times."""
        if self.cap is not None:
            fan = min(fan, self.cap)
        if self.full_fan is not None:
            return self.full_fan if spicy else min(fan, self.full_fan), self.times(spicy)
        return fan, 1

    def share(self, fan: int, spicy: str | None = None) -> Money:
        """The share of each of three for a self-draw, which has at least one fan."""
        if self.table.drawn:
            counted, times = self._counted(max(fan, 1), spicy)
            return exact(self.unit * times * self.table.price_drawn(counted))
        price = self.discard(max(fan, 1), spicy)
        return part(price, 2) if self.drawn_part == HALF else exact(price * self.drawn_part)

    def penalty(self, fan: int) -> Money:
        """The price of a false win: not limited by the ceiling if the house has fixed it; with 雙辣三辣 no ordinary hand
        is dearer (D39).
        """
        if self.full_fan is not None:
            fan = min(fan, self.full_fan)
        return part(exact(self.unit * self.table.price(max(fan, 1))), 2)

    @classmethod
    def of(cls, ruleset: Ruleset) -> HongKongPrices:
        """The prices that result from a ruleset's settings; the house's own table has priority over the documents'."""
        settings = ruleset.settings
        house = ruleset.price_table
        full = int(str(settings["score.full_fan"])) if ruleset.plays_spicy else None
        unit = exact(settings["score.unit_multiplier"])
        pays = ruleset.table(PaysTable) or PaysTable()
        part_drawn = HALF if pays.self_draw is None else pays.self_draw
        factors = tuple(
            SPICY[name] if own is None else own for name, own in (("double", pays.double), ("triple", pays.triple))
        )
        return cls(
            house or TABLES[str(settings["score.progression"])],
            unit,
            ruleset.cap,
            full,
            part_drawn,
            (factors[0], factors[1]),
        )


# --- sixteen tiles: chips for fan


@dataclass(frozen=True, slots=True)
class ChipPrices:
    """The chips of one sixteen-tile table: a number per fan, and a base (底).

    >>> ChipPrices(per_fan=2, base=10, win_base=0, cap=30).win(31)
    60
    """

    per_fan: Money = 1
    base: Money = 0
    """The chips of one base, for concealed kongs and dice."""
    win_base: Money = 0
    """The amount that a base adds to each payment of a win."""
    cap: int | None = None

    def win(self, fan: int) -> Money:
        """The amount that one payer owes for this many fan, including the dealer's (S13)."""
        amount = (fan if self.cap is None or fan < self.cap else self.cap) * self.per_fan + self.win_base
        return amount if type(amount) is int else exact(amount)

    def cut(self, fan: int, more: int) -> tuple[tuple[str, int | str], ...]:
        """How many of the extra fan are paid under the ceiling; empty if all are.

        >>> ChipPrices(cap=16).cut(14, 3), ChipPrices().cut(14, 3)
        ((('how', 'cut'), ('paid', 2)), ())
        """
        if self.cap is None or fan + more <= self.cap:
            return ()
        return ("how", "cut"), ("paid", max(self.cap - fan, 0))

    @classmethod
    def of(cls, ruleset: Ruleset) -> ChipPrices:
        """The chips that result from a ruleset's settings; club16 has no `score.win_includes_base`: its base is for
        wins.
        """
        settings = ruleset.settings
        base = exact(settings["score.base_chips"])
        added = ruleset.terms.prices.win_includes_base
        return cls(exact(settings["score.chips_per_fan"]), base, base if added else 0, ruleset.cap)


# --- stakes


@dataclass(frozen=True, slots=True)
class Stake:
    """The worth of one point of the price table in money. The names say what a bystander and a discarder pay for a
    chicken hand under half gun.

    >>> [(s.zh, s.value(part(1, 4)), s.value(part(1, 2))) for s in STAKES[1:]]
    [('五一', Fraction(1, 2), 1), ('一二蚊', 1, 2)]
    """

    id: str
    zh: str
    en: str
    unit: Money

    def value(self, points: Money) -> Money:
        """Converts points of the table to money."""
        return exact(points * self.unit)

    @property
    def options(self) -> dict[str, Money]:
        """The option that sets this stake."""
        return {"score.unit_multiplier": self.unit}


STAKES = (
    Stake("two-five", "二五雞", "25 and 50 cents a chicken", 1),
    Stake("five-one", "五一", "50 cents and a dollar a chicken", 2),
    Stake("one-two", "一二蚊", "one and two dollars a chicken", 4),
)


def stake(name: str | Money) -> Stake:
    """A stake by its name, or any other amount as the worth of a point.

    >>> stake("五一").unit, stake("1/2").unit, stake(5).id
    (2, Fraction(1, 2), 'free')
    """
    for known in STAKES:
        if name in (known.id, known.zh):
            return known
    try:
        # 1e999999 would fill the memory
        unit = exact(name) if len(str(name)) <= 40 and "e" not in str(name).lower() else 0
    except (ValueError, ZeroDivisionError):
        unit = 0
    if not 0 < unit <= MOST_CHIPS or unit.denominator > MOST_DENOMINATOR:
        names = tuple(Text(s.zh, s.id) for s in STAKES)
        raise RulesError.of("stake.unknown", name=str(name)[:40], names=names)
    return Stake("free", f"每點 {unit}", f"{unit} a point", unit)


def bases(chips: Money, per_base: Money) -> Money:
    """A number of chips in bases (底); doc001 counts a hundred chips to one base.

    >>> bases(250, 100)
    Fraction(5, 2)
    """
    return exact(Fraction(chips, per_base))


# --- a house's own table


CONTINUATIONS = {"stay": 0, "half_spicy": 2, "full_spicy": 1}


def read_prices(entry: Mapping[str, object], before: list[Problem] | None = None) -> PriceTable:
    """The table of a house under `[prices]`: fan → price of a discard, in whole chips, without gaps. `3 = [8, 4]` adds what
    each of three pays for a self-draw; then every row says it.

    `then` defines the prices after the last row: "stay" (the default), "half_spicy" or "full_spicy". With `before`, a
    price above its range, which an older book may hold, is accepted and listed there.

    >>> read_prices({"3": 8, "4": 16, "5": 20}).price(9)
    20
    """
    then = entry.get("then", "stay")
    problems: list[Problem] = []
    if not isinstance(then, str) or then not in CONTINUATIONS:
        problems.append(problem("prices.then", then=value_text(then)[:40], known=tuple(CONTINUATIONS)))
    both = _price_rows(entry, problems, before)
    fans = sorted(both)
    rows, drawn = ({fan: prices[place] for fan, prices in both.items() if len(prices) > place} for place in (0, 1))
    if drawn and len(drawn) < len(rows):
        problems.append(problem("prices.column", fans=[fan for fan in fans if fan not in drawn]))
    missing = [fan for fan in range(fans[0], fans[-1]) if fan not in rows] if fans else []
    if missing and not problems:
        problems.append(problem("prices.gap", fans=missing))
    falls = [
        fan for fan in fans if any(fan + 1 in one and fan in one and one[fan + 1] < one[fan] for one in (rows, drawn))
    ]
    if falls:
        problems.append(problem("prices.falls", fans=[fan + 1 for fan in falls]))
    if not fans and not problems:
        problems.append(problem("prices.empty"))
    if len(fans) == 1 and then == "half_spicy":
        problems.append(problem("prices.two_rows"))
    if problems:
        raise RulesError(problems)
    column = tuple(drawn[fan] for fan in fans) if drawn else ()
    return PriceTable("house", tuple(rows[fan] for fan in fans), fans[0], CONTINUATIONS[str(then)], column)


def _price_rows(
    entry: Mapping[str, object], problems: list[Problem], before: list[Problem] | None
) -> dict[int, list[int]]:
    """The valid rows, fan → its price, or its two prices; invalid ones are reported."""
    rows: dict[int, list[int]] = {}
    guesses = Guesses(("then",))
    for name, given in entry.items():
        if name == "then":
            continue
        prices: list[Any] = given if isinstance(given, list) and len(given) == 2 else [given]
        wrong = [each for each in prices if isinstance(each, bool) or not isinstance(each, int) or each <= 0]
        high = any(isinstance(each, int) and each > MOST_PRICE for each in prices)
        if not (name.isascii() and name.isdigit() and len(name) <= 3):
            problems.append(problem("prices.fan", name=name[:40], hint=did_you_mean(guesses.of(name))))
        elif wrong:
            problems.append(problem("prices.price", fan=name, price=value_text(wrong[0])[:40]))
        elif high and before is None:
            problems.append(problem("prices.too_high", fan=name, most=MOST_PRICE))
        elif int(name) in rows:
            problems.append(problem("prices.twice", fan=int(name)))
        else:
            rows[int(name)] = prices
            if before is not None and high:
                before.append(problem("prices.too_high", fan=name, most=MOST_PRICE))
    return rows


def prices_toml(table: PriceTable) -> list[str]:
    """The lines that write a table under `[prices]`; `read_prices` parses them.

    >>> prices_toml(PriceTable("house", (8, 16), 3))
    ['[prices]', '3 = 8', '4 = 16']
    """
    lines = ["[prices]"]
    for word, step in CONTINUATIONS.items():
        if step and step == table.doubles_every:
            lines.append(f'then = "{word}"')
    if table.drawn:
        pairs = zip(table.rows, table.drawn, strict=True)
        return [*lines, *(f"{table.first + i} = [{price}, {drawn}]" for i, (price, drawn) in enumerate(pairs))]
    return [*lines, *(f"{table.first + i} = {price}" for i, price in enumerate(table.rows))]
