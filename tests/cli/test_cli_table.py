"""`sikwu table`: people at pseudo terminals and a real server; a match, codes, watching, Ctrl-C and coming back, errors."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle, repeat
from pathlib import Path

import msgspec
import pytest

from asking import OPEN, Live
from patience import PATIENCE, until
from sikwu.book import Store
from sikwu.client import Client, ServerRefusal
from sikwu.client.joining import invitation
from sikwu.play.record import read_record
from sikwu.play.replay import replay
from sikwu.play.verify import verify
from sikwu.wire.tabled import EndFrame
from terminal import CTRL_C, typed, widest

FAST = msgspec.structs.replace(
    OPEN,
    hello_time=PATIENCE,
    silence=PATIENCE,
    tables_a_day=1_000_000,
    table_hurry=20,
    frames_second=1_000_000,
    frames_minute=1_000_000,
)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with Store(str(tmp_path / "books.db")) as store:
        server = Live(store, FAST)
        yield server
        server.stop()


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}


def url(live: Live) -> str:
    return f"http://127.0.0.1:{live.port}"


def seat(folder: Path) -> tuple[str, str]:
    """The table and the token that a person's folder keeps."""
    told = msgspec.json.decode((folder / "data" / "sikwu" / "table.json").read_bytes())
    return told["table"], told["token"]


def end_soon(live: Live, folder: Path) -> None:
    """Waits until somebody sits at a table that is played, and ends its match after the deal."""
    until(lambda: (folder / "data" / "sikwu" / "table.json").exists())
    table, token = seat(folder)
    client = Client(url(live))
    until(lambda: client.table(table, token).status == "playing")
    with suppress(ServerRefusal):  # somebody may have pressed the key for it
        client.tell_table(table, token, EndFrame())


def sound(live: Live, table: str, token: str) -> None:
    text = Client(url(live)).record(table, token)
    lines, _ = read_record(text)
    assert replay(lines).match.deals == 1
    assert all(each.proven and not each.faults for each in verify(map(msgspec.json.decode, text.splitlines())))


@pytest.mark.parametrize(
    ("lang", "words", "over"), [("en", "Your turn", "is over"), ("yue", "到你", "完場："), ("zh", "輪到你", "完場：")]
)
def test_a_deal_against_bots(
    live: Live, home: dict[str, str], tmp_path: Path, lang: str, words: str, over: str
) -> None:
    bots = ["--bot", "quick", "--bot", "quick", "--bot", "quick"]
    with ThreadPoolExecutor(1) as threads:
        ending = threads.submit(end_soon, live, tmp_path)
        told, code = typed(
            [], "table", "open", url(live), "--name", "Wing", *bots, "--start", "--lang", lang, "--option", "min_fan=0",
            endless=keys(), turn=(over, ""), **home,
        )  # fmt: skip
        ending.result()
    assert code == 0, told
    assert "Wing" in told
    assert words in told
    assert "Traceback" not in told
    assert widest(told) <= 80
    assert not (tmp_path / "data" / "sikwu" / "table.json").exists()


def test_a_person_who_asks_by_a_code_and_one_who_watches(live: Live, tmp_path: Path) -> None:
    def folder(name: str) -> dict[str, str]:
        return {"HOME": str(tmp_path / name), "XDG_DATA_HOME": str(tmp_path / name / "data")}

    client = Client(url(live))

    def pressed() -> Iterator[str]:
        """Lets in who asks, then starts, then plays."""
        table, token = seat(tmp_path / "host")
        until(lambda: bool(client.table(table, token).asking))
        while not all(each.name for each in client.table(table, token).seats):
            yield "y"  # again, where the server knew of the guest before this screen did
            time.sleep(0.1)
        yield "g"
        until(lambda: client.table(table, token).v > 1)
        yield from keys()

    def host() -> tuple[str, int]:
        return typed(
            [], "table", "open", url(live), "--name", "Wing", "--lang", "en", "-b", "quick", "-b", "quick",
            endless=pressed(), turn=("is over", ""), **folder("host"),
        )  # fmt: skip

    with ThreadPoolExecutor(4) as threads:
        hosting = threads.submit(host)
        until(lambda: (tmp_path / "host" / "data" / "sikwu" / "table.json").exists())
        table, token = seat(tmp_path / "host")
        invite = client._post(f"/tables/{table}/invite", {}, msgspec.Raw, token, keyed=True)
        secret, code = msgspec.json.decode(invite)["secret"], msgspec.json.decode(invite)["code"]
        guest: Future[tuple[str, int]] = threads.submit(
            lambda: typed(
                [], "table", "join", url(live), code, "--name", "Karen", "--lang", "en",
                endless=keys(), turn=("is over", ""), **folder("guest"),
            )
        )  # fmt: skip
        watcher: Future[tuple[str, int]] = threads.submit(
            lambda: typed(
                [], "table", "watch", f"{url(live)}/", f"{url(live)}/join#{secret}", "--name", "Onlooker", "--lang", "en",
                endless=repeat(""), turn=("is over", ""), **folder("watcher"),
            )
        )  # fmt: skip
        end_soon(live, tmp_path / "host")
        told = [each.result() for each in (hosting, guest, watcher)]
    for text, code in told:
        assert code == 0, text
        assert "Traceback" not in text
        assert "is over" in text
    assert "asks for a seat" in told[0][0]
    assert "the host answers" in told[1][0]
    assert "Your turn" in told[1][0]
    assert "Your turn" not in told[2][0]
    assert "Your hand" not in told[2][0]
    sound(live, table, token)


def keys() -> Iterator[str]:
    """Something that somebody presses: the drawn tile, any tile."""
    return cycle(".abcdefghijklm")


def test_ctrl_c_keeps_the_seat_and_back_returns_to_it(live: Live, home: dict[str, str], tmp_path: Path) -> None:
    bots = ["--bot", "quick", "--bot", "quick", "--bot", "quick"]
    told, code = typed([CTRL_C], "table", "open", url(live), "--name", "Wing", *bots, "--start", "--lang", "en", **home)
    assert code == 130, told
    assert "sikwu table back" in told
    assert "Traceback" not in told
    file = tmp_path / "data" / "sikwu" / "table.json"
    assert os.stat(file).st_mode & 0o77 == 0
    table, token = seat(tmp_path)
    Client(url(live)).tell_table(table, token, EndFrame())
    told, code = typed([], "table", "back", "--lang", "en", endless=keys(), turn=("is over", ""), **home)
    assert code == 0, told
    sound(live, table, token)
    assert not file.exists()
    told, code = typed([], "table", "back", "--lang", "en", **home)
    assert code == 2
    assert "no seat" in told


def test_one_key_is_enough_where_the_terminal_can(live: Live, home: dict[str, str]) -> None:
    told, code = typed(["/", "x"], "table", "open", url(live), "--lang", "en", TERM="xterm", ending="", **home)
    assert code == 0, told
    assert "The host: g starts" in re.sub(r"\s+", " ", told)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["open", "nowhere"], "is not the address of a server"),
        (["join", "http://127.0.0.1:1", "BCDF"], "No server answers"),
        (["join", "{url}", "ZZZZ"], "code"),
        (["join", "{url}", "0" * 32], "invitation"),
        (["open", "{url}", "--pace", "quick"], "The pace is one of"),
        (["open", "{url}", "--bot", "quik"], 'no bot "quik"'),
        (["open", "{url}", "--start"], "all four seats"),
    ],
)
def test_errors_help(live: Live, home: dict[str, str], words: list[str], says: str) -> None:
    told, code = typed([], "table", *(each.format(url=url(live)) for each in words), "--lang", "en", **home)
    assert code == 2, told
    assert says in re.sub(r"\s+", " ", told)
    assert "Traceback" not in told


def test_an_invitation_is_read_however_it_was_given() -> None:
    assert invitation(" bcdf ").code == "BCDF"
    assert invitation("https://a.test/t/join#abcdef0123").secret == "abcdef0123"
    assert invitation("abcdef0123").secret == "abcdef0123"
