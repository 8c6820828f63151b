"""Renders messages to words. Templates have a small syntax, so that a browser can render them too.

    {name}            a fact: a number, a text, a rule text, another message; a list is joined as the language joins
    {name:kind}       a word of the table: {seat:seat} of E is the text of seat.E; also special kinds: tiles
                      (numbers of a suit together), groups (of tiles), or, and (a list), inside (a name in a sentence)
    {name|one|many}   the first if the number is one, else the second
    {~name}           with a space in front if it starts with a digit, as Chinese is set

A fact that is None, or not given, is empty; typed text is made safe to display. A fact `where` that the template does
not use is put in front.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sikwu.texts.message import Fact, Message, Text
from sikwu.texts.plain import shown
from sikwu.texts.tables import table

_PLACE = re.compile(r"\{(~?)(\w+)(?::(\w+))?(?:\|([^{}|]*)\|([^{}|]*))?\}")
_SUITS = "mps"


def render(message: Message, lang: str) -> str:
    """Renders a message in one language; a code without words is shown as it is, with its facts.

    >>> from sikwu.texts.message import say
    >>> render(say("number.too_large", name="streak", value=300, most=255), "en")
    '"streak" is 300: it must be at most 255.'
    """
    template = table(lang).get(message.code)
    if template is None:
        return f"{message.code} {dict(message.facts)}" if message.facts else message.code
    facts = message.facts
    words = []
    for piece in _parsed(template):
        if isinstance(piece, str):
            words.append(piece)
            continue
        apart, name, kind, one, many = piece
        fact = facts.get(name)
        said = (one if fact == 1 else many or "") if one is not None else _said(fact, kind, lang)
        words.append(f" {said}" if apart and said[:1].isdigit() else said)
    whole = "".join(words)
    if facts.get("where") and "where" not in places(template):
        return render(Message("where", {"where": facts["where"], "what": whole}), lang)
    return whole


@lru_cache(4096)
def _parsed(template: str) -> tuple[str | tuple[bool, str, str | None, str | None, str | None], ...]:
    out: list[str | tuple[bool, str, str | None, str | None, str | None]] = []
    last = 0
    for found in _PLACE.finditer(template):
        if found.start() > last:
            out.append(template[last : found.start()])
        out.append((bool(found[1]), found[2], found[3], found[4], found[5]))
        last = found.end()
    return (*out, template[last:]) if last < len(template) else tuple(out)


def places(template: str) -> frozenset[str]:
    """The names of the facts that a template uses.

    >>> sorted(places("{count} {count|tile|tiles} of {seat:seat}"))
    ['count', 'seat']
    """
    return frozenset(piece[1] for piece in _parsed(template) if not isinstance(piece, str))


def _said(fact: Fact, kind: str | None, lang: str) -> str:
    if fact is None:
        return ""
    if isinstance(fact, Message):
        return _inner(fact, lang)
    if isinstance(fact, Text):
        return shown(_inside(fact(lang), lang) if kind == "inside" else fact(lang))
    if isinstance(fact, tuple):
        if kind == "tiles":
            return _tiles(fact, lang)
        if kind == "groups":
            return " ".join(_said(each, "tiles", lang) for each in fact)
        joint = table(lang)[f"list.{kind if kind in ('or', 'and') else 'separator'}"]
        return joint.join(_said(each, None if kind in ("or", "and") else kind, lang) for each in fact)
    if kind == "tiles":
        return _tiles((fact,), lang)
    if kind == "inside":
        return shown(_inside(str(fact), lang))
    return shown(str(fact)) if kind is None else table(lang).get(f"{kind}.{fact}", shown(str(fact)))


@lru_cache(8192)
def _inner(message: Message, lang: str) -> str:
    """A message inside another; cached, because sets and their kinds occur again and again."""
    return render(message, lang)


def _inside(name: str, lang: str) -> str:
    """A name in the form used within a sentence."""
    return name[:1].lower() + name[1:] if lang == "en" else name


def _tiles(codes: tuple[Fact, ...], lang: str) -> str:
    """Tiles in the usual short form: numbers of one suit together, equal honours together, flowers together.

    >>> _tiles(("5m", "5m", "E", "E", "1f"), "en"), _tiles(("5m", "5m", "E", "E", "1f"), "zh")
    ('55m EE 1f', '55萬 東東 春')
    """
    names, words, last = table(lang), list[str](), ""
    for code in map(str, codes):
        suit = code[1:]
        flower = suit == "f"
        named = code[0] + names[f"suit.{suit}"] if suit and suit in _SUITS else names[f"tile.{code}"]
        if last and suit and suit in _SUITS and suit == last[1:]:
            words[-1] = words[-1][:-1] + named
        elif last and flower and last[1:] == "f":
            words[-1] = words[-1][:-1] + named if named[-1] == "f" else words[-1] + named
        elif code == last:
            words[-1] += named
        else:
            words.append(named)
        last = code
    return " ".join(words)
