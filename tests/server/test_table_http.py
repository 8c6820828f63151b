"""Live tables over HTTP: who may what, joining by link and by code, keys sent again, limits one past them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from asking import OPEN, Asker, bearer, key, served
from patience import until
from sikwu.book import Store
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http.limits import Limits
from table_phones import Host
from table_roles import check_matrix, everybody, joins

WIDE = msgspec.structs.replace(OPEN, tables_a_day=1_000_000, table_hurry=500)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "books.db")


ASKERS: list[Asker] = []
STORES: list[Store] = []


def asker(file: str, limits: Limits = WIDE) -> Asker:
    STORES.append(Store(file))
    ASKERS.append(Asker(served(limits, Rulesets(STORES[-1]))))
    return ASKERS[-1]


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    while ASKERS:
        ASKERS.pop().stop()
    while STORES:
        STORES.pop().close()


@pytest.fixture
def ask(file: str) -> Asker:
    return asker(file)


# --- opening and joining


def test_a_table_is_opened_with_everything_its_host_needs(ask: Asker) -> None:
    host = Host(ask, "hk-standard", title="Friday", me="Wing", pace="fast", bots=["quick"])
    told = host.get().json()
    assert (told["title"], told["status"], told["pace"], told["host"]) == ("Friday", "open", "fast", 0)
    assert [seat["presence"] for seat in told["seats"]] == ["here", "bot", "free", "free"]
    assert told["you"] == {"role": "seat", "host": True, "place": 0, "player": "Wing"}
    assert host.opened["state"]["seats"] == told["seats"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"rules": "no-such"}, "ruleset.unknown"),
        ({"title": "x" * 81}, "text.long"),
        ({"me": "Wing", "place": 4}, "table.place"),
        ({"me": "public"}, "table.name_taken"),
        ({"bots": ["quick"] * 5}, "table.bots_many"),
        ({"bots": ["genius"]}, "table.bot_unknown"),
        ({"start": True}, "table.seats_empty"),
        ({"seat": 0}, "request.unknown_field"),
    ],
)
def test_what_is_no_table_is_refused(ask: Asker, body: dict[str, Any], code: str) -> None:
    answer = ask.post("/tables", {"rules": "hk-standard", **body}, headers={"idempotency-key": key()})
    assert answer.json()["code"] == code


def test_the_same_key_is_answered_again_and_does_nothing_twice(ask: Asker) -> None:
    mine, body = {"idempotency-key": key()}, {"rules": "hk-standard", "me": "Wing"}
    first, second = (ask.post("/tables", body, headers=mine) for _ in range(2))
    assert first.json() == second.json()
    assert second.headers["idempotent-replay"] == "true"
    other = ask.post("/tables", {**body, "me": "Karen"}, headers=mine)
    assert other.json()["code"] == "key.other_body"
    host = Host(ask, me="Wing")
    join = {"name": "Karen", "secret": host.secret}
    mine = {"idempotency-key": key()}
    first, second = (ask.post("/tables/join", join, headers=mine) for _ in range(2))
    assert first.json() == second.json()
    assert first.json()["place"] == 1
    bot = key()
    first, second = (host.post("bots", {"place": 2, "level": "quick"}, idempotency_key=bot) for _ in range(2))
    assert first.json() == second.json()
    assert [seat["name"] for seat in host.get().json()["seats"]] == ["Wing", "Karen", "quick", ""]
    assert host.post("bots", {"place": 3, "level": "quick"}, idempotency_key=bot).json()["code"] == "key.other_body"
    assert ask.post("/tables", body).json()["code"] == "key.missing"


def test_what_was_answered_is_answered_again_after_a_restart(file: str) -> None:
    ask, mine = asker(file), key()
    host = Host(ask, me="Wing")
    first = host.post("bots", {"place": 2, "level": "quick"}, idempotency_key=mine)
    host.ask = asker(file)
    second = host.post("bots", {"place": 2, "level": "quick"}, idempotency_key=mine)
    assert first.json() == second.json()
    assert second.headers["idempotent-replay"] == "true"


def test_by_a_link_one_sits_down_and_by_a_code_one_asks(ask: Asker) -> None:
    host = Host(ask, me="Wing", title="Friday")
    told = ask.post("/tables/invited", {"secret": host.secret}).json()
    assert (told["table"], told["title"], told["seats"][0]["name"]) == (host.table, "Friday", "Wing")
    seated = joins(ask, name="Karen", secret=host.secret, place=3).json()
    assert (seated["state"], seated["place"], seated["table"]) == ("in", 3, host.table)
    assert joins(ask, name="Karen", secret=host.secret).json()["code"] == "table.name_taken"
    assert joins(ask, name="Ming", secret=host.secret, place=3).json()["code"] == "table.seat_taken"
    asking = joins(ask, name="Ming", code=host.code.lower()).json()
    assert asking == {**asking, "state": "asked", "table": None, "title": None, "place": None}
    state = ask.get("/tables/joined", headers=bearer(asking["token"])).json()
    assert state["state"] == "asked"
    assert host.get(token=asking["token"]).json()["code"] == "token.forbidden"
    (member,) = host.get().json()["asking"]
    assert member["name"] == "Ming"
    assert host.get(token=seated["token"]).json()["asking"] == []
    assert host.post(f"asks/{member['id']}", {"allow": True, "place": 2}, token=seated["token"]).status_code == 403
    answered = host.post(f"asks/{member['id']}", {"allow": True, "place": 2})
    assert answered.json()["seats"][2]["name"] == "Ming"
    state = ask.get("/tables/joined", headers=bearer(asking["token"])).json()
    assert (state["state"], state["table"], state["place"]) == ("in", host.table, 2)
    assert host.get(token=asking["token"]).json()["you"]["place"] == 2
    refused = joins(ask, name="Fong", code=host.code).json()
    (member,) = host.get().json()["asking"]
    assert host.post(f"asks/{member['id']}", {"allow": False}).status_code == 200
    assert ask.get("/tables/joined", headers=bearer(refused["token"])).json()["state"] == "refused"
    assert host.get(token=refused["token"]).status_code == 403


def test_who_asked_is_not_forgotten_by_a_restart(file: str) -> None:
    host = Host(asker(file), me="Wing")
    asking = joins(host.ask, name="Ming", code=host.code).json()
    host.ask = asker(file)
    assert host.get().json()["asking"] == []
    assert host.ask.get("/tables/joined", headers=bearer(asking["token"])).json()["state"] == "asked"
    assert [each["name"] for each in host.get().json()["asking"]] == ["Ming"]


def test_a_code_ends_with_the_start_and_a_new_invitation_ends_the_old(ask: Asker) -> None:
    host = Host(ask, me="Wing", bots=["quick"] * 2)
    new = host.post("invite").json()
    assert joins(ask, name="Karen", secret=host.secret).json()["code"] == "invite.unknown"
    assert joins(ask, name="Karen", code=host.code).json()["code"] == "code.unknown"
    assert joins(ask, name="Karen", secret=new["secret"]).json()["place"] == 3
    assert host.post("start").status_code == 200
    assert joins(ask, name="Ming", code=new["code"]).json()["code"] == "code.unknown"


def test_a_code_of_a_table_is_not_one_of_a_book(ask: Asker) -> None:
    host = Host(ask, me="Wing")
    body = {"name": "Karen", "code": host.code, "kind": "keeper"}
    answer = ask.post("/join", body, headers={"idempotency-key": key()})
    assert (answer.status_code, answer.json()["code"]) == (404, "code.elsewhere")


def test_bots_of_a_new_table_have_the_names_that_were_given(ask: Asker) -> None:
    """A level that is not named is the server's first one."""
    body = {"me": "Wing", "bots": ["", "quick", ""], "bot_names": ["Ming", "", "Jan", "Nobody"], "start": True}
    told = ask.post("/tables", body, headers={"idempotency-key": key()}).json()["state"]
    first = told["levels"][0]
    assert [(seat["name"], seat["bot"]) for seat in told["seats"]] == [
        ("Wing", ""),
        ("Ming", first),
        ("quick", "quick"),
        ("Jan", first),
    ]
    twice = {"me": "Wing", "bots": ["quick"], "bot_names": ["Wing"]}
    answer = ask.post("/tables", twice, headers={"idempotency-key": key()})
    assert answer.json()["code"] == "table.name_taken"


def test_links_and_codes_of_books_are_none_of_tables(ask: Asker) -> None:
    from asking import Table

    host, book = Host(ask, me="Wing"), Table(ask)
    invite = book.opened["invite"]
    assert joins(ask, name="Karen", secret=invite["secret"]).json()["code"] == "invite.unknown"
    assert joins(ask, name="Karen", code=invite["code"]).json()["code"] == "code.unknown"
    headers = {"idempotency-key": key()}
    assert ask.post("/join", {"name": "K", "secret": host.secret}, headers=headers).json()["code"] == "book.unknown"
    assert host.get(token=book.tokens["host"]).json()["code"] == "table.unknown"
    assert ask.get(f"/books/{book.book}", headers=bearer(host.token)).json()["code"] == "book.unknown"
    assert ask.get(f"/books/{host.table}", headers=bearer(host.token)).json()["code"] == "book.unknown"


def test_wrong_codes_are_counted(file: str) -> None:
    ask = asker(file, msgspec.structs.replace(WIDE, tries=2))
    host = Host(ask)
    wrong = "BBBB" if host.code != "BBBB" else "CCCC"
    assert [joins(ask, name="A", code=wrong).json()["code"] for _ in range(3)] == ["code.unknown"] * 2 + ["limit.tries"]
    assert joins(ask, name="A", code=host.code).json()["code"] == "limit.tries"


def test_a_full_table_is_told_as_such_and_may_be_watched(ask: Asker) -> None:
    host = Host(ask, me="Wing", bots=["quick"] * 3)
    assert joins(ask, name="Karen", secret=host.secret).json()["code"] == "table.seats_full"
    token = host.join("Karen", kind="watch")
    assert host.get(token=token).json()["you"] == {"role": "watch"}
    assert host.delete("bots/2").json() == {"done": True, "head": None}
    assert host.post("seats/2", {}, token=token).json()["seats"][2]["name"] == "Karen"
    assert host.delete("seats/1", token=token).status_code == 403
    assert host.delete("seats/2", token=token).status_code == 200
    assert host.get().json()["seats"][2]["presence"] == "free"


# --- who may what


@pytest.mark.parametrize("phase", ["open", "playing"])
def test_who_may_what(ask: Asker, phase: str) -> None:
    host = Host(ask, me="Wing", title="Friday")
    tokens = everybody(ask, host, host.join("Karen", 1))
    if phase == "playing":
        for place in (2, 3):
            assert host.post("bots", {"place": place, "level": "quick"}).status_code == 200
        assert host.post("start").json()["status"] == "playing"
    check_matrix(host, tokens, phase)


@pytest.mark.parametrize("path", ["/records/{}", "/records/{}/proof"])
def test_records_are_for_members(ask: Asker, path: str) -> None:
    host = Host(ask, me="Wing", bots=["quick"] * 3)
    other = Host(ask, me="Wing")
    assert ask.get(path.format(host.table), headers=bearer(host.token)).status_code == 200
    assert ask.get(path.format(host.table), headers=bearer(host.join("On", kind="watch"))).status_code == 200
    assert ask.get(path.format(host.table), headers=bearer(other.token)).json()["code"] == "table.unknown"
    assert ask.get(path.format(host.table)).status_code == 401


def test_the_host_hands_over_and_has_no_power_any_more(ask: Asker) -> None:
    host = Host(ask, me="Wing")
    karen = host.join("Karen", 1)
    assert host.post("host", {"type": "hand_over", "place": 1}).json()["host"] == 1
    assert host.post("bots", {"place": 2, "level": "quick"}).json()["code"] == "table.not_host"
    assert host.post("invite").json()["code"] == "table.not_host"
    assert host.post("invite", token=karen).status_code == 201
    assert host.post("bots", {"place": 2, "level": "quick"}, token=karen).status_code == 200


# --- records


def test_a_running_deal_is_in_no_record(ask: Asker, file: str) -> None:
    slow = asker(file, msgspec.structs.replace(WIDE, table_hurry=1))
    host = Host(slow, me="Wing", bots=["quick"] * 3, start=True)
    until(lambda: host.get().json()["v"] > 2)
    (head,) = host.record().splitlines()
    assert json.loads(head)["type"] == "start_game"
    proofs = slow.get(f"/records/{host.table}/proof", headers=bearer(host.token)).json()
    assert proofs["proofs"] == []


def test_proofs_are_those_of_the_record(ask: Asker) -> None:
    host = Host(ask, "hk-standard", bots=["quick"] * 4, start=True)
    host.post("host", {"type": "end"})
    until(lambda: host.get().json()["status"] == "over")
    told = ask.get(f"/records/{host.table}/proof", headers=bearer(host.token)).json()
    lines = [json.loads(line) for line in host.record().splitlines()]
    assert told["proofs"] == [line for line in lines if line["type"] == "proof"]
    assert told["rules"] == lines[0]["rules"]


# --- limits, one past them


def test_tables_a_day(file: str) -> None:
    ask = asker(file, msgspec.structs.replace(WIDE, tables_a_day=2))
    for _ in range(2):
        Host(ask)
    answer = ask.post("/tables", {}, headers={"idempotency-key": key()})
    assert (answer.status_code, answer.json()["code"]) == (429, "limit.tables_day")


def test_tables_awake(file: str) -> None:
    """What is idle sleeps to make room; what is played does not."""
    ask = asker(file, msgspec.structs.replace(WIDE, tables_awake=2, table_hurry=1))
    playing = [Host(ask, bots=["quick"] * 4, start=True) for _ in range(2)]
    for host in playing:
        assert host.get().json()["status"] == "playing"
    third = Host(ask, me="Wing")
    answer = third.get()
    assert (answer.status_code, answer.json()["code"]) == (429, "limit.tables")


def test_after_a_restart_tables_are_loaded_first_to_which_somebody_comes_back(file: str) -> None:
    """The others follow one after another."""
    ask = asker(file)
    hall = ask.app.server.tables.hall
    begun, done = list[str](), {name: asyncio.Event() for name in ("a", "b", "mine")}

    async def woken(id: str, address: str) -> Any:
        begun.append(id)
        await done[id].wait()

    async def run(table: str, address: str, what: Any, *more: Any) -> Any:
        return what(*more)

    async def restart() -> None:
        with (
            patch.object(hall, "_woken", woken),
            patch.object(hall, "_playing", lambda: [("a",), ("b",)]),
            patch.object(hall, "run", run),
        ):
            background = asyncio.create_task(hall.wake_playing())
            await _turns(lambda: begun == ["a"])
            mine = asyncio.create_task(hall.owner("mine"))
            await _turns(lambda: begun == ["a", "mine"])
            done["a"].set()
            await _turns(lambda: "a" not in hall._waking)
            for _ in range(20):
                await asyncio.sleep(0)
            assert begun == ["a", "mine"]
            done["mine"].set()
            await mine
            done["b"].set()
            await background
            assert begun == ["a", "mine", "b"]

    asyncio.run(restart())


async def _turns(happens: Callable[[], bool]) -> None:
    """Lets the loop turn until something is so."""
    for _ in range(1_000):
        if happens():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never happened")


def test_idle_tables_make_room_and_wake_again(file: str) -> None:
    ask = asker(file, msgspec.structs.replace(WIDE, tables_awake=2))
    hosts = [Host(ask, me="Wing", title=f"Table {number}") for number in range(4)]
    for _ in range(2):
        for number, host in enumerate(hosts):
            told = host.get().json()
            assert (told["title"], told["seats"][0]["name"]) == (f"Table {number}", "Wing")
    assert len(ask.app.server.tables.hall.owners) == 2


def test_lines_of_a_table(file: str) -> None:
    """A table that reaches its limit of lines ends after its deal."""
    ask = asker(file, msgspec.structs.replace(WIDE, table_lines=30))
    host = Host(ask, bots=["quick"] * 4, start=True)
    until(lambda: host.get().json()["status"] == "over")
    assert sum('"start_kyoku"' in line for line in host.record().splitlines()) == 1


def test_who_asks_for_a_seat(ask: Asker) -> None:
    host = Host(ask, me="Wing")
    for number in range(12):
        assert joins(ask, name=f"A{number}", code=host.code).status_code == 201
    assert joins(ask, name="One more", code=host.code).json()["code"] == "table.asking_full"
