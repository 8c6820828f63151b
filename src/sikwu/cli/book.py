"""`sikwu book`: the commands and their options; what they do lies in `booking`, what they show in `pages`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sikwu.cli.language import LangOption, spoken

book_app = typer.Typer(
    no_args_is_help=True,
    help="簿記 A table's books: who won, who owes, pulls 拉踢斬, chips, undo, edit, statistics, settle up.",
)


class Format(StrEnum):
    """The kinds of files."""

    JSONL = "jsonl"
    CSV = "csv"


DbOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        help="file or postgresql:// URL of the books; default: your own file",
        envvar="SIKWU_BOOKS",
        metavar="WHERE",
    ),
]
BookOption = Annotated[
    str | None,
    typer.Option("--book", "-b", help="which book; default: the one written last", envvar="SIKWU_BOOK", metavar="NAME"),
]
WinsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="WINNER FAN", help="who won and how many fan: B 10, or several on one tile: B=10 D=20"),
]
FromOption = Annotated[
    str | None,
    typer.Option("--from", "-f", help="出銃 whose tile it was; without it: a self-draw 自摸", metavar="NAME"),
]
HandOption = Annotated[
    list[str] | None,
    typer.Option("--hand", "-H", help="the winner's tiles instead of fan (see sikwu score --help)", metavar="TEXT"),
]
DrawOption = Annotated[bool, typer.Option("--draw", help="流局 nobody won")]
FalseOption = Annotated[str | None, typer.Option("--false-win", help="詐糊 who declared it", metavar="NAME")]
OrFalseOption = Annotated[bool, typer.Option("--or-false-win", help="below the minimum, or no win: book a false win")]
RobbedOption = Annotated[bool, typer.Option("--robbed", help="搶槓 the tile was of a kong")]
KongWinOption = Annotated[bool, typer.Option("--on-kong", help="槓上開花 won on the kong of the tile that came --from")]
FlowersOption = Annotated[
    str | None,
    typer.Option("--flowers-by", help="club16: eight flowers beside the dealer's heavenly hand", metavar="NAME"),
]
DiceOption = Annotated[str | None, typer.Option("--dice", help="the opening throw, such as 4,4,4", metavar="D,D,D")]
KongsOption = Annotated[
    list[str] | None, typer.Option("--kong", help="暗槓 who declared one; repeat it", metavar="NAME")
]
FinesOption = Annotated[list[str] | None, typer.Option("--fine", help="who called and did not claim", metavar="NAME")]
CutsOption = Annotated[
    list[str] | None, typer.Option("--cut", help="斬 debtor:creditor, after this hand", metavar="A:B")
]
DeadOption = Annotated[
    list[str] | None, typer.Option("--dead", help="相公 who was marked dead in this hand; repeat it", metavar="NAME")
]
AuthorOption = Annotated[str, typer.Option("--author", help="who writes this", envvar="SIKWU_AUTHOR", metavar="NAME")]
KeyOption = Annotated[
    str, typer.Option("--key", help="a word of your own: the same key again writes nothing twice", metavar="KEY")
]
HandNumberOption = Annotated[
    int | None, typer.Option("--hand-no", help="第幾局 the hand you mean: refused if it is booked already", metavar="N")
]
KeyFileOption = Annotated[
    Path | None,
    typer.Option("--key", help="簽署 refuse the file unless FILE.sig was made with this key file", metavar="KEYFILE"),
]
NoteOption = Annotated[str, typer.Option("--note", help="a remark", metavar="TEXT")]


@book_app.command()
def new(
    name: Annotated[str, typer.Argument(help="what to call it 簿名")],
    players: Annotated[list[str], typer.Argument(metavar="FOUR PLAYERS", help="in seat order 按座位次序")],
    rules: Annotated[str, typer.Option("--rules", "-r", metavar="NAME|FILE")] = "hk-standard",
    option: Annotated[list[str] | None, typer.Option("--option", "-o", metavar="ID=VALUE")] = None,
    dealer: Annotated[str | None, typer.Option("--dealer", help="who deals first 頭莊", metavar="NAME")] = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """開簿。 Open a new book for four players under one ruleset."""
    from sikwu.cli.booking import new_command

    new_command(name, players, rules, option or [], dealer, db, spoken(lang))


@book_app.command("list")
def list_books(db: DbOption = None, lang: LangOption = None) -> None:
    """所有簿。 All books, the one written last first."""
    from sikwu.cli.booking import list_command

    list_command(db, spoken(lang))


@book_app.command()
def add(
    wins: WinsArgument = None,
    source: FromOption = None,
    hand: HandOption = None,
    draw: DrawOption = False,
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
) -> None:
    """記一局。 Write a hand: `add B 10 --from A`, `add B 10` (self-draw), `add B --hand "…"`, `add --draw`."""
    from sikwu.cli.booking import Stamp, Typed, add_command

    ways = (draw, false_win, robbed, on_kong, flowers_by)
    sides = (dice, kong or [], fine or [], cut or [], dead or [])
    form = Typed(wins or [], source, hand or [], *ways, *sides, note, or_false_win)
    add_command(form, Stamp(author, key, hand_no), book, db, spoken(lang))


@book_app.command()
def edit(
    entry: Annotated[int, typer.Argument(help="the number of the entry to replace 第幾條")],
    wins: WinsArgument = None,
    source: FromOption = None,
    hand: HandOption = None,
    draw: DrawOption = False,
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
) -> None:
    """改一局，之後重新計。 Replace a past hand; everything after it is worked out anew, the old entry stays visible."""
    from sikwu.cli.booking import Stamp, Typed, edit_command

    ways = (draw, false_win, robbed, on_kong, flowers_by)
    sides = (dice, kong or [], fine or [], cut or [], dead or [])
    form = Typed(wins or [], source, hand or [], *ways, *sides, note, or_false_win)
    edit_command(entry, form, Stamp(author, key), book, db, spoken(lang))


@book_app.command()
def reverse(
    entry: Annotated[int, typer.Argument(help="the number of the entry 第幾條")],
    note: NoteOption = "",
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """作廢一條。 Take one entry out of effect; it stays visible."""
    from sikwu.book.events import Reverse
    from sikwu.cli.booking import event_command

    event_command(Reverse(entry, note), key, book, db, spoken(lang))


@book_app.command()
def show(
    book: BookOption = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="how many of the last hands; 0: all")] = 8,
    log: Annotated[bool, typer.Option("--log", help="every entry ever written, undone or edited ones too")] = False,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """看數。 Balances, open pulls, dealer, streak, round and the last hands."""
    from sikwu.cli.booking import show_command

    show_command(book, hands, log, db, spoken(lang))


@book_app.command()
def undo(key: KeyOption = "", book: BookOption = None, db: DbOption = None, lang: LangOption = None) -> None:
    """還原上一步。 Take the newest action back."""
    from sikwu.cli.booking import undo_command

    undo_command(False, key, book, db, spoken(lang))


@book_app.command()
def redo(key: KeyOption = "", book: BookOption = None, db: DbOption = None, lang: LangOption = None) -> None:
    """重做。 Put back what was undone last."""
    from sikwu.cli.booking import undo_command

    undo_command(True, key, book, db, spoken(lang))


@book_app.command()
def cut(
    debtor: Annotated[str, typer.Argument(help="who buys himself out 被拉者")],
    creditor: Annotated[str, typer.Argument(help="of whose pull 拉的那家")],
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """斬拉。 A debtor pays his pull in full, where the last hand offers it."""
    from sikwu.book.events import Cut
    from sikwu.cli.booking import event_command

    event_command(Cut(debtor, creditor), key, book, db, spoken(lang))


@book_app.command()
def fine(
    player: Annotated[str, typer.Argument(help="who called and did not claim 叫碰不碰")],
    key: KeyOption = "",
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """罰子。 A fine into the pot."""
    from sikwu.book.events import Fine
    from sikwu.cli.booking import event_command

    event_command(Fine(player), key, book, db, spoken(lang))


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
) -> None:
    """罰款。 A payment of its own, to one or more players."""
    from sikwu.book.events import Penalty
    from sikwu.cli.booking import event_command

    event_command(Penalty(payer, tuple(payees), amount, note), key, book, db, spoken(lang))


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
) -> None:
    """換人、換位、搬風。 Players leave, join, change seats, or draw them anew."""
    from sikwu.cli.booking import swap_command

    swap_command(leaves, joins, seats, redraw, key, book, db, spoken(lang))


@book_app.command()
def close(key: KeyOption = "", book: BookOption = None, db: DbOption = None, lang: LangOption = None) -> None:
    """埋數。 Close the book: every open pull is paid, and the fewest transfers are shown."""
    from sikwu.book.events import Close
    from sikwu.cli.booking import event_command

    event_command(Close(), key, book, db, spoken(lang))


@book_app.command()
def stats(book: BookOption = None, db: DbOption = None, lang: LangOption = None) -> None:
    """統計。 Wins, self-draws, discards into, fan, streaks and a chart of the running totals."""
    from sikwu.cli.booking import stats_command

    stats_command(book, db, spoken(lang))


@book_app.command()
def settle(book: BookOption = None, db: DbOption = None, lang: LangOption = None) -> None:
    """找數。 The fewest transfers that clear all debts, as if the book were closed now."""
    from sikwu.cli.booking import settle_command

    settle_command(book, db, spoken(lang))


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
) -> None:
    """匯出。 Write a book to a file: JSON Lines or CSV."""
    from sikwu.cli.booking import export_command

    export_command(file, None if format is None else format.value, sign, book, db, spoken(lang))


@book_app.command("import")
def import_book(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a file that `sikwu book export` wrote; -: standard input")
    ],
    key: KeyFileOption = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """匯入。 Take a book from a file: checked in full, or nothing is written."""
    from sikwu.cli.booking import import_command

    import_command(file, key, db, spoken(lang))


@book_app.command()
def verify(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="which book; default: the one written last")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="an exported file instead of the database", metavar="FILE")
    ] = None,
    key: KeyFileOption = None,
    mend: Annotated[bool, typer.Option("--mend", help="drop a snapshot that the log does not bear out")] = False,
    book: BookOption = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """查帳。 Check a whole book from its first entry: chain, order, money, tiles, snapshot."""
    from sikwu.cli.booking import verify_command

    verify_command(name or book, file, key, mend, db, spoken(lang))


@book_app.command()
def upgrade(db: DbOption = None, lang: LangOption = None) -> None:
    """更新舊檔。 Bring the file of an older sikwu up to date; a copy is kept beside it."""
    from sikwu.cli.booking import upgrade_command

    upgrade_command(db, spoken(lang))
