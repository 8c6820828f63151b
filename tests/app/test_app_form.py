"""The app's form: names that the library does not know do not compile, and the linter forbids `any`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from app_node import APP, node

FINE = """
import type { DownFrame, HouseRules, UpFrame } from 'APP/src/server/shapes.ts';
import type { Message } from 'APP/src/texts/render.ts';
import type { Hand } from 'APP/src/server/shapes.ts';

export const plays = (rules: HouseRules) => rules.options?.['tiles.flowers_in_play'] !== false;
export const house: HouseRules = { base: 'hk-standard', options: { 'tiles.flowers_in_play': false } };
export const said: Message = { code: 'feeder.missing', facts: { by: 'discard' } };
export const isUnfed = (hand: Hand) => hand.problems?.some((each) => each.code === 'feeder.missing');
export const isHere = (frame: DownFrame) => frame.type === 'presence' && frame.here.length > 0;
export const sent: UpFrame = { type: 'resync', have: 3 };
"""
PLANTED = (
    ("rules.options?.['tiles.flowers_in_play']", "rules.options?.['flowers.in_play']"),
    ("options: { 'tiles.flowers_in_play'", "options: { 'flowers.in_play'"),
    ("{ code: 'feeder.missing', facts", "{ code: 'feeder.mising', facts"),
    ("each.code === 'feeder.missing'", "each.code === 'feeder.mising'"),
    ("frame.type === 'presence'", "frame.type === 'present'"),
    ("frame.here.length", "frame.people.length"),
    ("{ type: 'resync', have: 3 }", "{ type: 'resink', have: 3 }"),
)
"""Something right, and what somebody might write in its place."""


def program(name: str, *words: str, told: str = "", folder: Path = APP) -> subprocess.CompletedProcess[str]:
    """A program of the app's packages, run by the environment's own node."""
    found = APP / "node_modules" / name
    if not found.exists():
        pytest.fail("the app's packages are not there: `make app` fetches them")
    return subprocess.run(
        [node(), str(found), *words],
        cwd=folder,
        input=told,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def checked(folder: Path, sources: dict[str, str]) -> list[str]:
    """The lines in which `npm run check`, with the app's own settings, finds an error: file and line of each."""
    for name, source in sources.items():
        (folder / name).write_text(source.replace("APP", str(APP)), encoding="utf-8")
    settings = {
        "extends": str(APP / "tsconfig.json"),
        "files": list(sources),
        "include": [],
        "compilerOptions": {"types": []},
    }
    (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = program(
        "svelte-check/bin/svelte-check",
        "--tsconfig",
        str(folder / "tsconfig.json"),
        "--output",
        "machine",
        folder=folder,
    )
    assert ("ERROR" in done.stdout) == (done.returncode != 0), done.stdout + done.stderr
    return [line.split(" ", 2)[2] for line in done.stdout.splitlines() if " ERROR " in line]


def test_a_wrong_option_code_or_frame_does_not_compile(tmp_path: Path) -> None:
    """Each is planted in a separate file; the file without one compiles."""
    sources = {"fine.ts": FINE}
    for at, (right, wrong) in enumerate(PLANTED):
        assert right in FINE
        sources[f"planted{at}.ts"] = FINE.replace(right, wrong)
    found = checked(tmp_path, sources)
    for at in range(len(PLANTED)):
        assert any(f"planted{at}.ts" in line for line in found), (PLANTED[at], found)
    assert not [line for line in found if "fine.ts" in line], found


ANY = "export function first(list: readonly string[]): string {\n  const any: any = list[0];\n  return any;\n}\n"
CAST = "export const n = (list: readonly string[]): number => (list as readonly string[]).length;\n"


def test_the_linter_forbids_any_and_empty_casts() -> None:
    for source, rule in ((ANY, "no-explicit-any"), (CAST, "no-unnecessary-type-assertion")):
        done = program(
            "eslint/bin/eslint.js", "--stdin", "--stdin-filename", "src/routes.ts", "-f", "json", told=source
        )
        found = {each["ruleId"] for page in json.loads(done.stdout) for each in page["messages"]}
        assert f"@typescript-eslint/{rule}" in found, (done.stdout, done.stderr)
        assert done.returncode == 1


def test_a_line_is_120_columns() -> None:
    settings = json.loads((APP / ".prettierrc.json").read_text("utf-8"))
    assert settings["printWidth"] == 120
    long = "export const long = [" + ", ".join(f"'{n:03}'" for n in range(30)) + "];\n"
    done = program("prettier/bin/prettier.cjs", "--stdin-filepath", "src/long.ts", told=long)
    assert done.returncode == 0, done.stderr
    assert done.stdout != long
    assert max(map(len, done.stdout.splitlines())) <= 120
