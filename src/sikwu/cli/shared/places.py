"""The user's folders: books in the data folder, reading marks in the state folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from sikwu.book.problems import BookError


def books_file() -> tuple[Path, Path]:
    """The file of the user's own books, and its standard place; a file of an older sikwu is used where it is."""
    new, old = data_folder() / "books.db", old_books_file()
    return (old if old is not None and not new.exists() and old.exists() else new), new


def made_ready(file: Path) -> None:
    """Creates the folder of the books, readable only by its owner."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BookError.of("book.store", where=file, why=error.strerror or error) from None


def data_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """The folder for data that must not be lost.

    >>> data_folder({"HOME": "/home/wing"}, "linux").as_posix()
    '/home/wing/.local/share/sikwu'
    >>> data_folder({"HOME": "/home/wing", "XDG_DATA_HOME": "/data"}, "linux").as_posix()
    '/data/sikwu'
    >>> data_folder({"HOME": "/Users/wing"}, "darwin").as_posix()
    '/Users/wing/Library/Application Support/sikwu'
    """
    return _folder(environment, system, "XDG_DATA_HOME", ".local/share")


def state_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """The folder for state such as reading marks.

    >>> state_folder({"HOME": "/home/wing"}, "linux").as_posix()
    '/home/wing/.local/state/sikwu'
    """
    return _folder(environment, system, "XDG_STATE_HOME", ".local/state")


def _folder(environment: Mapping[str, str], system: str, variable: str, usual: str) -> Path:
    if system == "win32" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "sikwu"
    named = Path(environment.get(variable) or ".")
    if system != "darwin" and named.is_absolute():  # the standard says that a relative path is ignored
        return named / "sikwu"
    home = environment.get("HOME") or environment.get("USERPROFILE")
    if not home:
        raise BookError.of("book.no_home")
    return Path(home, "Library/Application Support" if system == "darwin" else usual) / "sikwu"


def old_books_file(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path | None:
    """The former place of the books, in the settings folder; None if that is the same folder."""
    home = environment.get("HOME")
    if system == "darwin":
        return None
    if system == "win32":
        roaming = environment.get("APPDATA")
        return Path(roaming, "sikwu", "books.db") if roaming else None
    settings = environment.get("XDG_CONFIG_HOME") or (f"{home}/.config" if home else None)
    return Path(settings, "sikwu", "books.db") if settings else None
