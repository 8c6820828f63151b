"""Every command of `sikwu book`: its help with a working example, its JSON against the schema, and its newer options."""

from __future__ import annotations

import json
import re
import shlex
from inspect import signature
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer.main

from commands import invoked
from sikwu import wire
from sikwu.book import Store
from sikwu.cli.books.commands import book_app
from sikwu.cli.books.flags import AccessFlags, HandFlags

COMMANDS: dict[str, Any] = dict(typer.main.get_command(book_app).commands)  # type: ignore[attr-defined]
EXAMPLE = re.compile(r"Example 例子: (?:(printf '.*') \| )?sikwu book (.+)")


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place with no books."""
    for name in ("SIKWU_BOOK", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("SIKWU_BOOKS", str(tmp_path / "books.db"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "side.toml").write_text(SIDE_MONEY, "utf-8")
    return tmp_path


def run(*words: str, code: int = 0, given: str | None = None) -> str:
    result = invoked(["book", *words], given=given)
    assert result.exit_code == code, (words, result.output, result.stderr, result.exception)
    return result.stdout if not code else " ".join((result.stdout + result.stderr).split())


# --- help

# What each example needs before it: a book in which it can be done.
BEFORE: dict[str, list[str]] = {
    "undo": ["add --draw", "add --draw"],
    "redo": ["add --draw", "add --draw", "undo 2"],
    "edit": ["add 阿珍 10 --from 阿明"],
    "reverse": ["add 阿珍 10 --from 阿明"],
    "cut": ["add 阿珍 1 --from 阿明"] * 3,
    "import": ["export friday.csv"],
}
# The rules of the book in which a command can be used, where hk-standard has nothing for it.
RULES = {"cut": "hk-taiwanese", "fine": "club16", "event": "side.toml"}
SIDE_MONEY = """\
name = "明槓錢"
ruleset = "hk-standard"

[[payments]]
id = "exposed_kong"
zh = "明槓錢"
en = "Exposed kong"
on = "kong_exposed"
from = "feeder"
to = "maker"
amount = 3
"""


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_help_of_a_command_has_its_purpose_and_an_example_that_runs(command: str) -> None:
    text = COMMANDS[command].help
    assert re.match(r"\S+。 [A-Z].+\.|\S+：\S+。 [A-Z]", text.strip()), text
    found = EXAMPLE.search(text)
    assert found is not None, f"{command} has no example"
    words = shlex.split(found[2])
    assert words[0] == command
    if command != "new":
        run("new", "星期五", "阿明", "阿珍", "阿強", "阿芳", "-r", RULES.get(command, "hk-standard"))
    if command == "play":
        run(*words, given="珍 10 明\n=\nq\n")
        return
    for line in BEFORE.get(command, []):
        run(*line.split())
    run(*words)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_option_says_what_it_is_and_most_what_is_usual(command: str) -> None:
    for each in COMMANDS[command].params:
        if each.name not in ("help", "format"):
            assert getattr(each, "help", None), (command, each.name)


# --- JSON

SHAPES: dict[str, tuple[str, Any]] = {
    "new": ("new Second E F G H", wire.BookPageShape),
    "list": ("list", wire.BookListShape),
    "where": ("where", wire.DatabaseShape),
    "add": ("add B 3 --from A", wire.WriteReportShape),
    "edit": ("edit 2 B 4", wire.WriteReportShape),
    "reverse": ("reverse 2", wire.WriteReportShape),
    "undo": ("undo", wire.WriteReportShape),
    "redo": ("redo", wire.WriteReportShape),
    "rename": ("rename Moon", wire.WriteReportShape),
    "cut": ("cut A B", wire.WriteReportShape),
    "fine": ("fine A", wire.WriteReportShape),
    "penalty": ("penalty A 5 B", wire.WriteReportShape),
    "collect": ("collect A 2", wire.WriteReportShape),
    "event": ("event kong_exposed B --from A", wire.WriteReportShape),
    "swap": ("swap --leaves D --joins E", wire.WriteReportShape),
    "close": ("close", wire.WriteReportShape),
    "show": ("show --log", wire.BookPageShape),
    "stats": ("stats", wire.BookStatsShape),
    "settle": ("settle", wire.SettleUpShape),
    "export": ("export out.csv", wire.ExportShape),
    "import": ("import out.csv --db other.db", wire.BookPageShape),
    "verify": ("verify", wire.BookCheckShape),
    "upgrade": ("upgrade", wire.DatabaseShape),
}
ALSO = {"cut": "add B 1 --from A|add B 1 --from A", "redo": "undo", "import": "export out.csv"}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_answers_in_json(command: str) -> None:
    if command == "play":
        pytest.skip("a session is for people")
    run("new", "Friday", "A", "B", "C", "D", "-r", RULES.get(command, "hk-standard"))
    run("add", "B", "5", "--from", "A")
    for line in ALSO.get(command, "").split("|"):
        if line:
            run(*line.split())
    words, shape = SHAPES[command]
    told = run(*words.split(), "--json")
    assert told.count("\n") == 1
    value = msgspec.json.decode(told, type=shape)
    assert json.loads(msgspec.json.encode(value)) == json.loads(told)  # no key that the shape does not know


def test_json_tells_what_the_page_tells() -> None:
    run("new", "Friday", "A", "B", "C", "D", "-r", "hk-taiwanese")
    told = json.loads(run("add", "B", "10", "--from", "A", "--json", "--lang", "zh"))
    assert (told["seq"], told["step"]["hand"], told["words"]["zh"]) == (2, 1, "B 10 番，A 出銃")
    assert [(each["amount"], each["why"]["zh"]) for each in told["step"]["booked"]] == [(10, "出銃"), (1, "莊／連莊")]
    assert told["book"]["pulls"][0]["amount"] == 11
    error = json.loads(invoked(["book", "add", "Z", "3", "--json"]).stdout)
    assert error["error"]["code"] == "book.unknown_player"
    joined = json.loads(run("swap", "--leaves", "D", "--joins", "E", "--json"))
    assert joined["book"]["players"] == ["A", "B", "C", "D", "E"]
    run("add", "E", "3")
    stats = {each["player"]: each for each in json.loads(run("stats", "--json"))["players"]}
    assert (stats["E"]["joined"], len(stats["E"]["running"]), len(stats["A"]["running"])) == (2, 1, 2)
    again = [json.loads(run("undo", "--key", "mine", "--json")) for _ in range(2)]
    assert [each["known"] for each in again] == [False, True]


# --- options


def book(desk: Path) -> Any:
    with Store(desk / "books.db") as store:
        return store.open(store.list()[0].id)


@pytest.mark.parametrize(
    ("rules", "words", "paid"),
    [
        ("hk-standard", (), 8),
        ("hk-standard", ("--stake", "二五雞"), 8),
        ("hk-standard", ("--stake", "五一"), 16),
        ("hk-standard", ("--stake", "one-two"), 32),
        ("hk-standard", ("--unit", "10"), 80),
        ("hk-standard", ("--unit", "1/2"), 4),
        ("club16", ("--unit", "2"), None),
        ("hk-taiwanese", ("--unit", "3"), None),
    ],
)
def test_stakes(desk: Path, rules: str, words: tuple[str, ...], paid: int | None) -> None:
    told = run("new", "Friday", "A", "B", "C", "D", "-r", rules, *words, "--lang", "zh")
    assert ("二五雞" in told) == (rules == "hk-standard" and paid == 8)
    if paid is None:
        assert book(desk).ruleset.settings["score.chips_per_fan"] == int(words[1])
        return
    run("add", "B", "3", "--from", "C")
    assert book(desk).state.cash["B"] == paid


def test_stakes_that_cannot_be_make_no_book(desk: Path) -> None:
    four = ("A", "B", "C", "D")
    assert "no stake 三七" in run("new", "x", *four, "--stake", "三七", code=2)
    assert "--stake 五一 or --unit 3" in run("new", "x", *four, "--stake", "五一", "--unit", "3", code=2)
    assert 'has no stake "五一"' in run("new", "x", *four, "-r", "club16", "--stake", "五一", code=2)
    assert '"nought" is not a unit' in run("new", "x", *four, "-r", "club16", "--unit", "nought", code=2)
    assert "you gave: x, A, B" in run("new", "x", "A", "B", code=2)
    assert not (desk / "books.db").exists()


def test_liable_rename_undo_and_where(desk: Path) -> None:
    run("new", "Friday", "A", "B", "C", "D")
    told = run("add", "B", "3", "--liable", "C")
    assert "B 3 fan self-drawn; C liable" in told
    assert "C → B 8 liable" in " ".join(told.split())
    assert book(desk).state.cash["C"] == -12
    assert '"C"' not in run("show", "--log")
    assert "C liable; C" not in " ".join(run("show", "--log").split())
    run("edit", "2", "B", "3", "--from", "A", "--liable", "D")
    assert book(desk).state.cash["D"] == -4
    assert 'renamed to "Moon"' in run("rename", "Moon")
    assert "Moon" in run("list")
    run("undo", "2")
    assert book(desk).name == "Friday"
    assert book(desk).state.cash["C"] == -12
    run("redo", "2")
    assert "Cannot undo 9" in run("undo", "9", code=2)
    where = str(desk / "books.db")
    assert run("where").strip() == where
    assert where in "".join(run("list").split())


def test_pages_have_hand_numbers_beside_entry_numbers_and_local_times(
    desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    run("new", "Friday", "A", "B", "C", "D")
    run("rename", "Moon")
    run("add", "B", "3", "--from", "A")
    assert re.search(r"^ +1 +3 +B 3 fan from A", run("show"), re.MULTILINE)
    at = book(desk).head.at
    monkeypatch.setenv("TZ", "HKT-8")
    time.tzset()
    try:
        hour = (int(at[11:13]) + 8) % 24
        assert re.search(rf"^ +1 +3 +\d\d-\d\d {hour:02}{at[13:16]} ", run("show", "--log"), re.MULTILINE)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_latecomer_is_drawn_from_the_hand_he_joined(desk: Path) -> None:
    run("new", "Friday", "A", "B", "C", "D")
    for _ in range(4):
        run("add", "B", "3")
    run("swap", "--leaves", "D", "--joins", "E")
    run("add", "E", "3")
    marks = [line for line in run("stats").splitlines() if "┤" in line or "│" in line or "┼" in line]
    late = [line.index("○") for line in marks if "○" in line]
    first = min(line.index("▲") for line in marks if "▲" in line)
    assert late == [first + 4]


def test_add_and_edit_take_the_same_flags() -> None:
    """Both commands are made of one parameter object; an edit names its entry, and a new hand may name its number."""
    commands = {each.callback.__name__: each.callback for each in book_app.registered_commands if each.callback}
    add, edit = (list(signature(commands[name]).parameters.values()) for name in ("add", "edit"))
    assert [each.name for each in add if each.name != "hand_no"] == [each.name for each in edit if each.name != "entry"]
    assert {each.name: each.annotation for each in edit if each.name != "entry"}.items() <= {
        each.name: each.annotation for each in add
    }.items()
    assert [each.name for each in add[: len(HandFlags._fields)]] == list(HandFlags._fields)
    assert [each.name for each in add[-4:]] == list(AccessFlags._fields)
