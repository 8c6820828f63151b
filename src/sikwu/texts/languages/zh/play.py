"""Deals, walls and records, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "play.action": "「{text}」不是一個動作：請寫成 pass、win、discard 5m、chow 3m 4m 或 kong_added E。",
    "play.not_legal": "{seat:seat}現在不可以「{action}」；沒有改動任何東西。",
    "play.wall": "這不是一副牌牆：必須有全部 144 張牌，每張數目正確，圈風和連莊數也要合理。",
    "play.native_player": "沒有「{name}」這個內置玩家；有：{known:and}。",
    "play.four_natives": "一桌坐四人，或四個座位同為一人；這裏有 {count} 個。",
    "play.many": "一次打多局，須有完整 144 張的牌牆，或最多 {most} 副，每局一個圈風（0 至 3）。",
    "play.record_line": "牌譜第 {line} 行無法讀取：{why}。",
    "play.record_chain": "牌譜第 {line} 行與上一行不相連：有內容被改動、遺漏或調換。",
    "play.record_cut": "牌譜最後一行（第 {line} 行）不完整，已略去。",
    "play.record_deal": "牌譜第 {line} 行不合規則：{why}。",
}
