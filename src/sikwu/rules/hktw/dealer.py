"""Fan that the dealer's seat adds to a winner's hand (T3). The extra fan of a paying dealer belong to that payment."""

from __future__ import annotations

from sikwu.rules.language import dealer, streak
from sikwu.rules.pattern import Pattern, PatternRow, Text

PATTERNS = (
    Pattern(
        "dealer",
        zh="莊家",
        jyutping="zong1 gaa1",
        en="Dealer",
        aka=(
            "莊",
            "連莊",
        ),
        says=Text(
            "莊家食糊，手牌就加莊家番{if dealer.fan_scope=both_directions: ；莊家要賠，他那一份也加}。"
            "未連莊{worth:dealer/first}番；連過莊，每連一次{worth:dealer/repeats}番，另加{worth:dealer/repeating}"
            "番。",
            "A dealer who wins adds the dealer fan to the hand{if dealer.fan_scope=both_directions: ; a dealer "
            "who pays adds them to that payment}: {worth:dealer/first} fan without repeats; with repeats "
            "{worth:dealer/repeats} for each one and {worth:dealer/repeating} more.",
            "莊家食糊，手牌就加莊家番{if dealer.fan_scope=both_directions: ；莊家要賠，佢嗰份都加}。"
            "未連莊{worth:dealer/first}番；連過莊，每連一次{worth:dealer/repeats}番，"
            "另外再加{worth:dealer/repeating}番。",
        ),
        source="doc003 規則（連莊）; T3",
        rows=(
            PatternRow(dealer & (streak == 0), "first", of_dealer=True),
            PatternRow(dealer & (streak >= 1), "repeating", of_dealer=True),
            PatternRow(dealer & (streak >= 1), "repeats", each=streak, of_dealer=True),
        ),
    ),
)
