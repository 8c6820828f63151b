"""The commands `sikwu play`, `replay`, `verify` and `arena`, and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sikwu.cli.shared.flags import JsonOption, RulesOption, SetOption
from sikwu.cli.shared.language import LangOption, Tiles, TilesOption, spoken

PLAY = """打牌。 Play a match at the terminal against bots, or let bots play.

Every key does one thing: a letter discards, a digit claims, Enter passes or discards the drawn tile; ? shows how far your hand is from ready
and which tiles win. With --record the match is saved to a file after each deal; the same command resumes it. 打到一半都可以收起，下次接住打。

A player is you, random, quick, steady, careful, or your own Python class, written module:Class (docs/play.md).

Examples 例子:

sikwu play

sikwu play --rules hk-taiwanese --record friday.jsonl

sikwu play -p quick -p quick -p random -p random --deals 20 --record bots.jsonl
"""
VERIFY = """查牌譜。 Check records: that each wall is the one committed to before its deal, and that each line follows the rules.

To check the walls without this program, run examples/verify_walls.py, which needs only Python's standard library. The exit code is 2
if a check fails. 查每鋪牌牆係咪之前封咗嗰副，每一行係咪照規則。

Example 例子:

sikwu verify friday.jsonl
"""
REPLAY = """睇返一場牌。 Show a recorded match step by step: every hand, or only what one player could see.

Examples 例子:

sikwu replay friday.jsonl

sikwu replay friday.jsonl --as Ann --deal 3 --all
"""
ARENA = """擂台：牌手同一副牌牆輪住坐，睇邊個強、強幾多、有幾肯定。 Compare players by playing the same walls in every seating.

Of two players, the first plays each seat against three copies of the second (with --pairs, two against two). Of three, the last plays twice.
Four play all 24 seatings. A player is random, quick, steady, careful, a style of careful (hasty, greedy, timid), or your own Python class, written module:Class.
With --results FILE, finished deals are saved; after Ctrl-C the same command resumes.

Examples 例子:

sikwu arena quick random --deals 20000

sikwu arena mybots:Patient quick --deals 400 --rules club16 --workers 2 --results patient.jsonl
"""


FIT = """配數：幫 careful 跟一套規則搵啲數。 Fit the numbers of careful players to a ruleset.

First deals are played and counted, then the numbers that decide most are searched by the points they earn over quick and steady, and confirmed
on fresh walls. Every step is written to a file; after Ctrl-C the same command resumes. Needs the extra [fit] (package cma).

Example 例子:

sikwu fit --rules hk-standard -o hand.min_fan=1
"""


def add_commands(app: typer.Typer) -> None:
    """Registers these commands with the program."""
    for command, help in ((play, PLAY), (verify, VERIFY), (replay, REPLAY), (arena, ARENA), (fit, FIT)):
        app.command(help=help)(command)


def play(
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-p",
            help="one player: you, random, quick, steady, careful or module:Class; give it four times; default: you and three quick",
            metavar="WHO",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", "-n", help="your name 你個名", metavar="NAME")] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", help="file to save the match to, or to resume it from 牌譜", metavar="FILE"),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", help="seed; the same seed gives the same walls; default: random", metavar="TEXT"),
    ] = None,
    deals: Annotated[int | None, typer.Option("--deals", help="stop after N deals 打幾鋪", min=1, metavar="N")] = None,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
) -> None:
    from sikwu.cli.play.play import PlayFlags, play_command
    from sikwu.cli.shared.drawn import Pen

    pen = Pen(spoken(lang), tiles)
    play_command(PlayFlags(pen, rules, tuple(option or ()), tuple(player or ()), name, record, seed, deals))


def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="RECORD...", help="files of recorded matches; - is standard input")
    ],
    walls: Annotated[bool, typer.Option("--walls", help="check only the walls, not the rules 淨係查牌牆")] = False,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.play.records import verify_command

    verify_command(files, spoken(lang), walls)


def replay(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="file of a recorded match; - is standard input")],
    player: Annotated[
        str | None,
        typer.Option(
            "--as",
            help="show only what this player could see; public: only what everybody could see 某人睇到嘅",
            metavar="NAME",
        ),
    ] = None,
    deal: Annotated[
        int | None, typer.Option("--deal", help="show only the N-th deal 淨係呢鋪", min=1, metavar="N")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", "-a", help="print everything at once, without waiting for a key 一次過睇晒")
    ] = False,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
) -> None:
    from sikwu.cli.play.records import replay_command
    from sikwu.cli.shared.drawn import Pen

    replay_command(file, Pen(spoken(lang), tiles), player, deal, every)


def arena(
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="two to four players; of a ladder any number")
    ] = None,
    deals: Annotated[int, typer.Option("--deals", "-n", help="play at least N deals", metavar="N")] = 4096,
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    seed: Annotated[int, typer.Option("--seed", help="random seed for walls and players", metavar="N")] = 0,
    pairs: Annotated[bool, typer.Option("--pairs", help="play two against two")] = False,
    results: Annotated[
        Path | None, typer.Option("--results", help="save the results to this file, and resume from it", metavar="FILE")
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="write every deal as a record into this folder 牌譜", metavar="DIR")
    ] = None,
    every: Annotated[
        int, typer.Option("--every", help="write only the records of every N-th wall", metavar="N", min=1)
    ] = 1,
    workers: Annotated[int, typer.Option("--workers", help="number of processes", metavar="N", min=1, max=256)] = 1,
    ray: Annotated[
        str | None,
        typer.Option("--ray", help="run on this Ray cluster; local: a cluster on this machine", metavar="ADDRESS"),
    ] = None,
    walls: Annotated[
        str,
        typer.Option(
            "--walls", help="shared, or seats: each seat draws from its own part of the wall", metavar="WALLS"
        ),
    ] = "shared",
    luck: Annotated[bool, typer.Option("--luck", help="also estimate without the luck of the draws")] = False,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="stop when the sequential test is decided 夠數就停")
    ] = False,
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder", help="everybody against everybody, into the folder of --results; default: our players 排位"
        ),
    ] = False,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    from sikwu.cli.play.arena import ArenaFlags, arena_command
    from sikwu.cli.score.score import ScoreFlags
    from sikwu.cli.shared.drawn import Pen

    wish = ScoreFlags(Pen(spoken(lang), Tiles.TEXT), (rules,), tuple(option or ()), json, None, False)
    asked = ArenaFlags(
        tuple(players or ()), deals, seed, pairs, results, records, every, workers, ray, walls, luck, until_decided
    )
    if ladder:
        from sikwu.cli.play.ladders import ladder_command

        ladder_command(asked, wish)
    else:
        arena_command(asked, wish)


def fit(
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", help="the fit; default: by rules and minimum", metavar="FILE")
    ] = None,
    generations: Annotated[int, typer.Option("--generations", help="generations of the search", min=0, max=2000)] = 12,
    walls: Annotated[int, typer.Option("--walls", help="walls of a generation", min=8, max=100_000)] = 96,
    counted: Annotated[int, typer.Option("--counted", help="deals of a round of counting", min=10)] = 2000,
    seed: Annotated[int, typer.Option("--seed", help="random seed", min=0, metavar="N")] = 1,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    from sikwu.cli.play.fitting import FitFlags, fit_command
    from sikwu.cli.score.score import ScoreFlags
    from sikwu.cli.shared.drawn import Pen

    wish = ScoreFlags(Pen(spoken(lang), Tiles.TEXT), (rules,), tuple(option or ()), json, None, False)
    fit_command(FitFlags(file, generations, walls, counted, seed), wish)
