"""絕張 by tiles: with `last_copy.own_hand: false` no copy in the winner's own hand helps, whatever the reading."""

from __future__ import annotations

from collections import Counter
from random import Random

from reference.samples import many
from sikwu import ruleset, score
from sikwu.hand import Hand, Meld, MeldKind
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Circumstances, Win

OPEN = ruleset("club16")
STRICT = OPEN.with_options({"last_copy.own_hand": False})


def last_copies(chance: Random) -> Win:
    """A two-sided or single wait of which every copy is somewhere: in the hand, laid down, or lying open."""
    low = 9 * chance.randrange(3) + chance.randrange(6)
    won, other = chance.choice(((low, low + 3), (low + 3, low)))
    run = sorted({low + 1, low + 2})
    sets = [[t] * 3 for t in (low, low + 3, 31, 32, 33)] + [[low + 3, low + 4, low + 5]] * (low % 9 <= 3)
    sets += [[t, t + 1, t + 2] for t in (0, 6, 9, 15, 18, 24)]
    while True:
        chosen = chance.sample(sets, 4)
        pair = chance.choice((won, other, 27, 28))
        counts = Counter([won, *run, pair, pair, *(t for each in chosen for t in each)])
        if max(counts.values()) <= 4 and counts[won] + counts[other] <= 8:
            break
    melds, concealed = [], [*run, pair, pair]
    for each in chosen:
        if chance.random() < 0.4:
            kind = MeldKind.PUNG if each[0] == each[1] else MeldKind.CHOW
            melds.append(Meld(kind, Tile(each[0]), Wind.SOUTH))
        else:
            concealed += each
    seen = tuple((Tile(t), 4 - counts[t]) for t in (won, other) if counts[t] < 4)
    hand = Hand(tuple(map(Tile, sorted(concealed))), tuple(melds))
    at = Circumstances(visible=seen)
    if chance.random() < 0.5:
        return Win(hand, Tile(won), By.SELF_DRAW, Wind.WEST, Wind.EAST, at=at)
    return Win(hand, Tile(won), By.DISCARD, Wind.WEST, Wind.EAST, Wind.SOUTH, at=at)


def test_only_copies_outside_the_own_hand_count() -> None:
    chance, shown = Random(7), Counter[tuple[str, bool, By]]()
    for _ in range(many(1500)):
        win = last_copies(chance)
        loose, strict = score(win, OPEN), score(win, STRICT)
        held = sum(tile in loose.waits for tile in win.hand.concealed)
        for name in ("last_copy_single", "last_copy_double"):
            if name in loose.patterns:
                assert (name in strict.patterns) == (held == 0), win.text
                shown[name, held == 0, win.by] += 1
            else:
                assert name not in strict.patterns, win.text
    names, ways = ("last_copy_single", "last_copy_double"), (By.DISCARD, By.SELF_DRAW)
    assert min(shown[name, none, by] for name in names for none in (True, False) for by in ways) > 5, shown


ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


def test_thirteen_orphans_wait_at_the_two_ends_of_their_run() -> None:
    """T10, for every run and every orphan doubled: with all other seven in sight it counts, with one hidden it does not."""
    seen = Counter[str]()
    for doubled in ORPHANS:
        for first in (9 * suit + number for suit in range(3) for number in range(8)):
            held = Counter([*ORPHANS, doubled, first, first + 1])
            ends = [tile for tile in (first - 1, first + 2) if 0 <= tile < 27 and tile // 9 == first // 9]
            for won in ends:
                hand = Hand(tuple(map(Tile, sorted(held.elements()))), ())
                for hidden in (0, 1):
                    rest = {tile: 4 - held[tile] - (tile == won) for tile in ends}
                    if hidden > rest[won]:
                        continue
                    rest[won] -= hidden
                    at = Circumstances(visible=tuple((Tile(tile), count) for tile, count in rest.items() if count))
                    win = Win(hand, Tile(won), By.DISCARD, Wind.WEST, Wind.EAST, Wind.SOUTH, at=at)
                    loose, strict = score(win, OPEN), score(win, STRICT)
                    both = len(loose.waits) == 2 and not hidden
                    assert loose.patterns["thirteen_orphans"] == 40
                    assert ("last_copy_double" in loose.patterns) == both, win.text
                    own = sum(held[tile] for tile in ends)
                    assert ("last_copy_double" in strict.patterns) == (both and not own), win.text
                    if both:
                        assert [int(tile) for tile in loose.waits] == [first - 1, first + 2]
                    seen["counts" if both else "near"] += 1
                    seen["own"] += both and own > 0
    assert min(seen[name] for name in ("counts", "near", "own")) > 100, seen
