"""Commands that keep a table's books: `sikwu book`, `backup`, `check-store`."""
