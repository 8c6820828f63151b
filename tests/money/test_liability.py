"""Liability: every trigger with a near miss, the documents side by side, and random histories computed a second time."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import pytest

import sikwu
from sikwu.hand import Hand, Meld, MeldKind
from sikwu.money.liability import liabilities, liable, turn_feeder
from sikwu.money.words import duties, reason_text
from sikwu.rules.duty import LISTED, Duty, DutyOccasion, Feeder, Occasion, Sets
from sikwu.rules.language import WINDS
from sikwu.rules.pattern import NO_TEXT
from sikwu.rules.presets import DOCUMENTS
from sikwu.scoring import Score, score
from sikwu.texts import LANGUAGES, RulesError
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Win

E, S, W, N = Wind
HONG_KONG = ("hk-standard", "hk-common", "hk-classic")
NO12: dict[str, object] = {"liability.twelve_tiles": False}
DRAGONS = "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f round=N"
FLUSH = "9m (123m<N) (555m<S) (234m<N) (888m<W) +9m 2f round=N"
TWELVE = "9s (EEE<S) (234p<N) (555m<S) (678s<N) +9s"


def scored(text: str, rules: str = "hk-standard", options: dict[str, object] | None = None) -> Score:
    return score(Win.parse(text), sikwu.ruleset(rules).with_options(options or {}))


def found(text: str, rules: str = "hk-standard", options: dict[str, object] | None = None) -> list[tuple[str, Wind]]:
    return [(each.duty.id, each.seat) for each in liabilities(scored(text, rules, options))]


# --- triggers


@pytest.mark.parametrize(
    ("text", "why", "seat"),
    [
        (FLUSH, "full_flush", W),
        ("9p (111s<S) (999s<N) (111m<S) (999m<W) +9p 2f round=N", "all_terminals", W),
        ("發 (EEE<S) (WWW<N) (中中中<S) (SSS<W) +發 2f round=N", "all_honours", W),
        (DRAGONS, "big_three_dragons", W),
        ("5p (SSS<W) (WWW<S) (EEE<S) (NNN<N) +5p 2f round=N", "big_four_winds", N),
        ("發 (2222p<S) [3333s] (5555m<N) (8888m<W!) +發 2f round=N", "four_kongs", W),
    ],
)
def test_named_hands(text: str, why: str, seat: Wind) -> None:
    for rules in ("hk-standard", "hk-common", "hk-classic"):
        listed = any(duty.id == why for duty in sikwu.ruleset(rules).duties)
        assert ((why, seat) in found(text, rules, NO12)) is listed
        # Under half gun none of the lists applies, only twelve tiles.
        assert why not in dict(found(text, rules, {"score.gun": "half"}))


@pytest.mark.parametrize(
    "text",
    [
        "E (123m<N) (555m<S) (234m<N) (888m<W) +E 2f round=N",  # a half flush
        "中 (111s<S) (999s<N) (111m<S) (999m<W) +中 2f round=N",  # a dragon pair
        "9p (EEE<S) (WWW<N) (中中中<S) (SSS<W) +9p 2f round=N",  # a terminal pair
        "888m 9m (123m<N) (555m<S) (234m<N) +9m 2f round=N",  # nine tiles on the table
        "456p 9s (中中中<S) (發發發<N) [白白白白] +9s 2f round=N",  # the third dragon is a kong of the winner's own
        "白白白 456p 9s (中中中<S) (發發發<N) +9s 2f round=N",  # or never laid down
        "NNN 5p (SSS<W) (WWW<S) (EEE<S) +5p 2f round=N",
        "發 (2222p<S) [3333s] (5555m<N) (8888m<W) +發 2f round=N",  # not a fresh tile
        "發 (2222p<S) (5555m<N) (8888m<W!) [3333s] +發 2f round=N",  # the fourth kong is concealed
        "9s (EEE<S) (234p<N) (555m<S) (678s<N) +9s",  # an ordinary hand
        "9m (123m) (555m) (234m) (888m) +9m 2f round=N",  # nobody says who fed
    ],
)
def test_near_misses_of_named_hands(text: str) -> None:
    assert found(text, options=NO12) == []


def test_documents_side_by_side() -> None:
    ids = {rules: {duty.id for duty in sikwu.ruleset(rules).duties} for rules in HONG_KONG}
    assert ids["hk-standard"] == ids["hk-common"]
    assert ids["hk-standard"] - ids["hk-classic"] == {"all_terminals", "all_honours"}
    # twelve tiles of any hand: the text of doc000 and doc002, a house rule of doc001
    assert found(TWELVE) == found(TWELVE, "hk-classic") == [("twelve_tiles", N)]
    assert found(TWELVE, "hk-common") == []
    # a fourth kong that was not claimed: doc001 speaks of four kongs on the table
    added = "發 (2222p<S) [3333s] (5555m<N) (888m+8m<W) +發 2f round=N"
    assert found(added, "hk-common") == [("four_kongs", W)]
    assert found(added, options={**NO12, "liability.fourth_kong_fresh_tile_only": False}) == []
    # the third dragon as a concealed kong in the turn that S's discard began: a claim in doc000, the table in doc001
    chain = "456p 9s (中中中<N) (發發發發<S) &[白白白白] +9s 2f round=N"
    assert found(chain) == []
    assert found(chain, "hk-common") == [("big_three_dragons", S)]


def test_all_who_are_liable_and_the_one_who_pays() -> None:
    text = "9s (中中中<S) (發發發<N) (白白白<W) (555p<S) +9s 2f round=N"
    both = [("big_three_dragons", W), ("twelve_tiles", S)]
    assert found(text) == both
    later, first = scored(text), scored(text, options={"liability.later_replaces_earlier": False})
    assert [each.seat for each in map(liable, (later, first)) if each] == [S, W]


def test_half_gun_goes_by_nine_and_twelve_tiles() -> None:
    half: dict[str, object] = {"score.gun": "half"}
    assert found(TWELVE, options=half) == [("twelve_tiles", N)]
    assert found(TWELVE + "<W", options=half) == [("nine_tiles", S)]
    assert found(TWELVE, "hk-common", half) == [("twelve_tiles", N)]
    assert found(TWELVE + "<W", options={**half, "liability.half_gun_nine_tiles": "off"}) == []
    assert found(TWELVE + "<W", options={**half, "liability.half_gun_nine_tiles": "discarder_all"}) == [
        ("nine_tiles_discarder", W)
    ]
    assert found(DRAGONS, options=half) == []


def test_rules_without_liability_have_none() -> None:
    club = scored("5m (123m<E) (678m<E) (SSS<W) (345p<E) (567s<E) +5m seat=S 1f", "club16")
    assert liabilities(club) == ()
    assert liable(club) is None


# --- words


def test_every_duty_has_words_in_every_language() -> None:
    for document in DOCUMENTS:
        for duty in sikwu.ruleset(document).duties:
            assert all("{feeder}" in duty.says(lang) for lang in LANGUAGES)
            assert duty.says.spoken
            assert duty.zh, duty.en
            assert duty.jyutping
            assert duty.source.startswith("doc")
            # Documents that share an id share its words.
            known = duties()[duty.id]
            assert (known.zh, known.en, known.says, known.code) == (duty.zh, duty.en, duty.says, duty.code)
    told = liable(scored(DRAGONS))
    assert told is not None
    assert (told.seat, told.order, told.reason.code) == (W, 2, "liable.big_three_dragons")
    assert reason_text(told.reason).zh == (
        "西家打出的牌令東家中發白三副落地（最後是白白白），而東家食的是大三元。其餘兩家那份也由西家包。"
    )
    assert reason_text(told.reason).en == (
        "W discarded the tile for the last of the three dragons (白白白), and E has big three dragons. "
        "W pays the shares of the other two as well."
    )


def test_codes_of_reasons() -> None:
    codes = {id: duty.code for id, duty in duties().items()}
    assert codes["twelve_tiles"] == "liable.twelve_tiles"
    assert codes["nine_tiles_discarder"] == "liable.nine_tiles"
    assert {code for id, code in codes.items() if id.startswith("kong")} == {"kong_feeder"}
    assert (codes["robbed_kong"], codes["eighth_flower"]) == ("robbed_kong", "eighth_flower")


# --- duties as data


def test_every_option_of_a_duty_exists_and_touches_it() -> None:
    for document in DOCUMENTS:
        rules = sikwu.ruleset(document)
        for duty in rules.duties:
            for lies in duty.lies:
                for option, wanted in lies.where.items():
                    assert option in rules.settings, (duty.id, option)
                    for value in wanted if isinstance(wanted, tuple) else (wanted,):
                        if value is not LISTED:
                            rules.with_options({option: value})  # a value that the option has
            patterns = {name.split("/")[0] for lies in duty.lies for name in (*lies.counts, *lies.unless)}
            assert all(rules.pattern(name) for name in patterns)


def test_duties_are_looked_up_and_compared() -> None:
    standard, common, _ = map(sikwu.ruleset, HONG_KONG)
    assert standard.duty("big_three_dragons").zh == "大三元包"
    with pytest.raises(RulesError, match="did you mean big_three_dragons"):
        standard.duty("big_three_dragon")
    found = {each.id: (each.ours, each.theirs) for each in standard.diff(common) if each.kind == "duty"}
    assert found["big_three_dragons"] == ("self_draw rest claim", "self_draw rest turn")
    assert found["twelve_tiles"] == ("self_draw rest turn", "")
    assert found["four_kongs"] == ("self_draw rest claim fresh_kong", "self_draw rest turn")
    assert "nine_tiles" not in found
    half = {each.id for each in standard.diff(standard.with_options({"score.gun": "half"})) if each.kind == "duty"}
    assert {"full_flush", "big_four_winds", "nine_tiles"} <= half
    assert "twelve_tiles" not in half  # under either gun
    # Documents that differ by their duties alone are different rules.
    alike = sikwu.ruleset("hk-classic").with_options(dict(standard.settings))
    assert alike != standard
    assert [(each.kind, each.id) for each in alike.diff(standard)] == [
        ("duty", "all_terminals"),
        ("duty", "all_honours"),
    ]


def test_a_house_may_have_a_duty_of_its_own() -> None:
    """The engine knows no duty by name: two wind pungs make the second one's feeder answer."""
    own = Duty(
        "two_winds",
        zh="兩風包",
        jyutping="loeng5 fung1 baau1",
        en="Liable for two winds",
        says=NO_TEXT,
        source="",
        feeder=Feeder.CLAIM,
        needs=Sets(2, WINDS),
        lies=(DutyOccasion(Occasion.SELF_DRAW),),
    )
    standard = sikwu.ruleset("hk-standard")
    house = replace(standard, document=replace(standard.document, duties=(own,)))
    told = score(Win.parse("345678m 9s (EEE<S) (SSS<N) +9s 2f"), house)
    assert [(each.duty, each.seat) for each in liabilities(told)] == [(own, N)]
    assert sikwu.settle(told).liable is N
    assert liabilities(score(Win.parse("345678m SSS 9s (EEE<S) +9s 2f"), house)) == ()


def test_who_fed_the_kong_is_told_by_the_melds() -> None:
    """T5: `kong_feeder` is not written, and North owes all the same."""
    text = "123456m 234p 5s (9999m<N) 2f +5s seat=S round=N replacement=kong"
    assert sikwu.settle(scored(text, "hk-common")).payments == {E: 0, S: 12, W: 0, N: -12}
    assert sikwu.settle(scored(text)).liable is None


# --- histories: a hand is played meld by meld, and the liable player is recorded as it happens


@dataclass
class Lived:
    """The melds of one player as they came, with what each discard brought about, written down at once."""

    melds: list[Meld] = field(default_factory=list)
    third: Wind | None = None
    fourth: Wind | None = None
    hidden: bool = False

    def lay(self, meld: Meld, turn: Wind | None) -> None:
        """Adds a meld, in a turn that began with a discard or with a draw."""
        self.melds.append(meld)
        if self.hidden and meld.kind is MeldKind.KONG_CONCEALED:
            return
        lying = sum(not (self.hidden and each.kind is MeldKind.KONG_CONCEALED) for each in self.melds)
        if lying == 3:
            self.third = turn
        if lying == 4:
            self.fourth = turn


def live(rng: random.Random, hidden: bool) -> Lived:
    """Claims, and turns with kongs after a claim or after a draw, until there are four melds or the player stops."""
    story = Lived(hidden=hidden)
    kinds = rng.sample([0, 8, 9, 17, 18, 26, *range(27, 34)], 5)  # far apart, so that nothing else can be read
    while len(story.melds) < 4 and rng.random() < 0.95:  # kongs may follow a claimed pung too (`play.kong_after_claim`)
        tile = Tile(kinds[len(story.melds)])
        feeder = rng.choice((S, W, N))
        what = rng.choice(("pung", "kong", "own kong"))
        if what == "pung":
            kind = rng.choice(
                (MeldKind.PUNG, MeldKind.KONG_ADDED)
            )  # the fourth tile, now or later: the meld keeps its place
            first = Meld(kind, tile, feeder)
        elif what == "kong":
            first = Meld(MeldKind.KONG_EXPOSED, tile, feeder)
        else:
            first = Meld(MeldKind.KONG_CONCEALED, tile)
        claimed = what != "own kong"
        turn = feeder if claimed else None
        story.lay(first, turn)
        while len(story.melds) < 4 and rng.random() < 0.4:  # the replacement makes another kong
            story.lay(Meld(MeldKind.KONG_CONCEALED, Tile(kinds[len(story.melds)]), None, True), turn)
    return story


@pytest.mark.parametrize("hidden", [False, True])
def test_lived_histories_agree(hidden: bool) -> None:
    rng = random.Random(11)
    for way, options in ((By.SELF_DRAW, {}), (By.DISCARD, {"score.gun": "half"})):
        rules = sikwu.ruleset("hk-standard").with_options(
            {
                "concealed_kong.hidden": hidden,
                "hand.min_fan": 0,
                "win_on_kong.exposed_kong_payer": "all_three",
                **options,
            }
        )
        for _ in range(3000):
            story = live(rng, hidden)
            free = 4 - len(story.melds)
            hand = (*sikwu.parse_tiles("234m 567m 234p 567p")[: 3 * free], Tile.S5)
            feeder = W if way is By.DISCARD else None
            win = Win(Hand(hand, tuple(story.melds)), Tile.S5, way, E, E, feeder)
            got = {each.duty.id: each.seat for each in liabilities(score(win, rules))}
            if way is By.SELF_DRAW:
                assert got.get("twelve_tiles") == story.fourth, story
            else:
                assert got.get("nine_tiles") == story.third, story


def test_a_turn_belongs_to_whoever_began_it() -> None:
    melds = tuple(
        Meld.parse(text) for text in ("(111m<W)", "(2222p<S)", "&[7777s]", "&(333m+3m<N)", "[8888s]", "&[9999s]")
    )
    assert [turn_feeder(melds, place) for place in range(6)] == [W, S, S, S, None, None]
    own = tuple(Meld.parse(text) for text in ("(111m<W)", "(333m+3m<N)", "&[7777s]"))
    assert turn_feeder(own, 1) is N  # the pung's feeder
    assert turn_feeder(own, 2) is N  # it came down in the turn in which the pung was claimed (T9)


def test_a_pung_and_its_added_kong_give_the_same_liability() -> None:
    """T9, under every Hong Kong document, both guns and any order of melds behind the pung."""
    rng, told = random.Random(5), 0
    for name in ("hk-standard", "hk-common", "hk-classic"):
        for gun, way in (("full", By.SELF_DRAW), ("half", By.SELF_DRAW), ("half", By.DISCARD)):
            rules = sikwu.ruleset(name).with_options({"hand.min_fan": 0, "score.gun": gun})
            for _ in range(400):
                kinds = [Tile(kind) for kind in rng.sample([0, 8, 9, 17, 18, 26, *range(27, 34)], 4)]
                place = rng.randrange(4)
                melds = [Meld(MeldKind.PUNG, tile, rng.choice((S, W, N))) for tile in kinds]
                for at in range(place + 1, 4):
                    if rng.random() < 0.7:
                        kind = rng.choice((MeldKind.KONG_CONCEALED, MeldKind.KONG_ADDED))
                        feeder = melds[at].feeder if kind is MeldKind.KONG_ADDED else None
                        melds[at] = Meld(kind, melds[at].tile, feeder, True)
                added = [*melds]
                added[place] = replace(melds[place], kind=MeldKind.KONG_ADDED)
                by = [
                    {
                        each.duty.id: each.seat
                        for each in liabilities(
                            score(
                                Win(
                                    Hand((Tile.S5,), tuple(laid)), Tile.S5, way, E, E, W if way is By.DISCARD else None
                                ),
                                rules,
                            )
                        )
                        if each.duty.id != "four_kongs"  # which asks for the kong itself
                    }
                    for laid in (melds, added)
                ]
                assert by[0] == by[1], (name, gun, melds)
                told += bool(by[0])
    assert told > 1000


def test_what_is_told_of_a_turn_names_the_tiles_that_were_fed() -> None:
    """The named feeder has fed exactly these tiles; tiles fed by another player, or by nobody, are described as laid
    down in that turn.
    """
    text = "4p (666p<E) (999p<E) (7777p<W) &(888p+8p<N) 1f +4p seat=S round=W"
    one = liable(scored(text))
    assert one is not None
    assert reason_text(one.reason).en == (
        "W discarded the tile for 7777p, and S laid down 8888p in the same turn. W pays the shares of the other two as well."
    )
    assert reason_text(one.reason).zh == "西家打出的牌讓南家落 7777筒，未打牌又再落 8888筒。其餘兩家那份也由西家包。"
    rng, seen = random.Random(3), 0
    for _ in range(2000):
        story = live(rng, False)
        if len(story.melds) < 4:
            continue
        win = Win(Hand((Tile.S5,), tuple(story.melds)), Tile.S5, By.SELF_DRAW, E, E)
        rules = sikwu.ruleset(rng.choice(("hk-standard", "hk-classic", "hk-common")))
        for each in liabilities(score(win, rules.with_options({"hand.min_fan": 0, "liability.twelve_tiles": True}))):
            began = each.reason.get("began")
            fed = each.reason.get("meld") if began is None else began
            owner = next(meld for meld in story.melds if meld.kind * KINDS + meld.tile == fed)
            assert owner.feeder == each.seat, (each, win.text)
            seen += began is not None
    assert seen > 100
