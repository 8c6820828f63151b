"""The log of a table on both databases: append-only, chained, fenced; older files are brought up to date after a copy."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from sikwu.book import Store
from sikwu.book.database import REVISIONS
from sikwu.live.effects import Effect
from sikwu.live.messages import AddBot, SealWall, StartMatch, TakeSeat
from sikwu.live.notes import log_line
from sikwu.live.table import LiveTable
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables import log
from sikwu.server.tables.leases import Leases
from sikwu.server.tables.log import Head

SEED = bytes(range(128))


def begun(store: Store, id: str = "t1") -> tuple[LiveTable, Head]:
    """A table with one person and three bots, in the store."""
    table, out = LiveTable.opened(id, "hk-standard", host="m1", now=0)
    effects = list(out)
    for message in (
        TakeSeat(by="m1", name="Wing"),
        *(AddBot(by="m1", place=place, level="quick") for place in (1, 2, 3)),
    ):
        table, out = table.take(message, 0)
        effects += out
    store.change(log.opening(table, effects, id))
    row = log.row_of(store, id)
    return table, Head(row.length, row.head, row.epoch)


def on(
    store: Store, table: LiveTable, head: Head, *messages: StartMatch | SealWall
) -> tuple[LiveTable, Head, list[bool]]:
    """The table after some messages, written in one change."""
    effects: list[Effect] = []
    for message in messages:
        table, out = table.take(message, 0)
        effects += out
    change, after = log.change(table, head, effects, [each for each in messages if isinstance(each, SealWall)], ())
    return table, after, store.commit_changes([change])


def test_what_was_written_folds_to_the_same_table(store: Store) -> None:
    table, head = begun(store)
    table, head, done = on(store, table, head, StartMatch(by="m1"))
    table, head, sealed = on(store, table, head, SealWall(1, SEED))
    assert done == sealed == [True]
    row, lines, seeds = log.read(store, "t1")
    assert (row.length, row.head, row.status) == (head.length, head.hash, "playing")
    assert seeds == {1: SEED}
    assert LiveTable.folded(lines, seeds) == table.restarted()
    texts = [log_line(each, number).text for number, each in enumerate(lines, 1)]
    assert texts == [text for (text,) in store.rows("SELECT text FROM lines ORDER BY seq")]
    assert not any(SEED.hex() in text for text in texts)


def test_who_has_not_seen_the_newest_line_writes_nothing(store: Store) -> None:
    table, head = begun(store)
    first = on(store, table, head, StartMatch(by="m1"))
    second = on(store, table, head, StartMatch(by="m1"))
    assert (first[2], second[2]) == ([True], [False])
    assert len(log.read(store, "t1")[1]) == first[1].length


def test_who_lost_the_table_writes_nothing(store: Store) -> None:
    """A process that slept while another took the table: its head is right and its epoch is not."""
    table, head = begun(store)
    Leases(lambda: store, shared=False).take("t1")
    assert on(store, table, head, StartMatch(by="m1"))[2] == [False]
    assert on(store, table, head._replace(epoch=1), StartMatch(by="m1"))[2] == [True]


@pytest.mark.parametrize("what", ["UPDATE lines SET text = 'x' WHERE seq = 2", "DELETE FROM lines WHERE seq = 2"])
def test_lines_are_kept(store: Store, what: str) -> None:
    begun(store)
    with pytest.raises(Exception, match="append-only") as told, store.engine.begin() as connection:
        connection.exec_driver_sql(what)
    assert "append-only" in str(told.value)
    assert log.read(store, "t1")


def test_an_erased_table_leaves_nothing(store: Store) -> None:
    table, head = begun(store)
    begun(store, "t2")
    table, head, _ = on(store, table, head, StartMatch(by="m1"))
    on(store, table, head, SealWall(1, SEED))
    log.erase(store, log.row_of(store, "t1"))
    for name in ("lines", "acts", "deal_secrets"):
        assert store.rows(f"SELECT count(*) FROM {name} WHERE tbl = 't1'")[0][0] == 0
    with pytest.raises(Refusal, match="no such table"):
        log.read(store, "t1")
    assert on(store, table, head, SealWall(1, SEED))[2] == [False]
    assert log.read(store, "t2")


def tampered(file: str, statements: Sequence[str]) -> None:
    """Changes a file behind the back of its triggers."""
    with closing(sqlite3.connect(file)) as raw:
        for (name,) in raw.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'lines'"
        ).fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            raw.execute(statement)
        raw.commit()


@pytest.mark.parametrize(
    ("statements", "line"),
    [
        (["UPDATE lines SET text = replace(text, 'Wing', 'Ming') WHERE seq = 2"], 2),
        (["UPDATE lines SET at = '2020-01-01T00:00:00.000000Z' WHERE seq = 3"], 3),
        (["DELETE FROM lines WHERE seq = 4"], 4),
        (["DELETE FROM lines WHERE seq = (SELECT max(seq) FROM lines)"], 8),
        (
            [
                "UPDATE lines SET seq = 100 WHERE seq = 2",
                "UPDATE lines SET seq = 2 WHERE seq = 3",
                "UPDATE lines SET seq = 3 WHERE seq = 100",
            ],
            2,
        ),
        (["UPDATE tables SET length = length - 1"], 9),
    ],
)
def test_a_log_that_was_altered_is_refused_with_its_first_bad_line(
    tmp_path: Path, statements: list[str], line: int
) -> None:
    file = str(tmp_path / "books.db")
    with Store(file) as store:
        begun(store)
        assert len(log.read(store, "t1")[1]) == 8
    tampered(file, statements)
    with Store(file) as store, pytest.raises(Refusal) as told:
        log.read(store, "t1")
    assert told.value.problems[0].facts == {"line": line}


def test_an_older_file_gets_tables_after_a_copy(tmp_path: Path) -> None:
    """A file of the revision before has books and no tables: it is copied, then has both."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    import sikwu.book.database as database

    file = tmp_path / "books.db"
    with Store(file) as store:
        from sikwu import ruleset

        book = store.create("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
        script = ScriptDirectory(str(Path(database.__file__).parent / "migrations"))

        def steps(revision: object, context: object) -> object:
            return script._downgrade_revs("0006", revision)

        with (
            store.engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
            EnvironmentContext(Config(), script, fn=steps) as environment,
        ):
            environment.configure(connection=connection)
            environment.run_migrations()
    with Store(file) as store:
        assert store.kept == file.with_name("books.db.0006.bak")
        assert store.open("Friday").head == book.head
        begun(store)
    assert REVISIONS[-1] == "0007"
    with closing(sqlite3.connect(store.kept)) as raw:
        assert "lines" not in {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_a_lease_is_had_by_one_and_ends(store: Store) -> None:
    begun(store)
    if "://" not in store.where:
        pytest.skip("a file has one process")
    one, two = (Leases(lambda: store, shared=True) for _ in range(2))
    one.take("t1")
    with pytest.raises(Refusal) as told:
        two.take("t1")
    assert (told.value.code, told.value.problems[0].facts) == ("table.elsewhere", {"owner": one.me, "table": "t1"})
    assert one.renew() == {"t1": 1}
    assert two.renew() == {}
    store.change([("UPDATE tables SET lease_until = 1", {})])  # it has slept for long
    two.take("t1")
    assert (one.renew(), two.renew()) == ({}, {"t1": 2})
    two.give_back("t1", 2)
    one.take("t1")
    assert one.renew() == {"t1": 3}


def test_an_act_that_was_stored_is_not_stored_again(store: Store) -> None:
    """The last line of defence, should the table ever forget a reply."""
    table, head = begun(store)
    row = {"tbl": "t1", "place": 0, "client_id": "a", "seq": 1, "reply": ""}
    store.change([(log.ACT, row)])
    change, _ = log.change(table, head, (), (), [(log.ACT, row)])
    assert store.commit_changes([change]) == [False]
