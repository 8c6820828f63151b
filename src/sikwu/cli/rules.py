"""`sikwu rules`: rulesets, patterns and options to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

from sikwu.cli.lookup import (
    books,
    choice_words,
    find_duties,
    find_pattern,
    find_rules,
    is_file,
    option_words,
    unknown_name,
)
from sikwu.cli.paper import Beside, Kept, Words, heading, paper, telling
from sikwu.corpus import examples, option_examples
from sikwu.explain import fan_words, limits_line, name_of
from sikwu.reasons import lines
from sikwu.rules.duty import Duty, summary_text
from sikwu.rules.groups import GROUPS
from sikwu.rules.lowering import resolve
from sikwu.rules.options import OneOf, Option, value_text
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import ALIASES, names, ruleset
from sikwu.rules.ruleset import Difference, Ruleset
from sikwu.texts import RulesError, SikwuError
from sikwu.win import Win
from sikwu.wording import said

NARROW = 76  # below this, tables are told line by line


def list_command(lang: str) -> None:
    """All rulesets with minimum, ceiling and hash."""
    console = paper()
    every = [ruleset(name) for name in names()]
    if console.width < NARROW:
        for rules in every:
            told = (Words((rules.id, "bold"), " ", *_both(rules, lang)), Words((rules.hash, "dim")))
            console.print(Beside(limits(rules), *told))
        return
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column(said(("規則", "ruleset"), lang), style="bold", no_wrap=True)
    table.add_column(said(("名稱", "name"), lang))
    table.add_column(said(("起糊", "min"), lang), justify="right")
    table.add_column(said(("封頂", "cap"), lang), justify="right")
    table.add_column("hash", style="dim", no_wrap=True)
    for rules in every:
        table.add_row(rules.id, Words(*_both(rules, lang)), str(rules.minimum), _cap(rules), rules.hash)
    console.print(table)


def _cap(rules: Ruleset) -> str:
    return "∞" if rules.cap is None else str(rules.cap)


def limits(rules: Ruleset) -> str:
    """Minimum and ceiling in a few characters."""
    return f"{rules.minimum}–{_cap(rules)}".rjust(5)


def _both(rules: Ruleset, lang: str) -> tuple[str, str, str]:
    zh, en = Kept(rules.name.zh), rules.name.en
    return (zh, " ", en) if lang == "zh" else (en, " ", zh)


def show_command(name: str, lang: str) -> None:
    """One pattern, ruleset or option."""
    with telling(lang):
        console = paper()
        pattern = None if is_file(name) else find_pattern(name, books())
        duties = [] if is_file(name) else find_duties(name, books())
        if pattern is not None or duties:
            if pattern is not None:
                show_pattern(console, pattern, lang)
            for own, duty in duties:
                if pattern is not None:
                    console.print()
                show_duty(console, own, duty, lang)
            return
        home = next((rules for rules in books() if any(option.id == name for option in rules.options)), None)
        if home is not None:
            show_option(console, home, name, lang)
            return
        try:
            rules = find_rules(name)
        except RulesError as error:
            if is_file(name) or name in names() or name in ALIASES:
                raise
            raise RulesError([unknown_name(name)]) from error
        show_ruleset(console, rules, lang)


# --- a pattern


def show_pattern(console: Console, id: str, lang: str) -> None:
    """Names, sentence, source, condition, what it absorbs, its worth everywhere, and hands that show it."""
    told: list[Pattern] = []  # books of other games may mean something else by the same name
    for home in books():
        if find_pattern(id, (home,)) == id and not any(home.pattern(id) is each for each in told):
            if told:
                console.print()
            told.append(home.pattern(id))
            _print_pattern(console, home, home.pattern(id), lang)


def _print_pattern(console: Console, home: Ruleset, pattern: Pattern, lang: str) -> None:
    id = pattern.id
    console.print(Words((name_of(pattern)(lang), "bold"), (f" {id}", "dim")))
    if pattern.aka:
        console.print(Words(said(("又叫：", "Also called "), lang) + "、".join(pattern.aka)))
    console.print(Words(home.sentence(id)(lang)))
    console.print(Words((pattern.source, "dim")))
    _print_conditions(console, home, pattern, lang)
    _print_absorbs(console, home, pattern, lang)
    heading(console, said(("番數", "Worth"), lang))
    worths: dict[str, list[str]] = {}
    for name in names():
        rules = ruleset(name)
        if find_pattern(id, (rules,)) == id and rules.pattern(id) is pattern:
            worths.setdefault(_worth(rules, id, lang), []).append(name)
    for worth, ids in worths.items():
        console.print(Beside(worth + said(("：", ":"), lang), Words(", ".join(ids))))
    about = [option for option in home.options if option.id.startswith(f"{id}.")]
    if about:
        heading(console, said((f"選項（{home.id}）", f"Options ({home.id})"), lang))
        for option in about:
            _print_option(console, home, option, lang)
    mine = {name for ids in worths.values() for name in ids}
    shown = [case for case in examples(id) if ALIASES.get(case.get("ruleset", ""), case.get("ruleset")) in mine]
    _print_cases(console, shown, lang)


def _worth(rules: Ruleset, id: str, lang: str) -> str:
    worth = rules.worth(id)
    if rules.pattern(id).only_beside is not None:
        return said(("稱呼", "a name"), lang)
    if worth is None:
        return said(("不計", "not in use"), lang)
    mark = said((" 例牌", " limit"), lang) if rules.is_limit_hand(id) else ""
    return fan_words(worth, lang) + mark


def _print_conditions(console: Console, home: Ruleset, pattern: Pattern, lang: str) -> None:
    if pattern.only_beside is not None:
        return
    heading(console, said(("條件", "Condition"), lang))
    told = []
    for name in pattern.row_names():
        row = home.draft.rows[name]
        way = lines(resolve(row.when, home.draft.defined), lang)
        if row.row.mark or way in told:
            continue
        told.append(way)
        if len(told) > 1:
            console.print(Words((said(("或者（要選項打開）：", "Or, where an option says so:"), lang), "dim")))
        for line in way:
            console.print(Beside("  " * line.depth + "·", Words(line.text)))
        console.print(Words((repr(resolve(row.when, home.draft.defined)), "dim")))


def _print_absorbs(console: Console, home: Ruleset, pattern: Pattern, lang: str) -> None:
    dropped: dict[str, None] = {}
    shared: dict[str, None] = {}
    alone = False
    for name in pattern.row_names():
        row = home.draft.rows[name]
        dropped |= dict.fromkeys(target.split("/")[0] for target in sorted(row.absorbs))
        shared |= dict.fromkeys(target.split("/")[0] for target in row.row.absorbs_shared)
        alone |= row.row.alone
    dropped.pop(pattern.id, None)
    over = [
        other.id
        for other in home.patterns
        if other.id != pattern.id
        and any(pattern.id in {t.split("/")[0] for t in home.draft.rows[n].absorbs} for n in other.row_names())
    ]
    if not (dropped or shared or alone or over):
        return
    heading(console, said(("一齊出現時", "Together with others"), lang))
    if alone:
        console.print(Words(said(("價錢固定，其他番一律不加。", "A fixed price: nothing else is added."), lang)))
    for ids, words in (
        (dropped, ("計了它就不計：", "When it counts, these do not: ")),
        (shared, ("同一隻牌不再計：", "For the same tiles, these do not count again: ")),
        (over, ("計了這些就不計它：", "It does not count beside: ")),
    ):
        if ids:
            console.print(Words(said(words, lang), *_name_list(home, ids, lang)))


def _name_list(rules: Ruleset, ids: Iterable[str], lang: str, look: str = "") -> list[tuple[str, str]]:
    """The names of patterns in both languages, in pieces that are not broken in the wrong place."""
    parts: list[tuple[str, str]] = []
    for id in ids:
        pattern = rules.pattern(id)
        names = (Kept(pattern.zh), pattern.en) if lang == "zh" else (pattern.en, Kept(pattern.zh))
        mark = said(("（例牌）", " (limit)"), lang) if rules.is_limit_hand(id) else ""
        parts += [(said(("、", ", "), lang), look)] * bool(parts)
        parts += [(names[0], look or "bold"), (" ", ""), (names[1], look), (mark, look or "magenta")]
    return parts


def _print_cases(console: Console, cases: list[dict[str, Any]], lang: str, most: int = 3) -> None:
    """Some cases of each sort, told shortly."""
    for sort, words in (("example", ("例子", "Examples")), ("near_miss", ("差一點", "Near misses"))):
        of_sort = [case for case in cases if case["shows"]["as"] == sort and "error" not in case["expect"]]
        some = list(
            {f"{case.get('hand')} {case.get('melds')} {case['expect'].get('fan')}": case for case in of_sort}.values()
        )
        if some:
            heading(console, said(words, lang))
        for case in some[:most]:
            try:
                text = Win.from_case(case).text
            except SikwuError:
                continue
            rules = case.get("ruleset", "hk-standard")
            changed = [f"{id}={value_text(value)}" for id, value in (case.get("options") or {}).items()]
            told = [Words((text, "cyan")), Words((" ".join((str(rules), *changed)), "dim")), Words(case.get("why", ""))]
            console.print(Beside(f"{case['expect'].get('fan', ''):>2}", *told))


# --- a duty


def show_duty(console: Console, home: Ruleset, duty: Duty, lang: str) -> None:
    """Who answers for a win, in words: names, sentence, source, where it is in force, and the options that switch it."""
    names_of = (duty.zh, duty.en) if lang == "zh" else (duty.en, duty.zh)
    console.print(Words((" ".join(names_of), "bold"), (f" {duty.id} {duty.jyutping}", "dim")))
    somebody = said(("某", "Somebody"), lang), said(("食糊", "the winner"), lang)
    tiles = said(("最後一副", "the last set"), lang)
    console.print(Words(duty.says(lang).format(feeder=somebody[0], winner=somebody[1], tiles=tiles)))
    console.print(Words((duty.source, "dim")))
    heading(console, said(("各套規則", "In every ruleset"), lang))
    told: dict[str, list[str]] = {}
    for name in names():
        rules = ruleset(name)
        if any(each.id == duty.id and each.says == duty.says for each in rules.duties):
            way = summary_text(rules.duty(duty.id).summary(rules.settings), lang) or said(
                ("不包", "not in force"), lang
            )
            told.setdefault(way, []).append(name)
    for way, ids in told.items():
        console.print(Beside("·", Words((way, "bold"), f": {', '.join(ids)}")))
    if duty.options:
        heading(console, said((f"選項（{home.id}）", f"Options ({home.id})"), lang))
    for id in duty.options:
        _print_option(console, home, next(option for option in home.options if option.id == id), lang)


# --- a ruleset


def show_ruleset(console: Console, rules: Ruleset, lang: str) -> None:
    """A ruleset: its words, its patterns by fan, its options with their values."""
    console.print(Words(*_both(rules, lang), (f" {rules.id} {rules.hash}", "dim"), style="bold"))
    console.print(Words(limits_line(rules, lang)))
    if rules.says(lang):
        console.print(Words(rules.sentence()(lang)))
    if rules.source:
        console.print(Words((rules.source, "dim")))
    by_fan: dict[int, list[str]] = {}
    unused = []
    for pattern in rules.patterns:
        worth = rules.worth(pattern.id)
        if worth is not None:
            by_fan.setdefault(worth, []).append(pattern.id)
        elif pattern.only_beside is None:
            unused.append(pattern.id)
    heading(console, said(("番種", "Patterns by fan"), lang))
    for fan in sorted(by_fan):
        console.print(Beside(f"{fan:2}", Words(*_name_list(rules, by_fan[fan], lang))))
    if unused:
        heading(console, said(("不計", "Not in use"), lang))
        console.print(Words(*_name_list(rules, unused, lang, "dim")))
    heading(console, said(("選項（* 有改動）", "Options (* changed by this ruleset)"), lang))
    for option in rules.shown_options:
        value = rules.settings[option.id]
        star = "*" if rules.document.defaults[option.id] != value else " "
        words = option_words(rules, option.id).says(lang)
        meaning = choice_words(rules, option.id, value, lang)
        meaning = said((f"：{meaning}", f": {meaning}"), lang) if meaning else ""
        named = Words((option.id, "bold"), f" = {_shown(rules, value, lang)}")
        console.print(Beside(star, named, Words((words + meaning, "dim")), *_remarks(rules, option, lang)))
    console.print()
    hint = (f"每個選項的全部選擇：sikwu rules options {rules.id}", f"All choices: sikwu rules options {rules.id}")
    console.print(Words((said(hint, lang), "dim")))


def _shown(rules: Ruleset, value: object, lang: str) -> str:
    """A value; lists of patterns by name."""
    if isinstance(value, tuple) and all(find_pattern(str(id), (rules,)) for id in value):
        short = [name_of(rules.pattern(str(id))).short(lang) for id in value]
        return said(("、", ", "), lang).join(short) or "[]"
    return value_text(value)


# --- options


def options_command(name: str, part: str, lang: str) -> None:
    """All options of a ruleset with all their choices."""
    with telling(lang):
        rules = find_rules(name)
        found = [option for option in rules.options if part.casefold() in option.id]
        if not found:
            raise RulesError([unknown_name(part)])
        console = paper()
        console.print(Words(*_both(rules, lang), (f" {rules.id}", "dim"), style="bold"))
        for group, name_ in GROUPS.items():
            some = [option for option in found if option.group == group]
            if some:
                heading(console, name_(lang))
            for place, option in enumerate(some):
                if place:
                    console.print()
                _print_option(console, rules, option, lang)


def _print_option(console: Console, rules: Ruleset, option: Option, lang: str) -> None:
    text = option_words(rules, option.id)
    now = rules.settings[option.id]
    choices = {value: words for value, words in text.choices.items() if _may_be(option, value)}
    told = isinstance(option.values, OneOf) and len(choices) == len(option.values.values)
    range_ = "" if told else f"  ({option.values.text})"
    console.print(Words((option.id, "bold"), f" = {_shown(rules, now, lang)}", (range_, "dim")))
    console.print(Beside(" ", Words(text.says(lang))))
    for value, words in choices.items():
        chosen = value == value_text(now)
        console.print(Beside("✓" if chosen else "·", Words((value, "bold" if chosen else ""), f" {words(lang)}")))
    console.print(Beside(" ", Words((text.source, "dim"))))
    for remark in _remarks(rules, option, lang):
        console.print(Beside(" ", remark))


def _remarks(rules: Ruleset, option: Option, lang: str) -> list[Words]:
    """What is to be said beside an option: that no program acts on it, or why it changes nothing now."""
    found = []
    if option.for_table_only:
        words = ("只供枱面參考：程式不會跟它做任何事。", "For the table only: nothing in the program acts on it.")
        found.append(Words((said(words, lang), "yellow")))
    reason = rules.no_effect(option.id)
    if reason is not None:
        found.append(Words((said((reason.zh, reason.en), lang), "yellow")))
    return found


def _may_be(option: Option, value: str) -> bool:
    """The words of an option are shared by several documents; of its choices, does this one belong to it?"""
    values = option.values
    return not isinstance(values, OneOf) or value in map(value_text, values.values)


def show_option(console: Console, home: Ruleset, id: str, lang: str) -> None:
    """An option: its choices, its value in every ruleset, and cases that show it."""
    option = next(option for option in home.options if option.id == id)
    _print_option(console, home, option, lang)
    heading(console, said(("各套規則", "In every ruleset"), lang))
    told: dict[str, list[str]] = {}
    for name in names():
        rules = ruleset(name)
        if id in rules.settings:
            told.setdefault(_shown(rules, rules.settings[id], lang), []).append(name)
    for value, ids in told.items():
        console.print(Beside("·", Words((value, "bold"), f": {', '.join(ids)}")))
    _print_cases(console, option_examples(id), lang)


def diff_command(ours: str, theirs: str, lang: str) -> None:
    """Where two rulesets differ."""
    with telling(lang):
        a, b = find_rules(ours), find_rules(theirs)
        console = paper()
        for letter, rules in (("A", a), ("B", b)):
            console.print(Beside(letter, Words(rules.id, " ", *_both(rules, lang), (f" {rules.hash}", "dim"))))
        found = a.diff(b)
        if not found:
            same = ("兩套規則一樣。", "The two rulesets play alike.")
            console.print(Words(said(same, lang)))
        options = [each.id for each in found if each.kind == "option"]
        if options:
            heading(console, said(("選項", "Options"), lang))
        for id in options:
            print_option_difference(console, (("A", a), ("B", b)), id, lang)
        prices = [each for each in found if each.kind == "pattern"]
        if prices:
            heading(console, said(("番數", "Worth"), lang))
        for each in prices:
            home = a if any(p.id == each.id for p in a.patterns) else b
            none = said(("不計", "not in use"), lang)
            name = (name_of(home.pattern(each.id))(lang), "bold")
            console.print(Beside("·", Words(name, f"  A {each.ours or none} → B {each.theirs or none}")))
        _print_duty_differences(console, a, b, [each for each in found if each.kind == "duty"], lang)


def _print_duty_differences(console: Console, a: Ruleset, b: Ruleset, found: list[Difference], lang: str) -> None:
    if found:
        heading(console, said(("包牌", "Liability"), lang))
    none = said(("不包", "not in force"), lang)
    for each in found:
        duty = (a if any(mine.id == each.id for mine in a.duties) else b).duty(each.id)
        name = (duty.zh if lang == "zh" else duty.en, "bold")
        ours, theirs = (summary_text(way, lang) or none for way in (each.ours, each.theirs))
        console.print(Beside("·", Words(name, f"  A {ours} → B {theirs}")))


def print_option_difference(console: Console, columns: Iterable[tuple[str, Ruleset]], id: str, lang: str) -> None:
    """What an option decides, and what each ruleset says."""
    columns = list(columns)
    home = next(rules for _, rules in columns if id in rules.settings)
    console.print(Words((id, "bold"), f" {option_words(home, id).says(lang)}"))
    for letter, rules in columns:
        if id in rules.settings:
            value = rules.settings[id]
            meaning = choice_words(rules, id, value, lang)
            console.print(Beside(letter, Words(_shown(rules, value, lang), (f" {meaning}", "dim"))))
