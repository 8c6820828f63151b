"""Sikwu (食糊): score and explain Hong Kong mahjong hands under documented rules and any house rules.

The way of the data, module by module:

    tiles, notation       tile kinds and the one grammar that reads and writes them
    hand, win             what somebody holds; a win with its circumstances
    reading               every way to read complete tiles; waits; how far from complete
    rules                 patterns as conditions over facts, options, rulesets as values
    score                 score(win, ruleset): every fan with its reason
    explain               the same in words, Chinese and English
    cases                 the CASES format: one JSON object a line
    cli                   the command line
"""

from sikwu.hand import Hand, Meld, MeldKind
from sikwu.notation import format_tiles, parse_tiles
from sikwu.problems import Problem, SikwuError
from sikwu.reading import away_many, complete_many, is_complete, readings, tiles_away, useful_many, useful_tiles, waits
from sikwu.rules.presets import names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.score import Score, score
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Circumstances, Win

__version__ = "0.1.0"
__all__ = [
    "By",
    "Circumstances",
    "Hand",
    "Meld",
    "MeldKind",
    "Problem",
    "Ruleset",
    "Score",
    "SikwuError",
    "Tile",
    "Wind",
    "Win",
    "away_many",
    "complete_many",
    "format_tiles",
    "is_complete",
    "names",
    "parse_tiles",
    "readings",
    "ruleset",
    "score",
    "tiles_away",
    "useful_many",
    "useful_tiles",
    "waits",
]
