"""Flags of the commands that keep books."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sikwu.cli.completion import complete_book

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
    typer.Option(
        "--book",
        "-b",
        help="which book; default: the one written last",
        envvar="SIKWU_BOOK",
        metavar="NAME",
        autocompletion=complete_book,
    ),
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
LiableOption = Annotated[
    str | None,
    typer.Option("--liable", help="包 who answers for the win, beside fan; default: nobody", metavar="NAME"),
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
JsonOption = Annotated[bool, typer.Option("--json", help="one line of JSON instead of a page")]
NoteOption = Annotated[str, typer.Option("--note", help="a remark", metavar="TEXT")]
