"""Bots of live tables: neither a slow bot nor a failing one delays the server or a table.

limits      how long and how large a bot may be
native      our own levels, in threads that release the interpreter lock
pipe        messages to and from a child process
inside      the program in the child: a foreign class, under limits
child       the parent's side of one child process
children    the child processes of one class: starting, asking, killing
bots        `Bots.ask`: from a question of a table to `BotActs`
"""

from sikwu.bots.bots import Bots
from sikwu.bots.limits import BotLimits

__all__ = ["BotLimits", "Bots"]
