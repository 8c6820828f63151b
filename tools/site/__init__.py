"""The pages of the documentation: `python -m tools.site build/site`."""
