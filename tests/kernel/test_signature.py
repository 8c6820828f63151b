"""Behaviour is signed: a change here is explained in the CHANGELOG."""

from __future__ import annotations

import pytest

from signature import RULESETS, signature

PINNED = {
    "hk-standard": "cd52bb821339f554",
    "hk-common": "781cfc3d996123ed",
    "hk-classic": "cd52bb821339f554",
    "all-customs": "811f74e3bd3e775f",
    "doc001-rare-patterns": "513931d7e715f468",
    "hk-taiwanese": "2af86d13334e506f",
    "club16": "3e6eebc236c8e812",
}


@pytest.mark.parametrize("name", RULESETS)
def test_signature(name: str) -> None:
    assert signature(name) == PINNED[name]
