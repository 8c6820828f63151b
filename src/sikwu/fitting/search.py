"""Numbers by points: what is left after the likelihood is searched by CMA-ES on common seat walls, and confirmed on fresh ones.

A fit is a file of lines: a head, one line for each round of likelihood, one for each generation, one for the confirmation. It is
appended to; a run that was stopped goes on after its last whole line, because the search asks for the same points again
when it gets the same results.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from sikwu._kernel import PARAMETERS, NativePlayer, Parameters
from sikwu.arena.contest import round_of
from sikwu.arena.credit import credited
from sikwu.fitting.counted import counted
from sikwu.fitting.likelihood import likely
from sikwu.plans import plans_of
from sikwu.play.finished import options_told
from sikwu.play.fits import defaults, fit_of, numbers_of
from sikwu.play.many import LUCK_WAYS, play_many
from sikwu.play.native import native
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FORMAT = "sikwu-fit-2"
OPPONENTS = ("quick", "steady")
"""One candidate sits against three of each."""
BEGUN_FROM, CHECKED_FROM = 1 << 39, 1 << 40
"""Numbers of walls from here on choose where to begin, and confirm; they are not searched on."""


class FitError(SikwuError):
    """A fit that cannot be made, or a file of another fit."""


class SearchedNumber(NamedTuple):
    """A number that is searched: the factor or summand of one step, and its range."""

    name: str
    step: float
    least: float
    most: float
    factor: bool = False

    def moved(self, value: float, by: float) -> float:
        """The number after this many steps."""
        told = value * math.exp(self.step * by) if self.factor else value + self.step * by
        return min(self.most, max(self.least, told))


SEARCHED = (
    SearchedNumber("hazard", 0.8, -12, 3),
    SearchedNumber("hazard_late", 0.8, -4, 14),
    SearchedNumber("chances_last", 0.15, 1, 6, factor=True),
    SearchedNumber("chances_any", 0.15, 0.5, 5, factor=True),
    SearchedNumber("chances_pungs", 0.15, 0.5, 6, factor=True),
    SearchedNumber("live_next", 0.15, 2, 30, factor=True),
    SearchedNumber("mean", 0.2, 0, 1),
    SearchedNumber("mix", 0.4, 0.001, 0.8, factor=True),
    SearchedNumber("claim_more", 0.03, 0.8, 1.5),
    SearchedNumber("danger", 0.3, 0.01, 6, factor=True),
    SearchedNumber("declare", 0.05, 0.5, 1.3),
    SearchedNumber("push", 0.3, 0.01, 4, factor=True),
)
"""Numbers that decide most and that deals alone do not tell: play is no likelihood."""
DANGERS = tuple(
    name
    for name in PARAMETERS
    if name.partition("_")[0]
    in ("ready", "wait", "seen", "thrown", "passed", "flush", "one", "kept", "shunned", "dear")
)
"""Numbers that tell what the others may win with: deals tell them well."""


@dataclass(frozen=True)
class FitTask:
    """The rules and the players to fit, and how many deals are played for it."""

    rules: Ruleset
    seed: int = 1
    rounds: int = 2
    """Of likelihood: play with the numbers found, count again."""
    counted: int = 2000
    """Deals of a round."""
    generations: int = 12
    candidates: int = 10
    walls: int = 96
    """Walls of a generation; each candidate plays them in four seats against each opponent."""
    checked: int = 300
    """Fresh walls that confirm."""

    @property
    def head(self) -> dict[str, Any]:
        """The identity of a fit; more generations continue the same fit."""
        rules = {"ruleset": self.rules.document.id, "options": options_told(self.rules), "rules": self.rules.hash}
        size = {"seed": self.seed, "counted": self.counted, "candidates": self.candidates, "walls": self.walls}
        return {"type": "fit", "format": FORMAT, **rules, **size}


class FitStep(NamedTuple):
    """One line of the file, and the progress of the fit."""

    done: int
    steps: int
    line: Mapping[str, Any]


@dataclass
class PointsSearch:
    """A fit in progress: `run` goes on where the lines end."""

    fitting: FitTask
    file: Path | None = None
    lines: list[dict[str, Any]] = field(default_factory=list)
    _open: IO[bytes] | None = None

    def __enter__(self) -> PointsSearch:
        if self.file is not None:
            self._read(self.file)
            self._open = self.file.open("ab")
            if not self.lines:
                self._write(self.fitting.head)
        elif not self.lines:
            self.lines.append(self.fitting.head)
        return self

    def __exit__(self, *_: object) -> None:
        if self._open is not None:
            self._open.close()

    def _read(self, file: Path) -> None:
        """Takes the whole lines of a stopped run and cuts off a broken one."""
        try:
            data = file.read_bytes() if file.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            self.lines = [json.loads(line) for line in whole.splitlines()]
            if len(whole) < len(data):
                file.write_bytes(whole)
        except (OSError, ValueError) as error:
            raise FitError.of("fit.file", file=str(file), why=str(error)[:200]) from None
        if self.lines and self.lines[0] != self.fitting.head:
            raise FitError.of("fit.other", file=str(file))

    def _write(self, line: dict[str, Any]) -> None:
        self.lines.append(line)
        if self._open is not None:
            self._open.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            self._open.flush()

    def _of(self, kind: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["type"] == kind]

    @property
    def likely(self) -> dict[str, float]:
        """The numbers by likelihood, so far."""
        rounds = self._of("likely")
        return dict(rounds[-1]["numbers"]) if rounds else defaults()

    @property
    def numbers(self) -> dict[str, float]:
        """The best numbers that were confirmed, or those by likelihood."""
        return self.likely if self.checked is None else dict(self.checked["numbers"])

    @property
    def checked(self) -> Mapping[str, Any] | None:
        """The last confirmation; None: there is none yet."""
        checked = self._of("checked")
        return checked[-1] if checked else None

    def run(self) -> Iterator[FitStep]:
        """Every step of the fit as it is done and written."""
        fitting = self.fitting
        steps = fitting.rounds + fitting.generations + 2
        for round in range(len(self._of("likely")), fitting.rounds):
            yield FitStep(round + 1, steps, self._count(round))
        if not self._of("begun"):
            yield FitStep(fitting.rounds + 1, steps, self._begin())
        search = _made(fitting)
        for number in range(fitting.generations):
            told = self._generation(search, number)
            if told is not None:
                yield FitStep(fitting.rounds + number + 2, steps, told)
        if not self._of("checked") or self._of("checked")[-1]["generations"] < fitting.generations:
            yield FitStep(steps, steps, self._check(search))

    def _count(self, round: int) -> dict[str, Any]:
        fitting, rules = self.fitting, self.fitting.rules
        own = careful_player(rules, self.likely)
        other = native("steady", rules)
        told = counted(rules, (own, other, own, other), fitting.counted, fitting.seed, round * fitting.counted)
        line = {"type": "likely", "round": round, "numbers": _rounded(likely(told, self.likely))}
        self._write(line)
        return line

    def _begin(self) -> dict[str, Any]:
        """Where the search begins: the package's numbers with the dangers that deals told. The likeliest chances do not earn most."""
        numbers = with_danger(numbers_of(self.fitting.rules), self.likely)
        line = {"type": "begun", "from": fit_of(self.fitting.rules).name, "numbers": _rounded(numbers)}
        self._write(line)
        return line

    @property
    def base(self) -> dict[str, float]:
        """The numbers that the search moves."""
        begun = self._of("begun")
        return dict(begun[0]["numbers"]) if begun else self.likely

    def _generation(self, search: Any, number: int) -> dict[str, Any] | None:
        """Tells the search a generation: as it was written, or newly played."""
        asked = [list(map(float, each)) for each in search.ask()]
        kept = [line for line in self._of("generation") if line["generation"] == number]
        if kept:
            search.tell(asked, kept[0]["losses"])
            return None
        fitting, base = self.fitting, self.base
        losses = []
        for steps in asked:
            points = points_of(fitting.rules, moved(base, steps), fitting.walls, fitting.seed, number * fitting.walls)
            losses.append(-sum(points))
        search.tell(asked, losses)
        line = {"type": "generation", "generation": number, "best": round(-min(losses), 3), "losses": losses}
        self._write(line)
        return line

    def _check(self, search: Any) -> dict[str, Any]:
        """The middle of the search beside its beginning and the numbers by likelihood, on fresh walls: what earned most is kept."""
        fitting, base = self.fitting, self.base
        tried = {"begun": base}
        if fitting.generations:
            tried["likelihood"] = self.likely
            tried["points"] = moved(base, [float(each) for each in search.result.xfavorite])
        told = {
            name: points_of(fitting.rules, each, fitting.checked, fitting.seed, CHECKED_FROM)
            for name, each in tried.items()
        }
        kept = max(told, key=lambda name: sum(told[name]))
        points = {name: [round(each, 3) for each in found] for name, found in told.items()}
        line = {"type": "checked", "generations": fitting.generations, "walls": fitting.checked, "points": points}
        line |= {"kept": kept, "numbers": _rounded(tried[kept])}
        self._write(line)
        return line


def _made(fitting: FitTask) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it wants to draw, which nobody asks
            import cma  # type: ignore[import-untyped, unused-ignore]
    except ModuleNotFoundError:
        raise FitError.of("fit.cma") from None
    options = {"seed": fitting.seed + 1, "popsize": fitting.candidates, "verbose": -9, "tolfun": 0, "tolx": 0}
    return cma.CMAEvolutionStrategy([0.0] * len(SEARCHED), 0.7, options)


def moved(base: Mapping[str, float], steps: list[float]) -> dict[str, float]:
    """The numbers after this many steps of those that are searched.

    >>> base = dict.fromkeys(PARAMETERS, 1.0)
    >>> moved(base, [1.0] + [0.0] * (len(SEARCHED) - 1))["hazard"]
    1.8
    """
    return {**base, **{each.name: each.moved(base[each.name], by) for each, by in zip(SEARCHED, steps, strict=True)}}


def with_danger(numbers: Mapping[str, float], likely: Mapping[str, float]) -> dict[str, float]:
    """Numbers with the dangers of others, at their full weight.

    >>> told = with_danger(dict.fromkeys(PARAMETERS, 0.5), dict.fromkeys(PARAMETERS, 2.0))
    >>> told["ready"], told["hazard"], told["danger"], told["push"]
    (2.0, 0.5, 1.0, 0.5)
    """
    return {**numbers, **{name: likely[name] for name in DANGERS}, "danger": 1.0, "push": 0.5}


def careful_player(rules: Ruleset, numbers: Mapping[str, float]) -> NativePlayer:
    """A careful player with numbers of its own."""
    return NativePlayer("careful", plans_of(rules).kernel, Parameters([float(numbers[name]) for name in PARAMETERS]))


def points_of(rules: Ruleset, numbers: Mapping[str, float], walls: int, seed: int, first: int) -> tuple[float, ...]:
    """Points per deal of a candidate against three of each opponent, on seat walls, with the luck of the draws taken off."""
    own = careful_player(rules, numbers)
    return tuple(_points(rules, own, native(each, rules), walls, seed, first) for each in OPPONENTS)


def _points(rules: Ruleset, own: NativePlayer, other: NativePlayer, walls: int, seed: int, first: int) -> float:
    import numpy as np

    points, luck = np.zeros(walls), np.zeros((walls, 2 * len(LUCK_WAYS)))
    rounds = np.array([round_of(seed, first + wall) for wall in range(walls)], np.uint8)
    for seat in range(4):
        seated = [own if each == seat else other for each in range(4)]
        told = play_many(
            walls, seated, rules, seed=seed, first=first, rounds=rounds, columns=("changes", "luck"), seat_walls=True
        )
        points += told.changes[:, seat] / (4 * told.denominator)
        ways: npt.NDArray[np.float64] = told.luck.reshape(walls, 4, -1).astype(float)
        luck += np.hstack([ways[:, seat], ways.sum(1) - ways[:, seat]])
    return float(credited(points, luck).mean())


def _rounded(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(numbers[name]), 4) for name in PARAMETERS}
