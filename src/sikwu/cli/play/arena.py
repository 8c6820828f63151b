"""`sikwu arena`: compares players on the same walls and prints how sure the difference is."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from sikwu.arena.contest import Contest
from sikwu.arena.records import Records
from sikwu.arena.results import Results, open_results
from sikwu.arena.rungs import fit_text, rung_text
from sikwu.arena.sequential import EVERY, FIRST, decided
from sikwu.arena.stats import FEW, LEAST, planned
from sikwu.arena.work import work
from sikwu.cli.score.score import ScoreFlags
from sikwu.cli.shared.aligned import aligned
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, say

STOPPED = 130
SHOWN = 0.5
"""Seconds between two updates of the estimate while it runs."""


class ArenaFlags(NamedTuple):
    """The flags of the command."""

    players: tuple[str, ...]
    deals: int
    seed: int
    pairs: bool
    file: Path | None
    folder: Path | None
    every: int
    workers: int
    ray: str | None
    walls: str = "shared"
    luck: bool = False
    until_decided: bool = False


def arena_command(asked: ArenaFlags, wish: ScoreFlags) -> None:
    """Plays the contest and prints the result."""
    lang = wish.pen.lang
    with telling(lang, wish.json):
        (rules,) = wish.found()
        contest = Contest(asked.players, rules, asked.deals, asked.seed, asked.pairs, asked.walls, asked.luck)
        known(contest)
        records = None if asked.folder is None else Records(contest, asked.folder, asked.every)
        aside = paper(err=True)
        with open_results(contest, asked.file) as results:
            if not wish.json:
                paper().print(WrappedText(_plan(contest)(lang)))
            try:
                _run(results, asked, records, aside, lang)
            except KeyboardInterrupt:
                aside.print(WrappedText(_stopped(results)(lang)))
                raise SystemExit(STOPPED) from None
            if not asked.until_decided:
                results.finish()
        if wish.json:
            sys.stdout.write(json.dumps(shape(results), ensure_ascii=False) + "\n")
        else:
            _print(paper(), results, lang)
            if asked.until_decided:
                paper().print(WrappedText(_tested(results)(lang)))
            if records is not None:
                paper().print(WrappedText(say("cli.arena.records", n=len(records), folder=str(records.folder))(lang)))


def known(contest: Contest) -> None:
    """Creates every player once, so that an unknown one is reported before the work begins."""
    from sikwu.players.protocol import player

    for name in contest.players:
        player(name)


def _tested(results: Results) -> Message:
    told = decided(results.means())
    code = {1: "better", -1: "none", 0: "open"}[told.told]
    return say(f"cli.arena.test.{code}", blocks=told.blocks, ratio=f"{told.ratio:+.2f}")


def _plan(contest: Contest) -> Message:
    facts = {"players": " / ".join(contest.players), "deals": contest.blocks * len(contest.seatings)}
    return say("cli.arena.plan", walls=contest.blocks, seatings=len(contest.seatings), **facts)


def _stopped(results: Results) -> Message:
    if results.file is None:
        return say("cli.arena.stopped", deals=results.deals)
    return say("cli.arena.goes_on", deals=results.deals, file=str(results.file))


def _run(results: Results, asked: ArenaFlags, records: Records | None, aside: Console, lang: str) -> None:
    """Runs with a progress bar: deals, the estimate so far, and the remaining time."""
    total, before, start = results.contest.blocks, results.blocks, time.monotonic()
    looked = -SHOWN
    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
        task = bar.add_task("", total=total, completed=before)
        tested_at = 0
        for _ in work(results, asked.workers, asked.ray, records):
            if asked.until_decided and results.blocks >= max(FIRST, tested_at + EVERY):
                tested_at = results.blocks
                if decided(results.means()).told:
                    break
            passed = time.monotonic() - start
            if passed - looked < SHOWN:
                continue
            looked = passed
            text = _so_far(results, before, passed)(lang) if aside.is_terminal else ""
            bar.update(task, completed=results.blocks, description=text)
        bar.update(task, completed=results.blocks)


def _so_far(results: Results, before: int, passed: float) -> Message:
    told, pace = results.estimate(), (results.blocks - before) / max(passed, 1e-6)
    left = (results.contest.blocks - results.blocks) / max(pace, 1e-6)
    rate = round(pace * len(results.contest.seatings))
    return say("cli.arena.so_far", points=_number(told.mean), half=_size(told.half), rate=rate, left=_clock(left))


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(min(seconds, 359_999)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _number(value: float) -> str:
    return f"{value:+.3f}"


def _size(value: float) -> str:
    return f"{value:.3f}" if value < 1e9 else "∞"


# --- the result


def _print(out: Console, results: Results, lang: str) -> None:
    contest = results.contest
    tell: Callable[[Message], None] = lambda message: out.print(WrappedText(message(lang)))  # noqa: E731
    tell(
        say(
            "cli.arena.head",
            rules=contest.rules.document.id,
            hash=contest.rules.hash,
            deals=results.deals,
            seed=contest.seed,
        )
    )
    players = range(len(contest.players))
    _table(out, ("player", "points", "interval"), [_points(results, player) for player in players], lang)
    _table(
        out, ("player", "win", "draw", "fed", "fan", "turn", "price"), [_rates(results, each) for each in players], lang
    )
    _table(out, ("player", "called", "ready", "calm"), [_ways(results, each) for each in players], lang)
    for message in _verdict(results):
        tell(message)
    for name, told in rung_lines(contest.players, contest.rules, lang):
        out.print(WrappedText((f"{name}: {told}", "dim")))
    for name, reasons in results.defaults.items():
        tell(
            say(
                "cli.arena.defaults", player=name, reasons=", ".join(f"{why} {often}" for why, often in reasons.items())
            )
        )


def rung_lines(players: Iterable[str], rules: Ruleset, lang: str) -> Iterator[tuple[str, str]]:
    """For each of our planning players: its rung, and whether its numbers were fitted for these rules."""
    for name in dict.fromkeys(players):
        told = [each(lang) for each in (rung_text(name, rules), fit_text(name, rules)) if each is not None]
        if told:
            yield name, " · ".join(told)


def _verdict(results: Results) -> Iterator[Message]:
    """Says who is better and with what certainty; or that it is undecided, and how many deals are needed."""
    first, contest = results.estimate(), results.contest
    if not first.known:
        alike = first.blocks >= LEAST and not any(results.means())
        yield say("cli.arena.alike") if alike else say("cli.arena.few", deals=_few(results))
        return
    if first.bootstrap is not None and first.blocks < FEW:
        student, drawn = (f"{low:+.3f} … {high:+.3f}" for low, high in (first.student, first.bootstrap))
        yield say("cli.arena.both", student=student, bootstrap=drawn)
    yield say(f"cli.arena.{('level', 'better', 'worse')[first.decided]}", player=contest.players[0])
    deviation = results.deviation()
    if deviation:
        deals = planned(1.0, deviation, max(results.ratio(), 0.01))
        yield say("cli.arena.luck", deviation=f"{deviation:.1f}", deals=f"{deals:,}")
        yield say("cli.arena.ratio", ratio=f"{results.ratio():.2f}")
    if contest.luck:
        told = results.credited()
        share = f"{100 * (told.deviation / first.deviation) ** 2:.0f} %"
        span = f"{told.low:+.3f} … {told.high:+.3f}"
        yield say("cli.arena.credited", points=_number(told.mean), interval=span, share=share)


def _few(results: Results) -> str:
    return f"{results.estimate().needed * len(results.contest.seatings):,}"


def _table(out: Console, heads: tuple[str, ...], rows: list[list[str]], lang: str) -> None:
    names = [say(f"cli.arena.{name}")(lang) for name in heads]
    for line in aligned([(cells, None) for cells in [names, *rows]], right=range(1, len(heads))):
        out.print(line)


def _points(results: Results, player: int) -> list[str]:
    told = results.estimate(player)
    span = f"{told.low:+.3f} … {told.high:+.3f}" if told.known else "–"
    return [results.contest.players[player], _number(told.mean), span]


def _rates(results: Results, player: int) -> list[str]:
    counts = results.counts(player)
    deals, wins = max(1, counts["deals"]), counts["wins"]
    shares = [f"{100 * part / deals:.1f} %" for part in (wins, counts["draws"], counts["deal_ins"])]
    sums = (counts["fan"], counts["turns"], counts["won"] / results.contest.denominator)
    return [results.contest.players[player], *shares, *(f"{each / wins:.1f}" if wins else "–" for each in sums)]


def _ways(results: Results, player: int) -> list[str]:
    counts = results.counts(player)
    shares = [f"{100 * counts[name] / max(1, counts['deals']):.1f} %" for name in ("called", "ready")]
    return [results.contest.players[player], *shares, _number(results.calm(player))]


def shape(results: Results) -> dict[str, Any]:
    """The result as JSON."""
    contest, players = results.contest, []
    for number, name in enumerate(contest.players):
        told = results.estimate(number)
        interval = [round(told.low, 6), round(told.high, 6)] if told.known else None
        counts = {key: value for key, value in results.counts(number).items() if key not in ("squares", "calm")}
        calm = {"calm_points": round(results.calm(number), 6)}
        players.append({"player": name, "points": round(told.mean, 6), "interval": interval, **calm, **counts})
    head = {key: value for key, value in contest.head.items() if key not in ("type", "players")}
    ratio: dict[str, Any] = (
        {"deviation": round(results.deviation(), 6), "ratio": round(results.ratio(), 6)} if results.blocks > 1 else {}
    )
    defaults = {"defaults": results.defaults} if results.defaults else {}
    if contest.luck and results.estimate().known:
        told = results.credited()
        ratio["credited"] = [round(each, 6) for each in (told.mean, told.low, told.high, told.deviation)]
    needed = results.estimate().needed * len(contest.seatings)
    few = {"needed_deals": needed} if needed else {}
    return {**head, "deals": results.deals, "players": players, **few, **ratio, **defaults}
