"""Liability (包): who pays for the others, why, in words; as each Hong Kong document says, with every option.

A liability needs no history: a meld knows who fed it, and melds stand in the order in which they were laid down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sikwu.hand import Meld, MeldKind
from sikwu.scoring import Score
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Replacement

AT_THE_WIN = 99
"""The order of a liability that comes with the win itself: later than every meld (D32)."""

# Triggers of the full-gun lists by document; twelve tiles are an option of all three.
FOURTH_SET = ("full_flush", "all_terminals", "all_honours")
NAMED = ("big_three_dragons", "big_four_winds", "four_kongs")
TRIGGERS = {
    "hk-standard": (*FOURTH_SET, *NAMED),
    "hk-common": (*FOURTH_SET, *NAMED),
    "hk-classic": ("full_flush", *NAMED),  # terminals and honours are covered by twelve tiles
}

# What the feeder did, and what follows: {f} feeder, {w} winner, {t} the meld's tiles.
WORDS = {
    "full_flush": (
        "{f}家打出的牌令{w}家第四副同色牌（{t}）落地，而{w}家食的是清一色",
        "{f} fed the fourth set of one suit ({t}), and {w} has a full flush",
    ),
    "all_terminals": (
        "{f}家打出的牌令{w}家第四副幺九（{t}）落地，而{w}家食的是清幺九",
        "{f} fed the fourth set of terminals ({t}), and {w} has all terminals",
    ),
    "all_honours": (
        "{f}家打出的牌令{w}家第四副番子（{t}）落地，而{w}家食的是字一色",
        "{f} fed the fourth set of honours ({t}), and {w} has all honours",
    ),
    "big_three_dragons": (
        "{f}家打出的牌令{w}家中發白三副落地（最後是{t}），而{w}家食的是大三元",
        "{f} fed the last of the three dragons ({t}), and {w} has big three dragons",
    ),
    "big_four_winds": (
        "{f}家打出的牌令{w}家東南西北四副落地（最後是{t}），而{w}家食的是大四喜",
        "{f} fed the last of the four winds ({t}), and {w} has big four winds",
    ),
    "four_kongs": (
        "{f}家打出的牌令{w}家開第四個槓（{t}），而{w}家食的是十八羅漢",
        "{f} fed the fourth kong ({t}), and {w} has all kongs",
    ),
    "twelve_tiles": (
        "{f}家打出的牌令{w}家十二張落地（第四副：{t}）",
        "{f} brought {w} to twelve tiles on the table (fourth set: {t})",
    ),
    "nine_tiles": (
        "{f}家打出的牌令{w}家九張落地（第三副：{t}）",
        "{f} brought {w} to nine tiles on the table (third set: {t})",
    ),
    "nine_tiles_discarder": (
        "{w}家九張落地之後，{f}家仍然出銃",
        "{w} had nine tiles on the table, and {f} discarded the winning tile",
    ),
    "kong": ("{f}家打出槓牌，{w}家明槓後槓上自摸", "{f} fed the exposed kong on which {w} won"),
    "kong_last_tile": (
        "{f}家打出槓牌，{w}家明槓後鐘鼓齊鳴",
        "{f} fed the exposed kong whose replacement was the last tile",
    ),
    "kong_on_kong": (
        "{f}家打出首槓那隻牌，{w}家連槓後自摸",
        "{f} fed the first, exposed kong of the kongs in a row on which {w} won",
    ),
    "kong_flower": ("{f}家打出槓牌，{w}家明槓後補到花糊那隻花", "{f} fed the exposed kong that brought {w} the flower"),
    "kong_on_kong_flower": (
        "{f}家打出首槓那隻牌，{w}家連槓後補到花糊那隻花",
        "{f} fed the first, exposed kong of the kongs in a row that brought {w} the flower",
    ),
    "robbed_kong": ("搶槓當自摸，{f}家開槓，由{f}家包", "A robbed kong counts as a self-draw, and {f} made the kong"),
    "eighth_flower": ("七搶一，第八隻花在{f}家手上", "Seven rob one, and {f} holds the eighth flower"),
}


@dataclass(frozen=True, slots=True)
class Liability:
    """One player who pays for others, since when, and why."""

    seat: Wind
    why: str
    """A trigger: a pattern's id, `twelve_tiles`, `nine_tiles`, `kong` …"""
    order: int
    """The place of the meld that made it so."""
    zh: str
    en: str

    @property
    def code(self) -> str:
        """The reason of a transfer that pays for it."""
        if self.why.startswith("kong"):
            return "kong_feeder"
        return self.why if self.why in ("robbed_kong", "eighth_flower") else f"liable.{self.why}"


def liable(score: Score) -> Liability | None:
    """Who pays for others in this win, if anybody does.

    >>> from sikwu import score
    >>> told = score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f")
    >>> liable(told).seat, liable(told).why
    (Wind.WEST, 'big_three_dragons')
    """
    found = liabilities(score)
    if not found:
        return None
    if score.ruleset.settings["liability.later_replaces_earlier"]:
        return max(found, key=lambda each: each.order)
    return min(found, key=lambda each: each.order)


def liabilities(score: Score) -> tuple[Liability, ...]:
    """Everybody who is liable for a win like this one, in the order in which they became so.

    Rules without liability (sixteen tiles) give nobody.
    """
    if "liability.later_replaces_earlier" not in score.ruleset.settings:
        return ()
    by = score.win.by
    if by is By.FLOWERS:
        found = _flower_win(score)
    elif by is By.SELF_DRAW:
        found = _self_draw(score)
    elif by is By.ROB_KONG and score.ruleset.settings["robbing_kong.as_self_draw"] is not False:
        found = _robbed(score)
    else:
        found = _discard(score)
    return tuple(sorted(found, key=lambda each: each.order))


# --- by kinds of win


def _self_draw(score: Score) -> Iterator[Liability]:
    settings = score.ruleset.settings
    if settings["score.gun"] == "half":  # R2: any hand, in all three documents
        yield from _nth_set(score, 4, "twelve_tiles")
    else:
        yield from _named(score)
        if settings["liability.twelve_tiles"]:
            yield from _nth_set(score, 4, "twelve_tiles")
    yield from _kong_win(score)


def _discard(score: Score) -> Iterator[Liability]:
    settings, feeder = score.ruleset.settings, score.win.feeder
    if settings["score.gun"] == "half":
        mode = settings["liability.half_gun_nine_tiles"]
        if mode in ("feeder_half", "feeder_all"):
            yield from _nth_set(score, 3, "nine_tiles")
        elif mode == "discarder_all" and len(_on_table(score)) >= 3 and feeder is not None:
            yield _told(score, feeder, "nine_tiles_discarder", AT_THE_WIN)
        return
    if settings["liability.discard_share"] != "half":
        return
    patterns = settings["liability.discard_half_patterns"]
    every = list(_named(score))
    if settings["liability.twelve_tiles"]:
        every += _nth_set(score, 4, "twelve_tiles")
    for each in every:
        if patterns == "all" or (isinstance(patterns, tuple) and each.why in patterns):
            yield each


def _robbed(score: Score) -> Iterator[Liability]:
    if score.win.feeder is not None:
        yield _told(score, score.win.feeder, "robbed_kong", AT_THE_WIN)


def _flower_win(score: Score) -> Iterator[Liability]:
    settings, at = score.ruleset.settings, score.win.at
    rows = {count.row for count in score.counted}
    if "seven_rob_one" in score.patterns and settings["seven_rob_one.payer"] == "holder_of_eighth":
        if at.eighth_flower is not None:
            yield _told(score, at.eighth_flower, "eighth_flower", AT_THE_WIN)
        return
    if score.win.kong_feeder is None or at.replacement is not Replacement.KONG:
        return
    if rows & {"flower_win_seven/kong_on_kong", "flower_win_eight/kong_on_kong"}:
        yield _told(score, score.win.kong_feeder, "kong_on_kong_flower", AT_THE_WIN)
    elif at.kong_chain <= 1 and settings["flower_win.exposed_kong_payer"] == "kong_feeder":
        # The last kong of a row is never the exposed one.
        yield _told(score, score.win.kong_feeder, "kong_flower", AT_THE_WIN)


def _kong_win(score: Score) -> Iterator[Liability]:
    settings, at = score.ruleset.settings, score.win.at
    if score.win.kong_feeder is None or at.replacement is not Replacement.KONG:
        return
    four_in_a_row = at.kong_chain >= 4 and not at.flower_between_kongs
    if "kong_on_kong" in score.patterns or four_in_a_row:
        why, option = "kong_on_kong", "kong_on_kong.first_exposed_payer"
    elif at.kong_chain <= 1 or "kong_on_kong" in (row.pattern for row in score.not_counted):
        why = "kong_last_tile" if "kong_last_tile" in score.patterns else "kong"
        option = "win_on_kong.exposed_kong_payer"
    else:  # R15: a row of kongs that is no 槓上槓 is paid by all three, on the last tile too
        return
    if settings[option] == "kong_feeder":
        yield _told(score, score.win.kong_feeder, why, AT_THE_WIN)


# --- melds


def _on_table(score: Score) -> list[int]:
    """The places of the melds that lie open (落地); a hidden concealed kong does not (R6)."""
    hidden = score.ruleset.settings["concealed_kong.hidden"]
    melds = score.win.hand.melds
    return [i for i, meld in enumerate(melds) if not (hidden and meld.kind is MeldKind.KONG_CONCEALED)]


def _nth_set(score: Score, n: int, why: str) -> Iterator[Liability]:
    """Whoever brought the winner to so many sets on the table, himself or by starting the turn (D30)."""
    table = _on_table(score)
    if len(table) >= n:
        place = table[n - 1]
        seat = turn_feeder(score.win.hand.melds, place)
        if seat is not None:
            yield _told(score, seat, why, place)


def _named(score: Score) -> Iterator[Liability]:
    """The triggers that are bound to a pattern: nothing if the win does not have it (D31)."""
    book = score.ruleset.book.id
    melds, table = score.win.hand.melds, _on_table(score)
    for why in TRIGGERS.get(book, TRIGGERS["hk-standard"]):
        place = _last_place(score, why, table)
        if place is None:
            continue
        # doc001 speaks of what lies on the table, the others of the claim that laid it there. An added kong of the
        # same turn is that turn's feeder's in all of them (R17).
        by_turn = book == "hk-common" or melds[place].kind is MeldKind.KONG_ADDED
        seat = turn_feeder(melds, place) if by_turn else melds[place].feeder
        if seat is not None:
            yield _told(score, seat, why, place)


def _last_place(score: Score, why: str, table: list[int]) -> int | None:
    """The meld that completed what a trigger needs, if it is there and the win has the pattern."""
    melds = score.win.hand.melds
    if why in FOURTH_SET:
        return table[3] if len(table) >= 4 and _made_of(score, why) else None
    if why == "big_three_dragons":
        # note 30 of doc001: beside 字一色 it does not count, and is not considered
        places = [i for i in table if melds[i].tile >= Tile.RED]
        return places[2] if len(places) == 3 and why in score.patterns else None
    if why == "big_four_winds":
        places = [i for i in table if Tile.EAST <= melds[i].tile <= Tile.NORTH]
        return places[3] if len(places) == 4 else None
    places = [i for i in table if melds[i].kind.is_kong]
    if len(places) < 4:
        return None
    fourth, fresh_only = melds[places[3]], score.ruleset.settings["liability.fourth_kong_fresh_tile_only"]
    if fresh_only or score.ruleset.book.id != "hk-common":
        claimed = fourth.kind is MeldKind.KONG_EXPOSED and (fourth.fresh or not fresh_only)
        return places[3] if claimed else None
    return places[3]


def _made_of(score: Score, why: str) -> bool:
    """Is the whole hand of one suit, of terminals, of honours? By the tiles, whatever pattern took its place (R9)."""
    hand = score.win.hand
    tiles = {*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles), score.win.tile}
    kept = {tile for tile in tiles if tile is not None}
    if why == "full_flush":
        return len({tile.suit for tile in kept}) == 1 and not any(tile.is_honour for tile in kept)
    return all(tile.is_terminal if why == "all_terminals" else tile.is_honour for tile in kept)


def turn_feeder(melds: tuple[Meld, ...], place: int) -> Wind | None:
    """Whose discard started the turn in which a meld was laid down; nobody's, if the turn began with an own draw.

    >>> melds = (Meld.parse("(2222p<S)"), Meld.parse("&[7777s]"), Meld.parse("[8888s]"))
    >>> turn_feeder(melds, 1), turn_feeder(melds, 2)
    (Wind.SOUTH, None)
    """
    start = place
    while melds[start].same_turn and start > 0:
        start -= 1
    if start == place or melds[place].kind not in (MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED):
        return melds[place].feeder  # of an added kong: the pung's (R17)
    # The kongs of a turn follow a claim; an added kong at the start means that the turn began with a draw, and then
    # another added kong is its pung's feeder's, a concealed one nobody's.
    if melds[start].kind is MeldKind.KONG_ADDED:
        return melds[place].feeder
    return melds[start].feeder


def _told(score: Score, seat: Wind, why: str, order: int) -> Liability:
    melds = score.win.hand.melds
    tiles = melds[order].tiles if order < len(melds) else ()
    zh, en = WORDS[why]
    winner = score.win.seat
    return Liability(
        seat,
        "nine_tiles" if why == "nine_tiles_discarder" else why,
        order,
        zh.format(f=seat.zh, w=winner.zh, t="".join(tile.zh for tile in tiles)) + "。",
        en.format(f=seat.text, w=winner.text, t=" ".join(tile.text for tile in tiles)) + ".",
    )
