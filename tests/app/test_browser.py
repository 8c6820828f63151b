"""Where the Chromium of the tests comes from: the machine's if it starts, otherwise a complete one from the registry."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))
from tools import browser, node  # noqa: E402
from tools.browser import __main__ as command  # noqa: E402

STUB = "#!/bin/sh\necho 'Command not found. Install the snap.' >&2\nexit 1\n"
WORKS = "#!/bin/sh\necho 'DevTools listening on ws://127.0.0.1:1/' >&2\nsleep 600\n"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without a Chromium, and nothing installed yet."""
    (tmp_path / "bin").mkdir()
    for name in ("sh", "sleep"):
        (tmp_path / "bin" / name).symlink_to(Path("/bin") / name)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv(browser.REQUIRED, raising=False)
    monkeypatch.setattr(browser, "HOME", tmp_path / "build" / "browser")
    monkeypatch.setattr(browser, "WHY_NOT", tmp_path / "build" / "browser.why")
    browser.found.cache_clear()
    yield
    browser.found.cache_clear()


def program(folder: Path, name: str, text: str) -> str:
    path = folder / "bin" / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def test_the_first_on_the_path_that_starts_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "chromium-browser", STUB)
    assert browser.of_the_machine() is None
    good = program(tmp_path, "google-chrome", WORKS)
    assert browser.found().path == good
    named = program(tmp_path, "mine", WORKS)
    monkeypatch.setenv("CHROMIUM", named)
    assert browser.of_the_machine() == browser.Chromium(named)


def test_why_one_does_not_start_is_told(tmp_path: Path) -> None:
    told = browser.fault(browser.Chromium(program(tmp_path, "chromium", STUB)))
    assert told is not None
    assert told.endswith("does not start: Command not found. Install the snap.")


def packed(*command: str, folder: Path) -> None:
    """What npm and node would put there, small."""
    if command[0] == "npm":
        kept = folder / "node_modules" / "@sparticuz" / "chromium" / "bin"
        kept.mkdir(parents=True)
        for weight in browser.WEIGHTS:
            fonts = folder / "node_modules" / "@expo-google-fonts" / "noto-sans-hk" / weight
            fonts.mkdir(parents=True)
            (fonts / f"{weight}.ttf").write_bytes(b"type")
        return
    to = Path(command[-1])
    if to.name == "chromium":
        to.write_text(WORKS)
    else:
        import io
        import tarfile

        with tarfile.open(to, "w") as archive:
            member = tarfile.TarInfo("lib/libnss3.so")
            member.size = 3
            archive.addfile(member, io.BytesIO(b"lib"))


def test_one_of_the_registry_is_unpacked_and_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "run", packed)
    one = browser.install()
    assert one == browser.found()
    assert (browser.HOME / "lib" / "libnss3.so").read_bytes() == b"lib"
    assert sorted(path.name for path in (browser.HOME / "fonts").glob("*.ttf")) == ["400Regular.ttf", "700Bold.ttf"]
    assert not (browser.HOME / "node_modules").exists()
    assert str(browser.HOME / "fonts") in Path(one.needs["FONTCONFIG_FILE"]).read_text("utf-8")
    # With other packages, or moved to another place, it is not used.
    (browser.HOME / "installed").write_text("something else")
    assert browser.of_the_registry() is None


def failing(*command: str, folder: Path) -> None:
    raise node.NodeError("npm install failed:\nnetwork unreachable")


def broken(*command: str, folder: Path) -> None:
    packed(*command, folder=folder)
    if command[0] != "npm" and Path(command[-1]).name == "chromium":
        Path(command[-1]).write_text("#!/bin/sh\necho 'libc.so.6: not found' >&2\nexit 127\n")


@pytest.mark.parametrize(("how", "why"), [(failing, "network unreachable"), (broken, "libc.so.6: not found")])
def test_where_none_can_be_installed_the_reason_is_kept(how: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "run", how)
    assert command.main() == 0
    assert list(browser.HOME.parent.iterdir()) == [browser.WHY_NOT]  # nothing half done
    with pytest.raises(browser.NoChromium, match=re.escape(why)):
        browser.found()
    monkeypatch.setenv(browser.REQUIRED, "1")
    assert command.main() == 1


def test_other_systems_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    with pytest.raises(browser.NoChromium, match="Linux on x86-64, and this is linux on aarch64"):
        browser.install()


def test_one_place_starts_chromium() -> None:
    here = [path for folder in ("tests", "tools", "bench", "src") for path in (ROOT / folder).rglob("*.py")]
    starts = [path for path in here if re.search(r"\bchromium\.launch\(", path.read_text("utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in starts if path != Path(__file__)] == [
        "tools/browser/__init__.py"
    ]


def test_the_packages_are_pinned_and_name_no_host() -> None:
    folder = ROOT / "tools" / "browser"
    wanted = json.loads((folder / "package.json").read_text("utf-8"))["dependencies"]
    lock = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    for name, version in wanted.items():
        assert lock[f"node_modules/{name}"]["version"] == version
    assert all("integrity" in each for name, each in lock.items() if name)
    assert "://" not in "".join(each.get("resolved", "") for each in lock.values())


def test_make_asks_pip_and_npm_as_a_bare_system_can() -> None:
    make = (ROOT / "Makefile").read_text("utf-8")
    assert not re.search(r"\s-C\S*=", make)  # pip knows the short form only since 23.1
    assert "--config-settings=cmake.define.SIKWU_DEVELOPER=ON" in make
    assert "export PATH := $(CURDIR)/$(BIN):$(PATH)" in make  # npm looks for its node there
    assert os.access(ROOT / "tools" / "bare.sh", os.X_OK)


def test_where_changes_are_checked_no_browser_is_a_failure() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert (
        script.index(f"export {browser.REQUIRED}=1\n")
        < script.index("\nmake test\n")
        < script.index("\nmake test-rl\n")
    )
