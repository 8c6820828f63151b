"""Which process owns which table. With a file there is only one process, which owns them all; with PostgreSQL a process needs a lease.

1. Taking a table increases its `epoch`. Every append checks the epoch in its transaction: a process that lost the table writes nothing.
2. A lease lasts six seconds and is renewed every two. The times are the database's own.
3. A process that ends normally returns its leases.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from sikwu.book import Store
from sikwu.server.http.refusals import Refusal

LEASE, RENEW = 6_000, 2.0
"""The length of a lease in milliseconds, and the seconds between two renewals."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
TAKE = "UPDATE tables SET owner = :me, epoch = epoch + 1, lease_until = {until} WHERE id = :id AND erased IS NULL{free}"
FREE = f" AND (owner = :me OR lease_until < {NOW})"
RENEWED = f"UPDATE tables SET lease_until = {NOW} + {LEASE} WHERE owner = :me AND lease_until > 0"
MINE = "SELECT id, epoch FROM tables WHERE owner = :me AND erased IS NULL"
GIVE_BACK = "UPDATE tables SET lease_until = 0 WHERE id = :id AND owner = :me AND epoch = :epoch"
WHO = "SELECT owner FROM tables WHERE id = :id AND erased IS NULL"


class Leases:
    """The tables of this process; used in threads."""

    def __init__(self, store: Callable[[], Store], shared: bool) -> None:
        self._store, self.shared = store, shared
        self.me = secrets.token_hex(4)

    def take(self, id: str) -> None:
        """Takes a table; raises an error if another process has it, or it does not exist."""
        until, free = (f"{NOW} + {LEASE}", FREE) if self.shared else ("0", "")
        if self._store().change([(TAKE.format(until=until, free=free), {"me": self.me, "id": id})])[0] == 1:
            return
        found = self._store().rows(WHO, id=id)
        if not found:
            raise Refusal.of("table.unknown")
        raise Refusal.of("table.elsewhere", owner=str(found[0][0]), table=id).after(1_000)

    def renew(self) -> Mapping[str, int]:
        """Renews every lease; returns the tables that are still ours, with their epochs."""
        self._store().change([(RENEWED, {"me": self.me})])
        return {str(id): int(epoch) for id, epoch in self._store().rows(MINE, me=self.me)}

    def give_back(self, id: str, epoch: int) -> None:
        """Returns the lease, so that another process may take the table at once."""
        if self.shared:
            self._store().change([(GIVE_BACK, {"me": self.me, "id": id, "epoch": epoch})])
