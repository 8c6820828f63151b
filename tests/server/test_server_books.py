"""Books over HTTP: every path, every token on every path, one past every limit, nothing recorded twice, nothing lost."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from asking import OPEN, Asker, Table, bearer, key, served, won
from loaded import program
from patience import PATIENCE, until
from sikwu.book import Store
from sikwu.book.exchange import from_jsonl, read_book
from sikwu.server.books.operations import BOOK_OPERATIONS
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http.limits import Limits
from sikwu.server.http.operation import Operation
from sikwu.texts import LANGUAGES
from sikwu.wire.served import ServedErrorShape

HAND = won("Karen", 6, "阿明")


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "books.db")


@pytest.fixture
def ask(file: str) -> Iterator[Asker]:
    with Store(file) as store:
        yield Asker(served(OPEN, Rulesets(store)))


@pytest.fixture
def table(ask: Asker) -> Table:
    return Table(ask)


def limited(file: str, **more: int) -> Asker:
    """A server with one limit lowered."""
    return Asker(served(msgspec.structs.replace(OPEN, **more), Rulesets(Store(file))))


def refused(answer: httpx.Response, status: int, code: str) -> ServedErrorShape:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    told = msgspec.json.decode(answer.content, type=ServedErrorShape)
    assert all(getattr(told, lang) for lang in LANGUAGES)
    return told


# --- every path


def bodies(table: Table) -> dict[str, Any]:
    """What each path is asked with; a file is bytes."""
    exported = table.get("export.jsonl").content
    return {
        "book_new": {"name": "x", "players": ["A", "B", "C", "D"]},
        "book_import": exported,
        "book_preview": {"event": HAND, "for_hand": 1},
        "book_write": {"event": HAND},
        "book_give": {"kind": "reader", "name": "Ann"},
        "book_invite": {"kind": "keeper"},
        "book_answer": {"allow": True},
        "book_ticket": None,
        "book_erase": {"name": "not its name"},
        "join": {"name": "Ann", "secret": table.tokens["invite"]},
        "invited": {"secret": table.tokens["invite"]},
    }


def send(ask: Asker, table: Table, one: Operation, token: str, ids: dict[str, str]) -> httpx.Response:
    path = one.path.replace("{id}", table.book)
    for name, id in ids.items():
        path = path.replace(f"{{{name}}}", id)
    body, headers = bodies(table).get(one.id), {"idempotency-key": key()}
    if token:
        headers |= bearer(token)
    if isinstance(body, bytes):
        return ask("POST", f"/api/v1{path}", content=body, headers=headers | {"content-type": "application/x-ndjson"})
    more = {} if body is None else {"json": body}
    return ask(one.method, f"/api/v1{path}", headers=headers, **more)


def test_every_path_answers_in_its_shape(ask: Asker, table: Table, tmp_path: Path) -> None:
    asked = ask.post(
        "/join", {"name": "Bo", "code": table.opened["invite"]["code"]}, headers={"idempotency-key": key()}
    )
    assert asked.json()["state"] == "asked"
    listed = table.get("tokens", "host").json()
    spare = ask.post(
        f"/books/{table.book}/tokens", {}, headers=bearer(table.tokens["host"]) | {"idempotency-key": key()}
    )
    ids = {"ask": listed["asks"][0]["id"], "token": spare.json()["id"]}
    other = Table(Asker(served(OPEN, Rulesets(Store(tmp_path / "other.db")))))
    for one in BOOK_OPERATIONS:
        asker, at = (other.ask, table) if one.id == "book_import" else (ask, table)
        answer = send(asker, at, one, table.tokens["host" if one.token == "host" else "keeper"], ids)
        if one.id == "book_erase":
            refused(answer, 422, "book.other_name")
            continue
        assert answer.status_code == one.status, (one.id, answer.text)
        assert answer.headers["content-type"] == one.media
        assert answer.headers["cache-control"] == "no-store"
        if one.id == "book_invite":
            table.tokens["invite"] = answer.json()["secret"]
        if one.gives is not bytes:
            assert msgspec.json.decode(answer.content, type=one.gives)
    erased = ask.delete(f"/books/{table.book}", {"name": "星期五"}, headers=bearer(table.tokens["host"]))
    assert erased.json()["done"]


# --- who may

ALLOWED = {
    "reader": {"reader", "keeper", "host"},
    "keeper": {"keeper"},
    "host": {"host"},
    "any": {"reader", "keeper", "host", "asking", "refused"},
}
HOLDERS = (
    "none", "nonsense", "invite", "asking", "refused", "revoked", "reader", "keeper", "host",
    "other host", "other keeper", "other reader",
)  # fmt: skip


@pytest.mark.parametrize("holder", HOLDERS)
def test_every_token_on_every_path(ask: Asker, table: Table, holder: str) -> None:
    """The permissions of each token are listed here again, independently of the server."""
    other = Table(ask)
    tokens = {"none": "", "nonsense": "f" * 32, **table.tokens, "reader": table.give("reader")}
    tokens |= {
        "other host": other.tokens["host"],
        "other keeper": other.tokens["keeper"],
        "other reader": other.give("reader"),
    }
    code = {"code": table.opened["invite"]["code"]}
    for name in ("asking", "refused"):
        asked = ask.post("/join", {"name": name, **code}, headers={"idempotency-key": key()})
        tokens[name] = asked.json()["token"]
    asks = {each["name"]: each["id"] for each in table.get("tokens", "host").json()["asks"]}
    assert table.post(f"asks/{asks['refused']}", {"allow": False}, "host").status_code == 200
    tokens["revoked"] = table.give("keeper", "Old")
    (old,) = (each["id"] for each in table.get("tokens", "host").json()["tokens"] if each["name"] == "Old")
    assert ask.delete(f"/books/{table.book}/tokens/{old}", headers=bearer(table.tokens["host"])).status_code == 200
    spare = table.post("tokens", {}, "host").json()["id"]
    ids = {"ask": asks["asking"], "token": spare}
    before = table.get().json()["state"]["seq"]
    for one in BOOK_OPERATIONS:
        if not one.token:
            continue
        answer = send(ask, table, one, tokens[holder], ids)
        may = holder in ALLOWED[one.token] or (one.id == "joined" and holder.startswith("other"))
        if may:
            assert answer.status_code in (200, 201) or answer.json()["code"] == "book.other_name", (one.id, answer.text)
        elif holder == "none":
            refused(answer, 401, "token.missing")
        elif holder in ("nonsense", "invite", "revoked"):
            refused(answer, 403, "token.unknown")
        elif holder.startswith("other"):
            refused(answer, 404, "book.unknown")
        else:
            refused(answer, 403, "token.forbidden")
    written = table.get().json()["state"]["seq"] - before
    assert written == (1 if holder == "keeper" else 0)


def test_a_token_is_kept_only_as_its_hash(ask: Asker, table: Table, file: str) -> None:
    joined = ask.post(
        "/join", {"name": "Ann", "secret": table.tokens["invite"]}, headers={"idempotency-key": key()}
    ).json()
    assert (joined["state"], joined["kind"], joined["title"]) == ("in", "keeper", "星期五")
    held = b"".join(Path(f"{file}{end}").read_bytes() for end in ("", "-wal") if Path(f"{file}{end}").exists())
    for token in (*table.tokens.values(), joined["token"], table.give("reader")):
        assert len(token) == 32
        assert token.encode() not in held
    assert "星期五".encode() in held  # else nothing was looked at


def test_joining_by_a_code_only_asks(ask: Asker, table: Table) -> None:
    invite = table.opened["invite"]
    assert len(invite["code"]) == 4
    assert set(invite["code"]) <= set("BCDFGHJKLMNPQRSTVWXZ")
    asked = ask.post(
        "/join", {"name": "Ann", "code": invite["code"].lower()}, headers={"idempotency-key": key()}
    ).json()
    assert (asked["state"], asked["book"], asked["title"]) == ("asked", None, None)
    mine = bearer(asked["token"])
    refused(ask.get(f"/books/{table.book}", headers=mine), 403, "token.forbidden")
    (waiting,) = table.get("tokens", "host").json()["asks"]
    assert waiting["name"] == "Ann"
    assert ask.get("/join", headers=mine).json()["state"] == "asked"
    assert table.post(f"asks/{waiting['id']}", {"allow": True, "kind": "reader"}, "host").status_code == 200
    assert ask.get("/join", headers=mine).json() == {
        "state": "in", "kind": "reader", "name": "Ann", "token": None, "book": table.book, "title": "星期五",
    }  # fmt: skip
    assert ask.get(f"/books/{table.book}", headers=mine).json()["you"] == {"role": "reader", "name": "Ann"}
    refused(table.post(f"asks/{waiting['id']}", {"allow": True}, "host"), 404, "ask.unknown")


def test_a_link_tells_whose_book_it_leads_to(ask: Asker, table: Table) -> None:
    """Title and names, for holders of the secret; nothing for others, and nothing for guessed letters."""
    told = ask.post("/invited", {"secret": table.tokens["invite"]})
    assert told.json() == {"title": "星期五", "players": list(table.PLAYERS), "kind": "keeper"}
    refused(ask.post("/invited", {"secret": "0" * 32}), 404, "invite.unknown")
    refused(ask.post("/invited", {"secret": table.tokens["keeper"]}), 404, "invite.unknown")
    refused(ask.post("/invited", {"code": table.opened["invite"]["code"]}), 400, "request.unknown_field")


def test_the_table_for_people(table: Table) -> None:
    """A row for each thing in effect, in the reader's language and time; nothing for machines in it."""
    table.write(HAND)
    table.write(won("Karen", 9, "阿明"))
    table.write({"type": "undo", "target": 3})
    table.write(won("Karen", 8, "阿明"))
    rows = list(csv.reader(io.StringIO(table.get("sheet.csv?words=yue&ahead=480").content.decode("utf-8-sig"))))
    head, *hands = rows
    assert head[:7] == ["局", "時間", "圈", "莊", "連莊", "發生咗咩", "番"]
    assert [row[0] for row in hands] == ["1", "2"], "what was undone is not there, and no row ends it"
    assert hands[1][5:7] == ["Karen 8 番，阿明 出銃", "8"]
    assert hands[1][head.index("未結嘅拉")].startswith("阿明 欠 Karen ")
    assert "hash" not in head
    assert not any("{" in cell for row in rows for cell in row)
    written = datetime.fromisoformat(table.get("entries").json()["entries"][1]["at"])
    assert hands[0][1] == (written + timedelta(hours=8)).strftime("%Y-%m-%d %H:%M")
    english = table.get("sheet.csv").content.decode("utf-8-sig").splitlines()[0]
    assert english.startswith("Hand,Time,Round,Dealer,Streak,What happened,Fan,")


def test_a_hand_tried_out_tells_at_which_table(table: Table) -> None:
    """Of a hand that is changed: who dealt it then, and what that added then."""
    for _ in range(2):
        table.write(won("阿明", 6, "Karen"))
    tried = {"type": "edit", "target": 2, "event": won("阿明", 7, "Karen")}
    fine = {"type": "penalty", "payer": "Wing", "payees": ["Karen"], "amount": "3"}
    new, old, none = (
        table.post("preview", {"event": event}).json()["outcome"]["at"]
        for event in (won("阿明", 6, "Karen"), tried, fine)
    )
    assert (new["hand"], new["dealer"], new["streak"], new["dealer_fan"]) == (3, "阿明", 2, 5)
    assert (old["hand"], old["dealer"], old["streak"], old["dealer_fan"]) == (1, "阿明", 0, 1)
    assert none is None


def test_a_new_invitation_ends_the_older(ask: Asker, table: Table) -> None:
    fresh = table.post("invite", {"kind": "reader"}, "host").json()
    old = table.opened["invite"]
    assert fresh["secret"] != old["secret"]
    refused(
        ask.post("/join", {"name": "A", "secret": old["secret"]}, headers={"idempotency-key": key()}),
        404,
        "invite.unknown",
    )
    refused(
        ask.post("/join", {"name": "A", "code": old["code"]}, headers={"idempotency-key": key()}), 404, "code.unknown"
    )
    assert (
        ask.post("/join", {"name": "A", "secret": fresh["secret"]}, headers={"idempotency-key": key()}).json()["kind"]
        == "reader"
    )
    # A person who only wants to watch gets no more; one who wants to write gets no more than the link gives.
    for gives, wants, got in (
        ("keeper", "reader", "reader"),
        ("keeper", "keeper", "keeper"),
        ("reader", "keeper", "reader"),
    ):
        secret = table.post("invite", {"kind": gives}, "host").json()["secret"]
        wish = {"name": "A", "secret": secret, "kind": wants}
        assert ask.post("/join", wish, headers={"idempotency-key": key()}).json()["kind"] == got
    both = {"name": "A", "secret": "x", "code": "BBBB"}
    refused(ask.post("/join", both, headers={"idempotency-key": key()}), 400, "request.one_of")


# --- data for the screens


def test_a_state_has_what_the_screens_show(table: Table) -> None:
    for hand, fan in enumerate((5, 6, 4), 1):
        assert table.write(won("Karen", fan, "阿明"), for_hand=hand).status_code == 201
    told = table.get("?words=en").json()
    state = told["state"]
    (pull,) = state["pulls"]
    assert (pull["from"], pull["to"], pull["hands"], pull["cut"], pull["to_cut"]) == ("阿明", "Karen", 3, True, None)
    assert pull["again"]["en"] == f"loses n fan again: {pull['amount']} fan ×1.5 + n fan"
    assert pull["back"]["en"] == f"wins from the creditor: ×0.5, pays ${pull['kicked']}"
    assert state["offers"] == [["阿明", "Karen"]]
    assert (state["next_hand"], state["undo"], state["redo"], state["seq"]) == (4, 4, None, 4)
    assert state["rules"]["mode"] == "ledger"
    assert state["dealer"] == "Karen"
    assert [each["seq"] for each in told["entries"]] == [1, 2, 3, 4]
    assert all(each["author"] == "Wing" for each in told["entries"][1:])
    preview = table.post("preview?words=en", {"event": won("Karen", 6, "阿明"), "for_hand": 4}).json()
    (change,) = preview["outcome"]["pulls"]
    assert change["was"] == pull["amount"]
    assert f"{change['was']} ×1.5 + " in change["says"]["en"]
    assert preview["outcome"]["next"]["hand"] == 5
    assert table.get().json()["state"]["seq"] == 4
    wrote = table.write(won("Karen", 6, "阿明"), for_hand=4).json()
    assert wrote["outcome"]["pulls"][0]["now"] == change["now"] == wrote["state"]["pulls"][0]["amount"]


@pytest.mark.parametrize("rules", ["hk-standard", "hk-taiwanese", "club16"])
def test_the_amounts_are_those_of_the_command(ask: Asker, file: str, rules: str) -> None:
    """The same evening over HTTP and by `sikwu book`."""
    table = Table(ask, rules)
    events = [won("Karen", 10, "阿明"), won("Wing", 12), {"type": "hand", "result": "draw"}, won("阿芳", 11, "Karen")]
    events.append({"type": "hand", "result": "false_win", "by": "Wing"})
    for event in events:
        assert table.write(event).status_code == 201
    other = f"{file}.cli"
    run = lambda *words: json.loads(command("book", *words, "--db", other, "--json"))  # noqa: E731
    run("new", "星期五", *Table.PLAYERS, "--rules", rules)
    run("add", "Karen", "10", "--from", "阿明")
    run("add", "Wing", "12")
    run("add", "--draw")
    run("add", "阿芳", "11", "--from", "Karen")
    theirs = run("add", "--false-win", "Wing")["book"]
    ours = table.get().json()["state"]
    for name in ("cash", "totals", "chips", "pot", "dealer", "streak", "round", "hands", "seats"):
        assert ours[name] == theirs[name], name
    assert [(p["from"], p["to"], p["amount"], p["worth"]) for p in ours["pulls"]] == [
        (p["from"], p["to"], p["amount"], p["worth"]) for p in theirs["pulls"]
    ]
    assert table.get("settle-up?words=en").json()["transfers"] == run("settle")["transfers"]


def command(*words: str) -> str:
    environment = {**os.environ, "SIKWU_LANG": "en"}
    done = subprocess.run(
        [*program(), *words],
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_the_command_line_writes_beside_the_server(ask: Asker, table: Table, file: str) -> None:
    assert table.write(HAND, for_hand=1).status_code == 201
    command("book", "add", "Wing", "8", "--book", table.book, "--db", file)
    state = table.get().json()["state"]
    assert (state["seq"], state["hands"]) == (3, 2)
    told = refused(table.write(HAND, for_hand=2), 409, "book.hand_taken")
    assert told.entry is not None
    assert (told.entry.seq, told.head, told.retry) == (3, state["head"], "after_reload")
    assert table.write(HAND, for_hand=3).status_code == 201
    assert '"seq":4' in command("book", "show", "--book", table.book, "--db", file, "--json").replace(" ", "")


# --- once, and not twice


def test_the_last_hands_tell_their_pulls_before_and_after(table: Table) -> None:
    for event in (won("Karen", 10, "Wing"), won("Karen", 6, "Wing"), won("Karen", 5)):
        assert table.write(event).status_code == 201
    last = table.get().json()["state"]["last"]
    first, second, third = (step["pulls"] for step in last[-3:])
    assert [(each["was"], each["now"]) for each in first] == [(None, 10)]
    assert [(each["was"], each["now"]) for each in second] == [(10, 22)]  # 10 x 1.5 + 6, and 1 of the dealer's
    assert {(each["from"], each["to"]) for each in third} == {(who, "Karen") for who in ("阿明", "Wing", "阿芳")}
    assert [each["was"] for each in third if each["from"] == "Wing"] == [22]
    assert (
        table.write({"type": "reverse", "target": 3}).status_code == 201
    )  # the second hand is gone: the third is another
    assert [each["was"] for each in table.get().json()["state"]["last"][-1]["pulls"] if each["from"] == "Wing"] == [10]


def test_a_key_is_of_one_operation(table: Table) -> None:
    """The same key and the same words, asked of another: not the answer of the first."""
    mine = key()
    given = table.post("tokens", {}, "host", idempotency_key=mine)
    assert given.status_code == 201
    refused(table.post("invite", {}, "host", idempotency_key=mine), 422, "key.other_body")
    assert table.post("tokens", {}, "host", idempotency_key=mine).content == given.content
    book = {"name": "x", "players": table.PLAYERS, "rules": "hk-taiwanese"}
    made = table.ask.post("/books", book, headers={"idempotency-key": mine})
    assert made.status_code == 201
    headers = {"idempotency-key": mine, "content-type": "application/x-ndjson"}
    told = table.ask("POST", "/api/v1/books/import", content=made.request.content, headers=headers)
    refused(told, 422, "key.other_body")


def test_the_same_key_is_answered_again_and_not_done_again(table: Table) -> None:
    mine = key()
    first = table.write(HAND, for_hand=1, idempotency_key=mine)
    again = table.write(HAND, for_hand=1, idempotency_key=mine)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert (first.headers.get("idempotent-replay"), again.headers["idempotent-replay"]) == (None, "true")
    assert table.get().json()["state"]["seq"] == 2
    refused(table.write(won("Wing", 7, "阿明"), idempotency_key=mine), 422, "key.other_body")
    for bad in ("short", "x" * 65, "has a blank in it"):
        refused(table.write(HAND, idempotency_key=bad), 400, "key.missing")
    refused(
        table.ask.post(f"/books/{table.book}/entries", {"event": HAND}, headers=bearer(table.tokens["keeper"])),
        400,
        "key.missing",
    )


def test_a_key_outlives_its_reply(table: Table, file: str) -> None:
    mine = key()
    first = table.write(HAND, idempotency_key=mine)
    with sqlite3.connect(file) as raw:
        assert raw.execute("DELETE FROM requests").rowcount >= 1
    again = table.write(HAND, idempotency_key=mine)
    assert again.headers["idempotent-replay"] == "true"
    assert again.json()["entry"] == first.json()["entry"]
    assert table.get().json()["state"]["seq"] == 2


def test_tokens_are_told_again_to_the_same_key(ask: Asker) -> None:
    body, mine = {"name": "x", "players": ["A", "B", "C", "D"]}, {"idempotency-key": key()}
    first, again = ask.post("/books", body, headers=mine), ask.post("/books", body, headers=mine)
    assert first.content == again.content
    assert first.json()["host"]["token"] != first.json()["keeper"]["token"]
    others = ask.post("/books", body, headers={"idempotency-key": key()}).json()
    assert others["host"]["token"] != first.json()["host"]["token"]


def test_a_key_that_is_worked_on(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes longer than anybody waits for it."""
    table = Table(limited(file, turn_time=1))
    go, real, mine = threading.Event(), Store.commit_changes, key()

    def commit(self: Store, group: Any) -> Any:
        go.wait(PATIENCE)
        return real(self, group)

    monkeypatch.setattr(Store, "commit_changes", commit)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(table.write, HAND, idempotency_key=mine)
        until(lambda: bool(table.ask.app.server.books.library.once.flying))
        told = refused(table.write(HAND, idempotency_key=mine), 409, "key.in_flight")
        assert told.retry == "same"
        assert not slow.done()
        go.set()
    assert slow.result().status_code == 201


def test_who_insists_on_what_was_seen(table: Table) -> None:
    seen = table.get().json()["state"]["head"]
    assert table.write(HAND, if_match=f'"{seen}"').status_code == 201
    told = refused(table.write(HAND, if_match=f'"{seen}"'), 409, "book.conflict")
    assert told.head == table.get().json()["state"]["head"]
    assert told.seq == 2


def test_two_phones_write_one_hand(where: str) -> None:
    """On SQLite and PostgreSQL: of eight writers of the same hand, one has recorded it."""
    with Store(where) as store:
        table = Table(Asker(served(OPEN, Rulesets(store))))
        for hand in (1, 2, 3):
            with ThreadPoolExecutor(8) as pool:
                done = list(pool.map(lambda _, hand=hand: table.write(HAND, for_hand=hand), range(8)))
            assert sorted(each.status_code for each in done) == [201, *[409] * 7]
            first = next(each.json()["entry"] for each in done if each.status_code == 201)
            for each in done:
                if each.status_code == 409:
                    assert each.json()["entry"]["hash"] == first["hash"]
        assert table.get().json()["state"]["hands"] == 3


def test_two_servers_of_one_database(where: str) -> None:
    """Every entry of both is in both, once, and in one order."""
    with Store(where) as one, Store(where) as two:
        first = Table(Asker(served(OPEN, Rulesets(one))))
        second = Table.__new__(Table)
        second.__dict__.update(first.__dict__, ask=Asker(served(OPEN, Rulesets(two))))
        with ThreadPoolExecutor(4) as pool:
            done = list(pool.map(lambda n: (first, second)[n % 2].write(won("Karen", 5, "阿明")), range(20)))
        assert {each.status_code for each in done} == {201}
        assert sorted(each.json()["entry"]["seq"] for each in done) == list(range(2, 22))
        assert first.get().json()["state"] == second.get().json()["state"]


def test_an_entry_that_waited(table: Table) -> None:
    """Written down offline, sent after others have recorded entries: accepted if it is still possible."""
    begun = table.get().json()["entries"][0]["at"]
    assert table.write(HAND, for_hand=1).status_code == 201
    late = table.post("entries", {"event": won("Wing", 7), "for_hand": 2, "written_at": "2001-01-01T00:00:00Z"})
    assert late.status_code == 201
    assert late.json()["entry"]["at"] >= begun  # a time before the entry before it is nobody's
    refused(table.post("entries", {"event": HAND, "written_at": "noon"}), 400, "request.moment")
    refused(table.write({"type": "cut", "debtor": "阿明", "creditor": "阿芳"}), 422, "book.no_pull")
    refused(table.write(HAND, for_hand=9), 422, "book.hand_ahead")
    assert table.get().json()["state"]["seq"] == 3


# --- undo, edit, the trail


def test_undo_edit_and_pages(table: Table) -> None:
    for hand in range(1, 8):
        assert table.write(won("Karen", 5, "阿明"), for_hand=hand).status_code == 201
    assert table.write({"type": "undo", "target": 8}).json()["state"]["redo"] == 8
    edited = table.write({"type": "edit", "target": 3, "event": won("Wing", 9, "阿明")}).json()
    assert edited["outcome"]["changed"]
    found, after = [], 0
    while after is not None:
        page = table.get(f"entries?after={after}&limit=4").json()
        assert len(page["entries"]) <= 4
        found += page["entries"]
        after = page["next"]
    assert [each["seq"] for each in found] == list(range(1, 11))
    assert {each["seq"]: each["status"] for each in found}[8] == "undone"
    assert {each["seq"]: (each["status"], each["by"]) for each in found}[3] == ("edited", 10)
    refused(table.get("entries?limit=501"), 400, "request.page")
    refused(table.write({"type": "open"}), 422, "book.event")
    refused(table.write({"type": "hand", "result": "discard", "winz": {}}), 422, "book.event")


# --- files


def test_export_and_import(ask: Asker, table: Table, tmp_path: Path) -> None:
    for fan in (5, 6, 7):
        table.write(won("Karen", fan, "阿明"))
    state = table.get().json()["state"]
    for form, media in (("jsonl", "application/x-ndjson"), ("csv", "text/csv")):
        exported = table.get(f"export.{form}")
        assert "attachment" in exported.headers["content-disposition"]
        assert read_book(exported.content).head.hash == state["head"]
        other = Asker(served(OPEN, Rulesets(Store(tmp_path / f"{form}.db"))))
        headers = {"idempotency-key": key(), "content-type": media}
        came = other("POST", "/api/v1/books/import", content=exported.content, headers=headers)
        assert came.status_code == 201, came.text
        again = {**came.json()["state"], "last": None}
        assert again == {**state, "last": None}
        twice = other(
            "POST", "/api/v1/books/import", content=exported.content, headers=headers | {"idempotency-key": key()}
        )
        refused(twice, 409, "book.exists")
        damaged = exported.content.replace(b'"Karen":5', b'"Karen":6').replace(b'""Karen"":5', b'""Karen"":6')
        assert damaged != exported.content
        bad = other("POST", "/api/v1/books/import", content=damaged, headers=headers | {"idempotency-key": key()})
        refused(bad, 422, "book.tampered")
    assert from_jsonl(table.get("export.jsonl").text).state.hands == 3


def test_erased_for_good(where: str) -> None:
    with Store(where) as store:
        ask = Asker(served(OPEN, Rulesets(store)))
        table, other = Table(ask), Table(ask)
        table.write({**HAND, "note": "a remark that nobody should read again"})
        head = table.get().json()["state"]["head"]
        refused(
            ask.delete(f"/books/{table.book}", {"name": "Friday"}, headers=bearer(table.tokens["host"])),
            422,
            "book.other_name",
        )
        gone = ask.delete(f"/books/{table.book}", {"name": "星期五"}, headers=bearer(table.tokens["host"]))
        assert gone.json() == {"done": True, "head": head}
        refused(table.get(), 403, "token.unknown")
        assert store.rows("SELECT id, name, length, head FROM books WHERE erased IS NOT NULL")[0] == (
            table.book,
            "",
            0,
            head,
        )
        for name, column in {
            "entries": "book",
            "tokens": "thing",
            "codes": "thing",
            "snapshots": "book",
            "requests": "scope",
        }.items():
            assert not store.rows(f"SELECT 1 FROM {name} WHERE {column} = :book", book=table.book), name
        assert [each.id for each in store.list()] == [other.book]
        assert other.get().status_code == 200
        with pytest.raises(sa.exc.DBAPIError, match="append-only"), store.engine.begin() as connection:
            connection.execute(sa.text("DELETE FROM entries"))
        if "://" not in where:
            held = b"".join(path.read_bytes() for path in Path(where).parent.glob("books.db*"))
            assert b"nobody should read" not in held


# --- limits, one past each


def test_limits_of_making_and_joining(file: str) -> None:
    body = {"name": "x", "players": ["A", "B", "C", "D"]}
    ask = limited(file, books_a_day=2)
    assert [ask.post("/books", body, headers={"idempotency-key": key()}).status_code for _ in range(3)] == [
        201,
        201,
        429,
    ]
    ask = limited(file, asks=2, tokens=3)
    table = Table(ask)
    code = {"name": "A", "code": table.opened["invite"]["code"]}
    codes = [ask.post("/join", code, headers={"idempotency-key": key()}) for _ in range(3)]
    assert [each.status_code for each in codes] == [201, 201, 429]
    refused(codes[2], 429, "limit.asks")
    assert [table.post("tokens", {}, "host").status_code for _ in range(3)] == [201, 201, 429]


def test_only_wrong_codes_are_counted(file: str) -> None:
    """Thirty people of one address join by the right link, ten ask by the right code: nobody waits. Wrong codes cause
    a pause, which further requests do not extend, and which does not affect links.
    """
    ask = limited(file, tries=3)
    table = Table(ask)
    link = {"name": "A", "secret": table.tokens["invite"]}
    right = {"name": "A", "code": table.opened["invite"]["code"]}

    def joins(body: dict[str, str]) -> httpx.Response:
        return ask.post("/join", body, headers={"idempotency-key": key()})

    assert {joins(link).status_code for _ in range(30)} == {201}
    assert {joins(right).status_code for _ in range(10)} == {201}
    tries = [joins({"name": "A", "code": "BBBB"}) for _ in range(12)]
    assert [each.status_code for each in tries] == [404] * 3 + [429] * 9
    refused(tries[3], 429, "limit.tries")
    assert all(each.json()["retry"] <= 60_000 for each in tries[3:])
    refused(joins(right), 429, "limit.tries")
    assert joins(link).status_code == 201
    assert joins({"name": "A", "secret": "0" * 32}).status_code == 404


def test_one_spelling_of_a_person(table: Table) -> None:
    """A person who joins under a player's name in other letters gets the player's spelling: by a link, and by a code."""
    ask = table.ask

    def joins(**more: str) -> dict[str, Any]:
        return dict(ask.post("/join", more, headers={"idempotency-key": key()}).json())

    told = joins(name="ｗing ", secret=table.tokens["invite"])
    assert told["name"] == "Wing"
    assert table.write(HAND, told["token"]).json()["entry"]["author"] == "Wing"
    assert joins(name="Wingo", secret=table.tokens["invite"])["name"] == "Wingo"
    asked = joins(name="KAREN", code=table.opened["invite"]["code"])
    assert asked["name"] == "KAREN"  # a person who is not let in yet learns no name
    (one,) = table.get("tokens", "host").json()["asks"]
    assert table.post(f"asks/{one['id']}", {"allow": True}, "host").status_code == 200
    assert table.write(HAND, asked["token"]).json()["entry"]["author"] == "Karen"


def test_addresses_are_forgotten(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though nobody asks any more: after ten minutes, an hour after a wrong code, and with the day on which a book was made."""
    ask = limited(file)
    Table(ask)
    ask.post("/join", {"name": "A", "code": "BBBB"}, headers={"idempotency-key": key()})
    guard = ask.app
    sharing, making = guard.server.books.sharing, guard.server.books.making
    kept = (guard.credits._left, guard.server.writers._left, sharing.tries._seen)
    assert all(kept)
    assert making.made._count
    later = time.monotonic() + 601
    for each in (guard.credits, guard.server.writers, sharing.tries):
        monkeypatch.setattr(each, "clock", lambda: later)
    guard.forget()
    assert [len(each) for each in kept] == [0, 0, 1]
    monkeypatch.setattr(sharing.tries, "clock", lambda: later + 3000)
    monkeypatch.setattr(making.made, "clock", lambda: time.time() + 86_400)
    guard.forget()
    assert not sharing.tries._seen
    assert not making.made._count
    about = ask.get("/about?words=en").json()
    assert any(
        "10 minutes after your last request, 1 hour after a wrong code" in str(each) for each in about["privacy"]
    )


def test_limits_of_writing(file: str) -> None:
    ask = limited(file, write_rate=1, write_burst=4)
    table = Table(ask)
    assert [table.write(HAND).status_code for _ in range(5)] == [201, 201, 201, 201, 429]
    assert table.get().status_code == 200  # reading does not count as writing
    other = Table(ask)  # nor is another token
    assert other.write(HAND).status_code == 201
    ask = limited(file, entries=3)
    table = Table(ask)
    assert [table.write(HAND).status_code for _ in range(3)] == [201, 201, 422]
    refused(table.write(HAND), 422, "book.full")
    ask = limited(file, body=500)
    refused(Table(ask).write({**HAND, "note": "x" * 500}), 413, "request.too_long")
    ask = limited(file, import_body=900)
    exported = table.get("export.jsonl").content
    assert len(exported) > 900
    headers = {"idempotency-key": key(), "content-type": "application/x-ndjson"}
    refused(ask("POST", "/api/v1/books/import", content=exported, headers=headers), 413, "request.too_long")


def test_books_that_sleep(file: str) -> None:
    ask = limited(file, books_awake=2)
    tables = [Table(ask) for _ in range(4)]
    for each in tables:
        assert each.write(HAND).status_code == 201
    library = ask.app.server.books.library
    assert len(library.awake) == 2
    assert [each.get().json()["state"]["seq"] for each in tables] == [2] * 4
    assert len(library.awake) == 2


def test_the_usual_limits_are_those_written_down() -> None:
    told = Limits()
    assert (told.body, told.import_body, told.depth, told.array) == (64 * 1024, 4 * 1024 * 1024, 12, 2_000)
    assert (told.write_rate, told.write_burst, told.rate, told.burst) == (2, 20, 20, 60)
    assert (told.books_a_day, told.entries, told.books_awake, told.book_idle) == (50, 100_000, 2_000, 600)
    assert (told.sockets, told.sockets_address, told.hello_time, told.silence) == (4_000, 40, 5, 25)
    assert (told.frame_up, told.frame_down, told.queue_frames, told.queue_bytes) == (4_096, 65_536, 64, 262_144)
    assert (told.frames_second, told.frames_minute, told.tries) == (20, 200, 10)


# --- names


NAMES = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "'; DROP TABLE books; --",
    "{debtor}",
    "=1+1",
    "𠮷野家",
)
UNSEEN = ("A\x00", "A\x1b[2J", "A\u202eB", "A\u200bB", "A\u2066B", "A\nB", "", " ", "x" * 41)


def test_names_are_text(ask: Asker) -> None:
    for name in NAMES:
        table = Table(ask, players=[name[:40], "B", "C", "D"], me=name[:40])
        assert table.write(won(name[:40], 6, "B")).status_code == 201
        told = table.get("?words=en").json()
        assert told["state"]["players"][0] == name[:40]
        assert told["entries"][1]["author"] == name[:40]
        assert name[:40] in told["entries"][1]["words"]["en"]
        assert table.get().headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", UNSEEN)
def test_names_that_cannot_be_seen(ask: Asker, table: Table, name: str) -> None:
    for answer in (
        ask.post("/books", {"name": "x", "players": [name, "B", "C", "D"]}, headers={"idempotency-key": key()}),
        ask.post("/join", {"name": name, "secret": table.tokens["invite"]}, headers={"idempotency-key": key()}),
        table.write({"type": "swap", "leaves": "Wing", "joins": name}),
    ):
        assert answer.status_code == 422, (name, answer.text)
    if name.strip():
        assert table.post("tokens", {"name": name}, "host").status_code == 422


# --- copies, and everything checked


def test_backup_and_check(ask: Asker, table: Table, file: str, tmp_path: Path) -> None:
    for fan in (5, 6):
        table.write(won("Karen", fan, "阿明"))
    copy = tmp_path / "copy.db"
    assert "copy.db" in command("backup", str(copy), "--database", file)
    with Store(copy) as kept:
        assert kept.open(table.book).head.hash == table.get().json()["state"]["head"]
    again = subprocess.run([*program(), "backup", str(copy), "-d", file], capture_output=True, check=False)
    assert again.returncode != 0
    assert "1 books" in command("check-store", "--database", file)
    with sqlite3.connect(copy) as raw:
        raw.execute("DROP TRIGGER entries_are_kept_update")
        raw.execute("UPDATE entries SET text = replace(text, '\"Karen\":5', '\"Karen\":6') WHERE seq = 2")
    bad = subprocess.run([*program(), "check-store", "-d", str(copy)], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert table.book[:8] in bad.stdout
