"""Players: the protocols they implement, players by name, and a sitting that asks them and writes the record.

chance      the random stream of one decision, the same on every machine
protocol    what a player is, as small protocols; `player("quick")`, `player("module:Class")`
simple      random and quick in plain Python: slow and readable
native      the same two, decided by the kernel
abilities   the protocols that a player implements, looked up once
asking      asks a player; takes and counts the default action if the answer is illegal or late, or an error
table       asks the players of one table or of many; a player with `choose_many` is asked once for all
sitting     four players, a match, its record
"""

from sikwu.players.asking import ThinkingTime
from sikwu.players.protocol import AnyPlayer, BatchPlayer, ChancePlayer, Listener, Player, PlayerError, player
from sikwu.players.sitting import Sitting

__all__ = [
    "AnyPlayer",
    "BatchPlayer",
    "ChancePlayer",
    "Listener",
    "Player",
    "PlayerError",
    "Sitting",
    "ThinkingTime",
    "player",
]
