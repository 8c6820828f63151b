"""The arena: which of two players is better, by how much, and how sure that is."""

from sikwu.arena.contest import Contest
from sikwu.arena.records import Records
from sikwu.arena.results import Results, open_results
from sikwu.arena.stats import Estimate, estimate
from sikwu.arena.unit import play_recorded, play_unit

__all__ = ["Contest", "Estimate", "Records", "Results", "estimate", "open_results", "play_recorded", "play_unit"]
