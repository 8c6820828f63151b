"""About this program: versions, which data are stored where, and the licences of its parts."""

from __future__ import annotations

from functools import cache
from importlib import metadata
from importlib.resources import files

from sikwu import __version__
from sikwu.server.hands.catalogue import version
from sikwu.server.http.limits import CODE_HOURS, FORGOTTEN, REPLY_HOURS, Limits, Tries
from sikwu.texts import Message, say
from sikwu.wire.scores import Langs, message_shape
from sikwu.wire.served import AboutShape, LicenceShape, VersionShape

API = 1
_USED = (
    "msgspec", "typer", "rich", "numpy", "nanobind-backend", "SQLAlchemy", "alembic", "fastapi", "starlette", "pydantic",
    "anyio", "idna", "pydantic-core", "typing-extensions", "typing-inspection", "annotated-types", "annotated-doc",
    "uvicorn", "uvloop", "httptools", "websockets", "h11", "click", "segno", "psycopg", "Mako", "MarkupSafe",
    "greenlet", "markdown-it-py", "mdurl", "Pygments", "shellingham",
)  # fmt: skip


def versions() -> VersionShape:
    """The version of the program."""
    return VersionShape(__version__, version(), API)


def about(limits: Limits, words: Langs = ()) -> AboutShape:
    """Versions, privacy, licences."""
    told = tuple(message_shape(each, words) for each in privacy(limits))
    return AboutShape(__version__, version(), told, licences())


def privacy(limits: Limits) -> tuple[Message, ...]:
    """Which data are stored where, and for how long."""
    return (
        say("privacy.title"),
        say("privacy.nobody"),
        say("privacy.hands", most=limits.kept_answers),
        say("privacy.rules", most=limits.kept_rules),
        say("privacy.books"),
        say("privacy.access", codes=CODE_HOURS, replies=REPLY_HOURS),
        say("privacy.phone"),
        say("privacy.links"),
        say("privacy.address", minutes=round(FORGOTTEN / 60), guesses=Tries.FORGOTTEN // 3600),
    )


@cache
def licences() -> tuple[LicenceShape, ...]:
    """Our licence, that of the font used for the tiles, and those of the installed packages."""
    notice = (files("sikwu.draw") / "LICENSE-tiles.txt").read_text("utf-8")
    found = [LicenceShape("sikwu", __version__, "MIT", ""), LicenceShape("Noto Serif CJK HK", "", "OFL-1.1", notice)]
    for name in _USED:
        try:
            found.append(_licence(metadata.metadata(name)))
        except metadata.PackageNotFoundError:
            continue
    return tuple(found)


def _licence(told: metadata.PackageMetadata) -> LicenceShape:
    said = next((told[key] for key in ("License-Expression", "License") if key in told), "")
    if not said or len(said) > 60:  # some packages put the whole licence text there
        kinds = [each for each in told.get_all("Classifier") or () if each.startswith("License ::")]
        said = kinds[0].rpartition(" :: ")[2] if kinds else said[:60].splitlines()[0] if said else ""
    return LicenceShape(told["Name"], told["Version"], said, "")
