"""Bent messages at live tables end at most their own socket.

Honest tables beside it play on, no error is logged, and the memory of the server stays.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from hostile import mutate
from hostile.attack import Attack
from hostile.live import side_by_side
from hostile.table_programs import TableProcess, caught
from patience import PATIENCE
from server_process import table_limits
from table_phones import Host, Phone, Seats
from table_proofs import checked

BURST = 25
"""Messages through one socket, if it lives that long."""
RSS = 1.5
"""How much larger the server may be in the end; the honest deals and the record of what was refused need some of it."""
FRAMES: tuple[dict[str, Any], ...] = (
    {"type": "act", "id": "a1", "decision": "d5", "action": "pass"},
    {"type": "act", "id": "a2", "decision": "d12", "action": "discard 1m"},
    {"type": "nonce", "deal": 1, "nonce": "0" * 32},
    {"type": "ready"},
    {"type": "go_on", "window": "w7"},
    {"type": "react", "reaction": "thanks"},
    {"type": "hints", "on": True},
    {"type": "pause_now"},
    {"type": "clock", "off": True},
    {"type": "open_hands", "open": True},
    {"type": "take_back", "yes": True},
    {"type": "mark", "place": 2},
    {"type": "rematch"},
    {"type": "ping", "t": 5},
    {"type": "resync", "have": 3},
    {"type": "start"},
    {"type": "pause"},
    {"type": "resume"},
    {"type": "pace", "pace": "fast"},
    {"type": "time", "place": 1},
    {"type": "add_bot", "place": 1, "level": "quick", "name": "Bot"},
    {"type": "change_bot", "place": 1, "level": "careful"},
    {"type": "remove_bot", "place": 1},
    {"type": "answer_seat", "member": "0" * 12, "yes": True, "place": 1},
    {"type": "hand_over", "place": 2},
    {"type": "watching", "on": True},
    {"type": "let_hints", "on": False},
    {"type": "hello", "ticket": "no ticket"},
)


def bent(chance: Random) -> str | bytes:
    """A frame of some kind with something changed: a value, its shape, its text, its bytes; or nothing, at the wrong time."""
    frame = chance.choice(FRAMES)
    match chance.randrange(10):
        case 0 | 1:
            return json.dumps(frame)
        case 2 | 3 | 4 | 5 | 6:
            for _ in range(20):
                with suppress(UnicodeEncodeError):
                    text = json.dumps(mutate.plain(chance, frame), ensure_ascii=False)
                    text.encode()
                    return text
            return "{}"
        case 7:
            text = mutate.text(chance, json.dumps(frame), json.dumps(chance.choice(FRAMES)))
            return text.encode("utf-8", "replace").decode()
        case 8:
            return mutate.data(chance, json.dumps(frame).encode())
        case _:
            deep, long = chance.choice((5, 13, 500)), chance.choice((10, 3_000, 5_000))
            return chance.choice(("[" * deep + "]" * deep, '{"type":' * deep, '{"type":"ping","t":' + "9" * long + "}"))


class _Enemy:
    """Members of tables of their own, who send bent messages."""

    def __init__(self, server: TableProcess, number: int) -> None:
        self.number = number
        self.tables: list[Host] = []
        self.phones: list[Phone] = []
        self.server = server
        self.sent = self.ended = 0

    def sit(self) -> None:
        """A new table of one person, three bots and one who watches, half of them started."""
        more = {"bots": ["quick"] * 3, "start": self.number % 2 == 0, "teaching": self.number % 3 == 0}
        host = Host(self.server, me="Wing", **more)
        watch = host.join("On", kind="watch")
        self.phones = [Phone(self.server.url, host.table, each, "hk-standard") for each in (host.token, watch)]

    async def attack(self, chance: Random, size: int) -> None:
        """Sends `size` messages."""
        await asyncio.to_thread(self.sit)
        while self.sent < size:
            phone = chance.choice(self.phones)
            try:
                await phone.open()
            except (
                httpx.HTTPStatusError,
                WebSocketException,
            ):  # its table or its token is gone: it made that happen itself
                await asyncio.to_thread(self.sit)
                continue
            assert phone.ws is not None
            with suppress(WebSocketException):
                for _ in range(BURST):
                    await phone.ws.send(bent(chance))
                    self.sent += 1
                async with asyncio.timeout(PATIENCE):
                    await phone.ws.send('{"type":"ping","t":77}')
                    while b'"t":77' not in await phone.ws.recv(decode=False):
                        pass
            self.ended += phone.ws.close_code is not None
            await phone.cut()


def run(seed: int, size: int, how: str = "right") -> str:
    """Bent messages from several enemies beside honest tables."""
    with tempfile.TemporaryDirectory(prefix="sikwu-bent-") as folder:
        errors = Path(folder, "errors.log")
        server = TableProcess(str(Path(folder, "books.db")), table_limits(Path(folder)), how, errors)
        try:
            enemies = [_Enemy(server, number) for number in range(4)]
            honest = Seats(server, "hk-standard", url=server.url)
            deals, before = 0, [0.0]

            async def plays(number: int) -> None:
                nonlocal deals
                if number:
                    await enemies[number - 1].attack(Random(f"{seed} {number}"), -(-size // 4))
                    return
                await honest.begin()
                before[0] = server.memory
                while deals < 1 or any(each.sent < size // 4 for each in enemies):
                    await honest.all_play_on(deals + 1)
                    deals += 1
                await honest.all_play(deals)
                await honest.close()

            side_by_side(5, plays, 5)
            after = server.memory
            assert checked(honest.host.record()).match.deals >= deals
            assert all(not phone.refused for phone in honest.phones) or all(
                each.code in ("table.nonce_late", "act.stale", "table.not_resting")
                for phone in honest.phones
                for each in phone.refused
            )
            assert server.process.poll() is None, "the server ended"
            said = errors.read_text()
            assert not said, f"the server had trouble: {said[:300]}"
            grown = after / before[0]
            if size > 10_000:
                assert grown < RSS, f"the server grew from {before[0]:.0f} to {after:.0f} MiB"
        finally:
            server.end()
    sent, ended = sum(each.sent for each in enemies), sum(each.ended for each in enemies)
    return (
        f"{sent:,} bent messages, {ended:,} sockets ended by them; {deals} honest deals beside them undisturbed, "
        f"no error logged; the server has {after:.0f} MiB, before {before[0]:.0f}"
    )


def planted(seed: int) -> str:
    """A table that ends at a reaction."""
    return caught(lambda: run(seed, 3_000, "fragile"), "a reaction ends the table")


ATTACKS = (Attack("table messages", "G21", 100_000, 400, run, planted),)
