"""hk-classic: doc002, the older list, as differences from hk-standard."""

from __future__ import annotations

from dataclasses import replace

from sikwu.rules.changes import Value
from sikwu.rules.hk import standard
from sikwu.rules.hk.duties import CLASSIC
from sikwu.rules.pattern import Text

DEFAULTS: dict[str, Value] = {
    **standard.DEFAULTS,
    "liability.discard_share": "half",
}

DOCUMENT = replace(
    standard.DOCUMENT,
    id="hk-classic",
    name=Text("香港麻雀（舊版）", "Hong Kong classic"),
    says=Text(
        "香港十三張較舊的一份：{limits}；沒有自訂番種表{if score.gun=full and liability.discard_share=half: ；包牌的人，別家出銃也要分擔一半}。",
        "The older Hong Kong list: {limits}; it has no list of house patterns{if score.gun=full and liability.discard_share=half: ; a liable "
        "player (包) shares half of another's discard}.",
        "香港十三張較舊嘅一份：{limits}；冇自訂番種表{if score.gun=full and liability.discard_share=half: ；包牌嗰個，第二家出銃都要分一半}。",
    ),
    source="doc002",
    defaults=DEFAULTS,
    duties=CLASSIC,
)
