"""Live tables at the terminal: `sikwu table open`, `join`, `watch` and `back`."""
