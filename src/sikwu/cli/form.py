"""The guided form of `sikwu score`: one question after another, asked again until the answer can be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import typer

from sikwu.cli.lookup import find_rules
from sikwu.cli.paper import Words, heading, paper, tell
from sikwu.hand import Hand
from sikwu.notation import parse_tiles, plain
from sikwu.reading import Shapes, waits
from sikwu.rules.presets import names
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score, table_problems
from sikwu.texts import HandError, Message, Problem, SikwuError, problem, say
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Circumstances, Win
from sikwu.wording import circumstances

T = TypeVar("T")
_NOT_COMPLETE = ("win.not_complete", "win.pairs_not_played")
_WAYS: dict[By, tuple[str, ...]] = {
    By.DISCARD: ("1", "discard", "出銃", "食出銃"),
    By.SELF_DRAW: ("2", "self_draw", "self-draw", "自摸"),
    By.ROB_KONG: ("3", "rob_kong", "搶槓"),
    By.FLOWERS: ("4", "flowers", "花糊", "食花糊"),
}
# Circumstances offered by number, by how the tile came; any other word may be typed.
_OFFERED: dict[By, tuple[str, ...]] = {
    By.DISCARD: ("last_discard", "first_turn=earthly", "first_turn=human", "ready=concealed"),
    By.SELF_DRAW: (
        "replacement=kong",
        "kong_chain=2",
        "kong_chain=3",
        "replacement=flower",
        "last_tile",
        "first_turn=heavenly",
        "first_turn=earthly_draw",
        "ready=concealed",
    ),
    By.ROB_KONG: ("robbed=concealed",),
    By.FLOWERS: ("replacement=kong", "last_tile", "first_turn=heavenly"),
}


class Back(Exception):
    """The answer was: one question back."""


class Form:
    """The answers so far; each method asks for one of them."""

    def __init__(self, rules: Ruleset, options: list[str], lang: str) -> None:
        self.rules, self.options, self.lang = rules, options, lang
        self.win = Win(Hand(()), None, By.SELF_DRAW, Wind.EAST, Wind.EAST)
        self.console = paper()

    def ask(self, question: Message, read: Callable[[str], T], usual: str = "") -> T:
        """One question; an answer that cannot be is told and asked again."""
        while True:
            self.console.print(Words((question(self.lang), "bold"), (f" [{usual}]" if usual else "", "dim")))
            given = input("› ").strip() or usual
            if given in ("<", "＜"):
                raise Back
            try:
                return read(given)
            except SikwuError as error:
                tell(error.problems, self.lang)

    def ask_rules(self) -> None:
        """Which rules."""

        def read(text: str) -> Ruleset:
            if text == "?":
                self.console.print(Words(", ".join(names())))
                raise HandError(())
            return self.rules if text == self.rules.id else find_rules(text, self.options)

        self.rules = self.ask(say("cli.ask.rules"), read, self.rules.id)

    def ask_seat(self) -> None:
        """The winner's seat."""
        seat = self.ask(say("cli.ask.seat"), Wind.parse, self._wind(self.win.seat))
        self.win = replace(self.win, seat=seat)

    def ask_round(self) -> None:
        """The wind of the round."""
        round_ = self.ask(say("cli.ask.round"), Wind.parse, self._wind(self.win.round))
        self.win = replace(self.win, round=round_)

    def _wind(self, wind: Wind) -> str:
        return say(f"seat.{wind.text}")(self.lang)

    def ask_tiles(self) -> None:
        """Concealed tiles; the melds follow from how many there are."""
        size = self.rules.document.size

        def read(text: str) -> Hand:
            hand = Hand(parse_tiles(text))
            short = len(hand.concealed) % 3 != 1 or len(hand.concealed) > size
            found = [*hand.problems(), *([_wrong_count(len(hand.concealed), size)] if short and text else [])]
            # With melds to come it is ready or not by its own tiles already.
            found = found or ([_not_ready()] if text and not self._waits(hand) else [])
            if found:
                raise HandError(found)
            return hand

        hand = self.ask(say("cli.ask.tiles"), read)
        by = By.SELF_DRAW if hand.concealed else By.FLOWERS
        self.win = replace(self.win, hand=hand, tile=None, by=by, feeder=None)

    def _waits(self, hand: Hand) -> tuple[Tile, ...]:
        return waits(hand.concealed, Shapes(self.rules.lowered.shapes))

    def ask_melds(self) -> None:
        """The melds that are missing to a full hand."""
        count = (self.rules.document.size - len(self.win.hand.concealed)) // 3

        def read(text: str) -> Hand:
            # Brackets may be left out: 555p<N is (555p<N).
            pieces = re.findall(r"&?\([^)]*\)|&?\[[^]]*\]|\S+", plain(text))
            told = Hand.parse(" ".join(p if p.startswith(("(", "[", "&")) else f"({p})" for p in pieces))
            if told.concealed or told.flowers:
                raise HandError([problem("form.melds_only", text=text[:40])])
            hand = replace(self.win.hand, melds=told.melds)
            every = replace(self.win, hand=hand).problems(self.rules.document.size)
            found = [*hand.problems(), *(each for each in every if each.code == "meld.own_seat")]
            if len(told.melds) != count:
                found.append(_wrong_melds(len(told.melds), count))
            if found:
                raise HandError(found)
            return hand

        hand = self.ask(say("cli.ask.melds", count=count), read)
        self.win = replace(self.win, hand=hand)

    def ask_tile(self) -> None:
        """The winning tile; it must complete the hand."""

        def read(text: str) -> Tile:
            tiles = parse_tiles(text)
            if len(tiles) != 1:
                raise HandError([_not_one_tile(len(tiles))])
            win = replace(self.win, tile=tiles[0], by=By.SELF_DRAW, feeder=None, at=Circumstances())
            found = [
                each for each in win.problems(self.rules.document.size) if each.code.startswith(("tiles.", "win."))
            ]
            if not found:
                found = [each for each in _score_problems(win, self.rules) if each.code in _NOT_COMPLETE]
            if found:
                raise HandError(found)
            return tiles[0]

        question = say("cli.ask.tile", tiles=tuple(self._waits(self.win.hand)))
        self.win = replace(self.win, tile=self.ask(question, read))

    def ask_way(self) -> None:
        """How the tile came."""

        def read(text: str) -> By:
            for by, words in _WAYS.items():
                if text.casefold() in words:
                    return by
            raise HandError([problem("form.way", text=text[:20])])

        self.win = replace(self.win, by=self.ask(say("cli.ask.way"), read, "1"), feeder=None)

    def ask_feeder(self) -> None:
        """Whose tile it was."""

        def read(text: str) -> Wind:
            feeder = Wind.parse(text)
            found = replace(self.win, feeder=feeder).problems(self.rules.document.size)
            wrong = [each for each in found if each.code.startswith(("feeder.", "rob_kong."))]
            if wrong:
                raise HandError(wrong)
            return feeder

        feeder = self.ask(say("cli.ask.feeder"), read)
        self.win = replace(self.win, feeder=feeder)

    def ask_flowers(self) -> None:
        """The flowers."""

        def read(text: str) -> tuple[Tile, ...]:
            tiles = parse_tiles(f"{text.replace(' ', '')}f" if text.replace(" ", "").isdigit() else text)
            win = replace(self.win, hand=replace(self.win.hand, flowers=tiles))
            found = [p for p in win.problems(self.rules.document.size) if p.code.startswith("flowers.")]
            found += table_problems(win, self.rules)
            if found:
                raise HandError(found)
            return tiles

        flowers = self.ask(say("cli.ask.flowers"), read)
        self.win = replace(self.win, hand=replace(self.win.hand, flowers=flowers))

    def ask_circumstances(self) -> None:
        """Everything else about the win; what would change the count is offered by number."""
        offered = [word for word in _OFFERED[self.win.by] if self._matters(word)]
        menu = "".join(f"\n{i} {self._words(word)}" for i, word in enumerate(offered, 1))

        def read(text: str) -> Circumstances:
            chosen = []
            for word in text.replace(",", " ").replace("，", " ").split():
                if word.isdigit() and not 0 < int(word) <= len(offered):
                    raise HandError([problem("form.number", number=word[:20], count=len(offered))])
                chosen.append(offered[int(word) - 1] if word.isdigit() else word)
            at = _circumstances(*chosen)
            score(replace(self.win, at=at), self.rules)
            return at

        at = self.ask(say("cli.ask.circumstances", menu=menu), read)
        self.win = replace(self.win, at=at)

    def _matters(self, word: str) -> bool:
        try:
            usual = score(replace(self.win, at=Circumstances()), self.rules)
            told = score(replace(self.win, at=_circumstances(word)), self.rules)
        except SikwuError:
            return False
        return (told.patterns, told.not_counted) != (usual.patterns, usual.not_counted)

    def _words(self, word: str) -> str:
        *_, told = circumstances(replace(self.win, at=_circumstances(word)))  # after a kong's replacement, the kongs
        return told(self.lang)


def _circumstances(*words: str) -> Circumstances:
    """What words say; kongs in a row end in the replacement of a kong."""
    chained = any(word.startswith("kong_chain=") for word in words)
    return Win.parse(" ".join(dict.fromkeys(("+?", *words, *(["replacement=kong"] if chained else []))))).at


def ask_win(rules: Ruleset, options: list[str], lang: str) -> tuple[Win, Ruleset]:
    """Asks for a win step by step; it can be scored under the rules that come with it."""
    form = Form(rules, options, lang)
    heading(form.console, say("cli.ask.start")(lang))
    steps: tuple[tuple[Callable[[], None], Callable[[], bool]], ...] = (
        (form.ask_rules, lambda: True),
        (form.ask_seat, lambda: True),
        (form.ask_round, lambda: True),
        (form.ask_tiles, lambda: True),
        (form.ask_melds, lambda: 0 < len(form.win.hand.concealed) < form.rules.document.size),
        (form.ask_tile, lambda: bool(form.win.hand.concealed)),
        (form.ask_way, lambda: bool(form.win.hand.concealed)),
        (form.ask_feeder, lambda: form.win.by in (By.DISCARD, By.ROB_KONG)),
        (form.ask_flowers, lambda: True),
        (form.ask_circumstances, lambda: True),
    )
    at, way = 0, 1
    try:
        while at < len(steps):
            ask, applies = steps[at]
            try:
                if applies():
                    way = 1
                    ask()
            except Back:
                way = -1
            at = max(0, at + way)
    except (EOFError, KeyboardInterrupt):
        form.console.print()
        raise typer.Exit(130) from None
    form.console.print()
    return form.win, form.rules


def _score_problems(win: Win, rules: Ruleset) -> tuple[Problem, ...]:
    try:
        score(win, rules)
    except SikwuError as error:
        return error.problems
    return ()


def _wrong_count(count: int, size: int) -> Problem:
    return problem("form.tiles_count", count=count, size=size, fits=tuple(range(size, 0, -3)))


def _wrong_melds(count: int, wanted: int) -> Problem:
    return problem("form.melds_count", count=count, wanted=wanted)


def _not_ready() -> Problem:
    return problem("form.not_ready")


def _not_one_tile(count: int) -> Problem:
    return problem("form.one_tile", count=count)
