"""A match being played: asks the four players, moves the game on, and writes the record."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from sikwu.play.deal import Deal
from sikwu.play.game import Game, GameStep
from sikwu.play.lines import HeaderLine, Line, Viewer
from sikwu.play.match import Match, Walls, seeded_walls
from sikwu.play.native import NativeQuestion
from sikwu.play.parts import SEATS
from sikwu.play.view import seen_record
from sikwu.play.wall import Wall
from sikwu.players.asking import SeatedPlayer, ThinkingTime
from sikwu.players.protocol import AnyPlayer
from sikwu.players.table import SeatedGame, ask
from sikwu.tiles import Wind


class Sitting:
    """Four players and a game; `deal` plays the next deal and the questions after it.

    >>> from sikwu.players.protocol import player
    >>> sitting = Sitting(Match.new("club16"), [player("quick")] * 4, seed=3)
    >>> [line.type for line in sitting.deal()][-2:], sitting.match.deals
    (['end_kyoku', 'proof'], 1)
    """

    def __init__(
        self,
        match: Match | Game,
        players: Sequence[AnyPlayer],
        walls: Walls | None = None,
        *,
        seed: int = 0,
        decisions: bool = True,
        limits: ThinkingTime | None = None,
    ) -> None:
        self.game = match if isinstance(match, Game) else Game(match, decisions)
        self.places = tuple(SeatedPlayer(player, limits) for player in players)
        """By place at the table, in the order of the match."""
        self._walls = walls or seeded_walls(seed)
        self._seed = seed
        self._table: SeatedGame[Game] | None = None

    def native_question(self, seat: Wind) -> NativeQuestion | None:
        """The question to a seat that is asked now, for native players only; None: nobody plays."""
        return None if self._table is None else self._table.deal.kernel.native_question(seat)

    @property
    def match(self) -> Match:
        """The match between deals."""
        return self.game.match

    @property
    def played(self) -> Deal | None:
        """The deal that finished last, with all tiles of all seats."""
        return None if self.game.play is None else self.game.dealt

    @property
    def defaults(self) -> dict[str, dict[str, int]]:
        """How often the default action was taken, by player and reason; only players for whom it was."""
        pairs = zip(self.match.players, self.places, strict=True)
        return {name: dict(asked.defaults) for name, asked in pairs if asked.defaults}

    def remind(self, lines: Iterable[Line]) -> None:
        """Passes the lines of earlier deals in a resumed match to the players that remember (`remembers = True`)."""
        known, hidden = list(lines), self.match.rules.terms.kongs.hidden
        for name, asked in zip(self.match.players, self.places, strict=True):
            if asked.can.remembers:
                for line in seen_record(known, name, hidden):
                    if not isinstance(line, HeaderLine):
                        asked.hear(line)

    def deal(self, last: bool = False, dead: Mapping[Wind, int] | None = None) -> list[Line]:
        """Plays the next deal, after any cuts that are still to be asked. Returns its lines, with the cuts after it
        and the end of the match.

        `last`: the match stops after it. `dead`: seats marked 相公, as `Deal.start` takes them.
        """
        lines = self._play(GameStep(self.game, ())) if self.game.phase == "cuts" else []
        wall = self._walls(self.match)
        return lines + self._play(self.game.deal(wall, dead, last=last))

    def stop(self) -> list[Line]:
        """Ends the match between two deals. Returns its last line; none if it is over already."""
        step = self.game.stop()
        if step.game.seats is not None:
            _tell(self._listeners(step.game, self._seated(step.game.seats)), step.lines)
        self.game = step.game
        return list(step.lines)

    def _play(self, step: GameStep) -> list[Line]:
        """Asks and answers until the next wall is needed or the match is over."""
        game = step.game
        assert game.wall is not None
        assert game.seats is not None
        seated = self._seated(game.seats)
        listeners = self._listeners(game, seated)
        table, lines = SeatedGame(game, seated, self._seed, wall_key(game.wall)), list(step.lines)
        self._table = table
        _tell(listeners, step.lines)
        while answered := ask([table]):
            for asking, action, default in answered:
                new = table.answer(asking.seat, action, default)
                lines += new
                _tell(listeners, new)
        self.game = table.game
        return lines

    def _seated(self, names: Iterable[str]) -> list[SeatedPlayer]:
        return [self.places[self.match.players.index(name)] for name in names]

    def _listeners(self, game: Game, seated: Sequence[SeatedPlayer]) -> list[tuple[SeatedPlayer, Viewer]]:
        """The players that listen, each with its viewer."""
        assert game.seats is not None
        hidden, places = game.match.rules.terms.kongs.hidden, zip(SEATS, game.seats, seated, strict=True)
        return [(asked, Viewer(name, hidden, seat)) for seat, name, asked in places if asked.can.hear is not None]


def _tell(listeners: Iterable[tuple[SeatedPlayer, Viewer]], lines: Iterable[Line]) -> None:
    """Passes new lines to the players that listen."""
    for asked, viewer in listeners:
        for line in lines:
            seen = line.seen_by(viewer)
            if seen is not None:
                asked.hear(seen)


def wall_key(wall: Wall) -> int:
    """A wall as the number that keys random streams."""
    return int.from_bytes(hashlib.sha256(bytes(wall.ids)).digest()[:8], "big")
