"""Liability (包): applies the liability rules of a ruleset to a scored win and finds who is liable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sikwu.hand import Meld, MeldKind
from sikwu.money.payment import Reason
from sikwu.rules.duty import INSIDE, DutyCharge, Feeder, LastMeld, LiabilityShare
from sikwu.rules.schemes import AT_THE_WIN, Duties, Scheme
from sikwu.rules.schemes import Liability as Liability
from sikwu.scoring import Score
from sikwu.texts import wrong_type
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Replacement, Win

# Taken from the enumerations once: a settlement uses them many times.
TURN, BY_KONG, DISCARDER, KONG = Feeder.TURN, Feeder.KONG, Feeder.DISCARDER, Replacement.KONG
CHOW, CONCEALED = MeldKind.CHOW, MeldKind.KONG_CONCEALED
KONGS = (MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED)
FoundCharge = tuple[int, Wind, DutyCharge]
"""The meld that caused it, the liable player, and the charge."""


def liable(score: Score) -> Liability | None:
    """The player liable for this win, if any: of several the later one, or in some houses the earlier one.

    >>> from sikwu import score
    >>> told = liable(score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"))
    >>> told.seat, told.duty.zh
    (Wind.WEST, '大三元包')
    """
    if not isinstance(score, Score):
        raise wrong_type("liable()", "Score", score)
    return liable_for(score, score.win, score.ruleset.money)


def liable_for(score: Score, win: Win, money: Scheme) -> Liability | None:
    """The same for a given win and scheme."""
    duties = money.duties
    charges = duties.on[money.occasions[win.by]]
    by_melds = charges.by_melds[len(win.hand.melds)]
    if not by_melds and (not charges.at_the_win or (charges.only_kongs and win.at.replacement is not KONG)):
        return None
    best: FoundCharge | None = None
    if by_melds:
        for found in _by_melds(by_melds, score, win, duties):
            # Of several duties completed by one meld, the first is named.
            if best is None or (found[0] > best[0] if duties.later_replaces else found[0] < best[0]):
                best = found
    if charges.at_the_win and (not charges.only_kongs or win.at.replacement is KONG):
        late = sorted(_at_the_win(charges.at_the_win, score, win, duties), key=_only_names)
        if late and (best is None or (duties.later_replaces and not _only_names(late[0]))):
            best = late[0]
    return None if best is None else _told(best, win)


def _only_names(found: FoundCharge) -> bool:
    """Whether the duty only says that a discarder pays alone, such as the maker of a robbed kong: any other duty goes
    before it.
    """
    charge = found[2]
    return charge.duty.feeder is DISCARDER and charge.lies.share is LiabilityShare.ALONE


def liabilities(score: Score) -> tuple[Liability, ...]:
    """All players liable for such a win, in the order in which they became liable."""
    win, money = score.win, score.ruleset.money
    duties, charges = money.duties, money.duties.on[money.occasions[win.by]]
    found = [*_by_melds(charges.by_melds[-1], score, win, duties), *_at_the_win(charges.at_the_win, score, win, duties)]
    return tuple(_told(each, win) for each in sorted(found, key=lambda each: each[0]))


def _by_melds(charges: Sequence[DutyCharge], score: Score, win: Win, duties: Duties) -> list[FoundCharge]:
    """Duties caused by feeding a meld; the tests that most hands fail come first."""
    melds = win.hand.melds
    table = _table(melds, duties.hidden_kongs)
    laid = kongs = held = 0
    for place in table:
        meld = melds[place]
        laid |= 1 << meld.tile
        kongs += meld.kind in KONGS
    found, size = [], len(table)
    for charge in charges:
        duty, _, sets, mask, any_set, kinds, least_kongs, outside, plain, *_ = charge
        if sets > size or least_kongs > kongs or (kinds and (laid & mask).bit_count() < kinds):
            continue
        if outside is not INSIDE:
            one, two, three = outside
            if laid & one and laid & two and laid & three:
                continue
            held = held or _held(win)
            if held & one and held & two and held & three:
                continue
        at = (
            table[sets - 1]
            if any_set
            else _completed(charge, melds, table, _OpenHonours(win, duties) if charge.lies.shown else None)
        )
        if at is None:
            continue
        meld = melds[at]
        if plain or _lies(charge, score, win, meld):
            turn = meld.same_turn and (duty.feeder is TURN or meld.kind is not CONCEALED)
            seat = turn_feeder(melds, at) if turn else meld.feeder
            if seat is not None:
                found.append((at, seat, charge))
    return found


def _at_the_win(charges: Sequence[DutyCharge], score: Score, win: Win, duties: Duties) -> Iterator[FoundCharge]:
    """Duties caused by the win itself."""
    melds = win.hand.melds
    table = _table(melds, duties.hidden_kongs)
    kong_feeder = win.kong_feeder if win.at.replacement is KONG else None
    for charge in charges:
        feeder = charge.duty.feeder
        seat = kong_feeder if feeder is BY_KONG else win.feeder if feeder is DISCARDER else win.at.eighth_flower
        if seat is None or (charge.sets and _completed(charge, melds, table, None) is None):
            continue
        if charge.lies.shown and _OpenHonours(win, duties).fan(melds) < charge.lies.shown:
            continue
        if charge.outside is not INSIDE and all(_held(win) & each for each in charge.outside):
            continue
        if charge.plain or _lies(charge, score, win, None):
            yield AT_THE_WIN, seat, charge


def _table(melds: Sequence[Meld], hidden: bool) -> Sequence[int]:
    """The places of the melds on the table; a hidden concealed kong is not one of them (R6)."""
    if not hidden:
        return range(len(melds))
    return [place for place, meld in enumerate(melds) if meld.kind is not CONCEALED]


class _OpenHonours:
    """The fan of honours that melds on the table show: pungs of dragons, of the winner's wind, of the round's."""

    __slots__ = ("dragon", "hidden", "round", "seat", "winds")

    def __init__(self, win: Win, duties: Duties) -> None:
        self.dragon, self.seat, self.round = duties.shows
        self.hidden, self.winds = duties.hidden_kongs, (Tile.EAST + win.seat, Tile.EAST + win.round)

    def fan(self, melds: Sequence[Meld]) -> int:
        """The fan that these melds show."""
        return sum(
            (meld.tile >= Tile.RED) * self.dragon
            + (meld.tile == self.winds[0]) * self.seat
            + (meld.tile == self.winds[1]) * self.round
            for meld in melds
            if meld.kind is not CHOW and not (self.hidden and meld.kind is CONCEALED)
        )


def _completed(
    charge: DutyCharge, melds: Sequence[Meld], table: Sequence[int], shown: _OpenHonours | None
) -> int | None:
    """The index of the meld that completed what a liability rule needs, if all of it is on the table; `shown` for a
    duty of whoever fed a meld.
    """
    left, mask, kongs, fed = charge.sets, charge.mask, charge.kongs, [charge.sets] * 4
    for place in table:
        meld = melds[place]
        if not mask >> meld.tile & 1 or (kongs and meld.kind not in KONGS):
            continue
        if shown is not None and charge.lies.shown and shown.fan(melds[:place]) < charge.lies.shown:
            continue
        if not charge.one_feeder:
            left -= 1
            if not left:
                return place
        elif meld.feeder is not None:
            fed[meld.feeder] -= 1
            if not fed[meld.feeder]:
                return place
    return None


def _lies(charge: DutyCharge, score: Score, win: Win, last: Meld | None) -> bool:
    """Whether a duty applies, apart from the tiles; the cheapest tests come first."""
    lies = charge.lies
    if lies.last and last is not None and not _good_last(lies.last, last):
        return False
    chain, at = lies.chain, win.at
    if chain is not None:
        if not chain.least <= at.kong_chain <= chain.most or (chain.unbroken and at.flower_between_kongs):
            return False
        if chain.tight and not at.second_kong_uses_replacement:
            return False
    if lies.robbed is not None and at.robbed is not lies.robbed:
        return False
    if lies.counts and not _counts(lies.counts, score):
        return False
    if lies.left is not None and (at.left is None or at.left > lies.left):
        return False
    if lies.fresh and not (_fresh_kong(win) if charge.duty.feeder is BY_KONG else fresh_tile(win)):
        return False
    return not (lies.unless and _counts(lies.unless, score))


def _counts(names: tuple[str, ...], score: Score) -> bool:
    """Whether one of these patterns or rows counts."""
    return any(pattern in names or row in names for pattern, _, _, row in score.counted)


def _fresh_kong(win: Win) -> bool:
    kong = win.first_kong
    return kong is not None and kong.fresh


def fresh_tile(win: Win) -> bool:
    """Whether nobody had discarded the winning tile before (生張); False if the win says nothing of the table.

    >>> [fresh_tile(Win.parse(f"123p 333s 567s 678m E +E<S {told}")) for told in ("", "discards=3", "visible=E:1")]
    [False, True, False]
    """
    at, tile = win.at, win.tile
    if tile is None or win.by is not By.DISCARD or (at.discards is None and not at.visible):
        return False
    return tile not in dict(at.visible) and all(tile not in meld.tiles for meld in win.hand.melds)


def _good_last(wanted: LastMeld, last: Meld) -> bool:
    return last.kind is MeldKind.KONG_EXPOSED and (last.fresh or wanted is not LastMeld.FRESH_KONG)


def _held(win: Win) -> int:
    """All kinds of the hand as a bit set."""
    held = 0 if win.tile is None else 1 << win.tile
    for tile in win.hand.concealed:
        held |= 1 << tile
    for meld in win.hand.melds:
        held |= (7 if meld.kind is CHOW else 1) << meld.tile
    return held


def turn_start(melds: Sequence[Meld], place: int) -> int:
    """The place of the meld that began the turn in which a meld was laid down: for a claim its own place, for a kong
    the claim before it.

    An added kong keeps the place where its pung was claimed: melds laid down after it in the same turn belong to that
    claim (T9). A pung with or without its fourth tile gives the same result.

    >>> melds = (Meld.parse("(2222p<S)"), Meld.parse("&[7777s]"), Meld.parse("[8888s]"))
    >>> turn_start(melds, 1), turn_start(melds, 2)
    (0, 2)
    """
    if melds[place].kind not in (MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED):
        return place
    while melds[place].same_turn and place > 0:
        place -= 1
    return place


def turn_feeder(melds: Sequence[Meld], place: int) -> Wind | None:
    """The player whose discard began the turn in which a meld was laid down; None if the turn began with a draw.

    >>> melds = (Meld.parse("(2222p<S)"), Meld.parse("&[7777s]"), Meld.parse("[8888s]"))
    >>> turn_feeder(melds, 1), turn_feeder(melds, 2)
    (Wind.SOUTH, None)
    """
    return melds[turn_start(melds, place)].feeder


def _told(found: FoundCharge, win: Win) -> Liability:
    place, seat, charge = found
    reason = charge.told[4 * seat + win.seat]
    if place != AT_THE_WIN:
        melds = win.hand.melds
        start = turn_start(melds, place)
        facts = (*reason.facts, ("meld", _number(melds[place])))
        # The player discarded the tile of the meld that began the turn, not of this meld.
        reason = Reason(reason.code, facts if start == place else (*facts, ("began", _number(melds[start]))))
    return Liability(seat, charge.lies.share, reason, charge.duty, place)


def _number(meld: Meld) -> int:
    """The number of a meld in a packed row; `sikwu.money.words` converts it back to tiles."""
    return meld.kind * KINDS + meld.tile
