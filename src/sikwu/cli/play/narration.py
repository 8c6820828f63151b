"""Describes a game in words: lines of a record, actions, the end of a deal and the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import UNSET
from rich.console import Console

from sikwu.cli.books.tally import signed
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.paper import UnbrokenText, WrappedText
from sikwu.cli.shared.story import print_short
from sikwu.money.amount import exact, money_text
from sikwu.notation import parse_tiles
from sikwu.play.lines import (
    AddedKongLine,
    ChowLine,
    ConcealedKongLine,
    CutLine,
    DeadHandLine,
    DealLine,
    DecisionLine,
    DiscardLine,
    DrawLine,
    EndLine,
    ExposedKongLine,
    FalseWinLine,
    FlowerLine,
    Line,
    NoWinLine,
    PungLine,
    ReadyLine,
    ResultLine,
    WinLine,
)
from sikwu.play.parts import HIDDEN, SEATS, Changes, Holdings
from sikwu.play.problems import PlayError
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, SikwuError, say
from sikwu.tiles import Tile, Wind
from sikwu.verdict import judged
from sikwu.win import Win

_SHOWN = 16
"""The number of digits shown of a commitment."""
_NOT_OF_WIN = ("id", "kind", "ruleset", "options")


ENDINGS = {
    "exhausted": "game.line.ryukyoku",
    "false_win": "game.line.void",
    "three_winners": "game.line.three_winners",
}
"""What is said of a deal that ends without a win."""


class Narrator:
    """Describes the lines of a record one by one; remembers the seats since the last `start_kyoku`."""

    def __init__(self, pen: Pen, rules: Ruleset) -> None:
        self.pen, self.rules = pen, rules
        self.seats: Sequence[str] = ("", "", "", "")

    def who(self, seat: str) -> Message:
        """A seat and its player."""
        return say("game.who", seat=seat, name=self.seats["ESWN".index(seat)])

    def tiles(self, codes: Sequence[str]) -> str:
        """Tiles of a line."""
        return self.pen.tiles(tile for code in codes for tile in parse_tiles(code))

    def action(self, text: str) -> str:
        """An action's text in words."""
        word, _, rest = text.partition(" ")
        if word == "ready" and rest:
            word = "ready_discard"
        facts = {"tiles": self.tiles(rest.split())} if rest else {}
        return say(f"game.do.{word}", **facts)(self.pen.lang)

    def line(self, line: Line) -> str:
        """One line in words; empty if it is shown in another way."""
        found = self._message(line)
        return "" if found is None else found(self.pen.lang)

    def told(self, line: Line, number: int) -> str:
        """The same for a line that was not checked by the rules, such as one of a player's own view."""
        with self.readable(line, number):
            return self.line(line)

    @contextmanager
    def readable(self, line: Line, number: int) -> Iterator[None]:
        """Turns an inconsistent line into an error that names it."""
        try:
            yield
        except SikwuError as error:
            raise _untold(line, number, error.problems[0]) from None
        except (KeyError, ValueError, TypeError, IndexError, AttributeError):
            raise _untold(line, number, say("play.why.nofit")) from None

    def _message(self, line: Line) -> Message | None:
        match line:
            case DealLine():
                self.seats = line.seats
                streak = say("game.line.streak", n=line.streak) if line.streak else None
                return say("game.line.start", deal=line.deal, round=line.round, dealer=line.seats[0], streak=streak)
            case DecisionLine():
                return self._decision(line)
            case NoWinLine():
                return say(ENDINGS[line.reason])
            case CutLine():
                return say("game.line.cut", debtor=line.debtor, creditor=line.creditor, amount=line.amount)
            case EndLine():
                return say("game.line.end", ranking=line.ranking)
        return self._event(line)

    def _event(self, line: Line) -> Message | None:
        match line:
            case DrawLine() if line.tile != HIDDEN:
                return say("game.line.draw", who=self.who(line.seat), tiles=self.tiles([line.tile]))
            case DrawLine():
                code = "game.line.draw_kong" if line.replaces == "kong" else "game.line.draw_hidden"
                return say(code, who=self.who(line.seat))
            case DiscardLine():
                code = "game.line.discard_drawn" if line.drawn else "game.line.discard"
                return say(code, who=self.who(line.seat), tiles=self.tiles([line.tile]))
            case ReadyLine():
                return say(f"game.line.reach.{line.kind}", who=self.who(line.seat))
            case WinLine():
                return self._win(line)
            case FlowerLine():
                return say("game.line.flower", who=self.who(line.seat), tiles=self.tiles([line.tile]))
            case DeadHandLine() | FalseWinLine():
                return say(f"game.line.{line.type}", who=self.who(line.seat), tiles="")
            case ChowLine() | PungLine() | ExposedKongLine():
                return self._laid(line.type, line.seat, (*line.own, line.tile))
            case AddedKongLine():
                return self._laid(line.type, line.seat, (*line.pung, line.tile))
            case ConcealedKongLine():
                if HIDDEN in line.own:
                    return say("game.line.ankan_hidden", who=self.who(line.seat))
                return self._laid(line.type, line.seat, line.own)
        return None

    def _win(self, line: WinLine) -> Message:
        who, tiles = self.who(line.seat), "" if line.tile is UNSET else self.tiles([line.tile])
        if line.feeder is not UNSET:
            return say("game.line.hora_from", who=who, tiles=tiles, target=self.who(line.feeder))
        return say("game.line.hora" if tiles else "game.line.hora_flowers", who=who, tiles=tiles)

    def _laid(self, kind: str, seat: str, codes: Sequence[str]) -> Message:
        shown = self.pen.tiles(sorted(tile for code in codes for tile in parse_tiles(code)))
        return say(f"game.line.{kind}", who=self.who(seat), tiles=shown)

    def _decision(self, line: DecisionLine) -> Message:
        if line.at == "cut":
            return say("game.line.no_cut", debtor=line.seat, creditor=line.creditor)
        who, chosen = self.who(line.seat), self.action(line.chosen)
        if line.default:
            return say("game.line.default", who=who, chosen=chosen)
        return say("game.line.decision", who=who, legal=tuple(map(self.action, line.legal)), chosen=chosen)

    # --- the end of a deal

    def win(self, console: Console, line: WinLine) -> None:
        """A win fan by fan, and its payments."""
        console.print()
        console.print(WrappedText((self.line(line), "bold")))
        case = line.to_dict()["case"]
        win = Win.from_case({key: value for key, value in case.items() if key not in _NOT_OF_WIN})
        print_short(console, judged(win, self.rules), self.pen)

    def end(self, console: Console, line: ResultLine) -> None:
        """What each player won or lost in a deal, and holds after it."""
        lang = self.pen.lang
        console.print()
        for code, changes in (("game.paid", line.payments), ("game.side", line.side)):
            moves = {seat: exact(getattr(changes, seat)) for seat in SEATS} if isinstance(changes, Changes) else {}
            if any(moves.values()):
                moved = [f"{self.who(seat)(lang)} {signed(each)}" for seat, each in moves.items()]
                console.print(WrappedText((say(code)(lang), "bold"), *_cells(moved)))
        for row in books_rows(line.books, lang):
            console.print(row)

    def hands(self, line: DealLine) -> Iterator[str]:
        """The dealt tiles of each player, as far as a line shows them."""
        for seat, tiles in zip(Wind, line.hands, strict=True):
            if HIDDEN not in tiles:
                shown = self.pen.tiles(sorted(tile for code in tiles for tile in parse_tiles(code)))
                yield say("game.line.hand", who=self.who(seat.text), tiles=shown)(self.pen.lang)


def _untold(line: Line, number: int, why: Message) -> PlayError:
    return PlayError.of("play.record_told", line=number, type=line.type, why=why)


def books_rows(books: Holdings, lang: str) -> Iterator[WrappedText]:
    """Totals, cash or chips of each player, and the open pulls."""
    rows = (("game.total", books.totals), ("game.cash", books.cash), ("game.chips", books.chips))
    for code, held in rows:
        if held is not UNSET:
            shown = money_text if held is books.chips else signed
            cells = [f"{name} {shown(exact(amount))}" for name, amount in held.items()]
            yield WrappedText((say(code)(lang), "bold"), *_cells(cells))
    for each in () if books.open is UNSET else books.open:
        pull = {"debtor": each.debtor, "creditor": each.creditor, "hands": each.hands}
        yield WrappedText(say("game.pull", fan=money_text(exact(each.amount)), **pull)(lang))


def _cells(cells: Sequence[str]) -> Iterator[str]:
    """Joins pieces with space between them; no piece is broken over two lines."""
    for cell in cells:
        yield "  "
        yield UnbrokenText(cell)


def kinds(tiles: Sequence[Tile]) -> Iterator[list[Tile]]:
    """Tiles in order, equal ones together."""
    for tile in dict.fromkeys(tiles):
        yield [each for each in tiles if each is tile]
