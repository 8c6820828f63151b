"""The manual page matches the commands, and completion knows them."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_manual_page_is_what_the_commands_say() -> None:
    spec = spec_from_file_location("man", ROOT / "tools" / "man.py")
    assert spec is not None
    assert spec.loader is not None
    man = module_from_spec(spec)
    spec.loader.exec_module(man)
    assert man.PAGE.read_text(encoding="utf-8") == man.page(), "run `make man`"
    for command in ("answer", "score", "waits", "rules show", "book add"):
        assert f".SS sikwu {command}\n" in man.page()


def test_a_shell_completes_the_commands() -> None:
    asked = {"_SIKWU_COMPLETE": "complete_bash", "COMP_WORDS": "sikwu sc", "COMP_CWORD": "1"}
    told = subprocess.run(
        [sys.executable, "-m", "sikwu"], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert told.stdout.split() == ["score"]
