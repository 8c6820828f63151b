"""Statistics of a book, player by player, from the hands in effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sikwu.book.book import Book
from sikwu.book.events import Result
from sikwu.book.money import POT
from sikwu.book.state import BookState, standing
from sikwu.book.steps import BookStep
from sikwu.money.amount import Money, exact


@dataclass(slots=True)
class PlayerStats:
    """The statistics of one player."""

    player: str
    hands: int = 0
    """Hands played while seated."""
    wins: int = 0
    self_draws: int = 0
    discards_into: int = 0
    """Hands that another player won on this player's discard (出銃)."""
    false_wins: int = 0
    fan: int = 0
    """The sum of all fan."""
    biggest: int = 0
    biggest_hand: int | None = None
    """The number of the hand with the most fan."""
    longest_wins: int = 0
    """The longest run of consecutive wins."""
    longest_deal: int = 0
    """The longest streak as dealer."""
    running: list[Money] = field(default_factory=list)
    """The total after each hand since the player joined, with open pulls counted as paid."""
    joined: int = 1
    """The number of the first hand after the player joined."""
    total: Money = 0
    """The total now, counted the same way."""
    _row: int = 0

    @property
    def average_fan(self) -> Money | None:
        """The average fan of a winning hand, exactly; None: no win yet."""
        return exact(Fraction(self.fan, self.wins)) if self.wins else None


def stats(book: Book) -> dict[str, PlayerStats]:
    """All players who ever sat at the table, in the order in which they joined.

    >>> from sikwu import ruleset
    >>> book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    >>> _ = book.record(Result("self_draw", {"B": 5}))
    >>> stats(book)["B"].self_draws, stats(book)["A"].running
    (1, [-12])
    """
    found = {player: PlayerStats(player) for player in book.state.players}
    before = book.start
    number = 0
    for step in book.steps:
        if isinstance(step.event, Result):
            number += 1
            _count(found, step, step.event, before, number)
            for player, amount in standing(step.state, book.ruleset.terms).items():
                if player != POT:
                    found[player].running.append(amount)
        before = step.state
    now = standing(book.state, book.ruleset.terms)
    for player, each in found.items():
        each.total = now[player]
        each.joined = number - len(each.running) + 1
    return found


def spacing(lines: Sequence[Sequence[Money]], most: int) -> int:
    """The step between hands whose totals are listed, so that all totals fit into about `most` bytes.

    >>> spacing([[1, 2, 3, 4], [5, 6, 7, 8]], 100), spacing([[1, 2, 3, 4], [5, 6, 7, 8]], 10)
    (1, 4)
    """
    sizes = [[_digits(amount) for amount in line] for line in lines]
    every, longest = 1, max(map(len, sizes), default=0)
    while every < longest and sum(sum(line[every - 1 :: every]) for line in sizes) > most:
        every *= 2
    return every


def _digits(amount: Money) -> int:
    """The approximate length of an amount when written out, with a comma."""
    return (amount.numerator.bit_length() + amount.denominator.bit_length()) * 3 // 10 + 4


def _count(found: dict[str, PlayerStats], step: BookStep, hand: Result, before: BookState, number: int) -> None:
    verdict = step.outcome.verdict
    winners = verdict.winners if verdict else ()
    for player in before.table.seated:
        each = found[player]
        each.hands += 1
        each._row = each._row + 1 if player in winners else 0
        each.longest_wins = max(each.longest_wins, each._row)
    for player in winners:
        each = found[player]
        fan = verdict.fans[player] if verdict else 0
        each.wins += 1
        each.self_draws += hand.source is None
        each.fan += fan
        if each.biggest_hand is None or fan > each.biggest:
            each.biggest, each.biggest_hand = fan, number
    if hand.source is not None and winners:
        found[hand.source].discards_into += 1
    if hand.by is not None:
        found[hand.by].false_wins += 1
    dealer = step.state.table.dealer_name
    if dealer is not None:
        found[dealer].longest_deal = max(found[dealer].longest_deal, step.state.table.streak)
