"""Views of a live table: events and snapshots give the same board, and a viewer learns nothing hidden, neither from bytes nor from timing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from live_tables import RULESETS, Sent, Shell, wild
from sikwu.live import fold, windows
from sikwu.live.board import Board, LaidMeld, blank
from sikwu.live.board import folded as after_lines
from sikwu.live.effects import AskBot
from sikwu.live.messages import BotActs, Hello, Resync, SignOfLife, WatchTable
from sikwu.live.news import AskNews, EventNews, EventsNews, SnapshotNews
from sikwu.live.playing import LiveMatch
from sikwu.live.terms import MISSED
from sikwu.live.viewers import fresh_view
from sikwu.play.actions import DISCARD, PASS
from sikwu.play.lines import AddedKongLine, ConcealedKongLine, ExposedKongLine, Line, Viewer
from sikwu.play.wall import Wall
from sikwu.rules.presets import rules_of
from sikwu.tiles import Tile, Wind

# --- boards


@settings(max_examples=25)
@given(st.integers(0, 1 << 30))
def test_boards_are_what_the_kernel_shows(seed: int) -> None:
    """At every question a board shows of each seat what the kernel's own view shows."""
    chance = Random(seed)
    shell = Shell(rules_of(chance.choice(RULESETS)), 4, choose=wild(chance), seeds=str(seed), delay=1)
    for _ in range(chance.randrange(40, 300)):
        shell.step()
        playing = shell.table.state.playing
        assert playing is not None
        if playing.game.running and not playing.pending:
            (last,) = shell.table.state.history.since(shell.table.state.v - 1)
            for place, board in enumerate(shell.table.state.boards):
                same_as_kernel(playing, board, None if place == 4 else playing.seat(place), last)


KONGS = (ConcealedKongLine, AddedKongLine, ExposedKongLine)


def same_as_kernel(playing: LiveMatch, board: Board, seat: Wind | None, last: Line) -> None:
    """One board against the kernel's view. While a kong may be robbed, the kernel shows its maker as before it."""
    view = playing.game.view(seat)
    kong = last if playing.game.dealt.at == "kong" and isinstance(last, KONGS) else None
    assert board.hand == tuple(tile.text for tile in view.hand)
    assert board.left == view.drawable
    assert view.actor.text == (kong.feeder if isinstance(kong, ExposedKongLine) else board.turn)
    if view.at in ("turn", "discard", "kong"):
        assert board.drawn == ("" if view.drawn is None else view.drawn.text)
    for wind, each, seen in zip(Wind, board.seats, view.seats, strict=True):
        assert (each.tiles, each.flowers, each.dead) == (seen.tiles, tuple(t.text for t in seen.flowers), seen.dead)
        melds = each.melds if kong is None or kong.seat != wind.text else before_kong(each.melds, kong)
        assert [(meld.kind, meld.feeder) for meld in melds] == [
            (meld.kind.name.lower(), "" if meld.feeder is None else meld.feeder.text) for meld in seen.melds
        ]
        assert [meld.tiles[0] for meld in melds] == [
            "?" if meld.tile is None else meld.tile.text for meld in seen.melds
        ]
    rivers = [[thrown.tile.text for thrown in view.river if thrown.seat == each] for each in Wind]
    assert rivers == [list(each.river) for each in board.seats]


def before_kong(melds: tuple[LaidMeld, ...], kong: Line) -> tuple[LaidMeld, ...]:
    """A maker's melds without the kong that may be robbed."""
    if not isinstance(kong, AddedKongLine):
        assert melds[-1].kind in ("kong_concealed", "kong_exposed")
        return melds[:-1]
    (added,) = (meld for meld in melds if (meld.kind, meld.tiles) == ("kong_added", (kong.tile,) * 4))
    return tuple(LaidMeld("pung", added.tiles[:3], added.feeder) if meld is added else meld for meld in melds)


@settings(max_examples=20)
@given(st.integers(0, 1 << 30))
def test_missed_events_and_a_fresh_snapshot_are_the_same_bytes(seed: int) -> None:
    chance = Random(seed)
    shell = Shell(rules_of(RULESETS[seed % 5]), 4, choose=wild(chance), seeds=str(seed), watchers=1, delay=1)
    kept: list[Board] = [blank(shell.table.state.rules)] * 5
    for _ in range(chance.randrange(50, 400)):
        shell.step()
        if chance.random() < 0.1:
            viewer = chance.randrange(5)
            kept[viewer] = caught_up(shell, viewer, kept[viewer])
    for viewer in range(5):
        assert fresh_view(shell.table.state, viewer) == shell.table.state.boards[viewer].canonical


def caught_up(shell: Shell, viewer: int, have: Board) -> Board:
    """A client that comes back with its old view: afterwards it has the server's view."""
    by = "w0" if viewer == 4 else f"m{viewer}"
    before = len(shell.sent)
    shell.say(Resync(by=by, have=have.v))
    told = [each.news for each in shell.sent[before:] if each.to == viewer]
    state = shell.table.state
    for news in told:
        if isinstance(news, EventsNews):
            assert news.start == have.v + 1
            have = after_lines(have, news.lines)
            assert have.hash == news.hash
        elif isinstance(news, SnapshotNews):
            assert state.v - have.v > MISSED
            have = news.view
    assert have.canonical == state.boards[viewer].canonical
    return have


def test_every_event_carries_the_hash_of_the_view_after_it() -> None:
    shell = Shell("club16", 4, choose=wild(Random(5)), watchers=1)
    shell.run(lambda each: each.table.state.v > 250)
    for viewer in range(5):
        board = blank(shell.table.state.rules)
        events = shell.told(viewer, EventNews)
        assert [each.v for each in events] == list(range(1, shell.table.state.v + 1))
        for event in events:
            board = after_lines(board, [event.line])
            assert board.hash == event.hash


def test_a_skipped_version_is_found() -> None:
    """The negative control: a client that loses one event has another hash."""
    shell = Shell("hk-standard", 4)
    shell.run(lambda each: each.table.state.v > 60)
    lines = [event.line for event in shell.told(0, EventNews)]
    del lines[40]
    assert after_lines(blank(shell.table.state.rules), lines).hash != shell.table.state.boards[0].hash


def test_one_more_than_is_told_one_by_one_is_a_snapshot() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(lambda each: each.table.state.v > MISSED + 20)
    v = shell.table.state.v
    for have, kind in (
        (v - MISSED, EventsNews),
        (v - MISSED - 1, SnapshotNews),
        (v + 1, SnapshotNews),
        (-1, SnapshotNews),
    ):
        before = len(shell.sent)
        shell.say(Hello(by="m0", have=have))
        assert [each.news for each in shell.sent[before:] if isinstance(each.news, kind)], have


# --- no viewer learns hidden tiles


def mechanical(shell: Shell) -> None:
    """All seats pass and discard the drawn tile: no dealt tile is ever shown, except flowers and the dealer's extra
    tile.
    """

    def choose(ask: AskNews) -> str:
        playing = shell.table.state.playing
        assert playing is not None
        drawn = playing.game.dealt.drawn
        return "pass" if "pass" in ask.legal else f"discard {'' if drawn is None else drawn.text}"

    def bot(asked: AskBot) -> BotActs:
        drawn = asked.view.drawn
        return BotActs(asked.place, asked.decision, PASS if PASS in asked.legal else DISCARD + (drawn or 0))

    shell.choose, shell.bot = choose, bot


def places_dealt(rules: str) -> list[list[int]]:
    """Places of the wall that each seat is dealt, without the dealer's extra tile."""
    size = rules_of(rules).document.size
    packets = size // 4
    seats = [[16 * i + 4 * seat + k for i in range(packets) for k in range(4)] for seat in range(4)]
    for seat in range(4 if size % 4 else 0):
        seats[seat].append(16 * packets + seat)
    return seats


def frames(
    rules: str,
    ids: Sequence[int],
    monkeypatch: pytest.MonkeyPatch,
    persons: int,
    silent: set[int],
) -> list[Sent]:
    """Everything that leaves the table in its first deal, up to the proof."""

    def made(seed: bytes, table: str, deal: int, hash: str, nonces: Sequence[str]) -> Wall:
        return Wall(table, deal, hash, tuple(nonces), seed, tuple(ids), (1, 2, 4))

    monkeypatch.setattr(Wall, "made", made)
    shell = Shell(rules, persons, watchers=1)
    mechanical(shell)
    shell.silent = silent

    shell.keep_alive()
    shell.run(lambda each: any(line["type"] == "proof" for line in each.lines[-6:]))
    proof = next(
        number
        for number, each in enumerate(shell.sent)
        if isinstance(each.news, EventNews) and each.news.line.type == "proof"
    )
    return shell.sent[:proof]


def hidden_changed(ids: Sequence[int], rules: str, viewer: int, chance: Random) -> list[int]:
    """The same wall with the tiles of the other three seats shuffled among them; flowers stay where they are."""
    dealt = places_dealt(rules)
    places = [place for seat in range(4) if seat != viewer for place in dealt[seat] if ids[place] < 136]
    mixed = places[:]
    chance.shuffle(mixed)
    out = list(ids)
    for place, other in zip(places, mixed, strict=True):
        out[place] = ids[other]
    return out


def shown_to(sent: Sequence[Sent], viewer: int) -> list[tuple[int, bytes]]:
    """What one viewer gets, and when."""
    return [(each.at, each.bytes) for each in sent if each.to == viewer]


COMPANY: list[tuple[int, set[int]]] = [(4, set()), (2, set()), (4, {2})]


def interferes(rules: str, persons: int, silent: set[int], seed: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether any viewer notices that hidden tiles have changed."""
    chance = Random(seed)
    ids = list(range(144))
    chance.shuffle(ids)
    usual = frames(rules, ids, monkeypatch, persons, silent)
    for viewer in range(5):
        other = hidden_changed(ids, rules, viewer, chance)
        if shown_to(frames(rules, other, monkeypatch, persons, silent), viewer) != shown_to(usual, viewer):
            return True
    return False


@pytest.mark.parametrize(("persons", "silent"), COMPANY, ids=["persons", "bots", "absent"])
@pytest.mark.parametrize("rules", ["hk-standard", "hk-taiwanese", "club16"])
def test_hidden_tiles_change_nothing_that_a_viewer_gets(
    rules: str, persons: int, silent: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Non-interference in bytes and in time, although the seats that could claim change with the hidden tiles."""
    for seed in range(3):
        assert not interferes(rules, persons, silent, seed, monkeypatch)


def early(state: object, awaited: object) -> bool:
    """A window that closes when nobody can claim."""
    return getattr(awaited, "kind", "") == "window" and not getattr(awaited, "asked", ())


def leaky(line: Line, viewer: Viewer) -> Line:
    """Lines as the archive has them."""
    return line


FAULTS: list[tuple[object, str, Callable[..., object]]] = [
    (windows, "_complete", early),
    (fold, "seen_line", leaky),
    (windows, "window_news", lambda awaited, left: windows.WindowNews(awaited.window, len(awaited.asked), left or 0)),
]


@pytest.mark.parametrize(
    ("where", "name", "fault"), FAULTS, ids=["closes early", "archive lines", "counts who is asked"]
)
def test_a_planted_leak_is_found(
    where: object, name: str, fault: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, fault)
    assert any(interferes("hk-standard", 4, set(), seed, monkeypatch) for seed in range(3))


# --- the seed, and tiles by name


@pytest.mark.parametrize("rules", RULESETS)
def test_no_seed_and_no_hidden_tile_leaves_before_its_time(rules: str) -> None:
    shell = Shell(rules, 4, choose=wild(Random(rules)), watchers=1)
    checked = 0
    for _ in range(900):
        effects, sent = len(shell.effects), len(shell.sent)
        shell.step()
        playing = shell.table.state.playing
        assert playing is not None
        assert no_seed(shell, effects, sent)
        for each in shell.sent[sent:]:
            if isinstance(each.news, EventNews):
                checked += hides(each, playing, shell.table.state.rules.terms.kongs.hidden)
    assert checked > 50


def no_seed(shell: Shell, effects: int, sent: int) -> bool:
    """Asserts that nothing that can be printed or sent contains a secret of a deal without a proof."""
    secrets = [seed.hex() for seed in shell.secrets.values()] + [repr(seed)[2:40] for seed in shell.secrets.values()]
    said = repr(shell.effects[effects:]) + repr(shell.table) + repr(shell.table.state)
    said += "".join(each.bytes.decode() for each in shell.sent[sent:])
    return not any(secret in said for secret in secrets)


def hides(sent: Sent, playing: LiveMatch, kongs_hidden: bool) -> int:
    """Asserts that all tiles of other hands are question marks; returns how many there were."""
    line = sent.news.line.to_dict() if isinstance(sent.news, EventNews) else {}
    own = None if sent.to == 4 else playing.seat(sent.to).text
    assert line["type"] != "decision"
    if line["type"] == "tsumo" and line["actor"] != own:
        assert line["pai"] == "?"
        return 1
    if line["type"] == "start_kyoku":
        for seat, tiles in zip("ESWN", line["tehais"], strict=True):
            assert ("?" in tiles) == (seat != own)
            assert set(tiles) == {"?"} or seat == own
        return 1
    if line["type"] == "ankan" and line["actor"] != own and kongs_hidden:
        assert line["consumed"] == ["?"] * 4
    return 0


def test_a_seed_that_is_printed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.live.playing import Secret

    shell = Shell("hk-standard", 4)
    shell.run(lambda each: each.table.state.v > 10)
    assert no_seed(shell, 0, 0)
    monkeypatch.setattr(LiveMatch, "__repr__", lambda self: self.secret.seed.hex())
    assert isinstance(shell.table.state.playing, LiveMatch)
    assert isinstance(shell.table.state.playing.secret, Secret)
    assert not no_seed(shell, 0, 0)


def test_watchers_get_no_questions_and_windows_in_the_same_bytes() -> None:
    shell = Shell("hk-standard", 4, watchers=1, choose=wild(Random(1)))
    shell.run(lambda each: each.table.state.v > 120)
    assert not shell.told(4, AskNews)
    windows_told = [
        [bytes(news) for news in shell.told(viewer) if type(news).__name__ in ("WindowNews", "TurnNews")]
        for viewer in range(5)
    ]
    assert all(each == windows_told[0] for each in windows_told)
    assert len(windows_told[0]) > 60


def test_tiles_are_those_of_the_rules() -> None:
    """`hidden_changed` moves kinds that can be drawn; otherwise the test above would be vacuous."""
    assert len(places_dealt("hk-standard")[0]) == 13
    assert len(places_dealt("club16")[3]) == 16
    assert Tile(33).text == "白"
    shell = Shell("hk-standard", 1)
    shell.say(WatchTable(by="w9", name="Late"))
    shell.say(SignOfLife(by="m0"))
    assert shell.told(4, SnapshotNews)
