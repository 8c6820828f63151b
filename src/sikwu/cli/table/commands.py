"""The commands `sikwu table open`, `join`, `watch` and `back`, and their options."""

from __future__ import annotations

from typing import Annotated

import typer

from sikwu.cli.shared.flags import RulesOption, SetOption
from sikwu.cli.shared.language import LangOption, Tiles, TilesOption, spoken

TABLE = """線上枱 Play at a live table of a server, with other people and bots.

The keys are those of sikwu play; / shows them. 撳掣同 sikwu play 一樣。
"""
OPEN = """開枱。 Open a table on a server and sit down there.

The program prints a code for others: who has it asks for a seat, and you answer. Places that are left get bots with --bot, or with the key b.
With --teaching the table is for learning: hands open and steps taken back, if everybody agrees.

Example 例子:

sikwu table open http://localhost:8136 --name Wing --bot quick --bot quick
"""
JOIN = """入枱。 Join a table by the code or the link that its host gives you.

Example 例子:

sikwu table join http://localhost:8136 BCDF --name Karen
"""
WATCH = """睇牌。 Watch a table by its link: what lies open, and no hands.

Example 例子:

sikwu table watch http://localhost:8136 0123456789abcdef0123456789abcdef
"""
BACK = """返去。 Go back to the seat that you had last, for example after Ctrl-C or a power cut.

Example 例子:

sikwu table back
"""

table_app = typer.Typer(
    no_args_is_help=True, help=TABLE, epilog="Example 例子: sikwu table join http://localhost:8136 BCDF"
)
UrlArgument = Annotated[str, typer.Argument(metavar="URL", help="address of the server, such as http://localhost:8136")]
CodeArgument = Annotated[str, typer.Argument(metavar="CODE", help="code, link or secret of the table 枱碼")]
PlayerNameOption = Annotated[
    str | None, typer.Option("--name", "-n", help="your name at the table 你個名", metavar="NAME")
]


@table_app.command("open", help=OPEN)
def open_(
    url: UrlArgument,
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    name: PlayerNameOption = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", help="a bot of this level for a free place; up to three 電腦", metavar="LEVEL"),
    ] = None,
    pace: Annotated[str, typer.Option("--pace", help="fast, normal or slow 快慢", metavar="PACE")] = "normal",
    teaching: Annotated[bool, typer.Option("--teaching", help="a table for learning 學習枱")] = False,
    minutes: Annotated[
        int,
        typer.Option(
            "--minutes", help="the match ends after the deal in which this time is over 限時", min=0, max=1440
        ),
    ] = 0,
    start: Annotated[bool, typer.Option("--start", help="begin at once; needs three bots 即刻開局")] = False,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
) -> None:
    from sikwu.cli.shared.drawn import Pen
    from sikwu.cli.table.table import Opens, open_command

    wanted = Opens(url, rules, tuple(option or ()), name, tuple(bot or ()), pace, teaching, start, minutes)
    open_command(wanted, Pen(spoken(lang), tiles))


@table_app.command(help=JOIN)
def join(
    url: UrlArgument,
    code: CodeArgument,
    name: PlayerNameOption = None,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
) -> None:
    from sikwu.cli.shared.drawn import Pen
    from sikwu.cli.table.table import join_command

    join_command(url, code, name, "seat", Pen(spoken(lang), tiles))


@table_app.command(help=WATCH)
def watch(
    url: UrlArgument,
    code: CodeArgument,
    name: PlayerNameOption = None,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
) -> None:
    from sikwu.cli.shared.drawn import Pen
    from sikwu.cli.table.table import join_command

    join_command(url, code, name, "watch", Pen(spoken(lang), tiles))


@table_app.command(help=BACK)
def back(lang: LangOption = None, tiles: TilesOption = Tiles.TEXT) -> None:
    from sikwu.cli.shared.drawn import Pen
    from sikwu.cli.table.table import back_command

    back_command(Pen(spoken(lang), tiles))
