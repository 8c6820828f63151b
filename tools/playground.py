"""Builds the playground: `python -m tools.playground [FOLDER]`. Score, House and Learn as files, without a server.

The page is one script and one style sheet (app/src/playground); all its data are scripts too, because a page opened
from a disk may load nothing else. The folder is deleted and made again.
"""

from __future__ import annotations

import inspect
import json
import shutil
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from struct import pack
from typing import Any

import msgspec
from tools import app as app_tool
from tools import node, web_data

from sikwu import names, ruleset
from sikwu.rules.options import Option, value_text
from sikwu.rules.presets import DOCUMENTS
from sikwu.server.hands import about, catalogue, house
from sikwu.server.hands.references import References
from sikwu.server.http.limits import Limits
from sikwu.texts import SikwuError
from sikwu.wire.asked import CheckRequest, DiffRequest, House, PreviewRequest, QuizRequest
from sikwu.wire.offline import bundle
from sikwu.wire.pages import option_shape, rules_shape

ROOT = Path(__file__).parents[1]
MADE = ROOT / "build" / "playground"
LEAST_MATCH = 16
"""The fewest bytes that a change takes over from its base rather than bringing them along."""
WHOLE_NUMBERS = (*range(21), 24, 25, 30, 32, 40, 48, 50, 60, 64, 80, 88, 96, 100)
RATIOS = ("1/2", 1, "3/2", 2, 3)
QUIZ_SEEDS, QUIZ_HANDS = range(8), 20
PAGE = """<!doctype html>
<html lang="zh-Hant-HK">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="香港麻雀：計番、規矩、學牌。Hong Kong mahjong: scores, house rules, lessons.">
<meta name="theme-color" content="#0D3A30">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="playground.css">
<title>食糊</title>
<script defer src="playground.js"></script>
</head>
<body>
<div id="app"><div class="before"><b>食糊</b></div></div>
<noscript>食糊要用 JavaScript。 Sikwu needs JavaScript.</noscript>
</body>
</html>
"""


# --- what one change of an option changes


def number(value: int) -> bytes:
    """A number in groups of 7 bits, the lowest first."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def delta(base: bytes, new: bytes, places: Mapping[bytes, int]) -> bytes:
    """The new bytes as parts of the base and bytes of their own; app/src/playground/delta.ts puts them together."""
    out, at = bytearray(), 0
    start, length, own = 0, 0, bytearray()
    while at < len(new):
        # What follows the last match comes first: most changes leave the rest as it was.
        found = places.get(new[at : at + LEAST_MATCH], -1) if len(new) - at >= LEAST_MATCH else -1
        if found < 0:
            own.append(new[at])
            at += 1
            continue
        out += number(start) + number(length) + number(len(own)) + own
        start, own = found, bytearray()
        length = alike(base, found, new, at)
        at += length
    return bytes(out + number(start) + number(length) + number(len(own)) + own)


def alike(base: bytes, start: int, new: bytes, at: int) -> int:
    """How many bytes are the same from here on."""
    length, step = 0, 1 << 14
    while step:
        while new[at + length : at + length + step] and (
            base[start + length : start + length + step] == new[at + length : at + length + step]
        ):
            length += len(new[at + length : at + length + step])
        step >>= 1
    return length


def framed(*parts: bytes) -> bytes:
    """Parts, each after its length."""
    return b"".join(pack("<I", len(part)) + part for part in parts)


def values(option: Option, shape: Mapping[str, Any]) -> Iterator[object]:
    """The values of an option that the playground knows."""
    told = shape["values"]
    yield from told.get("words", ())
    if told["kind"] == "of":
        yield from told["of"]
    elif told["kind"] == "whole":
        yield from (n for n in WHOLE_NUMBERS if told["least"] <= n <= told["most"])
    elif told["kind"] == "ratio":
        yield from (each for each in RATIOS if option.values.accepts(each, frozenset()))


def changes(document: str) -> dict[str, object]:
    """Every change of one option of a document: rules for the kernel, their check, their page, hands before and after."""
    rules, references = ruleset(document), References()
    base = framed(
        bundle(rules),
        *(encoded(each) for each in (house.checked(CheckRequest(document), references), catalogue.page(rules), None)),
    )
    places = {base[at : at + LEAST_MATCH]: at for at in range(len(base) - LEAST_MATCH, -1, -1)}
    found: dict[str, str] = {}
    for option in rules.shown_options:
        shape = msgspec.to_builtins(option_shape(rules, option, ()))
        for value in values(option, shape):
            if value == shape["value"] and type(value) is type(shape["value"]):
                continue
            asked = House(document, {option.id: value})
            told = house.checked(CheckRequest(asked), references)
            if not told.ok:
                continue
            own = references.find(asked)
            try:
                tried = house.preview(PreviewRequest(option.id, value), rules)
            except SikwuError:
                tried = None
            parts = (bundle(own), encoded(told), encoded(catalogue.page(own)), encoded(tried))
            found[f"{option.id}={value_text(value)}"] = based(delta(base, framed(*parts), places))
    return {"base": based(base), "changes": found}


# --- the files


def based(data: bytes) -> str:
    """Bytes as text."""
    return b64encode(data).decode()


def encoded(told: object) -> bytes:
    """An answer as the server sends it."""
    return msgspec.json.encode(told)


def script(folder: Path, name: str, told: object) -> None:
    """Writes one file of data."""
    (folder / f"{name}.js").write_bytes(b"sikwu(" + json.dumps(name).encode() + b"," + encoded(told) + b")\n")


def kept_changes(document: str) -> bytes:
    """The changes of a document as JSON; made again only when the catalogue or this program is another."""
    made_by = "".join(inspect.getsource(each) for each in (changes, values, delta, alike, number, framed))
    mark = sha256(f"{catalogue.version()} {made_by}".encode()).hexdigest()[:16]
    place = MADE / "changes" / f"{document}.{mark}.json"
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in place.parent.glob(f"{document}.*"):
            old.unlink()
        place.write_bytes(encoded(changes(document)))
    return place.read_bytes()


def write_data(folder: Path, changed: Sequence[str]) -> None:
    """Everything that the page asks for instead of a server; changes of options only of some documents."""
    folder.mkdir(parents=True)
    ids, references = tuple(names()), References()
    for path, data in web_data.write(MADE / "kernel").items():
        script(folder, path.stem, based(data))
    script(folder, "kernel", based((ROOT / "app" / "public" / "kernel.wasm").read_bytes()))
    script(folder, "about", about.about(Limits(), ()))
    script(folder, "patterns", catalogue.patterns())
    pages = {id: catalogue.page(ruleset(id)) for id in ids}
    checks = {id: house.checked(CheckRequest(id), references) for id in ids}
    briefs = {id: rules_shape(ruleset(id)) for id in ids}
    script(folder, "rulesets", {"list": catalogue.listed(), "pages": pages, "checks": checks, "briefs": briefs})
    for ours in ids:
        theirs = [DiffRequest(ours, each) for each in ids if each != ours]
        script(
            folder,
            f"diffs-{ours}",
            {str(each.theirs): house.told_apart(each, references).differences for each in theirs},
        )
    quizzes = {
        id: [
            text
            for seed in QUIZ_SEEDS
            for text in house.quizzed(QuizRequest(seed=seed, n=QUIZ_HANDS), ruleset(id)).hands
        ]
        for id in DOCUMENTS
    }
    script(folder, "quiz", quizzes)
    for id in ids:
        script(folder, f"options-{id}", catalogue.options(ruleset(id)))
    for id in DOCUMENTS:
        rules = ruleset(id)
        script(folder, f"patterns-{id}", {each.id: catalogue.pattern_page(each.id, rules) for each in rules.patterns})
    with ProcessPoolExecutor(2) as pool:
        for id, told in zip(changed, pool.map(kept_changes, changed), strict=True):
            script(folder, f"changes-{id}", msgspec.Raw(told))


def build(folder: Path, changed: Sequence[str] = tuple(DOCUMENTS)) -> None:
    """The page and its data; `changed` are the documents whose options can be changed."""
    app_tool.packages()
    app_tool.generated()
    app_tool.kernel()
    node.run("npm", "run", "-s", "playground", folder=app_tool.APP)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(MADE / "app", folder)
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    shutil.copy(app_tool.APP / "public" / "icon.svg", folder)
    write_data(folder / "data", changed)


def main() -> int:
    """The command."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site" / "try"
    build(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"The playground: {size / 1e6:.1f} MB in {folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
