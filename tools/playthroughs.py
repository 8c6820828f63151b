"""Writes tests/playthroughs/patterns: for each pattern a deal that ends in a hand with it, made from a case of the corpus.

    python -m tools.playthroughs

The hand is built as at a table: the winner is dealt some tiles, the others draw and discard the tiles that the winner
claims, and the winner draws the rest. Hands that need more than that (a robbed kong, the last tile, a first turn)
have separate files.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sikwu.corpus import cases
from sikwu.hand import Meld, MeldKind
from sikwu.notation import parse_tiles
from sikwu.rules.presets import rules_of
from sikwu.texts import SikwuError
from sikwu.tiles import KINDS, Tile, Wind

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "playthroughs" / "patterns"
PLAIN = {"visible", "discards"}
"""Circumstances that play determines by itself."""
MINIMUM = "hand.min_fan"
FAMILY = ("hk-standard", "hk-common", "hk-classic")
"""Rulesets of one catalogue: a deal for one shows the pattern in the others too, once it is in use."""
RULESETS = (*FAMILY, "hk-taiwanese", "club16")
QUIET = 5
"""Turns before anything happens, so that nothing counts as a first turn."""


@dataclass
class Course:
    """The draws of each seat, and the winner's actions."""

    winner: Wind
    left: Counter[Tile]
    draws: list[Tile] = field(default_factory=list)
    back: list[Tile] = field(default_factory=list)
    script: list[list[str]] = field(default_factory=list)
    actor: Wind = Wind.EAST

    def junk(self) -> Tile:
        """A tile that is not needed: the kind with most copies left, honours and middle tiles last."""
        tile = max((tile for tile in self.left if tile < KINDS), key=lambda tile: (self.left[tile], -(tile % 9)))
        self.left[tile] -= 1
        return tile

    def next(self) -> None:
        self.actor = Wind((self.actor + 1) % 4)

    def idle_to(self, seat: Wind) -> None:
        """All seats draw and discard until it is this seat's turn."""
        while self.actor != seat:
            self.draws.append(self.junk())
            self.next()

    def fed(self, tile: Tile, feeder: Wind, action: str) -> None:
        """The feeder draws and discards a tile that the winner claims."""
        self.idle_to(feeder)
        self.draws.append(tile)
        self.script.append([self.winner.text, action, f"discard {tile.text}"])

    def drawn(self, tile: Tile, action: str | None) -> None:
        """The winner draws a tile and acts with it."""
        self.idle_to(self.winner)
        self.draws.append(tile)
        if action is not None:
            self.script.append([self.winner.text, action, f"turn {tile.text}"])


def playthrough(case: dict[str, Any]) -> dict[str, Any] | None:
    """A scripted deal that ends in the hand of a case; None: draws and claims are not enough for it."""
    if case.get("kind") != "score" or set(case.get("at", {})) - PLAIN or case.get("by") not in ("discard", "self_draw"):
        return None
    winner, tile = Wind.parse(case["seat"]), parse_tiles(case["win"])[0]
    hand, flowers = list(parse_tiles(case["hand"])), parse_tiles(case.get("flowers", ""))
    melds = [_meld(each, winner) for each in case.get("melds", ())]
    size = rules_of(case["ruleset"]).document.size
    left = Counter({tile: 4 if tile < KINDS else 1 for tile in Tile})
    left.subtract([*hand, tile, *flowers, *(each for meld in melds for each in meld.tiles)])
    if min(left.values()) < 0 or len(hand) + 3 * len(melds) != size:
        return None
    course = Course(winner, left)
    held, claims = [*hand], sorted(melds, key=lambda meld: meld.kind is MeldKind.KONG_CONCEALED)
    thrown = []
    for meld in claims:
        own = list(meld.tiles)
        own.remove(_claimed(meld))
        if meld.kind is MeldKind.KONG_ADDED:
            own.pop()
        held += own
        if len(own) == 2:
            thrown.append(course.junk())
    dealt = [*thrown, *held]
    extra = [course.junk()] if winner is Wind.EAST else []
    course.next()  # the dealer discards the extra tile
    for _ in range(QUIET):
        course.draws.append(course.junk())
        course.next()
    for meld in claims:
        _bring(course, meld, thrown)
    for flower in flowers:
        course.drawn(flower, None)
        course.back.append(course.junk())
        course.next()
    if case["by"] == "discard":
        course.fed(tile, Wind.parse(case["from"]), "win")
    else:
        course.drawn(tile, "win")
    start: dict[str, Any] = {"bakaze": case["round"]} if case["round"] != "E" else {}
    if case.get("streak"):
        start["honba"] = case["streak"]
    return {
        "says": f"{case['shows']['pattern']}: {case.get('source', '')}",
        "ruleset": case["ruleset"],
        **({"options": case["options"]} if case.get("options") else {}),
        **({"start": start} if start else {}),
        "hands": {winner.text: _text([*dealt, *extra])},
        "draws": _text(course.draws),
        **({"back": _text(course.back)} if course.back else {}),
        "script": course.script,
        "wins": [{"seat": winner.text, "patterns": [case["shows"]["pattern"]]}],
    }


def _meld(told: dict[str, Any], winner: Wind) -> Meld:
    kinds = {
        "chow": MeldKind.CHOW, "pung": MeldKind.PUNG, "kong_exposed": MeldKind.KONG_EXPOSED,
        "kong_added": MeldKind.KONG_ADDED, "kong_concealed": MeldKind.KONG_CONCEALED,
    }  # fmt: skip
    kind = kinds[told["kind"]]
    feeder = Wind.parse(told["from"]) if told.get("from") else None
    if feeder is None and kind is not MeldKind.KONG_CONCEALED:
        feeder = Wind((winner + 3) % 4)
    return Meld(kind, min(parse_tiles(told["tiles"])), feeder)


def _claimed(meld: Meld) -> Tile:
    return meld.tiles[-1]


def _bring(course: Course, meld: Meld, thrown: list[Tile]) -> None:
    """Claims a meld, or draws its last tile, and continues."""
    winner, tile = course.winner, _claimed(meld)
    if meld.kind is MeldKind.KONG_CONCEALED:
        course.drawn(tile, f"kong_concealed {tile.text}")
        course.back.append(course.junk())
        course.next()
        return
    assert meld.feeder is not None
    own = [each for each in meld.tiles if each != tile]
    action = {MeldKind.CHOW: f"chow {_text(own)}", MeldKind.KONG_EXPOSED: "kong"}.get(meld.kind, "pung")
    course.fed(tile, meld.feeder, action)
    course.actor = winner
    if meld.kind is MeldKind.KONG_EXPOSED:
        course.back.append(course.junk())
    else:
        course.script.append([winner.text, f"discard {thrown.pop(0).text}"])
    course.next()
    if meld.kind is MeldKind.KONG_ADDED:
        course.drawn(tile, f"kong_added {tile.text}")
        course.back.append(course.junk())
        course.next()


def _text(tiles: list[Tile]) -> str:
    return " ".join(tile.text for tile in tiles)


def toml(told: dict[str, Any]) -> str:
    """A playthrough as a file."""
    lines = []
    for key in ("says", "ruleset", "draws", "back"):
        if key in told:
            lines.append(f"{key} = {json.dumps(told[key], ensure_ascii=False)}")
    for key in ("options", "start", "hands"):
        if key in told:
            pairs = ", ".join(
                f"{json.dumps(name) if '.' in name else name} = {json.dumps(value, ensure_ascii=False)}"
                for name, value in told[key].items()
            )
            lines.append(f"{key} = {{ {pairs} }}")
    lines += ["script = [", *(f"    {json.dumps(line, ensure_ascii=False)}," for line in told["script"]), "]"]
    for win in told["wins"]:
        lines += ["", "[[wins]]", f"seat = {json.dumps(win['seat'])}", f"patterns = {json.dumps(win['patterns'])}"]
    return "\n".join(lines) + "\n"


def lent(told: dict[str, Any], name: str, pattern: str) -> dict[str, Any]:
    """The same deal under another ruleset of the same catalogue, with the pattern in use."""
    rules = rules_of(name)
    known = {option.id for option in rules.options}
    options = {id: value for id, value in told.get("options", {}).items() if id in known}
    if rules.worth(pattern) is None and f"{pattern}.enabled" in known:
        options[f"{pattern}.enabled"] = True
    win = {"seat": told["wins"][0]["seat"], "patterns": [pattern]}
    kept = {key: told[key] for key in ("says", "start", "hands", "draws", "back", "script") if key in told}
    return {**kept, "ruleset": name, "wins": [win], **({"options": options} if options else {})}


def from_cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """(pattern, deal) for every case that can be played: examples first, under their own ruleset, then under its
    family.
    """
    told: list[tuple[str, dict[str, Any]]] = []
    for case in cases():
        shows = case.get("shows", {})
        if "pattern" in shows and (deal := playthrough(case)) is not None:
            if shows["as"] == "example":
                told.append((shows["pattern"], deal))
            else:  # perhaps only because the house does not count it
                told.append((shows["pattern"], lent(deal, case["ruleset"], shows["pattern"])))
    yield from told
    yield from _lent_to_family(told)


def from_files() -> Iterator[tuple[str, dict[str, Any]]]:
    """(pattern, deal) for the deals written by hand for one ruleset, under the others of its family."""
    told = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.parent.glob("*.toml"))]
    alone = [deal for deal in told if len(deal.get("wins", ())) == 1 and not {"dead", "streak"} & set(deal)]
    yield from _lent_to_family([(each, deal) for deal in alone for each in deal["wins"][0].get("patterns", ())])


def _lent_to_family(told: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for pattern, deal in told:
        for name in FAMILY:
            if deal["ruleset"] in FAMILY and name != deal["ruleset"]:
                yield pattern, lent(deal, name, pattern)


def main() -> None:
    """Writes the files, and prints the patterns without one."""
    sys.path.insert(0, str(ROOT / "tests"))
    from test_playthroughs import FILES, declared, patterns_of, played  # only files that its tests accept

    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.toml"):
        old.unlink()
    shown = {what for path in FILES for what in declared(path)}
    written = 0
    for pattern, told in (*from_cases(), *from_files()):
        what = (told["ruleset"], pattern)
        if what in shown:
            continue
        file, options = FOLDER / f"{what[0]}-{pattern}.toml", told.get("options", {})
        for house in (options, {**options, MINIMUM: 0}):  # unchanged, or in a house without a minimum
            file.write_text(toml({**told, "options": house} if house else told), "utf-8")
            try:
                found = patterns_of(played(file)[1])
            except (AssertionError, SikwuError):
                found = []
            if len(found) == 1 and pattern in found[0]:
                shown.add(what)
                written += 1
                break
        else:
            file.unlink()
    for name in RULESETS:
        missing = [each.id for each in rules_of(name).document.patterns if (name, each.id) not in shown]
        print(f"{name}: no file for {', '.join(missing) or 'nothing'}")
    print(written, "files")


if __name__ == "__main__":
    main()
