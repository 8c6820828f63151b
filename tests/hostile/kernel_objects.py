"""Attack on kernel objects: odd calls in any order are refused without effect, or answered like an untouched twin."""

from __future__ import annotations

import copy
import pickle
import threading
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import numpy as np

import sikwu
from hostile.attack import Attack
from hostile.odd_values import nearly, odd
from hostile.programs import FACT, ROW, SLOT, members
from hostile.refusals import noticed
from reference.samples import random_win
from sikwu import _kernel
from sikwu.env.encode import MASK_SHAPE, PLANES_SHAPE, RAW_SHAPE, SCALARS_SHAPE
from sikwu.packed import MADE_OF
from sikwu.play.deal import table_rules
from sikwu.play.many import walls_of
from sikwu.play.native import native
from sikwu.written import _GRAMMAR

REFUSALS = (ValueError, TypeError, IndexError, OverflowError, AttributeError)
"""The errors of the kernel; an impossible pickle is a TypeError too, a missing field an AttributeError."""
NAMES = ("hk-standard", "hk-taiwanese", "club16")
DEAL = (
    *(
        "events",
        "wins",
        "river",
        "wall",
        "drawable",
        "at",
        "asked",
        "window",
        "actor",
        "maker",
        "robbed",
        "tile",
        "drawn",
    ),
    *("front_draws", "called", "ready_at_end", "offender", "result", "over", "held", "question"),
)
OF_SEATS = ("hand", "flowers", "held_flowers", "melds", "ready", "dead", "legal")
JUDGED = ("fan", "capped", "complete", "wins")
STORY = ("number", "shape", "groups", "at", "place", "fan", "capped", "counted", "dropped", "marks")
PARTS = ("kind", "plans", "parameters", "network")
PLAY = tuple(name for name in dir(_kernel.PlayNumbers) if not name.startswith("_"))


# --- the visible state of a value


def told(value: Any) -> Any:
    """A value in comparable form: arrays by their bytes, objects of the kernel by all their fields."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, repr(value.tolist()) if value.dtype == object else value.tobytes()
    if isinstance(value, tuple | list):
        return [told(each) for each in value]
    if isinstance(value, dict):
        return {repr(key): told(each) for key, each in value.items()}
    see = SEEN.get(type(value))
    if see is None:
        return value if isinstance(value, str | bytes | int | type(None)) else type(value).__name__
    return see(value)


def of_deal(deal: Any) -> Any:
    if not is_ready(lambda: deal.at):
        return "not ready"
    seats = [[told(getattr(deal, name)(seat)) for name in OF_SEATS] for seat in range(4)]
    return [told(getattr(deal, name)) for name in DEAL], seats, deal.settle() if deal.over else None


def of_vector(deals: Any) -> Any:
    """Everything except the arrays, which belong to the caller."""
    if not is_ready(deals.last):
        return "not ready"
    begun = is_ready(deals.state)
    return told(deals.last()), told(deals.state()) if begun else None


def of_bytes(value: Any) -> Any:
    return value.to_bytes() if is_ready(value.to_bytes) else "not ready"


def of_judged(judged: Any) -> Any:
    if not is_ready(lambda: judged.fan):
        return "not ready"
    stories = [*judged.others, *([judged.best] if judged.wins else [])]
    return [getattr(judged, name) for name in JUDGED], [
        told([getattr(each, name) for name in STORY]) for each in stories
    ]


def of_player(player: Any) -> Any:
    return [getattr(player, name) for name in PARTS] if is_ready(lambda: player.kind) else "not ready"


def of_question(question: Any) -> Any:
    """Its fields cannot be read, so the answers of the native players represent it."""
    choose = [lambda player=player: question.choose(player, 7, 1, 3) for player in HANDLES]
    return [each() for each in choose] if is_ready(choose[0]) else "not ready"


def is_ready(look: Callable[[], object]) -> bool:
    try:
        look()
    except REFUSALS:
        return False
    return True


def of_fields(value: Any) -> Any:
    """A value that consists of its fields."""
    names = [name for name in dir(type(value)) if not name.startswith("_")]
    return [told(getattr(value, name)) for name in names] if is_ready(lambda: getattr(value, names[0])) else "not ready"


VALUES = (
    *(_kernel.KernelEvent, _kernel.KernelMeld, _kernel.KernelRiverTile, _kernel.KernelChoice, _kernel.KernelWindow),
    *(_kernel.KernelView, _kernel.KernelSeenSeat, _kernel.KernelSeenMeld),
)
SEEN: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys(VALUES, of_fields),
    _kernel.KernelDeal: of_deal,
    _kernel.KernelVectorDeals: of_vector,
    _kernel.Program: of_bytes,
    _kernel.PayTable: of_bytes,
    _kernel.Grammar: of_bytes,
    _kernel.KernelJudgement: of_judged,
    _kernel.PlayNumbers: lambda play: [getattr(play, name) for name in PLAY],
    _kernel.NativePlayer: lambda player: of_player(player),
    _kernel.NativeQuestion: lambda question: of_question(question),
    _kernel.Plans: lambda plans: told(plans.__reduce__()[1]) if is_ready(lambda: len(plans)) else "not ready",
    _kernel.Parameters: lambda own: own.numbers if is_ready(lambda: own.numbers) else "not ready",
}


def apart(value: Any) -> Any:
    """A copy of the value for the twin: arrays and lists are copied; immutable values are shared."""
    if isinstance(value, np.ndarray):
        return value.copy()
    return [apart(each) for each in value] if type(value) is list else value


# --- what is asked

Args = Sequence[Any]
Named = dict[str, Any]
Makes = Callable[[Random], Args | Named]


@dataclass
class Pair:
    """An object that gets odd calls, and a twin that gets only the calls that were not refused."""

    asked: Any
    twin: Any
    calls: dict[str, Makes]
    """By the name of the method: valid arguments."""
    arrays: tuple[Args, Args] = field(default=((), ()))
    """The attached arrays of the object and of the twin."""

    def seen(self, side: int) -> Any:
        """The whole public state of one of the two."""
        return told((self.asked, self.twin)[side]), told(self.arrays[side])


class Things:
    """Rules, walls and wins from which arguments are made."""

    def __init__(self, name: str) -> None:
        rules = sikwu.ruleset(name)
        self.rules, self.program, self.pay = table_rules(rules), rules.lowered.program, rules.paying.table
        self.sets, self.size = rules.document.sets, rules.document.size
        self.walls = [bytes(wall.tolist()) for wall in walls_of(5, 8)]
        chance = Random(name)
        self.wins = [random_win(chance, self.sets) for _ in range(40)]
        self.rows = [win.pack() for win in self.wins]
        planner = native("careful", rules)
        assert planner.plans is not None
        assert planner.parameters is not None
        self.plans, self.numbers = planner.plans.__reduce__()[1], planner.parameters.numbers

    def row(self, chance: Random) -> bytes:
        """A packed win."""
        return chance.choice(self.rows)

    def table(self, chance: Random) -> Any:
        """Some packed wins as an array."""
        return np.frombuffer(b"".join(chance.sample(self.rows, 3)), np.uint8).reshape(3, 64)


@cache
def things(name: str) -> Things:
    return Things(name)


HANDLES = tuple(map(_kernel.NativePlayer, ("random", "quick")))


def a_handle(chance: Random) -> Any:
    """A native player; sometimes one that was never filled."""
    return chance.choice((*HANDLES, *HANDLES, _kernel.NativePlayer.__new__(_kernel.NativePlayer)))


def a_player(chance: Random, of: Things) -> Pair:
    kind = chance.choice(("random", "quick"))
    calls: dict[str, Makes] = dict.fromkeys(("__hash__", "__repr__", "__reduce__"), nothing)
    calls["__eq__"] = lambda chance: (a_handle(chance),)
    calls["__init__"] = lambda chance: (chance.choice(_kernel.PLAYER_KINDS),)
    calls["__setattr__"] = lambda chance: (chance.choice(PARTS), chance.choice((None, "random", 1)))
    return Pair(_kernel.NativePlayer(kind), _kernel.NativePlayer(kind), calls)


def some_plans(chance: Random, of: Things) -> Pair:
    """The plans of a ruleset."""
    asked, twin = (_kernel.Plans(*of.plans) for _ in range(2))

    def hand(chance: Random) -> Args:
        held = [0] * 34
        for _ in range(13):
            held[chance.randrange(34)] += 1
        return bytes(min(each, 4) for each in held), chance.randrange(4), chance.randrange(4)

    calls: dict[str, Makes] = {"__len__": nothing, "__reduce__": nothing, "distances": hand}
    calls["useful"] = lambda chance: (chance.randrange(len(asked)), chance.randrange(4), *hand(chance))
    return Pair(asked, twin, calls)


def some_parameters(chance: Random, of: Things) -> Pair:
    """The numbers that a player decides by."""
    calls: dict[str, Makes] = {"__reduce__": nothing, "__getattribute__": lambda chance: ("numbers",)}
    calls["finish"] = lambda chance: (np.array([[0, 0, 0, chance.randrange(3), 4, 6.0, 70.0]]),)
    return Pair(_kernel.Parameters(of.numbers), _kernel.Parameters(of.numbers), calls)


def a_deal(chance: Random, of: Things) -> Pair:
    wall, round = chance.choice(of.walls), chance.randrange(4)
    holds = chance.random() < 0.3
    asked, twin = (_kernel.KernelDeal(of.rules, wall, round, 1, holds=holds) for _ in range(2))

    def legal(chance: Random) -> Args:
        seats = [seat for seat in range(4) if asked.asked >> seat & 1]
        seat = chance.choice(seats or [0])
        return seat, chance.choice(asked.legal(seat) or [0])

    calls: dict[str, Makes] = {
        name: lambda chance: (chance.randrange(4),) for name in (*OF_SEATS, "usual", "marked_dead", "native_question")
    }
    calls |= {
        "apply": legal,
        "after": legal,
        "closed": nothing,
        "copy": nothing,
        "settle": lambda chance: (chance.choice((0, 8, 255)),),
    }
    calls["choose"] = lambda chance: (a_handle(chance), legal(chance)[0], 7, 1, 3)
    calls["beside"] = lambda chance: (chance.choice((0, 1, 2147483647)),)
    return Pair(asked, twin, {**calls, "apply ": legal, " apply": legal})


def a_question(chance: Random, of: Things) -> Pair:
    """What a seat is asked as a deal begins, for native players."""
    wall = chance.choice(of.walls)
    deals = [_kernel.KernelDeal(of.rules, wall, 0, 1) for _ in range(2)]
    seat = next(seat for seat in range(4) if deals[0].asked >> seat & 1)
    asked, twin = (deal.native_question(seat) for deal in deals)
    calls: dict[str, Makes] = {
        "choose": lambda chance: (a_handle(chance), chance.randrange(9), chance.randrange(9), 1),
        "think": lambda chance: (a_handle(chance),),
    }
    return Pair(asked, twin, calls)


def some_deals(chance: Random, of: Things) -> Pair:
    n, seed = chance.choice((1, 3)), chance.randrange(9)
    players = (None, *(chance.choice((None, *HANDLES)) for _ in range(3)))
    asked, twin = (_kernel.KernelVectorDeals(of.rules, n, seed, 0, players, None, 1) for _ in range(2))
    pair = Pair(asked, twin, {})

    def arrays(chance: Random) -> Args:
        shapes = ((PLANES_SHAPE, np.uint8), (SCALARS_SHAPE, np.float32), (RAW_SHAPE, np.uint8), (MASK_SHAPE, np.int8))
        wanted = [np.zeros((n, *shape), kind) if chance.random() < 0.6 else None for shape, kind in shapes]
        return *wanted, np.zeros(n, np.int8), np.zeros((n, 4), np.int32), np.zeros(n, np.uint8)

    def actions(chance: Random) -> Args:
        try:
            return (asked.pick(np.full(n, chance.random(), np.float32)),)
        except ValueError:
            return (np.zeros(n, np.int32),)

    def parts(chance: Random) -> Args:
        return (np.array([chance.choice((0, 0.5, 0.99, float("nan"), 1e30)) for _ in range(n)], np.float32),)

    pair.calls = {
        "attach": arrays,
        "reset": nothing,
        "step": actions,
        " step": actions,
        "step ": actions,
        "pick": parts,
    }
    pair.calls |= {"state": nothing, "last": nothing}
    return pair


def a_program(chance: Random, of: Things) -> Pair:
    calls: dict[str, Makes] = dict.fromkeys(("judge", "judge_fully"), lambda chance: (of.row(chance),))
    calls["patterns_of"] = lambda chance: (things(chance.choice(NAMES)).program.judge_fully(of.row(chance)),)
    calls["judge_many"] = lambda chance: (of.table(chance), chance.choice((-1, 0, 1, 2)))
    calls["fact_values"] = lambda chance: (of.row(chance), chance.randrange(3))
    calls |= {"to_bytes": nothing, "__getstate__": nothing, "__hash__": nothing}
    calls["__eq__"] = lambda chance: (things(chance.choice(NAMES)).program,)
    calls["from_bytes"] = calls["__setstate__"] = lambda chance: (
        of.program.to_bytes()[: chance.choice((None, -1, 9))],
    )
    twin = _kernel.Program.from_bytes(of.program.to_bytes())
    return Pair(pickle.loads(pickle.dumps(of.program)), twin, calls)


def a_table(chance: Random, of: Things) -> Pair:
    calls: dict[str, Makes] = {"to_bytes": nothing, "pay": lambda chance: (of.program, of.row(chance))}
    calls["pay_many"] = lambda chance: (of.program, of.table(chance), chance.choice((-1, 0, 1, 2)))
    calls["from_bytes"] = lambda chance: (of.pay.to_bytes()[: chance.choice((None, -1, 9))],)
    return Pair(*(_kernel.PayTable.from_bytes(of.pay.to_bytes()) for _ in range(2)), calls)


def a_grammar(chance: Random, of: Things) -> Pair:
    calls: dict[str, Makes] = {"to_bytes": nothing}
    calls["read_text"] = lambda chance: (chance.choice(of.wins).text, chance.choice((0, 13, 16)))
    calls["read_case"] = lambda chance: (chance.choice(of.wins).to_case(), chance.choice((0, 13, 16)))
    return Pair(_GRAMMAR, _GRAMMAR, calls)


def play_numbers(chance: Random, of: Things) -> Pair:
    calls: dict[str, Makes] = {
        "__setattr__": lambda chance: (chance.choice(PLAY), chance.choice((0, 1, 2, 13, 16, True)))
    }
    return Pair(_kernel.PlayNumbers(), _kernel.PlayNumbers(), calls)


def unready(chance: Random, of: Things) -> Pair:
    """Made like an unpickled object, and never filled."""
    whole = chance.choice((a_deal, a_question, some_deals, a_program, a_table, a_player))(chance, of)
    kind = type(whole.asked)
    return Pair(kind.__new__(kind), kind.__new__(kind), whole.calls)


def the_module(chance: Random, of: Things) -> Pair:
    """Functions and constructors: nothing is stored, so only their arguments could change."""

    def counts(chance: Random) -> bytes:
        held = [chance.choice((0, 0, 1, 1, 2, 3, 4)) for _ in range(34)]
        return bytes(held)

    def some_counts(chance: Random) -> Any:
        return np.frombuffer(counts(chance) + counts(chance), np.uint8).reshape(2, 34)

    shapes = lambda chance: chance.choice((1, 7, 63, 127))  # noqa: E731
    threads = lambda chance: chance.choice((-1, 0, 1, 2))  # noqa: E731
    deal = _kernel.KernelDeal(of.rules, chance.choice(of.walls))
    calls: dict[str, Makes] = dict.fromkeys(
        ("is_complete", "tiles_away", "waits", "useful"), lambda chance: (counts(chance), shapes(chance))
    )
    calls |= dict.fromkeys(
        ("complete_many", "away_many", "useful_many"), lambda c: (some_counts(c), shapes(c), threads(c))
    )
    calls["nearest"] = lambda chance: (counts(chance), bytes([4] * 34), chance.randrange(6), shapes(chance))
    calls["readings"] = lambda chance: (of.row(chance), of.sets, shapes(chance))
    calls["waits_of"] = lambda chance: (of.row(chance), shapes(chance))
    calls["possible"] = lambda chance: (of.row(chance), of.size)
    calls["unpack_row"] = lambda chance: (of.row(chance), tuple(sikwu.tiles.Tile))
    calls["pack_win"] = lambda chance: (chance.choice(of.wins), MADE_OF, of.size)
    calls["row_layout"] = calls["distance_tables"] = nothing
    calls["make_walls"] = lambda chance: (chance.randrange(9), chance.randrange(9), 2, threads(chance))
    calls["perft"] = lambda chance: (of.rules, chance.choice(of.walls), 1, chance.randrange(4))
    calls["broken_law"] = lambda chance: (of.rules, chance.randrange(9), 0, 1, False, threads(chance))
    calls["play_many"] = lambda c: (
        *(of.rules, [a_handle(c), *HANDLES, HANDLES[0]], 2, c.sample(_kernel.COLUMNS, 3), None),
        *(np.array([0, 3], np.uint8), 3, 1, 0, threads(c)),
    )
    calls["take_census"] = lambda c: (of.rules, tuple(a_handle(c) for _ in range(4)), c.randrange(2), c.randrange(9))
    calls["raw_view"] = calls["state_planes"] = lambda chance: (deal, chance.randrange(4))
    calls["view"] = lambda chance: (deal, chance.choice((None, *range(4))))
    calls["observe_many"] = lambda chance: (
        [deal, deal],
        [0, chance.randrange(4)],
        [None, chance.choice((None, a_handle(chance)))],
    )
    calls["observe"] = lambda chance: (
        *(deal, chance.randrange(4), chance.choice((None, a_handle(chance))), np.zeros(PLANES_SHAPE, np.uint8)),
        *(np.zeros(SCALARS_SHAPE, np.float32), np.zeros(MASK_SHAPE, np.int8)),
    )
    calls["KernelDeal"] = lambda c: (of.rules, c.choice(of.walls), c.randrange(4), 0, (255, 0, 3, 255))
    calls["KernelVectorDeals"] = lambda c: (of.rules, 2, c.randrange(9), 0, (None, *HANDLES, None), None, threads(c))
    calls["TableRules"] = lambda chance: (_kernel.PlayNumbers(), of.program, of.pay)
    calls["PriceLine"] = lambda chance: (chance.randrange(3), [1, 2, 4], 1, chance.random() < 0.5)
    calls["Template"] = lambda chance: ([],)
    calls["PlayNumbers"] = nothing
    calls["Plans"] = lambda chance: of.plans
    calls["Parameters"] = lambda chance: (of.numbers,)
    calls["NativePlayer"] = lambda chance: (chance.choice(_kernel.PLAYER_KINDS), None, None, None)
    calls |= {name: lambda chance, named=named: named for name, named in by_name(of).items()}  # type: ignore[misc]
    return Pair(_kernel, _kernel, calls)


def by_name(of: Things) -> dict[str, Named]:
    """Constructors with named numbers, and valid values for them."""
    fact, row = of.program.facts[0], of.program.rows[0]
    line = _kernel.PriceLine(0, [1, 2, 4], 1, False)
    charge: Named = {
        "sets": 3,
        "of": 7,
        "kongs": False,
        "last": 0,
        "asks_chain": False,
        "least": 0,
        "most": 255,
        "unbroken": False,
        "tight": False,
    }
    charge |= {
        "robbed": -1,
        "made_of": [511],
        "asks_counted": False,
        "counts": (0, 0),
        "unless": (0, 0),
        "bearer": 0,
        "share": 1,
    }
    table: Named = {
        "minimum": 3,
        "payer_in_minimum": False,
        "by_capped": True,
        "heated": False,
        "hot": (0, 0),
        "hottest": (0, 0),
    }
    table |= {
        "discard": [line] * 3,
        "drawn": [line] * 3,
        "discarder": 4,
        "bystander": 0,
        "dealer_pays_more": False,
        "dealer_at_zero": 0,
    }
    table |= {
        "dealer_first": 1,
        "dealer_each": 2,
        "occasion": (0, 1, 2, 3),
        "charges": [[_kernel.KernelCharge(**charge)], [], [], []],
    }
    table |= {"later_replaces": True, "hidden_kongs": False}
    return {
        "KernelFact": {name: getattr(fact, name) for name in FACT},
        "KernelRow": {name: getattr(row, name) for name in ROW},
        "KernelSlot": dict.fromkeys(SLOT, 0),
        "KernelRelation": {"any_of": [], "made": 127, "twice": False, "different": False},
        "KernelCharge": charge,
        "PayTable": table,
        "Program": members(of.program),
        "Grammar": {
            "numerals": {"1": 1},
            "suits": {"m": (0, 1)},
            "tiles": {"E": 27},
            "pairs": {},
            "separators": " ",
            "words": {"by": {"x": 1}},
        },
    }


def nothing(chance: Random) -> Args:
    return ()


MAKERS = (
    a_deal,
    a_deal,
    some_deals,
    some_deals,
    a_question,
    some_plans,
    some_parameters,
    a_player,
    a_program,
    a_table,
    a_grammar,
    play_numbers,
    unready,
    the_module,
)


# --- asking


@dataclass
class Tally:
    """How the calls ended; the number beside a stepping thread depends on the time."""

    refused: int = 0
    answered: int = 0
    beside: int = 0


def bent(chance: Random, args: Args) -> tuple[list[Any], dict[str, Any]]:
    """Arguments with something odd among them, one more, one fewer, or an unknown name."""
    out, named = list(args), {}
    for _ in range(chance.choice((0, 0, 1, 1, 2, 7))):
        match chance.randrange(12):
            case 0:
                out.append(odd(chance))
            case 1 if out:
                out.pop()
            case 2:
                named[chance.choice(("threads", "seat", "n", "wrong", ""))] = odd(chance)
            case _ if out:
                at = chance.randrange(len(out))
                out[at] = nearly(chance, out[at]) if chance.random() < 0.7 else odd(chance)
    return out, named


def renamed(chance: Random, given: Named) -> tuple[list[Any], Named]:
    """Named arguments with odd values among them, one more or one fewer."""
    out = dict(given)
    for _ in range(chance.choice((0, 1, 1, 2))):
        name = chance.choice(sorted(given))
        match chance.randrange(10):
            case 0:
                out.pop(name, None)
            case 1:
                out["wrong"] = 1
            case _:
                out[name] = nearly(chance, given[name]) if chance.random() < 0.7 else odd(chance)
    return [], out


def asked(chance: Random, pair: Pair, tally: Tally) -> None:
    """One call. If refused, nothing visible has changed; if answered, the twin gives the same answer and has the same
    state.
    """
    key = chance.choice(sorted(pair.calls))
    name, before = key.strip(), pair.seen(0)
    made = pair.calls[key](chance)
    args, named = renamed(chance, made) if isinstance(made, dict) else bent(chance, made)
    given, theirs = told(args), apart(args)
    call = f"{type(pair.asked).__name__}.{name}({', '.join(map(shortly, args))})"
    method, same = getattr(pair.asked, name), getattr(pair.twin, name)
    words: str | None = None
    try:
        got = method(*args, **named)
    except REFUSALS as refusal:
        words = str(refusal)
    if words is not None:
        tally.refused += 1
        assert words, f"{call} is refused without a word"
        assert pair.seen(0) == before, f"{call} was refused and has changed something"
        assert told(args) == given, f"{call} was refused and has written into what it was given"
        return
    tally.answered += 1
    want = same(*theirs, **named)
    if name == "attach":
        pair.arrays = tuple(args), tuple(theirs)
    assert told(got) == told(want), f"{call} says something else than its twin"
    assert told(args) == told(theirs), f"{call} has written something else than its twin"
    assert pair.seen(0) == pair.seen(1), f"{call} has done something else than its twin"


def shortly(value: object) -> str:
    try:
        return f"{value!r:.60}"
    except TypeError:
        return type(value).__name__


def copied(chance: Random, pair: Pair, tally: Tally) -> None:
    """A copy or a pickle of an object is equal to it, or is refused; the object does not change."""
    if pair.asked is _kernel:
        return
    before = pair.seen(0)
    way: Callable[[Any], Any] = chance.choice((copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))))
    try:
        other = way(pair.asked)
    except REFUSALS:
        tally.refused += 1
    else:
        tally.answered += 1
        assert told(other) == told(pair.asked), f"a copy of a {type(pair.asked).__name__} is another"
    assert pair.seen(0) == before, f"a copy has changed a {type(pair.asked).__name__}"


def crowded(chance: Random, of: Things, tally: Tally) -> None:
    """One thread steps, another makes odd calls on the same deals: the steps equal those of a twin alone."""
    n, steps = 96, 6
    shared, alone = (_kernel.KernelVectorDeals(of.rules, n, 3, 0, (None, None, None, None), None, 2) for _ in range(2))
    views = [
        (np.zeros((n, *MASK_SHAPE), np.int8), np.zeros(n, np.int8), np.zeros((n, 4), np.int32), np.zeros(n, np.uint8))
        for _ in range(2)
    ]
    for deals, view in zip((shared, alone), views, strict=True):
        deals.attach(None, None, None, *view)
        deals.reset()
    chosen: list[Any] = []

    def step() -> None:
        while len(chosen) < steps:
            try:
                actions = shared.pick(np.full(n, 0.4, np.float32))
                shared.step(actions)
            except ValueError:
                continue  # the other thread is running
            chosen.append(actions)

    stepping = threading.Thread(target=step)
    stepping.start()
    while stepping.is_alive():
        name = chance.choice(("attach", "step", "pick", "state", "last"))
        args = [odd(chance) for _ in range(7 if name == "attach" else name in ("step", "pick"))]
        with suppress(*REFUSALS):
            getattr(shared, name)(*args)
        tally.beside += 1
    stepping.join()
    for actions in chosen:
        alone.step(actions)
    assert told(views[0]) == told(views[1]), "a thread that was refused has changed the steps of another"
    assert of_vector(shared) == of_vector(alone), "a thread that was refused has changed the deals of another"


PairFault = Callable[[Pair], Pair]


def left_out() -> set[str]:
    """Parts of the kernel that are not called here: values that only it makes, checked with their makers."""
    of, chance = things(NAMES[0]), Random(0)
    asked_for = {type(pair.asked): set(map(str.strip, pair.calls)) for make in MAKERS for pair in [make(chance, of)]}
    out = {name for name in vars(_kernel) if not name.startswith("_") and callable(getattr(_kernel, name))}
    out -= asked_for.pop(type(_kernel))
    for kind, calls in asked_for.items():
        methods = {name for name, value in vars(kind).items() if callable(value) and not name.startswith("_")}
        out |= {f"{kind.__name__}.{name}" for name in methods - calls}
    return out - {
        "TooMany",
        "KernelCount",
        "KernelDrop",
        "Story",
        "KernelJudgement",
        "NativeQuestion",
        "plant_fault",
        *(each.__name__ for each in VALUES),
    }


def run(seed: int, size: int, plant: PairFault = lambda pair: pair) -> str:
    """Calls one object after the other, a few dozen times each."""
    assert not left_out(), f"nobody asks for {sorted(left_out())}"
    chance, tally = Random(seed), Tally()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about unfilled objects, and truncated numbers
        crowded(Random(seed), things(NAMES[0]), tally)
        while tally.refused + tally.answered < size:
            of = things(chance.choice(NAMES))
            pair = plant(chance.choice(MAKERS)(chance, of))
            for _ in range(min(chance.choice((5, 30, 60)), size - tally.refused - tally.answered)):
                asked(chance, pair, tally)
            copied(chance, pair, tally)
            if chance.random() < 0.02:
                crowded(Random(chance.random()), of, tally)
    done = tally.refused + tally.answered
    assert min(tally.refused, tally.answered) > done // 10, f"{tally}: nothing was tried"
    return (
        f"{done:,} odd calls of kernel objects: {tally.refused:,} refused and nothing changed, {tally.answered:,} answered "
        f"as the twin answers; {tally.beside:,} beside a thread that steps as if it were alone"
    )


class Forgetful:
    """A deal that advances although it refuses."""

    def __init__(self, deal: Any) -> None:
        self.deal = deal

    def apply(self, *given: Any) -> Any:
        """Refuses, but plays the default action."""
        try:
            return self.deal.apply(*given)
        except REFUSALS:
            for seat in range(4):
                if self.deal.asked >> seat & 1:
                    self.deal.apply(seat, self.deal.usual(seat))
                    break
            raise

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "deal":  # a copy of it asks before there is a deal
            raise AttributeError(name)
        return getattr(self.deal, name)


SEEN[Forgetful] = of_deal


def planted(seed: int) -> str:
    """A refused call that changes something must be noticed."""

    def forgetful(pair: Pair) -> Pair:
        if isinstance(pair.asked, _kernel.KernelDeal):
            pair.asked = Forgetful(pair.asked)
        return pair

    try:
        run(seed, 4_000, forgetful)
    except AssertionError as fault:
        return noticed(fault, "was refused and has changed something", "a deal that moves on although it refuses")
    raise AssertionError("a deal that moves on although it refuses was not noticed")


ATTACKS = (Attack("kernel objects", "G18", 100_000, 2_000, run, planted),)
