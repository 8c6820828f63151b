"""擂台，粵語。"""

from __future__ import annotations

TABLE: dict[str, str] = {
    "arena.players": "擂台要二至四個打手，唔係 {count} 個：例如 sikwu arena quick random。",
    "arena.deals": "局數要喺 1 至 {most} 之間。",
    "arena.seed": "種子要係 0 或以上嘅整數。",
    "arena.file": "結果寫唔到入「{file}」：{why}。",
    "arena.line": "「{file}」第 {line} 行唔係擂台嘅結果；乜都冇改。請用第二個檔案，或者刪咗佢。",
    "arena.other": "「{file}」係第二場擂台嘅結果（打手、規則、種子或者座位唔同）；乜都冇改。請用第二個檔案。",
    "arena.ray": "未裝 Ray：pip install 'sikwu[ray]'。",
    "arena.ray_address": "連唔到 Ray 叢集「{address}」：{why}。",
    "cli.arena.plan": "{players}：{walls} 副牌牆，每副坐 {seatings} 種位，一共 {deals} 局。",
    "cli.arena.stopped": "打咗 {deals} 局停低，冇留低結果。用 --results 檔案 就可以之後繼續。",
    "cli.arena.goes_on": "打咗 {deals} 局停低，已經寫入「{file}」：再行同一條指令就會繼續。",
    "cli.arena.so_far": "每局 {points} ± {half} · 每秒 {rate} 局 · 仲要 {left}",
    "cli.arena.head": "{rules}（{hash}），{deals} 局，種子 {seed}。每局點數，按牌牆計嘅 99 % 區間：",
    "cli.arena.player": "打手",
    "cli.arena.points": "每局",
    "cli.arena.interval": "99 % 區間",
    "cli.arena.win": "食糊",
    "cli.arena.draw": "流局",
    "cli.arena.fed": "出銃",
    "cli.arena.fan": "番",
    "cli.arena.turn": "巡",
    "cli.arena.price": "贏",
    "cli.arena.both": "牌牆唔多，所以計闊嗰個區間：Student {student}，自助法 {bootstrap}。",
    "cli.arena.better": "{player} 有 99 % 把握係強啲。",
    "cli.arena.worse": "{player} 有 99 % 把握係弱啲。",
    "cli.arena.level": "99 % 把握仲分唔到高低。",
    "cli.arena.luck": "一局上落 {deviation} 點；同一副牆輪住坐之後，變異剩返 {ratio}。要睇到一點嘅差別，大約要 {deals} 局。",
    "cli.arena.defaults": "{player} 有啲決定由預設代答：{reasons}。",
}
