"""The server: the library's answers over HTTP, and the app's files.

references   which rules a request means; rules that were seen before
hands        a hand in whatever state: what POST /hand answers
answers      scores, reasons, comparisons
case_lines   lines of cases, within a budget
catalogue    rulesets, options, patterns with their examples
house        a house's own rules: checked, compared, tried on hands, lowered to bytes
drawing      wins made at random, for samples and the quiz
about        versions, licences, what is stored where

The functions of these take a request and give an answer; they know no HTTP. Above them:

refusals     a refusal as it is sent, and its status
bodies       from bytes to a request, within the limits
limits       what is allowed how often
operations   every path with the shapes it takes and gives; the OpenAPI document is made of it
storage      the database: rules that were seen, who holds it
tokens       who may: tokens, invitations, codes; tickets: what a socket begins with
library      the books that are awake: read, tried, written; committing: on their way to the disk
sharing      books made, taken in, shared, erased
hub          who looks at which book; sockets: one of them; doorbell: what others write
child        cases answered in a process of its own; long_answers: only as fast as they are read
entrance     requests of a crowd begin in turns
files        the app's files, and the headers of every answer
web          all of it as one application
running      `sikwu serve`
"""
