"""A table of snapshots for long books, and a counter that orders books by their last change without a clock."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

IN_ORDER = (
    "SELECT books.id FROM books LEFT JOIN entries ON entries.book = books.id AND entries.seq = books.length "
    "WHERE entries.at <= :now ORDER BY entries.at, books.name, books.id"
)


def upgrade() -> None:
    """Adds a table and a column; no entry changes."""
    op.create_table(
        "snapshots",
        sa.Column("book", sa.Text, sa.ForeignKey("books.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.add_column("books", sa.Column("turn", sa.Integer, nullable=False, server_default="0"))
    # Until now the newest entry's time said which book was written last; a time in the future is ignored.
    from sikwu.book.book import now

    connection = op.get_bind()
    for turn, (id,) in enumerate(connection.execute(sa.text(IN_ORDER), {"now": now()}).fetchall(), 1):
        connection.execute(sa.text("UPDATE books SET turn = :turn WHERE id = :id"), {"turn": turn, "id": id})


def downgrade() -> None:
    """Drops both: a snapshot can always be made again."""
    op.drop_column("books", "turn")
    op.drop_table("snapshots")
