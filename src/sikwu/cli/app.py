"""The commands and their options; what they do lies in the other files, imported when a command runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command_name
from typer.models import CommandInfo

from sikwu.cli.book import book_app
from sikwu.cli.completion import complete_part, complete_pattern, complete_rules, complete_shown
from sikwu.cli.flags import FullOption, HandsJsonOption, JsonOption, RulesOption, SetOption, SeveralRulesOption
from sikwu.cli.language import LangOption, Tiles, TilesOption, spoken
from sikwu.cli.playing import add_commands
from sikwu.cli.streams import written
from sikwu.cli.usage import Spoken

GRAMMAR = """計番：逐番講清楚，邊個賠幾多。 Score a hand: every fan with its tiles, and who pays whom.

Write the hand in one line, in any order:

• tiles 手牌: 1-9 with m 萬, p 筒, s 索; E S W N 中 發 白 (or 東南西北, 1z-7z); 123m EE 中中, 三四五萬, 🀇🀈🀉 are all read

• melds 落地牌: (123m<N) fed by N; (555p<S); exposed kong (5555p<S); added kong (555p+5p<S); concealed kong [7777s]

• winning tile 糊牌: +5m drawn 自摸; +5m<N discarded by N 食北家出銃; rob_kong 搶槓; flowers_win 花糊

• flowers 花: 1f-8f are 春夏秋冬梅蘭菊竹

• words: seat=S round=E last_tile last_discard replacement=kong|flower kong_chain=2 first_turn=heavenly|earthly|human

Without a hand you are asked step by step; what comes through a pipe (or with -) is scored line by line, and the exit code
is 2 if a line could not be. 不寫牌就逐步問；由管道來的逐行計。

Examples 例子:

sikwu score "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"

sikwu score "五五萬二二筒 (一二三萬<北) (中中中<S) [7777s] +5m" --rules hk-standard --rules hk-common

sikwu score "19m 19p 19s ESWN中發白 +中 seat=W" --option limit.cap_fan=8 --why 十三幺
"""
WAITS = """叫糊：仲差幾多隻、等緊邊隻、每隻值幾多番。 Look at a hand that is not finished: what it lacks and waits for.

The hand is written as for score, without its winning tile: how far it is from ready, the useful tiles with the copies left, each wait with
its fan by discard and by self-draw and whether they are enough; of a full hand, the best discards. Tiles that lie open elsewhere: visible=5m:2,E:1.

Examples 例子:

sikwu waits "22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E"

sikwu waits "1123456m 789p 445s E" --full
"""
ANSWER = """個案答案。 Answer cases: one JSON line in, one JSON line out, in order.

A line that cannot be answered gets its error as its answer, so there are as many answers as cases. A case of a match by rules of a house
names their hash: give their file with --rules.

Example 例子:

sikwu answer cases.jsonl
"""
CODES = """Example 例子:

sikwu score "123678m 中中中 發發發 白 +白<W 1f"

Exit codes 結束碼: 0 answered 有答案 (a hand below the minimum is an answer 未夠番都係答案);

2 something in the command, the hand or the rules is wrong 指令、副牌或者規則有錯;

3 the disk refused, and nothing was written to the book 數簿寫唔到; 4 nobody knows whether it was 唔知寫咗未;

130 stopped by Ctrl-C 中途停止; 141 nobody reads the answer any more 冇人再讀落去.

Language 語言: --lang yue|zh|en, else by LC_ALL or LANG. No colours 唔要顏色: NO_COLOR=1.
"""

app = typer.Typer(
    name="sikwu",
    cls=Spoken,
    epilog=CODES,
    help="食糊 sikwu: Hong Kong mahjong hands scored and explained. 香港麻雀計番，逐番講清楚。",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules_app = typer.Typer(
    no_args_is_help=True,
    help="規則 Rulesets, patterns and options: list, show, options, diff, compare, new, export.",
    epilog="Example 例子: sikwu rules show 大三元",
)
app.add_typer(rules_app, name="rules")
app.add_typer(book_app, name="book")


def _version(wanted: bool) -> None:
    if wanted:
        from sikwu import __version__

        print(f"sikwu {__version__}")
        raise typer.Exit


@app.callback()
def sikwu(
    version: Annotated[bool, typer.Option("--version", help="version 版本", callback=_version, is_eager=True)] = False,
) -> None:
    """食糊 sikwu: Hong Kong mahjong hands scored and explained. 香港麻雀計番，逐番講清楚。"""


@app.command(help=ANSWER)
def answer(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="one JSON case a line; without FILE, or with -, standard input"),
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
    from sikwu.cli.answer import answer_file

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
            help="why a pattern holds or not, part by part",
            metavar="PATTERN",
            autocompletion=complete_pattern,
        ),
    ] = None,
) -> None:
    from sikwu.cli.drawn import Pen
    from sikwu.cli.score import USUAL, Wish, score_command

    wish = Wish(Pen(spoken(lang), tiles), tuple(rules or [USUAL]), tuple(option or ()), json, why, full)
    score_command(" ".join(text or ()), wish, given=bool(text))


@app.command(help=WAITS)
def waits(
    text: Annotated[list[str] | None, typer.Argument(metavar="HAND", help="the hand in one line")] = None,
    rules: RulesOption = "hk-standard",
    option: SetOption = None,
    lang: LangOption = None,
    tiles: TilesOption = Tiles.TEXT,
    full: Annotated[bool, typer.Option("--full", "-f", help="patterns of each wait, and all discards 詳細")] = False,
    json: HandsJsonOption = False,
) -> None:
    from sikwu.cli.drawn import Pen
    from sikwu.cli.score import Wish
    from sikwu.cli.waits import waits_command

    wish = Wish(Pen(spoken(lang), tiles), (rules,), tuple(option or ()), json, None, full)
    waits_command(" ".join(text or ()), wish)


FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="where to write, such as house.toml; - is the output")
]
NameOption = Annotated[
    str | None, typer.Option("--name", "-n", help="what the house calls its rules; default: no name", metavar="NAME")
]
ForceOption = Annotated[bool, typer.Option("--force", help="write over a file that is there; default: refuse")]


@rules_app.command("list")
def list_rules(lang: LangOption = None, json: JsonOption = False) -> None:
    """所有規則。 List all rulesets and presets with minimum, ceiling and hash.

    Example 例子: sikwu rules list --lang en
    """
    from sikwu.cli.rules import list_command

    list_command(spoken(lang), json)


@rules_app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            help="a pattern, duty or option (id, 漢字 or English), a ruleset, a TOML file",
            autocompletion=complete_shown,
        ),
    ],
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            "-r",
            help="as these rules have it; default: all documents",
            metavar="NAME|FILE",
            autocompletion=complete_rules,
        ),
    ] = None,
    option: SetOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """番種、包牌、規則或選項的詳情。 Show one pattern, duty, ruleset or option in full.

    Example 例子: sikwu rules show 大三元 --rules hk-common
    """
    from sikwu.cli.rules import show_command

    show_command(name, rules, option or [], spoken(lang), json)


@rules_app.command()
def options(
    ruleset: Annotated[str, typer.Argument(help="ruleset NAME or FILE.toml", autocompletion=complete_rules)],
    filter: Annotated[
        str,
        typer.Argument(
            metavar="PART", help="only options whose id has this part; default: all", autocompletion=complete_part
        ),
    ] = "",
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """規則的選項。 Show the options of a ruleset: value, choices, what each means, source.

    Example 例子: sikwu rules options hk-standard limit
    """
    from sikwu.cli.rules import options_command

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
    """兩套規則的分別。 Show where two rulesets differ: options in words, prices, liability.

    Example 例子: sikwu rules diff hk-standard hk-common
    """
    from sikwu.cli.rules import diff_command

    diff_command(ours, theirs, spoken(lang), json)


@rules_app.command()
def compare(
    text: Annotated[str, typer.Argument(help="the hand in one line, in quotes (see sikwu score --help)")],
    rulesets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULESET",
            help="two or more; default: the documents that play so many tiles",
            autocompletion=complete_rules,
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", "-a", help="every ruleset and preset; those that count and pay alike together")
    ] = False,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """同一副牌，不同規則。 Score one hand under several rulesets, side by side, with what makes the difference.

    Example 例子: sikwu rules compare "111m 999p 9m 發發發 (111s<S) +9m<N seat=W 1f" --all
    """
    from sikwu.cli.compare import compare_command

    compare_command(text, rulesets or [], spoken(lang), json, every)


@rules_app.command("new")
def new_rules(
    file: FileArgument,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            "-r",
            help="the nearest rules; default: hk-standard",
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
    """整自己屋企的規則。 Make a file of your house's rules: asked question by question, or by flags.

    Example 例子: sikwu rules new house.toml --name 阿明屋企 -o limit.cap_fan=10 -o hand.min_fan=1
    """
    from sikwu.cli.house import Wanted, new_command

    new_command(Wanted(file, rules, option or [], name, force), spoken(lang), json)


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
    """將規則寫成檔案。 Write rules to a TOML file: what differs from the document, and the house's patterns.

    Example 例子: sikwu rules export - --rules eight-fan-burst --name 八番仔
    """
    from sikwu.cli.house import Wanted, export_command

    export_command(Wanted(file, rules, option or [], name, force), spoken(lang), json)


SERVE = """開伺服器：喺瀏覽器計番、改規矩、睇番種。 Serve the app and the API; Ctrl-C stops it.

Only this computer can open it, unless --lan is given: then phones in the same network can, by the address or the QR code printed.

Examples 例子:

sikwu serve

sikwu serve --lan --port 8000

sikwu serve --database postgresql://sikwu@db/sikwu --host 0.0.0.0 --proxies 10.0.0.1
"""


@app.command(help=SERVE)
def serve(
    host: Annotated[str, typer.Option("--host", help="address to listen on 聽邊個地址")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", help="port; default: the first free one from 8136 on", min=1, max=65535)
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="listen on the local network too 同一個網絡都開到")] = False,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", "-d", help="SQLite file or PostgreSQL URL; default: your own books", metavar="PATH|URL"
        ),
    ] = None,
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--origins", help="other sites that may ask, such as https://example.org; repeat it", metavar="ORIGIN"
        ),
    ] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option("--proxies", help="proxies whose word on addresses counts; repeat it", metavar="ADDRESS"),
    ] = None,
    limits: Annotated[
        Path | None, typer.Option("--limits", help="TOML file of limits, such as rate = 100", metavar="FILE")
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", help="certificate, with --tls-key", metavar="FILE")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="its key", metavar="FILE")] = None,
    browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="open a browser; default: where there is a screen")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--app", help="folder of the built app; default: the package's own", metavar="FOLDER")
    ] = None,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.serve import Flags, serve_command

    heard = (database, host, port, lan, tuple(origins or ()), tuple(proxies or ()))
    flags = Flags(*heard, limits, tls_cert, tls_key, browser, folder)
    serve_command(flags, spoken(lang))


add_commands(app)

DatabaseOption = Annotated[
    str | None,
    typer.Option("--database", "-d", help="SQLite file or PostgreSQL URL; default: your own books", metavar="PATH|URL"),
]


@app.command(
    help="備份。 Copy the whole database while it is in use; PostgreSQL by its own pg_dump.\n\nExample 例子: sikwu backup friday.db"
)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where the copy goes; it must not be there yet 備份檔")],
    database: DatabaseOption = None,
    lang: LangOption = None,
) -> None:
    from sikwu.cli.keeping import backup_command

    backup_command(file, database, spoken(lang))


@app.command(
    "check-store",
    help="查晒所有簿。 Check every book of a database: chains, heads, money, tiles.\n\nExample 例子: sikwu check-store",
)
def check_store(database: DatabaseOption = None, lang: LangOption = None) -> None:
    from sikwu.cli.keeping import check_store_command

    check_store_command(database, spoken(lang))


@app.command(help="API 文件。 Print the OpenAPI document of the server.\n\nExample 例子: sikwu openapi > openapi.json")
def openapi() -> None:
    from sikwu.cli.serve import openapi_command

    openapi_command()


def run() -> None:
    """The command as installed: whatever the locale, text goes out as UTF-8 and never fails for its letters."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    with written():
        named(app, sys.argv[1:])(prog_name="sikwu")


def named(whole: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """The commands with only the one that is meant, where it is named at once: to make them all takes longer than most take to run.

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
