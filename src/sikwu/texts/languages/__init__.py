"""A folder for each language, a table for each subject."""
