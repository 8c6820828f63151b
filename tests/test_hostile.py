"""Every attack of ``tests/hostile`` in its small size, and the fault planted for it."""

import pytest

from hostile.attack import Attack, attacks

ALL = tuple(attacks())


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_nothing_gets_through(attack: Attack) -> None:
    assert attack.run(20261116, attack.small)


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_a_planted_fault_is_caught(attack: Attack) -> None:
    assert attack.planted(20261116)
