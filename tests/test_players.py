"""Players: by name or anybody's class; who answers nonsense, raises or hangs gets the written default, and play goes on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random as PythonRandom
from threading import Event

import numpy as np
import pytest

from reference.samples import many
from sikwu.play.actions import DISCARD, PASS, WIN, action_text
from sikwu.play.deal import Line
from sikwu.play.match import Match
from sikwu.play.replay import replay
from sikwu.play.view import View
from sikwu.players import Limits, Player, PlayerError, Sitting, player
from sikwu.players.chance import Chance
from sikwu.players.simple import Quick, Random
from test_play_twin import RULESETS, some_rules


class Usual:
    """Does what is usual, by the rule as it is written."""

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
    lines = [sitting.match.start_line()]
    for _ in range(count):
        lines += sitting.deal()
    return sitting, lines


@pytest.mark.parametrize(("kind", "why"), [(Raising, "raised"), (Garbage, "illegal"), (Hanging, "late")])
def test_who_cannot_answer_gets_the_written_default(kind: type[Usual], why: str) -> None:
    quick = player("quick")
    limits = Limits(0.05 if kind is Hanging else 5)
    sitting, lines = deals([quick, kind(), quick, quick], 1, limits=limits)
    usual = deals([quick, Usual(), quick, quick], 1)[1]
    own = [line for line in lines if line.get("default")]
    asked = sum(line["type"] == "decision" and line["seat"] == "S" for line in lines)
    assert list(sitting.defaults) == ["Ben"]
    assert sum(sitting.defaults["Ben"].values()) == asked
    assert sitting.defaults["Ben"][why] >= asked - 3  # something that looks like a number may fail as one
    assert len(own) == asked > 10
    assert [{key: value for key, value in line.items() if key != "default"} for line in lines] == usual
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


def test_a_player_that_hangs_costs_its_limit_once() -> None:
    begun = time.monotonic()
    sitting, _ = deals([Hanging()] * 4, 1, limits=Limits(0.2))
    assert time.monotonic() - begun < 5
    assert sum(sum(each.values()) for each in sitting.defaults.values()) > 40


def test_who_listens_hears_what_his_seat_may_see() -> None:
    class Listening(Usual):
        def __init__(self) -> None:
            self.heard: list[Line] = []

        def hear(self, line: Line) -> None:
            self.heard.append(line)

    one = Listening()
    _, lines = deals([player("random"), one, player("quick"), player("quick")], 1)
    plain = [line["type"] for line in lines[1:] if line["type"] != "decision"]
    assert [line["type"] for line in one.heard if line["type"] != "decision"] == plain
    assert {line["pai"] for line in one.heard if line["type"] == "tsumo" and line["actor"] != "S"} == {"?"}
    assert all(line["seat"] == "S" for line in one.heard if line["type"] == "decision")


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
    assert {line["pai"] for line in then.heard if line["type"] == "tsumo" and line["actor"] == "E"} == {"?"}


@pytest.mark.parametrize("limits", [None, Limits(5)])
def test_what_a_listener_does_to_a_line_does_nothing_to_the_record(limits: Limits | None) -> None:
    class Vandal(Usual):
        def hear(self, line: Line) -> None:
            for value in line.values():
                if isinstance(value, list):
                    value.clear()
            line.clear()
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
    class SlowRandom(Random):
        """Asked in Python."""

    class SlowQuick(Quick):
        """Asked in Python."""

    for number in range(many(6)):
        chance = PythonRandom(f"twins {name} {number}")
        match = Match.new(some_rules(name, chance))
        seed = chance.choice((0, 7, (1 << 64) - 3))
        fast, slow = (
            Sitting(match, [random(), quick(), quick(), random()], seed=seed).deal()
            for random, quick in ((Random, Quick), (SlowRandom, SlowQuick))
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
        start, end = lines[0], next(line for line in lines if line["type"] == "end_kyoku")
        for seat in end["winners"]:
            place = ("Ann", "Ben", "Cat", "Dan").index(start["seats"]["ESWN".index(seat)])
            won["random" if place % 2 else "quick"] += 1
    assert won["quick"] > 6 > won["random"]


def test_every_win_is_taken() -> None:
    _, lines = deals([player("random"), player("quick")] * 2, 3)
    offered = [line for line in lines if line["type"] == "decision" and action_text(WIN) in line["legal"]]
    assert all(line["chosen"] == action_text(WIN) for line in offered)
