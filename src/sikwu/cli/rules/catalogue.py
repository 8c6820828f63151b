"""Prints the pages of the rules: a pattern, a liability rule, an option, a ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console

from sikwu.cli.shared.lookup import choice_words, find_pattern
from sikwu.cli.shared.paper import MarkedText, WrappedText, both, heading
from sikwu.corpus import examples, option_examples
from sikwu.explaining import because, fan_words, limits_line, line_text, name_of
from sikwu.practice.examples import lacking
from sikwu.reasons import asks_alike, together, ways
from sikwu.rules.duty import Duty, summary_text
from sikwu.rules.naming import called, titled
from sikwu.rules.options import OneOf, Option, value_text
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.scoring import score
from sikwu.texts import SikwuError, say
from sikwu.vocabulary.glossary import GlossaryWord
from sikwu.win import Win


def cap(rules: Ruleset) -> str:
    """The ceiling, or a word for none."""
    return "∞" if rules.cap is None else str(rules.cap)


def limits(rules: Ruleset) -> str:
    """Minimum and ceiling in a few characters."""
    return f"{rules.minimum}–{cap(rules)}".rjust(5)


def both_names(rules: Ruleset, lang: str) -> tuple[str, str, str]:
    """The names of a ruleset."""
    return both(rules.name.zh, rules.name.en, lang)


def titles(rules: Ruleset, lang: str) -> list[str | tuple[str, str]]:
    """The names and description of a ruleset; its display name contains the house's own name."""
    told = called(rules)(lang)
    return [told] if rules.name.zh == rules.name.en else [*both_names(rules, lang), (f" {told}", "dim")]


# --- a word of the glossary


def show_word(console: Console, entry: GlossaryWord, lang: str, among: Iterable[Ruleset]) -> None:
    """Prints the meaning of a word of the glossary, and the patterns, options and page it leads to."""
    console.print(WrappedText((entry.title(lang), "bold"), (f" {'、'.join(entry.words)}", "dim")))
    console.print(WrappedText(entry.says(lang)))
    rulesets = list(among)
    for id in entry.options:
        home = next((rules for rules in rulesets if id in rules.settings), None)
        if home is not None:
            now = f" = {shown(home, home.settings[id], lang)}"
            console.print(MarkedText("·", WrappedText((id, "bold"), f"{now}  {option_words(home, id).says(lang)}")))
    for id in entry.patterns:
        home = next((rules for rules in rulesets if find_pattern(id, (rules,)) == id), None)
        if home is not None:
            console.print(MarkedText("·", WrappedText((id, "bold"), f"  {name_of(home.pattern(id))(lang)}")))
    if entry.page:
        console.print(MarkedText("→", WrappedText((say("cli.rules.page", page=f"docs/{entry.page}.md")(lang), "dim"))))


# --- a pattern


def show_pattern(console: Console, id: str, lang: str, among: Iterable[Ruleset]) -> None:
    """Prints a pattern: names, sentence, source, condition, what it absorbs, its worth everywhere, and hands that
    show it.
    """
    told: list[Pattern] = []  # documents of other games may use the same name for something else
    for home in among:
        if find_pattern(id, (home,)) == id and not any(home.pattern(id) is each for each in told):
            if told:
                console.print()
            told.append(home.pattern(id))
            _print_pattern(console, home, home.pattern(id), lang)


def _print_pattern(console: Console, home: Ruleset, pattern: Pattern, lang: str) -> None:
    id = pattern.id
    console.print(WrappedText((name_of(pattern)(lang), "bold"), (f" {id}", "dim")))
    if pattern.aka:
        console.print(WrappedText(say("cli.rules.aka", names="、".join(pattern.aka))(lang)))
    console.print(WrappedText(home.sentence(id)(lang)))
    console.print(WrappedText((titled(pattern.source)(lang), "dim")))
    _print_conditions(console, home, pattern, lang)
    _print_absorbs(console, home, pattern, lang)
    heading(console, say("cli.rules.worth")(lang))
    worths: dict[str, list[str]] = {}
    for rules in everywhere(home):
        if find_pattern(id, (rules,)) == id and rules.pattern(id) is pattern:
            worths.setdefault(_worth(rules, id, lang), []).append(called(rules)(lang))
    for worth, ids in worths.items():
        console.print(MarkedText(say("cli.rules.mark", what=worth)(lang), WrappedText(", ".join(ids))))
    about = [option for option in home.options if option.id.startswith(f"{id}.")]
    if about:
        heading(console, say("cli.rules.options_of", rules=called(home))(lang))
        for option in about:
            print_option(console, home, option, lang)
    _print_cases(console, shown_cases(home, pattern), lang, id)


def shown_cases(home: Ruleset, pattern: Pattern) -> list[dict[str, Any]]:
    """The cases that show a pattern under rules with the same condition as the given rules."""
    found = []
    for case in examples(pattern.id):
        rules = case_rules(case)
        if find_pattern(pattern.id, (rules,)) == pattern.id and rules.pattern(pattern.id) is pattern:
            found += [case] if asks_alike(home, rules, pattern.id) else []
    return found


def case_rules(case: dict[str, Any]) -> Ruleset:
    """The rules of a case."""
    return ruleset(case.get("ruleset", "hk-standard")).with_options(case.get("options") or {})


def everywhere(home: Ruleset) -> list[Ruleset]:
    """The given rules, if they are a house's own, and all rules that have a name."""
    named = [ruleset(name) for name in names()]
    return named if any(home is each for each in named) else [home, *named]


def _worth(rules: Ruleset, id: str, lang: str) -> str:
    worth = rules.worth(id)
    if rules.pattern(id).only_beside is not None:
        return say("cli.rules.a_name")(lang)
    if worth is None:
        return say("cli.rules.not_in_use")(lang)
    told = fan_words(worth, lang)
    return say("cli.rules.limit_worth", worth=told)(lang) if rules.marks_limit(id) else told


def _print_conditions(console: Console, home: Ruleset, pattern: Pattern, lang: str) -> None:
    if pattern.only_beside is not None:
        return
    heading(console, say("cli.rules.condition")(lang))
    for number, (_, way) in enumerate(ways(home, pattern.id)):
        if number:
            console.print(WrappedText((say("cli.rules.or")(lang), "dim")))
        for line in way:
            console.print(MarkedText("  " * line.depth + "·", WrappedText(line.text(lang))))


def _print_absorbs(console: Console, home: Ruleset, pattern: Pattern, lang: str) -> None:
    dropped, shared, over, alone = together(home, pattern.id)
    if not (dropped or shared or alone or over):
        return
    heading(console, say("cli.rules.together")(lang))
    if alone:
        console.print(WrappedText(say("cli.rules.alone")(lang)))
    for ids, words in (
        (dropped, say("cli.rules.absorbs")),
        (shared, say("cli.rules.shares")),
        (over, say("cli.rules.absorbed")),
    ):
        if ids:
            console.print(WrappedText(words(lang), *name_list(home, ids, lang)))


def name_list(rules: Ruleset, ids: Iterable[str], lang: str, look: str = "") -> list[tuple[str, str]]:
    """The names of patterns in both languages, in pieces that may be wrapped only between names."""
    parts: list[tuple[str, str]] = []
    for id in ids:
        pattern = rules.pattern(id)
        first, space, second = both(pattern.zh, pattern.en, lang)
        mark = say("cli.rules.limit_mark")(lang) if rules.marks_limit(id) else ""
        parts += [(say("list.separator")(lang), look)] * bool(parts)
        parts += [(first, look or "bold"), (space, ""), (second, look), (mark, look or "magenta")]
    return parts


def _print_cases(
    console: Console, cases: list[dict[str, Any]], lang: str, pattern: str | None = None, most: int = 3
) -> None:
    """Prints some cases of each sort in short form; for a near miss, what the pattern lacks."""
    for sort, words in (("example", say("cli.rules.example")), ("near_miss", say("cli.rules.near_miss"))):
        of_sort = [case for case in cases if case["shows"]["as"] == sort and "error" not in case["expect"]]
        some = list(
            {f"{case.get('hand')} {case.get('melds')} {case['expect'].get('fan')}": case for case in of_sort}.values()
        )
        if some:
            heading(console, words(lang))
        for case in some[:most]:
            try:
                text = Win.from_case(case).text
            except SikwuError:
                continue
            rules = case.get("ruleset", "hk-standard")
            changed = [f"{id}={value_text(value)}" for id, value in (case.get("options") or {}).items()]
            told = [
                WrappedText((text, "cyan")),
                WrappedText((" ".join((str(rules), *changed)), "dim")),
            ]
            if lang == "en" and "why" in case:  # the reasons in cases are written in English
                told.append(WrappedText(titled(case["why"])(lang)))
            if sort == "near_miss" and pattern is not None:
                told += [WrappedText((line, "red")) for line in why_not(case, pattern, lang)]
            console.print(MarkedText(f"{case['expect'].get('fan', ''):>2}", *told))


def why_not(case: dict[str, Any], pattern: str, lang: str) -> list[str]:
    """Why a pattern does not count in a case: the failing parts, in the way that lacks the fewest, or the rule that
    excludes it.
    """
    told = because(score(Win.from_case(case), case_rules(case)), pattern)
    return [line_text(line, lang) for line in lacking(told)] or [told.verdict(lang)]


# --- a duty


def show_duty(console: Console, home: Ruleset, duty: Duty, lang: str) -> None:
    """Prints a liability rule: names, sentence, source, where it is in force, and the options that switch it."""
    console.print(WrappedText(("".join(both(duty.zh, duty.en, lang)), "bold"), (f" {duty.id} {duty.jyutping}", "dim")))
    places = {
        "feeder": say("cli.rules.somebody"),
        "winner": say("cli.rules.winner"),
        "tiles": say("cli.rules.last_set"),
    }
    console.print(
        WrappedText(home.duty_sentence(duty.id)(lang).format(**{name: words(lang) for name, words in places.items()}))
    )
    console.print(WrappedText((titled(duty.source)(lang), "dim")))
    heading(console, say("cli.rules.everywhere")(lang))
    told: dict[str, list[str]] = {}
    for rules in everywhere(home):
        if any(each.id == duty.id and each.says == duty.says for each in rules.duties):
            way = summary_text(rules.duty(duty.id).summary(rules.settings), lang)
            told.setdefault(way or say("cli.rules.not_in_force")(lang), []).append(called(rules)(lang))
    for way, ids in told.items():
        console.print(MarkedText("·", WrappedText((way, "bold"), f": {', '.join(ids)}")))
    if duty.options:
        heading(console, say("cli.rules.options_of", rules=called(home))(lang))
    for id in duty.options:
        print_option(console, home, next(option for option in home.options if option.id == id), lang)


# --- a ruleset


def show_ruleset(console: Console, rules: Ruleset, lang: str) -> None:
    """Prints a ruleset: its description, its patterns by fan, its options with their values."""
    console.print(WrappedText(*titles(rules, lang), (f" {rules.hash}", "dim"), style="bold"))
    console.print(WrappedText(limits_line(rules)(lang)))
    if rules.says(lang):
        console.print(WrappedText(rules.sentence()(lang)))
    if rules.source and rules.id != rules.document.id:  # a document is its own source
        console.print(WrappedText((titled(rules.source)(lang), "dim")))
    print_points(console, rules, lang)
    by_fan: dict[int, list[str]] = {}
    unused = []
    for pattern in rules.patterns:
        worth = rules.worth(pattern.id)
        if worth is not None:
            by_fan.setdefault(worth, []).append(pattern.id)
        elif pattern.only_beside is None:
            unused.append(pattern.id)
    heading(console, say("cli.rules.by_fan")(lang))
    for fan in sorted(by_fan):
        console.print(MarkedText(f"{fan:2}", WrappedText(*name_list(rules, by_fan[fan], lang))))
    if unused:
        heading(console, say("cli.rules.unused")(lang))
        console.print(WrappedText(*name_list(rules, unused, lang, "dim")))
    heading(console, say("cli.rules.options_changed")(lang))
    for option in rules.shown_options:
        value = rules.settings[option.id]
        star = "*" if rules.document.defaults[option.id] != value else " "
        words = option_words(rules, option.id).says(lang)
        meaning = choice_words(rules, option.id, value, lang)
        meaning = say("cli.rules.meaning", meaning=meaning)(lang) if meaning else ""
        named = WrappedText((option.id, "bold"), f" = {shown(rules, value, lang)}")
        console.print(MarkedText(star, named, WrappedText((words + meaning, "dim")), *_remarks(rules, option, lang)))
    console.print()
    console.print(WrappedText((say("cli.rules.all_choices", rules=rules.id)(lang), "dim")))


def print_points(console: Console, rules: Ruleset, lang: str) -> None:
    """Prints the prices and tables of a house, line by line; nothing for rules without them."""
    if rules.points:
        heading(console, say("cli.rules.house")(lang))
    for point in rules.points:
        console.print(MarkedText("·", WrappedText((point.name(lang), "bold"), f"  {point.says(lang)}")))


def shown(rules: Ruleset, value: object, lang: str) -> str:
    """A value; lists of patterns by name."""
    if isinstance(value, tuple) and all(find_pattern(str(id), (rules,)) for id in value):
        short = tuple(name_of(rules.pattern(str(id))).text for id in value)
        return say("told.each", each=short)(lang) or "[]"
    return value_text(value)


# --- options


def print_option(console: Console, rules: Ruleset, option: Option, lang: str) -> None:
    """An option with all its choices."""
    text = option_words(rules, option.id)
    now = rules.settings[option.id]
    choices = {value: words for value, words in text.choices.items() if _may_be(option, value)}
    told = isinstance(option.values, OneOf) and len(choices) == len(option.values.values)
    range_ = "" if told else f"  ({option.values.text})"
    console.print(WrappedText((option.id, "bold"), f" = {shown(rules, now, lang)}", (range_, "dim")))
    console.print(MarkedText(" ", WrappedText(text.says(lang))))
    for value, words in choices.items():
        chosen = value == value_text(now)
        console.print(
            MarkedText("✓" if chosen else "·", WrappedText((value, "bold" if chosen else ""), f" {words(lang)}"))
        )
    console.print(MarkedText(" ", WrappedText((titled(text.source)(lang), "dim"))))
    for remark in _remarks(rules, option, lang):
        console.print(MarkedText(" ", remark))


def _remarks(rules: Ruleset, option: Option, lang: str) -> list[WrappedText]:
    """Remarks about an option: that no program acts on it, or why it has no effect now."""
    found = []
    if option.for_table_only:
        found.append(WrappedText((say("cli.rules.table_only")(lang), "yellow")))
    reason = rules.no_effect(option.id)
    if reason is not None:
        found.append(WrappedText((reason(lang), "yellow")))
    advice = option.advice(rules.settings[option.id])
    if advice is not None:
        found.append(WrappedText((advice(lang), "yellow")))
    return found


def _may_be(option: Option, value: str) -> bool:
    """Whether a choice belongs to this document; several documents share the texts of an option."""
    values = option.values
    return not isinstance(values, OneOf) or value in map(value_text, values.values)


def show_option(console: Console, home: Ruleset, id: str, lang: str) -> None:
    """Prints an option: its choices, its value in every ruleset, and cases that show it."""
    option = next(option for option in home.options if option.id == id)
    print_option(console, home, option, lang)
    heading(console, say("cli.rules.everywhere")(lang))
    told: dict[str, list[str]] = {}
    for rules in everywhere(home):
        if id in rules.settings:
            told.setdefault(shown(rules, rules.settings[id], lang), []).append(called(rules)(lang))
    for value, ids in told.items():
        console.print(MarkedText("·", WrappedText((value, "bold"), f": {', '.join(ids)}")))
    _print_cases(console, option_examples(id), lang)


def print_option_difference(console: Console, columns: Iterable[tuple[str, Ruleset]], id: str, lang: str) -> None:
    """Prints what an option decides and its value in each ruleset; rulesets with the same value are listed together."""
    columns = list(columns)
    home = next(rules for _, rules in columns if id in rules.settings)
    console.print(WrappedText((id, "bold"), f" {option_words(home, id).says(lang)}"))
    told: dict[tuple[str, str], list[str]] = {}
    for letter, rules in columns:
        if id in rules.settings:
            value = rules.settings[id]
            said = shown(rules, value, lang), choice_words(rules, id, value, lang)
            told.setdefault(said, []).append(letter)
    for (value_shown, meaning), letters in told.items():
        console.print(MarkedText(" ".join(letters), WrappedText(value_shown, (f" {meaning}", "dim"))))
