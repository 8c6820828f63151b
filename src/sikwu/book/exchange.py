"""Exports and imports books as JSON Lines or CSV. An import checks the whole file first and is all or nothing."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator

import msgspec

from sikwu.book.admission import MOST_ENTRIES
from sikwu.book.book import Book
from sikwu.book.events import Anything, Edit, Entry, Result, trusted
from sikwu.book.money import POT
from sikwu.book.problems import BookError, hinted
from sikwu.book.state import BookState
from sikwu.book.steps import BookStep, Trail
from sikwu.book.tiles import reseated, tell
from sikwu.money.amount import Money, exact, money_text
from sikwu.texts import SikwuError, say
from sikwu.texts.plain import deeper

MOST_BYTES = 64 * 1024 * 1024
MOST_LINE, MOST_DEPTH = 1 << 20, 12
"""The longest line and the deepest nesting of an entry; checked before it is parsed."""
COLUMNS = ("seq", "at", "type", "status", "round", "dealer", "streak", "result", "winners", "fan", "from")
STAMP = ("dead", "author", "key", "hand_no")
"""Columns added later, after the note: 相公, author, key, hand number."""


class _ExportHead(msgspec.Struct, forbid_unknown_fields=True):
    """The first line: the id of the book, its length, and the hash of its end."""

    sikwu: str
    version: int
    name: str
    entries: int
    head: str


class _EntryRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    seq: int
    at: str
    event: msgspec.Raw
    hash: str
    author: str = ""
    key: str = ""
    hand_no: int | None = None


def to_jsonl(book: Book) -> str:
    """The whole log, one entry per line, after a first line with its length and final hash."""
    # without stamps, the version that older programs can read
    version = 2 if any(each.stamped for each in book.entries) else 1
    head = _ExportHead("book", version, book.name, len(book.entries), book.head.hash)
    rows = [
        _EntryRow(each.seq, each.at, msgspec.Raw(each.text.encode()), each.hash, each.author, each.key, each.hand_no)
        for each in book.entries
    ]
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (head, *rows)).decode()


def from_jsonl(text: str) -> Book:
    """The book in the text of `to_jsonl`; any other text raises an error."""
    lines = [line for line in text.split("\n") if line.strip()]  # not splitlines: a note may contain other line ends
    _small_enough(lines)
    try:
        head = msgspec.json.decode(lines[0] if lines else "", type=_ExportHead)
    except msgspec.DecodeError as error:
        raise BookError.of("book.import_foreign", why=hinted(error, _ExportHead)) from None
    if head.sikwu != "book" or head.version not in (1, 2):
        raise BookError.of("book.import_foreign", why=say("why.version", kind=head.sikwu, version=head.version))
    log = []
    for number, line in enumerate(lines[1:], 2):
        try:
            row = msgspec.json.decode(line, type=_EntryRow)
        except msgspec.DecodeError as error:
            raise BookError.of("book.import", line=number, why=hinted(error, _EntryRow)) from None
        log.append(Entry(row.seq, row.at, bytes(row.event).decode(), row.hash, row.author, row.key, row.hand_no))
    return _checked(log, head.name, head.entries, head.head)


def _small_enough(lines: list[str]) -> None:
    """Checks that no line is longer or deeper than an entry can be, and that there are not too many."""
    if len(lines) > MOST_ENTRIES + 2:
        raise BookError.of("book.import_foreign", why=say("why.too_many", most=MOST_ENTRIES))
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_LINE:
            raise BookError.of("book.import", line=number, why=say("why.long_line", most=MOST_LINE))
        if deeper(line, MOST_DEPTH):
            raise BookError.of("book.import", line=number, why=say("why.too_deep", most=MOST_DEPTH))


def to_csv(book: Book) -> str:
    """One row per entry, readable in a spreadsheet. The last columns hold the entry itself, so that it can be
    imported.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(_csv_rows(book))
    return out.getvalue()


def from_csv(text: str) -> Book:
    """The book in the text of `to_csv`; a table in which any cell was changed raises an error."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row]
    except csv.Error as error:
        raise BookError.of("book.import_foreign", why=error) from None
    if len(rows) > MOST_ENTRIES + 2:
        raise BookError.of("book.import_foreign", why=say("why.too_many", most=MOST_ENTRIES))
    if len(rows) < 3 or tuple(rows[0][: len(COLUMNS)]) != COLUMNS or rows[0][-2:] != ["event", "hash"]:
        raise BookError.of("book.import_foreign", why=say("why.columns"))
    *entries, end = rows[1:]
    stamped = tuple(rows[0][-6:-2]) == STAMP
    log = []
    for number, row in enumerate(entries, 2):
        try:
            author, key, hand = row[-5:-2] if stamped else ("", "", "")
            stamp = (_unquoted(author), _unquoted(key), int(hand) if hand else None)
            log.append(Entry(int(row[0]), row[1], row[-2], row[-1], *stamp))
        except (ValueError, IndexError) as error:
            raise BookError.of("book.import", line=number, why=error) from None
    if end[0] != "end":
        raise BookError.of("book.import", line=len(rows), why=say("why.no_end"))
    book = _checked(log, end[1] if len(end) > 1 else "", len(log), end[-1])
    table = zip(_csv_rows(book, stamped), _csv_rows(book, stamped, _plain_before), rows, strict=False)
    for number, (ours, before, theirs) in enumerate(table, 1):
        if theirs not in (ours, before):
            raise BookError.of("book.import", line=number, why=say("why.cell"))
    return book


def _csv_rows(book: Book, stamped: bool = True, safe: Callable[[str], str] | None = None) -> Iterator[list[str]]:
    """The table; without stamps in the older form, each hand with its fan at the time of writing."""
    safe = safe or plain_cell
    accounts = (*book.state.players, POT) if book.state.chips is not None else book.state.players
    names = [each or "pot" for each in accounts]
    changes, totals = [f"{name} +/-" for name in names], [f"{name} =" for name in names]
    later = STAMP if stamped else ()
    yield [*COLUMNS, *map(safe, (*changes, *totals)), "note", *later, "event", "hash"]
    total: dict[str, Money] = dict.fromkeys(accounts, 0)
    befores = (book.start, *(step.state for step in book.steps))
    tables = {step.seq: before for step, before in zip(book.steps, befores, strict=False)}
    for line in book.journal():
        for account, change in line.change.items():
            total[account] = exact(total.get(account, 0) + change)
        state = tables.get(line.entry.seq)
        deal = ["", "", ""]
        if state is not None:
            deal = [state.table.round.text, state.table.dealer_name or "", str(state.table.streak)]
        moved = [money_text(line.change.get(account, 0)) for account in accounts]
        stands = [money_text(total[account]) for account in accounts]
        note = str(getattr(line.event, "note", ""))
        cells = [str(line.entry.seq), line.entry.at, line.event.__struct_config__.tag, line.status, *deal]
        cells += _hand(line.shown if stamped else line.event)
        stamp = _stamp(line, safe) if stamped else []
        yield [*map(safe, map(str, cells)), *moved, *stands, safe(note), *stamp, line.entry.text, line.entry.hash]
    yield ["end", safe(book.name), *[""] * (len(COLUMNS) + 2 * len(accounts) + len(later)), book.head.hash]


def _stamp(line: Trail, safe: Callable[[str], str]) -> list[str]:
    entry, event = line.entry, line.event.event if isinstance(line.event, Edit) else line.event
    dead = " ".join(event.dead) if isinstance(event, Result) else ""
    number = "" if entry.hand_no is None else str(entry.hand_no)
    return [safe(dead), _quoted(entry.author, safe), _quoted(entry.key, safe), number]


def _hand(event: Anything) -> list[str]:
    event = event.event if isinstance(event, Edit) else event
    if not isinstance(event, Result):
        return ["", "", "", ""]
    fans = " ".join(map(str, event.wins.values()))
    return [event.result, " ".join(event.wins) or event.by or "", fans, event.source or ""]


_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "﹢", "﹣", "＠", "﹫", "−")
_ENDS = ("\t", "\n", "\r", "\v", "\f", "\x00", "\x85", "\u2028", "\u2029")
_BLANK = "".join(_ENDS) + " \u00a0\u3000\u200b\ufeff"
"""Characters that a spreadsheet may skip before it checks whether a cell is a formula."""


def plain_cell(cell: str) -> str:
    """A cell that a spreadsheet does not interpret as a formula."""
    return f"'{cell}" if cell.startswith(_ENDS) or cell.lstrip(_BLANK).startswith(_FORMULA) else cell


def _plain_before(cell: str) -> str:
    """The older form of the same, before full-width signs and line ends were covered."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _quoted(cell: str, safe: Callable[[str], str]) -> str:
    """Such a cell in a form that can be read back."""
    return f"'{cell}" if cell.startswith("'") else safe(cell)


def _unquoted(cell: str) -> str:
    return cell.removeprefix("'")


def read_book(data: bytes) -> Book:
    """The book of an exported file in either format."""
    if len(data) > MOST_BYTES:
        raise BookError.of("book.import_foreign", why=say("why.too_large", most=MOST_BYTES))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BookError.of("book.import_foreign", why=error) from None
    return from_jsonl(text) if text.lstrip().startswith("{") else from_csv(text)


def _checked(log: list[Entry], name: str, length: int, head: str) -> Book:
    """The book of an imported log; checks hash chain, order, money, and the worth of tiles."""
    try:
        book = Book.replay(trusted(log, name, length, head))
        if not re.fullmatch("[0-9a-f]{32}", book.id):  # otherwise it could be the name of another book
            raise BookError.of("book.import_foreign", why=say("why.id", id=book.id[:40]))
        book.check_reach()
        if book.same_rules:
            verify(book)
    except BookError:
        raise
    except SikwuError as error:
        raise BookError(error.problems) from None
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError, RecursionError, MemoryError) as error:
        raise BookError.of("book.import_foreign", why=f"{type(error).__name__}: {error}") from None
    return book


def verify(book: Book) -> None:
    """Scores every hand with tiles again; raises an error if the rules give another worth than recorded."""
    before = book.start
    for step in book.steps:
        check_tiles(book, before, step)
        before = step.state


def check_tiles(book: Book, before: BookState, step: BookStep) -> None:
    """Scores one hand with tiles again, with the state of the table before it; raises an error if its worth is not the stored one.

    A hand whose seat, round or streak has changed since it was written is skipped.
    """
    hand = step.event
    if isinstance(hand, Result):
        for winner, told in hand.told.items():
            win = reseated(hand.tiles.get(winner, ""), before.table, winner)
            same_seat = (told.seat, told.round, told.streak) == (win.seat, win.round, win.streak)
            if same_seat and tell(win, book.ruleset, winner) != told:
                raise BookError.of("book.tampered", name=book.name, seq=step.seq, why=say("why.other_worth"))
