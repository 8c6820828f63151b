"""A client of a sikwu server and its live tables, with the server's own data types.

http      `Client`: hands, rules, and the HTTP part of live tables
seat      `TableSeat`: a socket at a live table that follows and verifies its view, and reconnects by itself
closing   what a client does when a socket was closed
seen      a seat's board and question as the `View` that players take
playing   `play`: a whole match by a function or a player
"""

from sikwu.client.http import Client, House, ServerRefusal

__all__ = ["Client", "House", "ServerRefusal"]
