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
from sikwu.texts import HandError, Problem, SikwuError, problem
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Circumstances, Win
from sikwu.wording import CIRCUMSTANCES, Both, said, tiles_text

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

    def ask(self, question: Both, read: Callable[[str], T], usual: str = "") -> T:
        """One question; an answer that cannot be is told and asked again."""
        while True:
            self.console.print(Words((said(question, self.lang), "bold"), (f" [{usual}]" if usual else "", "dim")))
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

        self.rules = self.ask(
            ("規則（名或 .toml 檔；? 列出全部）", "Rules (a name or a .toml file; ? lists them)"), read, self.rules.id
        )

    def ask_seat(self) -> None:
        """The winner's seat."""
        seat = self.ask(("門風：東 南 西 北", "Seat wind: E S W N"), Wind.parse, self._wind(self.win.seat))
        self.win = replace(self.win, seat=seat)

    def ask_round(self) -> None:
        """The wind of the round."""
        round_ = self.ask(("圈風：東 南 西 北", "Round wind: E S W N"), Wind.parse, self._wind(self.win.round))
        self.win = replace(self.win, round=round_)

    def _wind(self, wind: Wind) -> str:
        return wind.zh if self.lang == "zh" else wind.text

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

        hand = self.ask(
            (
                "手上的牌，不連糊牌、落地牌和花，例如 123m 99p 中中（食花糊可以留空）",
                "Concealed tiles without the winning tile, melds and flowers, such as 123m 99p 中中 "
                "(leave empty for a win by flowers)",
            ),
            read,
        )
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
                raise HandError([problem("notation.meld", text=text[:40])])
            hand = replace(self.win.hand, melds=told.melds)
            found = list(hand.problems())
            found += [
                problem("meld.own_seat", tile=m.tile, seat=m.feeder) for m in hand.melds if m.feeder is self.win.seat
            ]
            if len(told.melds) != count:
                found.append(_wrong_melds(len(told.melds), count))
            if found:
                raise HandError(found)
            return hand

        hand = self.ask(
            (
                f"落地牌 {count} 副，例如 (123m<N) 上北家、(555p<S) 碰南家、(5555p<S) 明槓、(555p+5p<S) 加槓、[7777s] 暗槓",
                f"{count} meld{'s' if count > 1 else ''}, such as (123m<N) fed by N, (555p<S), exposed kong (5555p<S), "
                "added kong (555p+5p<S), concealed kong [7777s]",
            ),
            read,
        )
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

        waiting = tiles_text(self._waits(self.win.hand), self.lang)
        question = (f"糊牌（叫 {waiting}）", f"Winning tile (the hand waits for {waiting})")
        self.win = replace(self.win, tile=self.ask(question, read))

    def ask_way(self) -> None:
        """How the tile came."""

        def read(text: str) -> By:
            for by, words in _WAYS.items():
                if text.casefold() in words:
                    return by
            wrong = problem("value.bad", name="by", value=f'"{text[:20]}"', zh_want=" 1 至 4", en_want="1 to 4")
            raise HandError([wrong])

        question = ("怎樣食：1 食出銃 2 自摸 3 搶槓 4 花糊", "Won by: 1 discard 2 self-draw 3 robbed kong 4 flowers")
        self.win = replace(self.win, by=self.ask(question, read, "1"), feeder=None)

    def ask_feeder(self) -> None:
        """Whose tile it was."""

        def read(text: str) -> Wind:
            feeder = Wind.parse(text)
            found = replace(self.win, feeder=feeder).problems(self.rules.document.size)
            wrong = [each for each in found if each.code.startswith(("feeder.", "rob_kong."))]
            if wrong:
                raise HandError(wrong)
            return feeder

        feeder = self.ask(("由哪一家：東 南 西 北", "From which seat: E S W N"), read)
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

        flowers = self.ask(
            (
                "花牌：1-4 春夏秋冬，5-8 梅蘭菊竹，例如 15；沒有就按 Enter",
                "Flowers: 1-4 are 春夏秋冬, 5-8 are 梅蘭菊竹, such as 15; none: press Enter",
            ),
            read,
        )
        self.win = replace(self.win, hand=replace(self.win.hand, flowers=flowers))

    def ask_circumstances(self) -> None:
        """Everything else about the win; what would change the count is offered by number."""
        offered = [word for word in _OFFERED[self.win.by] if self._matters(word)]
        menu = "".join(f"\n{i} {self._words(word)}" for i, word in enumerate(offered, 1))

        def read(text: str) -> Circumstances:
            chosen = []
            for word in text.replace(",", " ").replace("，", " ").split():
                if word.isdigit() and not 0 < int(word) <= len(offered):
                    wrong = (
                        f"沒有第 {word} 項，只有 {len(offered)} 項。",
                        f"There is no item {word}, only {len(offered)}.",
                    )
                    raise HandError([Problem("form.number", *wrong)])
                chosen.append(offered[int(word) - 1] if word.isdigit() else word)
            at = _circumstances(*chosen)
            score(replace(self.win, at=at), self.rules)
            return at

        at = self.ask(
            (
                f"其他情況（打號數或字；沒有就按 Enter）{menu}",
                f"Anything special? (numbers or words; none: Enter){menu}",
            ),
            read,
        )
        self.win = replace(self.win, at=at)

    def _matters(self, word: str) -> bool:
        try:
            usual = score(replace(self.win, at=Circumstances()), self.rules)
            told = score(replace(self.win, at=_circumstances(word)), self.rules)
        except SikwuError:
            return False
        return (told.patterns, told.not_counted) != (usual.patterns, usual.not_counted)

    def _words(self, word: str) -> str:
        name, _, value = word.partition("=")
        words = CIRCUMSTANCES.get(word) or CIRCUMSTANCES[name]
        return said(words, self.lang).format(value)


def _circumstances(*words: str) -> Circumstances:
    """What words say; kongs in a row end in the replacement of a kong."""
    chained = any(word.startswith("kong_chain=") for word in words)
    return Win.parse(" ".join(dict.fromkeys(("+?", *words, *(["replacement=kong"] if chained else []))))).at


def ask_win(rules: Ruleset, options: list[str], lang: str) -> tuple[Win, Ruleset]:
    """Asks for a win step by step; it can be scored under the rules that come with it."""
    form = Form(rules, options, lang)
    hint = ("逐步問一副牌（< 回上一題，Ctrl-C 停）", "A hand, step by step (< goes one question back, Ctrl-C stops)")
    heading(form.console, said(hint, lang))
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
    fits = ", ".join(str(n) for n in range(size, 0, -3))
    return Problem(
        "tiles.count",
        f"手上有 {count} 隻牌：連落地牌（每副當三隻）應該湊夠 {size} 隻，所以可以是 {fits} 隻。",
        f"There are {count} concealed tiles: with the melds (three each) they make {size}, so it can be {fits}.",
    )


def _wrong_melds(count: int, wanted: int) -> Problem:
    return Problem(
        "melds.count",
        f"有 {count} 副落地牌，應該是 {wanted} 副。",
        f"There are {count} melds; there should be {wanted}.",
    )


def _not_ready() -> Problem:
    return Problem(
        "tiles.not_ready",
        "這些牌未叫糊：未有一隻牌可以令它們食糊，請再看看有沒有寫錯。",
        "These tiles are not ready: no tile completes them. Please check what you typed.",
    )


def _not_one_tile(count: int) -> Problem:
    return Problem(
        "win.one_tile", f"這裏有 {count} 隻牌：糊牌只有一隻。", f"There are {count} tiles: the winning tile is one."
    )
