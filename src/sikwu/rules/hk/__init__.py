"""The catalogue of the three Hong Kong documents: 58 patterns by family, and all options of a house."""
