"""The environment under a PettingZoo-style name: `from sikwu.env import hk_mahjong_v0`, `hk_mahjong_v0.env()`."""

from sikwu.env.aec import env, raw_env

__all__ = ["env", "raw_env"]
