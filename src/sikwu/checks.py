"""Finds what is impossible about a win under every ruleset. What some ruleset allows is left to the rulesets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sikwu.hand import MeldKind
from sikwu.texts import Problem, problem
from sikwu.tiles import FLOWERS, Wind
from sikwu.win import By, FirstTurn, Ready, Replacement, Win


def problems_of(win: Win, size: int) -> Iterator[Problem]:
    """All problems of the win."""
    yield from win.hand.problems(win.tile)
    yield from circumstance_problems(win, size)


def circumstance_problems(win: Win, size: int, changed: frozenset[str] | None = None) -> Iterator[Problem]:
    """The same without problems of the tiles alone: all problems that another circumstance could change.

    With `changed`, only the checks that read one of these fields are run; the results of the others do not change.
    """
    for check, looks_at in _CHECKS:
        if changed is None or not looks_at.isdisjoint(changed):
            yield from check(win, size)


def _left_out(win: Win, size: int) -> bool:
    """Checks the tiles of a win by flowers, which may leave out the concealed tiles or the melds, or count the tile
    drawn after the flower.
    """
    concealed, melds = win.hand.concealed, win.hand.melds
    count = len(concealed) + 3 * len(melds)
    return win.by is By.FLOWERS and (not concealed or (not melds and count < size and (size - count) % 3 == 0))


def _count_problems(win: Win, size: int) -> Iterator[Problem]:
    by, melds = win.by, len(win.hand.melds)
    count = len(win.hand.concealed) + 3 * melds
    if melds > size // 3:
        yield problem("melds.too_many", count=melds, most=size // 3, size=size)
    drawn = by is By.FLOWERS and win.tile is None and count == size + 1
    if win.tile is None and by is not By.FLOWERS and (slip := _no_winning_tile(win, count, size)) is not None:
        yield slip
        return
    if count != size and not _left_out(win, size) and not drawn:
        yield problem("tiles.count", count=count, size=size)
    if win.tile is None:
        if by is not By.FLOWERS:
            yield problem("win.no_tile")
    elif win.tile.is_flower and by is not By.FLOWERS:
        yield problem("win.flower_tile", tile=win.tile)


def _no_winning_tile(win: Win, count: int, size: int) -> Problem | None:
    """Finds the most common slips: the winning tile among the others, and a win by flowers that is not marked as one."""
    if count == size + 1 and win.hand.concealed:
        return problem("win.no_plus", tile=win.hand.concealed[-1], right=f"+{win.hand.concealed[-1].text}", count=count)
    if count == 0 and len(win.hand.flowers) >= FLOWERS - 1:
        return problem("win.only_flowers", count=len(win.hand.flowers))
    return None


def _feeder_problems(win: Win, size: int) -> Iterator[Problem]:
    by, seat, at = win.by, win.seat, win.at
    if by in (By.DISCARD, By.ROB_KONG):
        if win.feeder is None:
            yield problem("feeder.missing", by=by)
        elif win.feeder is seat:
            yield problem("feeder.own_seat", seat=seat)
    elif win.feeder is not None:
        yield problem("feeder.extra", by=by, seat=win.feeder)
    before = Wind((seat + 3) % 4)
    for meld in win.hand.melds:
        if meld.feeder is seat:
            yield problem("meld.own_seat", tile=meld.tile, seat=seat)
        elif meld.kind is MeldKind.CHOW and meld.feeder not in (before, None):
            yield problem("meld.chow_feeder", tile=meld.tile, feeder=meld.feeder, seat=seat, before=before)
    if at.last_discard and by is not By.DISCARD:
        yield problem("last_discard.not_discard", by=by)
    if at.last_tile and by in (By.DISCARD, By.ROB_KONG):
        yield problem("last_tile.discard", by=by)


def _kong_problems(win: Win, size: int) -> Iterator[Problem]:
    by, at, melds, left_out = win.by, win.at, win.hand.melds, _left_out(win, size)
    kongs = size // 3 if left_out else sum(meld.kind.is_kong for meld in melds)
    if by is By.ROB_KONG and win.tile is not None and (count := win.hand.counts()[win.tile]):
        # Added, exposed or concealed: the maker of the kong has the other three copies.
        yield problem("rob_kong.copies", tile=win.tile, count=count)
    if at.robbed and by is not By.ROB_KONG:
        yield problem("rob_kong.not_robbed")
    if at.replacement and by not in (By.SELF_DRAW, By.FLOWERS):
        yield problem("replacement.not_drawn", by=by)
    if at.replacement is Replacement.KONG and not kongs:
        yield problem("replacement.no_kong")
    if at.replacement is Replacement.FLOWER and not win.hand.flowers:
        yield problem("replacement.no_flower")
    if at.kong_chain > kongs:
        yield problem("kong_chain.too_long", count=at.kong_chain, most=kongs)
    if at.kong_chain > 0 and at.replacement is not Replacement.KONG:
        yield problem("kong_chain.no_replacement")
    for name in ("second_kong_uses_replacement", "flower_between_kongs"):
        if getattr(at, name) and at.kong_chain < 2:
            yield problem("kong_chain.too_short", name=name, count=at.kong_chain)
    if at.replacement is Replacement.KONG and win.first_kong is not None:
        # A kong made from a discard begins a turn, so no kong of the same turn comes before it.
        row = [meld for meld in melds if meld.kind.is_kong][-max(at.kong_chain, 1) :]
        for meld in row[1:]:
            if meld.kind is MeldKind.KONG_EXPOSED:
                yield problem("kong_chain.exposed_later", tile=meld.tile, count=at.kong_chain)
    if at.kong_feeder is not None:
        yield from _kong_feeder_problems(win, at.kong_feeder, left_out)


def _kong_feeder_problems(win: Win, feeder: Wind, left_out: bool) -> Iterator[Problem]:
    fed = [meld.feeder for meld in win.hand.melds if meld.kind is MeldKind.KONG_EXPOSED]
    first = win.first_kong if win.at.replacement is Replacement.KONG else None
    if feeder is win.seat:
        yield problem("kong_feeder.own_seat", seat=win.seat)
    elif not fed and not left_out:
        yield problem("kong_feeder.no_kong", seat=feeder)
    elif fed and not left_out and not {None, feeder}.intersection(fed):
        yield problem("kong_feeder.not_fed", seat=feeder)
    elif first is not None and first.kind is not MeldKind.KONG_EXPOSED:
        yield problem("kong_feeder.own_kong", seat=feeder, tile=first.tile, kind=first.kind)
    elif first is not None and first.feeder not in (feeder, None):
        yield problem("kong_feeder.disagrees", seat=feeder, tile=first.tile, fed=first.feeder)


def _first_turn_problems(win: Win, size: int) -> Iterator[Problem]:
    by, seat, first = win.by, win.seat, win.at.first_turn
    if first is FirstTurn.HEAVENLY:
        if seat is not Wind.EAST:
            yield problem("first_turn.heavenly_seat", seat=seat)
        if by not in (By.SELF_DRAW, By.FLOWERS):
            yield problem("first_turn.heavenly_by", by=by)
        if win.at.discards:
            yield problem("first_turn.heavenly_discards", count=win.at.discards)
        if win.at.ready:
            yield problem("first_turn.heavenly_ready")
    if first in (FirstTurn.EARTHLY, FirstTurn.EARTHLY_DRAW) and seat is Wind.EAST:
        yield problem("first_turn.earthly_seat")
    if first is FirstTurn.EARTHLY and not (by is By.DISCARD and win.feeder in (Wind.EAST, None)):
        yield problem("first_turn.earthly_by")
    if first is FirstTurn.EARTHLY and (win.at.discards or 1) > 1:
        yield problem("first_turn.earthly_discards", count=win.at.discards)
    if first is FirstTurn.EARTHLY_DRAW and by not in (By.SELF_DRAW, By.FLOWERS):
        yield problem("first_turn.earthly_draw_by", by=by)
    if first is FirstTurn.HUMAN and by is not By.DISCARD:
        yield problem("first_turn.human_by", by=by)
    if first is FirstTurn.HUMAN and seat is Wind.EAST:
        yield problem("first_turn.human_seat")
    # Before the winner's first draw the dealer discards once; a win on that tile is an earthly hand (R13).
    if first is FirstTurn.HUMAN and by is By.DISCARD and win.feeder is Wind.EAST:
        yield problem("first_turn.human_feeder")
    if first and (win.at.last_tile or win.at.last_discard):
        yield problem("first_turn.last", first=first)
    # Any meld cancels all of them, a concealed kong too (doc004 地胡 無碰、槓; notes 25, 22 上、碰、槓過).
    if first and win.hand.melds:
        yield problem("first_turn.melds", first=first)


def _ready_problems(win: Win, size: int) -> Iterator[Problem]:
    ready = win.at.ready
    if ready is Ready.HEAVENLY and win.seat is Wind.EAST:
        yield problem("ready.heavenly_seat")
    if ready in (Ready.HEAVENLY, Ready.EARTHLY) and win.hand.melds:
        yield problem("ready.melds", ready=ready)
    if win.at.one_shot and not ready:
        yield problem("one_shot.not_ready")


def _flower_problems(win: Win, size: int) -> Iterator[Problem]:
    count, eighth = len(win.hand.flowers), win.at.eighth_flower
    if win.by is By.FLOWERS and count < 7:
        yield problem("flowers.too_few", count=count)
    if eighth is win.seat:
        yield problem("eighth_flower.own_seat", seat=eighth)
    if eighth is not None and count >= 8:
        yield problem("eighth_flower.held")


def _number_problems(win: Win, size: int) -> Iterator[Problem]:
    at = win.at
    limits = [("streak", win.streak, 0, 255), ("kong_chain", at.kong_chain, 0, 255), ("winners", at.winners, 1, 3)]
    if at.discards is not None:
        limits.append(("discards", at.discards, 0, 136))
    if at.left is not None:
        limits.append(("left", at.left, 0, 144))
    for name, value, least, most in limits:
        if value < least:
            yield problem("number.too_small", name=name, value=value, least=least)
        elif value > most:
            yield problem("number.too_large", name=name, value=value, most=most)
    if at.discards == 0 and win.by is By.DISCARD:
        yield problem("discards.none")
    owned = win.hand.counts() if at.visible else []
    if at.visible and win.tile is not None:
        owned[win.tile] += 1
    for tile, seen in at.visible:
        if tile.is_flower:
            yield problem("visible.flower", tile=tile)
        elif seen < 0:
            yield problem("number.too_small", name=f"visible {tile.text}", value=seen, least=0)
        elif seen + owned[tile] > 4 >= owned[tile]:
            yield problem("visible.too_many", tile=tile, seen=seen, own=owned[tile])


_CHECKS: tuple[tuple[Callable[[Win, int], Iterator[Problem]], frozenset[str]], ...] = (
    (_count_problems, frozenset(("by",))),
    (_feeder_problems, frozenset(("by", "seat", "feeder", "last_tile", "last_discard"))),
    (
        _kong_problems,
        frozenset(
            (
                "by",
                "seat",
                "robbed",
                "replacement",
                "kong_chain",
                "second_kong_uses_replacement",
                "flower_between_kongs",
                "kong_feeder",
            )
        ),
    ),
    (
        _first_turn_problems,
        frozenset(("by", "seat", "feeder", "first_turn", "ready", "discards", "last_tile", "last_discard")),
    ),
    (_ready_problems, frozenset(("seat", "ready", "one_shot"))),
    (_flower_problems, frozenset(("by", "seat", "eighth_flower"))),
    (_number_problems, frozenset(("by", "streak", "kong_chain", "winners", "discards", "visible", "left"))),
)
"""Every check with the fields it reads besides the tiles, in the order in which problems are listed."""
