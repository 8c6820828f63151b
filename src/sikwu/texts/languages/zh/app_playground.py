"""The words of the playground, which has no server, in written Chinese."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "app.playground.title": "關於這頁",
    "app.playground.says": "這頁只有檔案，沒有伺服器。每副牌都由你的瀏覽器自己計算，方法和伺服器一樣，不會詢問任何人。",
    "app.playground.works": "這裏可用",
    "app.playground.works.score": "計番：五套規則、所有預設，任何一副牌，有原因、叫糊和賠付。",
    "app.playground.works.house": "規矩：每套規則和預設，每次可以改一項，立即看到改前改後的牌。",
    "app.playground.works.learn": "學牌：入門、每個番種的例子和差一點的牌、猜番和練習。",
    "app.playground.needs": "需要伺服器",
    "app.playground.needs.books": "數簿、開枱和重播。",
    "app.playground.needs.rules": "一次改幾項、自訂番種、自訂價錢、規則檔：規則由 Python 編譯。",
    "app.playground.needs.compare": "比較頁，以及某個番種為甚麼不計。",
    "app.playground.needs.offline": "沒有網絡也能開啟：這頁不安裝任何東西。從磁碟開啟就不需要網絡。",
    "app.playground.how": "有 Python 和 C++ 編譯器，這一句就能開啟整個程式：",
    "app.playground.server": "這一項需要伺服器，這頁沒有。",
    "app.playground.one": "這頁沒有伺服器，每次只可以改一項。請先改回另一項。",
    "app.playground.own": "這頁沒有伺服器，不能檢查自訂番種。",
    "app.playground.preset": "這頁沒有伺服器：五套規則可以改，預設不可以改。",
    "app.playground.value": "這頁沒有伺服器，沒有這個數值的規則。請試常用的數值。",
    "app.playground.diff": "這頁沒有伺服器：改過的規則只可以和原本那套比較。",
}
