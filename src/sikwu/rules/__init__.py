"""Rules as data: the rule language, patterns, and rulesets.

Everything that a house needs to define its own pattern:

>>> from sikwu.rules import Pattern, honours, suits
>>> Pattern("half", when=(suits == 1) & (honours >= 1), zh="混", en="Half").id
'half'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # for editors and type checkers
    from sikwu.rules.language import *  # noqa: F403
    from sikwu.rules.pattern import *  # noqa: F403

_HOMES = ("sikwu.rules.language", "sikwu.rules.pattern")


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    from importlib import import_module

    for home in _HOMES:  # imported on first use, so that `import sikwu` stays quick
        module = import_module(home)
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module 'sikwu.rules' has no attribute {name!r}")


def __dir__() -> list[str]:
    from importlib import import_module

    return sorted({name for home in _HOMES for name in vars(import_module(home)) if not name.startswith("_")})
