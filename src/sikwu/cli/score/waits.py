"""`sikwu waits`: analyses an unfinished hand: missing tiles, winning tiles and their fan."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import msgspec
import typer
from rich.console import Console

from sikwu.cli.score.pipe import answer_lines, is_piped
from sikwu.cli.score.score import ScoreFlags
from sikwu.cli.shared.aligned import Cell, aligned
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.language import Tiles
from sikwu.cli.shared.lookup import pattern_name
from sikwu.cli.shared.paper import UnbrokenText, WrappedText, paper, telling
from sikwu.explaining import limits_line
from sikwu.looking import Discard, HandState, Look, UsefulTile, Wait, WaitWorth, look
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import HandError, say
from sikwu.win import Win

BEST = 5
AIMS = 3
"""The number of hands to play for that are shown."""
"""The number of discards shown without --full."""


def waits_command(text: str, wish: ScoreFlags) -> None:
    """Analyses the hand of a text, or the hands of standard input."""
    lang = wish.pen.lang
    with telling(lang, wish.json):
        (rules,) = wish.found()
        if is_piped(text):
            count, good = answer_lines(lambda line: answer(line, rules, wish), lang, wish.json)
            if not count and not wish.json:
                raise HandError.of("cli.waits.no_hand")
            raise typer.Exit(0 if good else 2)
        if not text.strip():
            raise HandError.of("cli.waits.no_hand")
        answer(text, rules, wish)


def answer(text: str, rules: Ruleset, wish: ScoreFlags) -> None:
    """Prints the analysis of a hand."""
    win = Win.parse(text)
    told = look(win, rules)
    if told.state is HandState.IMPOSSIBLE:
        raise HandError(told.problems)
    if wish.json:
        from sikwu.wire import LookWordsShape, look_shape, rules_shape  # loaded only for JSON

        shape = LookWordsShape(win.text, rules_shape(rules), told.headline(wish.pen.lang), look_shape(told))
        sys.stdout.write(msgspec.json.encode(shape).decode() + "\n")
        return
    print_look(paper(), win, told, rules, wish)


def print_look(console: Console, win: Win, told: Look, rules: Ruleset, wish: ScoreFlags) -> None:
    """Prints the state of the hand, its waits or missing tiles, and the best discards of a full hand."""
    pen, lang = wish.pen, wish.pen.lang
    console.print(
        WrappedText((told.headline(lang), "bold green" if told.state is HandState.READY or told.wins else "bold"))
    )
    console.print(WrappedText((pen.hand(Win(win.hand, None, win.by, win.seat, win.round)), "cyan")))
    where = say(
        "cli.waits.where",
        seat=win.seat,
        round=win.round,
        rules=say("cli.score.rules", name=rules.name, limits=limits_line(rules)),
    )
    console.print(WrappedText((where(lang), "dim")))
    console.print()
    _print_lacks(console, told, rules, wish)
    if told.discards and not told.wins:
        _print_discards(console, told.discards, wish)


def print_hint(console: Console, told: Look, rules: Ruleset, pen: Pen) -> None:
    """Prints the same during a game, where the hand is on the screen: the best discards first, all in a few lines."""
    lang = pen.lang
    console.print(
        WrappedText((told.headline(lang), "bold green" if told.state is HandState.READY or told.wins else "bold"))
    )
    few = len(told.waits or told.wins) <= BEST
    if told.discards and not told.wins:
        best = [one for one in told.discards if one.away == told.discards[0].away][:BEST]
        _print_discards(console, told.discards, ScoreFlags(pen), lists=False)
        useful = say("cli.waits.useful_after", tile=pen.tile(best[0].tile), n=len(best[0].useful), left=best[0].copies)
        console.print(WrappedText((useful(lang), "bold")))
        console.print(_useful(best[0].useful, pen))
        return
    _print_lacks(console, told, rules, ScoreFlags(pen, full=few))


def _print_lacks(console: Console, told: Look, rules: Ruleset, wish: ScoreFlags) -> None:
    """Prints the tiles that complete the hand or bring it nearer."""
    pen, lang = wish.pen, wish.pen.lang
    if told.waits or told.wins:
        _print_waits(console, told.waits or told.wins, rules, wish)
    if told.useful and not told.waits:
        useful = say("cli.waits.useful", n=len(told.useful), left=sum(each.left for each in told.useful))
        console.print(WrappedText((useful(lang), "bold")))
        console.print(_useful(told.useful, pen))
    for aim in told.aims[:AIMS]:
        name = pattern_name(rules, aim.pattern)
        near = say("cli.waits.aim", n=aim.away, pattern=name, fan=aim.fan, left=aim.copies)
        console.print(WrappedText((near(lang), "dim")))


def _print_waits(console: Console, waits: Iterable[Wait], rules: Ruleset, wish: ScoreFlags) -> None:
    pen, lang = wish.pen, wish.pen.lang
    titles = [say(f"cli.waits.column.{name}")(lang) for name in ("tile", "left", "discard", "self_draw")]
    lines: list[tuple[list[Cell], WrappedText | None]] = [([(title, "dim") for title in titles], None)]
    for wait in waits:
        cells: list[Cell] = [(pen.tile(wait.tile), "bold cyan"), str(wait.left)]
        worth: list[Cell] = [_worth(won, lang) for won in (wait.discard, wait.self_draw)]
        cells += worth if wait.told else [(say("cli.waits.dead")(lang), "dim")]
        lines.append((cells, _patterns(wait, rules, lang) if wish.full else None))
    for row in aligned(lines, right=[1]):
        console.print(row)
    if any(not won.valid for wait in waits if wait.told for won in (wait.discard, wait.self_draw)):
        console.print(WrappedText((say("cli.waits.least", least=rules.minimum)(lang), "yellow")))


def _worth(won: WaitWorth, lang: str) -> Cell:
    """The worth of a way of winning; if it is below the minimum, that is said in words, not only by colour."""
    if won.problem is not None:
        return (say("cli.waits.refused")(lang), "red")
    if not won.valid:
        return (say("cli.waits.short", fan=won.fan)(lang), "red")
    code = "cli.waits.capped" if won.capped != won.fan else "fan"
    return (say(code, n=won.fan, capped=won.capped)(lang), "green")


def _patterns(wait: Wait, rules: Ruleset, lang: str) -> WrappedText | None:
    """The patterns of the self-draw with their fan; a discard has no further ones."""
    won = wait.self_draw
    if not wait.told:
        return None
    if won.problem is not None:
        return WrappedText((won.problem(lang), "dim"))
    named = tuple(say("told.pattern", name=pattern_name(rules, id), fan=fan) for id, fan in won.patterns)
    return WrappedText((say("value.each", each=named)(lang), "dim"))


def _useful(useful: Iterable[UsefulTile], pen: Pen) -> WrappedText:
    """Tiles with the copies left; none is broken over two lines."""
    parts: list[str] = []
    for one in useful:
        name = pen.tiles((one.tile,)) if pen.style is Tiles.UNICODE else pen.tile(one.tile)
        parts += [say("list.separator")(pen.lang)] if parts else []
        parts.append(UnbrokenText(say("cli.waits.copies", tile=name, n=one.left)(pen.lang)))
    return WrappedText(*parts)


def _print_discards(console: Console, discards: tuple[Discard, ...], wish: ScoreFlags, lists: bool = True) -> None:
    """Prints one row per discard; `lists`: with the tiles that help after it."""
    lang = wish.pen.lang
    shown = discards if wish.full else [one for one in discards if one.away == discards[0].away][:BEST]
    titles = [say(f"cli.waits.column.{name}")(lang) for name in ("away_with", "then", "copies")]
    useful = WrappedText((say("cli.waits.column.useful")(lang), "dim")) if lists else None
    lines: list[tuple[list[Cell], WrappedText | None]] = [([(title, "dim") for title in titles], useful)]
    for each in shown:
        then = say("cli.waits.then_ready" if each.away == 1 else "cli.waits.then", n=each.away - 1)
        cells: list[Cell] = [(wish.pen.tile(each.tile), "bold cyan"), then(lang), str(each.copies)]
        lines.append((cells, _useful(each.useful, wish.pen) if lists else None))
    for row in aligned(lines, right=[2]):
        console.print(row)
    if len(shown) < len(discards):
        console.print(
            WrappedText(
                (say("cli.waits.more" if lists else "cli.waits.rest", n=len(discards) - len(shown))(lang), "dim")
            )
        )
