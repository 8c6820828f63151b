"""What every wheel must pass on the system it was built for: `python tests/smoke_wheel.py`, beside nothing but the wheel.

100 cases of the corpus, taken at even distances, are answered as the corpus says; the kernel plays a deal.
"""

from __future__ import annotations

import sys
from typing import Any

COUNT = 100


def disagreement(expected: dict[str, Any], told: dict[str, Any]) -> str | None:
    """How an answer differs from the corpus."""
    if "error" in expected:
        return None if "error" in told else "it is not refused"
    answer = told.get("answer", {})
    for key, wanted in expected.items():
        if key == "includes":
            if not set(wanted) <= set(answer.get("patterns", ())):
                return f"{wanted} is not among {answer.get('patterns')}"
        elif answer.get(key) != wanted:
            return f"{key} is {answer.get(key)!r} and not {wanted!r}"
    return None


def main() -> int:
    """Prints the first case that is answered otherwise."""
    import msgspec

    import sikwu
    from sikwu.cases import answer_line
    from sikwu.corpus import cases

    every = list(cases())
    tried = every[:: max(1, len(every) // COUNT)][:COUNT]
    for case in tried:
        told = answer_line(msgspec.json.encode(case))
        wrong = disagreement(case["expect"], told)
        if wrong:
            print(f"{case['id']}: {wrong}", file=sys.stderr)
            return 1
    game = sikwu.play_many(1, ["quick"] * 4, "hk-standard", seed=31)
    assert len(game) == 1
    print(f"sikwu {sikwu.__version__}: {len(tried)} cases of {len(every)} agree")
    return 0 if len(tried) == COUNT else 1


if __name__ == "__main__":
    sys.exit(main())
