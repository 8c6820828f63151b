"""Who plays: the protocol, players by name, and a sitting that asks them and writes the record.

chance      the stream of one decision: the same numbers everywhere
protocol    what a player is, as small protocols; `player("quick")`, `player("module:Class")`
simple      random and quick, slow and to be read
native      the same two where the kernel decides
abilities   which of the protocols a player keeps, looked up once
asking      asks a player; what is illegal, late or raised becomes the written default, counted
table       asks who is waited for, at one table or at many: once, if he has `choose_many`
sitting     four players, a match, its record
"""

from sikwu.players.asking import Limits
from sikwu.players.protocol import AnyPlayer, BatchPlayer, ChancePlayer, Listener, Player, PlayerError, player
from sikwu.players.sitting import Sitting

__all__ = [
    "AnyPlayer",
    "BatchPlayer",
    "ChancePlayer",
    "Limits",
    "Listener",
    "Player",
    "PlayerError",
    "Sitting",
    "player",
]
