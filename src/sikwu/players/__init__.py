"""Who plays: the protocol, players by name, and a sitting that asks them and writes the record.

chance      the stream of one decision: the same numbers everywhere
protocol    what a player is; `player("quick")`, `player("module:Class")`
simple      random and quick, slow and to be read
native      the same two where the kernel decides
asking      asks a player; what is illegal, late or raised becomes the written default, counted
table       asks who is waited for, at one table or at many: once, if he has `choose_many`
sitting     four players, a match, its record
"""

from sikwu.players.asking import Limits
from sikwu.players.protocol import Player, PlayerError, player
from sikwu.players.sitting import Sitting

__all__ = ["Limits", "Player", "PlayerError", "Sitting", "player"]
