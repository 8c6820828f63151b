"""Why a socket is closed: close codes and the word for each."""

from __future__ import annotations

PROTOCOL, TICKET, REVOKED, GONE, SLOW, STORE, FLOOD = 4000, 4001, 4003, 4004, 4008, 4013, 1008
NOT_TEXT, TOO_LARGE = 1007, 1009
REPLACED, MOVING = 4009, 4012
TOO_MANY, TOO_OFTEN = 4029, 4030
"""These reasons are sent after the handshake: a browser tells its page why a socket was closed, but not why a
handshake was refused.
"""
REASONS = {
    PROTOCOL: "protocol", TICKET: "ticket", REVOKED: "revoked", GONE: "gone", SLOW: "slow", STORE: "store",
    REPLACED: "replaced", MOVING: "moving",
    FLOOD: "flood", NOT_TEXT: "not text", TOO_LARGE: "large", TOO_MANY: "limit.sockets", TOO_OFTEN: "limit.rate",
}  # fmt: skip
