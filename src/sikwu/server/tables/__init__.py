"""Live tables over the network: the shell around `sikwu.live`, which decides everything that is a rule.

log          a table's lines in the database, and the change that writes a step
owner        one table in memory: messages, a commit, then news, bots, seeds and the next wake-up
hall         the tables in memory: loaded from their logs, unloaded, stopped if the store fails; leases: which process owns which
opening      opens, repeats and erases tables; joining: tokens, links, codes
records      the finished deals of a table; booking: the same as a book
socket       one member's socket; bots: the interface to bots
room         everything of a database together
operations   every path with its types; shapes: the answer about a table; desk: the resources that answers need

The event loop owns the memory; the committer's thread owns the disk. Nothing is published before it is on the disk.
"""
