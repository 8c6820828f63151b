"""The catalogue of the Hong Kong style Taiwanese game (doc003): 85 patterns by family, and what a house may decide."""
