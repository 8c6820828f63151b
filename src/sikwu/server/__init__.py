"""The server: the library's answers over HTTP, books that are shared, and the app's files.

http         connections, limits, requests, refusals, files: whatever is served
hands        answers about hands and rules, which keep nothing
live         what is shared and looked at while it changes: tokens, sockets, versions, the way to the disk
books        books: read, written, told to the phones that look at them

operations   every path, and the OpenAPI document that is made of them
web          all of it as one application
running      `sikwu serve`; lock: who holds a file; memory: when the garbage collector runs

Imports go up this list's first four lines and never down (`pyproject.toml`).
"""
