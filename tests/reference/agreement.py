"""Compares kernel and twin: both compute the fan of a win, and the results must be equal."""

from __future__ import annotations

from reference.judge import Judge, Verdict
from sikwu.reading import Group, Kind, Reading
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import JudgedReading, score
from sikwu.win import Win

Told = tuple[object, ...]
FLOWERS = 34  # elements from here on are flowers; smaller ones are groups


def plain(reading: Reading, melds: int) -> Told:
    """A reading as comparable numbers: melds in the order laid down, the rest sorted."""

    def numbers(group: Group) -> tuple[int, int, int]:
        return int(group.kind), int(group.tile), int(group.made)

    groups = [numbers(g) for g in reading.groups]
    won = None if reading.at is None else numbers(reading.groups[reading.at])
    return int(reading.shape), tuple(groups[:melds]), tuple(sorted(groups[melds:])), int(reading.place), won


def well_ordered(reading: Reading, win: Win) -> bool:
    """Melds first, then concealed sets, then pairs."""
    kinds = [g.kind is Kind.PAIR for g in reading.groups]
    laid = [g.tile for g in reading.groups[: len(win.hand.melds)]] if reading.groups else []
    return kinds == sorted(kinds) and (not reading.groups or laid == [m.tile for m in win.hand.melds])


def told_by_kernel(win: Win, judged: JudgedReading) -> Told:
    """The kernel's result for one reading."""
    counted = sorted((c.row, c.fan, sorted(map(int, c.tiles))) for c in judged.counted if c.fan)
    return plain(judged.reading, len(win.hand.melds)), judged.fan, judged.capped, counted


def told_by_twin(win: Win, verdict: Verdict) -> Told:
    """The twin's result for one reading."""

    def tiles(elements: frozenset[object]) -> list[int]:
        numbers = [e for e in elements if isinstance(e, int)]
        groups = [verdict.reading.groups[e].tiles for e in numbers if e < FLOWERS]
        return sorted([int(t) for group in groups for t in group] + [int(e) for e in numbers if e >= FLOWERS])

    counted = sorted((i.row, i.fan, tiles(i.elements)) for i in verdict.counted if i.fan)
    return plain(verdict.reading, len(win.hand.melds)), verdict.fan, verdict.capped, counted


def worth(verdict: Verdict) -> dict[str, int]:
    """Pattern → fan; patterns that count nothing are left out."""
    return {pattern: fan for pattern, fan in verdict.patterns.items() if fan}


def disagreement(win: Win, ruleset: Ruleset, judge: Judge | None = None) -> str:
    """The differences between kernel and twin for a win; empty if they agree."""
    judge = judge or Judge(ruleset)
    packed = win.pack()
    verdicts = judge.verdicts(win)
    found = judge.best(verdicts)
    best = judge.judge(win)
    fan, capped, ids = ruleset.judge(packed)
    where = f"{win.text}\nunder {ruleset!r}"
    if best is None or found is None:
        return "" if fan < 0 else f"{where}\ntwin: no win; kernel: {fan} {capped} {ids}"
    ours = (best.fan, best.capped, sorted(worth(best)))
    if ours != (fan, capped, sorted(set(ids))):
        return f"{where}\ntwin: {ours}\nkernel: {(fan, capped, sorted(set(ids)))}"
    told = score(packed, ruleset)
    if (told.fan, told.capped, told.patterns) != (best.fan, best.capped, worth(best)):
        return f"{where}\ntwin: {ours}, {best.patterns}\nexplained: {(told.fan, told.capped, told.patterns)}"
    # Of readings with equal worth either may be reported, and so the marks of either.
    marks = [v.marks for v in verdicts if judge.rank(v) == judge.rank(found)]
    if told.marks not in marks:
        return f"{where}\nmarks of the twin: {sorted(best.marks)}\nof the kernel: {sorted(told.marks)}"
    one = sorted((told_by_twin(win, v) for v in verdicts), key=repr)
    chosen = told_by_kernel(win, told.best)
    if best is not found:  # raised: the twin's own verdict on that reading gives the fan before
        chosen = next(each for each in one if each[0] == chosen[0])
    other = sorted([chosen, *(told_by_kernel(win, r) for r in told.others)], key=repr)
    if one != other:
        wrong = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
        return f"{where}\nreadings differ, {len(one)} of the twin and {len(other)} of the kernel: {wrong[:1]}"
    return ""
