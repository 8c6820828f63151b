"""`sikwu arena --ladder`: everybody against everybody, with the strength of each and its worst opponent."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn

from sikwu.arena.ladder import POOL, Ladder, ladder_of
from sikwu.cli.play.arena import STOPPED, ArenaFlags, known
from sikwu.cli.score.score import ScoreFlags
from sikwu.cli.shared.aligned import aligned
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.texts import say

SHOWN = 0.5
"""Seconds between two updates of the bar."""


def ladder_command(asked: ArenaFlags, wish: ScoreFlags) -> None:
    """Plays what is missing of a ladder and prints it."""
    lang = wish.pen.lang
    with telling(lang, wish.json):
        (rules,) = wish.found()
        ladder = Ladder(rules, asked.players or POOL, asked.deals, asked.seed, asked.walls)
        for contest in ladder.contests.values():
            known(contest)
        folder = asked.file or Path("ladder")
        facts = {"players": " / ".join(ladder.pool), "contests": len(ladder.contests), "deals": asked.deals}
        if not wish.json:
            paper().print(WrappedText(say("cli.ladder.plan", folder=str(folder), **facts)(lang)))
        try:
            _run(ladder, folder, asked.workers)
        except KeyboardInterrupt:
            paper(err=True).print(WrappedText(say("cli.ladder.stopped", folder=str(folder))(lang)))
            raise SystemExit(STOPPED) from None
        told = ladder_of(ladder, folder)
        if wish.json:
            sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
            return
        head = {"rules": ladder.rules.document.id, "hash": ladder.rules.hash, "deals": asked.deals, "seed": asked.seed}
        paper().print(WrappedText(say("cli.arena.head", **head)(lang)))
        codes = ("cli.arena.player", "cli.arena.points", "cli.arena.interval", "cli.ladder.worst", "cli.ladder.against")
        rows = [[say(code)(lang) for code in codes]]
        for rung in told["rungs"]:
            span = f"{rung['low']:+.2f} … {rung['high']:+.2f}"
            rows.append([rung["player"], f"{rung['points']:+.2f}", span, rung["worst"], f"{rung['against']:+.2f}"])
        for line in aligned([(row, None) for row in rows], right=(1, 2, 4)):
            paper().print(line)


def _run(ladder: Ladder, folder: Path, workers: int) -> None:
    aside, looked = paper(err=True), -SHOWN
    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
        task = bar.add_task("")
        for step in ladder.play(folder, workers):
            if time.monotonic() - looked >= SHOWN:
                looked = time.monotonic()
                bar.update(task, total=step.units, completed=step.done, description=" / ".join(step.pair))
