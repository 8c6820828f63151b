"""Fits the numbers of careful players to a ruleset: first by likelihood from deals they play, then by points."""

from sikwu.fitting.likelihood import likely
from sikwu.fitting.search import FitStep, FitTask, PointsSearch

__all__ = ["FitStep", "FitTask", "PointsSearch", "likely"]
