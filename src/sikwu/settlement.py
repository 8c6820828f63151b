"""Settlement: from a score to who pays whom, how much, and why. Every settlement sums to zero.

Seats are winds and the dealer sits East. Hong Kong amounts are points of the price table, sixteen-tile amounts chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sikwu.liability import AT_THE_WIN, Liability, liable
from sikwu.problems import HandError, Problem
from sikwu.reading import Shape
from sikwu.rules.prices import ChipPrices, HongKongPrices, Money, exact, part
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score
from sikwu.tiles import Wind
from sikwu.win import By, Replacement

SEATS = tuple(Wind)
DEALER = Wind.EAST
MOST_FAN = 999
"""Far above any hand; a larger number is a slip, and would double itself beyond reason."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment: from whom to whom, how much, and why."""

    payer: Wind
    payee: Wind
    amount: Money
    why: str
    """A stable code: discard, bystander, self_draw, dealer, liable.…, kong_feeder, robbed_kong, false_win …"""
    zh: str
    en: str

    def __post_init__(self) -> None:
        if type(self.amount) not in (int, Fraction) or self.amount <= 0 or self.payer is self.payee:
            raise AssertionError(f"no payment: {self.payer} to {self.payee}, {self.amount!r}")


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand's end costs everybody.

    >>> from sikwu import score
    >>> settle(score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f")).payments
    {Wind.EAST: 144, Wind.SOUTH: 0, Wind.WEST: -144, Wind.NORTH: 0}
    """

    transfers: tuple[Transfer, ...]
    winners: tuple[Wind, ...] = ()
    """In turn order after the discarder."""
    liable: Wind | None = None
    """Who pays, in whole or in part, what others would have paid."""

    @property
    def payments(self) -> dict[Wind, Money]:
        """The change of each seat, E S W N; sums to zero."""
        change: dict[Wind, Money] = dict.fromkeys(SEATS, 0)
        for transfer in self.transfers:
            change[transfer.payer] -= transfer.amount
            change[transfer.payee] += transfer.amount
        out = {seat: exact(amount) if isinstance(amount, Fraction) else amount for seat, amount in change.items()}
        if sum(out.values()) != 0:
            raise AssertionError(f"a settlement that does not sum to zero: {out}")
        return out


def settle(score: Score) -> Settlement:
    """Who pays whom for one scored win; only a valid win can be settled."""
    win = score.win
    if not score.valid:
        raise _refused(
            "settle.below_minimum",
            f"這副牌得 {score.fan} 番，不夠起糊的 {score.ruleset.minimum} 番，不能結算。",
            f"The hand has {score.fan} fan and the minimum is {score.ruleset.minimum}: there is nothing to settle.",
        )
    if win.by in (By.DISCARD, By.ROB_KONG) and win.feeder is None:
        raise _refused(
            "settle.no_feeder",
            "未講是哪一家出銃，不能結算。",
            "The win does not say who fed it: nobody can be made to pay.",
        )
    if score.ruleset.book.size == 16:
        return _settle_sixteen(score)
    prices, found = HongKongPrices.of(score.ruleset), liable(score)
    if win.by in (By.DISCARD, By.ROB_KONG) and not (found and found.why == "robbed_kong"):
        assert win.feeder is not None
        price = prices.discard(score.capped, score.spicy)
        transfers = _discard(score.ruleset, win.seat, win.feeder, price, found)
    else:
        transfers = _self_draw(win.seat, prices.share(score.capped, score.spicy), found)
    bearer = next((t.payer for t in transfers if found and t.why == found.code), None)
    return Settlement(tuple(transfers), (win.seat,), bearer)


def settle_wins(scores: Sequence[Score]) -> Settlement:
    """Several scored wins on one tile: who of them wins, and what each is paid."""
    feeders = {score.win.feeder for score in scores}
    feeder = next(iter(feeders), None)
    if len(feeders) != 1 or feeder is None or len({score.win.seat for score in scores}) < len(scores):
        raise _refused(
            "settle.not_one_tile",
            "幾家同食要是同一隻牌，每家一次。",
            "Several wins must be on one tile, one for each seat.",
        )
    orphans = frozenset(s.win.seat for s in scores if s.reading.shape is Shape.ORPHANS)
    seats = winners(scores[0].ruleset, feeder, [s.win.seat for s in scores], orphans)
    parts = [settle(score) for seat in seats for score in scores if score.win.seat is seat]
    bearer = next((p.liable for p in parts if p.liable is not None), None)
    return Settlement(tuple(t for p in parts for t in p.transfers), seats, bearer)


def winners(
    ruleset: Ruleset, discarder: Wind, claimants: Iterable[Wind], orphans: frozenset[Wind] = frozenset()
) -> tuple[Wind, ...]:
    """Who of the claimants wins, in turn order after the discarder: all, or only the nearest (截糊).

    Thirteen orphans that may not be cut win beside a nearer hand; only nearer orphans cut them.
    """
    seats = tuple(sorted(set(claimants), key=lambda seat: (seat - discarder) % 4))
    if ruleset.settings["win.multiple_winners"] == "all_win":
        return seats
    first = seats[:1]
    if ruleset.settings.get("thirteen_orphans.immune_to_head_bump"):
        uncut = [seat for seat in seats if seat in orphans][:1]
        return tuple(seat for seat in seats if seat in (*first, *uncut))
    return first


# --- by fan alone, without the tiles


def settle_claims(
    ruleset: Ruleset,
    *,
    discarder: Wind,
    claims: Mapping[Wind, int],
    streak: int = 0,
    robbed: bool = False,
    orphans: frozenset[Wind] = frozenset(),
    spicy: Mapping[Wind, str] | None = None,
) -> Settlement:
    """Several winners (or one) on one tile, by the fan of each; `robbed`: the tile was of a kong.

    >>> from sikwu import ruleset
    >>> settle_claims(ruleset("hk-standard"), discarder=Wind.EAST, claims={Wind.SOUTH: 3, Wind.NORTH: 10}).winners
    (Wind.SOUTH,)
    """
    if not claims or discarder in claims:
        raise _refused(
            "settle.claims",
            "要最少有一家食糊，而且不可以是出銃那家。",
            "There must be a winner, and the discarder cannot be one.",
        )
    _check_fan(*claims.values())
    seats = winners(ruleset, discarder, claims, orphans)
    transfers: list[Transfer] = []
    bearer: Wind | None = None
    if ruleset.book.size == 16:
        chips = ChipPrices.of(ruleset)
        bonus = _shared_win(ruleset, len(seats))
        why = _ROBBED if robbed else _DISCARD
        for seat in seats:
            transfers += _chips(ruleset, chips, discarder, seat, claims[seat] + bonus, streak, why)
        return Settlement(tuple(transfers), seats)
    prices = HongKongPrices.of(ruleset)
    as_self_draw = robbed and ruleset.settings["robbing_kong.as_self_draw"] is not False
    for seat in seats:
        hot = (spicy or {}).get(seat)
        if as_self_draw:
            found = _bearer(
                discarder, "robbed_kong", f"搶槓當自摸，{discarder.zh}家包。", f"{discarder} made the robbed kong."
            )
            transfers += _self_draw(seat, prices.share(claims[seat], hot), found)
            bearer = discarder
        else:
            transfers += _discard(ruleset, seat, discarder, prices.discard(claims[seat], hot), None)
    return Settlement(tuple(transfers), seats, bearer)


def settle_self_draw(
    ruleset: Ruleset, *, winner: Wind, fan: int, streak: int = 0, spicy: str | None = None
) -> Settlement:
    """A self-draw paid by all three."""
    _check_fan(fan)
    if ruleset.book.size == 16:
        chips = ChipPrices.of(ruleset)
        return Settlement(tuple(_chips_from_all(ruleset, chips, winner, fan, streak, _SELF_DRAW)), (winner,))
    share = HongKongPrices.of(ruleset).share(fan, spicy)
    return Settlement(tuple(_self_draw(winner, share, None)), (winner,))


def settle_kong_replacement(
    ruleset: Ruleset, *, winner: Wind, feeder: Wind, fan: int, streak: int = 0, spicy: str | None = None
) -> Settlement:
    """A win on the replacement of an exposed kong, paid by whoever fed it.

    Hong Kong: all three shares. Sixteen tiles: as a discard, unless club16's house counts it as a self-draw.
    """
    _check_fan(fan)
    if winner is feeder:
        raise _refused("settle.own_tile", "不可以食自己打出的牌。", "Nobody wins on his own discard.")
    if ruleset.book.size == 16:
        if ruleset.settings.get("win_on_replacement.exposed_is_self_draw"):
            return settle_self_draw(ruleset, winner=winner, fan=fan, streak=streak)
        transfers = _chips(ruleset, ChipPrices.of(ruleset), feeder, winner, fan, streak, _KONG_FED)
        return Settlement(tuple(transfers), (winner,))
    found = _bearer(
        feeder, "kong", f"{feeder.zh}家打出槓牌，包三家自摸。", f"{feeder} fed the kong and pays for all three."
    )
    share = HongKongPrices.of(ruleset).share(fan, spicy)
    return Settlement(tuple(_self_draw(winner, share, found)), (winner,), feeder)


def settle_heavenly_and_flowers(
    ruleset: Ruleset, *, dealer_fan: int, flowers_by: Wind, flowers_fan: int, streak: int = 0
) -> Settlement:
    """The dealer's heavenly hand beside another's eight flowers: the remaining two pay both (doc004 天胡 特例)."""
    _check_fan(dealer_fan, flowers_fan)
    if flowers_by is DEALER:
        raise _refused(
            "settle.two_winners", "莊家天胡，八朵花要在另一家。", "The eight flowers must be with another player."
        )
    chips = ChipPrices.of(ruleset)
    transfers: list[Transfer] = []
    for payer in SEATS:
        if payer not in (DEALER, flowers_by):
            transfers += _chips(ruleset, chips, payer, DEALER, dealer_fan, streak, _SELF_DRAW)
            transfers += _chips(ruleset, chips, payer, flowers_by, flowers_fan, streak, _FLOWERS)
    return Settlement(tuple(transfers), (DEALER, flowers_by))


def settle_false_win(ruleset: Ruleset, *, offender: Wind, streak: int = 0) -> Settlement:
    """What a false win (詐糊) costs: the same to each of the three others, whoever deals."""
    settings = ruleset.settings
    if ruleset.book.size == 16:
        chips = ChipPrices.of(ruleset)
        if "false_win.chips" in settings:
            each = exact(settings["false_win.chips"])
        else:
            each = exact(exact(settings["false_win.fan"]) * chips.per_fan)
    else:
        prices, fan = HongKongPrices.of(ruleset), settings["false_win.penalty_fan"]
        if fan != "cap":
            each = prices.penalty(int(str(fan)))
        else:
            each = prices.share(13 if ruleset.cap is None else ruleset.cap, "triple" if prices.full_fan else None)
        if settings["false_win.to_each"] == "whole":
            each = exact(each * 3)
    zh, en = f"{offender.zh}家詐糊，賠三家。", f"{offender} declared a false win and pays everybody."
    others = [seat for seat in SEATS if seat is not offender]
    return Settlement(tuple(Transfer(offender, seat, each, "false_win", zh, en) for seat in others if each))


# --- side payments of hk-taiwanese, before or beside the win


def settle_concealed_kongs(ruleset: Ruleset, *, kongs: Mapping[Wind, int]) -> Settlement:
    """Concealed kongs are paid for whoever wins: a base from each of the others, for each kong or once a hand."""
    if "concealed_kong.payment_bases" not in ruleset.settings:
        return Settlement(())
    settings = ruleset.settings
    base = exact(ChipPrices.of(ruleset).base * exact(settings["concealed_kong.payment_bases"]))
    zh, en = "暗槓收一底。", "A concealed kong is paid for by everybody."
    transfers = []
    for owner, count in kongs.items():
        times = count if settings["concealed_kong.payment_per_kong"] else min(count, 1)
        if times > 0 and base > 0:
            amount = exact(base * times)
            transfers += [
                Transfer(seat, owner, amount, "concealed_kong", zh, en) for seat in SEATS if seat is not owner
            ]
    return Settlement(tuple(transfers))


def settle_dice(ruleset: Ruleset, *, dice: Sequence[int]) -> Settlement:
    """The opening throw: three equal dice, everybody pays the dealer a base; 1-2-3, the dealer pays everybody one.

    How often it is asked (`dice.payment_per`) is for the caller to know.
    """
    if not ruleset.settings.get("dice.side_payments") or len(dice) != 3:
        return Settlement(())
    base, others = ChipPrices.of(ruleset).base, [seat for seat in SEATS if seat is not DEALER]
    if base and len(set(dice)) == 1:
        zh, en = "圍骰，三家各付莊家一底。", "Three equal dice: everybody pays the dealer."
        return Settlement(tuple(Transfer(seat, DEALER, base, "dice", zh, en) for seat in others))
    if base and sorted(dice) == [1, 2, 3]:
        zh, en = "擲到一二三，莊家付每家一底。", "1-2-3: the dealer pays everybody."
        return Settlement(tuple(Transfer(DEALER, seat, base, "dice", zh, en) for seat in others))
    return Settlement(())


# --- Hong Kong


def _self_draw(winner: Wind, share: Money, found: Liability | None) -> list[Transfer]:
    """Three shares: each pays his own, or one pays his own and those of the other two."""
    losers = [seat for seat in SEATS if seat is not winner]
    if found is None:
        return [
            Transfer(seat, winner, share, "self_draw", "自摸，每家一份。", "Self-draw: one share each.")
            for seat in losers
        ]
    own = Transfer(found.seat, winner, share, "self_draw", "自摸，自己一份。", "Self-draw: his own share.")
    return [own, Transfer(found.seat, winner, exact(share * 2), found.code, found.zh, found.en)]


def _discard(ruleset: Ruleset, winner: Wind, discarder: Wind, price: Money, found: Liability | None) -> list[Transfer]:
    """The price of a discard: from the discarder alone, or shared under half gun or with a liable player."""
    half = part(price, 2)
    if ruleset.settings["score.gun"] == "full":
        if found is None or found.seat is discarder:
            words = f"{discarder.zh}家出銃，一家全賠。", f"{discarder} discarded the winning tile and pays alone."
            return [Transfer(discarder, winner, price, "discard", *words)]
        words = f"{discarder.zh}家出銃，賠一半。", f"{discarder} discarded the winning tile and pays half."
        return [
            Transfer(discarder, winner, half, "discard", *words),
            Transfer(found.seat, winner, half, found.code, found.zh, found.en),
        ]
    words = f"{discarder.zh}家出銃，半銃賠一半。", f"{discarder} discarded the winning tile and pays half (half gun)."
    own = Transfer(discarder, winner, half, "discard", *words)
    if found is None:
        quarter, beside = part(price, 4), ("陪銃，四分之一。", "Half gun: a bystander pays a quarter.")
        others = [seat for seat in SEATS if seat not in (winner, discarder)]
        return [own, *(Transfer(seat, winner, quarter, "bystander", *beside) for seat in others)]
    if ruleset.settings["liability.half_gun_nine_tiles"] == "feeder_all" and found.seat is not discarder:
        return [Transfer(found.seat, winner, price, found.code, found.zh, found.en)]
    return [own, Transfer(found.seat, winner, half, found.code, found.zh, found.en)]


def _bearer(seat: Wind, why: str, zh: str, en: str) -> Liability:
    return Liability(seat, why, AT_THE_WIN, zh, en)


# --- sixteen tiles

_Reason = tuple[str, str, str]
_DISCARD: _Reason = ("discard", "{p}家出銃。", "{e} discarded the winning tile.")
_ROBBED: _Reason = ("robbed_kong", "{p}家開槓被搶，當出銃。", "{e} made the kong that was robbed.")
_SELF_DRAW: _Reason = ("self_draw", "自摸，三家賠。", "Self-draw: all three pay.")
_FLOWERS: _Reason = ("self_draw", "花糊當自摸，三家賠。", "A win by flowers is paid by all three.")
_KONG_FED: _Reason = (
    "kong_feeder",
    "{p}家的牌被明槓，槓上開花只食{p}家。",
    "{e}'s tile was konged: he alone pays the win on it.",
)


def _settle_sixteen(score: Score) -> Settlement:
    ruleset, win = score.ruleset, score.win
    chips, streak, at = ChipPrices.of(ruleset), win.streak, win.at
    if win.by in (By.DISCARD, By.ROB_KONG):
        assert win.feeder is not None
        why = _ROBBED if win.by is By.ROB_KONG else _DISCARD
        transfers = _chips(ruleset, chips, win.feeder, win.seat, score.own_fan, streak, why)
    elif win.by is By.SELF_DRAW and win.kong_feeder is not None and not _kong_is_self_draw(ruleset, at.replacement):
        transfers = _chips(ruleset, chips, win.kong_feeder, win.seat, score.own_fan, streak, _KONG_FED)
    else:
        why = _FLOWERS if win.by is By.FLOWERS else _SELF_DRAW
        transfers = _chips_from_all(ruleset, chips, win.seat, score.own_fan, streak, why)
    return Settlement(tuple(transfers), (win.seat,))


def _kong_is_self_draw(ruleset: Ruleset, replacement: Replacement) -> bool:
    """Is a win on the replacement of a fed kong a self-draw? (club16: no; hk-taiwanese: yes; both have a switch)"""
    if replacement is not Replacement.KONG:
        return True
    names = ("win_on_replacement.exposed_is_self_draw", "win_on_kong.exposed_is_self_draw")
    return all(ruleset.settings.get(name, True) for name in names)


def _chips_from_all(
    ruleset: Ruleset, chips: ChipPrices, winner: Wind, fan: int, streak: int, why: _Reason
) -> list[Transfer]:
    losers = [seat for seat in SEATS if seat is not winner]
    return [t for seat in losers for t in _chips(ruleset, chips, seat, winner, fan, streak, why)]


def _chips(
    ruleset: Ruleset, chips: ChipPrices, payer: Wind, winner: Wind, fan: int, streak: int, why: _Reason
) -> list[Transfer]:
    """What one payer owes one winner: the hand's fan, and the dealer's if the dealer is one of the two."""
    extra = dealer_fan(ruleset, payer, winner, streak)
    hand, whole = chips.win(fan), chips.win(fan + extra)
    code, zh, en = why
    transfers = []
    if hand:
        words = zh.format(p=payer.zh), en.format(e=payer.text)
        transfers.append(Transfer(payer, winner, hand, code, *words))
    if whole != hand:
        words = f"莊家連莊 {streak} 次，另加 {extra} 番。", f"Dealer with {streak} repeats: {extra} fan more."
        transfers.append(Transfer(payer, winner, exact(whole - hand), "dealer", *words))
    return transfers


def dealer_fan(ruleset: Ruleset, payer: Wind, winner: Wind, streak: int) -> int:
    """The dealer fan (2n + 1) between a payer and a winner.

    Hong Kong rules have none.
    """
    scope = ruleset.settings.get("dealer.fan_scope", "none")
    concerned = winner is DEALER or (scope == "both_directions" and payer is DEALER)
    if scope == "none" or not concerned:
        return 0
    if streak == 0:
        return int(str(ruleset.settings.get("dealer.fan_at_zero", 1)))
    return 2 * streak + 1


def _shared_win(ruleset: Ruleset, count: int) -> int:
    """What a house pays for two or three wins on one tile (一炮雙響, 一炮三響), if it plays them."""
    name = {2: "double_winner", 3: "triple_winner"}.get(count)
    if name is None or all(pattern.id != name for pattern in ruleset.patterns) or not ruleset.in_use(name):
        return 0
    return ruleset.worth(name) or 0


def _check_fan(*fan: int) -> None:
    if not all(0 <= each <= MOST_FAN for each in fan):
        raise _refused("settle.fan", f"番數要在 0 至 {MOST_FAN} 之內。", f"Fan must be between 0 and {MOST_FAN}.")


def _refused(code: str, zh: str, en: str) -> HandError:
    return HandError([Problem(code, zh, en)])
