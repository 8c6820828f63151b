"""Prints a score: short, or in full with sentences and sources; and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from sikwu.cli.aligned import Cell, Row, aligned
from sikwu.cli.drawn import Pen
from sikwu.cli.paper import Beside, Kept, Words, heading
from sikwu.cli.sources import cited
from sikwu.explaining import Because, Explanation, Name, Read, explain, limits_line, line_text, patterns_line
from sikwu.money.amount import money_text
from sikwu.money.payment import Reason
from sikwu.money.settlement import Settlement
from sikwu.money.words import duty_name, reason_text
from sikwu.money.worth import worth_words
from sikwu.rules.naming import basis, called
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import say
from sikwu.verdict import Verdict
from sikwu.wording import situation


def print_head(console: Console, told: Explanation, verdict: Verdict, pen: Pen, full: bool = False) -> None:
    """What it is worth, the hand, how it was won, and under which rules."""
    score, lang = verdict.score, pen.lang
    console.print(Words((told.headline(lang), "bold green" if score.valid else "bold red")))
    for line in (told.ceiling, told.spicy):
        if line is not None:
            console.print(Words((line(lang), "yellow")))
    console.print(Words((pen.hand(verdict.win), "cyan")))
    console.print(Words(situation(verdict.win)(lang)))
    rules = score.ruleset
    name = called(rules)
    short = say("cli.score.rules", name=rules.name if name == called(basis(rules)) else name, limits=limits_line(rules))
    mark = f"{told.rules(lang)} · {name(lang)} · {rules.hash}" if full else short(lang)
    console.print(Words((mark, "dim")))


# --- in a few lines


def print_short(console: Console, verdict: Verdict, pen: Pen) -> None:
    """A line for each fan with its tiles, what held but did not count, the money, the waits."""
    told = explain(verdict.score)
    print_head(console, told, verdict, pen)
    lines: list[tuple[list[Cell], Words | None]] = []
    if told.label is not None:
        lines.append(
            ([say("fan", n=0)(pen.lang), (_short(told.label, pen.lang), "bold")], Words(told.label_says(pen.lang)))
        )
    for each in told.counted:
        marks = (f"×{each.times}" if each.times > 1 else "", say("cli.score.limit")(pen.lang) if each.limit else "")
        name = " ".join(part for part in (_short(each.name, pen.lang), *marks) if part)
        shown = None if each.shown is None else Words((pen.shown(each.shown), "cyan"))
        lines.append(([(say("fan", n=each.fan)(pen.lang), "bold"), (name, "bold")], shown))
    for drop in told.dropped:
        lines.append((["–", _short(drop.name, pen.lang)], Words((drop.sentence(pen.lang), "dim"))))
    console.print()
    for row in aligned(lines, right=[0]):
        console.print(row)
    console.print()
    _print_money(console, verdict, pen)
    if told.waits is not None:
        console.print(Words(say("cli.score.waits", tiles=pen.tiles(verdict.score.waits))(pen.lang)))


def _short(name: Name, lang: str) -> str:
    """A name in the reader's language; in English the characters stand beside it, as tables write them."""
    return f"{name.en} {name.zh}".strip() if lang == "en" else name.short(lang)


# --- in full


def print_full(console: Console, verdict: Verdict, pen: Pen) -> None:
    """The whole story of a score: every sentence, with the documents that say so."""
    lang, told = pen.lang, explain(verdict.score)
    print_head(console, told, verdict, pen, full=True)
    if told.label is not None:
        console.print()
        source = Words((cited(told.label_source, lang), "dim"))
        console.print(
            Beside("  " if told.counted else " 0", named(told.label, lang), Words(told.label_says(lang)), source)
        )
    if told.counted:
        heading(console, say("cli.score.counts")(lang))
    for each in told.counted:
        lines = [named(each.name, lang, say("cli.score.limit")(lang) if each.limit else "", each.times)]
        lines += [] if each.shown is None else [Words((pen.shown(each.shown), "cyan"))]
        lines += [Words(each.says(lang)), Words((cited(each.source, lang), "dim"))]
        console.print(Beside(f"{each.fan:2}", *lines))
    if told.dropped:
        heading(console, say("cli.score.dropped")(lang))
    for drop in told.dropped:
        source = Words((cited(drop.source, lang), "dim"))
        console.print(Beside(" –", named(drop.name, lang), Words(drop.sentence(lang)), source))
    heading(console, say("cli.score.reading")(lang))
    _print_reading(console, told.reading, lang, True)
    for other in told.others:
        _print_reading(console, other, lang, False)
    if told.waits is not None:
        console.print(Words(told.waits(lang)))
    heading(console, say("cli.score.paid")(lang))
    _print_money(console, verdict, pen)
    for line in worth_words(verdict.score, verdict.paid):
        console.print(Words((line(lang), "dim")))


def named(name: Name, lang: str, mark: str = "", times: int = 1) -> Words:
    """All names of a pattern."""
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


# --- money


def _print_money(console: Console, verdict: Verdict, pen: Pen) -> None:
    if verdict.paid is not None:
        for row in payment_rows(verdict.paid, pen, verdict.score.ruleset):
            console.print(row)
    elif verdict.unpaid is not None:
        console.print(Words(verdict.unpaid(pen.lang)))


def payment_rows(paid: Settlement, pen: Pen, rules: Ruleset) -> Iterable[Row]:
    """Who pays whom, how much and why; then what the winner gets, where several pay."""
    lines: list[tuple[list[Cell], Words]] = []
    for payer, payee, amount, reason in paid.transfers:
        who = say("cli.paid.who", payer=payer, payee=payee)(pen.lang)
        why = Words((duty_text(reason, pen.lang), "bold yellow"), reason_text(reason, rules)(pen.lang))
        lines.append(([who, (money_text(amount), "bold")], why))
    yield from aligned(lines, right=[1])
    if len(paid.transfers) > 1:
        for winner in paid.winners:
            got = money_text(paid.payments[winner])
            yield Row(Words((say("cli.paid.total", winner=winner, amount=got)(pen.lang), "bold")).text, None)


def duty_text(reason: Reason, lang: str) -> str:
    """The name of the liability rule (包), to print before its sentence; empty if nobody is liable."""
    duty = duty_name(reason)
    return "" if duty is None else say("cli.paid.liable", duty=duty)(lang)


# --- why


def print_because(console: Console, told: Because, lang: str) -> None:
    """Why a pattern holds or not, part by part."""
    console.print()
    console.print(named(told.name, lang))
    console.print(Words((told.verdict(lang), "green" if told.holds else "red")))
    for number, way in enumerate(told.ways, 1):
        if len(told.ways) > 1:
            console.print(Words((say("told.way", number=number)(lang), "bold")))
        for line in way:
            mark, text = line_text(line, lang).split(" ", 1)
            style = {"✓": "green", "✗": "red"}.get(mark, "")
            console.print(Beside("  " * line.depth + mark, Words(text), style=style))
