"""The catalogue of the club sheet (doc004): 86 patterns by family, and the options of a table."""
