"""The log of a table in the database: reading it, and the change that writes a step. It is chained by hashes and append-only.

The guard of every change checks the head that was read and the epoch of this process: a process that was suspended
while another took the table changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sikwu.book import Store
from sikwu.book.book import now
from sikwu.book.store import Change, Statement
from sikwu.chain import link
from sikwu.live.effects import Append, Effect, ForgetSeed, Tell
from sikwu.live.messages import SealWall
from sikwu.live.news import SeatAnswerNews
from sikwu.live.notes import ActNote, SealedNote, SeatedNote
from sikwu.live.table import LiveTable
from sikwu.play.lines import HeaderLine
from sikwu.server.http.refusals import Refusal

START = ""
"""The head of a log without lines."""
OPEN = (
    "INSERT INTO tables (id, origin, title, status, rules, made, length, head, owner, epoch, lease_until, again, book, erased) "
    "VALUES (:id, :origin, :title, :status, :rules, :made, :length, :head, '', 0, 0, NULL, :book, NULL)"
)
ROW = (
    "SELECT id, origin, title, status, rules, made, length, head, owner, epoch, again, book FROM tables "
    "WHERE id = :id AND erased IS NULL"
)
MOVE = (
    "UPDATE tables SET length = :length, head = :head, status = :status "
    "WHERE id = :id AND head = :read AND epoch = :epoch AND erased IS NULL"
)
WRITE = "INSERT INTO lines (tbl, seq, v, at, text, h) VALUES (:tbl, :seq, :v, :at, :text, :h)"
LINES = "SELECT seq, at, text, h FROM lines WHERE tbl = :id ORDER BY seq"
ACT = "INSERT INTO acts (tbl, place, client_id, seq, reply) VALUES (:tbl, :place, :client_id, :seq, :reply)"
KEEP_SEED = "INSERT INTO deal_secrets (tbl, deal, seed) VALUES (:tbl, :deal, :seed)"
SEEDS = "SELECT deal, seed FROM deal_secrets WHERE tbl = :id"
FORGET_SEED = "DELETE FROM deal_secrets WHERE tbl = :tbl AND deal = :deal"
SEATED = "UPDATE tokens SET kind = 'seat', name = :name WHERE id = :id AND kind IN ('asking', 'watch')"
REFUSED = "UPDATE tokens SET kind = 'refused' WHERE id = :id AND kind = 'asking'"
UNCODE = "DELETE FROM codes WHERE thing = (SELECT origin FROM tables WHERE id = :id)"
"""A code is valid until the match begins."""
AGAIN = "UPDATE tables SET again = :again WHERE id = :id AND again IS NULL AND erased IS NULL"
NEWEST = "SELECT id FROM tables WHERE origin = :origin AND erased IS NULL ORDER BY made DESC, id LIMIT 1"
ERASE = "UPDATE tables SET title = '', status = 'erased', length = 0, epoch = epoch + 1, owner = '', erased = :at WHERE id = :id AND erased IS NULL"
ERASED = tuple(f"DELETE FROM {name} WHERE tbl = :id" for name in ("lines", "acts", "deal_secrets"))
LEFT = "SELECT count(*) FROM tables WHERE origin = :origin AND erased IS NULL"
UNSHARED = (
    "DELETE FROM tokens WHERE thing = :origin",
    "DELETE FROM codes WHERE thing = :origin",
    "DELETE FROM requests WHERE scope = :origin",
    "DELETE FROM requests WHERE reply LIKE '%' || :origin || '%'",
)


class TableRow(NamedTuple):
    """The database row of a table."""

    id: str
    origin: str
    title: str
    status: str
    rules: str
    made: str
    length: int
    head: str
    owner: str
    epoch: int
    again: str | None
    book: str | None


class Head(NamedTuple):
    """The end of a log, and the epoch with which this process may write."""

    length: int = 0
    hash: str = START
    epoch: int = 0


def row_of(store: Store, id: str) -> TableRow:
    """A table's row; raises an error if there is none."""
    found = store.rows(ROW, id=id)
    if not found:
        raise Refusal.of("table.unknown")
    return TableRow(*found[0])


def read(store: Store, id: str) -> tuple[TableRow, list[dict[str, Any]], dict[int, bytes]]:
    """A table's row, the objects of its log, and the unproved seeds; raises an error if the log was altered."""
    with store.database.reading() as connection:
        found = connection.rows(ROW, id=id)
        if not found:
            raise Refusal.of("table.unknown")
        row, lines = TableRow(*found[0]), connection.rows(LINES, id=id)
        seeds = {deal: bytes.fromhex(seed) for deal, seed in connection.rows(SEEDS, id=id)}
    if (broken := first_broken(row, lines)) is not None:
        raise Refusal.of("table.tampered", line=broken)
    return row, [json.loads(text) for _, _, text, _ in lines], seeds


def first_broken(row: TableRow, lines: Sequence[Any]) -> int | None:
    """The number of the first line that does not follow; None: the chain is intact up to the head."""
    before = START
    for number, (seq, at, text, hash) in enumerate(lines, 1):
        before = linked(before, at, text)
        if seq != number or hash != before:
            return number
    return None if (row.length, row.head) == (len(lines), before) else len(lines) + 1


def linked(before: str, at: str, text: str) -> str:
    """The hash of a line."""
    return link(before, f"{at} {text}")


class LogRows(NamedTuple):
    """The rows of some lines, and the end of the log after them."""

    rows: list[dict[str, object]]
    head: Head


def rows(id: str, head: Head, appended: Iterable[Append], at: str) -> LogRows:
    """The rows of lines after a head."""
    out = []
    for each in appended:
        text = each.line.text
        head = Head(head.length + 1, linked(head.hash, at, text), head.epoch)
        out.append({"tbl": id, "seq": head.length, "v": each.v, "at": at, "text": text, "h": head.hash})
    return LogRows(out, head)


def opening(table: LiveTable, effects: Sequence[Effect], origin: str, book: str | None = None) -> list[Statement]:
    """The statements that write a new table; `book`: the one made from the match before it."""
    state, at = table.state, now()
    appended = [each for each in effects if isinstance(each, Append)]
    written, head = rows(state.id, Head(), appended, at)
    row: dict[str, object] = {
        "id": state.id,
        "origin": origin,
        "title": state.terms.title,
        "status": table.status,
        "made": at,
    }
    row |= {"book": book, "rules": state.rules.hash, "length": head.length, "head": head.hash}
    return [(OPEN, row), (WRITE, written)]


def change(
    table: LiveTable, head: Head, effects: Sequence[Effect], seals: Iterable[SealWall], beside: Sequence[Statement]
) -> tuple[Change, Head]:
    """The change that writes the effects of some steps, and the head after it."""
    id = table.state.id
    appended = [each for each in effects if isinstance(each, Append)]
    written, after = rows(id, head, appended, now())
    moved = {"id": id, "read": head.hash, "epoch": head.epoch, "length": after.length, "head": after.hash}
    statements: list[Statement] = [(WRITE, written)] if written else []
    for row, each in zip(written, appended, strict=True):
        statements += _beside_line(id, row, each, {seal.deal: seal.seed for seal in seals})
    for effect in effects:
        match effect:
            case ForgetSeed(deal):
                statements.append((FORGET_SEED, {"tbl": id, "deal": deal}))
            case Tell(str(member), SeatAnswerNews(yes=False)):
                statements.append((REFUSED, {"id": member}))
    return Change((MOVE, {**moved, "status": table.status}), [*statements, *beside]), after


def is_written(effect: Effect) -> bool:
    """Whether an effect writes to the database."""
    match effect:
        case Append() | ForgetSeed() | Tell(str(), SeatAnswerNews(yes=False)):
            return True
    return False


def _beside_line(id: str, row: dict[str, object], each: Append, seeds: dict[int, bytes]) -> list[Statement]:
    """The other statements in the transaction of a line: an act's unique id, a seed, a seat's token."""
    match each.line:
        case ActNote(place, client_id, _, _, code):
            return [(ACT, {"tbl": id, "place": place, "client_id": client_id, "seq": row["seq"], "reply": code})]
        case SealedNote(deal):
            return [(KEEP_SEED, {"tbl": id, "deal": deal, "seed": seeds[deal].hex()})]
        case HeaderLine():
            return [(UNCODE, {"id": id})]
        case SeatedNote(_, member, name):
            return [(SEATED, {"id": member, "name": name})]
    return []


def erase(store: Store, row: TableRow) -> None:
    """Erases a table for good; the last one of a series of rematches takes its tokens and codes with it."""
    statements: list[Statement] = [(ERASE, {"id": row.id, "at": now()})]
    statements += [(statement, {"id": row.id}) for statement in ERASED]
    if int(store.rows(LEFT, origin=row.origin)[0][0]) <= 1:
        statements += [(statement, {"origin": row.origin}) for statement in UNSHARED]
    store.erase_rows(statements)
