"""Why a socket is closed: the numbers, and the word that goes with each."""

from __future__ import annotations

PROTOCOL, TICKET, REVOKED, GONE, SLOW, STORE, FLOOD = 4000, 4001, 4003, 4004, 4008, 4013, 1008
NOT_TEXT, TOO_LARGE = 1007, 1009
TOO_MANY, TOO_OFTEN = 4029, 4030
"""A browser does not tell its page why a handshake was refused, only why a socket was closed: these are closed after it."""
REASONS = {
    PROTOCOL: "protocol", TICKET: "ticket", REVOKED: "revoked", GONE: "gone", SLOW: "slow", STORE: "store",
    FLOOD: "flood", NOT_TEXT: "not text", TOO_LARGE: "large", TOO_MANY: "limit.sockets", TOO_OFTEN: "limit.rate",
}  # fmt: skip
