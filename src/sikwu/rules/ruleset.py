"""`Ruleset`: an immutable value made of a document, the options of a house, and its own patterns and prices."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from sikwu.rules.changes import Draft, Value
from sikwu.rules.conditions import measure
from sikwu.rules.document import Document
from sikwu.rules.duty import Duty
from sikwu.rules.house_duties import DutyTable
from sikwu.rules.house_tables import HouseTable, TablePoint
from sikwu.rules.identity import identity
from sikwu.rules.language import Fact, Op
from sikwu.rules.limits import MOST_FAN, MOST_NAME, MOST_PATTERNS, within
from sikwu.rules.lowering import LoweredRules, TooMany, lower
from sikwu.rules.options import NoEffect, Option, plain_value, value_text
from sikwu.rules.pattern import NO_TEXT, Family, Limit, Pattern, SumOf, Text, Worth
from sikwu.rules.paying import BatchPayments, ScaledPayTable, lower_paying
from sikwu.rules.pays_table import PaysTable
from sikwu.rules.prices import PriceTable
from sikwu.rules.schemes import Scheme
from sikwu.rules.side_money import PaymentTable, SidePayment
from sikwu.rules.table_terms import TableTerms
from sikwu.rules.terms import asks_total, by_total, facts_of
from sikwu.texts import Guesses, Message, Problem, RulesError, did_you_mean, nearest, problem, wrong_type

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

AnyHouseTable = TypeVar("AnyHouseTable", bound=HouseTable)


@dataclass(frozen=True, slots=True)
class HousePattern:
    """A pattern that a house adds, with its price."""

    pattern: Pattern
    fan: Worth


@dataclass(frozen=True, slots=True)
class Difference:
    """One point in which two rulesets differ: an option's value, a line of a house's table, a pattern's worth, a duty
    ('' = not in use).
    """

    kind: str
    id: str
    ours: str
    theirs: str


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Rules that a hand can be judged by.

    >>> from sikwu import ruleset
    >>> rules = ruleset("hk-standard").with_options({"full_flush.fan": 8})
    >>> rules.worth("full_flush")
    8
    """

    document: Document
    id: str
    name: Text
    settings: Mapping[str, Value]
    house: tuple[HousePattern, ...] = ()
    says: Text = NO_TEXT
    source: str = ""
    price_table: PriceTable | None = None
    """The house's own prices, in place of the documents' table."""
    tables: tuple[HouseTable, ...] = ()
    """The further tables of the house's file, one of each class."""
    _patterns: dict[str, Pattern] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        every = (*self.document.patterns, *(h.pattern for h in self.house))
        object.__setattr__(self, "_patterns", {p.id: p for p in every})

    def __reduce__(self) -> tuple[object, ...]:
        # Only its parts; a document is stored by its name.
        made_of = (
            self.document,
            self.id,
            self.name,
            dict(self.settings),
            self.house,
            self.says,
            self.source,
            self.price_table,
            self.tables,
        )
        return Ruleset, made_of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def changed_options(self) -> dict[str, Value]:
        """The options that differ from the document's."""
        return {id: value for id, value in self.settings.items() if self.document.defaults[id] != value}

    def __repr__(self) -> str:
        changes = self.changed_options
        tail = f".with_options({changes!r})" if changes else ""
        return f"ruleset({self.document.id!r}){tail}" + "".join(
            f".with_pattern({h.pattern.id!r}, …)" for h in self.house
        )

    # --- deriving other rulesets

    def with_options(self, options: Mapping[str, object], before: list[Problem] | None = None) -> Ruleset:
        """The same rules with some options changed; an error lists every wrong name and value.

        With `before`, numbers above their range, which an older book may hold, are accepted and listed there.
        """
        if not isinstance(options, Mapping):
            raise wrong_type("with_options()", "Mapping", options)
        problems: list[Problem] = []
        known = {o.id: o for o in self.document.options}
        ids, guesses = frozenset(self._patterns), Guesses(known)
        new = dict(self.settings)
        for name, given in options.items():
            option = known.get(name)
            if option is None:
                guess = guesses.of(str(name))
                told = problem("option.unknown", rules=self.id, option=str(name)[:60], hint=did_you_mean(guess))
                problems.append(told)
                continue
            value = plain_value(given)
            wrong = option.problem(value, ids)
            if wrong and before is not None and option.accepted(value):
                before.append(wrong)
                new[name] = value  # type: ignore[assignment]
            elif wrong:
                problems.append(wrong)
            else:
                new[name] = value  # type: ignore[assignment]
        if problems:
            raise RulesError(problems)
        return self._set(new)

    def _set(self, settings: dict[str, Value]) -> Ruleset:
        """The same rules with these settings; returns itself if nothing changes, and the same object for equal
        settings.
        """
        values = tuple(settings.values())
        kinds = tuple(map(type, values))  # True is not 1
        if values == (own := tuple(self.settings.values())) and kinds == tuple(map(type, own)):
            return self
        fixed = (id(self.document), self.id, self.name, self.says, self.source, self.price_table)
        own_parts = tuple(map(id, (*self.house, *self.tables)))
        key = (*fixed, own_parts, tuple(settings), values, kinds)
        return _MADE.get(key, lambda: replace(self, settings=settings))

    def with_pattern(self, pattern: Pattern, fan: Worth) -> Ruleset:
        """The same rules with one pattern of the house added."""
        return self.with_patterns([(pattern, fan)])

    def with_patterns(self, added: Iterable[tuple[Pattern, Worth]], before: list[Problem] | None = None) -> Ruleset:
        """The same rules with patterns of the house added; they may refer to each other.

        With `before` they are accepted as an older book holds them: a price above its range is listed there, and
        whether the rules can be built is checked only when a hand is judged.
        """
        house = list(self.house)
        names = {name for pattern in self._patterns.values() for name in (pattern.id, *pattern.row_names())}
        every = list(added)
        known = names | {name for pattern, _ in every for name in (pattern.id, *pattern.row_names())}
        for pattern, fan in every:
            problems = _name_problems(pattern, names, known)
            (problems if before is None else before).extend(_range_problems(pattern, fan))
            if problems:
                raise RulesError(problems)
            house.append(HousePattern(pattern, fan))
            names |= {pattern.id, *pattern.row_names()}
        within("patterns", len(house), MOST_PATTERNS)
        new = replace(self, house=tuple(house))
        if before is None:
            for row in (row for each in house for row in each.pattern.rows):
                measure(row.when)
            new.lowered  # noqa: B018 - builds the rules, so that errors are raised here
        return new

    def with_prices(self, table: PriceTable) -> Ruleset:
        """The same rules with the house's own prices."""
        return replace(self, price_table=table)

    def with_table(self, table: HouseTable) -> Ruleset:
        """The same rules with one further table of the house, in place of another of its class."""
        others = tuple(each for each in self.tables if type(each) is not type(table))
        new = replace(self, tables=(*others, table))
        table.check(new)
        new.lowered  # noqa: B018 - builds the rules, so that errors are raised here
        return new

    def with_name(self, name: str) -> Ruleset:
        """The same rules under the name of a house; their meaning and their hash do not change."""
        return replace(self, name=Text(name, name))

    # --- reading

    def table(self, kind: type[AnyHouseTable]) -> AnyHouseTable | None:
        """The house's table of a class; None: it has none."""
        return next((each for each in self.tables if isinstance(each, kind)), None)

    @cached_property
    def points(self) -> tuple[TablePoint, ...]:
        """The prices and tables of the house, line by line."""
        prices = () if self.price_table is None else self.price_table.points
        return (*prices, *(point for each in self.tables for point in each.points(self)))

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """All patterns of the document and of the house, in use or not."""
        return tuple(self._patterns.values())

    @property
    def families(self) -> dict[str, Family]:
        """The families of the document's patterns, by name; a house's own pattern may join one.

        >>> from sikwu import ruleset
        >>> sorted(ruleset("hk-taiwanese").families)
        ['closed_self_draw', 'meeting_chows', 'returns', 'same_chows', 'straights']
        """
        rows = (row for pattern in self.document.patterns for row in pattern.rows)
        return {row.family.name: row.family for row in rows if row.family is not None}

    def pattern(self, id: str) -> Pattern:
        """One pattern by its id."""
        found = self._patterns.get(id)
        if found is None:
            guess = nearest(id, self._patterns)
            told = problem("pattern.unknown", rules=self.id, pattern=str(id)[:60], hint=did_you_mean(guess))
            raise RulesError([told])
        return found

    def sentence(self, pattern: str | None = None) -> Text:
        """The sentence of a pattern (or of the ruleset itself), with the numbers of these rules.

        >>> from sikwu import ruleset
        >>> ruleset("hk-standard").with_options({"human_hand.fan": "limit"}).sentence("human_hand").en[-7:]
        '13 fan.'
        """
        from sikwu.rules.places import filled  # not needed for judging

        if pattern not in self._sentences:
            says = self.says if pattern is None else self.pattern(pattern).says
            self._sentences[pattern] = filled(says, self, pattern)
        return self._sentences[pattern]

    def duty_sentence(self, id: str) -> Text:
        """The sentence of a duty under these rules; the placeholders of seats and tiles stay.

        >>> from sikwu import ruleset
        >>> ruleset("hk-standard").duty_sentence("four_kongs").zh[:12]
        '{feeder}家打出的'
        """
        from sikwu.rules.places import filled

        key = f"duty {id}"
        if key not in self._sentences:
            self._sentences[key] = filled(self.duty(id).says, self)
        return self._sentences[key]

    @cached_property
    def _sentences(self) -> dict[str | None, Text]:
        """A cache of sentences, by pattern; for duties by `duty` and the id."""
        return {}

    @property
    def options(self) -> tuple[Option, ...]:
        """Everything the house may decide."""
        return self.document.options

    @property
    def shown_options(self) -> tuple[Option, ...]:
        """The options as shown to people: group by group."""
        return tuple(sorted(self.document.options, key=lambda option: option.order))

    def no_effect(self, id: str) -> NoEffect | None:
        """Why changing an option has no effect because of other options or a table of the house; None: it has an effect.

        >>> from sikwu import ruleset
        >>> print(ruleset("hk-standard").no_effect("liability.half_gun_nine_tiles").en)
        liability.half_gun_nine_tiles has no effect now: it only matters if score.gun is half.
        """
        option = next((option for option in self.document.options if option.id == id), None)
        if option is None:
            self.with_options({id: None})  # raises the error for an unknown option
            raise KeyError(id)
        unmet = next((need for need in option.needs if not need.met(self.settings)), None)
        if unmet is not None:
            return NoEffect(id, unmet.any_of)
        table = self._table_instead(id)
        return NoEffect(id, (), table) if table else None

    def _table_instead(self, id: str) -> str:
        """The table of the house's file that decides in place of an option; empty: none does."""
        if id == "score.progression":
            return "prices" if self.price_table is not None else ""
        pattern, dot, what = id.rpartition(".")
        return next((each.key for each in self.tables if dot and each.decides(pattern, what)), "")

    @property
    def advice(self) -> tuple[Message, ...]:
        """What the documents say where the house has chosen a value that is in none of them.

        >>> from sikwu import ruleset
        >>> [each.en for each in ruleset("hk-standard").with_options({"full_flush.fan": 20}).advice]
        ['full_flush.fan is 20; the documents say 6…10.']
        """
        told = (option.advice(self.settings[option.id]) for option in self.options)
        return tuple(each for each in told if each is not None)

    @cached_property
    def terms(self) -> TableTerms:
        """Everything a table agrees on under these rules: deals, claims, flowers, kongs, streak, dice, chips, ledger."""
        plays = self.document.plays
        return TableTerms.of(self.settings, replace(plays, tells_streak=plays.tells_streak or self._counts_repeats))

    @property
    def _counts_repeats(self) -> bool:
        """Whether something of the house depends on the dealer's repeats: its prices, a pattern, what a win needs."""
        pays = self.table(PaysTable)
        if pays is not None and pays.repeat_fan:
            return True
        asked = [row.when for house in self.house for row in house.pattern.rows]
        asked += [when for when, _ in self.draft.clauses]
        counted = [row.each for house in self.house for row in house.pattern.rows if isinstance(row.each, Fact)]
        return any(fact.op is Op.STREAK for fact in (*counted, *(each for when in asked for each in facts_of(when))))

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        """The liability rules (包), in force or not: the document's, then the house's own."""
        own = self.table(DutyTable)
        return self.document.duties if own is None else (*self.document.duties, *own.lowered(self))

    @cached_property
    def side(self) -> tuple[SidePayment, ...]:
        """What the house pays beside the hands."""
        table = self.table(PaymentTable)
        return () if table is None else table.beside

    def duty(self, id: str) -> Duty:
        """One duty by its id.

        >>> from sikwu import ruleset
        >>> ruleset("hk-standard").duty("big_three_dragons").zh
        '大三元包'
        """
        found = next((duty for duty in self.duties if duty.id == id), None)
        if found is None:
            guess = nearest(id, [duty.id for duty in self.duties])
            raise RulesError.of("duty.unknown", rules=self.id, duty=str(id)[:60], hint=did_you_mean(guess))
        return found

    @cached_property
    def money(self) -> Scheme:
        """How these rules pay: prices, dealer fan, duties, fines and side payments as typed values; made once."""
        return self.document.pays(self)

    @cached_property
    def plays_spicy(self) -> bool:
        """Whether 雙辣 and 三辣 are played, so that some hands cost more than a full one."""
        return self.terms.prices.spicy

    @cached_property
    def draft(self) -> Draft:
        """All rows with prices, after every option."""
        draft = Draft(self.patterns, limit_hands=set(self.document.limit_hands))
        for pattern in self.document.patterns:
            draft.add(pattern)
        for house in self.house:
            draft.add(house.pattern, house.fan)
        for name, worth in self.document.prices.items():
            for row in draft.named(name):
                row.worth = worth
        for change in self.document.at_first:
            change.apply(draft, False)
        for option in self.document.options:
            value = self.settings[option.id]
            for change in option.changes(value):
                change.apply(draft, value)
        for table in self.tables:
            table.change(draft)
        for change in self.document.at_last:
            change.apply(draft, False)
        return draft

    @cached_property
    def lowered(self) -> LoweredRules:
        """The kernel's program of these rules."""
        return lower(self.draft, self.document.sets, self.document.tie_order)

    @property
    def cap(self) -> int | None:
        """The ceiling in fan; None: no ceiling."""
        return self.draft.cap

    @property
    def minimum(self) -> int:
        """The least fan of a win."""
        return self.draft.minimum

    def worth(self, pattern: str) -> int | None:
        """The worth of the dearest plain row of a pattern; None: not in use."""
        rows = [r for r in self.draft.named(pattern) if r.enabled and not r.row.mark]
        return self.draft.price(rows[0].worth) if rows else None

    def is_limit_hand(self, pattern: str) -> bool:
        """Whether the pattern is one of the limit hands (例牌)."""
        return pattern in self.draft.limit_hands

    def tells_limit(self, fan: int, pattern: str = "") -> bool:
        """Whether it matters that a hand of this many fan is a limit hand: it is worth the ceiling, or is paid differently."""
        unified = self.draft.unify and self.cap is not None and pattern not in self.draft.freely_priced
        return unified or self.plays_spicy or (self.cap is not None and fan >= self.cap)

    def marks_limit(self, pattern: str) -> bool:
        """Whether a pattern is a limit hand (例牌) and that makes a difference under these rules.

        >>> from sikwu import ruleset
        >>> [ruleset("hk-standard").marks_limit(id) for id in ("thirteen_orphans", "all_honours")]
        [True, False]
        """
        return self.is_limit_hand(pattern) and self.tells_limit(self.worth(pattern) or 0, pattern)

    def in_use(self, pattern: str) -> bool:
        """Whether the pattern counts under these rules."""
        return any(r.enabled for r in self.draft.named(pattern))

    def label(self, counted: set[str]) -> str | None:
        """The name of a win in which nothing else counts, such as 雞糊."""
        for pattern in self.patterns:
            if pattern.only_beside is not None and counted <= set(pattern.only_beside):
                return pattern.id
        return None

    def diff(self, other: Ruleset) -> tuple[Difference, ...]:
        """The differences between two rulesets: options, then tables of houses, prices of patterns, duties."""
        out = []
        for name in dict.fromkeys((*self.settings, *other.settings)):
            a, b = self.settings.get(name), other.settings.get(name)
            if a != b:
                out.append(
                    Difference("option", name, "" if a is None else value_text(a), "" if b is None else value_text(b))
                )
        lines = [{each.id: each.value for each in rules.points if not each.pattern} for rules in (self, other)]
        for name in dict.fromkeys((*lines[0], *lines[1])):
            line = [each.get(name, "") for each in lines]
            if line[0] != line[1]:
                out.append(Difference("table", name, line[0], line[1]))
        for name in dict.fromkeys((*self._patterns, *other._patterns)):
            a, b = (r.worth(name) if name in r._patterns else None for r in (self, other))
            if a != b:
                out.append(Difference("pattern", name, "" if a is None else str(a), "" if b is None else str(b)))
        mine, theirs = ({duty.id: duty.summary(r.settings) for duty in r.document.duties} for r in (self, other))
        for name in dict.fromkeys((*mine, *theirs)):
            if mine.get(name, "") != theirs.get(name, ""):
                out.append(Difference("duty", name, mine.get(name, ""), theirs.get(name, "")))
        return tuple(out)

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits that change exactly when the meaning of the rules does; texts and spelling do not count."""
        return identity(self)

    # --- judging (score.py explains)

    def judge(self, packed: bytes) -> tuple[int, int, tuple[str, ...]]:
        """(fan, capped, ids of what counted) of a packed win, as fast as one call can be; fan is -1 if it is not a
        win.
        """
        try:
            return self.lowered.program.judge(packed)
        except TooMany:
            raise too_many_ways(self) from None

    def judge_many(self, rows: npt.NDArray[np.uint8], threads: int = 1) -> Judgements:
        """Judges an (n, 64) array of packed wins at once, without Python running once per hand."""
        fan, capped, counted = self.lowered.program.judge_many(rows, threads)
        return Judgements(self, fan, capped, counted)

    # --- paying (money.settlement explains)

    @cached_property
    def paying(self) -> ScaledPayTable:
        """The kernel's paying table of these rules."""
        return lower_paying(self)

    def pay(self, packed: bytes) -> tuple[int, int, int, int]:
        """The change of E, S, W, N for a packed win, in units of 1/`paying.denominator`; zeros if nothing is paid.

        >>> from sikwu import Win, ruleset
        >>> rules = ruleset("hk-standard")
        >>> rules.pay(Win.parse("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f").pack()), rules.paying.denominator
        ((576, 0, -576, 0), 4)
        """
        try:
            return self.paying.table.pay(self.lowered.program, packed)[0]
        except TooMany:
            raise too_many_ways(self) from None

    def pay_many(self, rows: npt.NDArray[np.uint8], threads: int = 1) -> BatchPayments:
        """Pays an (n, 64) array of packed wins at once, without Python running once per hand."""
        amounts, came = self.paying.table.pay_many(self.lowered.program, rows, threads)
        return BatchPayments(amounts, came, self.paying.denominator)


def too_many_ways(ruleset: Ruleset) -> RulesError:
    """The error for a hand that made-up rules can count in more ways than the kernel tries."""
    return RulesError.of("rules.too_many_ways", rules=ruleset.id)


_ID = re.compile(r"[^\W_][\w.\-]*")


def _name_problems(pattern: Pattern, names: set[str], known: set[str]) -> list[Problem]:
    """The problems with the names inside a house's pattern, and with its own name; `known`: with those added later."""
    id = pattern.id
    if id in names:
        return [problem("pattern.exists", pattern=id)]
    problems, guesses = [], Guesses(sorted(n for n in known if "/" not in n))
    for row in pattern.rows:
        for name in dict.fromkeys((*row.absorbs, *row.absorbs_shared, *row.beside)):
            if name not in known and name.split("/")[0] != id:
                guess = did_you_mean(guesses.of(name))
                problems.append(problem("pattern.unknown_inside", pattern=id, name=name[:MOST_NAME], hint=guess))
    return problems


def _range_problems(pattern: Pattern, fan: object) -> list[Problem]:
    """The problems with the id and the price of a house's pattern by themselves."""
    problems = []
    if len(pattern.id) > MOST_NAME or not _ID.fullmatch(pattern.id):
        problems.append(problem("pattern.id", pattern=pattern.id[:MOST_NAME], most=MOST_NAME))
    in_range = isinstance(fan, int) and not isinstance(fan, bool) and -MOST_FAN <= fan <= MOST_FAN
    if not in_range and not isinstance(fan, Limit | SumOf):
        problems.append(problem("pattern.fan", pattern=pattern.id[:MOST_NAME], fan=value_text(fan)[:40], most=MOST_FAN))
    for row in pattern.rows:
        below = isinstance(fan, int) and fan < 0
        if not below and not asks_total(row.when):
            continue
        by_total(row.when)
        counted = row.each is None or (isinstance(row.each, Fact) and row.each.level == 0)
        if row.absorbs or row.absorbs_shared or row.alone or row.family or not counted:
            problems.append(problem("pattern.last", pattern=pattern.id[:MOST_NAME]))
    return problems


class _RulesetCache:
    """A cache of the rulesets made last, at most 256, so that a house's rules are built once."""

    MOST = 256

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Ruleset] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[object, ...], make: Callable[[], Ruleset]) -> Ruleset:
        """The ruleset cached under a key (which stays alive with it), or a new one."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = make()
                if len(self._kept) > self.MOST:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(key)
            return found


_MADE = _RulesetCache()


@dataclass(frozen=True, slots=True)
class Judgements:
    """The results of a batch: arrays with one entry per hand.

    Fan is -1 if a row is not a win, and -2 (`TOO_MANY` of the kernel) if made-up rules can count it in more ways than
    the kernel tries; `judge` and `score` raise `rules.too_many_ways` for it.
    """

    ruleset: Ruleset
    fan: npt.NDArray[np.int32]
    capped: npt.NDArray[np.int32]
    rows: npt.NDArray[np.uint64]

    def has(self, pattern: str) -> npt.NDArray[np.bool_]:
        """The hands in which a pattern counted."""
        self.ruleset.pattern(pattern)
        low = high = 0
        for i, name in enumerate(self.ruleset.lowered.pattern_of):
            if name == pattern:
                low, high = low | (1 << i if i < 64 else 0), high | (1 << (i - 64) if i >= 64 else 0)
        return (self.rows[:, 0] & low != 0) | (self.rows[:, 1] & high != 0)  # type: ignore[no-any-return]

    def ids(self, index: int) -> tuple[str, ...]:
        """The ids of what counted in one hand."""
        bits = int(self.rows[index, 0]) | int(self.rows[index, 1]) << 64
        return tuple(name for i, name in enumerate(self.ruleset.lowered.pattern_of) if bits >> i & 1)
