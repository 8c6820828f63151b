"""A match being played: four players at their places are asked, the deal moves on, and the record grows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sikwu.book.ledger import Pair
from sikwu.play.actions import CUT, PASS
from sikwu.play.deal import Deal, Line
from sikwu.play.match import Match, Walls, cut_decision, seeded_walls
from sikwu.play.record import Recording
from sikwu.play.view import CutOffer, View, seen_line, seen_record
from sikwu.play.wall import Wall
from sikwu.players.asking import Asked, Limits
from sikwu.players.chance import Chance
from sikwu.players.protocol import AnyPlayer
from sikwu.players.table import Table, ask
from sikwu.tiles import Wind

_SEATS = tuple(Wind)


class Sitting:
    """Four players and a match; `deal` plays the next deal and the questions after it.

    >>> from sikwu.players.protocol import player
    >>> sitting = Sitting(Match.new("club16"), [player("quick")] * 4, seed=3)
    >>> [line["type"] for line in sitting.deal()][-2:], sitting.match.deals
    (['end_kyoku', 'proof'], 1)
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[AnyPlayer],
        walls: Walls | None = None,
        *,
        seed: int = 0,
        decisions: bool = True,
        limits: Limits | None = None,
    ) -> None:
        self.match, self.decisions = match, decisions
        self.places = tuple(Asked(player, limits) for player in players)
        """By place at the table, as the match names them."""
        self.played: Deal | None = None
        """The deal that was finished last, with everybody's tiles."""
        self._walls = walls or seeded_walls(seed)
        self._seed = seed

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
                    if line["type"] != "start_game":
                        asked.hear(line)

    def deal(self, last: bool = False, dead: Mapping[Wind, int] | None = None) -> list[Line]:
        """Plays the next deal; its lines, with the cuts after it.

        `last`: the match is stopped after it. `dead`: seats marked 相公 from outside, as `Deal.start` takes them.
        """
        match = self.match
        wall = self._walls(match)
        deal, head = match.deal(wall, dead)
        seats = {seat: self.places[match.players.index(match.seats[seat])] for seat in _SEATS}
        recording = Recording(deal, head, match.table, match.options, self.decisions)
        self._play(recording, seats, wall)
        after, line = match.after(deal, wall, stopped=last)
        self._add(recording, seats, line, {"type": "proof", **wall.proof})
        self.match, self.played = after, deal
        if not after.over:
            self._offer_cuts(recording, seats, wall)
        return recording.lines

    def _play(self, recording: Recording, seats: dict[Wind, Asked], wall: Wall) -> None:
        told = self._hear(recording, seats, 0)
        table = Table(recording.deal, [seats[seat] for seat in _SEATS], self._seed, wall_key(wall))
        while not recording.deal.over:
            for question, action, default in ask([table]):
                recording.choose(question.seat, action, default)
            told = self._hear(recording, seats, told)

    def _hear(self, recording: Recording, seats: dict[Wind, Asked], told: int) -> int:
        """Tells everybody who listens what has happened since."""
        new = recording.lines[told:]
        hidden = recording.deal.ruleset.terms.kongs.hidden
        for seat, asked in seats.items():
            if asked.can.hear is not None:
                for line in new:
                    seen = seen_line(line, seat, hidden)
                    if seen is not None:
                        asked.hear(seen)
        return len(recording.lines)

    def _add(self, recording: Recording, seats: dict[Wind, Asked], *lines: Line) -> None:
        told = len(recording.lines)
        recording.lines += lines
        self._hear(recording, seats, told)

    def _offer_cuts(self, recording: Recording, seats: dict[Wind, Asked], wall: Wall) -> None:
        """斬: each debtor who may pay off a pull is asked, and it is carried out before the next one is."""
        names = {name: Wind(seat) for seat, name in enumerate(recording.lines[0]["seats"])}
        for count, pair in enumerate(self.match.cuts):
            seat = names[pair.debtor]
            chance = Chance.of(self._seed, wall_key(wall), seat, 1_000_000 + count)
            view = self._cut_view(recording.deal, seat, pair, names)
            action, default = seats[seat].choose(view, (PASS, CUT), PASS, chance)
            lines = [cut_decision(pair, action, default)] if self.decisions else []
            if action == CUT:
                self.match, line = self.match.cut(pair)
                lines.append(line)
            self._add(recording, seats, *lines)

    def _cut_view(self, deal: Deal, seat: Wind, pair: Pair, names: dict[str, Wind]) -> View:
        pull = self.match.state.ledger.pulls[pair]
        offer = CutOffer(names[pair.creditor], pull.amount, pull.hands)
        return replace(View.of(deal, seat), at="cut", legal=(PASS, CUT), cut=offer)


def wall_key(wall: Wall) -> int:
    """A wall as the number that streams of chance are keyed by."""
    return int.from_bytes(hashlib.sha256(bytes(wall.ids)).digest()[:8], "big")
