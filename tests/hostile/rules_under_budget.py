"""Rules under budget: huge rules end in one error or are compiled; steps, memory and time are counted."""

from __future__ import annotations

import time
import tracemalloc
from collections import Counter
from random import Random

import sikwu
from hostile.attack import Attack
from sikwu.rules import limits
from sikwu.rules.files import from_toml
from sikwu.texts import RulesError

MOST_MEMORY = 50_000_000  # bytes, while one file is read and lowered
LONGEST = 1.0  # seconds of CPU; 0.1 is promised, and a busy machine gets ten times that
TESTS = (
    "tiles.of(NUM({a})) >= {b}",
    "pungs.of(NUM({a})) >= {b}",
    "kinds.of(NUM({a}, {b})) == {c}",
    "suits == {b}",
    "waits.in_({a}, {b}, {c})",
    "sets.made(SELF) != {b}",
    "face_sum <= {a}{b}",
    "count(related(chow(A, {a}), pung(B, {b}))) >= {b}",
    "related(chow_with(A, x), chow_with(A, x + {b}), pair(C, y)).exists",
    "named('nope')",
)


def test(chance: Random) -> str:
    """One comparison."""
    return chance.choice(TESTS[: chance.choice((4, 9, 9, 10))]).format(
        a=chance.randrange(1, 8), b=chance.randrange(1, 5), c=chance.randrange(1, 4)
    )


def joined(sign: str, parts: list[str]) -> str:
    """Parts with brackets around them."""
    return sign.join(f"({part})" for part in parts)


def multiplied(chance: Random) -> str:
    """Brackets of alternatives that must all hold: every combination is an alternative of the whole."""
    width = chance.randrange(2, 7)
    return joined(" & ", [joined(" | ", [test(chance) for _ in range(width)]) for _ in range(chance.randrange(2, 40))])


def opposite(chance: Random) -> str:
    """The same inside a negation."""
    return (
        "~("
        + joined(" | ", [joined(" & ", [test(chance) for _ in range(3)]) for _ in range(chance.randrange(2, 30))])
        + ")"
    )


def nested(chance: Random) -> str:
    """Nested brackets."""
    text = test(chance)
    for i in range(chance.randrange(2, 120)):
        text = f"({text}) {'&|'[i % 2]} ({test(chance)})"
        text = f"~({text})" if chance.random() < 0.2 else text
    return text


def long(chance: Random) -> str:
    """Many parts side by side."""
    return joined(chance.choice((" & ", " | ")), [test(chance) for _ in range(chance.randrange(2, 400))])


def related(chance: Random) -> str:
    """Relations with many ways."""
    ways = [
        "related(" + ", ".join(f"{chance.choice(('chow', 'chow_with', 'pung', 'pair'))}({chance.choice('ABC')}, "
        f"{chance.choice(('x', 'y', 'x + 1', 'y + 2', '3'))})" for _ in range(chance.randrange(1, 7))) + ")"
        for _ in range(chance.randrange(1, 80))
    ]  # fmt: skip
    return f"count({' | '.join(ways)}) >= {chance.randrange(1, 100)}"


MAKERS = (multiplied, multiplied, opposite, nested, long, related)


def rules_file(chance: Random) -> str:
    """A file of huge rules."""
    text = f'ruleset = "{chance.choice(("hk-standard", "hk-taiwanese", "club16"))}"\n'
    for i in range(chance.choice((1, 1, 1, 2, 5, 60, 150))):
        text += f'[[patterns]]\nid = "own{i}"\nwhen = "{chance.choice(MAKERS)(chance)}"\nfan = 1\n'
    return text + chance.choice(TABLES)(chance)


def fans(chance: Random) -> str:
    """Prices of very many patterns, most of them unknown."""
    many = chance.choice((10, 1_000, 20_000))
    return "[fan]\n" + "".join(f"own{i} = {i % 1_200}\n" for i in range(many))


def offs(chance: Random) -> str:
    """Very many patterns that are not played."""
    return f"[off]\npatterns = {[f'own{i}' for i in range(chance.choice((10, 20_000)))]}\n".replace("'", '"')


def parts(chance: Random) -> str:
    """Parts with long fractions."""
    digits = "9" * chance.choice((3, 300, 5_000))
    return f'[pays]\ndiscarder = "{digits}/{digits}"\nothers = "1/{digits}"\ndealer = {digits}\nrepeat_fan = {digits}\n'


def needed(chance: Random) -> str:
    """Many huge conditions on a win."""
    each = (
        f'[[needs]]\nwhen = "{chance.choice(MAKERS)(chance)}"\nzh = "不"\n' for _ in range(chance.choice((1, 5, 60)))
    )
    return "".join(each)


def duties(chance: Random) -> str:
    """Many liability rules, with long lists."""
    names = [f"own{i}" for i in range(chance.choice((1, 2_000)))]
    many = range(chance.choice((1, 31, 500)))
    return "".join(
        f'[[duties]]\nid = "duty{i}"\nneeds = 3\non = ["self_draw"]\ncounts = {names}\n'.replace("'", '"') for i in many
    )


def payments(chance: Random) -> str:
    """Many side payments."""
    many = range(chance.choice((1, 32, 5_000)))
    return "".join(
        f'[[payments]]\nid = "pay{i}"\non = "flower"\nfrom = "others"\nto = "maker"\namount = {i}\n' for i in many
    )


TABLES = (*[lambda _: ""] * 10, fans, offs, parts, needed, duties, payments)
"""The tables of a rules file at their largest and beyond; most files have none of them."""


class Counted(limits.Steps):
    """Counts all steps."""

    spent = 0

    def spend(self, steps: int) -> None:
        """Counts, and spends."""
        Counted.spent += steps if self.left >= steps else 0
        super().spend(steps)


def run(seed: int, size: int) -> str:
    """Reads huge rules; every fifth with its memory measured, the others with their time."""
    for name in ("hk-standard", "hk-taiwanese", "club16"):
        sikwu.ruleset(name).lowered  # noqa: B018 - the documents' own rules are lowered once, by whoever asks first
    chance, codes, taken = Random(seed), Counter[str](), 0
    longest, most, steps = 0.0, 0, 0
    patched = _counting()
    try:
        for i in range(size):
            text = rules_file(chance)
            Counted.spent = 0
            if i % 5 == 0:
                tracemalloc.start()
            began = time.process_time()
            try:
                from_toml(text)
                taken += 1
            except RulesError as error:
                codes[error.code] += 1
            if i % 5 == 0:
                most = max(most, tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()
            else:
                longest = max(longest, time.process_time() - began)
            steps = max(steps, Counted.spent)
            assert steps <= limits.MOST_STEPS, f"{steps:,} steps: {text[:2000]}"
            assert most <= MOST_MEMORY, f"{most:,} bytes: {text[:2000]}"
            assert longest <= LONGEST, f"{longest:.2f} s: {text[:2000]}"
    finally:
        patched()
    assert taken >= size // 50, f"only {taken} of {size} were lowered"
    assert codes["rules.too_large"] > size // 5, f"only {codes} were refused"
    return (
        f"{size:,} large rule files: {taken:,} lowered, {sum(codes.values()):,} refused; "
        f"at most {steps:,} steps, {1000 * longest:.0f} ms, {most / 1e6:.1f} MB"
    )


def _counting():  # type: ignore[no-untyped-def]
    """Makes lowering use `Counted`; returns a function that restores it."""
    from sikwu.rules import lowering, terms

    sound = lowering.Steps
    lowering.Steps = terms.Steps = Counted  # type: ignore[misc]

    def undo() -> None:
        lowering.Steps = terms.Steps = sound  # type: ignore[misc]

    return undo


def planted(seed: int) -> str:
    """A budget that is never exceeded must be noticed, by the number of steps."""
    sound = Counted.__init__

    def endless(self: Counted) -> None:
        sound(self, 500_000)

    Counted.__init__ = endless  # type: ignore[method-assign]
    try:
        run(seed, 60)
    except AssertionError:
        return "a budget sixteen times as large"
    finally:
        Counted.__init__ = sound  # type: ignore[method-assign]
    raise AssertionError("a budget that is too large was not noticed")


ATTACKS = (Attack("rules under budget", "G18", 2_000, 60, run, planted),)
