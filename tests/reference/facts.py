"""Every fact of the rule language computed from a win and a reading, each by its definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product

from reference.readings import Tiles, all_placed, is_complete
from sikwu.reading import Group, Kind, Place, Reading, Shape, Shapes
from sikwu.rules.language import Fact, NumberVar, Op, Relation, Slot, SlotSpec, TileSet
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Replacement, Win

UNKNOWN_DISCARDS = 255
"""The value of `discards` if they were not counted: more than there are tiles."""

SLOT_KINDS = {
    Slot.CHOW: {Kind.CHOW},
    Slot.CHOW_WITH: {Kind.CHOW},
    Slot.PUNG: {Kind.PUNG, Kind.KONG},
    Slot.TRIPLET: {Kind.PUNG},
    Slot.PAIR: {Kind.PAIR},
    Slot.TWO: {Kind.PAIR, Kind.PUNG},
}

# Facts that repeat a circumstance.
GIVEN: dict[Op, Callable[[Win], int]] = {
    Op.BY: lambda win: win.by,
    Op.REPLACEMENT: lambda win: win.at.replacement,
    Op.CHAIN_TIGHT: lambda win: win.at.second_kong_uses_replacement,
    Op.CHAIN_BROKEN: lambda win: win.at.flower_between_kongs,
    Op.KONG_FED: lambda win: win.kong_feeder is not None,
    Op.ROBBED: lambda win: win.at.robbed,
    Op.LAST_TILE: lambda win: win.at.last_tile,
    Op.LAST_DISCARD: lambda win: win.at.last_discard,
    Op.ONE_SHOT: lambda win: win.at.one_shot,
    Op.EIGHTH_ELSEWHERE: lambda win: win.at.eighth_flower is not None,
    Op.DEALER: lambda win: win.seat.text == "E",
    Op.FIRST_TURN: lambda win: win.at.first_turn,
    Op.READY: lambda win: win.at.ready,
    Op.WINNERS: lambda win: win.at.winners,
    Op.STREAK: lambda win: win.streak,
    Op.DISCARDS: lambda win: UNKNOWN_DISCARDS if win.at.discards is None else win.at.discards,
    Op.LEFT: lambda win: UNKNOWN_DISCARDS if win.at.left is None else win.at.left,
    Op.SEAT: lambda win: win.seat,
    Op.ROUND: lambda win: win.round,
}


class Facts:
    """All facts of one win, under rules with this many sets and these shapes."""

    def __init__(self, win: Win, sets: int, shapes: Shapes) -> None:
        self.win, self.sets, self.shapes = win, sets, shapes
        self.readings = all_placed(win, sets, shapes)
        # The tiles of a flower win are not examined.
        flowers = win.by is By.FLOWERS
        self.tile = None if flowers else win.tile
        self.counts = [0] * KINDS if flowers else win.hand.counts()[:KINDS]
        if self.tile is not None:
            self.counts[self.tile] += 1
        self._known: dict[tuple[tuple[object, ...], int], int] = {}

    def of(self, fact: Fact, reading: Reading) -> int:
        """The value of a fact in a reading with the winning tile in one place."""
        key = (fact.key, -1 if fact.level == 0 else id(reading))
        if key not in self._known and fact.joined is not None:
            one, other = (self.of(part, reading) for part in fact.joined)
            # a difference may be below zero: the kernel's value of it is larger, and stays within a byte
            self._known[key] = min(max(one + (-other if fact.kinds else other) + fact.shift, 0), 254)
        elif key not in self._known:
            of_hand = fact.level == 0
            self._known[key] = int(self._of_hand(fact) if of_hand else self._of_reading(fact, reading))
        return self._known[key]

    def kinds(self, tiles: TileSet) -> set[int]:
        """The kinds in a set of tiles, with the winds of this win."""
        kinds = {k for k in range(KINDS) if tiles.mask >> k & 1}
        seat, round_ = {int(self.win.seat.tile)}, {int(self.win.round.tile)}
        kinds |= (seat if tiles.dynamic & 1 else set()) | (round_ if tiles.dynamic & 2 else set())
        return kinds - (seat if tiles.dynamic & 4 else set()) - (round_ if tiles.dynamic & 8 else set())

    def waits(self) -> list[int]:
        """The kinds that would have completed the hand, except a kind of which the player has four."""
        if self.tile is None:
            return []
        before = tuple(sorted(map(int, self.win.hand.concealed)))
        owned = self.win.hand.counts()
        return [k for k in range(KINDS) if owned[k] < 4 and is_complete(tuple(sorted((*before, k))), self.shapes)]

    def _of_hand(self, fact: Fact) -> int:
        win, owned = self.win, {k for k in range(KINDS) if self.counts[k]}
        if fact.op in GIVEN:
            return int(GIVEN[fact.op](win))
        wanted = self.kinds(fact.tiles)
        seen = {int(tile): copies for tile, copies in win.at.visible}
        series = [{f for f in win.hand.flowers if f in four} for four in (range(34, 38), range(38, 42))]
        match fact.op:
            case Op.TILES:
                return sum(self.counts[k] for k in wanted)
            case Op.KINDS:
                return len(owned & wanted)
            case Op.SUITS:
                return len({Tile(k).suit for k in owned if k < 27})
            case Op.NUMBERS:
                sorts = {Tile(k).number if k < 27 else "wind" if k < 31 else "dragon" for k in owned}
                return len(sorts)
            case Op.FACE_SUM:
                return sum(Tile(k).number * self.counts[k] for k in range(27))
            case Op.FOURS:
                kongs = {int(m.tile) for m in win.hand.melds if m.kind.is_kong}
                return sum(self.counts[k] == 4 and k not in kongs for k in range(KINDS))
            case Op.WAITS:
                return len(self.waits())
            case Op.HELD:
                return 0 if self.tile is None else win.hand.concealed.count(self.tile)
            case Op.WIN_IN:
                return self.tile in wanted
            case Op.APPEARED:
                return 0 if self.tile is None else self.counts[self.tile] - 1 + seen.get(self.tile, 0)
            case Op.APPEARED_ALL:
                return sum(self.counts[k] + seen.get(k, 0) for k in self.waits())
            case Op.PLACES:
                return sum(1 << place for place in {r.place for r in self.readings} - {Place.NONE})
            case Op.FLOWERS:
                return len(win.hand.flowers)
            case Op.FLOWERS_OF:
                return sum(fact.tiles.mask >> f & 1 for f in win.hand.flowers)
            case Op.DISCARDER:
                after = 0 if win.feeder is None else (win.feeder - win.seat) % 4
                return after + (4 if win.feeder is Wind.EAST else 0)
            case Op.OWN_FLOWERS:
                return sum(f.number == win.seat + 1 for f in win.hand.flowers)
            case Op.FLOWER_SETS:
                return sum(len(four) == 4 for four in series)
            case Op.KONG_CHAIN:
                return max(win.at.kong_chain, int(win.at.replacement is Replacement.KONG))
        raise AssertionError(f"{fact.op!r} is not known from the hand")

    def _of_reading(self, fact: Fact, reading: Reading) -> int:
        wanted, groups = self.kinds(fact.tiles), reading.groups
        if reading.shape is not Shape.STANDARD and fact.op in (Op.PAIR_IN, Op.GROUPS_WITHOUT, Op.CARRIED):
            return 0
        match fact.op:
            case Op.SETS:
                return len(self.matching(fact, reading))
            case Op.PAIR_IN:
                return next(g.tile for g in groups if g.kind is Kind.PAIR) in wanted
            case Op.GROUPS_WITHOUT:
                return sum(not wanted & set(map(int, g.tiles)) for g in groups)
            case Op.CARRIED:
                return sum(all(any(t.number == n for t in g.tiles) for g in groups) for n in range(1, 10))
            case Op.SHAPE:
                return reading.shape
            case Op.PLACE:
                return reading.place
            case Op.OTHER_WAITS:
                ends = {self.tile}
                if reading.place is Place.OPEN and reading.at is not None:
                    run = list(map(int, groups[reading.at].tiles))
                    ends |= {run[0] + 3} if self.tile == run[0] else {run[0] - 1}
                return len(set(self.waits()) - ends)
            case Op.RELATED:
                assert fact.relation is not None
                return len(related(fact.relation, groups))
        raise AssertionError(f"{fact.op!r} is not known from a reading")

    def matching(self, fact: Fact, reading: Reading) -> list[int]:
        """The groups that a fact about sets is about."""
        wanted = self.kinds(fact.tiles)
        return [
            i
            for i, g in enumerate(reading.groups)
            if g.kind is not Kind.PAIR
            and fact.kinds >> g.kind & 1
            and g.made & fact.made_by
            and set(map(int, g.tiles)) <= wanted
        ]


# --- relations


@cache
def related(relation: Relation, groups: tuple[Group, ...]) -> tuple[frozenset[int], ...]:
    """The groups in a relation: tries all ways to put groups into slots of their kind.

    If only chows that contain a number are asked for, the same groups occur once for each number.
    """
    fit = [i for i, g in enumerate(groups) if g.made & relation.made and g.tile.is_suited]
    found = {
        (frozenset(chosen), number if slots and _by_number(slots) else 0)
        for slots in relation.any_of
        for chosen in product(*([i for i in fit if groups[i].kind in SLOT_KINDS[s.slot]] for s in slots))
        if len(set(chosen)) == len(slots)
        for number in _numbers(slots, [groups[i] for i in chosen])
    }
    if not relation.two:
        return tuple(groups for groups, _ in found)
    alone = {groups for groups, _ in found}
    return tuple(
        {
            one | other
            for one, other in combinations(alone, 2)
            if not one & other and not (relation.different and _tiles(one, groups) == _tiles(other, groups))
        }
    )


def _by_number(slots: tuple[SlotSpec, ...]) -> bool:
    variables = {s.number.index if isinstance(s.number, NumberVar) else None for s in slots}
    return all(s.slot is Slot.CHOW_WITH for s in slots) and len(variables) == 1 and None not in variables


def _numbers(slots: tuple[SlotSpec, ...], groups: list[Group]) -> set[int]:
    """The possible numbers of the first variable if the groups are in these slots; {0} if there is no variable."""
    if not _stands(slots, groups):
        return set()
    first = {
        frozenset(t.number - s.number.offset for t in g.tiles)
        for s, g in zip(slots, groups, strict=True)
        if s.slot is Slot.CHOW_WITH and isinstance(s.number, NumberVar)
    }
    return set(range(1, 10)).intersection(*first) if _by_number(slots) else {0}


def _stands(slots: tuple[SlotSpec, ...], groups: list[Group]) -> bool:
    suits: dict[int, str] = {}
    numbers: dict[int, set[int]] = {}
    for slot, group in zip(slots, groups, strict=True):
        if suits.setdefault(slot.suit.index, group.tile.suit) != group.tile.suit:
            return False
        here = {t.number for t in group.tiles} if slot.slot is Slot.CHOW_WITH else {group.tile.number}
        if isinstance(slot.number, NumberVar):
            possible = {n - slot.number.offset for n in here} & set(range(1, 10))
            numbers[slot.number.index] = numbers.get(slot.number.index, possible) & possible
        elif slot.number not in here:
            return False
    if len(set(suits.values())) < len(suits) or not all(numbers.values()):
        return False
    # Two number variables must be two different numbers.
    return len(numbers) < 2 or len(set().union(*numbers.values())) > 1


def _tiles(which: Iterable[int], groups: tuple[Group, ...]) -> Tiles:
    return tuple(sorted(int(t) for i in which for t in groups[i].tiles))
