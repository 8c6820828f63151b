"""Pictures of the app's screens for the documentation: `python -m tools.screens` writes docs/screens/*.jpg from the built app.

Needs Chromium (Debian's, or $CHROMIUM) and the development tools.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
TO = ROOT / "docs" / "screens"
WIN = "/#1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26"
READY = "/#1s-h22678m55z-p666zE-p777zN-SE-f26"
PHONE, DESK = (390, 844), (1280, 800)
SCREENS = {
    "score-win": WIN,
    "score-ready": READY,
    "score-empty": "/",
    "compare": "/compare",
    "house": "/house",
    "learn": "/learn",
    "learn-pattern": "/learn/half_flush",
    "quiz": "/learn/quiz",
    "drill": "/learn/away",
    "settings": "/settings",
    "about": "/about",
}
LOOKS = (("yue", "light", PHONE), ("en", "dark", PHONE), ("yue", "dark", DESK), ("en", "light", DESK))


def serve() -> str:
    """The app on a free port of this machine."""
    import socket

    import uvicorn

    from sikwu.server import catalogue
    from sikwu.server.files import AppFiles
    from sikwu.server.limits import Limits
    from sikwu.server.web import Server, application

    catalogue.warm()  # no picture shows what is still awaited
    door = socket.create_server(("127.0.0.1", 0))
    own = Server(Limits(rate=10_000, burst=10_000), files=AppFiles(ROOT / "src" / "sikwu" / "app_dist"))
    server = uvicorn.Server(uvicorn.Config(application(own), log_level="error"))
    threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return f"http://127.0.0.1:{door.getsockname()[1]}"


def main() -> int:
    """All of them."""
    from playwright.sync_api import sync_playwright

    site = serve()
    TO.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for lang, theme, (width, height) in LOOKS:
            context = browser.new_context(viewport={"width": width, "height": height}, locale="zh-HK")
            context.add_init_script(
                f"localStorage.setItem('sikwu.settings', JSON.stringify({{lang: '{lang}', theme: '{theme}'}}))"
            )
            page = context.new_page()
            for name, address in SCREENS.items():
                if name == "compare":  # of the hand that is on the table
                    page.goto(site + WIN)
                    page.get_by_role("link", name="逐項比較" if lang == "yue" else "Compare in full").first.click()
                else:
                    page.goto("about:blank")
                    page.goto(site + address)
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(600)
                size = "phone" if width < 960 else "desk"
                page.screenshot(path=TO / f"{name}-{size}-{lang}-{theme}.jpg", type="jpeg", quality=72)
            context.close()
        browser.close()
    print(f"{len(list(TO.glob('*.jpg')))} pictures in {TO.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
