"""`sikwu admin`: what the person who runs a server may do with stored books and tables. It never shows what is in them."""

from __future__ import annotations

from typing import Annotated

import typer

from sikwu.cli.shared.flags import DatabaseOption
from sikwu.cli.shared.language import LangOption, spoken

ADMIN = """管理伺服器 List, measure and erase the books and tables of a server, and revoke who may open them.

It shows names, sizes and times, never an entry or a tile. A running server notices it within a second. 只睇到名、大細同時間，睇唔到牌。
"""
EXAMPLE = "Example 例子: sikwu admin list"
admin_app = typer.Typer(no_args_is_help=True, help=ADMIN, epilog=EXAMPLE)
ThingArgument = Annotated[str, typer.Argument(metavar="ID", help="id of a book or table, or its first letters")]


@admin_app.command("list", help="有咩簿同枱。 List books and tables.\n\nExample 例子: sikwu admin list")
def list_(database: DatabaseOption = None, lang: LangOption = None) -> None:
    from sikwu.cli.books.operator import list_command

    list_command(database, spoken(lang))


@admin_app.command(
    help="用咗幾多地方。 Print the sizes of the database and of what is in it.\n\nExample 例子: sikwu admin size"
)
def size(database: DatabaseOption = None, lang: LangOption = None) -> None:
    from sikwu.cli.books.operator import size_command

    size_command(database, spoken(lang))


@admin_app.command(help="邊個開得到。 List who may open a book or table.\n\nExample 例子: sikwu admin tokens 3f2a")
def tokens(thing: ThingArgument, database: DatabaseOption = None, lang: LangOption = None) -> None:
    from sikwu.cli.books.operator import tokens_command

    tokens_command(thing, database, spoken(lang))


@admin_app.command(help="收返一個權限。 Revoke one token.\n\nExample 例子: sikwu admin revoke 3f2a 0c5de1a7b2f4")
def revoke(
    thing: ThingArgument,
    token: Annotated[str, typer.Argument(metavar="TOKEN", help="the id that sikwu admin tokens shows")],
    database: DatabaseOption = None,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.books.operator import revoke_command

    revoke_command(thing, token, database, spoken(lang))


@admin_app.command(help="永久刪除。 Erase a book or table for good.\n\nExample 例子: sikwu admin erase 3f2a --yes")
def erase(
    thing: ThingArgument,
    yes: Annotated[bool, typer.Option("--yes", help="really erase it 真係刪")] = False,
    database: DatabaseOption = None,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.books.operator import erase_command

    erase_command(thing, yes, database, spoken(lang))
