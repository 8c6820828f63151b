"""Environments for learners, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "env.encode": "沒有「{name}」這種編碼；有：{known:and}。",
    "env.opponents": "學習者有三名對手，逐一列名或 None；這裏有 {count} 名。",
    "env.size": "不能同時進行 {n} 局：須為 1 至 1,048,576 局，且至少有一個座位由外界決定。",
    "env.action": "第 {slot} 格不可以做 {action} 號動作；各局均無改動。",
    "env.reward": "沒有「{name}」這種回報；有：{known:and}。",
    "env.episode": "沒有「{name}」這種局；有：{known:and}。",
}
