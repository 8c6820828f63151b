"""Sikwu (食糊): scores and explains Hong Kong mahjong hands under documented rules and any house rules, plays them, and keeps score books.

The modules, in the order in which data pass through them:

    tiles, notation       tile kinds and the one grammar that reads and writes them
    hand, win             the tiles of a player; a win with its circumstances
    reading               every way to read complete tiles; waits; the distance from complete
    rules                 patterns as conditions over facts, options, rulesets as values
    plans                 the hands that a player may aim for, and the distance to each
    scoring               score(win, ruleset): every fan with its reason
    explaining            the same in words: Cantonese, written Chinese, English
    looking, comparing    unfinished hands; one hand under several rulesets
    money                 who is liable for a win, and who pays whom
    book                  Book, Store: the score book of a table
    play                  Deal, Match, Game: deals and whole matches, their walls, views and records
    players               player("quick"), Sitting: players, and four of them at a table
    arena                 Contest: which player is better, with a confidence interval
    env                   VectorDeals: environments for learners
    live, bots            live tables as pure state machines, and their bots
    cases                 the CASES format: one JSON object per line
    server, client        `sikwu serve`, and programs that ask it
    cli                   the command line
"""

__version__ = "0.2.0"
"""The version number; the package build reads it here."""

# False as in typing, without the cost of importing it. It is a call, because code completion ignores a branch that is
# plainly false.
TYPE_CHECKING = bool()  # noqa: UP018
if TYPE_CHECKING:
    from sikwu import arena as arena
    from sikwu import book as book
    from sikwu import env as env
    from sikwu import play as play
    from sikwu import players as players
    from sikwu.arena.contest import Contest as Contest
    from sikwu.book.book import Book as Book
    from sikwu.book.store import Store as Store
    from sikwu.choices import possible as possible
    from sikwu.comparing import compare as compare
    from sikwu.env.vector import VectorDeals as VectorDeals
    from sikwu.explaining import explain as explain
    from sikwu.hand import Hand as Hand
    from sikwu.hand import Meld as Meld
    from sikwu.hand import MeldKind as MeldKind
    from sikwu.looking import look as look
    from sikwu.money.liability import liable as liable
    from sikwu.money.payment import Payment as Payment
    from sikwu.money.settlement import Settlement as Settlement
    from sikwu.money.settlement import settle as settle
    from sikwu.notation import format_tiles as format_tiles
    from sikwu.notation import parse_tiles as parse_tiles
    from sikwu.play.deal import Deal as Deal
    from sikwu.play.game import Game as Game
    from sikwu.play.many import play_many as play_many
    from sikwu.play.match import Match as Match
    from sikwu.play.view import View as View
    from sikwu.players.protocol import Player as Player
    from sikwu.players.protocol import player as player
    from sikwu.players.sitting import Sitting as Sitting
    from sikwu.reading import away_many as away_many
    from sikwu.reading import complete_many as complete_many
    from sikwu.reading import is_complete as is_complete
    from sikwu.reading import readings as readings
    from sikwu.reading import tiles_away as tiles_away
    from sikwu.reading import useful_many as useful_many
    from sikwu.reading import useful_tiles as useful_tiles
    from sikwu.reading import waits as waits
    from sikwu.rules.pattern import Pattern as Pattern
    from sikwu.rules.presets import names as names
    from sikwu.rules.presets import ruleset as ruleset
    from sikwu.rules.ruleset import Ruleset as Ruleset
    from sikwu.scoring import Score as Score
    from sikwu.scoring import score as score
    from sikwu.texts import Problem as Problem
    from sikwu.texts import SikwuError as SikwuError
    from sikwu.tiles import Tile as Tile
    from sikwu.tiles import Wind as Wind
    from sikwu.win import By as By
    from sikwu.win import Circumstances as Circumstances
    from sikwu.win import Win as Win

# Everything is imported on first use: dataclasses alone cost more than half of the time for importing all of it.
_ROOMS = ("arena", "book", "env", "play", "players")
"""Subpackages that are available without importing them by name."""
_NAMES = {
    "sikwu.arena.contest": "Contest",
    "sikwu.book.book": "Book",
    "sikwu.book.store": "Store",
    "sikwu.choices": "possible",
    "sikwu.comparing": "compare",
    "sikwu.env.vector": "VectorDeals",
    "sikwu.explaining": "explain",
    "sikwu.hand": "Hand Meld MeldKind",
    "sikwu.looking": "look",
    "sikwu.money.liability": "liable",
    "sikwu.money.payment": "Payment",
    "sikwu.money.settlement": "Settlement settle",
    "sikwu.notation": "format_tiles parse_tiles",
    "sikwu.play.deal": "Deal",
    "sikwu.play.game": "Game",
    "sikwu.play.many": "play_many",
    "sikwu.play.match": "Match",
    "sikwu.play.view": "View",
    "sikwu.players.protocol": "Player player",
    "sikwu.players.sitting": "Sitting",
    "sikwu.reading": "away_many complete_many is_complete readings tiles_away useful_many useful_tiles waits",
    "sikwu.rules.pattern": "Pattern",
    "sikwu.rules.presets": "names ruleset",
    "sikwu.rules.ruleset": "Ruleset",
    "sikwu.scoring": "Score score",
    "sikwu.texts": "Problem SikwuError",
    "sikwu.tiles": "Tile Wind",
    "sikwu.win": "By Circumstances Win",
}
"""The public names, by the module that defines them."""
_LATER = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = sorted(_LATER)


def __getattr__(name: str) -> object:
    if name not in _LATER and name not in _ROOMS:
        raise AttributeError(f"module 'sikwu' has no attribute {name!r}")
    from importlib import import_module

    value = import_module(f"sikwu.{name}") if name in _ROOMS else getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
