"""Checks whether this machine can build Sikwu, and says what to install if it cannot. Runs on any Python 3."""

import importlib.util
import shutil
import sys

COMPILERS = ("c++", "g++", "clang++", "cl")


def missing():
    """The missing things, one sentence each."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older one may run this
        found = ".".join(map(str, sys.version_info[:3]))
        yield "Sikwu needs Python 3.11 or newer; this is " + found + ". Another one: make run PYTHON=python3.12"
    elif importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        yield "Python's venv is missing. Debian and Ubuntu: apt install python3-venv"
    if not any(map(shutil.which, COMPILERS)):
        yield (
            "No C++ compiler was found (looked for " + ", ".join(COMPILERS) + "). "
            "Debian and Ubuntu: apt install g++; Fedora: dnf install gcc-c++; macOS: xcode-select --install; "
            "Windows: the Build Tools for Visual Studio"
        )


if __name__ == "__main__":
    wanted = list(missing())
    for sentence in wanted:
        print(sentence, file=sys.stderr)
    sys.exit(1 if wanted else 0)
