"""HTTP and connections: rate limits, request bodies, error answers, files. The same for everything that is served.

door         the HTTP and WebSocket protocols, with limits on incomplete requests; closing: why sockets are closed
connections  open connections by address, and clients that read nothing; entrance: many requests at once start in turns
guard        around every request: rate limits, headers, its number
requests     address, token and body of a request; bodies: from bytes to a request
refusals     error answers and their status
operation    one path with its request and answer types; kept: cached answers
workers      threads for answers, shared fairly by addresses; turns: threads for books, shared in the same way
limits       all limits as settings
files        the app's files, and the headers of every answer
"""
