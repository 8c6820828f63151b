"""The catalogue of the three Hong Kong documents: 58 patterns by family, and everything a house may decide."""
