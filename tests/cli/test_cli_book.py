"""`sikwu book` as people type it: quick entries, tables, undo, edit, files, and one clear error for impossible input."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import Result

from commands import invoked
from sikwu.book import Store
from sikwu.cli.books.booking import _numbers, _winners
from sikwu.cli.books.chart import chart

HAND = "123678m 中中中 發發發 白 +白 1f"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place with no books."""
    for name in ("SIKWU_BOOK", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("SIKWU_BOOKS", str(tmp_path / "books.db"))
    return tmp_path


def run(*words: str, code: int = 0) -> Result:
    """One command; its exit code is as expected."""
    result = invoked(["book", *words])
    assert result.exit_code == code, (words, result.output, result.stderr, result.exception)
    assert "Traceback" not in result.output
    return result


def opened(*words: str) -> None:
    run("new", "Friday", "A", "B", "C", "D", *words)


def entries(desk: Path) -> int:
    with Store(desk / "books.db") as store:
        return len(store.open("Friday").entries)


def refused(desk: Path, *words: str) -> str:
    """What the error says; nothing may have been written."""
    before = entries(desk)
    result = run(*words, code=2)
    assert entries(desk) == before
    assert result.stdout == ""
    return " ".join(result.stderr.split())


def cash(desk: Path) -> dict[str, object]:
    with Store(desk / "books.db") as store:
        return {player: amount for player, amount in store.open("Friday").closing().cash.items() if player}


def test_the_log_tells_who_was_liable_by_the_name_of_the_duty(desk: Path) -> None:
    opened()
    run("add", "A", "--hand", "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f")
    assert "C liable for big three dragons" in " ".join(run("show", "--log").output.split())
    run("add", "A", "--hand", "123678m 中中中 發發發 白 +白 1f")
    assert " ".join(run("show", "--log").output.split()).count("liable") == 1


def test_an_evening_in_quick_entries(desk: Path) -> None:
    opened("--rules", "hk-taiwanese", "--option", "dealer.fan_scope=none")
    assert "10 fan on the ledger" in run("add", "B", "10", "--from", "A").stdout
    run("add", "B=8", "-f", "A")
    last = run("add", "B", "4番").stdout
    assert "Can be cut now: A → B" in last
    assert "38.5" in last
    assert "-38.5" in run("cut", "A", "B").stdout
    shown = run("show").stdout
    assert "E round, B deals, streak 2" in shown
    assert "Open pulls" in shown
    run("undo")
    run("redo")
    assert cash(desk)["A"] == -38.5
    assert "3 changed to: B 9 fan from A" in run("edit", "3", "B", "9", "--from", "A").stdout
    assert cash(desk)["A"] == -40
    log = run("show", "--log").stdout
    assert "edited, see 8" in log
    assert "undo of 5" in log
    run("close")
    assert "A → B 40" in " ".join(run("settle").stdout.split())
    assert "is closed" in refused(desk, "add", "--draw")


def test_the_same_in_chinese(desk: Path) -> None:
    run("new", "星期五", "阿明", "阿珍", "阿強", "阿芳", "-r", "club16", "--lang", "zh")
    assert "阿珍 5 番，阿明 出銃" in run("add", "阿珍", "5", "--from", "阿明", "--fine", "阿芳", "-l", "zh").stdout
    shown = run("show", "-l", "zh").stdout
    assert "東圈，阿珍 做莊" in shown
    assert "籌碼" in shown
    assert "枱面罰子：0" in shown
    assert "走勢" in run("stats", "-l", "zh").stdout
    assert "找數" in run("settle", "-l", "zh").stdout
    error = run("add", "阿人", "5", "-l", "zh", code=2).stderr
    assert "簿裏沒有「阿人」" in error


def test_the_same_in_cantonese(desk: Path) -> None:
    assert "冇簿" in run("list", "-l", "yue", code=2).stderr
    run("new", "星期五", "阿明", "阿珍", "阿強", "阿芳", "-l", "yue")
    run("add", "阿珍", "5", "--from", "阿明", "-l", "yue")
    assert "東圈，阿珍 做莊；已打 1 局" in run("show", "-l", "yue").stdout
    run("undo", "-l", "yue")
    log = run("show", "--log", "-l", "yue").stdout
    assert "還原咗" in log
    assert "已還原" not in log
    assert "大家冇拖冇欠。" in run("settle", "-l", "yue").stdout
    run("close")
    assert "埋咗數。" in run("show", "-l", "yue").stdout


def test_a_full_hand_is_scored(desk: Path) -> None:
    opened()
    shown = run("add", "B", "--hand", HAND, "--from", "C").stdout
    assert "from C" in shown
    assert cash(desk)["B"] == -int(str(cash(desk)["C"])) > 0
    assert "[win.not_complete]" in refused(desk, "add", "B", "--hand", "123m 456m 789m 11p 23s +9p")
    assert "[name.unknown]" in refused(desk, "add", "B", "--hand", "hello")


def test_below_the_minimum_is_a_false_win_only_if_asked(desk: Path) -> None:
    opened()
    assert "below the minimum of 3" in refused(desk, "add", "B", "2", "--from", "A")
    assert "B false win" in run("add", "B", "2", "--from", "A", "--or-false-win").stdout
    assert int(str(cash(desk)["B"])) < 0
    run("add", "C", "--hand", "123m 567p 345s 888s N +N 1f", "--or-false-win")
    run("edit", "3", "D", "1", "--from", "A", "--or-false-win")
    assert int(str(cash(desk)["D"])) < 0
    assert int(str(cash(desk)["C"])) > 0


def test_everything_else_that_can_be_written(desk: Path) -> None:
    opened("-r", "club16", "--dealer", "C")
    run("add", "--draw", "--fine", "A")
    run("add", "--false-win", "B")
    run("add", "B=5", "C=6", "--from", "A", "--robbed", "--note", "好牌")
    run("add", "D", "7", "--from", "A", "--on-kong")
    run("fine", "A")
    run("penalty", "A", "7", "B", "C", "--note", "late")
    run("swap", "--leaves", "B", "--joins", "E")
    run("swap", "--seats", "E,A,D,C")
    run("swap", "--redraw", "A,C,D,E")
    run("reverse", "2")
    run("add", "A", "60", "--flowers-by", "C")
    assert "E" in run("show", "--hands", "0").stdout
    assert "Friday" in run("list").stdout
    run("new", "Monday", "A", "B", "C", "D", "-r", "hk-taiwanese")
    run("add", "A", "5", "--dice", "4,4,4", "--kong", "B", "--kong", "B")
    run("add", "B", "3", "-f", "A", "--book", "Monday")
    with Store(desk / "books.db") as store:
        # Two kongs, the dice, and half of the six that B owed A.
        assert store.open("Monday").state.cash["B"] == 60 - 10 - 3


def test_what_cannot_be_is_one_clear_error(desk: Path) -> None:
    opened("-r", "hk-taiwanese")
    for words, said in {
        ("add", "X", "3"): "no player",
        ("add", "B", "3", "--from", "B"): "own discard",
        ("add", "B", "3", "--from", "X"): "no player",
        ("add",): "who won",
        ("add", "B"): "who won",
        ("add", "B", "many"): "is not a number of fan",
        ("add", "B=x"): '"x" is not a number of fan',
        ("add", "B", "-3"): "there is no option -3",
        ("add", "B=-3"): "cannot be read",
        ("add", "B", "3", "--dice", "7,7,7"): '"7,7,7" is not a throw',
        ("add", "B", "3", "--cut", "AB"): "debtor:creditor",
        ("add", "B", "3", "--cut", "A:B"): "may not cut",
        ("add", "--draw", "--fine", "A"): "have no",
        ("cut", "A", "B"): "no open pull",
        ("edit", "7", "--draw"): "no entry 7",
        ("reverse", "1"): "no entry 1",
        ("undo",): "nothing to undo",
        ("redo",): "nothing to redo",
        ("swap",): "who leaves",
        ("swap", "--seats", "A,B"): '"A,B" is not an order of four seats',
        ("penalty", "A", "x", "B"): "cannot be read",
        ("add", "B", "3", "--dead", "B"): "marked dead",
        ("add", "--draw", "--dead", "X"): "no player",
        ("add", "--draw", "--hand-no", "2"): "Only 0 hands are recorded",
        ("add", "--draw", "--key", "k" * 65): "cannot be read",
        ("show", "--book", "Fridai"): 'did you mean "Friday"',
        ("new", "x", "A", "B"): "four players",
        ("new", "x", "A", "B", "C", "D", "--rules", "nothing"): "no ruleset",
        ("new", "x", "A", "B", "C", "D", "--dealer", "E"): "no player",
        ("show", "--db", "/nowhere/at/all.db"): "no books at /nowhere/at/all.db",
        ("export", "/nowhere/at/all.csv"): "cannot use the file",
        ("import", "/nowhere/at/all.csv"): "cannot use the file",
    }.items():
        assert said in refused(desk, *words), words


def test_a_dead_hand_pays_and_is_shown(desk: Path) -> None:
    opened("-r", "club16")
    assert "D dead hand" in run("add", "B", "5", "--dead", "D", "--dead", "C").stdout
    assert int(str(cash(desk)["D"])) == int(str(cash(desk)["C"])) < 0
    assert "C dead hand; D dead hand" in " ".join(run("show", "--log").stdout.split()).replace(
        "D dead hand; C dead hand", "C dead hand; D dead hand"
    )
    assert "D 相公" in run("show", "-l", "zh").stdout
    assert ",D C," in run("export", "--format", "csv").stdout
    assert '"dead":["D","C"]' in run("export").stdout


def test_an_edit_tells_which_later_hands_changed(desk: Path) -> None:
    opened()
    run("add", "A", "4", "--from", "B")
    run("add", "C", "--hand", "123678m 中中中 SSS 白 +白 1f", "--from", "D")
    run("add", "--draw")
    run("penalty", "A", "2", "B")
    assert "C 4 fan from D" in run("show").stdout
    told = " ".join(run("edit", "2", "B", "4", "--from", "A").stdout.split())
    _, _, later = told.partition("Later hands that changed ")
    first = "hand 2 (entry 3): C 4 → 5 fan; different payments; E round, A deals, streak 1 → E round, B deals"
    assert later == f"{first} hand 3 (entry 4): E round, B deals → E round, C deals"
    assert "C 5 fan from D" in run("show").stdout
    log = " ".join(run("show", "--log").stdout.split())
    assert "C 5 fan from D (written as: C 4)" in log
    rows = [line.split(",") for line in run("export", "--format", "csv").stdout.splitlines()]
    assert [row[9] for row in rows if row[0] == "3"] == ["5"]
    zh = " ".join(run("undo", "-l", "zh").stdout.split())
    assert "之後各局也變了 第 2 局（第 3 條）：C 5 → 4 番；賠數不同；東圈 B 做莊 → 東圈 A 做莊連莊 1" in zh
    assert "Later" not in run("add", "--draw").stdout
    # An edit of the hand with tiles itself is reported by its own entry, not among the later ones.
    assert "(entry 3)" not in run("edit", "3", "C", "--hand", "123678m 中中中 SSS 白 +白 1f", "--from", "B").stdout


def test_who_wrote_it_and_what_was_sent_twice(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened()
    sent = ("add", "B", "3", "--from", "A", "--author", "Wing", "--key", "one", "--hand-no", "1")
    run(*sent)
    assert "Entry 2 was recorded before" in run(*sent).stdout
    assert entries(desk) == 2
    assert "[book.key_taken]" in refused(desk, "add", "B", "4", "--from", "A", "--key", "one")
    taken = refused(desk, "add", "B", "3", "--from", "A", "--hand-no", "1", "--key", "two")
    assert "Hand 1 is already recorded (entry 2: B 3 fan from A, by Wing)" in taken
    monkeypatch.setenv("SIKWU_AUTHOR", "Fong")
    run("undo")
    log = run("show", "--log").stdout
    assert "Wing" in log
    assert "Fong" in log
    assert "寫的人" in run("show", "--log", "-l", "zh").stdout


def test_books_with_one_name_are_told_apart(desk: Path) -> None:
    opened()
    opened()
    error = run("show", "--book", "Friday", code=2).stderr
    assert "2 books have the name" in error
    with Store(desk / "books.db") as store:
        ids = [each.id for each in store.list()]
    for id in ids:
        assert id[:8] in " ".join(error.split())
        assert id[:8] in run("list").stdout
        assert "Friday" in run("show", "--book", id[:8]).stdout
    assert "Friday" in run("show").stdout  # the one written last


def test_there_may_be_no_book_yet(desk: Path) -> None:
    for command in ("show", "list", "undo", "stats", "verify", "upgrade"):
        assert "no books at" in run(command, code=2).stderr
    assert list(desk.iterdir()) == []  # nothing is made by looking
    opened()
    assert "Friday" in run("list").stdout


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_export_and_import(desk: Path, kind: str) -> None:
    opened("-r", "hk-taiwanese")
    run("add", "B", "10", "--from", "A")
    run("edit", "2", "B", "11", "--from", "A")
    file = desk / f"book.{kind}"
    assert "3 entries" in run("export", str(file)).stdout
    assert run("export", "--format", kind).stdout_bytes == file.read_bytes()
    other = str(desk / "other.db")
    assert "Friday" in run("import", str(file), "--db", other).stdout
    shown = [run("show", "--log", *words).stdout.splitlines() for words in (("--db", other), ())]
    assert shown[1].pop(3).startswith("The latest hash is the same")  # the book is the same in both places
    assert shown[0] == shown[1]
    assert "already" in refused(desk, "import", str(file))
    file.write_bytes(file.read_bytes().replace(b"11", b"12", 1))
    third = str(desk / "third.db")
    assert run("import", str(file), "--db", third, code=2).stderr
    assert not Path(third).exists()


def test_statistics_and_the_chart(desk: Path) -> None:
    opened()
    for words in (("B", "3", "-f", "A"), ("B", "5"), ("A", "8", "-f", "C")):
        run("add", *words)
    shown = run("stats").stdout
    row = next(line for line in shown.splitlines() if line.startswith("B")).split()
    assert row[1:7] == ["3", "2", "1", "0", "4.00", "5"]
    assert "● A" in shown
    assert "┼" in shown


def test_the_chart_keeps_its_width() -> None:
    lines = chart({"A": [number % 37 - 18 for number in range(1000)], "B": [0] * 1000}, 40)
    assert max(map(len, lines)) <= 40
    assert chart({"A": []}) == []
    assert len(chart({"A": [0, 0]})) == 10


def test_words_of_a_quick_entry(desk: Path) -> None:
    opened()
    with Store(desk / "books.db") as store:
        book = store.open("Friday")
        assert _winners(["B", "10"], book) == (["B"], {"B": 10})
        assert _winners(["B=10", "D", "20番"], book) == (["B", "D"], {"B": 10, "D": 20})
        assert _winners(["B"], book) == (["B"], {})
    assert _numbers("4,4,4") == _numbers("4-4-4") == _numbers("444") == [4, 4, 4]


def test_dice_that_open_no_round_are_kept_and_told(desk: Path) -> None:
    opened("-r", "hk-taiwanese")
    assert "no effect" not in run("add", "A", "5", "--dice", "4,4,4").stdout
    assert "this throw has no effect" in run("add", "A", "5", "--dice", "4,4,4").stdout
    for words in (("show", "--log"), ("show", "--hands", "0")):
        assert " ".join(run(*words).stdout.split()).replace("(this throw has no", "").count("effect)") == 1, words
