"""Books over the network.

library      the books in memory: read in threads, changed only by the event loop
writing      one entry, from the request to the commit and the frames for the phones
making       creates, imports and erases books
room         everything of a database together, and the messages that sockets get about a book
operations   every path of books with its shapes; desk: the resources that answers need
"""
