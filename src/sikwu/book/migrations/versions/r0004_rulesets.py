"""A table of house rules by their hash, which a server has seen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds a table; no book changes."""
    op.create_table(
        "rulesets",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("toml", sa.Text, nullable=False),
        sa.Column("first_seen", sa.Text, nullable=False),
        sqlite_strict=True,
    )


def downgrade() -> None:
    """Drops it: rules can be sent again."""
    op.drop_table("rulesets")
