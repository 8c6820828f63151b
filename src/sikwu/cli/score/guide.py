"""The guided form of `sikwu score`: asks question by question, repeats invalid ones, and then takes the next hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import typer

from sikwu.choices import asked_by
from sikwu.cli.score.said import menu_lines, offered, outcome, read_circumstances
from sikwu.cli.score.score import ScoreFlags, answer, print_command
from sikwu.cli.shared.asking import line_editing
from sikwu.cli.shared.lookup import find_rules
from sikwu.cli.shared.paper import WrappedText, heading, paper, tell
from sikwu.hand import Hand, lift_melds
from sikwu.notation import parse_tiles, plain
from sikwu.reading import Shapes, waits
from sikwu.rules.presets import names
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score, table_problems
from sikwu.texts import HandError, Message, Problem, SikwuError, problem, say
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Circumstances, Replacement, Win

T = TypeVar("T")
_NOT_COMPLETE = ("win.not_complete", "win.pairs_not_played")
_WAYS: dict[By, tuple[str, ...]] = {
    By.DISCARD: ("1", "discard", "出銃", "食出銃", "食糊"),
    By.SELF_DRAW: ("2", "self_draw", "self-draw", "self draw", "自摸"),
    By.ROB_KONG: ("3", "rob_kong", "rob kong", "搶槓"),
    By.FLOWERS: ("4", "flowers", "flowers_win", "花糊", "食花糊"),
}
_BACK, _NONE, _END = ("<", "＜"), ("-", "–", "none", "no", "冇", "沒有", "無"), ("q", "quit", "exit", "停")
_YES, _NO = ("y", "yes", "1", "係", "是", "有"), ("n", "no", "0", "唔係", "不是", "冇", "沒有")


MOST_TOLD = 3
"""The most problems shown for one answer; the others appear when these are corrected."""


class Back(Exception):
    """The user asked to go back one question."""


class Form:
    """The answers so far; each method asks for one of them."""

    def __init__(self, rules: Ruleset, wish: ScoreFlags) -> None:
        self.rules, self.rules_name, self.wish, self.lang = rules, wish.rules[0], wish, wish.pen.lang
        self.console = paper()
        self.typed: dict[str, str] = {}
        """The last answer to each question; going back keeps it."""
        self.win = Win(Hand(()), None, By.SELF_DRAW, Wind.EAST, Wind.EAST)
        self.next_hand()

    def next_hand(self) -> None:
        """Starts a new hand under the same rules, at the same seats."""
        self.win = Win(Hand(()), None, By.SELF_DRAW, self.win.seat, self.win.round, streak=self.win.streak)
        self.typed = {name: text for name, text in self.typed.items() if name in ("rules", "seat", "round", "streak")}
        self.told: frozenset[str] = frozenset()  # facts that the line of tiles already gave
        self.last: Tile | None = None  # for a full hand, the tile typed last
        self.laid = 0  # melds typed with the tiles

    def ask(
        self,
        name: str,
        question: Message,
        read: Callable[[str], T],
        usual: str = "",
        needed: bool = False,
        menu: Sequence[str] = (),
    ) -> T:
        """Asks one question, and repeats it with the problem if the answer is invalid or missing."""
        while True:
            shown = self.typed.get(name, usual)
            self.console.print(WrappedText((question(self.lang), "bold"), (f" [{shown}]" if shown else "", "dim")))
            for line in menu:
                self.console.print(WrappedText(line))
            given = input("› ").strip() or shown
            if given in _BACK:
                raise Back
            if given.casefold() in _END:
                raise EOFError
            try:
                if needed and not given:
                    raise HandError.of("form.empty")
                value = read("" if given.casefold() in _NONE and not usual else given)
            except SikwuError as error:
                tell(error.problems[:MOST_TOLD], self.lang)
                if given == shown:  # an answer that was valid before is not any more
                    self.typed.pop(name, None)
            else:
                self.typed[name] = given
                return value

    # --- the table

    def ask_rules(self) -> None:
        """Asks for the rules."""

        def read(text: str) -> tuple[str, Ruleset]:
            if text == "?":
                self.console.print(WrappedText(", ".join(names())))
                raise HandError(())
            return text, self.rules if text == self.rules.id else find_rules(text, self.wish.options)

        self.rules_name, self.rules = self.ask("rules", say("cli.ask.rules"), read, self.rules_name)

    def ask_seat(self) -> None:
        """Asks for the winner's seat."""
        seat = self.ask("seat", say("cli.ask.seat"), Wind.parse, self.seat(self.win.seat))
        self.win = replace(self.win, seat=seat)

    def ask_round(self) -> None:
        """Asks for the round wind."""
        round_ = self.ask("round", say("cli.ask.round"), Wind.parse, self.seat(self.win.round))
        self.win = replace(self.win, round=round_)

    def ask_streak(self) -> None:
        """Asks for the dealer's streak, if it counts."""
        streak = self.ask("streak", say("cli.ask.streak"), lambda text: Win.parse(f"+? streak={text}").streak, "0")
        self.win = replace(self.win, streak=streak)

    def seat(self, wind: Wind) -> str:
        """A seat in the reader's language."""
        return self.wish.pen.seat(wind)

    # --- the tiles

    def ask_tiles(self) -> None:
        """Asks for the tiles, with any further parts of a hand line; the number of missing melds follows from them."""
        size = self.rules.document.size

        def read(text: str) -> tuple[Win, Tile | None]:
            given = Win.parse(text)
            count = len(given.hand.concealed) + 3 * len(given.hand.melds)
            last = _last_tile(text) if count == size + 1 and given.tile is None else None
            found = list(given.hand.problems(given.tile))
            if given.hand.concealed and last is None and (count > size or (size - count) % 3):
                found.append(problem("form.tiles_count", count=count, size=size, fits=tuple(range(size, 0, -3))))
            # With melds still to come, its own tiles already decide whether it is ready.
            if not found and given.hand.concealed and last is None and not self._waits(given.hand):
                found.append(problem("form.not_ready"))
            if found:
                raise HandError(found)
            return given, last

        given, self.last = self.ask("tiles", say("cli.ask.tiles"), read, needed=True)
        line = self.typed["tiles"]
        self.laid = len(given.hand.melds)
        by = given.by if given.hand.concealed else By.FLOWERS
        self.win = replace(
            given,
            by=by,
            seat=given.seat if "seat=" in line else self.win.seat,
            round=given.round if "round=" in line else self.win.round,
            streak=given.streak or self.win.streak,
        )
        fed = given.feeder is not None
        said = {"tile": given.tile is not None, "way": given.tile is not None, "feeder": fed}
        said |= {"flowers": bool(given.hand.flowers), "at": given.at != Circumstances()}
        self.told = frozenset(name for name, is_so in said.items() if is_so)

    def _waits(self, hand: Hand) -> tuple[Tile, ...]:
        return waits(hand.concealed, Shapes(self.rules.lowered.shapes))

    @property
    def lacking(self) -> int:
        """How many melds a full hand still lacks."""
        hand = self.win.hand
        return (
            0 if not hand.concealed or self.last else (self.rules.document.size - len(hand.concealed)) // 3 - self.laid
        )

    def ask_melds(self) -> None:
        """Asks for the missing melds."""
        count, laid = self.lacking, self.win.hand.melds[: self.laid]

        def read(text: str) -> Hand:
            # Brackets may be left out: 555p<N means (555p<N).
            pieces = re.findall(r"&?\([^)]*\)|&?\[[^]]*\]|\S+", plain(text))
            told = Hand.parse(" ".join(p if p.startswith(("(", "[", "&")) else f"({p})" for p in pieces))
            if told.concealed or told.flowers:
                raise HandError.of("form.melds_only", text=text[:40])
            hand = replace(self.win.hand, melds=(*laid, *told.melds))
            every = replace(self.win, hand=hand).problems(self.rules.document.size)
            found = [*hand.problems(), *(each for each in every if each.code == "meld.own_seat")]
            if len(told.melds) != count:
                found.append(problem("form.melds_count", count=len(told.melds), wanted=count))
            if found:
                raise HandError(found)
            return hand

        hand = self.ask("melds", say("cli.ask.melds", count=count), read)
        self.win = replace(self.win, hand=hand)

    def ask_tile(self) -> None:
        """Asks for the winning tile, which must complete the hand. For a full hand it is one of its tiles."""
        full = self.win.hand

        def read(text: str) -> Win:
            tiles = parse_tiles(text)
            if len(tiles) != 1:
                raise HandError.of("form.one_tile", count=len(tiles))
            hand = full if self.last is None else _without(full, tiles[0])
            win = replace(self.win, hand=hand, tile=tiles[0], by=By.SELF_DRAW, feeder=None, at=Circumstances())
            problems = win.problems(self.rules.document.size)
            found = [each for each in problems if each.code.startswith(("tiles.", "win."))]
            found = found or [each for each in _refused(win, self.rules) if each.code in _NOT_COMPLETE]
            if found:
                raise HandError(found)
            return win

        if self.last is None:
            self.win = self.ask("tile", say("cli.ask.tile", tiles=tuple(self._waits(full))), read)
        else:
            self.win = self.ask("tile", say("cli.ask.tile_of_full"), read, self.wish.pen.tiles((self.last,)))
            self.last = None

    def ask_way(self) -> None:
        """Asks how the tile came; a seat alone means that it discarded the tile."""

        def read(text: str) -> tuple[By, Wind | None]:
            for by, words in _WAYS.items():
                if text.casefold() in words:
                    return by, None
            try:
                seat = Wind.parse(text.lstrip("<"))
            except SikwuError:
                raise HandError.of("form.way", text=text[:20]) from None
            return By.DISCARD, self._fed_by(replace(self.win, by=By.DISCARD), seat)

        by, feeder = self.ask("way", say("cli.ask.way"), read, "1")
        self.win = replace(self.win, by=by, feeder=feeder)

    def ask_feeder(self) -> None:
        """Asks for the discarder."""
        feeder = self.ask("feeder", say("cli.ask.feeder"), self._read_feeder, needed=True)
        self.win = replace(self.win, feeder=feeder)

    def _read_feeder(self, text: str) -> Wind:
        return self._fed_by(self.win, Wind.parse(text))

    def _fed_by(self, win: Win, feeder: Wind) -> Wind:
        found = replace(win, feeder=feeder).problems(self.rules.document.size)
        wrong = [each for each in found if each.code.startswith(("feeder.", "rob_kong."))]
        if wrong:
            raise HandError(wrong)
        return feeder

    def ask_flowers(self) -> None:
        """Asks for the flowers."""

        def read(text: str) -> tuple[Tile, ...]:
            digits = text.replace(" ", "")
            tiles = parse_tiles(f"{digits}f" if digits.isdecimal() else text)
            win = replace(self.win, hand=replace(self.win.hand, flowers=tiles))
            found = [p for p in win.problems(self.rules.document.size) if p.code.startswith("flowers.")]
            found += table_problems(win, self.rules)
            if found:
                raise HandError(found)
            return tiles

        flowers = self.ask("flowers", say("cli.ask.flowers"), read)
        self.win = replace(self.win, hand=replace(self.win.hand, flowers=flowers))

    @property
    def plays_flowers(self) -> bool:
        """Whether these rules have flowers."""
        return not table_problems(replace(self.win, hand=replace(self.win.hand, flowers=(Tile.SPRING,))), self.rules)

    # --- everything else

    def ask_circumstances(self) -> None:
        """Asks for the other circumstances; those that would change the result are offered by number. Not asked if
        there are none.
        """
        menu = offered(self.win, self.rules)
        if not menu:
            score(replace(self.win, at=Circumstances()), self.rules)  # raises all problems of the whole hand
            return
        shown = menu_lines(self.win, menu, self.lang)

        def read(text: str) -> Circumstances:
            at = read_circumstances(text, menu, self.win)
            score(replace(self.win, at=at), self.rules)
            return at

        at = self.ask("at", say("cli.ask.circumstances"), read, menu=shown)
        self.win = replace(self.win, at=at)

    def _yes_no(self, name: str, code: str, field: str) -> None:
        """Asks a yes-or-no question about the circumstances."""

        def read(text: str) -> bool:
            if text.casefold() in _YES or text.casefold() in _NO:
                return text.casefold() in _YES
            raise HandError.of("form.yes_no", text=text[:20])

        is_so = self.ask(name, say(code), read, say("cli.ask.no")(self.lang))
        self.win = self.having(field, is_so)

    def ask_second_kong(self) -> None:
        """Asks whether the second kong was made with the tile drawn for the first."""
        self._yes_no("second_kong", "cli.ask.second_kong", "second_kong_uses_replacement")

    def ask_between(self) -> None:
        """Asks whether a flower came between the kongs."""
        self._yes_no("between", "cli.ask.between", "flower_between_kongs")

    def ask_kong_feeder(self) -> None:
        """Asks whose tile was konged, if that decides who pays."""
        self._ask_who("kong_feeder", say("cli.ask.kong_feeder"))

    def ask_eighth(self) -> None:
        """Asks who holds the eighth flower, if that decides who pays."""
        self._ask_who("eighth_flower", say("cli.ask.eighth"))

    def _ask_who(self, field: str, question: Message) -> None:
        def read(text: str) -> Wind | None:
            seat = Wind.parse(text) if text else None
            score(self.having(field, seat), self.rules)
            return seat

        seat = self.ask(field, question, read)
        self.win = self.having(field, seat)

    def having(self, field: str, value: Any) -> Win:
        """The win with one circumstance changed."""
        return replace(self.win, at=replace(self.win.at, **{field: value}))

    def matters(self, field: str, *values: bool | Wind) -> bool:
        """Whether one of these changes the result."""
        usual = outcome(self.having(field, None if field in _SEATS else False), self.rules)
        told = [outcome(self.having(field, value), self.rules) for value in values]
        return any(each is not None and each != usual for each in told)

    def steps(self) -> tuple[tuple[Callable[[], None], Callable[[], bool]], ...]:
        """The questions in order, each with whether it has to be asked."""
        return (
            (self.ask_rules, lambda: len(self.wish.rules) == 1),
            (self.ask_seat, lambda: True),
            (self.ask_round, lambda: True),
            (self.ask_streak, lambda: "streak=1" in asked_by(self.rules)),
            (self.ask_tiles, lambda: True),
            (self.ask_melds, lambda: self.lacking > 0),
            (self.ask_tile, lambda: bool(self.win.hand.concealed) and "tile" not in self.told),
            (self.ask_way, lambda: bool(self.win.hand.concealed) and "way" not in self.told),
            (self.ask_feeder, self._needs_feeder),
            (self.ask_flowers, lambda: "flowers" not in self.told and self.plays_flowers),
            (self.ask_circumstances, lambda: "at" not in self.told),
            (self.ask_second_kong, lambda: self._chained and self.matters("second_kong_uses_replacement", True)),
            (self.ask_between, self._may_be_between),
            (self.ask_kong_feeder, lambda: self._on_kong and self.matters("kong_feeder", *Wind)),
            (self.ask_eighth, lambda: self.win.by is By.FLOWERS and self.matters("eighth_flower", *Wind)),
        )

    @property
    def _chained(self) -> bool:
        return self.win.at.kong_chain > 1

    def _may_be_between(self) -> bool:
        return self._chained and bool(self.win.hand.flowers) and self.matters("flower_between_kongs", True)

    @property
    def _on_kong(self) -> bool:
        return self.win.at.replacement is Replacement.KONG

    def _needs_feeder(self) -> bool:
        typed = self.typed.get("way", "").lstrip("<＜")
        by_seat = any(typed.casefold() in wind.words for wind in Wind)
        return self.win.by in (By.DISCARD, By.ROB_KONG) and "feeder" not in self.told and not by_seat


_SEATS = ("kong_feeder", "eighth_flower")
TILES = 4
"""The number of the question for the tiles: the next hand begins with it."""


def ask_hands(rules: tuple[Ruleset, ...], wish: ScoreFlags) -> None:
    """Asks for a win step by step and prints its score; then asks for the next one, at the same table.

    Several rulesets are shown side by side; the first decides the questions.
    """
    form = Form(rules[0], wish)
    line_editing()
    heading(form.console, say("cli.ask.start")(form.lang))
    start = 0
    try:
        while True:
            _ask_one(form, start)
            form.console.print()
            _tell(form, rules)
            start = TILES
            form.next_hand()
            seats = say("cli.ask.next", rules=form.rules.name, seat=form.win.seat, round=form.win.round)
            heading(form.console, seats(form.lang))
    except EOFError:
        form.console.print()
    except KeyboardInterrupt:
        form.console.print()
        raise typer.Exit(130) from None


def _ask_one(form: Form, at: int) -> None:
    """Asks the necessary questions for one hand; a problem of the whole hand leads back to the tiles."""
    steps, way = form.steps(), 1
    while at < len(steps):
        ask, applies = steps[at]
        try:
            if applies():
                way = 1
                ask()
            if at == len(steps) - 1:
                score(form.win, form.rules)
        except Back:
            way = -1
        except SikwuError as error:
            tell(error.problems, form.lang)
            at, way = TILES, 0
        at = max(0, at + way)
        way = way or 1


def _tell(form: Form, given: tuple[Ruleset, ...]) -> None:
    several = len(given) > 1
    wish = form.wish if several else replace(form.wish, rules=(form.rules_name,))
    rules = given if several else (form.rules,)
    answer(form.win.text, rules, wish)
    print_command(form.win.text, rules, wish)


def _refused(win: Win, rules: Ruleset) -> tuple[Problem, ...]:
    try:
        score(win, rules)
    except SikwuError as error:
        return error.problems
    return ()


def _last_tile(text: str) -> Tile | None:
    """The tile typed last, without flowers."""
    _, rest, _ = lift_melds(plain(text))
    words = [
        token
        for token in rest.split()
        if "=" not in token and not (len(token) > 1 and token.islower() and token.isalpha())
    ]
    tiles = [tile for tile in parse_tiles(" ".join(words)) if not tile.is_flower]
    return tiles[-1] if tiles else None


def _without(hand: Hand, tile: Tile) -> Hand:
    rest = list(hand.concealed)
    if tile not in rest:
        raise HandError.of("form.not_held", tile=tile)
    rest.remove(tile)
    return replace(hand, concealed=tuple(rest))
