"""A second implementation of the pull ledger: from the whole history of each pair, without carried state.

For every ordered pair the hands are read once from first to last and split into *lives*: a life begins with a trade,
continues with further trades in the same direction, and ends with a kick, a settlement, a cut or the end of the
session. The worth of a life depends only on its own hands: each fan times the factor for every later trade.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

PLAYERS = "ABCD"
Amount = Fraction | int


@dataclass
class House:
    """The options, as plain values."""

    factor: Fraction = Fraction(3, 2)
    kick: Fraction = Fraction(1, 2)
    elsewhere: str = "hold"
    on_draw: str = "keep"
    rounding: str = "exact"
    point: str = "at_payment"
    cut_mode: str = "three_hand"
    interval: int = 3
    window: str = "only_at_multiples"
    unit: int = 1

    def settings(self) -> dict[str, object]:
        """The same options under their names in a ruleset."""
        return {
            "ledger.enabled": True,
            "ledger.pull_factor": str(self.factor),
            "ledger.kick_factor": str(self.kick),
            "ledger.creditor_wins_elsewhere": self.elsewhere,
            "ledger.on_draw": self.on_draw,
            "ledger.rounding": self.rounding,
            "ledger.rounding_point": self.point,
            "ledger.cut_mode": self.cut_mode,
            "ledger.cut_interval": self.interval,
            "ledger.cut_window": self.window,
            "score.chips_per_fan": self.unit,
        }


@dataclass
class Played:
    """One hand of a history: who paid whom how many fan ({}: a draw, None: a false win), and the cuts after it."""

    trades: dict[tuple[str, str], int] | None
    cuts: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Life:
    """One record from its opening to its end: the fan and times of its hands, and how it ended."""

    fans: list[int]
    times: list[int]
    end: int | None = None
    how: str = "open"


@dataclass
class Books:
    """The books after a hand."""

    cash: dict[str, Amount]
    open: dict[tuple[str, str], tuple[Amount, int]]
    offered: set[tuple[str, str]]


def rounded(amount: Amount, how: str) -> Amount:
    """The amount, rounded by the house rule."""
    if how == "floor":
        return floor(amount)
    if how == "ceil":
        return ceil(amount)
    if how == "half_up":
        return floor(amount * 2 + 1) // 2
    return amount


def times(amount: Amount, factor: Amount) -> Amount:
    """A product, as a whole number if possible: fractions are slow."""
    return amount if factor == 1 else amount * factor


def worth(fans: list[int], house: House) -> Amount:
    """The worth of a life with these hands."""
    if house.point == "each_step":
        total: Amount = 0
        for place, fan in enumerate(fans):
            total = rounded(fan if place == 0 else total * house.factor + fan, house.rounding)
        return total
    over, under, last = house.factor.numerator, house.factor.denominator, len(fans) - 1
    whole = sum(fan * over ** (last - place) * under**place for place, fan in enumerate(fans))
    return whole // under**last if whole % under**last == 0 else Fraction(whole, under**last)


def lives(pair: tuple[str, str], history: list[Played], house: House) -> Iterator[Life]:
    """The lives of one ordered pair."""
    debtor, creditor = pair
    life: Life | None = None
    for time, hand in enumerate(history):
        trades = hand.trades
        if trades is not None:
            if pair in trades:
                if life is None:
                    life = Life([], [])
                life.fans.append(trades[pair])
                life.times.append(time)
            elif life is not None:
                if not trades:
                    ended = "full" if house.on_draw == "settle" else ""
                elif (creditor, debtor) in trades:
                    ended = "half"
                elif house.elsewhere == "hold" and any(winner == creditor for _, winner in trades):
                    ended = ""
                else:
                    ended = "full"
                if ended:
                    life.end, life.how = time, ended
                    yield life
                    life = None
        if life is not None and pair in hand.cuts:
            life.end, life.how = time, "full"
            yield life
            life = None
    if life is not None:
        yield life


def may_cut(life: Life, time: int, house: House) -> bool:
    """Whether the debtor of an open life is offered a cut at this time."""
    hands = sum(each <= time for each in life.times)
    if house.cut_mode == "endless" or not hands:
        return False
    if house.window == "any_time_after_first":
        return hands >= house.interval
    return time in life.times and hands % house.interval == 0


def ledger(history: list[Played], house: House) -> tuple[list[Books], dict[str, Amount]]:
    """The books after every hand, and each player's cash after the end of the session."""
    end = len(history)
    books = [Books({}, {}, set()) for _ in history]
    # What each player receives at each hand, and at the close.
    paid: list[dict[str, Amount]] = [dict.fromkeys(PLAYERS, 0) for _ in range(end + 1)]
    for pair in {pair for hand in history for pair in hand.trades or ()}:  # no other pair ever has a record
        for life in lives(pair, history, house):
            cut = life.end is not None and pair in history[life.end].cuts and life.how == "full"
            for time in range(life.times[0], end if life.end is None else life.end + cut):
                fans = [fan for fan, when in zip(life.fans, life.times, strict=True) if when <= time]
                if time != life.end:
                    books[time].open[pair] = worth(fans, house), len(fans)
                if may_cut(life, time, house):
                    books[time].offered.add(pair)
            whole = worth(life.fans, house)
            chips = rounded(times(times(whole, house.kick if life.how == "half" else 1), house.unit), house.rounding)
            then = paid[end if life.end is None else life.end]
            then[pair[0]] -= chips
            then[pair[1]] += chips
    cash: dict[str, Amount] = dict.fromkeys(PLAYERS, 0)
    for time, change in enumerate(paid):
        cash = {player: amount + change[player] if change[player] else amount for player, amount in cash.items()}
        if time < end:
            books[time].cash = cash
    return books, cash
