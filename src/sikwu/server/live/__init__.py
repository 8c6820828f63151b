"""What is shared and looked at while it changes, whatever it is: books today. Nothing here knows a book.

history      the newest versions of a thing, for whoever has missed some
hub          who looks at which thing, and what each viewer is told; sockets: one of them; doorbell: what others write
committing   changes on their way to the disk, by one thread; storing: a database that fails; once: not twice
tokens       who may; tickets: what a socket begins with; sharing: tokens given, links, codes

The loop owns what is in memory. Threads read the disk and hand to the loop what they find; one thread writes to it.
"""
