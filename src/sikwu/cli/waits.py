"""`sikwu waits`: analyses an unfinished hand: missing tiles, winning tiles and their fan."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import msgspec
import typer
from rich.console import Console

from sikwu.cli.aligned import Cell, aligned
from sikwu.cli.drawn import Pen
from sikwu.cli.language import Tiles
from sikwu.cli.lines import answer_lines, is_piped
from sikwu.cli.lookup import pattern_name
from sikwu.cli.paper import Kept, Words, paper, telling
from sikwu.cli.score import Wish
from sikwu.explaining import limits_line
from sikwu.looking import Discard, Look, State, Useful, Wait, Won, look
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import HandError, problem, say
from sikwu.win import Win

BEST = 5
"""The number of discards shown without --full."""


def waits_command(text: str, wish: Wish) -> None:
    """Looks at the hand of a text, or at those of the standard input."""
    lang = wish.pen.lang
    with telling(lang, wish.json):
        (rules,) = wish.found()
        if is_piped(text):
            count, good = answer_lines(lambda line: answer(line, rules, wish), lang, wish.json)
            if not count and not wish.json:
                raise HandError([problem("cli.waits.no_hand")])
            raise typer.Exit(0 if good else 2)
        if not text.strip():
            raise HandError([problem("cli.waits.no_hand")])
        answer(text, rules, wish)


def answer(text: str, rules: Ruleset, wish: Wish) -> None:
    """Tells what a hand lacks."""
    win = Win.parse(text)
    told = look(win, rules)
    if told.state is State.IMPOSSIBLE:
        raise HandError(told.problems)
    if wish.json:
        from sikwu.wire import ToldLookShape, look_shape, rules_shape  # only who prints JSON loads them

        shape = ToldLookShape(win.text, rules_shape(rules), told.headline(wish.pen.lang), look_shape(told))
        sys.stdout.write(msgspec.json.encode(shape).decode() + "\n")
        return
    print_look(paper(), win, told, rules, wish)


def print_look(console: Console, win: Win, told: Look, rules: Ruleset, wish: Wish) -> None:
    """How the hand stands, what it waits for or lacks, and the best discards of a full one."""
    pen, lang = wish.pen, wish.pen.lang
    console.print(Words((told.headline(lang), "bold green" if told.state is State.READY or told.wins else "bold")))
    console.print(Words((pen.hand(Win(win.hand, None, win.by, win.seat, win.round)), "cyan")))
    where = say(
        "cli.waits.where",
        seat=win.seat,
        round=win.round,
        rules=say("cli.score.rules", name=rules.name, limits=limits_line(rules)),
    )
    console.print(Words((where(lang), "dim")))
    console.print()
    _print_lacks(console, told, rules, wish)
    if told.discards and not told.wins:
        _print_discards(console, told.discards, wish)


def print_hint(console: Console, told: Look, rules: Ruleset, pen: Pen) -> None:
    """The same in a game, where the hand stands beside it: the best discards first, and all on one small screen."""
    lang = pen.lang
    console.print(Words((told.headline(lang), "bold green" if told.state is State.READY or told.wins else "bold")))
    few = len(told.waits or told.wins) <= BEST
    if told.discards and not told.wins:
        best = [one for one in told.discards if one.away == told.discards[0].away][:BEST]
        _print_discards(console, told.discards, Wish(pen), lists=False)
        useful = say("cli.waits.useful_after", tile=pen.tile(best[0].tile), n=len(best[0].useful), left=best[0].copies)
        console.print(Words((useful(lang), "bold")))
        console.print(_useful(best[0].useful, pen))
        return
    _print_lacks(console, told, rules, Wish(pen, full=few))


def _print_lacks(console: Console, told: Look, rules: Ruleset, wish: Wish) -> None:
    """What completes the hand, or brings it nearer."""
    pen, lang = wish.pen, wish.pen.lang
    if told.waits or told.wins:
        _print_waits(console, told.waits or told.wins, rules, wish)
    if told.useful and not told.waits:
        useful = say("cli.waits.useful", n=len(told.useful), left=sum(each.left for each in told.useful))
        console.print(Words((useful(lang), "bold")))
        console.print(_useful(told.useful, pen))


def _print_waits(console: Console, waits: Iterable[Wait], rules: Ruleset, wish: Wish) -> None:
    pen, lang = wish.pen, wish.pen.lang
    titles = [say(f"cli.waits.column.{name}")(lang) for name in ("tile", "left", "discard", "self_draw")]
    lines: list[tuple[list[Cell], Words | None]] = [([(title, "dim") for title in titles], None)]
    for wait in waits:
        cells: list[Cell] = [(pen.tile(wait.tile), "bold cyan"), str(wait.left)]
        worth: list[Cell] = [_worth(won, lang) for won in (wait.discard, wait.self_draw)]
        cells += worth if wait.told else [(say("cli.waits.dead")(lang), "dim")]
        lines.append((cells, _patterns(wait, rules, lang) if wish.full else None))
    for row in aligned(lines, right=[1]):
        console.print(row)
    if any(not won.valid for wait in waits if wait.told for won in (wait.discard, wait.self_draw)):
        console.print(Words((say("cli.waits.least", least=rules.minimum)(lang), "yellow")))


def _worth(won: Won, lang: str) -> Cell:
    """What a way of winning gives; that it is not enough is said, not only coloured."""
    if won.problem is not None:
        return (say("cli.waits.refused")(lang), "red")
    if not won.valid:
        return (say("cli.waits.short", fan=won.fan)(lang), "red")
    code = "cli.waits.capped" if won.capped != won.fan else "fan"
    return (say(code, n=won.fan, capped=won.capped)(lang), "green")


def _patterns(wait: Wait, rules: Ruleset, lang: str) -> Words | None:
    """The fan of the self-draw, one by one: a discard has no more of them."""
    won = wait.self_draw
    if not wait.told:
        return None
    if won.problem is not None:
        return Words((won.problem(lang), "dim"))
    named = tuple(say("told.pattern", name=pattern_name(rules, id), fan=fan) for id, fan in won.patterns)
    return Words((say("value.each", each=named)(lang), "dim"))


def _useful(useful: Iterable[Useful], pen: Pen) -> Words:
    """Tiles with the copies left, none of them broken between two lines."""
    parts: list[str] = []
    for one in useful:
        name = pen.tiles((one.tile,)) if pen.style is Tiles.UNICODE else pen.tile(one.tile)
        parts += [say("list.separator")(pen.lang)] if parts else []
        parts.append(Kept(say("cli.waits.copies", tile=name, n=one.left)(pen.lang)))
    return Words(*parts)


def _print_discards(console: Console, discards: tuple[Discard, ...], wish: Wish, lists: bool = True) -> None:
    """A row a discard; `lists`: with the tiles that help after it."""
    lang = wish.pen.lang
    shown = discards if wish.full else [one for one in discards if one.away == discards[0].away][:BEST]
    titles = [say(f"cli.waits.column.{name}")(lang) for name in ("away_with", "then", "copies")]
    useful = Words((say("cli.waits.column.useful")(lang), "dim")) if lists else None
    lines: list[tuple[list[Cell], Words | None]] = [([(title, "dim") for title in titles], useful)]
    for each in shown:
        then = say("cli.waits.then_ready" if each.away == 1 else "cli.waits.then", n=each.away - 1)
        cells: list[Cell] = [(wish.pen.tile(each.tile), "bold cyan"), then(lang), str(each.copies)]
        lines.append((cells, _useful(each.useful, wish.pen) if lists else None))
    for row in aligned(lines, right=[2]):
        console.print(row)
    if len(shown) < len(discards):
        console.print(
            Words((say("cli.waits.more" if lists else "cli.waits.rest", n=len(discards) - len(shown))(lang), "dim"))
        )
