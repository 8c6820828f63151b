"""The match of a table, one line at a time: what is asked now, what has happened and is not told yet, and what follows a line.

A deal runs ahead of what is told. After a discard that nobody can claim it has drawn already; after a discard without alternative
it has gone on. `held` keeps these lines back, so that a window stands after every discard, every kong and club16's opening, whoever
could claim.

`follow(line)` is the only way on. Decisions are what moves the deal; every other line must be the next one that is held. So a table
that plays and a table that is read from its lines go the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sikwu.book.ledger import Pair
from sikwu.play.actions import CUT, PASS
from sikwu.play.deal import Deal, Line, PlayError
from sikwu.play.match import Match, cut_decision
from sikwu.play.record import Recording
from sikwu.play.view import CutOffer, View
from sikwu.play.wall import NO_NONCE, Wall
from sikwu.rules.play import Declarations
from sikwu.scoring import score
from sikwu.texts import problem
from sikwu.tiles import Wind

SEATS = tuple(Wind)
OPENS_WINDOW = frozenset({"dahai", "ankan", "kakan", "daiminkan"})
"""Events after which everybody has a window."""
_FORCED = frozenset({"dahai", "reach"})


class SeatAsked(NamedTuple):
    """A seat that has a choice."""

    seat: Wind
    at: str
    legal: tuple[int, ...]
    texts: tuple[str, ...]
    usual: int
    """The written default for silence."""
    creditor: str = ""


class Choice(NamedTuple):
    """What a seat does, and whether that is the written default."""

    action: int
    default: bool = False


class Secret:
    """The seed of a deal that is sealed or played, and its wall: the one place where they are, and nothing prints it."""

    __slots__ = ("seed", "wall")

    def __init__(self, seed: bytes, wall: Wall | None = None) -> None:
        self.seed, self.wall = seed, wall

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and (self.seed, self.wall) == (other.seed, other.wall)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Secret()"


@dataclass(frozen=True, slots=True)
class Playing:
    """A match that is played: `phase` is wall, deal, cuts, rest or over."""

    match: Match
    phase: str = "wall"
    sealed: str = ""
    """The commitment of the next deal."""
    nonces: tuple[str, ...] = ("",) * 4
    """By place."""
    secret: Secret | None = field(default=None, repr=False)
    deal: Deal | None = field(default=None, repr=False, compare=False)
    choices: tuple[tuple[Wind, int], ...] = ()
    marks: tuple[tuple[Wind, int], ...] = ()
    held: tuple[Line, ...] = field(default=(), repr=False)
    shown: int = 0
    """How many of the last answer's lines are out."""
    draws: int = 0
    """Draws from the front that are out."""
    open: bool = False
    """A window stands since the last line."""
    collected: tuple[Line, ...] = ()
    """Decisions of the window that have come in."""
    cuts: tuple[Pair, ...] = ()
    """Whose debtor is asked next."""
    before: tuple[str, ...] = ()
    """Names at E S W N of the deal that is played, or was played last."""
    ending: bool = False
    """The match stops after this deal."""

    # --- what is asked

    @property
    def number(self) -> int:
        """The deal that is sealed or played, or was played last."""
        return self.match.deals + (self.phase in ("wall", "deal"))

    def place(self, seat: Wind) -> int:
        """The place of a seat of the deal that is played, or was played last."""
        return self.match.players.index(self.before[seat])

    def seat(self, place: int) -> Wind:
        """The seat of a place in that deal."""
        return self._seat_before(self.match.players[place])

    @property
    def stage(self) -> str:
        """What comes next: seal, nonces, opening, window, tell, pace, turn, flower, cut, rest or over."""
        if self.phase == "wall":
            return "nonces" if self.sealed else "seal"
        if self.phase == "deal":
            return self._deal_stage()
        if self.held:
            return "tell"
        return {"cuts": "cut"}.get(self.phase, self.phase)

    def _deal_stage(self) -> str:
        assert self.deal is not None
        if self.open and not (self._opening and self.held):
            return "opening" if self._opening else "window"
        if self.held:
            return "pace" if self.held[0]["type"] in _FORCED and self.shown else "tell"
        return "tell" if self.deal.over else self.deal.at

    @property
    def _opening(self) -> bool:
        return not self.choices or (self.deal is not None and self.deal.at == "opening")

    @property
    def asked(self) -> tuple[SeatAsked, ...]:
        """Seats that have a choice now, in the order of their decision lines."""
        if self.phase == "cuts" and self.cuts and not self.held:
            pair, seat = self.cuts[0], self._seat_before(self.cuts[0].debtor)
            return (SeatAsked(seat, "cut", (PASS, CUT), ("pass", "cut"), PASS, pair.creditor),)
        deal = self.deal
        if deal is None or self.phase != "deal" or self.held or (window := deal.window) is None:
            return ()
        if self.open and window.at == "turn":  # nobody has a choice in the opening window
            return ()
        return tuple(
            SeatAsked(seat, window.at, legal, deal.legal(seat), deal.usual(seat))
            for seat, legal in window.legal.items()
        )

    def due(self) -> tuple[Line, ...]:
        """The lines that are told next: up to the next window, or the next discard without alternative."""
        if not self.held:
            return (self._result(),) if self._ends else ()
        out: list[Line] = []
        for line in self.held:
            if out and line["type"] in _FORCED and out[-1]["type"] != "reach":
                break
            out.append(line)
            if line["type"] in OPENS_WINDOW:
                break
        return tuple(out)

    def decisions(self, chosen: Mapping[Wind, Choice]) -> list[Line]:
        """The decision lines of everybody who is asked; who has not chosen does the written default."""
        out: list[Line] = []
        for each in self.asked:
            action, default = chosen.get(each.seat, Choice(each.usual, default=True))
            if each.at == "cut":
                out.append(cut_decision(self.cuts[0], action, default))
                continue
            text = each.texts[each.legal.index(action)]
            line: Line = {"type": "decision", "at": each.at, "seat": each.seat.text, "legal": list(each.texts)}
            out.append({**line, "chosen": text, **({"default": True} if default else {})})
        return out

    def view(self, asked: SeatAsked) -> View:
        """What a seat that is asked sees."""
        assert self.deal is not None
        view = View.of(self.deal, asked.seat)
        if asked.at != "cut":
            return view
        pair = self.cuts[0]
        pull = self.match.state.ledger.pulls[pair]
        offer = CutOffer(self._seat_before(pair.creditor), pull.amount, pull.hands)
        return replace(view, at="cut", legal=asked.legal, cut=offer)

    def worth(self, asked: SeatAsked, win: int) -> int:
        """The fan of a win that a seat may take now."""
        assert self.deal is not None
        deal = self.deal.copy()
        deal.apply(asked.seat, win)
        window = deal.window
        for seat in () if window is None else window.waiting:
            deal.apply(seat, deal.usual(seat))
        return next((score(each, deal.ruleset).capped for each in deal.wins if each.seat is asked.seat), 0)

    def _seat_before(self, name: str) -> Wind:
        return SEATS[self.before.index(name)]

    # --- walls

    def seal(self, seed: bytes, commit: str) -> Playing:
        """The wall of the next deal is committed to."""
        return replace(self, sealed=commit, nonces=("",) * 4, secret=Secret(seed))

    def nonce(self, place: int, nonce: str) -> Playing:
        """A seat's part of it."""
        return replace(self, nonces=(*self.nonces[:place], nonce, *self.nonces[place + 1 :]))

    def begun(self) -> Playing:
        """The deal begins: its first lines are held."""
        assert self.secret is not None
        match = self.match
        mixed = [self.nonces[match.players.index(name)] or NO_NONCE for name in match.seats]
        wall = Wall.made(self.secret.seed, match.table, match.deals + 1, match.rules.hash, mixed)
        deal, head = match.deal(wall)
        opens = match.rules.terms.ready.declarations is Declarations.HEAVENLY_AND_EARTHLY
        return replace(
            self,
            phase="deal",
            secret=Secret(self.secret.seed, wall),
            deal=deal,
            choices=(),
            marks=(),
            held=(head, *self._lines(deal)),
            shown=0,
            draws=0,
            open=opens,
            collected=(),
            before=match.seats,
        )

    def marked(self, seat: Wind, draw: int) -> Playing:
        """A seat is marked 相公 from a draw on that is not out yet: the deal is played again up to here."""
        assert self.deal is not None
        assert self.secret is not None
        assert self.secret.wall is not None
        marks = (*self.marks, (seat, draw))
        at = self.match.state.table
        deal = Deal.start(self.secret.wall.tiles, self.match.rules, at.round, at.streak, dict(marks))
        for chooser, action in self.choices:
            deal.apply(chooser, action)
        lines = self._lines(deal)
        if not self.choices:
            lines = (self.match.deal(self.secret.wall)[1], *lines)
        return replace(self, marks=marks, deal=deal, held=lines[self.shown :])

    # --- on

    def follow(self, line: Line) -> Playing:
        """The match after one more line of its record; refused if it is not the line that follows."""
        if line["type"] == "start_kyoku" and self.phase == "wall":
            return self.begun().follow(line)
        if line["type"] == "decision":
            return self._decided(line)
        expected = self.held[0] if self.held else self._result() if self._ends else None
        if line != expected:
            raise PlayError((problem("table.log", type=str(line["type"])),))
        return self._past(line)

    @property
    def _ends(self) -> bool:
        return self.phase == "deal" and self.deal is not None and self.deal.over

    def _decided(self, line: Line) -> Playing:
        asked, collected = self.asked, (*self.collected, line)
        if len(collected) > len(asked) or line["chosen"] not in asked[len(collected) - 1].texts:
            raise PlayError((problem("table.log", type="decision"),))
        if len(collected) < len(asked):
            return replace(self, collected=collected)
        chosen = [
            (each.seat, each.legal[each.texts.index(said["chosen"])])
            for each, said in zip(asked, collected, strict=True)
        ]
        if line["at"] == "cut":
            return self._cut(chosen[0][1])
        assert self.deal is not None
        deal = self.deal.copy()
        for seat, action in chosen:
            deal.apply(seat, action)
        held, choices = self._lines(deal), (*self.choices, *chosen)
        return replace(self, deal=deal, choices=choices, held=held, shown=0, open=False, collected=())

    def _past(self, line: Line) -> Playing:
        kind = line["type"]
        if kind == "end_kyoku":
            return self._over(line)
        held = self.held[1:]
        if kind == "proof":
            return replace(self, held=held, secret=None)._between()
        if kind == "end_game":
            return replace(self, held=held, phase="over")
        if kind == "cut":
            return replace(self, held=held)._between()
        opens = kind in OPENS_WINDOW or (self.open and self._opening and not self.choices)
        draws = self.draws + (kind == "tsumo" and "back" not in line)
        return replace(self, held=held, shown=self.shown + 1, draws=draws, open=opens)

    def passed(self) -> Playing:
        """The opening window is over, and nobody had a choice in it."""
        return replace(self, open=False)

    def _result(self) -> Line:
        return self._after()[1]

    def _after(self) -> tuple[Match, Line]:
        assert self.deal is not None
        assert self.secret is not None
        assert self.secret.wall is not None
        return self.match.after(self.deal, self.secret.wall, stopped=self.ending)

    def _over(self, line: Line) -> Playing:
        match = self._after()[0]
        assert self.secret is not None
        assert self.secret.wall is not None
        proof: Line = {"type": "proof", **self.secret.wall.proof}
        cuts = () if match.over else match.cuts
        return replace(self, match=match, phase="cuts", held=(proof,), cuts=cuts, sealed="", open=False)

    def _cut(self, action: int) -> Playing:
        pair, cuts = self.cuts[0], self.cuts[1:]
        if action != CUT:
            return replace(self, cuts=cuts, collected=())._between()
        match, line = self.match.cut(pair)
        return replace(self, match=match, cuts=cuts, collected=(), held=(line,))

    def _between(self) -> Playing:
        """After a deal: cuts first, then the end or a rest."""
        if self.held or self.cuts:
            return self
        return self.ended() if self.match.over else replace(self, phase="rest")

    def ended(self) -> Playing:
        """The match is over: its last line is held."""
        return replace(self, phase="rest", held=(self.match.end_line(),))

    def rested(self) -> Playing:
        """The next deal's wall is wanted."""
        return replace(self, phase="wall", sealed="", nonces=("",) * 4)

    def _lines(self, deal: Deal) -> tuple[Line, ...]:
        """What the last answer brought, as the record writes it."""
        head: Line = {"type": "", "deal": self.match.deals + 1}
        options = self.match.options if deal.over else {}  # only a win tells them
        return tuple(Recording(deal, head, self.match.table, options).lines[1:])
