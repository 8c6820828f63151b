"""The OpenAPI document: every operation names its types; and random requests made from it never break the server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.python.asgi import get_client
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from asking import OPEN, ROOT, Asker, Table, served
from patience import PATIENCE
from sikwu.book import Store
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.operations import CASES, OPERATIONS, REFUSALS, openapi
from sikwu.wire.tabled import TABLE_FRAMES
from table_phones import Host

DOCUMENT = json.loads(msgspec.json.encode(openapi()))
SHAPES = DOCUMENT["components"]["schemas"]
FOLDER = tempfile.TemporaryDirectory()
ask = Asker(served(OPEN, Rulesets(Store(f"{FOLDER.name}/books.db"))))


BARE = ("/answer", "/import", "/tickets", "/start", "/rematch", "/tables/{id}/invite")
"""Paths to which nothing is posted that has a shape."""


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, told) for path, each in DOCUMENT["paths"].items() for method, told in each.items()]


def test_every_operation_names_its_shapes() -> None:
    assert {(path, method.upper()) for path, method, _ in operations()} == {
        (ROOT + one.path, one.method) for one in OPERATIONS
    }
    for path, method, told in operations():
        if method == "post" and not path.endswith(BARE):
            assert {"$ref", "anyOf"} & told["requestBody"]["content"]["application/json"]["schema"].keys(), path
        good = told["responses"]["201" if "201" in told["responses"] else "200"]["content"]
        (media, *_), schema = good, next(iter(good.values()))["schema"]
        if media == "application/json":
            assert {"$ref", "anyOf"} & schema.keys(), path
        for status in REFUSALS:
            wrong = told["responses"][str(status)]["content"]["application/json"]["schema"]
            assert wrong == {"$ref": "#/components/schemas/ServedErrorShape"}
        assert told["summary"]


def test_every_shape_that_is_named_is_there() -> None:
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(DOCUMENT)))
    assert named <= set(SHAPES)
    for one in OPERATIONS:
        for kind in (one.takes, one.gives):
            if kind not in (None, bytes, CASES) and isinstance(kind, type):
                assert kind.__name__ in SHAPES


def test_every_message_of_a_table_s_socket_has_its_schema() -> None:
    for each in TABLE_FRAMES:
        told = SHAPES[each.__name__]
        assert told["properties"]["type"]["enum"] == [each.__struct_config__.tag]
        assert told["description"]


def test_a_hand_is_told_apart_by_its_state() -> None:
    hand = DOCUMENT["paths"][f"{ROOT}/hand"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert hand["discriminator"]["propertyName"] == "state"
    assert set(hand["discriminator"]["mapping"]) == {"building", "ready", "full", "win", "impossible"}


def test_the_command_prints_the_document() -> None:
    told = subprocess.run([sys.executable, "-m", "sikwu", "openapi"], capture_output=True, timeout=PATIENCE, check=True)
    assert json.loads(told.stdout) == DOCUMENT == ask.get("/openapi.json").json()


def test_a_program_that_only_scores_loads_no_server() -> None:
    code = "import sys, sikwu; sikwu.score('123678m 中中中 發發發 白 +白<W 1f'); print(sorted(set(sys.modules) & {'fastapi', 'uvicorn', 'starlette', 'sikwu.server', 'segno'}))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert told.stdout.strip() == "[]"
    document = "import sys; from sikwu.server.operations import openapi; openapi(); print('fastapi' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", document], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert told.stdout.strip() == "False"


# --- a stranger


@schemathesis.serializer("application/x-ndjson")
def _lines(_: Any, value: object) -> bytes:
    """One session for all requests: a new one would look for proxies in the environment each time."""
    return value if isinstance(value, bytes) else str(value).encode()


@cache
def session() -> Any:
    """One session for all requests: a new one would look for proxies in the environment each time."""
    made = get_client(ask.app)
    made.trust_env = False
    return made.__enter__()


schema = schemathesis.openapi.from_dict(DOCUMENT, config=SchemathesisConfig.discover())
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


@schema.parametrize()
@settings(
    max_examples=200 if os.environ.get("SIKWU_LONG") else 12,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_nothing_a_stranger_sends_breaks_it(case: Any) -> None:
    response = case.call(app=ask.app, session=session(), base_url="http://table.test")
    case.validate_response(response, checks=CHECKS)


@schema.include(path_regex="/books/").parametrize()
@settings(
    max_examples=100 if os.environ.get("SIKWU_LONG") else 8,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_nothing_a_member_sends_breaks_it(case: Any) -> None:
    """The same for a member with tokens."""
    if not MEMBER:
        MEMBER.append(Table(ask))
    table = MEMBER[0]
    if "id" in case.path_parameters:
        case.path_parameters["id"] = table.book
    needs = next(
        one.token
        for one in OPERATIONS
        if (ROOT + one.path, one.method) == (case.operation.path, case.operation.method.upper())
    )
    token = table.tokens["host" if needs == "host" else "keeper"]
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
    response = case.call(app=ask.app, session=session(), base_url="http://table.test")
    case.validate_response(response, checks=CHECKS)
    assert response.status_code not in (401, 403)


@schema.include(path_regex="/(tables|records)/").parametrize()
@settings(
    max_examples=100 if os.environ.get("SIKWU_LONG") else 8,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_nothing_a_host_of_a_table_sends_breaks_it(case: Any) -> None:
    """The same of the host of a table: nothing is refused for who asks but seats that are not the host's."""
    if not HOST:
        HOST.append(Host(ask, me="Wing"))
    host = HOST[0]
    if "id" in case.path_parameters:
        case.path_parameters["id"] = host.table
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {host.token}"}
    response = case.call(app=ask.app, session=session(), base_url="http://table.test")
    case.validate_response(response, checks=CHECKS)
    if response.status_code in (401, 403):
        assert response.json()["code"] in ("table.not_seated", "table.not_host"), response.text


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    yield
    ask.stop()


MEMBER: list[Table] = []
HOST: list[Host] = []


def test_the_stranger_would_see_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same check on an answer that the document does not allow."""
    monkeypatch.setattr("sikwu.server.hands.about.versions", lambda: {"version": 1})
    operation = schema[f"{ROOT}/version"]["GET"]
    case = operation.Case()
    with pytest.raises(BaseException, match=r"(?i)schema|required"):
        case.validate_response(case.call(app=served(), base_url="http://table.test"), checks=CHECKS)
