"""Data for the kernel in a browser without a network: the spellings, and one bundle per ruleset.

Both consist of a mark, the length of a JSON head, the head, and bytes for the kernel. The head gives the meaning of
the kernel's numbers; app/src/kernel turns them into the same answers as the server's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import lcm
from struct import pack
from typing import Any

import msgspec

from sikwu.choices import asked_by, decisive
from sikwu.explaining import name_of, stands_alone
from sikwu.hand import MeldKind
from sikwu.money.amount import part
from sikwu.money.worth import told_amount
from sikwu.reading import Kind, Place, SetOrigin, Shape
from sikwu.reasons import of_the_win, speaks_of
from sikwu.row import LAYOUT
from sikwu.rules.duty import DutyCharge
from sikwu.rules.language import And, Condition, Not, Op, Or, Test
from sikwu.rules.lowering import PAIRS_DIFFER, resolve
from sikwu.rules.pattern import Pattern
from sikwu.rules.paying import lower_paying
from sikwu.rules.pays_table import HALF
from sikwu.rules.prices import ChipPrices
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import HongKongMoney, HouseMoney, parts_told
from sikwu.texts import LANGUAGES, RulesError, Text, say
from sikwu.texts.tables import table
from sikwu.tiles import Tile, Wind
from sikwu.win import By, FirstTurn, Ready, Replacement, RobbedKong
from sikwu.wire.pages import rules_shape
from sikwu.written import spellings as kernel_spellings

RULES = b"sikwu rules 1\n"
SPELLINGS = b"sikwu words 1\n"
LIBRARY = b"sikwu books 1\n"
SAID = ("offline.unread", "offline.not_legal", "offline.no_flower_win")
"""Codes of offline answers alone: a line that cannot be read; and, with an older bundle without clauses, a hand that may not win."""
OF_DEALER, LIMIT, OF_FLOWERS, OF_TILE, OF_WIN, DEAREST = 1, 2, 4, 8, 16, 32
"""Properties of a row: belongs to the dealer, limit hand, made of flowers, made by the winning tile, only about how
the hand was won, limit hand worth the ceiling.
"""


def library(every: Iterable[Ruleset]) -> bytes:
    """Many rulesets in one file, by id; texts that several share are stored once.

    >>> from sikwu import ruleset
    >>> both = [ruleset("hk-standard"), ruleset("hk-classic")]
    >>> len(library(both)) < sum(len(bundle(each)) for each in both)
    True
    """
    texts: dict[str, int] = {}
    heads, rest = [], b""
    for rules in every:
        head, data = _bundled(rules)
        head["patterns"] = [
            [texts.setdefault(part, len(texts)) if isinstance(part, str) else part for part in pattern]
            for pattern in head["patterns"]
        ]
        heads.append(head)
        rest += data
    return _packed(LIBRARY, {"texts": list(texts), "rules": heads}, rest)


def bundle(rules: Ruleset) -> bytes:
    """A ruleset for the offline kernel: names and texts of its rows, its program, its paying table.

    >>> from sikwu import ruleset
    >>> data = bundle(ruleset("hk-standard"))
    >>> data[:14], len(data) < 40_000
    (b'sikwu rules 1\\n', True)
    """
    return _packed(RULES, *_bundled(rules))


def _bundled(rules: Ruleset) -> tuple[dict[str, Any], bytes]:
    if rules.money.duties.ask_the_table:
        raise RulesError.of("rules.not_offline")
    paying = lower_paying(rules, every=True)
    program, paid = rules.lowered.program.to_bytes(), paying.table.to_bytes()
    draft, lowered, dealer = rules.draft, rules.lowered, rules.money.dealer
    ids = list(dict.fromkeys((*lowered.pattern_of, *(p.id for p in rules.patterns if p.only_beside is not None))))
    head: dict[str, Any] = {
        "rules": rules_shape(rules),
        "size": rules.document.size,
        "flowers": draft.flowers_in_play,
        "pairs_differ": bool(lowered.shapes & PAIRS_DIFFER),
        "unify": bool(draft.unify),
        "spicy": rules.plays_spicy,
        "hot": [i for i, row in enumerate(lowered.rows) if row in rules.document.hot],
        "payer_in_minimum": draft.payer_in_minimum,
        **({"aside": [i for i, row in enumerate(lowered.rows) if row in lowered.aside]} if lowered.aside else {}),
        "dealer": [dealer.at_zero, dealer.pays, dealer.first, dealer.each],
        "kong_feeder_alone": rules.money.duties.kong_feeder_alone,
        "patterns": [_pattern(rules, rules.pattern(id)) for id in ids],
        "labels": [[ids.index(p.id), *p.only_beside] for p in rules.patterns if p.only_beside is not None],
        "rows": [_row(rules, name, ids.index(of)) for name, of in zip(lowered.rows, lowered.pattern_of, strict=True)],
        "clauses": [_clause(rules, condition, says) for condition, says in draft.clauses],
        "money": _money(rules, paying.denominator),
        "asked": sorted(asked_by(rules)),
        "decisive": None if (decided := decisive(rules)) is None else sorted(decided),
        "program": len(program),
        "paying": len(paid),
    }
    return head, program + paid


def spellings() -> bytes:
    """The part that all rulesets share: spellings of tiles and words, the layout of a row, the meaning of numbers."""
    tiles = tuple(Tile)
    head = {
        "tiles": [tile.text for tile in tiles],
        "shown": {lang: [say("tiles.text", tiles=(tile,))(lang) for tile in tiles] for lang in LANGUAGES},
        "seats": {lang: [table(lang)[f"seat.{wind.text}"] for wind in Wind] for lang in LANGUAGES},
        "layout": {name: [field.start, field.bits, field.step] for name, field in LAYOUT.items()},
        "words": {
            name: [each.text for each in kind]
            for name, kind in {
                "by": By,
                "meld": MeldKind,
                "replacement": Replacement,
                "robbed": RobbedKong,
                "first_turn": FirstTurn,
                "ready": Ready,
            }.items()
        },
        "kinds": [kind.name.lower() for kind in Kind],
        "made": [str(made.name).lower() for made in SetOrigin],
        "shapes": [shape.name.lower() for shape in Shape],
        "places": [place.name.lower() for place in Place],
    }
    return _packed(SPELLINGS, head, kernel_spellings())


def _packed(mark: bytes, head: Mapping[str, object], rest: bytes) -> bytes:
    told = msgspec.json.encode(head)
    return mark + pack("<I", len(told)) + told + rest


def _pattern(rules: Ruleset, pattern: Pattern) -> list[object]:
    """Id, names, sentence, source, whether nothing counts beside it, and the sentence in Cantonese if it differs."""
    name, says = name_of(pattern), rules.sentence(pattern.id)
    alone = stands_alone(rules, pattern.id)
    spoken = [] if says.spoken is None else [says.spoken]
    return [pattern.id, name.zh, name.jyutping, name.en, says.zh, says.en, pattern.source, alone, *spoken]


def _row(rules: Ruleset, name: str, pattern: int) -> list[object]:
    """The pattern of a row, its properties, and the sets it is about: kinds (0: the pair), tiles, seat and round
    winds, how they were made.
    """
    draft, condition = rules.draft, rules.lowered.conditions[name]
    of_dealer = draft.rows[name].row.of_dealer
    limit = name in draft.limit_hands or rules.lowered.pattern_of[rules.lowered.rows.index(name)] in draft.limit_hands
    spoken = _spoken(condition)
    what = OF_DEALER * of_dealer | LIMIT * limit | (spoken if isinstance(spoken, int) else 0)
    what |= OF_WIN * of_the_win(condition) | DEAREST * (
        limit and rules.tells_limit(draft.price(draft.rows[name].worth), draft.rows[name].pattern)
    )
    return [pattern, what, *([] if isinstance(spoken, int) else spoken)]


def _spoken(condition: Condition) -> int | list[list[int]]:
    """The tiles of `reasons.spoken_of`, as far as they are known without a hand."""
    about = speaks_of(condition)
    if isinstance(about, str):
        return OF_FLOWERS if about == "flowers" else OF_TILE
    return [
        [0, fact.tiles.mask, fact.tiles.dynamic]
        if fact.op is Op.PAIR_IN
        else [fact.kinds, fact.tiles.mask, fact.tiles.dynamic, int(fact.made_by)]
        for fact in about
    ]


def _clause(rules: Ruleset, condition: Condition, says: Text) -> list[object]:
    """A condition that every legal win must satisfy, and its words: Chinese, English, and Cantonese if it differs."""
    spoken = [] if says.spoken is None else [says.spoken]
    return [_tree(rules, resolve(condition, rules.draft.defined)), says.zh, says.en, *spoken]


def _tree(rules: Ruleset, condition: Condition) -> list[object]:
    """A condition over the numbers of the program's facts: a sign, then the fact and the values of a test, or the parts."""
    match condition:
        case Test():
            return [condition.op, rules.lowered.facts.index(condition.fact), *condition.values]
        case And() | Or():
            return ["&" if isinstance(condition, And) else "|", *(_tree(rules, part) for part in condition.parts)]
        case Not():
            return ["~", _tree(rules, condition.part)]
    raise AssertionError(f"not resolved: {condition!r}")


def _money(rules: Ruleset, unit: int) -> dict[str, object]:
    money = rules.money
    return {
        "chips": not isinstance(money, HongKongMoney),
        "half_gun": isinstance(money, HongKongMoney) and money.half_gun,
        "unit": unit,
        "occasions": [int(on) for on in money.occasions],
        "duties": [_duties(rules, (*on.by_melds[-1], *on.at_the_win)) for on in money.duties.on],
        "worth": _worth(rules, unit),
        **({"own": _own_parts(money)} if isinstance(money, HouseMoney) else {}),
    }


def _own_parts(money: HouseMoney) -> dict[str, object]:
    """What the house says under `[pays]`, as the sentences about payments need it."""
    (mine, theirs), more, table = money.fed_parts, money.dealer_more, money.prices.table
    whole = lcm(mine.denominator, theirs.denominator)
    drawn = "column" if table.drawn else "each" if money.prices.drawn_part == HALF else "part"
    return {
        "how": parts_told("discard", (mine, theirs)),
        "fed": [str(mine), str(theirs), str(part(mine, 2))],
        "parts": [int(mine * whole), int(theirs * whole), whole],
        "drawn": [drawn, str(money.prices.drawn_part)],
        "times": None if money.times_dealer == 1 else str(money.times_dealer),
        "more": None if more.scope == "none" else [more.first, more.each],
        "factors": [told_amount(each) for each in money.prices.factors],
    }


def _worth(rules: Ruleset, unit: int) -> dict[str, object]:
    """The texts of `money.worth` about prices; the base also in units."""
    prices, pull = rules.money.prices, rules.terms.ledger is not None
    if isinstance(prices, ChipPrices):
        base = prices.win_base
        return {"each": told_amount(prices.per_fan), "base": told_amount(base), "units": int(base * unit), "pull": pull}
    point, full = prices.unit, prices.full_fan
    return {
        "table": prices.table.id,
        "point": [told_amount(point), point.numerator, point.denominator],
        "full": None if full is None else [full, prices.table.price(full)],
        "pull": pull,
    }


def _duties(rules: Ruleset, charges: Iterable[DutyCharge]) -> list[list[str]]:
    """The sentence of each charge: Chinese, English, Cantonese."""
    told = [rules.duty_sentence(each.duty.id) for each in charges]
    return [[text(lang) for lang in ("zh", "en", "yue")] for text in told]
