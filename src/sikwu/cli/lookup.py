"""From what somebody typed to rulesets, options and patterns; what is not known is answered with a guess."""

from __future__ import annotations

from collections.abc import Iterable

from sikwu.explaining import name_of
from sikwu.rules.duty import Duty
from sikwu.rules.options import PatternIds, value_text
from sikwu.rules.presets import ALIASES, BOOKS, names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.texts import Problem, RulesError, Text, nearest, problem, say


def find_rules(name: str, options: Iterable[str] = ()) -> Ruleset:
    """The ruleset of a name or a TOML file, with options changed."""
    rules = _load(name) if is_file(name) else ruleset(_ruleset_id(name))
    return with_typed(rules, options)


def with_typed(rules: Ruleset, options: Iterable[str]) -> Ruleset:
    """The rules with options changed as typed: `limit.cap_fan=8`."""
    given = list(options)
    return rules.with_options(_options(rules, given)) if given else rules


def is_file(name: str) -> bool:
    """Does the name mean a rules file?"""
    return name.endswith(".toml") or "/" in name


def _load(name: str) -> Ruleset:
    from sikwu.rules.files import load

    return load(name)


def _ruleset_id(name: str) -> str:
    """An id from an id, a Chinese or an English name."""
    if name in ALIASES or name in names():
        return name
    for id in names():
        rules = ruleset(id)
        if name.casefold() in (id.casefold(), rules.name.zh.casefold(), rules.name.en.casefold()):
            return id
    return name


def _options(rules: Ruleset, given: Iterable[str]) -> dict[str, object]:
    known = {option.id: option for option in rules.options}
    values: dict[str, object] = {}
    problems = []
    for text in given:
        id, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            problems.append(problem("option.text", text=text))
        else:
            option = known.get(id)
            lists = option is not None and isinstance(option.values, PatternIds) and value not in option.values.words
            values[id] = _value(value, lists)
    if problems:
        raise RulesError(problems)
    return values


def _value(text: str, lists: bool) -> object:
    if lists or text.startswith("["):
        inner = text.removeprefix("[").removesuffix("]")
        return tuple(part.strip() for part in inner.split(",") if part.strip())
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else text


def books() -> tuple[Ruleset, ...]:
    """The documents themselves."""
    return tuple(ruleset(name) for name in BOOKS)


def find_pattern(word: str, among: Iterable[Ruleset]) -> str | None:
    """The id of a pattern by id, Chinese name, other name or English name; None if there is none."""
    wanted = word.strip().casefold()
    known = [pattern for rules in among for pattern in rules.patterns]
    for pattern in known:
        if wanted in (pattern.id, pattern.zh, pattern.en.casefold(), pattern.en.casefold().replace(" ", "_")):
            return pattern.id
    return next((pattern.id for pattern in known if wanted in pattern.aka), None)


def find_duties(word: str, among: Iterable[Ruleset]) -> list[tuple[Ruleset, Duty]]:
    """The duties of an id or a name, each way of putting it once, with a document that has it."""
    wanted = word.strip().casefold()
    found: list[tuple[Ruleset, Duty]] = []
    for rules in among:
        for duty in rules.duties:
            known = any(duty.says == each.says for _, each in found)
            if wanted in (duty.id, duty.zh, duty.en.casefold()) and not known:
                found.append((rules, duty))
    return found


def pattern_named(word: str, rules: Ruleset) -> str:
    """The id of a pattern of a ruleset, or an error with a guess."""
    found = find_pattern(word, (rules,))
    if found is None:
        raise RulesError([unknown(word, _pattern_words((rules,)))])
    return found


def _pattern_words(among: Iterable[Ruleset]) -> dict[str, str]:
    """Everything a pattern may be called, to its id."""
    out: dict[str, str] = {}
    for rules in among:
        for pattern in rules.patterns:
            for word in (pattern.id, pattern.zh, pattern.en, *pattern.aka):
                out.setdefault(word, pattern.id)
    return out


def unknown_name(word: str) -> Problem:
    """There is no pattern, ruleset or option of this name."""
    options = {option.id: option.id for rules in books() for option in rules.options}
    duties = {name: duty.id for rules in books() for duty in rules.duties for name in (duty.id, duty.zh, duty.en)}
    return unknown(word, duties | _pattern_words(books()) | {name: name for name in names()} | options)


def unknown(word: str, known: dict[str, str]) -> Problem:
    """A name that is not known, with the nearest that is."""
    guess = nearest(word, known) or nearest(word.casefold(), known)
    if guess is None:
        return problem("name.not_found", word=word, hint=say("name.not_found.look"))
    id = None if known[guess] == guess else say("told.brackets", what=known[guess])
    return problem("name.not_found", word=word, hint=say("name.not_found.guess", guess=guess, id=id))


def choice_words(rules: Ruleset, id: str, value: object, lang: str) -> str:
    """What a value of an option means; empty where the value says it all."""
    choice = option_words(rules, id).choices.get(value_text(value))
    return "" if choice is None else choice(lang)


def pattern_name(rules: Ruleset, id: str) -> Text:
    """What a pattern is called, in one word for each language."""
    return name_of(rules.pattern(id)).text
