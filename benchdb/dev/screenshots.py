"""`make screenshots`: pictures of a running site's pages for README and docs, wide and narrow, light and dark.

    python -m benchdb.dev.screenshots http://127.0.0.1:8000 docs/screenshots

The founding studies are on every site, so the same pages can be taken anywhere.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

PAGES = {
    "home": "/",
    "compare": "/compare/?study=zones&provenance=published&cols=zone&baseline=global",
    "scaling": "/scaling/?study=smp-scaling&threads=2",
    "runs": "/runs/",
    "study": "/studies/smp-scaling/",
}
WIDTHS = (1440, 390)
HEIGHT = 900
SETTLED = 600  #: milliseconds, for what is drawn last
OPTIONS = ("--no-sandbox", "--disable-gpu")


def take(browser: Any, site: str, name: str, width: int, scheme: str, folder: Path) -> Path:
    """One page as a PNG."""
    page = browser.new_page(viewport={"width": width, "height": HEIGHT}, color_scheme=scheme)
    page.goto(site + PAGES[name], wait_until="networkidle")
    page.wait_for_timeout(SETTLED)
    path = folder / f"{name}-{width}-{scheme}.png"
    page.screenshot(path=str(path))
    page.close()
    return path


def main(site: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(OPTIONS))
        for name in PAGES:
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    print(take(browser, site.rstrip("/"), name, width, scheme, folder))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
