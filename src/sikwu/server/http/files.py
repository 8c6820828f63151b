"""The app's files from the package, compressed if the browser accepts it, and the headers of every answer."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path

from sikwu.texts import LANGUAGES, say

FOLDER = Path(__file__).parents[2] / "app_dist"
"""Where the app's build puts its files."""
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
SECURE = ((b"strict-transport-security", b"max-age=31536000"), (b"cross-origin-opener-policy", b"same-origin"))
"""Only over https: elsewhere a browser ignores them and logs a warning about the second."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
LEAST = 512
"""Smaller answers are not compressed."""
_TYPES = {
    ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml",
    ".json": "application/json", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
    ".txt": "text/plain", ".png": "image/png", ".ico": "image/x-icon", ".map": "application/json",
}  # fmt: skip


PLACES = (
    "/", "/compare", "/house", "/house/:preset", "/books", "/books/new", "/books/:id", "/books/:id/table", "/books/:id/:tab",
    "/join", "/join/:code", "/j/table/:id", "/j/:kind/:id", "/play", "/play/new", "/play/join", "/play/join/:code", "/play/:id", "/watch/:id",
    "/records", "/records/:id", "/verify", "/learn", "/learn/first", "/learn/quiz", "/learn/away", "/learn/:pattern", "/settings",
    "/about",
)  # fmt: skip
"""The paths of the app's screens, as in `app/src/routes.ts`; no other path is a page."""
_PLACES = tuple(tuple(each.strip("/").split("/")) for each in PLACES)


def is_place(path: str) -> bool:
    """Whether a path is a screen of the app.

    >>> is_place("/learn/half_flush"), is_place("/books/"), is_place("/metrics"), is_place("/learn/a/b")
    (True, True, False, False)
    """
    given = path.strip("/").split("/")
    return any(
        len(wanted) == len(given)
        and all(part == own or (part[:1] == ":" and own) for part, own in zip(wanted, given, strict=True))
        for wanted in _PLACES
    )


@dataclass(frozen=True)
class ServedFile:
    """A file as it is sent."""

    body: bytes
    media: str
    etag: str
    cache: str
    encoding: str | None = None


class AppFiles:
    """The files of one folder; the path of each screen of the app is its first page."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = FOLDER if folder is None else folder
        self._files = {} if not self.folder.is_dir() else self._found()

    def _found(self) -> dict[str, Path]:
        every = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path for path in every}

    @property
    def built(self) -> bool:
        """Whether the app is built."""
        return "index.html" in self._files

    def find(self, path: str, accepts: str = "") -> ServedFile | None:
        """The file or page of a path; None: neither a file nor a screen."""
        name = path.strip("/")
        if name not in self._files or name.endswith((".gz", ".br")):
            if not is_place(path):
                return None
            name = "index.html"
        if name not in self._files:
            return not_built()
        for suffix, encoding in ((".br", "br"), (".gz", "gzip")):
            if encoding in accepts and name + suffix in self._files:
                return self._read(name, self._files[name + suffix], encoding)
        plain = self._read(name, self._files[name], None)
        if "gzip" in accepts and len(plain.body) >= LEAST and plain.media.startswith(_COMPRESSED):
            return ServedFile(zipped(plain.body), plain.media, plain.etag, plain.cache, "gzip")
        return plain

    def _read(self, name: str, path: Path, encoding: str | None) -> ServedFile:
        return _read(name, path, path.stat().st_mtime_ns, encoding)


_COMPRESSED = ("text/", "image/svg", "application/json", "application/wasm", "application/manifest")


@lru_cache(512)
def _read(name: str, path: Path, _changed: int, encoding: str | None) -> ServedFile:
    body = path.read_bytes()
    suffix = Path(name).suffix
    media = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    media += "; charset=utf-8" if media.startswith("text/") else ""
    return ServedFile(body, media, tag(body), FOR_EVER if _is_hashed(name) else ASK_AGAIN, encoding)


def _is_hashed(name: str) -> bool:
    """Whether the name contains the hash of the contents: `assets/index-B1x2y3.js`, `tiles.0a1b2c3d.svg`."""
    return name.startswith(("assets/", "tiles."))


def tag(body: bytes) -> str:
    """The ETag of these bytes."""
    return f'"{sha256(body).hexdigest()[:16]}"'


@lru_cache(64)
def zipped(body: bytes) -> bytes:
    """The bytes compressed, deterministically."""
    return gzip.compress(body, 6, mtime=0)


def not_built() -> ServedFile:
    """The page shown if the app is not built."""
    lines = (
        f"<section lang={lang}><h1>{escape(say('page.not_built')(lang))}</h1><p>{escape(say('page.how')(lang))} "
        '<a href="/api/v1/version">/api/v1/version</a></p></section>'
        for lang in LANGUAGES
    )
    page = (
        f"<!doctype html><html lang=zh-HK><meta charset=utf-8><title>sikwu</title><main>{''.join(lines)}</main></html>"
    )
    body = page.encode()
    return ServedFile(body, "text/html; charset=utf-8", tag(body), ASK_AGAIN)
