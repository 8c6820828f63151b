"""look(): agrees with scoring every tile, and with a slow comparison with every complete hand."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from reference.distance import away_within
from reference.samples import many, random_hand, random_options
from sikwu import By, Circumstances, Hand, Meld, MeldKind, Problem, SikwuError, Tile, Win, Wind, look, ruleset, score
from sikwu.looking import HandState
from sikwu.reading import Shapes, nearest_tiles
from sikwu.rules.ruleset import Ruleset
from sikwu.win import FirstTurn, Ready, Replacement

KINDS = tuple(Tile)[:34]
RULESETS = ("hk-standard", "hk-common", "all-customs", "hk-taiwanese", "club16")


def counts(tiles: Iterable[int]) -> tuple[int, ...]:
    held = list(tiles)
    return tuple(held.count(kind) for kind in range(34))


def drawn(chance: Random, rules: Ruleset, extra: int = 0, spoil: int = 0) -> Hand:
    """A complete hand less a tile (or with `extra` more), some of its tiles exchanged for others."""
    melds, tiles = random_hand(chance, rules.document.sets)
    melds = [Meld(m.kind, m.tile, None if m.kind is MeldKind.KONG_CONCEALED else Wind.NORTH) for m in melds]
    owned = Hand((), tuple(melds)).counts()
    for _ in range(spoil):
        tiles.pop(chance.randrange(len(tiles)))
        free = [k for k in KINDS if owned[k] + tiles.count(k) < 4]
        tiles.append(chance.choice(free))
    while len(tiles) + 3 * len(melds) > rules.document.size + extra:
        tiles.pop(chance.randrange(len(tiles)))
    return Hand(tuple(map(Tile, tiles)), tuple(melds))


def seen(chance: Random, hand: Hand) -> tuple[tuple[Tile, int], ...]:
    owned = hand.counts()
    return tuple((k, chance.randint(1, 4 - owned[k])) for k in KINDS if owned[k] < 4 and chance.random() < 0.3)


def tried(hand: Hand, tile: Tile, rules: Ruleset, by: By, visible: tuple[tuple[Tile, int], ...]) -> Win:
    feeder = Wind.SOUTH if by is By.DISCARD else None
    return Win(hand, tile, by, Wind.EAST, Wind.SOUTH, feeder, 0, Circumstances(visible=visible))


def completes(hand: Hand, tile: Tile, rules: Ruleset) -> bool:
    """Whether it is a win, or would be one without a clause of the rules."""
    try:
        score(tried(hand, tile, rules, By.SELF_DRAW, ()), rules)
    except SikwuError as error:
        return error.code == "win.not_legal"
    return True


def worth(win: Win, rules: Ruleset) -> tuple[int, int, bool, dict[str, int], Problem | None]:
    try:
        told = score(win, rules)
    except SikwuError as error:
        return 0, 0, False, {}, error.problems[0]
    return told.fan, told.capped, told.valid, told.patterns, None


@pytest.mark.parametrize("name", RULESETS)
def test_waits_are_the_kinds_that_score(name: str) -> None:
    chance = Random(f"waits {name}")
    rules, ready, dead = ruleset(name), 0, 0
    for _ in range(many(25)):
        hand = drawn(chance, rules, spoil=chance.choice((0, 0, 0, 1)))
        visible = seen(chance, hand)
        told = look(hand, rules, round=Wind.SOUTH, at=Circumstances(visible=visible))
        owned, lying = hand.counts(), dict(visible)
        wanted = [k for k in KINDS if owned[k] < 4 and completes(hand, k, rules)]
        assert [wait.tile for wait in told.waits] == wanted, hand.text
        assert told.state is (HandState.READY if wanted else HandState.UNREADY)
        for wait in told.waits:
            assert wait.left == 4 - owned[wait.tile] - lying.get(wait.tile, 0)
            dead += wait.dead
            if wait.dead:
                assert not wait.told
                assert wait.discard == wait.self_draw
                assert wait.discard.problem is not None
                continue
            for by, won in ((By.DISCARD, wait.discard), (By.SELF_DRAW, wait.self_draw)):
                assert (won.fan, won.capped, won.valid, dict(won.patterns), won.problem) == worth(
                    tried(hand, wait.tile, rules, by, visible), rules
                )
        ready += bool(wanted)
    assert ready > 5
    assert dead > 0


def limited(hand: Hand, tiles: Iterable[int], rules: Ruleset) -> int:
    """Tiles away, by every complete hand within four copies of each kind with the melds."""
    laid = Hand((), hand.melds).counts()[:34]
    shapes = Shapes(rules.lowered.shapes)
    return away_within(counts(tiles), tuple(4 - n for n in laid), rules.document.sets - len(hand.melds), shapes)


@pytest.mark.parametrize("name", RULESETS)
def test_distance_is_that_of_the_nearest_complete_hand(name: str) -> None:
    chance = Random(f"away {name}")
    rules = ruleset(name)
    for _ in range(many(4)):
        hand = drawn(chance, rules, spoil=chance.choice((1, 2, 4)))
        if chance.random() < 0.5:  # building
            hand = Hand(tuple(chance.sample(hand.concealed, chance.randint(1, len(hand.concealed)))), hand.melds)
        visible = seen(chance, hand)
        told = look(hand, rules, at=Circumstances(visible=visible))
        away = limited(hand, hand.concealed, rules)
        assert told.away == away, hand.text
        owned, lying = hand.counts(), dict(visible)
        left = {k: 4 - owned[k] - lying.get(k, 0) for k in KINDS}
        nearer = [(k, left[k]) for k in KINDS if left[k] > 0 and limited(hand, (*hand.concealed, k), rules) < away]
        assert list(told.useful) == nearer, hand.text
        count = len(hand.concealed) + 3 * len(hand.melds)
        assert told.missing == rules.document.size + 1 - count


@pytest.mark.parametrize("name", RULESETS)
def test_best_discards_by_trying_all(name: str) -> None:
    chance = Random(f"discards {name}")
    rules = ruleset(name)
    for _ in range(many(3)):
        hand = drawn(chance, rules, extra=1, spoil=chance.choice((0, 1, 2)))
        visible = seen(chance, hand)
        told = look(hand, rules, at=Circumstances(visible=visible))
        owned, lying = hand.counts(), dict(visible)
        assert told.state is HandState.FULL
        assert {each.tile for each in told.discards} == set(hand.concealed)
        order = []
        for each in told.discards:
            kept = list(hand.concealed)
            kept.remove(each.tile)
            away = limited(hand, kept, rules)
            assert each.away == away, (hand.text, each.tile)
            some = chance.sample(KINDS, 6)
            for k in some:  # the discarded copy does not come back
                left = 4 - owned[k] - lying.get(k, 0)
                nearer = left > 0 and limited(hand, (*kept, k), rules) < away
                assert ((k, left) in each.useful) == nearer, (hand.text, each.tile, k)
            order.append((away, -each.copies))
        assert order == sorted(order)
        assert told.away == limited(hand, hand.concealed, rules)
        assert bool(told.wins) == (told.away == 0)
        for wait in told.wins:
            kept = list(hand.concealed)
            kept.remove(wait.tile)
            assert completes(Hand(tuple(kept), hand.melds), wait.tile, rules)


def test_a_kind_owned_four_times_is_no_wait() -> None:
    told = look("123m 5m (555m<S) (666p<W) (777s<N)")
    assert (told.state, told.away) == (HandState.UNREADY, 2)
    # The quick tables, which know nothing of melds, call it ready.
    assert nearest_tiles(bytes(counts(Hand.parse("1235m").concealed)), bytes([4] * 34), 1)[0] == 1


def test_four_alike_are_no_two_pairs_where_the_house_says_so() -> None:
    text = "1111m 22p 33p 44s 55s 66s 中中"
    rules = ruleset("hk-taiwanese")
    strict = rules.with_options({"eight_pairs.four_of_a_kind_as_two_pairs": False})
    assert Tile.RED in [wait.tile for wait in look(text, rules).waits]
    assert look(text, strict).state is HandState.UNREADY


def test_below_the_minimum_and_capped() -> None:
    told = look("123m 456p 78s (234s<N) 99s 1f")
    assert [(w.discard.fan, w.discard.valid) for w in told.waits] == [(2, False), (2, False)]
    told = look("22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E")
    white = told.waits[-1].self_draw
    assert (white.fan, white.capped) == (14, 13)


@pytest.mark.parametrize(
    ("at", "seat", "both"),
    [
        (Circumstances(last_tile=True), Wind.EAST, ("", "last_tile_draw")),
        (Circumstances(first_turn=FirstTurn.HEAVENLY), Wind.EAST, ("", "heavenly_hand")),
        (Circumstances(first_turn=FirstTurn.EARTHLY), Wind.SOUTH, ("earthly_hand", "")),
    ],
)
def test_circumstances_count_where_they_fit(at: Circumstances, seat: Wind, both: tuple[str, str]) -> None:
    told = look("123m 456p 78s EEE 99s", seat=seat, at=at)
    wait = told.waits[0]
    for won, wanted in ((wait.discard, both[0]), (wait.self_draw, both[1])):
        assert won.problem is None
        special = {"last_tile_draw", "heavenly_hand", "earthly_hand"} & {id for id, _ in won.patterns}
        assert special == ({wanted} if wanted else set())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("55555m", "tiles.five_copies"),
        ("123m 456p 789s 123s EEE", "tiles.count"),
        ("123m 456p 78s EEE 99s seat=S first_turn=heavenly", "first_turn.heavenly_seat"),
        ("123m 456p 78s EEE 99s replacement=kong", "replacement.no_kong"),
        ("123m 45x", "notation.unknown"),
        ("11m visible=1m:3", "visible.too_many"),
    ],
)
def test_what_cannot_be_is_told(text: str, code: str) -> None:
    told = look(text)
    assert told.state is HandState.IMPOSSIBLE
    assert code in [each.code for each in told.problems]
    assert (told.waits, told.useful, told.away) == ((), (), None)


def test_flowers_that_are_not_played() -> None:
    assert [p.code for p in look("123m 1f", "no-flowers-game").problems] == ["flowers.not_in_play"]


def test_a_text_a_hand_and_a_win_are_the_same_look() -> None:
    text = "22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=W ready=declared"
    win = Win.parse(f"{text} +白<N")
    given = {"seat": Wind.SOUTH, "round": Wind.WEST, "at": Circumstances(ready=Ready.DECLARED)}
    for name in ("hk-standard", "hk-common"):
        assert look(text, name) == look(win, name) == look(win.hand, name, **given)  # type: ignore[arg-type]


def test_any_house_rules_can_be_looked_through() -> None:
    chance = Random("houses")
    for _ in range(many(12)):
        base = ruleset(chance.choice(RULESETS))
        rules = base.with_options(random_options(chance, base))
        hand = drawn(chance, rules, extra=chance.choice((0, 1)))
        at = Circumstances(replacement=chance.choice(tuple(Replacement)), winners=chance.randint(1, 3))
        told = look(hand, rules, at=at)
        assert told.state in HandState
        if told.state is HandState.IMPOSSIBLE:
            assert told.problems
