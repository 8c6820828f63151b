"""HTTP and connections, whatever is served: who asks how often, bodies, refusals, files.

door         the two protocols of a connection with limits on what comes before a request is whole; closing: why sockets end
connections  what is open, of whom, who takes nothing; entrance: requests of a crowd begin in turns
guard        around every request: who asks how often, headers, its number
requests     who asks, by which token, and its body; bodies: from bytes to a request
refusals     a refusal as it is sent, and its status
operation    one path with the shapes it takes and gives; kept: answers that are kept
workers      threads of answers, shared by addresses; turns: threads of things, likewise
limits       what is allowed how often
files        the app's files, and the headers of every answer
"""
