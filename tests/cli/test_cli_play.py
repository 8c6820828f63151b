"""`sikwu play`, `replay` and `verify`: a whole match at a pseudo terminal, stopped and resumed, and possible errors."""

from __future__ import annotations

import json
import re
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import Result

from commands import invoked
from sikwu.play.lines import DecisionLine, Line, NoWinLine
from sikwu.play.reader import typed_lines
from sikwu.play.record import read_record, text_of
from sikwu.play.replay import replay
from terminal import CTRL_C, typed, widest

LANGS = ("yue", "en")


def sikwu(*args: str) -> Result:
    return invoked([*args, "--lang", "en"], {"COLUMNS": "200"}, b"")


def of(path: Path) -> list[Line]:
    return read_record(path.read_text(encoding="utf-8"))[0]


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("lang", LANGS)
def test_a_whole_match(lang: str, columns: int, tmp_path: Path) -> None:
    """A person who discards every drawn tile plays a match of one round to its end, asks for hints and looks at the
    table.
    """
    record = tmp_path / "match.jsonl"
    args = ("play", "--rules", "hk-taiwanese", "-o", "play.rounds=1", "--seed", "4", "--lang", lang, "--name", "阿明")
    told, code = played(["?", ".", ".", "t", "/"], *args, "--record", str(record), columns=columns)
    assert code == 0
    assert widest(told) <= columns, [line for line in told.splitlines() if widest(line) > columns]
    lines = of(record)
    done = replay(lines)
    assert done.ended
    assert done.match.over == "rounds"
    assert told.count("牌牆封咗" if lang == "yue" else "Hash of the wall") == done.match.deals
    drawn = [line for line in lines if isinstance(line, NoWinLine) and line.reason == "exhausted"]
    assert told.count("完場嗰陣各家手牌" if lang == "yue" else "Hands at the end") == len(drawn)
    assert any(isinstance(line, DecisionLine) and line.chosen == "win" for line in lines)  # by the bots
    for words in {
        "yue": ("有用嘅牌", "打過", "撳數字", "完場"),
        "en": ("Useful after", "discards", "its digit", "over"),
    }[lang]:
        assert words in told, words
    assert not re.search(r"[\u4e00-\u9fff]{6,}", told) or lang == "yue"


def played(first: list[str], *args: str, columns: int = 80) -> tuple[str, int]:
    """Gives the first answers, then discards the drawn tile, passes and continues until the program ends."""
    return typed(first, *args, columns=columns, endless=cycle([".", ""]))


def test_after_a_drawn_deal_everybody_shows(tmp_path: Path) -> None:
    record = tmp_path / "drawn.jsonl"
    told, code = played([], "play", "--seed", "2", "--deals", "1", "--record", str(record), "--lang", "en")
    assert code == 0
    assert [line.reason for line in of(record) if isinstance(line, NoWinLine)] == ["exhausted"]
    shown = told[told.index("Hands at the end") :].splitlines()[1:5]
    assert [line[:7] for line in shown] == ["E Guest", "S quick", "W quick", "N quick"]
    assert all(len(line) > 30 for line in shown)


def test_leaving_and_going_on(tmp_path: Path) -> None:
    record = tmp_path / "saved.jsonl"
    args = ("play", "--seed", "2", "--record", str(record), "--lang", "en", "--name", "Ann")
    told, code = typed(["", "", "x"], *args)
    assert code == 0
    assert "does not count" in told
    assert [line.type for line in of(record)] == ["start_game"]
    told, code = played([], *args, "--deals", "1")
    assert code == 0
    first = of(record)
    assert first[-1].type == "end_game"
    # A match that nobody stopped: two deals, left at the question between them, and resumed.
    record.unlink()
    told, code = until("Enter: next deal", "x", *args)
    assert code == 0
    assert "resumes the match" in told
    kept = of(record)
    assert replay(kept).match.deals == 1
    with record.open("a", encoding="utf-8") as file:
        file.write('{"type":"start_ky')
    told, code = until("Enter: next deal", "x", *args)
    assert "is incomplete" in told
    assert "1 deal is finished" in " ".join(told.split())
    done = replay(of(record))
    assert (done.match.deals, done.match.players[0]) == (2, "Ann")
    assert of(record)[: len(kept)] == kept
    # Stopped in the middle of its second deal: that deal is restarted, and nothing of the old one stays.
    record.write_text(text_of(of(record)[: len(kept) + 9], chain=True), encoding="utf-8")
    told, code = until("Enter: next deal", "x", *args)
    assert "1 deal is finished" in " ".join(told.split())
    assert replay(of(record)).match.deals == 2


def until(words: str, last: str, *args: str) -> tuple[str, int]:
    """Plays so until some words are printed, then something else."""
    return typed([], *args, endless=cycle([".", ""]), turn=(words, last))


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    record = tmp_path / "stopped.jsonl"
    told, code = typed(["", CTRL_C], "play", "--record", str(record), "--lang", "en")
    assert code == 130
    assert "does not count" in told
    assert len(of(record)) == 1


def test_one_key_is_enough_where_the_terminal_can() -> None:
    told, code = typed(["a", "z", "x"], "play", "--seed", "9", "--lang", "en", TERM="xterm", ending="")
    assert code == 0
    assert re.findall(r"› (.)", told) == ["a", "z", "x"]
    assert "has no function here" in told
    assert "does not count" in told


@pytest.mark.parametrize("style", ["text", "unicode"])
def test_bots_alone(style: str, tmp_path: Path) -> None:
    record = tmp_path / "bots.jsonl"
    bots = [word for each in ("quick", "random", "quick", "quick") for word in ("-p", each)]
    done = sikwu(
        "play", *bots, "--deals", "3", "--seed", "1", "--record", str(record), "--lang", "en", "--tiles", style
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert replay(of(record)).match.deals == 3
    again = sikwu("play", *bots, "--record", str(record))
    assert again.exit_code == 2
    assert "game.file_ended" in again.stderr
    for args in (("verify", str(record)), ("verify", "--walls", str(record)), ("replay", str(record))):
        done = sikwu(*args)
        assert (done.exit_code, done.stderr) == (0, "")
    whole = sikwu("replay", str(record)).stdout
    own = sikwu("replay", str(record), "--as", "quick 1", "--deal", "1").stdout
    assert "random 2 draws " in whole
    assert not re.search(r"random 2 draws \S", own.replace("draws and", ""))


def test_a_changed_record_is_refused(tmp_path: Path) -> None:
    record, bots = tmp_path / "r.jsonl", ["-p", "quick"] * 4
    sikwu("play", *bots, "--deals", "2", "--seed", "1", "--record", str(record))
    good = record.read_text(encoding="utf-8")
    place = good.index('"pai":"')
    record.write_text(good[:place] + '"pai":"9f"' + good[place + 10 :], encoding="utf-8")
    done = sikwu("verify", str(record))
    assert done.exit_code == 2
    assert "play.record_chain" in done.stderr
    # With a recomputed chain the walls are wrong, and so are the rules.
    lines = [json.loads(line) for line in good.splitlines()]
    proof = next(line for line in lines if line["type"] == "proof")
    proof["nonces"] = ["0" * 32] * 4
    record.write_text(text_of(typed_lines(lines), chain=True), encoding="utf-8")
    done = sikwu("verify", str(record))
    assert done.exit_code == 2
    assert "deal 1" in done.stdout
    assert "the check of wall failed" in done.stdout


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("play", "-p", "quik", "-p", "quick", "-p", "quick", "-p", "quick"), "players.unknown"),
        (("play", "-p", "quick"), "game.seats"),
        (("play", "-p", "you", "-p", "you", "-p", "quick", "-p", "quick"), "game.two_people"),
        (("play", "-p", "no.such:Bot", "-p", "quick", "-p", "quick", "-p", "quick"), "players.made"),
        (("play", "--rules", "hk-standrad"), "ruleset.unknown"),
        (("play", "--name", "public"), "play.player_name"),
        (("play", "--record", "."), "game.file"),
        (("play", "--record", "pyproject.toml"), "game.file_taken"),
        (("play", "--record", "no/such/folder/r.jsonl"), "game.file_write"),
        (("verify", "no-such-file"), "game.file"),
        (("replay", "pyproject.toml"), "play.record_line"),
        (("verify", "-"), "play.record_empty"),
    ],
)
def test_bad_input(args: tuple[str, ...], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    done = sikwu(*args)
    assert done.exit_code == 2, done
    assert f"[{code}]" in done.stderr, done.stderr
    assert done.stdout == ""


def test_a_bot_that_fails_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad_bot.py").write_text(
        "class Bad:\n    def choose(self, view, legal):\n        raise KeyError('lost')\n"
    )
    monkeypatch.chdir(tmp_path)
    done = sikwu("play", "-p", "bad_bot:Bad", *["-p", "quick"] * 3, "--deals", "1", "--seed", "1")
    assert done.exit_code == 0
    assert "Bad 1 gave no valid answer" in done.stdout
    assert "KeyError" in done.stdout


def test_a_match_ends_after_the_deal_in_which_its_time_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second deal is over after an hour: the match of 50 minutes ends, and its record is whole."""
    clock = iter((0.0, 1_000.0, 3_600.0))
    monkeypatch.setattr("sikwu.cli.play.play.time", SimpleNamespace(monotonic=lambda: next(clock)))
    record = tmp_path / "timed.jsonl"
    done = sikwu("play", *["-p", "quick"] * 4, "--seed", "2", "-o", "play.minutes=50", "--record", str(record))
    assert done.exit_code == 0
    assert "The match stops here." in done.stdout
    lines = of(record)
    assert sum(line.type == "start_kyoku" for line in lines) == 2
    assert lines[-1].type == "end_game"
    assert replay(lines).ended
