"""All commands and their options. Each command imports the module that does its work only when it runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command_name
from typer.models import CommandInfo

from sikwu.cli.admin import admin_app
from sikwu.cli.books.commands import book_app
from sikwu.cli.play.commands import add_commands
from sikwu.cli.shared.completion import complete_part, complete_pattern, complete_rules, complete_shown
from sikwu.cli.shared.flags import (
    DatabaseOption,
    FullOption,
    HandsJsonOption,
    JsonOption,
    RulesOption,
    SetOption,
    SeveralRulesOption,
)
from sikwu.cli.shared.language import LangOption, Tiles, TilesOption, spoken
from sikwu.cli.shared.streams import written
from sikwu.cli.shared.usage import CommandGroup
from sikwu.cli.table.commands import table_app

GRAMMAR = """計番：逐番講清楚，邊個賠幾多。 Score a hand: which patterns count, with which tiles, and who pays whom.

Write the hand in one line, in any order:

• tiles 手牌: 1-9 with m 萬, p 筒, s 索; E S W N 中 發 白 (or 東南西北, 1z-7z); for example 123m EE 中中, 三四五萬 or 🀇🀈🀉

• melds 落地牌: chow (123m<N) claimed from N's discard; pung (555p<S); exposed kong (5555p<S); added kong (555p+5p<S); concealed kong [7777s]

• winning tile 糊牌: +5m drawn by the winner 自摸; +5m<N discarded by N 食北家出銃; rob_kong 搶槓; flowers_win 花糊

• flowers 花: 1f-8f are 春夏秋冬梅蘭菊竹

• circumstances 情況: seat=S round=E last_tile last_discard replacement=kong|flower kong_chain=2 first_turn=heavenly|earthly|human

Without a hand, the command asks you step by step. From a pipe (or with -) it reads one hand per line; the exit code is 2 if
a line could not be scored. 不寫牌就逐步問；由管道來的逐行計。

Examples 例子:

sikwu score "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"

sikwu score "五五萬二二筒 (一二三萬<北) (中中中<S) [7777s] +5m" --rules hk-standard --rules hk-common

sikwu score "19m 19p 19s ESWN中發白 +中 seat=W" --option limit.cap_fan=8 --why 十三幺
"""
WAITS = """叫糊：仲差幾多隻、等緊邊隻、每隻值幾多番。 Analyse an unfinished hand: how far it is from ready, and which tiles win.

Write the hand as for score, without the winning tile. The answer lists the useful tiles with the number of copies left, and each winning tile
with its fan by discard and by self-draw, and whether that reaches the minimum. For a hand that must discard, it lists the best discards.
List the tiles you can see elsewhere on the table as visible=5m:2,E:1.

Examples 例子:

sikwu waits "22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E"

sikwu waits "1123456m 789p 445s E" --full
"""
ANSWER = """個案答案。 Answer cases (docs/cases.md): one line of JSON in, one line of JSON out, in the same order.

A line that cannot be answered gets an error as its answer, so every case has exactly one answer. A case of a match by a house's
own rules names their hash: give their file with --rules.

Example 例子:

sikwu answer cases.jsonl
"""
CODES = """Example 例子:

sikwu score "123678m 中中中 發發發 白 +白<W 1f"

Exit codes 結束碼: 0 the command succeeded 有答案 (a hand below the minimum fan is an answer too 未夠番都係答案);

2 the command, the hand or the rules contain an error 指令、副牌或者規則有錯;

3 the database could not be written, and nothing was recorded 數簿寫唔到; 4 we cannot tell whether it was recorded 唔知寫咗未;

130 stopped by Ctrl-C 中途停止; 141 the output was closed (for example by head) 冇人再讀落去.

Language 語言: --lang yue|zh|en; otherwise LC_ALL or LANG decides. NO_COLOR=1 turns colours off 唔要顏色.
"""

app = typer.Typer(
    name="sikwu",
    cls=CommandGroup,
    epilog=CODES,
    help="食糊 sikwu: score and explain Hong Kong mahjong hands. 香港麻雀計番，逐番講清楚。",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules_app = typer.Typer(
    no_args_is_help=True,
    help="規則 Look up rulesets, patterns and options; compare rulesets; make your own.",
    epilog="Example 例子: sikwu rules show 大三元",
)
app.add_typer(rules_app, name="rules")
app.add_typer(book_app, name="book")
app.add_typer(table_app, name="table")
app.add_typer(admin_app, name="admin")


def _version(wanted: bool) -> None:
    if wanted:
        from sikwu import __version__

        print(f"sikwu {__version__}")
        raise typer.Exit


@app.callback()
def sikwu(
    version: Annotated[
        bool, typer.Option("--version", help="print the version 版本", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """食糊 sikwu: score and explain Hong Kong mahjong hands. 香港麻雀計番，逐番講清楚。"""


@app.command(help=ANSWER)
def answer(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="file with one JSON case per line; without FILE, or with -, standard input"
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            "-r",
            help="rules file of a house, for cases that name its hash; repeat it",
            metavar="FILE",
            autocompletion=complete_rules,
        ),
    ] = None,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.score.answer import answer_file

    raise typer.Exit(answer_file(file, spoken(lang), tuple(rules or ())))


@app.command(help=GRAMMAR)
def score(
    text: Annotated[list[str] | None, typer.Argument(metavar="HAND", help="the hand in one line")] = None,
    rules: SeveralRulesOption = None,
    option: SetOption = None,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
    full: FullOption = False,
    json: HandsJsonOption = False,
    why: Annotated[
        str | None,
        typer.Option(
            "--why",
            "-w",
            help="explain why the hand has this pattern or not, condition by condition",
            metavar="PATTERN",
            autocompletion=complete_pattern,
        ),
    ] = None,
    wild: Annotated[
        str | None,
        typer.Option("--wild", help="kinds of tiles that stand for any other 百搭, such as 白", metavar="TILES"),
    ] = None,
) -> None:
    from sikwu.cli.score.score import USUAL, ScoreFlags, score_command
    from sikwu.cli.shared.drawn import Pen

    wish = ScoreFlags(Pen(spoken(lang), tiles), tuple(rules or [USUAL]), tuple(option or ()), json, why, full, wild)
    score_command(" ".join(text or ()), wish, given=bool(text))


@app.command(help=WAITS)
def waits(
    text: Annotated[list[str] | None, typer.Argument(metavar="HAND", help="the hand in one line")] = None,
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
    full: Annotated[
        bool, typer.Option("--full", "-f", help="also show the patterns of each wait, and all discards 詳細")
    ] = False,
    json: HandsJsonOption = False,
) -> None:
    from sikwu.cli.score.score import ScoreFlags
    from sikwu.cli.score.waits import waits_command
    from sikwu.cli.shared.drawn import Pen

    wish = ScoreFlags(Pen(spoken(lang), tiles), (rules,), tuple(option or ()), json, None, full)
    waits_command(" ".join(text or ()), wish)


FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="file to write, such as house.toml; - is standard output")
]
NameOption = Annotated[
    str | None, typer.Option("--name", "-n", help="name of your rules; default: none", metavar="NAME")
]
ForceOption = Annotated[bool, typer.Option("--force", help="overwrite the file if it exists; default: refuse")]


@rules_app.command("list")
def list_rules(lang: LangOption = None, json: JsonOption = False) -> None:
    """所有規則。 List all rulesets and presets, each with its minimum fan, ceiling and hash.

    Example 例子: sikwu rules list --lang en
    """
    from sikwu.cli.rules.commands import list_command

    list_command(spoken(lang), json)


@rules_app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            help="a pattern, liability rule 包 or option (id, 漢字 or English), a ruleset, or a TOML file",
            autocompletion=complete_shown,
        ),
    ],
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            "-r",
            help="show it under these rules; default: under every ruleset",
            metavar="NAME|FILE",
            autocompletion=complete_rules,
        ),
    ] = None,
    option: SetOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """番種、包牌、規則或選項的詳情。 Show one pattern, liability rule, ruleset or option in full.

    Example 例子: sikwu rules show 大三元 --rules hk-common
    """
    from sikwu.cli.rules.commands import show_command

    show_command(name, rules, option or [], spoken(lang), json)


@rules_app.command()
def options(
    ruleset: Annotated[str, typer.Argument(help="ruleset NAME or FILE.toml", autocompletion=complete_rules)],
    filter: Annotated[
        str,
        typer.Argument(
            metavar="PART", help="show only options whose id contains this; default: all", autocompletion=complete_part
        ),
    ] = "",
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """規則的選項。 Show the options of a ruleset: current value, choices, meaning of each choice, source.

    Example 例子: sikwu rules options hk-standard limit
    """
    from sikwu.cli.rules.commands import options_command

    options_command(ruleset, filter, spoken(lang), json)


@rules_app.command()
def diff(
    ours: Annotated[str, typer.Argument(metavar="A", help="ruleset NAME or FILE.toml", autocompletion=complete_rules)],
    theirs: Annotated[
        str, typer.Argument(metavar="B", help="ruleset NAME or FILE.toml", autocompletion=complete_rules)
    ],
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """兩套規則的分別。 Show how two rulesets differ: options, prices, liability rules.

    Example 例子: sikwu rules diff hk-standard hk-common
    """
    from sikwu.cli.rules.commands import diff_command

    diff_command(ours, theirs, spoken(lang), json)


@rules_app.command()
def compare(
    text: Annotated[str, typer.Argument(help="the hand in one line, in quotes (see sikwu score --help)")],
    rulesets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULESET",
            help="two or more rulesets; default: all rulesets with the same hand size",
            autocompletion=complete_rules,
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all", "-a", help="compare all rulesets and presets; rulesets with the same result share a column"
        ),
    ] = False,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """同一副牌，不同規則。 Score one hand under several rulesets side by side, and show which rule makes the difference.

    Example 例子: sikwu rules compare "111m 999p 9m 發發發 (111s<S) +9m<N seat=W 1f" --all
    """
    from sikwu.cli.rules.compare import compare_command

    compare_command(text, rulesets or [], spoken(lang), json, every)


@rules_app.command()
def sheet(
    rules: Annotated[
        str, typer.Argument(metavar="HOUSE", help="ruleset NAME or FILE.toml", autocompletion=complete_rules)
    ],
    file: Annotated[
        Path | None,
        typer.Option("--output", "-O", help="HTML file to write; default: standard output", metavar="FILE.html"),
    ] = None,
    option: SetOption = None,
    name: NameOption = None,
    url: Annotated[
        str | None,
        typer.Option("--url", help="address of your app; the sheet then has a QR code of these rules", metavar="URL"),
    ] = None,
    force: ForceOption = False,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """印規矩。 Write the rules as one or two printed pages (HTML, A4): patterns, prices, liability, how the house plays.

    Open the file in a browser and print it, or save it as PDF.

    Example 例子: sikwu rules sheet hk-common --output rules.html --lang zh
    """
    from sikwu.cli.rules.sheet import SheetFlags, sheet_command

    sheet_command(SheetFlags(rules, option or [], file, name, url, force), spoken(lang), json)


@rules_app.command("try")
def try_option(
    changed: Annotated[
        str, typer.Argument(metavar="OPTION=VALUE", help="the option to change, such as limit.cap_fan=8")
    ],
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """試吓改一個選項，睇吓幾副牌有乜分別。 Change one option and show a few wins before and after; nothing is saved.

    Example 例子: sikwu rules try limit.cap_fan=8
    """
    from sikwu.cli.rules.practice import try_command

    try_command(changed, rules, option or [], spoken(lang), json)


@rules_app.command("new")
def new_rules(
    file: FileArgument,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            "-r",
            help="ruleset to start from; default: hk-standard",
            metavar="NAME|FILE",
            autocompletion=complete_rules,
        ),
    ] = None,
    option: SetOption = None,
    name: NameOption = None,
    force: ForceOption = False,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """整自己屋企的規則。 Make a file of your own rules: the command asks you question by question, or takes flags.

    Example 例子: sikwu rules new house.toml --name 阿明屋企 -o limit.cap_fan=10 -o hand.min_fan=1
    """
    from sikwu.cli.rules.house import HouseFlags, new_command

    new_command(HouseFlags(file, rules, option or [], name, force), spoken(lang), json)


@rules_app.command()
def export(
    file: FileArgument,
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    name: NameOption = None,
    force: ForceOption = False,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """將規則寫成檔案。 Write rules to a TOML file: the options you changed, and your own patterns.

    Example 例子: sikwu rules export - --rules eight-fan-burst --name 八番仔
    """
    from sikwu.cli.rules.house import HouseFlags, export_command

    export_command(HouseFlags(file, rules, option or [], name, force), spoken(lang), json)


SERVE = """開伺服器：喺瀏覽器計番、改規矩、睇番種。 Serve the app and the API; Ctrl-C stops the server.

By default only this computer can open it. With --lan, phones on the same network can open it too, with the printed address or QR code.

Examples 例子:

sikwu serve

sikwu serve --lan --port 8000

sikwu serve --database postgresql://sikwu@db/sikwu --host 0.0.0.0 --proxies 10.0.0.1
"""


@app.command()
def quiz(
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    count: Annotated[int, typer.Option("-n", "--count", help="number of wins, at most 20 幾多副")] = 5,
    seed: Annotated[int, typer.Option("--seed", help="the same seed gives the same wins 同一個數，同一批牌")] = 1,
    answers: Annotated[bool, typer.Option("--answers", help="print the fan and patterns of each win 連答案")] = False,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """估番數。 Print random wins to guess the fan of.

    Example 例子: sikwu quiz --seed 7 --answers
    """
    from sikwu.cli.rules.practice import quiz_command

    quiz_command(rules, option or [], count, seed, answers, spoken(lang), json)


@app.command(help=SERVE)
def serve(
    host: Annotated[str, typer.Option("--host", help="address to listen on 聽邊個地址")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", help="port; default: the first free port from 8136 on", min=1, max=65535)
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="listen on the local network too 同一個網絡都開到")] = False,
    database: DatabaseOption = None,
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--origins",
            help="other sites allowed to call the API (CORS), such as https://example.org; repeatable",
            metavar="ORIGIN",
        ),
    ] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--proxies", help="trusted proxies (their X-Forwarded-For is believed); repeatable", metavar="ADDRESS"
        ),
    ] = None,
    limits: Annotated[
        Path | None, typer.Option("--limits", help="TOML file with server limits, such as rate = 100", metavar="FILE")
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", help="TLS certificate; needs --tls-key", metavar="FILE")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option("--tls-key", help="private key of the certificate", metavar="FILE")
    ] = None,
    browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="open a browser or not; default: if there is a screen")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--app", help="folder of the built app; default: the one in the package", metavar="FOLDER"),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot", help="a class of yours that may play at live tables; repeatable 電腦", metavar="MODULE:CLASS"
        ),
    ] = None,
    metrics: Annotated[
        int | None,
        typer.Option("--metrics", help="port for /metrics and /health, on this machine only", min=1, max=65535),
    ] = None,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.serve import ServeFlags, serve_command

    heard = (database, host, port, lan, tuple(origins or ()), tuple(proxies or ()))
    flags = ServeFlags(*heard, limits, tls_cert, tls_key, browser, folder, tuple(bot or ()), metrics)
    serve_command(flags, spoken(lang))


add_commands(app)


@app.command(
    help="備份。 Copy the whole database, even while it is in use. For PostgreSQL, use pg_dump.\n\nExample 例子: sikwu backup friday.db"
)
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="file to write the copy to; it must not exist yet 備份檔")
    ],
    database: DatabaseOption = None,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.books.keeping import backup_command

    backup_command(file, database, spoken(lang))


@app.command(
    "check-store",
    help="查晒所有簿。 Check every book of a database: hash chains, amounts, tiles.\n\nExample 例子: sikwu check-store",
)
def check_store(database: DatabaseOption = None, lang: LangOption = None) -> None:
    from sikwu.cli.books.keeping import check_store_command

    check_store_command(database, spoken(lang))


@app.command(help="API 文件。 Print the OpenAPI document of the server.\n\nExample 例子: sikwu openapi > openapi.json")
def openapi() -> None:
    from sikwu.cli.serve import openapi_command

    openapi_command()


def run() -> None:
    """Runs the installed command. Output is UTF-8 under every locale, and no character makes it fail."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    with written():
        named(app, sys.argv[1:])(prog_name="sikwu")


def named(whole: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """The program with only the command that `words` name, if its first word is a command. Building all commands takes longer than most commands run.

    >>> [each.name for each in named(app, ["rules", "show", "大三元"]).registered_groups]
    ['rules']
    >>> named(app, ["--help"]) is named(app, ["scroe"]) is app
    True
    """
    word = words[0] if words else ""
    commands = [each for each in whole.registered_commands if word == _called(each)]
    groups = [each for each in whole.registered_groups if word == each.name]
    if not commands and not groups:
        return whole
    one = copy(whole)
    one.registered_commands, one.registered_groups = commands, [copy(each) for each in groups]
    for each in one.registered_groups:
        if each.typer_instance is not None:
            each.typer_instance = named(each.typer_instance, words[1:])
    return one


def _called(command: CommandInfo) -> str:
    return command.name or get_command_name(command.callback.__name__ if command.callback else "")
