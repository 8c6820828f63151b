"""The client and the examples of docs/api.md against a real server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest

from patience import PATIENCE
from server_process import wide_limits
from sikwu import ruleset, score
from sikwu.cases import answer_line
from sikwu.client import Client, House, ServerRefusal
from sikwu.corpus import cases
from sikwu.wire.served import ReadyHandShape, WinShape
from test_server_running import Started

WIN = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
PAGE = (Path(__file__).parent.parent.parent / "docs" / "api.md").read_text("utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    folder = tmp_path_factory.mktemp("asked")
    started = Started(folder, "--limits", str(wide_limits(tmp_path_factory.mktemp("limits"))))
    yield started
    started.process.kill()
    started.process.communicate()


@pytest.fixture
def client(server: Started) -> Client:
    return Client(f"http://127.0.0.1:{server.port}", words=["en"])


def test_every_call_of_the_client(client: Client) -> None:
    hand = client.hand(WIN, near=True)
    assert isinstance(hand, WinShape)
    assert (hand.fan, hand.headline.en) == (9, "9 fan: a win")
    assert hand.headline.yue is None
    assert hand.near
    assert isinstance(client.hand("22678m 白白 (發發發<E) (中中中<N) 26f seat=S", by="discard"), ReadyHandShape)
    house = House(options={"limit.cap_fan": 8})
    assert client.score(WIN, house).capped == 8
    assert not client.because(WIN, "full_flush").holds
    assert [column.rules.id for column in client.compare(WIN, ["hk-standard", house]).columns] == ["hk-standard"] * 2
    assert client.rules().documents[0] == "hk-standard"
    assert client.ruleset("hk-common").ruleset.hash == ruleset("hk-common").hash
    assert client.options(house).rules.cap == 8
    assert len(client.patterns().patterns) > 200
    assert client.pattern("half_flush", house).pattern.worth == 3
    checked = client.check(house)
    assert checked.ok
    assert client.check(toml=checked.toml).hash == checked.hash
    assert client.score(WIN, House(hash=checked.hash)).capped == 8
    assert not client.diff("hk-standard", house).alike
    assert client.preview("limit.cap_fan", 8).hands[0].differs
    assert len(client.quiz(n=3, seed=1).hands) == 3
    assert client.health().ok
    assert client.version().api == 1
    some = list(islice(cases(), 50))
    assert client.answer(some) == [answer_line(json.dumps(case)) for case in some]


def test_what_the_server_refuses_is_an_error_with_its_code(client: Client) -> None:
    with pytest.raises(ServerRefusal) as wrong:
        client.score("123m")
    assert (wrong.value.status, wrong.value.code) == (422, "tiles.count")
    assert wrong.value.message("yue") == wrong.value.told.yue
    assert "3 tiles" in str(wrong.value)
    with pytest.raises(ServerRefusal) as wrong:
        client.ruleset("no/such")
    assert wrong.value.status == 404
    with pytest.raises(ValueError, match="http"):
        Client("file:///etc")
    with pytest.raises(URLError):
        Client("http://127.0.0.1:9", timeout=PATIENCE).version()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def run(command: list[str], text: str, port: int) -> Any:
    told = subprocess.run(
        command,
        input=text.replace("localhost:8136", f"127.0.0.1:{port}"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_the_examples_in_python(server: Started) -> None:
    text, _ = blocks("py")  # the second one is a bot of a live table: tests/server/test_table_client.py
    told = run([sys.executable, "-"], text, server.port)
    assert told.splitlines()[:2] == ["2m 2 10 11", "白 2 13 14"]
    assert told.splitlines()[2].startswith("8 fan: a win {")
    assert score(WIN, ruleset("hk-standard").with_options({"limit.cap_fan": 8})).capped == 8


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_the_examples_of_curl(server: Started) -> None:
    (text,) = blocks("bash")
    told = json.loads(run(["bash"], text, server.port))
    assert (told["state"], [wait["tile"] for wait in told["waits"]]) == ("ready", ["2m", "白"])


def node() -> str | None:
    beside = Path(sys.executable).with_name("node")
    return str(beside) if beside.exists() else shutil.which("node")


@pytest.mark.skipif(node() is None, reason="no node here")
def test_the_examples_in_javascript(server: Started) -> None:
    (text,) = blocks("javascript")
    told = run([str(node()), "--input-type=module", "-"], text, server.port)
    assert told.startswith("9 fan: a win {")


def test_every_path_is_on_the_page() -> None:
    from sikwu.server.operations import OPERATIONS

    for one in OPERATIONS:
        assert one.path in PAGE, one.path
    for body in blocks("json"):
        assert json.loads(body)
