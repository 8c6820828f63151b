"""A person at the terminal as a player: sees what happens and the hand, and presses one key per decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

from sikwu.cli.drawn import Pen
from sikwu.cli.happened import Story, kinds
from sikwu.cli.keys import ENTER, one_key
from sikwu.cli.language import Tiles
from sikwu.cli.paper import Kept, Words, paper
from sikwu.cli.waits import print_hint
from sikwu.hand import Hand, Meld
from sikwu.looking import State, look
from sikwu.money.amount import money_text
from sikwu.notation import parse_tiles
from sikwu.play.actions import DISCARD, PASS, READY_DISCARD, WIN, WIN_FLOWERS, action_text, parse_action
from sikwu.play.lines import DealLine, DecisionLine, DrawLine, Line, ResultLine, WinLine
from sikwu.play.parts import HIDDEN
from sikwu.play.view import SeenSeat, View
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError, say
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Circumstances, Ready, Win

_WINS = (WIN, WIN_FLOWERS)
DRAWN = "."
"""Discards the tile that was drawn; Enter never discards."""
_LETTERS = "".join(letter for letter in ascii_lowercase if letter not in "stx")
"""Those that do nothing else."""

_JOINT = "\u00a0"
"""A blank at which no line is broken: a letter stands before its tile."""


class Letters:
    """The letters of the tiles in a hand: a kind keeps its own for the whole deal, as long as there are letters.

    >>> letters = Letters()
    >>> letters.of([Tile.M1, Tile.M3]), letters.of([Tile.M2, Tile.M3])
    ({Tile.M1: 'a', Tile.M3: 'b'}, {Tile.M2: 'c', Tile.M3: 'b'})
    >>> letters.of([Tile.M1, Tile.M2])
    {Tile.M1: 'a', Tile.M2: 'c'}
    """

    def __init__(self) -> None:
        self._given: dict[Tile, str] = {}
        """Of all kinds that were held in this deal, those seen last at the end."""

    def of(self, hand: Sequence[Tile]) -> dict[Tile, str]:
        """The letter of every kind in a hand, in the order of the hand."""
        held = dict.fromkeys(hand)
        for tile in held:
            letter = self._given.pop(tile, None) or self._free(held)
            self._given[tile] = letter
        return {tile: self._given[tile] for tile in held}

    def _free(self, held: Mapping[Tile, None]) -> str:
        """A letter that no kind had; else that of the kind that has been gone for longest."""
        given = self._given.values()
        unused = next((letter for letter in _LETTERS if letter not in given), None)
        return unused or self._given.pop(next(tile for tile in self._given if tile not in held))


class Left(Exception):
    """The person gets up."""


class Person:
    """The person at the terminal as a player."""

    ours = True

    def __init__(self, name: str, pen: Pen, rules: Ruleset) -> None:
        self.name, self.pen = name, pen
        self.story = Story(pen, rules)
        self._news: list[str] = []
        self._letters = Letters()

    # --- what happens

    def hear(self, line: Line) -> None:
        """Keeps what has happened until the next question; the end of a deal is told at once."""
        told, console = self.story.line(line), paper()
        match line:
            case DealLine():
                self._letters = Letters()
                console.print()
                console.print(Words((told, "bold cyan")))
                if line.commit:
                    console.print(Words((say("game.line.commit", commit=line.commit[:16])(self.pen.lang), "dim")))
            case WinLine():
                self._tell()
                self.story.win(console, line)
            case ResultLine():
                self._tell()
                self.story.end(console, line)
            case DecisionLine():
                pass  # his own choice
            case DrawLine() if line.tile == HIDDEN and line.replaces != "kong":
                pass  # nothing but that somebody drew
            case _ if told:
                self._news.append(told)

    def _tell(self) -> None:
        if self._news:
            parts: list[str] = []
            for told in self._news:
                parts += [" · ", Kept(told)] if parts else [Kept(told)]
            paper().print(Words(*parts))
        self._news = []

    # --- a question

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Asks until there is an answer; raises `Left` if the person quits."""
        self._tell()
        claimed = view.offered
        calls = [each for each in legal if not _discards(each) and each != PASS]
        self._show(view, legal, calls)
        while True:
            try:
                key = one_key()
            except EOFError:
                raise Left from None
            match key.lower():
                case "x":
                    raise Left
                case "?":
                    self._hint(view)
                case "t":
                    self._table(view)
                case "/":
                    for line in say("game.help")(self.pen.lang).split("\n"):
                        paper().print(Words(line))
                case "s":
                    pass
                case _ if key == ENTER and PASS not in legal:
                    pass
                case _:
                    action = self._read(key, view, legal, calls, claimed)
                    if action is not None:
                        return action
                    continue
            self._show(view, legal, calls)  # what was asked for has pushed the hand away

    def _read(
        self, key: str, view: View, legal: Sequence[int], calls: Sequence[int], claimed: Tile | None
    ) -> int | None:
        """The action that a key or a typed word means; None if it is not possible, after saying so."""
        lang = self.pen.lang
        if key in (ENTER, DRAWN):
            win = next((place for place, each in enumerate(calls, 1) if each in _WINS), None)
            if win is not None:  # nobody passes a win by one key too many
                code = "game.key.take_win" if PASS in legal else "game.key.take_drawn_win"
                paper().print(Words((say(code, key=win)(lang), "yellow")))
                return None
            usual = _usual(view, legal)
            if usual is not None:
                return usual
        elif key == "0" and PASS in legal:
            return PASS
        elif key.isdecimal() and 1 <= int(key) <= len(calls):
            return calls[int(key) - 1]
        elif len(key) == 1 and key.isalpha() and key.isascii() and view.at == "turn":
            letters = self._letters.of(view.hand)
            tile = next((tile for tile, letter in letters.items() if letter == key.lower()), None)
            action = None if tile is None else (READY_DISCARD if key.isupper() else DISCARD) + tile
            if action in legal:
                return action
        else:
            typed = _typed(key, claimed)
            if typed in legal:
                return typed
        paper().print(Words((say("game.key.unknown", key=key[:20] or "Enter")(lang), "yellow")))
        return None

    def _show(self, view: View, legal: Sequence[int], calls: Sequence[int]) -> None:
        console, lang = paper(), self.pen.lang
        console.print(Words((self._question(view), "bold"), (f"  {say('game.left', n=view.drawable)(lang)}", "dim")))
        own = view.seats[view.seat] if view.seat is not None else None
        parts: list[str | tuple[str, str]] = [(say("game.hand")(lang), "dim")]
        lettered = view.at == "turn"
        letters = self._letters.of(view.hand)
        for alike in kinds(view.hand):
            may = lettered and any(base + alike[0] in legal for base in (DISCARD, READY_DISCARD))
            shown = self.pen.tiles(alike)
            parts += ["  ", Kept(f"{letters[alike[0]]}{_JOINT}{shown}" if may else shown)]
        if own is not None and (own.melds or own.flowers):
            parts += ["  | ", *self._open(own)]
        console.print(Words(*parts))
        if view.drawn is not None:
            console.print(Words((say("game.drawn", tiles=self.pen.tiles([view.drawn]))(lang), "cyan")))
        keys = [Kept(f"{place} {self._call(each, view)}") for place, each in enumerate(calls, 1)]
        keys += [Kept(each) for each in self._plain_keys(view, legal)]
        console.print(Words(*[piece for each in keys for piece in (each, "   ")][:-1]))

    def _plain_keys(self, view: View, legal: Sequence[int]) -> list[str]:
        lang, usual = self.pen.lang, _usual(view, legal)
        out = []
        if any(DISCARD <= each < DISCARD + KINDS for each in legal):
            out.append(say("game.key.letters")(lang))
        if any(READY_DISCARD <= each < READY_DISCARD + KINDS for each in legal):
            out.append(say("game.key.capitals")(lang))
        wins = any(each in _WINS for each in legal)
        if usual == PASS:
            out.append(say("game.key.zero_pass" if wins else "game.key.enter_pass")(lang))
        elif usual is not None and not wins:
            out.append(say("game.key.drawn", tiles=self.pen.tiles([Tile(usual - DISCARD)]))(lang))
        return out

    def _call(self, action: int, view: View) -> str:
        return self.story.action(action_text(action, view.offered))

    def _question(self, view: View) -> str:
        lang = self.pen.lang
        if view.cut is not None:
            who = self.story.who(view.cut.creditor.text)
            return say("game.ask.cut", creditor=who, fan=money_text(view.cut.amount), hands=view.cut.hands)(lang)
        if view.at in ("discard", "kong"):
            who = self.story.who(view.offers.text if view.offers is not None else view.actor.text)
            if view.offered is None:
                return say("game.offered_hidden", who=who)(lang)
            code = "game.offered" if view.at == "discard" else "game.offered_kong"
            return say(code, who=who, tiles=self.pen.tiles([view.offered]))(lang)
        return say(f"game.ask.{view.at}")(lang)

    def _open(self, seat: SeenSeat) -> list[str]:
        """Melds and flowers, none broken between two lines."""
        parts: list[str] = []
        for meld in seat.melds:
            shown = "[?]" if meld.tile is None else self.pen.meld(Meld(meld.kind, meld.tile, meld.feeder))
            parts += [Kept(shown), " "]
        return [*parts, self.pen.tiles(seat.flowers)]

    # --- on request

    def _table(self, view: View) -> None:
        """Everybody's open tiles and discards."""
        console, lang = paper(), self.pen.lang
        for seat in Wind:
            seen = view.seats[seat]
            dealer = say("game.seat.dealer") if seat is Wind.EAST else None
            parts: list[str | tuple[str, str]] = [
                (say("game.seat", who=self.story.who(seat.text), dealer=dealer, n=seen.tiles)(lang), "bold")
            ]
            if seen.melds or seen.flowers:
                parts += ["  ", *self._open(seen)]
            for code, holds in (("game.seat.ready", seen.ready is not Ready.NONE), ("game.seat.dead", seen.dead)):
                parts += ["  ", say(code)(lang)] if holds else []
            console.print(Words(*parts))
            river = [thrown.tile for thrown in view.river if thrown.seat is seat]
            if river:
                shown = [Kept(self.pen.tiles([tile])) for tile in river]
                gap = "" if self.pen.style is Tiles.UNICODE else " "
                pieces = [piece for each in shown for piece in (gap, each)]
                console.print(Words(("  " + say("game.seat.river", tiles="")(lang).strip(), "dim"), " ", *pieces))

    def _hint(self, view: View) -> None:
        """Tiles away, useful tiles, waits with their fan, the best discards: `look` at what the seat holds and sees."""
        told = look(held(view), view.ruleset)
        if told.state is State.IMPOSSIBLE:
            for each in told.problems:
                paper().print(Words(each(self.pen.lang)))
            return
        print_hint(paper(), told, view.ruleset, self.pen)

    # --- after a deal

    def reveal(self, views: Sequence[View]) -> None:
        """What everybody holds at the end of a deal that nobody won; each view is of its own seat."""
        console, lang = paper(), self.pen.lang
        console.print()
        console.print(Words((say("game.hands")(lang), "bold")))
        for view in views:
            assert view.seat is not None
            own = view.seats[view.seat]
            parts: list[str | tuple[str, str]] = [(self.story.who(view.seat.text)(lang), "bold")]
            for alike in kinds(view.hand):
                parts += ["  ", Kept(self.pen.tiles(alike))]
            if own.melds or own.flowers:
                parts += ["  | ", *self._open(own)]
            console.print(Words(*parts))


def held(view: View) -> Win:
    """What a seat holds, and sees lying elsewhere, as `look` takes it."""
    assert view.seat is not None
    own = view.seats[view.seat]
    melds = tuple(Meld(meld.kind, meld.tile, meld.feeder) for meld in own.melds if meld.tile is not None)
    visible: dict[Tile, int] = {}
    for thrown in view.river:
        visible[thrown.tile] = visible.get(thrown.tile, 0) + 1
    for seat in Wind:
        for meld in view.seats[seat].melds if seat is not view.seat else ():
            for tile in Meld(meld.kind, meld.tile).tiles if meld.tile is not None else ():
                visible[tile] = visible.get(tile, 0) + 1
    at = Circumstances(visible=tuple(sorted(visible.items())))
    hand = Hand(view.hand, melds, own.flowers)
    return Win(hand, None, By.SELF_DRAW, view.seat, view.round, streak=view.streak, at=at)


def _discards(action: int) -> bool:
    return DISCARD <= action < READY_DISCARD + KINDS


def _usual(view: View, legal: Sequence[int]) -> int | None:
    """What takes no thought: pass, or the drawn tile; None: neither may be done."""
    if PASS in legal:
        return PASS
    drawn = None if view.drawn is None else DISCARD + view.drawn
    return drawn if drawn in legal else None


def _typed(text: str, claimed: Tile | None) -> int | None:
    """A tile to be discarded, or an action as records write it."""
    try:
        return parse_action(text, claimed)
    except SikwuError:
        pass
    try:
        tiles = parse_tiles(text)
    except SikwuError:
        return None
    return DISCARD + tiles[0] if len(tiles) == 1 and tiles[0] < KINDS else None
