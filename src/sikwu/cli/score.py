"""`sikwu score`: one hand, told fan by fan."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from rich.console import Console

from sikwu.cli.lookup import find_rules, is_file, pattern_named
from sikwu.cli.paper import Beside, Kept, Words, heading, paper, telling
from sikwu.explain import Because, Explanation, Name, Read, because, explain, line_text
from sikwu.notation import format_tiles
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.win import By, Win
from sikwu.wording import said

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
            sys.stdout.write(msgspec.json.encode(as_json(told, lang)).decode() + "\n")
            return
        console = paper()
        if asked is not None:
            _head(console, explain(told, lang), told)
            print_because(console, because(told, asked, lang), lang)
            return
        print_score(console, told, lang)
        if not text.strip():
            print_command(console, win, rules, rules_name, options, lang)


def _introduce(lang: str) -> None:
    console = paper()
    console.print(
        Words(
            said(
                (
                    "一個例子；自己的牌寫成一行放在引號裏（寫法見 sikwu score --help）：",
                    "An example; write your own hand in one line, in quotes (see sikwu score --help):",
                ),
                lang,
            )
        )
    )
    console.print()


def print_command(console: Console, win: Win, rules: Ruleset, rules_name: str, options: list[str], lang: str) -> None:
    """The command that gives the same answer again."""
    name = rules_name if is_file(rules_name) else rules.id
    parts = [f'sikwu score "{win.text}"', *([] if name == "hk-standard" else [f"--rules {name}"])]
    parts += [f"--option {each}" for each in options]
    heading(console, said(("一行寫法", "In one line"), lang))
    console.print(" ".join(parts), soft_wrap=True)  # unbroken, to be copied


def _head(console: Console, told: Explanation, score: Score) -> None:
    good = score.valid
    console.print(Words((told.headline, "bold green" if good else "bold red")))
    for line in (told.ceiling, told.spicy):
        if line:
            console.print(Words((line, "yellow")))
    console.print(Words((score.win.text, "cyan")))
    console.print(Words(told.situation))
    console.print(Words((f"{told.rules} · {score.ruleset.id} · {score.ruleset.hash}", "dim")))


def print_score(console: Console, score: Score, lang: str) -> None:
    """The whole story of a score."""
    told = explain(score, lang)
    _head(console, told, score)
    if told.label is not None:
        console.print()
        label = (_named(told.label, lang), Words(told.label_says), Words((told.label_source, "dim")))
        console.print(Beside(" 0" if not told.counted else "  ", *label))
    if told.counted:
        heading(console, said(("計番", "What counts"), lang))
    for each in told.counted:
        mark = said(("例牌", "limit hand"), lang) if each.limit else ""
        lines = [_named(each.name, lang, mark, each.times)]
        lines += [Words((each.shown, "cyan"))] if each.shown else []
        lines += [Words(each.says), Words((each.source, "dim"))]
        console.print(Beside(f"{each.fan:2}", *lines))
    if told.dropped:
        heading(console, said(("有但不計", "Held, but not counted"), lang))
    for drop in told.dropped:
        console.print(Beside(" –", _named(drop.name, lang), Words(drop.sentence), Words((drop.source, "dim"))))
    heading(console, said(("牌的讀法", "How the hand is read"), lang))
    _print_reading(console, told.reading, lang, True)
    for other in told.others:
        _print_reading(console, other, lang, False)
    if told.waits:
        console.print(Words(told.waits))


def _named(name: Name, lang: str, mark: str = "", times: int = 1) -> Words:
    chinese: list[tuple[str, str]] = [(Kept(name.zh), "bold"), (name.jyutping, "italic dim")]
    english: list[tuple[str, str]] = [(name.en, "" if lang == "zh" else "bold")]
    spaced: list[str | tuple[str, str]] = []
    ordered = [*chinese, *english] if lang == "zh" else [*english, *chinese]
    for part in (*ordered, (f"×{times}" if times > 1 else "", "bold"), (mark, "magenta")):
        if part[0]:
            spaced += [" ", part] if spaced else [part]
    return Words(*spaced)


def _print_reading(console: Console, read: Read, lang: str, chosen: bool) -> None:
    join = said(("、", ", "), lang)
    why = join.join(read.patterns)
    tail = "" if chosen or not why else said((f"（{why}）", f" ({why})"), lang)
    console.print(Beside("✓" if chosen else "·", Words(read.text + tail, style="" if chosen else "dim")))


def print_because(console: Console, told: Because, lang: str) -> None:
    """Why a pattern holds or not, part by part."""
    console.print()
    console.print(_named(told.name, lang))
    console.print(Words((told.verdict, "green" if told.holds else "red")))
    for number, way in enumerate(told.ways, 1):
        if len(told.ways) > 1:
            console.print(Words((said((f"第 {number} 種情況", f"Way {number}"), lang), "bold")))
        for line in way:
            mark, text = line_text(line, lang).split(" ", 1)
            style = {"✓": "green", "✗": "red"}.get(mark, "")
            console.print(Beside("  " * line.depth + mark, Words(text), style=style))


def as_json(score: Score, lang: str) -> dict[str, Any]:
    """The score with its explanation as one JSON object."""
    told, rules = explain(score, lang), score.ruleset
    changed = {id: value for id, value in rules.settings.items() if rules.document.defaults[id] != value}
    return {
        "text": score.win.text,
        "ruleset": rules.id,
        "hash": rules.hash,
        "options": changed,
        "fan": score.fan,
        "capped": score.capped,
        "valid": score.valid,
        "minimum": rules.minimum,
        "ceiling": rules.cap,
        "patterns": score.patterns,
        "label": score.label,
        "limit_hand": score.limit_hand,
        "spicy": score.spicy,
        "headline": told.headline,
        "counted": [
            {
                "pattern": each.pattern,
                "zh": each.name.zh,
                "jyutping": each.name.jyutping,
                "en": each.name.en,
                "fan": each.fan,
                "times": each.times,
                "tiles": format_tiles(each.tiles),
                "says": each.says,
                "source": each.source,
            }
            for each in told.counted
        ],
        "not_counted": [
            {
                "pattern": each.pattern,
                "by": each.by,
                "why": each.why,
                "tiles": format_tiles(each.tiles),
                "says": each.sentence,
                "source": each.source,
            }
            for each in told.dropped
        ],
        "ceiling_says": told.ceiling,
        "spicy_says": told.spicy,
        "reading": _read_json(told.reading),
        "others": [_read_json(other) for other in told.others],
        "waits": None if score.win.by is By.FLOWERS else format_tiles(score.waits),
    }


def _read_json(read: Read) -> dict[str, object]:
    return {"fan": read.fan, "capped": read.capped, "groups": read.groups, "place": read.place, "says": read.text}
