"""Melds and hands: text both ways, and every possible problem."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sikwu.hand import Hand, Meld, MeldKind, lift_melds
from sikwu.notation import Reader, parse_tiles
from sikwu.texts import NotationError
from sikwu.tiles import KINDS, Tile, Wind

all_tiles = st.sampled_from(list(Tile))
played = st.sampled_from(list(Tile)[:KINDS])
flowers = st.sampled_from(list(Tile)[KINDS:])
winds = st.sampled_from(list(Wind))
melds = st.builds(
    Meld,
    kind=st.sampled_from(list(MeldKind)),
    tile=all_tiles,
    feeder=st.none() | winds,
    same_turn=st.booleans(),
    fresh=st.booleans(),
)
hands = st.builds(
    Hand,
    concealed=st.lists(played, max_size=17).map(tuple),
    melds=st.lists(melds, max_size=5).map(tuple),
    flowers=st.lists(flowers, max_size=9).map(tuple),
)


@given(melds)
def test_any_meld_round_trips(meld: Meld) -> None:
    assert Meld.parse(meld.text) == meld
    assert eval(repr(meld)) == meld
    reader = Reader(meld.to_case(), [])
    assert Meld.read(reader) == meld
    assert reader.problems == []


@given(hands)
def test_any_hand_round_trips(hand: Hand) -> None:
    assert Hand.parse(hand.text) == hand
    assert eval(repr(hand)) == hand
    assert sum(hand.counts()) == len(hand.concealed) + sum(len(meld.tiles) for meld in hand.melds)


@given(st.text(alphabet="123mpEz中f()[]<>&!+? NSx", max_size=30))
def test_any_text_is_a_hand_or_refused(text: str) -> None:
    try:
        hand = Hand.parse(text)
    except NotationError:
        return
    assert Hand.parse(hand.text) == hand


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("(123m<N)", Meld(MeldKind.CHOW, Tile.M1, Wind.NORTH)),
        ("(555p<S)", Meld(MeldKind.PUNG, Tile.P5, Wind.SOUTH)),
        ("(5555p<S)", Meld(MeldKind.KONG_EXPOSED, Tile.P5, Wind.SOUTH)),
        ("(555p+5p<S)", Meld(MeldKind.KONG_ADDED, Tile.P5, Wind.SOUTH)),
        ("[7777s]", Meld(MeldKind.KONG_CONCEALED, Tile.S7)),
        ("&[7777s]", Meld(MeldKind.KONG_CONCEALED, Tile.S7, same_turn=True)),
        ("(2222p<S!)", Meld(MeldKind.KONG_EXPOSED, Tile.P2, Wind.SOUTH, fresh=True)),
        ("(2222p!)", Meld(MeldKind.KONG_EXPOSED, Tile.P2, fresh=True)),
        ("(123m)", Meld(MeldKind.CHOW, Tile.M1)),
        ("(EEE<E)", Meld(MeldKind.PUNG, Tile.EAST, Wind.EAST)),
        ("(中中中+中<W)", Meld(MeldKind.KONG_ADDED, Tile.RED, Wind.WEST)),
    ],
)
def test_meld_text(text: str, meld: Meld) -> None:
    assert Meld.parse(text) == meld
    assert meld.text == text
    assert meld.problems() == ()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("(312m<北)", "(123m<N)"),
        ("( 3m 1m 2m < east )", "(123m<E)"),
        ("（一二三萬＜北）", "(123m<N)"),
        ("& [1111z]", "&[EEEE]"),
        ("\t(111z<?)\n", "(EEE)"),
        ("(🀄🀄🀄)", "(中中中)"),
        ("(5p5p5p + 5p < S !)", "(555p+5p<S!)"),
    ],
)
def test_meld_spellings(text: str, canonical: str) -> None:
    assert Meld.parse(text).text == canonical


def test_meld_tiles() -> None:
    assert Meld.parse("(345p<E)").tiles == (Tile.P3, Tile.P4, Tile.P5)
    assert Meld.parse("(EEE)").tiles == (Tile.EAST,) * 3
    for text in ("(EEEE)", "(EEE+E)", "[EEEE]"):
        assert Meld.parse(text).tiles == (Tile.EAST,) * 4
        assert Meld.parse(text).kind.is_kong
    assert [kind.text for kind in MeldKind] == ["chow", "pung", "kong_exposed", "kong_added", "kong_concealed"]
    assert [kind.is_claimed for kind in MeldKind] == [True, True, True, True, False]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.meld"),
        ("(", "notation.meld"),
        (")", "notation.meld"),
        ("123m", "notation.meld"),
        ("(123m]", "notation.meld"),
        ("&&[7777s]", "notation.meld"),
        ("[777s+7s]", "notation.meld"),
        ("(55p+55p)", "notation.meld"),
        ("(555p+)", "notation.meld"),
        ("()", "meld.size"),
        ("(55p)", "meld.size"),
        ("(12m)", "meld.size"),
        ("(55555p)", "meld.size"),
        ("(55p+5p)", "meld.size"),
        ("[777s]", "meld.size"),
        ("(1234m)", "meld.not_alike"),
        ("[7778s]", "meld.not_alike"),
        ("(555p+6p)", "meld.not_alike"),
        ("(124m)", "meld.not_set"),
        ("(1m2p3s)", "meld.not_set"),
        ("(89m1m)", "meld.not_set"),
        ("(EEW)", "meld.not_set"),
        ("(123m<X)", "notation.wind"),
        ("(123m<)", "notation.wind"),
        ("(12x3m)", "notation.no_suit"),
    ],
)
def test_bad_meld_text(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        Meld.parse(text)
    assert caught.value.code == code


def test_positions_are_those_of_the_whole_text() -> None:
    for text in ("12m (12x3m) E", "12m (111m+x) E", "1m   (123m) x", "1m    &[EEEx]"):
        with pytest.raises(NotationError) as caught:
            Hand.parse(text)
        assert f"character {text.index('x') + 1}:" in str(caught.value)


def test_hand_text() -> None:
    hand = Hand.parse("1f 中中 9m1m (123m<N) &[7777s] 8f E")
    assert hand.concealed == parse_tiles("1m 9m E 中 中")
    assert hand.flowers == (Tile.SPRING, Tile.BAMBOO)
    assert hand.text == "19m E 中中 (123m<N) &[7777s] 18f"
    assert Hand(()).text == ""
    assert Hand.parse("") == Hand(())
    assert Hand((Tile.P1, Tile.M1)) == Hand((Tile.M1, Tile.P1))


def test_lift_melds_keeps_positions() -> None:
    found, rest, problems = lift_melds("1m (EEE) &[7777s]2m")
    assert [meld.text for meld in found] == ["(EEE)", "&[7777s]"]
    assert rest == "1m               2m"
    assert problems == []


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        (Hand.parse("5555m"), []),
        (Hand.parse("55555m"), ["tiles.five_copies"]),
        (Hand.parse("55m (555m)"), ["tiles.five_copies"]),
        (Hand.parse("55m (456m)"), []),
        (Hand.parse("55555m EEEEE"), ["tiles.five_copies", "tiles.five_copies"]),
        (Hand.parse("1f 2f"), []),
        (Hand.parse("1f 1f"), ["flowers.twice"]),
        (Hand((Tile.SPRING,)), ["flowers.concealed"]),
        (Hand((), (), (Tile.M1,)), ["flowers.not_flower"]),
        (Hand.parse("(ESW)"), ["meld.honour_chow"]),
        (Hand.parse("(89m1p)"), ["meld.over_nine"]),
        (Hand.parse("(9sES)"), ["meld.over_nine"]),
        (Hand.parse("(123f)"), ["meld.flower"]),
        (Hand.parse("(111f)"), ["meld.flower"]),
        (Hand.parse("[7777s<S]"), ["meld.concealed_fed"]),
        (Hand.parse("&[7777s]"), ["meld.first_same_turn"]),
        (Hand.parse("[1111m] &[7777s]"), []),
        (Hand.parse("55555m 1f1f &[EEEE<N]"), None),
    ],
    ids=lambda value: value.text if isinstance(value, Hand) else "",
)
def test_hand_problems(hand: Hand, codes: list[str] | None) -> None:
    expected = ["tiles.five_copies", "flowers.twice", "meld.concealed_fed", "meld.first_same_turn"]
    assert [each.code for each in hand.problems()] == (expected if codes is None else codes)


def test_one_more_tile_counts() -> None:
    assert Hand.parse("5555m").problems(Tile.M5)[0].code == "tiles.five_copies"
    assert Hand.parse("5555m").problems(Tile.M6) == ()


def test_all_faults_of_a_hand_text_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse("1m (55p) x (123m<X) [77")
    codes = [each.code for each in caught.value.problems]
    assert codes == ["meld.size", "notation.wind", "notation.bracket", "notation.unknown"]
