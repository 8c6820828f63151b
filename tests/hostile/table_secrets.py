"""What nobody may know: each viewer gets the lines that it may see, no more, whatever the hidden tiles are.

No seed or wall leaves the server before its proof, and tiles that stay hidden change not one byte of what a viewer gets.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from asking import Live, bearer
from hostile.attack import Attack
from hostile.live import WIDTH, AskedRules, seated, serving, side_by_side
from live_tables import RULESETS
from sikwu.live import fold, viewers
from sikwu.live.news import AskNews, EventNews
from sikwu.play.record import read_record
from sikwu.play.wall import Wall
from sikwu.rules.presets import rules_of
from table_phones import Phone, Seats
from table_proofs import anything, state_of, told_what_it_may_know

VIEWERS = 5


def asked(number: int) -> AskedRules:
    """One of the five rulesets."""
    ruleset = RULESETS[number % len(RULESETS)]
    return AskedRules(ruleset, rules_of(ruleset))


def watching(seats: Seats, rules: AskedRules) -> Phone:
    """Somebody who watches."""
    return Phone(seats.phones[0].url, seats.host.table, seats.host.join("Onlooker", kind="watch"), rules.rules)


# --- canaries


class _Said(logging.Handler):
    """Everything that is logged, at any level."""

    def __init__(self) -> None:
        super().__init__(0)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a line."""
        self.lines.append(f"{record.getMessage()} {record.exc_info or ''}")


async def searched(live: Live, number: int, seed: str, said: _Said) -> int:
    """Plays one deal of anything and searches all that left the server meanwhile. Returns how many lines it sent."""
    rules, bodies = asked(number), list[str]()
    seats = await seated(live, rules)
    watcher = await asyncio.to_thread(watching, seats, rules)
    chance = Random(seed)

    async def look(frame: Any, phone: Phone) -> None:
        if isinstance(frame, EventNews) and frame.line.type == "dahai" and chance.random() < 0.05:
            for path in (f"/tables/{seats.host.table}", f"/records/{seats.host.table}", "/tables/joined", "/health"):
                answer = await asyncio.to_thread(live.get, path, headers=bearer(phone.token))
                if "end_kyoku" not in answer.text:
                    bodies.append(answer.text)

    for place, phone in enumerate(seats.phones):
        phone.choose = anything(f"{seed} {place}")
    watcher.on_frame = look
    await seats.begin([watcher])
    await seats.all_play(1, [watcher])
    await seats.close([watcher])

    def search() -> int:
        lines, _ = read_record(seats.host.record())
        names = [*(f"Person {place}" for place in range(4)), None]
        for phone, name in zip((*seats.phones, watcher), names, strict=True):
            told_what_it_may_know(phone, lines, name, state_of(live, seats.host.table).rules.terms.kongs.hidden)
        for proof in (line.to_dict() for line in lines if line.type == "proof"):
            wall = msgspec.json.encode(proof["wall"]).decode()
            for phone in (*seats.phones, watcher):
                before = b"".join(phone.frames).partition(b'"type":"proof"')[0].decode()
                assert proof["seed"] not in before, "a seed was told"
                assert wall[1:200] not in before, "a wall was told"
            for text in (*bodies, *said.lines):
                assert proof["seed"] not in text, "a seed stood in an answer or in the log of the server"
                assert wall[1:200] not in text, "a wall stood in an answer or in the log of the server"
        return sum(isinstance(each, EventNews) for phone in (*seats.phones, watcher) for each in phone.seen)

    return await asyncio.to_thread(search)


def run_canaries(seed: int, size: int) -> str:
    """Deals, each seen by four seats and one who watches."""
    said, found = _Said(), 0
    log = logging.getLogger()
    log.addHandler(said)
    levels = {name: logging.getLogger(name).level for name in ("", "sikwu", "uvicorn", "asyncio")}
    for name in levels:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        with serving() as live:

            async def one(number: int) -> None:
                nonlocal found
                found += await searched(live, number, f"{seed} {number}", said)

            side_by_side(size, one)
    finally:
        log.removeHandler(said)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
    return f"{size:,} deals x {VIEWERS} viewers, {found:,} lines told: each the line that its viewer may see; no seed, no wall before its proof"


def planted_canaries(seed: int) -> str:
    """Lines as the archive has them."""
    with patch.object(fold, "seen_line", lambda line, viewer: line):
        return _caught(lambda: run_canaries(seed, 1), "every viewer gets the archive's lines")


# --- hidden tiles


def drawn_back(ask: AskNews, phone: Phone) -> str:
    """Claims nothing and throws the drawn tile, whatever it holds."""
    if "pass" in ask.legal:
        return "pass"
    assert phone.board is not None
    wanted = f"discard {phone.board.drawn}"
    return wanted if wanted in ask.legal else next(each for each in ask.legal if each.startswith("discard"))


def places_dealt(size: int) -> list[list[int]]:
    """Places of the wall that each seat is dealt, without the dealer's extra tile."""
    packets = size // 4
    seats = [[16 * i + 4 * seat + k for i in range(packets) for k in range(4)] for seat in range(4)]
    for seat in range(4 if size % 4 else 0):
        seats[seat].append(16 * packets + seat)
    return seats


def hidden_changed(ids: Sequence[int], size: int, viewer: int, chance: Random) -> list[int]:
    """The same wall with the tiles of the other seats shuffled among them; flowers stay where they are."""
    dealt = places_dealt(size)
    places = [place for seat in range(4) if seat != viewer for place in dealt[seat] if ids[place] < 136]
    mixed = places[:]
    chance.shuffle(mixed)
    out = list(ids)
    for place, other in zip(places, mixed, strict=True):
        out[place] = ids[other]
    return out


WALLS: dict[str, Sequence[int]] = {}
"""The wall of each table; the seats E, S, W, N of a first deal are the places 0 to 3."""
_HASH = re.compile(rb',"hash":"[0-9a-f]{8}"')
"""It follows from the bytes before it, as each phone has checked, and from the table's id, which differs."""
LAST = (b'"type":"hora"', b'"type":"ryukyoku"', b'"type":"false_win"', b'"type":"end_kyoku"', b'"type":"proof"')
"""From here on hands lie open."""


def _made(seed: bytes, table: str, deal: int, hash: str, nonces: Sequence[str]) -> Wall:
    return Wall(table, deal, hash, tuple(nonces), seed, tuple(WALLS[table]), (1, 2, 4))


async def shown(live: Live, rules: AskedRules, ids: Sequence[int], viewer: int, seed: str) -> list[list[bytes] | None]:
    """What each of the five viewers gets of a deal, up to its end; one seat does anything, the others claim nothing.

    The order of what one phone gets does not depend on when other phones are heard: everybody is let in before the match
    begins, a window stays open for all of them, and the host ends the match after the deal, not in it.
    """
    seats = await seated(live, rules)
    watcher = await asyncio.to_thread(watching, seats, rules)
    WALLS[seats.host.table] = ids
    for place, phone in enumerate(seats.phones):
        phone.choose = anything(seed) if place == viewer else drawn_back
        phone.act_id = _numbered(place)
        phone.nonce = lambda deal: ""  # one that comes too late would be told
    seats.phones[0].ends = True
    await seats.begin([watcher])
    await asyncio.gather(*(phone.run() for phone in (*seats.phones, watcher)))
    await seats.close([watcher])
    return [_up_to_the_end(phone) for phone in (*seats.phones, watcher)]


def _numbered(place: int) -> Callable[[], str]:
    numbers = iter(range(1_000_000))
    return lambda: f"act-{place}-{next(numbers)}"


def _up_to_the_end(phone: Phone) -> list[bytes] | None:
    """None: it took too little and was given a snapshot in between."""
    frames = phone.frames
    assert phone.closed is None, f"a phone was closed with {phone.closed}"
    if sum(frame.startswith(b'{"type":"snapshot"') for frame in frames) > 1:
        return None
    kinds = [frame[9:24] for frame in frames]
    assert any(kind.startswith(b"wall") for kind in kinds), f"no wall was told: {kinds[:9]}"
    assert any(word in frame for frame in frames for word in LAST), f"the deal has no end: {kinds[-9:]}"
    start = next(number for number, frame in enumerate(frames) if frame.startswith(b'{"type":"wall"'))
    end = next(number for number, frame in enumerate(frames) if any(word in frame for word in LAST))
    return [_HASH.sub(b"", frame) for frame in frames[start:end]]


async def interferes(live: Live, number: int, seed: str) -> int:
    """Compares one deal for each viewer with the same deal under other hidden tiles; returns how many frames were compared."""
    chance, rules, compared = Random(seed), asked(number), 0
    ids = list(range(144))
    chance.shuffle(ids)
    for viewer in range(VIEWERS):
        other = hidden_changed(ids, rules.rules.document.size, viewer, chance)
        usual = changed = None
        while usual is None or changed is None:
            usual = (await shown(live, rules, ids, viewer, seed))[viewer]
            changed = (await shown(live, rules, other, viewer, seed))[viewer]
        assert usual == changed, _difference(usual, changed, viewer)
        compared += len(usual)
    return compared


def _difference(usual: Sequence[bytes], changed: Sequence[bytes], viewer: int) -> str:
    for number, (one, other) in enumerate(zip(usual, changed, strict=False)):
        if one != other:
            at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            return f"viewer {viewer}, frame {number} from byte {at} on: {one[at:][:120]!r} and {other[at:][:120]!r}"
    return f"viewer {viewer} got {len(usual)} and {len(changed)} frames"


def run_interference(seed: int, size: int) -> str:
    """Deals, each played again for every viewer with other hidden tiles."""
    compared = 0
    with serving() as live, patch.object(Wall, "made", _made):
        hall = live.guard.server.tables.hall
        hall.seed = lambda table, deal: hashlib.shake_256(f"{seed} {deal}".encode()).digest(128)

        async def one(number: int) -> None:
            nonlocal compared
            compared += await interferes(live, number, f"{seed} {number}")

        side_by_side(size, one, WIDTH)
    WALLS.clear()
    return f"{size:,} deals x {VIEWERS} viewers, each against other hidden tiles: {compared:,} frames, not one byte differs"


def planted_interference(seed: int) -> str:
    """The answer to a sign of life says how many may claim; the match goes on as before."""
    with patch.object(viewers, "told_left", lambda state, awaited: len(awaited.asked)):
        return _caught(lambda: run_interference(seed, 3), "a phone hears how many may claim")


def _caught(run: Callable[[], str], fault: str) -> str:
    try:
        run()
    except AssertionError as caught:
        return f"{fault} ({str(caught)[:80]})" if str(caught) else fault
    raise AssertionError(f"not seen: {fault}")


ATTACKS = (
    Attack("table canaries", "G13, G14", 2_000, 2, run_canaries, planted_canaries),
    Attack("table interference", "G13", 2_000, 1, run_interference, planted_interference),
)
