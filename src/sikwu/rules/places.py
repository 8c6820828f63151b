"""Placeholders in the sentences of rules, filled from the current rules: numbers, optional parts, excluded patterns.

    {fan}                         what its pattern is worth
    {worth:a+b}                   what patterns or rows are worth together; of `a,b` the first in use
    {min}, {cap}, {limits}        the minimum, the ceiling, both in words
    {value:a.b}                   the value of an option
    {drops}, {inside}             a sentence of what is not counted beside the pattern, and of what the pattern is not counted beside
    {if a.b=x|y: … elif c: … else: …}   the part whose condition holds, or nothing

A condition is an option (`a.b`: it is on; `a.b=x`, `a.b!=x`: it has one of these values, or none of them), `uses p` (a pattern or row
counts), `p drops q` (p is in use, and q is not counted beside it), `min`, `cap`, `table` or `pays` (there is one: a price table of the house, parts of the price of its own), each with `not` in front if it must not hold, and several joined by
`and`. Chinese writes numbers in characters, and `{fan:d}` in digits. Other brackets stay as they are, and so does a text that cannot be read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sikwu.rules.options import value_text
from sikwu.rules.pattern import Pattern, Text
from sikwu.rules.pays_table import PaysTable
from sikwu.texts import Message, say

if TYPE_CHECKING:
    from sikwu.rules.changes import DraftRow
    from sikwu.rules.ruleset import Ruleset


# --- a sentence taken apart


class Placeholder(NamedTuple):
    """A placeholder for a number or a sentence."""

    name: str
    about: str


class TextChoice(NamedTuple):
    """Parts of which the first with a true condition is used; the condition of `else` is empty."""

    branches: tuple[tuple[str, tuple[TextPart, ...]], ...]


TextPart = str | Placeholder | TextChoice

_TOKEN = re.compile(
    r"\{if (?P<cond>[^:{}]+): ?| ?\belif (?P<other>[^:{}]+): ?| ?\b(?P<last>else): ?|(?P<close>\})"
    r"|\{(?P<name>fan|min|cap|limits|worth|value|drops|inside)(?::(?P<about>[a-z_/.,+]+))?\}|(?P<kept>\{\w*\})"
)


class _BrokenText(ValueError):
    """A text with an open or a superfluous bracket."""


@lru_cache(4096)
def parts_of(sentence: str) -> tuple[TextPart, ...]:
    """A sentence as parts.

    >>> parts_of("計{fan}番{if a.b: ，甲 else: ，乙}。")
    ('計', Placeholder(name='fan', about=''), '番', TextChoice(branches=(('a.b', ('，甲',)), ('', ('，乙',)))), '。')
    >>> parts_of("{if a.b: never closed")
    ('{if a.b: never closed',)
    """
    try:
        parts, end = _read(sentence, 0, inside=False)
        return parts if end == len(sentence) else (sentence,)
    except _BrokenText:
        return (sentence,)


def _read(text: str, at: int, inside: bool) -> tuple[tuple[TextPart, ...], int]:
    """Parses the parts from a place to the end, or inside a choice to the end of the branch."""
    out: list[TextPart] = []
    while True:
        found = _TOKEN.search(text, at)
        while found and not inside and (found["other"] or found["last"]):  # a plain word if it is outside a choice
            found = _TOKEN.search(text, found.end())
        if found is None:
            if inside:
                raise _BrokenText(text)
            return _joined([*out, text[at:]]), len(text)
        out.append(text[at : found.start()])
        if found["cond"]:
            choice, at = _choice(text, found["cond"], found.end())
            out.append(choice)
        elif found["name"]:
            out.append(Placeholder(found["name"], found["about"] or ""))
            at = found.end()
        elif found["kept"]:
            out.append(found[0])
            at = found.end()
        elif inside:
            return _joined(out), found.start()
        else:
            raise _BrokenText(text)


def _choice(text: str, cond: str, at: int) -> tuple[TextChoice, int]:
    branches: list[tuple[str, tuple[TextPart, ...]]] = []
    while True:
        parts, at = _read(text, at, inside=True)
        branches.append((cond, parts))
        found = _TOKEN.match(text, at)
        assert found is not None
        at = found.end()
        if found["close"]:
            return TextChoice(tuple(branches)), at
        if not cond:
            raise _BrokenText(text)  # another branch after else
        cond = found["other"] or ""


def _joined(parts: list[TextPart]) -> tuple[TextPart, ...]:
    """Joins adjacent texts."""
    out: list[TextPart] = []
    for part in parts:
        if isinstance(part, str) and out and isinstance(out[-1], str):
            out[-1] += part
        elif part:
            out.append(part)
    return tuple(out)


# --- filled from the current rules

_LANGS = ("zh", "en", "yue")


def filled(text: Text, rules: Ruleset, pattern: str | None = None) -> Text:
    """A sentence with its placeholders filled from the current rules.

    >>> from sikwu.rules.presets import ruleset
    >>> rules = ruleset("hk-standard").with_options({"full_flush.fan": 9})
    >>> filled(Text("計{fan}番", "{fan} fan, {worth:full_flush+all_pungs} in all"), rules, "full_flush")
    Text('計九番', '9 fan, 12 in all')
    >>> both = Text("", "Won{if score.gun=full: , one pays else: , all pay}.{if hand.min_fan=0|1: Any hand will do.}")
    >>> filled(both, rules).en
    'Won, one pays.'
    """
    zh, en, yue = (_said(text(lang), rules, pattern, lang) for lang in _LANGS)
    return Text(zh, en, yue)


def unsaid(text: Text) -> Text:
    """A sentence without the parts that depend on settings: what is true under any rules.

    >>> unsaid(Text("", "Won{if score.gun=full: , one pays else: , all pay} with {tiles}.")).en
    'Won with {tiles}.'
    """
    zh, en, yue = ("".join(part for part in parts_of(text(lang)) if isinstance(part, str)) for lang in _LANGS)
    return Text(zh, en, yue)


def _said(sentence: str, rules: Ruleset, pattern: str | None, lang: str) -> str:
    try:
        parts = parts_of(sentence)
        said = "".join([_words(part, rules, pattern, lang) for part in parts])
        # An omitted part leaves the spaces around it.
        return re.sub(" {2,}", " ", said).strip(" ") if len(parts) > 1 and lang == "en" else said
    except LookupError:  # a house may write anything into its own sentences
        return sentence


def _words(part: TextPart, rules: Ruleset, pattern: str | None, lang: str) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, TextChoice):
        chosen = next((parts for cond, parts in part.branches if holds(cond, rules)), ())
        return "".join(_words(each, rules, pattern, lang) for each in chosen)
    if part.name == "limits":
        return _limits(rules, lang)
    if part.name == "value":
        return value_text(rules.settings[part.about])
    if part.name in ("drops", "inside"):
        told = pattern and (dropped(rules, pattern) if part.name == "drops" else inside(rules, pattern))
        return (" " if lang == "en" else "") + told(lang) if told else ""
    number = _number(part, rules, pattern)
    if number is None:
        return "unlimited" if lang == "en" else "無限"
    return str(number) if lang == "en" or part.about == "d" else zh_number(number)


def _number(place: Placeholder, rules: Ruleset, pattern: str | None) -> int | None:
    if place.name == "cap":
        return rules.cap
    if place.name == "min":
        return rules.minimum
    return _together(rules, place.about if place.name == "worth" else pattern or "")


def _limits(rules: Ruleset, lang: str) -> str:
    least, cap = rules.minimum, rules.cap
    if lang != "en":
        no = "唔設" if lang == "yue" else "不設"
        return (f"{zh_number(least)}番起糊，" if least else f"{no}起糊，") + (
            f"{no}封頂" if cap is None else f"{zh_number(cap)}番封頂"
        )
    return (f"{least} fan to win, " if least else "no minimum, ") + (
        "no ceiling" if cap is None else f"a ceiling of {cap}"
    )


def _together(rules: Ruleset, names: str) -> int:
    """The total worth of patterns or rows; rows that are not in use count only if nothing else is asked for."""
    total, groups = 0, names.split("+")
    for group in groups:
        rows = [row for name in group.split(",") for row in rules.draft.named(name) if not row.row.mark]
        used = [row for row in rows if row.enabled] or (rows if len(groups) == 1 else [])
        total += rules.draft.price(used[0].worth) if used else 0
    return total


# --- conditions


def holds(condition: str, rules: Ruleset) -> bool:
    """Whether a condition holds under these rules. The empty condition does.

    >>> from sikwu import ruleset
    >>> rules = ruleset("hk-standard")
    >>> holds("big_three_dragons drops dragon_pung and not score.gun=half", rules), holds("uses seven_pairs", rules)
    (True, False)
    """
    return all(_holds(each.strip(), rules) for each in condition.split(" and ")) if condition else True


def _holds(atom: str, rules: Ruleset) -> bool:
    if atom.startswith("not "):
        return not _holds(atom.removeprefix("not "), rules)
    if atom in ("min", "cap"):
        return bool(rules.minimum if atom == "min" else rules.cap)
    if atom == "table":
        return rules.price_table is not None
    if atom == "pays":
        pays = rules.table(PaysTable)
        return pays is not None and (pays.discarder, pays.others) != (None, None)
    if atom.startswith("uses "):
        return any(row.enabled for row in rules.draft.named(atom.removeprefix("uses ")))
    over, verb, under = atom.partition(" drops ")
    if verb:
        return any(row.enabled for row in rules.draft.named(over)) and drops(rules, over, under)
    option, unequal, value = atom.partition("!=")
    if not unequal:
        option, equal, value = atom.partition("=")
        if not equal:
            return rules.settings[option] is True
    return (value_text(rules.settings[option]) in value.split("|")) == (not unequal)


# --- patterns that exclude each other


def drops(rules: Ruleset, over: str, under: str) -> bool:
    """Whether a pattern or row in use is never counted beside another, by whichever row that one counts."""
    rows, targets = _rows(rules, over), [row for row in rules.draft.named(under) if row.enabled and not row.row.mark]
    return bool(rows and targets) and all(_drops(row, target) for row in rows for target in targets)


def _drops(row: DraftRow, target: DraftRow) -> bool:
    names = {target.pattern, f"{target.pattern}/{target.row.name}"}
    if row.row.alone and not (names & set(row.row.beside) or target.row.of_dealer):
        return True
    return bool(names & row.absorbs)


def _rows(rules: Ruleset, name: str) -> list[DraftRow]:
    """The rows by which a pattern counts; for a pattern that is not in use, those by which it would."""
    rows = [row for row in rules.draft.named(name) if not row.row.mark]
    return [row for row in rows if row.enabled] or rows


def dropped(rules: Ruleset, pattern: str) -> Message | None:
    """The patterns in use that are not counted beside a pattern, as a sentence; None: there are none.

    >>> from sikwu import ruleset
    >>> dropped(ruleset("hk-standard"), "heavenly_hand").en, dropped(ruleset("hk-standard"), "self_draw")
    ('Self-draw is not added.', None)
    """
    rows = _rows(rules, pattern)
    if rows and all(row.row.alone for row in rows):
        beside = [name for name in rows[0].row.beside if any(row.enabled for row in rules.draft.named(name))]
        return _named(rules, beside, "rule.alone_but_one", "rule.alone_but") or say("rule.alone")
    known = (each.id for each in rules.patterns if each.id != pattern)
    return _named(rules, [id for id in known if drops(rules, pattern, id)], "rule.drops_one", "rule.drops")


def inside(rules: Ruleset, pattern: str) -> Message | None:
    """The patterns in use beside which a pattern is not counted, as a sentence; None: there are none. Patterns that
    stand alone are left out.

    >>> from sikwu import ruleset
    >>> inside(ruleset("hk-standard"), "dragon_pung").zh
    '計了小三元或大三元，就不再計。'
    """
    used = (each.id for each in rules.patterns if each.id != pattern and rules.in_use(each.id))
    over = [id for id in used if not all(row.row.alone for row in _rows(rules, id)) and drops(rules, id, pattern)]
    return _named(rules, over, "rule.inside_one", "rule.inside")


def _named(rules: Ruleset, ids: list[str], of_one: str, of_several: str) -> Message | None:
    """A sentence with a list of pattern names, joined as in each language."""
    names = [_name(rules.pattern(id)) for id in ids]
    if len(names) < 2:
        return say(of_one, one=names[0]) if names else None
    more = say("rule.more", names=tuple(names[1:-1])) if len(names) > 2 else None
    return say(of_several, first=names[0], more=more, last=names[-1])


def _name(pattern: Pattern) -> Text:
    return Text(pattern.zh or pattern.en, pattern.en or pattern.zh)


# --- numbers

_DIGITS = "零一二三四五六七八九"


def zh_number(number: int) -> str:
    """A number of fan as Chinese says it.

    >>> " ".join(map(zh_number, (0, 2, 8, 10, 12, 20, 35, 100, 105, 110)))
    '零 兩 八 十 十二 二十 三十五 一百 一百零五 一百一十'
    """
    if number == 2:
        return "兩"
    if not 0 <= number < 1000:
        return str(number)
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    out = f"{_DIGITS[hundreds]}百" if hundreds else ""
    if tens:
        out += ("" if tens == 1 and not hundreds else _DIGITS[tens]) + "十"
    elif hundreds and ones:
        out += "零"
    return out + (_DIGITS[ones] if ones or not number else "")
