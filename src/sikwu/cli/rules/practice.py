"""`sikwu quiz` and `sikwu rules try`: guess the fan of random wins; see what an option changes."""

from __future__ import annotations

from rich.console import Console

from sikwu.cli.rules.catalogue import name_list, titles
from sikwu.cli.rules.commands import print_json
from sikwu.cli.shared.lookup import find_rules, option_ids, with_typed
from sikwu.cli.shared.paper import MarkedText, WrappedText, paper, telling
from sikwu.explaining import fan_words
from sikwu.practice.quiz import quiz
from sikwu.practice.trying import Trial, WinWorth, trial
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
from sikwu.texts import say
from sikwu.win import Win


def quiz_command(
    rules_name: str, options: list[str], n: int, seed: int, answers: bool, lang: str, json: bool = False
) -> None:
    """Prints random wins for guessing their fan; with `answers`, the fan and patterns of each."""
    with telling(lang, json):
        rules = find_rules(rules_name, options)
        wins = quiz(rules, seed, n)
        if json:
            from sikwu.wire.pages import rules_shape  # needed only for JSON
            from sikwu.wire.served import QuizShape

            print_json(QuizShape(rules_shape(rules), seed, tuple(win.text for win in wins)))
            return
        console = paper()
        console.print(WrappedText(*titles(rules, lang)))
        for number, win in enumerate(wins, 1):
            told = _answer(win, rules, lang) if answers else ()
            console.print(MarkedText(f"{number:>2}", WrappedText((win.text, "cyan")), *told))
        if not answers:
            console.print(WrappedText((say("cli.quiz.answers")(lang), "dim")))


def _answer(win: Win, rules: Ruleset, lang: str) -> tuple[WrappedText, ...]:
    told = score(win, rules)
    return (WrappedText((_fan(WinWorth(told, None), lang), "bold"), "  ", *name_list(rules, told.patterns, lang)),)


def try_command(typed: str, rules_name: str, options: list[str], lang: str, json: bool = False) -> None:
    """Prints a few wins before and after one option is changed."""
    with telling(lang, json):
        rules = find_rules(rules_name, options)
        changed = with_typed(rules, [typed]).settings
        ids = [id for id, value in changed.items() if rules.settings[id] != value]
        (id, *_) = ids or option_ids(typed.partition("=")[0].strip(), rules)
        found = trial(rules, id, changed[id])
        if json:
            from sikwu.practice.pages import trial_shape  # needed only for JSON

            print_json(trial_shape(found))
        else:
            _print_trial(paper(), found, lang)


def _print_trial(console: Console, found: Trial, lang: str) -> None:
    for letter, rules in (("A", found.before), ("B", found.after)):
        console.print(MarkedText(letter, WrappedText(*titles(rules, lang), (f" {rules.hash}", "dim"))))
    for each in found.wins:
        change = f"A {_fan(each.before, lang)} → B {_fan(each.after, lang)}"
        console.print(
            MarkedText(
                "·", WrappedText((each.win.text, "cyan")), WrappedText((change, "bold" if each.differs else "dim"))
            )
        )
    if not any(each.differs for each in found.wins):
        console.print(WrappedText(say("cli.try.same")(lang)))


def _fan(worth: WinWorth | None, lang: str) -> str:
    """The fan of a win, and whether they are too few."""
    if worth is None:
        return say("cli.try.no_win")(lang)
    told = fan_words(worth.score.capped, lang)
    return told if worth.score.valid else say("cli.try.too_few", fan=told)(lang)
