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
            "收或者賠的一方是莊家，那一筆就加番：未連莊{fan}番；連過莊就是連莊次數兩倍再加一，即連一次三番，連兩次五番。"
            "預設莊家食糊、莊家賠錢都計。",
            "Any payment to or by the dealer carries extra fan: {fan} fan without repeats, and 2n+1 after n repeats, "
            "that is three after one and five after two. By default it counts when the dealer wins and when the dealer pays.",
        ),
        source="doc003 規則（連莊）; T3",
        rows=(
            Row(dealer & (streak == 0), "first", of_dealer=True),
            Row(dealer & (streak >= 1), "repeating", of_dealer=True),
            Row(dealer & (streak >= 1), "repeats", each=streak, of_dealer=True),
        ),
    ),
)
