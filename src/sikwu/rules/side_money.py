"""A house's side money, from `[[payments]]` in a rules file: who pays whom how much when something happens beside the hands.

[[payments]]
id = "kong_money"
zh = "明槓錢"
en = "Exposed kong"
on = "kong_exposed"
from = "feeder"
to = "maker"
amount = 1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from sikwu.money.amount import Money, exact
from sikwu.rules.entries import HouseEntry, toml_lines
from sikwu.rules.house_tables import HouseTable, TablePoint, no_effect
from sikwu.rules.limits import within
from sikwu.texts import Message, Text, say
from sikwu.texts.message import either, worded

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

SIDE = "house."
"""What the code of a side payment begins with."""
MOST_PAYMENTS = 32
"""The most side payments of a house."""
KONGS = ("kong_exposed", "kong_added", "kong_concealed")
FLOWERS = ("flower", "own_flower", "flower_set", "eight_flowers")
DICE = ("dice_alike", "dice_one_two_three")
ENDINGS = ("win", "discard", "self_draw", "robbed", "draw", "false_win")
PLAYED = ("deal", *KONGS, *FLOWERS, *DICE, *ENDINGS)
"""The events that a table in play knows; any other is a pattern of the winner, or a name of the house for books."""
OF_ITSELF = ("deal", *DICE)
"""Events that every entry of a hand tells of itself."""
OF_HAND = frozenset(("winner", "losers", "payers"))
"""Roles that only a hand gives."""
PAYERS = ("others", "everybody", "maker", "feeder", "winner", "losers", "payers", "dealer", "sitter", "pot")
PAYEES = ("maker", "others", "everybody", "feeder", "winner", "losers", "dealer", "sitter", "pot")
RESULTS = ("win", "draw", "false_win")
HAND, ALL = "hand", "all"
_NOBODY_FED = ("draw", "false_win")
"""Events after which there is neither a feeder nor a winner."""
_KEYS = ("id", "zh", "en", "on", "from", "to", "amount", "times", "results", "source")


@dataclass(frozen=True)
class SidePayment:
    """One side payment as a rules file writes it."""

    id: str
    zh: str
    en: str
    on: str
    """The event: one of `PLAYED`, a pattern of the winner, or a name of the house."""
    payer: str
    payee: str
    amount: Money | str
    """From each payer to each payee; 'hand': what the payer paid the payee for the hand, again; 'all': the pot."""
    once: bool = False
    """Whether it is paid once per deal and player, however often it happened."""
    results: tuple[str, ...] = RESULTS
    """The results of a deal after which it is paid."""
    source: str = ""

    @property
    def code(self) -> str:
        """The code of its payments."""
        return SIDE + self.id

    @property
    def fixed_fine(self) -> Money | None:
        """The fine of a false win, if that is what it sets (詐糊罰定額); it replaces the document's."""
        fixed = self.on == "false_win" and (self.payer, self.payee) == ("maker", "others")
        return self.amount if fixed and not isinstance(self.amount, str) else None

    @property
    def names(self) -> Text:
        """Its names."""
        return Text(self.zh, self.en)

    @property
    def meant(self) -> list[object]:
        """What the hash covers."""
        return [self.id, self.on, self.payer, self.payee, str(self.amount), self.once, sorted(self.results)]

    def says(self, patterns: Mapping[str, Text]) -> Text:
        """Its sentence: when it is paid, by whom, to whom, how much."""
        if self.on in PLAYED:
            when: Message | Text = say(f"side.on.{self.on}")
        elif self.on in patterns:
            when = worded(say("side.on.pattern", pattern=patterns[self.on]))
        else:
            when = worded(say("side.on.named", name=self.names))
        amount = self.amount if isinstance(self.amount, int) else str(self.amount)
        told = say(f"side.amount.{amount}") if amount in (HAND, ALL) else say("side.amount", amount=amount)
        said = say(
            "side.says",
            when=when,
            payer=say(f"side.who.{self.payer}"),
            payee=say(f"side.to.{self.payee}"),
            amount=told,
        )
        if self.once:
            said = say("side.once", said=said)
        if self.results != RESULTS:
            said = say("side.results", said=said, results=either(say(f"side.result.{each}") for each in self.results))
        return worded(said)

    def toml(self) -> Iterator[str]:
        """The lines of the file."""
        amount = self.amount if isinstance(self.amount, int) else str(self.amount)
        yield from toml_lines(
            PaymentTable.key,
            {
                "id": self.id,
                "zh": self.zh,
                "en": self.en,
                "on": self.on,
                "from": self.payer,
                "to": self.payee,
                "amount": amount,
                "times": "once" if self.once else None,
                "results": None if self.results == RESULTS else self.results,
                "source": self.source,
            },
        )


def read_payment(data: Mapping[str, Any], taken: Mapping[str, object]) -> SidePayment:
    """One entry of `[[payments]]`; `taken`: the ids of the other payments.

    >>> told = read_payment({"id": "horse", "on": "horse", "from": "payers", "to": "winner", "amount": "hand"}, {})
    >>> told.amount, told.results
    ('hand', ('win', 'draw', 'false_win'))
    """
    entry = HouseEntry(PaymentTable.key, data, _KEYS, ("id", "on", "from", "to", "amount"))
    id = entry.id
    if id in taken:
        entry.refuse("own.exists")
    payer, payee = entry.word("from", PAYERS, "others"), entry.word("to", PAYEES, "maker")
    on = entry.words("on", most=1)
    results = entry.words("results", RESULTS) or RESULTS
    amount = _amount(entry, payer)
    if payer == payee and payer != "everybody":
        entry.refuse("side.same", who=payer)
    if amount == HAND and (payer in ("pot", "sitter") or payee in ("pot", "sitter")):
        entry.refuse("side.hand", payer=payer, payee=payee)
    if on and on[0] in _NOBODY_FED and {"feeder", *OF_HAND} & {payer, payee}:
        entry.refuse("side.nobody", on=on[0])
    once = entry.word("times", ("count", "once"), "count") == "once"
    entry.close()
    kept = tuple(each for each in RESULTS if each in results)
    return SidePayment(
        id,
        entry.text("zh", entry.text("en", id)),
        entry.text("en", entry.text("zh", id)),
        on[0],
        payer,
        payee,
        amount,
        once,
        kept,
        entry.text("source"),
    )


def _amount(entry: HouseEntry, payer: str) -> Money | str:
    value = entry.data.get("amount")
    if value == HAND:
        return HAND
    if value == ALL:
        if payer != "pot":
            entry.refuse("side.all", payer=payer)
        return ALL
    return entry.amount("amount") or 0


@dataclass(frozen=True, slots=True)
class PaymentTable(HouseTable):
    """`[[payments]]`: what the house pays beside the hands.

    >>> from sikwu.rules.files import from_toml
    >>> rules = from_toml('[[payments]]\\nid = "kong"\\non = "kong_exposed"\\nfrom = "feeder"\\nto = "maker"\\namount = 1')
    >>> [(each.on, each.amount) for each in rules.side]
    [('kong_exposed', 1)]
    """

    own: tuple[SidePayment, ...]

    key = "payments"
    form = '[[payments]]  id = "horse"'
    kind = list

    @classmethod
    def read(cls, entry: Any, rules: Ruleset) -> Self:
        within("payments", len(entry), MOST_PAYMENTS)
        own: dict[str, SidePayment] = {}
        for each in entry:
            made = read_payment(each, own)
            own[made.id] = made
        return cls(tuple(own.values()))

    def toml(self) -> list[str]:
        return [line for number, each in enumerate(self.own) for line in ("", *each.toml())[number == 0 :]]

    def check(self, rules: Ruleset) -> None:
        for each in self.own:
            if rules.terms.chips is not None:
                whole = isinstance(each.amount, str) or exact(each.amount).denominator == 1
                if "pot" in (each.payer, each.payee) or not whole:
                    raise no_effect(self.key, each.id, worded(say("side.chips")))
            if each.on in FLOWERS and not rules.terms.flowers.in_play:
                raise no_effect(self.key, each.id, worded(say("side.no_flowers")))
            known = any(pattern.id == each.on for pattern in rules.patterns)
            if known and each.on not in PLAYED and not rules.in_use(each.on):
                raise no_effect(self.key, each.id, worded(say("side.not_used", pattern=each.on)))

    def meaning(self, rules: Ruleset) -> object:
        return [each.meant for each in self.own]

    def points(self, rules: Ruleset) -> tuple[TablePoint, ...]:
        names = {each.id: Text(each.zh or each.id, each.en or each.id) for each in rules.patterns}
        return tuple(
            TablePoint(f"payments.{each.id}", " ".join(each.toml()), each.names, each.says(names)) for each in self.own
        )

    @property
    def size(self) -> int:
        return len(self.own)

    @property
    def fine(self) -> Money | None:
        """What a false win costs each other player, if the house pays something of its own for it; None: as the
        document says.
        """
        fixed = [each.fixed_fine for each in self.own if each.on == "false_win"]
        return exact(sum(each for each in fixed if each is not None)) if fixed else None

    @property
    def beside(self) -> tuple[SidePayment, ...]:
        """What is paid beside the hands: all but a fixed fine."""
        return tuple(each for each in self.own if each.fixed_fine is None)
