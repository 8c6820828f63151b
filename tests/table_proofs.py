"""After a match at a live table its record verifies, its viewers saw what they may, its log holds what they got."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from asking import Live
from sikwu.book import Store
from sikwu.live.news import AskNews
from sikwu.live.state import LiveState
from sikwu.live.table import LiveTable
from sikwu.play.lines import DecisionLine, HeaderLine, Line
from sikwu.play.match import Match
from sikwu.play.record import read_record
from sikwu.play.replay import replay
from sikwu.play.verify import verify
from sikwu.play.view import seen_record
from sikwu.play.wall import wall_of_proof
from sikwu.players import Sitting, player
from sikwu.rules.ruleset import Ruleset
from sikwu.server.tables import log
from table_phones import Phone, Seats

ACTS = "SELECT client_id, reply FROM acts WHERE tbl = :id"


def state_of(live: Live, table: str) -> LiveState:
    """The table as its server has it."""
    state: LiveState = live.guard.server.tables.hall.owners[table].table.state
    return state


def checked(text: str) -> Any:
    """A record that replays line by line and whose walls verify; how far it goes."""
    lines, left_out = read_record(text)
    assert not left_out
    proved = list(verify(json.loads(row) for row in text.splitlines()))
    assert proved
    assert all(each.proven and not each.faults for each in proved)
    return replay(lines)


def anything(seed: object) -> Callable[[AskNews, Phone], str]:
    """A random legal act."""
    chance = Random(str(seed))
    return lambda ask, phone: chance.choice(ask.legal)


def told_what_it_may_know(phone: Phone, lines: Sequence[Line], name: str | None, hidden: bool) -> None:
    """Every line that reached a phone is, to the byte, the line that its viewer may see; questions reach their seat alone."""
    seen = seen_record(lines, name, hidden)
    may = [line.text for line in seen if not isinstance(line, (HeaderLine, DecisionLine))]
    told = []
    for frame in phone.frames:
        found = json.loads(frame)
        told += [found["line"]] if found["type"] == "event" else found.get("lines", [])
    texts = [json.dumps(line) for line in told if line["type"] != "start_game"]
    assert texts == [json.dumps(json.loads(text)) for text in may]
    if name is None:
        assert not any(isinstance(each, AskNews) for each in phone.seen)
    decisions = {line.text.encode() for line in lines if isinstance(line, DecisionLine)}
    everything = b"".join(phone.frames)
    assert not any(text in everything for text in decisions)


def sat_down(ruleset: Ruleset | str, lines: Sequence[Line], deals: int) -> list[str]:
    """What four quick players write in a sitting with the walls of a record."""
    head = lines[0]
    assert isinstance(head, HeaderLine)
    walls = iter([wall_of_proof(line.to_dict())[0] for line in lines if line.type == "proof"])
    match = Match.new(ruleset, head.players, head.table)
    sitting = Sitting(match, [player("quick")] * 4, walls=lambda _: next(walls))  # type: ignore[arg-type,return-value]
    out: list[Line] = [match.start_line()]
    for number in range(1, deals + 1):
        out += sitting.deal(last=number == deals)
    return [line.text for line in out]


def stored(where: str, table: str) -> tuple[dict[str, str], LiveTable]:
    """Acts that are on the disk, and the table that its lines fold to."""
    with Store(where) as store:
        acts = {str(id): str(reply) for id, reply in store.rows(ACTS, id=table)}
        _, lines, seeds = log.read(store, table)
    return acts, LiveTable.folded(lines, seeds)


def nothing_is_lost(where: str, seats: Seats) -> None:
    """Every act that was acknowledged is stored, and everybody sees what the log tells."""
    acts, table = stored(where, seats.host.table)
    acked = [id for phone in seats.phones for id in phone.acked]
    assert len(acked) > 50
    assert [id for id in acked if acts.get(id) != ""] == []
    for place, phone in enumerate(seats.phones):
        assert phone.board is not None
        assert phone.board.canonical == table.state.boards[place].canonical
