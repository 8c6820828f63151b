"""A hundred random explanations: `python -m tools.explanations` rewrites tests/data/explanations.txt, which a test compares.

The hands come from the corpus, the rules are the five documents with some options changed at random, under a fixed
seed. Each explanation is in three languages: what counts and why, what does not, the waits, the payments, and how fan
became money. Read the difference before you keep it; tests/data/explanations.md says who read them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from sikwu import SikwuError, Win, ruleset
from sikwu.corpus import cases
from sikwu.explaining import explain, limit_mark
from sikwu.money.amount import money_text
from sikwu.money.settlement import Settlement, settle
from sikwu.money.words import duty_name, reason_text
from sikwu.money.worth import worth_words
from sikwu.rules.options import OneOf, Option, Ratio, Whole, value_text
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import LANGUAGES, say

KEPT = Path(__file__).parents[1] / "tests" / "data" / "explanations.txt"
CONVENTION = "a convention of the tables"
"""The source of cases that belong to no document; their hands are not drawn."""
OF_HOUSES = ("seven_pairs.four_of_a_kind_as_two_pairs",)
"""Options that no document knows, and that are not drawn either."""
EACH, SEED, MOST_OPTIONS = 20, 20261118, 6
"""The number of explanations per document, the seed, and the most options changed for one of them."""


class Drawn(NamedTuple):
    """A random win and its rules."""

    told: Score
    options: tuple[str, ...]


def drawn(document: str) -> Iterator[Drawn]:
    """Random wins of a document under random options: only valid wins with different patterns."""
    rules, chance = ruleset(document), Random(f"{SEED} {document}")
    told = [case for case in cases() if case.get("source") != CONVENTION]
    hands = [win for case in told if (win := _win(case, rules)) is not None]
    seen: set[tuple[str, ...]] = set()
    while len(seen) < EACH:
        some = chance.sample(
            [option for option in rules.options if option.touches != "play" and option.id not in OF_HOUSES],
            chance.randint(0, MOST_OPTIONS),
        )
        changes = {option.id: value for option in some if (value := _value(option, chance)) is not None}
        won = _scored(chance.choice(hands), rules, changes)
        if won is not None and won.valid and (key := (*won.patterns, str(won.win.by))) not in seen:
            seen.add(key)
            yield Drawn(won, tuple(f"{id}={value_text(value)}" for id, value in changes.items()))


def _win(case: dict[str, object], rules: Ruleset) -> Win | None:
    try:
        same = ruleset(str(case.get("ruleset", "hk-standard"))).document.size == rules.document.size
        return Win.from_case(case) if same else None
    except SikwuError:
        return None


def _value(option: Option, chance: Random) -> object:
    match option.values:
        case OneOf(values=values):
            return chance.choice(values)
        case Whole(least=least, most=most, words=words):
            return chance.choice([*range(least, min(most, least + 20) + 1), *words])
        case Ratio(least=least):
            return chance.choice([least + 1, least + 2, "3/2"])
    return None


def _scored(win: Win, rules: Ruleset, changes: dict[str, object]) -> Score | None:
    try:
        told = score(win, rules.with_options(changes))
        settle(told)
        return told
    except SikwuError:
        return None


# --- as text


def text() -> str:
    """All of them."""
    every = [each for document in DOCUMENTS for each in drawn(document)]
    return "\n\n".join(_one(number, each) for number, each in enumerate(every, 1)) + "\n"


def _one(number: int, each: Drawn) -> str:
    told = each.told
    head = f"# {number} {told.ruleset.document.id} {told.win.text}"
    options = [f"  {option}" for option in each.options]
    return "\n".join((head, *options, *(line for lang in LANGUAGES for line in (f"[{lang}]", *_lines(told, lang)))))


def _lines(told: Score, lang: str) -> Iterator[str]:
    said = explain(told)
    yield said.headline(lang)
    yield said.situation(lang)
    yield from (line(lang) for line in (said.ceiling, said.spicy) if line is not None)
    if said.label is not None:
        yield f"{said.label.short(lang)}: {said.label_says(lang)}"
    for row in said.counted:
        times = f" ×{row.times}" if row.times > 1 else ""
        mark = limit_mark(row)
        shown = "" if row.shown is None else f" [{row.shown(lang)}]"
        yield f"{row.fan:3} {row.name.short(lang)}{times}{mark(lang) if mark else ''}{shown}: {row.says(lang)}"
    yield from (f"  – {row.name.short(lang)}: {row.sentence(lang)}" for row in said.dropped)
    yield said.reading.text(lang)
    yield from () if said.waits is None else (said.waits(lang),)
    paid = settle(told)
    yield from _paid(paid, told.ruleset, lang)
    yield from (f"  = {line(lang)}" for line in worth_words(told, paid))


def _paid(paid: Settlement, rules: Ruleset, lang: str) -> Iterator[str]:
    for payer, payee, amount, reason in paid.transfers:
        duty = duty_name(reason)
        named = "" if duty is None else say("cli.paid.liable", duty=duty)(lang)
        who = say("cli.paid.who", payer=payer, payee=payee)(lang)
        yield f"{who} {money_text(amount)}: {named}{reason_text(reason, rules)(lang)}"


if __name__ == "__main__":
    KEPT.write_text(text(), "utf-8")
    print(f"{KEPT}: {KEPT.read_text('utf-8').count('# ')} explanations")
