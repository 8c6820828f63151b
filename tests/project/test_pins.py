"""The pins: everything that is installed for work on sikwu, and for its build, has its version in constraints.txt."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent
BY_THE_BUILD = ("cmake", "ninja")
"""Packages that scikit-build-core needs if the machine has none."""


def named(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(found: Requirement, seen: set[str]) -> None:
    """Adds the dependencies of a requirement on this machine."""
    name = named(found.name)
    for extra in (*found.extras, ""):
        if f"{name}[{extra}]" in seen:
            continue
        seen.add(f"{name}[{extra}]")
        try:
            inside = requires(name) or []
        except PackageNotFoundError:
            continue
        for each in map(Requirement, inside):
            if each.marker is None or each.marker.evaluate({"extra": extra}):
                needed(each, seen)


def test_everything_that_is_installed_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    seen: set[str] = set()
    extras = [each for group in project["project"]["optional-dependencies"].values() for each in group]
    wanted = (*project["project"]["dependencies"], *extras, *project["build-system"]["requires"], *BY_THE_BUILD)
    for each in wanted:
        needed(Requirement(each), seen)
    # The packages for learners have a separate file: the available torch depends on the machine.
    files = [(ROOT / name).read_text().splitlines() for name in ("constraints.txt", "constraints-rl.txt")]
    pins = [Requirement(line) for lines in files for line in lines if not line.startswith("#")]
    assert all(len(pin.specifier) == 1 and str(pin.specifier).startswith("==") for pin in pins)
    missing = {each.partition("[")[0] for each in seen} - {named(pin.name) for pin in pins} - {"sikwu", "setuptools"}
    assert missing == set()


def test_the_build_is_pinned_too() -> None:
    make = (ROOT / "Makefile").read_text()
    assert "export PIP_CONSTRAINT := $(CURDIR)/constraints.txt" in make
    assert "export PIP_BUILD_CONSTRAINT := $(CURDIR)/constraints.txt" in make
