"""The slow twin of the observations for learners, made from a `View` and the lines of the deal that its seat may read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from sikwu.env.encode import PLANES, SCALARS, SEATS
from sikwu.hand import MeldKind
from sikwu.plans import Plan, RulesPlans, plans_of
from sikwu.play.fits import numbers_of
from sikwu.play.lines import AddedKongLine, ChowLine, DiscardLine, ExposedKongLine, Line, PungLine
from sikwu.play.view import View
from sikwu.reading import counts, tiles_away, useful_tiles
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import Ready

TWINNED = frozenset(PLANES) - {"win_by_claim", "win_by_draw", "passed"}
"""Planes that are computed here; the others are checked by laws."""


def at_least(tiles: Iterable[int]) -> list[list[int]]:
    held = Counter(map(int, tiles))
    return [[int(held[kind] >= n) for kind in range(KINDS)] for n in (1, 2, 3, 4)]


def one(tile: int | None) -> list[list[int]]:
    return [[int(kind == tile) for kind in range(KINDS)]]


def planes(view: View, lines: Sequence[Line], round: Wind, rules: Ruleset) -> dict[str, npt.NDArray[np.uint8]]:
    assert view.seat is not None
    me = view.seat
    kong = _pending(view, lines)
    out: dict[str, list[list[int]]] = {
        "mine": at_least(view.hand),
        "drawn": one(view.drawn),
        "offered": one(view.offered),
        "seat_wind": one(27 + me),
        "round_wind": one(27 + round),
        "frozen": one(None),
    }
    seen = Counter(map(int, view.hand)) + kong
    seen.update(int(thrown.tile) for thrown in view.river)
    for step, name in enumerate(SEATS):
        seat = Wind((me + step) % 4)
        melds = [meld for meld in view.seats[seat].melds if meld.tile is not None]
        chows = Counter(int(meld.tile) for meld in melds if meld.kind is MeldKind.CHOW and meld.tile is not None)
        rows = [[int(chows[kind] >= n) for kind in range(KINDS)] for n in (1, 2)]
        for kinds in (
            {MeldKind.PUNG},
            {MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED},
            {MeldKind.KONG_CONCEALED},
        ):
            of = {meld.tile for meld in melds if meld.kind in kinds}
            rows.append([int(Tile(kind) in of) for kind in range(KINDS)])
        out[f"melds_{name}"] = rows
        for meld in melds:
            assert meld.tile is not None
            low = int(meld.tile)
            chow = meld.kind is MeldKind.CHOW
            seen.update([low, low + 1, low + 2] if chow else [low] * (3 if meld.kind is MeldKind.PUNG else 4))
        own = [line for line in lines if isinstance(line, DiscardLine) and line.seat == seat.text]
        thrown = [Tile.parse(line.tile) for line in own]
        out[f"thrown_{name}"] = at_least(thrown)
        out[f"river_{name}"] = _river(view, lines, seat)
    out["live"] = [[4 - seen[kind] for kind in range(KINDS)]]
    out["seen"] = at_least(seen.elements())
    if view.seats[me].ready is not Ready.NONE:
        out["frozen"] = [[int(Tile(kind) in view.hand and kind != view.drawn) for kind in range(KINDS)]]
    if view.at == "turn":
        out |= _aids(view, seen, rules.lowered.shapes) | {"price_after": [_prices(view, round, rules)]}
    out["danger"] = [_dangers(view, seen, Wind((me + step) % 4), round, rules) for step in (1, 2, 3)]
    empty = {name: [[0] * KINDS] * part.size for name, part in PLANES.items()}
    return {name: np.array(rows, np.uint8) for name, rows in {**empty, **out}.items()}


def _pending(view: View, lines: Sequence[Line]) -> Counter[int]:
    """The tiles of a kong that may be robbed; they are not in a meld yet."""
    if view.at != "kong" or view.offered is None:
        return Counter()
    return Counter({int(view.offered): 1 if isinstance(lines[-1], AddedKongLine) else 4})


def _river(view: View, lines: Sequence[Line], seat: Wind) -> list[list[int]]:
    ago, drawn, claimed = [0] * KINDS, [0] * KINDS, [0] * KINDS
    for place, thrown in enumerate(view.river):
        if thrown.seat is seat:
            ago[thrown.tile] = len(view.river) - place
            drawn[thrown.tile] |= thrown.drawn
    for line in lines:
        if isinstance(line, ChowLine | PungLine | ExposedKongLine) and line.feeder == seat.text:
            by = "ESWN".index(line.seat)
            tile = Tile.parse(line.tile)
            claimed[tile] = max(claimed[tile], 1 + (by - (view.seat or 0)) % 4)
    return [ago, drawn, claimed]


def _aids(view: View, seen: Counter[int], shapes: int) -> dict[str, list[list[int]]]:
    away, live = [0] * KINDS, [0] * KINDS
    for tile in set(view.hand):
        rest = list(view.hand)
        rest.remove(tile)
        held = counts(rest)
        away[tile] = tiles_away(held, shapes)
        live[tile] = sum(4 - seen[kind] for kind in useful_tiles(held, shapes)[1])
    return {"away_after": [away], "live_after": [live]}


# --- aids by plans and by the numbers of careful


def _laid(view: View, seat: Wind, round: Wind, book: RulesPlans) -> int:
    """Fan of a seat's melds of honours and of its open flowers."""
    own = view.seats[seat]
    pungs = [m.tile for m in own.melds if m.tile is not None and m.tile >= 27]
    flowers = sum(1 << (int(tile) - KINDS) for tile in own.flowers)
    return sum(book.honour_fan(int(tile), seat, round) for tile in pungs) + book.flower_fan(flowers, seat)


def _claimed(view: View, seat: Wind) -> bool:
    return any(meld.kind is not MeldKind.KONG_CONCEALED for meld in view.seats[seat].melds)


def _fits(plan: Plan, view: View, me: Wind) -> bool:
    """Whether the seat's own melds fit a plan."""
    kinds, sets, shape = plan.template
    for meld in view.seats[me].melds:
        assert meld.tile is not None
        low, chow = int(meld.tile), meld.kind is MeldKind.CHOW
        of = {low, low + 1, low + 2} if chow else {low}
        if shape != 1 or any(not kinds >> kind & 1 for kind in of) or sets == (2 if chow else 1):
            return False
    return True


def _prices(view: View, round: Wind, rules: Ruleset) -> list[int]:
    assert view.seat is not None
    book, me = plans_of(rules), view.seat
    laid, claimed = _laid(view, me, round, book), _claimed(view, me)
    out = [0] * KINDS
    for tile in set(view.hand):
        rest = list(view.hand)
        rest.remove(tile)
        ways: list[tuple[int, int]] = []
        for plan, row in zip(book.plans, book.kernel.distances(counts(rest), me, round), strict=True):
            least = plan.least[0 if claimed else 2]
            if least < 0 or not _fits(plan, view, me):
                continue
            ways += [(away, least + laid + level) for level, away in enumerate(row) if away < 99]
        good = [(away, fan) for away, fan in ways if fan >= rules.minimum]
        if good:
            out[tile] = min(255, max(fan for away, fan in good if away <= min(good)[0] + 1))
    return out


def _dangers(view: View, seen: Counter[int], seat: Wind, round: Wind, rules: Ruleset) -> list[int]:
    """What careful thinks that a seat wins with: a logistic guess that it is ready, times one factor for each thing seen."""
    n, book, own = numbers_of(rules), plans_of(rules), view.seats[seat]
    if own.dead:
        return [0] * KINDS
    melds = [meld for meld in own.melds if meld.tile is not None]
    suits = {int(meld.tile) // 9 for meld in melds if meld.tile is not None and meld.tile < 27}
    plain = book.plans[0].mean[0] if book.plans else 0
    bound = bool(own.melds) and _laid(view, seat, round, book) + plain < rules.minimum
    calm, passed, mine = 0, set[int](), list[int]()
    for thrown in view.river:
        tile = int(thrown.tile)
        if thrown.seat is not seat:
            passed.add(tile)
            continue
        mine.append(tile)
        calm, passed = (min(calm + 1, 4), passed | {tile}) if thrown.drawn else (0, {tile})
    late = 1 - min(1.0, (view.drawable + 3) // 4 / 22)
    odds = n["ready"] + n["ready_late"] * late + n["ready_bend"] * late * late
    odds += n["ready_meld"] * len(own.melds) + n["ready_calm"] * calm + n["ready_bound"] * bound
    ready = 1.0 if own.ready is not Ready.NONE else 1 / (1 + math.exp(-odds))
    out = []
    for kind in range(KINDS):
        name = "dragon" if kind >= 31 else "wind" if kind >= 27 else "edge" if kind % 9 in (0, 8) else "middle"
        chance = n[f"wait_{name}"] * n["seen"] ** max(0, seen[kind] - Counter(map(int, view.hand))[kind])
        chance *= (n["thrown"] if kind in mine else 1) * (n["passed"] if kind in passed else 1)
        if len(suits) == 1 and (len(own.melds) >= 2 or bound):
            within = kind >= 27 or kind // 9 in suits
            chance *= n[("flush" if len(own.melds) >= 2 else "one") + ("_in" if within else "_out")]
        if kind < 27 and len(mine) >= 5:
            share = sum(tile // 9 == kind // 9 for tile in mine) / len(mine)
            chance *= n["kept"] if share <= 0.13 else n["shunned"] if share >= 0.45 else 1
        out.append(int(255 * ready * min(0.9, chance) + 0.5))
    return out


def scalars(
    view: View, lines: Sequence[Line], round: Wind, streak: int, reserved: int, rules: Ruleset
) -> dict[str, list[float]]:
    assert view.seat is not None
    me = view.seat
    order = [Wind((me + step) % 4) for step in range(4)]
    phase = {"turn": 0, "discard": 1, "kong": 2, "flower": 3, "opening": 3}[view.at]
    offers = 0
    if phase in (1, 2):
        offers = ("ESWN".index(lines[-1].to_dict()["actor"]) - me) % 4
    out: dict[str, list[float]] = {
        "seat": [float(seat is me) for seat in Wind],
        "round": [float(seat is round) for seat in Wind],
        "dealer": [float(seat is Wind.EAST) for seat in order],
        "streak": [streak],
        "wall_left": [view.drawable / 144],
        "reserved": [reserved / 16],
        "phase": [float(phase == n) for n in range(4)],
        "offers": [float(offers == n) for n in range(4)],
        "tiles": [view.seats[seat].tiles / 17 for seat in order],
        "ready": [float(view.seats[seat].ready is not Ready.NONE) for seat in order],
        "dead": [float(view.seats[seat].dead) for seat in order],
    }
    book = plans_of(rules)
    plain = max(0, book.plans[0].least[0 if _claimed(view, me) else 2]) if book.plans else 0
    out["minimum"] = [max(0, rules.minimum - _laid(view, me, round, book) - plain) / 10]
    for name, seat in zip(SEATS, order, strict=True):
        out[f"flowers_{name}"] = [float(Tile(KINDS + i) in view.seats[seat].flowers) for i in range(8)]
    return {**{name: [0.0] * part.size for name, part in SCALARS.items()}, **out}
