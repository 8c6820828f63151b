"""Shell completion of rulesets, options with values, patterns and books. On any error it offers nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from sikwu.cli.shared.language import spoken

if TYPE_CHECKING:
    from sikwu.rules.options import Option
    from sikwu.rules.ruleset import Ruleset

CompletionOffer = tuple[str, str]
"""A word and its meaning, for shells that show it."""


def _quiet(
    offer: Callable[[typer.Context, str], Iterable[CompletionOffer]],
) -> Callable[[typer.Context, str], list[CompletionOffer]]:
    """Suppresses errors, which nobody wants to read while typing."""

    def offered(ctx: typer.Context, incomplete: str) -> list[CompletionOffer]:
        with suppress(Exception):
            return [each for each in dict(offer(ctx, incomplete)).items() if each[0].startswith(incomplete)]
        return []

    return offered


def _lang(ctx: typer.Context) -> str:
    return spoken(ctx.params.get("lang"))


# --- rules


@_quiet
def complete_rules(ctx: typer.Context, incomplete: str) -> Iterator[CompletionOffer]:
    """Documents, presets, and rules files in the current folder."""
    from sikwu.rules.presets import names, ruleset

    for name in names():
        yield name, ruleset(name).name(_lang(ctx))
    folder = Path(incomplete).parent if "/" in incomplete else Path()
    for file in sorted(folder.glob("*.toml")):
        yield str(file), ""


@_quiet
def complete_option(ctx: typer.Context, incomplete: str) -> Iterator[CompletionOffer]:
    """Options of the rules named earlier in the line; the values of an option once only that one matches."""
    rules = _rules_named(ctx)
    id, equals, _ = incomplete.partition("=")
    fitting = {
        option.id: (among, option)
        for among in reversed(rules)
        for option in among.options
        if (option.id == id if equals else option.id.startswith(id))
    }
    if len(fitting) == 1:
        for among, option in fitting.values():
            yield from _values(among, option, _lang(ctx))
    else:
        from sikwu.rules.texts import option_words

        for id, (among, _) in sorted(fitting.items()):
            yield f"{id}=", option_words(among, id).says(_lang(ctx))


def _values(rules: Ruleset, option: Option, lang: str) -> Iterator[CompletionOffer]:
    """Each value of an option; for a range, its current value as a starting point."""
    from sikwu.cli.shared.lookup import choice_words
    from sikwu.rules.options import OneOf, value_text

    now = rules.settings[option.id]
    words = option.values.values if isinstance(option.values, OneOf) else (now, *getattr(option.values, "words", ()))
    for value in dict.fromkeys(map(value_text, words)):
        yield f"{option.id}={value}", choice_words(rules, option.id, value, lang)


def _rules_named(ctx: typer.Context) -> list[Ruleset]:
    """The rules that the line names; all documents if it names none."""
    from sikwu.cli.shared.lookup import documents, find_rules

    named = next((ctx.params[each] for each in ("rules", "ruleset") if ctx.params.get(each)), ())
    names: Iterable[Any] = (named,) if isinstance(named, str) else named
    return [find_rules(str(name)) for name in names] or list(documents())


# --- patterns


@_quiet
def complete_pattern(ctx: typer.Context, incomplete: str) -> Iterator[CompletionOffer]:
    """Patterns by id; by their Chinese names once a Chinese character is typed."""
    for rules in _rules_named(ctx):
        for pattern in rules.patterns:
            yield (pattern.id, f"{pattern.zh} {pattern.en}") if incomplete.isascii() else (pattern.zh, pattern.en)


@_quiet
def complete_shown(ctx: typer.Context, incomplete: str) -> Iterator[CompletionOffer]:
    """Patterns, duties and rulesets; options only after a dot is typed, because there are many."""
    rules = _rules_named(ctx)
    if "." in incomplete:
        from sikwu.rules.texts import option_words

        found = {option.id: each for each in reversed(rules) for option in each.options}
        for id in sorted(id for id in found if id.startswith(incomplete)):
            yield id, option_words(found[id], id).says(_lang(ctx))
        return
    for each in rules:
        for duty in each.duties:
            yield (duty.id, f"{duty.zh} {duty.en}") if incomplete.isascii() else (duty.zh, duty.en)
    yield from complete_pattern(ctx, incomplete)
    yield from complete_rules(ctx, incomplete)


@_quiet
def complete_part(ctx: typer.Context, incomplete: str) -> Iterator[CompletionOffer]:
    """The first parts of option ids: `limit`, `full_flush`."""
    parts = sorted({option.id.partition(".")[0] for rules in _rules_named(ctx) for option in rules.options})
    yield from ((part, "") for part in parts)


# --- books


@_quiet
def complete_book(ctx: typer.Context, incomplete: str) -> Iterator[CompletionOffer]:
    """The existing books; completion creates and upgrades nothing."""
    from sikwu.book import Store
    from sikwu.cli.shared.places import books_file

    with Store(str(ctx.params.get("db") or books_file()[0]), False) as store:
        for book in store.list():
            yield book.name, book.id
