"""擂台，書面語。"""

from __future__ import annotations

TABLE: dict[str, str] = {
    "arena.players": "擂台要二至四名打手，不是 {count} 名：例如 sikwu arena quick random。",
    "arena.deals": "局數要在 1 至 {most} 之間。",
    "arena.seed": "種子要是 0 或以上的整數。",
    "arena.file": "結果不能寫入「{file}」：{why}。",
    "arena.line": "「{file}」第 {line} 行不是擂台的結果；沒有更改任何內容。請用另一個檔案，或刪除它。",
    "arena.other": "「{file}」是另一場擂台的結果（打手、規則、種子或座位不同）；沒有更改任何內容。請用另一個檔案。",
    "arena.ray": "沒有安裝 Ray：pip install 'sikwu[ray]'。",
    "arena.ray_address": "不能連接 Ray 叢集「{address}」：{why}。",
    "cli.arena.plan": "{players}：{walls} 副牌牆，每副坐 {seatings} 種位，共 {deals} 局。",
    "cli.arena.stopped": "打了 {deals} 局後停止，沒有保留結果。用 --results 檔案 便可稍後繼續。",
    "cli.arena.goes_on": "打了 {deals} 局後停止，已寫入「{file}」：再執行同一指令便會繼續。",
    "cli.arena.so_far": "每局 {points} ± {half} · 每秒 {rate} 局 · 尚餘 {left}",
    "cli.arena.head": "{rules}（{hash}），{deals} 局，種子 {seed}。每局點數，按牌牆計的 99 % 區間：",
    "cli.arena.player": "打手",
    "cli.arena.points": "每局",
    "cli.arena.interval": "99 % 區間",
    "cli.arena.win": "食糊",
    "cli.arena.draw": "流局",
    "cli.arena.fed": "出銃",
    "cli.arena.fan": "番",
    "cli.arena.turn": "巡",
    "cli.arena.price": "贏",
    "cli.arena.both": "牌牆不多，所以採用較闊的區間：Student {student}，自助法 {bootstrap}。",
    "cli.arena.better": "{player} 有 99 % 把握較強。",
    "cli.arena.worse": "{player} 有 99 % 把握較弱。",
    "cli.arena.level": "以 99 % 把握仍未能分高低。",
    "cli.arena.luck": "一局上落 {deviation} 點；同一副牆輪流坐後，變異餘下 {ratio}。要看到一點的差別，大約要 {deals} 局。",
    "cli.arena.defaults": "{player} 有些決定由預設代答：{reasons}。",
}
