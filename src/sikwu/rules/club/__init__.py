"""The catalogue of the club sheet (doc004): 86 patterns by family, and what a table may decide."""
