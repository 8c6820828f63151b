"""The package as people get it: built from its own source archive, installed where there is no compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HAND = "123m 567p 345s 888s N +N<W seat=S 25678f"


def run(*command: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=900, **more)  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    made = run(
        *(sys.executable, "-m", "build", "--outdir", folder, ROOT),
        env=os.environ | {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "CMAKE_BUILD_PARALLEL_LEVEL": "2"},
        cwd=folder,
    )
    assert made.returncode == 0, made.stdout[-3000:] + made.stderr[-3000:]
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that had the wheel and nothing but a Python to install it with."""
    home = tmp_path_factory.mktemp("home")
    venv.create(home, with_pip=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = built.glob("*.whl")
    bare = {"PATH": str(programs), "HOME": str(home)}
    bare |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    config = os.path.expanduser("~/.config/pip/pip.conf")
    if os.path.exists(config):
        bare["PIP_CONFIG_FILE"] = config
    done = run(programs / "python", "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", wheel, env=bare)
    assert done.returncode == 0, done.stderr
    return programs


def test_one_wheel_serves_every_python_from_3_11_on(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert "-cp311-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("sikwu/_kernel.pyi", "sikwu/py.typed", "sikwu/draw/tiles.svg", "sikwu/rules/hk/options.toml"):
        assert wanted in names
    assert [name for name in names if name.startswith("sikwu/corpus/")]
    assert [name for name in names if name.startswith("sikwu/_kernel.") and "abi3" in name]


def test_the_source_archive_holds_what_was_built_from_it_and_no_builds(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = opened.getnames()
    for wanted in ("kernel/judge.cpp", "CMakeLists.txt", "corpus", "LICENSE", "README.md"):
        assert any(name.split("/", 1)[-1].startswith(wanted) for name in names), wanted
    assert not [name for name in names if name.endswith((".so", ".pyc", ".o")) or "/.venv/" in name]


def test_it_scores_without_a_compiler(installed: Path, tmp_path: Path) -> None:
    bare = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    told = run(installed / "sikwu", "score", HAND, "--lang", "en", env=bare, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "fan" in told.stdout


def test_books_without_their_extra_are_one_sentence(installed: Path, tmp_path: Path) -> None:
    bare = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    told = run(installed / "sikwu", "book", "list", "--lang", "en", env=bare, cwd=tmp_path)
    assert told.returncode != 0
    assert "sikwu[book]" in told.stderr
    assert "Traceback" not in told.stderr
    assert " ".join(told.stderr.split()).count(". ") == 1  # a sentence and its code
