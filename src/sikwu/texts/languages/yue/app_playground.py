"""The words of the playground, which has no server, in Cantonese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "app.playground.title": "關於呢頁",
    "app.playground.says": "呢頁得檔案，冇伺服器。每副牌都係你個瀏覽器自己計，計法同伺服器一樣，唔會問任何人。",
    "app.playground.works": "呢度用到嘅",
    "app.playground.works.score": "計番：五套規則、所有預設，任何一副牌，有原因、有叫糊、有邊個賠。",
    "app.playground.works.house": "規矩：每套規則同預設，每次可以改一項，即刻睇到改之前同之後啲牌。",
    "app.playground.works.learn": "學牌：入門、每個番種嘅例同差少少嘅牌、估番同練牌。",
    "app.playground.needs": "要伺服器先有嘅",
    "app.playground.needs.books": "數簿、開枱同重播。",
    "app.playground.needs.rules": "一次改幾項、自己加番種、自己定價錢、規則檔：規則要 Python 砌。",
    "app.playground.needs.compare": "比較嗰頁，同埋點解某個番唔計。",
    "app.playground.needs.offline": "冇網都開到：呢頁乜都唔會裝。由電腦入面開就唔使網絡。",
    "app.playground.how": "有 Python 同 C++ 編譯器，一句就開到成個程式：",
    "app.playground.server": "呢樣要伺服器，呢頁冇。",
    "app.playground.one": "呢頁冇伺服器，每次淨係可以改一項。改返之前嗰項先。",
    "app.playground.own": "呢頁冇伺服器，驗唔到自己加嘅番種。",
    "app.playground.preset": "呢頁冇伺服器：五套規則可以改，預設就唔可以改。",
    "app.playground.value": "呢頁冇伺服器，冇呢個數嘅規則。試下常用嘅數。",
    "app.playground.diff": "呢頁冇伺服器：改咗嘅規則淨係可以同原本嗰套比。",
}
