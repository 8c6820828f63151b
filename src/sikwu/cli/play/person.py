"""A person at the terminal as a player: sees what happens and the hand, and presses one key per decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase

from sikwu.cli.play.keys import ENTER, one_key
from sikwu.cli.play.narration import Narrator, kinds
from sikwu.cli.score.waits import print_hint
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.language import Tiles
from sikwu.cli.shared.paper import UnbrokenText, WrappedText, paper
from sikwu.hand import Hand, Meld
from sikwu.looking import HandState, look
from sikwu.money.amount import money_text
from sikwu.notation import parse_tiles
from sikwu.play.actions import DISCARD, PASS, READY_DISCARD, WIN, WIN_FLOWERS, action_text, parse_action
from sikwu.play.lines import DealLine, DecisionLine, DrawLine, Line, ResultLine, WinLine
from sikwu.play.parts import HIDDEN
from sikwu.play.view import SeenSeat, View
from sikwu.players.advice import Advice, reasons_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError, say
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Circumstances, Ready, Win

_WINS = (WIN, WIN_FLOWERS)
ADVISED = 3
"""The number of actions that a hint tells of."""
DRAWN = "."
"""The key that discards the drawn tile; Enter never discards."""
_LETTERS = "".join(letter for letter in ascii_lowercase if letter not in "stx")
"""The letters that have no other meaning."""

_JOINT = "\u00a0"
"""A no-break space, so that a letter stays with its tile."""


class Letters:
    """The letters of the tiles in a hand: a kind keeps its letter for the whole deal, as long as there are letters.

    >>> letters = Letters()
    >>> letters.of([Tile.M1, Tile.M3]), letters.of([Tile.M2, Tile.M3])
    ({Tile.M1: 'a', Tile.M3: 'b'}, {Tile.M2: 'c', Tile.M3: 'b'})
    >>> letters.of([Tile.M1, Tile.M2])
    {Tile.M1: 'a', Tile.M2: 'c'}
    """

    def __init__(self) -> None:
        self._given: dict[Tile, str] = {}
        """The letters of all kinds in this deal; the most recently seen kinds are last."""

    def of(self, hand: Sequence[Tile]) -> dict[Tile, str]:
        """The letter of every kind in a hand, in the order of the hand."""
        held = dict.fromkeys(hand)
        for tile in held:
            letter = self._given.pop(tile, None) or self._free(held)
            self._given[tile] = letter
        return {tile: self._given[tile] for tile in held}

    def _free(self, held: Mapping[Tile, None]) -> str:
        """An unused letter; otherwise that of the kind that has been gone for longest."""
        given = self._given.values()
        unused = next((letter for letter in _LETTERS if letter not in given), None)
        return unused or self._given.pop(next(tile for tile in self._given if tile not in held))


class Departure(Exception):
    """The person leaves the game."""


class Person:
    """The person at the terminal as a player."""

    ours = True

    def __init__(self, name: str, pen: Pen, rules: Ruleset, keys: Callable[[], str] | None = None) -> None:
        self.name, self.pen, self.keys = name, pen, keys
        self.story = Narrator(pen, rules)
        self._news: list[str] = []
        self._letters = Letters()
        self.advisor: Callable[[View], Sequence[Advice]] | None = None
        """What careful thinks of the question, where the game is played here."""

    # --- what happens

    def hear(self, line: Line) -> None:
        """Collects events until the next question; the end of a deal is shown at once."""
        told, console = self.story.line(line), paper()
        match line:
            case DealLine():
                self._letters = Letters()
                console.print()
                console.print(WrappedText((told, "bold cyan")))
                if line.commit:
                    console.print(WrappedText((say("game.line.commit", commit=line.commit[:16])(self.pen.lang), "dim")))
            case WinLine():
                self.tell()
                self.story.win(console, line)
            case ResultLine():
                self.tell()
                self.story.end(console, line)
            case DecisionLine():
                pass  # the person's own choice
            case DrawLine() if line.tile == HIDDEN and line.replaces != "kong":
                pass  # only that a tile was drawn
            case _ if told:
                self._news.append(told)

    def tell(self) -> None:
        """Says what has happened since the last time."""
        if self._news:
            parts: list[str] = []
            for told in self._news:
                parts += [" · ", UnbrokenText(told)] if parts else [UnbrokenText(told)]
            paper().print(WrappedText(*parts))
        self._news = []

    # --- a question

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Asks until there is an answer; raises `Departure` if the person quits."""
        self.tell()
        claimed = view.offered
        calls = [each for each in legal if not _discards(each) and each != PASS]
        self._show(view, legal, calls)
        while True:
            try:
                key = one_key() if self.keys is None else self.keys()
            except EOFError:
                raise Departure from None
            match key.lower():
                case "x":
                    raise Departure
                case "?":
                    self._hint(view)
                case "t":
                    self._table(view)
                case "/":
                    for line in say("game.help")(self.pen.lang).split("\n"):
                        paper().print(WrappedText(line))
                case "s":
                    pass
                case _ if key == ENTER and PASS not in legal:
                    pass
                case _:
                    action = self._read(key, view, legal, calls, claimed)
                    if action is not None:
                        return action
                    continue
            self._show(view, legal, calls)  # the requested text has pushed the hand off the screen

    def _read(
        self, key: str, view: View, legal: Sequence[int], calls: Sequence[int], claimed: Tile | None
    ) -> int | None:
        """The action that a key or a typed word means; None if it is not possible, after saying so."""
        lang = self.pen.lang
        if key in (ENTER, DRAWN):
            win = next((place for place, each in enumerate(calls, 1) if each in _WINS), None)
            if win is not None:  # so that nobody passes a win by one key too many
                code = "game.key.take_win" if PASS in legal else "game.key.take_drawn_win"
                paper().print(WrappedText((say(code, key=win)(lang), "yellow")))
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
        paper().print(WrappedText((say("game.key.unknown", key=key[:20] or "Enter")(lang), "yellow")))
        return None

    def _show(self, view: View, legal: Sequence[int], calls: Sequence[int]) -> None:
        console, lang = paper(), self.pen.lang
        console.print(
            WrappedText((self._question(view), "bold"), (f"  {say('game.left', n=view.drawable)(lang)}", "dim"))
        )
        own = view.seats[view.seat] if view.seat is not None else None
        parts: list[str | tuple[str, str]] = [(say("game.hand")(lang), "dim")]
        lettered = view.at == "turn"
        letters = self._letters.of(view.hand)
        for alike in kinds(view.hand):
            may = lettered and any(base + alike[0] in legal for base in (DISCARD, READY_DISCARD))
            shown = self.pen.tiles(alike)
            parts += ["  ", UnbrokenText(f"{letters[alike[0]]}{_JOINT}{shown}" if may else shown)]
        if own is not None and (own.melds or own.flowers):
            parts += ["  | ", *self._open(own)]
        console.print(WrappedText(*parts))
        if view.drawn is not None:
            console.print(WrappedText((say("game.drawn", tiles=self.pen.tiles([view.drawn]))(lang), "cyan")))
        keys = [UnbrokenText(f"{place} {self._call(each, view)}") for place, each in enumerate(calls, 1)]
        keys += [UnbrokenText(each) for each in self._plain_keys(view, legal)]
        console.print(WrappedText(*[piece for each in keys for piece in (each, "   ")][:-1]))

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
        """Melds and flowers; none is broken over two lines."""
        parts: list[str] = []
        for meld in seat.melds:
            shown = "[?]" if meld.tile is None else self.pen.meld(Meld(meld.kind, meld.tile, meld.feeder))
            parts += [UnbrokenText(shown), " "]
        return [*parts, self.pen.tiles(seat.flowers)]

    # --- on request

    def _table(self, view: View) -> None:
        """Shows the open tiles and discards of all players."""
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
            console.print(WrappedText(*parts))
            river = [thrown.tile for thrown in view.river if thrown.seat is seat]
            if river:
                shown = [UnbrokenText(self.pen.tiles([tile])) for tile in river]
                gap = "" if self.pen.style is Tiles.UNICODE else " "
                pieces = [piece for each in shown for piece in (gap, each)]
                console.print(WrappedText(("  " + say("game.seat.river", tiles="")(lang).strip(), "dim"), " ", *pieces))

    def _hint(self, view: View) -> None:
        """Shows tiles away, useful tiles, waits with their fan, and the best discards: `look` at what the seat holds
        and sees.
        """
        told = look(held(view), view.ruleset)
        if told.state is HandState.IMPOSSIBLE:
            for each in told.problems:
                paper().print(WrappedText(each(self.pen.lang)))
            return
        print_hint(paper(), told, view.ruleset, self.pen)
        self._advise(view)

    def _advise(self, view: View) -> None:
        """Shows what careful would do, with its reasons."""
        advised = [] if self.advisor is None or view.cut is not None else self.advisor(view)[:ADVISED]
        if not advised:
            return
        console, lang = paper(), self.pen.lang
        console.print(WrappedText((say("game.advice")(lang), "bold")))
        for each in advised:
            facts = {"action": self._call(each.action, view), "value": f"{each.value:+.1f}"}
            console.print(WrappedText(say("game.advice.line", why=reasons_of(each, view.ruleset, lang), **facts)(lang)))

    # --- after a deal

    def reveal(self, views: Sequence[View]) -> None:
        """Shows all hands at the end of a deal that nobody won; each view belongs to its own seat."""
        console, lang = paper(), self.pen.lang
        console.print()
        console.print(WrappedText((say("game.hands")(lang), "bold")))
        for view in views:
            assert view.seat is not None
            own = view.seats[view.seat]
            parts: list[str | tuple[str, str]] = [(self.story.who(view.seat.text)(lang), "bold")]
            for alike in kinds(view.hand):
                parts += ["  ", UnbrokenText(self.pen.tiles(alike))]
            if own.melds or own.flowers:
                parts += ["  | ", *self._open(own)]
            console.print(WrappedText(*parts))


def held(view: View) -> Win:
    """The tiles that a seat holds and sees elsewhere, as `look` takes them."""
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
    """The action that needs no thought: pass, or discard the drawn tile; None: neither is legal."""
    if PASS in legal:
        return PASS
    drawn = None if view.drawn is None else DISCARD + view.drawn
    return drawn if drawn in legal else None


def _typed(text: str, claimed: Tile | None) -> int | None:
    """The typed tile to discard, or an action as records write it."""
    try:
        return parse_action(text, claimed)
    except SikwuError:
        pass
    try:
        tiles = parse_tiles(text)
    except SikwuError:
        return None
    return DISCARD + tiles[0] if len(tiles) == 1 and tiles[0] < KINDS else None
