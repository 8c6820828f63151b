"""Runs the attacks whole and prints a line each: ``PYTHONPATH=tests python -m hostile [--seed N] [--scale 0.1] [NAME …]``."""

import argparse
import time

from hostile.attack import attacks


def main() -> int:
    """Runs the requested attacks; 1 if one of them got through."""
    asked = argparse.ArgumentParser(prog="PYTHONPATH=tests python -m hostile", description=__doc__)
    asked.add_argument("--seed", type=int, default=20261116)
    asked.add_argument("--scale", type=float, default=1.0, help="of the full size")
    asked.add_argument("names", nargs="*", help="attacks whose name contains one of these; all of them by default")
    wish = asked.parse_args()
    failed = 0
    for attack in attacks():
        if wish.names and not any(name in attack.name for name in wish.names):
            continue
        size = max(attack.small, int(attack.size * wish.scale))
        print(f"{attack.name} ({attack.promise}) seed {wish.seed} size {size:,} …", flush=True)
        began = time.monotonic()
        try:
            print(f"  {attack.run(wish.seed, size)}  [{time.monotonic() - began:.0f} s]", flush=True)
            print(f"  planted: {attack.planted(wish.seed)}: caught", flush=True)
        except AssertionError as got_through:
            failed += 1
            print(f"  FAILED: {got_through}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
