"""Kernel and twin side by side: both say what a win is worth, and both must say the same."""

from __future__ import annotations

from reference.judge import Judge, Verdict
from sikwu.reading import Group, Kind, Reading
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import JudgedReading, Score
from sikwu.win import Win

Told = tuple[object, ...]


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
    """What the kernel says about one reading."""
    return plain(judged.reading, len(win.hand.melds)), judged.fan, judged.capped, sorted(judged.patterns.items())


def told_by_twin(win: Win, verdict: Verdict) -> Told:
    """What the twin says about one reading."""
    return plain(verdict.reading, len(win.hand.melds)), verdict.fan, verdict.capped, sorted(worth(verdict).items())


def worth(verdict: Verdict) -> dict[str, int]:
    """Pattern → fan; what counts nothing is not told."""
    return {pattern: fan for pattern, fan in verdict.patterns.items() if fan}


def disagreement(win: Win, ruleset: Ruleset, judge: Judge | None = None) -> str:
    """Where kernel and twin differ about a win; empty if they agree on everything they say."""
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
    score = Score(packed, ruleset)
    if (score.fan, score.capped, score.patterns) != (best.fan, best.capped, worth(best)):
        return f"{where}\ntwin: {ours}, {best.patterns}\nexplained: {(score.fan, score.capped, score.patterns)}"
    # Of readings that are worth the same either may be told, so either's marks.
    marks = [v.marks for v in verdicts if judge.rank(v) == judge.rank(found)]
    if score.marks not in marks:
        return f"{where}\nmarks of the twin: {sorted(best.marks)}\nof the kernel: {sorted(score.marks)}"
    one = sorted((told_by_twin(win, v) for v in verdicts), key=repr)
    chosen = told_by_kernel(win, score.best)
    if best is not found:  # raised: what it was before is told by the twin's own verdict on that reading
        chosen = next(told for told in one if told[0] == chosen[0])
    other = sorted([chosen, *(told_by_kernel(win, r) for r in score.others)], key=repr)
    if one != other:
        wrong = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
        return f"{where}\nreadings differ, {len(one)} of the twin and {len(other)} of the kernel: {wrong[:1]}"
    return ""
