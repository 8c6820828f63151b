"""Observations and rewards: equal to a slow twin, blind for hidden tiles, the same for any split and number of threads."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from reference.planes import TWINNED
from reference.planes import planes as slow_planes
from reference.planes import scalars as slow_scalars
from reference.samples import many
from sikwu import _kernel, ruleset
from sikwu.env import VectorDeals
from sikwu.env.encode import (
    MASK_SHAPE,
    PLANES,
    PLANES_SHAPE,
    RAW,
    RAW_SHAPE,
    SCALARS,
    SCALARS_SHAPE,
    EncodingPart,
    table,
)
from sikwu.env.vector import ENCODINGS
from sikwu.play import actions
from sikwu.play.deal import Deal
from sikwu.play.lines import Line, Viewer
from sikwu.play.many import play_many, walls_of
from sikwu.play.native import native
from sikwu.play.problems import PlayError
from sikwu.play.view import View
from sikwu.rules.ruleset import Ruleset
from sikwu.texts.problem import WrongType
from sikwu.tiles import KINDS, Tile, Wind
from test_play_twin import RULESETS, eager, some_rules, some_wall


def observed(deal: Deal, seat: Wind, aids: bool = True) -> dict[str, npt.NDArray[Any]]:
    seen = {
        "planes": np.full(PLANES_SHAPE, 9, np.uint8),
        "scalars": np.full(SCALARS_SHAPE, 9, np.float32),
        "mask": np.full(MASK_SHAPE, 9, np.int8),
    }
    by = native("careful", deal.ruleset) if aids else None
    _kernel.observe(deal.kernel, seat, by, seen["planes"], seen["scalars"], seen["mask"])
    return {**seen, "raw": np.frombuffer(_kernel.raw_view(deal.kernel, seat), np.uint8)}


def of(values: npt.NDArray[Any], part: EncodingPart) -> npt.NDArray[Any]:
    return values[part.first : part.first + part.size]


def check_raw(raw: npt.NDArray[np.uint8], view: View, legal: tuple[int, ...]) -> None:
    assert view.seat is not None
    me = view.seat
    assert of(raw, RAW["hand"]).tolist() == [sum(tile == kind for tile in view.hand) for kind in range(KINDS)]
    assert int(of(raw, RAW["drawn"])[0]) == (255 if view.drawn is None else view.drawn)
    assert int(of(raw, RAW["offered"])[0]) == (255 if view.offered is None else view.offered)
    assert (int(of(raw, RAW["seat"])[0]), int(of(raw, RAW["drawable"])[0])) == (me, view.drawable)
    bits = np.unpackbits(of(raw, RAW["legal"]), bitorder="little")
    assert tuple(np.flatnonzero(bits).tolist()) == legal
    river = of(raw, RAW["river"])[: int(of(raw, RAW["lying"])[0])]
    flags = np.unpackbits(of(raw, RAW["river_drawn"]), bitorder="little")
    told = [(int(each) & 63, (me + (int(each) >> 6)) % 4, bool(flags[i])) for i, each in enumerate(river)]
    assert told == [(int(thrown.tile), int(thrown.seat), thrown.drawn) for thrown in view.river]
    melds = of(raw, RAW["melds"]).reshape(4, 5, 4)
    for step in range(4):
        seat = view.seats[(me + step) % 4]
        assert [(int(m[0]) - 1, int(m[1])) for m in melds[step] if m[0]] == [
            (int(meld.kind), 255 if meld.tile is None else int(meld.tile)) for meld in seat.melds
        ]
        assert int(of(raw, RAW["tiles"])[step]) == seat.tiles


@pytest.mark.parametrize("name", RULESETS)
def test_observations_are_what_the_slow_twin_sees(name: str) -> None:
    """Every plane and number of every decision of deals in which much happens, with random options; and the raw view."""
    told: Counter[str] = Counter()
    for number in range(many(5)):
        chance = Random(f"planes {name} {number}")
        rules = some_rules(name, chance) if number else ruleset(name)
        round_, streak, shapes = Wind(number % 4), number % 3, rules.lowered.shapes
        dead = {Wind.WEST: 3} if number % 5 == 4 else {}
        deal = Deal.start(some_wall(chance), rules, round_, streak, dead)
        lines: list[Line] = list(deal.lines)
        while (window := deal.window) is not None:
            more: list[Line] = []
            for seat in window.waiting:
                view, seen = View.of(deal, seat), observed(deal, seat)
                slow = slow_planes(view, lines, round_, rules)
                for plane in TWINNED:
                    off = abs(of(seen["planes"], PLANES[plane]).astype(int) - slow[plane])
                    assert (off <= (plane == "danger")).all(), plane  # chances may be rounded otherwise
                    told[plane] += bool(slow[plane].any())
                numbers = slow_scalars(view, lines, round_, streak, rules.terms.deal.reserved, rules)
                for part, expected in numbers.items():
                    assert np.allclose(of(seen["scalars"], SCALARS[part]), expected), part
                assert np.flatnonzero(seen["mask"]).tolist() == list(window.legal[seat])
                check_raw(seen["raw"], view, window.legal[seat])
                check_wins(deal, view, seen["planes"], window.legal[seat], told)
                more += deal.apply(seat, eager(window.legal[seat], deal.kernel.hand(seat), shapes, chance))
            lines += more
    assert {plane for plane in TWINNED if not told[plane]} <= {"spare", "frozen"}
    assert told["won"] > 0


def check_wins(
    deal: Deal, view: View, planes: npt.NDArray[np.uint8], legal: tuple[int, ...], told: Counter[str]
) -> None:
    """Tiles marked as winning do win: special circumstances can only add."""
    claim, draw = planes[PLANES["win_by_claim"].first], planes[PLANES["win_by_draw"].first]
    if view.seats[view.seat].dead:
        assert not claim.any()
        assert not draw.any()
    if (
        view.at == "discard"
        and view.offered is not None
        and claim[view.offered]
        and deal.ruleset.terms.claims.win_last_discard
    ):
        assert 1 in legal or deal.ruleset.settings.get("hand.min_counts_payer")
        told["won"] += 1
    if view.at == "turn" and view.drawn is not None and draw[view.drawn]:
        assert 1 in legal
        told["won"] += 1
    if 1 in legal and view.at == "discard":
        told["could"] += 1


@pytest.mark.parametrize("name", RULESETS)
def test_observations_do_not_know_hidden_tiles(name: str) -> None:
    """Two tiles that a seat cannot know are exchanged; as long as its lines are the same, so are its observations."""
    compared = differed = 0
    for number in range(many(60)):
        chance = Random(f"hidden {name} {number}")
        wall, me = some_wall(chance), Wind(chance.randrange(4))
        one, two = chance.sample(range(144), 2)
        swapped = list(wall)
        swapped[one], swapped[two] = wall[two], wall[one]
        deals = Deal.start(wall, name), Deal.start(swapped, name)
        hidden = deals[0].ruleset.terms.kongs.hidden
        if deals[0].dealt[me] != deals[1].dealt[me]:
            continue
        viewer = Viewer(None, hidden, me.text)
        lines = [[line.seen_by(viewer) for line in deal.lines] for deal in deals]
        for _ in range(60):
            windows = [deal.window for deal in deals]
            if lines[0] != lines[1] or windows[0] is None or windows[1] is None:
                break
            if windows[0].waiting != windows[1].waiting or windows[0].at != windows[1].at:
                break
            if me in windows[0].waiting and windows[0].legal[me] == windows[1].legal[me]:
                seen = [observed(deal, me) for deal in deals]
                assert all((seen[0][part] == seen[1][part]).all() for part in seen[0])
                compared += 1
                others = [seat for seat in Wind if seat is not me]
                differed += any(deals[0].hand(seat) != deals[1].hand(seat) for seat in others)
            seat = windows[0].waiting[0]
            both = [action for action in windows[0].legal[seat] if action in windows[1].legal[seat]]
            if not both:
                break
            action = chance.choice(both)
            lines = [[line.seen_by(viewer) for line in deal.apply(seat, action)] for deal in deals]
    assert compared > 200
    assert differed > 100


@pytest.mark.parametrize("name", RULESETS)
def test_steps_are_deals_played_one_by_one(name: str) -> None:
    """Masks are the legal actions, seats are those asked, rewards the settlement; deal j of slot i is that of (seed,
    first + i, j).
    """
    n, first, seed = 8, 40, 5
    rules = ruleset(name).with_options({"hand.min_fan": 0})
    vector, chance = VectorDeals(rules, n, "raw", seed=seed, first=first), np.random.default_rng(3)
    _, mask, seat = vector.reset()
    numbers = [0] * n
    deals = [begun(rules, seed, first + i, 0) for i in range(n)]
    ended = 0
    for _ in range(many(1300)):
        actions = vector.pick(chance.random(n, np.float32))
        for i, deal in enumerate(deals):
            who = Wind(int(seat[i]))
            assert deal.kernel.asked & -deal.kernel.asked == 1 << who
            assert np.flatnonzero(mask[i]).tolist() == deal.kernel.legal(who)
            assert vector.observation["raw"][i].tobytes() == _kernel.raw_view(deal.kernel, who)
            deal.kernel.apply(who, int(actions[i]))
        vector.step(actions)
        for i, deal in enumerate(deals):
            assert bool(vector.done[i]) is deal.over
            assert vector.reward[i].tolist() == (list(deal.kernel.settle()[0]) if deal.over else [0] * 4)
            if deal.over:
                numbers[i] += 1
                deals[i] = begun(rules, seed, first + i, numbers[i])
                ended += 1
    assert ended > 10
    assert vector.last["deals"].tolist() == numbers


def begun(rules: Ruleset, seed: int, slot: int, number: int) -> Deal:
    return Deal.start(walls_of(seed, 1, slot << 32 | number)[0].tolist(), rules, Wind(number // 4 % 4))


def test_splits_and_threads_change_nothing() -> None:
    options: dict[str, Any] = {
        "ruleset": "hk-taiwanese",
        "seed": 3,
        "opponents": ("quick", None, "random"),
        "aids": True,
    }
    whole = VectorDeals(n=256, **options)
    parts = [VectorDeals(n=128, threads=2, **options), VectorDeals(n=128, first=128, **options)]
    chance = np.random.default_rng(4)
    for deals in (whole, *parts):
        deals.reset()
    for _ in range(60):
        for name in ("planes", "scalars"):
            both = np.concatenate([part.observation[name] for part in parts])
            assert (both == whole.observation[name]).all()
        for name in ("mask", "seat", "reward", "done"):
            assert (np.concatenate([getattr(part, name) for part in parts]) == getattr(whole, name)).all()
        actions = whole.pick(chance.random(256, np.float32))
        whole.step(actions)
        parts[0].step(actions[:128])
        parts[1].step(actions[128:])
    assert (whole.state() == np.concatenate([part.state() for part in parts])).all()


def test_a_learner_meets_native_opponents_only_where_it_is_asked() -> None:
    """With a quick learner all four are quick: every deal is the one that `play_many` plays from the same wall."""
    vector = VectorDeals(n=3, encode="none", seed=8, opponents=("quick",) * 3)
    vector.reset()
    shadow = [begun(vector.ruleset, 8, i, 0) for i in range(3)]
    numbers, asked = [0] * 3, [[0] * 4 for _ in range(3)]
    quick = native("quick")
    finished = 0
    for _ in range(400):
        actions = []
        for i in range(3):
            learner = (i + numbers[i]) % 4
            assert int(vector.seat[i]) == learner
            while True:
                deal = shadow[i].kernel
                natives = deal.asked & ~(1 << learner)
                seat = (natives & -natives).bit_length() - 1 if natives else learner
                chosen = deal.choose(quick, seat, 8, i << 32 | numbers[i], asked[i][seat])
                if seat == learner:
                    break
                deal.apply(seat, chosen)
                asked[i][seat] += 1
            actions.append(chosen)
            deal.apply(learner, chosen)
        vector.step(np.array(actions))
        for i in range(3):
            if vector.done[i]:
                played = play_many(
                    1,
                    "quick",
                    vector.ruleset,
                    seed=8,
                    first=i << 32 | numbers[i],
                    rounds=np.array([numbers[i] // 4 % 4], np.uint8),
                )
                assert vector.reward[i].tolist() == played.changes[0].tolist()
                numbers[i] += 1
                shadow[i], asked[i] = begun(vector.ruleset, 8, i, numbers[i]), [0] * 4
                finished += 1
    assert finished > 20


def test_an_illegal_action_changes_no_deal() -> None:
    vector = VectorDeals(n=5, seed=1)
    for early in (
        lambda: vector.pick(np.zeros(5, np.float32)),
        lambda: vector.step(np.zeros(5, np.int32)),
        vector.state,
    ):
        with pytest.raises(PlayError) as told:
            early()
        assert told.value.problems[0].code == "env.not_reset"
    vector.reset()
    before = {name: array.copy() for name, array in vector.observation.items()}
    actions = vector.pick(np.zeros(5, np.float32))
    for wrong in (-1, 146, 147, 0, 1 << 20):
        bad = actions.copy()
        bad[3] = wrong
        with pytest.raises(PlayError) as told:
            vector.step(bad)
        assert told.value.problems[0].facts["slot"] == 3
        assert all((vector.observation[name] == before[name]).all() for name in before)
    for wide in (actions.astype(np.int64) + (1 << 32), actions + 0.5):  # cut to size they would be legal
        with pytest.raises(PlayError) as told:
            vector.step(wide)
        assert told.value.problems[0].facts["slot"] == 0
        assert all((vector.observation[name] == before[name]).all() for name in before)
    odd: tuple[Any, ...] = (actions[:2], None, "win", [1, [2, 3]], [None] * 5, ["pass"] * 5, [[1]] * 5, 3, [10**30] * 5)
    for given in odd:
        for call, code in ((vector.step, "env.actions"), (vector.pick, "env.parts")):
            with pytest.raises(PlayError) as told:
                call(given)
            assert told.value.problems[0].code == code
            assert all((vector.observation[name] == before[name]).all() for name in before)
    with pytest.raises(PlayError) as told:
        vector.step(np.full(5, np.nan))  # type: ignore[arg-type]
    assert told.value.problems[0].code == "env.action"
    assert vector.pick(np.array([np.nan, np.inf, -1, 1e300, 0.5])).shape == (5,)  # type: ignore[arg-type]
    vector.step(actions.astype(np.int64))
    for options, code in (
        ({"encode": "picture"}, "env.encode"),
        ({"encode": None}, "env.encode"),
        ({"encode": ["planes"]}, "env.encode"),
        ({"opponents": (1, 2, 3)}, "play.native_player"),
        ({"first": -1}, "env.first"),
        ({"first": 1 << 40}, "env.first"),
        ({"opponents": ("quick",)}, "env.opponents"),
        ({"n": 0}, "env.size"),
        ({"n": 1 << 40}, "env.size"),
        ({"opponents": ("quick", "quick", "clever")}, "play.native_player"),
    ):
        with pytest.raises(PlayError) as refused:
            VectorDeals(**options)  # type: ignore[arg-type]
        assert refused.value.problems[0].code == code
    for mistyped in (
        {"n": "5"},
        {"n": None},
        {"n": 2.0},
        {"seed": None},
        {"threads": "two"},
        {"first": True},
        {"opponents": 3},
    ):
        with pytest.raises(WrongType) as mistaken:
            VectorDeals(**mistyped)  # type: ignore[arg-type]
        assert mistaken.value.problems[0].code == "type.wrong"
        assert next(iter(mistyped)) in str(mistaken.value)
    assert VectorDeals(n=2, threads=1 << 70, seed=-(1 << 70)).reset()[1].any()


def test_two_threads_at_the_same_deals_do_not_meet() -> None:
    """One of them steps; what another asks meanwhile is refused, or waits its turn: nothing breaks."""
    deals, stop, refused = VectorDeals(n=2048, encode="none", seed=2), Event(), [0]
    deals.reset()

    def look() -> None:
        while not stop.is_set():
            try:
                assert deals.state().shape == (2048, 16, 34)
            except ValueError:
                refused[0] += 1

    other = Thread(target=look)
    other.start()
    done = 0
    while done < 50 or (not refused[0] and done < 20_000):
        try:
            deals.step(deals.pick(np.zeros(2048, np.float32)))
        except ValueError:
            continue
        done += 1
    stop.set()
    other.join()
    assert refused[0] > 0


def test_arrays_that_cannot_be_written_in_place_are_refused() -> None:
    deal = Deal.start(walls_of(1, 1)[0].tolist())
    planes, scalars, mask = (
        np.zeros(PLANES_SHAPE, np.uint8),
        np.zeros(SCALARS_SHAPE, np.float32),
        np.zeros(MASK_SHAPE, np.int8),
    )
    _kernel.observe(deal.kernel, 0, None, planes, scalars, mask)
    assert planes.any()
    frozen = planes.copy()
    frozen.flags.writeable = False
    for bad in (planes.astype(np.int32), planes[:, ::2], np.zeros((144, 34), np.uint8)[::2], frozen):
        with pytest.raises(TypeError):
            _kernel.observe(deal.kernel, 0, None, bad, scalars, mask)
    for small in (planes[:71], np.zeros(5, np.uint8)):
        with pytest.raises(ValueError, match="must have"):
            _kernel.observe(deal.kernel, 0, None, small, scalars, mask)
    with pytest.raises(ValueError, match="seat"):
        _kernel.observe(deal.kernel, 4, None, planes, scalars, mask)


def test_a_refused_attach_leaves_the_deals_as_they_were() -> None:
    """Arrays of a wrong size are refused before the first one is stored: steps continue as in untouched deals."""
    asked, twin = (VectorDeals(n=4, encode="planes", seed=3) for _ in range(2))
    asked.reset()
    twin.reset()
    good = [
        asked.observation["planes"],
        asked.observation["scalars"],
        None,
        asked.mask,
        asked.seat,
        asked.reward,
        asked.done,
    ]
    for place, array in enumerate(good):
        given: list[Any] = [None if each is None else each.copy() for each in good]
        given[place] = np.zeros(3, np.uint8) if array is None else np.zeros(3, array.dtype)
        with pytest.raises(ValueError, match="entries: it must have"):
            asked._kernel.attach(*given)
        for wrong in (None, "text", np.zeros(4, np.float64)):
            if wrong is None and place < 4:
                continue  # which need not be attached
            given[place] = wrong
            with pytest.raises(TypeError):
                asked._kernel.attach(*given)
        chosen = asked.pick(np.full(4, 0.3, np.float32))
        for deals in (asked, twin):
            deals.step(chosen)
        assert np.array_equal(asked.observation["planes"], twin.observation["planes"])
        assert np.array_equal(asked.mask, twin.mask)


def test_only_deals_are_observed() -> None:
    deal = Deal.start(walls_of(1, 1)[0].tolist()).kernel
    for odd in (1, None, "deal", _kernel.KernelDeal.__new__(_kernel.KernelDeal)):
        with pytest.raises(TypeError, match="only deals can be observed"):
            _kernel.observe_many([deal, odd], [0, 0], [None, None])  # type: ignore[list-item]


def test_the_lists_say_what_stands_where() -> None:
    assert (PLANES_SHAPE, SCALARS_SHAPE, RAW_SHAPE, MASK_SHAPE) == ((72, 34), (80,), (320,), (147,))
    assert PLANES["win_by_claim"].places == range(67, 68)
    assert table(SCALARS).count("\n") == len(SCALARS) + 1


def test_the_page_has_the_lists() -> None:
    page = (Path(__file__).parents[2] / "docs" / "env.md").read_text(encoding="utf-8")
    for parts in (PLANES, SCALARS, RAW):
        assert table(parts) in page


def test_the_page_has_the_147_actions_as_they_are() -> None:
    """The table of the page equals that of the module, and every number from 0 to 146 occurs once, with its text."""
    page = (Path(__file__).parents[2] / "docs" / "env.md").read_text(encoding="utf-8")
    assert actions.table() in page
    found: dict[int, str] = {}
    for where, name, text in re.findall(
        r"^\| (\d+(?:-\d+)?) \| `([A-Z_]+)(?: \+ kind)?` \| `([^`]+)`", page, re.MULTILINE
    ):
        first, _, last = where.partition("-")
        assert getattr(actions, name) == int(first)
        assert actions.parse_action(text, Tile.M5) == int(first)
        for number in range(int(first), int(last or first) + 1):
            assert number not in found
            found[number] = actions.action_text(number, Tile.M5)
    assert sorted(found) == list(range(actions.ACTIONS))
    assert len(set(found.values())) == actions.ACTIONS


@pytest.mark.parametrize("encode", [None, 5, "Planes", ["raw"]])
def test_an_encoding_that_there_is_not_is_refused(encode: Any) -> None:
    with pytest.raises(PlayError) as refused:
        VectorDeals(encode=encode)
    assert refused.value.code == "env.encode"


def test_the_page_names_every_encoding() -> None:
    page = (Path(__file__).parents[2] / "docs" / "env.md").read_text(encoding="utf-8")
    for name in ENCODINGS:
        assert f'| `"{name}"`' in page
        for key, array in VectorDeals(n=3, encode=name).observation.items():
            assert f"`{key}` (n, {', '.join(map(str, array.shape[1:]))}) {array.dtype}" in page
