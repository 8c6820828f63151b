"""Books over the network.

library      the books that are awake: read in threads, moved on by the loop
writing      one entry from what somebody sends to what is committed and told
making       a book made, taken in, erased
room         all of it put together, and what sockets are told of a book
operations   every path of books with its shapes; desk: what they are answered with
"""
