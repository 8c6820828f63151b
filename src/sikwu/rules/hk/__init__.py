"""The catalogue of the three Hong Kong documents: 58 patterns by family, and all options of a house.

Comments name points of docs/rules.md (such as D23, HK-18, C-24, R15) where the documents leave something open.
"""
