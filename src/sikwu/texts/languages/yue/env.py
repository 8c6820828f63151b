"""Environments for learners, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "env.encode": "冇「{name}」呢種編碼；有：{known:and}。",
    "env.opponents": "學習者有三個對手，逐個講名或者 None；呢度有 {count} 個。",
    "env.size": "唔可以同時打 {n} 鋪：要 1 至 1,048,576 鋪，最少有一個位由外面作主。",
    "env.action": "第 {slot} 格唔可以做 {action} 號動作；一鋪都冇郁過。",
    "env.reward": "冇「{name}」呢種回報；有：{known:and}。",
    "env.episode": "冇「{name}」呢種局；有：{known:and}。",
}
