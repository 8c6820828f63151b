"""Commands that show, compare and write rules: `sikwu rules`."""
