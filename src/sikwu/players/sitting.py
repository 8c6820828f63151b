"""A match being played: four players at their places are asked, the game moves on, and the record grows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from sikwu.play.deal import Deal
from sikwu.play.game import Game, Step
from sikwu.play.lines import HeaderLine, Line, Viewer
from sikwu.play.match import Match, Walls, seeded_walls
from sikwu.play.parts import SEATS
from sikwu.play.view import seen_record
from sikwu.play.wall import Wall
from sikwu.players.asking import Asked, Limits
from sikwu.players.protocol import AnyPlayer
from sikwu.players.table import Table, ask
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
        limits: Limits | None = None,
    ) -> None:
        self.game = match if isinstance(match, Game) else Game(match, decisions)
        self.places = tuple(Asked(player, limits) for player in players)
        """By place at the table, as the match names them."""
        self._walls = walls or seeded_walls(seed)
        self._seed = seed

    @property
    def match(self) -> Match:
        """As it stands between deals."""
        return self.game.match

    @property
    def played(self) -> Deal | None:
        """The deal that was finished last, with everybody's tiles."""
        return None if self.game.play is None else self.game.dealt

    @property
    def defaults(self) -> dict[str, dict[str, int]]:
        """For whom the written default answered, why and how often; only those for whom it did."""
        pairs = zip(self.match.players, self.places, strict=True)
        return {name: dict(asked.defaults) for name, asked in pairs if asked.defaults}

    def remind(self, lines: Iterable[Line]) -> None:
        """Tells the players that remember (`remembers = True`) what they could see of the earlier deals of a resumed match."""
        known, hidden = list(lines), self.match.rules.terms.kongs.hidden
        for name, asked in zip(self.match.players, self.places, strict=True):
            if asked.can.remembers:
                for line in seen_record(known, name, hidden):
                    if not isinstance(line, HeaderLine):
                        asked.hear(line)

    def deal(self, last: bool = False, dead: Mapping[Wind, int] | None = None) -> list[Line]:
        """Plays the next deal, and cuts that are still to be asked before it; its lines, with the cuts after it and the end of the match.

        `last`: the match is stopped after it. `dead`: seats marked 相公 from outside, as `Deal.start` takes them.
        """
        lines = self._play(Step(self.game, ())) if self.game.phase == "cuts" else []
        wall = self._walls(self.match)
        return lines + self._play(self.game.deal(wall, dead, last=last))

    def _play(self, step: Step) -> list[Line]:
        """Asks and answers until the next wall is wanted, or the match is over."""
        game = step.game
        assert game.wall is not None
        assert game.seats is not None
        seated = [self.places[game.match.players.index(name)] for name in game.seats]
        listeners = self._listeners(game, seated)
        table, lines = Table(game, seated, self._seed, wall_key(game.wall)), list(step.lines)
        _tell(listeners, step.lines)
        while answered := ask([table]):
            for asking, action, default in answered:
                new = table.answer(asking.seat, action, default)
                lines += new
                _tell(listeners, new)
        self.game = table.game
        return lines

    def _listeners(self, game: Game, seated: Sequence[Asked]) -> list[tuple[Asked, Viewer]]:
        """Everybody who listens, and what he may see."""
        assert game.seats is not None
        hidden, places = game.match.rules.terms.kongs.hidden, zip(SEATS, game.seats, seated, strict=True)
        return [(asked, Viewer(name, hidden, seat)) for seat, name, asked in places if asked.can.hear is not None]


def _tell(listeners: Iterable[tuple[Asked, Viewer]], lines: Iterable[Line]) -> None:
    """Tells everybody who listens what has happened."""
    for asked, viewer in listeners:
        for line in lines:
            seen = line.seen_by(viewer)
            if seen is not None:
                asked.hear(seen)


def wall_key(wall: Wall) -> int:
    """A wall as the number that streams of chance are keyed by."""
    return int.from_bytes(hashlib.sha256(bytes(wall.ids)).digest()[:8], "big")
