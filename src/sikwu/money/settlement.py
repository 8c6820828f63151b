"""`settle`: from how a hand ended to who pays whom, how much, and why. Every settlement sums to zero.

Seats are winds and the dealer sits East. Hong Kong amounts are points of the price table, sixteen-tile amounts chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Self

from sikwu.money.amount import Money, exact, part
from sikwu.money.liability import liable_for
from sikwu.money.payment import Payment, Reason
from sikwu.reading import Shape
from sikwu.rules.duty import LiabilityShare
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import DEALER, MOST_FAN, OTHERS, SEATS, PaymentFacts, Scheme, SeatPayment
from sikwu.scoring import Score
from sikwu.shown import DrawnAsHtml
from sikwu.texts import HandError, wrong_type
from sikwu.tiles import Wind
from sikwu.win import By, Win

# Taken from the enumerations once: every settlement uses them.
DISCARD, ROB_KONG, FLOWERS, REST, ALONE = By.DISCARD, By.ROB_KONG, By.FLOWERS, LiabilityShare.REST, LiabilityShare.ALONE
NOBODY: frozenset[Wind] = frozenset()
NORTH = Wind.NORTH
MOST_KEPT = 32
"""Settlements with fewer repeats of the dealer than this are cached by their ruleset: a handful for every fan."""


# --- how a hand ends


@dataclass(frozen=True, slots=True)
class ScoredWins:
    """One scored win, or several on one tile."""

    scores: Sequence[Score]


@dataclass(frozen=True, slots=True)
class ClaimedWins:
    """Wins on one tile, known by the fan of each, without the winner's dealer fan."""

    discarder: Wind
    claims: Mapping[Wind, int]
    streak: int = 0
    robbed: bool = False
    """Whether the tile was taken from a kong, which the discarder made."""
    orphans: frozenset[Wind] = NOBODY
    """The winners with thirteen orphans, which some houses exempt from the head bump (截糊)."""
    spicy: Mapping[Wind, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SelfDraw:
    """A self-draw paid by all three, known by its fan."""

    winner: Wind
    fan: int
    streak: int = 0
    spicy: str | None = None


@dataclass(frozen=True, slots=True)
class KongReplacement:
    """A win on the replacement tile of an exposed kong, paid by the player who fed the kong; known by its fan."""

    winner: Wind
    feeder: Wind
    fan: int
    streak: int = 0
    spicy: str | None = None


@dataclass(frozen=True, slots=True)
class HeavenlyAndFlowers:
    """The dealer's heavenly hand beside another player's eight flowers: the other two pay both (doc004 天胡 特例)."""

    fan: int
    flowers_by: Wind
    flowers_fan: int
    streak: int = 0


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A false win (詐糊): the offender pays the same amount to each other player, whoever is the dealer."""

    offender: Wind


@dataclass(frozen=True, slots=True)
class NoWin:
    """Nobody won: nobody pays."""


@dataclass(frozen=True, slots=True)
class Kongs:
    """Concealed kongs, which some rules pay whoever wins: one base from each other player."""

    kongs: Mapping[Wind, int]


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """The opening throw. A triple: every player pays the dealer a base. 1-2-3: the dealer pays every player a base.

    The caller decides how often it counts (`dice.payment_per`).
    """

    dice: Sequence[int]


Ending = (
    ScoredWins | ClaimedWins | SelfDraw | KongReplacement | HeavenlyAndFlowers | FalseWin | NoWin | Kongs | DiceThrow
)


# --- what it costs


class _SettlementFields(NamedTuple):
    transfers: tuple[SeatPayment, ...]
    winners: tuple[Wind, ...]
    liable: Wind | None


class Settlement(DrawnAsHtml, _SettlementFields):
    """The payments for the end of a hand.

    `transfers`: the payments with payer, payee and reason. `winners`: in turn order after the discarder. `liable`:
    the player who pays all or part of what others would have paid.

    >>> from sikwu import score
    >>> settle(score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f")).payments
    {Wind.EAST: 144, Wind.SOUTH: 0, Wind.WEST: -144, Wind.NORTH: 0}
    """

    __slots__ = ()

    def __new__(
        cls, transfers: tuple[SeatPayment, ...] = (), winners: tuple[Wind, ...] = (), liable: Wind | None = None
    ) -> Self:
        """Checks that the payments sum to zero."""
        for payer, payee, amount, _ in transfers:
            if (type(amount) is not int and type(amount) is not Fraction) or amount <= 0 or payer is payee:
                raise AssertionError(f"no payment: {payer} to {payee}, {amount!r}")
        return tuple.__new__(cls, (transfers, winners, liable))

    @property
    def payments(self) -> dict[Wind, Money]:
        """The change of each seat, E S W N; sums to zero."""
        change: dict[Wind, Money] = dict.fromkeys(SEATS, 0)
        for payer, payee, amount, _ in self.transfers:
            change[payer] -= amount
            change[payee] += amount
        out = {seat: exact(amount) for seat, amount in change.items()}
        if sum(out.values()) != 0:
            raise AssertionError(f"a settlement that does not sum to zero: {out}")
        return out


def settle(ending: Score | Ending, ruleset: Ruleset | None = None, players: int = 4) -> Settlement:
    """The payments for the end of a hand; a scored win brings its own rules. Where three play, nobody sits North, and
    what North would pay or be paid falls away.

    >>> from sikwu import ruleset
    >>> settle(ClaimedWins(Wind.EAST, {Wind.SOUTH: 3, Wind.NORTH: 10}), ruleset("hk-standard")).winners
    (Wind.SOUTH,)
    """
    if players == 3:
        return _of_three(ending, ruleset)
    if isinstance(ending, Score):
        return _scored(ending)
    if isinstance(ending, ScoredWins):
        return _won(ending.scores)
    if not isinstance(ending, Ending):
        raise wrong_type("settle()", "Score, Ending", ending)
    if not isinstance(ruleset, Ruleset):
        raise wrong_type(f"settle({type(ending).__name__}, ruleset)", "Ruleset", ruleset)
    match ending:
        case ClaimedWins():
            return _claimed(ending, ruleset)
        case SelfDraw():
            _check_fan(ending.fan)
            return Settlement(
                tuple(ruleset.money.drawn(ending.winner, ending.fan, _more(ending, ruleset))), (ending.winner,)
            )
        case KongReplacement():
            return _kong_replacement(ending, ruleset)
        case HeavenlyAndFlowers():
            return _heavenly_and_flowers(ending, ruleset)
        case FalseWin(offender):
            fine, why = ruleset.money.fine, Reason("false_win", (("offender", offender.text),))
            return Settlement(tuple(Payment(offender, seat, fine, why) for seat in OTHERS[offender] if fine))
        case NoWin():
            return Settlement()
        case Kongs():
            return _kongs(ending, ruleset)
        case DiceThrow():
            return _dice(ending, ruleset)


def winners(
    ruleset: Ruleset, discarder: Wind, claimants: Iterable[Wind], orphans: frozenset[Wind] = NOBODY
) -> tuple[Wind, ...]:
    """The claimants who win, in turn order after the discarder: all, or only the nearest (截糊)."""
    return ruleset.terms.claims.winners(discarder, claimants, orphans)


# --- three players


def _of_three(ending: Score | Ending, ruleset: Ruleset | None) -> Settlement:
    """The same at a table of three: the payments without North; a liable player answers for one other, not for two."""
    told = [ending] if isinstance(ending, Score) else ending.scores if isinstance(ending, ScoredWins) else ()
    if any(NORTH in (each.win.seat, each.win.feeder) for each in told):
        raise HandError.of("settle.no_north")
    done = settle(ending, ruleset)
    moves = []
    for move in done.transfers:
        if NORTH in (move.payer, move.payee):
            continue
        amount = exact(move.amount - _norths_part(move, done.transfers))
        if amount:
            moves.append(move._replace(amount=amount))
    return Settlement(tuple(moves), done.winners, done.liable)


def _norths_part(move: SeatPayment, moves: Sequence[SeatPayment]) -> Money:
    """The part of a payment that a liable player makes in place of North: as much as that player's own share, or for
    a dealer, whose share may be larger, one of two equal shares.
    """
    own = [each for each in moves if each.payer is move.payer and each.payee is move.payee]
    if len(own) != 2 or not str(own[0].reason.get("how")).startswith("own") or move is own[0]:
        return 0
    return part(move.amount, 2) if move.payer is DEALER else own[0].amount


# --- scored wins


def _scored(score: Score) -> Settlement:
    win, money = score.win, score.ruleset.money
    if not score.valid:
        raise HandError.of("settle.below_minimum", fan=score.toward_minimum, minimum=score.ruleset.minimum)
    found = liable_for(score, win, money)
    fan, spicy = money.worth(score)
    if found is not None or spicy is not None or fan > MOST_FAN or win.streak >= MOST_KEPT:
        return _paid(win, money, fan, PaymentFacts(win.streak, found, spicy, 0, win.by is FLOWERS, win.by is ROB_KONG))
    # If nobody is liable, the payments depend on these numbers alone and are cached.
    key = (((fan * MOST_KEPT + win.streak) * 4 + win.by) * 4 + win.seat) * 5 + (4 if win.feeder is None else win.feeder)
    known = money.known.get(key)
    if known is None:
        known = money.known[key] = _paid(
            win, money, fan, PaymentFacts(win.streak, flowers=win.by is FLOWERS, robbed=win.by is ROB_KONG)
        )
    return known


def _paid(win: Win, money: Scheme, fan: int, more: PaymentFacts) -> Settlement:
    """The payments for a win; the fan of a winning dealer are rows of the hand (T3)."""
    by, winner, payer, found = win.by, win.seat, win.feeder, more.found
    fed = by is DISCARD or by is ROB_KONG
    if fed and payer is None:
        raise HandError.of("settle.no_feeder")
    if fed and payer is not None and (found is None or found.share is not REST):
        transfers = money.discard(winner, payer, fan, more)
    else:
        transfers = money.drawn(winner, fan, more)
    bearer = None
    if found is not None and found.share is not ALONE and transfers[-1].reason is found.reason:
        bearer = found.seat  # a liable player who discarded the winning tile pays for nobody else
    return Settlement(tuple(transfers), (winner,), bearer)


def _won(scores: Sequence[Score]) -> Settlement:
    """Several scored wins on one tile: which of them win, and what each is paid."""
    if len(scores) == 1:
        return _scored(scores[0])
    feeders = {score.win.feeder for score in scores}
    feeder = next(iter(feeders), None)
    if len(feeders) != 1 or feeder is None or len({score.win.seat for score in scores}) < len(scores):
        raise HandError.of("settle.not_one_tile")
    orphans = frozenset(s.win.seat for s in scores if s.reading.shape is Shape.ORPHANS)
    seats = winners(scores[0].ruleset, feeder, [s.win.seat for s in scores], orphans)
    parts = [_scored(score) for seat in seats for score in scores if score.win.seat is seat]
    bearer = next((p.liable for p in parts if p.liable is not None), None)
    return Settlement(tuple(t for p in parts for t in p.transfers), seats, bearer)


# --- by fan alone, without the tiles


def _more(ending: SelfDraw | KongReplacement, ruleset: Ruleset) -> PaymentFacts:
    own = ruleset.money.dealer.of_winner(ending.winner, ending.streak)
    return PaymentFacts(ending.streak, spicy=ending.spicy, own=own)


def _claimed(ending: ClaimedWins, ruleset: Ruleset) -> Settlement:
    money, discarder, streak = ruleset.money, ending.discarder, ending.streak
    if not ending.claims or discarder in ending.claims:
        raise HandError.of("settle.claims")
    _check_fan(*ending.claims.values())
    seats = winners(ruleset, discarder, ending.claims, ending.orphans)
    bonus = money.shared[len(seats) - 2] if len(seats) in (2, 3) else 0
    transfers: list[SeatPayment] = []
    bearer: Wind | None = None
    for seat in seats:
        fan = ending.claims[seat] + bonus
        more = PaymentFacts(streak, spicy=ending.spicy.get(seat), own=money.dealer.of_winner(seat, streak))
        if ending.robbed:
            paid, bearer = money.robbed(seat, discarder, fan, more)
        else:
            paid = money.discard(seat, discarder, fan, more)
        transfers += paid
    return Settlement(tuple(transfers), seats, bearer)


def _kong_replacement(ending: KongReplacement, ruleset: Ruleset) -> Settlement:
    _check_fan(ending.fan)
    if ending.winner is ending.feeder:
        raise HandError.of("settle.own_tile")
    paid, bearer = ruleset.money.fed(ending.winner, ending.feeder, ending.fan, _more(ending, ruleset))
    return Settlement(tuple(paid), (ending.winner,), bearer)


def _heavenly_and_flowers(ending: HeavenlyAndFlowers, ruleset: Ruleset) -> Settlement:
    money, other, streak = ruleset.money, ending.flowers_by, ending.streak
    _check_fan(ending.fan, ending.flowers_fan)
    if not money.beside_flowers:
        raise HandError.of("settle.not_played", rules=ruleset.id)
    if other is DEALER:
        raise HandError.of("settle.two_winners")
    heavenly = money.drawn(DEALER, ending.fan, PaymentFacts(streak, own=money.dealer.of_winner(DEALER, streak)))
    flowers = money.drawn(other, ending.flowers_fan, PaymentFacts(streak, flowers=True))
    both = [payment for payment in (*heavenly, *flowers) if payment.payer not in (DEALER, other)]
    return Settlement(tuple(sorted(both, key=lambda payment: payment.payer)), (DEALER, other))


# --- side payments, before or beside the win; none if the rules do not have them


def _kongs(ending: Kongs, ruleset: Ruleset) -> Settlement:
    pay, price, why = ruleset.terms.kong_pay, ruleset.money.kong, Reason("concealed_kong")
    transfers: list[SeatPayment] = []
    if pay is None:
        return Settlement()
    for owner, count in ending.kongs.items():
        amount = exact(price * (count if pay.each else min(count, 1)))
        if amount > 0:
            transfers += [Payment(seat, owner, amount, why) for seat in OTHERS[owner]]
    return Settlement(tuple(transfers))


def _dice(ending: DiceThrow, ruleset: Ruleset) -> Settlement:
    base, dice = ruleset.money.dice, sorted(ending.dice)
    if not base or len(dice) != 3:
        return Settlement()
    if dice[0] == dice[2]:
        why = Reason("dice", (("how", "alike"),))
        return Settlement(tuple(Payment(seat, DEALER, base, why) for seat in OTHERS[DEALER]))
    if dice == [1, 2, 3]:
        why = Reason("dice", (("how", "one_two_three"),))
        return Settlement(tuple(Payment(DEALER, seat, base, why) for seat in OTHERS[DEALER]))
    return Settlement()


def _check_fan(*fan: int) -> None:
    if not all(0 <= each <= MOST_FAN for each in fan):
        raise HandError.of("settle.fan", most=MOST_FAN)
