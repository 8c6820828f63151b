"""Environments for learners: `VectorDeals` steps many deals at once in the kernel, with numpy alone.

`sikwu.env.aec` (PettingZoo) and `sikwu.env.gym` (Gymnasium) are thin wrappers and need the extra `[rl]`; they are imported by name.
"""

from sikwu.env.vector import VectorDeals

__all__ = ["VectorDeals"]
