"""Every problem: an example that has it, and a similar one without any problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import sikwu
from sikwu.hand import Hand, Meld
from sikwu.money.settlement import NoWin
from sikwu.notation import parse_tiles
from sikwu.texts import HandError, NotationError, SikwuError
from sikwu.texts.languages.en.problems import TABLE as ENGLISH
from sikwu.texts.languages.zh.problems import TABLE as CHINESE
from sikwu.tiles import Tile, Wind
from sikwu.win import Win


def codes(make: Callable[[], object]) -> list[str]:
    try:
        made = make()
    except SikwuError as error:
        return [each.code for each in error.problems]
    if isinstance(made, Win):
        return [each.code for each in made.problems(16 if len(made.hand.concealed) > 13 else 13)]
    if isinstance(made, Hand | Meld):
        return [each.code for each in made.problems()]
    return []


def meld(text: str) -> Callable[[], object]:
    return lambda: Meld.parse(text)


def hand(text: str) -> Callable[[], object]:
    return lambda: Hand.parse(text)


def win(text: str) -> Callable[[], object]:
    return lambda: Win.parse(text)


def read(text: str) -> Callable[[], object]:
    return lambda: parse_tiles(text)


GOOD_CASE: dict[str, Any] = {
    "seat": "S",
    "round": "E",
    "hand": "1p 2p 3p 3s 3s 3s 5s 6s 7s E",
    "melds": [{"kind": "chow", "tiles": "6m 7m 8m", "from": "E"}],
    "win": "E",
    "by": "discard",
    "from": "W",
    "flowers": "1f",
}


def case(**changes: object) -> Callable[[], object]:
    return lambda: Win.from_case({**GOOD_CASE, **changes})


def text_case(**changes: object) -> Callable[[], object]:
    return lambda: Win.from_case({"text": "123p 333567s 678m E +E<W seat=S", **changes})


def chow(tiles: str) -> dict[str, str]:
    return {"kind": "chow", "tiles": tiles}


BASE = "123p 333567s 678m E"  # thirteen tiles waiting for E
KONG = "555m 9m (111p<W) (2222p<S)"
TWO_KONGS = "555m 9m (111p<W) (2222p<S) &[7777s]"
SEVEN = "1234567f flowers_win"

EXAMPLES: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
    ("notation.unknown", read("1m x"), read("1m E")),
    ("notation.no_suit", read("123"), read("123m")),
    ("notation.no_number", read("1m s"), read("1m S")),
    ("notation.number", read("8z"), read("7z")),
    ("notation.wind", meld("(123m<X)"), meld("(123m<N)")),
    ("type.wrong", lambda: Tile.parse(3), lambda: Tile.parse("3m")),  # type: ignore[arg-type]
    ("notation.one_tile", lambda: Tile.parse("1m 2m"), lambda: Tile.parse("1m")),
    ("notation.bracket", hand("1m (123m"), hand("1m (123m)")),
    ("notation.melds", hand("(123m)" * 21), hand("(123m)" * 4)),
    ("notation.meld", meld("123m"), meld("(123m)")),
    ("notation.win_tile", win(f"{BASE} +EE"), win(f"{BASE} +E")),
    ("notation.win_tile", win(f"{BASE} +"), win(f"{BASE} +E")),
    ("notation.too_long", hand("1m " * 2000), hand("1m")),
    ("name.unknown", win(f"{BASE} +E last_tle"), win(f"{BASE} +E last_tile")),
    ("name.unknown", case(hnad="1m"), case()),
    ("name.unknown", case(at={"last_tle": True}), case(at={"last_discard": True})),
    ("name.unknown", case(melds=[chow("6m 7m 8m") | {"form": "E"}]), case(melds=[chow("6m 7m 8m") | {"from": "E"}])),
    ("name.unknown", text_case(whyy="x"), text_case(why="x")),
    ("case.text_and_keys", text_case(hand="1m"), text_case()),
    ("case.text_and_keys", text_case(at={}), text_case(at=None)),
    ("value.bad", text_case(text=7), text_case()),
    ("name.twice", text_case(seat="N"), text_case(streak=2)),
    ("name.twice", win(f"{BASE} +E seat=E seat=S"), win(f"{BASE} +E seat=S")),
    ("name.twice", win(f"{BASE} +E +W"), win(f"{BASE} +E")),
    ("win.two_ways", win(f"{BASE} +E<S rob_kong flowers_win"), win(f"{BASE} +E<S")),
    ("name.twice", win(f"{BASE} +E visible=9m:1,9m:2"), win(f"{BASE} +E visible=9m:1,9s:2")),
    ("value.bad", win(f"{BASE} +E ready=maybe"), win(f"{BASE} +E ready=declared")),
    ("value.bad", win(f"{BASE} +E streak=x"), win(f"{BASE} +E streak=1")),
    ("value.bad", win(f"{BASE} +E<S rob_kong=yes"), win(f"{BASE} +E<S")),
    ("value.bad", win(f"{BASE} +E visible=9m"), win(f"{BASE} +E visible=9m:1")),
    ("value.bad", case(seat=1), case(seat="N", melds=[chow("6m 7m 8m")])),
    ("value.bad", case(win="E S"), case(win="E")),
    ("value.bad", case(by="dicard"), case(by="discard")),
    ("value.bad", case(melds="6m 7m 8m"), case(melds=[chow("6m 7m 8m")])),
    ("value.bad", case(melds=[None]), case(melds=[chow("6m 7m 8m")])),
    ("value.bad", case(melds=[chow("6m 7m 8m")] * 21), case()),
    ("value.bad", case(at=[]), case(at={})),
    ("value.bad", case(at={"visible": [1]}), case(at={"visible": {"9m": 1}})),
    ("value.bad", case(at={"visible": {"": 1}}), case(at={"visible": {"9m": 1}})),
    ("value.bad", case(at={"robbed": "open"}), case(at={"robbed": "added"})),
    ("value.bad", case(streak=True), case(streak=1)),
    ("value.missing", case(seat=None), case(streak=None)),
    ("value.missing", case(melds=[{"kind": "chow"}]), case(melds=[chow("6m 7m 8m")])),
    ("case.not_object", lambda: Win.from_case([]), case()),  # type: ignore[arg-type]
    ("meld.size", meld("(55p)"), meld("(555p)")),
    ("meld.size", case(melds=[{"kind": "kong_added", "tiles": "E E E"}], hand="123p 333567s 8m", win="8m"), case()),
    ("meld.not_alike", meld("[7778s]"), meld("[7777s]")),
    ("meld.not_run", case(melds=[chow("6m 7m 9m")]), case(melds=[chow("8m 7m 6m")])),
    ("meld.not_set", meld("(124m)"), meld("(123m)")),
    ("meld.honour_chow", meld("(ESW)"), meld("(EEE)")),
    ("meld.over_nine", meld("(89m1p)"), meld("(789m)")),
    ("meld.flower", meld("(111f)"), meld("(111m)")),
    ("meld.concealed_fed", meld("[7777s<S]"), meld("[7777s]")),
    ("meld.first_same_turn", hand("&[7777s]"), hand("[1111s] &[7777s]")),
    ("meld.own_seat", win("123p 333567s E (678m<N) +E seat=N"), win("123p 333567s E (678m<W) +E seat=N")),
    (
        "meld.chow_feeder",
        win("123p 333567s E (678m<S) +E seat=N"),
        win("123p 333567s E (678m<W) +E seat=N"),
    ),
    ("meld.chow_feeder", win("123p 333567s E (678m<S) +E"), win("123p 333567s E (678m) +E")),
    ("meld.chow_feeder", win("123p 333567s E (678m<S) +E"), win("123p 333567s E (666m<S) +E")),
    ("melds.too_many", win(f"{SEVEN} (111m) (222m) (333m) (444m) (555m)"), win(f"{SEVEN} (111m) (222m) (333m) (444m)")),
    ("tiles.five_copies", win("123p 33333s 66m 678m +6m"), win("123p 33355s 66m 678m +6m")),
    ("tiles.five_copies", win("5555m 123p 333567s +5m"), win("5555m 123p 333567s +4m")),
    ("tiles.count", win("123p 333567s 678m +E"), win(f"{BASE} +E")),
    ("tiles.count", win(f"{BASE} EE +E"), win(f"{BASE} EEW +W")),
    ("flowers.twice", win(f"{BASE} 1f1f +E"), win(f"{BASE} 12f +E")),
    ("flowers.concealed", case(hand="1p 2p 3p 3s 3s 3s 5s 6s 7s 1f", flowers=""), case(flowers="")),
    ("flowers.not_flower", case(flowers="1m"), case(flowers="2f")),
    ("flowers.too_few", win("123456f flowers_win"), win("1234567f flowers_win")),
    ("win.no_tile", win(BASE), win(f"{BASE} +E")),
    ("win.flower_tile", win(f"{BASE} +8f"), win("1234567f +8f flowers_win")),
    ("feeder.missing", win(f"{BASE} +E<?"), win(f"{BASE} +E<S")),
    ("feeder.missing", win("123p 333567s 678m 9m +9p rob_kong"), win("123p 333567s 678m 9m +9p<S rob_kong")),
    ("feeder.extra", win(f"{BASE} +E<S self_draw"), win(f"{BASE} +E self_draw")),
    ("feeder.extra", win(f"{SEVEN} +?<S"), win(SEVEN)),
    ("feeder.own_seat", win(f"{BASE} +E<E"), win(f"{BASE} +E<E seat=S")),
    ("last_discard.not_discard", win(f"{BASE} +E last_discard"), win(f"{BASE} +E<S last_discard")),
    ("last_tile.discard", win(f"{BASE} +E<S last_tile"), win(f"{BASE} +E last_tile")),
    ("rob_kong.copies", win(f"{BASE} +E<S rob_kong"), win("123p 333s 56s 678m EE +7s<S rob_kong")),
    ("rob_kong.copies", win("333567s 999m E (123p) +1p<S rob_kong"), win("333567s 999m E (123p) +1s<S rob_kong")),
    (
        "rob_kong.copies",
        win("123p 333567s 67m 99m +5s<S rob_kong robbed=exposed"),
        win("123p 333567s 67m 99m +8m<S rob_kong robbed=exposed"),
    ),
    ("rob_kong.not_robbed", win(f"{BASE} +E<S robbed=exposed"), win(f"{BASE} +9s<S rob_kong robbed=exposed")),
    ("rob_kong.not_robbed", win(f"{BASE} +E<S robbed=concealed"), win(f"{BASE} +9s<S rob_kong robbed=concealed")),
    ("replacement.not_drawn", win(f"{BASE} 1f +E<S replacement=flower"), win(f"{BASE} 1f +E replacement=flower")),
    ("replacement.not_drawn", win(f"{KONG} EEE +9m<N replacement=kong"), win(f"{KONG} EEE +9m replacement=kong")),
    ("replacement.no_kong", win(f"{BASE} +E replacement=kong"), win(f"{KONG} EEE +9m replacement=kong")),
    ("replacement.no_kong", win(f"{BASE} {SEVEN} replacement=kong"), win(f"{SEVEN} replacement=kong")),
    ("replacement.no_flower", win(f"{BASE} +E replacement=flower"), win(f"{BASE} 1f +E replacement=flower")),
    (
        "kong_chain.too_long",
        win(f"{TWO_KONGS} +9m replacement=kong kong_chain=3"),
        win(f"{TWO_KONGS} +9m replacement=kong kong_chain=2"),
    ),
    (
        "kong_chain.too_long",
        win(f"{SEVEN} replacement=kong kong_chain=5"),
        win(f"{SEVEN} replacement=kong kong_chain=2"),
    ),
    ("kong_chain.no_replacement", win(f"{TWO_KONGS} +9m kong_chain=2"), win(f"{TWO_KONGS} +9m kong_chain=0")),
    (
        "kong_chain.too_short",
        win(f"{TWO_KONGS} +9m replacement=kong kong_chain=1 flower_between_kongs"),
        win(f"{TWO_KONGS} +9m replacement=kong kong_chain=2 flower_between_kongs"),
    ),
    (
        "kong_chain.too_short",
        win(f"{TWO_KONGS} +9m replacement=kong second_kong_uses_replacement"),
        win(f"{TWO_KONGS} +9m replacement=kong second_kong_uses_replacement kong_chain=2"),
    ),
    (
        "kong_feeder.no_kong",
        win("555m 9m EEE (111p<W) (222p+2p<S) +9m replacement=kong kong_feeder=S"),
        win("555m 9m EEE (111p<W) (2222p<S) +9m replacement=kong kong_feeder=S"),
    ),
    ("kong_feeder.no_kong", win(f"{BASE} {SEVEN} kong_feeder=S"), win(f"{SEVEN} replacement=kong kong_feeder=S")),
    (
        "kong_feeder.not_fed",
        win(f"{TWO_KONGS} +9m replacement=kong kong_feeder=N"),
        win("555m 9m (111p<W) (2222p) [7777s] +9m replacement=kong kong_chain=2 kong_feeder=N"),
    ),
    (
        "kong_feeder.own_kong",  # the last kong is concealed
        win(f"{TWO_KONGS} +9m replacement=kong kong_feeder=S"),
        win(f"{TWO_KONGS} +9m replacement=kong kong_chain=2 kong_feeder=S"),
    ),
    (
        "kong_feeder.own_kong",  # added, its pung laid down after the exposed kong; else the melds do not tell
        win("555m 9m (111p<W) (2222p<S) (777s+7s<W) +9m replacement=kong kong_feeder=S"),
        win("555m 9m (111p<W) (777s+7s<W) (2222p<S) +9m replacement=kong kong_feeder=S"),
    ),
    (
        "kong_feeder.disagrees",
        win("555m 9m (111p<W) (2222p<S) (7777s<W) +9m replacement=kong kong_feeder=S"),
        win("555m 9m (111p<W) (2222p<S) (7777s<W) +9m replacement=kong kong_feeder=W"),
    ),
    (
        "kong_chain.exposed_later",
        win("555m 9m (111p<W) [7777s] (2222p<S) +9m replacement=kong kong_chain=2"),
        win("555m 9m (111p<W) (2222p<S) [7777s] +9m replacement=kong kong_chain=2"),
    ),
    (
        "kong_chain.exposed_later",
        win("555m 9m (111p<W) [7777s] (2222p<S) +9m replacement=kong kong_chain=2"),
        win("555m 9m (111p<W) (777s+7s<N) (2222p<S) +9m replacement=kong kong_chain=2"),
    ),
    (
        "kong_chain.exposed_later",
        win("9m (555m) (7777s<S) (2222p<S) [6666p] +9m replacement=kong kong_chain=3"),
        win("9m (555m) (7777s<S) (2222p<S) [6666p] +9m replacement=kong kong_chain=2"),
    ),
    ("kong_feeder.own_seat", win(f"{SEVEN} kong_feeder=E"), win(f"{SEVEN} kong_feeder=E seat=S")),
    ("first_turn.heavenly_seat", win(f"{BASE} +E first_turn=heavenly seat=S"), win(f"{BASE} +E first_turn=heavenly")),
    ("first_turn.heavenly_by", win(f"{BASE} +E<S first_turn=heavenly"), win(f"{SEVEN} first_turn=heavenly")),
    (
        "first_turn.heavenly_discards",
        win(f"{BASE} +E first_turn=heavenly discards=1"),
        win(f"{BASE} +E first_turn=heavenly discards=0"),
    ),
    (
        "first_turn.heavenly_ready",
        win(f"{BASE} +E first_turn=heavenly ready=declared"),
        win(f"{BASE} +E ready=declared"),
    ),
    (
        "first_turn.earthly_discards",
        win(f"{BASE} +E<E first_turn=earthly seat=S discards=2"),
        win(f"{BASE} +E<E first_turn=earthly seat=S discards=1"),
    ),
    (
        "first_turn.last",
        win(f"{BASE} +E first_turn=earthly_draw seat=S last_tile"),
        win(f"{BASE} +E seat=S last_tile"),
    ),
    ("first_turn.earthly_seat", win(f"{BASE} +E<S first_turn=earthly"), win(f"{BASE} +E<E first_turn=earthly seat=S")),
    (
        "first_turn.earthly_seat",
        win(f"{BASE} +E first_turn=earthly_draw"),
        win(f"{BASE} +E first_turn=earthly_draw seat=N"),
    ),
    (
        "first_turn.earthly_by",
        win(f"{BASE} +E<W first_turn=earthly seat=S"),
        win(f"{BASE} +E<E first_turn=earthly seat=S"),
    ),
    (
        "first_turn.earthly_by",
        win(f"{BASE} +E first_turn=earthly seat=S"),
        win(f"{BASE} +E first_turn=earthly_draw seat=S"),
    ),
    (
        "first_turn.earthly_draw_by",
        win(f"{BASE} +E<E first_turn=earthly_draw seat=S"),
        win(f"{SEVEN} first_turn=earthly_draw seat=S"),
    ),
    ("first_turn.human_by", win(f"{BASE} +E first_turn=human seat=W"), win(f"{BASE} +E<S first_turn=human seat=W")),
    ("first_turn.human_seat", win(f"{BASE} +E<S first_turn=human"), win(f"{BASE} +E<S first_turn=human seat=W")),
    (
        "first_turn.human_feeder",
        win(f"{BASE} +E<E first_turn=human seat=W"),
        win(f"{BASE} +E<E first_turn=earthly seat=W"),
    ),
    (
        "first_turn.human_feeder",
        win(f"{BASE} +E<E first_turn=human seat=W discards=1"),
        win(f"{BASE} +E<S first_turn=human seat=W discards=2"),
    ),
    ("ready.heavenly_seat", win(f"{BASE} +E ready=heavenly"), win(f"{BASE} +E ready=heavenly seat=S")),
    ("ready.heavenly_seat", win(f"{BASE} +E ready=heavenly"), win(f"{BASE} +E ready=earthly")),
    (
        "ready.melds",
        win("123p 333567s E [6666m] +E ready=heavenly seat=S"),
        win("123p 333567s E [6666m] +E ready=declared seat=S"),
    ),
    ("ready.melds", win("123p 333567s E (678m<N) +E ready=earthly"), win("123p 333567s E (678m<N) +E ready=declared")),
    ("one_shot.not_ready", win(f"{BASE} +E one_shot"), win(f"{BASE} +E one_shot ready=declared")),
    (
        "first_turn.melds",
        win("123p 333567s E (678m<E) +E first_turn=earthly_draw seat=S"),
        win(f"{BASE} +E first_turn=earthly_draw seat=S"),
    ),
    (
        "first_turn.melds",
        win("123p 333567s E [6666m] +E first_turn=earthly_draw seat=S"),
        win("123p 333567s E [6666m] +E seat=S"),
    ),
    (
        "first_turn.melds",
        win("123p 333567s E [6666m] +E first_turn=heavenly"),
        win(f"{BASE} +E first_turn=heavenly"),
    ),
    ("eighth_flower.own_seat", win(f"{SEVEN} eighth_flower=E"), win(f"{SEVEN} eighth_flower=E seat=S")),
    ("eighth_flower.held", win("12345678f flowers_win eighth_flower=S"), win(f"{SEVEN} eighth_flower=S")),
    ("visible.too_many", win(f"{BASE} +E visible=3s:2"), win(f"{BASE} +E visible=3s:1")),
    ("visible.too_many", win(f"{BASE} +E visible=E:3"), win(f"{BASE} +E visible=E:2")),
    ("visible.flower", win(f"{BASE} +E visible=1f:1"), win(f"{BASE} +E visible=1s:1")),
    ("discards.none", win(f"{BASE} +E<S discards=0"), win(f"{BASE} +E<S discards=1")),
    ("number.too_small", win(f"{BASE} +E streak=-1"), win(f"{BASE} +E streak=0")),
    ("number.too_small", win(f"{BASE} +E kong_chain=-1"), win(f"{BASE} +E kong_chain=0")),
    ("number.too_small", win(f"{BASE} +E discards=-1"), win(f"{BASE} +E discards=0")),
    ("number.too_small", win(f"{BASE} +E<S winners=0"), win(f"{BASE} +E<S winners=1")),
    ("number.too_small", win(f"{BASE} +E visible=9m:-1"), win(f"{BASE} +E visible=9m:0")),
    ("number.too_large", win(f"{BASE} +E<S winners=4"), win(f"{BASE} +E<S winners=3")),
    ("number.too_large", win(f"{BASE} +E<S discards=137"), win(f"{BASE} +E<S discards=84")),
    ("number.too_large", win(f"{BASE} +E streak=256"), win(f"{BASE} +E streak=255")),
    ("pack.field", lambda: Win.parse(f"{BASE} +E streak=-1").pack(), lambda: Win.parse(f"{BASE} +E").pack()),
    ("pack.field", lambda: Win.parse(f"{BASE} +E discards=255").pack(), lambda: Win.parse(f"{BASE} +E").pack()),
    ("pack.range", lambda: Win.parse("(1f1f1f) +E").pack(), lambda: Win.parse("(111m) +E").pack()),
    ("pack.field", lambda: Win.parse(f"{'(111m)' * 6} +E").pack(), lambda: Win.parse(f"{'(111m)' * 5} +E").pack()),
    ("pack.range", lambda: Win.parse(f"{'1' * 16}m +E").pack(), lambda: Win.parse(f"{'1' * 15}m +E").pack()),
    ("pack.range", lambda: Win.parse("11f +E").pack(), lambda: Win.parse("12f +E").pack()),
    ("pack.range", lambda: Win.parse("1m +E visible=1f:1").pack(), lambda: Win.parse("1m +E visible=1m:15").pack()),
    ("pack.row", lambda: Win.unpack(bytes(63)), lambda: Win.unpack(bytes(64)).text),
    (
        "pack.row",
        lambda: Win.unpack(bytes([0] * 41 + [4] + [0] * 22)),
        lambda: Win.unpack(bytes(41) + b"\3" + bytes(22)).text,
    ),
]


@pytest.mark.parametrize(("code", "bad", "good"), EXAMPLES, ids=[code for code, _, _ in EXAMPLES])
def test_problem_and_its_good_neighbour(code: str, bad: Callable[[], object], good: Callable[[], object]) -> None:
    assert code in codes(bad)
    assert codes(good) == []


def test_every_problem_has_an_example() -> None:
    # Parts of sentences, and what other tests are about: cases, settling, wins that the rules do not allow.
    parts = (
        "hint.",
        "want.",
        "where",
        "case.",
        "settle.",
        "flowers.not_in_play",
        "win.pairs",
        "win.fours",
        "win.not_",
        "win.no_f",
        "offline.",  # the kernel in a browser says these
        "slip.",  # tests/score/test_vocabulary.py, and the next four
        "line.empty",
        "meld.called",
        "win.no_plus",
        "win.only_flowers",
        "link.",
    )
    packs = {"pack.flowers", "pack.flower_elsewhere", "pack.visible_twice", "pack.copies"}
    told = {code for code in ENGLISH if not code.startswith(parts)} - packs
    assert {code for code, _, _ in EXAMPLES} - {"case.not_object", "case.text_and_keys"} == told


def test_sentences_are_sentences() -> None:
    for code, _, _ in EXAMPLES:
        zh, en = CHINESE[code], ENGLISH[code]
        assert code.count(".") == 1
        assert zh.endswith("。")
        assert en.endswith(".")
        assert not any("\u4e00" <= char <= "\u9fff" and char not in "中發白東南西北" for char in en)


def test_all_problems_at_once() -> None:
    bad = Win.parse("55555m (ESW) (123m<E) 1f1f +E<E last_tile first_turn=heavenly winners=9")
    assert [each.code for each in bad.problems()] == [
        "tiles.five_copies",
        "flowers.twice",
        "meld.honour_chow",
        "tiles.count",
        "feeder.own_seat",
        "meld.own_seat",
        "last_tile.discard",
        "first_turn.heavenly_by",
        "first_turn.last",
        "first_turn.melds",
        "number.too_large",
    ]


def test_all_faults_of_a_case_at_once() -> None:
    bad: Mapping[str, object] = {
        "seat": "X",
        "hand": "1m 8z",
        "melds": [{"kind": "chow", "tiles": "1m 2m 4m"}, {"kind": "pong"}, 3],
        "win": "?",
        "by": "luck",
        "at": {"ready": 1, "visible": {"x": "y"}, "colour": 2},
        "sead": "E",
    }
    with pytest.raises(HandError) as caught:
        Win.from_case(bad)
    told = [(each.code, each.en.split('"')[1] if each.en.startswith('"') else "") for each in caught.value.problems]
    assert ("value.bad", "seat") in told
    assert ("value.missing", "round") in told
    assert ("value.bad", "by") in told
    assert ("meld.not_run", "") in told
    assert ("value.bad", "melds.1.kind") in told
    assert ("value.missing", "melds.1.tiles") in told
    assert ("value.bad", "melds.2") in told
    assert ("value.bad", "at.ready") in told
    assert ("value.bad", "at.visible.copies") in told
    assert ("name.unknown", "at.colour") in told
    assert ("name.unknown", "sead") in told
    assert "hand: " in str(caught.value)


def test_the_count_says_how_many_and_how_many_there_should_be() -> None:
    (found,) = Win.parse("123p 333567s (678m) +E").problems(16)
    assert found.code == "tiles.count"
    assert "12 tiles" in found.en
    assert "must have 16" in found.en
    assert "12 隻" in found.zh
    assert "16 隻" in found.zh


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2m 3m 4m 5m 6m 7m 4p 5p 6s 7s 8s 5p 5p (234s) 1f +3p<W seat=S", 16),
        ("E [1111m] (3333p) (7777p) [5555s] (SSS) +E<W seat=S", 16),
        ("19m19p19s SS W N 中發白 2f +E<N rob_kong robbed=concealed seat=S round=W", 13),
        ("9m (2222p<S) &[7777s] &[5555m] &[8888s] 2f +9m replacement=kong kong_chain=4 kong_feeder=S", 13),
        ("1234567f flowers_win seat=S replacement=kong kong_feeder=W", 13),
        ("1234567f flowers_win last_tile", 13),
        ("1234567f 123p 333567s 678m E flowers_win", 13),
        ("1234567f 123p 333567s 678m EE flowers_win", 13),
        ("1234567f 123p 333567s E flowers_win", 13),
        ("1234567f (EEEE<S) flowers_win replacement=kong kong_feeder=S", 13),
        ("234567m 34566p 66778s +8s seat=S first_turn=earthly_draw ready=heavenly", 16),
        ("123p 333567s 678m E +E first_turn=heavenly replacement=flower 2f", 13),
        ("123p 333567s 678m E +E<W first_turn=human seat=N", 13),
        ("123p 333567s 678m E +E<S ready=declared one_shot winners=3 visible=E:2 discards=1 streak=9", 13),
        ("123p 333567s 678m E 12345678f +E<W", 13),
    ],
)
def test_what_can_be_is_accepted(text: str, size: int) -> None:
    assert Win.parse(text).problems(size) == ()


def test_positions_in_a_win_text() -> None:
    for text in ("123m x +E", "123m +xE seat=S", "seat=S (EEE) 1m+E x"):
        with pytest.raises(NotationError) as caught:
            Win.parse(text)
        assert f"character {text.index('x') + 1}:" in str(caught.value)


WRONG_TYPES: list[Callable[[], object]] = [
    lambda: sikwu.score(123),  # type: ignore[arg-type]
    lambda: sikwu.score("1m", 5),  # type: ignore[arg-type]
    lambda: sikwu.settle("x"),  # type: ignore[arg-type]
    lambda: sikwu.settle(NoWin()),
    lambda: sikwu.ruleset(5),  # type: ignore[arg-type]
    lambda: sikwu.ruleset("hk-standard").with_options(3),  # type: ignore[arg-type]
    lambda: sikwu.liable(None),  # type: ignore[arg-type]
    lambda: sikwu.look(3),  # type: ignore[arg-type]
    lambda: sikwu.possible(3),  # type: ignore[arg-type]
    lambda: sikwu.compare(3),  # type: ignore[arg-type]
    lambda: sikwu.explain(3),  # type: ignore[arg-type]
    lambda: sikwu.readings(3),  # type: ignore[arg-type]
    lambda: sikwu.waits(3),  # type: ignore[arg-type]
    lambda: Win.parse(5),  # type: ignore[arg-type]
    lambda: Hand.parse(None),  # type: ignore[arg-type]
    lambda: Meld.parse(3),  # type: ignore[arg-type]
    lambda: Tile.parse(3),  # type: ignore[arg-type]
    lambda: Wind.parse(3),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("call", WRONG_TYPES)
def test_a_wrong_type_is_told_by_its_name(call: Callable[[], object]) -> None:
    with pytest.raises(SikwuError) as told:
        call()
    assert isinstance(told.value, TypeError)
    assert told.value.code == "type.wrong"
    assert "takes one of these" in str(told.value)
