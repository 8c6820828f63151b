"""Liability (包): runs the duties of a ruleset upon a scored win, and tells who answers for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sikwu.hand import Meld, MeldKind
from sikwu.money.payment import Reason
from sikwu.rules.duty import Charge, Duty, Feeder, Last, Sets
from sikwu.rules.schemes import AT_THE_WIN
from sikwu.rules.schemes import Liability as Liability
from sikwu.scoring import Score
from sikwu.tiles import Wind
from sikwu.win import Replacement, Win

_EVERY = tuple(tuple(range(count)) for count in range(6))


def liable(score: Score) -> Liability | None:
    """Who answers for this win, if anybody does: of several the later, or in some houses the earlier.

    >>> from sikwu import score
    >>> told = liable(score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"))
    >>> told.seat, told.duty.zh
    (Wind.WEST, '大三元包')
    """
    money = score.ruleset.money
    win = score.win
    charges = money.duties.on[money.occasions[win.by]]
    if not charges.at_the_win and len(win.hand.melds) < charges.fewest:
        return None
    found = list(_found(score))
    if not found:
        return None
    chosen = max if money.duties.later_replaces else min
    return chosen(found, key=_order)  # the first of those completed by one meld


def liabilities(score: Score) -> tuple[Liability, ...]:
    """Everybody who is liable for a win like this one, in the order in which they became so."""
    return tuple(sorted(_found(score), key=_order))


def _order(each: Liability) -> int:
    return each.order


def _found(score: Score) -> Iterator[Liability]:
    win, money = score.win, score.ruleset.money
    duties, melds = money.duties, win.hand.melds
    by_melds, at_the_win, fewest = duties.on[money.occasions[win.by]]
    table: Sequence[int] = _EVERY[len(melds)]
    if duties.hidden_kongs:  # a hidden concealed kong does not lie on the table (R6)
        table = [place for place in table if melds[place].kind is not MeldKind.KONG_CONCEALED]
    if len(table) >= fewest:
        for charge in by_melds:
            assert charge.duty.needs is not None
            place = _completed(charge.duty.needs, melds, table)
            if place is not None and _lies(charge, score, win, melds[place]):
                meld = melds[place]
                claimed = charge.duty.feeder is Feeder.TURN or meld.kind is not MeldKind.KONG_CONCEALED
                seat = turn_feeder(melds, place) if claimed else meld.feeder
                if seat is not None:
                    yield _told(charge, win, seat, place)
    for charge in at_the_win:
        seat = _seat(charge.duty.feeder, win)
        if seat is None:
            continue
        needs = charge.duty.needs
        if (needs is None or _completed(needs, melds, table) is not None) and _lies(charge, score, win, None):
            yield _told(charge, win, seat, AT_THE_WIN)


def _seat(feeder: Feeder, win: Win) -> Wind | None:
    """Who answers for what comes with the win itself."""
    if feeder is Feeder.KONG:
        return win.kong_feeder if win.at.replacement is Replacement.KONG else None
    return win.feeder if feeder is Feeder.DISCARDER else win.at.eighth_flower


def _completed(needs: Sets, melds: Sequence[Meld], table: Sequence[int]) -> int | None:
    """The place of the meld that completed what a duty needs, if it all lies there."""
    mask = needs.of.mask
    places = [i for i in table if mask >> melds[i].tile & 1 and (not needs.kongs or melds[i].kind.is_kong)]
    return places[needs.count - 1] if len(places) >= needs.count else None


def _lies(charge: Charge, score: Score, win: Win, last: Meld | None) -> bool:
    """Does a duty lie on somebody, by everything but what lies on the table? The cheapest questions come first."""
    duty, lies = charge
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
    if duty.made_of and not _made_of(duty, win):
        return False
    if not (lies.counts or lies.unless):
        return True
    named = {name for count in score.counted for name in (count.pattern, count.row)}
    return (not lies.counts or not named.isdisjoint(lies.counts)) and named.isdisjoint(lies.unless)


def _good_last(wanted: Last, last: Meld) -> bool:
    return last.kind is MeldKind.KONG_EXPOSED and (last.fresh or wanted is not Last.FRESH_KONG)


def _made_of(duty: Duty, win: Win) -> bool:
    """Are all tiles of the hand of one of the sets that a duty speaks of?"""
    held = 0 if win.tile is None else 1 << win.tile
    for tile in win.hand.concealed:
        held |= 1 << tile
    for meld in win.hand.melds:
        held |= (7 if meld.kind is MeldKind.CHOW else 1) << meld.tile
    return any(held & ~tiles.mask == 0 for tiles in duty.made_of)


def turn_feeder(melds: Sequence[Meld], place: int) -> Wind | None:
    """Whose discard started the turn in which a meld was laid down; nobody's, if the turn began with an own draw.

    >>> melds = (Meld.parse("(2222p<S)"), Meld.parse("&[7777s]"), Meld.parse("[8888s]"))
    >>> turn_feeder(melds, 1), turn_feeder(melds, 2)
    (Wind.SOUTH, None)
    """
    start = place
    while melds[start].same_turn and start > 0:
        start -= 1
    if start == place or melds[place].kind not in (MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED):
        return melds[place].feeder  # of an added kong: the pung's (R17)
    # The kongs of a turn follow a claim; an added kong at the start means that the turn began with a draw, and then
    # another added kong is its pung's feeder's, a concealed one nobody's.
    if melds[start].kind is MeldKind.KONG_ADDED:
        return melds[place].feeder
    return melds[start].feeder


def _told(charge: Charge, win: Win, seat: Wind, place: int) -> Liability:
    duty = charge.duty
    tiles = tuple([tile.text for tile in win.hand.melds[place].tiles]) if place != AT_THE_WIN else ()
    facts = ("duty", duty.id), ("feeder", seat.text), ("winner", win.seat.text), ("tiles", tiles)
    return Liability(seat, charge.lies.share, Reason(duty.code, facts), duty, place)
