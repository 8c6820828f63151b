"""Short functions for results: `won("B", 3, from_="A")`, `drawn()`, `false_won("A")`; a book has them as methods too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from sikwu.book.events import Anything, Entry, Result, SentEvent, read_hand


class HandExtras(TypedDict, total=False):
    """Optional facts about any hand."""

    dice: Sequence[int]
    """The opening throw."""
    fines: Sequence[str]
    """The players who called and did not claim."""
    kongs: Sequence[str]
    """The players who declared a concealed kong."""
    dead: Sequence[str]
    """The players marked dead (相公)."""
    note: str


class WinExtras(HandExtras, total=False):
    """Optional facts about a win."""

    liable: str | None
    """包: the liable player."""
    robbed: bool
    """The winning tile was taken from a kong (搶槓)."""
    on_kong: bool
    """The win came on the replacement tile of a kong of the tile from `from_`."""
    cuts: Sequence[tuple[str, str]]
    """斬: debtor and creditor, after this hand."""


def won(
    winner: str | Mapping[str, int], fan: int | None = None, *, from_: str | None = None, **beside: Unpack[WinExtras]
) -> Result:
    """A won hand: the winner and the fan, or several winners on one tile as a mapping; without `from_` a self-draw.

    >>> won("B", 3, from_="A").result, dict(won({"B": 3, "D": 5}, from_="A").wins), won("B", 3).result
    ('discard', {'B': 3, 'D': 5}, 'self_draw')
    """
    wins: object = winner if isinstance(winner, Mapping) and fan is None else {winner: fan}
    fed = "kong_replacement" if beside.get("on_kong") else "discard"
    told = {name: value for name, value in beside.items() if name != "on_kong"}
    return read_hand({"result": "self_draw" if from_ is None else fed, "wins": wins, "from": from_, **told})


def drawn(**beside: Unpack[HandExtras]) -> Result:
    """A hand that nobody won (流局).

    >>> drawn(dice=(1, 2, 3)).result
    'draw'
    """
    return read_hand({"result": "draw", **beside})


def false_won(player: str, **beside: Unpack[HandExtras]) -> Result:
    """A false win (詐糊), and who declared it.

    >>> false_won("A").by
    'A'
    """
    return read_hand({"result": "false_win", "by": player, **beside})


class BookShortcuts:
    """Methods of a book that record one result each.

    >>> from sikwu import ruleset
    >>> from sikwu.book import Book
    >>> book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    >>> _ = book.win("B", 3, from_="A"), book.draw(), book.false_win("A"), book.win("C", 5)
    >>> book.state.hands, book.state.cash["C"] > 0
    (4, True)
    """

    def record(self, what: Anything | SentEvent, at: str | None = None) -> Entry:
        """Records an event."""
        raise NotImplementedError

    def win(
        self,
        winner: str | Mapping[str, int],
        fan: int | None = None,
        *,
        from_: str | None = None,
        **beside: Unpack[WinExtras],
    ) -> Entry:
        """Records a won hand: `book.win("B", 3, from_="A")`, `book.win("B", 3)` (self-draw); more as in `won`."""
        return self.record(won(winner, fan, from_=from_, **beside))

    def draw(self, **beside: Unpack[HandExtras]) -> Entry:
        """Records a hand that nobody won; more as in `drawn`."""
        return self.record(drawn(**beside))

    def false_win(self, player: str, **beside: Unpack[HandExtras]) -> Entry:
        """Records a false win; more as in `false_won`."""
        return self.record(false_won(player, **beside))
