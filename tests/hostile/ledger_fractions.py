"""The pull ledger: exact compared with the whole history, whatever the factor, and bounded in size and time."""

from __future__ import annotations

import time
from fractions import Fraction
from random import Random

from hostile.attack import Attack
from hostile.refusals import noticed, with_code
from sikwu.book.ledger import MOST_BITS, Ledger, Pair
from sikwu.book.problems import BookError
from sikwu.money.amount import Money, money_json, money_text
from sikwu.rules.table_terms import LedgerTerms

FACTORS = ("3/2", "2", "1", "4/3", "101/100", "999/1000", "7/5", "1000/999")
SECONDS = 3.0
"""The limit for one chain of pulls up to the bound; 13 s was too long."""


def chain(terms: LedgerTerms, fans: list[int], check: bool, slowest: list[float]) -> tuple[int, bool]:
    """Pulls one record again and again; returns how many hands, and whether it was refused at the end."""
    pair, ledger, want = Pair("A", "B"), Ledger(), Fraction(0)
    began = time.process_time()
    for number, fan in enumerate(fans):
        try:
            ledger, paid = ledger.won({pair: fan}, terms)
        except BookError as error:
            with_code(error, "book.pull_too_long")
            slowest.append(time.process_time() - began)
            return number, True
        assert not paid
        if check:
            want = want * terms.pull + fan
            assert ledger.pulls[pair].amount == want, f"hand {number + 1} of {terms.pull}: not exact"
    amount = ledger.pulls[pair].amount
    assert max(amount.numerator.bit_length(), amount.denominator.bit_length()) <= MOST_BITS
    assert money_text(amount)
    assert money_json(amount) is not None
    slowest.append(time.process_time() - began)
    return len(fans), False


def run(seed: int, size: int) -> str:
    """`size` pulls in all: short chains, all checked; and one long chain for every factor."""
    chance, done, refused, slowest = Random(seed), 0, 0, [0.0]
    for factor in FACTORS:
        terms = LedgerTerms(pull=Fraction(factor) if Fraction(factor) >= 1 else 1 / Fraction(factor))
        hands, ended = chain(terms, [chance.randrange(1, 60) for _ in range(min(size, 6_000))], False, slowest)
        done, refused = done + hands, refused + ended
    assert max(slowest) < SECONDS, f"{max(slowest):.1f} s for one chain"
    while done < size:
        fans = [chance.randrange(1, 200) for _ in range(chance.choice((3, 30, 300)))]
        terms = LedgerTerms(pull=Fraction(chance.randrange(1000, 3000), chance.choice((1000, 500, 2, 3, 7))))
        hands, ended = chain(terms, fans, True, slowest)
        done, refused = done + hands, refused + ended
    return (
        f"{done:,} pulls exact, numbers of {MOST_BITS:,} bits at most ({refused} chains refused there),"
        f" slowest chain {max(slowest):.2f} s"
    )


def planted(seed: int) -> str:
    """Rounding a long pull must be noticed."""
    honest = LedgerTerms.pulled

    def rounded(self: LedgerTerms, amount: Money, fan: Money) -> Money:
        found = honest(self, amount, fan)
        return found.limit_denominator(1 << 60) if isinstance(found, Fraction) else found

    LedgerTerms.pulled = rounded  # type: ignore[method-assign]
    try:
        run(seed, 60_000)
    except AssertionError as fault:
        return noticed(fault, "not exact", "long fractions rounded")
    finally:
        LedgerTerms.pulled = honest  # type: ignore[method-assign]
    raise AssertionError("rounding was not noticed")


ATTACKS = (Attack("ledger fractions", "G9, G10", 1_000_000, 20_000, run, planted),)
