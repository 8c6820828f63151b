"""The server: the library's answers over HTTP, shared books, live tables, and the app's files.

http         connections, limits, requests, refusals, files: the same for everything that is served
hands        answers about hands and rules, without state
channels     things that people share and watch while they change: tokens, sockets, versions, writing to the disk
books        books: read, written, and sent to the phones that watch them
tables       live tables: played over sockets; every step is stored before it is sent

operations   every path, and the OpenAPI document made from them
web          all of it as one application
metrics      numbers for an operator, at a second port
admin        what an operator may do with stored books and tables, without seeing into them
running      `sikwu serve`; lock: one server per SQLite file; memory: when the garbage collector runs

Imports go up this list's first five lines and never down (`pyproject.toml`).
"""
