"""Writes many records of matches for checking: `python -m tools.records DIR DEALS SEED [JOBS]`.

Random and quick players, every ruleset, random options, decision lines; some with given walls that are rich in kongs or
flowers, some with dead hands, some to the end of the match. The same files for any number of jobs.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from sikwu import ruleset
from sikwu.play.lines import DecisionLine, Line
from sikwu.play.match import Match, Walls, seeded_walls
from sikwu.play.record import text_of
from sikwu.play.wall import TILES, Wall
from sikwu.players import Sitting, player
from sikwu.rules.options import OneOf, Option, Whole
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError
from sikwu.tiles import Wind

MOST_DEALS = 60
"""The most deals of one match: random players seldom win, and a match in which a drawn deal keeps the dealer would
take days.
"""


def some_value(option: Option, chance: Random) -> object:
    """A value of an option; for numbers a small one."""
    values = option.values
    if isinstance(values, OneOf):
        return chance.choice(values.values)
    if isinstance(values, Whole):
        return chance.randint(values.least, min(values.most, values.least + 12))
    return chance.choice(["1/2", "3/2", "2", 1, 3])


def some_rules(name: str, chance: Random) -> Ruleset:
    """A ruleset with a few options changed, mostly options of play; unchanged if they contradict each other."""
    rules = ruleset(name)
    own = [each for each in rules.options if each.id != "play.allow_false_wins" or chance.random() < 0.1]
    played = [
        each for each in own if each.id.startswith(("play.", "tiles.", "win.", "flower_win.", "robbing", "dealer."))
    ]
    chosen = [chance.choice(group) for group in (own, played) for _ in range(chance.choice((0, 1, 2, 4)))]
    options = {each.id: some_value(each, chance) for each in chosen}
    if chance.random() < 0.6:  # otherwise few hands of such players would win
        options["hand.min_fan"] = chance.choice((0, 0, 1, 2))
    kept = {
        each.id: options[each.id]
        for each in own
        if each.id in options and not each.problem(options[each.id], frozenset())
    }  # type: ignore[arg-type]
    try:
        changed = rules.with_options(kept)
        Match.new(changed).deal(seeded_walls(0)(Match.new(changed)))
    except SikwuError:
        return rules
    return changed


def rich_walls(chance: Random) -> Walls:
    """Given walls in which a few kinds come early, or flowers come together."""

    def wall(match: Match) -> Wall:
        ids = chance.sample(range(TILES), TILES)
        style = chance.randrange(3)
        if style == 0:
            early = set(chance.sample(range(34), 16))
            ids.sort(key=lambda id: id >= 136 or (id // 4 not in early and chance.random() < 0.85))
        elif style == 1:  # one seat is dealt most of the flowers
            seat, flowers = chance.randrange(4), chance.sample(range(136, TILES), 8)
            for place, flower in zip((4 * seat + i + 16 * j for j in range(2) for i in range(4)), flowers, strict=True):
                if chance.random() < 0.9:
                    other = ids.index(flower)
                    ids[place], ids[other] = ids[other], ids[place]
        else:
            rest, at = [id for id in ids if id < 136], chance.randrange(120)
            ids = rest[:at] + [id for id in ids if id >= 136] + rest[at:]
        dice = [chance.randint(1, 6) for _ in range(3)]
        return Wall.given(ids, match.table, match.deals + 1, match.rules.hash, dice)

    return wall


def one_match(number: int, seed: str, folder: Path) -> tuple[str, int, Counter[str]]:
    """Plays and writes one match: returns its ruleset, the number of deals, and their results."""
    chance = Random(f"{seed} {number}")
    name = list(DOCUMENTS)[number % len(DOCUMENTS)]
    whole = number // len(DOCUMENTS) % 6 == 5
    rules = some_rules(name, chance)
    if whole:
        rules = rules.with_options({"play.rounds": 1, "hand.min_fan": 0})
    match = Match.new(rules, table=f"{name}-{number:05}")
    players = [player("quick" if whole else chance.choice(("random", "quick"))) for _ in range(4)]
    walls = rich_walls(chance) if chance.random() < 0.25 else seeded_walls(seed)
    sitting = Sitting(match, players, walls, seed=number)
    most = MOST_DEALS if whole else chance.randint(1, 12)
    chain = chance.random() < 0.5
    lines: list[Line] = [sitting.game.begin(chain)]
    while not sitting.match.over:
        last = sitting.match.deals + 1 == most
        dead = {Wind(chance.randrange(4)): chance.randrange(12)} if chance.random() < 0.04 else None
        lines += sitting.deal(last, dead)
    (folder / f"{match.table}.jsonl").write_text(text_of(lines, chain), encoding="utf-8")
    told = Counter(line.type for line in lines)
    told.update(f"at {line.at}" for line in lines if isinstance(line, DecisionLine))
    return name, sitting.match.deals, told


def main(folder: Path, deals: int, seed: str, jobs: int) -> None:
    """Writes matches until `deals` deals are played, and prints a summary."""
    folder.mkdir(parents=True, exist_ok=True)
    start, done, kinds, by = time.perf_counter(), 0, Counter[str](), Counter[str]()
    with ProcessPoolExecutor(jobs) as pool:
        numbers = count()
        while done < deals:
            some = [next(numbers) for _ in range(min(50 * jobs, max(5, (deals - done) // 8)))]
            for name, played, told in pool.map(partial(one_match, seed=seed, folder=folder), some, chunksize=5):
                done, by[name] = done + played, by[name] + played
                kinds += told
            print(f"\r{done} / {deals}", end="", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - start
    print(
        f"\n{done} deals in {len(list(folder.glob('*.jsonl')))} files, {seconds:.0f} s ({1000 * seconds / done:.1f} ms a deal)"
    )
    for told in (by, kinds):
        print("  " + ", ".join(f"{name} {number}" for name, number in told.most_common()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 2)
