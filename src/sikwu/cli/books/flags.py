"""Command line options of the `sikwu book` commands; those that several commands share are parameter objects (`HandFlags`)."""

# Annotations are values here, not text: `spread` makes parameters of the fields of the named tuples.
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from sikwu.cli.shared.completion import complete_book
from sikwu.cli.shared.flags import JsonOption
from sikwu.cli.shared.language import LangOption

DbOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        help="SQLite file or postgresql:// URL of the books; default: your own file",
        envvar="SIKWU_BOOKS",
        metavar="WHERE",
    ),
]
BookOption = Annotated[
    str | None,
    typer.Option(
        "--book",
        "-b",
        help="which book; default: the one changed last",
        envvar="SIKWU_BOOK",
        metavar="NAME",
        autocompletion=complete_book,
    ),
]
WinsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="WINNER FAN", help="winner and fan: B 10; several winners on one tile: B=10 D=20"),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from", "-f", help="出銃 player who discarded the winning tile; without it: a self-draw 自摸", metavar="NAME"
    ),
]
HandOption = Annotated[
    list[str] | None,
    typer.Option("--hand", "-H", help="the winner's tiles instead of fan (see sikwu score --help)", metavar="TEXT"),
]
LiableOption = Annotated[
    str | None,
    typer.Option(
        "--liable",
        help="包 player who is liable for the win, for a win given by its fan; NAME=half, NAME=whole or NAME=rest says what that player pays",
        metavar="NAME",
    ),
]
DrawOption = Annotated[bool, typer.Option("--draw", help="流局 the deal ended without a winner")]
FalseOption = Annotated[
    str | None, typer.Option("--false-win", help="詐糊 player who declared a false win", metavar="NAME")
]
OrFalseOption = Annotated[
    bool, typer.Option("--or-false-win", help="if the hand does not win, record a false win instead of refusing")
]
RobbedOption = Annotated[
    bool, typer.Option("--robbed", help="搶槓 the winning tile robbed the kong of the player named by --from")
]
KongWinOption = Annotated[
    bool,
    typer.Option(
        "--on-kong",
        help="槓上開花 won on the replacement tile of a kong, made of a tile that the player named by --from discarded",
    ),
]
FlowersOption = Annotated[
    str | None,
    typer.Option(
        "--flowers-by", help="club16: player with eight flowers in the deal of a heavenly hand 天糊", metavar="NAME"
    ),
]
DiceOption = Annotated[
    str | None, typer.Option("--dice", help="the three dice of the opening throw, such as 4,4,4", metavar="D,D,D")
]
KongsOption = Annotated[
    list[str] | None,
    typer.Option("--kong", help="暗槓 player who declared a concealed kong; repeatable", metavar="NAME"),
]
FinesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fine", help="player fined for calling a tile and not taking it 叫碰不碰; repeatable", metavar="NAME"
    ),
]
CutsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cut",
        help="斬 cut: DEBTOR pays the debt to CREDITOR in full after this hand; repeatable",
        metavar="DEBTOR:CREDITOR",
    ),
]
DeadOption = Annotated[
    list[str] | None,
    typer.Option("--dead", help="相公 player whose hand was dead in this deal; repeatable", metavar="NAME"),
]
EventsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--event",
        help="什麼事 something that the house pays for: horse=2, kong_exposed:Ann<Ben; repeatable",
        metavar="EVENT",
    ),
]
AuthorOption = Annotated[
    str, typer.Option("--author", help="who makes this entry", envvar="SIKWU_AUTHOR", metavar="NAME")
]
KeyOption = Annotated[
    str,
    typer.Option(
        "--key",
        help="an id of your choice; repeating a command with the same id does not record it twice",
        metavar="KEY",
    ),
]
HandNumberOption = Annotated[
    int | None,
    typer.Option("--hand-no", help="第幾局 number of this hand; refused if that hand is already recorded", metavar="N"),
]
KeyFileOption = Annotated[
    Path | None,
    typer.Option(
        "--key", help="簽署 refuse the file unless FILE.sig is a signature made with this key file", metavar="KEYFILE"
    ),
]
NoteOption = Annotated[str, typer.Option("--note", help="a remark", metavar="TEXT")]


class HandFlags(NamedTuple):
    """A hand as typed: what `add` and `edit` take."""

    wins: WinsArgument = None
    source: FromOption = None
    hand: HandOption = None
    draw: DrawOption = False
    liable: LiableOption = None
    false_win: FalseOption = None
    or_false_win: OrFalseOption = False
    robbed: RobbedOption = False
    on_kong: KongWinOption = False
    flowers_by: FlowersOption = None
    dice: DiceOption = None
    kong: KongsOption = None
    fine: FinesOption = None
    cut: CutsOption = None
    dead: DeadOption = None
    event: EventsOption = None
    note: NoteOption = ""


class AccessFlags(NamedTuple):
    """Which book is meant, and how the answer is printed."""

    book: BookOption = None
    db: DbOption = None
    lang: LangOption = None
    json: JsonOption = False
