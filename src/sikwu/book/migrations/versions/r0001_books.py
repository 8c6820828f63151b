"""Tables for books and their entries, with triggers that forbid changing or deleting entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates both tables and the triggers that protect the log."""
    op.create_table(
        "books",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        # Length of the log and hash of its newest entry, so that missing entries at its end are noticed.
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "entries",
        sa.Column("book", sa.Text, sa.ForeignKey("books.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION entries_are_kept() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$"
        )
        op.execute(
            "CREATE TRIGGER entries_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION entries_are_kept()"
        )
        return
    for what in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER entries_are_kept_{what.lower()} BEFORE {what} ON entries "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        )


def downgrade() -> None:
    """Drops everything."""
    op.drop_table("entries")
    op.drop_table("books")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION entries_are_kept()")
