"""Players by name or of any class; after an illegal answer, an error or a timeout the default action is taken, and play continues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random as PythonRandom
from threading import Event
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from patience import PATIENCE
from reference.samples import many
from sikwu._kernel import observe, raw_view
from sikwu.env.encode import MASK_SHAPE, PLANES, PLANES_SHAPE, SCALARS_SHAPE
from sikwu.play.actions import CUT, DISCARD, PASS, WIN, action_text
from sikwu.play.deal import Deal
from sikwu.play.deal_game import DealGame
from sikwu.play.lines import DealLine, DecisionLine, DrawLine, Line, ResultLine, WinLine
from sikwu.play.many import walls_of
from sikwu.play.match import Match
from sikwu.play.native import KINDS, native
from sikwu.play.replay import replay
from sikwu.play.view import View
from sikwu.players import BatchPlayer, ChancePlayer, Listener, Player, PlayerError, Sitting, ThinkingTime, player
from sikwu.players.abilities import Abilities
from sikwu.players.asking import SeatedPlayer
from sikwu.players.chance import Chance
from sikwu.players.protocol import OURS, Observations
from sikwu.players.simple import QuickPlayer, RandomPlayer
from sikwu.players.table import SeatedGame, ask
from sikwu.rules.presets import ruleset
from sikwu.tiles import Wind
from test_play_twin import RULESETS, some_rules


class Usual:
    """Takes the default action, by its documented rule."""

    name = "usual"

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Pass, else the drawn tile, else the highest discard, else the first."""
        if PASS in legal:
            return PASS
        if view.drawn is not None and DISCARD + view.drawn in legal:
            return DISCARD + view.drawn
        return max((action for action in legal if DISCARD <= action < DISCARD + 34), default=legal[0])


class Raising(Usual):
    """Cannot think."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Never answers."""
        raise RuntimeError("no idea")


class Broken:
    """No number, though it looks like one."""

    def __index__(self) -> int:
        raise ZeroDivisionError


class Garbage(Usual):
    """Answers anything but an action."""

    def __init__(self) -> None:
        self.count = 0

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Something of any type."""
        self.count += 1
        first: list[object] = [float(legal[0]), bool(legal[0]) if legal[0] < 2 else None, str(legal[0]), [legal[0]]]
        wrong = [*first, -1, 9999, None, "pass", 146, float("nan"), Broken()]
        return wrong[self.count % len(wrong)]  # type: ignore[return-value]


class Hanging(Usual):
    """Thinks for ever once it has been asked."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Never comes back."""
        Event().wait()
        raise AssertionError


def deals(players: Sequence[Player], count: int = 2, **more: object) -> tuple[Sitting, list[Line]]:
    sitting = Sitting(Match.new("hk-standard"), players, seed=2, **more)  # type: ignore[arg-type]
    lines: list[Line] = [sitting.game.begin()]
    for _ in range(count):
        lines += sitting.deal()
    return sitting, lines


def without_default(line: Line) -> Line:
    return replace(line, default=False) if isinstance(line, DecisionLine) else line


@pytest.mark.parametrize(("kind", "why"), [(Raising, "raised"), (Garbage, "illegal"), (Hanging, "late")])
def test_who_cannot_answer_gets_the_written_default(kind: type[Usual], why: str) -> None:
    quick = player("quick")
    limits = ThinkingTime(0.05 if kind is Hanging else PATIENCE)
    sitting, lines = deals([quick, kind(), quick, quick], 1, limits=limits)
    usual = deals([quick, Usual(), quick, quick], 1)[1]
    own = [line for line in lines if isinstance(line, DecisionLine) and line.default]
    asked = sum(isinstance(line, DecisionLine) and line.seat == "S" for line in lines)
    assert list(sitting.defaults) == ["Ben"]
    assert sum(sitting.defaults["Ben"].values()) == asked
    assert sitting.defaults["Ben"][why] >= asked - 3  # something that looks like a number may fail as one
    assert len(own) == asked > 10
    assert list(map(without_default, lines)) == usual
    assert replay(lines).match == sitting.match


def test_numbers_of_other_kinds_are_numbers() -> None:
    class Counting(Usual):
        """Thinks in arrays."""

        def choose(self, view: View, legal: Sequence[int]) -> int:
            """A number of numpy's."""
            return np.int64(super().choose(view, legal))  # type: ignore[return-value]

    sitting, lines = deals([Counting()] * 4, 1)
    assert sitting.defaults == {}
    assert lines == deals([Usual()] * 4, 1)[1]


class Timed:
    """A queue that notes how long it is waited for."""

    waits: ClassVar[list[float]] = []

    def __init__(self) -> None:
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self.put, self.get_nowait = self._queue.put, self._queue.get_nowait

    def get(self, timeout: float | None = None) -> Any:
        if timeout is not None:
            self.waits.append(timeout)
        return self._queue.get(timeout=timeout)


def test_a_player_that_hangs_costs_its_limit_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sikwu.players.asking.SimpleQueue", Timed)
    monkeypatch.setattr(Timed, "waits", [])
    sitting, _ = deals([Hanging() for _ in range(4)], 1, limits=ThinkingTime(0.2))
    assert Timed.waits == [0.2] * 4
    assert sum(sum(each.values()) for each in sitting.defaults.values()) > 40


def test_who_listens_hears_what_his_seat_may_see() -> None:
    class Listening(Usual):
        def __init__(self) -> None:
            self.heard: list[Line] = []

        def hear(self, line: Line) -> None:
            self.heard.append(line)

    one = Listening()
    _, lines = deals([player("random"), one, player("quick"), player("quick")], 1)
    plain = [line.type for line in lines[1:] if not isinstance(line, DecisionLine)]
    assert [line.type for line in one.heard if not isinstance(line, DecisionLine)] == plain
    assert {line.tile for line in one.heard if isinstance(line, DrawLine) and line.seat != "S"} == {"?"}
    assert all(line.seat == "S" for line in one.heard if isinstance(line, DecisionLine))


def test_who_remembers_hears_what_was_before() -> None:
    class Remembering(Usual):
        remembers = True

        def __init__(self) -> None:
            self.heard: list[Line] = []

        def hear(self, line: Line) -> None:
            self.heard.append(line)

    first, then = Remembering(), Remembering()
    quick = player("quick")
    sitting, lines = deals([quick, quick, first, quick], 2)
    later = Sitting(sitting.match, [quick, quick, then, quick], seed=2)
    later.remind(lines)
    assert then.heard == first.heard
    assert {line.tile for line in then.heard if isinstance(line, DrawLine) and line.seat == "E"} == {"?"}


@pytest.mark.parametrize("limits", [None, ThinkingTime(5)])
def test_what_a_listener_does_to_a_line_does_nothing_to_the_record(limits: ThinkingTime | None) -> None:
    class Vandal(Usual):
        def hear(self, line: Line) -> None:
            if isinstance(line, ResultLine) and line.books.totals is not UNSET:
                line.books.totals.clear()
            if isinstance(line, WinLine):
                line.answer.patterns.clear()
                line.case.at.clear()
            raise OSError

    sitting, lines = deals([Vandal(), *[player("quick")] * 3], 1, limits=limits)
    assert replay(lines).match == sitting.match
    assert sitting.places[0].last == "OSError: "


def test_players_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bots.py").write_text(
        "class Bot:\n    def choose(self, view, legal):\n        return legal[0]\n"
        "class Nobody:\n    pass\n"
        "class Broken:\n    def __init__(self):\n        raise OSError('no disk')\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert player("own_bots:Bot").name == "Bot"
    assert player("quick", name="Q").name == "Q"
    for name, code in (
        ("quik", "players.unknown"),
        ("own_bots:Bott", "players.made"),
        ("own_bots:Nobody", "players.choose"),
        ("own_bots:Broken", "players.made"),
        ("no_such_module:Bot", "players.made"),
    ):
        with pytest.raises(PlayerError) as error:
            player(name)
        assert error.value.code == code
    with pytest.raises(PlayerError, match="quick"):
        player("quik")
    with pytest.raises(PlayerError):
        player("quick", speed=9)


@pytest.mark.parametrize("name", RULESETS)
def test_the_kernels_players_decide_as_their_slow_twins(name: str) -> None:
    class SlowRandom(RandomPlayer):
        """Asked in Python."""

    class SlowQuick(QuickPlayer):
        """Asked in Python."""

    for number in range(many(6)):
        chance = PythonRandom(f"twins {name} {number}")
        match = Match.new(some_rules(name, chance))
        seed = chance.choice((0, 7, (1 << 64) - 3))
        fast, slow = (
            Sitting(match, [random(), quick(), quick(), random()], seed=seed).deal()
            for random, quick in ((RandomPlayer, QuickPlayer), (SlowRandom, SlowQuick))
        )
        assert fast == slow


def test_chance_is_the_same_everywhere() -> None:
    """Pinned: the kernel's players take the same numbers."""
    assert [Chance.of(7, 3, seat, 2).below(1000) for seat in range(4)] == [188, 321, 28, 15]
    told = [Chance.of(1, wall, 0, 0).below(4) for wall in range(4000)]
    assert all(900 < told.count(each) < 1100 for each in range(4))


def test_quick_beats_random() -> None:
    won = {"quick": 0, "random": 0}
    sitting = Sitting(Match.new("hk-taiwanese"), [player("quick"), player("random")] * 2, seed=1)
    for _ in range(12):
        lines = sitting.deal()
        start = next(line for line in lines if isinstance(line, DealLine))
        for seat in next(line for line in lines if isinstance(line, ResultLine)).winners:
            place = ("Ann", "Ben", "Cat", "Dan").index(start.seats["ESWN".index(seat)])
            won["random" if place % 2 else "quick"] += 1
    assert won["quick"] > 6 > won["random"]


def test_every_win_is_taken() -> None:
    _, lines = deals([player("random"), player("quick")] * 2, 3)
    offered = [line for line in lines if isinstance(line, DecisionLine) and action_text(WIN) in line.legal]
    assert all(line.chosen == action_text(WIN) for line in offered)


# --- many decisions at once


class Together:
    """Takes the default action, from rows of observations: `Usual` in numpy."""

    def __init__(self) -> None:
        self.name = "together"
        self.rows: list[int] = []

    def choose_many(self, observations: Observations, mask: npt.NDArray[np.int8]) -> Sequence[int]:
        """Pass, else the drawn tile, else the highest discard, else the first."""
        self.rows.append(len(mask))
        return [self.choice(*row) for row in zip(observations["planes"], mask, strict=True)]

    def choice(self, planes: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> int:
        drawn = np.flatnonzero(planes[PLANES["drawn"].first])
        discards = DISCARD + np.flatnonzero(mask[DISCARD : DISCARD + 34])
        if mask[PASS]:
            return PASS
        if len(drawn) and mask[DISCARD + drawn[0]]:
            return DISCARD + int(drawn[0])
        return int(discards[-1] if len(discards) else np.flatnonzero(mask)[0])


class Fumbling(Together):
    """Answers as `Together`, but as `kind` says wrongly."""

    kind = ""

    def choose_many(self, observations: Observations, mask: npt.NDArray[np.int8]) -> Sequence[int]:
        answers: Any = super().choose_many(observations, mask)
        if self.kind == "raises":
            raise RuntimeError("no idea")
        if self.kind == "hangs":
            Event().wait()
        wrong = {
            "short": answers[:-1],
            "long": [*answers, 0],
            "nothing": None,
            "endless": count(),
            "words": "x" * len(mask),
        }
        wrong["broken"] = [Broken()] * len(mask)
        wrong["one"] = [-1 if i % 3 == 1 else each for i, each in enumerate(answers)]
        wrong["floats"] = np.array(answers, np.float64)
        wrong["nested"] = np.array(answers)[:, None]
        return wrong[self.kind]  # type: ignore[no-any-return]


def test_who_is_asked_together_plays_as_who_is_asked_alone() -> None:
    one = Together()
    sitting, lines = deals([one, *[player("quick")] * 2, one], 3)
    assert lines == deals([Usual(), *[player("quick")] * 2, Usual()], 3)[1]
    assert sitting.defaults == {}
    assert set(one.rows) == {1}


@pytest.mark.parametrize("rules", RULESETS)
def test_one_call_answers_for_every_table_that_waits(rules: str) -> None:
    one, walls = Together(), walls_of(4, 40)

    def played(kind: Callable[[], SeatedPlayer]) -> list[tuple[int, Line]]:
        tables = [
            SeatedGame(
                DealGame(Deal.start(wall, rules), decisions=False),
                [kind(), SeatedPlayer(player("quick")), kind(), SeatedPlayer(player("random"))],
                7,
                number,
            )
            for number, wall in enumerate(walls.tolist())
        ]
        lines = []
        while going := [table for table in tables if not table.deal.over]:
            for asking, action, default in ask(going):
                assert not default
                assert action in asking.question.legal
                lines += [(asking.table.wall, line) for line in asking.table.answer(asking.seat, action)]
        return sorted(lines, key=lambda each: each[0])

    shared = SeatedPlayer(one)
    assert played(lambda: shared) == played(lambda: SeatedPlayer(Usual()))
    assert max(one.rows) >= 40
    assert sum(one.rows) > 10 * len(one.rows)


def test_rows_show_what_the_seats_that_are_asked_see() -> None:
    class Looking(Together):
        aids = True

        def choose_many(self, observations: Observations, mask: npt.NDArray[np.int8]) -> Sequence[int]:
            self.seen, self.mask = {name: each.copy() for name, each in observations.items()}, mask.copy()
            observations["planes"][:] = 9  # changing its arrays does not change the deals
            mask[:] = 0
            return super().choose_many(self.seen, self.mask)

    looking, careful = Looking(), native("careful", ruleset("hk-taiwanese"))
    asked = SeatedPlayer(looking)
    tables = [
        SeatedGame(DealGame(Deal.start(wall, "hk-taiwanese")), [asked] * 4, 3, number)
        for number, wall in enumerate(walls_of(1, 8).tolist())
    ]
    for _ in range(60):
        before = [(each.deal.copy(), each) for each in tables]
        answers = ask(tables)
        for row, (asking, action, default) in enumerate(answers):
            question = asking.question
            deal = next(deal for deal, table in before if table is asking.table)
            planes, scalars = np.zeros(PLANES_SHAPE, np.uint8), np.zeros(SCALARS_SHAPE, np.float32)
            mask = np.zeros(MASK_SHAPE, np.int8)
            observe(deal.kernel, int(question.seat), careful, planes, scalars, mask)
            assert (looking.seen["planes"][row] == planes).all()
            assert (looking.seen["scalars"][row] == scalars).all()
            assert looking.seen["raw"][row].tobytes() == raw_view(deal.kernel, int(question.seat))
            assert np.flatnonzero(looking.mask[row]).tolist() == list(question.legal)
            chance = Chance.of(3, asking.table.wall, question.seat, asking.number).below(1 << 32)
            assert looking.seen["chance"][row] == chance / (1 << 32)
            assert not default
            asking.table.answer(question.seat, action)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("raises", "raised"), ("hangs", "late"), ("short", "illegal"), ("long", "illegal"), ("nothing", "illegal"),
        ("endless", "illegal"), ("words", "illegal"), ("broken", "raised"), ("floats", "illegal"), ("nested", "raised"),
    ],
)  # fmt: skip
def test_who_cannot_answer_for_many_gets_the_written_default_for_each(kind: str, why: str) -> None:
    fumbling = Fumbling()
    fumbling.kind = kind
    quick = player("quick")
    limits = ThinkingTime(0.05) if kind == "hangs" else None
    sitting, lines = deals([quick, fumbling, quick, fumbling], 1, limits=limits)
    usual = deals([quick, Usual(), quick, Usual()], 1)[1]
    own = [line for line in lines if isinstance(line, DecisionLine) and line.default]
    assert list(map(without_default, lines)) == usual
    assert {name: set(faults) for name, faults in sitting.defaults.items()} == {"Ben": {why}, "Dan": {why}}
    assert sum(sum(each.values()) for each in sitting.defaults.values()) == len(own) > 20


def test_one_wrong_row_spoils_no_other() -> None:
    fumbling = Fumbling()
    fumbling.kind = "one"
    asked = SeatedPlayer(fumbling)
    walls = enumerate(walls_of(1, 7).tolist())
    tables = [SeatedGame(DealGame(Deal.start(wall)), [asked] * 4, 3, number) for number, wall in walls]
    answers = ask(tables)
    assert [each.default for each in answers] == [False, True, False, False, True, False, False]
    assert asked.defaults == {"illegal": 2}
    assert all(each.action in each.asking.question.legal for each in answers)


def test_who_is_only_asked_together_passes_where_there_is_no_row() -> None:
    asked = SeatedPlayer(Together())  # type: ignore[arg-type]  # no `choose`
    deal = Deal.start(walls_of(1, 1)[0].tolist(), "hk-taiwanese")
    assert asked.choose(View.of(deal, Wind.EAST), (PASS, CUT), PASS, Chance.of(0, 0, 0, 0)) == (PASS, True)
    assert asked.defaults == {}
    assert player("test_players:Together").name == "together"


# --- abilities of a player


class Watched:
    """Forwards everything to another player, as a proxy does, and records which attributes are read."""

    def __init__(self, player: object) -> None:
        self.__dict__ |= {"player": player, "sought": []}

    def __getattr__(self, name: str) -> Any:
        self.__dict__["sought"].append(name)
        return getattr(self.__dict__["player"], name)


class Everything(Usual):
    """Keeps all the small protocols but that of rows."""

    remembers = True

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def choose_with(self, view: View, legal: Sequence[int], chance: Chance) -> int:
        self.asked["choose_with"] += 1
        return super().choose(view, legal)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        raise AssertionError("choose_with is asked instead")

    def hear(self, line: Line) -> None:
        self.asked["hear"] += 1


def test_what_a_player_can_do_is_looked_up_once_when_he_sits_down() -> None:
    inner = Everything()
    watched: Any = Watched(inner)
    sitting = Sitting(Match.new("hk-standard"), [watched, *[player("quick")] * 3], seed=2)
    at_seating = list(watched.sought)
    assert {"choose_with", "hear", "remembers", "choose_many"} <= set(at_seating)
    lines = sitting.deal()
    assert watched.sought == at_seating
    assert inner.asked["choose_with"] > 5
    assert inner.asked["hear"] > 20
    assert sitting.defaults == {}
    assert lines == Sitting(Match.new("hk-standard"), [Usual(), *[player("quick")] * 3], seed=2).deal()


def test_the_small_protocols_name_who_keeps_them() -> None:
    random, quick = player("random"), player("quick")
    assert isinstance(random, ChancePlayer)
    assert not isinstance(quick, ChancePlayer)
    assert all(isinstance(each, Player) and not isinstance(each, BatchPlayer | Listener) for each in (random, quick))
    inner = Everything()
    assert isinstance(inner, ChancePlayer)
    assert isinstance(inner, Listener)
    assert [Abilities.of(each).native for each in (random, quick, inner)] == [native("random"), native("quick"), None]


def test_our_players_and_the_kernels_are_the_same_list() -> None:
    assert tuple(OURS) == KINDS
    rules = ruleset("hk-standard")
    for kind in KINDS:
        assert Abilities.of(player(kind)).handle(rules) == native(kind, rules)


def test_who_can_answer_nothing_does_not_sit_down() -> None:
    class Empty:
        """Has the name of a method, and no method."""

        name = "empty"
        choose = "no method"

    for nobody in (object(), None, Empty(), "quick"):
        with pytest.raises(PlayerError) as told:
            Sitting(Match.new("hk-standard"), [nobody, *[player("quick")] * 3])  # type: ignore[list-item]
        assert told.value.code == "players.choose"


def test_a_player_that_decides_in_the_kernel_passes_when_it_may_cut() -> None:
    table = Sitting(Match.new("hk-taiwanese"), [player("steady")] * 4, seed=2)
    lines = [line for _ in range(15) for line in table.deal()]
    cuts = [line for line in lines if isinstance(line, DecisionLine) and line.at == "cut"]
    assert cuts
    assert {line.chosen for line in cuts} == {"pass"}
