"""The parts of a request: address, token, and the body within the limits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.requests import ClientDisconnect, Request

from sikwu.server.http.limits import Limits, counted_as
from sikwu.server.http.operation import JSON, LINES, Operation
from sikwu.server.http.refusals import Refusal

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
_MANY = (JSON, LINES, "application/jsonl", "text/plain")
_FILES = (LINES, "text/csv", "application/jsonl", "text/plain", "application/octet-stream")


async def body_of(one: Operation, request: Request, limits: Limits) -> bytes:
    """The body of a request; raises an error if it is too long, too slow, or of a wrong type."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    wanted = _FILES if one.file else _MANY if one.wide else (JSON,)
    if media not in wanted and (one.takes is not None or media):
        raise Refusal.of("request.media", media=media[:60], wanted=wanted[:2])
    most = limits.answer_body if one.wide else limits.import_body if one.file else limits.body
    if _number(request.headers.get("content-length", "")) > most:
        raise Refusal.of("request.too_long", most=most)
    try:
        async with asyncio.timeout(limits.body_time):
            return await _read(request, most)
    except TimeoutError:
        raise Refusal.of("request.slow", seconds=limits.body_time) from None


async def _read(request: Request, most: int) -> bytes:
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                raise Refusal.of("request.too_long", most=most)
    except ClientDisconnect:
        raise Refusal.of("request.not_json", why="the connection ended") from None
    return bytes(body)


def token_of(header: str) -> str:
    """The token of an Authorization header."""
    kind, _, token = header.strip().partition(" ")
    return token.strip()[:200] if kind.lower() == "bearer" else ""


def address_of(scope: Scope) -> str:
    """The address that is counted: the connection's own, never a header of the client."""
    client = scope.get("client")
    return counted_as(client[0] if client else "")


def header_of(scope: Scope, name: bytes) -> bytes:
    """A header; empty if it was not sent."""
    return next((value for key, value in scope["headers"] if key == name), b"")


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
