"""`python -m tools.fits`: puts the fits in bench/fits into the package (`src/sikwu/play/fits.toml`); `make fit` makes or continues them first.

With `--make` every fit of the list is made or continued, one after another; Ctrl-C stops at any moment.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sikwu import ruleset
from sikwu._kernel import PARAMETERS
from sikwu.fitting import FitTask, PointsSearch
from sikwu.fitting.search import FORMAT
from sikwu.play.fits import defaults
from sikwu.rules.ruleset import Ruleset

ROOT = Path(__file__).parents[1]
FOLDER, DATA = ROOT / "bench" / "fits", ROOT / "src" / "sikwu" / "play" / "fits.toml"
LIST = (
    ("hk-standard", 3),
    ("hk-standard", 0),
    ("hk-taiwanese", 0),
    ("club16", 4),
    ("hk-standard", 1),
    ("hk-common", 3),
    ("hk-classic", 3),
    ("hk-common", 0),
    ("hk-common", 1),
    ("hk-classic", 0),
    ("hk-classic", 1),
    ("club16", 0),
    ("hk-taiwanese", 3),
)
"""Documents and minimums, those first that most houses play."""
HEAD = """\
# Numbers of careful players (`kernel/chances.hpp` says what each means): those for any rules, then fits by document and minimum.
# Written by `python -m tools.fits` from bench/fits; `points` are those over three quick and over three steady, on fresh seat walls.
"""


UNTOLD = {
    "ready_bend": 0.0,
    "ready_bound": 0.0,
    "one_in": 1.0,
    "one_out": 1.0,
    "kept": 1.0,
    "shunned": 1.0,
    "push": 0.0,
    "ahead": 0.0,
}
"""Numbers that the fits of an earlier form lack: with these a player decides as it did when it was fitted."""


def rules_of_fit(document: str, minimum: int) -> Ruleset:
    """The rules of one fit of the list."""
    rules = ruleset(document)
    return rules if rules.minimum == minimum else rules.with_options({"hand.min_fan": minimum})


def fitting_of(document: str, minimum: int) -> FitTask:
    """A fit that was begun keeps its size. More generations search on: `sikwu fit --generations`."""
    rules, file = rules_of_fit(document, minimum), FOLDER / f"{document}-{minimum}.jsonl"
    if not file.exists():
        return FitTask(rules, counted=600, generations=0, walls=100, checked=200)
    head = json.loads(file.read_bytes().splitlines()[0])
    if head["format"] != FORMAT:  # of an earlier form: it is made again
        file.unlink()
        return fitting_of(document, minimum)
    return FitTask(rules, counted=head["counted"], generations=0, walls=head["walls"], checked=200)


def confirmed(file: Path, rules: Ruleset) -> dict[str, Any] | None:
    """The confirmation of a fit, read while it may still be written to; None: there is none for these rules yet."""
    whole = file.read_bytes().rpartition(b"\n")[0]
    lines = [json.loads(line) for line in whole.splitlines()]
    good = [line for line in lines if line["type"] == "checked"] if lines and lines[0]["rules"] == rules.hash else []
    return good[-1] if good else None


def written() -> str:
    """The data file: the fits that were confirmed."""
    parts = [HEAD, "[any]\n", *(f"{name} = {value}\n" for name, value in defaults().items())]
    for document, minimum in LIST:
        file, rules = FOLDER / f"{document}-{minimum}.jsonl", rules_of_fit(document, minimum)
        if not file.exists():
            continue
        done = confirmed(file, rules)
        if done is None:
            continue
        numbers = UNTOLD | done["numbers"]
        points = ", ".join(f"{each}" for each in done["points"][done["kept"]])
        parts.append(
            f'\n["{document}/{minimum}"]\nrules = "{rules.hash}"\nsize = {rules.document.size}\npoints = [{points}]\n'
        )
        parts.append(
            f'\n["{document}/{minimum}".numbers]\n' + "".join(f"{name} = {numbers[name]}\n" for name in PARAMETERS)
        )
    return "".join(parts)


def main() -> None:
    if "--make" in sys.argv:
        FOLDER.mkdir(exist_ok=True)
        for document, minimum in LIST:
            with PointsSearch(fitting_of(document, minimum), FOLDER / f"{document}-{minimum}.jsonl") as search:
                for step in search.run():
                    print(f"{document}/{minimum}: step {step.done} of {step.steps}", flush=True)
    DATA.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
