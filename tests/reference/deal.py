"""One deal in plain Python, written from the rules of play: events, questions to the seats, and consequences.

The rules are one generator: it yields a window whenever a seat has a choice, and receives the answers. It is slow and
meant to be read; the kernel must agree with it decision by decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from sikwu.hand import Hand, Meld, MeldKind
from sikwu.reading import Shape, Shapes, is_complete, tiles_away
from sikwu.rules.lowering import PAIRS_DIFFER
from sikwu.rules.play import AfterClaim, Declarations, EighthFlower, FirstDraws, FlowersAtDeal, FlowerWins, PassedWins
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import HandError
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Circumstances, FirstTurn, Ready, Replacement, RobbedKong, Win

E, SEATS = 0, range(4)
PASS, WIN, WIN_FLOWERS, DISCARD, READY_DISCARD, READY = 0, 1, 2, 3, 37, 71
CHOWS = {72: (1, 2), 73: (-1, 1), 74: (-2, -1)}
PUNG, KONG, CONCEALED, ADDED, FALSE_WIN = 75, 76, 77, 111, 145
FLOWER_NAMES = frozenset(range(34, 42))

Law = Generator["Window", Mapping[int, int], Any]
Event = dict[str, Any]


class Window(NamedTuple):
    """An open question: the seats that have a choice, in the order of their lines."""

    at: str
    legal: dict[int, list[int]]


class Over(Exception):
    """The deal has ended."""


@dataclass
class Laid:
    """A meld, and the turn in which it was laid down."""

    kind: MeldKind
    tile: int
    feeder: int | None
    turn: int


@dataclass
class Player:
    """The tiles and past actions of a seat."""

    hand: list[int] = field(default_factory=list)
    flowers: set[int] = field(default_factory=set)
    melds: list[Laid] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    """Flowers that are not yet laid open, at the opening."""
    ready: Ready = Ready.NONE
    one_shot: bool = False
    barred: bool = False
    passed: set[int] = field(default_factory=set)
    """Kinds that passed wins have barred."""
    unpunged: set[int] = field(default_factory=set)
    thrown: set[int] = field(default_factory=set)
    dead: bool = False
    pending: bool = False
    seven_declined: bool = False
    draws: int = 0
    discards: int = 0


class Deal:
    """A deal from a wall (numbers of tiles in the order drawn); `window` is the open question, None when the deal is
    over.
    """

    def __init__(
        self,
        wall: Sequence[int],
        rules: Ruleset,
        round: int = 0,
        streak: int = 0,
        dead: Mapping[int, int] | None = None,
    ) -> None:
        self.rules, self.terms, self.size = rules, rules.terms, rules.document.size
        self.wall = [tile for tile in wall if self.terms.flowers.in_play or tile < KINDS]
        self.round, self.streak = round, streak
        self.dead_from = dict(dead or {})
        """For each seat marked dead, the draw from the front before which it is marked; 0: before the dealer's first
        turn.
        """
        self.players = [Player() for _ in SEATS]
        self.events: list[Event] = []
        self.river: list[int] = []
        self.turns = self.front_draws = 0
        self.touched = False
        """Whether a player has claimed, or completed a kong."""
        self.drawn: int | None = None
        self.claimed = -1
        """The tile claimed last."""
        self.came = Replacement.NONE
        self.chain: list[tuple[int, int | None, int]] = []
        """Kongs of this turn since its last flower: kind, feeder, the replacement tile."""
        self.eighth_now = False
        self.opening = True
        self.result = ""
        self.winners: list[Win] = []
        self.answers: dict[int, int] = {}
        self.window: Window | None = None
        self._law = self.law()
        self._go(None)

    # --- asking

    def answer(self, seat: int, action: int) -> None:
        """Takes the choice of a seat that is asked; the last answer of a window advances the deal."""
        assert self.window is not None
        if action not in self.window.legal.get(seat, ()) or seat in self.answers:
            raise ValueError("not legal")
        self.answers[seat] = action
        if len(self.answers) == len(self.window.legal):
            self._go(dict(self.answers))

    def _go(self, answers: dict[int, int] | None) -> None:
        self.answers = {}
        try:
            self.window = next(self._law) if answers is None else self._law.send(answers)
        except Over:
            self.window = None

    def ask(self, at: str, legal: dict[int, list[int]]) -> Law:
        """The answers of all seats; a seat with only one action takes it without being asked."""
        legal = {seat: sorted(actions) for seat, actions in legal.items()}
        asked = {seat: actions for seat, actions in legal.items() if len(actions) > 1}
        given = (yield Window(at, asked)) if asked else {}
        return {seat: given.get(seat, actions[0]) for seat, actions in legal.items()}

    # --- the rules

    def law(self) -> Law:
        self.deal_out()
        yield from self.opening_flowers()
        self.opening = False
        if self.terms.ready.declarations is Declarations.HEAVENLY_AND_EARTHLY:
            yield from self.opening_window()
        self.mark_dead(0)
        seat, how = E, "first"
        while True:
            self.turns += 1
            if how != "first":
                self.drawn, self.came = None, Replacement.NONE
            if how == "draw":
                self.chain, self.eighth_now = [], False
                self.front_draws += 1
                self.mark_dead(self.front_draws)
                self.players[seat].draws += 1
                yield from self.take(seat, Replacement.NONE)
            elif how == "claim":
                self.chain, self.eighth_now = [], False
            elif how == "kong":
                self.eighth_now = False
                yield from self.take(seat, Replacement.KONG)
            tile = yield from self.act(seat)
            seat, how = yield from self.offer(seat, tile)

    def mark_dead(self, draw: int) -> None:
        for seat in SEATS:
            if self.dead_from.get(seat) == draw:
                self.players[seat].dead = True
                self.players[seat].ready = Ready.NONE
                self.write("dead", seat)

    # --- wall

    @property
    def drawable(self) -> int:
        return len(self.wall) - self.terms.deal.reserved

    def write(self, type: str, actor: int | None = None, **facts: Any) -> None:
        who = {} if actor is None else {"actor": Wind(actor).text}
        named = {name: _named(name, value) for name, value in facts.items() if value is not None}
        self.events.append({"type": type, **who, **named})

    def deal_out(self) -> None:
        dealt: list[list[int]] = [[] for _ in SEATS]
        for _ in range(self.size // 4):
            for seat in SEATS:
                dealt[seat] += self.wall[:4]
                del self.wall[:4]
        for seat in (*SEATS, E) if self.size == 13 else (E,):
            dealt[seat].append(self.wall.pop(0))
        self.tehais = dealt
        for player, tiles in zip(self.players, dealt, strict=True):
            player.hand = [tile for tile in tiles if tile < KINDS]
            player.held = [tile for tile in tiles if tile >= KINDS]
        self.drawn = self.players[E].hand[-1]

    def from_back(self, seat: int, why: str) -> int:
        tile = self.wall.pop()
        self.write("tsumo", seat, pai=tile, back=why)
        return tile

    # --- flowers

    def opening_flowers(self) -> Law:
        seat, dealt = E, [True] * 4
        while any(player.held for player in self.players):
            player = self.players[seat]
            while player.held:
                laid, player.held = sorted(player.held), []
                self.came = Replacement.NONE if dealt[seat] else Replacement.FLOWER
                dealt[seat] = False
                yield from self.lay_open(seat, laid)
                for _ in laid:
                    tile = self.from_back(seat, "flower")
                    if tile >= KINDS:
                        player.held.append(tile)
                    else:
                        player.hand.append(tile)
                        self.drawn = tile if seat == E else self.drawn
                if self.terms.deal.flowers_at_deal is FlowersAtDeal.PASSES:
                    break
            seat = (seat + 1) % 4
        self.came = Replacement.NONE
        for seat, player in enumerate(self.players):
            if self.waits_for_draw(seat):
                player.pending = len(player.flowers) >= 7
        self.eighth_now = len(self.players[E].flowers) == 8

    def waits_for_draw(self, seat: int) -> bool:
        """Whether seven flowers at the opening give this seat no win yet, because it has to draw first."""
        return self.terms.flowers.wins is FlowerWins.SEVENTH and self.terms.flowers.pending and seat != E

    def lay_open(self, seat: int, flowers: Sequence[int]) -> Law:
        """Lays flowers open, and asks the seats that may now win by flowers."""
        player = self.players[seat]
        before = len(player.flowers)
        for flower in flowers:
            player.flowers.add(flower)
            self.write("flower", seat, pai=flower)
        if len(player.flowers) >= 7:
            yield from self.own_moment(seat, before)
        elif sum(len(each.flowers) for each in self.players) == 8 and self.terms.flowers.seven_rob_one:
            for other in SEATS:
                if len(self.players[other].flowers) == 7 and self.terms.flowers.wins is not FlowerWins.OFF:
                    yield from self.flower_moment(other, other=True)

    def own_moment(self, seat: int, before: int) -> Law:
        terms, player, count = self.terms, self.players[seat], len(self.players[seat].flowers)
        if terms.flowers.wins is FlowerWins.EIGHTH_REPLACED:
            self.eighth_now = count == 8
            if count == 8 and not self.opening and self.drawable == 0:
                yield from self.flower_moment(seat)
        elif terms.flowers.wins is FlowerWins.SEVENTH:
            if count == 7 or before < 7 or not player.seven_declined or terms.flowers.may_wait_for_eighth:
                asked = yield from self.flower_moment(seat)
                player.seven_declined = player.seven_declined or (asked and count == 7)
        elif terms.flowers.wins is FlowerWins.SEVENTH_OR_EIGHTH:
            out = sum(len(each.flowers) for each in self.players) == 8
            if count == 7 and (out or not terms.flowers.seven_waits_for_eighth):
                yield from self.flower_moment(seat)
            elif count == 8 and terms.flowers.eighth is not EighthFlower.OFF:
                yield from self.flower_moment(seat, forced=terms.flowers.eighth is EighthFlower.FORCED)

    def flower_moment(self, seat: int, other: bool = False, forced: bool = False) -> Law:
        """Asks one seat; True if it was asked and declined. `other`: another seat has drawn the eighth flower."""
        player = self.players[seat]
        if player.dead or player.pending or (self.opening and self.waits_for_draw(seat)):
            return False
        win = self.flower_win(seat, "other" if other else "moment")
        if not self.legal(win):
            return False
        answers = yield from self.ask("flower", {seat: [WIN_FLOWERS] if forced else [PASS, WIN_FLOWERS]})
        if answers[seat] == WIN_FLOWERS:
            self.won([win])
        return True

    def flower_win(self, seat: int, when: str) -> Win:
        """`when`: at the seat's own flower ('moment'), at another's ('other'), in its turn ('turn')."""
        eighth = next((s for s in SEATS if s != seat and self.players[s].flowers), None)
        seven = len(self.players[seat].flowers) == 7
        at = Circumstances(eighth_flower=Wind(eighth) if seven and eighth is not None else None)
        if when == "moment":
            club = self.terms.flowers.wins is FlowerWins.EIGHTH_REPLACED
            heavenly = self.opening and seat == E and self.terms.flowers.wins is FlowerWins.SEVENTH
            at = Circumstances(
                **({} if club else self.kong_facts()),
                last_tile=self.drawable == 0 and not self.opening,
                first_turn=FirstTurn.HEAVENLY if heavenly else FirstTurn.NONE,
                eighth_flower=at.eighth_flower,
                **self.declared(seat),
            )
        else:
            at = Circumstances(eighth_flower=at.eighth_flower, **self.declared(seat))
        hand = Hand((), (), self.open_flowers(seat))
        return Win(hand, None, By.FLOWERS, Wind(seat), Wind(self.round), None, self.told_streak, at)

    def open_flowers(self, seat: int) -> tuple[Tile, ...]:
        return tuple(map(Tile, sorted(self.players[seat].flowers)))

    def declared(self, seat: int) -> dict[str, Any]:
        return {"ready": self.players[seat].ready, "one_shot": self.players[seat].one_shot}

    def kong_facts(self) -> dict[str, Any]:
        """The kind of tile that the current tile replaces, and the row of kongs before it."""
        facts: dict[str, Any] = {"replacement": self.came}
        if self.came is Replacement.KONG:
            feeder = self.chain[0][1]
            pairs = zip(self.chain, self.chain[1:], strict=False)
            tight = len(self.chain) > 1 and all(kind == before[2] for before, (kind, _, _) in pairs)
            facts |= {"kong_chain": len(self.chain), "second_kong_uses_replacement": tight}
            facts["kong_feeder"] = None if feeder is None else Wind(feeder)
        return facts

    # --- the opening of the club

    def opening_window(self) -> Law:
        legal: dict[int, list[int]] = {}
        flowers = {s: self.flower_win(s, "turn") for s in (1, 2, 3) if len(self.players[s].flowers) == 8}
        flowers = {seat: win for seat, win in flowers.items() if self.legal(win)}
        heavenly = self.drawn_win(E)
        if flowers and self.may_win(E, self.drawn, own=True) and self.legal(heavenly):
            legal[E] = [PASS, WIN]
        for seat in (1, 2, 3):
            legal[seat] = [PASS, *([WIN_FLOWERS] if seat in flowers else []), *([READY] if self.is_ready(seat) else [])]
        answers = yield from self.ask("opening", legal)
        for seat in (1, 2, 3):
            if answers[seat] == READY:
                self.players[seat].ready = Ready.HEAVENLY
                self.write("reach", seat, kind="heavenly")
        wins = [heavenly] if answers.get(E) == WIN else []
        wins += [win for seat, win in flowers.items() if answers[seat] == WIN_FLOWERS]
        if wins:
            self.won(wins)

    # --- a seat's own turn

    def take(self, seat: int, came: Replacement) -> Law:
        """Draws a tile, and replaces it while it is a flower."""
        player = self.players[seat]
        if self.terms.claims.passed_wins is not PassedWins.SELF_DRAW_TOO:
            player.barred = False
        player.passed, player.unpunged = set(), set()
        if came is Replacement.NONE:
            tile = self.wall.pop(0)
            self.write("tsumo", seat, pai=tile)
        else:
            tile = self.from_back(seat, "kong")
            self.chain[-1] = (*self.chain[-1][:2], tile)
        self.came = came
        while tile >= KINDS:
            yield from self.lay_open(seat, [tile])
            if self.drawable == 0:
                self.drawn_deal("exhausted")
            tile = self.from_back(seat, "flower")
            self.came, self.chain = Replacement.FLOWER, []
        player.hand.append(tile)
        self.drawn = tile

    def act(self, seat: int) -> Law:
        """All actions of a player until a tile is discarded; returns the tile."""
        player = self.players[seat]
        while True:
            legal = self.turn_actions(seat)
            action = (yield from self.ask("turn", {seat: legal}))[seat]
            if action == WIN:
                self.won([self.drawn_win(seat)])
            if action == WIN_FLOWERS:
                self.won([self.flower_win(seat, "turn")])
            if action == FALSE_WIN:
                self.false_win(seat)
            if player.pending:
                player.pending, player.seven_declined = False, True
            if action < READY:
                return self.discard(seat, action)
            self.eighth_now = False
            yield from self.own_kong(seat, action)

    def turn_actions(self, seat: int) -> list[int]:
        player, terms = self.players[seat], self.terms
        drew = self.drawn is not None
        wins = drew and self.may_win(seat, self.drawn, own=True) and self.legal(self.drawn_win(seat))
        by_flowers = drew and self.flowers_in_turn(seat)
        if wins and player.ready in (Ready.HEAVENLY, Ready.EARTHLY) and not terms.ready.may_pass:
            return [WIN, *([WIN_FLOWERS] if by_flowers else [])]
        frozen = player.ready is not Ready.NONE
        kinds = [self.drawn] if frozen else self.discardable(player)
        legal = [WIN] * wins + [WIN_FLOWERS] * by_flowers + [DISCARD + kind for kind in kinds]
        if not player.dead:
            if self.may_declare(seat):
                legal += [READY_DISCARD + kind for kind in kinds if self.is_ready(seat, without=[kind])]
            legal += self.kong_actions(seat)
        if terms.claims.false_wins and drew and not wins:
            legal.append(FALSE_WIN)
        return legal

    def discardable(self, player: Player) -> list[int]:
        """The kinds that a player may discard: after a claim, in some houses, not the tile just claimed."""
        held, how = sorted(set(player.hand)), self.terms.claims.after_claim
        if self.drawn is not None or how is AfterClaim.ANY or not player.melds:
            return held
        meld, claimed = player.melds[-1], self.claimed
        locked = {claimed}
        if how is AfterClaim.NOT_EITHER_END and meld.kind is MeldKind.CHOW:
            other = {meld.tile: meld.tile + 3, meld.tile + 2: meld.tile - 1}.get(claimed)
            if other is not None and other >= 0 and other // 9 == meld.tile // 9:
                locked.add(other)
        return [kind for kind in held if kind not in locked] or held

    def flowers_in_turn(self, seat: int) -> bool:
        player = self.players[seat]
        if player.dead:
            return False
        club = self.terms.flowers.wins is FlowerWins.EIGHTH_REPLACED and self.eighth_now
        return (player.pending or club) and self.legal(self.flower_win(seat, "turn"))

    def may_declare(self, seat: int) -> bool:
        player, how = self.players[seat], self.terms.ready.declarations
        if player.ready is not Ready.NONE or how is Declarations.NONE:
            return False
        if how is Declarations.DECLARED:
            return True
        if how is Declarations.CONCEALED:
            return player.discards == 0 and not self.touched
        return player.discards == 0 and not player.melds

    def kong_actions(self, seat: int) -> list[int]:
        player, terms = self.players[seat], self.terms
        if self.drawable < 1 or (self.drawn is None and not terms.kongs.after_claim):
            return []
        if player.ready not in (Ready.NONE, Ready.DECLARED):
            return []
        counts = Counter(player.hand)
        pungs = [meld.tile for meld in player.melds if meld.kind is MeldKind.PUNG]
        concealed = [kind for kind in counts if counts[kind] == 4]
        added = [kind for kind in pungs if counts[kind]]
        if player.ready is Ready.DECLARED:
            concealed = [k for k in concealed if k == self.drawn and self.is_ready(seat, [k] * 4, kong=k)]
            added = [k for k in added if k == self.drawn and self.is_ready(seat, [k], kong=k)]
        return [CONCEALED + kind for kind in concealed] + [ADDED + kind for kind in added]

    def is_ready(self, seat: int, without: Sequence[int] = (), kong: int | None = None) -> bool:
        """Whether some kind would complete the hand, not counting a kind of which the player has four."""
        assert (seat, self.turns) != (E, 0), "the dealer has no hand of thirteen before the first turn"
        hand = list(self.players[seat].hand)
        for kind in without:
            hand.remove(kind)
        completing = kinds_completing(counted(hand), self.rules.lowered.shapes)
        if not completing:
            return False
        owned = Counter([*hand, *(tile for meld in self.players[seat].melds for tile in _tiles(meld))])
        if kong is not None:
            owned[kong] = 4
        return any(owned[tile] < 4 for tile in completing)

    def may_win(self, seat: int, tile: int, own: bool = False) -> bool:
        """Whether the tile would complete the hand of a seat that is neither dead nor barred. `own`: it is already in
        the hand.
        """
        player, hand = self.players[seat], list(self.players[seat].hand)
        if own:
            hand.remove(tile)
        always = self.terms.claims.passed_wins is PassedWins.SELF_DRAW_TOO
        if player.dead or (player.barred and (always or not own)) or (not own and tile in player.passed):
            return False
        return tile in kinds_completing(counted(hand), self.rules.lowered.shapes)

    def discard(self, seat: int, action: int) -> int:
        player = self.players[seat]
        declares = action >= READY_DISCARD
        tile = action - (READY_DISCARD if declares else DISCARD)
        player.one_shot = False
        if declares:
            kinds = {
                Declarations.DECLARED: Ready.DECLARED,
                Declarations.CONCEALED: Ready.CONCEALED,
                Declarations.HEAVENLY_AND_EARTHLY: Ready.EARTHLY,
            }
            player.ready = kinds[self.terms.ready.declarations]
            player.one_shot = player.ready is Ready.DECLARED
            self.write("reach", seat, kind=player.ready.text)
        self.write("dahai", seat, pai=tile, tsumogiri=tile == self.drawn)
        player.hand.remove(tile)
        player.thrown.add(tile)
        if self.terms.claims.passed_wins is PassedWins.SELF_DRAW_TOO:
            player.barred = False
        player.discards += 1
        self.river.append(tile)
        return tile

    def own_kong(self, seat: int, action: int) -> Law:
        player = self.players[seat]
        if action >= ADDED:
            kind, robbed = action - ADDED, RobbedKong.ADDED
            self.write("kakan", seat, pai=kind, consumed=[kind] * 3)
            taken = 1
        else:
            kind, robbed = action - CONCEALED, RobbedKong.CONCEALED
            self.write("ankan", seat, consumed=[kind] * 4)
            taken = 4
        for _ in range(taken):
            player.hand.remove(kind)
        yield from self.robbing(seat, kind, robbed, payer=seat, others=self.after(seat))
        if robbed is RobbedKong.ADDED:
            meld = next(m for m in player.melds if m.kind is MeldKind.PUNG and m.tile == kind)
            meld.kind = MeldKind.KONG_ADDED
        else:
            player.melds.append(Laid(MeldKind.KONG_CONCEALED, kind, None, self.turns))
        self.completed_kong(kind, None)
        yield from self.take(seat, Replacement.KONG)

    def completed_kong(self, kind: int, feeder: int | None) -> None:
        self.touch()
        self.chain.append((kind, feeder, -1))

    def touch(self) -> None:
        self.touched = True
        for player in self.players:
            player.one_shot = False

    # --- windows

    def after(self, seat: int) -> list[int]:
        return [(seat + step) % 4 for step in (1, 2, 3)]

    def robbing(self, maker: int, tile: int, robbed: RobbedKong, payer: int, others: list[int]) -> Law:
        may = robbed is not RobbedKong.EXPOSED or self.terms.kongs.rob_exposed
        if not may:
            return
        wins = {
            seat: self.fed_win(seat, tile, By.ROB_KONG, payer, robbed) for seat in others if self.may_win(seat, tile)
        }
        yield from self.window_of_wins("kong", maker, wins, {seat: [] for seat in others})

    def offer(self, seat: int, tile: int) -> Law:
        """After a discard: wins, then pung or kong, then chow, then the next draw. Returns who continues, and how."""
        others = self.after(seat)
        last = self.drawable == 0
        free = [
            each for each in others if not (self.terms.claims.own_discards_locked and tile in self.players[each].thrown)
        ]
        wins = {each: self.fed_win(each, tile, By.DISCARD, seat) for each in free if self.may_win(each, tile)}
        if last and not self.terms.claims.win_last_discard:
            wins = {}
        claims = {each: self.claims(each, tile, seat) for each in others}
        answers = yield from self.window_of_wins("discard", seat, wins, claims)
        if self.terms.claims.passed_pungs:
            for each in others:
                if PUNG in claims[each] and answers[each] not in (PUNG, KONG):
                    self.players[each].unpunged.add(tile)
        for each in others:
            if answers[each] in (PUNG, KONG):
                return (yield from self.claim(each, answers[each], tile, seat))
        if answers[others[0]] in CHOWS:
            return (yield from self.claim(others[0], answers[others[0]], tile, seat))
        if last:
            self.drawn_deal("exhausted")
        return others[0], "draw"

    def claims(self, seat: int, tile: int, discarder: int) -> list[int]:
        player, out = self.players[seat], list[int]()
        if player.dead or player.ready is not Ready.NONE or (self.drawable == 0 and not self.terms.claims.last_discard):
            return []
        if seat == (discarder + 1) % 4 and tile < 27 and self.terms.claims.chows:
            for action, steps in CHOWS.items():
                own = [tile + step for step in steps]
                if all(each // 9 == tile // 9 and each >= 0 and each in player.hand for each in own):
                    out.append(action)
        if player.hand.count(tile) >= 2 and tile not in player.unpunged:
            out.append(PUNG)
        if player.hand.count(tile) == 3 and self.drawable >= 1:
            out.append(KONG)
        return out

    def window_of_wins(self, at: str, actor: int, wins: Mapping[int, Win], claims: Mapping[int, list[int]]) -> Law:
        """Asks all seats at once; a win or a false win ends the deal, otherwise the answers are returned."""
        able = {seat: win for seat, win in wins.items() if self.legal(win)}
        legal: dict[int, list[int]] = {}
        for seat, claimed in claims.items():
            forced = self.players[seat].ready in (Ready.HEAVENLY, Ready.EARTHLY) and not self.terms.ready.may_pass
            if seat in able and forced:
                legal[seat] = [WIN]
                continue
            legal[seat] = [PASS, *claimed]
            if seat in able:
                legal[seat].append(WIN)
            elif self.terms.claims.false_wins:
                legal[seat].append(FALSE_WIN)
        answers = yield from self.ask(at, legal)
        calling = {seat: able[seat] for seat, action in answers.items() if action == WIN}
        if calling:
            orphans = frozenset(w.seat for w in calling.values() if self.score(w).reading.shape is Shape.ORPHANS)
            seats = self.terms.claims.winners(Wind(actor), [w.seat for w in calling.values()], orphans)
            if len(seats) == 3 and self.terms.claims.three_winners_void:
                self.drawn_deal("three_winners")
            self.won([calling[seat] for seat in seats], target=actor)
        for seat, action in answers.items():
            if action == FALSE_WIN:
                self.false_win(seat)
        for seat, win in able.items():
            if self.terms.claims.passed_wins is PassedWins.SAME_TILE:
                assert win.tile is not None
                self.players[seat].passed.add(int(win.tile))
            elif self.terms.claims.passed_wins is not PassedWins.OFF:
                self.players[seat].barred = True
        return answers

    def claim(self, seat: int, action: int, tile: int, discarder: int) -> Law:
        player = self.players[seat]
        self.river.pop()
        self.claimed = tile
        own = [tile + step for step in CHOWS[action]] if action in CHOWS else [tile] * (2 if action == PUNG else 3)
        for each in own:
            player.hand.remove(each)
        word = "chi" if action in CHOWS else "pon" if action == PUNG else "daiminkan"
        self.write(word, seat, target=discarder, pai=tile, consumed=own)
        if action == KONG:
            payer = discarder if self.terms.kongs.rob_from_discarder else seat
            others = [each for each in self.after(seat) if each != discarder]
            yield from self.robbing(seat, tile, RobbedKong.EXPOSED, payer, others)
        player.barred = False
        player.passed, player.unpunged = set(), set()
        if player.pending:
            player.pending, player.seven_declined = False, True
        kind = {PUNG: MeldKind.PUNG, KONG: MeldKind.KONG_EXPOSED}.get(action, MeldKind.CHOW)
        player.melds.append(Laid(kind, min(own[0], tile), discarder, self.turns + 1))
        if action != KONG:
            self.touch()
            return seat, "claim"
        self.chain = []
        self.completed_kong(tile, discarder)
        return seat, "kong"

    # --- wins

    @property
    def told_streak(self) -> int:
        return self.streak if self.size == 16 else 0

    def score(self, win: Win) -> Score:
        return score(win, self.rules)

    def legal(self, win: Win) -> bool:
        """Whether the win of a complete hand counts and reaches the minimum. An impossible win is a bug of this file."""
        assert not win.problems(self.size), (win, win.problems(self.size))
        try:
            return self.score(win).valid
        except HandError:
            return False

    def drawn_win(self, seat: int) -> Win:
        player = self.players[seat]
        assert self.drawn is not None
        hand = sorted(player.hand)
        hand.remove(self.drawn)
        heavenly = seat == E and player.discards == 0 and not player.melds
        first = FirstTurn.HEAVENLY if heavenly else FirstTurn.NONE
        if seat != E and player.draws == 1 and player.discards == 0 and not player.melds:
            asks = self.terms.deal.first_draws
            nobody = asks is FirstDraws.NOBODY_CLAIMED and not self.touched
            if asks is FirstDraws.NOT_CLAIMED_ONESELF or nobody:
                first = FirstTurn.EARTHLY_DRAW
        at = Circumstances(
            **({} if heavenly else self.kong_facts()),
            last_tile=self.drawable == 0 and not heavenly,
            first_turn=first,
            discards=len(self.river),
            visible=self.visible(seat),
            **self.declared(seat),
        )
        return self.win_of(seat, hand, self.drawn, By.SELF_DRAW, None, at)

    def fed_win(self, seat: int, tile: int, by: By, feeder: int, robbed: RobbedKong = RobbedKong.ADDED) -> Win:
        player, first = self.players[seat], FirstTurn.NONE
        discards = sum(each.discards for each in self.players)
        if by is By.DISCARD and seat != E:
            if discards == 1 and not self.players[E].melds:
                first = FirstTurn.EARTHLY
            elif discards > 1 and self.terms.deal.human_wins and not self.touched and player.draws == 0:
                first = FirstTurn.HUMAN
        at = Circumstances(
            robbed=robbed,
            last_discard=by is By.DISCARD and self.drawable == 0,
            first_turn=first,
            discards=len(self.river),
            visible=self.visible(seat, tile if by is By.DISCARD else None),
            **self.declared(seat),
        )
        return self.win_of(seat, sorted(player.hand), tile, by, Wind(feeder), at)

    def win_of(self, seat: int, hand: list[int], tile: int, by: By, feeder: Wind | None, at: Circumstances) -> Win:
        melds, laid = [], self.players[seat].melds
        for place, meld in enumerate(laid):
            fed = None if meld.feeder is None else Wind(meld.feeder)
            hidden = meld.kind is MeldKind.KONG_CONCEALED
            same = hidden and place > 0 and laid[place - 1].turn == meld.turn
            melds.append(Meld(meld.kind, Tile(meld.tile), fed, same, meld.kind is MeldKind.KONG_EXPOSED))
        held = Hand(tuple(map(Tile, hand)), tuple(melds), self.open_flowers(seat))
        return Win(held, Tile(tile), by, Wind(seat), Wind(self.round), feeder, self.told_streak, at)

    def visible(self, seat: int, winning: int | None = None) -> tuple[tuple[Tile, int], ...]:
        seen = Counter(self.river)
        if winning is not None:
            seen[winning] -= 1
        for other in self.after(seat):
            for meld in self.players[other].melds:
                if meld.kind is not MeldKind.KONG_CONCEALED or not self.terms.kongs.hidden:
                    seen.update(_tiles(meld))
        return tuple((Tile(kind), count) for kind, count in seen.items())

    # --- ends

    def won(self, wins: list[Win], target: int | None = None) -> None:
        for win in wins:
            if target is not None and len(wins) > 1:
                at = Circumstances(**{**{n: getattr(win.at, n) for n in win.at.__slots__}, "winners": len(wins)})
                win = Win(win.hand, win.tile, win.by, win.seat, win.round, win.feeder, win.streak, at)
            self.winners.append(win)
            self.write("hora", win.seat, target=target, pai=win.tile, win=win)
        self.result = "win"
        raise Over

    def false_win(self, seat: int) -> None:
        self.write("false_win", seat)
        self.result = "false_win"
        self.write("ryukyoku", reason="false_win")
        raise Over

    def drawn_deal(self, reason: str) -> None:
        self.write("ryukyoku", reason=reason)
        self.result = "draw"
        raise Over


def counted(tiles: Sequence[int]) -> bytes:
    """Copies of each kind."""
    out = bytearray(KINDS)
    for tile in tiles:
        out[tile] += 1
    return bytes(out)


@lru_cache(100_000)
def kinds_completing(hand: bytes, shapes: int) -> frozenset[int]:
    """The kinds that complete a hand; cached, because the same hand is asked again and again, and distant hands are
    skipped.
    """
    if tiles_away(hand, Shapes(shapes & ~PAIRS_DIFFER)) > 1:
        return frozenset()
    out = set()
    for kind in range(KINDS):
        have = bytearray(hand)
        have[kind] += 1
        # If four identical tiles are not two pairs, eight pairs contain no four.
        alike = shapes & PAIRS_DIFFER and max(have) == 4
        known = shapes & ~PAIRS_DIFFER & ~(Shapes.EIGHT_PAIRS if alike else 0)
        if max(have) <= 4 and is_complete(bytes(have), Shapes(known)):
            out.add(kind)
    return frozenset(out)


def _tiles(meld: Laid) -> list[int]:
    if meld.kind is MeldKind.CHOW:
        return [meld.tile, meld.tile + 1, meld.tile + 2]
    return [meld.tile] * meld.kind.size


def _named(name: str, value: Any) -> Any:
    """An event as the record writes it: tiles and seats as texts."""
    if name == "pai":
        return Tile(value).text
    if name == "target":
        return Wind(value).text
    if name == "consumed":
        return [Tile(each).text for each in value]
    return value
