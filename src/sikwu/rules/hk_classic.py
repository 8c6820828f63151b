"""hk-classic: doc002, the older list; what differs from hk-standard."""

from __future__ import annotations

from dataclasses import replace

from sikwu.rules import hk_standard
from sikwu.rules.changes import Value
from sikwu.rules.hk.duties import CLASSIC
from sikwu.rules.pattern import Text

DEFAULTS: dict[str, Value] = {
    **hk_standard.DEFAULTS,
    "liability.discard_share": "half",
}

BOOK = replace(
    hk_standard.BOOK,
    id="hk-classic",
    name=Text("香港麻雀（舊版）", "Hong Kong classic"),
    says=Text(
        "香港十三張較舊的一份：番種與清章相同，沒有自訂番種表；包牌時出銃也要分擔一半。",
        "The older list: the patterns of the standard one without its list of house patterns; a liable player shares half of a discard.",
    ),
    source="doc002",
    defaults=DEFAULTS,
    duties=CLASSIC,
)
