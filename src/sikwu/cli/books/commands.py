"""`sikwu book`: the commands and their options. `booking` carries them out, `pages` prints the results."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sikwu.cli.books.flags import (
    AccessFlags,
    AuthorOption,
    BookOption,
    DbOption,
    FromOption,
    HandFlags,
    HandNumberOption,
    KeyFileOption,
    KeyOption,
    NoteOption,
)
from sikwu.cli.shared.completion import complete_book, complete_rules
from sikwu.cli.shared.flags import JsonOption, SetOption
from sikwu.cli.shared.language import Lang, LangOption, spoken
from sikwu.cli.shared.parameters import spread

if TYPE_CHECKING:
    from sikwu.cli.books.desk import BookAccess

book_app = typer.Typer()


class Format(StrEnum):
    """The file formats of an export."""

    JSONL = "jsonl"
    CSV = "csv"


def _door(db: str | None, book: str | None, lang: Lang | None, json: bool) -> BookAccess:
    from sikwu.cli.books.desk import BookAccess

    return BookAccess(db, book, spoken(lang), json)


def _access(access: AccessFlags) -> BookAccess:
    return _door(access.db, access.book, access.lang, access.json)


@book_app.callback(invoke_without_command=True)
def books(context: typer.Context) -> None:
    """簿記 Keep the score book of a real table: results, debts, chips, corrections, statistics, settling up.

    Pull 拉: an unpaid debt to a winner, which grows if you lose to the same winner again. Kick 踢: if you win from your creditor, you pay
    only a part of it. Cut 斬: you pay it off in full.
    Without a command, at a terminal, the book changed last opens as a session (see sikwu book play --help).
    在終端機打 sikwu book，就打開最近寫過的簿，一局一行。

    Example 例子: sikwu book new 星期五 阿明 阿珍 阿強 阿芳
    """
    if context.invoked_subcommand is not None:
        return
    from sikwu.cli.shared.asking import at_terminal

    if not at_terminal():
        print(context.get_help())
        raise typer.Exit(2)
    from sikwu.cli.books.into_session import play_command

    play_command(_door(os.environ.get("SIKWU_BOOKS") or None, os.environ.get("SIKWU_BOOK") or None, None, False))


@book_app.command()
def play(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="which book; default: the one changed last", autocompletion=complete_book),
    ] = None,
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """記數：一局一行。 Keep a book line by line: b 10 a (B wins 10 fan from A), b 10 (self-draw), = draw, x a (false win), u undo, ? help, q end.

    Each line is saved before its result is shown. The first letters of a name are enough. Lines can come from a pipe.

    Example 例子: printf 'b 10 a\\n=\\nq\\n' | sikwu book play
    """
    from sikwu.cli.books.into_session import play_command

    play_command(_door(db, name or book, lang, False))


@book_app.command()
def new(
    name: Annotated[
        str | None, typer.Argument(help="name of the book 簿名; at a terminal you are asked for it")
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="FOUR PLAYERS", help="in seat order 按座位次序; at a terminal you are asked for them"),
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
        typer.Option(
            "--unit", help="money for one point, or for one fan in sixteen-tile rules; default: 1", metavar="AMOUNT"
        ),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", help="who deals first 頭莊; default: the first player", metavar="NAME")
    ] = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """開簿。 Open a new book for four players under one ruleset; the command asks for what you do not give.

    Example 例子: sikwu book new 星期五 阿明 阿珍 阿強 阿芳 --stake 五一
    """
    from sikwu.cli.books.booking import new_command
    from sikwu.cli.books.into_session import unbroken
    from sikwu.cli.books.opening import BookFlags, opening

    door = _door(db, None, lang, json)
    with unbroken(door.lang):
        found = opening(BookFlags(name, players or [], rules, option or [], stake, unit, dealer), door)
    new_command(found.name, found.players, found.ruleset, found.dealer, door)


@book_app.command("list")
def list_books(db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """所有簿。 List all books, the one changed last first, and the file or database that holds them.

    Example 例子: sikwu book list
    """
    from sikwu.cli.books.booking import list_command

    list_command(_door(db, None, lang, json))


@book_app.command()
@spread
def add(
    hand: HandFlags,
    author: AuthorOption = "",
    key: KeyOption = "",
    hand_no: HandNumberOption = None,
    *,
    access: AccessFlags,
) -> None:
    """記一局。 Record a hand: add B 10 --from A; add B 10 (self-draw); add B --hand "…"; add --draw; add --false-win A.

    Example 例子: sikwu book add 阿珍 10 --from 阿明
    """
    from sikwu.cli.books.booking import add_command
    from sikwu.cli.books.desk import Stamp

    add_command(hand, Stamp(author, key, hand_no), _access(access))


@book_app.command()
@spread
def edit(
    entry: Annotated[int, typer.Argument(help="number of the entry to replace 第幾條")],
    hand: HandFlags,
    author: AuthorOption = "",
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """改一局，之後重新計。 Replace a past hand. Everything after it is calculated again; the old entry stays visible.

    Example 例子: sikwu book edit 2 阿珍 8 --from 阿強
    """
    from sikwu.cli.books.booking import edit_command
    from sikwu.cli.books.desk import Stamp

    edit_command(entry, hand, Stamp(author, key), _access(access))


@book_app.command()
@spread
def reverse(
    entry: Annotated[int, typer.Argument(help="number of the entry 第幾條")],
    note: NoteOption = "",
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """作廢一條。 Cancel one entry: it no longer counts, but stays visible.

    Example 例子: sikwu book reverse 2
    """
    from sikwu.book.events import Reverse
    from sikwu.cli.books.booking import event_command

    event_command(Reverse(entry, note), key, _access(access))


@book_app.command()
def show(
    book: BookOption = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="number of latest entries to show; 0: all")] = 8,
    log: Annotated[bool, typer.Option("--log", help="show every entry, also undone and replaced ones")] = False,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """看數。 Show balances, open pulls, dealer, streak, round and the last hands.

    Example 例子: sikwu book show --hands 3
    """
    from sikwu.cli.books.booking import show_command

    show_command(hands, log, _door(db, book, lang, json))


CountArgument = Annotated[int, typer.Argument(metavar="N", help="number of actions 幾多步")]


@book_app.command()
@spread
def undo(
    count: CountArgument = 1,
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """還原最近幾步。 Undo the latest action, or the latest N (all of them or none).

    Example 例子: sikwu book undo 2
    """
    from sikwu.cli.books.booking import undo_command

    undo_command(False, count, key, _access(access))


@book_app.command()
@spread
def redo(
    count: CountArgument = 1,
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """重做。 Redo the action undone last, or the last N.

    Example 例子: sikwu book redo 2
    """
    from sikwu.cli.books.booking import undo_command

    undo_command(True, count, key, _access(access))


@book_app.command()
@spread
def rename(
    name: Annotated[str, typer.Argument(help="the new name of the book 新簿名")],
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """改簿名。 Rename the book; this can be undone.

    Example 例子: sikwu book rename 中秋局
    """
    from sikwu.cli.books.booking import rename_command

    rename_command(name, key, _access(access))


@book_app.command()
def where(db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """簿放在哪裏。 Print the file or database that holds the books.

    Example 例子: sikwu book where
    """
    from sikwu.cli.books.booking import where_command

    where_command(_door(db, None, lang, json))


@book_app.command()
@spread
def cut(
    debtor: Annotated[str, typer.Argument(help="player who pays 被拉者")],
    creditor: Annotated[str, typer.Argument(help="player who is owed 拉的那家")],
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """斬拉。 Cut a pull: the debtor pays the whole debt at once, if the last hand allows it.

    Example 例子: sikwu book cut 阿明 阿珍
    """
    from sikwu.book.events import Cut
    from sikwu.cli.books.booking import event_command

    event_command(Cut(debtor, creditor), key, _access(access))


@book_app.command()
@spread
def fine(
    player: Annotated[str, typer.Argument(help="player who called a tile and did not take it 叫碰不碰")],
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """罰子。 Record a fine into the pot (club16 chips).

    Example 例子: sikwu book fine 阿芳
    """
    from sikwu.book.events import Fine
    from sikwu.cli.books.booking import event_command

    event_command(Fine(player), key, _access(access))


@book_app.command()
@spread
def penalty(
    payer: Annotated[str, typer.Argument(help="who pays 付款人")],
    amount: Annotated[str, typer.Argument(help="amount for each payee 每人幾多")],
    payees: Annotated[list[str], typer.Argument(help="who is paid 收款人")],
    note: NoteOption = "",
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """罰款。 Record a separate payment from one player to one or more others.

    Example 例子: sikwu book penalty 阿明 10 阿珍 阿強
    """
    from sikwu.cli.books.booking import penalty_command

    penalty_command(payer, amount, payees, note, key, _access(access))


@book_app.command()
@spread
def collect(
    payee: Annotated[str, typer.Argument(help="who is paid 收款人")],
    amount: Annotated[str, typer.Argument(help="amount from each payer 每人幾多")],
    payers: Annotated[list[str] | None, typer.Argument(help="who pays; default: everybody else 付款人")] = None,
    note: NoteOption = "",
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """收錢。 Record a separate payment from several players, or from all the others, to one player.

    Example 例子: sikwu book collect 阿珍 2
    """
    from sikwu.cli.books.booking import collect_command

    collect_command(payee, amount, payers or (), note, key, _access(access))


@book_app.command()
@spread
def event(
    event: Annotated[str, typer.Argument(help="what happened: kong_exposed, flower=2, a name of your rules 什麼事")],
    player: Annotated[str | None, typer.Argument(help="to whom 哪一家")] = None,
    source: FromOption = None,
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """槓錢、花錢、自己規矩的錢。 Record something that the rules of the house pay for.

    Example 例子: sikwu book event kong_exposed 阿珍 --from 阿明
    """
    from sikwu.cli.books.booking import happening_command

    happening_command(event, player, source, key, _access(access))


@book_app.command()
@spread
def swap(
    leaves: Annotated[str | None, typer.Option("--leaves", help="who leaves 離座", metavar="NAME")] = None,
    joins: Annotated[str | None, typer.Option("--joins", help="who sits down 入座", metavar="NAME")] = None,
    seats: Annotated[
        str | None,
        typer.Option("--seats", help="new seats of the same four players, in seat order 換位", metavar="A,B,C,D"),
    ] = None,
    redraw: Annotated[
        str | None,
        typer.Option(
            "--redraw",
            help="seats after a new draw, in seat order; chips are settled and issued again 結帳搬風",
            metavar="A,B,C,D",
        ),
    ] = None,
    key: KeyOption = "",
    *,
    access: AccessFlags,
) -> None:
    """換人、換位、搬風。 Record that players leave, join, change seats, or draw seats again.

    Example 例子: sikwu book swap --leaves 阿芳 --joins 阿儀
    """
    from sikwu.cli.books.booking import swap_command

    swap_command(leaves, joins, seats, redraw, key, _access(access))


@book_app.command()
@spread
def close(key: KeyOption = "", *, access: AccessFlags) -> None:
    """埋數。 Close the book: open pulls are paid, and the smallest set of transfers that clears all debts is shown.

    Example 例子: sikwu book close
    """
    from sikwu.book.events import Close
    from sikwu.cli.books.booking import event_command

    event_command(Close(), key, _access(access))


@book_app.command()
@spread
def stats(access: AccessFlags) -> None:
    """統計。 Show each player's wins, self-draws, discards that others won on, fan and streaks, and a chart of the totals.

    Example 例子: sikwu book stats
    """
    from sikwu.cli.books.booking import stats_command

    stats_command(_access(access))


@book_app.command()
@spread
def settle(access: AccessFlags) -> None:
    """找數。 Show the smallest set of transfers that clears all debts, as if the book were closed now.

    Example 例子: sikwu book settle
    """
    from sikwu.cli.books.booking import settle_command

    settle_command(_access(access))


@book_app.command()
@spread
def export(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="file to write; without FILE, or with -, standard output")
    ] = None,
    format: Annotated[
        Format | None, typer.Option("--format", help="file format; default: from the file name, otherwise jsonl")
    ] = None,
    sign: Annotated[
        Path | None,
        typer.Option("--sign", help="簽署 also write FILE.sig, a signature made with this key file", metavar="KEYFILE"),
    ] = None,
    *,
    access: AccessFlags,
) -> None:
    """匯出。 Write a book to a file: JSON Lines or CSV.

    Example 例子: sikwu book export friday.csv
    """
    from sikwu.cli.books.booking import export_command

    export_command(file, None if format is None else format.value, sign, _access(access))


@book_app.command("import")
def import_book(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="file written by `sikwu book export`; - is standard input")
    ],
    key: KeyFileOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """匯入。 Import a book from a file. The file is checked in full first; if anything is wrong, nothing is imported.

    Example 例子: sikwu book import friday.csv --db other.db
    """
    from sikwu.cli.books.booking import import_command

    import_command(file, key, _door(db, None, lang, json))


@book_app.command()
@spread
def verify(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="which book; default: the one changed last", autocompletion=complete_book),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="check an exported file instead of the database", metavar="FILE")
    ] = None,
    key: KeyFileOption = None,
    mend: Annotated[bool, typer.Option("--mend", help="delete a saved state that does not match the entries")] = False,
    *,
    access: AccessFlags,
) -> None:
    """查帳。 Check a whole book from its first entry: hash chain, order, amounts, tiles, saved state.

    Example 例子: sikwu book verify
    """
    from sikwu.cli.books.booking import verify_command

    verify_command(file, key, mend, _access(access._replace(book=name or access.book)))


@book_app.command()
def upgrade(db: DbOption = None, lang: LangOption = None, json: JsonOption = False) -> None:
    """更新舊檔。 Upgrade a file written by an older sikwu; a copy of the old file is kept beside it.

    Example 例子: sikwu book upgrade
    """
    from sikwu.cli.books.booking import upgrade_command

    upgrade_command(_door(db, None, lang, json))
