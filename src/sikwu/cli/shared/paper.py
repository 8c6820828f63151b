"""Writes text and problems to the terminal, wrapped by the rules of Chinese and English typesetting."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import typer
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.text import Text

from sikwu.cli.shared.streams import BROKEN_PIPE, coded, silenced
from sikwu.texts import Message, Problem, SikwuError
from sikwu.texts.plain import shown

NO_START = frozenset("，。；：、）」』】！？…·,.;:)]!?%")
NO_END = frozenset("（「『【([")
COUNTERS = frozenset("番隻副個種門組次點家巡槓")


class Paper(Console):
    """A console that keeps escape codes in foreign text from reaching the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments to print; only those that rich makes itself may contain escape codes."""
        for piece in super().render(renderable, options):
            text, style, control = piece
            yield piece if control or text.isprintable() else Segment(shown(text, lines=True), style)

    def on_broken_pipe(self) -> None:
        """The output was closed: the command ends as a signal would end it."""
        silenced()
        raise SystemExit(BROKEN_PIPE)


def paper(err: bool = False) -> Console:
    """A console that prints text literally, made safe."""
    width, height = _size()
    return Paper(stderr=err, markup=False, highlight=False, emoji=False, width=width, height=height)


def _size() -> tuple[int, int] | tuple[None, None]:
    """The size of a terminal that cannot move its cursor: rich would assume eighty columns. None: rich finds it."""
    if os.environ.get("TERM", "").lower() not in ("dumb", "unknown"):
        return None, None
    return shutil.get_terminal_size()


class UnbrokenText(str):
    """A piece of text that is not wrapped between Chinese characters: a name."""


def both(zh: str, en: str, lang: str) -> tuple[str, str, str]:
    """Both names of a thing, the reader's language first."""
    return (en, " ", UnbrokenText(zh)) if lang == "en" else (UnbrokenText(zh), " ", en)


def broken(text: Text, width: int, kept: Iterable[range] = ()) -> list[Text]:
    """Wraps a text: between words or Chinese characters, never before a comma or inside a `UnbrokenText` piece.

    >>> [str(line) for line in broken(Text("計 3 番，食得。a win"), 10)]
    ['計 3 番，', '食得。a', 'win']
    """
    joined = {place for piece in kept for place in piece}
    cuts, start, last, used, plain = [], 0, 0, 0, text.plain
    for at, char in enumerate(plain):
        if char == "\n":
            cuts.append(at + 1)
            start, last, used = at + 1, at + 1, 0
            continue
        if at > start and _may_break(plain, at, at in joined):
            last = at
        size = cell_len(char)
        if used + size > width and at > start and char != " ":
            cut = last if last > start else at
            cuts.append(cut)
            start, last, used = cut, cut, cell_len(plain[cut:at])
        used += size
    lines = list(text.divide(cuts))
    for line in lines:
        line.rstrip()
    return lines


def _may_break(plain: str, at: int, joined: bool) -> bool:
    before, after = plain[at - 1], plain[at]
    if after == " " or after in NO_START or before in NO_END:
        return False
    if before == " ":  # a number stays with its noun
        return not (at >= 2 and plain[at - 2].isdigit() and after in COUNTERS)
    if joined or before == after or before.isdigit():  # 中中中, 123萬
        return False
    return cell_len(before) == 2 or cell_len(after) == 2


class WrappedText:
    """A text that wraps by `broken`, also in a table; its parts may have styles, and be `UnbrokenText`."""

    def __init__(self, *parts: str | tuple[str, str], style: str = "") -> None:
        self.text = Text(style=style)
        self.kept: list[range] = []
        for part in parts:
            words, look = part if isinstance(part, tuple) else (part, "")
            if isinstance(words, UnbrokenText):
                self.kept.append(range(len(self.text) + 1, len(self.text) + len(words)))
            self.text.append(shown(words), look or None)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in broken(self.text, max(options.max_width, 4), self.kept):
            line.no_wrap, line.overflow = True, "ignore"
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max((cell_len(line) for line in self.text.plain.split("\n")), default=0)
        return Measurement(min(widest, 8), min(widest, options.max_width))


class MarkedText:
    """A short mark, and text beside it, wrapped in its own column."""

    def __init__(self, mark: str, *texts: RenderableType, style: str = "bold") -> None:
        self.mark, self.texts, self.style = mark, texts, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        indent = cell_len(self.mark) + 1
        narrow = options.update(width=max(options.max_width - indent, 8))
        first = True
        for text in self.texts:
            for line in console.render_lines(text, narrow, pad=False):
                yield Segment(f"{self.mark} ", console.get_style(self.style)) if first else Segment(" " * indent)
                yield from line
                yield Segment.line()
                first = False


def heading(console: Console, text: str) -> None:
    """Prints a heading with an empty line above."""
    console.print()
    console.print(WrappedText(text, style="bold cyan"))


def tell(problems: Iterable[Problem], lang: str, where: str = "") -> None:
    """Prints problems; `where`: a place to print before them."""
    console = paper(err=True)
    for each in problems:
        console.print(WrappedText(("✗ ", "bold red"), (where, "bold"), each(lang), (coded(each), "dim")))


EXITS = {"book.not_stored": 3, "book.store_stopped": 3, "book.store_unknown": 4}
"""Errors with their own exit codes: the database failed and nothing was recorded; or the outcome is unknown."""


@contextmanager
def after_commit(said: Message, lang: str) -> Iterator[None]:
    """Suppresses output errors after a commit: an entry that is on the disk must not be reported as failed."""
    try:
        yield
        if sys.stdout is not None:  # closed before the command began
            sys.stdout.flush()
    except (OSError, ValueError, KeyboardInterrupt, SystemExit):  # rich ends a command whose output is closed
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - nothing is left to fail at the end
        with suppress(OSError, ValueError):
            paper(err=True).print(WrappedText(said(lang)))
            sys.stderr.flush()


@contextmanager
def telling(lang: str, json: bool = False) -> Iterator[None]:
    """Prints errors raised inside as one message, and ends the command with exit code 2, or one of `EXITS`."""
    try:
        yield
    except SikwuError as error:
        if json:
            import msgspec

            from sikwu.wire import error_shape  # needed only for JSON

            sys.stdout.write(msgspec.json.encode({"error": error_shape(error)}).decode() + "\n")
        else:
            tell(error.problems, lang)
        raise typer.Exit(EXITS.get(error.code, 2)) from None
