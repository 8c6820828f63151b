"""The package as users get it: built from its source archive, installed without a compiler."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import httpx
import pytest

from patience import until
from server_process import free_port
from test_readme import LINES

ROOT = Path(__file__).parent.parent.parent
HAND = "123m 567p 345s 888s N +N<W seat=S 25678f"
PATIENCE = 900
"""Seconds that a build may take."""


def run(*command: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=PATIENCE, **more)  # type: ignore[call-overload, no-any-return]


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that is filled once, whichever of the processes of a run comes first; the others wait for it.

    A process that fails leaves the reason for the others.
    """
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = shared / name, shared / f"{name}.done"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not done.exists() and time.monotonic() < until:
            time.sleep(0.2)
        assert done.read_text("utf-8") == "", done.read_text("utf-8")
        return folder
    why = "it was broken off"
    try:
        make(folder)
        why = ""
    except AssertionError as error:
        why = str(error)
        raise
    finally:
        fresh = shared / f"{name}.fresh"
        fresh.write_text(why, "utf-8")
        fresh.rename(done)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel that was built from it."""

    def make(folder: Path) -> None:
        made = run(
            *(sys.executable, "-m", "build", "--outdir", folder, ROOT),
            env=os.environ | {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "CMAKE_BUILD_PARALLEL_LEVEL": "2"},
            cwd=folder,
        )
        assert made.returncode == 0, made.stdout[-3000:] + made.stderr[-3000:]

    return made_once(tmp_path_factory, "built", make)


PROGRAMS = "Scripts" if os.name == "nt" else "bin"


def install(wheel: str, home: Path) -> None:
    """Makes an environment that has the wheel and nothing but a Python; another one's pip puts it there."""
    venv.create(home, with_pip=False)
    programs = home / PROGRAMS
    bare = {"PATH": str(programs), "HOME": str(home)}
    bare |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    config = os.path.expanduser("~/.config/pip/pip.conf")
    if os.path.exists(config):
        bare["PIP_CONFIG_FILE"] = config
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    done = run(*pip, "install", "-q", "-c", ROOT / "constraints.txt", wheel, env=bare)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install sikwu` gives."""
    (wheel,) = built.glob("*.whl")
    return made_once(tmp_path_factory, "home", partial(install, str(wheel))) / PROGRAMS


@pytest.fixture(scope="module")
def stranger(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation as the README describes it."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert '`pip install ".[book]"`' in readme
    (wheel,) = built.glob("*.whl")
    return made_once(tmp_path_factory, "stranger", partial(install, f"{wheel}[book]")) / PROGRAMS


@pytest.fixture(scope="module")
def served(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install "sikwu[web]"` gives."""
    (wheel,) = built.glob("*.whl")
    return made_once(tmp_path_factory, "served", partial(install, f"{wheel}[web]")) / PROGRAMS


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


def test_100_cases_of_the_corpus_agree_without_a_compiler(installed: Path, tmp_path: Path) -> None:
    """The same test that `make wheels` runs on every system."""
    bare = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    told = run(installed / "python", ROOT / "tests" / "smoke_wheel.py", env=bare, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "100 cases" in told.stdout


def test_books_without_their_extra_are_told_how_to_come_by_it(installed: Path, tmp_path: Path) -> None:
    bare = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    told = run(installed / "sikwu", "book", "list", "--lang", "en", env=bare, cwd=tmp_path)
    assert told.returncode != 0
    assert "sikwu[book]" in told.stderr
    assert "Traceback" not in told.stderr
    assert " ".join(told.stderr.split()).count(". ") == 2  # what is missing, and the command in a clone and elsewhere


def test_a_strangers_ten_minutes(stranger: Path, tmp_path: Path) -> None:
    """Install, score, settle, a house rule, a book: the README alone, in a folder with nothing in it."""
    bare = {"PATH": str(stranger), "HOME": str(tmp_path), "LANG": "C.UTF-8", "COLUMNS": "80", "PYTHONUTF8": "1"}
    told = {}
    for line in LINES:
        done = run("/bin/sh", "-c", line, env=bare, cwd=tmp_path)
        assert done.returncode == 0, line + done.stderr
        assert "Traceback" not in done.stderr
        told[line] = done.stdout
    whole = "\n".join(told.values())
    assert "西家 → 東家  96  大三元包" in whole  # settled, and why
    assert "Our table (hk-standard + 1 change)" in whole  # a house rule
    assert '"Friday"' in whole  # a book, with
    assert re.search(r"Settle up\n(?:\w+ → \w+  \d+\n)+", told["sikwu book settle"])
    assert (tmp_path / "house.toml").read_text("utf-8").endswith('"full_flush.fan" = 8\n')
    assert (tmp_path / ".local" / "share" / "sikwu" / "books.db").is_file()
    done = run(stranger / "python", "-m", "doctest", ROOT / "README.md", env=bare, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_wheel_brings_the_app(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"sikwu/app_dist/{name}" for name in ("index.html", "sw.js", "kernel.wasm", "rules.bin")} <= names


def test_the_server_of_the_wheel_shows_the_app(served: Path, tmp_path: Path) -> None:
    """From the installed package alone: its page, the files that the page names, and an answer."""
    bare = {"PATH": str(served), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    port = free_port()
    process = subprocess.Popen(
        [served / "sikwu", "serve", "--port", str(port)],
        env=bare,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:

        def answers() -> bool:
            assert process.poll() is None
            try:
                return client.get("/api/v1/health").status_code == 200
            except httpx.TransportError:
                return False

        try:
            until(answers)
            page = client.get("/").text
            files = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
            assert any(name.endswith(".js") for name in files), page[:500]
            for name in (*files, "/kernel.wasm", "/rules.bin"):
                assert client.get(name).status_code == 200, name
            told = client.post("/api/v1/hand", json={"text": HAND, "rules": {"base": "hk-standard"}}).json()
            assert told["state"] == "win", told
        finally:
            process.terminate()
            process.wait(PATIENCE)
