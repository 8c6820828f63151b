"""An index on the order in which books were changed, so that the next number is found without scanning all books."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds an index; no book changes."""
    op.create_index("books_turn", "books", ["turn"])


def downgrade() -> None:
    """Drops it: queries give the same result, slower."""
    op.drop_index("books_turn", "books")
