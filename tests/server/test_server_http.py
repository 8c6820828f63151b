"""The server over HTTP: every path, one past every limit, every error in three languages, headers on every answer."""

from __future__ import annotations

import asyncio
import gzip
import json
import struct
import threading
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from asking import OPEN, ROOT, SITE, Asker, served
from patience import PATIENCE
from sikwu import ruleset
from sikwu.book import Store
from sikwu.cases import answered
from sikwu.corpus import cases
from sikwu.practice.wins import some_win
from sikwu.rules.presets import DOCUMENTS
from sikwu.server import operations
from sikwu.server.hands import catalogue
from sikwu.server.hands.desk import Desk
from sikwu.server.hands.hand import hand
from sikwu.server.hands.operations import HAND_OPERATIONS, PRINTED
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http.limits import Limits, read_limits
from sikwu.server.http.operation import Call
from sikwu.server.operations import OPERATIONS
from sikwu.texts import LANGUAGES, RulesError
from sikwu.wire.asked import HandRequest, QuizRequest
from sikwu.wire.served import HandShape, ServedErrorShape

WIN = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
BODIES: dict[str, Any] = {
    "hand": {"text": WIN},
    "score": {"text": WIN},
    "because": {"text": WIN, "pattern": "half_flush"},
    "compare": {"text": WIN, "rules": ["hk-standard", "hk-common"]},
    "answer": {"id": 1, "ruleset": "hk-standard", "text": WIN},
    "pattern_under": {"rules": {"options": {"limit.cap_fan": 8}}},
    "options_under": {"rules": {"options": {"limit.cap_fan": 8}}},
    "page_under": {"rules": {"options": {"limit.cap_fan": 8}}},
    "program_under": {"rules": {"options": {"limit.cap_fan": 8}}},
    "check": {"rules": {"options": {"limit.cap_fan": 8}}},
    "diff": {"ours": "hk-standard", "theirs": "hk-common"},
    "preview": {"option": "limit.cap_fan", "value": 8},
    "quiz_under": {"seed": 3, "n": 2},
}
IDS = {"pattern": "half_flush", "pattern_under": "half_flush"}


@pytest.fixture(scope="module")
def ask() -> Asker:
    return Asker(served())


def path_of(one: operations.Operation) -> str:
    return ROOT + one.path.replace("{id}", IDS.get(one.id, "hk-standard"))


def checked(answer: httpx.Response) -> httpx.Response:
    """An answer with the headers that every answer has."""
    policy = answer.headers["content-security-policy"]
    assert policy == PRINTED or "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["permissions-policy"].startswith("camera=(self)")
    assert answer.headers["x-request-id"].startswith("r-")
    foreign = "access-control-allow-origin" in answer.headers
    assert answer.headers.get("cross-origin-resource-policy") == (None if foreign else "same-origin")
    return answer


def refused(answer: httpx.Response, status: int, code: str) -> ServedErrorShape:
    """A refusal with its code, in three languages, each problem too."""
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    told = msgspec.json.decode(checked(answer).content, type=ServedErrorShape)
    assert all(getattr(told, lang) for lang in LANGUAGES)
    assert told.problems
    for each in told.problems:
        assert all(getattr(each, lang) for lang in LANGUAGES)
    assert told.request == answer.headers["x-request-id"]
    assert answer.headers["cache-control"] == "no-store"
    return told


# --- every path


@pytest.mark.parametrize("one", HAND_OPERATIONS, ids=lambda one: one.id)
def test_every_path_answers_in_its_shape(ask: Asker, one: operations.Operation) -> None:
    more = {"json": BODIES[one.id]} if one.method == "POST" else {}
    answer = checked(ask(one.method, path_of(one), **more))
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == one.media
    if one.gives not in (bytes, operations.CASES):
        assert msgspec.json.decode(answer.content, type=one.gives)
    again = ask(one.method, path_of(one), **more)
    assert again.content == answer.content


@pytest.mark.parametrize("one", HAND_OPERATIONS, ids=lambda one: one.id)
def test_every_path_refuses_other_methods(ask: Asker, one: operations.Operation) -> None:
    for method in ("PUT", "DELETE", "PATCH", "GET" if one.method == "POST" else "POST"):
        if any((other.path, other.method) == (one.path, method) for other in OPERATIONS):
            continue
        if one.path == "/rules/options" and method == "GET":  # that is the ruleset of this name
            continue
        told = ask(method, path_of(one))
        if told.status_code != 404:
            refused(told, 405, "request.method")
            assert one.method in told.headers["allow"]


def test_the_hand_over_http_is_the_hand(ask: Asker) -> None:
    for rules in DOCUMENTS:
        answer = ask.post("/hand?words=yue,en", {"text": WIN, "rules": rules})
        assert msgspec.json.decode(answer.content, type=HandShape) == hand(
            HandRequest(WIN), ruleset(rules), ("yue", "en")
        )
        told = answer.json()
        if told["state"] == "win":
            assert told["headline"].keys() == {"code", "facts", "yue", "en"}
            assert told["label"] is None
    plain = ask.post("/hand", {"text": WIN}).json()
    assert plain["headline"].keys() == {"code", "facts"}
    said = ask.post("/hand", {"text": WIN, "words": ["zh"]}).json()
    assert said["headline"].keys() == {"code", "facts", "zh"}


def test_cases_over_http(ask: Asker) -> None:
    every = [json.dumps(case, ensure_ascii=False).encode() for case in cases()]
    for start in range(0, len(every), 1_000):
        some = every[start : start + 1_000]
        answer = ask(
            "POST", f"{ROOT}/answer", content=b"\n".join(some), headers={"content-type": "application/x-ndjson"}
        )
        assert answer.headers["content-type"] == "application/x-ndjson"
        lines = answer.content.splitlines()
        assert lines == [msgspec.json.encode(answered(line)) for line in some]
    bad = ask("POST", f"{ROOT}/answer", content=b"nonsense", headers={"content-type": "application/json"})
    assert bad.status_code == 200
    assert bad.json()["error"]["code"] == "case.not_json"


def test_house_rules_by_hash(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db") as store:
        ask = Asker(served(shelf=Rulesets(store)))
        body = {"rules": {"options": {"limit.cap_fan": 8}, "name": "阿明"}}
        hash = ask.post("/rules/check", body).json()["hash"]
        assert ask.get("/health").json() == {"ok": True, "store": "ok"}
    with Store(tmp_path / "books.db") as store:
        ask = Asker(served(shelf=Rulesets(store)))  # another process, later
        told = ask.post("/hand", {"text": WIN, "rules": {"hash": hash}}).json()
        assert (told["capped"], told["rules"]["hash"]) == (8, hash)
        bytes_of = ask.get(f"/rules/hk-standard/program?hash={hash}")
        assert bytes_of.status_code == 200
        assert hash.encode() in bytes_of.content
        assert "immutable" in bytes_of.headers["cache-control"]
        refused(ask.post("/hand", {"rules": {"hash": "0" * 16}}), 404, "rules.unknown")


def test_a_page_to_print_has_its_own_policy(ask: Asker) -> None:
    hash = ask.post("/rules/check", {"rules": {"options": {"limit.cap_fan": 8}}}).json()["hash"]
    page = ask.get(f"/rules/hk-standard/sheet?hash={hash}&name=%3Cb%3E&lang=zh&url=https%3A%2F%2Fexample.org")
    assert page.status_code == 200
    assert "<h1>&lt;b&gt;</h1>" in page.text
    assert "8 番封頂" in page.text
    policy = page.headers.get_list("content-security-policy")
    assert policy == [PRINTED]
    assert page.headers["x-content-type-options"] == "nosniff"
    refused(ask.get("/rules/hk-standard/sheet?lang=fr"), 400, "request.query")
    refused(ask.get("/rules/hk-standard/sheet?url=javascript%3A1"), 422, "sheet.url")
    refused(ask.get(f"/rules/hk-standard/sheet?name={'x' * 41}"), 422, "rules.name")


def test_the_store_may_be_down(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db") as store:
        shelf = Rulesets(store)
        ask = Asker(served(shelf=shelf))
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE rulesets")
        assert ask.get("/health").json() == {"ok": False, "store": "down"}
        told = refused(ask.post("/rules/check", BODIES["check"]), 503, "store.down")
        assert told.retry == 5_000
        assert ask.post("/hand", BODIES["hand"]).status_code == 200


def test_rules_that_were_kept_are_kept_in_either_database(store: Store) -> None:
    shelf = Rulesets(store, 3)
    for number in range(5):
        shelf.keep(f"h{number}", f"text {number}")
        shelf.keep(f"h{number}", "the same again")
    fresh = Rulesets(store, 3)
    assert [fresh.toml(f"h{number}") for number in range(5)] == [None, None, "text 2", "text 3", "text 4"]
    assert fresh.sound()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_program_is_the_kernels_own(ask: Asker, name: str) -> None:
    from sikwu._kernel import Program

    rules, data = ruleset(name), ask.get(f"/rules/{name}/program").content
    assert ask.post("/rules/program", {"rules": name}).content == data
    mark, _, rest = data.partition(b"\n")
    assert mark == b"sikwu rules 1"
    (length,) = struct.unpack("<I", rest[:4])
    head = json.loads(rest[4 : 4 + length])
    assert head["rules"]["hash"] == rules.hash
    program = Program.from_bytes(rest[4 + length : 4 + length + head["program"]])
    win = some_win(Random(name), rules.document.sets)
    assert program.judge(win.pack()) == rules.judge(win.pack())


# --- refusals


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/hand", b"{", 400, "request.not_json"),
        ("/hand", b"\xff\xfe", 400, "request.not_json"),
        ("/hand", b'{"text": "\\ud800"}', 400, "request.not_json"),
        ("/hand", b"[]", 400, "request.type"),
        ("/hand", b'{"text": 5}', 400, "request.type"),
        ("/hand", b'{"txt": "1m"}', 400, "request.unknown_field"),
        ("/hand", b'{"rules": {"optoins": {}}}', 400, "request.unknown_field"),
        ("/because", b'{"text": "1m"}', 400, "request.missing"),
        ("/hand", b'{"words": ["fr"]}', 400, "request.words"),
        ("/score", b"{}", 400, "request.one_of"),
        ("/score", b'{"text": "123m"}', 422, "tiles.count"),
        ("/score", b'{"win": {"hand": 3}}', 422, "value.missing"),
        ("/hand", b'{"text": "1m", "by": "x"}', 422, "value.bad"),
        ("/hand", b'{"rules": "nope"}', 404, "ruleset.unknown"),
        ("/hand", b'{"rules": {"options": {"x": 1}}}', 422, "option.unknown"),
        ("/because", json.dumps({"text": WIN, "pattern": "nope"}).encode(), 404, "pattern.unknown"),
        ("/rules/check", b"{}", 400, "request.one_of"),
        ("/quiz", b'{"n": 21}', 422, "number.too_large"),
        ("/preview", b"{}", 404, "path.unknown"),
    ],
)
def test_refusals(ask: Asker, path: str, body: bytes, status: int, code: str) -> None:
    told = refused(ask("POST", ROOT + path, content=body, headers={"content-type": "application/json"}), status, code)
    assert told.retry == "never"


def test_the_nearest_field_is_named(ask: Asker) -> None:
    assert "text" in refused(ask.post("/hand", {"txt": ""}), 400, "request.unknown_field").en
    told = refused(ask.post("/hand", {"rules": {"optoins": {}}}), 400, "request.unknown_field")
    assert told.facts["name"] == "rules.optoins"
    assert "options" in told.en


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/rules/nope", 404, "ruleset.unknown"),
        ("/rules/nope/options", 404, "ruleset.unknown"),
        ("/patterns/nope", 404, "pattern.unknown"),
        ("/patterns/half_flush?rules=nope", 404, "ruleset.unknown"),
        ("/rules/hk-standard/program?hash=00", 404, "rules.unknown"),
        ("/quiz?n=x", 400, "request.query"),
        ("/quiz?seed=1e9", 400, "request.query"),
        ("/quiz?n=0", 422, "number.too_small"),
        ("/rules?words=fr", 400, "request.words"),
        ("/qr.svg?text=x", 404, "path.unknown"),
        ("/nope", 404, "path.unknown"),
        ("/", 404, "path.unknown"),
        ("/hand/", 404, "path.unknown"),
    ],
)
def test_refusals_of_addresses(ask: Asker, path: str, status: int, code: str) -> None:
    refused(ask.get(path), status, code)


def test_only_json_is_taken(ask: Asker) -> None:
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"content-type": media} if media else {}
        refused(ask("POST", f"{ROOT}/hand", content=b"{}", headers=headers), 415, "request.media")
    fine = ask("POST", f"{ROOT}/hand", content=b"{}", headers={"content-type": "application/json; charset=utf-8"})
    assert fine.status_code == 200


def test_what_fails_inside_is_told_without_a_word_of_it(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    ask = Asker(served())

    def broken(*_: object) -> None:
        raise RuntimeError("secret tiles 123m")

    monkeypatch.setattr("sikwu.server.hands.hand.hand", broken)
    answer = ask.post("/hand", {"text": "456p"})
    told = refused(answer, 500, "server.failed")
    assert told.facts["request"] == told.request
    assert "secret" not in answer.text + caplog.text
    assert "456p" not in caplog.text
    assert "RuntimeError" in caplog.text
    assert told.request in caplog.text


# --- limits, each one past it


def test_the_size_of_a_body(ask: Asker) -> None:
    def sized(size: int) -> bytes:
        return b'{"text": "' + b" " * (size - 12) + b'"}'

    head = {"content-type": "application/json"}
    assert ask("POST", f"{ROOT}/score", content=sized(OPEN.body), headers=head).json()["code"] != "request.too_long"
    refused(ask("POST", f"{ROOT}/score", content=sized(OPEN.body + 1), headers=head), 413, "request.too_long")

    said = {**head, "content-length": str(OPEN.body + 1)}  # refused before any of it has come
    refused(ask("POST", f"{ROOT}/score", content=b"{}", headers=said), 413, "request.too_long")

    async def pieces() -> Any:  # which does not say how long it is
        for _ in range(70):
            yield b" " * 1024

    refused(ask("POST", f"{ROOT}/score", content=pieces(), headers=head), 413, "request.too_long")
    lines = b"\n".join([b'{"id": 1}'] * 3)
    large = lines + b" " * (OPEN.answer_body - len(lines))
    assert ask("POST", f"{ROOT}/answer", content=large, headers=head).status_code == 200
    refused(ask("POST", f"{ROOT}/answer", content=large + b" ", headers=head), 413, "request.too_long")


def test_the_number_of_cases(ask: Asker) -> None:
    head = {"content-type": "application/x-ndjson"}
    fine = ask("POST", f"{ROOT}/answer", content=b'{"id":1}\n' * 1_000, headers=head)
    assert len(fine.content.splitlines()) == 1_000
    refused(ask("POST", f"{ROOT}/answer", content=b'{"id":1}\n' * 1_001, headers=head), 400, "limit.cases")


def test_the_depth_and_the_length_of_json(ask: Asker) -> None:
    def deep(levels: int) -> bytes:
        return b'{"rules": {"options": {"x": ' + b"[" * (levels - 3) + b"]" * (levels - 3) + b"}}}"

    head = {"content-type": "application/json"}
    assert ask("POST", f"{ROOT}/hand", content=deep(12), headers=head).status_code == 422
    refused(ask("POST", f"{ROOT}/hand", content=deep(13), headers=head), 400, "request.too_deep")
    refused(ask("POST", f"{ROOT}/hand", content=b"[" * 30_000, headers=head), 400, "request.too_deep")
    refused(ask.post("/compare", {"text": WIN, "rules": ["hk-standard"] * 2_001}), 400, "request.too_many")
    assert ask.post("/compare", {"text": WIN, "rules": ["hk-standard"] * 2_000}).json()["code"] == "case.too_many"
    assert ask.post("/compare", {"text": WIN, "rules": ["hk-standard"] * 8}).status_code == 200
    refused(ask.post("/compare", {"text": WIN, "rules": ["hk-standard"] * 9}), 422, "case.too_many")


def test_own_patterns_and_conditions(ask: Asker) -> None:
    def house(count: int, length: int = 10) -> dict[str, Any]:
        when = "suits == 1".ljust(length)
        return {"rules": {"patterns": [{"id": f"p{n}", "when": when, "fan": 1} for n in range(count)]}}

    assert ask.post("/rules/check", house(96)).json()["ok"]  # the rows of the document count too: 128 in all
    assert ask.post("/rules/check", house(129)).json()["problems"][0]["code"] == "rules.too_large"
    assert ask.post("/rules/check", house(1, 4_000)).json()["ok"]
    assert not ask.post("/rules/check", house(1, 4_001)).json()["ok"]


def test_the_rate_of_an_address() -> None:
    catalogue.version()  # computed once per process; the work costs credits
    ask = Asker(served(Limits(rate=1, burst=5)))
    assert [ask.get("/version").status_code for _ in range(5)] == [200] * 5
    answer = ask.get("/version")
    told = refused(answer, 429, "limit.rate")
    assert isinstance(told.retry, int)
    assert 0 < told.retry <= 1_000
    assert answer.headers["retry-after"] == "1"
    assert ask("GET", "/").status_code == 200  # the app's files are not counted


def test_so_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    app = served(Limits(rate=10**6, burst=10**6, at_once=3, workers=1))
    monkeypatch.setattr("sikwu.server.hands.house.quizzed", lambda *_: go.wait(PATIENCE) and {"done": True})

    async def many() -> list[int]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=SITE) as client:
            waiting = [asyncio.create_task(client.get(f"{ROOT}/quiz?seed={n}")) for n in range(3)]
            while app.server.busy < 3:
                await asyncio.sleep(0.01)
            late = await client.get(f"{ROOT}/quiz?seed=9")
            refused(late, 429, "limit.busy")
            assert late.headers["retry-after"] == "1"
            kept = await client.get(f"{ROOT}/version/")
            go.set()
            return [kept.status_code, *[(await each).status_code for each in waiting]]

    assert asyncio.run(many()) == [404, 200, 200, 200]


def test_answers_are_kept_and_forgotten() -> None:
    app = served(Limits(rate=10**6, burst=10**6, kept_answers=2))
    ask = Asker(app)
    for text in ("1m", "2m", "3m", "3m"):
        assert ask.post("/hand", {"text": text}).status_code == 200
    assert len(app.server.kept._answers) == 2
    ask.post("/hand", {"text": "nope"})
    assert len(app.server.kept._answers) == 2


def test_limits_are_settings(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("rate = 7\nbody = 100\n")
    assert (read_limits(file).rate, read_limits(file).body, read_limits(file).burst) == (7, 100, 60)
    for wrong in ("rate = 0", "rte = 7", "rate = 'x'", "rate", "rate = -1"):
        file.write_text(wrong)
        with pytest.raises(RulesError) as error:
            read_limits(file)
        assert error.value.code == "serve.limits"


# --- caches


def test_the_catalogue_may_be_kept(ask: Asker) -> None:
    for path in ("/rules", "/patterns", "/rules/hk-standard/options"):
        answer = ask.get(path)
        assert answer.headers["etag"] == f'"{catalogue.version()}"'
        assert answer.headers["cache-control"] == "no-cache"
        again = checked(ask.get(path, headers={"if-none-match": answer.headers["etag"]}))
        assert (again.status_code, again.content) == (304, b"")
        fixed = ask.get(f"{path}?v={catalogue.version()}")
        assert "immutable" in fixed.headers["cache-control"]
        assert "immutable" not in ask.get(f"{path}?v=other").headers["cache-control"]
        packed = ask.get(path, headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == ask.get(path, headers={"accept-encoding": "identity"}).content
    assert ask.post("/hand", BODIES["hand"]).headers["cache-control"] == "no-store"


# --- the app's files


@pytest.fixture
def app_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>食糊</title>" + " " * 600)
    (folder / "assets" / "index-abc.js").write_text("console.log(1)" * 60)
    (folder / "assets" / "index-abc.js.br").write_bytes(b"brotli")
    (folder / "tiles.0a1b.svg").write_text("<svg/>")
    (folder / "kernel.wasm").write_bytes(b"\0asm")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def test_the_files_of_the_app(app_folder: Path) -> None:
    ask = Asker(served(folder=app_folder))
    for path in ("/", "/house", "/learn/half_flush", "/books/1/ledger"):
        page = checked(ask("GET", path))
        assert "食糊" in page.text
        assert (page.headers["content-type"], page.headers["cache-control"]) == ("text/html; charset=utf-8", "no-cache")
        assert page.headers["content-encoding"] == "gzip"
        assert ask("GET", path, headers={"if-none-match": page.headers["etag"]}).status_code == 304
    script = checked(ask("GET", "/assets/index-abc.js", headers={"accept-encoding": "gzip"}))
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    smallest = {"accept-encoding": "br, gzip"}

    async def raw() -> bytes:
        async with (
            httpx.AsyncClient(transport=httpx.ASGITransport(ask.app), base_url=SITE) as client,
            client.stream("GET", "/assets/index-abc.js", headers=smallest) as answer,
        ):
            assert answer.headers["content-encoding"] == "br"
            return b"".join([piece async for piece in answer.aiter_raw()])

    assert asyncio.run(raw()) == b"brotli"
    assert "immutable" in ask("GET", "/tiles.0a1b.svg").headers["cache-control"]
    assert ask("GET", "/kernel.wasm").headers["content-type"] == "application/wasm"
    assert ask("HEAD", "/").status_code == 200
    for path in (
        "/nope.js",
        "/assets/../../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/index-abc.js.br",
    ):
        refused(ask("GET", path), 404, "path.unknown")
    for path in ("/api", "/api/v2/hand", "/ws/books/1"):
        refused(ask("GET", path), 404, "path.unknown")
    refused(ask("POST", "/house"), 405, "request.method")


def test_without_an_app_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    page = checked(Asker(served(folder=tmp_path / "none"))("GET", "/"))
    assert page.status_code == 200
    assert "make run" in page.text
    assert "<script" not in page.text
    assert "<style" not in page.text
    assert page.text.count("<h1>") == 3


# --- who may ask


def test_other_sites_ask_only_where_they_may(ask: Asker) -> None:
    there = {"origin": "https://friends.test"}
    assert "access-control-allow-origin" not in ask.post("/hand", {"text": ""}, headers=there).headers
    refused(ask("OPTIONS", f"{ROOT}/hand", headers=there), 405, "request.method")
    friendly = Asker(served(origins=["https://friends.test/"]))
    before = checked(friendly("OPTIONS", f"{ROOT}/hand", headers=there))
    assert (before.status_code, before.headers["access-control-allow-origin"]) == (204, "https://friends.test")
    answer = checked(friendly.post("/hand", {"text": ""}, headers=there))
    assert answer.headers["access-control-allow-origin"] == "https://friends.test"
    other = friendly.post("/hand", {"text": ""}, headers={"origin": "https://friends.test.evil"})
    assert "access-control-allow-origin" not in other.headers


def test_behind_tls_browsers_are_told_to_stay_there() -> None:
    app = served()

    async def one(base: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base) as client:
            return await client.get("/")

    assert "strict-transport-security" in asyncio.run(one("https://table.test")).headers
    assert "strict-transport-security" not in asyncio.run(one(SITE)).headers


# --- the document


def test_the_quiz_of_an_address_and_of_a_body_agree(ask: Asker) -> None:
    assert ask.get("/quiz?seed=3&n=2").json() == ask.post("/quiz", {"seed": 3, "n": 2}).json()
    desk = Desk(ask.app.server.desk.references, OPEN)
    assert Call(QuizRequest(), (), {"n": "4"}).number("n", 1) == 4
    assert desk.shelf is None


def test_zipped_is_what_it_was() -> None:
    from sikwu.server.http.files import zipped

    assert gzip.decompress(zipped(b"x" * 1000)) == b"x" * 1000
