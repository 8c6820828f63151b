"""`sikwu fit`: fits the numbers of careful players to a ruleset; it can be stopped at any moment and goes on."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sikwu.cli.play.arena import STOPPED
from sikwu.cli.score.score import ScoreFlags
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.fitting import FitStep, FitTask, PointsSearch
from sikwu.texts import Message, say


class FitFlags(NamedTuple):
    """The flags of the command."""

    file: Path | None
    generations: int
    walls: int
    counted: int
    seed: int


def fit_command(asked: FitFlags, wish: ScoreFlags) -> None:
    """Fits, and prints each step as it is done."""
    lang = wish.pen.lang
    with telling(lang, wish.json):
        (rules,) = wish.found()
        fitting = FitTask(rules, asked.seed, counted=asked.counted, generations=asked.generations, walls=asked.walls)
        file = asked.file or Path(f"{rules.document.id}-{rules.minimum}.jsonl")
        aside = paper(err=True)
        size = {"rounds": fitting.rounds, "generations": fitting.generations, "candidates": fitting.candidates}
        aside.print(
            WrappedText(say("cli.fit.plan", rules=rules.document.id, hash=rules.hash, file=str(file), **size)(lang))
        )
        with PointsSearch(fitting, file) as search:
            try:
                for step in search.run():
                    aside.print(WrappedText(_told(step)(lang)))
            except KeyboardInterrupt:
                aside.print(WrappedText(say("cli.fit.stopped", file=str(file))(lang)))
                raise SystemExit(STOPPED) from None
            numbers = search.numbers
        if wish.json:
            sys.stdout.write(json.dumps({**fitting.head, "numbers": numbers}, ensure_ascii=False) + "\n")
        else:
            for name, value in numbers.items():
                paper().print(WrappedText(f"{name} = {value}"))


def _told(step: FitStep) -> Message:
    facts: dict[str, object] = {"done": step.done, "steps": step.steps}
    match step.line["type"]:
        case "likely" | "begun":
            return say("cli.fit.counted", **facts)
        case "generation":
            return say("cli.fit.generation", points=f"{step.line['best']:+.2f}", **facts)
        case _:
            points: Mapping[str, list[float]] = step.line["points"]
            shown = " · ".join(
                f"{name} {' / '.join(f'{each:+.2f}' for each in found)}" for name, found in points.items()
            )
            return say("cli.fit.checked", kept=step.line["kept"], points=shown)
