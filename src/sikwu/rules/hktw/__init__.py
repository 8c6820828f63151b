"""The catalogue of Hong Kong style Taiwanese mahjong (doc003): 85 patterns by family, and the options of a house."""
