"""The catalogue of the club sheet (doc004): 86 patterns by family, and the options of a table.

Comments name points of docs/rules.md (such as D23, HK-18, C-24, R15) where the documents leave something open.
"""
