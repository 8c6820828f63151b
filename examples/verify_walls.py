"""Checks the walls of records with only Python's standard library: `python examples/verify_walls.py RECORD.jsonl …`.

Of sikwu only two files are read, `play/wall.py` (the scheme) and `play/verify.py` (what a record must keep to); they import
nothing but the standard library, and the package itself need not be installed.
"""

import json
import sys
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "src" / "sikwu"
for name, folder in (("sikwu", ROOT), ("sikwu.play", ROOT / "play")):
    package = types.ModuleType(name)  # the folder without what its own __init__ would load
    package.__path__ = [str(folder)]
    sys.modules[name] = package

from sikwu.play.verify import verify  # noqa: E402

wrong = 0
for path in sys.argv[1:]:
    with Path(path).open(encoding="utf-8") as file:
        found = list(verify(json.loads(line) for line in file if line.endswith("\n")))
    for deal in found:
        if deal.faults:
            wrong += 1
            print(f"{path}, line {deal.line}, deal {deal.deal}: {', '.join(deal.faults)} do not hold")
    print(f"{path}: deals {len(found)}, of these {sum(deal.proven and not deal.faults for deal in found)} proven")
sys.exit(1 if wrong else 0)
