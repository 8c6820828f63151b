"""`sikwu table`: opens a table or joins one, and sits there until the match is over or the person leaves."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple, cast, get_args
from urllib.parse import urlsplit

import msgspec
import typer

from sikwu.cli.play.person import Departure
from sikwu.cli.play.play import STOPPED
from sikwu.cli.shared.asking import at_terminal, line_editing
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.lookup import find_rules
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.cli.table.kept import KeptSeat, forget, keep, kept
from sikwu.cli.table.listening import SeatListener
from sikwu.cli.table.terminal import TableTerminal
from sikwu.client import Client
from sikwu.client.joining import invitation, join
from sikwu.client.seat import TableSeat, table_rules
from sikwu.live.terms import Pace
from sikwu.rules.files import to_toml
from sikwu.texts import RulesError, say
from sikwu.wire.asked import Rules

NAMELESS = "player"


class Opens(NamedTuple):
    """The settings of the command."""

    url: str
    rules: str
    options: tuple[str, ...]
    name: str | None
    bots: tuple[str, ...]
    pace: str
    teaching: bool
    start: bool
    minutes: int = 0


def open_command(wanted: Opens, pen: Pen) -> None:
    """Opens a new table."""
    with telling(pen.lang), _reached(wanted.url):
        if wanted.pace not in get_args(Pace):
            raise RulesError.of("table.pace", known=get_args(Pace))
        client, me = _client(wanted.url), _name(wanted.name)
        opened = client.open_table(
            _rules(client, wanted),
            me=me,
            bots=wanted.bots,
            pace=cast("Pace", wanted.pace),
            teaching=wanted.teaching,
            start=wanted.start,
            minutes=wanted.minutes,
        )
        _say(pen, "live.opened", url=wanted.url, letters=opened.invite.code, secret=opened.invite.secret)
        seat = KeptSeat(wanted.url, opened.table, opened.host.token, me)
    _sit(seat, pen)


def join_command(url: str, code: str, name: str | None, kind: Literal["seat", "watch"], pen: Pen) -> None:
    """Joins an existing table, to play or to watch."""
    with telling(pen.lang), _reached(url):
        client, me, invited = _client(url), _name(name), invitation(code)
        try:
            table, token = asyncio.run(join(client, me, invited, kind, lambda: _say(pen, "live.asked")))
        except KeyboardInterrupt:
            raise typer.Exit(STOPPED) from None
    _sit(KeptSeat(url, table, token, me), pen)


def back_command(pen: Pen) -> None:
    """Returns to the last stored seat."""
    with telling(pen.lang):
        seat = kept()
    _sit(seat, pen)


# --- at the table


def _sit(seat: KeptSeat, pen: Pen) -> None:
    if at_terminal():
        line_editing()
    while True:
        with telling(pen.lang), _reached(seat.url):
            keep(seat)
            again = _played(seat, pen)
        if not again:
            raise typer.Exit
        seat = KeptSeat(seat.url, again, seat.token, seat.name)


def _played(kept_seat: KeptSeat, pen: Pen) -> str:
    """Plays one match; returns the table of the rematch, if there is one."""
    client = _client(kept_seat.url)
    rules = table_rules(client, kept_seat.table, kept_seat.token)
    seat = TableSeat(client, kept_seat.table, kept_seat.token, rules)
    seat.waiting = {act.id: act for act in kept_seat.waiting}
    listening = SeatListener(seat, rules)
    terminal = TableTerminal(pen, kept_seat.name, listening)
    try:
        terminal.run()
    except Departure:
        terminal.leave()
        forget()
    except KeyboardInterrupt:
        print()
        keep(msgspec.structs.replace(kept_seat, waiting=tuple(seat.waiting.values())))
        _say(pen, "live.come_back")
        raise typer.Exit(STOPPED) from None
    finally:
        listening.close()
    return terminal.again


# --- inside


def _client(url: str) -> Client:
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        raise RulesError.of("live.address", url=url[:80])
    parts = urlsplit(url)
    return Client(f"{parts.scheme}://{parts.netloc}{parts.path}")


@contextmanager
def _reached(url: str) -> Iterator[None]:
    """Turns a server that does not answer, or a missing package, into one clear error."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise RulesError.of("serve.package", package=missing.name) from None
    except OSError as error:
        why = getattr(error, "reason", None) or error.strerror or error
        raise RulesError.of("live.no_server", url=url[:80], why=str(why)) from None


def _name(given: str | None) -> str:
    if given:
        return given
    try:
        return getpass.getuser()[:40]
    except (OSError, KeyError):
        return NAMELESS


def _rules(client: Client, wanted: Opens) -> Rules:
    """The rules in the form for the server: by name, or a house's own."""
    rules = find_rules(wanted.rules, wanted.options)
    checked = client.check(toml=to_toml(rules))
    return rules.document.id if checked.house is None else checked.house


def _say(pen: Pen, code: str, **facts: object) -> None:
    for line in say(code, **facts)(pen.lang).split("\n"):
        if line.startswith("sikwu "):
            print(line)  # to be copied, so not wrapped
        else:
            paper().print(WrappedText(line))
