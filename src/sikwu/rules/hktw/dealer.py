"""What the dealer's seat adds to a winner's hand (T3); what a paying dealer owes more is a matter of that payment."""

from __future__ import annotations

from sikwu.rules.language import dealer, streak
from sikwu.rules.pattern import Pattern, Row, Text

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
            "收或者賠的一方是莊家，那一筆就加 2n+1 番，n 是已經連莊的次數：未連莊 1 番，連一次 3 番，連兩次 5 番。"
            "預設莊家食糊、莊家賠錢都計。",
            "Any payment to or by the dealer carries 2n+1 extra fan, n being the repeats so far: 1, 3, 5 and so "
            "on. By default it counts when the dealer wins and when the dealer pays.",
        ),
        source="doc003 規則（連莊）; T3",
        rows=(
            Row(dealer & (streak == 0), "first", of_dealer=True),
            Row(dealer & (streak >= 1), "repeating", of_dealer=True),
            Row(dealer & (streak >= 1), "repeats", each=streak, of_dealer=True),
        ),
    ),
)
