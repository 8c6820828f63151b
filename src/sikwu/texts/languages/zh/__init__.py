"""Written Chinese."""
