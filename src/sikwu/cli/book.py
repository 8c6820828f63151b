"""`sikwu book`: the commands and their options; what they do lies in `booking`, what they show in `pages`."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sikwu.cli.book_flags import (
    AuthorOption,
    BookOption,
    CutsOption,
    DbOption,
    DeadOption,
    DiceOption,
    DrawOption,
    FalseOption,
    FinesOption,
    FlowersOption,
    FromOption,
    HandNumberOption,
    HandOption,
    JsonOption,
    KeyFileOption,
    KeyOption,
    KongsOption,
    KongWinOption,
    LiableOption,
    NoteOption,
    OrFalseOption,
    RobbedOption,
    WinsArgument,
)
from sikwu.cli.completion import complete_book, complete_rules
from sikwu.cli.flags import SetOption
from sikwu.cli.language import Lang, LangOption, spoken

if TYPE_CHECKING:
    from sikwu.cli.desk import Door

book_app = typer.Typer()


class Format(StrEnum):
    """The kinds of files."""

    JSONL = "jsonl"
    CSV = "csv"


def _door(db: str | None, book: str | None, lang: Lang | None, json: bool) -> Door:
    from sikwu.cli.desk import Door

    return Door(db, book, spoken(lang), json)


@book_app.callback(invoke_without_command=True)
def books(context: typer.Context) -> None:
    """簿記 Keep a table's books: who won, who owes, pulls 拉踢斬, chips, undo, edit, statistics, settle up.

    Without a command, at a terminal, the book written last is opened as a session (see sikwu book play --help).
    在終端機打 sikwu book，就打開最近寫過的簿，一局一行。

    Example 例子: sikwu book new 星期五 阿明 阿珍 阿強 阿芳
    """
    if context.invoked_subcommand is not None:
        return
    from sikwu.cli.asking import at_terminal

    if not at_terminal():
        print(context.get_help())
        raise typer.Exit(2)
    from sikwu.cli.play import play_command

    play_command(_door(os.environ.get("SIKWU_BOOKS") or None, os.environ.get("SIKWU_BOOK") or None, None, False))


@book_app.command()
def play(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="which book; default: the one written last", autocompletion=complete_book),
    ] = None,
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """記數：一局一行。 Keep a book line by line: b 10 a (B wins 10 fan from A), b 10 (self-draw), = draw, x a (false win), u undo, ? help, q end.

    Every line is on the disk when it is answered; names may be cut short; lines may come through a pipe.

    Example 例子: printf 'b 10 a\\n=\\nq\\n' | sikwu book play
    """
    from sikwu.cli.play import play_command

    play_command(_door(db, name or book, lang, False))


@book_app.command()
def new(
    name: Annotated[str | None, typer.Argument(help="what to call it 簿名; at a terminal you are asked")] = None,
    players: Annotated[
        list[str] | None, typer.Argument(metavar="FOUR PLAYERS", help="in seat order 按座位次序; or you are asked")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            "-r",
            help="ruleset NAME or FILE.toml; default: hk-standard",
            metavar="NAME|FILE",
            autocompletion=complete_rules,
        ),
    ] = None,
    option: SetOption = None,
    stake: Annotated[
        str | None,
        typer.Option("--stake", help="注碼 二五雞, 五一, 一二蚊 or a number; default: 二五雞", metavar="STAKE"),
    ] = None,
    unit: Annotated[
        str | None,
        typer.Option("--unit", help="what a point, or a fan of sixteen tiles, is worth; default: 1", metavar="AMOUNT"),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", help="who deals first 頭莊; default: the first", metavar="NAME")
    ] = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """開簿。 Open a new book for four players under one ruleset; what is not given is asked for.

    Example 例子: sikwu book new 星期五 阿明 阿珍 阿強 阿芳 --stake 五一
    """
    from sikwu.cli.booking import new_command
    from sikwu.cli.opening import Wanted, opening
    from sikwu.cli.play import unbroken

    door = _door(db, None, lang, json)
    with unbroken(door.lang):
        found = opening(Wanted(name, players or [], rules, option or [], stake, unit, dealer), door)
    new_command(found.name, found.players, found.ruleset, found.dealer, door)


@book_app.command("list")
def list_books(db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """所有簿。 List all books, the one written last first, and where they lie.

    Example 例子: sikwu book list
    """
    from sikwu.cli.booking import list_command

    list_command(_door(db, None, lang, json))


@book_app.command()
def add(
    wins: WinsArgument = None,
    source: FromOption = None,
    hand: HandOption = None,
    draw: DrawOption = False,
    liable: LiableOption = None,
    false_win: FalseOption = None,
    or_false_win: OrFalseOption = False,
    robbed: RobbedOption = False,
    on_kong: KongWinOption = False,
    flowers_by: FlowersOption = None,
    dice: DiceOption = None,
    kong: KongsOption = None,
    fine: FinesOption = None,
    cut: CutsOption = None,
    dead: DeadOption = None,
    note: NoteOption = "",
    author: AuthorOption = "",
    key: KeyOption = "",
    hand_no: HandNumberOption = None,
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """記一局。 Write a hand: add B 10 --from A; add B 10 (self-draw); add B --hand "…"; add --draw; add --false-win A.

    Example 例子: sikwu book add 阿珍 10 --from 阿明
    """
    from sikwu.cli.booking import Typed, add_command
    from sikwu.cli.desk import Stamp

    ways = (draw, false_win, robbed, on_kong, flowers_by)
    sides = (dice, kong or [], fine or [], cut or [], dead or [])
    form = Typed(wins or [], source, hand or [], *ways, *sides, note, or_false_win, liable)
    add_command(form, Stamp(author, key, hand_no), _door(db, book, lang, json))


@book_app.command()
def edit(
    entry: Annotated[int, typer.Argument(help="the number of the entry to replace 第幾條")],
    wins: WinsArgument = None,
    source: FromOption = None,
    hand: HandOption = None,
    draw: DrawOption = False,
    liable: LiableOption = None,
    false_win: FalseOption = None,
    or_false_win: OrFalseOption = False,
    robbed: RobbedOption = False,
    on_kong: KongWinOption = False,
    flowers_by: FlowersOption = None,
    dice: DiceOption = None,
    kong: KongsOption = None,
    fine: FinesOption = None,
    cut: CutsOption = None,
    dead: DeadOption = None,
    note: NoteOption = "",
    author: AuthorOption = "",
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """改一局，之後重新計。 Replace a past hand; everything after it is worked out anew, the old entry stays visible.

    Example 例子: sikwu book edit 2 阿珍 8 --from 阿強
    """
    from sikwu.cli.booking import Typed, edit_command
    from sikwu.cli.desk import Stamp

    ways = (draw, false_win, robbed, on_kong, flowers_by)
    sides = (dice, kong or [], fine or [], cut or [], dead or [])
    form = Typed(wins or [], source, hand or [], *ways, *sides, note, or_false_win, liable)
    edit_command(entry, form, Stamp(author, key), _door(db, book, lang, json))


@book_app.command()
def reverse(
    entry: Annotated[int, typer.Argument(help="the number of the entry 第幾條")],
    note: NoteOption = "",
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """作廢一條。 Take one entry out of effect; it stays visible.

    Example 例子: sikwu book reverse 2
    """
    from sikwu.book.events import Reverse
    from sikwu.cli.booking import event_command

    event_command(Reverse(entry, note), key, _door(db, book, lang, json))


@book_app.command()
def show(
    book: BookOption = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="how many of the last entries; 0: all")] = 8,
    log: Annotated[bool, typer.Option("--log", help="every entry ever written, undone or edited ones too")] = False,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """看數。 Show balances, open pulls, dealer, streak, round and the last hands.

    Example 例子: sikwu book show --hands 3
    """
    from sikwu.cli.booking import show_command

    show_command(hands, log, _door(db, book, lang, json))


CountArgument = Annotated[int, typer.Argument(metavar="N", help="how many actions 幾多步")]


@book_app.command()
def undo(
    count: CountArgument = 1,
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """還原最近幾步。 Take the newest action back, or the newest N, all or none.

    Example 例子: sikwu book undo 2
    """
    from sikwu.cli.booking import undo_command

    undo_command(False, count, key, _door(db, book, lang, json))


@book_app.command()
def redo(
    count: CountArgument = 1,
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """重做。 Put back what was undone last, or the last N.

    Example 例子: sikwu book redo 2
    """
    from sikwu.cli.booking import undo_command

    undo_command(True, count, key, _door(db, book, lang, json))


@book_app.command()
def rename(
    name: Annotated[str, typer.Argument(help="the new name of the book 新簿名")],
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """改簿名。 Give the book another name; it can be undone.

    Example 例子: sikwu book rename 中秋局
    """
    from sikwu.cli.booking import rename_command

    rename_command(name, key, _door(db, book, lang, json))


@book_app.command()
def where(db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """簿放在哪裏。 Print where the books lie.

    Example 例子: sikwu book where
    """
    from sikwu.cli.booking import where_command

    where_command(_door(db, None, lang, json))


@book_app.command()
def cut(
    debtor: Annotated[str, typer.Argument(help="who buys himself out 被拉者")],
    creditor: Annotated[str, typer.Argument(help="of whose pull 拉的那家")],
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """斬拉。 Let a debtor pay his pull in full, where the last hand offers it.

    Example 例子: sikwu book cut 阿明 阿珍
    """
    from sikwu.book.events import Cut
    from sikwu.cli.booking import event_command

    event_command(Cut(debtor, creditor), key, _door(db, book, lang, json))


@book_app.command()
def fine(
    player: Annotated[str, typer.Argument(help="who called and did not claim 叫碰不碰")],
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """罰子。 Write a fine into the pot (club chips).

    Example 例子: sikwu book fine 阿芳
    """
    from sikwu.book.events import Fine
    from sikwu.cli.booking import event_command

    event_command(Fine(player), key, _door(db, book, lang, json))


@book_app.command()
def penalty(
    payer: Annotated[str, typer.Argument(help="who pays 付款人")],
    amount: Annotated[str, typer.Argument(help="how much to each 每人幾多")],
    payees: Annotated[list[str], typer.Argument(help="to whom 收款人")],
    note: NoteOption = "",
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """罰款。 Write a payment of its own, from one player to one or more others.

    Example 例子: sikwu book penalty 阿明 10 阿珍 阿強
    """
    from sikwu.book.events import Penalty
    from sikwu.cli.booking import event_command

    event_command(Penalty(payer, tuple(payees), amount, note), key, _door(db, book, lang, json))


@book_app.command()
def swap(
    leaves: Annotated[str | None, typer.Option("--leaves", help="who leaves 離座", metavar="NAME")] = None,
    joins: Annotated[str | None, typer.Option("--joins", help="who sits down 入座", metavar="NAME")] = None,
    seats: Annotated[
        str | None, typer.Option("--seats", help="or: new seats of the same four, A,B,C,D 換位", metavar="A,B,C,D")
    ] = None,
    redraw: Annotated[
        str | None,
        typer.Option("--redraw", help="or: seats drawn anew, chips issued again 結帳搬風", metavar="A,B,C,D"),
    ] = None,
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """換人、換位、搬風。 Players leave, join, change seats, or draw them anew.

    Example 例子: sikwu book swap --leaves 阿芳 --joins 阿儀
    """
    from sikwu.cli.booking import swap_command

    swap_command(leaves, joins, seats, redraw, key, _door(db, book, lang, json))


@book_app.command()
def close(
    key: KeyOption = "", book: BookOption = None, db: DbOption = None, lang: LangOption = None, json: JsonOption = False
) -> None:
    """埋數。 Close the book: every open pull is paid, and the fewest transfers are shown.

    Example 例子: sikwu book close
    """
    from sikwu.book.events import Close
    from sikwu.cli.booking import event_command

    event_command(Close(), key, _door(db, book, lang, json))


@book_app.command()
def stats(book: BookOption = None, db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """統計。 Show wins, self-draws, discards into, fan, streaks and a chart of the running totals.

    Example 例子: sikwu book stats
    """
    from sikwu.cli.booking import stats_command

    stats_command(_door(db, book, lang, json))


@book_app.command()
def settle(book: BookOption = None, db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """找數。 Show the fewest transfers that clear all debts, as if the book were closed now.

    Example 例子: sikwu book settle
    """
    from sikwu.cli.booking import settle_command

    settle_command(_door(db, book, lang, json))


@book_app.command()
def export(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="without FILE, or with -: standard output")
    ] = None,
    format: Annotated[
        Format | None, typer.Option("--format", help="default: by the name of the file, else jsonl")
    ] = None,
    sign: Annotated[
        Path | None, typer.Option("--sign", help="簽署 also write FILE.sig, made with this key file", metavar="KEYFILE")
    ] = None,
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """匯出。 Write a book to a file: JSON Lines or CSV.

    Example 例子: sikwu book export friday.csv
    """
    from sikwu.cli.booking import export_command

    export_command(file, None if format is None else format.value, sign, _door(db, book, lang, json))


@book_app.command("import")
def import_book(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a file that `sikwu book export` wrote; -: standard input")
    ],
    key: KeyFileOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """匯入。 Take a book from a file: checked in full, or nothing is written.

    Example 例子: sikwu book import friday.csv --db other.db
    """
    from sikwu.cli.booking import import_command

    import_command(file, key, _door(db, None, lang, json))


@book_app.command()
def verify(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="which book; default: the one written last", autocompletion=complete_book),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="an exported file instead of the database", metavar="FILE")
    ] = None,
    key: KeyFileOption = None,
    mend: Annotated[bool, typer.Option("--mend", help="drop a snapshot that the log does not bear out")] = False,
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """查帳。 Check a whole book from its first entry: chain, order, money, tiles, snapshot.

    Example 例子: sikwu book verify
    """
    from sikwu.cli.booking import verify_command

    verify_command(file, key, mend, _door(db, name or book, lang, json))


@book_app.command()
def upgrade(db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """更新舊檔。 Bring the file of an older sikwu up to date; a copy is kept beside it.

    Example 例子: sikwu book upgrade
    """
    from sikwu.cli.booking import upgrade_command

    upgrade_command(_door(db, None, lang, json))
