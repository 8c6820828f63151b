"""Tables for books shared by a server: tokens, stored replies, and books deleted for good."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

APPEND_ONLY = "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
ERASED = "EXISTS (SELECT 1 FROM books WHERE books.id = OLD.book AND books.erased IS NOT NULL)"
KEPT = "CREATE FUNCTION entries_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {but}RAISE EXCEPTION 'the log is append-only'; END $$"


def upgrade() -> None:
    """Adds tables; entries of erased books may now be deleted."""
    op.add_column("books", sa.Column("erased", sa.Text))
    op.create_table(
        "meta",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("thing", sa.Text, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("revoked", sa.Text),
        sqlite_strict=True,
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("thing", sa.Text, nullable=False),
        sa.Column("until", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "requests",
        sa.Column("scope", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("body_hash", sa.Text, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False, index=True),
        sqlite_strict=True,
    )
    _guard(erasing=True)


def downgrade() -> None:
    """Drops them; all tokens are lost."""
    _guard(erasing=False)
    for table in ("requests", "codes", "tokens", "meta"):
        op.drop_table(table)
    op.drop_column("books", "erased")


def _guard(erasing: bool) -> None:
    if op.get_bind().dialect.name != "postgresql":
        op.execute("DROP TRIGGER entries_are_kept_delete")
        when = f"WHEN NOT {ERASED} " if erasing else ""
        op.execute(f"CREATE TRIGGER entries_are_kept_delete BEFORE DELETE ON entries {when}{APPEND_ONLY}")
        return
    op.execute("DROP TRIGGER entries_are_kept ON entries")
    op.execute("DROP FUNCTION entries_are_kept()")
    but = (
        f"IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN IF {ERASED} THEN RETURN OLD; END IF; END IF; "
        if erasing
        else ""
    )
    op.execute(KEPT.format(but=but))
    every = "UPDATE OR TRUNCATE" if erasing else "UPDATE OR DELETE OR TRUNCATE"
    op.execute(
        f"CREATE TRIGGER entries_are_kept BEFORE {every} ON entries FOR EACH STATEMENT EXECUTE FUNCTION entries_are_kept()"
    )
    if erasing:
        op.execute(
            "CREATE TRIGGER entries_are_erased BEFORE DELETE ON entries FOR EACH ROW EXECUTE FUNCTION entries_are_kept()"
        )
