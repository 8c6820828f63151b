"""`sikwu rules`: house files written and read, every command as JSON, rules and documents by their names, help examples."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import click
import pytest
import typer.main
from rich.cells import cell_len
from typer.testing import Result

from commands import invoked
from loaded import program
from patience import PATIENCE
from sikwu import names, ruleset, score, wire
from sikwu.cli.app import app
from sikwu.cli.rules.house import ASKED
from sikwu.rules.files import from_toml, load, to_toml
from sikwu.rules.naming import called, changes, titled
from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import LANGUAGES, RulesError

CTRL_C, CTRL_D = "\x03", "\x04"
HAND = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"


def run(*args: str, width: int = 80, lang: str | None = None) -> Result:
    environment = {"COLUMNS": str(width), "FORCE_COLOR": "", "LC_ALL": "C", "LANG": ""}
    return invoked([*args, *(["--lang", lang] if lang else [])], environment)


def flat(result: Result) -> str:
    return re.sub(r"\s+", " ", result.output)


def data(*args: str) -> Any:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# --- what rules are called


def test_called() -> None:
    house = ruleset("hk-common").with_options({"limit.cap_fan": 8, "hand.min_fan": 0, "full_flush.fan": 8})
    assert (called(house).en, called(house).zh) == ("hk-common + 3 changes", "hk-common，改了 3 處")
    assert called(house.with_options({"limit.cap_fan": ruleset("hk-common").cap})).en == "hk-common + 2 changes"
    # Beside a preset, the preset's own options are not the house's.
    assert called(ruleset("ten-fan-burst").with_options({"hand.min_fan": 1})).en == "ten-fan-burst + 1 change"
    assert [changes(ruleset(name)) for name in names()] == [0] * len(names())
    assert called(house.with_name("Friday")).en == "Friday (hk-common + 3 changes)"
    assert house.with_name("Friday") == house  # the name is not part of the rules


def test_house_patterns_and_prices_are_changes() -> None:
    text = to_toml(ruleset("hk-standard")) + (
        '[prices]\n3 = 10\n4 = 20\n5 = 30\n[[patterns]]\nid = "eights"\nwhen = "tiles.of(NUM(8)) >= 6"\nfan = 2\n'
    )
    assert called(from_toml(text)).en == "hk-standard + 2 changes"


def test_documents_are_named_by_title() -> None:
    for number, document in enumerate(DOCUMENTS):
        name = ruleset(document).name
        assert titled(f"doc00{number} note 1") == type(name)(f"《{name.zh}》 註 1", f"{name.en} note 1")
    assert titled("doc009").en == "doc009"
    shown = [("rules", "show", each) for each in ("big_three_dragons", "twelve_tiles", "all_chows.wait", "club16")]
    for args in (*shown, ("rules", "options", "hk-common"), ("rules", "compare", HAND, "hk-standard", "hk-taiwanese")):
        for lang in LANGUAGES:
            text = run(*args, lang=lang).output.replace("doc001-rare-patterns", "")  # the id of a preset
            assert not re.search(r"doc00\d", text), args


# --- house files


def test_new_by_flags(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    result = run("rules", "new", str(file), "--name", "阿明屋企", "-o", "limit.cap_fan=8", lang="en")
    assert result.exit_code == 0
    assert "阿明屋企 (hk-standard + 1 change)" in flat(result)
    rules = load(file)
    assert (rules.name.zh, rules.cap, rules.hash) == ("阿明屋企", 8, ruleset("eight-fan-burst").hash)
    # What is there is not written over, but by force.
    before = file.read_bytes()
    again = run("rules", "new", str(file), "-o", "limit.cap_fan=10", lang="en")
    assert (again.exit_code, file.read_bytes()) == (2, before)
    assert "[file.exists]" in again.stderr
    assert run("rules", "new", str(file), "-o", "limit.cap_fan=10", "--force").exit_code == 0
    assert load(file).cap == 10


def test_the_name_is_told_wherever_the_rules_are(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    told = data("rules", "new", str(file), "--name", "Friday", "-o", "limit.cap_fan=8", "-o", "full_flush.fan=8")
    assert told["ruleset"]["changes"] == 2
    assert told["ruleset"]["options"] == {"limit.cap_fan": 8, "full_flush.fan": 8}
    named = "Friday (hk-standard + 2 changes)"
    place = str(file)
    for args in (
        ("score", HAND, "--rules", place),
        ("rules", "show", place),
        ("rules", "show", "清一色", "--rules", place),
        ("rules", "options", place, "full_flush"),
        ("rules", "diff", place, "hk-standard"),
        ("rules", "compare", HAND, place, "hk-standard"),
        ("book", "new", "b", "A", "B", "C", "D", "--rules", place, "--db", str(tmp_path / "b.db")),
    ):
        assert named in flat(run(*args, lang="en")), args


def test_export(tmp_path: Path) -> None:
    text = run("rules", "export", "-", "--rules", "eight-fan-burst", "--name", 'a "b"').stdout
    assert from_toml(text).name.en == 'a "b"'
    assert from_toml(text).hash == ruleset("eight-fan-burst").hash
    for name in names():
        file = tmp_path / f"{name}.toml"
        assert run("rules", "export", str(file), "-r", name).exit_code == 0
        assert load(file) == ruleset(name)
    result = run("rules", "export", str(tmp_path / "none" / "x.toml"), lang="en")
    assert (result.exit_code, "[file.unusable]" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ('nmae = "x"', "rules.keys", "did you mean name"),
        ('[options]\n"full_flsh.fan" = 8', "option.unknown", "did you mean full_flush.fan"),
        ('name = ""', "rules.name", "1 to 40"),
        (f'name = "{"x" * 41}"', "rules.name", "1 to 40"),
        ('name = "a\\nb"', "rules.name", "1 to 40"),
        ("name = 3", "rules.form", "name = "),
    ],
)
def test_unknown_keys_and_bad_names_are_refused(text: str, code: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        from_toml(text)
    assert caught.value.code == code
    assert hint in caught.value.message("en")
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")
    assert f"[{code}]" in run("rules", "show", "清一色", "--rules", str(file), lang="en").stderr


def listen_to_ctrl_c() -> None:
    """A test that runs in the background of a shell is deaf to it, and so would be its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(child: subprocess.Popen[bytes]) -> None:
    """Presses Ctrl-C as a person would: again if the program was not ready, but not while it ends."""
    for _ in range(5):
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(PATIENCE / 5)
            return


def typed(answers: list[str], *args: str, lang: str = "en") -> tuple[int, str]:
    """The command at a terminal, answered line by line."""
    master, slave = pty.openpty()
    environment = os.environ | {"COLUMNS": "80", "LANG": "C", "LC_ALL": "", "TERM": "dumb"}
    command = [*program(), *args, "--lang", lang]
    child = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, preexec_fn=listen_to_ctrl_c
    )
    os.close(slave)
    seen, waiting, end = b"", list(answers), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([master], [], [], 0.2)[0]:
            if child.poll() is not None:
                break
            continue
        try:
            piece = os.read(master, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
        if seen.endswith("› ".encode()) and waiting:
            answer = waiting.pop(0)
            if answer == CTRL_C:
                interrupt(child)
            else:
                os.write(master, answer.encode())
    code = child.wait(PATIENCE)
    os.close(master)
    return code, seen.decode("utf-8", "replace")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_new_asks(tmp_path: Path, lang: str) -> None:
    file = tmp_path / "house.toml"
    basis = ["?\n", "hk-comon\n", "hk-common\n"]  # what there is; a mistake; well
    kept = [id for id in ASKED if id in ruleset("hk-common").settings][2:]
    answers = [*basis, "阿明屋企\n", "-3\n", "1\n", "8\n", *["\n"] * len(kept)]
    answers += ["mixed_terminals\n", "mixed_terminals.fan=1\n", "\n"]
    code, seen = typed(answers, "rules", "new", str(file), lang=lang)
    assert code == 0, seen
    rules = load(file)
    assert rules.document.id == "hk-common"
    assert (rules.name.zh, rules.minimum, rules.cap, rules.settings["mixed_terminals.fan"]) == ("阿明屋企", 1, 8, 1)
    assert changes(rules) == 3
    for words in ("doc001-rare-patterns", "hk-common", "[option.value]", "mixed_terminals.add_all_pungs"):
        assert words in seen
    assert {"en": "Written to", "zh": "已寫入", "yue": "寫咗落"}[lang] in seen


@pytest.mark.parametrize("end", [CTRL_C, CTRL_D])
def test_new_can_be_left(tmp_path: Path, end: str) -> None:
    file = tmp_path / "house.toml"
    code, seen = typed(["hk-standard\n", end], "rules", "new", str(file))
    assert (code, file.exists(), "Traceback" in seen) == (130, False, False)


# --- one thing under given rules


def test_show_under_given_rules(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        '[options]\n"full_flush.fan" = 9\n[[patterns]]\nid = "eights"\nzh = "八八大發"\nen = "Lucky eights"\n'
        'when = "tiles.of(NUM(8)) >= 6"\nfan = 2\n',
        "utf-8",
    )
    text = flat(run("rules", "show", "清一色", "--rules", str(file), lang="en"))
    assert "9 fan: hk-standard + 2 changes" in text
    assert "full_flush.fan = 9" in text
    assert "2 fan: hk-standard + 2 changes" in flat(run("rules", "show", "Lucky eights", "-r", str(file), lang="en"))
    assert "full_flush.fan = 9" in flat(run("rules", "show", "full_flush.fan", "-r", str(file), lang="en"))
    assert "full_flush.fan = 8" in flat(run("rules", "show", "清一色", "-o", "full_flush.fan=8", lang="en"))
    assert run("rules", "show", "eights").exit_code == 2
    shown = data("rules", "show", "eights", "--rules", str(file))
    assert [(each["id"], each["worth"]) for each in shown["patterns"]] == [("eights", 2)]


# --- side by side


def test_compare_all() -> None:
    result = run("rules", "compare", HAND, "--all", lang="en")
    assert max(cell_len(line) for line in result.output.splitlines()) <= 80
    text = flat(result)
    for name in names():
        assert (name in text) == (ruleset(name).document.size == 13), name
    assert "E +96 +16 +64 +512 +96" in text
    assert "S 0 0 0 0 −24" in text  # only the half gun lets others pay
    assert "W −96 −16 −64 −512 −48" in text
    told = data("rules", "compare", HAND, "--all")
    assert [column["rules"]["id"] for column in told["columns"]] != []
    fans = {column["rules"]["id"]: column.get("fan") for column in told["columns"]}
    for name, fan in fans.items():
        assert fan is None or fan == score(HAND, name).fan
    assert "[cli.compare.all_and_names]" in run("rules", "compare", HAND, "hk-common", "--all").stderr


def test_compare_tells_only_what_matters() -> None:
    text = flat(run("rules", "compare", HAND, "hk-standard", "unlimited", "chicken-four", lang="en"))
    assert "limit.cap_fan Ceiling in fan A 13 C 4" in text
    assert "B none" not in text  # no ceiling counts this hand as 13 do
    text = flat(run("rules", "compare", "999p 111s 999s E (111m<S) +E last_tile", lang="en"))
    assert "mixed_terminals.fan Fan of mixed terminals A C 1 B 4" in text


# --- JSON, and the help


def test_every_command_speaks_json(tmp_path: Path) -> None:
    assert [each["id"] for each in data("rules", "list")] == list(names())
    shown = data("rules", "show", "big_three_dragons")
    assert [each["ruleset"] for each in shown["patterns"]] == [
        "hk-standard",
        "hk-common",
        "hk-classic",
        *["hk-taiwanese", "club16"],
    ]
    assert shown["duties"][0]["name"]["zh"] == "大三元包"
    assert data("rules", "show", "all_chows.wait")["options"][0]["value"] == "any"
    assert data("rules", "show", "club16")["ruleset"]["size"] == 16
    some = data("rules", "options", "hk-common", "limit.")
    assert [each["id"] for each in some] == ["limit.cap_fan", "limit.hands", "limit.unify"]
    told = data("rules", "diff", "hk-standard", "eight-fan-burst")
    assert {"kind": "option", "id": "limit.cap_fan", "ours": "13", "theirs": "8"} in told["differences"]
    assert data("rules", "diff", "intervarsity-2017", "cuhk-2nd-king")["alike"] is True
    written = data("rules", "export", str(tmp_path / "x.toml"), "-r", "hk-classic")
    assert written["ruleset"]["document"] == "hk-classic"
    known = wire.schema()["$defs"]
    for shape, value in (("NameMeaningsShape", shown), ("RulesDiffShape", told), ("RulesFileShape", written)):
        assert set(value) == set(known[shape]["properties"])
    wrong = run("rules", "show", "qqqq", "--json")
    assert (wrong.exit_code, json.loads(wrong.stdout)["error"]["code"]) == (2, "name.not_found")


def commands() -> list[tuple[str, click.Command]]:
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    rules = group.commands["rules"]
    return list(rules.commands.items())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_help_has_an_example_that_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = dict(commands())[name]
    example = re.search(r"Example 例子: (sikwu .+)", command.help or "")
    assert example is not None, f"sikwu rules {name} has no example"
    words = shlex.split(example[1])
    assert words[:3] == ["sikwu", "rules", name]
    monkeypatch.chdir(tmp_path)
    result = run(*words[1:])
    assert result.exit_code == 0, result.output
    assert result.output.strip()
    assert "--json" in {flag for each in command.params for flag in each.opts}


@pytest.mark.parametrize("group", ["rules", "book"])
def test_a_group_of_commands_has_an_example_that_runs(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIKWU_BOOKS", str(tmp_path / "books.db"))
    text = run(group, "--help").output
    (example,) = re.findall(r"Example 例子: sikwu (.+?) *$", text, re.MULTILINE)
    result = run(*shlex.split(example))
    assert result.exit_code == 0, result.output
    assert result.output.strip()
    if group == "book":  # the behaviour without a command is documented
        assert "Without a command, at a terminal" in " ".join(text.split())
