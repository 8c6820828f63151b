"""Environments for learners, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "env.encode": "沒有「{name}」這種編碼；有：{known:and}。",
    "env.opponents": "學習者有三名對手，逐一列名或 None；這裏有 {count} 名。",
    "env.size": "不能同時進行 {n} 局：須為 1 至 1,048,576 局。",
    "env.first": "第一格不可以是 {first}：須為 0 至 1,073,741,824。",
    "env.actions": "step() 要每局一個整數，共 {n} 個，陣列形狀為 ({n},)；這裏是 {kind}，形狀 {shape}。各局均無改動。",
    "env.parts": "pick() 要每局一個 0 至 1 的數，共 {n} 個，陣列形狀為 ({n},)；這裏是 {kind}，形狀 {shape}。",
    "env.not_reset": "各局還未開始：請先呼叫 reset()。",
    "env.busy": "另一條執行緒正在用這些局：同一時間只可以有一條。",
    "env.action": "第 {slot} 格不可以做 {action} 號動作；各局均無改動。",
    "env.reward": "沒有「{name}」這種回報；有：{known:and}。",
    "env.episode": "沒有「{name}」這種局；有：{known:and}。",
}
