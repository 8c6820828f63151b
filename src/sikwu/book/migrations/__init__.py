"""The database schema of books, step by step from empty: alembic runs the files in `versions` in order."""
