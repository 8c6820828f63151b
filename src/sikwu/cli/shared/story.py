"""Prints a score: short, or in full with sentences and sources; and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from sikwu.cli.shared.aligned import AlignedRow, Cell, aligned
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.paper import MarkedText, UnbrokenText, WrappedText, heading
from sikwu.cli.shared.sources import cited
from sikwu.explaining import (
    ExplainedReading,
    Explanation,
    PatternAnswer,
    PatternName,
    explain,
    limits_line,
    line_text,
    patterns_line,
)
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
    """Prints the total, the hand, how it was won, and the rules."""
    score, lang = verdict.score, pen.lang
    console.print(WrappedText((told.headline(lang), "bold green" if score.valid else "bold red")))
    for line in (told.ceiling, told.spicy):
        if line is not None:
            console.print(WrappedText((line(lang), "yellow")))
    console.print(WrappedText((pen.hand(verdict.win), "cyan")))
    console.print(WrappedText(situation(verdict.win)(lang)))
    rules = score.ruleset
    name = called(rules)
    short = say("cli.score.rules", name=rules.name if name == called(basis(rules)) else name, limits=limits_line(rules))
    mark = f"{told.rules(lang)} · {name(lang)} · {rules.hash}" if full else short(lang)
    console.print(WrappedText((mark, "dim")))


# --- in a few lines


def print_short(console: Console, verdict: Verdict, pen: Pen) -> None:
    """Prints one line per pattern with its tiles, the patterns that did not count, the money, and the waits."""
    told = explain(verdict.score)
    print_head(console, told, verdict, pen)
    lines: list[tuple[list[Cell], WrappedText | None]] = []
    if told.label is not None:
        lines.append(
            (
                [say("fan", n=0)(pen.lang), (_short(told.label, pen.lang), "bold")],
                WrappedText(told.label_says(pen.lang)),
            )
        )
    for each in told.counted:
        marks = (f"×{each.times}" if each.times > 1 else "", say("cli.score.limit")(pen.lang) if each.limit else "")
        name = " ".join(part for part in (_short(each.name, pen.lang), *marks) if part)
        shown = None if each.shown is None else WrappedText((pen.shown(each.shown), "cyan"))
        lines.append(([(say("fan", n=each.fan)(pen.lang), "bold"), (name, "bold")], shown))
    for drop in told.dropped:
        lines.append((["–", _short(drop.name, pen.lang)], WrappedText((drop.sentence(pen.lang), "dim"))))
    console.print()
    for row in aligned(lines, right=[0]):
        console.print(row)
    console.print()
    _print_money(console, verdict, pen)
    if told.waits is not None:
        console.print(WrappedText(say("cli.score.waits", tiles=pen.tiles(verdict.score.waits))(pen.lang)))


def _short(name: PatternName, lang: str) -> str:
    """A name in the reader's language; in English with the Chinese characters, as in tables."""
    return f"{name.en} {name.zh}".strip() if lang == "en" else name.short(lang)


# --- in full


def print_full(console: Console, verdict: Verdict, pen: Pen) -> None:
    """Prints the full explanation of a score: every sentence, with its sources."""
    lang, told = pen.lang, explain(verdict.score)
    print_head(console, told, verdict, pen, full=True)
    if told.label is not None:
        console.print()
        source = WrappedText((cited(told.label_source, lang), "dim"))
        console.print(
            MarkedText(
                "  " if told.counted else " 0", named(told.label, lang), WrappedText(told.label_says(lang)), source
            )
        )
    if told.counted:
        heading(console, say("cli.score.counts")(lang))
    for each in told.counted:
        lines = [named(each.name, lang, say("cli.score.limit")(lang) if each.limit else "", each.times)]
        lines += [] if each.shown is None else [WrappedText((pen.shown(each.shown), "cyan"))]
        lines += [WrappedText(each.says(lang)), WrappedText((cited(each.source, lang), "dim"))]
        console.print(MarkedText(f"{each.fan:2}", *lines))
    if told.dropped:
        heading(console, say("cli.score.dropped")(lang))
    for drop in told.dropped:
        source = WrappedText((cited(drop.source, lang), "dim"))
        console.print(MarkedText(" –", named(drop.name, lang), WrappedText(drop.sentence(lang)), source))
    heading(console, say("cli.score.reading")(lang))
    _print_reading(console, told.reading, lang, True)
    for other in told.others:
        _print_reading(console, other, lang, False)
    if told.waits is not None:
        console.print(WrappedText(told.waits(lang)))
    heading(console, say("cli.score.paid")(lang))
    _print_money(console, verdict, pen)
    for line in worth_words(verdict.score, verdict.paid):
        console.print(WrappedText((line(lang), "dim")))


def named(name: PatternName, lang: str, mark: str = "", times: int = 1) -> WrappedText:
    """All names of a pattern."""
    chinese: list[tuple[str, str]] = [(UnbrokenText(name.zh), "bold"), (name.jyutping, "italic dim")]
    english: list[tuple[str, str]] = [(name.en, "bold" if lang == "en" else "")]
    spaced: list[str | tuple[str, str]] = []
    ordered = [*english, *chinese] if lang == "en" else [*chinese, *english]
    for part in (*ordered, (f"×{times}" if times > 1 else "", "bold"), (mark, "magenta")):
        if part[0]:
            spaced += [" ", part] if spaced else [part]
    return WrappedText(*spaced)


def _print_reading(console: Console, read: ExplainedReading, lang: str, chosen: bool) -> None:
    why = None if chosen else patterns_line(read)
    text = read.text(lang) + ("" if why is None else why(lang))
    console.print(MarkedText("✓" if chosen else "·", WrappedText(text, style="" if chosen else "dim")))


# --- money


def _print_money(console: Console, verdict: Verdict, pen: Pen) -> None:
    if verdict.paid is not None:
        for row in payment_rows(verdict.paid, pen, verdict.score.ruleset):
            console.print(row)
    elif verdict.unpaid is not None:
        console.print(WrappedText(verdict.unpaid(pen.lang)))


def payment_rows(paid: Settlement, pen: Pen, rules: Ruleset) -> Iterable[AlignedRow]:
    """Payer, payee, amount and reason of each payment; then the winner's sum, if several pay."""
    lines: list[tuple[list[Cell], WrappedText]] = []
    for payer, payee, amount, reason in paid.transfers:
        who = say("cli.paid.who", payer=payer, payee=payee)(pen.lang)
        why = WrappedText((duty_text(reason, pen.lang, rules), "bold yellow"), reason_text(reason, rules)(pen.lang))
        lines.append(([who, (money_text(amount), "bold")], why))
    yield from aligned(lines, right=[1])
    if len(paid.transfers) > 1:
        for winner in paid.winners:
            got = money_text(paid.payments[winner])
            yield AlignedRow(
                WrappedText((say("cli.paid.total", winner=winner, amount=got)(pen.lang), "bold")).text, None
            )


def duty_text(reason: Reason, lang: str, rules: Ruleset | None = None) -> str:
    """The name of the liability rule (包), to print before its sentence; empty if nobody is liable."""
    duty = duty_name(reason, rules)
    return "" if duty is None else say("cli.paid.liable", duty=duty)(lang)


# --- why


def print_because(console: Console, told: PatternAnswer, lang: str) -> None:
    """Prints why a pattern holds or does not, part by part."""
    console.print()
    console.print(named(told.name, lang))
    console.print(WrappedText((told.verdict(lang), "green" if told.holds else "red")))
    for number, way in enumerate(told.ways, 1):
        if len(told.ways) > 1:
            console.print(WrappedText((say("told.way", number=number)(lang), "bold")))
        for line in way:
            mark, text = line_text(line, lang).split(" ", 1)
            style = {"✓": "green", "✗": "red"}.get(mark, "")
            console.print(MarkedText("  " * line.depth + mark, WrappedText(text), style=style))
