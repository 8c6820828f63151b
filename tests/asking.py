"""A server of the tests: the application itself, asked without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx

from sikwu.server.files import AppFiles
from sikwu.server.limits import Limits
from sikwu.server.storage import Rulesets
from sikwu.server.web import Guard, Server, application

OPEN = Limits(rate=1_000_000, burst=1_000_000)
"""Limits that no test meets by accident."""
ROOT = "/api/v1"
SITE = "http://table.test"


def served(
    limits: Limits = OPEN,
    shelf: Rulesets | None = None,
    origins: Iterable[str] = (),
    folder: Path | None = None,
) -> Guard:
    """A server as the command makes it."""
    return application(Server(limits, shelf, origins, AppFiles(folder)))


class Asker:
    """Asks one server, one thing after another."""

    def __init__(self, app: Guard) -> None:
        self.app = app

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def one() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=SITE) as client:
                return await client.request(method, path, **more)

        return asyncio.run(one())

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        """Posts JSON to a path of the API."""
        return self("POST", ROOT + path, json=body, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Gets a path of the API."""
        return self("GET", ROOT + path, **more)
