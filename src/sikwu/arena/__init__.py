"""The arena: which of two players is better, by how much, and how sure that is."""

from sikwu.arena.contest import Contest, play_unit
from sikwu.arena.results import Results, open_results
from sikwu.arena.stats import Estimate, estimate

__all__ = ["Contest", "Estimate", "Results", "estimate", "open_results", "play_unit"]
