"""A hundred random explanations stay as they were when a reader checked them; `python -m tools.explanations` rewrites them."""

from __future__ import annotations

import re

import pytest
from tools.explanations import EACH, KEPT, text

from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import LANGUAGES


@pytest.fixture(scope="module")
def kept() -> list[str]:
    return KEPT.read_text("utf-8").rstrip("\n").split("\n\n")


def test_every_explanation_is_as_it_was_read(kept: list[str]) -> None:
    now = text().rstrip("\n").split("\n\n")
    assert [one for one, other in zip(now, kept, strict=True) if one != other] == []


def test_there_are_a_hundred_of_five_documents_in_three_languages(kept: list[str]) -> None:
    assert len(kept) == EACH * len(DOCUMENTS) == 100
    assert {block.split()[2] for block in kept} == set(DOCUMENTS)
    assert all(block.count(f"\n[{lang}]\n") == 1 for block in kept for lang in LANGUAGES)
    assert sum("\n  " in block.split("\n[yue]")[0] for block in kept) >= 70  # options changed
    assert len({block.split("[yue]")[1] for block in kept}) >= 95  # documents may tell a hand alike


def test_what_is_told_adds_up(kept: list[str]) -> None:
    """In each language the rows sum to the total of the reading, and all three tell the same fan and amounts."""
    for block in kept:
        told = [block.split(f"\n[{lang}]\n")[1].split("\n[")[0] for lang in LANGUAGES]
        rows = [tuple(map(int, re.findall(r"^(?=[ \d]{3} )( *\d+) .*: ", each, re.MULTILINE))) for each in told]
        totals = [int(re.findall(r"[;；] ?(\d+) (?:fan|番)", each)[-1]) for each in told]
        amounts = [sorted(re.findall(r"→ \S+ ([\d./]+):", each)) for each in told]
        assert set(map(sum, rows)) == set(totals), block
        assert len(set(rows)) == len(set(map(tuple, amounts))) == 1, block
        assert amounts[0], block
