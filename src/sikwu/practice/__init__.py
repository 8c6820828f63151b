"""Tools for learning and trying the rules.

wins         random wins, and how often the patterns of a house count in them
quiz         random wins for guessing their fan
trying       a few wins before and after an option is changed
examples     wins that show a pattern, and near misses with the parts they lack
pictures     the few tiles that stand for a pattern
pages        the same as data types that leave the process

`sikwu quiz`, `sikwu rules try` and `sikwu rules show` print them.
"""
