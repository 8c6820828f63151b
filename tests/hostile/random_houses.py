"""Random houses of every table of a rules file: judged and paid by kernel and twin alike, played, settled to zero, replayed, verified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from typing import Any
from unittest.mock import patch

from hostile.attack import Attack
from matches import Eager, objects, some_walls
from own_tables import whole_house
from reference.agreement import disagreement
from reference.judge import Judge, TooMany
from reference.samples import random_win
from sikwu.book import evolve
from sikwu.money.amount import exact
from sikwu.money.payment import Payment
from sikwu.play import house as house_module
from sikwu.play.lines import Line
from sikwu.play.match import Match
from sikwu.play.record import read_record, text_of
from sikwu.play.replay import replay
from sikwu.play.verify import verify
from sikwu.players import Sitting
from sikwu.rules.files import TABLES, from_toml, to_toml
from sikwu.rules.paying import PayOutcome
from sikwu.rules.playable import check_playable
from sikwu.rules.presets import DOCUMENTS, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, SikwuError
from sikwu.tiles import Wind
from sikwu.win import Win
from test_pay import told
from test_settlement import random_win as fed_win

HANDS, DEALS = 20, 20
"""Of each house."""
REFUSED = frozenset(
    (
        *("house.no_effect", "house.value", "option.value", "own.feeder", "own.value", "pays.nothing", "prices.falls"),
        *("needs.never", "prices.first", "rules.no_price", "rules.too_many_counts", "rules.too_many_ways"),
        *("side.all", "side.hand", "side.nobody", "side.same"),
    )
)
"""Why a random file may be refused."""


def random_house(chance: Random, number: int, refused: Counter[str]) -> Ruleset:
    """A house of the five documents in turn, read from its file."""
    while True:
        try:
            rules = from_toml(whole_house(chance, list(DOCUMENTS)[number % len(DOCUMENTS)]))
            check_playable(rules)
        except RulesError as error:
            if error.code not in REFUSED:
                raise AssertionError(f"{error.code}: {error}") from error
            refused[error.code] += 1
            continue
        if house_module.has_own_rules(rules):
            return rules


def judged(rules: Ruleset, chance: Random, judge: Judge | None = None) -> int:
    """Hands that the kernel judges, and wins that it pays, as plain Python does; how many were paid."""
    asked, paid = judge or Judge(rules), 0
    for _ in range(HANDS):
        win = random_win(chance, rules.document.sets)
        try:
            assert not (differs := disagreement(win, rules, asked)), f"{differs}\n{to_toml(rules)}"
        except TooMany:
            pass
        except RulesError as error:
            if error.code != "rules.too_many_ways":
                raise AssertionError(f"{error}\n{to_toml(rules)}") from error
        row = fed_win(chance, rules.document.size, rules.draft.flowers_in_play).pack()
        amounts, came = rules.paying.table.pay(rules.lowered.program, row)
        ours, how, _ = told(rules, row)
        if came == PayOutcome.NO_PRICE and how is PayOutcome.PAID:
            continue  # too large for the kernel; `settle` is asked then
        kernel = tuple(Fraction(each, rules.paying.denominator) for each in amounts)
        assert (ours, how) == (kernel, came), f"{Win.unpack(row).text}\n{to_toml(rules)}"
        assert sum(ours) == 0
        paid += how is PayOutcome.PAID
    return paid


def played(rules: Ruleset, chance: Random, deals: int) -> Iterator[tuple[list[Line], Match]]:
    """Matches of eager players, until these deals are played; each with its whole record."""
    left = deals
    while left > 0:
        match = Match.new(rules, ("Ann", "Ben", "Cat", "Dan"), "h")
        sitting = Sitting(match, [Eager()] * 4, some_walls(chance), seed=chance.randrange(1 << 30))
        lines: list[Line] = [match.start_line(chain=True)]
        while not sitting.match.over:
            lines += sitting.deal(sitting.match.deals + 1 == left)
            assert sitting.played is not None
            changes, priced = sitting.played.kernel.settle()
            finished, unit = sitting.played.finished, rules.paying.denominator
            assert not priced or [exact(finished.changes[seat]) * unit for seat in Wind] == list(changes), to_toml(
                rules
            )
            assert sum(changes) == 0, to_toml(rules)
            assert sum(sitting.match.held.values(), start=_pot(sitting.match)) == _issued(rules), to_toml(rules)
        left -= sitting.match.deals
        yield lines, sitting.match


def _pot(match: Match) -> Any:
    chips = match.state.chips
    return match.state.accounts.get("", 0) if chips is None else chips.pot


def _issued(rules: Ruleset) -> int:
    return 0 if rules.terms.chips is None else 4 * rules.terms.chips.starting


def held_up(lines: list[Line], rules: Ruleset) -> Counter[str]:
    """Reads, replays and verifies a record; what happened in it."""
    read, cut = read_record(text_of(lines, chain=True))
    assert not cut
    assert replay(read).ended
    told = objects(read)
    assert not any(each.faults for each in verify(told)), to_toml(rules)
    found = Counter[str]()
    for line in told:
        found["side"] += "side" in line
        found["wins"] += line["type"] == "hora"
        found["liable"] += line["type"] == "hora" and "liable" in line["answer"]
    return found


def run(seed: int, size: int) -> str:
    """Judges, pays and plays every house."""
    chance, refused, met, paid, deals = Random(seed), Counter[str](), Counter[str](), 0, 0
    for number in range(size):
        rules = random_house(chance, number, refused)
        assert from_toml(to_toml(rules)).hash == rules.hash
        met.update(type(table).__name__ for table in rules.tables)
        met["own patterns"] += bool(rules.house)
        met["prices"] += rules.price_table is not None
        paid += judged(rules, chance)
        for lines, match in played(rules, chance, DEALS):
            deals += match.deals
            try:
                met += held_up(lines, rules)
            except SikwuError as error:
                raise AssertionError(f"{error}\n{to_toml(rules)}") from error
    assert deals >= DEALS * size
    if size >= 20:
        missing = {*(table.__name__ for table in TABLES), "own patterns", "prices", "side", "liable"} - {
            each for each in met if met[each]
        }
        assert not missing, f"no house had {missing}"
    assert paid > size * HANDS // 5, f"only {paid} wins were paid"
    return (
        f"{size:,} houses of every table ({refused.total():,} files refused): {size * HANDS:,} hands judged by kernel and twin "
        f"alike, {paid:,} wins paid alike, {deals:,} deals played, replayed and verified: {met['wins']:,} wins, "
        f"{met['liable']:,} with a liable player, {met['side']:,} deals with side money; every settlement and every book "
        "sums to zero"
    )


# --- planted faults


def planted(seed: int) -> str:
    """A price changed in one of two judges, a table lost from a record, a side payment doubled in the replay."""
    chance = Random(seed)
    dear = from_toml('[options]\n"hand.min_fan" = 0\n\n[fan]\nself_draw = 7\n')
    _noticed("a price", lambda: [judged(dear, chance, Judge(ruleset("hk-standard"))) for _ in range(20)])
    side = from_toml(
        '[options]\n"hand.min_fan" = 0\n"play.rounds" = 1\n\n[[payments]]\nid = "rake"\non = "deal"\nfrom = "dealer"\nto = "pot"\n'
        "amount = 1\n"
    )
    lines, _ = next(played(side, chance, 4))
    with patch.object(house_module, "_read", lambda _: from_toml(to_toml(side).partition("[[payments]]")[0])):
        _noticed("a table lost from a record", lambda: held_up(lines, side))
    with _dearer():
        _noticed("a side payment that is doubled", lambda: held_up(lines, side))
    return "a price changed in one judge, a table lost from a record, a side payment doubled in its replay"


@contextmanager
def _dearer() -> Iterator[None]:
    sound = evolve.side_moves

    def broken(*given: Any) -> list[Payment[str]]:
        return [each._replace(amount=2 * each.amount) for each in sound(*given)]

    with patch.object(evolve, "side_moves", broken):
        yield


def _noticed(what: str, attempt: Callable[[], object]) -> None:
    try:
        attempt()
    except (AssertionError, SikwuError):
        return
    raise AssertionError(f"{what} was not noticed")


ATTACKS = (Attack("random houses", "G19", 500, 10, run, planted),)
