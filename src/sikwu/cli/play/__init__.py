"""Commands of play: `sikwu play`, `replay`, `verify`, `arena`."""
