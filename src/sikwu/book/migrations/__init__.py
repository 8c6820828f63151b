"""The database of books, step by step from empty; alembic runs the files of `versions` in order."""
