"""The catalogue of Hong Kong style Taiwanese mahjong (doc003): 85 patterns by family, and the options of a house.

Comments name points of docs/rules.md (such as D23, HK-18, C-24, R15) where the documents leave something open.
"""
