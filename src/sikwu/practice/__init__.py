"""What people learn and try the rules with.

wins         random wins, and how often the patterns of a house count in them
quiz         random wins whose fan is worth guessing
trying       an option changed: a few wins before and after it
examples     wins that show a pattern, and near misses with what they lack
pictures     the few tiles that stand for a pattern
pages        the same as shapes that leave the process

`sikwu quiz`, `sikwu rules try` and `sikwu rules show` print them.
"""
