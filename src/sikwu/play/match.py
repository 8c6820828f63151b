"""A match as a value: dealer, streak, round, the books of the players, and whether it is over.

A match does not play: it starts the next deal and takes the finished one. Its books use the same events as the book
of a real table (`sikwu.book.evolve`). Every line that it makes is a line of the record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace as changed

from sikwu.book.answer import books_told
from sikwu.book.events import Close, Cut, HandEvent, Open, Result
from sikwu.book.evolve import evolve
from sikwu.book.hands import Judge
from sikwu.book.ledger import Pair
from sikwu.book.money import POT
from sikwu.book.state import BookState
from sikwu.book.tiles import of_scores
from sikwu.hand import MeldKind
from sikwu.money.amount import Money, exact, money_json
from sikwu.money.settlement import DiceThrow, Kongs, settle
from sikwu.play.actions import CUT, PASS, action_text
from sikwu.play.deal import Deal
from sikwu.play.finished import FinishedDeal, changes_told, options_told
from sikwu.play.house import house_file
from sikwu.play.lines import FORMAT, CutLine, DealLine, DecisionLine, EndLine, HeaderLine, ProofLine, ResultLine
from sikwu.play.parts import SEATS, Four, Holdings, NextDeal
from sikwu.play.problems import PlayError
from sikwu.play.wall import SEED_BYTES, Wall, new_seed
from sikwu.rules.playable import check_playable
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.side_money import DICE, SIDE
from sikwu.seats import Table
from sikwu.texts.plain import normal
from sikwu.tiles import Wind

PLAYERS = ("Ann", "Ben", "Cat", "Dan")
VIEWS = ("archive", "public")
"""Names for views of a record that belong to no player, so no player may have such a name."""
MOST_NAME = 40
_SEATS = tuple(Wind)
_KONG = int(MeldKind.KONG_CONCEALED)

Walls = Callable[["Match"], Wall]
"""A function that gives the wall of a match's next deal."""


@lru_cache(64)
def judge_of(rules: Ruleset) -> Judge:
    """The judge of match results under a ruleset, with the settlement already computed."""
    return Judge(rules)


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two deals.

    >>> match = Match.new("hk-standard")
    >>> match.seats, match.round, match.over
    (('Ann', 'Ben', 'Cat', 'Dan'), Wind.EAST, '')
    """

    table: str
    rules: Ruleset
    state: BookState
    """The state of the books, with dealer, streak and round."""
    deals: int = 0
    """How many deals are finished."""
    over: str = ""
    """rounds, bust or stopped; empty while the match continues."""

    @classmethod
    def new(
        cls, ruleset: Ruleset | str = "hk-standard", players: Sequence[str] = PLAYERS, table: str = "table"
    ) -> Match:
        """A new match; the first player is dealer first."""
        rules, names = rules_of(ruleset), tuple(normal(str(player)) for player in players)
        if len(names) != 4 or len(set(names)) != 4 or not all(0 < len(each) <= MOST_NAME for each in names):
            raise PlayError.of("play.players", names=names)
        if set(names) & set(VIEWS):
            raise PlayError.of("play.player_name", name=next(name for name in names if name in VIEWS))
        house_file(rules)  # refuses rules that a record cannot hold
        check_playable(rules)
        opened = Open("", "match", (names[0], names[1], names[2], names[3]), "", "")
        return cls(table, rules, BookState.opened(opened, rules.terms))

    def started(
        self,
        oya: int = 0,
        honba: int = 0,
        round: Wind = Wind.EAST,
        opening: bool = True,
        held: Mapping[str, Money] | None = None,
    ) -> Match:
        """The same match with a given state, for tests and studies; `held`: chips, cash or totals before the deal."""
        seats = self.state.table._replace(dealer=oya, streak=honba, rounds=int(round), opening=opening)
        cash, chips = dict(self.state.accounts), self.state.chips
        if chips is None:
            cash |= held or {}
            # a book must sum to zero, whatever was held before
            cash[POT] = exact(-sum(cash[name] for name in self.players))
        else:
            chips = chips._replace(held=MappingProxyType({**chips.held, **(held or {})}))
        return replace(self, state=self.state._replace(table=seats, accounts=MappingProxyType(cash), chips=chips))

    # --- who sits where

    @property
    def players(self) -> Four:
        """The four players by place; the first one was dealer first."""
        one, two, three, four = self.state.table.seated
        return one, two, three, four

    @property
    def seats(self) -> Four:
        """The four players at E S W N of the next deal."""
        east, south, west, north = self.state.table.turn
        return east, south, west, north

    @property
    def round(self) -> Wind:
        """The wind of the round."""
        return self.state.table.round

    @property
    def streak(self) -> int:
        """How many times in a row the dealer has stayed dealer."""
        return self.state.table.streak

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from the ruleset's own."""
        return options_told(self.rules)

    # --- lines of the record

    def start_line(self, decisions: bool = True, chain: bool = False) -> HeaderLine:
        """The first line of the record."""
        from sikwu import __version__

        return HeaderLine(
            format=FORMAT,
            version=__version__,
            table=self.table,
            ruleset=self.rules.document.id,
            options=self.options,
            rules=self.rules.hash,
            house=house_file(self.rules) or UNSET,
            players=self.players,
            view="archive",
            decisions=decisions,
            chain=chain,
        )

    def deal(self, wall: Wall, dead: Mapping[Wind, int] | None = None, *, holds: bool = False) -> tuple[Deal, DealLine]:
        """The next deal, and the line that begins it; `holds` as in `Deal.start`."""
        at, number = self.state.table, self.deals + 1
        deal = Deal.start(wall.tiles, self.rules, at.round, at.streak, dead, holds=holds, name=f"{self.table}/{number}")
        east, south, west, north = (tuple([tile.text for tile in tiles]) for tiles in deal.dealt)
        return deal, DealLine(
            deal=number,
            round=SEATS[at.round],
            number=at.dealer + 1,
            streak=at.streak,
            dealer=at.dealer,
            seats=self.seats,
            commit=wall.commit,
            dice=self._dice(wall) or UNSET,
            hands=(east, south, west, north),
        )

    def _dice(self, wall: Wall) -> tuple[int, int, int] | None:
        """The dice of a deal, if the rules use them."""
        return (wall.dice[0], wall.dice[1], wall.dice[2]) if self.throws_dice and wall.dice else None

    @property
    def throws_dice(self) -> bool:
        """Whether the rules use the dice of a deal: the document's, or a payment of the house."""
        return self.rules.terms.dice is not None or any(each.on in DICE for each in self.rules.side)

    def after(self, deal: Deal, wall: Wall, stopped: bool = False) -> tuple[Match, ResultLine]:
        """The match after a finished deal, and its `end_kyoku` line."""
        at, finished = self.state.table, deal.finished
        dice = self._dice(wall)
        side = self._side(deal, dice)
        state, outcome = evolve(self.state, self.event(deal, dice), judge_of(self.rules))
        for move in outcome.moves:  # what the house pays beside the hands
            if move.reason.code.startswith(SIDE):
                for player, amount in ((move.payer, -move.amount), (move.payee, move.amount)):
                    if player != POT:
                        side[at.wind(player)] = exact(side[at.wind(player)] + amount)
        new = replace(self, state=state, deals=self.deals + 1)
        ended = new._ended(at.rounds)
        new = replace(new, over=ended or ("stopped" if stopped else ""))
        return new, ResultLine(
            result=finished.result,  # type: ignore[arg-type]  # the deal is over
            winners=tuple([SEATS[each.win.seat] for each in finished.scores]),
            payments=changes_told(finished.changes),
            side=changes_told(side) if any(side.values()) else UNSET,
            books=new.books,
            next=new._next,
        )

    def cut(self, pair: Pair) -> tuple[Match, CutLine]:
        """The match after a debtor has paid off a pull (斬), and the `cut` line."""
        state, outcome = evolve(self.state, Cut(*pair), judge_of(self.rules))
        new = replace(self, state=state)
        amount = exact(sum((move.amount for move in outcome.moves), start=0))
        return new, CutLine(pair.debtor, pair.creditor, money_json(amount), new.books)

    def closed(self) -> Match:
        """The match after every open pull has been paid."""
        return replace(self, state=evolve(self.state, Close(), judge_of(self.rules))[0])

    def end_line(self) -> EndLine:
        """The last line: every open pull is paid, with the final ranking."""
        closed = self.closed()
        return EndLine(closed.books, closed.ranking)

    # --- the books

    @property
    def books(self) -> Holdings:
        """The books as the record writes them."""
        told = books_told(self.state, self.cuts, self.rules.terms)
        if "cash" in told and "open" not in told:
            return Holdings(totals=told["cash"])
        return msgspec.convert(told, Holdings)

    @property
    def held(self) -> dict[str, Money]:
        """Total, cash or chips of each player, by place."""
        chips = self.state.chips
        return {name: self.state.accounts[name] if chips is None else chips.held[name] for name in self.players}

    @property
    def ranking(self) -> Four:
        """The players, best first; of equal players, the lower place first."""
        held = self.held
        first, second, third, last = sorted(self.players, key=lambda name: -held[name])
        return first, second, third, last

    @property
    def cuts(self) -> tuple[Pair, ...]:
        """The pulls that the debtor may cut before the next deal, by debtor, then creditor."""
        ledger = self.state.ledger
        return tuple(pair for pair, _ in ledger.ordered(self.players) if pair in ledger.offered)

    def event(self, deal: Deal, dice: Sequence[int] | None = None) -> Result:
        """The book event of a finished deal."""
        at, finished = self.state.table, deal.finished
        paid = {each.on for each in self.rules.side}
        tells = self.rules.terms.kong_pay is not None or "kong_concealed" in paid
        kongs = tuple(at.at(seat) for seat, count in _concealed(deal).items() for _ in range(count)) if tells else ()
        if finished.scores:
            hand = _won(finished, at)
        elif finished.offender is not None:
            hand = Result("false_win", by=at.at(finished.offender))
        else:
            hand = Result("draw")
        dead = tuple(at.at(seat) for seat in _SEATS if deal.kernel.dead(seat))
        thrown = None if dice is None else (dice[0], dice[1], dice[2])
        events = tuple(each for each in _happened(deal, at) if each.event in paid) if paid else ()
        return changed(hand, kongs=kongs, dice=thrown, dead=dead, events=events)

    def _side(self, deal: Deal, dice: Sequence[int] | None) -> dict[Wind, Money]:
        """What each seat gains or loses by dice and concealed kongs."""
        thrown, pay = self.rules.terms.dice, self.rules.terms.kong_pay
        out: dict[Wind, Money] = dict.fromkeys(_SEATS, 0)
        parts = []
        if dice and thrown and thrown.paid and (thrown.each_deal or self.state.table.opening):
            parts.append(settle(DiceThrow(dice), self.rules))
        if pay and (pay.at_once or deal.result != "false_win"):
            parts.append(settle(Kongs(_concealed(deal)), self.rules))
        for part in parts:
            for seat, amount in part.payments.items():
                out[seat] = exact(out[seat] + amount)
        return out

    def _ended(self, rounds: int) -> str:
        """Why the match is over after this deal, or empty; `rounds`: how many were over before it."""
        chips, terms, table = self.state.chips, self.rules.terms.chips, self.state.table
        if chips is not None and terms is not None and len(chips.bust) >= (terms.ends_at if terms.bust_plays_on else 1):
            return "bust"
        return "rounds" if rounds < table.rounds >= self.rules.terms.deal.rounds else ""

    @property
    def _next(self) -> NextDeal:
        at = self.state.table
        if self.over:
            return NextDeal(over=self.over)  # type: ignore[arg-type]  # rounds, bust or stopped
        return NextDeal(at.dealer, at.streak, SEATS[at.round])


def _won(finished: FinishedDeal, table: Table) -> Result:
    """The wins of a deal as book events, with their settlement."""
    names = [table.at(each.win.seat) for each in finished.scores]
    scores, paid = dict(zip(names, finished.scores, strict=True)), dict(zip(names, finished.paid, strict=True))
    return of_scores(scores, table, paid)


def _concealed(deal: Deal) -> dict[Wind, int]:
    """How many concealed kongs each seat has completed."""
    counts = {seat: sum(meld.kind == _KONG for meld in deal.kernel.melds(seat)) for seat in _SEATS}
    return {seat: count for seat, count in counts.items() if count}


def _happened(deal: Deal, table: Table) -> Iterator[HandEvent]:
    """The kongs from discards and the flowers of a deal, as book events."""
    for seat in _SEATS:
        player, flowers = table.at(seat), [deal.kernel.flowers(seat) >> bit & 1 for bit in range(8)]
        for meld in deal.kernel.melds(seat):
            if meld.kind in _CLAIMED_KONGS:
                feeder = None if meld.feeder is None else table.at(_SEATS[meld.feeder])
                yield HandEvent(_CLAIMED_KONGS[meld.kind], player, source=feeder)
        counts = {
            "flower": sum(flowers),
            "own_flower": flowers[seat] + flowers[4 + seat],
            "flower_set": all(flowers[:4]) + all(flowers[4:]),
            "eight_flowers": int(all(flowers)),
        }
        yield from (HandEvent(event, player, count) for event, count in counts.items() if count)


_CLAIMED_KONGS = {int(MeldKind.KONG_EXPOSED): "kong_exposed", int(MeldKind.KONG_ADDED): "kong_added"}


def cut_decision(pair: Pair, action: int, default: bool = False) -> DecisionLine:
    """The decision line of a debtor who was asked about a cut."""
    legal, chosen = (action_text(PASS), action_text(CUT)), action_text(action)
    return DecisionLine(at="cut", seat=pair.debtor, creditor=pair.creditor, legal=legal, chosen=chosen, default=default)


def proof_line(wall: Wall) -> ProofLine:
    """The proof line of a wall, published after its deal."""
    seed = None if wall.seed is None else wall.seed.hex()
    return ProofLine(wall.table, wall.deal, wall.rules, wall.nonces, seed, wall.commit, wall.ids)


# --- walls for a whole match


def seeded_walls(seed: object) -> Walls:
    """Walls that depend only on a seed, a table and the deal's number: the same match on every machine.

    >>> walls = seeded_walls(7)
    >>> walls(Match.new()).ids[:4] == walls(Match.new()).ids[:4], walls(Match.new()).deal
    (True, 1)
    """

    def bytes_of(match: Match, what: str, size: int) -> bytes:
        told = f"sikwu-match\n{seed}\n{match.table}\n{match.deals + 1}\n{what}"
        return hashlib.shake_256(told.encode()).digest(size)

    def wall(match: Match) -> Wall:
        nonces = [bytes_of(match, name, 16).hex() for name in match.seats]
        return Wall.made(bytes_of(match, "", SEED_BYTES), match.table, match.deals + 1, match.rules.hash, nonces)

    return wall


def fresh_walls(match: Match) -> Wall:
    """A function that makes walls from a seed and nonces of the operating system."""
    nonces = [new_seed()[:16].hex() for _ in _SEATS]
    return Wall.made(new_seed(), match.table, match.deals + 1, match.rules.hash, nonces)
