"""Attack with names, notes and times: look-alikes are refused, and no text controls a terminal."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable
from random import Random

import sikwu
from hostile.attack import Attack
from hostile.refusals import noticed
from sikwu.book.book import Book
from sikwu.book.events import Edit, Open, Penalty, Result, Reverse, SentEvent, Swap, chained
from sikwu.book.exchange import read_book, to_csv, to_jsonl
from sikwu.cli.books import entries, pages
from sikwu.cli.shared import paper
from sikwu.rules.files import to_toml
from sikwu.texts import SikwuError
from sikwu.texts.plain import likeness, shown

PLAYERS = ("Karen", "阿明", "Bob", "José")
ESCAPES = (
    "\x1b[2J", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\", "\x9b31m", "\x90q\x9c", "\r", "\n", "\x08\x08", "\x00", "\x7f", "\x85", "\x0b", "\x0c",
    "\x1bc", "\x1b[6n", "\x1bP$q\x1b\\", "\x1b[?1049h", "\x9d52;c;eA==\x07", "\x18", "\x1a",
)  # fmt: skip
DIRECTIONS = (
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u200c\u2060\ufeff\u00ad\u2028\u2029",
    "\u180e", "\u206f", "\ufff9", "\U000e0041", "\U000e007f", "\ud800", "\udfff", "\ufffe", "\ue000",
)  # fmt: skip
ALIKE = {
    "Karen": (
        "karen",
        "KAREN",
        "Ｋａｒｅｎ",
        "Кaren",
        "Kаren",
        "Karеn",
        "Kar\ufe0fen",
        "𝐊aren",
        "𝓚𝓪𝓻𝓮𝓷",
        "Ⓚaren",
        "Kaгen"[:2] + "ren",
        "K aren",
    ),
    "Bob": ("B0b", "bob", "Воb", "BΟB", "Ｂｏｂ", "𝔹ob", "Bоb", "BOB"),
    "José": ("Jose\u0301", "JOSÉ", "Ｊosé", "Јosé", "Jοsé", "jos\u00e9"),
    "阿明": ("阿\u660e\ufe00", "阿 明", "阿明\U000e0100"),
}
FORMULAS = "=+-@＝＋－＠﹢﹣"


def attempt(chance: Random) -> tuple[str, str]:
    """A bad name or text, and its kind."""
    kind = chance.choice(("escape", "direction", "alike", "marks", "blank", "long"))
    name = chance.choice(PLAYERS)
    at = chance.randrange(len(name) + 1)
    match kind:
        case "escape" | "direction":
            bad = chance.choice(ESCAPES if kind == "escape" else DIRECTIONS)
            at = (
                chance.randrange(1, len(name)) if bad in "\r\n\x0b\x0c\x85\u2028\u2029" else at
            )  # at the end of a text they are blanks
            return kind, name[:at] + bad + name[at:] + "x"
        case "alike":
            return kind, chance.choice(ALIKE[name])
        case "marks":
            return kind, name + chance.choice("\u0300\u0334\u0489\u20dd") * chance.randrange(6, 30)
        case "blank":
            return kind, chance.choice("\u3164\u2800\u115f\uffa0 \u3000\u2003") * chance.randrange(1, 5)
    return kind, name * 21


def refused(book: Book, name: str) -> bool:
    """Whether a book refuses a new player with this name, or takes it for a known one."""
    before = book.head
    try:
        book.record(Swap(leaves="Bob", joins=name))
    except SikwuError as error:
        told = error.message("en")
        assert shown(told) == told, repr(told)
        assert book.head == before, "half written"
        return True
    joined = set(book.state.cash) - {*PLAYERS, ""}
    book.undo()
    return not joined


def noted(book: Book, text: str) -> None:
    """No note, author, key or title contains control characters."""
    for event in (
        Result("draw", note=text),
        Penalty("Bob", ("Karen",), "1", text),
        Reverse(2, text),
        Edit(2, Result("draw"), text),
        SentEvent(Result("draw"), author=text),
        SentEvent(Result("draw"), key=text),
    ):
        before = len(book.entries)
        try:
            book.record(event)
        except SikwuError:
            assert len(book.entries) == before
        else:
            entry = book.head
            held = (entry.event.note if hasattr(entry.event, "note") else "") + entry.author + entry.key
            assert shown(held) == held, f"{held!r} was written"
            book.undo()


def printed(book: Book) -> str:
    """Every page of a book, as printed to a terminal without colours."""
    console = paper.paper()
    console.file = out = io.StringIO()
    console.no_color, console.width = True, 100
    for page in (pages.print_head, pages.print_balances, pages.print_pulls, entries.print_log, pages.print_stats):
        page(console, book, "en")
    entries.print_hands(console, book, "yue", 0)
    pages.print_settle_up(console, book, "zh")
    return out.getvalue()


def old_book(chance: Random) -> Book:
    """A book as an older version, or an attacker, may have written it: a valid chain, with unchecked texts."""
    bad = [chance.choice(ESCAPES + DIRECTIONS[:-4]) for _ in range(4)]
    rules = sikwu.ruleset(chance.choice(("hk-standard", "hk-taiwanese", "club16")))
    formula, odd = chance.choice(FORMULAS), "77777777777" if rules.id == "club16" else "1/7777777"
    names = tuple(f"{formula}{name}{_of_a_name(each)}" for name, each in zip("KABJ", bad, strict=True))
    title = f"book{_of_a_name(bad[0])}"
    first = Open("ab" * 16, title, names, to_toml(rules), f"2:{bad[2]}", 0, chance.choice((0, 300)))  # type: ignore[arg-type]
    book = Book(chained(None, f"2024{bad[3]}", first))
    hand = Result("self_draw", {names[1]: 20}, note=f"\n{formula}1+1{bad[0]}")
    for event in (hand, Penalty(names[0], (names[2],), odd, bad[1])):
        entry = chained(book.head, f"20{bad[2]}:\x1b[1m0", event)
        book.accept(book._pending(entry, event))
    return book


def _of_a_name(bad: str) -> str:
    """A name as older versions accepted it: without control characters, but with anything else, and a line end at its
    end.
    """
    return "" if any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in bad) else bad


def old(chance: Random) -> None:
    """An old book opens, reports odd texts, can be exported, and is shown safely; its CSV contains no formula."""
    book = old_book(chance)
    again = read_book(to_jsonl(book).encode("utf-8", "surrogatepass")) if chance.random() < 0.3 else book
    assert again.opened.players == book.opened.players, "names were changed"
    told = printed(again)
    assert shown(told, lines=True) == told, f"reached the terminal: {told!r}"
    assert "may no longer contain" in told.replace("\n", " "), "not said that the book is odd"
    for row in csv.reader(io.StringIO(to_csv(book), newline="")):
        for cell in row:
            bare = cell.lstrip()
            number = bare.lstrip("-").replace("/", "").replace(".", "").isdigit()
            assert number or not bare.startswith(tuple(FORMULAS)), f"a formula: {cell!r}"


def run(seed: int, size: int, refuses: Callable[[Book, str], bool] = refused) -> str:
    """Tries names and notes on a book, and shows books that already contain such texts."""
    chance, tried, olds = Random(seed), 0, 0
    book = Book.new("Friday", PLAYERS, sikwu.ruleset("hk-standard"))
    book.record(Result("draw"))
    for number in range(size):
        if len(book.entries) > 200:
            book = Book.new("Friday", PLAYERS, sikwu.ruleset("hk-standard"))
            book.record(Result("draw"))
        kind, name = attempt(chance)
        assert refuses(book, name), f"{kind}: {name!r} was taken in"
        tried += 1
        if kind in ("escape", "direction"):
            noted(book, name)
        if number % 20 == 0:
            old(chance)
            olds += 1
    honest = (
        "Ann",
        "Karena",
        "Bobby",
        "阿文",
        "Jörg",
        "Zoë",
        "O'Neil",
        "王小明",
        "Иван",
        "みき",
        "🐉",
        "Kay-2",
        "J. K.",
    )
    assert not [name for name in honest if refuses(book, name)], "an honest name was refused"
    assert len({likeness(name) for name in honest}) == len(honest)
    return (
        f"{tried:,} bad names and their notes refused, {len(honest)} honest ones taken, {olds:,} old books shown safely"
    )


def planted(seed: int) -> str:
    """A check that compares names by their code points must be noticed."""

    def careless(book: Book, name: str) -> bool:
        return refused(book, name) if likeness(name) == name or not name.isprintable() else name in PLAYERS

    try:
        run(seed, 1_000, careless)
    except AssertionError as fault:
        return noticed(fault, "was taken in", "names compared as they are written")
    raise AssertionError("look-alikes were not noticed")


ATTACKS = (Attack("names", "G18", 20_000, 300, run, planted),)
