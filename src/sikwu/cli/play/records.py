"""`sikwu verify` and `sikwu replay`: check records, and show them step by step."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import typer
from msgspec import UNSET
from rich.console import Console

from sikwu.cli.play.narration import Narrator
from sikwu.cli.shared.asking import PROMPT, at_terminal, line_editing
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.paper import WrappedText, paper, tell, telling
from sikwu.play.lines import DealLine, DecisionLine, HeaderLine, Line, ResultLine, WinLine
from sikwu.play.problems import PlayError
from sikwu.play.record import read_record
from sikwu.play.replay import replay, rules_of_record, steps
from sikwu.play.verify import verify
from sikwu.play.view import seen_lines
from sikwu.texts import say

MOST_BYTES = 1 << 30
WRONG, STOPPED = 2, 130
NumberedLine = tuple[int, Line]
"""A line and its number in the file."""


def read_file(file: Path, lang: str) -> tuple[HeaderLine, list[Line]]:
    """The header and all lines of a record; an incomplete last line is reported and ignored."""
    try:
        if str(file) != "-" and file.stat().st_size > MOST_BYTES:
            raise PlayError.of("game.file", file=file, why=say("why.too_large", most=MOST_BYTES))
        text = sys.stdin.buffer.read().decode() if str(file) == "-" else file.read_bytes().decode()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        if isinstance(error, PlayError):
            raise
        raise PlayError.of("game.file", file=file, why=why) from None
    lines, problems = read_record(text)
    tell(problems, lang)
    if not lines:
        raise PlayError.of("play.record_empty")
    head = lines[0]
    assert isinstance(head, HeaderLine)
    return head, lines


# --- verify


def verify_command(files: list[Path], lang: str, walls_only: bool) -> None:
    """Checks records: walls against their commitments, and every line against the rules."""
    good = True
    for file in files:
        with telling(lang):
            head, lines = read_file(file, lang)
            good &= _verified(file, lines, lang)
            chained = say("game.verify.chain") if head.chain else say("game.verify.no_chain")
            paper().print(WrappedText(chained(lang)))
            if not walls_only:
                _by_rules(head, lines, lang)
    raise typer.Exit(0 if good else WRONG)


def _verified(file: Path, lines: list[Line], lang: str) -> bool:
    console, found = paper(), list(verify(line.to_dict() for line in lines))
    bad = [each for each in found if each.faults]
    for each in bad:
        console.print(
            WrappedText(
                (say("game.verify.bad", file=file, line=each.line, deal=each.deal, parts=each.faults)(lang), "red")
            )
        )
    if not bad:
        console.print(WrappedText((say("game.verify.good", file=file, n=len(found))(lang), "green")))
    unproven = sum(not each.proven for each in found)
    if unproven:
        console.print(WrappedText((say("game.verify.given", n=unproven)(lang), "yellow")))
    return not bad


def _by_rules(head: HeaderLine, lines: list[Line], lang: str) -> None:
    console = paper()
    if head.view != "archive":
        if head.house is not UNSET:
            rules_of_record(lines)
        console.print(WrappedText(say("game.verify.view", view=head.view)(lang)))
        return
    done = replay(lines)
    console.print(WrappedText((say("game.verify.rules")(lang), "green")))
    told = say("game.verify.ended") if done.ended else say("game.verify.open", n=done.match.deals)
    console.print(WrappedText(told(lang)))


# --- replay


def replay_command(file: Path, pen: Pen, player: str | None, deal: int | None, every: bool) -> None:
    """Shows a record: all seats or what one may see; step by step at a terminal."""
    with telling(pen.lang):
        head, lines = read_file(file, pen.lang)
        rules = rules_of_record(lines)
        if head.view == "archive":
            replay(lines)
        numbered = list(enumerate(lines, 1))
        if player is not None:
            if player not in head.players and player != "public":
                raise PlayError.of("game.no_player", name=player, names=head.players)
            seen = seen_lines(lines, None if player == "public" else player, rules.terms.kongs.hidden)
            numbered = [(number, line) for number, line in enumerate(seen, 1) if line is not None]
        groups = [group for group in _groups(numbered) if not isinstance(group[0][1], HeaderLine)]
        deals = [group for group in groups if isinstance(group[0][1], DealLine)]
        if deal is not None:
            groups = [group for group in deals if isinstance(line := group[0][1], DealLine) and line.deal == deal]
            if not groups:
                raise PlayError.of("game.no_deal", deal=deal, count=len(deals))
    story = Narrator(pen, rules)
    waiting = at_terminal() and not every
    if waiting:
        line_editing()
        paper().print(WrappedText((say("game.replay.keys")(pen.lang), "dim")))
    try:
        with telling(pen.lang):
            for group in groups:
                if not _told(story, group, waiting):
                    break
    except (EOFError, KeyboardInterrupt):
        print()
        raise typer.Exit(STOPPED) from None


def _groups(lines: Sequence[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The header, each deal with the lines after it, the end."""
    left = iter(lines)
    for group in steps([line for _, line in lines]):
        yield list(islice(left, len(group)))


def _told(story: Narrator, group: list[NumberedLine], waiting: bool) -> bool:
    """Shows one deal; False: the reader leaves."""
    console = paper()
    for number, line in group:
        piece = _piece(story, number, line, console)
        if not piece:
            continue
        console.print(WrappedText(piece))
        if waiting:
            match input(PROMPT).strip().lower():
                case "q":
                    return False
                case "n":
                    return True
    return True


def _piece(story: Narrator, number: int, line: Line, console: Console) -> str:
    """The words of a line that is a step; any other line is printed at once and gives an empty text."""
    told = story.told(line, number)
    with story.readable(line, number):
        match line:
            case DealLine():
                console.print()
                console.print(WrappedText((told, "bold cyan")))
                if line.dice is not UNSET:
                    dice = say("game.line.dice", dice=" ".join(map(str, line.dice)))
                    console.print(WrappedText(dice(story.pen.lang)))
                for hand in story.hands(line):
                    console.print(WrappedText(hand))
            case WinLine():
                story.win(console, line)
            case ResultLine():
                story.end(console, line)
            case DecisionLine() if all(each.startswith("discard") for each in line.legal):
                pass  # the next line names the tile of a plain discard
            case _:
                return told
    return ""
