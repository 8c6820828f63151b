"""Columns for the author, key and hand number of an entry. Several books may now have the same name."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds columns for new entries; old entries do not change."""
    op.add_column("entries", sa.Column("author", sa.Text))
    op.add_column("entries", sa.Column("key", sa.Text))
    op.add_column("entries", sa.Column("hand_no", sa.Integer))
    op.create_index("entries_key", "entries", ["book", "key"], unique=True)
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("books_name_key", "books", type_="unique")
        op.create_index("books_name", "books", ["name"])
        return
    _rebuilt(unique="")
    op.create_index("books_name", "books", ["name"])


def downgrade() -> None:
    """Drops the columns; fails if two books have the same name."""
    op.drop_index("books_name", "books")
    op.drop_index("entries_key", "entries")
    for column in ("author", "key", "hand_no"):
        op.drop_column("entries", column)
    if op.get_bind().dialect.name == "postgresql":
        op.create_unique_constraint("books_name_key", "books", ["name"])
    else:
        _rebuilt(unique=" UNIQUE")


def _rebuilt(unique: str) -> None:
    """Rebuilds the table, because SQLite cannot drop a constraint. Entries refer to it, but that is checked only at
    the commit.
    """
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute("CREATE TEMP TABLE books_kept AS SELECT id, name, length, head FROM books")
    op.execute("DROP TABLE books")
    op.execute(
        f"CREATE TABLE books (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL{unique}, "
        "length INTEGER NOT NULL, head TEXT NOT NULL) STRICT"
    )
    op.execute("INSERT INTO books (id, name, length, head) SELECT id, name, length, head FROM temp.books_kept")
    op.execute("DROP TABLE temp.books_kept")
