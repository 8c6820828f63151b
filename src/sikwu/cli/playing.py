"""Commands of play: a match, its record gone through and checked, players against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sikwu.cli.flags import JsonOption, RulesOption, SetOption
from sikwu.cli.language import LangOption, Tiles, TilesOption, spoken

PLAY = """打牌。 Play a match at the terminal against bots, or let bots play.

Every key does one thing: a letter discards, a digit calls, Enter passes or discards the drawn tile; ? tells how far the hand is and what it
waits for. With --record the match is written to a file deal by deal; the same command goes on with it. 打到一半都可以收起，下次接住打。

Players are you, quick, random, or a class of yours as module:Class (docs/play.md).

Examples 例子:

sikwu play

sikwu play --rules hk-taiwanese --record friday.jsonl

sikwu play -p quick -p quick -p random -p random --deals 20 --record bots.jsonl
"""
VERIFY = """查牌譜。 Check records: every wall against what was sealed before the deal, every line against the rules.

The walls need nothing but Python's standard library: examples/verify_walls.py does the same without this program. The exit code is 2
if something does not hold. 查每鋪牌牆係咪之前封咗嗰副，每一行係咪照規則。

Example 例子:

sikwu verify friday.jsonl
"""
REPLAY = """睇返一場牌。 Go through a recorded match: all seats, or what one player could see; step by step at a terminal.

Examples 例子:

sikwu replay friday.jsonl

sikwu replay friday.jsonl --as Ann --deal 3 --all
"""
ARENA = """擂台：打手同一副牌牆輪住坐，睇邊個強、強幾多、有幾肯定。 Players against each other on the same walls.

Two players: the first in each seat against three of the second (--pairs: two against two); three: the last one twice; four: all 24 seatings.
A player is random, quick, or a class of yours as module:Class. Ctrl-C keeps what is done in --results FILE; the same command goes on.

Examples 例子:

sikwu arena quick random --deals 20000

sikwu arena mybots:Patient quick --deals 400 --rules club16 --workers 2 --results patient.jsonl
"""


def add_commands(app: typer.Typer) -> None:
    """Makes them commands of the program."""
    for command, help in ((play, PLAY), (verify, VERIFY), (replay, REPLAY), (arena, ARENA)):
        app.command(help=help)(command)


def play(
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-p",
            help="who sits at the table, four times: you, quick, random, module:Class; default: you and three quick",
            metavar="WHO",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", "-n", help="your name 你個名", metavar="NAME")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="file to write, or to go on with 牌譜", metavar="FILE")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="the same walls each time; default: by chance", metavar="TEXT")
    ] = None,
    deals: Annotated[int | None, typer.Option("--deals", help="stop after so many 打幾鋪", min=1, metavar="N")] = None,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
) -> None:
    from sikwu.cli.drawn import Pen
    from sikwu.cli.game import Wanted, play_command

    pen = Pen(spoken(lang), tiles)
    play_command(Wanted(pen, rules, tuple(option or ()), tuple(player or ()), name, record, seed, deals))


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="records; - is standard input")],
    walls: Annotated[bool, typer.Option("--walls", help="only the walls, not the rules 淨係查牌牆")] = False,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.records import verify_command

    verify_command(files, spoken(lang), walls)


def replay(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="a record; - is standard input")],
    player: Annotated[
        str | None, typer.Option("--as", help="what this player could see, or public 某人睇到嘅", metavar="NAME")
    ] = None,
    deal: Annotated[int | None, typer.Option("--deal", help="only this deal 淨係呢鋪", min=1, metavar="N")] = None,
    every: Annotated[bool, typer.Option("--all", "-a", help="everything at once, without waiting 一次過睇晒")] = False,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
) -> None:
    from sikwu.cli.drawn import Pen
    from sikwu.cli.records import replay_command

    replay_command(file, Pen(spoken(lang), tiles), player, deal, every)


def arena(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="two to four")],
    deals: Annotated[int, typer.Option("--deals", "-n", help="at least so many deals", metavar="N")] = 4096,
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    seed: Annotated[int, typer.Option("--seed", help="random seed for walls and players", metavar="N")] = 0,
    pairs: Annotated[bool, typer.Option("--pairs", help="two against two")] = False,
    results: Annotated[
        Path | None, typer.Option("--results", help="keep the results here, and go on from them", metavar="FILE")
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="write every deal as a record into this folder 牌譜", metavar="DIR")
    ] = None,
    every: Annotated[int, typer.Option("--every", help="only the records of every N-th wall", metavar="N", min=1)] = 1,
    workers: Annotated[int, typer.Option("--workers", help="processes", metavar="N", min=1, max=256)] = 1,
    ray: Annotated[
        str | None, typer.Option("--ray", help="on this Ray cluster; local: one on this machine", metavar="ADDRESS")
    ] = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    from sikwu.cli.arena import Asked, arena_command
    from sikwu.cli.drawn import Pen
    from sikwu.cli.score import Wish

    wish = Wish(Pen(spoken(lang), Tiles.TEXT), (rules,), tuple(option or ()), json, None, False)
    arena_command(Asked(tuple(players), deals, seed, pairs, results, records, every, workers, ray), wish)
