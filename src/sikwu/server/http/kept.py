"""Answers ready to be sent, and the cache of answers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from sikwu.server.http.operation import JSON


@dataclass(frozen=True)
class ReadyAnswer:
    """An answer ready to be sent."""

    body: bytes
    media: str = JSON
    etag: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class AnswerCache:
    """A cache of the newest answers, limited in number and bytes; a very large answer is not kept.

    >>> kept = AnswerCache(2, 10)
    >>> for word in (b"a", b"b", b"c"):
    ...     kept.put(word, ReadyAnswer(word * 4))
    >>> [kept.get(word) is not None for word in (b"a", b"b", b"c")], kept.bytes
    ([False, True, True], 8)
    """

    MOST_BYTES = 64 * 1024

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most, self.most_bytes = most, most_bytes
        self.bytes = 0
        self._answers: OrderedDict[bytes, ReadyAnswer] = OrderedDict()

    @staticmethod
    def key(*parts: object) -> bytes:
        """The key of a request: its hash."""
        return sha256(msgspec.msgpack.encode(parts)).digest()

    def get(self, key: bytes) -> ReadyAnswer | None:
        """The cached answer, or None."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: bytes, sent: ReadyAnswer) -> None:
        """Caches an answer; the least recently used ones are dropped."""
        if len(sent.body) > self.MOST_BYTES or key in self._answers:
            return
        self._answers[key] = sent
        self.bytes += len(sent.body)
        while len(self._answers) > self.most or self.bytes > self.most_bytes:
            _, old = self._answers.popitem(last=False)
            self.bytes -= len(old.body)
