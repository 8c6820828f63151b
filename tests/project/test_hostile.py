"""Every attack of ``tests/hostile`` in its small size, and the fault planted for it."""

import tempfile
from pathlib import Path

import pytest

from hostile.attack import Attack, attacks

ALL = tuple(attacks())


@pytest.fixture(autouse=True)
def folder(in_memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks write into the folder of the other tests."""
    monkeypatch.setattr(tempfile, "tempdir", str(in_memory))


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_nothing_gets_through(attack: Attack) -> None:
    assert attack.run(20261116, attack.small)


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_a_planted_fault_is_caught(attack: Attack) -> None:
    assert attack.planted(20261116)
