"""Things that people share and watch while they change. This package knows neither books nor tables.

history      the newest versions of a thing, for clients that have missed some
hub          the viewers of each thing, and their messages; doorbell: writes of other processes
sockets      one socket for any thing; following: one that follows versions
committing   one thread writes all changes to the disk; storing: a database that may fail; once: idempotent requests
tokens       access; tickets: the first message of a socket; sharing: giving tokens, links, codes

The event loop owns the memory. Threads read the disk and pass their results to the loop; one thread writes.
"""
