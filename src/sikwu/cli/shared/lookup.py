"""Finds the ruleset, option or pattern that somebody typed; an unknown name gets a suggestion."""

from __future__ import annotations

from collections.abc import Iterable

from sikwu.explaining import name_of
from sikwu.rules.duty import Duty
from sikwu.rules.options import Option, PatternIds, value_text
from sikwu.rules.presets import ALIASES, DOCUMENTS, names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.texts import Problem, RulesError, Text, nearest, problem, say
from sikwu.vocabulary.fold import fold
from sikwu.vocabulary.glossary import explained
from sikwu.vocabulary.names import meant


def find_rules(name: str, options: Iterable[str] = ()) -> Ruleset:
    """The ruleset of a name or a TOML file, with options changed."""
    rules = _load(name) if is_file(name) else ruleset(_ruleset_id(name))
    return with_typed(rules, options)


def with_typed(rules: Ruleset, options: Iterable[str]) -> Ruleset:
    """The rules with options changed as typed: `limit.cap_fan=8`."""
    given = list(options)
    return rules.with_options(_options(rules, given)) if given else rules


def is_file(name: str) -> bool:
    """Whether a name means a rules file."""
    return name.endswith(".toml") or "/" in name


def _load(name: str) -> Ruleset:
    from sikwu.rules.files import load

    return load(name)


def _ruleset_id(name: str) -> str:
    """The id for an id, a Chinese or an English name, or a common word: 清章."""
    if name in ALIASES or name in names():
        return name
    wanted = fold(name)
    for id in names():
        rules = ruleset(id)
        if wanted in (fold(id), *(fold(part) for part in (rules.name.zh, rules.name.en, _short(rules.name.zh)))):
            return id
    return next(iter(meant(name, "rulesets")), name)


def _short(name: str) -> str:
    """A name without a part in brackets after it."""
    return name.partition("（")[0].partition(" (")[0]


def option_ids(word: str, rules: Ruleset) -> tuple[str, ...]:
    """The options of a ruleset that a word names: by id, by their names on our own screens, or by a common word."""
    if word in rules.settings:
        return (word,)
    wanted = fold(word)
    named = tuple(
        option.id
        for option in rules.options
        if wanted in {fold(each) for each in _called(option_words(rules, option.id).says)}
    )
    return named or tuple(id for id in meant(word, "options") if id in rules.settings)


def options_about(word: str, rules: Ruleset) -> tuple[str, ...]:
    """The options that have to do with a word: those it names; otherwise those of a pattern or a word of the glossary,
    and at last those whose titles contain it.
    """
    if found := option_ids(word, rules):
        return found
    entry, patterns = explained(word), find_patterns(word, (rules,))
    near = [option.id for option in rules.options if any(option.id.startswith(f"{id}.") for id in patterns)]
    near += [id for id in (entry.options if entry is not None else ()) if id in rules.settings]
    wanted = fold(word)
    if not near and wanted:
        near = [
            option.id
            for option in rules.options
            if any(wanted in fold(each) for each in _called(option_words(rules, option.id).says))
        ]
    return tuple(dict.fromkeys(near))


def _called(says: Text) -> tuple[str, ...]:
    return tuple(form for each in (says.zh, says.en, says("yue")) for form in (each, _short(each)))


def _options(rules: Ruleset, given: Iterable[str]) -> dict[str, object]:
    known = {option.id: option for option in rules.options}
    values: dict[str, object] = {}
    problems = []
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            problems.append(problem("option.text", text=text))
            continue
        id = next(iter(option_ids(name, rules)), name)
        values[id] = _value(value, known[id], rules) if id in known else _plain(value)
    if problems:
        raise RulesError(problems)
    return values


def _value(text: str, option: Option, rules: Ruleset) -> object:
    """A typed value: in the form of rules files, or in the words of our own screens."""
    lists = isinstance(option.values, PatternIds) and text not in option.values.words
    if lists or text.startswith("["):
        inner = text.removeprefix("[").removesuffix("]")
        parts = [part.strip().strip("\"'「」") for part in inner.replace("、", ",").replace("，", ",").split(",")]
        return tuple((find_pattern(part, (rules,)) or part) if lists else _plain(part) for part in parts if part)
    choices = option_words(rules, option.id).choices
    for value, words in choices.items():
        if text != value and fold(text) in {
            fold(form) for each in _called(words) for form in (each, each.partition("：")[0])
        }:
            return _plain(value)
    return _plain(text)


def _plain(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else text


def documents() -> tuple[Ruleset, ...]:
    """The documents themselves."""
    return tuple(ruleset(name) for name in DOCUMENTS)


def find_pattern(word: str, among: Iterable[Ruleset]) -> str | None:
    """The id of a pattern by id, name, other name, Jyutping or a common word; None if there is none."""
    return next(iter(find_patterns(word, among)), None)


def find_patterns(word: str, among: Iterable[Ruleset]) -> tuple[str, ...]:
    """All patterns that a word may mean, those with that very name first; an id means only itself."""
    known = [pattern for rules in among for pattern in rules.patterns]
    if any(word.strip() == pattern.id for pattern in known):
        return (word.strip(),)
    wanted = fold(word)
    named = [each.id for each in known if wanted in (fold(each.zh), fold(each.en), fold(each.id), fold(each.jyutping))]
    other = [each.id for each in known if wanted in map(fold, each.aka)]
    ids = {pattern.id for pattern in known}
    return tuple(dict.fromkeys((*named, *other, *(id for id in meant(word, "patterns") if id in ids))))


def find_duties(word: str, among: Iterable[Ruleset]) -> list[tuple[Ruleset, Duty]]:
    """The duties with an id or a name, each distinct wording once, with a document that has it."""
    wanted = fold(word)
    found: list[tuple[Ruleset, Duty]] = []
    for rules in among:
        for duty in rules.duties:
            known = any(duty.says == each.says for _, each in found)
            if wanted in (fold(duty.id), fold(duty.zh), fold(duty.en)) and not known:
                found.append((rules, duty))
    return found


def pattern_named(word: str, rules: Ruleset) -> str:
    """The id of a pattern of a ruleset, or an error with a suggestion."""
    found = find_pattern(word, (rules,))
    if found is None:
        raise RulesError([unknown(word, _pattern_words((rules,)))])
    return found


def _pattern_words(among: Iterable[Ruleset]) -> dict[str, str]:
    """All words for patterns, by word, with the id."""
    out: dict[str, str] = {}
    for rules in among:
        for pattern in rules.patterns:
            for word in (pattern.id, pattern.zh, pattern.en, *pattern.aka):
                out.setdefault(word, pattern.id)
    return out


def unknown_name(word: str) -> Problem:
    """The error for a name that is no pattern, ruleset or option."""
    options = {option.id: option.id for rules in documents() for option in rules.options}
    duties = {name: duty.id for rules in documents() for duty in rules.duties for name in (duty.id, duty.zh, duty.en)}
    return unknown(word, duties | _pattern_words(documents()) | {name: name for name in names()} | options)


def unknown(word: str, known: dict[str, str]) -> Problem:
    """The error for an unknown name, with the nearest known one."""
    guess = nearest(word, known) or nearest(word.casefold(), known)
    if guess is None:
        return problem("name.not_found", word=word, hint=say("name.not_found.look"))
    id = None if known[guess] == guess else say("told.brackets", what=known[guess])
    return problem("name.not_found", word=word, hint=say("name.not_found.guess", guess=guess, id=id))


def choice_words(rules: Ruleset, id: str, value: object, lang: str) -> str:
    """The meaning of an option's value; empty if the value explains itself."""
    choice = option_words(rules, id).choices.get(value_text(value))
    return "" if choice is None else choice(lang)


def pattern_name(rules: Ruleset, id: str) -> Text:
    """The name of a pattern, one in each language."""
    return name_of(rules.pattern(id)).text
