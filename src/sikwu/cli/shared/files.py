"""Writes files atomically, and the signature file beside an export."""

from __future__ import annotations

import hashlib
import hmac
import os
import tempfile
from pathlib import Path

from sikwu.book.database import sync_folder
from sikwu.book.problems import BookError
from sikwu.texts import say

LEAST_KEY = 16
MOST_KEY = 4096
FOR = b"sikwu export 1\n"
"""Precedes the signed bytes, so that a signature of an export is valid for nothing else."""


def write_whole(file: Path, data: bytes, private: bool = False) -> None:
    """Writes a file atomically: under an unguessable name, flushed to the disk, then renamed."""
    descriptor, part = tempfile.mkstemp(prefix=f".{file.name[:80]}.", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
            if not private and hasattr(os, "fchmod"):
                os.fchmod(opened.fileno(), 0o666 & ~_umask())
        os.replace(part, file)
    except BaseException:
        os.unlink(part)
        raise
    sync_folder(file.parent)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def read_key(file: Path) -> bytes:
    """The secret in a key file: its bytes, whatever they are."""
    try:
        with file.open("rb") as opened:
            key = opened.read(MOST_KEY + 1)
    except (OSError, ValueError) as error:
        raise BookError.of("book.key_file", file=file, why=getattr(error, "strerror", None) or error) from None
    if len(key) < LEAST_KEY:
        raise BookError.of("book.key_file", file=file, why=say("why.short_key", least=LEAST_KEY))
    if len(key) > MOST_KEY:
        raise BookError.of("book.key_file", file=file, why=say("why.too_large", most=MOST_KEY))
    return key


def signature(data: bytes, key: bytes) -> str:
    """One line that proves that somebody with the key has signed exactly these bytes.

    >>> signature(b"", b"0123456789abcdef")[:40]
    'hmac-sha256 c821b0cf183a72970473d5fa6667'
    """
    return f"hmac-sha256 {hmac.new(key, FOR + data, hashlib.sha256).hexdigest()}\n"


def signature_file(file: Path) -> Path:
    """The signature file beside a file."""
    return file.with_name(f"{file.name}.sig")


def check_signature(file: Path, data: bytes, key: bytes) -> None:
    """Raises an error if the signature of some bytes is missing or wrong."""
    beside = signature_file(file)
    try:
        told = beside.read_bytes()[:200].strip()
    except OSError:
        raise BookError.of("book.signature", file=beside, why=say("why.no_signature")) from None
    if not hmac.compare_digest(told, signature(data, key).strip().encode()):
        raise BookError.of("book.signature", file=beside, why=say("why.other_signature"))
