"""A bookkeeper's evening at a pseudo terminal: one line per hand, its effect, the totals; nothing is ever lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from loaded import program
from patience import PATIENCE
from sikwu import ruleset
from sikwu.book import Book, Store
from sikwu.book.database import UnknownCommit
from sikwu.book.events import Result, Undo
from sikwu.book.quick import drawn, false_won, won
from sikwu.cli.books.desk import BookAccess
from sikwu.cli.books.session import Session
from terminal import CTRL_C, CTRL_D, PROMPT, UP, typed, widest

ANN = ("Ann", "Bob", "Cat", "Dan")
MING = ("阿明", "阿珍", "阿強", "阿芳")


def opened(folder: Path, players: tuple[str, ...] = ANN, rules: str = "hk-taiwanese") -> str:
    """The path of a database with one book."""
    where = str(folder / "books.db")
    with Store(where) as store:
        store.create("Friday", players, ruleset(rules))
    return where


def book_at(where: str) -> Book:
    with Store(where) as store:
        return store.open(store.list()[0].id)


def evening(where: str, lines: list[str], *words: str, columns: int = 80, **environment: str) -> tuple[str, int]:
    # A real terminal: its width is known, its lines are edited.
    return typed(lines, "book", *words, columns=columns, SIKWU_BOOKS=where, TERM="xterm", **environment)


def test_an_evening_in_english_is_what_book_add_would_have_written(tmp_path: Path) -> None:
    where = opened(tmp_path)
    lines = ["b 10 a", "B 8 Ann", "b 4", "n", "c 3 d 5 < a", "=", "x d", "u", "b 12 c !d", "", "q"]
    told, code = evening(where, lines)
    assert code == 0, told
    assert widest(told) <= 80
    assert "Ann → Bob  10 + dealer 1 = 11 fan on the ledger" in told
    assert "8 + dealer 1 = 9 fan; pulled 11 ×1.5 + 9 = 25.5 fan on the ledger (hand 2)" in " ".join(told.split())
    assert "Does Ann cut the pull of Bob? 45.25 fan, costs 45.25 (hand 3) y/n [n]" in told
    assert "hand 4 #5" in told
    assert "undo of 7: Dan false win" in told
    assert "everything is saved" in told
    by_hand = Book.new("Friday", ANN, ruleset("hk-taiwanese"))
    for hand in (
        won("Bob", 10, from_="Ann"),
        won("Bob", 8, from_="Ann"),
        won("Bob", 4),
        won({"Cat": 3, "Dan": 5}, from_="Ann"),
        drawn(),
        false_won("Dan"),
    ):
        by_hand.record(hand)
    by_hand.undo()
    by_hand.win("Bob", 12, from_="Cat", liable="Dan")
    book = book_at(where)
    assert [entry.event for entry in book.entries[1:]] == [entry.event for entry in by_hand.entries[1:]]
    assert book.state == by_hand.state
    # The final totals agree with the book.
    final = told.rsplit("E round", 1)[1]
    for player, amount in book.state.cash.items():
        if player:
            assert f"{player} {'+' if amount > 0 else ''}{float(amount):g}" in final


@pytest.mark.parametrize(("columns", "environment"), [(60, {"LC_ALL": "zh_HK.UTF-8"}), (60, {"LANG": "C"})])
def test_the_same_in_chinese_at_sixty_columns(tmp_path: Path, columns: int, environment: dict[str, str]) -> None:
    where = opened(tmp_path, MING)
    lines = ["珍 10 明", "珍8明", "阿珍 4", "y", "明 10 珍", "?", "q"]
    told, code = evening(where, lines, "play", "--lang", "yue", columns=columns, **environment)
    assert code == 0, told
    assert widest(told) <= columns
    flat = "".join(told.split())
    assert "阿明→阿珍10+莊1=11番，記數" in flat
    assert "拉11×1.5+9=25.5番（第2鋪）" in flat
    assert "阿明斬阿珍？45.25番" in flat
    assert "#5" in told
    assert "東圈，阿珍 做莊，連莊 2；第 4 局" in told
    assert "南 阿強" in told
    assert "\n西 阿芳" in told  # two seats side by side if there is no room for four
    assert " W " not in told
    cash = book_at(where).state.cash
    assert [cash[player] for player in MING] == [-45.25, 59.25, -7, -7]  # a cut, then two pulls of 7 settled
    assert [type(entry.event).__name__ for entry in book_at(where).entries[1:]] == [
        "Result", "Result", "Result", "Cut", "Result",
    ]  # fmt: skip


def test_a_plain_hand_takes_at_most_eight_keys(tmp_path: Path) -> None:
    where = opened(tmp_path, rules="hk-standard")
    lines = ["b 10 a", "b 10", "=", "x a", "a 13 d", "u"]
    assert max(len(line) + 1 for line in lines) <= 8  # Enter is one of them
    told, code = evening(where, [*lines, "q"])
    assert code == 0, told
    events = [entry.event for entry in book_at(where).entries[1:]]
    assert [getattr(event, "result", "undo") for event in events] == [
        "discard", "self_draw", "draw", "false_win", "discard", "undo",
    ]  # fmt: skip


def test_what_cannot_be_is_told_with_what_was_typed_and_nothing_is_written(tmp_path: Path) -> None:
    where = opened(tmp_path, rules="hk-standard")
    told, code = evening(where, ["zed 3", "b x", "b 1 a", "b 3 b", "u", "b 3 d 5 < a", "q"])
    flat = " ".join(told.split())
    assert code == 0
    assert 'There is no player "zed"' in flat
    assert '"b x" does not say how many fan Bob has' in flat
    assert "To record a false win instead: x Bob" in flat
    assert "nothing to undo" in flat
    assert "not paid because a nearer player won on the same tile: Dan" in flat  # 截糊, in the entry
    assert len(book_at(where).entries) == 2


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_breaking_off_loses_nothing(tmp_path: Path, key: str, code: int) -> None:
    where = opened(tmp_path)
    told, ended = evening(where, ["b 10 a", "=", key])
    assert ended == code, told
    assert "Traceback" not in told
    assert "2 hands in this session, 2 in all; everything is saved" in told
    assert book_at(where).state.hands == 2


def test_breaking_off_at_the_question_of_a_cut(tmp_path: Path) -> None:
    where = opened(tmp_path)
    told, code = evening(where, ["b 1 a", "b 1 a", "b 1 a", CTRL_D])
    assert code == 0, told
    assert "Traceback" not in told
    assert book_at(where).state.hands == 3


def test_the_arrow_brings_a_line_back(tmp_path: Path) -> None:
    where = opened(tmp_path)
    evening(where, ["b 10 a", UP, "q"])
    events = [entry.event for entry in book_at(where).entries[1:]]
    assert events == [Result("discard", {"Bob": 10}, "Ann")] * 2


def test_without_a_book_one_is_asked_for(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "TERM": "xterm"}
    answers = [
        "Moon night",
        "Ann Bob",
        "Ann, Bob, Cat, Dan",
        "nothing",
        "hk-standard",
        "x",
        "五一",
        "bo",
        "b 3 a",
        "q",
    ]
    told, code = typed(answers, "book", columns=60, SIKWU_BOOKS="", **environment)
    assert code == 0, told
    assert widest(told.replace(str(tmp_path), "~")) <= 60
    assert "three, four or five players" in " ".join(told.split())
    assert "There is no stake x" in " ".join(told.split())
    assert "E round, Bob deals; hand 1" in told
    book = book_at(str(tmp_path / "data" / "sikwu" / "books.db"))
    assert (book.name, book.ruleset.settings["score.unit_multiplier"], book.state.cash["Bob"]) == ("Moon night", 2, 16)


def test_questions_broken_off_make_no_book(tmp_path: Path) -> None:
    where = tmp_path / "none.db"
    told, code = typed(["Friday", CTRL_C], "book", "new", SIKWU_BOOKS=str(where), TERM="xterm")
    assert code == 130
    assert "Nothing was recorded." in told
    assert not where.exists()


def piped(where: str, text: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SIKWU_BOOKS": where, "LANG": "en_GB.UTF-8", "LC_ALL": ""}
    command = [*program(), "book", "play"]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False
    )


def test_lines_may_come_through_a_pipe(tmp_path: Path) -> None:
    where = opened(tmp_path)
    done = piped(where, "b 10 a\n=\n")
    assert done.returncode == 0, done.stderr
    assert PROMPT not in done.stdout
    assert book_at(where).state.hands == 2
    wrong = piped(where, "zed 3\nb 1 a\n")
    assert wrong.returncode == 2
    assert '"zed"' in wrong.stderr
    assert book_at(where).state.hands == 3


def test_bare_book_without_a_terminal_is_help(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sikwu", "book"], input="", capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 2
    assert "sikwu book" in done.stdout


# --- the three ways in which a write ends, and another writer


def session(where: str) -> Session:
    store = Store(where)
    return Session(store, store.open("Friday"), BookAccess(where, lang="en"), typed=False)


def test_not_known_is_looked_up_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_table = session(opened(tmp_path))
    real = type(at_table.store.database).writing
    for stored, said in ((True, "it was saved, as entry 2"), (False, "it was not saved; type it again")):
        monkeypatch.setattr(type(at_table.store.database), "writing", _unsure(real, stored))
        assert at_table.line("b 10 a")
        monkeypatch.setattr(type(at_table.store.database), "writing", real)
        told = capsys.readouterr()
        assert "We cannot tell whether it was recorded" in " ".join(told.err.split())
        assert said in told.out
        assert at_table.book.state.hands == 1
    assert at_table.line("b 8 a")  # and the evening continues
    assert at_table.book.state.hands == 2
    at_table.store.close()


def _unsure(real: object, stored: bool) -> object:
    """A transaction with an unknown outcome."""
    from contextlib import contextmanager

    @contextmanager
    def writing(self: object) -> object:  # type: ignore[misc]
        if stored:
            with real(self) as connection:  # type: ignore[operator]
                yield connection
        else:
            with real(self) as connection:  # type: ignore[operator]
                yield connection
                raise UnknownCommit("disk I/O error")
        raise UnknownCommit("disk I/O error")

    return writing


def test_another_writer_is_seen_and_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = opened(tmp_path)
    mine, other = session(where), session(where)
    other.line("b 10 a")
    capsys.readouterr()
    mine.line("c 5 a")
    told = capsys.readouterr()
    assert "Somebody else has just added entry 2" in " ".join(told.err.split())
    assert "Type your line again" in " ".join(told.out.split())
    assert mine.book.state.hands == 1
    mine.line("c 5 a")
    assert book_at(where).state.hands == 2
    mine.store.close()
    other.store.close()


def test_several_are_undone_together_or_not_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at_table = session(opened(tmp_path))
    for line in ("b 10 a", "=", "x d"):
        at_table.line(line)
    at_table.line("u 9")
    assert "Cannot undo 9: there are 3 actions to undo" in " ".join(capsys.readouterr().err.split())
    at_table.line("u 2")
    assert at_table.book.state.hands == 1
    assert [entry.event for entry in at_table.book.entries[-2:]] == [Undo(4), Undo(3)]
    at_table.line("r 2")
    assert at_table.book.state.hands == 3
    at_table.store.close()
