"""`sikwu score`: explains a hand fan by fan and who pays whom, for one hand, a pipe of hands, or the guided form."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import typer

from sikwu.cli.score.pipe import answer_lines, is_piped
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.lookup import find_rules, is_file, pattern_named
from sikwu.cli.shared.paper import WrappedText, heading, paper, telling
from sikwu.cli.shared.story import print_because, print_full, print_head, print_short
from sikwu.explaining import CountedPattern, DroppedPattern, ExplainedReading, because, explain
from sikwu.notation import format_tiles
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score
from sikwu.texts import HandError, Message, say
from sikwu.verdict import Verdict, judged
from sikwu.wild import score_wild, wild_kinds
from sikwu.win import By, Win
from sikwu.wording import situation

if TYPE_CHECKING:
    from sikwu.wire import (
        CountedPatternWordsShape,
        DroppedPatternWordsShape,
        ReadingWordsShape,
        ScoreWordsShape,
    )  # loaded only for JSON

EXAMPLE = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
USUAL = "hk-standard"


@dataclass(frozen=True, slots=True)
class ScoreFlags:
    """The options of the command besides the hand: the rules, and the form of the output."""

    pen: Pen
    rules: tuple[str, ...] = (USUAL,)
    options: tuple[str, ...] = ()
    json: bool = False
    why: str | None = None
    full: bool = False
    wild: str | None = None

    def found(self) -> tuple[Ruleset, ...]:
        """The rulesets, with options changed."""
        return tuple(find_rules(name, self.options) for name in self.rules)


def score_command(text: str, wish: ScoreFlags, given: bool = False) -> None:
    """Scores the hand of a text; without a text, the hands of standard input, or asks at a terminal.

    `given`: whether a text was given, even an empty one, which is a mistake of a script.
    """
    lang = wish.pen.lang
    with telling(lang, wish.json):
        rules = wish.found()
        if given and not text.strip():
            raise HandError.of("line.empty", example=EXAMPLE)
        if is_piped(text):
            count, good = answer_lines(lambda line: answer(line, rules, wish), lang, wish.json)
            if count or wish.json:
                raise typer.Exit(0 if good else 2)
        elif text.strip():
            answer(text, rules, wish)
            return
        elif sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and not wish.json:
            from sikwu.cli.score.guide import ask_hands

            ask_hands(rules, wish)
            return
        _show_example(rules, wish)


def _show_example(rules: tuple[Ruleset, ...], wish: ScoreFlags) -> None:
    console, lang = paper(), wish.pen.lang
    if not wish.json:
        console.print(WrappedText(say("cli.score.example")(lang)))
        console.print()
    answer(EXAMPLE, rules, wish)
    if not wish.json:
        print_command(EXAMPLE, rules, wish)


def answer(text: str, rules: tuple[Ruleset, ...], wish: ScoreFlags) -> None:
    """Prints one hand in the requested form; several rulesets side by side."""
    win, lang = Win.parse(text), wish.pen.lang
    if wish.wild is not None:
        win = _best(win, rules, wish)
    if wish.why is not None and not wish.json:
        _tell_why(win, wish.why, rules, wish)
        return
    if len(rules) > 1:
        from sikwu.cli.rules.compare import compare_hand

        compare_hand(win, rules, lang, wish.json)
        return
    if wish.why is not None:
        pattern_named(wish.why, rules[0])  # JSON contains every reason, but an unknown name is still an error
    verdict = judged(win, rules[0])
    if wish.json:
        sys.stdout.write(msgspec.json.encode(told_shape(verdict, lang)).decode() + "\n")
    elif wish.full:
        print_full(paper(), verdict, wish.pen)
    else:
        print_short(paper(), verdict, wish.pen)


def _best(win: Win, rules: tuple[Ruleset, ...], wish: ScoreFlags) -> Win:
    """The hand with every wild tile as what it stands for under the rules; prints what that is."""
    if len(rules) > 1:
        raise HandError.of("wild.one_ruleset")
    kinds = wild_kinds(wish.wild or "")
    best = score_wild(win, rules[0], kinds)
    if best.text and not wish.json:
        told = say("cli.score.wild", wild=wish.wild, tiles=best.text)
        paper().print(WrappedText(told(wish.pen.lang)))
    return best.score.win


def _tell_why(win: Win, why: str, rules: tuple[Ruleset, ...], wish: ScoreFlags) -> None:
    """Prints why a pattern holds or does not, under one ruleset after another."""
    console = paper()
    for number, each in enumerate(rules):
        asked, verdict = pattern_named(why, each), judged(win, each)
        if number:
            console.print()
        print_head(console, explain(verdict.score), verdict, wish.pen)
        print_because(console, because(verdict.score, asked), wish.pen.lang)


def print_command(text: str, rules: tuple[Ruleset, ...], wish: ScoreFlags) -> None:
    """Prints the command that gives the same answer again."""
    console = paper()
    parts = [f'sikwu score "{text}"']
    for given, found in zip(wish.rules, rules, strict=True):
        name = given if is_file(given) else found.id
        parts += [f"--rules {name}"] if len(rules) > 1 or name != USUAL else []
    parts += [f"--option {each}" for each in wish.options]
    heading(console, say("cli.score.one_line")(wish.pen.lang))
    console.print(" ".join(parts), soft_wrap=True)  # not wrapped, so that it can be copied


# --- JSON


def told_shape(told: Verdict | Score, lang: str) -> ScoreWordsShape:
    """The score in the words of one language, with its payments, and its explanation as codes and facts."""
    from sikwu.wire import ScoreWordsShape, changed_options, explanation_shape, message_shape, settlement_shape

    verdict = judged(told.win, told.ruleset) if isinstance(told, Score) else told
    score = verdict.score
    explained, rules = explain(score), score.ruleset
    explanation = explanation_shape(score, told=explained)
    if verdict.paid is None:  # the discarder is unknown: the seat assumed instead pays nothing
        how = message_shape(situation(verdict.win))
        explanation = msgspec.structs.replace(
            explanation, situation=how, payments=None, transfers=(), liable=None, worth=()
        )
    return ScoreWordsShape(
        text=verdict.win.text,
        ruleset=rules.id,
        hash=rules.hash,
        options=changed_options(rules),
        fan=score.fan,
        capped=score.capped,
        valid=score.valid,
        minimum=rules.minimum,
        ceiling=rules.cap,
        patterns=score.patterns,
        label=score.label,
        limit_hand=score.limit_hand,
        spicy=score.spicy,
        headline=explained.headline(lang),
        counted=tuple(_told_counted(each, lang) for each in explained.counted),
        not_counted=tuple(_told_dropped(each, lang) for each in explained.dropped),
        ceiling_says=_or_empty(explained.ceiling, lang),
        spicy_says=_or_empty(explained.spicy, lang),
        reading=_told_reading(explained.reading, lang),
        others=tuple(_told_reading(other, lang) for other in explained.others),
        waits=None if score.win.by is By.FLOWERS else format_tiles(score.waits),
        settlement=None
        if verdict.paid is None
        else settlement_shape(verdict.paid, (lang,), rules=verdict.score.ruleset),
        unpaid=None if verdict.unpaid is None else message_shape(verdict.unpaid, (lang,)),
        explanation=explanation,
    )


def _told_counted(each: CountedPattern, lang: str) -> CountedPatternWordsShape:
    from sikwu.wire import CountedPatternWordsShape

    return CountedPatternWordsShape(
        pattern=each.pattern,
        zh=each.name.zh,
        jyutping=each.name.jyutping,
        en=each.name.en,
        fan=each.fan,
        times=each.times,
        tiles=format_tiles(each.tiles),
        says=each.says(lang),
        source=each.source,
    )


def _told_dropped(each: DroppedPattern, lang: str) -> DroppedPatternWordsShape:
    from sikwu.wire import DroppedPatternWordsShape

    return DroppedPatternWordsShape(
        pattern=each.pattern,
        by=each.by,
        why=each.why,
        tiles=format_tiles(each.tiles),
        says=each.sentence(lang),
        source=each.source,
    )


def _or_empty(message: Message | None, lang: str) -> str:
    return "" if message is None else message(lang)


def _told_reading(read: ExplainedReading, lang: str) -> ReadingWordsShape:
    from sikwu.wire import ReadingWordsShape

    sets = read.text.facts["groups"]
    groups = tuple(each(lang) for each in sets if isinstance(each, Message)) if isinstance(sets, tuple) else ()
    return ReadingWordsShape(read.fan, read.capped, groups, _or_empty(read.place, lang), read.text(lang))
