"""Makes sure that there is a Chromium for tests: `python -m tools.browser`. Prints which one, or why there is none."""

from __future__ import annotations

import os
import sys

from tools import browser


def main() -> int:
    """Finds the machine's Chromium, the one installed before, or installs one; without any, tests that need one are
    skipped, unless they are required.
    """
    try:
        one = browser.of_the_machine() or browser.of_the_registry()
        if one is None:
            print("No Chromium on the PATH: fetching one for build/browser (130 MB, about a minute) ...", flush=True)
            one = browser.install()
        version, has_type = browser.looked_at(one)
    except browser.NoChromium as error:
        print(f"No browser: {error}. Tests that need one are not run.", file=sys.stderr)
        return 1 if os.environ.get(browser.REQUIRED) else 0
    print(f"Chromium {version}: {one.path}")
    if not has_type:
        print("It has no type for Chinese pages (Debian: fonts-noto-cjk).", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
