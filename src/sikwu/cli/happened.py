"""Describes a game in words: lines of a record, actions, the end of a deal and the totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console

from sikwu.cli.drawn import Pen
from sikwu.cli.paper import Kept, Words
from sikwu.cli.story import print_short
from sikwu.cli.tally import signed
from sikwu.money.amount import exact, money_text
from sikwu.notation import parse_tiles
from sikwu.play.deal import Line, PlayError
from sikwu.play.view import HIDDEN
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, SikwuError, problem, say
from sikwu.tiles import Tile, Wind
from sikwu.verdict import judged
from sikwu.win import Win

_SHOWN = 16
"""The number of digits shown of a commitment."""
_NOT_OF_WIN = ("id", "kind", "ruleset", "options")


class Story:
    """Tells the lines of a record one by one; knows who sits where since the last `start_kyoku`."""

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
        """A written action in words."""
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
        """The same of a line that nobody has checked by the rules, such as one of a player's own view."""
        with self.readable(line, number):
            return self.line(line)

    @contextmanager
    def readable(self, line: Line, number: int) -> Iterator[None]:
        """A line whose parts do not go together is an error that names it."""
        try:
            yield
        except SikwuError as error:
            raise _untold(line, number, error.problems[0]) from None
        except (KeyError, ValueError, TypeError, IndexError, AttributeError):
            raise _untold(line, number, say("play.why.nofit")) from None

    def _message(self, line: Line) -> Message | None:
        kind = line["type"]
        if kind == "start_kyoku":
            self.seats = line["seats"]
            streak = say("game.line.streak", n=line["honba"]) if line["honba"] else None
            return say(
                "game.line.start", deal=line["deal"], round=line["bakaze"], dealer=line["seats"][0], streak=streak
            )
        if kind == "decision":
            return self._decision(line)
        if kind in ("proof", "end_kyoku", "start_game"):
            return None
        if kind == "ryukyoku":
            return say("game.line.ryukyoku" if line["reason"] == "exhausted" else "game.line.void")
        if kind == "cut":
            return say("game.line.cut", debtor=line["debtor"], creditor=line["creditor"], amount=line["amount"])
        if kind == "end_game":
            return say("game.line.end", ranking=tuple(line["ranking"]))
        return self._event(line)

    def _event(self, line: Line) -> Message:
        kind, who, pai = line["type"], self.who(line["actor"]), line.get("pai", HIDDEN)
        tiles = "" if pai == HIDDEN else self.tiles([pai])
        if kind == "tsumo":
            if tiles:
                return say("game.line.draw", who=who, tiles=tiles)
            return say("game.line.draw_kong" if line.get("back") == "kong" else "game.line.draw_hidden", who=who)
        if kind == "dahai":
            return say("game.line.discard_drawn" if line["tsumogiri"] else "game.line.discard", who=who, tiles=tiles)
        if kind == "reach":
            return say(f"game.line.reach.{line['kind']}", who=who)
        if kind == "hora":
            if "target" in line:
                return say("game.line.hora_from", who=who, tiles=tiles, target=self.who(line["target"]))
            return say("game.line.hora" if tiles else "game.line.hora_flowers", who=who, tiles=tiles)
        if kind in ("flower", "dead", "false_win"):
            return say(f"game.line.{kind}", who=who, tiles=tiles)
        laid = [code for code in (*line["consumed"], *([pai] if pai != HIDDEN else ())) if code != HIDDEN]
        if not laid:
            return say("game.line.ankan_hidden", who=who)
        return say(f"game.line.{kind}", who=who, tiles=self.pen.tiles(sorted(t for c in laid for t in parse_tiles(c))))

    def _decision(self, line: Line) -> Message:
        if line["at"] == "cut":
            return say("game.line.no_cut", debtor=line["seat"], creditor=line["creditor"])
        who, chosen = self.who(line["seat"]), self.action(line["chosen"])
        if line.get("default"):
            return say("game.line.default", who=who, chosen=chosen)
        return say("game.line.decision", who=who, legal=tuple(map(self.action, line["legal"])), chosen=chosen)

    # --- the end of a deal

    def win(self, console: Console, line: Line) -> None:
        """A win fan by fan, and who pays whom."""
        console.print()
        console.print(Words((self.line(line), "bold")))
        win = Win.from_case({key: value for key, value in line["case"].items() if key not in _NOT_OF_WIN})
        print_short(console, judged(win, self.rules), self.pen)

    def end(self, console: Console, line: Line) -> None:
        """What everybody won or lost in a deal, and holds after it."""
        lang = self.pen.lang
        console.print()
        for code, key in (("game.paid", "payments"), ("game.side", "side")):
            if key in line and any(exact(amount) for amount in line[key].values()):
                moved = [f"{self.who(seat)(lang)} {signed(exact(each))}" for seat, each in line[key].items()]
                console.print(Words((say(code)(lang), "bold"), *_cells(moved)))
        for row in books_rows(line["books"], lang):
            console.print(row)

    def hands(self, line: Line) -> Iterator[str]:
        """What everybody was dealt, as far as a line shows it."""
        for seat, tiles in zip(Wind, line["tehais"], strict=True):
            if HIDDEN not in tiles:
                shown = self.pen.tiles(sorted(tile for code in tiles for tile in parse_tiles(code)))
                yield say("game.line.hand", who=self.who(seat.text), tiles=shown)(self.pen.lang)


def _untold(line: Line, number: int, why: Message) -> PlayError:
    return PlayError((problem("play.record_told", line=number, type=line["type"], why=why),))


def books_rows(books: Mapping[str, Any], lang: str) -> Iterator[Words]:
    """Totals, cash or chips of everybody, and the open pulls."""
    kind = next(key for key in ("totals", "cash", "chips") if key in books)
    code = {"totals": "game.total", "cash": "game.cash", "chips": "game.chips"}[kind]
    held = {name: exact(amount) for name, amount in books[kind].items()}
    text = {name: money_text(amount) if kind == "chips" else signed(amount) for name, amount in held.items()}
    yield Words((say(code)(lang), "bold"), *_cells([f"{name} {amount}" for name, amount in text.items()]))
    for each in books.get("open", ()):
        pull = {"debtor": each["from"], "creditor": each["to"], "hands": each["hands"]}
        yield Words(say("game.pull", fan=money_text(exact(each["amount"])), **pull)(lang))


def _cells(cells: Sequence[str]) -> Iterator[str]:
    """Pieces that are not broken, with room between."""
    for cell in cells:
        yield "  "
        yield Kept(cell)


def kinds(tiles: Sequence[Tile]) -> Iterator[list[Tile]]:
    """Tiles in order, alike ones together."""
    for tile in dict.fromkeys(tiles):
        yield [each for each in tiles if each is tile]
