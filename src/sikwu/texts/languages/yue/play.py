"""Deals, walls and records, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "play.action": "「{text}」唔係一個動作：要寫 pass、win、discard 5m、chow 3m 4m、kong_added E 咁。",
    "play.not_legal": "{seat:seat}而家唔可以「{action}」；乜都冇改到。",
    "play.wall": "呢個唔係一副牌牆：要有齊 144 隻牌，每隻啱數，圈風同連莊數亦要合理。",
    "play.native_player": "冇「{name}」呢個內置玩家；有：{known:and}。",
    "play.four_natives": "一張枱坐四個人，或者四個位都係同一個；呢度有 {count} 個。",
    "play.many": "一次過打好多鋪，要有齊 144 隻牌嘅牌牆，或者最多 {most} 副，每鋪一個圈風（0 至 3）。",
    "play.record_line": "牌譜第 {line} 行讀唔到：{why}。",
    "play.record_chain": "牌譜第 {line} 行同上一行駁唔上：有嘢改過、漏咗或者調咗位。",
    "play.record_cut": "牌譜最後一行（第 {line} 行）斷咗，冇計入去。",
    "play.record_deal": "牌譜第 {line} 行唔合規則：{why}。",
}
