"""Commands that score hands: `sikwu score`, `waits`, `answer`."""
