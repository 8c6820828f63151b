"""`sikwu score`: one hand, told fan by fan."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console

from sikwu.cli.lookup import find_rules, is_file, pattern_named
from sikwu.cli.paper import Beside, Kept, Words, heading, paper, telling
from sikwu.explain import Because, Explanation, Name, Read, because, explain, line_text, patterns_line
from sikwu.notation import format_tiles
from sikwu.rules.naming import called
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import Message, say
from sikwu.win import By, Win

if TYPE_CHECKING:
    from sikwu.wire import ToldReadingShape, ToldShape  # only who prints JSON loads them

EXAMPLE = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"


def score_command(text: str, rules_name: str, options: list[str], lang: str, json: bool, why: str | None) -> None:
    """Scores the hand of a text; without one, asks at a terminal or shows an example."""
    with telling(lang, json):
        rules = find_rules(rules_name, options)
        if text.strip():
            win = Win.parse(text)
        elif sys.stdin.isatty() and sys.stdout.isatty() and not json:
            from sikwu.cli.form import ask_win

            win, rules = ask_win(rules, options, lang)
        else:
            win = Win.parse(EXAMPLE)
            if not json:
                _introduce(lang)
        asked = None if why is None else pattern_named(why, rules)
        told = score(win, rules)
        if json:
            sys.stdout.write(msgspec.json.encode(told_shape(told, lang)).decode() + "\n")
            return
        console = paper()
        if asked is not None:
            _head(console, explain(told), told, lang)
            print_because(console, because(told, asked), lang)
            return
        print_score(console, told, lang)
        if not text.strip():
            print_command(console, win, rules, rules_name, options, lang)


def _introduce(lang: str) -> None:
    console = paper()
    console.print(Words(say("cli.score.example")(lang)))
    console.print()


def print_command(console: Console, win: Win, rules: Ruleset, rules_name: str, options: list[str], lang: str) -> None:
    """The command that gives the same answer again."""
    name = rules_name if is_file(rules_name) else rules.id
    parts = [f'sikwu score "{win.text}"', *([] if name == "hk-standard" else [f"--rules {name}"])]
    parts += [f"--option {each}" for each in options]
    heading(console, say("cli.score.one_line")(lang))
    console.print(" ".join(parts), soft_wrap=True)  # unbroken, to be copied


def _head(console: Console, told: Explanation, score: Score, lang: str) -> None:
    good = score.valid
    console.print(Words((told.headline(lang), "bold green" if good else "bold red")))
    for line in (told.ceiling, told.spicy):
        if line is not None:
            console.print(Words((line(lang), "yellow")))
    console.print(Words((score.win.text, "cyan")))
    console.print(Words(told.situation(lang)))
    console.print(Words((f"{told.rules(lang)} · {called(score.ruleset)(lang)} · {score.ruleset.hash}", "dim")))


def print_score(console: Console, score: Score, lang: str) -> None:
    """The whole story of a score."""
    told = explain(score)
    _head(console, told, score, lang)
    if told.label is not None:
        console.print()
        label = (_named(told.label, lang), Words(told.label_says(lang)), Words((told.label_source, "dim")))
        console.print(Beside(" 0" if not told.counted else "  ", *label))
    if told.counted:
        heading(console, say("cli.score.counts")(lang))
    for each in told.counted:
        mark = say("cli.score.limit")(lang) if each.limit else ""
        lines = [_named(each.name, lang, mark, each.times)]
        lines += [] if each.shown is None else [Words((each.shown(lang), "cyan"))]
        lines += [Words(each.says(lang)), Words((each.source, "dim"))]
        console.print(Beside(f"{each.fan:2}", *lines))
    if told.dropped:
        heading(console, say("cli.score.dropped")(lang))
    for drop in told.dropped:
        console.print(Beside(" –", _named(drop.name, lang), Words(drop.sentence(lang)), Words((drop.source, "dim"))))
    heading(console, say("cli.score.reading")(lang))
    _print_reading(console, told.reading, lang, True)
    for other in told.others:
        _print_reading(console, other, lang, False)
    if told.waits is not None:
        console.print(Words(told.waits(lang)))


def _named(name: Name, lang: str, mark: str = "", times: int = 1) -> Words:
    chinese: list[tuple[str, str]] = [(Kept(name.zh), "bold"), (name.jyutping, "italic dim")]
    english: list[tuple[str, str]] = [(name.en, "bold" if lang == "en" else "")]
    spaced: list[str | tuple[str, str]] = []
    ordered = [*english, *chinese] if lang == "en" else [*chinese, *english]
    for part in (*ordered, (f"×{times}" if times > 1 else "", "bold"), (mark, "magenta")):
        if part[0]:
            spaced += [" ", part] if spaced else [part]
    return Words(*spaced)


def _print_reading(console: Console, read: Read, lang: str, chosen: bool) -> None:
    why = None if chosen else patterns_line(read)
    text = read.text(lang) + ("" if why is None else why(lang))
    console.print(Beside("✓" if chosen else "·", Words(text, style="" if chosen else "dim")))


def print_because(console: Console, told: Because, lang: str) -> None:
    """Why a pattern holds or not, part by part."""
    console.print()
    console.print(_named(told.name, lang))
    console.print(Words((told.verdict(lang), "green" if told.holds else "red")))
    for number, way in enumerate(told.ways, 1):
        if len(told.ways) > 1:
            console.print(Words((say("told.way", number=number)(lang), "bold")))
        for line in way:
            mark, text = line_text(line, lang).split(" ", 1)
            style = {"✓": "green", "✗": "red"}.get(mark, "")
            console.print(Beside("  " * line.depth + mark, Words(text), style=style))


def told_shape(score: Score, lang: str) -> ToldShape:
    """The score in the words of one language, with its explanation as codes and facts."""
    from sikwu.wire import ToldCountedShape, ToldDroppedShape, ToldShape, changed_options, explanation_shape

    told, rules = explain(score), score.ruleset
    return ToldShape(
        text=score.win.text,
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
        headline=told.headline(lang),
        counted=tuple(
            ToldCountedShape(
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
            for each in told.counted
        ),
        not_counted=tuple(
            ToldDroppedShape(
                pattern=each.pattern,
                by=each.by,
                why=each.why,
                tiles=format_tiles(each.tiles),
                says=each.sentence(lang),
                source=each.source,
            )
            for each in told.dropped
        ),
        ceiling_says=_or_empty(told.ceiling, lang),
        spicy_says=_or_empty(told.spicy, lang),
        reading=_told_reading(told.reading, lang),
        others=tuple(_told_reading(other, lang) for other in told.others),
        waits=None if score.win.by is By.FLOWERS else format_tiles(score.waits),
        explanation=explanation_shape(score, told=told),
    )


def _or_empty(message: Message | None, lang: str) -> str:
    return "" if message is None else message(lang)


def _told_reading(read: Read, lang: str) -> ToldReadingShape:
    from sikwu.wire import ToldReadingShape

    sets = read.text.facts["groups"]
    groups = tuple(each(lang) for each in sets if isinstance(each, Message)) if isinstance(sets, tuple) else ()
    return ToldReadingShape(read.fan, read.capped, groups, _or_empty(read.place, lang), read.text(lang))
