"""One folder per language, one table per subject."""
