"""One number per ruleset: a signature of the fan and patterns of 10,000 fixed hands. It changes only when behaviour does."""

from __future__ import annotations

import hashlib
import random

from sikwu import By, Circumstances, Hand, Meld, MeldKind, Tile, Win, Wind, ruleset
from sikwu.win import FirstTurn, Ready, Replacement

RULESETS = ("hk-standard", "hk-common", "hk-classic", "all-customs", "doc001-rare-patterns", "hk-taiwanese", "club16")
HANDS = 10_000


def fixed_win(rng: random.Random, sets: int) -> Win:
    """A complete hand with plain circumstances, from a fixed stream of numbers."""
    while True:
        suit = rng.randrange(3)
        style = rng.random()
        pool = list(range(34)) if style < 0.5 else [*range(9 * suit, 9 * suit + 9), *range(27, 34)]
        pool = pool[:9] if style > 0.9 else pool
        groups = []
        counts = [0] * 34
        for _ in range(sets):
            starts = [t for t in pool if t < 27 and t % 9 <= 6]
            if rng.random() < (0.3 if style < 0.75 else 0.8):
                tile = rng.choice(pool)
                groups.append((MeldKind.PUNG, tile))
                counts[tile] += 3
            else:
                tile = rng.choice(starts)
                groups.append((MeldKind.CHOW, tile))
                for k in range(3):
                    counts[tile + k] += 1
        pair = rng.choice(pool)
        counts[pair] += 2
        if max(counts) <= 4:
            break
    seat = Wind(rng.randrange(4))
    feeder = Wind((seat + 1 + rng.randrange(3)) % 4)
    melds, concealed = [], [pair, pair]
    for kind, tile in groups:
        if rng.random() < 0.4:
            if kind is MeldKind.PUNG and counts[tile] == 3 and rng.random() < 0.4:
                kong = rng.choice([MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED])
                melds.append(Meld(kong, Tile(tile), None if kong is MeldKind.KONG_CONCEALED else feeder))
            else:
                melds.append(Meld(kind, Tile(tile), feeder))
        else:
            concealed += [tile] * 3 if kind is MeldKind.PUNG else [tile, tile + 1, tile + 2]
    tile = rng.choice(concealed)
    concealed.remove(tile)
    drawn = rng.random() < 0.45
    kong = any(m.kind.is_kong for m in melds)
    at = Circumstances(
        replacement=Replacement.KONG if drawn and kong and rng.random() < 0.3 else Replacement.NONE,
        last_tile=drawn and rng.random() < 0.05,
        last_discard=not drawn and rng.random() < 0.05,
        first_turn=FirstTurn.HUMAN if not drawn and not melds and rng.random() < 0.02 else FirstTurn.NONE,
        ready=Ready(rng.randrange(5)) if rng.random() < 0.1 else Ready.NONE,
        discards=rng.randrange(1, 60) if rng.random() < 0.3 else None,
    )
    flowers = tuple(Tile(34 + i) for i in rng.sample(range(8), rng.choice([0, 0, 1, 2, 4])))
    hand = Hand(tuple(map(Tile, concealed)), tuple(melds), flowers)
    by = By.SELF_DRAW if drawn else By.DISCARD
    return Win(hand, Tile(tile), by, seat, Wind(rng.randrange(4)), None if drawn else feeder, rng.randrange(3), at)


def signature(name: str) -> str:
    """Sixteen hex digits over fan, capped fan and counted patterns of the fixed hands."""
    rules = ruleset(name)
    rng = random.Random(20261115 + rules.document.size)
    digest = hashlib.sha256()
    for _ in range(HANDS):
        fan, capped, ids = rules.judge(fixed_win(rng, rules.document.sets).pack())
        digest.update(f"{fan} {capped} {' '.join(sorted(ids))}\n".encode())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    for each in RULESETS:
        print(each, signature(each))
