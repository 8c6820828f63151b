"""Environments for learners, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "env.encode": "冇「{name}」呢種編碼；有：{known:and}。",
    "env.opponents": "學習者有三個對手，逐個講名或者 None；呢度有 {count} 個。",
    "env.size": "唔可以同時打 {n} 鋪：要 1 至 1,048,576 鋪。",
    "env.first": "第一格唔可以係 {first}：要 0 至 1,073,741,824。",
    "env.actions": "step() 要每鋪一個整數，一共 {n} 個，陣列形狀係 ({n},)；呢度係 {kind}，形狀 {shape}。一鋪都冇郁過。",
    "env.parts": "pick() 要每鋪一個 0 至 1 嘅數，一共 {n} 個，陣列形狀係 ({n},)；呢度係 {kind}，形狀 {shape}。",
    "env.not_reset": "仲未開始：要先叫 reset()。",
    "env.busy": "另一條執行緒用緊呢啲局：同一時間淨係得一條用得。",
    "env.action": "第 {slot} 格唔可以做 {action} 號動作；一鋪都冇郁過。",
    "env.reward": "冇「{name}」呢種回報；有：{known:and}。",
    "env.episode": "冇「{name}」呢種局；有：{known:and}。",
}
