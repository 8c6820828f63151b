"""Live tables over real sockets: whole deals by scripted phones, whose records verify and whose views are proved line by line."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from asking import OPEN, Live, bearer
from live_tables import RULESETS
from patience import PATIENCE, until
from sikwu.book import Store
from sikwu.live.news import AckNews, AskNews, EventNews, SnapshotNews
from sikwu.live.viewers import fresh_view
from sikwu.play.record import read_record
from sikwu.play.replay import as_played
from sikwu.players.simple import QuickPlayer
from table_phones import Host, Phone, Seats, together
from table_proofs import anything, checked, sat_down, state_of, told_what_it_may_know
from table_roles import check_matrix, everybody

WIDE = msgspec.structs.replace(
    OPEN,
    hello_time=PATIENCE,
    silence=PATIENCE,
    tables_a_day=1_000_000,
    table_hurry=500,
    frames_second=1_000_000,
    frames_minute=1_000_000,
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "books.db")


@pytest.fixture
def live(file: str) -> Iterator[Live]:
    with Store(file) as store:
        server = Live(store, WIDE)
        yield server
        server.stop()


def test_a_match_of_one_person_and_three_bots(live: Live) -> None:
    host = Host(live, "hk-standard", me="Wing", bots=["quick", "quick", "random"], start=True)
    assert host.post("host", {"type": "end"}).status_code == 200
    phone = Phone(live.url, host.table, host.token, "hk-standard")
    together(phone.play())
    replayed = checked(host.record())
    assert replayed.ended
    assert phone.acked
    assert phone.board is not None
    assert phone.board.ranking == replayed.match.closed().ranking


@pytest.mark.parametrize("ruleset", RULESETS)
def test_four_phones_play_every_ruleset(live: Live, ruleset: str) -> None:
    """Without a clock, so that no default action is taken on a busy machine; a spectator gets the public view and no more."""
    seats = Seats(live, ruleset)
    for number, phone in enumerate(seats.phones):
        phone.choose = anything(number)
    watcher = Phone(live.url, seats.host.table, seats.host.join("Onlooker", kind="watch"), ruleset)
    seats.play(deals=2, beside=[watcher])
    replayed = checked(seats.host.record())
    assert replayed.ended
    assert replayed.match.deals == 2
    state = state_of(live, seats.host.table)
    for place, phone in enumerate((*seats.phones, watcher)):
        assert phone.board is not None
        assert phone.board.canonical == fresh_view(state, place) == state.boards[place].canonical
    lines, _ = read_record(seats.host.record())
    names: list[str | None] = [f"Person {place}" for place in range(4)]
    for phone, name in zip((*seats.phones, watcher), (*names, None), strict=True):
        told_what_it_may_know(phone, lines, name, state.rules.terms.kongs.hidden)
    with closing(sqlite3.connect(live.file)) as raw:
        assert raw.execute("SELECT count(*) FROM deal_secrets").fetchall() == [(0,)]


WORDS = (
    *("act", "nonce", "ready", "go_on", "react", "pause_now", "mark", "ping", "resync", "hello", "pace", "nothing"),
    *("answer_seat", "leave", "end"),
)
NAMES = (
    *("id", "decision", "action", "deal", "nonce", "window", "reaction", "place", "t", "have", "ticket", "pace", "by"),
    *("member", "yes"),
)
VALUES = (
    *(
        None,
        True,
        -1,
        0,
        3,
        4,
        2**63,
        2**70,
        1.5,
        "",
        "x" * 70,
        "pass",
        "d3",
        "w3",
        "\x00",
        [],
        {},
        [[[]]],
        "discard 1m",
    ),
    "fast",
)


def bent(chance: Random) -> str:
    """A frame of some kind with fields of some kind, one in five broken as text."""
    fields = {chance.choice(NAMES): chance.choice(VALUES) for _ in range(chance.randint(0, 4))}
    text = json.dumps({"type": chance.choice(WORDS), **fields})
    if chance.random() < 0.2:
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice(["{", "\\", '"', "9" * 40]) + text[place + 1 :]
    return text


@pytest.mark.parametrize("seed", range(3))
def test_bent_messages_hurt_nobody(live: Live, seed: int) -> None:
    """Frames of a watcher bent at random: each is answered, refused or ends its own socket, and the table plays on."""
    seats = Seats(live, "hk-standard")
    chance = Random(seed)
    enemy = Phone(live.url, seats.host.table, seats.host.join("Onlooker", kind="watch"), "hk-standard")

    async def attack() -> None:
        for _ in range(60):
            await enemy.open()
            with suppress(ConnectionClosed):
                for _ in range(8):
                    assert enemy.ws is not None
                    await enemy.ws.send(bent(chance))
            await enemy.cut()

    async def play() -> None:
        await seats.begin()
        await asyncio.gather(seats.all_play(1), attack())
        await seats.close()

    together(play())
    assert checked(seats.host.record()).match.deals == 1
    acts = [json.loads(text) for text in logged(live, seats.host.table) if text.startswith('{"type":"act"')]
    assert acts
    assert all(not each.get("code") for each in acts)
    assert {each.code for phone in seats.phones for each in phone.refused} <= {"table.nonce_late", "act.stale"}


def logged(live: Live, table: str) -> list[str]:
    """The lines of a table's log."""
    with closing(sqlite3.connect(live.file)) as raw:
        return [text for (text,) in raw.execute("SELECT text FROM lines WHERE tbl = ? ORDER BY seq", (table,))]


def test_one_seat_cannot_act_for_another(live: Live) -> None:
    """A question of one seat, answered by all others with a right decision and a legal action: each answers for itself or not at all."""
    seats = Seats(live, "hk-standard")
    tried: list[str] = []

    async def steal(frame: Any, phone: Phone) -> None:
        if isinstance(frame, AskNews) and len(tried) < 20:
            for other in seats.phones:
                if other is not phone:
                    tried.append(f"stolen-{len(tried)}")
                    await other.send(
                        {"type": "act", "id": tried[-1], "decision": frame.decision, "action": frame.legal[0]}
                    )

    for phone in seats.phones:
        phone.on_frame = steal
    seats.play(deals=1)
    stolen = [json.loads(text) for text in logged(live, seats.host.table) if '"stolen-' in text]
    assert {each["id"] for each in stolen} == set(tried)
    asked = {(phone.place, each.decision) for phone in seats.phones for each in phone.seen if isinstance(each, AskNews)}
    refused = [each for each in stolen if each.get("code")]
    assert refused
    assert all((each["place"], each["decision"]) in asked for each in stolen if not each.get("code"))
    checked(seats.host.record())


def test_a_flood_ends_its_own_socket(file: str) -> None:
    with Store(file) as store:
        live = Live(store, msgspec.structs.replace(WIDE, frames_second=20, frames_minute=200))
        host = Host(live, me="Wing")
        phone = Phone(live.url, host.table, host.token, "hk-standard")

        async def flood() -> None:
            await phone.open()
            with suppress(ConnectionClosed):
                for number in range(400):
                    await phone.send({"type": "ping", "t": number})
            await phone.run(lambda _: False)

        together(flood())
        assert phone.closed is not None
        assert phone.closed[0] in (1008, 1006)  # the connection may end before the frame that says why
        assert host.get().json()["seats"][0]["name"] == "Wing"
        live.stop()


def test_quick_players_over_sockets_write_the_lines_of_a_sitting(live: Live) -> None:
    seats = Seats(live, "hk-standard")

    def quick(ask: AskNews, phone: Phone) -> str:
        playing = state_of(live, seats.host.table).playing
        assert playing is not None
        asked = next(each for each in playing.asked if playing.place(each.seat) == phone.place)
        chosen = QuickPlayer().choose(playing.view(asked), asked.legal)
        return asked.texts[asked.legal.index(chosen)]

    for phone in seats.phones:
        phone.choose = quick
    seats.play(deals=2)
    lines, _ = read_record(seats.host.record())
    assert sat_down("hk-standard", lines, 2) == [
        as_played(line).text for line in lines
    ]  # without the mark that the clock was off


def test_an_act_sent_several_times_counts_once(live: Live) -> None:
    seats = Seats(live, "hk-standard")
    for number, phone in enumerate(seats.phones):
        phone.repeats = 1 + number + (number == 0) * 4
    seats.play(deals=1)
    replies = [each for each in seats.phones[0].seen if isinstance(each, AckNews)]
    assert {each.id for each in replies} == set(seats.phones[0].acked)
    with closing(sqlite3.connect(live.file)) as raw:
        acts = raw.execute("SELECT client_id FROM acts WHERE place = 0 AND reply = ''").fetchall()
        noted = raw.execute('SELECT count(*) FROM lines WHERE text LIKE \'{"type":"act"%\'').fetchall()
        every = raw.execute("SELECT count(*) FROM acts").fetchall()
    assert {id for (id,) in acts} == set(seats.phones[0].acked)
    assert noted == every
    by_id: dict[str, set[int]] = {}
    for each in replies:
        by_id.setdefault(each.id, set()).add(each.v)
    assert all(len(versions) == 1 for versions in by_id.values())
    checked(seats.host.record())


def test_phones_that_are_cut_come_back_to_the_same_view(live: Live) -> None:
    """Each phone is cut off at random points, with acts on the way: every hash matches, and no act is done twice."""
    seats = Seats(live, "hk-taiwanese")
    chance = Random(7)
    cuts = [0]

    async def cut_now_and_then(frame: Any, phone: Phone) -> None:
        if isinstance(frame, EventNews) and chance.random() < 0.15:
            cuts[0] += 1
            await phone.cut()

    for phone in seats.phones:
        phone.on_frame = cut_now_and_then
    seats.play(deals=1, comes_back=True)
    assert cuts[0] > 20
    state = state_of(live, seats.host.table)
    for place, phone in enumerate(seats.phones):
        assert phone.board is not None
        assert phone.board.canonical == state.boards[place].canonical
        assert not phone.waiting
    checked(seats.host.record())
    with closing(sqlite3.connect(live.file)) as raw:
        stored = {id for (id,) in raw.execute("SELECT client_id FROM acts WHERE reply = ''")}
    assert all(set(phone.acked) <= stored for phone in seats.phones)


def test_a_seed_is_nowhere_before_its_proof(live: Live) -> None:
    host = Host(live, "hk-standard", me="Wing", bots=["quick"] * 3, start=True)
    host.post("host", {"type": "end"})
    phone = Phone(live.url, host.table, host.token, "hk-standard")
    seeds: dict[int, bytes] = {}
    running: list[str] = []
    hall = live.guard.server.tables.hall

    async def look(frame: Any, phone: Phone) -> None:
        if isinstance(frame, EventNews) and len(running) < 3 and frame.line.type == "dahai":
            running.append(await asyncio.to_thread(host.record))

    phone.on_frame = look
    together(phone.play())
    (proof,) = [json.loads(line) for line in host.record().splitlines() if '"type":"proof"' in line]
    seeds[1] = bytes.fromhex(proof["seed"])
    before = b"".join(phone.frames).partition(b'"type":"proof"')[0]
    assert proof["seed"].encode() not in before
    assert str(proof["wall"]).replace(" ", "").encode() not in before
    assert running
    assert all("start_kyoku" not in text for text in running)
    assert hall.owners[host.table].table.state.playing.secret is None


# --- how a socket ends


def test_the_newest_socket_of_a_seat_counts(live: Live) -> None:
    seats = Seats(live, "hk-standard")
    first = seats.phones[0]
    second = Phone(live.url, seats.host.table, first.token, "hk-standard")

    async def both() -> None:
        await first.open()
        await first.next()
        await second.open()
        await second.next()
        await first.run()
        await second.send({"type": "ping", "t": 5})
        while second.seen[-1].__class__.__name__ != "PongNews":
            await second.next()
        await second.close()
        await first.close()

    together(both())
    assert first.closed == (4009, "replaced")
    assert second.seen[-1].t == 5
    until(lambda: not live.guard.server.tables.hub.phones)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"type":"hello","ticket":"no such ticket"}', 4001),
        ('{"type":"act","id":"a","decision":"d1","action":"pass"}', 4001),
        ('{"type":"nothing"}', 4000),
        ("no JSON", 4000),
        ("[" * 50, 4000),
        ('{"type":"hello","ticket":"' + "x" * 5000 + '"}', 1009),
    ],
)
def test_what_is_no_hello_ends_the_socket(live: Live, frame: str, code: int) -> None:
    from websockets.sync.client import connect

    host = Host(live)
    with connect(f"ws://127.0.0.1:{live.port}/ws/tables/{host.table}") as ws:
        ws.send(frame)
        with pytest.raises(ConnectionClosed):
            ws.recv(PATIENCE)
        assert ws.close_code == code


def test_a_token_taken_back_ends_its_socket_and_frees_the_seat(live: Live) -> None:
    seats = Seats(live, "hk-standard")
    phone = seats.phones[1]

    async def kicked() -> None:
        await phone.open()
        await phone.next()
        tokens = (await asyncio.to_thread(seats.host.get, "tokens")).json()["tokens"]
        (id,) = [each["id"] for each in tokens if each["name"] == "Person 1"]
        answer = await asyncio.to_thread(seats.host.delete, f"tokens/{id}")
        assert answer.status_code == 200
        await phone.run(lambda _: False)

    together(kicked())
    assert phone.closed == (4003, "revoked")
    assert seats.host.get().json()["seats"][1]["presence"] == "free"
    assert seats.host.get(token=phone.token).status_code == 403


def test_watchers_leave_when_the_host_says_so(live: Live) -> None:
    seats = Seats(live, "hk-standard")
    watcher = Phone(live.url, seats.host.table, seats.host.join("Onlooker", kind="watch"), "hk-standard")
    late = Phone(live.url, seats.host.table, seats.host.join("Late", kind="watch"), "hk-standard")

    async def watch() -> None:
        await watcher.open()
        await watcher.next()
        await asyncio.to_thread(seats.host.post, "host", {"type": "watching", "on": False})
        await watcher.run(lambda _: False)
        await late.open()
        await late.run(lambda _: False)

    together(watch())
    assert watcher.closed == (4004, "gone")
    assert late.closed == (4004, "gone")
    assert [each.code for each in late.refused] == ["table.no_watchers"]


def test_one_who_takes_too_little_gets_a_snapshot(live: Live, file: str) -> None:
    """What waits for a slow phone is dropped, and its view comes whole."""
    seats = Seats(live, "hk-standard")
    slow = seats.phones[3]

    async def play() -> None:
        await seats.begin()
        owner = live.guard.server.tables.hall.owners[seats.host.table]
        dropped = [False]

        async def drop(frame: Any, phone: Phone) -> None:
            if not dropped[0] and isinstance(frame, EventNews) and frame.v > 10:
                dropped[0] = True
                held = owner.phones[live.guard.server.tables.hall.owners[seats.host.table].table.state.seats[3].member]
                live.guard.server.tables.hub.soon(held.clear, True)
                live.guard.server.tables.hub.soon(held.ready.set)

        slow.on_frame = drop
        await seats.all_play(1)
        await seats.close()
        assert dropped[0]

    together(play())
    assert sum(isinstance(each, SnapshotNews) for each in slow.seen) == 2
    assert slow.board is not None
    assert slow.board.canonical == state_of(live, seats.host.table).boards[3].canonical


def test_a_failed_store_stops_the_table(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more is acknowledged; then the table starts again from what the store has."""
    from sikwu.book.database import SqliteFile, UnknownCommit

    seats = Seats(live, "hk-standard")
    commit, broken = SqliteFile._commit, [False]

    def fails(self: SqliteFile, raw: sqlite3.Connection, writes: bool) -> None:
        if writes and broken[0]:
            raise UnknownCommit("planted")
        commit(self, raw, writes)

    monkeypatch.setattr(SqliteFile, "_commit", fails)

    async def breaks(frame: Any, phone: Phone) -> None:
        if isinstance(frame, EventNews) and frame.v == 20:
            broken[0] = True

    seats.phones[0].on_frame = breaks

    async def play() -> None:
        await seats.begin()
        await asyncio.gather(*(seats.deal(phone, 1) for phone in seats.phones))

    together(play())
    assert [phone.closed for phone in seats.phones] == [(4013, "store")] * 4
    with closing(sqlite3.connect(live.file)) as raw:
        stored = {id for (id,) in raw.execute("SELECT client_id FROM acts WHERE reply = ''")}
    assert all(set(phone.acked) <= stored for phone in seats.phones)
    broken[0] = False
    seats.play(deals=1, comes_back=True)
    checked(seats.host.record())


# --- the host's other powers


@pytest.mark.parametrize("ruleset", ["hk-standard", "hk-taiwanese", "club16"])
def test_a_rematch_has_the_same_seats_tokens_and_book(live: Live, ruleset: str) -> None:
    seats = Seats(live, ruleset, title="Friday")
    for number, phone in enumerate(seats.phones):
        phone.choose = anything(number + 80)
    booked: list[Any] = []

    async def play() -> None:
        await seats.begin()
        await seats.all_play(1)
        booked.append((await asyncio.to_thread(seats.host.post, "book", {})).json())
        for phone in seats.phones:
            await phone.send({"type": "rematch"})
        await asyncio.gather(*(phone.run(lambda each: bool(each.again)) for phone in seats.phones))
        for phone in seats.phones:
            await phone.close()

    together(play())
    (again,) = {phone.again for phone in seats.phones}
    told = live.get(f"/tables/{again}", headers=bearer(seats.phones[2].token)).json()
    assert told["you"] == {"role": "seat", "place": 2, "player": "Person 2"}
    assert [seat["name"] for seat in told["seats"]] == [f"Person {place}" for place in range(4)]
    assert told["title"] == "Friday"
    assert seats.host.get().json()["again"] == again
    seats.host.table = again
    for phone in seats.phones:
        phone.table, phone.board, phone.status, phone.timed = again, None, "", None
    seats.play(deals=1)
    second = checked(seats.host.record()).match
    booked.append(seats.host.post("book", {}).json())
    assert booked[0]["book"] == booked[1]["book"]
    assert booked[1]["state"]["hands"] == 2
    before, after = (each["state"]["chips"] or each["state"]["totals"] for each in booked)
    held = second.closed().held
    if ruleset == "club16":  # chips are issued again
        assert after == dict(held)
    else:
        assert after == {name: before[name] + held[name] for name in held}


def test_who_may_what_when_the_match_is_over(live: Live) -> None:
    seats = Seats(live, "hk-standard")
    tokens = everybody(live, seats.host, seats.phones[1].token)
    seats.play(deals=1)
    assert seats.host.get().json()["status"] == "over"
    check_matrix(seats.host, tokens, "over")


@pytest.mark.parametrize("ruleset", ["hk-standard", "hk-taiwanese", "club16"])
def test_a_match_becomes_a_book(live: Live, ruleset: str) -> None:
    seats = Seats(live, ruleset, title="星期五")
    for number, phone in enumerate(seats.phones):
        phone.choose = anything(number + 40)
    assert seats.host.post("book", {}).json()["code"] == "table.no_deals"
    seats.play(deals=2)
    answer = seats.host.post("book", {})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    match = checked(seats.host.record()).match.closed()
    state = made["state"]
    assert (state["chips"] or state["totals"]) == dict(match.held)
    assert state["hands"] == 2
    again = seats.host.post("book", {}).json()
    assert (again["book"], again["state"]["hands"], again["head"]) == (made["book"], 2, made["head"])
    assert seats.host.get().json()["book"] == made["book"]
    assert live.get(f"/books/{made['book']}", headers=bearer(again["keeper"]["token"])).status_code == 200


def test_a_table_is_erased_for_good(live: Live) -> None:
    host = Host(live, "hk-standard", me="Wing", bots=["quick"] * 3, title="Friday")
    phone = Phone(live.url, host.table, host.token, "hk-standard")

    async def watch() -> None:
        await phone.open()
        await phone.next()
        wrong = await asyncio.to_thread(host.delete, "", {"title": "Monday"})
        assert wrong.json()["code"] == "table.other_title"
        assert (await asyncio.to_thread(host.delete, "", {"title": "Friday"})).status_code == 200
        await phone.run(lambda _: False)

    together(watch())
    assert phone.closed == (4004, "gone")
    assert host.get().status_code in (403, 404)
    with closing(sqlite3.connect(live.file)) as raw:
        for table in ("lines", "acts", "deal_secrets", "tokens"):
            assert raw.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)], table
