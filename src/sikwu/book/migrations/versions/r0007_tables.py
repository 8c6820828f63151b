"""Live tables: their logs, the acts that were answered, and the seeds of walls that are not proved yet."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

APPEND_ONLY = "'the log is append-only'"
ERASED = "EXISTS (SELECT 1 FROM tables WHERE tables.id = OLD.tbl AND tables.erased IS NOT NULL)"


def upgrade() -> None:
    """Adds tables; lines of erased tables may now be deleted."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        # The first table of a series of rematches: its tokens are valid for all of them.
        sa.Column("origin", sa.Text, nullable=False, index=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False, index=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        # Length of the log and hash of its newest line, so that missing lines at its end are noticed.
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        # The process that owns the table, the number of changes of owner, and the end of its lease (milliseconds; 0:
        # nobody).
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("lease_until", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("again", sa.Text),
        sa.Column("book", sa.Text),
        sa.Column("erased", sa.Text),
        sqlite_strict=True,
    )
    op.create_table(
        "lines",
        sa.Column("tbl", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("v", sa.Integer),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("h", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "acts",
        sa.Column("tbl", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("client_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "deal_secrets",
        sa.Column("tbl", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seed", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    if op.get_bind().dialect.name == "postgresql":
        _guard_server()
    else:
        _guard_file()


def _guard_file() -> None:
    refuse = f"BEGIN SELECT RAISE(ABORT, {APPEND_ONLY}); END"
    op.execute(f"CREATE TRIGGER lines_are_kept_update BEFORE UPDATE ON lines {refuse}")
    op.execute(f"CREATE TRIGGER lines_are_kept_delete BEFORE DELETE ON lines WHEN NOT {ERASED} {refuse}")


def _guard_server() -> None:
    op.execute(
        "CREATE FUNCTION lines_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN IF {ERASED} THEN RETURN OLD; END IF; END IF; "
        f"RAISE EXCEPTION {APPEND_ONLY}; END $$"
    )
    run = "EXECUTE FUNCTION lines_are_kept()"
    op.execute(f"CREATE TRIGGER lines_are_kept BEFORE UPDATE OR TRUNCATE ON lines FOR EACH STATEMENT {run}")
    op.execute(f"CREATE TRIGGER lines_are_erased BEFORE DELETE ON lines FOR EACH ROW {run}")


def downgrade() -> None:
    """Drops them, including the logs."""
    for table in ("deal_secrets", "acts", "lines", "tables"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION lines_are_kept()")
